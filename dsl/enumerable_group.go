package dsl

var enumerableGroupMethods = methodTable{
	"group_by":     withBlock(fn(0, enumGroupBy)),
	"partition":    withBlock(fn(0, enumPartition)),
	"tally":        fnOpt(0, 1, enumTally),
	"each_slice":   fn(1, enumEachSlice),
	"each_cons":    fn(1, enumEachCons),
	"chunk":        withBlock(fn(0, enumChunk)),
	"chunk_while":  fn(0, enumChunkWhile),
	"slice_when":   fn(0, enumSliceWhen),
	"slice_before": fnOpt(0, 1, enumSliceBefore),
	"slice_after":  fnOpt(0, 1, enumSliceAfter),
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

// groupsOf is the enumerator over groups that chunk and slice_when give.
func groupsOf(c *Call, groups *Array) Value {
	return c.t.newEnumerator(groups, "each", nil, nil)
}

func enumChunk(c *Call) (Value, error) {
	groups := c.t.newArray()
	var current *Array // the pair of key and elements
	err := eachOf(c, func(v Value) error {
		key, err := c.Yield(v)
		if err != nil {
			return err
		}
		if key == Nil || key == Symbol("_separator") {
			current = nil
			return nil
		}
		if current != nil && key != Symbol("_alone") {
			same, err := c.Equal(current.Elems[0], key)
			if err != nil {
				return err
			}
			if same {
				return appendTo(c, current.Elems[1].(*Array), v)
			}
		}
		current = c.t.newArray(key, c.t.newArray(v))
		return appendTo(c, groups, current)
	})
	return groupsOf(c, groups), err
}

func enumChunkWhile(c *Call) (Value, error) { return cutBetween(c, false) }
func enumSliceWhen(c *Call) (Value, error)  { return cutBetween(c, true) }

// cutBetween starts a new group where the block says cut of two neighbours.
func cutBetween(c *Call, cut bool) (Value, error) {
	if c.Block == nil {
		return nil, c.Errorf("ArgumentError", "tried to create Proc object without a block")
	}
	groups := c.t.newArray()
	var group *Array
	var last Value
	err := eachOf(c, func(v Value) error {
		if group != nil {
			yes, err := truth(c, last, v)
			if err != nil {
				return err
			}
			if yes != cut {
				last = v
				return appendTo(c, group, v)
			}
		}
		group, last = c.t.newArray(v), v
		return appendTo(c, groups, group)
	})
	return groupsOf(c, groups), err
}

func enumSliceBefore(c *Call) (Value, error) {
	if err := patternOrBlock(c); err != nil {
		return nil, err
	}
	groups := c.t.newArray()
	var group *Array
	err := eachOf(c, func(v Value) error {
		yes, err := matches(c, v)
		if err != nil {
			return err
		}
		if group != nil && !yes {
			return appendTo(c, group, v)
		}
		group = c.t.newArray(v)
		return appendTo(c, groups, group)
	})
	return groupsOf(c, groups), err
}

func enumSliceAfter(c *Call) (Value, error) {
	if err := patternOrBlock(c); err != nil {
		return nil, err
	}
	groups := c.t.newArray()
	var group *Array
	err := eachOf(c, func(v Value) error {
		if group == nil {
			group = c.t.newArray()
			if err := appendTo(c, groups, group); err != nil {
				return err
			}
		}
		if err := appendTo(c, group, v); err != nil {
			return err
		}
		yes, err := matches(c, v)
		if yes {
			group = nil
		}
		return err
	})
	return groupsOf(c, groups), err
}

func patternOrBlock(c *Call) error {
	switch {
	case len(c.Args) == 0 && c.Block == nil:
		return c.Errorf("ArgumentError", "wrong number of arguments (given 0, expected 1)")
	case len(c.Args) > 0 && c.Block != nil && c.Name == "slice_before":
		return c.Errorf("ArgumentError", "wrong number of arguments (given 1, expected 0)")
	case len(c.Args) > 0 && c.Block != nil:
		return c.Errorf("ArgumentError", "both pattern and block are given")
	}
	return nil
}
