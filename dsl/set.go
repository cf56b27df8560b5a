package dsl

import (
	"strings"
)

// setMethods are Set's own methods; what works on any collection is in
// enumerableMethods.
var setMethods = methodTable{
	"initialize":       setInitialize.is(opaque),
	"add":              fn(1, setAdd).is(changes | opaque | partial),
	"<<":               fn(1, setAdd).is(changes | opaque | partial),
	"add?":             fn(1, setAddNew).is(changes | opaque | partial),
	"delete":           fn(1, setDelete).is(changes),
	"delete?":          fn(1, setDeletePresent).is(changes),
	"include?":         fn(1, setInclude),
	"member?":          fn(1, setInclude),
	"===":              fn(1, setInclude).is(comparesSets),
	"each":             withBlock(fn(0, setEach)).is(asList),
	"size":             fn(0, setSize),
	"length":           fn(0, setSize),
	"count":            fnOpt(0, 1, setCount),
	"empty?":           fn(0, setEmpty),
	"blank?":           fn(0, setEmpty),
	"to_a":             fn(0, setToA).is(asList),
	"entries":          fn(0, setToA).is(asList),
	"to_set":           fn(0, arraySelf).is(partial),
	"dup":              fn(0, setDup).is(opaque | partial),
	"merge":            fnAny(setMerge).is(changes | partial | adds),
	"subtract":         fn(1, setSubtract).is(changes),
	"clear":            fn(0, setClear).is(changes | partial),
	"replace":          fn(1, setReplace).is(changes | partial | adds | replaces),
	"|":                fn(1, setUnion).is(adds),
	"+":                fn(1, setUnion).is(adds),
	"union":            fn(1, setUnion).is(adds),
	"&":                fn(1, setIntersection).is(comparesSets),
	"intersection":     fn(1, setIntersection).is(comparesSets),
	"-":                fn(1, setDifference).is(comparesSets),
	"difference":       fn(1, setDifference).is(comparesSets),
	"^":                fn(1, setExclusive).is(comparesSets),
	"==":               fn(1, setEqual).is(comparesSets),
	"eql?":             fn(1, setEqual),
	"hash":             fn(0, setHash),
	"<=>":              fn(1, setCompare).is(comparesSets),
	"subset?":          fn(1, setRelation(false, false)).is(comparesSets),
	"<=":               fn(1, setRelation(false, false)).is(comparesSets),
	"proper_subset?":   fn(1, setRelation(false, true)).is(comparesSets),
	"<":                fn(1, setRelation(false, true)).is(comparesSets),
	"superset?":        fn(1, setRelation(true, false)).is(comparesSets),
	">=":               fn(1, setRelation(true, false)).is(comparesSets),
	"proper_superset?": fn(1, setRelation(true, true)).is(comparesSets),
	">":                fn(1, setRelation(true, true)).is(comparesSets),
	"intersect?":       fn(1, setIntersects).is(comparesSets),
	"disjoint?":        fn(1, setDisjoint).is(comparesSets),
	"select!":          withBlock(fn(0, setKeep(true, true))).is(changes),
	"filter!":          withBlock(fn(0, setKeep(true, true))).is(changes),
	"keep_if":          withBlock(fn(0, setKeep(true, false))).is(changes),
	"reject!":          withBlock(fn(0, setKeep(false, true))).is(changes),
	"delete_if":        withBlock(fn(0, setKeep(false, false))).is(changes),
	"map!":             withBlock(fn(0, setMapBang)).is(changes),
	"collect!":         withBlock(fn(0, setMapBang)).is(changes),
	"classify":         withBlock(fn(0, setClassify)),
	"join":             fnOpt(0, 1, setJoin).is(showsParts),
	"inspect":          fn(0, setInspect).is(partial | showsParts),
	"to_s":             fn(0, setInspect).is(partial | showsParts),
}

var setClassMethods = methodTable{
	"new": fnKw(0, -1, setNew),
	"[]":  fnAny(setOf).is(opaque),
}

