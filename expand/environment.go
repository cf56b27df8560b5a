package expand

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/code"
	"signalbox/expand/definitions"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the application's files do to ENV, and say of default_url_options, before the routes
// are read:
//
//	ENV["SITE"] ||= "https://example.org"
//
// Only the statements that this depends on are run, in the order of the start.

// An environment follows the start of the application.
type environment struct {
	l        *loader
	r        *reading
	files    map[string]bool // that matter, or require one that does
	required map[string]bool // those of them that others require
	// changing are the names of methods that change ENV, giving of those that say something of
	// default_url_options.
	changing      map[string]bool
	giving        map[string]bool
	classes       map[string]autoloaded // that the files name
	holders       map[string]bool       // variables of the file that hold ENV or options, or code that changes them
	used          map[string]bool       // the names in what matters of the file so far, outside of modules that are sliced themselves
	optionHolders map[string]bool       // those of all files that hold options
	ran           map[string]bool
	dotenvActive  bool // the gem dotenv is about to load its files
	later         [phases][]startBlock
	initializers  []*ownInitializers
	urlOptions    *configuredURLOptions // nil where nobody asks for them
	asks          *question             // what else is asked; nil for ENV and default_url_options
	booted        *boot                 // where that is what it says about routes
}

// A startBlock runs later in the start.
type startBlock struct {
	block *dsl.Proc
	self  dsl.Value // nil for that of the block
	when  []dsl.Condition
}

// The ownInitializers are those that a class says.
type ownInitializers struct {
	class  dsl.Value
	list   initializers
	booted bool // of an engine of the Gemfile
}

// A startPhase is a part of an application's start. Rails: Application::Bootstrap,
// Finisher.
type startPhase int

// What a file says runs at once; the blocks of initializers run in their order, others
// behind the files of their phase.
const (
	atOnce           startPhase = iota
	beforeInitialize            // and the environment's file
	onInitializers
	onLoad // when a hook is loaded, only the application knows
	onPrepare
	onEagerLoad
	onceInitialized
	phases
)

// startHooks are the methods whose blocks run as the application starts.
var startHooks = map[string]startPhase{
	"before_configuration": atOnce, "before_initialize": beforeInitialize, "initializer": onInitializers, "on_load": onLoad,
	"to_prepare": onPrepare, "before_eager_load": onEagerLoad, "after_initialize": onceInitialized,
}

func isStartHook(name string) bool {
	_, ok := startHooks[name]
	return ok
}

func newEnvironment(l *loader) *environment {
	return &environment{l: l, files: map[string]bool{}, required: map[string]bool{}, changing: map[string]bool{}, giving: map[string]bool{}, classes: map[string]autoloaded{}, optionHolders: map[string]bool{}, ran: map[string]bool{}}
}

// followStart runs what the files of the start do to ENV, and say of default_url_options.
func (l *loader) followStart(routes *grammar.File) {
	e := newEnvironment(l)
	if l.wantsURLOptions(routes) {
		e.urlOptions = &configuredURLOptions{}
	}
	changes := false
	e.mark(func(f files.Text) bool {
		does := e.changes(f)
		changes = changes || does
		return does || e.urlOptions != nil && bytes.Contains(f.Src, []byte(urlOptionsWord))
	})
	e.dotenvActive = e.usesDotenv()
	if !changes && (!e.dotenvActive || len(e.dotenvFiles()) == 0) {
		return
	}
	e.findMethods()
	var after core.Environment
	keep := func() {}
	as := l.run.to(toRead)
	as.start, as.config = e, map[string]dsl.Value{}
	l.reads(nil, as, func(r *reading) {
		e.r = r
		if e.urlOptions != nil {
			e.answerURLOptions()
		}
		e.boot()
		after = core.EnvironmentOf(l.interp)
		if e.urlOptions != nil {
			keep = e.urlOptions.kept(l)
		}
	})
	core.SetEnvironment(l.interp, after)
	keep()
}

// answer lets read run files for the question, and boot.
func (e *environment) answer(read func(*reading)) {
	e.findMethods()
	as := e.l.run.to(toRead)
	as.start, as.audience, as.config = e, hearsNothing, map[string]dsl.Value{}
	e.l.reads(nil, as, func(r *reading) {
		e.r = r
		read(r)
	})
}

