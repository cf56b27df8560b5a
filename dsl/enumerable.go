package dsl

import (
	"fmt"
	"slices"
)

func init() { Register(Type{Name: "Enumerable", Module: true, Methods: enumerableMethods}) }

// enumerableMethods are what every collection has that defines each.
var enumerableMethods = with(enumerableEachMethods, wholes(with(enumerableBasicMethods, enumerableOrderMethods, derived("Enumerable"))), enumerableGrepMethods)

// enumerableEachMethods do their work for each element by itself.
var enumerableEachMethods = methodTable{
	"collect":          withBlock(fn(0, enumMap)).is(partial | asList),
	"map":              withBlock(fn(0, enumMap)).is(partial | asList),
	"flat_map":         withBlock(fn(0, enumFlatMap)).is(partial | asList),
	"collect_concat":   withBlock(fn(0, enumFlatMap)).is(partial | asList),
	"filter_map":       withBlock(fn(0, enumFilterMap)).is(partial | asList),
	"select":           withBlock(fn(0, enumSelect)).is(partial | asList | sameOrder),
	"filter":           withBlock(fn(0, enumSelect)).is(partial | asList | sameOrder),
	"find_all":         withBlock(fn(0, enumSelect)).is(partial | asList),
	"reject":           withBlock(fn(0, enumReject)).is(partial | asList | sameOrder),
	"each_entry":       withBlock(fn(0, enumEachEntry)).is(partial | asList),
	"each_with_index":  withBlock(fnAny(enumEachWithIndex)).is(partial | asList),
	"each_with_object": withBlock(fn(1, enumEachWithObject)).is(opaque | partial | asList),
	"to_a":             fnAny(enumToA),
	"entries":          fnAny(enumToA).is(asList),
	"compact":          fn(0, enumCompact),
	"lazy":             fn(0, enumLazy).is(partial | asList),
}

var enumerableBasicMethods = methodTable{
	"all?":     fnOpt(0, 1, enumAll).is(anyOrder),
	"any?":     fnOpt(0, 1, enumAny).is(anyOrder),
	"none?":    fnOpt(0, 1, enumNone).is(anyOrder),
	"count":    fnOpt(0, 1, enumCount).is(anyOrder),
	"find":     withBlock(fnOpt(0, 1, enumFind)).is(picks | unsized),
	"detect":   withBlock(fnOpt(0, 1, enumFind)).is(picks | unsized),
	"first":    fnOpt(0, 1, enumFirst).is(picks),
	"take":     fn(1, enumTake),
	"include?": fn(1, enumInclude),
	"member?":  fn(1, enumInclude),
	"to_h":     fnAny(enumToH),
	"uniq":     fn(0, enumUniq).is(sameOrder),
	"zip":      fnAny(enumZip).is(takesOrder | comparesSets),
	"sum":      fnOpt(0, 1, enumSum),
	"to_set":   fnAny(enumToSet),
}

var enumerableGrepMethods = methodTable{
	"grep":   fn(1, func(c *Call) Value { return enumGrep(c, true) }).is(sameOrder),
	"grep_v": fn(1, func(c *Call) Value { return enumGrep(c, false) }).is(sameOrder),
}

// eachOf runs f for every element of the receiver, until f returns true. Where f goes by
// what came before, an element under a condition makes the result unknown, see [whole].
func eachOf[F visit](c *Call, f F) {
	if _, ok := c.Self.(*Object); !ok {
		eachIn(c, c.Self, f)
		return
	}
	n, done := len(c.t.pathCond), untilDone(f)
	eachIn(c, c.Self, func(v Value) bool {
		c.t.testSince(n)
		return done(v)
	})
}

// collected runs f for every element, until f returns true, and returns what it adds: where
// f runs under a condition, as elements that may be there.
func collected[F collect](c *Call, f F) Value {
	out, add := c.t.listOfRoom(0), collector(f)
	if list, ok := c.Self.(*Array); ok && c.t.hasGuards(list.Elems) {
		collectPossible(c, list.Elems, out, add)
		return out
	}
	note := c.t.noting(out)
	eachIn(c, c.Self, func(v Value) bool {
		note()
		return add(out, v)
	})
	return out
}

