package core

import (
	"fmt"
	"slices"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() { dsl.Register(dsl.Type{Name: "Enumerable", Module: true, Methods: enumerableMethods}) }

// enumerableMethods are what every collection has that defines each.
var enumerableMethods = dsl.JoinMethods(enumerableEachMethods, dsl.Wholes(dsl.JoinMethods(enumerableBasicMethods, enumerableOrderMethods, derived("Enumerable"))), enumerableGrepMethods)

// enumerableEachMethods do their work for each element by itself.
var enumerableEachMethods = dsl.Methods{
	"collect map":             dsl.OrEnumerator(dsl.Fn(0, enumMap)).With(trait.Partial | trait.AsList | trait.GivesBlock),
	"flat_map collect_concat": dsl.OrEnumerator(dsl.Fn(0, enumFlatMap)).With(trait.Partial | trait.AsList | trait.GivesBlock),
	"filter_map":              dsl.OrEnumerator(dsl.Fn(0, enumFilterMap)).With(trait.Partial | trait.AsList | trait.GivesBlock),
	"select filter":           dsl.OrEnumerator(dsl.Fn(0, enumSelect)).With(trait.Partial | trait.AsList | trait.SameOrder),
	"find_all":                dsl.OrEnumerator(dsl.Fn(0, enumSelect)).With(trait.Partial | trait.AsList),
	"reject":                  dsl.OrEnumerator(dsl.Fn(0, enumReject)).With(trait.Partial | trait.AsList | trait.SameOrder),
	"each_entry":              dsl.OrEnumerator(dsl.FnAny(enumEachEntry)).With(trait.Partial | trait.AsList),
	"each_with_object":        dsl.OrEnumerator(dsl.Fn(1, enumEachWithObject)).With(trait.Opaque | trait.Partial | trait.AsList),
	"to_a":                    dsl.FnAny(enumToA),
	"entries":                 dsl.FnAny(enumToA).With(trait.AsList),
	"compact":                 dsl.Fn(0, enumCompact),
	"lazy":                    dsl.Fn(0, enumLazy).With(trait.Partial | trait.AsList),
}

var enumerableBasicMethods = dsl.Methods{
	"all?":             dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value { return quantified(c, false) }).With(trait.AnyOrder),
	"any?":             dsl.FnOpt(0, 1, enumAny).With(trait.AnyOrder),
	"none?":            dsl.FnOpt(0, 1, enumNone).With(trait.AnyOrder),
	"count":            dsl.FnOpt(0, 1, enumCount).With(trait.AnyOrder),
	"find detect":      dsl.OrEnumerator(dsl.FnOpt(0, 1, enumFind)).With(trait.Picks | trait.Unsized),
	"first":            dsl.FnOpt(0, 1, enumFirst).With(trait.Picks),
	"take":             dsl.Fn(1, enumTake),
	"include? member?": dsl.Fn(1, enumInclude),
	"to_h":             dsl.FnAny(enumToH).With(trait.GivesBlock),
	"uniq":             dsl.Fn(0, enumUniq).With(trait.SameOrder),
	"zip":              dsl.FnAny(enumZip).With(trait.TakesOrder | trait.ComparesSets | trait.GivesBlock),
}

var enumerableGrepMethods = dsl.Methods{
	"grep":   dsl.Fn(1, func(c *dsl.Call) dsl.Value { return enumGrep(c, true) }).With(trait.SameOrder),
	"grep_v": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return enumGrep(c, false) }).With(trait.SameOrder),
}

// MakesNew reports whether a method of collections returns a new list or text of what its receiver
// holds, or of what its block returns: map, select, sort, join. What flat_map returns is of the parts of
// that.
func MakesNew(name string) bool {
	if text := arrayMethods[name]; text != nil && text.Has(trait.ShowsParts) && stringMethods[name] == nil {
		return true
	}
	row := enumerableMethods[name]
	return row != nil && name != "flat_map" && name != "collect_concat" && row.Has(trait.AsList) && row.Has(trait.SameOrder|trait.AnyOrder|trait.GivesBlock)
}

// eachOf runs f for every element of the receiver, until f returns true. Where f goes by
// what came before, an element under a condition makes the result unknown, see [whole].
func eachOf[F visit](c *dsl.Call, f F) {
	if _, ok := c.Self.(*dsl.Object); !ok {
		eachIn(c, c.Self, f)
		return
	}
	n, done := c.PathDepth(), untilDone(f)
	eachIn(c, c.Self, func(v dsl.Value) bool {
		c.TestSince(n)
		return done(v)
	})
}

// collected runs f for every element, until f returns true, and returns what it adds: where
// f runs under a condition, as elements that may be there.
func collected[F collect](c *dsl.Call, f F) dsl.Value {
	out, add := c.NewArrayCap(0), collector(f)
	if list, ok := c.Self.(*dsl.Array); ok && c.HasGuards(list.Elems) {
		collectPossible(c, list.Elems, out, add)
		return out
	}
	note := c.Noting(out)
	eachIn(c, c.Self, func(v dsl.Value) bool {
		note()
		return add(out, v)
	})
	return out
}

