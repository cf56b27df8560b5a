package dsl

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
)

// appendTo adds v to out within the limits.
func appendTo(c *Call, out *Array, v Value) error { return c.t.push(out, v) }

// withBlock makes a method that gives an enumerator when it is called without
// a block.
func withBlock(b *builtin) *builtin {
	f := b.fn
	b.fn = func(c *Call) (Value, error) {
		if c.Block == nil {
			return c.enumerator()
		}
		return f(c)
	}
	return yielding(b)
}

// yielding marks a method that gives an enumerator when it is called without a block.
func yielding(b *builtin) *builtin {
	b.yields = true
	return b
}

// valuesOf gives what v's each yields, as a slice of its own.
func valuesOf(c *Call, v Value) []Value {
	if a, ok := v.(*Array); ok {
		c.t.moved(len(a.Elems))
		return slices.Clone(a.Elems)
	}
	out := &Array{}
	must(eachElementIn(c, v, c.t.noting(out, func(e Value) error { return appendTo(c, out, e) })))
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
func changeableArray(c *Call) (*Array, error) {
	a := selfArray(c)
	if a.frozen {
		return nil, frozenError(c, "Array", a)
	}
	return a, nil
}

func frozenError(c *Call, class string, v Value) error {
	text, err := c.Inspect(v)
	if err != nil {
		return err
	}
	return c.Errorf("FrozenError", "can't modify frozen %s: %s", class, text)
}

// toArray is the implicit conversion to an Array.
func toArray(c *Call, v Value) (*Array, error) {
	if a, ok := v.(*Array); ok {
		return a, nil
	}
	if o, ok := v.(*Object); ok && c.t.respondTo(o, "to_ary") {
		got, err := c.Send(o, "to_ary")
		if err != nil {
			return nil, err
		}
		switch a := c.t.picked(got).(type) {
		case *Array:
			return a, nil
		case *Unknown:
			c.t.askUnknown(a)
			return &Array{}, nil
		}
	}
	return nil, c.noConversion(v, "Array")
}

// toHash is the implicit conversion to a Hash.
func toHash(c *Call, v Value) (*Hash, error) {
	if h, ok := v.(*Hash); ok {
		return h, nil
	}
	if o, ok := v.(*Object); ok && c.t.respondTo(o, "to_hash") {
		got, err := c.Send(o, "to_hash")
		if err != nil {
			return nil, err
		}
		switch h := c.t.picked(got).(type) {
		case *Hash:
			return h, nil
		case *Unknown:
			c.t.askUnknown(h)
			return NewHash(0), nil
		}
	}
	return nil, c.noConversion(v, "Hash")
}

// toIndex is the implicit conversion to an Integer.
func toIndex(c *Call, v Value) (int, error) {
	switch v := v.(type) {
	case Int:
		return int(v), nil
	case Float:
		f := float64(v)
		if !(f > -9.3e18 && f < 9.2e18) {
			return 0, c.Errorf("RangeError", "float %s out of range of integer", floatText(f))
		}
		return int(f), nil
	case nilValue:
		return 0, c.Errorf("TypeError", "no implicit conversion from nil to integer")
	}
	return toInt(c, v)
}

func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// indexArg is argument i as an Integer.
func indexArg(c *Call, i int) (int, error) { return toIndex(c, c.arg(i)) }

// indexArgs gives all arguments from i on as Integers.
func indexArgs(c *Call, i int) []int {
	out := make([]int, 0, len(c.Args))
	for ; i < len(c.Args); i++ {
		n := check(indexArg(c, i))
		out = append(out, n)
	}
	return out
}

// indexSpan turns a range of indexes into start and length within size
// elements. ok is false when the start lies outside. The end is not cut off at
// size when open is true.
func indexSpan(c *Call, r *Range, size int, open bool) (start, n int, ok bool, err error) {
	end := -1
	if r.Lo != Nil {
		if start, err = toIndex(c, r.Lo); err != nil {
			return 0, 0, false, err
		}
	}
	if r.Hi != Nil {
		if end, err = toIndex(c, r.Hi); err != nil {
			return 0, 0, false, err
		}
	}
	if start < 0 {
		start += size
	}
	if start < 0 || (!open && start > size) {
		return 0, 0, false, nil
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
	return start, max(end-start, 0), true, nil
}

// orderOf reads what a sort block or <=> gave for a and b.
func orderOf(c *Call, v, a, b Value) (int, error) {
	switch v := v.(type) {
	case Int:
		return cmp.Compare(v, 0), nil
	case Float:
		return cmp.Compare(v, 0), nil
	case nilValue:
		return 0, c.t.incomparable(a, b)
	}
	more, err := c.Send(v, ">", Int(0))
	if err != nil {
		return 0, err
	}
	if c.truthy(more) {
		return 1, nil
	}
	less, err := c.Send(v, "<", Int(0))
	if err != nil {
		return 0, err
	}
	if c.truthy(less) {
		return -1, nil
	}
	return 0, nil
}

// blockOrder compares two values with the call's block, or with <=> if there
// is none.
func blockOrder(c *Call, a, b Value) (int, error) {
	if c.Block == nil {
		return c.Compare(a, b)
	}
	v, err := c.Yield(a, b)
	if err != nil {
		return 0, err
	}
	return orderOf(c, v, a, b)
}

// sortValues sorts in place; the first error ends the comparisons.
func sortValues[T any](c *Call, list []T, order func(a, b T) (int, error)) error {
	var failed error
	slices.SortStableFunc(list, func(a, b T) int {
		if failed != nil {
			return 0
		}
		if failed = c.Step(); failed != nil {
			return 0
		}
		// Turned round, so that errors name the elements in their order.
		n, err := order(b, a)
		failed = err
		return -n
	})
	return failed
}

// truth runs the call's block on v and reports whether it returned a true value.
func truth(c *Call, v ...Value) bool { return c.truthy(check(c.Yield(v...))) }

// includes tells whether list has an element that is == v.
func includes(c *Call, list []Value, v Value) bool {
	i := indexOf(c, list, v)
	return i >= 0
}

func indexOf(c *Call, list []Value, v Value) int {
	for i, e := range list {
		must(c.Step())
		same := check(c.Equal(e, v))
		if same {
			return i
		}
	}
	return -1
}

// undeterminedCall is a method whose result the program does not decide, or that is not
// known here: Array#sample.
func undeterminedCall(c *Call) Value { return check(c.t.libraryUnknown(nil, c, c.Pos)) }

// refused is a method whose result can't be told without running Ruby.
func refused(c *Call) Value {
	if c.t.request {
		return undeterminedCall(c)
	}
	panic(c.exception("NotImplementedError", "%s#%s is not supported: its result is not determined by the program", c.Interp().plainClassOf(c.Self).Name(), c.Name))
}

// nesting refuses collections nested deeper than calls may be.
func nesting(c *Call, depth int) error {
	if limit := c.Interp().limits.Depth; depth > limit {
		return &LimitError{Limit: "nesting of collections", Max: limit, Pos: c.Pos}
	}
	return nil
}

// eachIn runs f for every element of v, until f returns true.
func eachIn[F visit](c *Call, v Value, f F) { must(eachElementIn(c, v, visitor(f))) }

// eachElementIn is Each, but f's errStop ends only this very iteration, not one that
// v's own each runs inside.
func eachElementIn(c *Call, v Value, f func(Value) error) error {
	if h, ok := v.(*Hash); ok {
		return eachPairIn(c, h, func(k, e Value) error { return f(c.t.newArray(k, e)) })
	}
	stop := errors.New("stop")
	err := c.Each(v, func(e Value) error {
		err := f(e)
		if err == errStop {
			err = stop
		}
		return err
	})
	if err == stop {
		return nil
	}
	return err
}

// inspectSelf is inspect and to_s of the collections.
func inspectSelf(c *Call) Value {
	s := check(c.Inspect(c.Self))
	return c.t.newString(s)
}
