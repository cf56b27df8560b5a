package dsl

import "errors"

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
// The evaluator and the methods of Thread return errors: [Check] and [Must] take one of those into
// a built-in, [Attempt] gets one out of what may fail. No other panic is caught here. A [Receiver],
// a [Function] and a proc in Go are run in the same way, and may also return an error.

// A Failure carries an error to the call that runs a built-in method.
type Failure struct{ err error }

// Check returns v, or fails with err.
func Check[T any](v T, err error) T {
	Must(err)
	return v
}

// Must fails with err unless it is nil.
func Must(err error) {
	if err != nil {
		panic(Failure{err})
	}
}

// Exception returns the failure of a Ruby exception: panic(c.Exception("ArgumentError", "…")).
func (c *Call) Exception(class, format string, args ...any) Failure {
	return Failure{c.Errorf(class, format, args...)}
}

// Fail returns the failure of err: panic(dsl.Fail(err)).
func Fail(err error) Failure { return Failure{err} }

// contain is deferred where code that may fail is called: it sets *err.
func contain(err *error) {
	switch p := recover().(type) {
	case nil:
	case Failure:
		*err = p.err
	default:
		panic(p)
	}
}

// contained runs code that may fail.
func contained(run func() (Value, error)) (v Value, err error) {
	defer contain(&err)
	return run()
}

// Attempt runs f and returns the error that it fails with.
func Attempt(f func()) (err error) {
	defer contain(&err)
	f()
	return nil
}

// raisedBy runs f and returns the exception that it raises. What else it fails with, such
// as a limit, fails here too.
func raisedBy(f func()) error {
	err := Attempt(f)
	if raised := (*EvalError)(nil); !errors.As(err, &raised) {
		Must(err)
	}
	return err
}
