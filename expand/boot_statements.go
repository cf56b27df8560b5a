package expand

import (
	"regexp"
	"slices"

	"signalbox/expand/code"
	"signalbox/expand/definitions"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the files of engines and config/application.rb say about routes as the
// application starts.

// A bootBlock tells the blocks that run at some time of the start.
type bootBlock func(*grammar.Call) bool

func beforeInitializers(c *grammar.Call) bool {
	return isStartHook(c.Name) && startHooks[c.Name] < onInitializers
}

// run runs what a file of engines says about routes in such blocks; what its
// classes say about config.paths goes first.
func (b *boot) run(f *engineFile, when bootBlock) {
	if f.parsed == nil {
		return
	}
	eachSubclass(f.parsed, func(around []grammar.Expr, c *grammar.Class) {
		s := startup{b.l, f.parsed, around}
		b.class(s, c.Body.Stmts, when, func(c *grammar.Call) { s.start(c.Block, nil) })
	})
}

// initializers are those of a file of engines.
func (b *boot) initializers(n int) initializers {
	f := &b.files[n]
	if f.parsed == nil {
		return nil
	}
	list := inherited(ofEngines, b.ofEngine(n, f.part))
	eachSubclass(f.parsed, func(around []grammar.Expr, c *grammar.Class) {
		s := startup{b.l, f.parsed, around}
		var own initializers
		b.class(s, c.Body.Stmts, func(c *grammar.Call) bool { return c.Name == "initializer" }, func(c *grammar.Call) {
			own.add(newInitializer(c, func() { s.start(c.Block, nil) }))
		})
		list = append(list, own...)
	})
	return list
}

// runInitializers runs what the files of a folder's config/initializers say about
// routes: in the blocks of a word, or outside of all such blocks.
func (b *boot) runInitializers(part, word string) {
	l := b.l
	for _, name := range l.initializersBelow(part) {
		src, err := l.Read(name)
		if err != nil || !methodDraws.Match(src) {
			continue
		}
		if file, err := l.parse(name); err == nil {
			startup{l: l, file: file}.initializer(file.Body, word)
		}
	}
}

// A startup is code of a file that runs as the application starts, within some classes.
type startup struct {
	l      *loader
	file   *grammar.File
	around []grammar.Expr
}

// initializer runs the statements of an initializer that say something about routes, as
// runInitializers picks them.
func (s startup) initializer(body *grammar.Stmts, word string) {
	var before []grammar.Expr
	for _, x := range code.Nested(body.List) {
		c, _ := x.(*grammar.Call)
		switch {
		case c != nil && c.Block != nil && startHooks[c.Name] >= onInitializers:
			if c.Name == word {
				s.start(c.Block, before)
			}
		case c != nil && c.Block != nil && c.Name == "configure" && c.Block.Body != nil && c.Block.Body.Stmts != nil:
			inner := startup{s.l, s.file, append(slices.Clip(s.around), c)} // whose self the statements have
			inner.initializer(c.Block.Body.Stmts, word)
		case word == "" && concernsRoutes(x):
			s.startWith(before, x)
		default:
			if _, assigns := x.(*grammar.Assign); assigns {
				before = append(before, x)
			}
		}
	}
}

// class hands the calls of such blocks to take.
func (b *boot) class(s startup, list *grammar.Stmts, when bootBlock, take func(*grammar.Call)) {
	early := when(&grammar.Call{Name: "before_configuration"})
	for _, x := range list.List {
		c, ok := x.(*grammar.Call)
		switch {
		case ok && c.Block != nil && when(c):
			take(c)
		case ok && c.Name == "include" && c.Recv == nil:
			b.included(c, when, take)
		case early && (!ok || c.Block == nil) && namesRoutesFile(x):
			s.startWith(nil, x)
		}
	}
}

// included takes what `self.included(base)` of the modules of an engine says.
func (b *boot) included(c *grammar.Call, when bootBlock, take func(*grammar.Call)) {
	for _, a := range c.Args {
		for _, name := range b.l.definitions.FilesOf(grammar.String(a)) {
			file := b.l.Source(name)
			if file == nil {
				continue
			}
			grammar.Inspect(file, func(n grammar.Node) bool {
				c, ok := n.(*grammar.Call)
				if ok && c.Block != nil && when(c) {
					take(c)
					return false
				}
				return true
			})
		}
	}
}

// runApplication runs what config/application.rb says about its routes files.
func (b *boot) runApplication() {
	file := b.l.Source("config/application.rb")
	if file == nil || !pathsOfRoutes.MatchString(file.Source) {
		return
	}
	b.defineApplication()
	eachSubclass(file, func(_ []grammar.Expr, c *grammar.Class) {
		s := startup{b.l, file, []grammar.Expr{&grammar.Class{Pos: c.Pos, Name: &grammar.Const{Pos: c.Pos, Name: applicationClass}}}}
		for _, x := range c.Body.Stmts.List {
			if namesRoutesFile(x) {
				s.startWith(nil, x)
			}
		}
	})
}

// applicationClass stands for the class of the application while its statements
// run: the constant is the application itself.
const applicationClass = "SignalboxApplication"

func (b *boot) defineApplication() {
	in := b.l.interp
	class := in.NewClass(applicationClass, nil, nil)
	in.DefineConst(applicationClass, class)
	in.SetHost(class, ruby.Receiver(b.l.application), func(name string) bool { return name == "config" || name == "root" || name == "paths" })
}

var pathsOfRoutes = regexp.MustCompile(`\bpaths(?:\.add)?[\[( ]+["']config/routes\.rb["']`)

// namesRoutesFile tells `config.paths["config/routes.rb"] << "x"`.
func namesRoutesFile(x grammar.Expr) bool {
	return code.Any(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Index:
			return firstArg(n.Args) == applicationRoutes
		case *grammar.Call:
			return n.Name == "add" && firstArg(n.Args) == applicationRoutes
		}
		return false
	})
}

