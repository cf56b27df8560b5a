package expand

import (
	"maps"
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/definitions"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// The start of the application as Rails runs it, as far as it says something of what is asked.

// A start follows the start of the application for an aim: only the statements that matter to it
// are run, with those that they depend on, in the order of the start.
type start struct {
	l        *loader
	r        *reading
	aim      aim
	engines  *boot           // whose files are run, too; nil for those of the application alone
	files    map[string]bool // that matter, or require one that does
	required map[string]bool // those of them that others require
	methods  map[string]bool // names of those that do what matters
	holders  map[string]bool // variables of the file that hold what matters, or code that does it
	used     map[string]bool // the names in what matters of the file so far, outside of modules that are sliced themselves
	ran      map[string]bool

	configure    func()                // what the application's configuration begins with
	bases        map[string]*dsl.Class // in which the blocks of load hooks run, where that matters
	later        [phases][]startBlock
	initializers []*ownInitializers
}

// An aim is what the start is followed for: what it does to ENV, what it gives one value, what it
// draws.
type aim interface {
	// does reports whether a piece of code may do it, other than by a call of a method of the files.
	does(n grammar.Node) bool
	// method hears of the methods of the files, and reports whether that was news.
	method(d *grammar.Def) bool
	// inFile is called for each file, and runs its statements by run.
	inFile(s *start, name string, body *grammar.Stmts, run func())
	// loses hears of a statement that failed.
	loses(s *start, x grammar.Expr, err *dsl.EvalError)
	// unsure hears that something which matters may run at another time than it does here, or
	// did not come to its end.
	unsure()
}

// An anyAim has what most aims do.
type anyAim struct{}

func (anyAim) method(*grammar.Def) bool                                { return false }
func (anyAim) inFile(_ *start, _ string, _ *grammar.Stmts, run func()) { run() }
func (anyAim) unsure()                                                 {}

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

func (l *loader) newStart(a aim) *start {
	return &start{l: l, aim: a, files: map[string]bool{}, required: map[string]bool{}, methods: map[string]bool{}, ran: map[string]bool{}, configure: func() {}}
}

// reads lets f run files for the aim, and boot.
func (s *start) reads(as run, f func(*reading)) {
	as.start, as.config = s, map[string]dsl.Value{}
	s.l.reads(nil, as, func(r *reading) {
		s.r = r
		f(r)
	})
}

// boot runs the files in their order.
func (s *start) boot() {
	s.file("config/boot.rb")
	s.engines.run(s)
	s.file("config/application.rb")
	s.configure()
	before, after := s.aroundInitialize("config/environment.rb")
	s.run("config/environment.rb", before)
	s.allInitializers().runAll()
	if after != nil && s.matters(after) {
		s.aim.unsure() // where classes are loaded eagerly the routes are drawn by now
	}
	s.run("config/environment.rb", after)
}

// allInitializers are those of the application, which Rails sorts.
func (s *start) allInitializers() initializers {
	var own initializers
	engines := s.engines.initializers(s)
	for _, of := range s.initializers {
		if of.class == s.l.app {
			own = of.list
		} else if !of.booted {
			engines = append(engines, of.list...)
		}
	}
	enter := func(p startPhase) func() { return func() { s.enter(p) } }
	return ofStart(map[string]func(){
		":bootstrap_hook":           enter(beforeInitialize),
		":load_environment_config":  func() { s.file("config/environments/" + s.l.options.RailsEnv + ".rb") },
		":add_routing_paths":        s.engines.addAllPaths,
		":load_config_initializers": s.initializersBelow("."),
		":run_prepare_callbacks":    func() { s.enter(onLoad); s.enter(onPrepare) },
		":eager_load!":              enter(onEagerLoad),
		":finisher_hook":            enter(onceInitialized),
	}, engines, own)
}

// initializersBelow returns what runs the files of a folder's config/initializers.
func (s *start) initializersBelow(folder string) func() {
	return func() {
		for _, name := range s.l.initializersBelow(folder) {
			s.file(name)
		}
	}
}

// initializer takes `initializer "x", before: :y do`. Those of files that an initializer
// loads come too late.
func (s *start) initializer(c *dsl.Call, b startBlock) {
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
		i.run = func() { s.runBlocks(func(c *dsl.Call) { s.runBlock(c, b) }) }
	}
	at := slices.IndexFunc(s.initializers, func(of *ownInitializers) bool { return of.class == c.Self })
	switch {
	case len(s.initializers) >= files.MaxListed || at >= 0 && len(s.initializers[at].list) >= files.MaxListed:
		return
	case at < 0:
		at = len(s.initializers)
		s.initializers = append(s.initializers, &ownInitializers{class: c.Self})
	}
	s.initializers[at].list.add(i)
}

