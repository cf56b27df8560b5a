package dsl

import (
	"fmt"
	"math"
	"slices"
)

// enumerableMethods are what every collection has that defines each.
var enumerableMethods = with(enumerableBasicMethods, enumerableOrderMethods, enumerableGroupMethods, enumerableGrepMethods, enumerableSupportMethods, derived("Enumerable"))

var enumerableBasicMethods = methodTable{
	"all?":             fnOpt(0, 1, enumAll).is(anyOrder),
	"any?":             fnOpt(0, 1, enumAny).is(anyOrder),
	"none?":            fnOpt(0, 1, enumNone).is(anyOrder),
	"one?":             fnOpt(0, 1, enumOne).is(anyOrder),
	"collect":          withBlock(fn(0, enumMap)).is(partial | asList),
	"map":              withBlock(fn(0, enumMap)).is(partial | asList),
	"flat_map":         withBlock(fn(0, enumFlatMap)).is(partial | asList),
	"collect_concat":   withBlock(fn(0, enumFlatMap)).is(partial | asList),
	"filter_map":       withBlock(fn(0, enumFilterMap)).is(partial | asList),
	"select":           withBlock(fn(0, enumSelect)).is(partial | asList | sameOrder),
	"filter":           withBlock(fn(0, enumSelect)).is(partial | asList | sameOrder),
	"find_all":         withBlock(fn(0, enumSelect)).is(partial | asList),
	"reject":           withBlock(fn(0, enumReject)).is(partial | asList | sameOrder),
	"count":            fnOpt(0, 1, enumCount).is(anyOrder),
	"find":             withBlock(fnOpt(0, 1, enumFind)),
	"detect":           withBlock(fnOpt(0, 1, enumFind)),
	"find_index":       fnOpt(0, 1, enumFindIndex),
	"first":            fnOpt(0, 1, enumFirst),
	"take":             fn(1, enumTake),
	"take_while":       withBlock(fn(0, enumTakeWhile)),
	"drop":             fn(1, enumDrop),
	"drop_while":       withBlock(fn(0, enumDropWhile)),
	"include?":         fn(1, enumInclude),
	"member?":          fn(1, enumInclude),
	"each_entry":       withBlock(fn(0, enumEachEntry)).is(partial | asList),
	"each_with_index":  withBlock(fnAny(enumEachWithIndex)).is(partial | asList),
	"each_with_object": withBlock(fn(1, enumEachWithObject)).is(opaque | partial | asList),
	"reverse_each":     withBlock(fn(0, enumReverseEach)).is(asList),
	"cycle":            withBlock(fnOpt(0, 1, enumCycle)),
	"to_a":             fnAny(enumToA),
	"entries":          fnAny(enumToA).is(asList),
	"to_h":             fnAny(enumToH),
	"compact":          fn(0, enumCompact),
	"uniq":             fn(0, enumUniq).is(sameOrder),
	"zip":              fnAny(enumZip).is(takesOrder | comparesSets),
	"inject":           fnOpt(0, 2, enumInject).is(opaque),
	"reduce":           fnOpt(0, 2, enumInject).is(opaque),
	"sum":              fnOpt(0, 1, enumSum),
	"lazy":             fn(0, enumLazy).is(partial | asList),
	"to_set":           fnAny(enumToSet),
}

// eachOf runs f for every element of the receiver.
func eachOf(c *Call, f func(Value) error) error { return eachIn(c, c.Self, f) }

// collected runs f for every element and gives what it adds.
func collected(c *Call, f func(out *Array, v Value) error) (Value, error) {
	out := c.t.listOfRoom(0)
	if list, ok := c.Self.(*Array); ok && c.t.hasGuards(list.Elems) {
		return out, collectPossible(c, list.Elems, out, f)
	}
	if err := eachOf(c, func(v Value) error { return f(out, v) }); err != nil {
		return nil, err
	}
	return out, nil
}

// matches asks the pattern in the first argument, the block, or the value
// itself.
func matches(c *Call, v Value) (bool, error) {
	switch {
	case len(c.Args) > 0:
		return c.CaseEqual(c.Args[0], v)
	case c.Block != nil:
		return truth(c, v)
	}
	return c.truthy(v), nil
}

// matchCount counts the matching (or not matching) elements up to stop.
func matchCount(c *Call, want bool, stop int) (int, error) {
	n := 0
	err := eachOf(c, func(v Value) error {
		yes, err := matches(c, v)
		if err != nil {
			return err
		}
		if yes == want {
			if n++; n >= stop {
				return errStop
			}
		}
		return nil
	})
	return n, err
}

func enumAll(c *Call) (Value, error) {
	return quantified(c, false)
}

func enumAny(c *Call) (Value, error) {
	return quantified(c, true)
}

