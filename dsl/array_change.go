package dsl

import (
	"slices"
)

var arrayChangeMethods = methodTable{
	"map!":      withBlock(fn(0, arrayMapBang)).is(changes),
	"collect!":  withBlock(fn(0, arrayMapBang)).is(changes),
	"sort!":     fn(0, arraySortBang).is(changes),
	"sort_by!":  withBlock(fn(0, arraySortByBang)).is(changes),
	"reverse!":  fn(0, arrayReverseBang).is(changes),
	"rotate!":   fnOpt(0, 1, arrayRotateBang).is(changes),
	"compact!":  fn(0, arrayCompactBang).is(changes | looksAtKinds),
	"flatten!":  fnOpt(0, 1, arrayFlattenBang).is(changes | looksAtKinds),
	"uniq!":     fn(0, arrayUniqBang).is(changes),
	"select!":   withBlock(fn(0, arraySelectBang)).is(changes),
	"filter!":   withBlock(fn(0, arraySelectBang)).is(changes),
	"keep_if":   withBlock(fn(0, arrayKeepIf)).is(changes),
	"reject!":   withBlock(fn(0, arrayRejectBang)).is(changes),
	"delete_if": withBlock(fn(0, arrayDeleteIf)).is(changes),
}

// replaceWith puts new elements into the receiver and returns nil when nothing
// changed, as the methods with a ! do.
func replaceWith(c *Call, list []Value, changed bool) Value {
	a := changeableArray(c)
	if !changed {
		return Nil
	}
	replaceElems(c, a, list)
	return a
}

// replaceElems puts new elements into the receiver, unless only the application knows
// which: then it keeps those that it has, see Thread.unknownOutcome.
func replaceElems(c *Call, a *Array, list []Value) {
	if c.t.undecided == nil {
		a.Elems = list
	}
}

func arrayMapBang(c *Call) Value {
	a := changeableArray(c)
	for i := 0; i < len(a.Elems); i++ {
		v := c.yield(a.Elems[i])
		if i < len(a.Elems) {
			a.Elems[i] = v
		}
	}
	return a
}

func arraySortBang(c *Call) Value {
	a := changeableArray(c)
	list := slices.Clone(a.Elems)
	sortValues(c, list, func(x, y Value) int { return blockOrder(c, x, y) })
	replaceElems(c, a, list)
	return a
}

func arraySortByBang(c *Call) Value {
	a := changeableArray(c)
	sorted := sortedBy(c, slices.Clone(a.Elems))
	replaceElems(c, a, sorted)
	return a
}

func arrayReverseBang(c *Call) Value {
	a := changeableArray(c)
	c.t.moved(len(a.Elems))
	slices.Reverse(a.Elems)
	return a
}

func arrayRotateBang(c *Call) Value {
	a := changeableArray(c)
	n := rotation(c)
	c.t.moved(2 * len(a.Elems))
	slices.Reverse(a.Elems[:n])
	slices.Reverse(a.Elems[n:])
	slices.Reverse(a.Elems)
	return a
}

func arrayCompactBang(c *Call) Value {
	list := withoutNil(c, selfArray(c).Elems)
	return replaceWith(c, list, len(list) != len(selfArray(c).Elems))
}

func arrayFlattenBang(c *Call) Value {
	changeableArray(c)
	out, changed := flattened(c)
	return replaceWith(c, out.Elems, changed)
}

func arrayUniqBang(c *Call) Value {
	changeableArray(c)
	out := enumUniq(c)
	list := out.(*Array).Elems
	return replaceWith(c, list, len(list) != len(selfArray(c).Elems))
}

func arraySelectBang(c *Call) Value { return keepElements(c, true, Nil) }
func arrayKeepIf(c *Call) Value     { return keepElements(c, true, c.Self) }
func arrayRejectBang(c *Call) Value { return keepElements(c, false, Nil) }
func arrayDeleteIf(c *Call) Value   { return keepElements(c, false, c.Self) }

// keepElements keeps what the block says; unchanged is the result when nothing
// went. A break in the block leaves the elements not yet asked about.
func keepElements(c *Call, keep bool, unchanged Value) Value {
	a := changeableArray(c)
	kept := make([]Value, 0, len(a.Elems))
	for i := 0; i < len(a.Elems); i++ {
		c.step()
		v := a.Elems[i]
		answer, err := c.Yield(v)
		if err != nil && i < len(a.Elems) {
			a.Elems = append(kept, a.Elems[i:]...)
		}
		must(err)
		if c.truthy(answer) == keep {
			kept = append(kept, v)
		}
	}
	changed := len(kept) != len(a.Elems)
	replaceElems(c, a, kept)
	if !changed {
		return unchanged
	}
	return a
}