// setData is the elements of a Set, the keys of a hash.
type setData struct{ elems *Hash }

func (d *setData) dup() any { return &setData{d.elems.Clone()} }

func newSet(c *Call, class *Class) (*Object, *Hash) {
	h := c.t.newHash(0)
	return c.t.newObject(class, &setData{h}), h
}

// elemsOf gives the elements of a Set.
func elemsOf(v Value) (*Hash, bool) {
	if o, ok := v.(*Object); ok {
		if d, ok := o.data.(*setData); ok {
			return d.elems, true
		}
	}
	return nil, false
}

func selfSet(c *Call) *Hash {
	if h, ok := elemsOf(c.Self); ok {
		return h
	}
	return NewHash(0)
}

func changeableSet(c *Call) (*Hash, error) {
	if o, ok := c.Self.(*Object); ok && o.frozen {
		return nil, frozenError(c, "Hash", selfSet(c)) // Ruby's Set lives in a hash
	}
	return selfSet(c), nil
}

// setLike is an empty set of the receiver's class.
func setLike(c *Call) (*Object, *Hash) {
	return newSet(c, c.Interp().plainClassOf(c.Self))
}

func addTo(c *Call, h *Hash, v Value) error { return c.t.put(h, v, True) }

// setElems gives the elements of an argument that may be any collection.
func setElems(c *Call, v Value) ([]Value, error) {
	if h, ok := elemsOf(v); ok {
		c.t.moved(h.Len())
		return append([]Value{}, h.keys...), nil
	}
	switch v.(type) {
	case *Array, *Hash, *Range:
		return valuesOf(c, v)
	}
	if o, ok := v.(*Object); ok && c.t.isA(o, c.Interp().classes.enumerable) {
		return valuesOf(c, v)
	}
	return nil, c.Errorf("ArgumentError", "value must be enumerable")
}

func setNew(c *Call) (Value, error) {
	class, ok := c.Self.(*Class)
	if !ok {
		class = c.Interp().classes.set
	}
	o, _ := newSet(c, class)
	_, err := c.t.send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos)
	return o, err
}

var setInitialize = privateBuiltin(fnOpt(0, 1, func(c *Call) (Value, error) {
	if c.arg(0) == Nil {
		return Nil, nil
	}
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		if c.Block != nil {
			if v, err = c.Yield(v); err != nil {
				return nil, err
			}
		}
		if err := addTo(c, selfSet(c), v); err != nil {
			return nil, err
		}
	}
	return Nil, nil
}))

func privateBuiltin(b *builtin) *builtin {
	b.m.visibility = private
	return b
}

