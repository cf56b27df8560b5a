package expand

import (
	"slices"
	"strconv"

	"signalbox/dsl"
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
// `elements` the word itself names those that only the application knows.
var settingKinds = map[dsl.Value]gemSetting{
	dsl.Symbol("text"):     {wants: TextShape},
	dsl.Symbol("symbol"):   {wants: TextShape, symbols: true},
	dsl.Symbol("list"):     {wants: ListShape},
	dsl.Symbol("elements"): {wants: AnyShape},
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
