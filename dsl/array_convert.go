package dsl

import (
	"cmp"
	"math"
	"slices"
)

// valuesOf gives what v's each yields, as a slice of its own.
func valuesOf(c *Call, v Value) []Value {
	if a, ok := v.(*Array); ok {
		c.t.moved(len(a.Elems))
		return slices.Clone(a.Elems)
	}
	out := &Array{}
	note := c.t.noting(out)
	eachIn(c, v, func(e Value) {
		note()
		c.Push(out, e)
	})
	return out.Elems
}

// selfArray is the receiver of an Array method.
func selfArray(c *Call) *Array {
	if a, ok := c.Self.(*Array); ok {
		return a
	}
	return &Array{}
}

// changeableArray is the receiver of a method that changes it.
func changeableArray(c *Call) *Array {
	a := selfArray(c)
	if a.frozen {
		panic(frozenError(c, "Array", a))
	}
	return a
}

func frozenError(c *Call, class string, v Value) Failure {
	return c.Exception("FrozenError", "can't modify frozen %s: %s", class, c.Inspect(v))
}

// indexSpan turns a range of indexes into start and length within size
// elements. ok is false when the start lies outside. The end is not cut off at
// size when open is true.
func indexSpan(c *Call, r *Range, size int, open bool) (start, n int, ok bool) {
	end := -1
	if r.Lo != Nil {
		start = c.IntOf(r.Lo)
	}
	if r.Hi != Nil {
		end = c.IntOf(r.Hi)
	}
	if start < 0 {
		start += size
	}
	if start < 0 || (!open && start > size) {
		return 0, 0, false
	}
	if end < 0 {
		end += size
	}
	if (!r.Exclusive || r.Hi == Nil) && end < math.MaxInt {
		end++
	}
	if !open && end > size {
		end = size
	}
	return start, max(end-start, 0), true
}

// orderOf reads what a sort block or <=> gave for a and b.
func orderOf(c *Call, v, a, b Value) int {
	switch v := v.(type) {
	case Int:
		return cmp.Compare(v, 0)
	case Float:
		return cmp.Compare(v, 0)
	case nilValue:
		panic(Failure{c.t.incomparable(a, b)})
	}
	more := c.Send(v, ">", Int(0))
	if c.Truthy(more) {
		return 1
	}
	less := c.Send(v, "<", Int(0))
	if c.Truthy(less) {
		return -1
	}
	return 0
}

// blockOrder compares two values with the call's block, or with <=> if there
// is none.
func blockOrder(c *Call, a, b Value) int {
	if c.Block == nil {
		return c.Compare(a, b)
	}
	v := c.Yield(a, b)
	return orderOf(c, v, a, b)
}

// sortValues sorts in place.
func sortValues[T any](c *Call, list []T, order func(a, b T) int) {
	slices.SortStableFunc(list, func(a, b T) int {
		c.Step()
		return -order(b, a) // turned round, so that errors name the elements in their order
	})
}

// truth runs the call's block on v and reports whether it returned a true value.
func truth(c *Call, v ...Value) bool { return c.Truthy(c.Yield(v...)) }

// includes tells whether list has an element that is == v.
func includes(c *Call, list []Value, v Value) bool {
	i := indexOf(c, list, v)
	return i >= 0
}

func indexOf(c *Call, list []Value, v Value) int {
	for i, e := range list {
		c.Step()
		if c.Equal(e, v) {
			return i
		}
	}
	return -1
}

// undeterminedCall is a method whose result the program does not decide, or that is not
// known here: Array#sample.
func undeterminedCall(c *Call) Value { return Check(c.libraryUnknown(nil, c.Pos)) }

// refused is a method whose result can't be told without running Ruby.
func refused(c *Call) Value {
	if c.t.request {
		return undeterminedCall(c)
	}
	panic(c.Exception("NotImplementedError", "%s#%s is not supported: its result is not determined by the program", c.Interp().plainClassOf(c.Self).Name(), c.Name))
}

// nesting refuses collections nested deeper than calls may be.
func nesting(c *Call, depth int) {
	if limit := c.Interp().limits.Depth; depth > limit {
		panic(Failure{&LimitError{Limit: "nesting of collections", Max: limit, Pos: c.Pos}})
	}
}

// eachIn runs f for every element of v, until f returns true.
func eachIn[F visit](c *Call, v Value, f F) {
	done := untilDone(f)
	switch v := v.(type) {
	case *Array:
		for i := 0; i < len(v.Elems); i++ { // f may change the array
			c.Step()
			if c.element(v.Elems[i], done) {
				return
			}
		}
	case *Hash:
		eachPair(c, v, func(k, e Value) bool { return done(c.t.newArray(k, e)) })
	default:
		Must(c.t.each(v, visitor(done)))
	}
}

// element runs f for an element of a list, under a condition if only the application knows
// whether it is there, and returns what f does.
func (c *Call) element(v Value, f func(Value) bool) bool {
	if guardOf(v) == nil {
		return f(v)
	}
	err := c.t.eachElement(v, visitor(f))
	if err == errStop {
		return true
	}
	Must(err)
	return false
}

// yieldElement hands an element of a list to the block.
func (c *Call) yieldElement(v Value) {
	if guardOf(v) == nil {
		c.Yield(v)
		return
	}
	c.element(v, func(v Value) bool { c.Yield(v); return false })
}

// inspectSelf is inspect and to_s of the collections.
func inspectSelf(c *Call) Value {
	return c.t.newString(c.Inspect(c.Self))
}

// A visit is done for each element of a collection; true ends the loop.
type visit interface {
	func(Value) | func(Value) bool
}

// untilDone returns f as a function that reports whether the loop ends.
func untilDone[F visit](f F) func(Value) bool {
	if f, ok := any(f).(func(Value) bool); ok {
		return f
	}
	run := any(f).(func(Value))
	return func(v Value) bool { run(v); return false }
}

// visitor returns f as the interpreter runs it.
func visitor(f func(Value) bool) func(Value) error {
	return func(v Value) (err error) {
		defer contain(&err)
		if f(v) {
			return errStop
		}
		return nil
	}
}
