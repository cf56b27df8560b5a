package bundle

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
	"signalbox/internal/uri"
)

// A translator is Route Translator: its settings and the translations of paths.
type translator struct {
	bundle   *Bundle
	config   *gemConfig
	set      map[string]dsl.Value      // the settings, of which one is picked
	locales  []string                  // in the order of drawing, the default one last
	standard string                    // I18n.default_locale
	texts    map[string]map[string]any // routes: of each locale
	found    []string                  // locales that Rails and the files have translations for
	pos      grammar.Pos               // of the first word that asks
}

// translatorSettings are those that routes depend on. Route Translator:
// Configuration.
var translatorSettings = []gemSetting{
	{"force_locale", dsl.False, route.DecisionShape, false},
	{"hide_locale", dsl.False, route.DecisionShape, false},
	{"disable_fallback", dsl.False, route.DecisionShape, false},
	{"generate_unlocalized_routes", dsl.False, route.DecisionShape, false},
	{"generate_unnamed_unlocalized_routes", dsl.False, route.DecisionShape, false},
	{"locale_param_key", dsl.Symbol("locale"), route.TextShape, false},
	{"locale_segment_proc", dsl.False, route.AnyShape, false},
	{"available_locales", dsl.Nil, route.ListShape, false},
	{"host_locales", dsl.Nil, route.MappingShape, false},
}

// routeTranslator reads the settings and the files below config/locales, once.
func (b *Bundle) routeTranslator(pos grammar.Pos) *translator {
	if b.translator != nil {
		return b.translator
	}
	t := &translator{bundle: b, standard: "en", found: []string{"en"}, texts: map[string]map[string]any{}, pos: pos, set: map[string]dsl.Value{}}
	t.config = b.newGemConfig("RouteTranslator.config.", translatorSettings...)
	b.translator = t
	b.configure(map[string]*gemConfig{"RouteTranslator": t.config}, b.Files.Initializers())
	if s := ruby.NameText(t.ask("default_locale")); s != "" {
		t.standard = s
	} else {
		b.warnSetting("I18n.default_locale", route.TextShape, "", pos, "unknown value I18n.default_locale: `localized` assumes :en; set it")
	}
	names := b.Layout.Walk("config/locales", b.Files.Unlisted, ".rb", ".yml")
	slices.Sort(names)
	for _, name := range names {
		t.read(name)
	}
	return t
}

// choose runs f for the settings from the n-th on, on both sides of conditions
// that decide on one.
func (t *translator) choose(m *mapper.Mapper, n int, f func(*translator)) {
	if n < len(translatorSettings) {
		name := translatorSettings[n].name
		t.config.with(m, name, func(v dsl.Value) {
			own := *t
			own.set = maps.Clone(t.set)
			own.set[name] = v
			own.choose(m, n+1, f)
		})
		return
	}
	t.set["host_locales"] = ruby.Pairs(m.Thread(), t.set["host_locales"])
	if t.hosts().Len() > 0 {
		for _, name := range []string{"force_locale", "generate_unlocalized_routes", "generate_unnamed_unlocalized_routes"} {
			t.set[name] = dsl.False
		}
		t.set["hide_locale"] = dsl.True
	}
	given := ruby.List(t.set["available_locales"])
	if len(given) == 0 {
		given = ruby.List(t.ask("available_locales"))
	}
	eachSide(m.Thread(), given, func(given []dsl.Value) {
		own := *t
		own.findLocales(given)
		f(&own)
	})
}

// is tells a setting that is switched on.
func (t *translator) is(name string) bool { return ruby.Truthy(t.set[name]) }

// hosts are the locales by the hosts that show them.
func (t *translator) hosts() *dsl.Hash { h, _ := t.set["host_locales"].(*dsl.Hash); return h }

// ask asks I18n, as the routes file would.
func (t *translator) ask(method string) dsl.Value {
	x := &grammar.Call{Recv: &grammar.Const{Name: "I18n"}, Name: method}
	v, err := t.bundle.Interp.NewThread().Run(&grammar.File{Body: &grammar.Stmts{List: []grammar.Expr{x}}}, nil)
	if err != nil || ruby.Undecided(v) != nil {
		return nil
	}
	return v
}

// findLocales is available_locales: those of the setting, or I18n's, or those of
// the files.
func (t *translator) findLocales(given []dsl.Value) {
	t.locales = nil
	for _, v := range given {
		t.locales = append(t.locales, ruby.NameText(v))
	}
	if len(given) == 0 {
		t.locales = slices.Clone(t.found)
		t.bundle.warnSetting("I18n.available_locales", route.ListShape, "", t.pos, "unknown list I18n.available_locales: `localized` draws English and the locales of config/locales; set the list")
	}
	t.locales = append(slices.DeleteFunc(t.locales, func(s string) bool { return s == t.standard }), t.standard)
}

