package bundle

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What initializers say to gems.

// A gemSetting is a setting of a gem that routes depend on.
type gemSetting struct {
	name      string
	otherwise dsl.Value // without it
	wants     route.ShapeKind
	symbols   bool // texts that a file of settings gives stand for symbols
}

// A gemConfig takes the settings of one gem as initializers make them: it stands
// for `Devise` in them, and for the config that Devise.setup yields.
type gemConfig struct {
	bundle *Bundle
	front  string // how Ruby reads a setting: `Devise.`
	known  []gemSetting
	values *dsl.Hash
	places map[string]grammar.Pos
	words  map[string]func(*dsl.Call) // what else counts
	inside bool                       // the block's self is the config: Doorkeeper.configure
	any    func(*dsl.Call)            // is told of every call, if there is such
}

func (b *Bundle) newGemConfig(front string, known ...gemSetting) *gemConfig {
	g := &gemConfig{bundle: b, front: front, known: known, values: dsl.NewHash(len(known)), places: map[string]grammar.Pos{}}
	for _, s := range known {
		g.values.Set(dsl.Symbol(s.name), ruby.Kept(s.otherwise))
	}
	return g
}

func (g *gemConfig) setting(name string) *gemSetting {
	for i := range g.known {
		if g.known[i].name == name {
			return &g.known[i]
		}
	}
	return nil
}

// opening are the methods that give the config.
var opening = map[string]bool{"setup": true, "configure": true, "config": true, "configuration": true, "application": true, "tap": true}

// Call implements dsl.Receiver.
func (g *gemConfig) Call(c *dsl.Call) (dsl.Value, error) {
	name, sets := strings.CutSuffix(c.Name, "=")
	if g.any != nil {
		g.any(c)
	}
	switch word := g.words[c.Name]; {
	case word != nil:
		word(c)
		return dsl.Nil, nil
	case sets && len(c.Args) == 1:
		g.set(c, name, c.Args[0])
		return c.Args[0], nil
	case opening[c.Name] && c.Block != nil && g.inside:
		return c.Exec(c.Self, c.Block, c.Self), nil
	case opening[c.Name] && c.Block != nil:
		return c.Yield(c.Self), nil
	case opening[c.Name]:
		return c.Self, nil
	}
	if v, ok := g.values.Sym(name); ok && c.Block == nil {
		return v, nil
	}
	return ruby.UnknownCall(c, strings.TrimSuffix(g.front, "."), g.bundle.Host.Settle), nil
}

func (g *gemConfig) set(c *dsl.Call, name string, v dsl.Value) {
	c.Thread.Changing(g.values)
	g.values.Set(dsl.Symbol(name), ruby.Kept(v))
	g.places[name] = c.Pos
}

// value is a setting; of one that is not known it is told, and the default holds.
func (g *gemConfig) value(name string) dsl.Value {
	s := g.setting(name)
	if v, ok := g.bundle.Host.Given(g.front + name); ok {
		if s.symbols {
			v = ruby.Symbols(v)
		}
		return v
	}
	v, _ := g.values.Sym(name)
	return g.bundle.followed(g.front+name, v, s, g.places[name])
}

// followed is settingValue of what the application's files give the setting that text reads.
func (b *Bundle) followed(text string, v dsl.Value, s *gemSetting, at grammar.Pos) dsl.Value {
	if u := ruby.Undecided(v); u != nil && s.wants != route.DecisionShape && s.wants != route.AnyShape {
		b.warnSetting(text, s.wants, "", at, "unknown value "+text+": the table follows the default; set it")
	}
	return b.settingValue(v, s, at)
}

// with runs f for the value of a setting, on both sides of conditions that
// decide on it.
func (g *gemConfig) with(m *mapper.Mapper, name string, f func(dsl.Value)) {
	g.setting(name).either(g.bundle, m, g.value(name), f)
}

// settingValue is a value of a setting as the table has it: of the variables that
// are missing in it, it is told.
func (b *Bundle) settingValue(v dsl.Value, s *gemSetting, at grammar.Pos) dsl.Value {
	if s.wants == route.TextShape && !dsl.IsUnknown(v) {
		b.Host.TellMissing(v, at, "the setting `"+s.name+"`")
	}
	return b.Host.Decides(v)
}

