package expand

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// A deviseModel is what the `devise` lines of a model declare, those of its
// superclasses and of the modules it includes among them. Devise: Models#devise.
type deviseModel struct {
	name    string
	assumed bool // no file shows it
	absent  bool // no file shows it, but the settings may
	open    bool // some of its modules are not known
	settled bool // the settings name its modules, be they none
	said    bool // a `devise` line does
	modules []deviseUse
	// options are omniauth_providers and unlock_strategy; nil where they are those
	// of the initializers.
	options *dsl.Hash
	places  map[string]grammar.Pos
}

// A deviseUse is a module with what its line depends on.
type deviseUse struct {
	name string
	when ruby.Condition
	line int // Devise orders those of one line
}

// known tells that the modules are known, be they none.
func (d *deviseModel) known() bool { return d.settled || len(d.modules) > 0 || d.said && !d.open }

func (d *deviseModel) has(module string) bool {
	return slices.ContainsFunc(d.modules, func(u deviseUse) bool { return u.name == module })
}

// assumedModules are those of a model that no file shows, as Devise's generator
// writes them.
var assumedModules = []string{"database_authenticatable", "registerable", "recoverable", "rememberable", "validatable"}

// ---- classes and modules of the application

// A classSource is a class or module, of all files that say something about it.
type classSource struct {
	parent string
	bodies []*grammar.Stmts
}

// classFiles reads the application's classes as far as they are asked for.
type classFiles struct {
	l       *loader
	classes map[string]*classSource
	read    map[string]bool
	missing map[string]bool
	heard   map[string]bool             // words that matter, and methods of the classes that say them
	patches map[string][]*grammar.Stmts // what other files say to classes
}

func newClassFiles(l *loader, heard ...string) classFiles {
	words := map[string]bool{}
	for _, word := range heard {
		words[word] = true
	}
	return classFiles{l: l, classes: map[string]*classSource{}, read: map[string]bool{}, missing: map[string]bool{}, heard: words}
}

// modelFiles are the models of devise_for.
type modelFiles struct {
	classFiles
	all     bool // every file that mentions devise was read
	built   map[string]*deviseModel
	mappers map[string][]byte // the files that were looked through for methods of the mapper
}

// mapperText is the text of a file if it may change the mapper.
func (f *modelFiles) mapperText(name string) []byte {
	src, ok := f.mappers[name]
	if !ok {
		src, _ = f.l.read(name)
		if !mentionsMapper(src) {
			src = nil
		}
		f.mappers[name] = src
	}
	return src
}

// find gives a class or module by its full name; nil if no file has it.
func (f *classFiles) find(name string) *classSource {
	if c := f.classes[name]; c != nil || f.missing[name] {
		return c
	}
	found := f.l.lookup.files.named(f.l.underscore(name) + ".rb")
	slices.SortStableFunc(found, func(a, b string) int { return notModel(a) - notModel(b) })
	for _, file := range found {
		f.load(file)
		if c := f.classes[name]; c != nil {
			return c
		}
	}
	f.missing[name] = true
	return nil
}

// notModel is 0 for the files of app/models.
func notModel(file string) int {
	if strings.HasPrefix(file, "app/models/") {
		return 0
	}
	return 1
}

// load reads a file's classes.
func (f *classFiles) load(name string) {
	if f.read[name] {
		return
	}
	f.read[name] = true
	if file := f.l.source(name); file != nil {
		s := &skeleton{l: f.l, file: file}
		f.collect(&grammar.Stmts{Pos: file.Body.Pos, List: s.reached(file.Body.List)}, "")
	}
}

// collect takes the classes of a part of a file; outer is the class around it.
func (f *classFiles) collect(n grammar.Node, outer string) {
	grammar.Inspect(n, func(x grammar.Node) bool {
		switch x := x.(type) {
		case *grammar.Class:
			f.class(x.Name, x.Super, x.Body, outer)
			return false
		case *grammar.Module:
			f.class(x.Name, nil, x.Body, outer)
			return false
		case *grammar.Def:
			f.heard[x.Name] = f.heard[x.Name] || callsAny(x, f.heard)
		}
		return true
	})
}

