package core

import (
	"math"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(dsl.Type{Name: "Array", Includes: []string{"Enumerable"}, Methods: arrayMethods, Functions: arrayClassMethods})
}

// arrayMethods are Array's own methods; what works on any collection is in
// enumerableMethods.
var arrayMethods = dsl.JoinMethods(arrayBasicMethods, arrayIndexMethods, derived("Array"))

var arrayBasicMethods = dsl.Methods{
	"*":                dsl.Fn(1, arrayTimes),
	"+":                dsl.Fn(1, arrayPlus).With(trait.Partial | trait.Adds | trait.TakesOrder),
	"-":                dsl.Fn(1, func(c *dsl.Call) dsl.Value { return arraySetOp(c, false, false) }).With(trait.SameOrder),
	"&":                dsl.Fn(1, func(c *dsl.Call) dsl.Value { return arraySetOp(c, true, true) }).With(trait.SameOrder),
	"|":                dsl.Fn(1, arrayUnion).With(trait.Adds | trait.TakesOrder),
	"<=>":              dsl.Fn(1, arrayCompare),
	"==":               dsl.Fn(1, arrayEqual),
	"eql?":             dsl.Fn(1, containerEql),
	"hash":             dsl.Fn(0, containerHash),
	"difference":       dsl.FnAny(func(c *dsl.Call) dsl.Value { return arraySetOp(c, false, false) }).With(trait.SameOrder),
	"union":            dsl.FnAny(arrayUnion).With(trait.Adds | trait.TakesOrder),
	"intersection":     dsl.FnAny(func(c *dsl.Call) dsl.Value { return arraySetOp(c, true, len(c.Args) > 0) }).With(trait.SameOrder),
	"each":             dsl.OrEnumerator(dsl.Fn(0, arrayEach)).With(trait.Partial),
	"reverse_each":     dsl.OrEnumerator(dsl.Fn(0, arrayReverseEach)).With(trait.Partial),
	"length size":      dsl.Fn(0, arrayLength).With(trait.AnyOrder),
	"empty? blank?":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(len(selfArray(c).Elems) == 0) }).With(trait.AnyOrder),
	"join":             dsl.FnOpt(0, 1, arrayJoin).With(trait.ShowsParts),
	"reverse":          dsl.Fn(0, arrayReverse).With(trait.Partial),
	"compact":          dsl.Fn(0, arrayCompact).With(trait.Partial | trait.SameOrder),
	"flatten":          dsl.FnOpt(0, 1, arrayFlatten),
	"to_a to_ary":      dsl.Fn(0, arraySelf).With(trait.Partial | trait.SameOrder),
	"entries":          dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(selfArray(c).Elems) }).With(trait.Partial | trait.SameOrder),
	"deconstruct":      dsl.Fn(0, arraySelf),
	"sample":           dsl.FnAny(undeterminedCall).With(trait.Undetermined | trait.Picks),
	"shuffle":          dsl.FnAny(undeterminedCall).With(trait.Undetermined),
	"shuffle!":         dsl.FnAny(refused).With(trait.ChangesReceiver | trait.Undetermined),
	"include? member?": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return dsl.Bool(includes(c, selfArray(c).Elems, c.Arg(0))) }).With(trait.AnyOrder),
	"initialize_copy":  dsl.Fn(1, arrayReplace).With(trait.ChangesReceiver),
	"inspect to_s":     dsl.Fn(0, inspectSelf).With(trait.Partial | trait.ShowsParts),
}

var arrayClassMethods = dsl.Methods{
	"new":         dsl.FnOpt(0, 2, ofType("Array", arrayNew)),
	"[]":          dsl.FnAny(ofType("Array", func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(c.Args) })).With(trait.Opaque),
	"try_convert": dsl.Fn(1, tryConvert("Array", "to_ary")),
	"wrap":        dsl.Fn(1, arrayWrap),
}

func arrayNew(c *dsl.Call) dsl.Value {
	if len(c.Args) == 0 {
		return c.NewArray()
	}
	if a, ok := c.Args[0].(*dsl.Array); ok && len(c.Args) == 1 {
		return c.NewArrayCopy(a.Elems)
	}
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative array size"))
	}
	c.Size(n)
	out := c.NewArrayCap(n)
	c.ChargeReads(n)
	for i := range n {
		v := c.Arg(1)
		if c.Block != nil {
			v = c.Yield(dsl.Int(i))
		}
		out.Elems = append(out.Elems, v)
	}
	return out
}

func arrayWrap(c *dsl.Call) dsl.Value {
	switch v := c.Arg(0).(type) {
	case dsl.NilValue:
		return c.NewArray()
	case *dsl.Array:
		return v
	case *dsl.Object:
		if c.RespondTo(v, "to_ary") {
			got := c.Send(v, "to_ary")
			if got != dsl.Nil {
				return got
			}
		}
	}
	return c.NewArray(c.Arg(0))
}

func arraySelf(c *dsl.Call) dsl.Value   { return c.Self }
func arrayLength(c *dsl.Call) dsl.Value { return dsl.Int(len(selfArray(c).Elems)) }

func arrayEach(c *dsl.Call) dsl.Value {
	a := selfArray(c)
	// The block may change the array, so its length is asked each round.
	for i := 0; i < len(a.Elems); i++ {
		c.Step()
		yieldElement(c, a.Elems[i])
	}
	return a
}

func arrayReverseEach(c *dsl.Call) dsl.Value {
	a := selfArray(c)
	for i := len(a.Elems) - 1; i >= 0; i-- {
		if i >= len(a.Elems) {
			continue
		}
		yieldElement(c, a.Elems[i])
	}
	return a
}

