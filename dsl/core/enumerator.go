package core

import (
	"errors"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "Enumerator", Includes: []string{"Enumerable"}, Methods: enumeratorMethods, Functions: enumeratorClassMethods},
		dsl.Type{Name: "Enumerator::Chain", Super: "Enumerator", Methods: derived("Enumerator::Chain"), Functions: dsl.Methods{
			"new": dsl.FnAny(func(c *dsl.Call) dsl.Value { return chain(c, c.Args) }),
		}},
		dsl.Type{Name: "Enumerable", Methods: dsl.Methods{"chain": dsl.FnAny(chained)}},
		dsl.Type{Name: "Enumerator::Yielder", Methods: yielderMethods},
		dsl.Type{Name: "Kernel", Methods: dsl.Methods{"enum_for to_enum": dsl.FnKw(0, -1, objectToEnum)}},
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{"enumerator": dsl.FnAny(enumeratorOf), "chained": dsl.Fn(1, chainedIn)}},
	)
}

var enumeratorMethods = dsl.JoinMethods(derived("Enumerator"), dsl.Methods{
	"each":    dsl.FnAny(enumeratorEach),
	"next":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return ownEnumerator(c).element(c, true) }),
	"peek":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return ownEnumerator(c).element(c, false) }),
	"rewind":  dsl.Fn(0, enumeratorRewind),
	"size":    dsl.Fn(0, enumeratorSize),
	"+":       dsl.Fn(1, chained),
	"inspect": dsl.Fn(0, enumeratorInspect),
})

var enumeratorClassMethods = dsl.JoinMethods(derived("Enumerator_class"), dsl.Methods{
	"new": dsl.FnOpt(0, 1, enumeratorNew),
})

var yielderMethods = dsl.Methods{
	"<<": dsl.Fn(1, func(c *dsl.Call) dsl.Value {
		yielderCall(c)
		return c.Self
	}).With(trait.Opaque),
	"yield call": dsl.FnAny(yielderCall).With(trait.Opaque),
	"to_proc":    dsl.Fn(0, yielderToProc),
}

// A step receives what an enumerator yields, and gives what the block gave.
type stepFunc func(args []dsl.Value) (dsl.Value, error)

// enumeratorData is a method call that waits for its block.
type enumeratorData struct {
	recv dsl.Value
	name string
	args []dsl.Value
	kw   *dsl.Hash
	// source takes the place of the method call: Enumerator.new's block.
	source func(c *dsl.Call, f stepFunc) (dsl.Value, error)
	block  *dsl.Proc // that source calls
	size   dsl.Value // a number or a Proc; nil: not known
	sized  bool      // by recv

	at *cursor // nil: at the start
}

// newEnumerator makes the enumerator over what recv.name(*args, **kw) yields.
func newEnumerator(c *dsl.Call, data *enumeratorData) dsl.Value {
	t := c.Thread
	t.ChargeMemory(limits.SizeEnumerator + limits.SizeElement*len(data.args))
	class := t.Interp().Type("Enumerator")
	if t.IsA(data.recv, t.Interp().Type("Enumerator::Lazy")) {
		class = t.Interp().Type("Enumerator::Lazy")
	}
	return t.NewObject(class, data)
}

// enumeratorOf is the enumerator of a method that was called without a block.
func enumeratorOf(c *dsl.Call) dsl.Value {
	return newEnumerator(c, &enumeratorData{recv: c.Self, name: c.Name, args: c.Args, kw: c.Keywords, sized: !c.HasTrait(trait.Unsized)})
}

func objectToEnum(c *dsl.Call) dsl.Value {
	name := "each"
	args := c.Args
	if len(args) > 0 {
		name = c.NameArg(0)
		args = args[1:]
	}
	e := &enumeratorData{recv: c.Self, name: name, args: args, kw: c.Keywords}
	if c.Block != nil {
		e.size, e.block = c.Block, c.Keep(c.Block)
	}
	return newEnumerator(c, e)
}

func selfEnumerator(c *dsl.Call) *enumeratorData { return c.Self.(*dsl.Object).Data.(*enumeratorData) }

func (e *enumeratorData) Holds() any { return nil }

func (e *enumeratorData) With(any) dsl.Data { return e.restarted() }

// restarted is a copy that is at its start.
func (e *enumeratorData) restarted() *enumeratorData {
	own := *e
	own.at = nil
	return &own
}

func (e *enumeratorData) Kept(visit func(...dsl.Value)) {
	e.at.each(visit)
	visit(e.args...)
	visit(e.recv, e.kw, e.block, e.size)
}