func (f *classFiles) class(name *grammar.Const, super grammar.Expr, body *grammar.Body, outer string) {
	full := joinName(outer, constName(name))
	c := f.classes[full]
	if c == nil {
		c = &classSource{}
		f.classes[full] = c
		delete(f.missing, full)
	}
	if c.parent == "" && super != nil {
		c.parent = constName(super)
	}
	if body != nil {
		c.bodies = append(c.bodies, body.Stmts)
		f.collect(body, full)
	}
}

// loadAll reads every file below app/models that mentions devise: a model may
// stand in a file of another name.
func (f *modelFiles) loadAll() {
	f.all = true
	for _, name := range f.l.lookup.files.below("app/models", maxListedFiles) {
		if src, err := f.l.read(name); err != nil || bytes.Contains(src, []byte("devise")) {
			f.load(name)
		}
	}
}

// resolve finds a name as seen from inside another one: the full name, empty if
// no file has it, or only as except.
func (f *classFiles) resolve(name, from, except string) string {
	for outer := from; ; outer = outerName(outer) {
		if full := joinName(outer, name); full != except && f.find(full) != nil {
			return full
		}
		if outer == "" {
			return ""
		}
	}
}

// maxAncestors bounds the chain of superclasses and modules.
const maxAncestors = 50

// ancestry is a class with its superclasses, the first of all first.
func (f *classFiles) ancestry(name string) []string {
	chain := []string{name}
	for len(chain) < maxAncestors {
		c := f.find(chain[0])
		if c == nil || c.parent == "" {
			break
		}
		parent := f.resolve(c.parent, outerName(chain[0]), chain[0])
		if parent == "" || slices.Contains(chain, parent) {
			break
		}
		chain = append([]string{parent}, chain...)
	}
	return chain
}

// ---- the bodies of classes

// A classBody is self in the body of a class, or of a module that it includes:
// of what is said there, the words count, and what includes modules.
type classBody struct {
	r       *reading
	files   *classFiles
	name    string
	words   map[string]func(*dsl.Call)
	of      *dsl.Object // the class that a module's body belongs to in the end
	modules *dsl.Array  // that run now, or have run
}

// runClass runs the bodies of a class and of its superclasses.
func (r *reading) runClass(f *classFiles, name string, words map[string]func(*dsl.Call)) {
	parent := ""
	for _, class := range f.ancestry(name) {
		r.class(class, parent)
		parent = class
		b := &classBody{r: r, files: f, name: class, words: words, modules: dsl.NewArray()}
		self := b.object()
		b.run(class, self)
		f.runPatches(r, class, self)
	}
}

// object is the self of a body.
func (b *classBody) object() *dsl.Object {
	self := b.r.l.interp.NewObject(b.r.l.interp.HostClass(b.name, nil, b.r.l.bodyWords), b)
	if b.of == nil {
		b.of = self
	}
	return self
}

func (b *classBody) run(name string, self *dsl.Object) {
	if c := b.files.find(name); c != nil {
		for _, body := range c.bodies {
			b.r.run(name, body, self)
		}
	}
}

// ofClass are the methods that run their block with the class as self.
var ofClass = map[string]bool{
	"included": true, "prepended": true, "class_methods": true, "class_eval": true, "class_exec": true, "module_eval": true, "instance_eval": true,
	"with_options": true, "tap": true, "then": true,
}

// Call implements dsl.Receiver.
func (b *classBody) Call(c *dsl.Call) (dsl.Value, error) {
	switch word := b.words[c.Name]; {
	case word != nil:
		word(c)
		return dsl.Nil, nil
	case c.Name == "include" || c.Name == "prepend":
		for _, v := range c.Args {
			b.include(c, classOfName(v))
		}
		return c.Self, nil
	case c.Name == "extend":
		b.extend(c)
		return c.Self, nil
	case c.Name == "name" || c.Name == "to_s":
		return dsl.NewString(b.name), nil
	case c.Block != nil && ofClass[c.Name]:
		return c.Exec(b.of, c.Block, b.of), nil
	}
	text := callText(c)
	if c.Block != nil && c.Block.Body() != nil && callsAny(c.Block.Body(), b.r.heard) {
		run := func() (dsl.Value, error) { return c.Exec(b.of, c.Block), nil }
		return c.Thread.Under(dsl.Condition{Text: text, Pos: c.Pos}, c.Block, run)
	}
	text = b.name + "." + text
	if v, ok := b.r.l.Settle(text); ok {
		return v, nil
	}
	return dsl.NewUnknown(text, c.Pos), nil
}