func arrayEqual(c *dsl.Call) dsl.Value {
	if c.Self == c.Arg(0) {
		return dsl.True
	}
	if _, ok := c.Arg(0).(*dsl.Array); !ok {
		return dsl.False
	}
	return dsl.Bool(c.Equal(c.Self, c.Arg(0)))
}

// containerEql is eql? of the collections that hashKey knows.
func containerEql(c *dsl.Call) dsl.Value {
	if c.Interp().PlainClassOf(c.Self) != c.Interp().PlainClassOf(c.Arg(0)) {
		return dsl.False
	}
	return dsl.Bool(c.Key(c.Self) == c.Key(c.Arg(0)))
}

func containerHash(c *dsl.Call) dsl.Value { return c.HashCode(c.Self) }

func arrayCompare(c *dsl.Call) dsl.Value {
	other, ok := c.Arg(0).(*dsl.Array)
	if !ok {
		return dsl.Nil
	}
	a := selfArray(c)
	for i := 0; i < len(a.Elems) && i < len(other.Elems); i++ {
		c.Step()
		if a == other {
			continue
		}
		v := c.Send(a.Elems[i], "<=>", other.Elems[i])
		if v != dsl.Int(0) {
			return v
		}
	}
	switch la, lb := len(a.Elems), len(other.Elems); {
	case la < lb:
		return dsl.Int(-1)
	case la > lb:
		return dsl.Int(1)
	}
	return dsl.Int(0)
}

func arrayTimes(c *dsl.Call) dsl.Value {
	if s, ok := c.Arg(0).(*dsl.String); ok {
		return joinArray(c, selfArray(c), s.String())
	}
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative argument"))
	}
	elems := selfArray(c).Elems
	if len(elems) == 0 {
		return c.NewArray()
	}
	if n > math.MaxInt/len(elems) {
		n = math.MaxInt / len(elems)
	}
	c.Size(n * len(elems))
	c.ChargeMoves(n * len(elems))
	return c.NewArray(slices.Repeat(elems, n)...)
}

func arrayPlus(c *dsl.Call) dsl.Value {
	other := c.List(0)
	a := selfArray(c)
	c.Size(len(a.Elems) + len(other.Elems))
	c.ChargeMoves(len(a.Elems) + len(other.Elems))
	return c.NewArray(slices.Concat(a.Elems, other.Elems)...)
}

func arrayJoin(c *dsl.Call) dsl.Value {
	sep := ""
	if v := c.Arg(0); v != dsl.Nil {
		sep = c.Text(0)
	}
	return joinArray(c, selfArray(c), sep)
}

func joinArray(c *dsl.Call, a *dsl.Array, sep string) dsl.Value {
	var b strings.Builder
	first := true
	writeJoined(c, &b, a, sep, &first, nil)
	return c.NewString(b.String())
}

// writeJoined joins a; outer holds the arrays around it.
func writeJoined(c *dsl.Call, b *strings.Builder, a *dsl.Array, sep string, first *bool, outer []*dsl.Array) {
	if slices.Contains(outer, a) {
		panic(c.Exception("ArgumentError", "recursive array join"))
	}
	dsl.Check(c.Nesting(len(outer)))
	outer = append(outer, a)
	for i := 0; i < len(a.Elems); i++ {
		c.Step()
		inner, nested := a.Elems[i].(*dsl.Array)
		if nested && len(inner.Elems) > 0 {
			writeJoined(c, b, inner, sep, first, outer)
			continue
		}
		text := ""
		if !nested {
			text = c.ToS(a.Elems[i])
		}
		dsl.Check(c.Thread.StringSize(b.Len() + len(sep) + len(text)))
		if !*first {
			b.WriteString(sep)
		}
		*first = false
		b.WriteString(text)
	}
}

func arrayReverse(c *dsl.Call) dsl.Value {
	a := c.NewArrayCopy(selfArray(c).Elems)
	slices.Reverse(a.Elems)
	return a
}

func arrayCompact(c *dsl.Call) dsl.Value {
	if c.UnknownIn(c.Self) != nil {
		return enumCompact(c)
	}
	return c.NewArray(withoutNil(c, selfArray(c).Elems)...)
}

func withoutNil(c *dsl.Call, list []dsl.Value) []dsl.Value {
	c.ChargeReads(len(list))
	out := make([]dsl.Value, 0, len(list))
	for _, v := range list {
		if !dsl.IsNil(v) {
			out = append(out, v)
		}
	}
	return out
}

func arrayFlatten(c *dsl.Call) dsl.Value {
	out := c.NewArray()
	flattenInto(c, out, selfArray(c), c.IntUnlessNil(0, -1), nil)
	return out
}

func flattenInto(c *dsl.Call, out, a *dsl.Array, levels int, outer []*dsl.Array) {
	// With a number of levels Ruby doesn't look for recursion: it ends anyway.
	if levels < 0 && slices.Contains(outer, a) {
		panic(c.Exception("ArgumentError", "tried to flatten recursive array"))
	}
	dsl.Check(c.Nesting(len(outer)))
	outer = append(outer, a)
	for _, e := range a.Elems {
		c.Step()
		inner, ok := e.(*dsl.Array)
		if !ok && levels != 0 {
			inner, ok = c.Converted(e, "to_ary").(*dsl.Array)
		}
		if !ok || levels == 0 {
			c.Push(out, e)
			continue
		}
		flattenInto(c, out, inner, levels-1, outer)
	}
}
