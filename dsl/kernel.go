package dsl

import (
	"path"

	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

func init() {
	Register(Type{Name: "Kernel", Module: true, Methods: JoinMethods(kernelMethods, objectMethods)})
}

// kernelMethods are the functions that every object can call without a
// receiver. What reaches outside the program (system, exec, open, fork) is
// missing on purpose.
var kernelMethods = PrivateMethods(Methods{
	"lambda":                             Fn(0, kernelLambda).With(trait.Steers),
	"proc":                               Fn(0, kernelProc).With(trait.Steers),
	"loop":                               Fn(0, kernelLoop).With(trait.Steers),
	"catch":                              FnOpt(0, 1, kernelCatch).With(trait.Steers),
	"throw":                              FnOpt(1, 2, kernelThrow).With(trait.Steers),
	"block_given?":                       Fn(0, kernelBlockGiven),
	"require_relative":                   Fn(1, kernelRequireRelative).With(trait.Steers),
	"load":                               FnOpt(1, 2, kernelLoad).With(trait.Steers),
	"String":                             Fn(1, func(c *Call) Value { return c.NewString(c.ToS(c.Args[0])) }).With(trait.Converts),
	"binding":                            Fn(0, kernelBinding).With(trait.Undetermined | trait.Steers),
	"__dir__":                            Fn(0, func(c *Call) Value { return c.NewString(path.Dir(c.Pos.Filename)) }),
	"local_variables":                    Fn(0, kernelUndecided).With(trait.Undetermined),
	"rand":                               FnOpt(0, 1, kernelUndecided).With(trait.Undetermined),
	"eval":                               FnOpt(1, 4, kernelEval).With(trait.Steers),
	"raise fail":                         FnKw(0, -1, kernelRaise).With(trait.Opaque | trait.Steers),
	"require require_dependency":         Fn(1, kernelRequire).With(trait.Steers),
	"__method__ __callee__":              Fn(0, kernelMethod),
	"system exec spawn fork open gets `": FnAny(kernelRefuse).With(trait.Undetermined),
})

// kernelRaise is raise in all its forms.
func kernelRaise(c *Call) Value {
	var cause Value
	if v, ok := c.Keywords.Sym("cause"); ok {
		cause = v
		c.Keywords.Delete(Symbol("cause"))
	}
	exc := raised(c)
	if cause != nil {
		ExceptionDataOf(exc).Cause = cause
	}
	Check(c.raiseObject(exc))
	return nil
}

// raised makes the exception that raise's arguments name.
func raised(c *Call) *Object {
	if len(c.Args) == 0 {
		if c.exception != nil {
			return c.exception
		}
		panic(c.Exception("RuntimeError", "unhandled exception"))
	}
	args := c.Args[1:]
	if len(args) > 1 {
		args = args[:1] // the third is a backtrace
	}
	switch v := c.Args[0].(type) {
	case *String:
		panic(c.Exception("RuntimeError", "%s", v.s))
	case *Unknown: // an exception class of the application or a gem
		message := v.Text()
		if len(args) > 0 {
			message = c.ToS(args[0])
		}
		e := c.Errorf("StandardError", "%s", message).(*EvalError)
		c.ExceptionOf(e)
		e.Class = v.Text()
		panic(Failure{e})
	}
	made, err := c.Thread.Send(c.Args[0], "exception", args, c.Keywords, nil, c.Pos)
	if ee, ok := err.(*EvalError); ok && ee.Class == "NoMethodError" && ee.Name == Symbol("exception") {
		panic(c.Exception("TypeError", "exception class/object expected"))
	}
	Check(err)
	o, ok := made.(*Object)
	if !ok || !c.IsA(o, c.in.classes.exception) {
		panic(c.Exception("TypeError", "exception object expected"))
	}
	return o
}

// kernelLambda makes a lambda of a block that the call has itself; a proc stays what it is.
func kernelLambda(c *Call) Value {
	if b := c.Block; b != nil && !b.kept && b.fn == nil { // others are shared, by requests too
		b.lambda = true
	}
	return kernelProc(c)
}

func kernelProc(c *Call) Value {
	if c.Block == nil {
		panic(c.Exception("ArgumentError", "tried to create Proc object without a block"))
	}
	return c.Keep(c.Block)
}

// kernelLoop runs its block until it breaks or raises StopIteration.
func kernelLoop(c *Call) Value {
	if c.Block == nil {
		return c.Enumerator()
	}
	for {
		c.Step()
		if _, err := c.TryYield(); err != nil {
			ee, ok := err.(*EvalError)
			if !ok || !c.IsA(c.ExceptionOf(ee), c.in.errorClass("StopIteration")) {
				panic(Failure{err})
			}
			return c.Send(c.ExceptionOf(ee), "result")
		}
	}
}

func kernelCatch(c *Call) Value {
	tag := c.Arg(0)
	if len(c.Args) == 0 {
		tag = c.in.NewObject(c.in.classes.object, nil)
	}
	c.catching = append(c.catching, tag)
	n := len(c.Thread.pathCond)
	v, err := c.TryYield(tag)
	c.catching = c.catching[:len(c.catching)-1]
	ends := func(j *jump) bool { return j.throw && j.tag == any(tag) } // the same object, or equal symbols and numbers
	return Must(c.joinJumps(n, v, err, ends))
}

func kernelThrow(c *Call) Value {
	c.ChargeReads(len(c.catching))
	for _, tag := range c.catching {
		if tag == c.Args[0] {
			panic(Failure{&jump{throw: true, tag: c.Args[0], value: c.Arg(1)}})
		}
	}
	text := c.Inspect(c.Args[0])
	panic(c.Exception("UncaughtThrowError", "uncaught throw %s", text))
}

// kernelBlockGiven and kernelMethod look at the frame of their caller, which
// evalCall leaves in the thread.
func kernelBlockGiven(c *Call) Value {
	return Bool(c.caller != nil && c.caller.home.block != nil)
}

func kernelMethod(c *Call) Value {
	if c.caller == nil || c.caller.home.name == "" {
		return Nil
	}
	return Symbol(c.caller.home.name)
}

// returnNil is a method that does nothing here, such as puts: the program has no output.
func returnNil(*Call) Value { return Nil }

// kernelBinding is the object itself, which files ask for variables and eval.
func kernelBinding(c *Call) Value {
	if c.Request {
		return kernelUndecided(c)
	}
	return c.Self
}

// kernelUndecided is a function whose result the program does not decide.
func kernelUndecided(c *Call) Value {
	return c.UnknownValue(c.callSource(nil, c).b.String(), c.Pos)
}

// kernelRefuse is what would leave the program. Asked by a request, it is for the
// application to answer.
func kernelRefuse(c *Call) Value {
	return c.refuse("`" + c.Name + "`, which reaches outside the routes files,")
}

// bindingVariable refuses `binding.local_variable_set(:x, 1)` and its kin.
func bindingVariable(c *Call) Value { return c.refuse("`binding." + c.Name + "`") }

func (c *Call) refuse(what string) Value {
	if c.Request {
		return kernelUndecided(c)
	}
	panic(Failure{&grammar.UnsupportedError{Pos: c.Pos, What: what}})
}
