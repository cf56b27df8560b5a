package dsl

// enumerableSupportEachMethods are those of ActiveSupport's that do their work for each
// element by itself.
var enumerableSupportEachMethods = methodTable{
	"excluding":     fnAny(enumExcluding),
	"without":       fnAny(enumExcluding),
	"pluck":         fnAny(enumPluck).is(partial | asList),
	"compact_blank": fn(0, enumCompactBlank).is(partial | asList | sameOrder),
}

// enumerableSupportMethods are what ActiveSupport adds to Enumerable.
var enumerableSupportMethods = methodTable{
	"index_by":    withBlock(fn(0, enumIndexBy)),
	"index_with":  fnOpt(0, 1, enumIndexWith),
	"many?":       fn(0, enumMany).is(anyOrder),
	"exclude?":    fn(1, enumExclude).is(anyOrder),
	"including":   fnAny(enumIncluding),
	"pick":        fnAny(enumPick),
	"in_order_of": fnKw(2, 2, enumInOrderOf),
	"sole":        fn(0, enumSole).is(picks),
	"minimum":     fn(1, enumMinimum),
	"maximum":     fn(1, enumMaximum),
}

func enumIndexBy(c *Call) Value {
	h := c.t.newHash(0)
	eachOf(c, func(v Value) {
		key := c.yield(v)
		c.put(h, key, v)
	})
	return h
}

func enumIndexWith(c *Call) Value {
	if c.Block == nil && len(c.Args) == 0 {
		return c.enumerator()
	}
	h := c.t.newHash(0)
	eachOf(c, func(v Value) {
		value := c.arg(0)
		if c.Block != nil {
			value = c.yield(v)
		}
		c.put(h, v, value)
	})
	return h
}

func enumMany(c *Call) Value {
	n := 0
	eachOf(c, func(v Value) bool {
		if c.Block == nil || truth(c, v) {
			n++
		}
		return n > 1
	})
	return Bool(n > 1)
}

func enumExclude(c *Call) Value {
	return Bool(!c.truthy(c.send(c.Self, "include?", c.arg(0))))
}

func enumExcluding(c *Call) Value {
	unwanted := flatArgs(c)
	return collected(c, func(out *Array, v Value) {
		found := includes(c, unwanted, v)
		if found {
			return
		}
		c.push(out, v)
	})
}

func enumIncluding(c *Call) Value {
	list := valuesOf(c, c.Self)
	more := flatArgs(c)
	c.size(len(list) + len(more))
	return c.t.newArray(append(list, more...)...)
}

func enumPluck(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		row := pluckFrom(c, v)
		c.push(out, row)
	})
}

// pluckFrom gives v[key] for a single key, an array of them for several.
func pluckFrom(c *Call, v Value) Value {
	if len(c.Args) < 2 {
		return c.send(v, "[]", c.arg(0))
	}
	row := c.t.listOfRoom(len(c.Args))
	for _, key := range c.Args {
		got := c.send(v, "[]", key)
		row.Elems = append(row.Elems, got)
	}
	return row
}

func enumPick(c *Call) Value {
	n := 0
	first := Nil
	eachOf(c, func(v Value) bool {
		if n == 0 {
			first = v
		}
		n++
		return c.truthy(v)
	})
	if n == 0 {
		return Nil
	}
	return pluckFrom(c, first)
}

func enumCompactBlank(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		if isBlank(c, v) {
			return
		}
		c.push(out, v)
	})
}

func enumInOrderOf(c *Call) Value {
	series := c.list(1)
	filter := c.flag("filter", true)
	name := c.nameArg(0)
	groups := c.t.newHash(0)
	rest := &Array{}
	eachOf(c, func(v Value) {
		key := c.send(v, name)
		switch {
		case includes(c, series.Elems, key):
			addToGroup(c, groups, key, v)
		case !filter:
			c.push(rest, v)
		}
	})
	out := c.t.newArray()
	for _, key := range series.Elems {
		if group, ok := c.t.get(groups, key); ok {
			c.push(out, group.(*Array).Elems...)
		}
	}
	out.Elems = withoutNil(c, append(out.Elems, rest.Elems...))
	c.size(len(out.Elems))
	return out
}

func enumSole(c *Call) Value {
	var sole Value
	eachOf(c, func(v Value) {
		if sole != nil {
			panic(c.exception(soleError, "multiple items found"))
		}
		sole = v
	})
	if sole == nil {
		panic(c.exception(soleError, "no item found"))
	}
	return sole
}

const soleError = "Enumerable::SoleItemExpectedError"

func enumMinimum(c *Call) Value { return extremeOf(c, "min") }
func enumMaximum(c *Call) Value { return extremeOf(c, "max") }

func extremeOf(c *Call, name string) Value {
	key := c.nameArg(0)
	all := collected(c, func(out *Array, v Value) {
		got := c.send(v, key)
		c.push(out, got)
	})
	return c.send(all, name)
}
