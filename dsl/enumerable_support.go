package dsl

// enumerableSupportMethods are what ActiveSupport adds to Enumerable.
var enumerableSupportMethods = methodTable{
	"index_by":      withBlock(fn(0, enumIndexBy)),
	"index_with":    fnOpt(0, 1, enumIndexWith),
	"many?":         fn(0, enumMany).is(anyOrder),
	"exclude?":      fn(1, enumExclude).is(anyOrder),
	"excluding":     fnAny(enumExcluding),
	"without":       fnAny(enumExcluding),
	"including":     fnAny(enumIncluding),
	"pluck":         fnAny(enumPluck).is(partial | asList),
	"pick":          fnAny(enumPick),
	"compact_blank": fn(0, enumCompactBlank).is(partial | asList | sameOrder),
	"in_order_of":   fnKw(2, 2, enumInOrderOf),
	"sole":          fn(0, enumSole),
	"minimum":       fn(1, enumMinimum),
	"maximum":       fn(1, enumMaximum),
}

func enumIndexBy(c *Call) (Value, error) {
	h := c.t.newHash(0)
	err := eachOf(c, func(v Value) error {
		key, err := c.Yield(v)
		if err != nil {
			return err
		}
		return c.t.put(h, key, v)
	})
	return h, err
}

func enumIndexWith(c *Call) (Value, error) {
	if c.Block == nil && len(c.Args) == 0 {
		return c.enumerator()
	}
	h := c.t.newHash(0)
	err := eachOf(c, func(v Value) error {
		value := c.arg(0)
		if c.Block != nil {
			var err error
			if value, err = c.Yield(v); err != nil {
				return err
			}
		}
		return c.t.put(h, v, value)
	})
	return h, err
}

func enumMany(c *Call) (Value, error) {
	n := 0
	err := eachOf(c, func(v Value) error {
		if c.Block != nil {
			if yes, err := truth(c, v); err != nil || !yes {
				return err
			}
		}
		if n++; n > 1 {
			return errStop
		}
		return nil
	})
	return boolOf(n > 1, err)
}

func enumExclude(c *Call) (Value, error) {
	v, err := c.Send(c.Self, "include?", c.arg(0))
	return boolOf(!c.truthy(v), err)
}

func enumExcluding(c *Call) (Value, error) {
	unwanted, err := flatArgs(c)
	if err != nil {
		return nil, err
	}
	return collected(c, func(out *Array, v Value) error {
		found, err := includes(c, unwanted, v)
		if err != nil || found {
			return err
		}
		return appendTo(c, out, v)
	})
}

func enumIncluding(c *Call) (Value, error) {
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	more, err := flatArgs(c)
	if err != nil {
		return nil, err
	}
	if err := c.size(len(list) + len(more)); err != nil {
		return nil, err
	}
	return c.t.newArray(append(list, more...)...), nil
}

func enumPluck(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		row, err := pluckFrom(c, v)
		if err != nil {
			return err
		}
		return appendTo(c, out, row)
	})
}

// pluckFrom gives v[key] for a single key, an array of them for several.
func pluckFrom(c *Call, v Value) (Value, error) {
	if len(c.Args) < 2 {
		return c.Send(v, "[]", c.arg(0))
	}
	row := c.t.listOfRoom(len(c.Args))
	for _, key := range c.Args {
		got, err := c.Send(v, "[]", key)
		if err != nil {
			return nil, err
		}
		row.Elems = append(row.Elems, got)
	}
	return row, nil
}

func enumPick(c *Call) (Value, error) {
	n := 0
	first := Nil
	err := eachOf(c, func(v Value) error {
		if n == 0 {
			first = v
		}
		if n++; c.truthy(v) {
			return errStop
		}
		return nil
	})
	if err != nil || n == 0 {
		return Nil, err
	}
	return pluckFrom(c, first)
}

func enumCompactBlank(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		blank, err := isBlank(c, v)
		if err != nil || blank {
			return err
		}
		return appendTo(c, out, v)
	})
}

func enumInOrderOf(c *Call) (Value, error) {
	series, err := toArray(c, c.arg(1))
	if err != nil {
		return nil, err
	}
	filter := true
	if v, ok := c.Keywords.Sym("filter"); ok {
		filter = c.truthy(v)
	}
	name, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	groups := c.t.newHash(0)
	rest := &Array{}
	err = eachOf(c, func(v Value) error {
		key, err := c.Send(v, name)
		if err != nil {
			return err
		}
		if known, err := includes(c, series.Elems, key); err != nil || !known {
			if filter || err != nil {
				return err
			}
			return appendTo(c, rest, v)
		}
		return addToGroup(c, groups, key, v)
	})
	if err != nil {
		return nil, err
	}
	out := c.t.newArray()
	for _, key := range series.Elems {
		if group, ok := c.t.get(groups, key); ok {
			if err := c.t.push(out, group.(*Array).Elems...); err != nil {
				return nil, err
			}
		}
	}
	out.Elems = withoutNil(c, append(out.Elems, rest.Elems...))
	return out, c.size(len(out.Elems))
}

func enumSole(c *Call) (Value, error) {
	var sole Value
	err := eachOf(c, func(v Value) error {
		if sole != nil {
			return c.Errorf(soleError, "multiple items found")
		}
		sole = v
		return nil
	})
	if err == nil && sole == nil {
		err = c.Errorf(soleError, "no item found")
	}
	return sole, err
}

const soleError = "Enumerable::SoleItemExpectedError"

func enumMinimum(c *Call) (Value, error) { return extremeOf(c, "min") }
func enumMaximum(c *Call) (Value, error) { return extremeOf(c, "max") }

func extremeOf(c *Call, name string) (Value, error) {
	key, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	all, err := collected(c, func(out *Array, v Value) error {
		got, err := c.Send(v, key)
		if err != nil {
			return err
		}
		return appendTo(c, out, got)
	})
	if err != nil {
		return nil, err
	}
	return c.Send(all, name)
}
