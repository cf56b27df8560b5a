package core

import (
	"fmt"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

func init() {
	dsl.Register(
		dsl.Type{Name: "Proc", Methods: dsl.JoinMethods(derived("Proc"), procMethods), Functions: derived("Proc_class")},
		dsl.Type{Name: "Method", Literal: true, Methods: dsl.JoinMethods(derived("Method"), methodMethods)},
		dsl.Type{Name: "UnboundMethod", Literal: true, Methods: dsl.JoinMethods(derived("UnboundMethod"), unboundMethodMethods)},
	)
}

var procMethods = dsl.Methods{
	"call () yield [] ===":   dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value { return c.RunProc(selfProc(c)) }).With(trait.Opaque | trait.Runs),
	"to_proc ruby2_keywords": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.Self }),
	"lambda?":                dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(selfProc(c).Lambda()) }),
	"arity":                  dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(selfProc(c).Arity()) }),
	"parameters":             dsl.FnKw(0, 0, procParameters),
	"source_location":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return location(c, selfProc(c).Pos()) }),
	"to_s inspect":           dsl.Fn(0, procInspect),
	"binding":                dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.Self }).With(trait.Undetermined),
}

func selfProc(c *dsl.Call) *dsl.Proc { return c.Self.(*dsl.Proc) }

func location(c *dsl.Call, at grammar.Pos) dsl.Value {
	if at.Line == 0 {
		return dsl.Nil
	}
	return c.NewArray(c.Substring(at.Filename), dsl.Int(at.Line))
}

// procInspect leaves out the address, and the place of Ruby code that comes with the interpreter.
func procInspect(c *dsl.Call) dsl.Value {
	p, s := selfProc(c), "#<Proc"
	if at := p.Pos(); at.Line > 0 {
		s += fmt.Sprintf(" %s:%d", at.Filename, at.Line)
	}
	if p.Symbol() != "" {
		s += "(&" + rubytext.QuoteSymbol(p.Symbol()) + ")"
	}
	if p.Lambda() {
		s += " (lambda)"
	}
	return c.NewString(s + ">")
}

func procParameters(c *dsl.Call) dsl.Value {
	p := selfProc(c)
	return parameterList(c, p.Params, p.Pos().Line > 0, c.Flag("lambda", p.Lambda()))
}

var paramKinds = map[grammar.ParamKind]string{
	grammar.Required: "req", grammar.Destructured: "req", grammar.Optional: "opt", grammar.Rest: "rest",
	grammar.RequiredKey: "keyreq", grammar.OptionalKey: "key", grammar.KeyRest: "keyrest",
	grammar.NoKeys: "nokey", grammar.BlockParam: "block",
}

// parameterList is Proc#parameters and Method#parameters. What the program has not written takes
// anything.
func parameterList(c *dsl.Call, ps *grammar.Params, written, strict bool) dsl.Value {
	if !written {
		return c.NewArray(c.NewArray(dsl.Symbol("rest")))
	}
	a := c.NewArray()
	if ps == nil {
		return a
	}
	c.ChargeMemory(limits.SizeElement * len(ps.List))
	c.ChargeSteps(len(ps.List))
	add := func(parts ...dsl.Value) { a.Elems = append(a.Elems, c.NewArray(parts...)) }
	for _, p := range ps.List {
		kind := paramKinds[p.Kind]
		if kind == "req" && !strict {
			kind = "opt"
		}
		switch name := p.Variable(); {
		case p.Kind == grammar.ForwardAll:
			add(dsl.Symbol("rest"), dsl.Symbol("*"))
			add(dsl.Symbol("keyrest"), dsl.Symbol("**"))
			add(dsl.Symbol("block"), dsl.Symbol("&"))
		case name == "":
			add(dsl.Symbol(kind))
		default:
			add(dsl.Symbol(kind), dsl.Symbol(name))
		}
	}
	return a
}

var methodMethods = dsl.Methods{
	"call [] ===":     dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value { return c.RunMethod(selfMethod(c)) }).With(trait.Opaque | trait.Runs),
	"to_proc":         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.ProcOf(selfMethod(c)) }),
	"arity":           dsl.Fn(0, methodArity),
	"name":            dsl.Fn(0, methodName),
	"owner":           dsl.Fn(0, methodOwner),
	"receiver":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return selfMethod(c).Receiver() }),
	"unbind":          dsl.Fn(0, func(c *dsl.Call) dsl.Value { return bindMethod(c, nil) }),
	"parameters":      dsl.Fn(0, methodParameters),
	"source_location": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return location(c, selfMethod(c).Pos()) }),
}

var unboundMethodMethods = dsl.Methods{
	"bind":  dsl.Fn(1, func(c *dsl.Call) dsl.Value { return bindMethod(c, c.Args[0]) }),
	"name":  dsl.Fn(0, methodName),
	"arity": dsl.Fn(0, methodArity),
	"owner": dsl.Fn(0, methodOwner),
}

func selfMethod(c *dsl.Call) *dsl.Method { return c.Self.(*dsl.Method) }

func methodArity(c *dsl.Call) dsl.Value { return dsl.Int(selfMethod(c).Arity()) }
func methodName(c *dsl.Call) dsl.Value  { return dsl.Symbol(selfMethod(c).Name) }

func methodParameters(c *dsl.Call) dsl.Value {
	ps, ok := selfMethod(c).Params()
	return parameterList(c, ps, ok, true)
}

func methodOwner(c *dsl.Call) dsl.Value {
	if k := c.OwnerOf(selfMethod(c)); k != nil {
		return k
	}
	return dsl.Nil
}

func bindMethod(c *dsl.Call, to dsl.Value) dsl.Value {
	c.ChargeMemory(limits.SizeMethod)
	return selfMethod(c).BindTo(to)
}