// A collect adds what it makes of an element to a list; true ends the loop.
type collect interface {
	func(*Array, Value) | func(*Array, Value) bool
}

func collector[F collect](f F) func(*Array, Value) bool {
	if f, ok := any(f).(func(*Array, Value) bool); ok {
		return f
	}
	run := any(f).(func(*Array, Value))
	return func(out *Array, v Value) bool { run(out, v); return false }
}

// matches asks the pattern in the first argument, the block, or the value
// itself.
func matches(c *Call, v Value) bool {
	switch {
	case len(c.Args) > 0:
		return c.CaseEqual(c.Args[0], v)
	case c.Block != nil:
		return truth(c, v)
	}
	return c.Truthy(v)
}

func enumAll(c *Call) Value {
	return quantified(c, false)
}

func enumAny(c *Call) Value {
	return quantified(c, true)
}

func enumNone(c *Call) Value {
	v := quantified(c, true)
	if u, ok := v.(*Unknown); ok {
		return u.Not()
	}
	return Bool(v == False)
}

func enumMap(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		got := c.Yield(v)
		c.Push(out, got)
	})
}

func enumFlatMap(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		got := c.Yield(v)
		list, ok := got.(*Array)
		if !ok {
			c.Push(out, got)
			return
		}
		c.Push(out, list.Elems...)
	})
}

func enumFilterMap(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		got := c.Yield(v)
		if u, ok := got.(*Unknown); ok {
			appendIf(c, out, got, u, true)
			return
		}
		if !Truthy(got) {
			return
		}
		c.Push(out, got)
	})
}

func enumSelect(c *Call) Value { return selected(c, true) }
func enumReject(c *Call) Value { return selected(c, false) }

func selected(c *Call, want bool) Value {
	return collected(c, func(out *Array, v Value) {
		got := c.Yield(v)
		if u, ok := got.(*Unknown); ok {
			appendIf(c, out, v, u, want)
			return
		}
		if Truthy(got) != want {
			return
		}
		c.Push(out, v)
	})
}

func enumCompact(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		if u, ok := v.(*Unknown); ok {
			appendUnlessNil(c, out, u, nil)
			return
		}
		if IsNil(v) {
			return
		}
		c.Push(out, v)
	})
}

func enumCount(c *Call) Value {
	n := 0
	eachOf(c, func(v Value) {
		yes := true
		switch {
		case len(c.Args) > 0:
			yes = c.Equal(v, c.Args[0])
		case c.Block != nil:
			yes = truth(c, v)
		}
		if yes {
			n++
		}
	})
	return Int(n)
}

func enumFind(c *Call) Value {
	var found Value
	eachOf(c, func(v Value) bool {
		if !truth(c, v) {
			return false
		}
		found = v
		return true
	})
	if found != nil {
		return found
	}
	if c.Arg(0) != Nil {
		return c.Send(c.Arg(0), "call")
	}
	return Nil
}

func enumFirst(c *Call) Value {
	if len(c.Args) > 0 {
		return enumTake(c)
	}
	first := Nil
	eachOf(c, func(v Value) bool {
		first = v
		return true
	})
	return first
}

func enumTake(c *Call) Value {
	n := c.Count(0, "attempt to take negative size")
	if n == 0 {
		return c.t.newArray()
	}
	return collected(c, func(out *Array, v Value) bool {
		c.Push(out, v)
		return len(out.Elems) >= n
	})
}

func enumInclude(c *Call) Value {
	found := false
	eachOf(c, func(v Value) bool {
		found = c.Equal(v, c.Arg(0))
		return found
	})
	return Bool(found)
}

// enumGrep collects the elements that the pattern takes (or leaves), or what
// the block makes of them. As in Ruby a regexp's match is in $~ for the block.
func enumGrep(c *Call, want bool) Value {
	return collected(c, func(out *Array, v Value) {
		if c.CaseEqual(c.Args[0], v) != want {
			return
		}
		if c.Block != nil {
			v = c.Yield(v)
		}
		c.Push(out, v)
	})
}

func enumEachEntry(c *Call) Value {
	eachIn(c, c.Self, func(v Value) {
		c.Yield(v)
	})
	return c.Self
}

