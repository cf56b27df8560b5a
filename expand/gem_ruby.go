package expand

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Words and classes of gems that are written in the language of routes files
// themselves: the files of package gems.

// goWords are the words of gems that are written in Go, for what Ruby cannot say.
var goWords map[string]wordFunc

func init() {
	goWords = map[string]wordFunc{
		"authenticate":    signIn(route.Authenticate),
		"authenticated":   signIn(route.Authenticated),
		"unauthenticated": signIn(route.Unauthenticated),

		"draw_all":  (*Mapper).drawAll,
		"filter":    (*Mapper).routingFilter,
		"localized": (*Mapper).localizedWord,
		"wash_out":  fewArguments(1, (*Mapper).gemWord),
	}
}

// A GemWord is a routing word of a gem with its documentation, see [GemWords].
type GemWord = gems.Word

// GemWords lists the words of gems by gem and name.
func GemWords() []GemWord {
	return slices.SortedFunc(maps.Values(gems.Words()), func(a, b GemWord) int {
		return cmp.Or(compareStrings(a.Gem, b.Gem), compareStrings(a.Name, b.Name))
	})
}

// wordOf finds the method behind a routing word, of Rails or of a gem.
func wordOf(name string) (wordFunc, bool) {
	if w, ok := words[name]; ok {
		return w.run, true
	}
	if run, ok := goWords[name]; ok {
		return run, true
	}
	_, ok := gems.Words()[name]
	return (*Mapper).gemWord, ok
}

// gemWord is a word of a gem's file.
func (m *Mapper) gemWord(c *dsl.Call) dsl.Value {
	g := gems.Named(gems.Words()[c.Name].Gem)
	if locked := m.l.lockedGems(); g.Was != "" && locked.Has(g.Was) && !locked.Has(g.Name) {
		g = gems.Named(g.Was)
	}
	if !m.l.lockedGems().Follow(g) || m.l.defineGem(g) != nil || !m.l.definesWord(sourceWord+c.Name) {
		return m.unknownWord(c)
	}
	m.l.tellPlugins(g, c)
	defer m.l.inGemWord(m)()
	return m.resendEach(c)
}

// inGemWord makes m the mapper of the word that runs, until the function it returns is called.
func (l *loader) inGemWord(m *Mapper) (leave func()) {
	before := l.gems.mapper
	l.gems.mapper = m
	return func() { l.gems.mapper = before }
}

// resendEach is resend for each of the arguments that conditions pick.
func (m *Mapper) resendEach(c *dsl.Call) dsl.Value {
	if when, _, _ := doubtfulList(dsl.NewArray(c.Args...)); when == nil {
		return m.resend(c)
	}
	eachArguments(c.Thread, dsl.NewArray(c.Args...), nil, func(args []dsl.Value, _ *dsl.Hash) {
		own := *c
		own.Args = args
		m.resend(&own)
	})
	return dsl.Nil
}

// sourceWord is what the names of words begin with in the sources: the words
// themselves come here.
const sourceWord = "gem_"

func (m *Mapper) resend(c *dsl.Call) dsl.Value {
	own := *c
	own.Name = sourceWord + c.Name
	return dsl.Must(own.Resend(m.self))
}

// fewArguments is a word that is known with so many arguments and no options.
func fewArguments(most int, word wordFunc) wordFunc {
	return func(m *Mapper, c *dsl.Call) dsl.Value {
		if len(c.Args) > most || c.Keywords.Len() > 0 {
			return m.unknownWord(c)
		}
		return word(m, c)
	}
}

// sourceOfGem is how the names of the sources of gems begin.
const sourceOfGem = "(eval gem "

// versionOf is that of Gemfile.lock, else the newest.
func (l *loader) versionOf(g *gems.Gem) string {
	if text, ok := l.lockedGems()[g.Name]; ok && gems.IsVersion(text) {
		return text
	}
	return g.Newest
}

// routesOfGem gives the module of a gem with the routes that code asks for by its name; nil
// for others. It stands before what files of the application add to it.
func (l *loader) routesOfGem(name string) dsl.Value {
	return l.gemConst(name, func(g *gems.Gem) string { return g.Routes })
}

