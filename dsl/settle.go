package dsl

import (
	"errors"
	"slices"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// UnknownValue is the value of an expression that only the application knows,
// or what the host was told that it is.
func (p *paths) UnknownValue(text string, pos grammar.Pos) Value {
	if v, ok := p.Settled(text); ok {
		return v
	}
	p.ChargeMemory(limits.SizeUnknown + len(text))
	return NewUnknown(text, pos)
}

// known returns the value that is set for u, or u.
func (p *paths) known(u *Unknown) Value {
	if v, ok := p.Settled(u.Text()); ok {
		return v
	}
	return u
}

// Settled returns the value that is set for an expression, see [Options.Settle].
func (p *paths) Settled(text string) (Value, bool) {
	if p.in.options.Settle == nil {
		return nil, false
	}
	v, ok := p.in.options.Settle(text)
	if ok && !p.Request && p.in.options.Given != nil && len(p.told) < maxTold && p.in.options.Given(text) {
		p.told = append(p.told, toldValue{text, v})
	}
	return v, ok
}

// A toldValue is the value that the user gives an expression.
type toldValue struct {
	text  string
	value Value
}

// maxTold bounds paths.told.
const maxTold = 10_000

// settledCall is a call of which the host was told that its value, u, is v. A list is what the method
// hands its block, one by one; of another value, a block is run if it is true, as
// that of a method that decides whether to run it.
func (t *Thread) settledCall(u *Unknown, v Value, c *Call) (Value, error) {
	if c.Block == nil || !Truthy(v) {
		return v, nil
	}
	list, ok := v.(*Array)
	if !ok {
		return t.callProc(c.Block, c.Block.UnknownArguments(u), nil)
	}
	name := c.Name
	if t.FindMethod(list, name) == nil || len(c.Args) > 0 {
		name = "each"
	}
	return t.Send(list, name, nil, nil, c.Block, c.Pos)
}

// asksApplication tells a call from the routes of a method that another file of
// the application defines.
func (m *meter) asksApplication(method *Method, c *Call) bool {
	open := m.in.options.Open
	if method.library || open == nil || m.in.options.Settle == nil || m.Request || !open(method.def.Pos.Filename) || open(c.Pos.Filename) {
		return false
	}
	o, ok := c.Self.(*Object)
	return !ok || o.Host == nil
}

// isChanged reports whether only the application knows what a method answers now.
func (c *Call) isChanged(m *Method) bool {
	return c.in.options.Changed != nil && m.def != nil && c.in.options.Changed(m.def, c.Name, c.Self)
}

// answerOfApplication is a call that asksApplication tells: what the host was told, or what the method
// makes, as run answers. Where that is not known, the call stands for it too, see
// [Interp.Around].
func (c *Call) answerOfApplication(m *Method, run func(*Call, *Method) (Value, error)) (Value, error) {
	t := c.Thread
	s := t.sourceOfCall(c, true)
	text := s.b.String()
	if !s.ambiguous {
		if v, ok := t.Settled(text); ok {
			return t.settledCall(s.unknown(c.Pos), v, c)
		}
	}
	told := len(t.told)
	v, err := run(c, m)
	if err != nil && t.doubtful(m, c, err, told) {
		t.noteFailed(text, c, err)
		return c.UnknownCall(false, nil)
	}
	if u := t.UnknownIn(v); u != nil && !s.ambiguous {
		if t.in.around == nil {
			t.in.around = map[string]string{}
		}
		t.in.around[u.Text()] = text
	}
	return v, err
}

// Around gives, by the texts of unknown values, the calls in the routes that
// gave them: of `Site.names` what its method in app/models made.
func (in *Interp) Around() map[string]string { return in.around }

// open marks a class that code which is not read may extend.
func (m *meter) open(c *Class, pos grammar.Pos) {
	if f := m.in.options.Open; f != nil && !c.unknown && c.words == nil && f(pos.Filename) {
		m.in.MarkOpen(c)
	}
}

// MarkOpen tells that code which is not read may define more methods of the
// class: a call of one that is missing is an [Unknown], not an error.
func (in *Interp) MarkOpen(c *Class) {
	c.unknown = true
	in.epoch.Add(1)
}

// hides reports whether code that is not read may have set what the code at pos finds no variable
// for: the state of a class of the application, for code of the routes.
func (in *Interp) hides(self Value, pos grammar.Pos) bool {
	k, ok := self.(*Class)
	return ok && k.unknown && !inLibrary(pos) && (in.options.Open == nil || !in.options.Open(pos.Filename))
}

// orHidden returns v, the answer to a question for variables of the receiver, but for one that is
// not set where code which is not read may have set it: there it is unknown.
func (c *Call) orHidden(set bool, v Value) Value {
	if !set && c.in.hides(c.Self, c.Pos) {
		return Must(c.UnknownCall(false, nil))
	}
	return v
}

// UnknownCall answers a call of a method that only the application knows, on an
// object of a class that is known in part. A block is run, under the condition
// that the call makes; one in a class body configures the class.
func (c *Call) UnknownCall(implicit bool, x *grammar.Call) (Value, error) {
	class, ok := c.Self.(*Class)
	s := c.sourceOfCall(c, !implicit || ok && class.name != "")
	if c.Block != nil && (x == nil || implicit) {
		return c.unknownResult(s, c.withoutBlock(), nil)
	}
	return c.unknownResult(s, c, nil)
}

// doubtful reports whether the error of a method leaves its value to the
// application: a file outside of the routes defines it, and what it needs of the
// application may not be there. A value without the method that is among those
// of p.told, from the given one on, is what the user said wrongly.
func (p *paths) doubtful(m *Method, c *Call, err error, told int) bool {
	if m.def == nil || p.in.options.Open == nil || !p.in.options.Open(m.def.Pos.Filename) {
		return false
	}
	if o, ok := c.Self.(*Object); ok && o.Host != nil {
		return false // a word that the file adds to the routes
	}
	var le *LimitError
	if errors.As(err, &le) {
		return !p.Request && !p.in.options.Open(c.Pos.Filename) && p.in.options.Open(le.Pos.Filename) && p.Spare()
	}
	var ee *EvalError
	return errors.As(err, &ee) && p.in.options.Open(ee.Pos.Filename) && !p.wronglyTold(ee, p.told[told:])
}

// wronglyTold tells the error of a call on one of the values. Nil is what much of
// an application is that has not started, too.
func (m *meter) wronglyTold(e *EvalError, values []toldValue) bool {
	if e.Class != "NoMethodError" || e.Receiver == nil || IsNil(e.Receiver) {
		return false
	}
	i := slices.IndexFunc(values, func(v toldValue) bool { return v.value == e.Receiver })
	if i >= 0 {
		m.hint(e)
	}
	if i >= 0 && e.Hint == "" {
		e.Hint = "the settings say that this is " + values[i].text
	}
	return i >= 0
}

// overridden tells an error of a Kernel function that the unknown superclass of
// a class may have made a word of: `format :json` of Grape::API.
func (m *meter) overridden(method *Method, c *Call, err error) bool {
	class, ok := c.Self.(*Class)
	if !ok || method.builtin == nil || method.builtin != m.in.classes.kernel.builtins[c.Name] || method.builtin.traits&trait.Steers != 0 || !m.hasUnknownAncestor(class) {
		return false
	}
	var ee *EvalError
	return errors.As(err, &ee) && ee.Pos == c.Pos
}

// DefineModule defines a module that is known in part; see [Interp.MarkOpen].
func (in *Interp) DefineModule(path string) {
	m := &Class{name: path, module: true, definitions: definitions{unknown: true}, foreign: true}
	in.DefineConst(path, m)
}

// Resend calls the method again: the host found what defines it.
func (c *Call) Resend(recv Value) (Value, error) {
	return (&Call{Self: recv, Name: c.Name, Args: c.Args, Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, Thread: c.Thread}).dispatch(nil, nil)
}

// MissingVariable is the variable that ENV.fetch did not find, if that is the error.
func (e *EvalError) MissingVariable() (name string, ok bool) {
	key, ok := e.Key.(*String)
	if !ok || e.Class != "KeyError" || !strings.HasPrefix(e.Hint, "ENV holds") {
		return "", false
	}
	return key.s, true
}

// RemoveConst takes back the constant `A::B`.
func (in *Interp) RemoveConst(path string) {
	scope, name := Value(in.classes.object), path
	if i := strings.LastIndex(path, "::"); i > 0 {
		scope, _ = in.Const(path[:i])
		name = path[i+2:]
	}
	if k, ok := scope.(*Class); ok {
		k.consts.Remove(name)
	}
}

// WithoutJournal runs what reads more of the application: what it defines holds on
// both sides of an undecided condition.
func (in *Interp) WithoutJournal(run func()) {
	outer := in.journal
	in.journal = nil
	defer func() { in.journal = outer }()
	run()
}

// Open tells a class that is known in part, see [Interp.MarkOpen].
func (c *Class) Open() bool { return c.unknown }