// enter runs the blocks that waited for a phase.
func (s *start) enter(p startPhase) {
	if len(s.later[p]) == 0 {
		return
	}
	if p == onLoad || p == onEagerLoad { // whether they run before the routes is not known
		s.aim.unsure()
	}
	s.runBlocks(func(c *dsl.Call) {
		for i := 0; i < len(s.later[p]); i++ {
			s.runBlock(c, s.later[p][i])
		}
	})
}

// runBlocks gives run a call in which blocks run.
func (s *start) runBlocks(run func(*dsl.Call)) {
	self := s.l.interp.NewObject(s.l.interp.NewClass("Object", nil, func(name string) bool { return name == "run" }), ruby.Receiver(func(c *dsl.Call) dsl.Value {
		run(c)
		return dsl.Nil
	}))
	s.r.runStatements("", &grammar.Stmts{List: []grammar.Expr{&grammar.Call{Name: "run"}}}, self, s.lost)
}

// runBlock runs a block where the conditions around it hold.
func (s *start) runBlock(c *dsl.Call, b startBlock) {
	run := func() {
		if b.self != nil {
			c.Exec(b.self, b.block, s.l.app)
		} else {
			c.Send(b.block, "call", s.l.app)
		}
	}
	_ = dsl.Attempt(func() {
		ruby.Whether(c.Thread, c.Thread.EvalConds(b.when), func() { _ = dsl.Attempt(run) }, func() {})
	})
}

