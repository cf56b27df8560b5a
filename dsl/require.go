package dsl

import (
	"path"

	"signalbox/grammar"
)

// A Provision says whether code that is not read has a file that a program
// requires.
type Provision int

// MayProvide is for what only the application knows.
const (
	MayProvide Provision = iota
	Provides
	Lacks
)

// kernelRequire reads a file of the application. What is none (of a gem, of the
// standard library) is taken as loaded, unless the program itself has an answer
// to a LoadError.
func kernelRequire(c *Call) Value {
	name := pathArg(c)
	return c.require(name, name)
}

func kernelRequireRelative(c *Call) Value {
	name := pathArg(c)
	name = path.Join(path.Dir(c.Pos.Filename), name)
	return c.require(name, "./"+name)
}

// require reads a file; asked is its name as [Options] has it for Provides.
func (c *Call) require(name, asked string) Value {
	t := c.t
	v, found, err := t.requireFile(name)
	if found || err != nil || !t.rescuesLoadError() {
		Must(err)
		return v
	}
	loaded := func() Value { return v }
	missing := func() Value { panic(Failure{loadError(name)}) }
	provision := MayProvide
	if f := t.in.options.Provides; f != nil && UnknownIn(c.Args[0]) == nil {
		provision = f(asked)
	}
	switch provision {
	case Provides:
		return v
	case Lacks:
		return missing()
	}
	answer := t.unknownValue(t.callSource(nil, c).b.String(), c.Pos)
	if u, ok := answer.(*Unknown); ok {
		return c.Fork(u, loaded, missing)
	}
	if Truthy(answer) {
		return v
	}
	return missing()
}

func loadError(name string) error { return Raise("LoadError", "cannot load such file -- %s", name) }

// A handler is code with rescue clauses that runs.
type handler struct {
	env  *env
	body *grammar.Body
}

// rescuesLoadError reports whether a rescue clause around the code takes a
// LoadError. Where none does, the application would not start without the file.
func (t *Thread) rescuesLoadError() bool {
	if len(t.handlers) == 0 {
		return false
	}
	exc := t.exceptionOf(loadError("").(*EvalError))
	for _, h := range t.handlers {
		for _, r := range h.body.Rescues {
			if takes, err := h.env.rescues(r.Types, exc); takes && err == nil {
				return true
			}
		}
	}
	return false
}
