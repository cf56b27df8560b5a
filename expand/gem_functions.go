package expand

import (
	"slices"
	"strconv"

	"signalbox/dsl"
	"signalbox/expand/gems"
)

// What the files of gems ask Go for: the functions of their module Signalbox.

// signalbox is the name of that module.
const signalbox = "Signalbox"

// A gemFunction is one of its functions, for so many arguments.
type gemFunction struct {
	least, most int
	run         func(*loader, *dsl.Call) (dsl.Value, error)
}

// gemFunctions are those functions.
var gemFunctions map[string]gemFunction

func init() {
	gemFunctions = map[string]gemFunction{
		// name and version of the gem whose file is read
		"name":    {0, 0, (*loader).definedName},
		"version": {0, 0, (*loader).definedVersion},
		// settings(words, "Other::Module", doc_base_url: [:text, "/apipie"]) reads what the
		// initializers set; the gem's module answers for it
		"settings": {0, 9, (*loader).gemSettings},
		// changed("Module", detail) warns if initializers change a module
		"changed": {2, 2, (*loader).gemChanged},
		// known(list) is a list or hash without what only the application knows of it, which
		// a warning names: that of known(list, "a kind of works is ...", detail, setting: "..."),
		// if there is one
		"known": {1, 3, (*loader).gemKnown},
		// sides(name, options) { |name, options| ... } runs its block for each of the values
		// that conditions pick, of arguments, elements of lists and options
		"sides": {1, 9, (*loader).gemSides},
		// scope(path: "/x", as: nil) { ... } runs its block in a scope that differs from the one
		// around in that; fresh_scope in one that says nothing else
		"scope":       {0, 0, (*loader).gemScope},
		"fresh_scope": {0, 0, (*loader).gemScope},
		// gem?("omniauth") says whether Gemfile.lock has a gem: nil without that file
		"gem?": {1, 1, (*loader).gemLocked},
		// since?("devise", "4.9") says whether a gem has a version, or a later one
		"since?": {2, 2, (*loader).gemSince},
		// unknown("User.admins") is a value that only the application knows
		"unknown": {1, 1, (*loader).gemUnknown},
		// warn(summary, detail, setting: "User.admins", wants: :list, example: "[a, b]")
		"warn": {2, 2, (*loader).gemWarn},
		// note(gem, "adds the routes of :invitable") says where routes come from
		"note": {2, 2, (*loader).gemNote},
		// text(value, otherwise) is value || otherwise, where an unknown value is a text
		"text": {2, 2, (*loader).gemText},
		// parts(name) is name.split("/"), where an unknown name has no slash
		"parts": {1, 1, (*loader).gemParts},
	}
}

func (l *loader) gemFunction(c *dsl.Call) (dsl.Value, error) {
	f := gemFunctions[c.Name]
	if n := len(c.Args); n < f.least || n > f.most {
		return nil, wrongArguments(n, strconv.Itoa(f.least)+".."+strconv.Itoa(f.most))
	}
	return f.run(l, c)
}

// mapperOf is the mapper of the word that runs.
func (l *loader) mapperOf(c *dsl.Call) *Mapper {
	if l.gems.mapper != nil {
		return l.gems.mapper
	}
	return &Mapper{l: l, t: c.Thread(), pos: l.place(c), call: c}
}

func (l *loader) definedName(*dsl.Call) (dsl.Value, error) {
	return dsl.NewString(l.gems.defining.Name), nil
}

func (l *loader) definedVersion(*dsl.Call) (dsl.Value, error) {
	return dsl.NewString(l.versionOf(l.gems.defining.Gem)), nil
}

// settingKinds are the kinds of settings. Texts of settings files stand for a `symbol`; of
// `any` the word itself warns of what only the application knows.
var settingKinds = map[dsl.Value]gemSetting{
	dsl.Symbol("text"):     {wants: TextShape},
	dsl.Symbol("symbol"):   {wants: TextShape, symbols: true},
	dsl.Symbol("list"):     {wants: ListShape},
	dsl.Symbol("any"):      {wants: AnyShape},
	dsl.Symbol("symbols"):  {wants: ListShape, symbols: true},
	dsl.Symbol("decision"): {wants: DecisionShape},
}

