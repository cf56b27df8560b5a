package dsl

import (
	"errors"
	"math"
	"strings"
)

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
	"to_s":             fn(0, enumeratorInspect),
}

var enumeratorClassMethods = methodTable{
	"new":     fnOpt(0, 1, enumeratorNew),
	"produce": fnOpt(0, 1, enumeratorProduce),
}

var yielderMethods = methodTable{
	"<<": fn(1, func(c *Call) Value {
		yielderCall(c)
		return c.Self
	}),
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
	size   Value // nil: not known

	at *cursor // nil: at the start
}

// newEnumerator makes the enumerator over what recv.name(*args, **kw) yields.
func (t *Thread) newEnumerator(recv Value, name string, args []Value, kw *Hash) Value {
	t.grow(sizeEnumerator + sizeElement*len(args))
	return t.newObject(t.in.classes.enumerator, &enumeratorData{recv: recv, name: name, args: args, kw: kw})
}

func selfEnumerator(c *Call) *enumeratorData {
	if o, ok := c.Self.(*Object); ok {
		if e, ok := o.data.(*enumeratorData); ok {
			return e
		}
	}
	return &enumeratorData{recv: &Array{}, name: "each"}
}

func (e *enumeratorData) dup() any {
	return &enumeratorData{recv: e.recv, name: e.name, args: e.args, kw: e.kw, source: e.source, block: e.block, size: e.size}
}

// goBlock makes a block of a Go function.
func goBlock(f stepFunc) *Proc {
	return &Proc{arity: -1, fn: func(c *Call) (Value, error) { return f(c.Args) }}
}

// packed is what a block with one parameter gets for several values.
func packed(c *Call, args []Value) Value {
	switch len(args) {
	case 0:
		return Nil
	case 1:
		return args[0]
	}
	return c.t.newArray(append([]Value{}, args...)...)
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
		panic(c.exception("ArgumentError", "tried to create Proc object without a block"))
	}
	class, _ := c.Self.(*Class)
	data := &enumeratorData{recv: Nil, name: "each", size: c.arg(0), block: c.t.keep(block)}
	c.t.grow(sizeEnumerator)
	data.source = func(c *Call, f stepFunc) (Value, error) {
		y := c.t.newObject(c.Interp().classes.yielder, f)
		return c.t.callProc(block, []Value{y}, nil)
	}
	return c.t.newObject(class, data)
}

func yielderCall(c *Call) Value {
	if o, ok := c.Self.(*Object); ok {
		if f, ok := o.data.(stepFunc); ok {
			return check(f(c.Args))
		}
	}
	return Nil
}

func yielderToProc(c *Call) Value {
	self := c.Self
	return c.t.countProc(NewProc(-1, func(c *Call) (Value, error) { return c.Send(self, "yield", c.Args...) }))
}

// enumeratorProduce gives first, block(first), block(block(first)), ... until
// the block raises StopIteration.
func enumeratorProduce(c *Call) Value {
	block, start := c.Block, c.Args
	if block == nil {
		panic(c.exception("ArgumentError", "no block given"))
	}
	data := &enumeratorData{recv: Nil, name: "each", args: start, size: Float(math.Inf(1)), block: c.t.keep(block)}
	c.t.grow(sizeEnumerator)
	data.source = func(c *Call, f stepFunc) (Value, error) {
		args := start
		for {
			if err := c.Step(); err != nil {
				return nil, err
			}
			if len(args) > 0 {
				if _, err := f(args); err != nil {
					return nil, err
				}
			}
			v, err := c.t.callProc(block, args, nil)
			if isStopIteration(err) {
				return Nil, nil
			}
			if err != nil {
				return nil, err
			}
			args = []Value{v}
		}
	}
	return c.t.newObject(c.Interp().classes.enumerator, data)
}

func isStopIteration(err error) bool {
	var e *EvalError
	return errors.As(err, &e) && e.Class == "StopIteration"
}

func enumeratorEach(c *Call) Value {
	e := selfEnumerator(c)
	if len(c.Args) > 0 {
		e = e.dup().(*enumeratorData)
		e.args = append(append([]Value{}, e.args...), c.Args...)
		if c.Block == nil {
			c.t.grow(sizeEnumerator + sizeElement*len(e.args))
			return c.t.newObject(c.Interp().classes.enumerator, e)
		}
	}
	if c.Block == nil {
		return c.Self
	}
	if e.source != nil {
		return check(e.source(c, func(args []Value) (Value, error) { return c.Yield(args...) }))
	}
	return check(c.t.send(e.recv, e.name, e.args, e.kw, c.Block, c.Pos))
}

func enumeratorWithIndex(c *Call) Value {
	from := c.intUnlessNil(0, 0)
	i := c.t.counter(from)
	return check(selfEnumerator(c).run(c, func(args []Value) (Value, error) {
		at := i.Get()
		if err := i.next(); err != nil {
			return nil, err
		}
		return c.Yield(packed(c, args), at)
	}))
}