// firstArg returns the text that is the first of some arguments; empty if it is none.
func firstArg(args []grammar.Expr) string {
	if len(args) > 0 {
		if s, ok := args[0].(*grammar.Str); ok {
			return s.Value
		}
	}
	return ""
}

// eachSubclass calls f for the classes with a superclass in a file, with those around each,
// itself last.
func eachSubclass(file *grammar.File, f func([]grammar.Expr, *grammar.Class)) {
	code.EachClass(file.Body, nil, func(around []grammar.Expr, x grammar.Expr) {
		if c, ok := x.(*grammar.Class); ok && c.Super != nil && c.Body.Stmts != nil {
			f(around, c)
		}
	})
}

// start runs the statements of a block that say something about routes, each
// after the assignments before it.
func (s startup) start(block *grammar.Block, before []grammar.Expr) {
	if block.Body == nil || block.Body.Stmts == nil || len(s.around) > definitions.MaxDepth {
		return
	}
	if block.Params != nil && len(block.Params.List) > 0 {
		before = append(slices.Clip(before), prelude(block.Params.List[0].Name, "::Rails.application")...)
	}
	for _, x := range code.Nested(block.Body.Stmts.List) {
		c, isCall := x.(*grammar.Call)
		_, assigns := x.(*grammar.Assign)
		switch {
		case isCall && c.Block != nil && (isStartHook(c.Name) || c.Name == "config"):
			s.start(c.Block, before)
		case concernsRoutes(x) || isCall && s.l.drawsInMethod(c):
			s.startWith(before, x)
		case assigns:
			before = append(slices.Clip(before), x)
		}
	}
}

// prelude is the assignment of a variable.
func prelude(name, value string) []grammar.Expr {
	if !ruby.IsWord(name) {
		return nil
	}
	file, err := grammar.Parse("", []byte(name+" = "+value))
	if err != nil {
		return nil
	}
	return file.Body.List
}

// concernsRoutes tells a statement that adds routes, or routes files.
func concernsRoutes(x grammar.Expr) bool {
	return namesRoutesFile(x) || code.Any(x, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if !ok {
			return false
		}
		on, _ := c.Recv.(*grammar.Call)
		switch c.Name {
		case "routes_reloader":
			return true
		case "routes":
			return c.Block != nil
		case "append", "prepend", "draw":
			return on != nil && on.Name == "routes"
		}
		return false
	})
}

// drawsInMethod tells `Shop::Routes.mount!`, of which a file of the application
// says something about routes.
func (l *loader) drawsInMethod(c *grammar.Call) bool {
	name, ok := c.Recv.(*grammar.Const)
	if !ok {
		return false
	}
	for _, file := range l.definitions.FilesOf(grammar.String(name)) {
		if src, err := l.Read(file); err == nil && methodDraws.Match(src) {
			return true
		}
	}
	return false
}

var methodDraws = regexp.MustCompile(`\.routes\b`)

// startWith runs a statement after others.
func (s startup) startWith(before []grammar.Expr, x grammar.Expr) {
	var err error
	s.l.during(s.l.run.to(toStart), func() { _, err = s.l.definitions.Eval(s.file, s.around, append(code.Needed(before, x), x)...) })
	if err != nil {
		s.l.diagnose(route.Diagnostic{
			Severity: route.Note, Kind: route.UnlistedEngine, Pos: x.Start(),
			Summary: "this start-up code fails (" + s.l.routeError(err).Error() + "): its routes are missing; set what it asks for",
		})
	}
}
