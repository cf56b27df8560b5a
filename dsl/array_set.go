package dsl

import "slices"

// keySet holds the elements of arrays as hash keys.
type keySet map[any]bool

func keysOf(c *Call, list []Value) (keySet, error) {
	if err := c.t.room(sizeIndex * len(list)); err != nil {
		return nil, err
	}
	set := make(keySet, len(list))
	for _, v := range list {
		if err := c.Step(); err != nil {
			return nil, err
		}
		set[c.key(v)] = true
	}
	return set, nil
}

// filter gives the elements of list that are (keep) or aren't in the set.
func (set keySet) filter(c *Call, list []Value, keep bool) ([]Value, error) {
	out := make([]Value, 0, len(list))
	for _, v := range list {
		if err := c.Step(); err != nil {
			return nil, err
		}
		if set[c.key(v)] == keep {
			out = append(out, v)
		}
	}
	return out, nil
}

func arrayMinus(c *Call) (Value, error) { return arraySetOp(c, false, false) }

func arrayDifference(c *Call) (Value, error) { return arraySetOp(c, false, false) }

func arrayAnd(c *Call) (Value, error) { return arraySetOp(c, true, true) }

func arrayIntersection(c *Call) (Value, error) {
	return arraySetOp(c, true, len(c.Args) > 0)
}

// arraySetOp filters the receiver by each argument in turn.
func arraySetOp(c *Call, keep, unique bool) (Value, error) {
	list := selfArray(c).Elems
	if len(c.Args) == 0 {
		list = slices.Clone(list)
	}
	for _, arg := range c.Args {
		other, err := toArray(c, arg)
		if err != nil {
			return nil, err
		}
		set, err := keysOf(c, other.Elems)
		if err != nil {
			return nil, err
		}
		if list, err = set.filter(c, list, keep); err != nil {
			return nil, err
		}
	}
	if unique {
		var err error
		if list, err = uniqueValues(c, list); err != nil {
			return nil, err
		}
	}
	return c.t.newArray(list...), nil
}

func uniqueValues(c *Call, list []Value) ([]Value, error) {
	if err := c.t.room(sizeIndex * len(list)); err != nil {
		return nil, err
	}
	seen := make(keySet, len(list))
	out := make([]Value, 0, len(list))
	for _, v := range list {
		if err := c.Step(); err != nil {
			return nil, err
		}
		if k := c.key(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out, nil
}

func arrayOr(c *Call) (Value, error) { return arrayUnion(c) }

func arrayUnion(c *Call) (Value, error) {
	all := slices.Clone(selfArray(c).Elems)
	c.t.moved(len(all))
	for _, arg := range c.Args {
		other, err := toArray(c, arg)
		if err != nil {
			return nil, err
		}
		if err := c.size(len(all) + len(other.Elems)); err != nil {
			return nil, err
		}
		all = append(all, other.Elems...)
	}
	list, err := uniqueValues(c, all)
	return c.t.newArray(list...), err
}

func arrayIntersects(c *Call) (Value, error) {
	other, err := toArray(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	set, err := keysOf(c, other.Elems)
	if err != nil {
		return nil, err
	}
	both, err := set.filter(c, selfArray(c).Elems, true)
	return boolOf(len(both) > 0, err)
}
