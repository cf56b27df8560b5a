package dsl

import (
	"errors"
	"fmt"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/grammar"
)

// ExceptionData is what an exception keeps.
type ExceptionData struct {
	Message Value      // nil: the class's name
	Raised  *EvalError // what it was raised as; nil before
	Cause   Value
	Subject
}

// errorClass returns one of Ruby's error classes, or the one of that name that the
// program, the host or the library has defined so far.
func (in *Interp) errorClass(name string) *Class {
	scope := in.classes.object
	for part := range strings.SplitSeq(name, "::") {
		class, ok := scope.constant(part).(*Class)
		if !ok {
			v, _ := in.library.consts.Load(in.qualified(scope, part))
			class, ok = v.(*Class)
		}
		if scope = class; !ok {
			scope, _ = in.classes.object.constant("StandardError").(*Class)
			return scope
		}
	}
	return scope
}

// isExceptionClass reports whether c is Exception or below it.
func (in *Interp) isExceptionClass(c *Class) bool {
	for ; c != nil; c = c.super {
		if c == in.classes.exception {
			return true
		}
	}
	return false
}

// Errorf returns the error of a Ruby exception of the named class at the present place.
func (p *paths) Errorf(class, format string, args ...any) error {
	e := &EvalError{Class: class, Message: fmt.Sprintf(format, args...), Pos: p.At, Stack: p.Stack()}
	p.Used.Steps += raiseSteps
	*p.Used.Memory += limits.SizeError + len(e.Message)
	p.ChargeCopy(len(e.Message))
	return e
}

// raiseSteps is what it takes to make an exception, besides its stack.
const raiseSteps = 8

// nameError is Errorf for NameError and NoMethodError.
func (p *paths) nameError(class, name string, recv Value, format string, args ...any) error {
	e := p.Errorf(class, format, args...).(*EvalError)
	e.Name, e.Receiver = Symbol(name), recv
	p.in.explainUnset(e, recv)
	return e
}

// hint adds to an error that leaves the program its did-you-mean: of most, which the
// program rescues, nobody sees it.
func (m *meter) hint(e *EvalError) {
	if name, ok := e.Name.(Symbol); ok && !e.hinted && e.Hint == "" {
		e.hinted = true
		e.Hint = m.didYouMean(string(name), e.Receiver)
	}
}

// KeyError raises a KeyError that knows its key and receiver.
func (c *Call) KeyError(key Value, format string, args ...any) Failure {
	e := c.Errorf("KeyError", format, args...).(*EvalError)
	e.Key, e.Receiver = key, c.Self
	return Failure{e}
}

// noMethod is the error of a call that nothing answers. vcall tells a bare word
// that could have been a variable.
func (p *paths) noMethod(c *Call, vcall bool) error {
	if vcall {
		return p.nameError("NameError", c.Name, c.Self, "undefined local variable or method '%s' for %s", c.Name, p.describeReceiver(c.Self))
	}
	e := p.nameError("NoMethodError", c.Name, c.Self, "undefined method '%s' for %s", c.Name, p.describeReceiver(c.Self))
	e.(*EvalError).Args = &Array{Elems: c.Args}
	return e
}

// NoMethod returns the failure of a call of a method that the receiver does not have.
func (c *Call) NoMethod(name string) Failure {
	own := *c
	own.Name = name
	return Failure{c.noMethod(&own, false)}
}

// notPublic is the error of a call of a method that the caller may not call.
func (c *Call) notPublic(m *Method, name string) error {
	return c.nameError("NoMethodError", name, c.Self, "%s method '%s' called for %s", m.visibility, name, c.describeReceiver(c.Self))
}

// describeReceiver names an object as Ruby 3.4's messages do.
func (m *meter) describeReceiver(v Value) string {
	switch v := v.(type) {
	case NilValue, Bool:
		return m.Describe(v)
	case *Class:
		return v.kind() + " " + v.DisplayName()
	case *Object:
		if v == m.in.main {
			return "main"
		}
	}
	return "an instance of " + m.in.PlainClassOf(v).DisplayName()
}