func enumNone(c *Call) (Value, error) {
	v, err := quantified(c, true)
	if u, ok := v.(*Unknown); ok {
		return u.not(), err
	}
	return boolOf(v == False, err)
}

func enumOne(c *Call) (Value, error) {
	n, err := matchCount(c, true, 2)
	return boolOf(n == 1, err)
}

func enumMap(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		got, err := c.Yield(v)
		if err != nil {
			return err
		}
		return appendTo(c, out, got)
	})
}

func enumFlatMap(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		got, err := c.Yield(v)
		if err != nil {
			return err
		}
		list, ok := got.(*Array)
		if !ok {
			return appendTo(c, out, got)
		}
		return c.t.push(out, list.Elems...)
	})
}

func enumFilterMap(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		got, err := c.Yield(v)
		if err != nil {
			return err
		}
		if u, ok := got.(*Unknown); ok {
			return appendIf(c, out, got, u, true)
		}
		if !Truthy(got) {
			return nil
		}
		return appendTo(c, out, got)
	})
}

func enumSelect(c *Call) (Value, error) { return selected(c, true) }
func enumReject(c *Call) (Value, error) { return selected(c, false) }

func selected(c *Call, want bool) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		got, err := c.Yield(v)
		if err != nil {
			return err
		}
		if u, ok := got.(*Unknown); ok {
			return appendIf(c, out, v, u, want)
		}
		if Truthy(got) != want {
			return nil
		}
		return appendTo(c, out, v)
	})
}

func enumCompact(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		if u, ok := v.(*Unknown); ok {
			return appendUnlessNil(c, out, u, nil)
		}
		if IsNil(v) {
			return nil
		}
		return appendTo(c, out, v)
	})
}

func enumCount(c *Call) (Value, error) {
	n := 0
	err := eachOf(c, func(v Value) error {
		yes, err := true, error(nil)
		switch {
		case len(c.Args) > 0:
			yes, err = c.Equal(v, c.Args[0])
		case c.Block != nil:
			yes, err = truth(c, v)
		}
		if yes {
			n++
		}
		return err
	})
	return Int(n), err
}

func enumFind(c *Call) (Value, error) {
	var found Value
	err := eachOf(c, func(v Value) error {
		yes, err := truth(c, v)
		if err == nil && yes {
			found, err = v, errStop
		}
		return err
	})
	if err != nil || found != nil {
		return found, err
	}
	if c.arg(0) != Nil {
		return c.Send(c.arg(0), "call")
	}
	return Nil, nil
}

func enumFindIndex(c *Call) (Value, error) {
	if len(c.Args) == 0 && c.Block == nil {
		return c.enumerator()
	}
	i, found := -1, false
	err := eachOf(c, func(v Value) error {
		i++
		yes, err := indexMatches(c, v)
		if err == nil && yes {
			found, err = true, errStop
		}
		return err
	})
	if err != nil || !found {
		return Nil, err
	}
	return Int(i), nil
}

func enumFirst(c *Call) (Value, error) {
	if len(c.Args) > 0 {
		return enumTake(c)
	}
	first := Nil
	err := eachOf(c, func(v Value) error {
		first = v
		return errStop
	})
	return first, err
}

func enumTake(c *Call) (Value, error) {
	n, err := countArg(c, "attempt to take negative size")
	if err != nil || n == 0 {
		return c.t.newArray(), err
	}
	return collected(c, func(out *Array, v Value) error {
		err := appendTo(c, out, v)
		if err == nil && len(out.Elems) >= n {
			err = errStop
		}
		return err
	})
}

func enumTakeWhile(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error {
		yes, err := truth(c, v)
		if err != nil {
			return err
		}
		if !yes {
			return errStop
		}
		return appendTo(c, out, v)
	})
}

func enumDrop(c *Call) (Value, error) {
	n, err := countArg(c, "attempt to drop negative size")
	if err != nil {
		return nil, err
	}
	return collected(c, func(out *Array, v Value) error {
		if n > 0 {
			n--
			return nil
		}
		return appendTo(c, out, v)
	})
}

func enumDropWhile(c *Call) (Value, error) {
	dropping := true
	return collected(c, func(out *Array, v Value) error {
		if dropping {
			yes, err := truth(c, v)
			if err != nil || yes {
				return err
			}
			dropping = false
		}
		return appendTo(c, out, v)
	})
}

func enumInclude(c *Call) (Value, error) {
	found := false
	err := eachOf(c, func(v Value) error {
		same, err := c.Equal(v, c.arg(0))
		if err == nil && same {
			found, err = true, errStop
		}
		return err
	})
	return boolOf(found, err)
}

func enumEachEntry(c *Call) (Value, error) {
	return c.Self, eachOf(c, func(v Value) error {
		_, err := c.Yield(v)
		return err
	})
}

