package dsl

import (
	"math"
	"slices"
	"strings"
)

func init() {
	Register(Type{Name: "Array", Includes: []string{"Enumerable"}, Methods: arrayMethods, Functions: arrayClassMethods})
}

// arrayMethods are Array's own methods; what works on any collection is in
// enumerableMethods.
var arrayMethods = with(arrayBasicMethods, arrayIndexMethods, arraySupportMethods, derived("Array"))

var arrayBasicMethods = methodTable{
	"*":               fn(1, arrayTimes),
	"+":               fn(1, arrayPlus).is(partial | adds | takesOrder),
	"-":               fn(1, arrayMinus).is(sameOrder),
	"&":               fn(1, arrayAnd).is(sameOrder),
	"|":               fn(1, arrayOr).is(adds | takesOrder),
	"<=>":             fn(1, arrayCompare),
	"==":              fn(1, arrayEqual),
	"eql?":            fn(1, containerEql),
	"hash":            fn(0, containerHash),
	"difference":      fnAny(arrayDifference).is(sameOrder),
	"union":           fnAny(arrayUnion).is(adds | takesOrder),
	"intersection":    fnAny(arrayIntersection).is(sameOrder),
	"intersect?":      fn(1, arrayIntersects).is(anyOrder),
	"each":            withBlock(fn(0, arrayEach)).is(partial),
	"reverse_each":    withBlock(fn(0, arrayReverseEach)).is(partial),
	"length":          fn(0, arrayLength).is(anyOrder),
	"size":            fn(0, arrayLength).is(anyOrder),
	"empty?":          fn(0, arrayEmpty).is(anyOrder),
	"blank?":          fn(0, arrayEmpty).is(anyOrder),
	"frozen?":         fn(0, arrayFrozen).is(opaque | partial | anyOrder),
	"join":            fnOpt(0, 1, arrayJoin).is(showsParts),
	"reverse":         fn(0, arrayReverse).is(partial),
	"compact":         fn(0, arrayCompact).is(partial | sameOrder),
	"flatten":         fnOpt(0, 1, arrayFlatten),
	"to_a":            fn(0, arraySelf).is(partial | sameOrder),
	"entries":         fn(0, arrayEntries).is(partial | sameOrder),
	"to_ary":          fn(0, arraySelf).is(partial | sameOrder),
	"deconstruct":     fn(0, arraySelf),
	"pack":            fn(1, arrayPack).is(showsParts),
	"sample":          fnAny(undeterminedCall).is(undetermined | picks),
	"shuffle":         fnAny(undeterminedCall).is(undetermined),
	"shuffle!":        fnAny(refused).is(changes | undetermined),
	"freeze":          fn(0, arrayFreeze).is(opaque | partial | sameOrder),
	"include?":        fn(1, arrayInclude).is(anyOrder),
	"member?":         fn(1, arrayInclude).is(anyOrder),
	"initialize_copy": fn(1, arrayReplace).is(changes),
	"inspect":         fn(0, inspectSelf).is(partial | showsParts),
	"to_s":            fn(0, inspectSelf).is(partial | showsParts),
}

var arrayClassMethods = methodTable{
	"new":         fnOpt(0, 2, arrayNew),
	"[]":          fnAny(arrayOf).is(opaque),
	"try_convert": fn(1, arrayTryConvert),
	"wrap":        fn(1, arrayWrap),
}

func arrayNew(c *Call) Value {
	if len(c.Args) == 0 {
		return c.t.newArray()
	}
	if a, ok := c.Args[0].(*Array); ok && len(c.Args) == 1 {
		return c.t.copyOf(a.Elems)
	}
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative array size"))
	}
	c.Size(n)
	out := c.t.listOfRoom(n)
	c.t.looked(n)
	for i := range n {
		v := c.Arg(1)
		if c.Block != nil {
			v = c.Yield(Int(i))
		}
		out.Elems = append(out.Elems, v)
	}
	return out
}

func arrayOf(c *Call) Value { return c.t.copyOf(c.Args) }

func arrayTryConvert(c *Call) Value {
	switch v := c.Arg(0).(type) {
	case *Array:
		return v
	case *Object:
		if c.t.respondTo(v, "to_ary") {
			return c.Send(v, "to_ary")
		}
	}
	return Nil
}

func arrayWrap(c *Call) Value {
	switch v := c.Arg(0).(type) {
	case nilValue:
		return c.t.newArray()
	case *Array:
		return v
	case *Object:
		if c.t.respondTo(v, "to_ary") {
			got := c.Send(v, "to_ary")
			if got != Nil {
				return got
			}
		}
	}
	return c.t.newArray(c.Arg(0))
}

func arraySelf(c *Call) Value    { return c.Self }
func arrayLength(c *Call) Value  { return Int(len(selfArray(c).Elems)) }
func arrayEmpty(c *Call) Value   { return Bool(len(selfArray(c).Elems) == 0) }
func arrayFrozen(c *Call) Value  { return Bool(selfArray(c).frozen) }
func arrayEntries(c *Call) Value { return c.t.copyOf(selfArray(c).Elems) }

func arrayFreeze(c *Call) Value {
	selfArray(c).frozen = true
	return c.Self
}

func arrayEach(c *Call) Value {
	a := selfArray(c)
	// The block may change the array, so its length is asked each round.
	for i := 0; i < len(a.Elems); i++ {
		c.Step()
		c.yieldElement(a.Elems[i])
	}
	return a
}

