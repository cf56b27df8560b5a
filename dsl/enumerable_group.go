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
		key := check(c.Yield(v))
		addToGroup(c, groups, key, v)
	})
	return groups
}

func addToGroup(c *Call, groups *Hash, key, v Value) {
	if group, ok := c.t.get(groups, key); ok {
		must(appendTo(c, group.(*Array), v))
		return
	}
	must(c.t.put(groups, key, c.t.newArray(v)))
}

func enumPartition(c *Call) Value {
	in, out := c.t.newArray(), c.t.newArray()
	eachOf(c, func(v Value) {
		if truth(c, v) {
			must(appendTo(c, in, v))
			return
		}
		must(appendTo(c, out, v))
	})
	return c.t.newArray(in, out)
}

func enumTally(c *Call) Value {
	counts := c.t.newHash(0)
	if len(c.Args) > 0 {
		h := check(toHash(c, c.Args[0]))
		if h.frozen {
			panic(failure{frozenError(c, "Hash", h)})
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
		must(c.t.put(counts, v, n+1))
	})
	return counts
}

func enumEachSlice(c *Call) Value {
	n := check(indexArg(c, 0))
	if n <= 0 {
		panic(c.exception("ArgumentError", "invalid slice size"))
	}
	if c.Block == nil {
		return check(c.enumerator())
	}
	part := c.t.newArray()
	eachOf(c, func(v Value) {
		must(appendTo(c, part, v))
		if len(part.Elems) == n {
			full := part
			part = c.t.newArray()
			check(c.Yield(full))
		}
	})
	if len(part.Elems) > 0 {
		check(c.Yield(part))
	}
	return c.Self
}

func enumEachCons(c *Call) Value {
	n := check(indexArg(c, 0))
	if n <= 0 {
		panic(c.exception("ArgumentError", "invalid size"))
	}
	if c.Block == nil {
		return check(c.enumerator())
	}
	window := &Array{}
	eachOf(c, func(v Value) {
		must(c.size(len(window.Elems) + 1))
		window.Elems = append(window.Elems, v)
		if len(window.Elems) > n {
			window.Elems = window.Elems[1:]
		}
		if len(window.Elems) < n {
			return
		}
		check(c.Yield(c.t.copyOf(window.Elems)))
	})
	return c.Self
}