// boot runs the files in their order.
func (e *environment) boot() {
	e.file("config/boot.rb")
	e.booted.runEngines(e)
	e.file("config/application.rb")
	e.configure()
	before, after := e.aroundInitialize("config/environment.rb")
	e.run("config/environment.rb", before)
	e.allInitializers().runAll()
	if e.asks != nil && after != nil && e.matters(after) {
		e.asks.lost = true // where classes are loaded eagerly the routes are drawn by now
	}
	e.run("config/environment.rb", after)
}

// allInitializers are those of the application, which Rails sorts.
func (e *environment) allInitializers() initializers {
	var own initializers
	engines := e.booted.initializers(e)
	for _, of := range e.initializers {
		if of.class == e.l.app {
			own = of.list
		} else if !of.booted {
			engines = append(engines, of.list...)
		}
	}
	enter := func(p startPhase) func() { return func() { e.enter(p) } }
	return ofStart(map[string]func(){
		":bootstrap_hook":           enter(beforeInitialize),
		":load_environment_config":  func() { e.file("config/environments/" + e.l.options.RailsEnv + ".rb") },
		":add_routing_paths":        e.booted.addAllPaths,
		":load_config_initializers": e.initializersBelow("."),
		":run_prepare_callbacks":    func() { e.enter(onLoad); e.enter(onPrepare) },
		":eager_load!":              enter(onEagerLoad),
		":finisher_hook":            enter(onceInitialized),
	}, engines, own)
}

// initializersBelow returns what runs the files of a folder's config/initializers.
func (e *environment) initializersBelow(folder string) func() {
	return func() {
		for _, name := range e.l.initializersBelow(folder) {
			e.file(name)
		}
	}
}

// initializer takes `initializer "x", before: :y do`. Those of files that an initializer
// loads come too late.
func (e *environment) initializer(c *dsl.Call, b startBlock) {
	name := func(v dsl.Value) string {
		switch v := v.(type) {
		case dsl.Symbol:
			return ":" + string(v)
		case *dsl.String:
			return v.String()
		}
		return ""
	}
	option := func(key string) string {
		v, _ := c.Keywords.Sym(key)
		return name(v)
	}
	i := &initializer{name: c.Pos.String(), before: option("before"), after: option("after")}
	if len(c.Args) > 0 && name(c.Args[0]) != "" {
		i.name = name(c.Args[0])
	}
	if group := option("group"); group == "" || group == ":default" || group == ":all" {
		i.run = func() { e.runBlocks(func(c *dsl.Call) { e.runBlock(c, b) }) }
	}
	at := slices.IndexFunc(e.initializers, func(of *ownInitializers) bool { return of.class == c.Self })
	switch {
	case len(e.initializers) >= files.MaxListed || at >= 0 && len(e.initializers[at].list) >= files.MaxListed:
		return
	case at < 0:
		at = len(e.initializers)
		e.initializers = append(e.initializers, &ownInitializers{class: c.Self})
	}
	e.initializers[at].list.add(i)
}

// configure is the beginning of the application's configuration.
func (e *environment) configure() {
	if e.dotenvActive {
		e.dotenvActive = false // once
		e.dotenv(e.dotenvFiles(), false)
	}
}

// enter runs the blocks that waited for a phase.
func (e *environment) enter(p startPhase) {
	if len(e.later[p]) == 0 {
		return
	}
	if e.asks != nil && (p == onLoad || p == onEagerLoad) { // whether they run before the routes is not known
		e.asks.lost = true
	}
	e.runBlocks(func(c *dsl.Call) {
		for i := 0; i < len(e.later[p]); i++ {
			e.runBlock(c, e.later[p][i])
		}
	})
}

// runBlocks gives run a call in which blocks run.
func (e *environment) runBlocks(run func(*dsl.Call)) {
	self := e.l.interp.NewObject(e.l.interp.NewClass("Object", nil, func(name string) bool { return name == "run" }), ruby.Receiver(func(c *dsl.Call) dsl.Value {
		run(c)
		return dsl.Nil
	}))
	e.r.runStatements("", &grammar.Stmts{List: []grammar.Expr{&grammar.Call{Name: "run"}}}, self, e.lost)
}

