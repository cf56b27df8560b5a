package dsl

import (
	"errors"
	"slices"
	"strings"

	"signalbox/grammar"
)

// unknownValue is the value of an expression that only the application knows,
// or what the host was told that it is.
func (t *Thread) unknownValue(text string, pos grammar.Pos) Value {
	if v, ok := t.settled(text); ok {
		return v
	}
	return &Unknown{Text: text, Pos: pos}
}

func (t *Thread) settled(text string) (Value, bool) {
	if t.in.options.Settle == nil {
		return nil, false
	}
	return t.in.options.Settle(text)
}

// settledCall is a call whose value the host was told: a block is run if the
// value is true, as that of a method that decides whether to run it.
func (t *Thread) settledCall(v Value, block *Proc) (Value, error) {
	if block == nil || !Truthy(v) {
		return v, nil
	}
	return t.callProc(block, nil, nil)
}

// open marks a class that code which is not read may extend.
func (t *Thread) open(c *Class, pos grammar.Pos) {
	if f := t.in.options.Open; f != nil && !c.unknown && c.words == nil && f(pos.Filename) {
		t.in.MarkOpen(c)
	}
}

// MarkOpen tells that code which is not read may define more methods of the
// class: a call of one that is missing is an [Unknown], not an error.
func (in *Interp) MarkOpen(c *Class) {
	c.unknown = true
	in.epoch.Add(1)
}

// unknownCall answers a call of a method that only the application knows, on an
// object of a class that is known in part. A block is run, under the condition
// that the call makes; one in a class body configures the class.
func (t *Thread) unknownCall(c *Call, implicit bool, x *grammar.Call) (Value, error) {
	recv := source{t: t}
	if !implicit {
		recv.value(c.Self)
	}
	s := t.callSource(recv.b.String(), recv.vague, c)
	if c.Block != nil && (x == nil || implicit) {
		own := *c
		own.Block = nil
		return t.unknownResult(s, &own)
	}
	return t.unknownResult(s, c)
}

// doubtful tells an error of a method that a file outside of the routes
// defines: what it needs of the application may not be there.
func (t *Thread) doubtful(m *Method, self Value, err error) bool {
	if m.def == nil || t.in.options.Open == nil || !t.in.options.Open(m.def.Pos.Filename) {
		return false
	}
	if o, ok := self.(*Object); ok && o.Host != nil {
		return false // a word that the file adds to the routes
	}
	var ee *EvalError
	return errors.As(err, &ee) && t.in.options.Open(ee.Pos.Filename)
}

// DefineModule defines a module that is known in part; see [Interp.MarkOpen].
func (in *Interp) DefineModule(path string) {
	m := &Class{name: path, module: true, unknown: true}
	in.DefineConst(path, m)
}

// Resend calls the method again: the host found what defines it.
func (c *Call) Resend(recv Value) (Value, error) {
	return c.t.dispatch(&Call{Self: recv, Name: c.Name, Args: c.Args, Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, t: c.t}, nil, nil)
}

// MissingVariable is the variable that ENV.fetch did not find, if that is the
// error.
func (e *EvalError) MissingVariable() (name string, ok bool) {
	key, ok := e.key.(*String)
	if !ok || e.Class != "KeyError" || !strings.HasPrefix(e.Hint, "ENV holds") {
		return "", false
	}
	return key.s, true
}

// RemoveConst takes back the constant `A::B`.
func (in *Interp) RemoveConst(path string) {
	scope, names := in.classes.object, splitPath(path)
	for _, name := range names[:len(names)-1] {
		next, ok := scope.consts[name].(*Class)
		if !ok {
			return
		}
		scope = next
	}
	last := names[len(names)-1]
	delete(scope.consts, last)
	scope.constNames = slices.DeleteFunc(scope.constNames, func(name string) bool { return name == last })
}

// Unrecorded runs what reads more of the application: what it defines holds on
// both sides of an undecided condition.
func (in *Interp) Unrecorded(run func()) {
	outer := in.journal
	in.journal = nil
	defer func() { in.journal = outer }()
	run()
}

// Open tells a class that is known in part, see [Interp.MarkOpen].
func (c *Class) Open() bool { return c.unknown }
