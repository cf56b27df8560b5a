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

// replaceWith puts new elements into the receiver and gives nil when nothing
// changed, as the methods with a ! do.
func replaceWith(c *Call, list []Value, changed bool) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	if !changed {
		return Nil, nil
	}
	replaceElems(c, a, list)
	return a, nil
}

// replaceElems gives the receiver new elements, unless only the application knows
// which: then it keeps those that it has, see Thread.unsure.
func replaceElems(c *Call, a *Array, list []Value) {
	if c.t.asked == nil {
		a.Elems = list
	}
}

func arrayMapBang(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(a.Elems); i++ {
		v, err := c.Yield(a.Elems[i])
		if err != nil {
			return nil, err
		}
		if i < len(a.Elems) {
			a.Elems[i] = v
		}
	}
	return a, nil
}

func arraySortBang(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(a.Elems)
	if err := sortValues(c, list, func(x, y Value) (int, error) { return blockOrder(c, x, y) }); err != nil {
		return nil, err
	}
	replaceElems(c, a, list)
	return a, nil
}

func arraySortByBang(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	sorted, err := sortedBy(c, slices.Clone(a.Elems))
	if err != nil {
		return nil, err
	}
	replaceElems(c, a, sorted)
	return a, nil
}

func arrayReverseBang(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	c.t.moved(len(a.Elems))
	slices.Reverse(a.Elems)
	return a, nil
}

func arrayRotateBang(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	n, err := rotation(c)
	if err != nil {
		return nil, err
	}
	c.t.moved(2 * len(a.Elems))
	slices.Reverse(a.Elems[:n])
	slices.Reverse(a.Elems[n:])
	slices.Reverse(a.Elems)
	return a, nil
}

func arrayCompactBang(c *Call) (Value, error) {
	list := withoutNil(c, selfArray(c).Elems)
	return replaceWith(c, list, len(list) != len(selfArray(c).Elems))
}

func arrayFlattenBang(c *Call) (Value, error) {
	if _, err := changeableArray(c); err != nil {
		return nil, err
	}
	out, changed, err := flattened(c)
	if err != nil {
		return nil, err
	}
	return replaceWith(c, out.Elems, changed)
}

func arrayUniqBang(c *Call) (Value, error) {
	if _, err := changeableArray(c); err != nil {
		return nil, err
	}
	out, err := enumUniq(c)
	if err != nil {
		return nil, err
	}
	list := out.(*Array).Elems
	return replaceWith(c, list, len(list) != len(selfArray(c).Elems))
}

func arraySelectBang(c *Call) (Value, error) { return keepElements(c, true, Nil) }
func arrayKeepIf(c *Call) (Value, error)     { return keepElements(c, true, c.Self) }
func arrayRejectBang(c *Call) (Value, error) { return keepElements(c, false, Nil) }
func arrayDeleteIf(c *Call) (Value, error)   { return keepElements(c, false, c.Self) }

// keepElements keeps what the block says; unchanged is the result when nothing
// went. A break in the block leaves the elements not yet asked about.
func keepElements(c *Call, keep bool, unchanged Value) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	kept := make([]Value, 0, len(a.Elems))
	for i := 0; i < len(a.Elems); i++ {
		if err := c.Step(); err != nil {
			return nil, err
		}
		v := a.Elems[i]
		yes, err := truth(c, v)
		if err != nil {
			if i < len(a.Elems) {
				a.Elems = append(kept, a.Elems[i:]...)
			}
			return nil, err
		}
		if yes == keep {
			kept = append(kept, v)
		}
	}
	changed := len(kept) != len(a.Elems)
	replaceElems(c, a, kept)
	if !changed {
		return unchanged, nil
	}
	return a, nil
}