// moduleOfGem gives the module of a gem that has settings or routes; nil for others.
func (l *loader) moduleOfGem(name string) dsl.Value {
	return l.gemConst(name, func(g *gems.Gem) string {
		if g.Routes+g.Settings == "" {
			return ""
		}
		return g.Module
	})
}

// gemConst gives a constant that a gem's file defines, if the application has the gem.
func (l *loader) gemConst(name string, of func(*gems.Gem) string) dsl.Value {
	for _, g := range gems.All() {
		if name != of(g) || name == "" || l.gems.defined[g] != nil || !l.has(g) || !l.lockedGems().Follow(g) {
			continue
		}
		if err := l.defineGem(g); err != nil {
			return nil
		}
		v, _ := l.constant(name)
		return v
	}
	return nil
}

// has reports whether the application has a gem, or may have it.
func (l *loader) has(g *gems.Gem) bool {
	locked := l.lockedGems()
	return locked.Has(g.Name) || locked == nil && g.Of == ""
}

// A definedGem is a gem whose definitions were taken.
type definedGem struct {
	*gems.Gem
	err     error                 // why they could not be
	config  *gemConfig            // nil without settings
	configs map[string]*gemConfig // of other modules, which the initializers may change
}

// defineGem defines what a gem does, once.
func (l *loader) defineGem(g *gems.Gem) error {
	if d := l.gems.defined[g]; d != nil {
		return d.err
	}
	if l.gems.defined == nil {
		l.gems.defined = map[*gems.Gem]*definedGem{}
	}
	d := &definedGem{Gem: g}
	l.gems.defined[g] = d
	if g.Needs != "" {
		if d.err = l.defineGem(gems.Named(g.Needs)); d.err != nil {
			return d.err
		}
	}
	outer := l.gems.defining
	l.gems.defining = d
	defer func() { l.gems.defining = outer }()
	l.interp.WithoutJournal(func() {
		l.openModule(g)
		name, src := g.Source()
		d.err = l.runSource(sourceOfGem+name+")", src)
		l.takePatches(g)
	})
	return d.err
}

// takePatches takes what the application's configuration and lib change of a gem's
// classes.
func (l *loader) takePatches(g *gems.Gem) {
	if g.Routes == "" {
		return
	}
	for _, f := range l.scannedTexts() {
		if bytes.Contains(f.src, []byte(g.Routes)) && !l.lookup.defined[f.name] {
			l.takeText(f.name, f.src)
		}
	}
}

// openModule defines the modules around what a gem defines, of which code that is
// not read defines more.
func (l *loader) openModule(g *gems.Gem) {
	if v, ok := l.constant(signalbox); ok {
		l.interp.SetHost(v.(*dsl.Class), gemModule{l}, func(name string) bool { return gemFunctions[name].run != nil })
	}
	if g.Module == "" {
		return
	}
	name := ""
	for part := range strings.SplitSeq(g.Module, "::") {
		name = joinName(name, part)
		if _, ok := l.constant(name); !ok {
			l.interp.DefineModule(name)
		}
	}
	l.interp.DefineConst(g.Module+"::VERSION", dsl.NewFrozenString(l.versionOf(g)))
}

func (l *loader) runSource(name string, src []byte) error {
	file, err := grammar.Parse(name, src)
	if err == nil {
		_, err = l.interp.NewThread().Run(file, nil)
	}
	return err
}

// tellPlugins warns that other gems may add routes to a word's.
func (l *loader) tellPlugins(g *gems.Gem, c *dsl.Call) {
	if g.Plugins == "" {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(l.lockedGems())) {
		if strings.HasPrefix(name, g.Plugins) {
			l.warn(c.Pos, c.Name+" also mounts the engines of plugins such as "+name, "They are not in the table.")
			return
		}
	}
}

// outsideOfGems gives an error within the source of a gem the place of the call that
// led there.
func outsideOfGems(failed *dsl.EvalError) {
	for strings.HasPrefix(failed.Pos.Filename, sourceOfGem) && len(failed.Stack) > 0 {
		failed.Pos, failed.Stack = failed.Stack[0].Pos, failed.Stack[1:]
	}
}