// extend takes the methods of modules for those of the class. That of
// ActiveSupport::Concern is told by what the body says.
func (b *classBody) extend(c *dsl.Call) {
	singleton := c.Send(c.Self, "singleton_class")
	for _, v := range c.Args {
		if classOfName(v) == "ActiveSupport::Concern" {
			continue
		}
		c.Send(singleton, "include", v)
	}
}

// include runs the body of a module, and its hook for the class.
func (b *classBody) include(c *dsl.Call, name string) {
	module := b.files.resolve(name, b.name, b.name)
	if name == "" || module == "" || len(b.modules.Elems) > maxAncestors {
		return
	}
	there := c.Send(b.modules, "include?", dsl.Symbol(module))
	ruby.Whether(c.Thread, there, nil, func() {
		c.Thread.Changing(b.modules)
		b.modules.Elems = append(b.modules.Elems, dsl.Symbol(module))
		b.runModule(c, module)
	})
}

// runModule runs the body of a module that is not included yet.
func (b *classBody) runModule(c *dsl.Call, module string) {
	inner := &classBody{r: b.r, files: b.files, name: module, words: b.words, of: b.of, modules: b.modules}
	self := inner.object()
	inner.run(module, self)
	hook := c.Name + "d" // included, prepended
	if c.Name == "prepend" {
		hook = "prepended"
	}
	if !b.r.l.interp.Defines(self, hook) {
		return
	}
	err := dsl.Attempt(func() { c.Send(self, hook, b.of) })
	var ee *dsl.EvalError
	if errors.As(err, &ee) {
		b.r.lost(b.files.find(module).bodies[0], ee)
		return
	}
	dsl.Check(err)
}

// ---- what models declare

// model gives what a class declares; ok is false if no file shows a `devise` of it,
// and no setting does.
func (f *modelFiles) model(name string) (m *deviseModel, ok bool) {
	name = strings.TrimPrefix(name, "::")
	if m = f.built[name]; m == nil {
		m = f.build(name)
		if !m.known() && !f.all {
			f.loadAll()
			m = f.build(name)
		}
		f.built[name] = m
	}
	return m, m.known()
}

// What Ruby calls the modules and providers of a model.
const (
	devisesModules   = ".devise_modules"
	devisesProviders = ".omniauth_providers"
)

// modelOptions are the options of `devise` that routes depend on.
var modelOptions = map[string]route.ShapeKind{"omniauth_providers": route.ListShape, "unlock_strategy": route.TextShape}

// newModel is a model of which nothing is known but what the settings say.
func (f *modelFiles) newModel(name string) *deviseModel {
	m := &deviseModel{name: name, options: dsl.NewHash(2), places: map[string]grammar.Pos{}}
	for option := range modelOptions {
		m.options.Set(dsl.Symbol(option), dsl.Nil)
	}
	return m
}

// build runs the class and its superclasses.
func (f *modelFiles) build(name string) *deviseModel {
	m := f.newModel(name)
	if m.absent = f.find(name) == nil; !m.absent { // else the class is a gem's, and nobody knows what it says
		f.loadPatches()
	}
	given, settled := f.l.settings.given(name + devisesModules)
	words := map[string]func(*dsl.Call){"devise": func(c *dsl.Call) { f.declare(m, c, settled) }}
	f.l.reads(f.heard, f.l.run.to(toRead), func(r *reading) {
		r.runClass(&f.classFiles, name, words)
		m.options = m.options.Clone()
	})
	if m.settled = settled; settled {
		f.useAll(m, ruby.Possibilities(given, nil), grammar.Pos{})
	}
	return m
}