// answer is Call for code in Ruby that reads settings.
func (g *gemConfig) answer(c *dsl.Call) dsl.Value {
	if s := g.setting(c.Name); s != nil && len(c.Args) == 0 && c.Block == nil {
		return s.known(c.Thread, g.value(c.Name))
	}
	return dsl.Must(g.Call(c))
}

// known is a value with the default in place of what no condition decides.
func (s *gemSetting) known(t *dsl.Thread, v dsl.Value) dsl.Value {
	if s.wants == route.DecisionShape {
		return v
	}
	return mapped(t, v, s, func(v dsl.Value) dsl.Value { return v })
}

// either runs f for each value that conditions pick, on both sides of one of a word.
func (s *gemSetting) either(b *Bundle, m *mapper.Mapper, v dsl.Value, f func(dsl.Value)) {
	s.each(m.Thread(), v, func(v dsl.Value) {
		if !dsl.IsUnknown(v) {
			v = b.settingValue(v, s, m.Pos())
		}
		f(v)
	})
}

// each runs f for each value that conditions pick, the default in place of what none does.
func (s *gemSetting) each(t *dsl.Thread, v dsl.Value, f func(dsl.Value)) {
	ruby.Either(t, v, s.otherwise, func(v dsl.Value) {
		u, ok := v.(*dsl.Unknown)
		switch {
		case ok && s.wants == route.DecisionShape:
			ruby.Fork(t, u, func() { f(dsl.True) }, func() { f(dsl.False) })
		case ok && s.otherwise != nil:
			f(s.otherwise)
		default:
			f(v)
		}
	})
}

// mapped is [ruby.Mapped] with the default in place of what no condition decides.
func mapped(t *dsl.Thread, v dsl.Value, s *gemSetting, f func(dsl.Value) dsl.Value) dsl.Value {
	return ruby.Mapped(t, v, func(v dsl.Value) dsl.Value {
		if dsl.IsUnknown(v) && s.otherwise != nil {
			v = s.otherwise
		}
		return f(v)
	})
}

// configure runs those of some files that mention a gem, for which configs stand by the
// names of its modules.
func (b *Bundle) configure(configs map[string]*gemConfig, files []string) {
	names := slices.Sorted(maps.Keys(configs))
	heard := map[string]bool{}
	for name, g := range configs {
		heard[code.LastName(name)] = true
		for _, s := range g.known {
			heard[s.name] = true
		}
		for word := range g.words {
			heard[word] = true
		}
	}
	b.Host.ReadFiles(heard, func(r Reading) {
		for _, name := range names {
			words := b.moduleWords
			if configs[name].any != nil {
				words = b.bodyWords
			}
			b.Interp.SetHost(r.Module(name), configs[name], words)
		}
		class := b.Interp.NewClass("Object", nil, func(string) bool { return false })
		for _, name := range files {
			if file := b.sourceThat(name, names...); file != nil && code.CallsAny(file, heard) {
				r.Run("", file.Body, b.Interp.NewObject(class, nil))
			}
		}
		for _, g := range configs {
			g.values = ruby.Kept(g.values).(*dsl.Hash) // what the files did is undone
		}
	})
}

// sourceThat is the syntax tree of a file that mentions one of some texts.
func (b *Bundle) sourceThat(name string, mentions ...string) *grammar.File {
	src, err := b.Files.Read(name)
	if err == nil && !slices.ContainsFunc(mentions, func(text string) bool { return bytes.Contains(src, []byte(text)) }) {
		return nil
	}
	return b.Files.Source(name)
}

// warnSetting warns of a setting of a gem that is unknown;
// expr is the Ruby that reads it, which a [route.SettingsFile] may give a value such as example.
func (b *Bundle) warnSetting(expr string, wants route.ShapeKind, example string, pos grammar.Pos, text string) {
	d := warning(route.UnknownValue, pos, text)
	d.Source, d.Wants, d.Example = expr, wants, example
	if expr != "" {
		b.Asked[expr] = true
	}
	b.Host.Tell(d)
}
