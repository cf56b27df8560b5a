package dsl

import (
	"path"
	"strconv"

	"signalbox/grammar"
)

func init() {
	Register(Type{Name: "Kernel", Module: true, Methods: kernelMethods, Functions: kernelFunctions})
}

// kernelMethods are the functions that every object can call without a
// receiver. What reaches outside the program (system, exec, open, fork) is
// missing on purpose.
var kernelMethods = privately(methodTable{
	"raise":              fnKw(0, -1, kernelRaise).is(opaque | steers),
	"fail":               fnKw(0, -1, kernelRaise).is(steers),
	"lambda":             fn(0, kernelLambda).is(steers),
	"proc":               fn(0, kernelProc).is(steers),
	"loop":               fn(0, kernelLoop).is(steers),
	"catch":              fnOpt(0, 1, kernelCatch).is(steers),
	"throw":              fnOpt(1, 2, kernelThrow).is(steers),
	"block_given?":       fn(0, kernelBlockGiven),
	"require":            fn(1, kernelRequire).is(steers),
	"require_relative":   fn(1, kernelRequireRelative).is(steers),
	"require_dependency": fn(1, kernelRequire).is(steers),
	"load":               fnOpt(1, 2, kernelLoad).is(steers),
	"autoload":           fn(2, func(*Call) Value { return Nil }),
	"puts":               fnAny(kernelSilent),
	"print":              fnAny(kernelSilent),
	"p":                  fnAny(kernelP),
	"pp":                 fnAny(kernelP),
	"warn":               fnKw(0, -1, kernelSilent),
	"String": fn(1, func(c *Call) Value {
		return c.t.newString(c.ToS(c.Args[0]))
	}).is(converts),
	"Array":                  fn(1, kernelArray),
	"Hash":                   fn(1, kernelHash),
	"URI":                    fn(1, kernelURI).is(converts),
	"Pathname":               fn(1, func(c *Call) Value { return c.Send(c.libraryClass("Pathname"), "new", c.Args[0]) }),
	"binding":                fn(0, kernelBinding).is(undetermined | steers),
	"caller":                 fnOpt(0, 2, kernelCaller),
	"caller_locations":       fnOpt(0, 2, kernelCaller),
	"__method__":             fn(0, kernelMethod),
	"__callee__":             fn(0, kernelMethod),
	"__dir__":                fn(0, kernelDir),
	"local_variables":        fn(0, kernelUndecided).is(undetermined),
	"srand":                  fnOpt(0, 1, func(c *Call) Value { return Int(0) }),
	"rand":                   fnOpt(0, 1, kernelUndecided).is(undetermined),
	"sleep":                  fnOpt(0, 1, func(*Call) Value { return Int(0) }),
	"exit":                   fnOpt(0, 1, kernelExit).is(steers),
	"abort":                  fnOpt(0, 1, kernelExit).is(steers),
	"system":                 fnAny(kernelRefuse).is(undetermined),
	"exec":                   fnAny(kernelRefuse).is(undetermined),
	"spawn":                  fnAny(kernelRefuse).is(undetermined),
	"fork":                   fnAny(kernelRefuse).is(undetermined),
	"open":                   fnAny(kernelRefuse).is(undetermined),
	"gets":                   fnAny(kernelRefuse).is(undetermined),
	"`":                      fnAny(kernelRefuse).is(undetermined),
	"eval":                   fnOpt(1, 4, kernelEval).is(steers),
	"silence_warnings":       fn(0, kernelYield),
	"suppress":               fnAny(kernelSuppress),
	"at_exit":                fn(0, func(*Call) Value { return Nil }),
	"set_trace_func":         fn(1, func(*Call) Value { return Nil }),
	"singleton_method_added": fn(1, func(*Call) Value { return Nil }),
})

// kernelFunctions are the same as methods of Kernel itself: Kernel.format.
var kernelFunctions = publicly(kernelMethods)

// kernelRaise is raise in all its forms.
func kernelRaise(c *Call) Value {
	var cause Value
	if v, ok := c.Keywords.Sym("cause"); ok {
		cause = v
		c.Keywords.Delete(Symbol("cause"))
	}
	exc := raised(c)
	if cause != nil {
		exceptionDataOf(exc).cause = cause
	}
	Must(c.t.raiseObject(exc))
	return nil
}