// startBlock takes the block of a call as the application starts; it runs later, or
// at once.
func (s *start) startBlock(c *dsl.Call) dsl.Value {
	p := startHooks[c.Name]
	switch {
	case c.Name == "configure":
		return c.Exec(c.Self, c.Block, c.Self)
	case p == atOnce:
		return c.Yield(c.Self)
	}
	b := startBlock{block: c.KeepBlock(), when: c.Thread.Conditions()}
	if c.Name == "on_load" && len(c.Args) > 0 && s.bases[ruby.NameText(c.Args[0])] != nil {
		b.self = s.bases[ruby.NameText(c.Args[0])]
	}
	switch {
	case len(s.later[p]) >= files.MaxListed:
	case p == onInitializers:
		s.initializer(c, b)
	default:
		s.later[p] = append(s.later[p], b)
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
func (s *start) mark(matters func(files.Text) bool) {
	for _, f := range s.l.configuration.startFiles() {
		s.files[f.Name] = matters(f.Text) || s.files[f.Name]
		for _, by := range f.requiredBy { // which come later
			if s.files[f.Name] {
				s.files[by], s.required[f.Name] = true, true
			}
		}
	}
}

// file runs a file, once.
func (s *start) file(name string) {
	if s.ran[name] || !s.files[name] {
		return
	}
	s.ran[name] = true
	if file := s.l.Source(name); file != nil {
		s.run(name, file.Body)
	}
}

// run runs the statements of a file that matter.
func (s *start) run(name string, body *grammar.Stmts) {
	if body == nil || !s.files[name] {
		return
	}
	holders, used := s.holders, s.used
	s.holders, s.used = map[string]bool{}, map[string]bool{}
	defer func() { s.holders, s.used = holders, used }()
	s.aim.inFile(s, name, body, func() { s.stmts("", body, s.l.interp.Main()) })
}

// aroundInitialize parts config/environment.rb at `Rails.application.initialize!`.
func (s *start) aroundInitialize(name string) (before, after *grammar.Stmts) {
	file := s.l.Source(name)
	if file == nil || !s.files[name] {
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
func (s *start) stmts(class string, body *grammar.Stmts, self dsl.Value) {
	var list []grammar.Expr
	flush := func() {
		if len(list) > 0 && !s.r.runStatements(class, &grammar.Stmts{Pos: body.Pos, List: list}, self, s.lost) {
			s.aim.unsure()
		}
		list = nil
	}
	left := false // what follows is run together with what may leave it
	for _, x := range s.slice(body.List, s.matters) {
		if left = left || code.MayLeave(x); left {
			list = append(list, x)
			continue
		}
		if name, body, self := s.inner(class, x); body != nil {
			flush()
			s.stmts(name, body, self())
			continue
		}
		list = append(list, x)
	}
	flush()
}

// inner returns the statements in a module, in the class of the application or in that of an
// engine, which are picked one by one, with their place and their self; nil for others.
func (s *start) inner(class string, x grammar.Expr) (name string, body *grammar.Stmts, self func() dsl.Value) {
	switch x := x.(type) {
	case *grammar.Module:
		name = code.JoinName(class, code.ConstName(x.Name))
		return name, x.Body.Stmts, func() dsl.Value { return s.module(name) }
	case *grammar.Class:
		if x.Super == nil || x.Body.Stmts == nil {
			return "", nil, nil
		}
		if strings.HasSuffix(grammar.String(x.Super), "Rails::Application") {
			return class, x.Body.Stmts, func() dsl.Value {
				s.configure()
				return s.l.app
			}
		}
		name = code.JoinName(class, code.ConstName(x.Name))
		if engine, _ := s.l.interp.Const(name); s.engines != nil && engine != nil {
			return name, s.engines.notDrawn(x.Body.Stmts), func() dsl.Value { return engine }
		}
	}
	return "", nil, nil
}

// module is the module around code: one that is there by now, or one that stands for it.
func (s *start) module(name string) *dsl.Class {
	if v, ok := s.l.interp.Const(name); ok {
		if module, ok := v.(*dsl.Class); ok {
			s.r.within[name] = module
			return module
		}
	}
	module := s.r.Module(name)
	s.l.interp.MarkOpen(module)
	return module
}

// ---- what matters

// findMethods finds the methods of the files that do what matters.
func (s *start) findMethods() {
	for news, depth := true, 0; news && depth < definitions.MaxRequires; depth++ { // one calls another
		news = false
		for name, matters := range s.files {
			if !matters {
				continue
			}
			if file := s.l.Source(name); file != nil {
				grammar.Walk(file, func(n grammar.Node) {
					if d, ok := n.(*grammar.Def); ok {
						news = s.aim.method(d) || news
						if !s.methods[d.Name] && s.matters(d.Body) {
							s.methods[d.Name], news = true, true
						}
					}
				})
			}
		}
	}
}

// matters reports whether a piece of code may do what the start is followed for.
func (s *start) matters(n grammar.Node) bool { return s.aim.does(n) || s.calls(n) }

// calls reports whether a piece of code has a call that leads to code which matters.
func (s *start) calls(n grammar.Node) bool {
	return code.Any(n, func(n grammar.Node) bool {
		if c, ok := n.(*grammar.Call); ok {
			return s.leads(c)
		}
		return slices.ContainsFunc(code.AssignedBy(n), func(target grammar.Expr) bool { return s.methods[code.NameOf(target)+"="] })
	})
}

// leads reports whether a call may run code that matters: a method, or a file.
func (s *start) leads(c *grammar.Call) bool {
	return s.methods[c.Name] || code.Requires(c) && s.requires(c)
}

// requires reports whether a call may read one of the files that matter.
func (s *start) requires(c *grammar.Call) bool {
	text := firstArg(c.Args)
	for name := range s.required {
		if text == "" || path.Base(strings.TrimSuffix(name, ".rb")) == path.Base(strings.TrimSuffix(text, ".rb")) {
			return true
		}
	}
	return false
}

// slice returns the statements that matter, and those before them, and before the module that they
// stand in, that give their variables, constants and methods, or that may leave the code.
func (s *start) slice(list []grammar.Expr, matter func(grammar.Node) bool) []grammar.Expr {
	used := map[string]bool{}
	use := func(x grammar.Expr) {
		_, apart, _ := s.inner("", x)
		grammar.Walk(x, func(n grammar.Node) {
			if name := code.NameOf(n); name != "" {
				used[name], s.used[name] = true, s.used[name] || apart == nil
			}
		})
	}
	matters := make([]bool, len(list))
	for i, x := range list {
		matters[i] = matter(x) || code.MentionsAny(x, s.holders)
		if a, ok := x.(*grammar.Assign); ok && matters[i] && matter(a.Value) && code.NameOf(a.Target) != "" {
			s.holders[code.NameOf(a.Target)] = true
		}
	}
	var kept []grammar.Expr
	for i, x := range slices.Backward(list) {
		if matters[i] || len(kept) > 0 && code.MayLeave(x) || slices.ContainsFunc(code.DefinedBy(x), func(name string) bool { return used[name] || s.used[name] && definesMethods(x) }) {
			x = s.within(x, matter)
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
func (s *start) places(list []grammar.Expr, matter func(grammar.Node) bool) map[grammar.Pos]bool {
	places := map[grammar.Pos]bool{}
	for _, x := range s.slice(list, matter) {
		if body := code.BodyOf(x); body != nil && body.Stmts != nil {
			maps.Copy(places, s.places(body.Stmts.List, matter))
		} else {
			code.AddPlaces(places, x)
		}
	}
	return places
}

// within returns a call without the statements of its block that do not matter, if it
// is one that runs as the application starts.
func (s *start) within(x grammar.Expr, matter func(grammar.Node) bool) grammar.Expr {
	c, ok := x.(*grammar.Call)
	if !ok || c.Block == nil || c.Block.Body == nil || c.Block.Body.Stmts == nil || c.Name != "configure" && !isStartHook(c.Name) {
		return x
	}
	own, block, body := *c, *c.Block, *c.Block.Body
	body.Stmts = &grammar.Stmts{Pos: c.Block.Body.Stmts.Pos, List: s.slice(c.Block.Body.Stmts.List, matter)}
	block.Body, own.Block = &body, &block
	return &own
}

// lost leaves unknown what a statement which failed would have said.
func (s *start) lost(x grammar.Expr, err *dsl.EvalError) { s.aim.loses(s, x, err) }
