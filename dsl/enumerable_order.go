package dsl

import (
	"slices"
)

var enumerableOrderMethods = methodTable{
	"sort":      fn(0, enumSort).is(asList | anyOrder),
	"sort_by":   withBlock(fn(0, enumSortBy)).is(asList | anyOrder),
	"min":       fnOpt(0, 1, enumMin).is(anyOrder | picks),
	"max":       fnOpt(0, 1, enumMax).is(anyOrder | picks),
	"min_by":    withBlock(fnOpt(0, 1, enumMinBy)).is(picks),
	"max_by":    withBlock(fnOpt(0, 1, enumMaxBy)).is(picks),
	"minmax_by": withBlock(fn(0, enumMinmaxBy)),
}

func enumSort(c *Call) Value {
	list := valuesOf(c, c.Self)
	sortValues(c, list, func(a, b Value) int { return blockOrder(c, a, b) })
	return c.t.newArray(list...)
}

func enumSortBy(c *Call) Value {
	list := valuesOf(c, c.Self)
	sorted := sortedBy(c, list)
	return c.t.newArray(sorted...)
}

// keyed is an element with what the block said of it.
type keyed struct{ key, v Value }

func keyedBy(c *Call, list []Value) []keyed {
	c.Room(2 * sizeElement * len(list))
	out := make([]keyed, 0, len(list))
	for _, v := range list {
		key := c.Yield(v)
		out = append(out, keyed{key, v})
	}
	return out
}

func unkeyed(list []keyed) []Value {
	out := make([]Value, 0, len(list))
	for _, k := range list {
		out = append(out, k.v)
	}
	return out
}

// sortedBy sorts by what the block gives for each element.
func sortedBy(c *Call, list []Value) []Value {
	byKey := keyedBy(c, list)
	sorted := c.t.deciding(func() Value {
		in := slices.Clone(byKey)
		sortValues(c, in, func(a, b keyed) int { return c.Compare(a.key, b.key) })
		return c.t.newArray(unkeyed(in)...)
	})
	out, _ := sorted.(*Array)
	if out == nil {
		return list
	}
	return out.Elems
}

func enumMin(c *Call) Value { return extreme(c, -1) }
func enumMax(c *Call) Value { return extreme(c, 1) }

// extreme gives the least (sign -1) or greatest (1) element, or the n first of
// them in that order.
func extreme(c *Call, sign int) Value {
	_, array := c.Self.(*Array)
	order := func(a, b Value) int {
		if array && c.Block == nil {
			return sign * c.Compare(b, a) // what Array's own min names in errors
		}
		return -sign * blockOrder(c, a, b)
	}
	if c.arg(0) != Nil {
		return firstSorted(c, order)
	}
	if best := bestOf(c, order); best != nil {
		return best
	}
	return Nil
}

// bestOf gives the first of the elements that order puts in front, nil for no
// elements.
func bestOf(c *Call, order func(a, b Value) int) Value {
	var best Value
	eachOf(c, func(v Value) {
		if best == nil || order(v, best) < 0 {
			best = v
		}
	})
	return best
}

func firstSorted(c *Call, order func(a, b Value) int) Value {
	n := extremeCount(c)
	list := valuesOf(c, c.Self)
	sortValues(c, list, order)
	return c.t.newArray(slices.Clip(list[:min(n, len(list))])...)
}

func extremeCount(c *Call) int {
	n := c.int(0)
	if n < 0 {
		panic(c.exception("ArgumentError", "negative size (%d)", n))
	}
	return n
}

func enumMinBy(c *Call) Value { return extremeBy(c, -1) }
func enumMaxBy(c *Call) Value { return extremeBy(c, 1) }

func extremeBy(c *Call, sign int) Value {
	list := valuesOf(c, c.Self)
	byKey := keyedBy(c, list)
	return c.t.deciding(func() Value {
		if c.arg(0) == Nil {
			return bestBy(c, byKey, sign)
		}
		n, in := extremeCount(c), slices.Clone(byKey)
		sortValues(c, in, func(a, b keyed) int { return -sign * c.Compare(a.key, b.key) })
		return c.t.newArray(unkeyed(in[:min(n, len(in))])...)
	})
}

func bestBy(c *Call, list []keyed, sign int) Value {
	if len(list) == 0 {
		return Nil
	}
	best := list[0]
	for _, k := range list[1:] {
		c.Step()
		order := c.Compare(k.key, best.key)
		if order*sign > 0 {
			best = k
		}
	}
	return best.v
}

func enumMinmaxBy(c *Call) Value {
	list := valuesOf(c, c.Self)
	byKey := keyedBy(c, list)
	return c.t.deciding(func() Value { return c.t.newArray(bestBy(c, byKey, -1), bestBy(c, byKey, 1)) })
}
