package expand

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Words and classes of gems that are written in the language of routes files
// themselves: the files of package gems.

// gemState is what the words of gems remember about an application.
type gemState struct {
	read       bool
	versions   gems.Versions
	classes    map[*dsl.Class]*classFiles // that declare something, by the words
	translator *translator
	framework  *framework                // while its routes are drawn
	scopeless  bool                      // there are conditions to give the default scope in the end
	defined    map[*gems.Gem]*definedGem // gems whose definitions were taken
	defining   *definedGem               // the one whose file is read
	mapper     *mapper.Mapper            // of the word of a gem that runs
}

// goWords are the words of gems that are written in Go, for what Ruby cannot say.
var goWords map[string]mapper.WordFunc

func init() {
	goWords = map[string]mapper.WordFunc{
		"authenticate":    signIn(route.Authenticate),
		"authenticated":   signIn(route.Authenticated),
		"unauthenticated": signIn(route.Unauthenticated),

		"draw_all":  drawAll,
		"filter":    routingFilter,
		"localized": localizedWord,
		"wash_out":  fewArguments(1, gemWord),
	}
}

// A GemWord is a routing method of a gem with its documentation, see [GemWords].
type GemWord = gems.Word

// GemWords lists the words of gems by gem and name.
func GemWords() []GemWord {
	return slices.SortedFunc(maps.Values(gems.Words()), func(a, b GemWord) int {
		return cmp.Or(strings.Compare(a.Gem, b.Gem), strings.Compare(a.Name, b.Name))
	})
}

// gemWordNames are the words of gems, in order.
var gemWordNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(gems.Words())) })

// wordOf finds the method behind a word of a gem.
func wordOf(name string) (mapper.WordFunc, bool) {
	if run, ok := goWords[name]; ok {
		return run, true
	}
	_, ok := gems.Words()[name]
	return gemWord, ok
}

// gemWord is a word of a gem's file.
func gemWord(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	l := loaderOf(m)
	g := gems.Named(gems.Words()[c.Name].Gem)
	if locked := l.lockedGems(); g.Was != "" && locked.Has(g.Was) && !locked.Has(g.Name) {
		g = gems.Named(g.Was)
	}
	if !l.lockedGems().Follow(g) || l.defineGem(g) != nil || !l.definesWord(sourceWord+c.Name) {
		return l.unknownWord(m, c)
	}
	l.tellPlugins(g, c)
	defer l.inGemWord(m)()
	return resendEach(m, c)
}

// inGemWord makes m the mapper of the word that runs, until the function it returns is called.
func (l *loader) inGemWord(m *mapper.Mapper) (leave func()) {
	before := l.gems.mapper
	l.gems.mapper = m
	return func() { l.gems.mapper = before }
}

// resendEach is resend for each of the arguments that conditions pick.
func resendEach(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	return ruby.EachChoice(c.Thread, c.Args, func(args []dsl.Value) dsl.Value {
		own := *c
		own.Args = args
		return resend(m, &own)
	})
}

// sourceWord is what the names of words begin with in the sources: the words
// themselves come here.
const sourceWord = "gem_"

func resend(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	own := *c
	own.Name = sourceWord + c.Name
	return dsl.Must(own.Resend(m.Self()))
}

// fewArguments is a word that is known with so many arguments and no options.
func fewArguments(most int, word mapper.WordFunc) mapper.WordFunc {
	return func(m *mapper.Mapper, c *dsl.Call) dsl.Value {
		if len(c.Args) > most || c.Keywords.Len() > 0 {
			return loaderOf(m).unknownWord(m, c)
		}
		return word(m, c)
	}
}

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

// configOf is what the initializers say to a gem of a module; nil if nothing asked for it.
func (l *loader) configOf(module string) *gemConfig {
	for _, g := range l.gems.defined {
		if g.Module == module {
			return g.config
		}
	}
	return nil
}

// ChangesOptions reports whether words may change the options of a scope, which is Rails'
// own hash of each scope then.
func (l *loader) ChangesOptions() bool { return !l.lockedGems().AtLeast("devise", true, 5) }

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
		d.err = l.runSource(mapper.WordSource+name+")", src)
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
	for _, f := range l.lookup.scannedTexts() {
		if bytes.Contains(f.src, []byte(g.Routes)) && !l.lookup.defined[f.name] {
			l.lookup.takeText(f.name, f.src)
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
		name = code.JoinName(name, part)
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
			l.warn(c.Pos, "`"+c.Name+"` also mounts engines of plugins such as "+name+": their routes are missing; mount them in the routes file to list them")
			return
		}
	}
}

// outsideOfGems gives an error within the source of a gem the place of the call that
// led there.
func outsideOfGems(failed *dsl.EvalError) {
	for strings.HasPrefix(failed.Pos.Filename, mapper.WordSource) && len(failed.Stack) > 0 {
		failed.Pos, failed.Stack = failed.Stack[0].Pos, failed.Stack[1:]
	}
}

// Words of gems that draw a route or two.

// routingFilter is `filter :locale`, which draws nothing. routing-filter:
// Mapper#filter.
func routingFilter(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	loaderOf(m).diagnose(route.Diagnostic{Severity: route.Note, Summary: "filters of routing-filter are not applied to requests and helpers; apply them in Go where they matter", Pos: c.Pos})
	return m.Self()
}