// runBlock runs a block where the conditions around it hold.
func (e *environment) runBlock(c *dsl.Call, b startBlock) {
	run := func() {
		if b.self != nil {
			c.Exec(b.self, b.block, e.l.app)
		} else {
			c.Send(b.block, "call", e.l.app)
		}
	}
	_ = dsl.Attempt(func() {
		ruby.Whether(c.Thread, c.Thread.EvalConds(b.when), func() { _ = dsl.Attempt(run) }, func() {})
	})
}

// startBlock takes the block of a call as the application starts; it runs later, or
// at once.
func (e *environment) startBlock(c *dsl.Call) dsl.Value {
	p := startHooks[c.Name]
	switch {
	case c.Name == "configure":
		return c.Exec(c.Self, c.Block, c.Self)
	case p == atOnce:
		return c.Yield(c.Self)
	}
	b := startBlock{c.KeepBlock(), e.urlOptions.loaded(c), c.Thread.Conditions()}
	switch {
	case len(e.later[p]) >= files.MaxListed:
	case p == onInitializers:
		e.initializer(c, b)
	default:
		e.later[p] = append(e.later[p], b)
	}
	return dsl.Nil
}

// ---- files

// A startFile is one that the application reads as it starts.
type startFile struct {
	files.Text
	requiredBy []string
}

// startFiles are the files that the application reads as it starts, each behind those that it
// requires.
func (cf *configuration) startFiles() []*startFile {
	if cf.start != nil {
		return cf.start
	}
	byName := map[string]*startFile{}
	var add func(f files.Text, depth int) *startFile
	add = func(f files.Text, depth int) *startFile {
		if s := byName[f.Name]; s != nil {
			return s
		}
		s := &startFile{Text: f}
		byName[f.Name] = s
		if depth < definitions.MaxRequires {
			for _, required := range cf.l.definitions.Required(f) {
				r := add(required, depth+1)
				r.requiredBy = append(r.requiredBy, f.Name)
			}
		}
		cf.start = append(cf.start, s)
		return s
	}
	for _, f := range cf.l.readAll(append(definitions.BootFiles(cf.l.options.RailsEnv), cf.l.Initializers()...)) {
		add(f, 0)
	}
	return cf.start
}

// mark notes the files of the start that matter, and those that require one which does.
func (e *environment) mark(matters func(files.Text) bool) {
	for _, f := range e.l.configuration.startFiles() {
		e.files[f.Name] = matters(f.Text) || e.files[f.Name]
		for _, by := range f.requiredBy { // which come later
			if e.files[f.Name] {
				e.files[by], e.required[f.Name] = true, true
			}
		}
	}
}

// changes reports whether a file may do what matters by itself: options of mailers alone do not.
func (e *environment) changes(f files.Text) bool {
	if changesEnvironment(f.Src) || bytes.Contains(f.Src, []byte("Dotenv")) || e.urlOptions != nil && givesURLOptions(f.Src) {
		return true
	}
	own := e.l.definitions.DefinedIn(f)
	return slices.ContainsFunc(e.l.definitions.NamedIn(f), func(class string) bool {
		return e.autoloaded(class) != (autoloaded{}) && !slices.Contains(own, code.LastName(class))
	})
}

// An autoloaded class is one whose file may do what matters.
type autoloaded struct{ changesVariables, givesURLOptions bool }

// autoloaded says what the file of a class may do, which autoloading finds.
func (e *environment) autoloaded(class string) autoloaded {
	does, known := e.classes[class]
	if known {
		return does
	}
	for _, name := range e.l.definitions.FilesOf(class) {
		if src, err := e.l.Read(name); err == nil {
			does.changesVariables = does.changesVariables || changesEnvironment(src)
			does.givesURLOptions = does.givesURLOptions || e.urlOptions != nil && givesURLOptions(src)
		}
	}
	e.classes[class] = does
	return does
}

// changesEnvironment reports whether a text mentions ENV in another way than to
// read a variable.
func changesEnvironment(src []byte) bool {
	return code.Mentions(src, "ENV", func(_, after []byte) bool { return !readsVariable(after) })
}

