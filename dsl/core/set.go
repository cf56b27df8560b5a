package core

import (
	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{"with_unknown": dsl.FnAny(withUnknown)}},
		dsl.Type{Name: "Set", Includes: []string{"Enumerable"}, Methods: setMethods, Functions: setClassMethods},
	)
}

// setMethods are Set's own methods; what works on any collection is in
// enumerableMethods.
var setMethods = dsl.JoinMethods(derived("Set"), dsl.Methods{
	"initialize":       setInitialize.With(trait.Opaque),
	"add <<":           dsl.Fn(1, setAdd).With(trait.ChangesReceiver | trait.Opaque | trait.Partial),
	"add?":             dsl.Fn(1, setAddNew).With(trait.ChangesReceiver | trait.Opaque | trait.Partial),
	"delete":           dsl.Fn(1, setDelete).With(trait.ChangesReceiver),
	"include? member?": dsl.Fn(1, setInclude),
	"===":              dsl.Fn(1, setInclude).With(trait.ComparesSets),
	"each":             dsl.OrEnumerator(dsl.Fn(0, setEach)).With(trait.AsList),
	"size length":      dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(selfSet(c).Len()) }),
	"empty? blank?":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(selfSet(c).Len() == 0) }),
	"to_a entries":     dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewArrayCopy(selfSet(c).Keys) }).With(trait.AsList),
	"to_set":           dsl.Fn(0, arraySelf).With(trait.Partial),
	"dup":              dsl.Fn(0, setDup).With(trait.Opaque | trait.Partial),
	"merge":            dsl.FnAny(setMerge).With(trait.ChangesReceiver | trait.Partial | trait.Adds),
	"clear":            dsl.Fn(0, setClear).With(trait.ChangesReceiver | trait.Partial),
	"replace":          dsl.Fn(1, setReplace).With(trait.ChangesReceiver | trait.Partial | trait.Adds | trait.Replaces),
	"inspect to_s":     dsl.Fn(0, setInspect).With(trait.Partial | trait.ShowsParts),
})

var setClassMethods = dsl.JoinMethods(derived("Set_class"), dsl.Methods{"new": dsl.FnKw(0, -1, setNew)})

// setData is the elements of a Set, the keys of a hash.
type setData struct{ elems *dsl.Hash }

func (d *setData) Holds() any                        { return d.elems }
func (d *setData) With(elems any) dsl.Data           { return &setData{elems.(*dsl.Hash)} }
func (d *setData) Kept(func(...dsl.Value))           {}
func (d *setData) Yields() (from dsl.Value, ok bool) { return d.elems, true }

func newSet(c *dsl.Call, class *dsl.Class) (*dsl.Object, *dsl.Hash) {
	h := c.EmptyHash(0)
	return c.NewObject(class, &setData{h}), h
}

func selfSet(c *dsl.Call) *dsl.Hash {
	elems, _ := dsl.SetElems(c.Self)
	return elems
}

func changeableSet(c *dsl.Call) *dsl.Hash {
	c.MustChange()
	return selfSet(c)
}

// addTo adds an element, which may be one that is there under a condition.
func addTo(c *dsl.Call, h *dsl.Hash, v dsl.Value) {
	when, key, ok := dsl.Guarded(v)
	if !ok {
		c.Put(h, v, dsl.True)
		return
	}
	if old, ok := c.Get(h, key); ok {
		other, _, ok := dsl.Guarded(old)
		if !ok {
			return
		}
		when = other.Or(when)
	}
	h.HasGuards = true
	c.Put(h, key, c.WithGuard(dsl.True, when))
}

// setElems gives the elements of an argument that may be any collection.
func setElems(c *dsl.Call, v dsl.Value) []dsl.Value {
	if h, ok := dsl.SetElems(v); ok {
		return c.Elements(h, false)
	}
	switch v.(type) {
	case *dsl.Array, *dsl.Hash, *dsl.Range:
		return valuesOf(c, v)
	}
	if o, ok := v.(*dsl.Object); ok && c.IsA(o, c.Interp().Type("Enumerable")) {
		return valuesOf(c, v)
	}
	panic(c.Exception("ArgumentError", "value must be enumerable"))
}

func setNew(c *dsl.Call) dsl.Value {
	class, ok := c.Self.(*dsl.Class)
	if !ok {
		class = c.Interp().Type("Set")
	}
	o, _ := newSet(c, class)
	dsl.Must(c.Thread.Send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos))
	return o
}

var setInitialize = dsl.Private(dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value {
	if c.Arg(0) == dsl.Nil {
		return dsl.Nil
	}
	list := setElems(c, c.Arg(0))
	for _, v := range list {
		if c.Block != nil {
			v = c.Yield(v)
		}
		addTo(c, selfSet(c), v)
	}
	return dsl.Nil
}))

func setAdd(c *dsl.Call) dsl.Value {
	h := changeableSet(c)
	addTo(c, h, c.Arg(0))
	return c.Self
}

func setAddNew(c *dsl.Call) dsl.Value {
	if when := c.Possible(c.Self); when != nil {
		return dsl.Must(c.ForkReceiver(when))
	}
	if u := c.UnknownIn(c.Arg(0)); u != nil || selfSet(c).HasGuards {
		setAdd(c)
		return dsl.UnknownResult(c)
	}
	if _, ok := c.Get(selfSet(c), c.Arg(0)); ok {
		return dsl.Nil
	}
	return setAdd(c)
}

func setDelete(c *dsl.Call) dsl.Value {
	h := changeableSet(c)
	c.Remove(h, c.Arg(0))
	return c.Self
}

func setInclude(c *dsl.Call) dsl.Value {
	_, ok := c.Get(selfSet(c), c.Arg(0))
	return dsl.Bool(ok)
}

func setEach(c *dsl.Call) dsl.Value {
	eachPair(c, selfSet(c), func(v, _ dsl.Value) {
		c.Yield(v)
	})
	return c.Self
}

func setDup(c *dsl.Call) dsl.Value {
	return c.NewObject(c.Interp().PlainClassOf(c.Self), &setData{c.CloneHash(selfSet(c))})
}

func setMerge(c *dsl.Call) dsl.Value {
	h := changeableSet(c)
	for _, arg := range c.Args {
		list := setElems(c, arg)
		c.ChargeReads(2 * len(list))
		c.Step()
		for _, v := range list {
			addTo(c, h, v)
		}
	}
	return c.Self
}

func setClear(c *dsl.Call) dsl.Value {
	h := changeableSet(c)
	h.Clear()
	return c.Self
}

func setReplace(c *dsl.Call) dsl.Value {
	h := changeableSet(c)
	list := setElems(c, c.Arg(0))
	h.Clear()
	for _, v := range list {
		addTo(c, h, v)
	}
	return c.Self
}

func setInspect(c *dsl.Call) dsl.Value {
	name := "#<" + c.Interp().PlainClassOf(c.Self).DisplayName() + ": {"
	return c.InspectParts(name+"...}>", name, "}>", nil, selfSet(c).Keys)
}
