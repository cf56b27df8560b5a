package dsl

func arrayPush(c *Call) Value {
	a := changeableArray(c)
	c.Push(a, c.Args...)
	return a
}

func arrayPop(c *Call) Value {
	a := changeableArray(c)
	out := arrayLast(c)
	a.Elems = a.Elems[:len(a.Elems)-taken(c, a, out)]
	return out
}

func arrayShift(c *Call) Value {
	a := changeableArray(c)
	out := arrayFirst(c)
	a.dropFirst(taken(c, a, out))
	return out
}

// taken is how many elements pop and shift take off: as many as they give.
func taken(c *Call, a *Array, out Value) int {
	if len(c.Args) > 0 {
		return len(out.(*Array).Elems)
	}
	return min(1, len(a.Elems))
}

func arrayUnshift(c *Call) Value {
	a := changeableArray(c)
	Must(c.t.prependTo(a, c.Args))
	return a
}

func arrayConcat(c *Call) Value {
	a := changeableArray(c)
	if len(c.Args) == 1 {
		other := c.List(0)
		c.Push(a, other.Elems...)
		return a
	}
	all := &Array{} // what a itself adds is as it was before
	for _, arg := range c.Args {
		other := c.ListOf(arg)
		c.Push(all, other.Elems...)
	}
	c.Push(a, all.Elems...)
	return a
}

func arrayReplace(c *Call) Value {
	a := changeableArray(c)
	other := c.List(0)
	a.Elems = c.t.copyOf(other.Elems).Elems
	return a
}

func arrayClear(c *Call) Value {
	a := changeableArray(c)
	a.Elems = nil
	return a
}

func arrayDelete(c *Call) Value {
	a := selfArray(c)
	kept := make([]Value, 0, len(a.Elems))
	var found Value
	for _, e := range a.Elems {
		c.Step()
		item := e // deleted also where only the application knows whether it is there
		if u, ok := e.(*Unknown); ok && u.guarded != nil && !u.isSplat {
			item = u.guarded.yes
		}
		if c.Equal(item, c.Arg(0)) {
			found = e
		} else {
			kept = append(kept, e)
		}
	}
	if found == nil {
		if c.Block != nil {
			return c.Yield(c.Arg(0))
		}
		return Nil
	}
	changeableArray(c)
	c.t.moved(len(kept))
	replaceElems(c, a, kept)
	return found
}

// replaceElems puts new elements into the receiver, unless only the application knows
// which: then it keeps those that it has, see Call.unknownOutcome.
func replaceElems(c *Call, a *Array, list []Value) {
	if c.t.undecided == nil {
		a.Elems = list
	}
}
