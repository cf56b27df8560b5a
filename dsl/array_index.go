package dsl

import (
	"math"
)

var arrayIndexMethods = methodTable{
	"[]":        fnOpt(1, 2, arrayAt).is(picks),
	"slice":     fnOpt(1, 2, arrayAt).is(picks),
	"[]=":       fnOpt(2, 3, arraySet).is(changes | opaque),
	"at":        fn(1, arrayAt).is(picks),
	"dig":       fnAny(containerDig).is(picks),
	"fetch":     fnOpt(1, 2, arrayFetch).is(picks),
	"values_at": fnAny(arrayValuesAt),
	"first":     fnOpt(0, 1, arrayFirst).is(picks),
	"last":      fnOpt(0, 1, arrayLast).is(picks),
	"take":      fn(1, arrayTake),
	"drop":      fn(1, arrayDrop),
	"push":      fnAny(arrayPush).is(changes | opaque | partial),
	"append":    fnAny(arrayPush).is(changes | opaque | partial),
	"<<":        fn(1, arrayPush).is(changes | opaque | partial),
	"pop":       fnOpt(0, 1, arrayPop).is(changes | picks),
	"shift":     fnOpt(0, 1, arrayShift).is(changes | picks),
	"unshift":   fnAny(arrayUnshift).is(changes | opaque | partial),
	"prepend":   fnAny(arrayUnshift).is(changes | opaque | partial),
	"concat":    fnAny(arrayConcat).is(changes | partial | adds | takesOrder),
	"fill":      fnOpt(0, 3, arrayFill).is(changes | opaque),
	"replace":   fn(1, arrayReplace).is(changes | partial | adds | replaces | takesOrder),
	"clear":     fn(0, arrayClear).is(changes | partial | anyOrder),
	"delete":    fn(1, arrayDelete).is(changes | picks),
}

// elementAt returns element i, counted from the end when negative.
func elementAt(list []Value, i int) (Value, bool) {
	if i < 0 {
		i += len(list)
	}
	if i < 0 || i >= len(list) {
		return Nil, false
	}
	return list[i], true
}

// sliceSpan reads the arguments of [] that name several elements. many is false
// for a single index; ok is false for a span outside of the list.
func sliceSpan(c *Call, size int) (start, n int, ok, many bool) {
	if len(c.Args) == 2 {
		start, n = c.Int(0), c.Int(1)
		if start < 0 {
			start += size
		}
		ok = start >= 0 && start <= size && n >= 0
		return start, min(n, size-start), ok, true
	}
	if r, isRange := c.Arg(0).(*Range); isRange {
		start, n, ok := indexSpan(c, r, size, false)
		return start, n, ok, true
	}
	return 0, 0, false, false
}

// openSpan returns what a range names in a list, which may go on behind its end.
func openSpan(c *Call, r *Range, size int) (start, n int) {
	start, n, ok := indexSpan(c, r, size, true)
	if !ok {
		panic(c.Exception("RangeError", "%s out of range", c.Inspect(r)))
	}
	return start, n
}

func arrayAt(c *Call) Value {
	list := selfArray(c).Elems
	start, n, ok, many := sliceSpan(c, len(list))
	switch {
	case !many:
		v, _ := elementAt(list, c.Int(0))
		return v
	case !ok:
		return Nil
	}
	return c.t.copyOf(list[start : start+n])
}

func arraySet(c *Call) Value {
	a := changeableArray(c)
	value := c.Args[len(c.Args)-1]
	r, isRange := c.Args[0].(*Range)
	switch {
	case len(c.Args) == 3:
		arraySetSpan(c, a, value)
		return value
	case isRange:
		start, n := openSpan(c, r, len(a.Elems))
		splice(c, a, start, n, spliced(value))
		return value
	}
	if i := placeIn(c, a, c.Int(0)); i < len(a.Elems) {
		a.Elems[i] = value
	} else {
		splice(c, a, i, 0, []Value{value})
	}
	return value
}

func arraySetSpan(c *Call, a *Array, value Value) {
	start, n := c.Int(0), c.Int(1)
	if n < 0 {
		panic(c.Exception("IndexError", "negative length (%d)", n))
	}
	splice(c, a, placeIn(c, a, start), n, spliced(value))
}

// placeIn returns an index counted from the beginning, which a negative one must not lie
// in front of.
func placeIn(c *Call, a *Array, i int) int {
	if i >= 0 {
		return i
	}
	if i += len(a.Elems); i < 0 {
		panic(c.Exception("IndexError", "index %d too small for array; minimum: %d", i-len(a.Elems), -len(a.Elems)))
	}
	return i
}

// spliced is what an assignment to several elements puts in.
func spliced(v Value) []Value {
	if list, ok := v.(*Array); ok {
		return list.Elems
	}
	return []Value{v}
}

