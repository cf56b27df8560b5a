package core

import (
	"math"
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(dsl.Type{Name: "Primitive", Functions: dsl.Methods{"span": dsl.Fn(2, spanOf).With(trait.Opaque)}})
}

var arrayIndexMethods = dsl.Methods{
	"[] slice":        dsl.FnOpt(1, 2, arrayAt).With(trait.Picks),
	"[]=":             dsl.FnOpt(2, 3, arraySet).With(trait.ChangesReceiver | trait.Opaque),
	"at":              dsl.Fn(1, arrayAt).With(trait.Picks),
	"dig":             dsl.FnAny(containerDig).With(trait.Picks),
	"fetch":           dsl.FnOpt(1, 2, func(c *dsl.Call) dsl.Value { return fetchElement(c, c.Int(0)) }).With(trait.Picks),
	"first":           dsl.FnOpt(0, 1, arrayFirst).With(trait.Picks),
	"last":            dsl.FnOpt(0, 1, arrayLast).With(trait.Picks),
	"take":            dsl.Fn(1, arrayTake),
	"drop":            dsl.Fn(1, arrayDrop),
	"push append":     dsl.FnAny(arrayPush).With(trait.ChangesReceiver | trait.Opaque | trait.Partial),
	"<<":              dsl.Fn(1, arrayPush).With(trait.ChangesReceiver | trait.Opaque | trait.Partial),
	"pop":             dsl.FnOpt(0, 1, arrayPop).With(trait.ChangesReceiver | trait.Picks),
	"shift":           dsl.FnOpt(0, 1, arrayShift).With(trait.ChangesReceiver | trait.Picks),
	"unshift prepend": dsl.FnAny(arrayUnshift).With(trait.ChangesReceiver | trait.Opaque | trait.Partial),
	"concat":          dsl.FnAny(arrayConcat).With(trait.ChangesReceiver | trait.Partial | trait.Adds | trait.TakesOrder),
	"fill":            dsl.FnOpt(0, 3, arrayFill).With(trait.ChangesReceiver | trait.Opaque),
	"replace":         dsl.Fn(1, arrayReplace).With(trait.ChangesReceiver | trait.Partial | trait.Adds | trait.Replaces | trait.TakesOrder),
	"clear":           dsl.Fn(0, arrayClear).With(trait.ChangesReceiver | trait.Partial | trait.AnyOrder),
	"delete":          dsl.Fn(1, arrayDelete).With(trait.ChangesReceiver | trait.Picks),
}

// elementAt returns element i, counted from the end when negative.
func elementAt(list []dsl.Value, i int) (dsl.Value, bool) {
	if i < 0 {
		i += len(list)
	}
	if i < 0 || i >= len(list) {
		return dsl.Nil, false
	}
	return list[i], true
}

// sliceSpan reads the arguments of [] that name several elements. many is false
// for a single index; ok is false for a span outside of the list.
func sliceSpan(c *dsl.Call, size int) (start, n int, ok, many bool) {
	if len(c.Args) == 2 {
		start, n = c.Int(0), c.Int(1)
		if start < 0 {
			start += size
		}
		ok = start >= 0 && start <= size && n >= 0
		return start, min(n, size-start), ok, true
	}
	if r, isRange := c.Arg(0).(*dsl.Range); isRange {
		start, n, ok := indexSpan(c, r, size, false)
		return start, n, ok, true
	}
	return 0, 0, false, false
}

// openSpan returns what a range names in a list, which may go on behind its end.
func openSpan(c *dsl.Call, r *dsl.Range, size int) (start, n int) {
	start, n, ok := indexSpan(c, r, size, true)
	if !ok {
		panic(c.Exception("RangeError", "%s out of range", c.Inspect(r)))
	}
	return start, n
}

func arrayAt(c *dsl.Call) dsl.Value {
	list := selfArray(c).Elems
	start, n, ok, many := sliceSpan(c, len(list))
	switch {
	case !many:
		v, _ := elementAt(list, c.Int(0))
		return v
	case !ok:
		return dsl.Nil
	}
	return c.NewArrayCopy(list[start : start+n])
}

func arraySet(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	value := c.Args[len(c.Args)-1]
	r, isRange := c.Args[0].(*dsl.Range)
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
		splice(c, a, i, 0, []dsl.Value{value})
	}
	return value
}

func arraySetSpan(c *dsl.Call, a *dsl.Array, value dsl.Value) {
	start, n := c.Int(0), c.Int(1)
	if n < 0 {
		panic(c.Exception("IndexError", "negative length (%d)", n))
	}
	splice(c, a, placeIn(c, a, start), n, spliced(value))
}

// placeIn returns an index counted from the beginning, which a negative one must not lie
// in front of.
func placeIn(c *dsl.Call, a *dsl.Array, i int) int {
	if i >= 0 {
		return i
	}
	if i += len(a.Elems); i < 0 {
		panic(c.Exception("IndexError", "index %d too small for array; minimum: %d", i-len(a.Elems), -len(a.Elems)))
	}
	return i
}

// spliced is what an assignment to several elements puts in.
func spliced(v dsl.Value) []dsl.Value {
	if list, ok := v.(*dsl.Array); ok {
		return list.Elems
	}
	return []dsl.Value{v}
}

