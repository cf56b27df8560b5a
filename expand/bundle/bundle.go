package bundle

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// A Bundle is the gems of one application.
type Bundle struct {
	Options
	signInClass, shownClass *dsl.Class

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

// Options are what a [Bundle] knows of the application.
type Options struct {
	Host    Host
	Files   Files
	Layout  *files.Layout
	Parsed  map[string]*grammar.File // the files that were parsed, by name
	Interp  *dsl.Interp
	Thread  *dsl.Thread // the routes'
	Drawing *mapper.Drawing
	Env     string          // Rails.env
	Asked   map[string]bool // what only the application knows, and was asked for
	Config  *dsl.Class      // Rails::Application::Configuration
	// DrawAll is the word draw_all, which reads routes files.
	DrawAll mapper.WordFunc
}

// A Host is what the words of gems ask an application for while its routes are drawn. Of the
// methods that [mapper.Host] has too, that says what they do.
type Host interface {
	Tell(route.Diagnostic)
	Settle(text string) (dsl.Value, bool)
	Decides(dsl.Value) dsl.Value
	Place(*dsl.Call) grammar.Pos
	// Given returns the value that the user gives an expression, and whether there is one.
	Given(text string) (dsl.Value, bool)
	// TellMissing warns of variables of the environment whose text is missing in a value; in
	// says what that is.
	TellMissing(v dsl.Value, at grammar.Pos, in string)
	// Defines reports whether the program gives the mapper a method.
	Defines(word string) bool
	// UnknownWord answers a word that nothing defines.
	UnknownWord(*mapper.Mapper, *dsl.Call) dsl.Value
	// ReadFiles calls read for files to be run without a trace. Of what fails in them, code that
	// has a call of one of the names heard is reported.
	ReadFiles(heard map[string]bool, read func(Reading))
	// Configured returns what the start of the application gives a path of
	// Rails.application.config, with the place where, or what it is otherwise.
	Configured(path string, otherwise dsl.Value) (dsl.Value, grammar.Pos)
	// IsReading reports whether such files run.
	IsReading() bool
}

// A Reading runs code of files that leaves no trace.
type Reading interface {
	// Run runs statements that stand in a class; empty for the top level.
	Run(class string, body *grammar.Stmts, self dsl.Value)
	// Class returns the class that code of a name stands in, and Module the module that stands
	// for that of a gem.
	Class(name, parent string) *dsl.Class
	Module(name string) *dsl.Class
	// Lost reports a statement that failed, if it would have said something.
	Lost(grammar.Node, *dsl.EvalError)
}

// Files are those of an application, as text and as what they define.
type Files interface {
	// IsFile reports whether there is such a file, and Read returns its text. Text and Source,
	// the syntax tree, warn of a file that can't be used, as Unusable does.
	IsFile(name string) bool
	Read(name string) ([]byte, error)
	Text(name string) ([]byte, bool)
	Source(name string) *grammar.File
	Unusable(name string, err error)
	// Unlisted is Unusable for what [files.Layout.Walk] could not list.
	Unlisted(name string, err error)
	// Initializers returns the files below config/initializers, in Rails' order.
	Initializers() []string
	// Texts yields the files of the configuration and of lib, and TextsOf those of some names,
	// until they are too much.
	Texts() []files.Text
	TextsOf(names []string) iter.Seq[files.Text]
	// Take takes the definitions of a file, once, and Constant looks for one in all files.
	// FindWord looks for a file that gives the mapper a method.
	Take(files.Text)
	Constant(name string) (dsl.Value, bool)
	FindWord(word string) bool
	// Reached returns the statements of a file but those before which the program is certain
	// to leave it.
	Reached(*grammar.File) []grammar.Expr
}

// New returns the gems of an application, of which nothing is read yet.
func New(o Options) *Bundle {
	return &Bundle{
		Options: o, defined: map[*gems.Gem]*definedGem{}, classes: map[*dsl.Class]*classFiles{},
		signInClass: o.Interp.NewHostClass("Signalbox::SignIn", nil, func(name string) bool { return name == "matches?" }),
		shownClass:  o.Interp.NewHostClass("Signalbox::Shown", nil, func(name string) bool { return name == "inspect" || name == "to_s" || name == "call" }),
	}
}

// goWords are the words of gems that are written in Go, for what Ruby cannot say.
var goWords = map[string]func(*Bundle) mapper.WordFunc{
	"authenticate":    func(b *Bundle) mapper.WordFunc { return b.signIn(route.Authenticate) },
	"authenticated":   func(b *Bundle) mapper.WordFunc { return b.signIn(route.Authenticated) },
	"unauthenticated": func(b *Bundle) mapper.WordFunc { return b.signIn(route.Unauthenticated) },

	"draw_all":  func(b *Bundle) mapper.WordFunc { return b.DrawAll },
	"filter":    func(b *Bundle) mapper.WordFunc { return b.routingFilter },
	"localized": func(b *Bundle) mapper.WordFunc { return b.localizedWord },
	"wash_out":  func(b *Bundle) mapper.WordFunc { return b.fewArguments(1) },
}

// Word returns the method behind a word of a gem; ok is false for others.
func (b *Bundle) Word(name string) (run mapper.WordFunc, ok bool) {
	if word := goWords[name]; word != nil {
		return word(b), true
	}
	_, ok = gems.Words()[name]
	return b.gemWord, ok
}

// warn reports something unknown.
func (b *Bundle) warn(pos grammar.Pos, text string) {
	b.Host.Tell(warning(route.UnknownValue, pos, text))
}

// warnOf is warn of a certain kind.
func (b *Bundle) warnOf(kind route.DiagnosticKind, pos grammar.Pos, text string) {
	b.Host.Tell(warning(kind, pos, text))
}

func warning(kind route.DiagnosticKind, pos grammar.Pos, text string) route.Diagnostic {
	return route.Diagnostic{Severity: route.Warning, Summary: text, Pos: pos, Kind: kind}
}

func (b *Bundle) underscore(s string) string { return b.Drawing.Underscore(b.Thread, s) }

// warnAbout is warn of the unknown value that source is the text of.
func (b *Bundle) warnAbout(source string, pos grammar.Pos, text string) {
	d := warning(route.UnknownValue, pos, text)
	d.Source, d.Expr = source, source
	b.Host.Tell(d)
}

// hostWords, moduleWords and bodyWords are the methods that stand-ins for objects, modules and
// the bodies of classes answer themselves.
func (b *Bundle) hostWords(name string) bool { return route.HostWord(b.Interp, name) }

func (b *Bundle) moduleWords(name string) bool { return route.ModuleWord(b.Interp, name) }

func (b *Bundle) bodyWords(name string) bool {
	switch name {
	case "include", "prepend", "extend", "included", "name":
		return true
	}
	return b.hostWords(name)
}

// gemWord is a word of a gem's file.
func (b *Bundle) gemWord(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	g := gems.Named(gems.Words()[c.Name].Gem)
	if locked := b.Locked(); g.Was != "" && locked.Has(g.Was) && !locked.Has(g.Name) {
		g = gems.Named(g.Was)
	}
	if !b.Locked().Follow(g) || b.defineGem(g) != nil || !b.Host.Defines(sourceWord+c.Name) {
		return b.Host.UnknownWord(m, c)
	}
	b.tellPlugins(g, c)
	defer b.inGemWord(m)()
	return resendEach(m, c)
}

// inGemWord makes m the mapper of the word that runs, until the function it returns is called.
func (b *Bundle) inGemWord(m *mapper.Mapper) (leave func()) {
	before := b.mapper
	b.mapper = m
	return func() { b.mapper = before }
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
func (b *Bundle) fewArguments(most int) mapper.WordFunc {
	return func(m *mapper.Mapper, c *dsl.Call) dsl.Value {
		if len(c.Args) > most || c.Keywords.Len() > 0 {
			return b.Host.UnknownWord(m, c)
		}
		return b.gemWord(m, c)
	}
}

// versionOf is that of Gemfile.lock, else the newest.
func (b *Bundle) versionOf(g *gems.Gem) string {
	if text, ok := b.Locked()[g.Name]; ok && gems.IsVersion(text) {
		return text
	}
	return g.Newest
}

// RoutesOf returns the module of a gem with the routes that code asks for by its name; nil
// for others. It stands before what files of the application add to it.
func (b *Bundle) RoutesOf(name string) dsl.Value {
	return b.gemConst(name, func(g *gems.Gem) string { return g.Routes })
}

// ModuleOf returns the module of a gem that has settings or routes; nil for others.
func (b *Bundle) ModuleOf(name string) dsl.Value {
	return b.gemConst(name, func(g *gems.Gem) string {
		if g.Routes+g.Settings == "" {
			return ""
		}
		return g.Module
	})
}

// gemConst gives a constant that a gem's file defines, if the application has the gem.
func (b *Bundle) gemConst(name string, of func(*gems.Gem) string) dsl.Value {
	for _, g := range gems.All() {
		if name != of(g) || name == "" || b.defined[g] != nil || !b.has(g) || !b.Locked().Follow(g) {
			continue
		}
		if err := b.defineGem(g); err != nil {
			return nil
		}
		v, _ := b.Interp.Const(name)
		return v
	}
	return nil
}

// has reports whether the application has a gem, or may have it.
func (b *Bundle) has(g *gems.Gem) bool {
	locked := b.Locked()
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
func (b *Bundle) configOf(module string) *gemConfig {
	for _, g := range b.defined {
		if g.Module == module {
			return g.config
		}
	}
	return nil
}

// ChangesOptions reports whether words may change the options of a scope, which is Rails'
// own hash of each scope then.
func (b *Bundle) ChangesOptions() bool { return !b.Locked().AtLeast("devise", true, 5) }

// defineGem defines what a gem does, once.
func (b *Bundle) defineGem(g *gems.Gem) error {
	if d := b.defined[g]; d != nil {
		return d.err
	}
	d := &definedGem{Gem: g}
	b.defined[g] = d
	if g.Needs != "" {
		if d.err = b.defineGem(gems.Named(g.Needs)); d.err != nil {
			return d.err
		}
	}
	outer := b.defining
	b.defining = d
	defer func() { b.defining = outer }()
	b.Interp.WithoutJournal(func() {
		b.openModule(g)
		name, src := g.Source()
		d.err = b.runSource(mapper.WordSource+name+")", src)
		b.takePatches(g)
	})
	return d.err
}

// takePatches takes what the application's configuration and lib change of a gem's
// classes.
func (b *Bundle) takePatches(g *gems.Gem) {
	if g.Routes == "" {
		return
	}
	for _, f := range b.Files.Texts() {
		if bytes.Contains(f.Src, []byte(g.Routes)) {
			b.Files.Take(f)
		}
	}
}

// Defining calls define, which defines what a gem does, as the file of the gem does.
func (b *Bundle) Defining(g *gems.Gem, define func() error) error {
	b.defining = &definedGem{Gem: g}
	defer func() { b.defining = nil }()
	b.openModule(g)
	return define()
}

// DrawsFramework reports whether routes of the framework are drawn.
func (b *Bundle) DrawsFramework() bool { return b.framework != nil }

// openModule defines the modules around what a gem defines, of which code that is
// not read defines more.
func (b *Bundle) openModule(g *gems.Gem) {
	if v, ok := b.Interp.Const(signalbox); ok {
		b.Interp.SetHost(v.(*dsl.Class), gemModule{b}, func(name string) bool { return gemFunctions[name].run != nil })
	}
	if g.Module == "" {
		return
	}
	name := ""
	for part := range strings.SplitSeq(g.Module, "::") {
		name = code.JoinName(name, part)
		if _, ok := b.Interp.Const(name); !ok {
			b.Interp.DefineModule(name)
		}
	}
	b.Interp.DefineConst(g.Module+"::VERSION", dsl.NewFrozenString(b.versionOf(g)))
}

func (b *Bundle) runSource(name string, src []byte) error {
	file, err := grammar.Parse(name, src)
	if err == nil {
		_, err = b.Interp.NewThread().Run(file, nil)
	}
	return err
}

// tellPlugins warns that other gems may add routes to a word's.
func (b *Bundle) tellPlugins(g *gems.Gem, c *dsl.Call) {
	if g.Plugins == "" {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(b.Locked())) {
		if strings.HasPrefix(name, g.Plugins) {
			b.warn(c.Pos, "`"+c.Name+"` also mounts engines of plugins such as "+name+": their routes are missing; mount them in the routes file to list them")
			return
		}
	}
}

// Outside gives an error within the source of a gem the place of the call that
// led there.
func Outside(failed *dsl.EvalError) {
	for strings.HasPrefix(failed.Pos.Filename, mapper.WordSource) && len(failed.Stack) > 0 {
		failed.Pos, failed.Stack = failed.Stack[0].Pos, failed.Stack[1:]
	}
}

// Words of gems that draw a route or two.

// routingFilter is `filter :locale`, which draws nothing. routing-filter:
// Mapper#filter.
func (b *Bundle) routingFilter(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	b.Host.Tell(route.Diagnostic{Severity: route.Note, Summary: "filters of routing-filter are not applied to requests and helpers; apply them in Go where they matter", Pos: c.Pos})
	return m.Self()
}