func (e *enumeratorData) Yields() (from dsl.Value, ok bool) {
	if e.source != nil {
		return nil, true
	}
	return e.recv, true
}

func (e *enumeratorData) run(c *dsl.Call, f stepFunc) (dsl.Value, error) {
	if e.source != nil {
		return e.source(c, f)
	}
	return c.Thread.Send(e.recv, e.name, e.args, e.kw, goBlock(f), c.Pos)
}

func enumeratorNew(c *dsl.Call) dsl.Value {
	block := c.Block
	if block == nil {
		panic(c.Exception("ArgumentError", "tried to create Proc object without a block"))
	}
	class, _ := c.Self.(*dsl.Class)
	data := &enumeratorData{recv: dsl.Nil, name: "each", size: c.Arg(0)}
	data.generateBy(c.Thread, block)
	return c.NewObject(class, data)
}

// generateBy lets a block yield the elements to the Yielder that it is given.
func (e *enumeratorData) generateBy(t *dsl.Thread, block *dsl.Proc) {
	t.ChargeMemory(limits.SizeEnumerator)
	e.block = t.Keep(block)
	e.source = func(c *dsl.Call, f stepFunc) (dsl.Value, error) {
		v, err := c.TryCallProc(block, c.NewObject(c.Interp().Type("Enumerator::Yielder"), f))
		return v, c.OfProgram(err, c.Pos)
	}
}

func yielderCall(c *dsl.Call) dsl.Value {
	if o, ok := c.Self.(*dsl.Object); ok {
		if f, ok := o.Data.(stepFunc); ok {
			args := make([]dsl.Value, len(c.Args))
			for i, v := range c.Args {
				args[i] = c.Simplify(v)
			}
			return dsl.Must(f(args))
		}
	}
	return dsl.Nil
}

func yielderToProc(c *dsl.Call) dsl.Value {
	self := c.Self
	return c.CountProc(dsl.NewProc(-1, func(c *dsl.Call) (dsl.Value, error) { return c.Send(self, "yield", c.Args...), nil }))
}

func enumeratorEach(c *dsl.Call) dsl.Value {
	e := selfEnumerator(c)
	if len(c.Args) > 0 {
		e = e.restarted()
		e.args = append(append([]dsl.Value{}, e.args...), c.Args...)
		if c.Block == nil {
			c.ChargeMemory(limits.SizeEnumerator + limits.SizeElement*len(e.args))
			return c.NewObject(c.Interp().Type("Enumerator"), e)
		}
	}
	if c.Block == nil {
		return c.Self
	}
	if e.source != nil {
		return dsl.Must(e.source(c, func(args []dsl.Value) (dsl.Value, error) { return c.TryYield(args...) }))
	}
	return dsl.Must(c.Thread.Send(e.recv, e.name, e.args, e.kw, c.Block, c.Pos))
}

// ownEnumerator is the receiver of a method that moves its cursor. One that the
// threads of a finished program share is moved for this thread only.
func ownEnumerator(c *dsl.Call) *enumeratorData {
	e := selfEnumerator(c)
	if o, ok := c.Self.(*dsl.Object); !ok || !dsl.IsFrozen(o) || !c.Request {
		return e
	}
	return c.OwnData(e, func() dsl.Data { own := *e; return &own }).(*enumeratorData)
}

func enumeratorRewind(c *dsl.Call) dsl.Value {
	ownEnumerator(c).move(c.Thread, nil)
	return c.Self
}

// enumeratorSize is what Enumerator.new or to_enum was given as size. A method that was
// called without a block yields once for each element of its receiver, unless it is unsized.
func enumeratorSize(c *dsl.Call) dsl.Value {
	e := selfEnumerator(c)
	if p, ok := e.size.(*dsl.Proc); ok && p != nil {
		return c.CallProc(p, e.args...)
	}
	if !e.sized {
		return orNil(e.size)
	}
	switch r := e.recv.(type) {
	case dsl.Int:
		if e.name == "times" {
			return max(r, 0)
		}
	case *dsl.Range:
		if _, ok := r.Lo.(dsl.Int); ok {
			return c.Send(r, "size")
		}
	case *dsl.Array, *dsl.Hash, *dsl.Object:
		if c.RespondTo(r, "size") {
			return c.Send(r, "size")
		}
	}
	return dsl.Nil
}

// chained is the enumerator over its receiver's elements, and then those of its arguments.
func chained(c *dsl.Call) dsl.Value { return chain(c, append([]dsl.Value{c.Self}, c.Args...)) }

