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
		dsl.Type{Name: "Primitive", Functions: dsl.Methods{
			"definer": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.Args[0].(*dsl.Method).Owner }), // of what an alias names, its own class
		}},
		dsl.Type{Name: "Method", Literal: true, Methods: dsl.JoinMethods(derived("Method"), eachMethodMethods, methodMethods)},
		dsl.Type{Name: "UnboundMethod", Literal: true, Methods: dsl.JoinMethods(derived("UnboundMethod"), eachMethodMethods, unboundMethodMethods)},
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
	if p.Pos().Line == 0 {
		return unnamedParameters(c, p.Arity())
	}
	return parameterList(c, p.Params, c.Flag("lambda", p.Lambda()))
}

var paramKinds = map[grammar.ParamKind]string{
	grammar.Required: "req", grammar.Destructured: "req", grammar.Optional: "opt", grammar.Rest: "rest",
	grammar.RequiredKey: "keyreq", grammar.OptionalKey: "key", grammar.KeyRest: "keyrest",
	grammar.NoKeys: "nokey", grammar.BlockParam: "block",
}

// unnamedParameters are those of code that the program has not written: required ones, and a
// rest.
func unnamedParameters(c *dsl.Call, arity int) dsl.Value {
	list := c.NewArray()
	for range max(arity, -arity-1) {
		list.Elems = append(list.Elems, c.NewArray(dsl.Symbol("req")))
	}
	if arity < 0 {
		list.Elems = append(list.Elems, c.NewArray(dsl.Symbol("rest")))
	}
	return list
}

// parameterList is Proc#parameters and Method#parameters.
func parameterList(c *dsl.Call, ps *grammar.Params, strict bool) dsl.Value {
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

// eachMethodMethods are those of Method and UnboundMethod.
var eachMethodMethods = dsl.Methods{
	"arity":           dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(selfMethod(c).Arity()) }),
	"name":            dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Symbol(selfMethod(c).Called()) }),
	"original_name":   dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Symbol(selfMethod(c).Name) }),
	"owner":           dsl.Fn(0, func(c *dsl.Call) dsl.Value { return selfMethod(c).Holder() }),
	"parameters":      dsl.Fn(0, methodParameters),
	"source_location": dsl.Fn(0, func(c *dsl.Call) dsl.Value { return location(c, selfMethod(c).Pos()) }),
	"super_method":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.SuperOf(selfMethod(c)) }),
}

var methodMethods = dsl.Methods{
	"call [] ===": dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value { return c.RunMethod(selfMethod(c)) }).With(trait.Opaque | trait.Runs),
	"to_proc":     dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.ProcOf(selfMethod(c)) }),
	"receiver":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return selfMethod(c).Receiver() }),
	"unbind":      dsl.Fn(0, func(c *dsl.Call) dsl.Value { return bindMethod(c, nil) }),
}

var unboundMethodMethods = dsl.Methods{"bind": dsl.Fn(1, methodBind)}

func selfMethod(c *dsl.Call) *dsl.Method { return c.Self.(*dsl.Method) }

func methodParameters(c *dsl.Call) dsl.Value {
	if ps, ok := selfMethod(c).Params(); ok {
		return parameterList(c, ps, true)
	}
	return unnamedParameters(c, selfMethod(c).Arity())
}

func methodBind(c *dsl.Call) dsl.Value {
	to, of := c.Args[0], selfMethod(c).Owner
	switch {
	case dsl.IsUnknown(to), of.IsModule(), c.IsA(to, of):
		return bindMethod(c, to)
	case of.Attached() != nil:
		panic(c.Exception("TypeError", "singleton method called for a different object"))
	}
	panic(c.Exception("TypeError", "bind argument must be an instance of %s", of.DisplayName()))
}

func bindMethod(c *dsl.Call, to dsl.Value) dsl.Value {
	c.ChargeMemory(limits.SizeMethod)
	return selfMethod(c).BindTo(to)
}