// Describe names a value in "no implicit conversion of X".
func (m *meter) Describe(v Value) string {
	switch v := v.(type) {
	case NilValue, Bool:
		return scalarText(v)
	case *Unknown:
		return v.Text()
	}
	return m.in.PlainClassOf(v).DisplayName()
}

func (c *Class) DisplayName() string {
	switch {
	case c.name != "":
		return c.name
	case c.module:
		return "#<Module>"
	}
	return "#<Class>"
}

// maxBacktrace ends the stack of an error in a deep recursion.
const maxBacktrace = 100

// Stack returns the running calls, innermost first: each with the place in it that runs.
func (p *paths) Stack() []Frame {
	stack := make([]Frame, 0, min(len(p.stack)+1, maxBacktrace))
	pos := p.At
	for i := len(p.stack) - 1; i >= 0 && len(stack) < maxBacktrace; i-- {
		if !inLibrary(pos) {
			stack = append(stack, Frame{Name: p.stack[i].Name, Pos: pos})
		}
		pos = p.stack[i].Pos
	}
	p.ChargeReads(len(stack))
	p.ChargeMemory(limits.SizeCall * (len(stack) + 1))
	return append(stack, Frame{Name: "<main>", Pos: pos})
}

// placeInProgram is where the program is, whatever code of the interpreter it has called up to pos.
func (p *paths) placeInProgram(pos grammar.Pos) grammar.Pos {
	for i := len(p.stack) - 1; i >= 0 && inLibrary(pos); i-- {
		pos = p.stack[i].Pos
	}
	return pos
}

// ExceptionOf returns the Ruby object of an error.
func (p *paths) ExceptionOf(e *EvalError) *Object {
	if e.exception == nil {
		data := &ExceptionData{Message: p.Substring(e.Message), Raised: e, Cause: p.currentException(), Subject: e.Subject}
		e.exception = p.NewObject(p.in.errorClass(e.Class), data)
	}
	return e.exception
}

// raiseObject raises an exception object at the present place.
func (t *Thread) raiseObject(exc *Object) error {
	v, err := t.Send(exc, "message", nil, nil, nil, t.At)
	if err != nil {
		return err
	}
	message, err := t.ToS(v)
	if err != nil {
		return err
	}
	data := ExceptionDataOf(exc)
	if data.Cause == nil {
		if current := t.currentException(); current != Value(exc) {
			data.Cause = current
		}
	}
	if data.Raised == nil { // raised again it keeps its place
		t.Used.Steps += raiseSteps
		t.ChargeMemory(limits.SizeError)
		data.Raised = &EvalError{Class: exc.class.DisplayName(), Message: message, Pos: t.At, Stack: t.Stack(), exception: exc, Subject: data.Subject}
	}
	return data.Raised
}

// topLevel ends the jumps that reach the top of a program.
func (t *Thread) topLevel(v Value, err error) (Value, error) {
	var j *jump
	if t.Stopped != nil {
		return nil, t.Stopped
	}
	if !errors.As(err, &j) {
		if ee, ok := err.(*EvalError); ok {
			t.hint(ee)
			t.explainLacked(ee)
		}
		return v, err
	}
	switch {
	case j.throw:
		return nil, t.Errorf("UncaughtThrowError", "uncaught throw %s", t.MustInspect(j.value))
	case j.kind == grammar.Return, j.kind == grammar.Next:
		return j.value, nil
	}
	return nil, t.Errorf("LocalJumpError", "break from proc-closure")
}

// ExceptionDataOf returns what an exception keeps.
func ExceptionDataOf(exc Value) *ExceptionData {
	o := exc.(*Object)
	d, ok := o.Data.(*ExceptionData)
	if !ok {
		d = &ExceptionData{}
		o.Data = d
	}
	return d
}