// raised makes the exception that raise's arguments name.
func raised(c *Call) *Object {
	if len(c.Args) == 0 {
		if c.t.exception != nil {
			return c.t.exception
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
		c.t.exceptionOf(e)
		e.Class = v.Text()
		panic(Failure{e})
	}
	made, err := c.t.send(c.Args[0], "exception", args, c.Keywords, nil, c.Pos)
	if ee, ok := err.(*EvalError); ok && ee.Class == "NoMethodError" && ee.name == "exception" {
		panic(c.Exception("TypeError", "exception class/object expected"))
	}
	Must(err)
	o, ok := made.(*Object)
	if !ok || !c.t.isA(o, c.t.in.classes.exception) {
		panic(c.Exception("TypeError", "exception object expected"))
	}
	return o
}

func kernelLambda(c *Call) Value {
	if c.Block == nil {
		panic(c.Exception("ArgumentError", "tried to create Proc object without a block"))
	}
	c.Block.lambda = true
	return c.t.keep(c.Block)
}

func kernelProc(c *Call) Value {
	if c.Block == nil {
		panic(c.Exception("ArgumentError", "tried to create Proc object without a block"))
	}
	return c.t.keep(c.Block)
}

// kernelLoop runs its block until it breaks or raises StopIteration.
func kernelLoop(c *Call) Value {
	if c.Block == nil {
		return c.Enumerator()
	}
	for {
		c.Step()
		if _, err := c.tryYield(); err != nil {
			ee, ok := err.(*EvalError)
			if !ok || !c.t.isA(c.t.exceptionOf(ee), c.t.in.errorClass("StopIteration")) {
				panic(Failure{err})
			}
			return c.Send(c.t.exceptionOf(ee), "result")
		}
	}
}

func kernelCatch(c *Call) Value {
	tag := c.Arg(0)
	if len(c.Args) == 0 {
		tag = c.t.in.NewObject(c.t.in.classes.object, nil)
	}
	c.t.catching = append(c.t.catching, tag)
	n := len(c.t.pathCond)
	v, err := c.tryYield(tag)
	c.t.catching = c.t.catching[:len(c.t.catching)-1]
	ends := func(j *jump) bool { return j.throw && sameTag(j.tag.(Value), tag) }
	if j, ok := err.(*jump); ok && ends(j) {
		v, err = j.value, nil
	}
	return Check(c.t.joinJumps(n, v, err, ends))
}

func kernelThrow(c *Call) Value {
	c.t.looked(len(c.t.catching))
	for _, tag := range c.t.catching {
		if sameTag(tag, c.Args[0]) {
			panic(Failure{&jump{throw: true, tag: c.Args[0], value: c.Arg(1)}})
		}
	}
	text := c.Inspect(c.Args[0])
	panic(c.Exception("UncaughtThrowError", "uncaught throw %s", text))
}

// sameTag reports whether a throw is for a catch: they name the same object, or equal
// symbols and numbers.
func sameTag(a, b Value) bool { return a == b }

// kernelBlockGiven and kernelMethod look at the frame of their caller, which
// evalCall leaves in the thread.
func kernelBlockGiven(c *Call) Value {
	return Bool(c.t.caller != nil && c.t.caller.home.block != nil)
}

func kernelMethod(c *Call) Value {
	if c.t.caller == nil || c.t.caller.home.name == "" {
		return Nil
	}
	return Symbol(c.t.caller.home.name)
}

func kernelDir(c *Call) Value { return c.t.newString(path.Dir(c.Pos.Filename)) }

// kernelSilent is puts and its kin: the program has no output.
func kernelSilent(*Call) Value { return Nil }

func kernelP(c *Call) Value {
	switch len(c.Args) {
	case 0:
		return Nil
	case 1:
		return c.Args[0]
	}
	return c.t.copyOf(c.Args)
}

func kernelYield(c *Call) Value { return c.Yield() }

// kernelSuppress runs its block and swallows the named exceptions.
func kernelSuppress(c *Call) Value {
	v, err := c.tryYield()
	if ee, ok := err.(*EvalError); ok {
		for _, k := range c.Args {
			if c.CaseEqual(k, c.t.exceptionOf(ee)) {
				return Nil
			}
		}
	}
	Must(err)
	return v
}

func kernelArray(c *Call) Value {
	if h, ok := c.Args[0].(*Hash); ok {
		return c.Send(h, "to_a")
	}
	if IsUnknown(c.Args[0]) {
		return c.Args[0]
	}
	list := Check(c.t.toList(c.Args[0]))
	if a, ok := c.Args[0].(*Array); ok {
		return a
	}
	return c.t.copyOf(list)
}

func kernelHash(c *Call) Value {
	switch v := c.Args[0].(type) {
	case *Hash:
		return v
	case nilValue:
		return c.t.newHash(0)
	case *Array:
		if len(v.Elems) == 0 {
			return c.t.newHash(0)
		}
	}
	if c.t.find(c.Args[0], "to_hash") != nil {
		return c.Send(c.Args[0], "to_hash")
	}
	panic(c.Exception("TypeError", "can't convert %s into Hash", c.t.in.plainClassOf(c.Args[0]).displayName()))
}

func kernelCaller(c *Call) Value {
	lines := c.t.newArray()
	for i, f := range c.t.backtrace() {
		if i < 2 { // caller itself and the method that asks
			continue
		}
		c.Push(lines, c.t.newString(f.Pos.Filename+":"+strconv.Itoa(f.Pos.Line)+":in '"+f.Name+"'"))
	}
	if len(c.Args) == 1 {
		if n, ok := c.Args[0].(Int); ok && n > 1 && int(n) <= len(lines.Elems) {
			lines.Elems = lines.Elems[n-1:]
		}
	}
	return lines
}

// kernelBinding is the object itself, which files ask for variables and eval.
func kernelBinding(c *Call) Value {
	if c.t.request {
		return kernelUndecided(c)
	}
	return c.Self
}

// kernelUndecided is a function whose result the program does not decide.
func kernelUndecided(c *Call) Value {
	return c.t.unknownValue(c.t.callSource(nil, c).b.String(), c.Pos)
}

// kernelRefuse is what would leave the program. Asked by a request, it is for the
// application to answer.
func kernelRefuse(c *Call) Value {
	if c.t.request {
		return kernelUndecided(c)
	}
	panic(Failure{&grammar.UnsupportedError{Pos: c.Pos, What: "`" + c.Name + "`, which reaches outside the routes files,"}})
}

// bindingVariable refuses `binding.local_variable_set(:x, 1)` and its kin.
func bindingVariable(c *Call) Value {
	panic(Failure{&grammar.UnsupportedError{Pos: c.Pos, What: "`binding." + c.Name + "`"}})
}

// kernelExit ends the program; what was drawn stays.
func kernelExit(c *Call) Value {
	if c.Name == "abort" && len(c.Args) > 0 {
		text := c.ToS(c.Args[0])
		panic(c.Exception("SystemExit", "%s", text))
	}
	panic(c.Exception("SystemExit", "exit"))
}