// declare is one `devise` line. settled tells that the settings name the modules.
func (f *modelFiles) declare(m *deviseModel, c *dsl.Call, settled bool) {
	m.said = true
	held := c.PathCond()
	var modules []ruby.Possibility
	for _, p := range ruby.Possibilities(dsl.NewArray(c.Args...), nil) {
		h, isOptions := p.Value.(*dsl.Hash)
		switch {
		case isOptions && len(p.When) > 0:
			set := func() (dsl.Value, error) { return dsl.Nil, f.declareOptions(m, c, h, settled) }
			_, _ = c.Thread.Fork(p.When.All(), set, func() (dsl.Value, error) { return dsl.Nil, nil })
		case isOptions:
			_ = f.declareOptions(m, c, h, settled)
		default:
			modules = append(modules, ruby.Possibility{Value: p.Value, When: slices.Concat(held, p.When)})
		}
	}
	if !settled {
		f.useAll(m, modules, c.Pos)
	}
	_ = f.declareOptions(m, c, c.Keywords, settled)
}

// declareOptions takes the options that routes depend on.
func (f *modelFiles) declareOptions(m *deviseModel, c *dsl.Call, options *dsl.Hash, settled bool) error {
	for i := range options.Len() {
		key, v := options.At(i)
		name := ruby.NameText(key)
		if u, ok := key.(*dsl.Unknown); ok && !settled {
			m.open = true
			f.l.warnSetting(m.name+devisesModules, route.ListShape, moduleExample(assumedModules), knownPlace(u, c.Pos), u.Text()+" is known to the application only", "These are options of `devise`; routes may depend on them.")
		}
		if _, ok := modelOptions[name]; ok {
			c.Thread.Changing(m.options)
			m.options.Set(dsl.Symbol(name), kept(v))
			m.places[name] = c.Pos
		}
	}
	return nil
}

// useAll adds the modules of a line.
func (f *modelFiles) useAll(m *deviseModel, modules []ruby.Possibility, pos grammar.Pos) {
	d := f.l.devise()
	line := 0
	if n := len(m.modules); n > 0 {
		line = m.modules[n-1].line + 1
	}
	for _, a := range modules {
		name := ruby.NameText(a.Value)
		if u := dsl.UnknownIn(a.Value); u != nil {
			m.open = true
			f.l.warnSetting(m.name+devisesModules, route.ListShape, moduleExample(assumedModules), knownPlace(u, pos), u.Text()+" is known to the application only", "It is an argument of `devise`; the routes of its modules are not in the table.")
			continue
		}
		if name != "" && d.modules.index(name) < 0 {
			f.l.addModules()
		}
		if name != "" && name != baseModule && d.modules.index(name) < 0 && !f.l.settledModule(name) && !f.l.ownModule(name) {
			f.l.warnSetting(routesOfModule(name), route.TextShape, "session, or ~ for none", pos, "the devise module :"+name+" is not Devise's own, and neither the application nor a gem known here that Gemfile.lock names has it",
				"Its routes, if it has any, are not in the table."+d.modules.meant(name))
		}
		m.modules = append(m.modules, deviseUse{name, a.When, line})
	}
}

// knownPlace is the place of an unknown value.
func knownPlace(u *dsl.Unknown, otherwise grammar.Pos) grammar.Pos {
	if u.Pos.Line == 0 {
		return otherwise
	}
	return u.Pos
}

// moduleExample is a list of modules in YAML.
func moduleExample(names []string) string { return "[" + strings.Join(names, ", ") + "]" }

// option is an option of a model, nil if the initializers' holds.
func (f *modelFiles) option(m *deviseModel, name string) dsl.Value {
	if v, ok := f.l.settings.given(m.name + "." + name); ok {
		return symbolsOf(v)
	}
	v, _ := m.options.Sym(name)
	if u := ruby.Undecided(v); u != nil {
		f.l.warnSetting(m.name+"."+name, modelOptions[name], "", knownPlace(u, m.places[name]), u.Text()+" is known to the application only", "Routes of devise depend on it; those that are not certain are not in the table.")
	}
	return v
}

// baseModule is the module that every model has. It may be named as others, has no
// routes and is not in Devise::ALL. Devise: Models::Authenticatable.
const baseModule = "authenticatable"

// routesOfModule is where Devise keeps what a module maps.
func routesOfModule(name string) string { return "Devise::ROUTES[:" + name + "]" }

// settledModule adds a module of which the settings tell the routes: `session`, or
// nothing.
func (l *loader) settledModule(name string) bool {
	v, ok := l.settings.given(routesOfModule(name))
	if ok {
		l.devise().modules.add(name, ruby.NameText(v), -1)
	}
	return ok
}
