package core

import "signalbox/dsl"

// errorTree is Ruby's hierarchy of exceptions, each with its superclass.
var errorTree = [][2]string{
	{"NoMemoryError", "Exception"},
	{"ScriptError", "Exception"},
	{"LoadError", "ScriptError"},
	{"NotImplementedError", "ScriptError"},
	{"SyntaxError", "ScriptError"},
	{"SecurityError", "Exception"},
	{"SignalException", "Exception"},
	{"Interrupt", "SignalException"},
	{"SystemExit", "Exception"},
	{"SystemStackError", "Exception"},
	{"StandardError", "Exception"},
	{"ArgumentError", "StandardError"},
	{"UncaughtThrowError", "ArgumentError"},
	{"EncodingError", "StandardError"},
	{"FiberError", "StandardError"},
	{"IOError", "StandardError"},
	{"EOFError", "IOError"},
	{"IndexError", "StandardError"},
	{"KeyError", "IndexError"},
	{"StopIteration", "IndexError"},
	{"LocalJumpError", "StandardError"},
	{"NameError", "StandardError"},
	{"NoMethodError", "NameError"},
	{"RangeError", "StandardError"},
	{"FloatDomainError", "RangeError"},
	{"RegexpError", "StandardError"},
	{"RuntimeError", "StandardError"},
	{"FrozenError", "RuntimeError"},
	{"SystemCallError", "StandardError"},
	{"ThreadError", "StandardError"},
	{"TypeError", "StandardError"},
	{"ZeroDivisionError", "StandardError"},
	{"NoMatchingPatternError", "StandardError"},
	{"NoMatchingPatternKeyError", "NoMatchingPatternError"},
}

func init() {
	dsl.Register(
		dsl.Type{Name: "ActiveSupport::DelegationError", Super: "NoMethodError", Setup: func(in *dsl.Interp, k *dsl.Class) {
			in.DefineConst("Module::DelegationError", k)
		}},
	)
	for _, e := range errorTree {
		dsl.Register(dsl.Type{Name: e[0], Super: e[1]})
	}
	for _, name := range []string{"EACCES", "EEXIST", "EINVAL", "ENOENT", "ENOTDIR"} {
		dsl.Register(dsl.Type{Name: "Errno::" + name, Super: "SystemCallError"})
	}
}
