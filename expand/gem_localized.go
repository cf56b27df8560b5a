package expand

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A translator is Route Translator: its settings and the translations of paths.
type translator struct {
	l         *loader
	locales   []string // in the order of drawing, the default one last
	standard  string   // I18n.default_locale
	paramKey  string
	force     bool
	hide      bool
	fallback  bool // missing translations keep the segment
	unlocal   bool // generate_unlocalized_routes
	unnamed   bool // generate_unnamed_unlocalized_routes
	segment   *dsl.Proc
	hosts     *dsl.Hash
	texts     map[string]map[string]any // routes: of each locale
	available dsl.Value
}

// translator reads the settings and the files below config/locales, once.
func (l *loader) translator() *translator {
	if l.gems.translator != nil {
		return l.gems.translator
	}
	t := &translator{l: l, standard: "en", paramKey: "locale", fallback: true, texts: map[string]map[string]any{}}
	l.gems.translator = t
	l.initializers("RouteTranslator", t.setting)
	if t.hosts.Len() > 0 {
		t.force, t.unlocal, t.unnamed, t.hide = false, false, false, true
	}
	if s := textOfName(t.ask("default_locale")); s != "" {
		t.standard = s
	}
	for _, name := range l.localeFiles() {
		t.read(name)
	}
	t.findLocales()
	return t
}

// ask asks I18n, as the routes file would.
func (t *translator) ask(method string) dsl.Value {
	x := &grammar.Call{Recv: &grammar.Const{Name: "I18n"}, Name: method}
	v, _ := t.l.value(nil, x)
	return v
}

// findLocales is available_locales: those of the setting, or I18n's, or those of
// the files.
func (t *translator) findLocales() {
	given := list(t.available)
	if len(given) == 0 {
		given = list(t.ask("available_locales"))
	}
	for _, v := range given {
		t.locales = append(t.locales, textOfName(v))
	}
	if len(given) == 0 {
		for locale := range t.texts {
			t.locales = append(t.locales, locale)
		}
		slices.Sort(t.locales)
		t.l.warn(grammar.Pos{}, "I18n.available_locales is known to the application only", "`localized` draws the locales of config/locales.")
	}
	t.locales = append(slices.DeleteFunc(t.locales, func(s string) bool { return s == t.standard }), t.standard)
}

// setting takes a line of RouteTranslator.config.
func (t *translator) setting(d declared, consts constants) {
	if !d.set {
		return
	}
	v, ok := t.l.value(consts, d.args[0])
	switch d.name {
	case "locale_segment_proc":
		file := &grammar.File{Body: &grammar.Stmts{Pos: d.pos, List: []grammar.Expr{d.args[0]}}}
		p, _ := t.l.interp.NewThread().Run(file, nil)
		t.segment, ok = p.(*dsl.Proc)
	case "force_locale":
		t.force = truthy(v)
	case "hide_locale":
		t.hide = truthy(v)
	case "disable_fallback":
		t.fallback = !truthy(v)
	case "generate_unlocalized_routes":
		t.unlocal = truthy(v)
	case "generate_unnamed_unlocalized_routes":
		t.unnamed = truthy(v)
	case "locale_param_key":
		t.paramKey = textOfName(v)
	case "available_locales":
		t.available = v
	case "host_locales":
		t.hosts, _ = v.(*dsl.Hash)
	default:
		return
	}
	if !ok {
		t.l.warn(d.pos, "config."+d.name+" of Route Translator is known to the application only", "The table follows the default.")
	}
}

// localeFiles are the YAML files below config/locales.
func (l *loader) localeFiles() (names []string) {
	_ = fs.WalkDir(l.dir.FS(), "config/locales", func(name string, d fs.DirEntry, err error) error {
		if len(names) >= maxListedFiles {
			return fs.SkipAll
		}
		if ext := path.Ext(name); err == nil && d.Type().IsRegular() && (ext == ".yml" || ext == ".yaml") {
			names = append(names, name)
		}
		return nil
	})
	return names
}

// read takes `fr: routes: ...` of a file. I18n: Backend::Base#load_yml.
func (t *translator) read(name string) {
	src, err := t.l.read(name)
	if err != nil || !strings.Contains(string(src), "routes:") {
		return
	}
	var all map[string]map[string]any
	if err := yaml.Unmarshal(src, &all); err != nil {
		t.l.warn(grammar.Pos{Filename: name}, "no translations can be read: "+err.Error(), "Paths of `localized` stay as they are.")
		return
	}
	for locale, keys := range all {
		routes, _ := keys["routes"].(map[string]any)
		if routes == nil {
			continue
		}
		if t.texts[locale] == nil {
			t.texts[locale] = map[string]any{}
		}
		mergeTexts(t.texts[locale], routes)
	}
}

func mergeTexts(to, from map[string]any) {
	for key, v := range from {
		inner, ok := v.(map[string]any)
		old, both := to[key].(map[string]any)
		if ok && both {
			mergeTexts(old, inner)
			continue
		}
		to[key] = v
	}
}

// ---- paths

var (
	endingOption   = regexp.MustCompile(`\([^/]+\)$`)
	translatable   = regexp.MustCompile(`^([-_a-zA-Z0-9]+)(\()?`)
	openingBracket = regexp.MustCompile(`\($`)
)