func enumeratorWithObject(c *Call) Value {
	check(selfEnumerator(c).run(c, func(args []Value) (Value, error) {
		return c.Yield(packed(c, args), c.arg(0))
	}))
	return c.arg(0)
}

// ownEnumerator is the receiver of a method that moves its cursor. One that the
// threads of a finished program share is moved for this thread only.
func ownEnumerator(c *Call) *enumeratorData {
	e := selfEnumerator(c)
	if o, ok := c.Self.(*Object); !ok || !o.frozen || !c.t.request {
		return e
	}
	own := c.t.cursors[e]
	if own == nil {
		if c.t.cursors == nil {
			c.t.cursors = map[*enumeratorData]*enumeratorData{}
		}
		copied := *e
		own = &copied
		c.t.cursors[e] = own
	}
	return own
}

func enumeratorNext(c *Call) Value { return ownEnumerator(c).element(c, true) }
func enumeratorPeek(c *Call) Value { return ownEnumerator(c).element(c, false) }

func enumeratorRewind(c *Call) Value {
	ownEnumerator(c).move(c.t, nil)
	return c.Self
}

// sizedByReceiver are the methods that yield once for each element.
var sizedByReceiver = map[string]bool{
	"each": true, "map": true, "collect": true, "flat_map": true, "each_with_index": true, "each_with_object": true,
	"select": true, "filter": true, "reject": true, "filter_map": true, "each_entry": true, "each_pair": true,
	"each_key": true, "each_value": true, "each_index": true, "reverse_each": true, "group_by": true, "partition": true,
	"sort_by": true, "min_by": true, "max_by": true, "map!": true, "collect!": true, "select!": true, "reject!": true,
	"keep_if": true, "delete_if": true, "transform_values": true, "transform_keys": true, "with_index": true,
	"with_object": true, "index_by": true, "index_with": true, "each_char": true, "find_all": true, "sort_by!": true,
	"extract!": true, "filter!": true,
}

func enumeratorSize(c *Call) Value {
	e := selfEnumerator(c)
	if e.source != nil {
		return sizeOfSource(c, e)
	}
	size := Nil
	switch r := e.recv.(type) {
	case *Array:
		size = Int(len(r.Elems))
	case *Hash:
		size = Int(r.Len())
	case *Range:
		if _, ok := r.Lo.(Int); ok {
			size = c.send(r, "size")
		}
	case Int:
		if e.name == "times" {
			return max(r, 0)
		}
	case *Object:
		if _, ok := r.data.(*enumeratorData); ok || c.t.isA(r, c.Interp().classes.set) {
			size = c.send(r, "size")
		}
	}
	return e.sizeFrom(size)
}

func sizeOfSource(c *Call, e *enumeratorData) Value {
	if p, ok := e.size.(*Proc); ok {
		return c.callProc(p)
	}
	return orNil(e.size)
}

// sizeFrom is the number of times the method yields for so many elements.
func (e *enumeratorData) sizeFrom(size Value) Value {
	n, ok := size.(Int)
	switch {
	case sizedByReceiver[e.name]:
		return size
	case !ok:
		return Nil
	case e.name == "each_slice" && len(e.args) > 0:
		if by, ok := e.args[0].(Int); ok && by > 0 {
			return n/by + min(n%by, 1)
		}
	case e.name == "each_cons" && len(e.args) > 0:
		if by, ok := e.args[0].(Int); ok {
			return max(n-by+1, 0)
		}
	case e.name == "cycle" && n == 0:
		return Int(0)
	case e.name == "cycle" && len(e.args) > 0:
		if times, ok := e.args[0].(Int); ok && times <= math.MaxInt64/n {
			return n * max(times, 0)
		}
	case e.name == "cycle":
		return Float(math.Inf(1))
	}
	return Nil
}

func enumeratorPlus(c *Call) Value {
	parts := []Value{c.Self, c.arg(0)}
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
	return c.t.newObject(c.Interp().classes.enumerator, data)
}

func enumeratorInspect(c *Call) Value {
	e := selfEnumerator(c)
	if e.name == "+" && e.source != nil {
		s := c.inspect(e.recv)
		return c.t.newString("#<Enumerator::Chain: " + s + ">")
	}
	if e.source != nil {
		return c.t.newString("#<Enumerator: #<Enumerator::Generator>:each>")
	}
	recv := c.inspect(e.recv)
	args := e.argsText(c)
	if r, ok := e.recv.(*Range); ok && isNumber(r.Lo) && (e.name == "step" || e.name == "%") {
		return c.t.newString("((" + recv + ")." + e.name + args + ")")
	}
	return c.t.newString("#<Enumerator: " + recv + ":" + e.name + args + ">")
}

func (e *enumeratorData) argsText(c *Call) string {
	var texts []string
	for _, v := range e.args {
		texts = append(texts, c.inspect(v))
	}
	if e.kw.Len() > 0 {
		texts = append(texts, strings.Trim(c.inspect(e.kw), "{}"))
	}
	if len(texts) == 0 {
		return ""
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