func arrayReverseEach(c *Call) Value {
	a := selfArray(c)
	for i := len(a.Elems) - 1; i >= 0; i-- {
		if i >= len(a.Elems) {
			continue
		}
		c.yieldElement(a.Elems[i])
	}
	return a
}

func arrayEqual(c *Call) Value {
	if c.Self == c.Arg(0) {
		return True
	}
	if _, ok := c.Arg(0).(*Array); !ok {
		return False
	}
	return Bool(c.Equal(c.Self, c.Arg(0)))
}

// containerEql is eql? of the collections that hashKey knows.
func containerEql(c *Call) Value {
	if c.Interp().plainClassOf(c.Self) != c.Interp().plainClassOf(c.Arg(0)) {
		return False
	}
	return Bool(c.key(c.Self) == c.key(c.Arg(0)))
}

func containerHash(c *Call) Value { return keyHash(c.key(c.Self)) }

// keyHash is FNV-1a of a container's key.
func keyHash(key any) Int {
	text, _ := key.(deepKey)
	sum := uint64(14695981039346656037)
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	return Int(sum >> 2)
}

func arrayCompare(c *Call) Value {
	other, ok := c.Arg(0).(*Array)
	if !ok {
		return Nil
	}
	a := selfArray(c)
	for i := 0; i < len(a.Elems) && i < len(other.Elems); i++ {
		c.Step()
		if a == other {
			continue
		}
		v := c.Send(a.Elems[i], "<=>", other.Elems[i])
		if v != Int(0) {
			return v
		}
	}
	switch la, lb := len(a.Elems), len(other.Elems); {
	case la < lb:
		return Int(-1)
	case la > lb:
		return Int(1)
	}
	return Int(0)
}

func arrayTimes(c *Call) Value {
	if s, ok := c.Arg(0).(*String); ok {
		return joinArray(c, selfArray(c), s.s)
	}
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative argument"))
	}
	elems := selfArray(c).Elems
	if len(elems) == 0 {
		return c.t.newArray()
	}
	if n > math.MaxInt/len(elems) {
		n = math.MaxInt / len(elems)
	}
	c.Size(n * len(elems))
	c.t.moved(n * len(elems))
	return c.t.newArray(slices.Repeat(elems, n)...)
}

func arrayPlus(c *Call) Value {
	other := c.List(0)
	a := selfArray(c)
	c.Size(len(a.Elems) + len(other.Elems))
	c.t.moved(len(a.Elems) + len(other.Elems))
	return c.t.newArray(slices.Concat(a.Elems, other.Elems)...)
}

func arrayInclude(c *Call) Value {
	return Bool(includes(c, selfArray(c).Elems, c.Arg(0)))
}

func arrayJoin(c *Call) Value {
	sep := ""
	if v := c.Arg(0); v != Nil {
		sep = c.Text(0)
	}
	return joinArray(c, selfArray(c), sep)
}

func joinArray(c *Call, a *Array, sep string) Value {
	var b strings.Builder
	first := true
	writeJoined(c, &b, a, sep, &first, nil)
	return c.t.newString(b.String())
}

// writeJoined joins a; outer holds the arrays around it.
func writeJoined(c *Call, b *strings.Builder, a *Array, sep string, first *bool, outer []*Array) {
	if slices.Contains(outer, a) {
		panic(c.Exception("ArgumentError", "recursive array join"))
	}
	nesting(c, len(outer))
	outer = append(outer, a)
	for i := 0; i < len(a.Elems); i++ {
		c.Step()
		inner, nested := a.Elems[i].(*Array)
		if nested && len(inner.Elems) > 0 {
			writeJoined(c, b, inner, sep, first, outer)
			continue
		}
		text := ""
		if !nested {
			text = c.ToS(a.Elems[i])
		}
		Must(c.Thread().stringSize(b.Len() + len(sep) + len(text)))
		if !*first {
			b.WriteString(sep)
		}
		*first = false
		b.WriteString(text)
	}
}

func arrayReverse(c *Call) Value {
	a := c.t.copyOf(selfArray(c).Elems)
	slices.Reverse(a.Elems)
	return a
}

func arrayCompact(c *Call) Value {
	if c.t.unknownIn(c.Self) != nil {
		return enumCompact(c)
	}
	return c.t.newArray(withoutNil(c, selfArray(c).Elems)...)
}

func withoutNil(c *Call, list []Value) []Value {
	c.t.looked(len(list))
	out := make([]Value, 0, len(list))
	for _, v := range list {
		if !IsNil(v) {
			out = append(out, v)
		}
	}
	return out
}

func arrayFlatten(c *Call) Value {
	out, _ := flattened(c)
	return out
}

// flattened flattens the receiver by the levels of the first argument; changed
// reports whether there was anything to flatten.
func flattened(c *Call) (out *Array, changed bool) {
	levels := c.IntUnlessNil(0, -1)
	out = c.t.newArray()
	flattenInto(c, out, selfArray(c), levels, nil, &changed)
	return out, changed
}

func flattenInto(c *Call, out, a *Array, levels int, outer []*Array, changed *bool) {
	// With a number of levels Ruby doesn't look for recursion: it ends anyway.
	if levels < 0 && slices.Contains(outer, a) {
		panic(c.Exception("ArgumentError", "tried to flatten recursive array"))
	}
	nesting(c, len(outer))
	outer = append(outer, a)
	for _, e := range a.Elems {
		c.Step()
		inner, nested := e.(*Array)
		if !nested || levels == 0 {
			c.Push(out, e)
			continue
		}
		*changed = true
		flattenInto(c, out, inner, levels-1, outer, changed)
	}
}