// path translates a path; ok is false where the locale has no translation and
// must have one. Route Translator: Translator::Path.translate.
func (t *translator) path(whole, locale, controller string) (translated string, ok bool, err error) {
	end := endingOption.FindString(whole)
	whole = strings.TrimSuffix(whole, end)
	var segments []string
	for _, seg := range strings.Split(whole, "/") {
		parts := strings.Split(seg, ".")
		for i, p := range parts {
			if parts[i], ok = t.phrase(p, locale, controller); !ok {
				return "", false, nil
			}
		}
		if s := strings.Join(parts, "."); s != "" {
			segments = append(segments, s)
		}
	}
	if !t.hide && (locale != t.standard || t.force || t.unlocal || t.unnamed) && !slices.Contains(strings.Split(whole, "/"), ":"+t.paramKey) {
		first, err := t.localeSegment(locale)
		if err != nil {
			return "", false, err
		}
		segments = append([]string{first}, segments...)
	}
	return strings.ReplaceAll("/"+strings.Join(segments, "/")+end, "/(/", "(/"), true, nil
}

func (t *translator) localeSegment(locale string) (string, error) {
	if t.segment == nil {
		return strings.ToLower(locale), nil
	}
	thread := t.l.interp.NewThread()
	v, err := thread.CallProc(t.segment, dsl.Symbol(locale))
	if err != nil {
		return "", err
	}
	return thread.ToS(v)
}

// phrase translates a part of a segment: no parameters, no globs. Route
// Translator: Path::Segment.translate.
func (t *translator) phrase(s, locale, controller string) (string, bool) {
	if s == "" {
		return s, true
	}
	if s[0] == ':' {
		if param, rest, ok := strings.Cut(s, "-"); ok {
			rest, ok = t.phrase(rest, locale, controller)
			return param + "-" + rest, ok
		}
	}
	if s[0] == '(' || s[0] == '*' || strings.Contains(s, ":") {
		return s, true
	}
	open := openingBracket.FindString(s)
	s = strings.TrimSuffix(s, open)
	found := translatable.FindStringSubmatch(s)
	if found == nil {
		return s + open, true
	}
	text, ok := t.text(found[1], locale, controller)
	return escapeURI(text) + open, ok
}

// text looks a word up: that of the controller, that of all routes.
func (t *translator) text(word, locale, controller string) (string, bool) {
	routes := t.texts[locale]
	if controllers, ok := routes["controllers"].(map[string]any); ok {
		own := controllers
		if controller != "" {
			own, _ = controllers[controller].(map[string]any)
		}
		if s, ok := own[word].(string); ok {
			return s, true
		}
	}
	if s, ok := routes[word].(string); ok {
		return s, true
	}
	return word, t.fallback || locale == t.standard
}

// ---- drawing

// localizedWord is `localized`. Route Translator: Mapper#localized.
func (m *Mapper) localizedWord(c *dsl.Call) (dsl.Value, error) {
	m.localized = m.l.translator()
	defer func() { m.localized = nil }() // also where one stands in another
	return c.Yield()
}

// addLocalized draws a route in every locale. Route Translator:
// RouteSet#add_localized_route.
func (m *Mapper) addLocalized(t *target, path *Path, name string, action dsl.Value) error {
	tr := m.localized
	plain, err := m.mapping(t, path, action)
	if err != nil {
		return err
	}
	controller := ""
	if v, ok := plain.Defaults.Sym("controller"); ok {
		if controller, err = m.str(v); err != nil {
			return err
		}
	}
	for _, locale := range tr.locales {
		text, ok, err := tr.path(path.text, locale, controller)
		if err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		if err := m.addTranslation(t, text, locale, name, action); err != nil {
			return err
		}
	}
	switch {
	case tr.unnamed:
		return m.record(plain, "")
	case tr.unlocal:
		return m.record(plain, name)
	}
	return nil
}

func (m *Mapper) addTranslation(t *target, text, locale, name string, action dsl.Value) error {
	path, err := ParsePath(text)
	if err != nil {
		return dsl.Raise("ArgumentError", "%s", err.Error())
	}
	key := dsl.Symbol(m.localized.paramKey)
	one := *t
	one.mapping = cloneOptions(t.mapping)
	if _, ok := one.mapping.Get(key); !ok {
		one.mapping.Set(key, dsl.NewString(locale))
	}
	own, isHash := t.constraints.(*dsl.Hash)
	if isHash || !truthy(t.constraints) {
		h := cloneOptions(own)
		h.Set(key, dsl.NewString(locale))
		one.constraints = h
	}
	r, err := m.mapping(&one, path, action)
	if err != nil {
		return err
	}
	if m.localized.hosts.Len() > 0 {
		p, err := m.localized.hostCheck(locale)
		if err != nil {
			return err
		}
		r.Callables = append(r.Callables[:len(r.Callables):len(r.Callables)], p)
	}
	if name != "" {
		name += "_" + m.l.underscore(locale)
		if m.taken(name) != dsl.False {
			name = ""
		}
	}
	return m.record(r, name)
}

// hostCheck is the lambda that asks whether the request's host is that of a
// locale. Route Translator: Host.lambdas_for_locale.
func (t *translator) hostCheck(locale string) (dsl.Value, error) {
	var b strings.Builder
	b.WriteString("->(request) { (case request.host\n")
	for i := range t.hosts.Len() {
		pattern, v := t.hosts.At(i)
		text := regexp.QuoteMeta(textOfName(pattern))
		text = strings.ReplaceAll(strings.ReplaceAll(text, `\*`, ".*?"), `\.`, `\.?`)
		if slices.Contains(t.locales, textOfName(v)) {
			b.WriteString("when %r{^" + text + "$}i then " + strconv.Quote(textOfName(v)) + "\n")
		}
	}
	b.WriteString("end) == " + strconv.Quote(locale) + " }")
	file, err := grammar.Parse("(localized)", []byte(b.String()))
	if err != nil {
		return nil, err
	}
	return t.l.interp.NewThread().Run(file, nil)
}
