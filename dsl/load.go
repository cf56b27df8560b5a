package dsl

import (
	"fmt"
	"path"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/grammar"
)

func kernelLoad(c *Call) Value {
	name := pathArg(c)
	if u := UnknownIn(c.Args[0]); u != nil {
		c.noteUnknown(PlainNotice, u, "unknown file name %s in `load`: the file's routes are missing; set the name")
		return False
	}
	v, _, err := c.loadFile(name, false)
	return Must(v, err)
}

// pathArg is a file name: a string, or what answers to_path or to_s.
func pathArg(c *Call) string {
	switch v := c.Args[0].(type) {
	case *String:
		return v.s
	case *Unknown:
		return ""
	}
	return c.ToS(c.Args[0])
}

// A Notice is one sentence about a run, for the host. Expr is the source of the unknown
// value that it is about; empty if it is about none.
type Notice struct {
	Kind       NoticeKind
	Pos        grammar.Pos
	Text, Expr string
}

// A NoticeKind is what a Notice is about.
type NoticeKind uint8

// The kinds of notices.
const (
	PlainNotice       NoticeKind = iota
	RecursionNotice              // Expr is the condition of a recursion, which false ends
	WhileNotice                  // Expr is the condition of a loop, which false ends
	UntilNotice                  // Expr is the condition of a loop, which true ends
	CodeNotice                   // Expr is text that the program runs
	InflectionsNotice            // Expr is a condition that the inflections depend on
)

func (m *meter) note(text string) { m.report(Notice{Pos: m.At, Text: text}) }

// noteUnknown reports something about an unknown value, which format shows.
func (m *meter) noteUnknown(kind NoticeKind, u *Unknown, format string) {
	m.report(Notice{kind, m.At, fmt.Sprintf(format, Brief(u.Text())), u.Text()})
}

func (m *meter) report(n Notice) {
	if f := m.in.options.Note; f != nil {
		f(n)
	}
}

// requireFile is require; found is false for what is no file of the application.
func (t *Thread) requireFile(name string) (v Value, found bool, err error) {
	if !strings.HasSuffix(name, ".rb") {
		name += ".rb"
	}
	return t.loadFile(name, true)
}

// loadFile runs a file at the top level. With once, a file that ran already is
// left alone.
func (t *Thread) loadFile(name string, once bool) (v Value, found bool, err error) {
	if t.in.options.Load == nil {
		return False, false, nil
	}
	src, full, ok := t.in.options.Load(name)
	if !ok || once && t.in.loaded[full] {
		return False, ok, nil
	}
	if err := t.sealed("load "+full, t.At); err != nil {
		return nil, true, err
	}
	t.in.loaded[full] = true
	file, err := t.parse(full, string(src))
	if err != nil {
		return nil, true, err
	}
	if t.depth+10 >= t.Limits.Depth {
		return nil, true, t.TooDeep()
	}
	t.depth += 10
	defer func() { t.depth -= 10 }()
	_, err = t.Run(file, nil)
	return True, true, err
}

// ReadFile returns the text of a file of the application, see [Options.Load]; ok is false
// if there is none. Where the program evaluates the text, its places are those of the file.
func (c *Call) ReadFile(name string) (text string, ok bool) {
	t := c.Thread
	if t.in.options.Load == nil {
		return "", false
	}
	src, full, ok := t.in.options.Load(name)
	if !ok && t.Request {
		panic(Undecided())
	}
	t.ChargeCopy(len(src))
	c.TextSize(len(src))
	text = string(src)
	if !ok || t.Request { // which evaluates none
		return text, ok
	}
	if t.in.texts == nil {
		t.in.texts, t.in.evals = map[string]string{}, map[string]bool{}
	}
	if _, ok := t.in.texts[text]; !ok {
		t.ChargeMemory(limits.SizeConst + len(text))
	}
	t.in.texts[text] = full
	return text, true
}

// Evaluated tells a file whose text the program has read and evaluated, as
// `instance_eval(File.read("config/routes/api.rb"))` does.
func (in *Interp) Evaluated(name string) bool { return in.evals[name] }

// evalText is instance_eval and class_eval of a text. What was read from a file
// keeps its places there.
func (c *Call) evalText(self Value) Value {
	t := c.Thread
	if u := UnknownIn(c.Arg(0)); u != nil {
		t.noteUnknown(CodeNotice, u, "unknown code %s in `"+c.Name+"`: what it adds is missing; set it to Ruby source")
		return NewUnknown(c.Name+"("+u.Text()+")", c.Pos)
	}
	src := c.Text(0)
	name := "(eval at " + c.Pos.Filename + ")"
	if s, ok := c.Arg(1).(*String); ok {
		name = s.s
	} else if of := t.in.texts[src]; of != "" { // for Ruby it is a text of its own
		name = of
		if !t.Request { // those run side by side
			t.in.evals[of] = true
		}
	}
	return Must(t.Run(Must(t.parse(name, src)), self))
}

// parseSteps is what it takes to read the shortest program.
const parseSteps = 20

// parse reads a text that the program runs.
func (m *meter) parse(name, src string) (*grammar.File, error) {
	m.Used.Steps += parseSteps + len(src)/limits.ParsedPerStep
	m.ChargeMemory(len(src) * limits.SizeParsed)
	if err := m.Exceeded(); err != nil {
		return nil, err
	}
	return grammar.Parse(name, []byte(src))
}

func kernelEval(c *Call) Value {
	if len(c.Args) > 2 {
		c.Args = append(c.Args[:1:1], c.Args[2:]...)
	} else {
		c.Args = c.Args[:1]
	}
	return c.evalText(c.Self)
}

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
	t := c.Thread
	v, found, err := t.requireFile(name)
	if found || err != nil || !t.rescuesLoadError() {
		Check(err)
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
	answer := t.UnknownValue(t.callSource(nil, c).b.String(), c.Pos)
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
	exc := t.ExceptionOf(loadError("").(*EvalError))
	for _, h := range t.handlers {
		for _, r := range h.body.Rescues {
			takes, err := t.contained(func() (Value, error) { return Bool(h.env.rescues(r.Types, exc)), nil })
			if takes == True && err == nil {
				return true
			}
		}
	}
	return false
}