// A collect adds what it makes of an element to a list; true ends the loop.
type collect interface {
	func(*dsl.Array, dsl.Value) | func(*dsl.Array, dsl.Value) bool
}

func collector[F collect](f F) func(*dsl.Array, dsl.Value) bool {
	if f, ok := any(f).(func(*dsl.Array, dsl.Value) bool); ok {
		return f
	}
	run := any(f).(func(*dsl.Array, dsl.Value))
	return func(out *dsl.Array, v dsl.Value) bool { run(out, v); return false }
}

// matches asks the pattern in the first argument, the block, or the value
// itself.
func matches(c *dsl.Call, v dsl.Value) bool {
	switch {
	case len(c.Args) > 0:
		return c.CaseEqual(c.Args[0], v)
	case c.Block != nil:
		return c.Truthy(c.YieldEach(v))
	}
	return c.Truthy(v)
}

func enumAny(c *dsl.Call) dsl.Value {
	return quantified(c, true)
}

func enumNone(c *dsl.Call) dsl.Value {
	v := quantified(c, true)
	if u, ok := v.(*dsl.Unknown); ok {
		return u.Not()
	}
	return dsl.Bool(v == dsl.False)
}

func enumMap(c *dsl.Call) dsl.Value {
	return collected(c, func(out *dsl.Array, v dsl.Value) {
		got := c.YieldEach(v)
		c.Push(out, got)
	})
}

func enumFlatMap(c *dsl.Call) dsl.Value {
	return collected(c, func(out *dsl.Array, v dsl.Value) {
		got := c.YieldEach(v)
		list, ok := got.(*dsl.Array)
		if !ok {
			list, ok = c.Converted(got, "to_ary").(*dsl.Array)
		}
		if !ok {
			c.Push(out, got)
			return
		}
		c.Push(out, list.Elems...)
	})
}

func enumFilterMap(c *dsl.Call) dsl.Value {
	return collected(c, func(out *dsl.Array, v dsl.Value) {
		got := c.YieldEach(v)
		pushIf(c, out, got, got, true)
	})
}

func enumSelect(c *dsl.Call) dsl.Value { return selected(c, true) }
func enumReject(c *dsl.Call) dsl.Value { return selected(c, false) }

func selected(c *dsl.Call, want bool) dsl.Value {
	return collected(c, func(out *dsl.Array, v dsl.Value) { pushIf(c, out, v, c.Yield(v), want) })
}

// pushIf adds an element if an answer is as wanted.
func pushIf(c *dsl.Call, out *dsl.Array, v, answer dsl.Value, want bool) {
	if u, ok := answer.(*dsl.Unknown); ok {
		appendIf(c, out, v, u, want)
	} else if dsl.Truthy(answer) == want {
		c.Push(out, v)
	}
}

func enumCompact(c *dsl.Call) dsl.Value {
	return collected(c, func(out *dsl.Array, v dsl.Value) {
		if u, ok := v.(*dsl.Unknown); ok {
			appendUnlessNil(c, out, u, nil)
		} else if !dsl.IsNil(v) {
			c.Push(out, v)
		}
	})
}

func enumCount(c *dsl.Call) dsl.Value {
	n := 0
	eachOf(c, func(v dsl.Value) {
		yes := true
		switch {
		case len(c.Args) > 0:
			yes = c.Equal(v, c.Args[0])
		case c.Block != nil:
			yes = c.Truthy(c.YieldEach(v))
		}
		if yes {
			n++
		}
	})
	return dsl.Int(n)
}

func enumFind(c *dsl.Call) dsl.Value {
	var found dsl.Value
	eachOf(c, func(v dsl.Value) bool {
		if !truth(c, v) {
			return false
		}
		found = v
		return true
	})
	if found != nil {
		return found
	}
	if c.Arg(0) != dsl.Nil {
		return c.Send(c.Arg(0), "call")
	}
	return dsl.Nil
}

func enumFirst(c *dsl.Call) dsl.Value {
	if len(c.Args) > 0 {
		return enumTake(c)
	}
	first := dsl.Nil
	eachOf(c, func(v dsl.Value) bool {
		first = v
		return true
	})
	return first
}

func enumTake(c *dsl.Call) dsl.Value {
	n := c.Count(0, "attempt to take negative size")
	if n == 0 {
		return c.NewArray()
	}
	return collected(c, func(out *dsl.Array, v dsl.Value) bool {
		c.Push(out, v)
		return len(out.Elems) >= n
	})
}

func enumInclude(c *dsl.Call) dsl.Value {
	found := false
	eachOf(c, func(v dsl.Value) bool {
		found = c.Equal(v, c.Arg(0))
		return found
	})
	return dsl.Bool(found)
}

// enumGrep collects the elements that the pattern takes (or leaves), or what
// the block makes of them. As in Ruby a regexp's match is in $~ for the block.
func enumGrep(c *dsl.Call, want bool) dsl.Value {
	return collected(c, func(out *dsl.Array, v dsl.Value) {
		if c.CaseEqual(c.Args[0], v) != want {
			return
		}
		if c.Block != nil {
			v = c.Yield(v)
		}
		c.Push(out, v)
	})
}

