package core

import (
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

var enumerableOrderMethods = dsl.Methods{
	"sort":      dsl.Fn(0, enumSort).With(trait.AsList | trait.AnyOrder),
	"sort_by":   dsl.OrEnumerator(dsl.Fn(0, enumSortBy)).With(trait.AsList | trait.AnyOrder),
	"min":       dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return extreme(c, -1) }).With(trait.AnyOrder | trait.Picks),
	"max":       dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return extreme(c, 1) }).With(trait.AnyOrder | trait.Picks),
	"min_by":    dsl.OrEnumerator(dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return extremeBy(c, -1) })).With(trait.Picks),
	"max_by":    dsl.OrEnumerator(dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return extremeBy(c, 1) })).With(trait.Picks),
	"minmax_by": dsl.OrEnumerator(dsl.Fn(0, enumMinmaxBy)),
}

func enumSort(c *dsl.Call) dsl.Value {
	list := valuesOf(c, c.Self)
	sortValues(c, list, func(a, b dsl.Value) int { return blockOrder(c, a, b) })
	return c.NewArray(list...)
}

func enumSortBy(c *dsl.Call) dsl.Value {
	byKey := keyedBy(c)
	sorted := c.ForkTests(func() dsl.Value {
		in := slices.Clone(byKey)
		sortValues(c, in, func(a, b keyed) int { return c.Compare(a.key, b.key) })
		return c.NewArray(unkeyed(in)...)
	})
	if list, ok := sorted.(*dsl.Array); ok {
		return c.NewArray(list.Elems...)
	}
	return c.NewArray(unkeyed(byKey)...)
}

// keyed is an element with what the block said of it.
type keyed struct{ key, v dsl.Value }

func keyedBy(c *dsl.Call) []keyed {
	var out []keyed
	eachOf(c, func(v dsl.Value) {
		c.Room(2 * limits.SizeElement * len(out))
		out = append(out, keyed{c.Yield(v), v})
	})
	return out
}

func unkeyed(list []keyed) []dsl.Value {
	out := make([]dsl.Value, 0, len(list))
	for _, k := range list {
		out = append(out, k.v)
	}
	return out
}

// extreme gives the least (sign -1) or greatest (1) element, or the n first of
// them in that order.
func extreme(c *dsl.Call, sign int) dsl.Value {
	_, array := c.Self.(*dsl.Array)
	order := func(a, b dsl.Value) int {
		if array && c.Block == nil {
			return sign * c.Compare(b, a) // what Array's own min names in errors
		}
		return -sign * blockOrder(c, a, b)
	}
	if c.Arg(0) != dsl.Nil {
		return firstSorted(c, order)
	}
	if best := bestOf(c, order); best != nil {
		return best
	}
	return dsl.Nil
}

// bestOf gives the first of the elements that order puts in front, nil for no
// elements.
func bestOf(c *dsl.Call, order func(a, b dsl.Value) int) dsl.Value {
	var best dsl.Value
	eachOf(c, func(v dsl.Value) {
		if best == nil || order(v, best) < 0 {
			best = v
		}
	})
	return best
}

func firstSorted(c *dsl.Call, order func(a, b dsl.Value) int) dsl.Value {
	n := extremeCount(c)
	list := valuesOf(c, c.Self)
	sortValues(c, list, order)
	return c.NewArray(slices.Clip(list[:min(n, len(list))])...)
}

func extremeCount(c *dsl.Call) int {
	n := c.Int(0)
	if n < 0 {
		panic(c.Exception("ArgumentError", "negative size (%d)", n))
	}
	return n
}

func extremeBy(c *dsl.Call, sign int) dsl.Value {
	byKey := keyedBy(c)
	return c.ForkTests(func() dsl.Value {
		if c.Arg(0) == dsl.Nil {
			return bestBy(c, byKey, sign)
		}
		n, in := extremeCount(c), slices.Clone(byKey)
		sortValues(c, in, func(a, b keyed) int { return -sign * c.Compare(a.key, b.key) })
		return c.NewArray(unkeyed(in[:min(n, len(in))])...)
	})
}

func bestBy(c *dsl.Call, list []keyed, sign int) dsl.Value {
	if len(list) == 0 {
		return dsl.Nil
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

func enumMinmaxBy(c *dsl.Call) dsl.Value {
	byKey := keyedBy(c)
	return c.ForkTests(func() dsl.Value { return c.NewArray(bestBy(c, byKey, -1), bestBy(c, byKey, 1)) })
}