func enumEachWithIndex(c *Call) Value {
	i := c.t.counter(0)
	eachIn(c, c.Self, func(v Value) {
		at := i.Get()
		Must(i.next())
		c.Yield(v, at)
	})
	return c.Self
}

func enumEachWithObject(c *Call) Value {
	eachIn(c, c.Self, func(v Value) {
		c.Yield(v, c.Arg(0))
	})
	return c.Arg(0)
}

func enumToA(c *Call) Value {
	return collected(c, func(out *Array, v Value) {
		c.Push(out, v)
	})
}

func enumToH(c *Call) Value {
	h := c.t.newHash(0)
	i := -1
	eachOf(c, func(v Value) {
		i++
		if c.Block != nil {
			v = c.Yield(v)
		}
		setPair(c, h, v, i)
	})
	return h
}

// setPair puts a pair that to_h was given into h; i is its position.
func setPair(c *Call, h *Hash, v Value, i int) {
	pair, ok := v.(*Array)
	_, array := c.Self.(*Array)
	at := ""
	if array {
		at = fmt.Sprintf(" at %d", i)
	}
	if !ok {
		panic(c.Exception("TypeError", "wrong element type %s%s (expected array)", c.Interp().plainClassOf(v).Name(), at))
	}
	if len(pair.Elems) != 2 {
		if array {
			panic(c.Exception("ArgumentError", "wrong array length at %d (expected 2, was %d)", i, len(pair.Elems)))
		}
		panic(c.Exception("ArgumentError", "element has wrong array length (expected 2, was %d)", len(pair.Elems)))
	}
	c.Put(h, pair.Elems[0], pair.Elems[1])
}

func enumUniq(c *Call) Value {
	seen := keySet{}
	return collected(c, func(out *Array, v Value) {
		by := v
		if c.Block != nil {
			by = c.Yield(v)
		}
		if k := c.key(by); !seen[k] {
			seen[k] = true
			c.Room(sizeIndex * len(seen))
			c.Push(out, v)
		}
	})
}

func enumZip(c *Call) Value {
	lists, args := make([][]Value, 0, len(c.Args)), make([]Value, 0, len(c.Args))
	for _, arg := range c.Args {
		list := zipList(c, arg)
		lists, args = append(lists, list.Elems), append(args, list)
	}
	if i := slices.IndexFunc(lists, c.t.hasGuards); i >= 0 {
		if !slices.Equal(args, c.Args) {
			return c.SendBlock(c.Self, c.Name, c.Block, args...)
		}
		c.t.testTruth(openElement(lists[i]))
	}
	out := c.t.listOfRoom(0)
	i := 0
	eachOf(c, func(v Value) {
		row := c.t.listOfRoom(1 + len(lists))
		row.Elems = append(row.Elems, v)
		c.t.looked(len(lists))
		for _, list := range lists {
			other, _ := elementAt(list, i)
			row.Elems = append(row.Elems, other)
		}
		i++
		emit(c, out, row)
	})
	if c.Block != nil {
		return Nil
	}
	return out
}

// zipList gives as many elements of an argument of zip as the receiver can
// use: the argument may be endless.
func zipList(c *Call, v Value) *Array {
	if a, ok := v.(*Array); ok {
		return a
	}
	if !c.t.respondTo(v, "each") {
		panic(c.Exception("TypeError", "wrong argument type %s (must respond to :each)", c.Interp().plainClassOf(v).Name()))
	}
	n := 0
	eachOf(c, func(Value) { n++ })
	out := &Array{}
	if n == 0 {
		return out
	}
	outer, note := len(c.t.pathCond), c.t.noting(out)
	eachIn(c, v, func(e Value) bool {
		note()
		c.Push(out, e)
		return len(c.t.pathCond) == outer && len(out.Elems)-c.t.guardsIn(out.Elems) >= n
	})
	return out
}

// emit passes a row to the block, or adds it to out.
func emit(c *Call, out, row *Array) {
	c.Step()
	if c.Block != nil {
		c.Yield(row)
		return
	}
	c.Push(out, row)
}

// wholes marks the methods of a table, but for those that do their work for each element.
func wholes(table methodTable) methodTable {
	for _, row := range table {
		if row.traits&partial == 0 {
			row.is(whole)
		}
	}
	return table
}