// ---- paths

var (
	endingOption   = regexp.MustCompile(`\([^/]+\)$`)
	translatable   = regexp.MustCompile(`^([-_a-zA-Z0-9]+)(\()?`)
	openingBracket = regexp.MustCompile(`\($`)
)

// path translates a path; ok is false where the locale has no translation and
// must have one. Route Translator: Translator::Path.translate.
func (t *translator) path(whole, locale, controller string) (translated string, ok bool) {
	end := endingOption.FindString(whole)
	whole = strings.TrimSuffix(whole, end)
	var segments []string
	for _, seg := range strings.Split(whole, "/") {
		parts := strings.Split(seg, ".")
		for i, p := range parts {
			if parts[i], ok = t.phrase(p, locale, controller); !ok {
				return "", false
			}
		}
		if s := strings.Join(parts, "."); s != "" {
			segments = append(segments, s)
		}
	}
	if !t.is("hide_locale") && (locale != t.standard || t.is("force_locale") || t.is("generate_unlocalized_routes") || t.is("generate_unnamed_unlocalized_routes")) && !slices.Contains(strings.Split(whole, "/"), ":"+ruby.NameText(t.set["locale_param_key"])) {
		first := t.localeSegment(locale)
		segments = append([]string{first}, segments...)
	}
	return strings.ReplaceAll("/"+strings.Join(segments, "/")+end, "/(/", "(/"), true
}

func (t *translator) localeSegment(locale string) string {
	segment, ok := t.set["locale_segment_proc"].(*dsl.Proc)
	if !ok {
		return strings.ToLower(locale)
	}
	thread := t.bundle.Interp.NewThread()
	v := dsl.Must(thread.CallProc(segment, dsl.Symbol(locale)))
	return dsl.Must(thread.ToS(v))
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
	return uri.EscapeUnsafe(text) + open, ok
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
	return word, !t.is("disable_fallback") || locale == t.standard
}

// ---- drawing

// localizedWord is `localized`. Route Translator: Mapper#localized.
func (b *Bundle) localizedWord(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	var v dsl.Value
	b.routeTranslator(m.Pos()).choose(m, 0, func(t *translator) {
		m.RewriteIn(t.add, func() { v = c.Yield() })
	})
	return v
}

// add draws a route in every locale. Route Translator:
// RouteSet#add_localized_route.
func (t *translator) add(d *mapper.Declared) {
	plain := d.Route()
	controller := ""
	if v, ok := plain.Defaults.Sym("controller"); ok {
		controller = d.Text(v)
	}
	for _, locale := range t.locales {
		text, ok := t.path(d.Path.String(), locale, controller)
		if !ok {
			continue
		}
		t.addTranslation(d, text, locale)
	}
	switch {
	case t.is("generate_unnamed_unlocalized_routes"):
		d.Record(plain, "")
	case t.is("generate_unlocalized_routes"):
		d.Record(plain, d.Name)
	}
}

func (t *translator) addTranslation(d *mapper.Declared, text, locale string) {
	path, err := route.ParsePath(text)
	if err != nil {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "%s", err.Error())))
	}
	r := d.At(path, t.set["locale_param_key"], dsl.NewString(locale)).Route()
	if t.hosts().Len() > 0 {
		d.Guard(r, t.hostCheck(locale), "RouteTranslator.config.host_locales")
	}
	name := d.Name
	if name != "" {
		name += "_" + t.bundle.underscore(locale)
		if d.Taken(name) != dsl.False {
			name = ""
		}
	}
	d.Record(r, name)
}

// hostCheck is the lambda that asks whether the request's host is that of a
// locale. Route Translator: Host.lambdas_for_locale.
func (t *translator) hostCheck(locale string) dsl.Value {
	var b strings.Builder
	b.WriteString("->(request) { (case request.host\n")
	hosts := t.hosts()
	for i := range hosts.Len() {
		pattern, v := hosts.At(i)
		text := regexp.QuoteMeta(ruby.NameText(pattern))
		text = strings.ReplaceAll(strings.ReplaceAll(text, `\*`, ".*?"), `\.`, `\.?`)
		if slices.Contains(t.locales, ruby.NameText(v)) {
			b.WriteString("when %r{^" + text + "$}i then " + strconv.Quote(ruby.NameText(v)) + "\n")
		}
	}
	b.WriteString("end) == " + strconv.Quote(locale) + " }")
	file := dsl.Must(grammar.Parse("(localized)", []byte(b.String())))
	return dsl.Must(t.bundle.Interp.NewThread().Run(file, nil))
}
