package dsl

func arrayPush(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	return a, c.t.push(a, c.Args...)
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
	a.Elems = a.Elems[:len(a.Elems)-taken(c, a, out)]
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
	a.dropFirst(taken(c, a, out))
	return out, nil
}

// taken is how many elements pop and shift take off: as many as they give.
func taken(c *Call, a *Array, out Value) int {
	if len(c.Args) > 0 {
		return len(out.(*Array).Elems)
	}
	return min(1, len(a.Elems))
}

func arrayUnshift(c *Call) (Value, error) {
	a, err := changeableArray(c)
	if err != nil {
		return nil, err
	}
	return a, c.t.prependTo(a, c.Args)
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
	if len(c.Args) == 1 {
		other, err := toArray(c, c.Args[0])
		if err != nil {
			return nil, err
		}
		return a, c.t.push(a, other.Elems...)
	}
	all := &Array{} // what a itself adds is as it was before
	for _, arg := range c.Args {
		other, err := toArray(c, arg)
		if err != nil {
			return nil, err
		}
		if err := c.t.push(all, other.Elems...); err != nil {
			return nil, err
		}
	}
	return a, c.t.push(a, all.Elems...)
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
	a.Elems = c.t.copyOf(other.Elems).Elems
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
	c.t.moved(len(kept))
	replaceElems(c, a, kept)
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
	return v, splice(c, a, i, 1, nil)
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
	out := c.t.copyOf(a.Elems[start : start+n])
	return out, splice(c, a, start, n, nil)
}
