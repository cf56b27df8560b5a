package core

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// errorTree is Ruby's hierarchy of exceptions: those below each.
var errorTree = map[string]string{
	"Exception":    "NoMemoryError ScriptError SecurityError SignalException StandardError SystemExit SystemStackError",
	"ScriptError":  "LoadError NotImplementedError SyntaxError",
	"RuntimeError": "FrozenError", "SignalException": "Interrupt", "ArgumentError": "UncaughtThrowError", "IOError": "EOFError",
	"IndexError": "KeyError StopIteration", "NameError": "NoMethodError", "RangeError": "FloatDomainError",
	"NoMatchingPatternError": "NoMatchingPatternKeyError",
	"StandardError": "ArgumentError EncodingError FiberError IOError IndexError LocalJumpError NameError NoMatchingPatternError RangeError RegexpError " +
		"RuntimeError SystemCallError ThreadError TypeError ZeroDivisionError",
}

func init() {
	dsl.Register(
		dsl.Type{Name: "ActiveSupport::DelegationError", Super: "NoMethodError", Setup: func(in *dsl.Interp, k *dsl.Class) {
			in.DefineConst("Module::DelegationError", k)
		}},
	)
	for super, names := range errorTree {
		for name := range strings.FieldsSeq(names) {
			dsl.Register(dsl.Type{Name: name, Super: super})
		}
	}
	dsl.Register(
		dsl.Type{Name: "Exception", Methods: dsl.JoinMethods(exceptionMethods, derived("Exception")), Functions: exceptionClassMethods},
		dsl.Type{Name: "NameError", Methods: nameErrorMethods},
		dsl.Type{Name: "KeyError", Methods: keyErrorMethods},
		dsl.Type{Name: "NoMethodError", Methods: dsl.Methods{"initialize": exceptionAbout(3, "receiver"), "args": dsl.Fn(0, noMethodArgs)}},
		dsl.Type{Name: "NoMatchingPatternKeyError", Methods: dsl.Methods{
			"initialize": exceptionAbout(0, "matchee", "key"), "key": keyErrorMethods["key"], "matchee": receiverOf("matchee"),
		}},
		dsl.Type{Name: "Kernel", Methods: dsl.PrivateMethods(dsl.Methods{"caller caller_locations": dsl.FnOpt(0, 2, kernelCaller)})},
		dsl.Type{Name: "FrozenError", Methods: dsl.Methods{"initialize": exceptionAbout(0, "receiver"), "receiver": receiverOf("receiver")}},
		dsl.Type{Name: "StopIteration", Methods: derived("StopIteration")},
	)
	for _, name := range []string{"EACCES", "EEXIST", "EINVAL", "ENOENT", "ENOTDIR"} {
		dsl.Register(dsl.Type{Name: "Errno::" + name, Super: "SystemCallError"})
	}
}

var exceptionClassMethods = dsl.Methods{
	"exception": dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value {
		return dsl.Must(c.Thread.Send(c.Self, "new", c.Args, c.Keywords, c.Block, c.Pos))
	}),
}

var exceptionMethods = dsl.Methods{
	"initialize": dsl.FnAny(func(c *dsl.Call) dsl.Value {
		if len(c.Args) > 0 {
			dsl.ExceptionDataOf(c.Self).Message = c.Args[0]
		}
		return dsl.Nil
	}),
	"to_s": dsl.Fn(0, func(c *dsl.Call) dsl.Value {
		message := dsl.ExceptionDataOf(c.Self).Message
		if message == nil || message == dsl.Nil {
			return c.NewString(c.Self.(*dsl.Object).Class().DisplayName())
		}
		return c.NewString(c.ToS(message))
	}),
	"backtrace": dsl.Fn(0, exceptionBacktrace),
	"cause":     dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.ExceptionDataOf(c.Self).Cause }),
	"exception": dsl.FnOpt(0, 1, func(c *dsl.Call) dsl.Value {
		if len(c.Args) == 0 {
			return c.Self
		}
		self := c.Self.(*dsl.Object)
		o := c.NewObject(self.Class(), nil)
		*o = *self
		o.Data = &dsl.ExceptionData{Message: c.Args[0]}
		return o
	}),
}

