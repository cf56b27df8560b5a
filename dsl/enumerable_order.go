package dsl

import (
	"slices"
)

var enumerableOrderMethods = methodTable{
	"sort":      fn(0, enumSort).is(asList | anyOrder),
	"sort_by":   withBlock(fn(0, enumSortBy)).is(asList | anyOrder),
	"min":       fnOpt(0, 1, enumMin).is(anyOrder),
	"max":       fnOpt(0, 1, enumMax).is(anyOrder),
	"minmax":    fn(0, enumMinmax).is(anyOrder),
	"min_by":    withBlock(fnOpt(0, 1, enumMinBy)),
	"max_by":    withBlock(fnOpt(0, 1, enumMaxBy)),
	"minmax_by": withBlock(fn(0, enumMinmaxBy)),
}

func enumSort(c *Call) (Value, error) {
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	err = sortValues(c, list, func(a, b Value) (int, error) { return blockOrder(c, a, b) })
	return c.t.newArray(list...), err
}

func enumSortBy(c *Call) (Value, error) {
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	sorted, err := sortedBy(c, list)
	return c.t.newArray(sorted...), err
}

// keyed is an element with what the block said of it.
type keyed struct{ key, v Value }

func keyedBy(c *Call, list []Value) ([]keyed, error) {
	if err := c.t.room(2 * sizeElement * len(list)); err != nil {
		return nil, err
	}
	out := make([]keyed, 0, len(list))
	for _, v := range list {
		key, err := c.Yield(v)
		if err != nil {
			return nil, err
		}
		out = append(out, keyed{key, v})
	}
	return out, nil
}

func unkeyed(list []keyed) []Value {
	out := make([]Value, 0, len(list))
	for _, k := range list {
		out = append(out, k.v)
	}
	return out
}

// sortedBy sorts by what the block gives for each element.
func sortedBy(c *Call, list []Value) ([]Value, error) {
	byKey, err := keyedBy(c, list)
	if err != nil {
		return nil, err
	}
	err = sortValues(c, byKey, func(a, b keyed) (int, error) { return c.Compare(a.key, b.key) })
	return unkeyed(byKey), err
}

func enumMin(c *Call) (Value, error) { return extreme(c, -1) }
func enumMax(c *Call) (Value, error) { return extreme(c, 1) }

// extreme gives the least (sign -1) or greatest (1) element, or the n first of
// them in that order.
func extreme(c *Call, sign int) (Value, error) {
	_, array := c.Self.(*Array)
	order := func(a, b Value) (int, error) {
		if array && c.Block == nil {
			n, err := c.Compare(b, a) // what Array's own min names in errors
			return sign * n, err
		}
		n, err := blockOrder(c, a, b)
		return -sign * n, err
	}
	if c.arg(0) != Nil {
		return firstSorted(c, order)
	}
	best, err := bestOf(c, order)
	if err != nil || best == nil {
		return Nil, err
	}
	return best, nil
}

// bestOf gives the first of the elements that order puts in front, nil for no
// elements.
func bestOf(c *Call, order func(a, b Value) (int, error)) (Value, error) {
	var best Value
	err := eachOf(c, func(v Value) error {
		if best == nil {
			best = v
			return nil
		}
		n, err := order(v, best)
		if err == nil && n < 0 {
			best = v
		}
		return err
	})
	return best, err
}

func firstSorted(c *Call, order func(a, b Value) (int, error)) (Value, error) {
	n, err := extremeCount(c)
	if err != nil {
		return nil, err
	}
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	if err := sortValues(c, list, order); err != nil {
		return nil, err
	}
	return c.t.newArray(slices.Clip(list[:min(n, len(list))])...), nil
}

func extremeCount(c *Call) (int, error) {
	n, err := indexArg(c, 0)
	if err == nil && n < 0 {
		err = c.Errorf("ArgumentError", "negative size (%d)", n)
	}
	return n, err
}

func enumMinmax(c *Call) (Value, error) {
	least, err := extreme(c, -1)
	if err != nil {
		return nil, err
	}
	greatest, err := extreme(c, 1)
	return c.t.newArray(least, greatest), err
}

func enumMinBy(c *Call) (Value, error) { return extremeBy(c, -1) }
func enumMaxBy(c *Call) (Value, error) { return extremeBy(c, 1) }

func extremeBy(c *Call, sign int) (Value, error) {
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	byKey, err := keyedBy(c, list)
	if err != nil {
		return nil, err
	}
	if c.arg(0) == Nil {
		return bestBy(c, byKey, sign)
	}
	n, err := extremeCount(c)
	if err != nil {
		return nil, err
	}
	err = sortValues(c, byKey, func(a, b keyed) (int, error) {
		order, err := c.Compare(a.key, b.key)
		return -sign * order, err
	})
	return c.t.newArray(unkeyed(byKey[:min(n, len(byKey))])...), err
}

func bestBy(c *Call, list []keyed, sign int) (Value, error) {
	if len(list) == 0 {
		return Nil, nil
	}
	best := list[0]
	for _, k := range list[1:] {
		if err := c.Step(); err != nil {
			return nil, err
		}
		order, err := c.Compare(k.key, best.key)
		if err != nil {
			return nil, err
		}
		if order*sign > 0 {
			best = k
		}
	}
	return best.v, nil
}

func enumMinmaxBy(c *Call) (Value, error) {
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	byKey, err := keyedBy(c, list)
	if err != nil {
		return nil, err
	}
	least, err := bestBy(c, byKey, -1)
	if err != nil {
		return nil, err
	}
	greatest, err := bestBy(c, byKey, 1)
	return c.t.newArray(least, greatest), err
}
