package dsl

var enumerableGroupMethods = methodTable{
	"group_by":   withBlock(fn(0, enumGroupBy)),
	"partition":  withBlock(fn(0, enumPartition)),
	"tally":      fnOpt(0, 1, enumTally),
	"each_slice": fn(1, enumEachSlice),
	"each_cons":  fn(1, enumEachCons),
}

func enumGroupBy(c *Call) (Value, error) {
	groups := c.t.newHash(0)
	err := eachOf(c, func(v Value) error {
		key, err := c.Yield(v)
		if err != nil {
			return err
		}
		return addToGroup(c, groups, key, v)
	})
	return groups, err
}

func addToGroup(c *Call, groups *Hash, key, v Value) error {
	if group, ok := c.t.get(groups, key); ok {
		return appendTo(c, group.(*Array), v)
	}
	return c.t.put(groups, key, c.t.newArray(v))
}

func enumPartition(c *Call) (Value, error) {
	in, out := c.t.newArray(), c.t.newArray()
	err := eachOf(c, func(v Value) error {
		yes, err := truth(c, v)
		if err != nil {
			return err
		}
		if yes {
			return appendTo(c, in, v)
		}
		return appendTo(c, out, v)
	})
	return c.t.newArray(in, out), err
}

func enumTally(c *Call) (Value, error) {
	counts := c.t.newHash(0)
	if len(c.Args) > 0 {
		h, err := toHash(c, c.Args[0])
		if err != nil {
			return nil, err
		}
		if h.frozen {
			return nil, frozenError(c, "Hash", h)
		}
		counts = h
	}
	err := eachOf(c, func(v Value) error {
		old, ok := c.t.get(counts, v)
		if !ok {
			old = Int(0)
		}
		n, isInt := old.(Int)
		if !isInt {
			return c.Errorf("TypeError", "wrong argument type %s (expected Integer)", c.Interp().plainClassOf(old).Name())
		}
		return c.t.put(counts, v, n+1)
	})
	return counts, err
}

func enumEachSlice(c *Call) (Value, error) {
	n, err := indexArg(c, 0)
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		return nil, c.Errorf("ArgumentError", "invalid slice size")
	}
	if c.Block == nil {
		return c.enumerator()
	}
	part := c.t.newArray()
	err = eachOf(c, func(v Value) error {
		if err := appendTo(c, part, v); err != nil || len(part.Elems) < n {
			return err
		}
		full := part
		part = c.t.newArray()
		_, err := c.Yield(full)
		return err
	})
	if err == nil && len(part.Elems) > 0 {
		_, err = c.Yield(part)
	}
	return c.Self, err
}

func enumEachCons(c *Call) (Value, error) {
	n, err := indexArg(c, 0)
	if err != nil {
		return nil, err
	}
	if n <= 0 {
		return nil, c.Errorf("ArgumentError", "invalid size")
	}
	if c.Block == nil {
		return c.enumerator()
	}
	window := &Array{}
	return c.Self, eachOf(c, func(v Value) error {
		if err := c.size(len(window.Elems) + 1); err != nil {
			return err
		}
		window.Elems = append(window.Elems, v)
		if len(window.Elems) > n {
			window.Elems = window.Elems[1:]
		}
		if len(window.Elems) < n {
			return nil
		}
		_, err := c.Yield(c.t.copyOf(window.Elems))
		return err
	})
}
