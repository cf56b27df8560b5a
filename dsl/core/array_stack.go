package core

import "signalbox/dsl"

func arrayPush(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	c.Push(a, c.Args...)
	return a
}

func arrayPop(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	out := arrayLast(c)
	a.Elems = a.Elems[:len(a.Elems)-taken(c, a, out)]
	return out
}

func arrayShift(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	out := arrayFirst(c)
	a.DropFirst(taken(c, a, out))
	return out
}

// taken is how many elements pop and shift take off: as many as they give.
func taken(c *dsl.Call, a *dsl.Array, out dsl.Value) int {
	if len(c.Args) > 0 {
		return len(out.(*dsl.Array).Elems)
	}
	return min(1, len(a.Elems))
}

func arrayUnshift(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	dsl.Check(c.Unshift(a, c.Args))
	return a
}

func arrayConcat(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	if len(c.Args) == 1 {
		other := c.List(0)
		c.Push(a, other.Elems...)
		return a
	}
	all := &dsl.Array{} // what a itself adds is as it was before
	for _, arg := range c.Args {
		other := c.ListOf(arg)
		c.Push(all, other.Elems...)
	}
	c.Push(a, all.Elems...)
	return a
}

func arrayReplace(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	other := c.List(0)
	a.Elems = c.NewArrayCopy(other.Elems).Elems
	return a
}

func arrayClear(c *dsl.Call) dsl.Value {
	a := changeableArray(c)
	a.Elems = nil
	return a
}

func arrayDelete(c *dsl.Call) dsl.Value {
	a := selfArray(c)
	kept := make([]dsl.Value, 0, len(a.Elems))
	var found dsl.Value
	for _, e := range a.Elems {
		c.Step()
		item := e // deleted also where only the application knows whether it is there
		if _, there, ok := dsl.Guarded(e); ok {
			item = there
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
		return dsl.Nil
	}
	changeableArray(c)
	c.ChargeMoves(len(kept))
	replaceElems(c, a, kept)
	return found
}

// replaceElems puts new elements into the receiver, unless only the application knows
// which: then it keeps those that it has, see Call.unknownOutcome.
func replaceElems(c *dsl.Call, a *dsl.Array, list []dsl.Value) {
	if !c.IsUndecided() {
		a.Elems = list
	}
}