// gemSettings reads the settings of the gem whose file is read. A class among the arguments
// has the methods that say more than one value: its object is made of the hash of the
// values. A block of instance_eval has the settings as self.
func (l *loader) gemSettings(c *dsl.Call) (dsl.Value, error) {
	g := l.gems.defining
	config := l.newGemConfig(g.Settings + ".")
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		pair := list(v)
		s := settingKinds[pair[0]]
		s.name, s.otherwise = textOfName(key), pair[1]
		config.known = append(config.known, s)
		config.values.Set(key, s.otherwise)
	}
	configs := map[string]*gemConfig{g.Module: config}
	for _, v := range c.Args {
		switch v := v.(type) {
		case *dsl.Class:
			if err := config.speaks(c, v); err != nil {
				return nil, err
			}
		case dsl.Symbol:
			config.inside = true
		default:
			configs[textOfName(v)] = config
		}
	}
	g.config = config
	l.initializers(configs)
	l.hostConfig(g)
	return dsl.Nil, nil
}

// speaks gives a config the words of a class in Ruby.
func (g *gemConfig) speaks(c *dsl.Call, class *dsl.Class) error {
	names, err := c.Send(class, "instance_methods", dsl.False)
	if err != nil {
		return err
	}
	g.words = map[string]func(*dsl.Call) error{}
	for _, v := range list(names) {
		g.words[textOfName(v)] = func(c *dsl.Call) error {
			before := g.values.Clone()
			object, err := c.Send(class, "new", g.values)
			if err == nil {
				_, err = c.Resend(object)
			}
			for i := range g.values.Len() {
				key, v := g.values.At(i)
				if was, _ := before.Get(key); was != v {
					g.places[textOfName(key)] = c.Pos
				}
			}
			return err
		}
	}
	return nil
}

// hostConfig makes what the initializers say the answer of the gem's configuration.
func (l *loader) hostConfig(g *definedGem) {
	v, _ := l.constant(g.Module)
	class, ok := v.(*dsl.Class)
	if !ok {
		return
	}
	config := g.config
	object := l.interp.NewObject(l.configClass, receiver(config.answer))
	l.interp.SetHost(class, receiver(func(c *dsl.Call) (dsl.Value, error) {
		switch {
		case c.Block == nil:
			return object, nil
		case config.inside:
			return c.Exec(object, c.Block, object)
		}
		return c.Yield(object)
	}), func(name string) bool { return opening[name] })
}

func (l *loader) gemChanged(c *dsl.Call) (dsl.Value, error) {
	name, detail := textOfName(c.Args[0]), textOfName(c.Args[1])
	changed := l.newGemConfig(name + ".")
	changed.any = func(c *dsl.Call) { l.warn(c.Pos, "the application changes "+name, detail) }
	l.initializers(map[string]*gemConfig{name: changed})
	return dsl.Nil, nil
}

func (l *loader) gemKnown(c *dsl.Call) (dsl.Value, error) {
	m := l.mapperOf(c)
	return m.known(c.Args[0], func(u *dsl.Unknown) {
		if len(c.Args) < 3 {
			l.unknown(m, u, "option list")
			return
		}
		l.warnFromGem(c, c.Args[1], c.Args[2])
	}), nil
}

// warnFromGem warns as the keywords of a call say: setting is the Ruby that reads what
// is missing, wants its kind and example a value in YAML.
func (l *loader) warnFromGem(c *dsl.Call, summary, detail dsl.Value) {
	word := func(key string) string {
		v, _ := c.Keywords.Sym(key)
		return textOfName(v)
	}
	l.warnSetting(word("setting"), settingKinds[dsl.Symbol(word("wants"))].wants, word("example"), l.place(c), textOfName(summary), textOfName(detail))
}

