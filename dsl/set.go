package dsl

import (
	"slices"
)

func init() {
	Register(
		Type{Name: "Primitive", Functions: methodTable{"add_to_set": fnAny(setMerge)}},
		Type{Name: "Set", Includes: []string{"Enumerable"}, Methods: setMethods, Functions: setClassMethods},
	)
}

// setMethods are Set's own methods; what works on any collection is in
// enumerableMethods.
var setMethods = with(derived("Set"), methodTable{
	"initialize": setInitialize.is(opaque),
	"add":        fn(1, setAdd).is(changes | opaque | partial),
	"<<":         fn(1, setAdd).is(changes | opaque | partial),
	"add?":       fn(1, setAddNew).is(changes | opaque | partial),
	"delete":     fn(1, setDelete).is(changes),
	"include?":   fn(1, setInclude),
	"member?":    fn(1, setInclude),
	"===":        fn(1, setInclude).is(comparesSets),
	"each":       withBlock(fn(0, setEach)).is(asList),
	"size":       fn(0, setSize),
	"length":     fn(0, setSize),
	"empty?":     fn(0, setEmpty),
	"blank?":     fn(0, setEmpty),
	"to_a":       fn(0, setToA).is(asList),
	"entries":    fn(0, setToA).is(asList),
	"to_set":     fn(0, arraySelf).is(partial),
	"dup":        fn(0, setDup).is(opaque | partial),
	"merge":      fnAny(setMerge).is(changes | partial | adds),
	"clear":      fn(0, setClear).is(changes | partial),
	"replace":    fn(1, setReplace).is(changes | partial | adds | replaces),
	"==":         fn(1, setEqual).is(comparesSets),
	"eql?":       fn(1, setEqual),
	"inspect":    fn(0, setInspect).is(partial | showsParts),
	"to_s":       fn(0, setInspect).is(partial | showsParts),
})

var setClassMethods = methodTable{
	"new": fnKw(0, -1, setNew),
	"[]":  fnAny(setOf).is(opaque),
}

// setData is the elements of a Set, the keys of a hash.
type setData struct{ elems *Hash }

func (d *setData) Holds() any                    { return d.elems }
func (d *setData) With(elems any) Data           { return &setData{elems.(*Hash)} }
func (d *setData) Kept(func(Value) bool) bool    { return true }
func (d *setData) Yields() (from Value, ok bool) { return d.elems, true }

func newSet(c *Call, class *Class) (*Object, *Hash) {
	h := c.t.newHash(0)
	return c.t.newObject(class, &setData{h}), h
}

func selfSet(c *Call) *Hash {
	if h, ok := elemsOf(c.Self); ok {
		return h
	}
	return NewHash(0)
}

func changeableSet(c *Call) *Hash {
	if o, ok := c.Self.(*Object); ok && o.frozen {
		panic(frozenError(c, "Hash", selfSet(c))) // Ruby's Set lives in a hash
	}
	return selfSet(c)
}

// setLike is an empty set of the receiver's class.
func setLike(c *Call) (*Object, *Hash) {
	return newSet(c, c.Interp().plainClassOf(c.Self))
}

// addTo adds an element, which may be one that is there under a condition.
func addTo(c *Call, h *Hash, v Value) {
	u, ok := v.(*Unknown)
	if !ok || u.guarded == nil || u.isSplat {
		c.Put(h, v, True)
		return
	}
	key, when := u.guarded.yes, u.guarded.when
	if old, ok := c.t.get(h, key); ok {
		o, ok := old.(*Unknown)
		if !ok || o.guarded == nil {
			return
		}
		when = o.guarded.when.Or(when)
	}
	h.hasGuards = true
	c.Put(h, key, c.t.withGuard(True, when))
}