// splice replaces n elements from start on; a start behind the end is filled
// up with nil.
func splice(c *Call, a *Array, start, n int, with []Value) {
	if start > math.MaxInt-len(with) {
		panic(c.Exception("IndexError", "index %d too big", start))
	}
	Must(c.t.splice(a, start, n, with))
}

// containerDig is dig of Array, Hash and Struct: the first step is the
// receiver's own [].
func containerDig(c *Call) Value {
	if len(c.Args) == 0 {
		panic(c.Exception("ArgumentError", "wrong number of arguments (given 0, expected 1+)"))
	}
	v := c.Self
	for i, key := range c.Args {
		if IsNil(v) {
			return v
		}
		if i > 0 && !c.t.respondTo(v, "dig") {
			panic(c.Exception("TypeError", "%s does not have #dig method", c.Interp().plainClassOf(v).Name()))
		}
		if _, unknown := v.(*Unknown); unknown {
			return c.Send(v, "dig", c.Args[i:]...)
		}

		if d := structOf(v); d != nil {
			v = d.lookup(key)
		} else {
			v = c.Send(v, "[]", key)
		}
	}
	return v
}

func arrayFetch(c *Call) Value {
	return fetchElement(c, c.Int(0))
}

func fetchElement(c *Call, i int) Value {
	list := selfArray(c).Elems
	if v, ok := elementAt(list, i); ok {
		return v
	}
	switch {
	case c.Block != nil:
		return c.Yield(Int(i))
	case len(c.Args) == 2 && c.Name == "fetch":
		return c.Args[1]
	}
	panic(c.Exception("IndexError", "index %d outside of array bounds: %d...%d", i, -len(list), len(list)))
}

func arrayValuesAt(c *Call) Value {
	return valuesAt(c, selfArray(c).Elems)
}

// valuesAt is values_at of Array and MatchData: indexes and ranges, nil for
// what lies outside.
func valuesAt(c *Call, list []Value) Value {
	out := c.t.newArray()
	for i, arg := range c.Args {
		r, ok := arg.(*Range)
		if !ok {
			v, _ := elementAt(list, c.Int(i))
			c.Push(out, v)
			continue
		}
		start, n := openSpan(c, r, len(list))
		if r.Hi == Nil {
			n = max(len(list)-start, 0)
		}
		c.Size(min(n, math.MaxInt/2) + len(out.Elems))
		c.t.looked(n)
		for j := range n {
			v, _ := elementAt(list, start+j)
			c.Push(out, v)
		}
	}
	return out
}

func arrayFirst(c *Call) Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		v, _ := elementAt(list, 0)
		return v
	}
	return c.t.copyOf(list[:min(c.Count(0, "negative array size"), len(list))])
}

func arrayLast(c *Call) Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		v, _ := elementAt(list, -1)
		return v
	}
	return c.t.copyOf(list[len(list)-min(c.Count(0, "negative array size"), len(list)):])
}

func arrayTake(c *Call) Value {
	n := c.Count(0, "attempt to take negative size")
	list := selfArray(c).Elems
	return c.t.copyOf(list[:min(n, len(list))])
}

func arrayDrop(c *Call) Value {
	n := c.Count(0, "attempt to drop negative size")
	list := selfArray(c).Elems
	return c.t.copyOf(list[min(n, len(list)):])
}

func arrayFill(c *Call) Value {
	a := changeableArray(c)
	at := 0 // of the first argument that names a place
	if c.Block == nil {
		at = 1
		if len(c.Args) == 0 {
			panic(c.Exception("ArgumentError", "wrong number of arguments (given 0, expected 1..3)"))
		}
	} else if len(c.Args) == 3 {
		panic(c.Exception("ArgumentError", "wrong number of arguments (given 3, expected 0..2)"))
	}
	start, n := fillSpan(c, a, at)
	if n <= 0 {
		return a
	}
	if start > math.MaxInt-n {
		panic(c.Exception("ArgumentError", "argument too big"))
	}
	c.Size(start + n)
	if more := start + n - len(a.Elems); more > 0 {
		Must(c.t.splice(a, start+n, 0, nil))
	}
	c.t.looked(n)
	for i := start; i < start+n; i++ {
		v := c.Arg(0)
		if c.Block != nil {
			v = c.Yield(Int(i))
		}
		if i < len(a.Elems) {
			a.Elems[i] = v
		}
	}
	return a
}

func fillSpan(c *Call, a *Array, at int) (start, n int) {
	if r, ok := c.Arg(at).(*Range); ok && len(c.Args) == at+1 {
		return openSpan(c, r, len(a.Elems))
	}
	if start = c.IntUnlessNil(at, 0); start < 0 {
		start = max(start+len(a.Elems), 0)
	}
	return start, c.IntUnlessNil(at+1, len(a.Elems)-start)
}
