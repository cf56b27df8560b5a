package core

import (
	"cmp"
	"math"
	"slices"

	"signalbox/dsl"
)

// valuesOf gives what v's each yields, as a slice of its own.
func valuesOf(c *dsl.Call, v dsl.Value) []dsl.Value {
	if a, ok := v.(*dsl.Array); ok {
		c.ChargeMoves(len(a.Elems))
		return slices.Clone(a.Elems)
	}
	out := &dsl.Array{}
	note := c.Noting(out)
	eachIn(c, v, func(e dsl.Value) {
		note()
		c.Push(out, e)
	})
	return out.Elems
}

// selfArray is the receiver of an Array method.
func selfArray(c *dsl.Call) *dsl.Array { return c.Self.(*dsl.Array) }

// changeableArray is the receiver of a method that changes it.
func changeableArray(c *dsl.Call) *dsl.Array {
	c.MustChange()
	return selfArray(c)
}

// indexSpan turns a range of indexes into start and length within size
// elements. ok is false when the start lies outside. The end is not cut off at
// size when open is true.
func indexSpan(c *dsl.Call, r *dsl.Range, size int, open bool) (start, n int, ok bool) {
	end := -1
	if r.Lo != dsl.Nil {
		start = c.IntOf(r.Lo)
	}
	if r.Hi != dsl.Nil {
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
	if (!r.Exclusive || r.Hi == dsl.Nil) && end < math.MaxInt {
		end++
	}
	if !open && end > size {
		end = size
	}
	return start, max(end-start, 0), true
}

// orderOf reads what a sort block or <=> gave for a and b.
func orderOf(c *dsl.Call, v, a, b dsl.Value) int {
	switch v := v.(type) {
	case dsl.Int:
		return cmp.Compare(v, 0)
	case dsl.Float:
		return cmp.Compare(v, 0)
	case dsl.NilValue:
		dsl.Check(c.Incomparable(a, b))
	}
	more := c.Send(v, ">", dsl.Int(0))
	if c.Truthy(more) {
		return 1
	}
	less := c.Send(v, "<", dsl.Int(0))
	if c.Truthy(less) {
		return -1
	}
	return 0
}

// blockOrder compares two values with the call's block, or with <=> if there
// is none.
func blockOrder(c *dsl.Call, a, b dsl.Value) int {
	if c.Block == nil {
		return c.Compare(a, b)
	}
	v := c.Yield(a, b)
	return orderOf(c, v, a, b)
}

// sortValues sorts in place.
func sortValues[T any](c *dsl.Call, list []T, order func(a, b T) int) {
	slices.SortStableFunc(list, func(a, b T) int {
		c.Step()
		return -order(b, a) // turned round, so that errors name the elements in their order
	})
}

// truth runs the call's block on v and reports whether it returned a true value.
func truth(c *dsl.Call, v ...dsl.Value) bool { return c.Truthy(c.Yield(v...)) }

// includes tells whether list has an element that is == v.
func includes(c *dsl.Call, list []dsl.Value, v dsl.Value) bool {
	i := indexOf(c, list, v)
	return i >= 0
}

func indexOf(c *dsl.Call, list []dsl.Value, v dsl.Value) int {
	for i, e := range list {
		c.Step()
		if c.Equal(e, v) {
			return i
		}
	}
	return -1
}

// tryConvert is try_convert of a class: an instance of it, what an object's own conversion
// makes of it, or nil.
func tryConvert(class, by string) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		if v := converting(c, c.Arg(0), class, by); v != nil {
			return v
		}
		return dsl.Nil
	}
}

// converting returns an instance of a class as it is, and what the conversion of another value
// makes of it; nil if it has none.
func converting(c *dsl.Call, v dsl.Value, class, by string) dsl.Value {
	kind := c.Interp().Type(class)
	if c.IsA(v, kind) {
		return v
	}
	if !c.RespondTo(v, by) {
		return nil
	}
	made := c.Send(v, by)
	switch u, unknown := made.(*dsl.Unknown); {
	case unknown:
		c.TestUnknown(u)
	case made == dsl.Nil:
		return nil
	case !c.IsA(made, kind):
		from := c.Interp().PlainClassOf(v).Name()
		panic(c.Exception("TypeError", "can't convert %s to %s (%s#%s gives %s)", from, class, from, by, c.Interp().PlainClassOf(made).Name()))
	}
	return made
}

func undeterminedCall(c *dsl.Call) dsl.Value { return dsl.Must(c.LibraryUnknown(nil, c.Pos)) }

// ofType is f of the type itself. An object of a class below it is unknown: a value has no class but
// that of its type.
func ofType(name string, f func(*dsl.Call) dsl.Value) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value {
		if c.Self != dsl.Value(c.Interp().Type(name)) {
			return undeterminedCall(c)
		}
		return f(c)
	}
}

// refused is a method whose result can't be told without running Ruby.
func refused(c *dsl.Call) dsl.Value {
	if c.Request {
		return undeterminedCall(c)
	}
	panic(c.Exception("NotImplementedError", "%s#%s is not supported: its result is not determined by the program", c.Interp().PlainClassOf(c.Self).Name(), c.Name))
}

// eachIn runs f for every element of v, until f returns true.
func eachIn[F visit](c *dsl.Call, v dsl.Value, f F) {
	done := untilDone(f)
	switch v := v.(type) {
	case *dsl.Array:
		for i := 0; i < len(v.Elems); i++ { // f may change the array
			c.Step()
			if eachPossible(c, v.Elems[i], done) {
				return
			}
		}
	case *dsl.Hash:
		eachPair(c, v, func(k, e dsl.Value) bool { return done(c.NewArray(k, e)) })
	default:
		dsl.Check(c.Each(v, visitor(done)))
	}
}

// element runs f for an element of a list, under a condition if only the application knows
// whether it is there, and returns what f does.
func eachPossible(c *dsl.Call, v dsl.Value, f func(dsl.Value) bool) bool {
	if !dsl.IsGuarded(v) {
		return f(v)
	}
	err := c.EachElement(v, visitor(f))
	if err == dsl.ErrStop {
		return true
	}
	dsl.Check(err)
	return false
}

// yieldElement hands an element of a list to the block.
func yieldElement(c *dsl.Call, v dsl.Value) {
	if !dsl.IsGuarded(v) {
		c.Yield(v)
		return
	}
	eachPossible(c, v, func(v dsl.Value) bool { c.Yield(v); return false })
}

// inspectSelf is inspect and to_s of the collections.
func inspectSelf(c *dsl.Call) dsl.Value {
	return c.NewString(c.Inspect(c.Self))
}

// A visit is done for each element of a collection; true ends the loop.
type visit interface {
	func(dsl.Value) | func(dsl.Value) bool
}

// untilDone returns f as a function that reports whether the loop ends.
func untilDone[F visit](f F) func(dsl.Value) bool {
	if f, ok := any(f).(func(dsl.Value) bool); ok {
		return f
	}
	run := any(f).(func(dsl.Value))
	return func(v dsl.Value) bool { run(v); return false }
}

// visitor returns f as the interpreter runs it.
func visitor(f func(dsl.Value) bool) func(dsl.Value) error {
	return func(v dsl.Value) (err error) {
		defer dsl.Contain(&err)
		if f(v) {
			return dsl.ErrStop
		}
		return nil
	}
}