func (l *loader) gemSides(c *dsl.Call) (dsl.Value, error) {
	options, args := oldOptions(c.Args)
	return dsl.Nil, eachArguments(c.Thread(), dsl.NewArray(args...), options, func(args []dsl.Value, own *dsl.Hash) error {
		if options != nil {
			args = append(slices.Clone(args), own)
		}
		_, err := c.Yield(args...)
		return err
	})
}

func (l *loader) gemScope(c *dsl.Call) (dsl.Value, error) {
	m := l.mapperOf(c)
	s := m.enter()
	defer m.leave()
	if c.Name == "fresh_scope" {
		*s = scope{parent: s.parent}
	}
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		if err := m.setScope(s, textOfName(key), v); err != nil {
			return nil, err
		}
	}
	return c.Yield()
}

// setScope sets what a scope says under one of Rails' keys.
func (m *Mapper) setScope(s *scope, key string, v dsl.Value) (err error) {
	h, _ := v.(*dsl.Hash)
	switch key {
	case "path":
		s.path, err = m.str(v)
	case "as":
		s.as, err = m.textOf(v)
	case "module":
		s.module, err = m.textOf(v)
	case "constraints":
		s.constraints = h
	case "defaults":
		s.defaults = h
	case "options":
		s.options = h
	case "format":
		s.format = present(v)
	}
	return err
}

func (l *loader) gemLocked(c *dsl.Call) (dsl.Value, error) {
	if locked := l.lockedGems(); locked != nil {
		return dsl.Bool(locked.Has(textOfName(c.Args[0]))), nil
	}
	return dsl.Nil, nil
}

func (l *loader) gemSince(c *dsl.Call) (dsl.Value, error) {
	return dsl.Bool(l.lockedGems().AtLeast(textOfName(c.Args[0]), true, gems.Numbers(textOfName(c.Args[1]))...)), nil
}

func (l *loader) gemUnknown(c *dsl.Call) (dsl.Value, error) {
	return &dsl.Unknown{Text: textOfName(c.Args[0]), Pos: l.mapperOf(c).pos}, nil
}

func (l *loader) gemWarn(c *dsl.Call) (dsl.Value, error) {
	l.warnFromGem(c, c.Args[0], c.Args[1])
	return dsl.Nil, nil
}

func (l *loader) gemNote(c *dsl.Call) (dsl.Value, error) {
	gem, does := textOfName(c.Args[0]), textOfName(c.Args[1])
	l.diagnose(Diagnostic{Severity: Note, Kind: GemNote, Summary: gem + " of Gemfile.lock " + does, Pos: l.mapperOf(c).pos})
	return dsl.Nil, nil
}

func (l *loader) gemText(c *dsl.Call) (dsl.Value, error) {
	return mapped(c.Thread(), c.Args[0], &gemSetting{}, func(v dsl.Value) (dsl.Value, error) {
		if truthy(v) {
			return v, nil
		}
		return c.Args[1], nil
	})
}

func (l *loader) gemParts(c *dsl.Call) (dsl.Value, error) {
	if dsl.UnknownIn(c.Args[0]) != nil {
		return dsl.NewArray(c.Args[0]), nil
	}
	return c.Send(c.Args[0], "split", dsl.NewString("/"))
}

// known is a list or hash without what only the application knows, of which tell tells.
func (m *Mapper) known(v dsl.Value, tell func(*dsl.Unknown)) dsl.Value {
	switch v := v.(type) {
	case *dsl.Unknown:
		if !isChoice(v) {
			tell(v)
			return dsl.NewHash(0)
		}
	case *dsl.Array:
		list := *v
		list.Elems = slices.DeleteFunc(slices.Clone(v.Elems), func(e dsl.Value) bool {
			u := unknownIn(e)
			if u != nil {
				tell(u)
			}
			return u != nil
		})
		return &list
	case *dsl.Hash:
		own := v.Clone()
		for i := v.Len() - 1; i >= 0; i-- {
			if key, _ := v.At(i); dsl.IsUnknown(key) {
				tell(key.(*dsl.Unknown))
				own.Delete(key)
			}
		}
		return own
	}
	return v
}
