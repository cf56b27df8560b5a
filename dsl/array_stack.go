package dsl

import (
	"slices"
)

func arrayPush(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	if err := c.size(len(a.Elems) + len(c.Args)); err != nil {
		return nil, err
	}
	a.Elems = append(a.Elems, c.Args...)
	return a, nil
}

func arrayPop(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	out, err := arrayLast(c)
	if err != nil {
		return nil, err
	}
	n := 1
	if list, ok := out.(*Array); ok && len(c.Args) > 0 {
		n = len(list.Elems)
	}
	a.Elems = slices.Clip(a.Elems[:max(len(a.Elems)-n, 0)])
	return out, nil
}

func arrayShift(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	out, err := arrayFirst(c)
	if err != nil {
		return nil, err
	}
	n := 1
	if list, ok := out.(*Array); ok && len(c.Args) > 0 {
		n = len(list.Elems)
	}
	a.Elems = a.Elems[min(n, len(a.Elems)):]
	return out, nil
}

func arrayUnshift(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	return a, splice(c, a, 0, 0, c.Args)
}

func arrayInsert(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	if len(c.Args) == 0 {
		return nil, c.Errorf("ArgumentError", "wrong number of arguments (given 0, expected 1+)")
	}
	at, err := indexArg(c, 0)
	if err != nil || len(c.Args) == 1 {
		return a, err
	}
	if at < 0 {
		// -1 inserts behind the last element.
		if at += len(a.Elems) + 1; at < 0 {
			return nil, c.Errorf("IndexError", "index %d too small for array; minimum: -%d", at-len(a.Elems)-1, len(a.Elems)+1)
		}
	}
	return a, splice(c, a, at, 0, c.Args[1:])
}

func arrayConcat(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	var all []Value
	for _, arg := range c.Args {
		other, err := toArray(c, arg)
		if err != nil {
			return nil, err
		}
		if err := c.size(len(a.Elems) + len(all) + len(other.Elems)); err != nil {
			return nil, err
		}
		all = append(all, other.Elems...)
	}
	a.Elems = append(a.Elems, all...)
	return a, nil
}

func arrayReplace(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	other, err := toArray(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	charge(c, len(other.Elems))
	a.Elems = slices.Clone(other.Elems)
	return a, nil
}

func arrayClear(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	a.Elems = nil
	return a, nil
}

func arrayDelete(c *Call) (Value, error) {
	a := selfArray(c)
	kept := make([]Value, 0, len(a.Elems))
	var found Value
	for _, e := range a.Elems {
		if err := c.Step(); err != nil {
			return nil, err
		}
		item := e // deleted also where only the application knows whether it is there
		if u, ok := e.(*Unknown); ok && u.form.element != nil && !u.form.list {
			item = u.form.element.yes
		}
		same, err := c.Equal(item, c.arg(0))
		if err != nil {
			return nil, err
		}
		if same {
			found = e
		} else {
			kept = append(kept, e)
		}
	}
	if found == nil {
		if c.Block != nil {
			return c.Yield(c.arg(0))
		}
		return Nil, nil
	}
	if _, err := changeableArray(c); err != nil {
		return nil, err
	}
	a.Elems = kept
	return found, nil
}

func arrayDeleteAt(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	i, err := indexArg(c, 0)
	if err != nil {
		return nil, err
	}
	v, ok := elementAt(a.Elems, i)
	if !ok {
		return Nil, nil
	}
	if i < 0 {
		i += len(a.Elems)
	}
	charge(c, len(a.Elems))
	a.Elems = slices.Concat(a.Elems[:i], a.Elems[i+1:])
	return v, nil
}

func arraySliceBang(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	start, n, ok, many, err := sliceSpan(c, len(a.Elems))
	switch {
	case err != nil:
		return nil, err
	case !many:
		return arrayDeleteAt(c)
	case !ok:
		return Nil, nil
	}
	out := &Array{Elems: slices.Clone(a.Elems[start : start+n])}
	charge(c, len(a.Elems))
	a.Elems = slices.Concat(a.Elems[:start], a.Elems[start+n:])
	return out, nil
}