func setOf(c *Call) (Value, error) {
	class, _ := c.Self.(*Class)
	o, h := newSet(c, class)
	for _, v := range c.Args {
		if err := addTo(c, h, v); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func enumToSet(c *Call) (Value, error) {
	o, h := newSet(c, c.Interp().classes.set)
	return o, eachOf(c, func(v Value) error {
		if c.Block != nil {
			var err error
			if v, err = c.Yield(v); err != nil {
				return err
			}
		}
		return addTo(c, h, v)
	})
}

func setAdd(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	return c.Self, addTo(c, h, c.arg(0))
}

func setAddNew(c *Call) (Value, error) {
	if u := c.t.unknownIn(c.arg(0)); u != nil || selfSet(c).open {
		v, err := setAdd(c)
		if err != nil {
			return v, err
		}
		return c.t.unknownCallOf(c), nil
	}
	if _, ok := c.t.get(selfSet(c), c.arg(0)); ok {
		return Nil, nil
	}
	return setAdd(c)
}

func setDelete(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	c.t.remove(h, c.arg(0))
	return c.Self, nil
}

func setDeletePresent(c *Call) (Value, error) {
	if _, ok := c.t.get(selfSet(c), c.arg(0)); !ok {
		return Nil, nil
	}
	return setDelete(c)
}

func setInclude(c *Call) (Value, error) {
	_, ok := c.t.get(selfSet(c), c.arg(0))
	return Bool(ok), nil
}

func setEach(c *Call) (Value, error) {
	return c.Self, eachPair(c, selfSet(c), func(v, _ Value) error {
		_, err := c.Yield(v)
		return err
	})
}

func setSize(c *Call) (Value, error)  { return Int(selfSet(c).Len()), nil }
func setEmpty(c *Call) (Value, error) { return Bool(selfSet(c).Len() == 0), nil }

func setCount(c *Call) (Value, error) {
	if len(c.Args) == 0 && c.Block == nil {
		return setSize(c)
	}
	return enumCount(c)
}

func setToA(c *Call) (Value, error) {
	return c.t.copyOf(selfSet(c).keys), nil
}

func setDup(c *Call) (Value, error) {
	return c.t.newObject(c.Interp().plainClassOf(c.Self), &setData{c.t.cloneHash(selfSet(c))}), nil
}

func setMerge(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	for _, arg := range c.Args {
		list, err := setElems(c, arg)
		if err != nil {
			return nil, err
		}
		c.t.looked(2 * len(list))
		if err := c.Step(); err != nil {
			return nil, err
		}
		for _, v := range list {
			if err := addTo(c, h, v); err != nil {
				return nil, err
			}
		}
	}
	return c.Self, nil
}

func setSubtract(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		if c.key(v); c.t.asked != nil { // only the application knows what goes
			return c.Self, nil
		}
	}
	for _, v := range list {
		if err := c.Step(); err != nil {
			return nil, err
		}
		c.t.remove(h, v)
	}
	return c.Self, nil
}

// minus gives the elements of h that aren't in list.
func minus(c *Call, h *Hash, list []Value) (*Hash, error) {
	set, err := keysOf(c, list)
	if err != nil {
		return nil, err
	}
	kept, err := set.filter(c, h.keys, false)
	if err != nil {
		return nil, err
	}
	out := c.t.newHash(len(kept))
	for _, v := range kept {
		if err := addTo(c, out, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func setClear(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	h.clear()
	return c.Self, nil
}

func setReplace(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	h.clear()
	for _, v := range list {
		if err := addTo(c, h, v); err != nil {
			return nil, err
		}
	}
	return c.Self, nil
}

func setUnion(c *Call) (Value, error) {
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	o, h := setLike(c)
	for _, v := range append(append([]Value{}, selfSet(c).keys...), list...) {
		if err := addTo(c, h, v); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func setIntersection(c *Call) (Value, error) {
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	o, h := setLike(c)
	for _, v := range list {
		if err := c.Step(); err != nil {
			return nil, err
		}
		if _, ok := c.t.get(selfSet(c), v); ok {
			if err := addTo(c, h, v); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

func setDifference(c *Call) (Value, error) {
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	out, err := minus(c, selfSet(c), list)
	if err != nil {
		return nil, err
	}
	return c.t.newObject(c.Interp().plainClassOf(c.Self), &setData{out}), nil
}

// setExclusive gives what is in exactly one of the two; the argument's elements
// come first.
func setExclusive(c *Call) (Value, error) {
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	o, h := setLike(c)
	for _, v := range list {
		if err := c.Step(); err != nil {
			return nil, err
		}
		if _, both := c.t.get(selfSet(c), v); !both {
			if err := addTo(c, h, v); err != nil {
				return nil, err
			}
		}
	}
	own, err := minus(c, selfSet(c), list)
	if err != nil {
		return nil, err
	}
	return o, c.t.putAll(h, own)
}

// within tells whether all elements of a are in b.
func within(c *Call, a, b *Hash) bool {
	c.t.looked(a.Len())
	for _, v := range a.keys {
		if _, ok := c.t.get(b, v); !ok {
			return false
		}
	}
	return true
}

func setEqual(c *Call) (Value, error) {
	other, ok := elemsOf(c.arg(0))
	h := selfSet(c)
	return Bool(ok && h.Len() == other.Len() && within(c, h, other)), nil
}

func setHash(c *Call) (Value, error) {
	sum := Int(0)
	for _, v := range selfSet(c).keys {
		n, err := c.Send(v, "hash")
		if err != nil {
			return nil, err
		}
		if n, ok := n.(Int); ok {
			sum ^= n
		}
	}
	return sum, nil
}

func setCompare(c *Call) (Value, error) {
	other, ok := elemsOf(c.arg(0))
	h := selfSet(c)
	switch {
	case !ok:
		return Nil, nil
	case h.Len() == other.Len() && within(c, h, other):
		return Int(0), nil
	case h.Len() < other.Len() && within(c, h, other):
		return Int(-1), nil
	case h.Len() > other.Len() && within(c, other, h):
		return Int(1), nil
	}
	return Nil, nil
}

func setRelation(swap, proper bool) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		a := selfSet(c)
		b, ok := elemsOf(c.arg(0))
		if !ok {
			return nil, c.Errorf("ArgumentError", "value must be a set")
		}
		if swap {
			a, b = b, a
		}
		return Bool(within(c, a, b) && (!proper || a.Len() < b.Len())), nil
	}
}

func setIntersects(c *Call) (Value, error) {
	list, err := setElems(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	c.t.looked(len(list))
	for _, v := range list {
		if _, ok := c.t.get(selfSet(c), v); ok {
			return True, nil
		}
	}
	return False, nil
}

func setDisjoint(c *Call) (Value, error) {
	v, err := setIntersects(c)
	return Bool(v == False), err
}

func setSelect(want bool) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		o, h := setLike(c)
		return o, eachPair(c, selfSet(c), func(v, _ Value) error {
			yes, err := truth(c, v)
			if err == nil && yes == want {
				err = addTo(c, h, v)
			}
			return err
		})
	}
}

// setKeep deletes the elements the block doesn't want. nilUnchanged makes nil
// the result when nothing went.
func setKeep(want, nilUnchanged bool) func(*Call) (Value, error) {
	return func(c *Call) (Value, error) {
		h, err := changeableSet(c)
		if err != nil {
			return nil, err
		}
		before := h.Len()
		kept, err := setSelect(want)(c)
		if err != nil {
			return nil, err
		}
		elems, _ := elemsOf(kept)
		replacePairs(c, h, elems)
		if nilUnchanged && h.Len() == before {
			return Nil, nil
		}
		return c.Self, nil
	}
}

func setMapBang(c *Call) (Value, error) {
	h, err := changeableSet(c)
	if err != nil {
		return nil, err
	}
	out := c.t.newHash(h.Len())
	err = eachPair(c, h, func(v, _ Value) error {
		got, err := c.Yield(v)
		if err == nil {
			err = addTo(c, out, got)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	h.take(out)
	return c.Self, nil
}

func setClassify(c *Call) (Value, error) {
	groups := c.t.newHash(0)
	return groups, eachPair(c, selfSet(c), func(v, _ Value) error {
		key, err := c.Yield(v)
		if err != nil {
			return err
		}
		group, ok := c.t.get(groups, key)
		if !ok {
			group, _ = setLike(c)
			if err := c.t.put(groups, key, group); err != nil {
				return err
			}
		}
		h, _ := elemsOf(group)
		return addTo(c, h, v)
	})
}

func setJoin(c *Call) (Value, error) {
	list, err := setToA(c)
	if err != nil {
		return nil, err
	}
	return c.Send(list, "join", c.Args...)
}

func setInspect(c *Call) (Value, error) {
	name := "#<" + c.Interp().plainClassOf(c.Self).displayName() + ": {"
	return c.inspectOnce(name+"...}>", func() (string, error) {
		var b strings.Builder
		b.WriteString(name)
		for i, v := range selfSet(c).keys {
			if i > 0 {
				b.WriteString(", ")
			}
			s, err := c.Inspect(v)
			if err != nil {
				return "", err
			}
			b.WriteString(s)
			if err := c.t.stringSize(b.Len()); err != nil {
				return "", err
			}
		}
		b.WriteString("}>")
		return b.String(), nil
	})
}
