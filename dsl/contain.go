package dsl

// Built-in methods return their value; what fails in one panics with a failure, which the
// call that runs the method turns into its error. No other panic is caught here.
//
//	func arrayFill(c *Call) Value {
//		a := check(changeableArray(c))
//		…
//		return a
//	}

// A failure carries an error to the call that runs a built-in method.
type failure struct{ err error }

// check returns v, or fails with err.
func check[T any](v T, err error) T {
	must(err)
	return v
}

// check2 is check of two values.
func check2[T, U any](v T, w U, err error) (T, U) {
	must(err)
	return v, w
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

// attempt returns what f returns, or the error that it fails with.
func attempt[T any](f func() T) (v T, err error) {
	defer contain(&err)
	return f(), nil
}

// A visit is done for each element of a collection; true ends the loop.
type visit interface {
	func(Value) | func(Value) bool
}

// visitor returns f as the interpreter runs it.
func visitor[F visit](f F) func(Value) error {
	switch f := any(f).(type) {
	case func(Value):
		return func(v Value) (err error) {
			defer contain(&err)
			f(v)
			return nil
		}
	case func(Value) bool:
		return func(v Value) (err error) {
			defer contain(&err)
			return stopIf(f(v))
		}
	}
	return nil
}

func stopIf(enough bool) error {
	if enough {
		return errStop
	}
	return nil
}

// A method is the Go function of a row: one that returns its value, or with the error.
type method interface {
	func(*Call) Value | func(*Call) (Value, error)
}

// contained makes the function of a row of a method.
func contained[F method](f F) func(*Call) (Value, error) {
	if f, ok := any(f).(func(*Call) (Value, error)); ok {
		return f
	}
	run := any(f).(func(*Call) Value)
	return func(c *Call) (v Value, err error) {
		defer contain(&err)
		return run(c), nil
	}
}
