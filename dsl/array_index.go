package dsl

import (
	"math"
)

var arrayIndexMethods = methodTable{
	"[]":           fnOpt(1, 2, arrayAt),
	"slice":        fnOpt(1, 2, arrayAt),
	"[]=":          fnOpt(2, 3, arraySet).is(changes | opaque),
	"at":           fn(1, arrayAt),
	"dig":          fnAny(containerDig),
	"fetch":        fnOpt(1, 2, arrayFetch),
	"fetch_values": fnAny(arrayFetchValues),
	"values_at":    fnAny(arrayValuesAt),
	"first":        fnOpt(0, 1, arrayFirst),
	"last":         fnOpt(0, 1, arrayLast),
	"take":         fn(1, arrayTake),
	"drop":         fn(1, arrayDrop),
	"push":         fnAny(arrayPush).is(changes | opaque | partial),
	"append":       fnAny(arrayPush).is(changes | opaque | partial),
	"<<":           fn(1, arrayPush).is(changes | opaque | partial),
	"pop":          fnOpt(0, 1, arrayPop).is(changes),
	"shift":        fnOpt(0, 1, arrayShift).is(changes),
	"unshift":      fnAny(arrayUnshift).is(changes | opaque | partial),
	"prepend":      fnAny(arrayUnshift).is(changes | opaque | partial),
	"insert":       fnAny(arrayInsert).is(changes | opaque),
	"concat":       fnAny(arrayConcat).is(changes | partial | adds | takesOrder),
	"fill":         fnOpt(0, 3, arrayFill).is(changes | opaque),
	"find_index":   fnOpt(0, 1, arrayIndex),
	"index":        fnOpt(0, 1, arrayIndex),
	"rindex":       fnOpt(0, 1, arrayRindex),
	"replace":      fn(1, arrayReplace).is(changes | partial | adds | replaces | takesOrder),
	"clear":        fn(0, arrayClear).is(changes | partial | anyOrder),
	"delete":       fn(1, arrayDelete).is(changes),
	"delete_at":    fn(1, arrayDeleteAt).is(changes),
	"slice!":       fnOpt(1, 2, arraySliceBang).is(changes),
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
// for a single index.
func sliceSpan(c *Call, size int) (start, n int, ok, many bool, err error) {
	if len(c.Args) == 2 {
		if start, err = indexArg(c, 0); err != nil {
			return 0, 0, false, true, err
		}
		if n, err = indexArg(c, 1); err != nil {
			return 0, 0, false, true, err
		}
		if start < 0 {
			start += size
		}
		if start < 0 || start > size || n < 0 {
			return 0, 0, false, true, nil
		}
		return start, min(n, size-start), true, true, nil
	}
	if r, isRange := c.arg(0).(*Range); isRange {
		start, n, ok, err = indexSpan(c, r, size, false)
		return start, n, ok, true, err
	}
	return 0, 0, false, false, nil
}

func arrayAt(c *Call) (Value, error) {
	list := selfArray(c).Elems
	start, n, ok, many, err := sliceSpan(c, len(list))
	switch {
	case err != nil:
		return nil, err
	case many && !ok:
		return Nil, nil
	case many:
		return c.t.copyOf(list[start : start+n]), nil
	}
	i, err := indexArg(c, 0)
	if err != nil {
		return nil, err
	}
	v, _ := elementAt(list, i)
	return v, nil
}

func arraySet(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	value := c.Args[len(c.Args)-1]
	r, isRange := c.Args[0].(*Range)
	switch {
	case len(c.Args) == 3:
		return value, arraySetSpan(c, a, value)
	case isRange:
		start, n, ok, err := indexSpan(c, r, len(a.Elems), true)
		if err == nil && !ok {
			err = rangeOut(c, r)
		}
		if err != nil {
			return nil, err
		}
		return value, splice(c, a, start, n, spliced(value))
	}
	i, err := indexArg(c, 0)
	if err != nil {
		return nil, err
	}
	if i < 0 {
		if i += len(a.Elems); i < 0 {
			return nil, indexTooSmall(c, i-len(a.Elems), len(a.Elems))
		}
	}
	if i < len(a.Elems) {
		a.Elems[i] = value
		return value, nil
	}
	return value, splice(c, a, i, 0, []Value{value})
}

func arraySetSpan(c *Call, a *Array, value Value) error {
	start, err := indexArg(c, 0)
	if err != nil {
		return err
	}
	n, err := indexArg(c, 1)
	if err != nil {
		return err
	}
	if n < 0 {
		return c.Errorf("IndexError", "negative length (%d)", n)
	}
	if start < 0 {
		if start += len(a.Elems); start < 0 {
			return indexTooSmall(c, start-len(a.Elems), len(a.Elems))
		}
	}
	return splice(c, a, start, n, spliced(value))
}

// spliced is what an assignment to several elements puts in.
func spliced(v Value) []Value {
	if list, ok := v.(*Array); ok {
		return list.Elems
	}
	return []Value{v}
}

func indexTooSmall(c *Call, i, size int) error {
	return c.Errorf("IndexError", "index %d too small for array; minimum: %d", i, -size)
}

func rangeOut(c *Call, r *Range) error {
	text, err := c.Inspect(r)
	if err != nil {
		return err
	}
	return c.Errorf("RangeError", "%s out of range", text)
}

// splice replaces n elements from start on; a start behind the end is filled
// up with nil.
func splice(c *Call, a *Array, start, n int, with []Value) error {
	if start > math.MaxInt-len(with) {
		return c.Errorf("IndexError", "index %d too big", start)
	}
	return c.t.splice(a, start, n, with)
}

// containerDig is dig of Array, Hash and Struct: the first step is the
// receiver's own [].
func containerDig(c *Call) Value {
	if len(c.Args) == 0 {
		panic(c.exception("ArgumentError", "wrong number of arguments (given 0, expected 1+)"))
	}
	v := c.Self
	for i, key := range c.Args {
		if IsNil(v) {
			return v
		}
		if i > 0 && !c.t.respondTo(v, "dig") {
			panic(c.exception("TypeError", "%s does not have #dig method", c.Interp().plainClassOf(v).Name()))
		}
		if _, unknown := v.(*Unknown); unknown {
			return check(c.Send(v, "dig", c.Args[i:]...))
		}

		if d := structOf(v); d != nil {
			v = d.lookup(key)
		} else {
			v = check(c.Send(v, "[]", key))
		}
	}
	return v
}

func arrayFetch(c *Call) Value {
	return fetchElement(c, check(indexArg(c, 0)))
}

func fetchElement(c *Call, i int) Value {
	list := selfArray(c).Elems
	if v, ok := elementAt(list, i); ok {
		return v
	}
	switch {
	case c.Block != nil:
		return check(c.Yield(Int(i)))
	case len(c.Args) == 2 && c.Name == "fetch":
		return c.Args[1]
	}
	panic(c.exception("IndexError", "index %d outside of array bounds: %d...%d", i, -len(list), len(list)))
}

func arrayFetchValues(c *Call) Value {
	indexes := indexArgs(c, 0)
	out := c.t.listOfRoom(len(indexes))
	for _, i := range indexes {
		v := fetchElement(c, i)
		out.Elems = append(out.Elems, v)
	}
	return out
}

func arrayValuesAt(c *Call) Value {
	return check(valuesAt(c, selfArray(c).Elems))
}

// valuesAt is values_at of Array and MatchData: indexes and ranges, nil for
// what lies outside.
func valuesAt(c *Call, list []Value) (Value, error) {
	out := c.t.newArray()
	for i, arg := range c.Args {
		r, ok := arg.(*Range)
		if !ok {
			at, err := indexArg(c, i)
			if err != nil {
				return nil, err
			}
			v, _ := elementAt(list, at)
			if err := c.t.push(out, v); err != nil {
				return nil, err
			}
			continue
		}
		start, n, ok, err := indexSpan(c, r, len(list), true)
		if err == nil && !ok {
			err = rangeOut(c, r)
		}
		if err != nil {
			return nil, err
		}
		if r.Hi == Nil {
			n = max(len(list)-start, 0)
		}
		if err := c.size(min(n, math.MaxInt/2) + len(out.Elems)); err != nil {
			return nil, err
		}
		c.t.looked(n)
		for j := range n {
			v, _ := elementAt(list, start+j)
			if err := c.t.push(out, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func arrayFirst(c *Call) Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		v, _ := elementAt(list, 0)
		return v
	}
	return c.t.copyOf(list[:min(check(countArg(c, "negative array size")), len(list))])
}

func arrayLast(c *Call) Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		v, _ := elementAt(list, -1)
		return v
	}
	return c.t.copyOf(list[len(list)-min(check(countArg(c, "negative array size")), len(list)):])
}

// countArg is the first argument as a count; negative is the message for one
// below zero.
func countArg(c *Call, negative string) (int, error) {
	n, err := indexArg(c, 0)
	if err == nil && n < 0 {
		err = c.Errorf("ArgumentError", "%s", negative)
	}
	return n, err
}

func arrayTake(c *Call) Value {
	n := check(countArg(c, "attempt to take negative size"))
	list := selfArray(c).Elems
	return c.t.copyOf(list[:min(n, len(list))])
}

func arrayDrop(c *Call) Value {
	n := check(countArg(c, "attempt to drop negative size"))
	list := selfArray(c).Elems
	return c.t.copyOf(list[min(n, len(list)):])
}

func arrayFill(c *Call) Value {
	a := check(changeableArray(c))
	at := 0 // of the first argument that names a place
	if c.Block == nil {
		at = 1
		if len(c.Args) == 0 {
			panic(c.exception("ArgumentError", "wrong number of arguments (given 0, expected 1..3)"))
		}
	} else if len(c.Args) == 3 {
		panic(c.exception("ArgumentError", "wrong number of arguments (given 3, expected 0..2)"))
	}
	start, n := check2(fillSpan(c, a, at))
	if n <= 0 {
		return a
	}
	if start > math.MaxInt-n {
		panic(c.exception("ArgumentError", "argument too big"))
	}
	must(c.size(start + n))
	if more := start + n - len(a.Elems); more > 0 {
		must(c.t.splice(a, start+n, 0, nil))
	}
	c.t.looked(n)
	for i := start; i < start+n; i++ {
		v := c.arg(0)
		if c.Block != nil {
			v = check(c.Yield(Int(i)))
		}
		if i < len(a.Elems) {
			a.Elems[i] = v
		}
	}
	return a
}

func fillSpan(c *Call, a *Array, at int) (start, n int, err error) {
	if r, ok := c.arg(at).(*Range); ok && len(c.Args) == at+1 {
		start, n, ok, err = indexSpan(c, r, len(a.Elems), true)
		if err == nil && !ok {
			err = rangeOut(c, r)
		}
		return start, n, err
	}
	if c.arg(at) != Nil {
		if start, err = indexArg(c, at); err != nil {
			return 0, 0, err
		}
	}
	if start < 0 {
		start = max(start+len(a.Elems), 0)
	}
	n = len(a.Elems) - start
	if c.arg(at+1) != Nil {
		n, err = indexArg(c, at+1)
	}
	return start, n, err
}

func arrayIndex(c *Call) Value {
	a := selfArray(c)
	if len(c.Args) == 0 && c.Block == nil {
		return check(c.enumerator())
	}
	for i := 0; i < len(a.Elems); i++ {
		if ok := indexMatches(c, a.Elems[i]); ok {
			return Int(i)
		}
	}
	return Nil
}

func arrayRindex(c *Call) Value {
	a := selfArray(c)
	if len(c.Args) == 0 && c.Block == nil {
		return check(c.enumerator())
	}
	for i := len(a.Elems) - 1; i >= 0; i-- {
		if i >= len(a.Elems) {
			continue
		}
		if ok := indexMatches(c, a.Elems[i]); ok {
			return Int(i)
		}
	}
	return Nil
}

// indexMatches asks index's argument or its block about v.
func indexMatches(c *Call, v Value) bool {
	must(c.Step())
	if len(c.Args) > 0 {
		return check(c.Equal(v, c.Args[0]))
	}
	return truth(c, v)
}