// setElems gives the elements of an argument that may be any collection.
func setElems(c *Call, v Value) []Value {
	if h, ok := elemsOf(v); ok {
		c.t.moved(h.Len())
		list := slices.Clone(h.keys)
		for i, there := range h.vals {
			if u, ok := there.(*Unknown); ok && u.guarded != nil {
				list[i] = c.t.withGuard(h.keys[i], u.guarded.when)
			}
		}
		return list
	}
	switch v.(type) {
	case *Array, *Hash, *Range:
		return valuesOf(c, v)
	}
	if o, ok := v.(*Object); ok && c.t.isA(o, c.Interp().classes.enumerable) {
		return valuesOf(c, v)
	}
	panic(c.Exception("ArgumentError", "value must be enumerable"))
}

func setNew(c *Call) Value {
	class, ok := c.Self.(*Class)
	if !ok {
		class = c.Interp().Type("Set")
	}
	o, _ := newSet(c, class)
	Check(c.t.send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos))
	return o
}

var setInitialize = privateBuiltin(fnOpt(0, 1, func(c *Call) Value {
	if c.Arg(0) == Nil {
		return Nil
	}
	list := setElems(c, c.Arg(0))
	for _, v := range list {
		if c.Block != nil {
			v = c.Yield(v)
		}
		addTo(c, selfSet(c), v)
	}
	return Nil
}))

func setOf(c *Call) Value {
	class, _ := c.Self.(*Class)
	o, h := newSet(c, class)
	for _, v := range c.Args {
		addTo(c, h, v)
	}
	return o
}

func enumToSet(c *Call) Value {
	o, h := newSet(c, c.Interp().Type("Set"))
	eachOf(c, func(v Value) {
		if c.Block != nil {
			v = c.Yield(v)
		}
		addTo(c, h, v)
	})
	return o
}

func setAdd(c *Call) Value {
	h := changeableSet(c)
	addTo(c, h, c.Arg(0))
	return c.Self
}

func setAddNew(c *Call) Value {
	if k := c.t.possibleAt(c.Self); k >= 0 {
		return Check(c.forkReceiver(k))
	}
	if u := c.t.unknownIn(c.Arg(0)); u != nil || selfSet(c).hasGuards {
		setAdd(c)
		return unknownCallOf(c)
	}
	if _, ok := c.t.get(selfSet(c), c.Arg(0)); ok {
		return Nil
	}
	return setAdd(c)
}

func setDelete(c *Call) Value {
	h := changeableSet(c)
	c.t.remove(h, c.Arg(0))
	return c.Self
}

func setInclude(c *Call) Value {
	_, ok := c.t.get(selfSet(c), c.Arg(0))
	return Bool(ok)
}

func setEach(c *Call) Value {
	eachPair(c, selfSet(c), func(v, _ Value) {
		c.Yield(v)
	})
	return c.Self
}

func setSize(c *Call) Value  { return Int(selfSet(c).Len()) }
func setEmpty(c *Call) Value { return Bool(selfSet(c).Len() == 0) }

func setToA(c *Call) Value {
	return c.t.copyOf(selfSet(c).keys)
}

func setDup(c *Call) Value {
	return c.t.newObject(c.Interp().plainClassOf(c.Self), &setData{c.t.cloneHash(selfSet(c))})
}

func setMerge(c *Call) Value {
	h := changeableSet(c)
	for _, arg := range c.Args {
		list := setElems(c, arg)
		c.t.looked(2 * len(list))
		c.Step()
		for _, v := range list {
			addTo(c, h, v)
		}
	}
	return c.Self
}

func setClear(c *Call) Value {
	h := changeableSet(c)
	h.clear()
	return c.Self
}

func setReplace(c *Call) Value {
	h := changeableSet(c)
	list := setElems(c, c.Arg(0))
	h.clear()
	for _, v := range list {
		addTo(c, h, v)
	}
	return c.Self
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

func setEqual(c *Call) Value {
	other, ok := elemsOf(c.Arg(0))
	h := selfSet(c)
	return Bool(ok && h.Len() == other.Len() && within(c, h, other))
}

func setInspect(c *Call) Value {
	name := "#<" + c.Interp().plainClassOf(c.Self).displayName() + ": {"
	return c.inspectParts(name+"...}>", name, "}>", nil, selfSet(c).keys)
}