// splice replaces n elements from start on; a start behind the end is filled
// up with nil.
func splice(c *dsl.Call, a *dsl.Array, start, n int, with []dsl.Value) {
	if start > math.MaxInt-len(with) {
		panic(c.Exception("IndexError", "index %d too big", start))
	}
	putElements(c, a, start, n, with)
}

// containerDig is dig of Array, Hash and Struct: the first step is the
// receiver's own [].
func containerDig(c *dsl.Call) dsl.Value {
	if len(c.Args) == 0 {
		panic(c.Exception("ArgumentError", "wrong number of arguments (given 0, expected 1+)"))
	}
	v := c.Self
	for i, key := range c.Args {
		if dsl.IsNil(v) {
			return v
		}
		if i > 0 && !c.RespondTo(v, "dig") {
			panic(c.Exception("TypeError", "%s does not have #dig method", c.Interp().PlainClassOf(v).Name()))
		}
		if _, unknown := v.(*dsl.Unknown); unknown {
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

func fetchElement(c *dsl.Call, i int) dsl.Value {
	list := selfArray(c).Elems
	if v, ok := elementAt(list, i); ok {
		return v
	}
	switch {
	case c.Block != nil:
		return c.Yield(dsl.Int(i))
	case len(c.Args) == 2 && c.Name == "fetch":
		return c.Args[1]
	}
	panic(c.Exception("IndexError", "index %d outside of array bounds: %d...%d", i, -len(list), len(list)))
}

// spanOf is where a range begins in a list of a size, and how many elements it names.
func spanOf(c *dsl.Call) dsl.Value {
	start, n := openSpan(c, c.Args[0].(*dsl.Range), c.Int(1))
	return c.NewArray(dsl.Int(start), dsl.Int(n))
}

func arrayFirst(c *dsl.Call) dsl.Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		v, _ := elementAt(list, 0)
		return v
	}
	return c.NewArrayCopy(list[:min(c.Count(0, "negative array size"), len(list))])
}

func arrayLast(c *dsl.Call) dsl.Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		v, _ := elementAt(list, -1)
		return v
	}
	return c.NewArrayCopy(list[len(list)-min(c.Count(0, "negative array size"), len(list)):])
}

func arrayTake(c *dsl.Call) dsl.Value {
	n := c.Count(0, "attempt to take negative size")
	list := selfArray(c).Elems
	return c.NewArrayCopy(list[:min(n, len(list))])
}

func arrayDrop(c *dsl.Call) dsl.Value {
	n := c.Count(0, "attempt to drop negative size")
	list := selfArray(c).Elems
	return c.NewArrayCopy(list[min(n, len(list)):])
}

func arrayFill(c *dsl.Call) dsl.Value {
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
		putElements(c, a, start+n, 0, nil)
	}
	c.ChargeReads(n)
	for i := start; i < start+n; i++ {
		v := c.Arg(0)
		if c.Block != nil {
			v = c.Yield(dsl.Int(i))
		}
		if i < len(a.Elems) {
			a.Elems[i] = v
		}
	}
	return a
}

func fillSpan(c *dsl.Call, a *dsl.Array, at int) (start, n int) {
	if r, ok := c.Arg(at).(*dsl.Range); ok && len(c.Args) == at+1 {
		return openSpan(c, r, len(a.Elems))
	}
	if start = c.IntUnlessNil(at, 0); start < 0 {
		start = max(start+len(a.Elems), 0)
	}
	return start, c.IntUnlessNil(at+1, len(a.Elems)-start)
}

// putElements puts elements in the place of n others, from start on; a start behind the
// end is filled up with nil.
func putElements(c *dsl.Call, a *dsl.Array, start, n int, with []dsl.Value) {
	n = max(min(n, len(a.Elems)-start), 0)
	more := len(with) - n
	if len(with) > 0 && len(a.Elems) > 0 && &with[0] == &a.Elems[0] { // a[0, 0] = a
		with = slices.Clone(with)
	}
	c.Size(max(start, len(a.Elems)-n) + len(with))
	switch {
	case start >= len(a.Elems):
		fill := start - len(a.Elems)
		c.ChargeReads(fill)
		for range fill {
			a.Elems = append(a.Elems, dsl.Nil)
		}
		c.ChargeMemory(limits.SizeElement * fill)
		c.Push(a, with...)
		return
	case start == 0 && n == 0:
		dsl.Check(c.Unshift(a, with))
		return
	case start == 0 && more <= 0:
		a.DropFirst(-more)
	case more > 0:
		c.ChargeMemory(limits.SizeElement * more)
		c.ChargeMoves(len(a.Elems) - start)
		a.Elems = append(a.Elems, with[:more]...) // for the room
		copy(a.Elems[start+len(with):], a.Elems[start+n:len(a.Elems)-more])
	default:
		c.ChargeMoves(len(a.Elems) - start)
		a.Elems = append(a.Elems[:start+len(with)], a.Elems[start+n:]...)
	}
	c.ChargeMoves(len(with))
	copy(a.Elems[start:], with)
	dsl.Check(c.Exceeded())
}
