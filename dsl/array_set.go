package dsl

import "slices"

// keySet holds the elements of arrays as hash keys.
type keySet map[any]bool

func keysOf(c *Call, list []Value) keySet {
	c.Room(sizeIndex * len(list))
	set := make(keySet, len(list))
	for _, v := range list {
		c.Step()
		set[c.key(v)] = true
	}
	return set
}

// filter returns the elements of list that are (keep) or aren't in the set.
func (set keySet) filter(c *Call, list []Value, keep bool) []Value {
	out := make([]Value, 0, len(list))
	for _, v := range list {
		c.Step()
		if set[c.key(v)] == keep {
			out = append(out, v)
		}
	}
	return out
}

func arrayMinus(c *Call) Value { return arraySetOp(c, false, false) }

func arrayDifference(c *Call) Value { return arraySetOp(c, false, false) }

func arrayAnd(c *Call) Value { return arraySetOp(c, true, true) }

func arrayIntersection(c *Call) Value {
	return arraySetOp(c, true, len(c.Args) > 0)
}

// arraySetOp filters the receiver by each argument in turn.
func arraySetOp(c *Call, keep, unique bool) Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		list = slices.Clone(list)
	}
	for _, arg := range c.Args {
		set := keysOf(c, toArray(c, arg).Elems)
		list = set.filter(c, list, keep)
	}
	if unique {
		list = uniqueValues(c, list)
	}
	return c.t.newArray(list...)
}

func uniqueValues(c *Call, list []Value) []Value {
	c.Room(sizeIndex * len(list))
	seen := make(keySet, len(list))
	out := make([]Value, 0, len(list))
	for _, v := range list {
		c.Step()
		if k := c.key(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

func arrayOr(c *Call) Value { return arrayUnion(c) }

func arrayUnion(c *Call) Value {
	all := slices.Clone(selfArray(c).Elems)
	c.t.moved(len(all))
	for _, arg := range c.Args {
		other := toArray(c, arg)
		c.Size(len(all) + len(other.Elems))
		all = append(all, other.Elems...)
	}
	return c.t.newArray(uniqueValues(c, all)...)
}

func arrayIntersects(c *Call) Value {
	set := keysOf(c, c.list(0).Elems)
	return Bool(len(set.filter(c, selfArray(c).Elems, true)) > 0)
}
