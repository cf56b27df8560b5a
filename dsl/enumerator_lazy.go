package dsl

import "errors"

func init() {
	Register(
		Type{Name: "Enumerator::Lazy", Super: "Enumerator", Methods: lazyMethods},
		Type{Name: "Primitive", Functions: methodTable{"lazy": fnOpt(0, 2, lazyStage), "lazy_by": fnOpt(0, 2, lazyStage), "next": fn(1, nextOf)}},
	)
}

// lazyMethods are Enumerator::Lazy's, of which most are in Ruby. A lazy enumerator is one
// over another's elements; what waits for a block is lazy too.
var lazyMethods = with(derived("Enumerator::Lazy"), methodTable{
	"lazy":  fn(0, arraySelf),
	"eager": fn(0, func(c *Call) Value { return c.t.newObject(c.t.in.Type("Enumerator"), eachOfSelf(c)) }),
})

func eachOfSelf(c *Call) *enumeratorData {
	c.t.grow(sizeEnumerator)
	return &enumeratorData{recv: c.Self, name: "each", sized: true}
}

func enumLazy(c *Call) Value { return c.t.newObject(c.t.in.Type("Enumerator::Lazy"), eachOfSelf(c)) }

// lazyStage makes the lazy enumerator of which a block yields the elements, for the method
// in Ruby that calls it with the size and the arguments that inspect shows, if not its own.
func lazyStage(c *Call) Value {
	f := c.t.caller.home
	if f.block == nil && c.Name == "lazy_by" {
		panic(c.Exception("ArgumentError", "tried to call lazy %s without a block", f.name))
	}
	e := &enumeratorData{recv: f.self, name: f.name, args: f.args, size: c.Arg(0)}
	if len(c.Args) > 1 {
		e.args = c.Args[1:]
	}
	c.t.keep(f.block)
	e.generateBy(c.t, c.Block)
	run := e.source
	e.source = func(c *Call, f stepFunc) (Value, error) {
		_, err := run(c, f)
		return Nil, err
	}
	return c.t.newObject(c.t.in.Type("Enumerator::Lazy"), e)
}

// nextOf is the next element of an enumerator, nil behind the last one.
func nextOf(c *Call) Value {
	var v Value
	err := raisedBy(func() { v = c.Send(c.Args[0], "next") })
	var e *EvalError
	if errors.As(err, &e) && e.Class == "StopIteration" {
		return Nil
	}
	return Check(v, err)
}
