package dsl

import (
	"strings"
)

func init() {
	Register(
		Type{Name: "Enumerator", Includes: []string{"Enumerable"}, Methods: enumeratorMethods, Functions: enumeratorClassMethods},
		Type{Name: "Enumerator::Yielder", Methods: yielderMethods},
		Type{Name: "Object", Methods: methodTable{"enum_for": fnAny(objectToEnum), "to_enum": fnAny(objectToEnum)}},
		Type{Name: "Primitive", Functions: methodTable{"enumerator": fnAny(enumeratorOf)}},
	)
}

var enumeratorMethods = methodTable{
	"each":             fnAny(enumeratorEach),
	"with_index":       withBlock(fnOpt(0, 1, enumeratorWithIndex)),
	"each_with_index":  withBlock(fn(0, enumeratorWithIndex)),
	"with_object":      withBlock(fn(1, enumeratorWithObject)),
	"each_with_object": withBlock(fn(1, enumeratorWithObject)).is(opaque),
	"next":             fn(0, enumeratorNext),
	"peek":             fn(0, enumeratorPeek),
	"rewind":           fn(0, enumeratorRewind),
	"size":             fn(0, enumeratorSize),
	"+":                fn(1, enumeratorPlus),
	"inspect":          fn(0, enumeratorInspect),
}

var enumeratorClassMethods = with(derived("Enumerator_class"), methodTable{
	"new": fnOpt(0, 1, enumeratorNew),
})

var yielderMethods = methodTable{
	"<<": fn(1, func(c *Call) Value {
		yielderCall(c)
		return c.Self
	}).is(opaque),
	"yield":   fnAny(yielderCall).is(opaque),
	"call":    fnAny(yielderCall).is(opaque),
	"to_proc": fn(0, yielderToProc),
}

// A step receives what an enumerator yields, and gives what the block gave.
type stepFunc func(args []Value) (Value, error)

// enumeratorData is a method call that waits for its block.
type enumeratorData struct {
	recv Value
	name string
	args []Value
	kw   *Hash
	// source takes the place of the method call: Enumerator.new's block.
	source func(c *Call, f stepFunc) (Value, error)
	block  *Proc // that source calls
	size   Value // a number or a Proc; nil: not known
	sized  bool  // by recv

	at *cursor // nil: at the start
}

// newEnumerator makes the enumerator over what recv.name(*args, **kw) yields.
func newEnumerator(c *Call, data *enumeratorData) Value {
	t := c.t
	t.grow(sizeEnumerator + sizeElement*len(data.args))
	class := t.in.Type("Enumerator")
	if t.isA(data.recv, t.in.Type("Enumerator::Lazy")) {
		class = t.in.Type("Enumerator::Lazy")
	}
	return t.newObject(class, data)
}

// enumeratorOf is the enumerator of a method that was called without a block.
func enumeratorOf(c *Call) Value {
	return newEnumerator(c, &enumeratorData{recv: c.Self, name: c.Name, args: c.Args, kw: c.Keywords, sized: !c.is(unsized)})
}

func objectToEnum(c *Call) Value {
	name := "each"
	args := c.Args
	if len(args) > 0 {
		name = c.NameArg(0)
		args = args[1:]
	}
	e := &enumeratorData{recv: c.Self, name: name, args: args, kw: c.Keywords}
	if c.Block != nil {
		e.size, e.block = c.Block, c.t.keep(c.Block)
	}
	return newEnumerator(c, e)
}

func selfEnumerator(c *Call) *enumeratorData {
	if o, ok := c.Self.(*Object); ok {
		if e, ok := o.data.(*enumeratorData); ok {
			return e
		}
	}
	return &enumeratorData{recv: &Array{}, name: "each"}
}

func (e *enumeratorData) Holds() any { return nil }

func (e *enumeratorData) With(any) Data { return e.restarted() }

// restarted is a copy that is at its start.
func (e *enumeratorData) restarted() *enumeratorData {
	own := *e
	own.at = nil
	return &own
}

func (e *enumeratorData) Kept(yield func(Value) bool) bool {
	return e.at.each(yield) && eachValue(e.args, yield) && yield(e.recv) && yield(e.kw) && yield(e.block) && yield(e.size)
}

func (e *enumeratorData) Yields() (from Value, ok bool) {
	if e.source != nil {
		return nil, true
	}
	return e.recv, true
}

// goBlock makes a block of a Go function.
func goBlock(f stepFunc) *Proc {
	return &Proc{arity: -1, fn: func(c *Call) (Value, error) { return f(c.Args) }}
}

func (e *enumeratorData) run(c *Call, f stepFunc) (Value, error) {
	if e.source != nil {
		return e.source(c, f)
	}
	return c.t.send(e.recv, e.name, e.args, e.kw, goBlock(f), c.Pos)
}

func enumeratorNew(c *Call) Value {
	block := c.Block
	if block == nil {
		panic(c.Exception("ArgumentError", "tried to create Proc object without a block"))
	}
	class, _ := c.Self.(*Class)
	data := &enumeratorData{recv: Nil, name: "each", size: c.Arg(0)}
	data.generateBy(c.t, block)
	return c.t.newObject(class, data)
}

// generateBy lets a block yield the elements to the Yielder that it is given.
func (e *enumeratorData) generateBy(t *Thread, block *Proc) {
	t.grow(sizeEnumerator)
	e.block = t.keep(block)
	e.source = func(c *Call, f stepFunc) (Value, error) {
		v, err := c.t.callProc(block, []Value{c.t.newObject(c.Interp().Type("Enumerator::Yielder"), f)}, nil)
		return v, c.t.ofProgram(err, c)
	}
}

