package dsl

import "errors"

// Built-in methods return their value; what fails in one panics with a failure, which
// the call that runs the method turns into its error, see [builtin.run]. What they ask
// (c.Yield, c.Send, toStr) fails in the same way, so that they need no error of their own:
//
//	func arrayFirst(c *Call) Value {
//		n := c.int(0)
//		if n < 0 {
//			panic(c.exception("ArgumentError", "negative array size"))
//		}
//		…
//
// The evaluator, the methods of Thread and those of Call that begin with Try, return errors: check
// and must take one of those into a built-in, attempt gets one out of what may fail. No
// other panic is caught here.

// A failure carries an error to the call that runs a built-in method.
type failure struct{ err error }

// check returns v, or fails with err.
func check[T any](v T, err error) T {
	must(err)
	return v
}

// must fails with err unless it is nil.
func must(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// exception is the failure of a Ruby exception: panic(c.exception("ArgumentError", "…")).
func (c *Call) exception(class, format string, args ...any) failure {
	return failure{c.Errorf(class, format, args...)}
}

// contain is deferred where code that may fail is called: it sets *err.
func contain(err *error) {
	switch p := recover().(type) {
	case nil:
	case failure:
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

// attempt runs f and returns the error that it fails with.
func attempt(f func()) (err error) {
	defer contain(&err)
	f()
	return nil
}

// raisedBy runs f and returns the exception that it raises. What else it fails with, such
// as a limit, fails here too.
func raisedBy(f func()) error {
	err := attempt(f)
	if raised := (*EvalError)(nil); !errors.As(err, &raised) {
		must(err)
	}
	return err
}