func chain(c *dsl.Call, parts []dsl.Value) dsl.Value {
	data := &enumeratorData{recv: c.NewArray(parts...), name: "+"}
	c.ChargeMemory(limits.SizeEnumerator)
	data.source = func(c *dsl.Call, f stepFunc) (dsl.Value, error) {
		for _, p := range parts {
			if _, err := c.Thread.Send(p, "each", nil, nil, goBlock(f), c.Pos); err != nil {
				return nil, err
			}
		}
		return c.Self, nil
	}
	return c.NewObject(c.Interp().Type("Enumerator::Chain"), data)
}

// chainedIn is the list of what a chain goes through.
func chainedIn(c *dsl.Call) dsl.Value { return c.Args[0].(*dsl.Object).Data.(*enumeratorData).recv }

func enumeratorInspect(c *dsl.Call) dsl.Value {
	e := selfEnumerator(c)
	if c.IsA(c.Self, c.Interp().Type("Enumerator::Lazy")) {
		call := ""
		if e.name != "each" {
			call = ":" + e.name + e.argsText(c)
		}
		text := "#<Enumerator::Lazy: " + c.Inspect(e.recv) + call + ">"
		c.TextSize(len(text))
		c.ChargeCopy(len(text))
		return c.NewString(text)
	}
	if e.source != nil {
		return c.NewString("#<Enumerator: #<Enumerator::Generator>:each>")
	}
	recv := c.Inspect(e.recv)
	args := e.argsText(c)
	if r, ok := e.recv.(*dsl.Range); ok && isNumber(r.Lo) && (e.name == "step" || e.name == "%") {
		return c.NewString("((" + recv + ")." + e.name + args + ")")
	}
	if isNumber(e.recv) && e.name == "step" {
		return c.NewString("(" + recv + ".step" + args + ")")
	}
	return c.NewString("#<Enumerator: " + recv + ":" + e.name + args + ">")
}

func (e *enumeratorData) argsText(c *dsl.Call) string {
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

func init() {
	dsl.Register(
		dsl.Type{Name: "Enumerator::Lazy", Super: "Enumerator", Methods: lazyMethods},
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{"lazy": dsl.FnOpt(0, 2, lazyStage), "lazy_by": dsl.FnOpt(0, 2, lazyStage), "next": dsl.Fn(1, nextOf)}},
	)
}

// lazyMethods are Enumerator::Lazy's, of which most are in Ruby. A lazy enumerator is one
// over another's elements; what waits for a block is lazy too.
var lazyMethods = dsl.JoinMethods(derived("Enumerator::Lazy"), dsl.Methods{
	"lazy":  dsl.Fn(0, arraySelf),
	"eager": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewObject(c.Interp().Type("Enumerator"), eachOfSelf(c)) }),
})

func eachOfSelf(c *dsl.Call) *enumeratorData {
	c.ChargeMemory(limits.SizeEnumerator)
	return &enumeratorData{recv: c.Self, name: "each", sized: true}
}

func enumLazy(c *dsl.Call) dsl.Value {
	return c.NewObject(c.Interp().Type("Enumerator::Lazy"), eachOfSelf(c))
}

// lazyStage makes the lazy enumerator of which a block yields the elements, for the method
// in Ruby that calls it with the size and the arguments that inspect shows, if not its own.
func lazyStage(c *dsl.Call) dsl.Value {
	from := c.Caller()
	if from.Block == nil && c.Name == "lazy_by" {
		panic(c.Exception("ArgumentError", "tried to call lazy %s without a block", from.Name))
	}
	e := &enumeratorData{recv: from.Self, name: from.Name, args: from.Args, size: c.Arg(0)}
	if len(c.Args) > 1 {
		e.args = c.Args[1:]
	}
	c.Keep(from.Block)
	e.generateBy(c.Thread, c.Block)
	run := e.source
	e.source = func(c *dsl.Call, f stepFunc) (dsl.Value, error) {
		_, err := run(c, f)
		return dsl.Nil, err
	}
	return c.NewObject(c.Interp().Type("Enumerator::Lazy"), e)
}

// nextOf is the next element of an enumerator, nil behind the last one.
func nextOf(c *dsl.Call) dsl.Value {
	var v dsl.Value
	err := dsl.RaisedBy(func() { v = c.Send(c.Args[0], "next") })
	var e *dsl.EvalError
	if errors.As(err, &e) && e.Class == "StopIteration" {
		return dsl.Nil
	}
	return dsl.Must(v, err)
}

// goBlock returns a block that runs f.
func goBlock(f stepFunc) *dsl.Proc {
	return dsl.NewProc(-1, func(c *dsl.Call) (dsl.Value, error) { return f(c.Args) })
}