// exceptionAbout is the initialize of exceptions that are about something, which keywords and up to
// so many arguments behind the message say. Ruby: error.c, *_err_initialize.
func exceptionAbout(behind int, keywords ...string) *dsl.Builtin {
	return dsl.Private(dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value {
		d, args := dsl.ExceptionDataOf(c.Self), c.Args
		for i := range c.Keywords.Len() {
			switch k, v := c.Keywords.At(i); slices.IndexFunc(keywords, func(name string) bool { return k == dsl.Symbol(name) }) {
			case 0:
				d.Receiver = v
			case 1:
				d.Key = v
			default:
				panic(c.Exception("ArgumentError", "unknown keyword: %s", c.MustInspect(k)))
			}
		}
		about := [...]*dsl.Value{1: &d.Name, 2: &d.Args, 3: new(dsl.Value)} // the last is whether it was private
		for i := behind; i > 0; i-- {
			if n := len(args) - 1; n >= i {
				*about[i], args = args[n], args[:n]
			}
		}
		if len(args) > 1 {
			panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected 0..1)", len(args)))
		}
		if len(args) == 1 {
			d.Message = args[0]
		}
		return dsl.Nil
	}))
}

func exceptionBacktrace(c *dsl.Call) dsl.Value {
	raised := dsl.ExceptionDataOf(c.Self).Raised
	if raised == nil {
		return dsl.Nil
	}
	lines := c.NewArrayCap(len(raised.Stack))
	c.ChargeSteps(len(raised.Stack))
	for _, f := range raised.Stack {
		lines.Elems = append(lines.Elems, c.NewString(f.String()))
	}
	return lines
}

// kernelCaller is caller(start, length), caller(range) and caller_locations.
func kernelCaller(c *dsl.Call) dsl.Value {
	frames := c.Stack()[1:] // without caller itself
	if r, ok := c.Arg(0).(*dsl.Range); ok {
		return c.Send(callerLines(c, frames), "[]", r)
	}
	skip := c.IntOr(0, 1)
	switch {
	case skip < 0:
		panic(c.Exception("ArgumentError", "negative level (%d)", skip))
	case skip > len(frames):
		return dsl.Nil
	}
	frames = frames[skip:]
	return callerLines(c, frames[:max(0, min(len(frames), c.IntUnlessNil(1, len(frames))))])
}

func callerLines(c *dsl.Call, frames []dsl.Frame) dsl.Value {
	lines := c.NewArray()
	for _, f := range frames {
		var line dsl.Value = c.NewString(f.String())
		if c.Name == "caller_locations" {
			line = c.Send(c.Interp().Type("Thread::Backtrace::Location"), "new", line, c.NewString(f.Pos.Filename), dsl.Int(f.Pos.Line), c.NewString(f.Name))
		}
		c.Push(lines, line)
	}
	return lines
}

var nameErrorMethods = dsl.Methods{
	"initialize": exceptionAbout(1, "receiver"),
	"name":       dsl.Fn(0, func(c *dsl.Call) dsl.Value { return orNil(dsl.ExceptionDataOf(c.Self).Name) }),
	"receiver":   receiverOf("receiver"),
}

func noMethodArgs(c *dsl.Call) dsl.Value {
	args := dsl.ExceptionDataOf(c.Self).Args
	if list, ok := args.(*dsl.Array); ok {
		return c.NewArrayCopy(list.Elems)
	}
	return orNil(args)
}

// receiverOf returns the method that returns what an exception is about; name is its name.
func receiverOf(name string) *dsl.Builtin {
	return dsl.Fn(0, func(c *dsl.Call) dsl.Value { return errorPart(c, dsl.ExceptionDataOf(c.Self).Receiver, name) })
}

var keyErrorMethods = dsl.Methods{
	"initialize": exceptionAbout(0, "receiver", "key"),
	"key":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return errorPart(c, dsl.ExceptionDataOf(c.Self).Key, "key") }),
	"receiver":   receiverOf("receiver"),
}

// errorPart returns what an error knows, or fails where it does not.
func errorPart(c *dsl.Call, v dsl.Value, what string) dsl.Value {
	if v == nil {
		panic(c.Exception("ArgumentError", "no %s is available", what))
	}
	return v
}
