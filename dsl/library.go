package dsl

import (
	"cmp"
	"errors"
	"sync"

	"signalbox/dsl/internal/embedded"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// A Library is Ruby code that comes with the interpreter, see [embedded.Library]. Its files are read when a
// program first names a constant that they define, also while requests are answered.
//
// The files call functions in Go as methods in core do, on Primitive. To a program a method of
// the library is like a built-in one: what it raises is raised at the place of the call, and
// the result of a call with an unknown value is unknown.
type Library = embedded.Library

func inLibrary(pos grammar.Pos) bool { return embedded.Holds(pos) }

// A libraryState is what an interpreter has read of its library.
type libraryState struct {
	consts sync.Map   // Value by path
	mu     sync.Mutex // held while files are read; guards what follows
	read   map[string]bool
	fresh  map[string]Value // constants of the files that are being read

	scope *lexicalScope // around the files and the methods in core, with the constant Primitive
}

// setupLibrary makes the scope around the Ruby code that comes with the interpreter, and the
// modules around the constants of the library. What else is in them, only the application knows.
func (in *Interp) setupLibrary() {
	primitive := in.Type("Primitive")
	none := &Object{class: in.classes.basicObject, frozen: true}
	scope := &Class{super: in.classes.object}
	scope.consts.Set("Primitive", constant{v: primitive})
	scope.consts.Set("NONE", constant{v: none})
	in.library.scope = &lexicalScope{outer: in.rootScope(), class: scope}
	if in.options.Library == nil {
		return
	}
	for path := range in.options.Library.Modules() {
		if _, ok := in.Const(path); !ok {
			in.DefineModule(path)
		}
	}
}

// libraryConst returns a constant of the library by its path. t is the thread that asks,
// or nil.
func (in *Interp) libraryConst(t *Thread, path string) (Value, bool) {
	file, ok := in.options.Library.FileOf(path)
	if !ok {
		return nil, false
	}
	s := &in.library
	if v, ok := s.consts.Load(path); ok {
		return v.(Value), true
	}
	if t != nil && t.reads {
		t.readLibrary(file)
		v, ok := s.fresh[path]
		return v, ok
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.consts.Load(path); ok {
		return v.(Value), true
	}
	s.fresh = map[string]Value{}
	reader := in.newThread(false, limits.NewUsage(), DefaultLimits) // not charged to the program
	reader.reads = true
	reader.readLibrary(file)
	in.publishLibrary()
	v, ok := s.consts.Load(path)
	if !ok {
		return nil, false
	}
	return v.(Value), true
}

// publishLibrary lets all threads see the constants of the files that were read. After
// [Interp.Freeze] they are frozen first.
func (in *Interp) publishLibrary() {
	s := &in.library
	if in.finished {
		f := &freezer{in: in, traversal: traversal{seen: map[any]bool{}}, late: true}
		for _, v := range s.fresh {
			f.value(v)
		}
		f.run()
	}
	for path, v := range s.fresh {
		s.consts.Store(path, v)
	}
	s.fresh = nil
}

// readLibrary reads a file, once. An error in it is a mistake of the library: what it
// defines stays unknown.
func (t *Thread) readLibrary(name string) {
	s := &t.in.library
	if s.read[name] {
		return
	}
	if s.read == nil {
		s.read = map[string]bool{}
	}
	s.read[name] = true
	file, err := t.in.options.Library.Parse(name)
	run := func() {
		if err == nil {
			_, err = t.runIn(s.scope, file.Body)
		}
	}
	if t.in.finished {
		run()
	} else {
		t.in.WithoutJournal(run)
	}
	if err != nil {
		t.note("internal error of signalbox: " + err.Error() + "; please report it")
	}
}

// runIn runs the code of the interpreter within scope.
func (t *Thread) runIn(scope *lexicalScope, body *grammar.Stmts) (v Value, err error) {
	defer t.guard(&err)
	return t.topLevel(t.runTop(&frame{self: t.in.main, cref: scope, target: scope.class}, body))
}

// ownConst returns the constant that c itself has, or that the library has of it. t is
// the thread that asks, or nil.
func (in *Interp) ownConst(t *Thread, c *Class, name string) (Value, bool) {
	if one, ok := c.consts.Get(name); ok {
		return one.v, true
	}
	if lib := in.options.Library; lib == nil || c != in.classes.object && !lib.Modules()[c.name] {
		return nil, false
	}
	return in.libraryConst(t, in.qualified(c, name))
}

// defineConst sets a constant. Those that the library's files define in classes of the
// program are kept apart, as the program may be frozen.
func (t *Thread) defineConst(c *Class, name string, v Value) {
	if t.reads && !c.library {
		t.in.nameClass(c, name, v)
		t.in.library.fresh[t.in.qualified(c, name)] = v
		return
	}
	t.in.SetConst(c, name, v)
}

// ---- calls of the program

// errUndecided ends a method of the library that can't give its result: it depends on
// the run, or the library lacks a part of Ruby. The result of the call is unknown.
var errUndecided = errors.New("known to the application only")

// Undecided is the failure by which a function of Primitive makes the result of the program's call unknown:
// panic(dsl.Undecided()).
func Undecided() Failure { return Failure{errUndecided} }

// libraryData is what an object of a class of the library keeps beside its variables.
type libraryData struct {
	source  Var // the Ruby that makes it, a String; nil if it has changed since
	unknown Var // what changed it that only the application knows
}

func (d *libraryData) dup() *libraryData {
	return &libraryData{VarOf(d.source.Get()), VarOf(d.unknown.Get())}
}

// text is the Ruby that makes the object, empty if it has changed since.
func (d *libraryData) text() string { return textOf(d.source.Get()) }

func textOf(v Value) string {
	if s, ok := v.(*String); ok {
		return s.s
	}
	return ""
}

func libraryDataOf(v Value) *libraryData {
	if o, ok := v.(*Object); ok {
		d, _ := o.Data.(*libraryData)
		return d
	}
	return nil
}

// libraryMarks are the words of [trait.Words] before methods of the library, and one of a
// class or module: that Ruby knows no more of it.
var libraryMarks Methods

func init() {
	libraryMarks = PrivateMethods(Methods{"complete": Fn(0, markComplete)})
	for word, of := range trait.Words {
		libraryMarks[word] = Private(Fn(1, mark(of)))
	}
}

func markComplete(c *Call) Value {
	if class, ok := c.Self.(*Class); ok {
		class.unknown, class.foreign = false, false
	}
	return Nil
}

func mark(of trait.Traits) func(*Call) Value {
	return func(c *Call) Value {
		name := c.NameArg(0)
		class, ok := c.Self.(*Class)
		if !ok {
			return Nil
		}
		for _, k := range []*Class{class, c.in.SingletonOf(class)} {
			if m := k.methods[name]; m != nil {
				m.traits |= of
			}
		}
		return c.Args[0]
	}
}

// markLibrary makes c a class of the library, of which Ruby knows more methods and
// constants.
func (in *Interp) markLibrary(c *Class) {
	c.library = true
	in.SingletonOf(c).builtins = libraryMarks
	if !in.isExceptionClass(c) {
		c.unknown, c.foreign = true, true
	}
}

// runLibrary runs a method of the library.
func (c *Call) runLibrary(m *Method) (Value, error) {
	switch {
	case inLibrary(c.Pos):
		return c.runDef(m)
	case c.in.MissesVariables():
		return c.runOfUnset(c, func(c *Call) (Value, error) { return c.runLibraryHere(m) })
	}
	return c.runLibraryHere(m)
}

// runLibraryHere runs a method that the program calls.
func (c *Call) runLibraryHere(m *Method) (Value, error) {
	looks := m.traits&trait.Opaque == 0
	if looks {
		if v, done, err := c.callLibraryUnsure(m, UnknownIn(c.Self)); done {
			return v, err
		}
		if d := libraryDataOf(c.Self); d != nil && m.traits&trait.ChangesReceiver != 0 && !c.Request {
			d.source.Set(c.Thread, Nil)
		}
	}
	v, err := c.runDef(m)
	if err != nil {
		return c.leaveLibrary(m, err)
	}
	if looks {
		c.noteSource(c, v)
	}
	return v, nil
}

// callLibraryUnsure is a call with arguments, or on a receiver that self is found in,
// which only the application knows or a condition decides; done is false for others.
func (c *Call) callLibraryUnsure(m *Method, self *Unknown) (v Value, done bool, err error) {
	if i := undecidedArgument(c); i >= 0 {
		v, err = c.forkArgument(i)
		return v, true, err
	}
	u := cmp.Or(UnknownIn(c.Args...), UnknownIn(c.Keywords), self)
	if u == nil {
		return nil, false, nil
	}
	v, err = c.LibraryUnknown(m, u.Pos)
	return v, true, err
}

// newOfLibrary makes an object of a class of the library.
func (t *Thread) newOfLibrary(k *Class, c *Call) (Value, error) {
	o := &Object{class: k, Data: &libraryData{}}
	m := t.in.find(o, "initialize")
	if m == nil || !m.library || inLibrary(c.Pos) {
		_, err := t.Send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos)
		return o, err
	}
	if m.traits&trait.Opaque == 0 {
		if v, done, err := c.callLibraryUnsure(nil, nil); done {
			return v, err
		}
	}
	_, err := t.Send(o, "initialize", c.Args, c.Keywords, c.Block, m.def.Pos)
	t.At = c.Pos
	if err != nil {
		return c.leaveLibrary(nil, err)
	}
	t.noteSource(c, o)
	return o, nil
}

// LibraryUnknown returns the result of a call that only the application knows.
func (c *Call) LibraryUnknown(m *Method, pos grammar.Pos) (Value, error) {
	s := c.sourceOfCall(c, true)
	if o, ok := c.Self.(*Object); ok && m != nil && (m.traits&trait.ChangesReceiver != 0 || m.Name == "initialize") {
		if err := c.forget(o, s.unknown(c.Pos)); err != nil {
			return nil, err
		}
	}
	v, err := c.unknownResult(s, c, nil)
	if u, ok := v.(*Unknown); ok && pos.Line > 0 && c.Block == nil {
		u.Pos = pos
	}
	return v, err
}

// forget makes what an object holds unknown: a method has changed it with an unknown
// value.
func (t *Thread) forget(o *Object, u *Unknown) error {
	if d := libraryDataOf(o); d != nil && !t.Request { // requests have variables of their own, but not this
		d.source.Set(t, Nil)
		d.unknown.Set(t, u)
	}
	for _, name := range t.ivarsOf(o).Names {
		if err := t.SetIvar(o, name, u); err != nil {
			return err
		}
	}
	return nil
}

// leaveLibrary returns what an error of the library makes of the program's call: an unknown
// result, or the error at the place of the call.
func (c *Call) leaveLibrary(m *Method, err error) (Value, error) {
	if errors.Is(err, errUndecided) {
		pos := c.Pos
		if u := UnknownIn(c.Args...); u != nil {
			pos = u.Pos
		}
		return c.LibraryUnknown(m, pos)
	}
	return nil, c.OfProgram(err, c.Pos)
}

// OfProgram returns an error of Ruby code that comes with the interpreter as one of the
// program, at the place of its call.
func (p *paths) OfProgram(err error, called grammar.Pos) error {
	switch e := err.(type) {
	case *EvalError:
		if inLibrary(e.Pos) {
			p.At = called
			e.Pos, e.Stack = called, p.Stack()
		}
	case *LimitError:
		if inLibrary(e.Pos) {
			e.Pos = called
		}
	}
	return err
}

// noteSource records the Ruby that made an object of the library, for the texts of
// unknown values. Requests need none.
func (p *paths) noteSource(c *Call, v Value) {
	d := libraryDataOf(v)
	if p.Request || d == nil || d.text() != "" || v == c.Self {
		return
	}
	s := p.sourceOfCall(c, true)
	if s.ambiguous || c.Block != nil {
		return
	}
	text := s.b.String()
	if s.needsParens {
		text = "(" + text + ")"
	}
	d.source = VarOf(NewString(text)) // no side of a condition has seen it yet
}