// readsVariable reports whether a text goes on behind ENV as a read does.
func readsVariable(text []byte) bool {
	if method, ok := bytes.CutPrefix(text, []byte(".")); ok {
		return core.ReadsEnvironment(code.NameAt(method))
	}
	key, ok := bytes.CutPrefix(text, []byte("["))
	if !ok {
		return false
	}
	_, after, ok := bytes.Cut(key, []byte("]"))
	if line, _, _ := bytes.Cut(key, []byte("\n")); !ok || bytes.Count(line, []byte("[")) > 0 {
		return false // whatever the name is made of
	}
	return !code.Assigns(after)
}

// file runs a file, once.
func (e *environment) file(name string) {
	if e.ran[name] || !e.files[name] {
		return
	}
	e.ran[name] = true
	if file := e.l.Source(name); file != nil {
		e.run(name, file.Body)
	}
}

// run runs the statements of a file that matter.
func (e *environment) run(name string, body *grammar.Stmts) {
	if body == nil || !e.files[name] {
		return
	}
	holders, used := e.holders, e.used
	e.holders, e.used = map[string]bool{}, map[string]bool{}
	defer func() { e.holders, e.used = holders, used }()
	if e.asks != nil {
		e.stmts("", body, e.l.interp.Main())
		return
	}
	if _, ran := e.l.configuration.environmentAt[name]; !ran {
		e.l.configuration.environmentAt[name] = core.EnvironmentOf(e.l.interp)
	}
	missing := e.l.variables.collect(func() { e.stmts("", body, e.l.interp.Main()) })
	missedFor(&e.l.variables.ofFiles, name, missing)
	if e.urlOptions != nil {
		e.noteURLVariables(name, body, missing)
	}
}

// aroundInitialize parts config/environment.rb at `Rails.application.initialize!`.
func (e *environment) aroundInitialize(name string) (before, after *grammar.Stmts) {
	file := e.l.Source(name)
	if file == nil || !e.files[name] {
		return nil, nil
	}
	list := file.Body.List
	at := slices.IndexFunc(list, func(x grammar.Expr) bool { return code.CallsAny(x, map[string]bool{"initialize!": true}) })
	if at < 0 {
		at = len(list)
	}
	return &grammar.Stmts{Pos: file.Body.Pos, List: list[:at]}, &grammar.Stmts{Pos: file.Body.Pos, List: list[at:]}
}

// stmts runs those of the statements in a class that matter; those of the
// application's class with the application as self.
func (e *environment) stmts(class string, body *grammar.Stmts, self dsl.Value) {
	var list []grammar.Expr
	flush := func() {
		if len(list) > 0 && !e.r.runStatements(class, &grammar.Stmts{Pos: body.Pos, List: list}, self, e.lost) && e.asks != nil {
			e.asks.lost = true
		}
		list = nil
	}
	left := false // what follows is run together with what may leave it
	for _, x := range e.slice(body.List, e.matters) {
		if left = left || code.MayLeave(x); left {
			list = append(list, x)
			continue
		}
		if name, body, self := e.inner(class, x); body != nil {
			flush()
			e.stmts(name, body, self())
			continue
		}
		list = append(list, x)
	}
	flush()
}

// inner returns the statements in a module, in the class of the application or in that of an
// engine, which are picked one by one, with their place and their self; nil for others.
func (e *environment) inner(class string, x grammar.Expr) (name string, body *grammar.Stmts, self func() dsl.Value) {
	switch x := x.(type) {
	case *grammar.Module:
		name = code.JoinName(class, code.ConstName(x.Name))
		return name, x.Body.Stmts, func() dsl.Value { return e.module(name) }
	case *grammar.Class:
		if x.Super == nil || x.Body.Stmts == nil {
			return "", nil, nil
		}
		if strings.HasSuffix(grammar.String(x.Super), "Rails::Application") {
			return class, x.Body.Stmts, func() dsl.Value {
				e.configure()
				return e.l.app
			}
		}
		name = code.JoinName(class, code.ConstName(x.Name))
		if engine, _ := e.l.interp.Const(name); e.booted != nil && engine != nil {
			return name, e.booted.notDrawn(x.Body.Stmts), func() dsl.Value { return engine }
		}
	}
	return "", nil, nil
}

