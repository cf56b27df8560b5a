package core

import (
	"errors"

	"signalbox/dsl"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "Enumerator::Lazy", Super: "Enumerator", Methods: lazyMethods},
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{"lazy": dsl.FnOpt(0, 2, lazyStage), "lazy_by": dsl.FnOpt(0, 2, lazyStage), "next": dsl.Fn(1, nextOf)}},
	)
}

// lazyMethods are Enumerator::Lazy's, of which most are in Ruby. A lazy enumerator is one
// over another's elements; what waits for a block is lazy too.
var lazyMethods = dsl.With(derived("Enumerator::Lazy"), dsl.Methods{
	"lazy":  dsl.Fn(0, arraySelf),
	"eager": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewObject(c.Interp().Type("Enumerator"), eachOfSelf(c)) }),
})

func eachOfSelf(c *dsl.Call) *enumeratorData {
	c.Grow(dsl.SizeEnumerator)
	return &enumeratorData{recv: c.Self, name: "each", sized: true}
}

func enumLazy(c *dsl.Call) dsl.Value {
	return c.NewObject(c.Interp().Type("Enumerator::Lazy"), eachOfSelf(c))
}

// lazyStage makes the lazy enumerator of which a block yields the elements, for the method
// in Ruby that calls it with the size and the arguments that inspect shows, if not its own.
func lazyStage(c *dsl.Call) dsl.Value {
	from := c.Caller()
	if from.Block == nil && c.Name == "lazy_by" {
		panic(c.Exception("ArgumentError", "tried to call lazy %s without a block", from.Name))
	}
	e := &enumeratorData{recv: from.Self, name: from.Name, args: from.Args, size: c.Arg(0)}
	if len(c.Args) > 1 {
		e.args = c.Args[1:]
	}
	c.Keep(from.Block)
	e.generateBy(c.Thread, c.Block)
	run := e.source
	e.source = func(c *dsl.Call, f stepFunc) (dsl.Value, error) {
		_, err := run(c, f)
		return dsl.Nil, err
	}
	return c.NewObject(c.Interp().Type("Enumerator::Lazy"), e)
}

// nextOf is the next element of an enumerator, nil behind the last one.
func nextOf(c *dsl.Call) dsl.Value {
	v, err := c.TrySend(c.Args[0], "next")
	var e *dsl.EvalError
	if errors.As(err, &e) && e.Class == "StopIteration" {
		return dsl.Nil
	}
	return dsl.Check(v, err)
}
