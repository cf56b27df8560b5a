package dsl

import (
	"errors"
	"fmt"

	"signalbox/grammar"
)

// ErrNoMethod is what a [Receiver] returns for a name it does not know.
var ErrNoMethod = errors.New("no such method")

// ErrStop ends an iteration early; it never leaves the package.
var ErrStop = errors.New("stop")

// An EvalError is a Ruby exception that no `rescue` caught. Its Error() is
// "FILE:LINE:COL: message".
type EvalError struct {
	Class   string // "ArgumentError"
	Message string
	Pos     grammar.Pos // innermost place in the program's files
	Stack   []Frame     // innermost first
	Hint    string      // what to do, "did you mean `resources`?"

	exception *Object // nil until Ruby code looks at it
	hinted    bool    // it was looked for a did-you-mean

	Subject
}

// A Subject is what an exception is about; Go's nil stands for what is not known.
type Subject struct {
	Name     Value // of a NameError
	Args     Value // of a NoMethodError
	Key      Value // of a KeyError, and of a pattern's
	Receiver Value // of them, and of a FrozenError
}

// A Frame is one call on the stack: the method's name and where it was called.
type Frame struct {
	Name string
	Pos  grammar.Pos
}

func (e *EvalError) Error() string {
	if e.Pos.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Message)
}

// Position is the place of the error.
func (e *EvalError) Position() grammar.Pos { return e.Pos }

// String returns the call as a line of Ruby's backtrace, "FILE:LINE:in 'NAME'".
func (f Frame) String() string {
	return fmt.Sprintf("%s:%d:in '%s'", f.Pos.Filename, f.Pos.Line, f.Name)
}

// Raise makes a Ruby exception for a [Receiver] to return; the interpreter adds
// the place. class is one of Ruby's error classes, "ArgumentError".
func Raise(class, format string, args ...any) error {
	return &EvalError{Class: class, Message: fmt.Sprintf(format, args...)}
}

// jump is a break, next, return, redo, retry or throw on its way to its target.
type jump struct {
	kind  grammar.JumpKind
	throw bool
	tag   any // the frame or proc the jump ends at, or the thrown tag
	value Value
	// raised is the exception of a side of an undecided condition that waits
	// for its rescue clause.
	raised *EvalError
}

func (j *jump) Error() string {
	if j.throw {
		return "uncaught throw"
	}
	return "unexpected " + j.kind.String()
}

// goes reports whether a jump is of a kind and ends at a tag.
func (j *jump) goes(kind grammar.JumpKind, tag any) bool {
	return j.kind == kind && !j.throw && j.raised == nil && j.tag == tag
}

// isJump is goes of an error that may be none.
func isJump(err error, kind grammar.JumpKind, tag any) bool {
	j, ok := err.(*jump)
	return ok && j.goes(kind, tag)
}

// Built-in methods return their value; what fails in one panics with a [Failure], which
// the call that runs the method turns into its error, see [builtin.run]. What they ask
// (c.Yield, c.Send, c.Text) fails in the same way, so that they need no error of their own:
//
//	func arrayFirst(c *Call) Value {
//		n := c.Int(0)
//		if n < 0 {
//			panic(c.Exception("ArgumentError", "negative array size"))
//		}
//		…
//
// The evaluator fails so where it goes on with a value: the operands of an expression, the
// arguments of a call, what is assigned. What runs statements, or ends with a call, returns its
// error, as a jump out of it is one and takes no panic; each statement contains what fails in
// it (env.try). The methods of Thread return errors: [Check] and [Must] turn one of those into a
// failure, [Attempt] gets one out of what may fail. No other panic is caught here. A [Receiver]
// and a proc in Go are run in the same way; they may also return errors.

// A Failure carries an error to the call that runs a built-in method.
type Failure struct{ err error }

// WithHint returns the failure of a Ruby exception with what to do about it.
func (f Failure) WithHint(hint string) Failure {
	f.err.(*EvalError).Hint = hint
	return f
}

// Must returns v, or fails with err.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check fails with err unless it is nil.
func Check(err error) {
	if err != nil {
		panic(Failure{err})
	}
}

// Exception returns the failure of a Ruby exception: panic(c.Exception("ArgumentError", "…")).
func (c *Call) Exception(class, format string, args ...any) Failure {
	return Failure{c.Errorf(class, format, args...)}
}

// failureAt returns the failure of a Ruby exception at a place of the program.
func (p *paths) failureAt(pos grammar.Pos, class, format string, args ...any) Failure {
	p.At = pos
	return Failure{p.Errorf(class, format, args...)}
}

// Fail returns the failure of err: panic(dsl.Fail(err)).
func Fail(err error) Failure { return Failure{err} }

// Contain is deferred where code that may fail is called: it sets *err.
func Contain(err *error) {
	switch p := recover().(type) {
	case nil:
	case Failure:
		*err = p.err
	default:
		panic(p)
	}
}

// contained runs code that may fail.
func (p *paths) contained(run func() (Value, error)) (v Value, err error) {
	defer p.contain(&err, p.nested)
	return run()
}

// Attempt runs f and returns the error that it fails with.
func Attempt(f func()) (err error) {
	defer Contain(&err)
	f()
	return nil
}

// RaisedBy runs f and returns the exception that it raises. What else it fails with, such
// as a limit, fails here too.
func RaisedBy(f func()) error {
	err := Attempt(f)
	if raised := (*EvalError)(nil); !errors.As(err, &raised) {
		Check(err)
	}
	return err
}