// module is the module around code: one that is there by now, or one that stands for it.
func (e *environment) module(name string) *dsl.Class {
	if v, ok := e.l.interp.Const(name); ok {
		if module, ok := v.(*dsl.Class); ok {
			e.r.within[name] = module
			return module
		}
	}
	module := e.r.Module(name)
	e.l.interp.MarkOpen(module)
	return module
}

// ---- what matters

// findMethods finds the methods of the files that do what matters.
func (e *environment) findMethods() {
	for range definitions.MaxRequires { // one calls another
		before := len(e.changing) + len(e.giving)
		for name, changes := range e.files {
			if !changes {
				continue
			}
			if file := e.l.Source(name); file != nil {
				grammar.Walk(file, func(n grammar.Node) {
					if d, ok := n.(*grammar.Def); ok {
						if e.asks == nil && e.changesVariables(d.Body) || e.asks != nil && e.matters(d.Body) {
							e.changing[d.Name] = true
						}
						if e.givesURLOptions(d.Body) {
							e.giving[d.Name] = true
						}
					}
				})
			}
		}
		if len(e.changing)+len(e.giving) == before {
			break
		}
	}
}

// matters reports whether a piece of code may change ENV, or say something of
// default_url_options.
func (e *environment) matters(n grammar.Node) bool {
	if e.asks != nil {
		return e.asks.sets(n) || e.calls(n)
	}
	return e.changesVariables(n) || e.givesURLOptions(n)
}

// changesVariables reports whether a piece of code may change ENV.
func (e *environment) changesVariables(n grammar.Node) bool {
	reads := map[grammar.Node]bool{} // ENV where it is read
	return code.Any(n, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Assign:
			return isVariable(n.Target)
		case *grammar.OpAssign:
			return isVariable(n.Target)
		case *grammar.MultiAssign:
			return slices.ContainsFunc(n.Targets.List, isVariable)
		case *grammar.Index:
			reads[n.Recv] = isVariable(n)
		case *grammar.Call:
			if isENV(n.Recv) {
				reads[n.Recv] = core.ReadsEnvironment(n.Name)
			}
			return e.leads(n)
		case *grammar.Const:
			return e.classes[code.ConstName(n)].changesVariables || isENV(n) && !reads[n] || n.Name == "Dotenv" && n.Scope == nil
		}
		return false
	})
}

// calls reports whether a piece of code has a call that leads to code which matters.
func (e *environment) calls(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		if c, ok := n.(*grammar.Call); ok {
			return e.leads(c)
		}
		return slices.ContainsFunc(code.AssignedBy(n), func(target grammar.Expr) bool { return e.changing[code.NameOf(target)+"="] })
	})
}

// leads reports whether a call may run code that matters: a method, or a file.
func (e *environment) leads(c *grammar.Call) bool {
	return e.changing[c.Name] || code.Requires(c) && e.requires(c)
}

// requires reports whether a call may read one of the files that matter.
func (e *environment) requires(c *grammar.Call) bool {
	text := firstArg(c.Args)
	for name := range e.required {
		if text == "" || path.Base(strings.TrimSuffix(name, ".rb")) == path.Base(strings.TrimSuffix(text, ".rb")) {
			return true
		}
	}
	return false
}

func isVariable(x grammar.Expr) bool {
	at, ok := x.(*grammar.Index)
	return ok && isENV(at.Recv)
}

func isENV(x grammar.Expr) bool {
	c, ok := x.(*grammar.Const)
	return ok && strings.TrimPrefix(code.ConstName(c), "Object::") == "ENV"
}