// eachGiven is what a method goes through that hands its arguments to each.
func eachGiven(c *dsl.Call) dsl.Value {
	if len(c.Args) == 0 {
		return c.Self
	}
	return c.Send(c.Self, "to_enum", append([]dsl.Value{dsl.Symbol("each")}, c.Args...)...)
}

func enumEachEntry(c *dsl.Call) dsl.Value {
	eachIn(c, eachGiven(c), func(v dsl.Value) {
		c.Yield(v)
	})
	return c.Self
}

func enumEachWithObject(c *dsl.Call) dsl.Value {
	eachIn(c, c.Self, func(v dsl.Value) {
		c.Yield(v, c.Arg(0))
	})
	return c.Arg(0)
}

func enumToA(c *dsl.Call) dsl.Value {
	own := *c
	own.Self = eachGiven(c)
	return collected(&own, func(out *dsl.Array, v dsl.Value) {
		c.Push(out, v)
	})
}

func enumToH(c *dsl.Call) dsl.Value {
	h := c.EmptyHash(0)
	yield := c.YieldEach
	if _, array := c.Self.(*dsl.Array); array {
		yield = c.YieldDivided
	}
	i := -1
	eachOf(c, func(v dsl.Value) {
		i++
		if c.Block != nil {
			v = yield(v)
		}
		setPair(c, h, v, i)
	})
	return h
}

// setPair puts a pair that to_h was given into h; i is its position.
func setPair(c *dsl.Call, h *dsl.Hash, v dsl.Value, i int) {
	pair, ok := v.(*dsl.Array)
	element, at := "element has wrong", ""
	if _, array := c.Self.(*dsl.Array); array {
		element, at = "wrong", fmt.Sprintf(" at %d", i)
	}
	if !ok {
		panic(c.Exception("TypeError", "wrong element type %s%s (expected array)", c.Interp().PlainClassOf(v).Name(), at))
	}
	if len(pair.Elems) != 2 {
		panic(c.Exception("ArgumentError", "%s array length%s (expected 2, was %d)", element, at, len(pair.Elems)))
	}
	c.Put(h, pair.Elems[0], pair.Elems[1])
}

func enumUniq(c *dsl.Call) dsl.Value {
	if list, ok := c.Self.(*dsl.Array); ok && len(list.Elems) <= 1 { // of which nobody asks
		return c.NewArrayCopy(list.Elems)
	}
	seen := keySet{}
	return collected(c, func(out *dsl.Array, v dsl.Value) {
		by := v
		if c.Block != nil {
			by = c.YieldEach(v)
		}
		if k := c.Key(by); !seen[k] {
			seen[k] = true
			c.Room(limits.SizeIndex * len(seen))
			c.Push(out, v)
		}
	})
}

func enumZip(c *dsl.Call) dsl.Value {
	lists, args := make([][]dsl.Value, 0, len(c.Args)), make([]dsl.Value, 0, len(c.Args))
	for _, arg := range c.Args {
		list := zipList(c, arg)
		lists, args = append(lists, list.Elems), append(args, list)
	}
	if i := slices.IndexFunc(lists, c.HasGuards); i >= 0 {
		if !slices.Equal(args, c.Args) {
			return c.SendBlock(c.Self, c.Name, c.Block, args...)
		}
		c.TestTruth(dsl.OpenElement(lists[i]))
	}
	out := c.NewArrayCap(0)
	i := 0
	eachOf(c, func(v dsl.Value) {
		row := c.NewArrayCap(1 + len(lists))
		row.Elems = append(row.Elems, v)
		c.ChargeReads(len(lists))
		for _, list := range lists {
			other, _ := elementAt(list, i)
			row.Elems = append(row.Elems, other)
		}
		i++
		emit(c, out, row)
	})
	if c.Block != nil {
		return dsl.Nil
	}
	return out
}

// zipList gives as many elements of an argument of zip as the receiver can
// use: the argument may be endless.
func zipList(c *dsl.Call, v dsl.Value) *dsl.Array {
	if a, ok := v.(*dsl.Array); ok {
		return a
	}
	if !c.RespondTo(v, "each") {
		panic(c.Exception("TypeError", "wrong argument type %s (must respond to :each)", c.Interp().PlainClassOf(v).Name()))
	}
	n := 0
	eachOf(c, func(dsl.Value) { n++ })
	out := &dsl.Array{}
	if n == 0 {
		return out
	}
	outer, note := c.PathDepth(), c.Noting(out)
	eachIn(c, v, func(e dsl.Value) bool {
		note()
		c.Push(out, e)
		return c.PathDepth() == outer && len(out.Elems)-c.GuardsIn(out.Elems) >= n
	})
	return out
}

// emit passes a row to the block, or adds it to out.
func emit(c *dsl.Call, out, row *dsl.Array) {
	c.Step()
	if c.Block != nil {
		c.Yield(row)
		return
	}
	c.Push(out, row)
}
