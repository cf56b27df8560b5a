package core

import (
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
)

// keySet holds the elements of arrays as hash keys.
type keySet map[any]bool

func keysOf(c *dsl.Call, list []dsl.Value) keySet {
	c.Room(limits.SizeIndex * len(list))
	set := make(keySet, len(list))
	for _, v := range list {
		c.Step()
		set[c.Key(v)] = true
	}
	return set
}

// filter returns the elements of list that are (keep) or aren't in the set.
func (set keySet) filter(c *dsl.Call, list []dsl.Value, keep bool) []dsl.Value {
	out := make([]dsl.Value, 0, len(list))
	for _, v := range list {
		c.Step()
		if set[c.Key(v)] == keep {
			out = append(out, v)
		}
	}
	return out
}

// arraySetOp filters the receiver by each argument in turn.
func arraySetOp(c *dsl.Call, keep, unique bool) dsl.Value {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		list = slices.Clone(list)
	}
	for _, arg := range c.Args {
		set := keysOf(c, c.ListOf(arg).Elems)
		list = set.filter(c, list, keep)
	}
	if unique {
		list = uniqueValues(c, list)
	}
	return c.NewArray(list...)
}

func uniqueValues(c *dsl.Call, list []dsl.Value) []dsl.Value {
	c.Room(limits.SizeIndex * len(list))
	seen := make(keySet, len(list))
	out := make([]dsl.Value, 0, len(list))
	for _, v := range list {
		c.Step()
		if k := c.Key(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

func arrayUnion(c *dsl.Call) dsl.Value {
	all := slices.Clone(selfArray(c).Elems)
	c.ChargeMoves(len(all))
	for _, arg := range c.Args {
		other := c.ListOf(arg)
		c.Size(len(all) + len(other.Elems))
		all = append(all, other.Elems...)
	}
	return c.NewArray(uniqueValues(c, all)...)
}