// slice returns the statements that matter, and those before them, and before the module that they
// stand in, that give their variables, constants and methods, or that may leave the code.
func (e *environment) slice(list []grammar.Expr, matter func(grammar.Node) bool) []grammar.Expr {
	used := map[string]bool{}
	use := func(x grammar.Expr) {
		_, apart, _ := e.inner("", x)
		grammar.Walk(x, func(n grammar.Node) {
			if name := code.NameOf(n); name != "" {
				used[name], e.used[name] = true, e.used[name] || apart == nil
			}
		})
	}
	matters := make([]bool, len(list))
	for i, x := range list {
		matters[i] = matter(x) || code.MentionsAny(x, e.holders)
		if a, ok := x.(*grammar.Assign); ok && matters[i] && matter(a.Value) && code.NameOf(a.Target) != "" {
			e.holders[code.NameOf(a.Target)] = true
			e.optionHolders[code.NameOf(a.Target)] = e.optionHolders[code.NameOf(a.Target)] || e.givesURLOptions(a.Value)
		}
	}
	var kept []grammar.Expr
	for i, x := range slices.Backward(list) {
		if matters[i] || len(kept) > 0 && code.MayLeave(x) || slices.ContainsFunc(code.DefinedBy(x), func(name string) bool { return used[name] || e.used[name] && definesMethods(x) }) {
			x = e.within(x, matter)
			use(x)
			kept = append(kept, x)
		}
	}
	slices.Reverse(kept)
	return kept
}

// definesMethods reports whether a statement of a module defines methods, which code around the module
// may call.
func definesMethods(x grammar.Expr) bool {
	switch x.(type) {
	case *grammar.Def, *grammar.SingletonClass:
		return true
	}
	return false
}

// places are those of the calls in the statements that matter, also in classes.
func (e *environment) places(list []grammar.Expr, matter func(grammar.Node) bool) map[grammar.Pos]bool {
	places := map[grammar.Pos]bool{}
	for _, x := range e.slice(list, matter) {
		if body := code.BodyOf(x); body != nil && body.Stmts != nil {
			maps.Copy(places, e.places(body.Stmts.List, matter))
		} else {
			code.AddPlaces(places, x)
		}
	}
	return places
}

// within returns a call without the statements of its block that do not matter, if it
// is one that runs as the application starts.
func (e *environment) within(x grammar.Expr, matter func(grammar.Node) bool) grammar.Expr {
	c, ok := x.(*grammar.Call)
	if !ok || c.Block == nil || c.Block.Body == nil || c.Block.Body.Stmts == nil || c.Name != "configure" && !isStartHook(c.Name) {
		return x
	}
	own, block, body := *c, *c.Block, *c.Block.Body
	body.Stmts = &grammar.Stmts{Pos: c.Block.Body.Stmts.Pos, List: e.slice(c.Block.Body.Stmts.List, matter)}
	block.Body, own.Block = &body, &block
	return &own
}

// lost leaves unknown what a statement which failed would have said.
func (e *environment) lost(x grammar.Expr, err *dsl.EvalError) {
	if e.booted != nil {
		e.booted.lost(x, err)
		return
	}
	if e.asks != nil {
		if e.matters(x) || len(code.AssignedIn(x)) > 0 {
			e.asks.lost, e.asks.at = true, x.Start()
		}
		return
	}
	if e.urlOptions != nil {
		e.urlOptions.lost(e, x)
	}
	now := core.EnvironmentOf(e.l.interp)
	lose := func(target grammar.Expr, onlyMissing bool) {
		at, ok := target.(*grammar.Index)
		if !ok || !isVariable(at) {
			return
		}
		name := firstArg(at.Args)
		_, given := e.l.options.Env[name]
		if name == "" {
			now.SetUnknown(dsl.NewUnknown(grammar.String(at.Args[0]), at.Pos))
			return
		}
		if !given && !(onlyMissing && now.Has(name)) {
			now.Set(name, dsl.NewUnknown(route.VariableText(name), at.Pos))
		}
	}
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			lose(n.Target, false)
		case *grammar.OpAssign:
			lose(n.Target, n.Op == "||")
		}
	})
	core.SetEnvironment(e.l.interp, now)
}

// asked notes what the value of a variable depends on, which files of the
// start assign.
func (vn *variableNotes) asked(name string) {
	for file, missing := range vn.ofFiles {
		parsed := vn.l.files[file]
		if parsed != nil && vn.l.run.start == nil && strings.Contains(parsed.Source, name) {
			vn.noteAll(missing)
		}
	}
}