func yielderCall(c *Call) Value {
	if o, ok := c.Self.(*Object); ok {
		if f, ok := o.data.(stepFunc); ok {
			args := make([]Value, len(c.Args))
			for i, v := range c.Args {
				args[i] = c.t.here(v)
			}
			return Check(f(args))
		}
	}
	return Nil
}

func yielderToProc(c *Call) Value {
	self := c.Self
	return c.t.countProc(NewProc(-1, func(c *Call) (Value, error) { return c.Send(self, "yield", c.Args...), nil }))
}

func enumeratorEach(c *Call) Value {
	e := selfEnumerator(c)
	if len(c.Args) > 0 {
		e = e.restarted()
		e.args = append(append([]Value{}, e.args...), c.Args...)
		if c.Block == nil {
			c.t.grow(sizeEnumerator + sizeElement*len(e.args))
			return c.t.newObject(c.Interp().Type("Enumerator"), e)
		}
	}
	if c.Block == nil {
		return c.Self
	}
	if e.source != nil {
		return Check(e.source(c, func(args []Value) (Value, error) { return c.tryYield(args...) }))
	}
	return Check(c.t.send(e.recv, e.name, e.args, e.kw, c.Block, c.Pos))
}

func enumeratorWithIndex(c *Call) Value {
	from := c.IntUnlessNil(0, 0)
	i := c.t.counter(from)
	return Check(selfEnumerator(c).run(c, func(args []Value) (Value, error) {
		at := i.Get()
		if err := i.next(); err != nil {
			return nil, err
		}
		return c.tryYield(packed(c, args), at)
	}))
}

func enumeratorWithObject(c *Call) Value {
	Check(selfEnumerator(c).run(c, func(args []Value) (Value, error) {
		return c.tryYield(packed(c, args), c.Arg(0))
	}))
	return c.Arg(0)
}

// ownEnumerator is the receiver of a method that moves its cursor. One that the
// threads of a finished program share is moved for this thread only.
func ownEnumerator(c *Call) *enumeratorData {
	e := selfEnumerator(c)
	if o, ok := c.Self.(*Object); !ok || !o.frozen || !c.t.request {
		return e
	}
	own, ok := c.t.moving[e].(*enumeratorData)
	if !ok {
		if c.t.moving == nil {
			c.t.moving = map[Data]Data{}
		}
		copied := *e
		own = &copied
		c.t.moving[e] = own
	}
	return own
}

func enumeratorNext(c *Call) Value { return ownEnumerator(c).element(c, true) }
func enumeratorPeek(c *Call) Value { return ownEnumerator(c).element(c, false) }

func enumeratorRewind(c *Call) Value {
	ownEnumerator(c).move(c.t, nil)
	return c.Self
}

// enumeratorSize is what Enumerator.new or to_enum was given as size. A method that was
// called without a block yields once for each element of its receiver, unless it is unsized.
func enumeratorSize(c *Call) Value {
	e := selfEnumerator(c)
	if p, ok := e.size.(*Proc); ok && p != nil {
		return c.CallProc(p, e.args...)
	}
	if !e.sized {
		return orNil(e.size)
	}
	switch r := e.recv.(type) {
	case Int:
		if e.name == "times" {
			return max(r, 0)
		}
	case *Range:
		if _, ok := r.Lo.(Int); ok {
			return c.Send(r, "size")
		}
	case *Array, *Hash, *Object:
		if c.t.respondTo(r, "size") {
			return c.Send(r, "size")
		}
	}
	return Nil
}

func enumeratorPlus(c *Call) Value {
	parts := []Value{c.Self, c.Arg(0)}
	data := &enumeratorData{recv: c.t.newArray(parts...), name: "+"}
	c.t.grow(sizeEnumerator)
	data.source = func(c *Call, f stepFunc) (Value, error) {
		for _, p := range parts {
			if _, err := c.t.send(p, "each", nil, nil, goBlock(f), c.Pos); err != nil {
				return nil, err
			}
		}
		return Nil, nil
	}
	return c.t.newObject(c.Interp().Type("Enumerator"), data)
}

func enumeratorInspect(c *Call) Value {
	e := selfEnumerator(c)
	if e.name == "+" && e.source != nil {
		s := c.Inspect(e.recv)
		return c.t.newString("#<Enumerator::Chain: " + s + ">")
	}
	if c.t.isA(c.Self, c.t.in.Type("Enumerator::Lazy")) {
		call := ""
		if e.name != "each" {
			call = ":" + e.name + e.argsText(c)
		}
		text := "#<Enumerator::Lazy: " + c.Inspect(e.recv) + call + ">"
		c.TextSize(len(text))
		c.t.copied(len(text))
		return c.t.newString(text)
	}
	if e.source != nil {
		return c.t.newString("#<Enumerator: #<Enumerator::Generator>:each>")
	}
	recv := c.Inspect(e.recv)
	args := e.argsText(c)
	if r, ok := e.recv.(*Range); ok && isNumber(r.Lo) && (e.name == "step" || e.name == "%") {
		return c.t.newString("((" + recv + ")." + e.name + args + ")")
	}
	return c.t.newString("#<Enumerator: " + recv + ":" + e.name + args + ">")
}

func (e *enumeratorData) argsText(c *Call) string {
	var texts []string
	for _, v := range e.args {
		texts = append(texts, c.Inspect(v))
	}
	if e.kw.Len() > 0 {
		texts = append(texts, strings.Trim(c.Inspect(e.kw), "{}"))
	}
	if len(texts) == 0 {
		return ""
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
