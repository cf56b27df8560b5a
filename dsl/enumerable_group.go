package dsl

var enumerableGroupMethods = methodTable{
	"group_by":   withBlock(fn(0, enumGroupBy)),
	"partition":  withBlock(fn(0, enumPartition)),
	"tally":      fnOpt(0, 1, enumTally),
	"each_slice": yielding(fn(1, enumEachSlice)),
	"each_cons":  yielding(fn(1, enumEachCons)),
}

func enumGroupBy(c *Call) Value {
	groups := c.t.newHash(0)
	eachOf(c, func(v Value) {
		key := c.yield(v)
		addToGroup(c, groups, key, v)
	})
	return groups
}

func addToGroup(c *Call, groups *Hash, key, v Value) {
	if group, ok := c.t.get(groups, key); ok {
		c.push(group.(*Array), v)
		return
	}
	c.put(groups, key, c.t.newArray(v))
}

func enumPartition(c *Call) Value {
	in, out := c.t.newArray(), c.t.newArray()
	eachOf(c, func(v Value) {
		if truth(c, v) {
			c.push(in, v)
			return
		}
		c.push(out, v)
	})
	return c.t.newArray(in, out)
}

func enumTally(c *Call) Value {
	counts := c.t.newHash(0)
	if len(c.Args) > 0 {
		h := c.hash(0)
		if h.frozen {
			panic(frozenError(c, "Hash", h))
		}
		counts = h
	}
	eachOf(c, func(v Value) {
		old, ok := c.t.get(counts, v)
		if !ok {
			old = Int(0)
		}
		n, isInt := old.(Int)
		if !isInt {
			panic(c.exception("TypeError", "wrong argument type %s (expected Integer)", c.Interp().plainClassOf(old).Name()))
		}
		c.put(counts, v, n+1)
	})
	return counts
}

func enumEachSlice(c *Call) Value {
	n := c.int(0)
	if n <= 0 {
		panic(c.exception("ArgumentError", "invalid slice size"))
	}
	if c.Block == nil {
		return c.enumerator()
	}
	part := c.t.newArray()
	eachOf(c, func(v Value) {
		c.push(part, v)
		if len(part.Elems) == n {
			full := part
			part = c.t.newArray()
			c.yield(full)
		}
	})
	if len(part.Elems) > 0 {
		c.yield(part)
	}
	return c.Self
}

func enumEachCons(c *Call) Value {
	n := c.int(0)
	if n <= 0 {
		panic(c.exception("ArgumentError", "invalid size"))
	}
	if c.Block == nil {
		return c.enumerator()
	}
	window := &Array{}
	eachOf(c, func(v Value) {
		c.size(len(window.Elems) + 1)
		window.Elems = append(window.Elems, v)
		if len(window.Elems) > n {
			window.Elems = window.Elems[1:]
		}
		if len(window.Elems) < n {
			return
		}
		c.yield(c.t.copyOf(window.Elems))
	})
	return c.Self
}
