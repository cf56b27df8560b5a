package bundle

import (
	"bytes"
	"errors"
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

// What classes of the application declare, in words that a gem gives them.

// A classSource is a class or module, of all files that say something about it.
type classSource struct {
	parent string
	bodies []*grammar.Stmts
}

// classFiles reads the application's classes as far as they are asked for.
type classFiles struct {
	bundle  *Bundle
	words   []string // that matter
	classes map[string]*classSource
	read    map[string]bool
	missing map[string]bool
	heard   map[string]bool             // the words, and methods of the classes that say them
	patches map[string][]*grammar.Stmts // what other files say to classes
	mappers []string                    // the files that may change the mapper
	said    map[string]dsl.Value        // by classes
}

// classesThatSay are the classes whose bodies the methods of a class of a gem are words of.
func (b *Bundle) classesThatSay(class *dsl.Class, words []string) *classFiles {
	if f := b.classes[class]; f != nil {
		return f
	}
	f := &classFiles{bundle: b, words: words, classes: map[string]*classSource{}, read: map[string]bool{}, missing: map[string]bool{}, heard: map[string]bool{}, said: map[string]dsl.Value{}}
	for _, word := range words {
		f.heard[word] = true
	}
	b.classes[class] = f
	b.tellOfRoutes(f)
	return f
}

// find gives a class or module by its full name; nil if no file has it.
func (f *classFiles) find(name string) *classSource {
	if c := f.classes[name]; c != nil || f.missing[name] {
		return c
	}
	found := f.bundle.Layout.Named(f.bundle.underscore(name) + ".rb")
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
	if file := f.bundle.Files.Source(name); file != nil {
		if mapper.MentionsClass([]byte(file.Source)) {
			f.mappers = append(f.mappers, name)
		}
		f.collect(&grammar.Stmts{Pos: file.Body.Pos, List: f.bundle.Files.Reached(file)}, "")
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
			f.heard[x.Name] = f.heard[x.Name] || code.CallsAny(x, f.heard)
		}
		return true
	})
}

func (f *classFiles) class(name *grammar.Const, super grammar.Expr, body *grammar.Body, outer string) {
	full := code.JoinName(outer, code.ConstName(name))
	c := f.classes[full]
	if c == nil {
		c = &classSource{}
		f.classes[full] = c
		delete(f.missing, full)
	}
	if c.parent == "" && super != nil {
		c.parent = code.ConstName(super)
	}
	if body != nil {
		c.bodies = append(c.bodies, body.Stmts)
		f.collect(body, full)
	}
}

// loadBelow reads every file of a folder that mentions a word: a class may stand in a file of
// another name.
func (f *classFiles) loadBelow(folder string) {
	for _, name := range f.bundle.Layout.Below(folder) {
		src, err := f.bundle.Files.Read(name)
		if err != nil || slices.ContainsFunc(f.words, func(word string) bool { return bytes.Contains(src, []byte(word)) }) {
			f.load(name)
		}
	}
}

// resolve finds a name as seen from inside another one: the full name, empty if
// no file has it, or only as except.
func (f *classFiles) resolve(name, from, except string) string {
	for outer := from; ; outer = code.OuterName(outer) {
		if full := code.JoinName(outer, name); full != except && f.find(full) != nil {
			return full
		}
		if outer == "" {
			return ""
		}
	}
}

// tellOfRoutes warns of `User.devise :confirmable` in routes files: classes are read from their own
// files, from initializers and lib.
func (b *Bundle) tellOfRoutes(f *classFiles) {
	for _, name := range slices.Sorted(maps.Keys(b.Parsed)) {
		if b.Parsed[name] == nil || !route.IsRoutesFile(name) {
			continue
		}
		grammar.Walk(b.Parsed[name], func(n grammar.Node) {
			if c, ok := n.(*grammar.Call); ok && len(c.Args) > 0 && slices.Contains(f.words, c.Name) {
				b.warn(c.Pos, "`"+c.Name+"` has no effect in a routes file here: the table follows the model's own file; move the call there or to an initializer")
			}
		})
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
		parent := f.resolve(c.parent, code.OuterName(chain[0]), chain[0])
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
	r       Reading
	files   *classFiles
	name    string
	words   map[string]func(*dsl.Call)
	of      *dsl.Object // the class that a module's body belongs to in the end
	modules *dsl.Array  // that run now, or have run
}

// runClass runs the bodies of a class and of its superclasses.
func (f *classFiles) runClass(r Reading, name string, words map[string]func(*dsl.Call)) {
	parent := ""
	for _, class := range f.ancestry(name) {
		r.Class(class, parent)
		parent = class
		b := &classBody{r: r, files: f, name: class, words: words, modules: dsl.NewArray()}
		self := b.object()
		b.run(class, self)
		f.runPatches(r, class, self)
	}
}

// object is the self of a body.
func (b *classBody) object() *dsl.Object {
	self := b.files.bundle.Interp.NewObject(b.files.bundle.Interp.NewClass(b.name, nil, b.files.bundle.bodyWords), b)
	if b.of == nil {
		b.of = self
	}
	return self
}

func (b *classBody) run(name string, self *dsl.Object) {
	if c := b.files.find(name); c != nil {
		for _, body := range c.bodies {
			b.r.Run(name, body, self)
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
	text := ruby.CallText(c)
	if c.Block != nil && c.Block.Body() != nil && code.CallsAny(c.Block.Body(), b.files.heard) {
		run := func() (dsl.Value, error) { return c.Exec(b.of, c.Block), nil }
		return c.Thread.Under(dsl.Condition{Text: text, Pos: c.Pos}, c.Block, run)
	}
	text = b.name + "." + text
	if v, ok := b.files.bundle.Host.Settle(text); ok {
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
	if !b.files.bundle.Interp.Defines(self, hook) {
		return
	}
	err := dsl.Attempt(func() { c.Send(self, hook, b.of) })
	var ee *dsl.EvalError
	if errors.As(err, &ee) {
		b.r.Lost(b.files.find(module).bodies[0], ee)
		return
	}
	dsl.Check(err)
}

// classOfName is the name of a class, also of one that no file shows, or one in a text.
func classOfName(v dsl.Value) string {
	switch v := v.(type) {
	case *dsl.Class:
		return v.Name()
	case *dsl.Unknown:
		if route.IsConstant(v.Text()) {
			return v.Text()
		}
	}
	return ruby.NameText(v)
}