func enumEachWithIndex(c *Call) (Value, error) {
	i := 0
	if list, ok := c.Self.(*Array); ok && c.t.hasGuards(list.Elems) {
		return c.Self, c.t.eachPossibleWithIndex(c, list.Elems)
	}
	return c.Self, eachOf(c, func(v Value) error {
		_, err := c.Yield(v, Int(i))
		i++
		return err
	})
}

func enumEachWithObject(c *Call) (Value, error) {
	return c.arg(0), eachOf(c, func(v Value) error {
		_, err := c.Yield(v, c.arg(0))
		return err
	})
}

func enumReverseEach(c *Call) (Value, error) {
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	yield := func(v Value) error { _, err := c.Yield(v); return err }
	for _, v := range slices.Backward(list) {
		if err := c.t.eachElement(v, yield); err != nil {
			return nil, err
		}
	}
	return c.Self, nil
}

func enumCycle(c *Call) (Value, error) {
	n := math.MaxInt
	if c.arg(0) != Nil {
		var err error
		if n, err = indexArg(c, 0); err != nil {
			return nil, err
		}
	}
	list, err := valuesOf(c, c.Self)
	if err != nil {
		return nil, err
	}
	for ; n > 0 && len(list) > 0; n-- {
		for _, v := range list {
			if err := c.Step(); err != nil {
				return nil, err
			}
			if _, err := c.Yield(v); err != nil {
				return nil, err
			}
		}
	}
	return Nil, nil
}

func enumToA(c *Call) (Value, error) {
	return collected(c, func(out *Array, v Value) error { return appendTo(c, out, v) })
}

func enumToH(c *Call) (Value, error) {
	h := c.t.newHash(0)
	i := -1
	err := eachOf(c, func(v Value) error {
		i++
		if c.Block != nil {
			var err error
			if v, err = c.Yield(v); err != nil {
				return err
			}
		}
		return setPair(c, h, v, i)
	})
	return h, err
}

// setPair puts a pair that to_h was given into h; i is its position.
func setPair(c *Call, h *Hash, v Value, i int) error {
	pair, ok := v.(*Array)
	_, array := c.Self.(*Array)
	at := ""
	if array {
		at = fmt.Sprintf(" at %d", i)
	}
	if !ok {
		return c.Errorf("TypeError", "wrong element type %s%s (expected array)", c.Interp().plainClassOf(v).Name(), at)
	}
	if len(pair.Elems) != 2 {
		if array {
			return c.Errorf("ArgumentError", "wrong array length at %d (expected 2, was %d)", i, len(pair.Elems))
		}
		return c.Errorf("ArgumentError", "element has wrong array length (expected 2, was %d)", len(pair.Elems))
	}
	return c.t.put(h, pair.Elems[0], pair.Elems[1])
}

func enumUniq(c *Call) (Value, error) {
	seen := keySet{}
	return collected(c, func(out *Array, v Value) error {
		by := v
		if c.Block != nil {
			var err error
			if by, err = c.Yield(v); err != nil {
				return err
			}
		}
		k := c.key(by)
		if seen[k] {
			return nil
		}
		seen[k] = true
		if err := c.t.room(sizeIndex * len(seen)); err != nil {
			return err
		}
		return appendTo(c, out, v)
	})
}

func enumZip(c *Call) (Value, error) {
	lists := make([][]Value, 0, len(c.Args))
	for _, arg := range c.Args {
		list, err := zipList(c, arg)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	out := c.t.listOfRoom(0)
	i := 0
	err := eachOf(c, func(v Value) error {
		row := c.t.listOfRoom(1 + len(lists))
		row.Elems = append(row.Elems, v)
		c.t.looked(len(lists))
		for _, list := range lists {
			other, _ := elementAt(list, i)
			row.Elems = append(row.Elems, other)
		}
		i++
		return emit(c, out, row)
	})
	if err != nil {
		return nil, err
	}
	if c.Block != nil {
		return Nil, nil
	}
	return out, nil
}

// zipList gives as many elements of an argument of zip as the receiver can
// use: the argument may be endless.
func zipList(c *Call, v Value) ([]Value, error) {
	if a, ok := v.(*Array); ok {
		return a.Elems, nil
	}
	if !c.t.respondTo(v, "each") {
		return nil, c.Errorf("TypeError", "wrong argument type %s (must respond to :each)", c.Interp().plainClassOf(v).Name())
	}
	n := 0
	if err := eachOf(c, func(Value) error { n++; return nil }); err != nil {
		return nil, err
	}
	out := &Array{}
	if n == 0 {
		return nil, nil
	}
	err := eachIn(c, v, func(e Value) error {
		err := appendTo(c, out, e)
		if err == nil && len(out.Elems) >= n {
			err = errStop
		}
		return err
	})
	return out.Elems, err
}
