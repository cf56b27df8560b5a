// Package survey reads the code that a finished program leaves behind, such as the
// constraints of routes, for what cannot be run here: what only the application knows,
// methods that no class has, variables that ENV does not hold. A [Reach] finds that code.
package survey

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A GapKind is the reason why a part of a program cannot be run here.
type GapKind uint8

// The kinds of gaps.
const (
	UnknownGap GapKind = iota // only the application knows the value
	MethodGap                 // no class that is known here has the method
	SyntaxGap                 // Ruby that is not run
	UnsetGap                  // ENV does not hold the variable
)

// A Gap is a part of code that cannot be run here, or not for sure.
type Gap struct {
	Kind GapKind
	Expr string // `Flipper.enabled?(:beta)`; of a MethodGap the call
	Name string // of the method of a MethodGap, of the variable of an UnsetGap
	Pos  grammar.Pos
	// Settles is what [dsl.Options.Settle] may give the value of, so that this is known:
	// of an UnknownGap the expression, or the part of it that is the same for all
	// arguments; "" if there is none.
	Settles string
}

const (
	maxWork  = 100_000 // bounds the expressions that a survey looks at
	maxSteps = 10_000  // bounds the calls that it makes to learn what they return
)

// Of lists the gaps in what runs when a method of recv is called with arguments like
// args: on both sides of conditions that depend on them, and in the methods of the
// program that are called. The arguments are samples; only their kinds count. Those of
// value are gaps where the value that the method returns counts, and not only whether it
// holds. The program has ended, see [dsl.Interp.Freeze].
func Of(in *dsl.Interp, recv dsl.Value, name string, args ...dsl.Value) (gaps, value []Gap) {
	s := &survey{in: in, seen: map[Gap]bool{}, walked: map[grammar.Node]approx{}, ivars: map[string]approx{}, closed: map[*grammar.Call]bool{}, named: map[string]named{}}
	s.calls = s.thread(maxSteps)
	defer func() {
		_ = recover() // a mistake here costs a gap, not the program
		gaps, value = s.gaps, s.value
	}()
	list := make([]approx, len(args))
	for i, v := range args {
		list[i] = like(v)
	}
	s.give(s.use(s.invoke(s.known(recv), name, list, nil)))
	return nil, nil
}

// A survey walks over code instead of running it.
type survey struct {
	in       *dsl.Interp
	calls    *dsl.Thread // of the calls made
	gaps     []Gap
	value    []Gap // of what the code returns
	seen     map[Gap]bool
	walked   map[grammar.Node]approx // methods and blocks, with what they return
	ivars    map[string]approx       // unknown values that the code itself assigns
	closed   map[*grammar.Call]bool
	named    map[string]named // what the classes have by the names that were asked for
	work     int
	rescuing int // rescues around the expression
	again    int // see survey.lackedOnly
}

func (s *survey) thread(steps int) *dsl.Thread {
	return s.in.NewThreadWithin(dsl.Limits{Steps: steps, Depth: 100, Memory: 1 << 22, StringSize: 1 << 16})
}

func (s *survey) note(g Gap) {
	if !s.seen[g] {
		s.seen[g] = true
		s.gaps = append(s.gaps, g)
	}
}

// A named is what the classes have under one name.
type named struct{ found, decided bool }

// methods looks for the methods of a name in all classes.
func (s *survey) methods(name string) named {
	n, ok := s.named[name]
	if !ok {
		passed := 0
		n.found, n.decided, passed = s.in.Defined(name)
		s.work += passed
		s.named[name] = n
	}
	return n
}

// lack notes a call of a method that there is not.
func (s *survey) lack(x grammar.Expr, name string) {
	s.note(Gap{Kind: MethodGap, Expr: grammar.String(x), Name: name, Pos: x.Start()})
}

// An approx is what is known of a value: the value itself, another value of its kind
// (a sample), or nothing.
type approx struct {
	v      dsl.Value
	sample bool
	base   string    // of an Unknown that was made of another one: the part that is fixed
	told   bool      // of an Unknown: what it was made of has been noted
	unset  dsl.Unset // the variable whose nil it is, or was made of
	left   bool      // of a statement: it leaves the code
	lambda *lambda
}

var anything = approx{}

func exactly(v dsl.Value) approx { return approx{v: v} }

// like is a value of the kind of v. Nil is what anything may be.
func like(v dsl.Value) approx {
	if v == nil || v == dsl.Nil {
		return anything
	}
	return approx{v: v, sample: true}
}

// exact reports whether the value itself is known.
func (a approx) exact() bool { return a.v != nil && !a.sample }

// allExact reports whether the values themselves are known.
func allExact(list ...approx) bool {
	return !slices.ContainsFunc(list, func(a approx) bool { return !a.exact() })
}

// truth is how a condition turns out; yes counts only if it is fixed: the same for all
// arguments.
func (a approx) truth() (yes, fixed bool) {
	return a.exact() && dsl.Truthy(a.v), a.exact() && a.unknown() == nil
}

// unknown is what only the application knows of the value.
func (a approx) unknown() *dsl.Unknown {
	if a.v == nil {
		return nil
	}
	return dsl.UnknownIn(a.v)
}

// unknownCall is a call x of what only the application knows, made of a.
func (a approx) unknownCall(x *grammar.Call) approx {
	own := *x
	own.Block, own.BlockArg = nil, nil
	if u, ok := a.v.(*dsl.Unknown); ok {
		own.Recv = &grammar.Local{Name: u.Operand()}
	}
	return approx{v: dsl.NewUnknown(grammar.String(&own), x.Pos), sample: true, base: a.settles(), told: a.told}
}

// afterGap is the value of a call at which there is a gap.
func (a approx) afterGap(x *grammar.Call) approx {
	b := a.unknownCall(x)
	b.told = true
	return b
}

// settles is what may be set to settle an unknown value.
func (a approx) settles() string {
	u, ok := a.v.(*dsl.Unknown)
	if ok && a.exact() && (strings.Contains(u.Text(), ".") || u.Text()[0] < 'A' || u.Text()[0] > 'Z') { // a constant alone is no value
		return u.Text()
	}
	return a.base
}

// use says that code depends on a value, and returns it marked as reported.
func (s *survey) use(a approx) approx {
	u := a.unknown()
	if u == nil || a.told {
		return a
	}
	for _, n := range symbolic.Leaves(&u.Node) { // as [dsl.Thread.DecideBy] has them decided
		part := &dsl.Unknown{Node: *n}
		own := approx{v: part, sample: a.sample, base: a.base}
		s.note(Gap{Kind: UnknownGap, Expr: part.Text(), Pos: part.Pos, Settles: own.settles()})
	}
	return approx{v: u, sample: true, told: true}
}

// useAll is use of several values; it reports whether one is unknown.
func (s *survey) useAll(list []approx) (unknown bool) {
	for _, a := range list {
		unknown = s.use(a).unknown() != nil || unknown
	}
	return unknown
}

// oneOf is a value that is one of several.
func (s *survey) oneOf(used bool, ways ...approx) approx {
	one := anything
	for _, a := range ways {
		if used {
			a = s.use(a)
		}
		if a.unknown() != nil {
			one = a
		}
		one = one.lacking(a)
	}
	return one
}

// A scope is the code around an expression.
type scope struct {
	code  dsl.Code
	self  approx
	proc  *dsl.Proc // whose variables the program has left behind; may be nil
	outer *scope
	vars  map[string]approx
}

func (c *scope) inside() *scope {
	return &scope{code: c.code, self: c.self, proc: c.proc, outer: c, vars: map[string]approx{}}
}

// holder returns the variables that a name is among; nil if nothing has assigned it.
func (c *scope) holder(name string) map[string]approx {
	for ; c != nil; c = c.outer {
		if _, ok := c.vars[name]; ok {
			return c.vars
		}
	}
	return nil
}

func (s *survey) variable(c *scope, name string) approx {
	if vars := c.holder(name); vars != nil {
		return vars[name]
	}
	if c.proc != nil {
		if v, ok := c.proc.Variable(name); ok {
			return s.known(v)
		}
	}
	return anything
}

// set assigns a variable: of one that has several values, little is known.
func (c *scope) set(name string, a approx) {
	vars := c.holder(name)
	if vars == nil {
		vars = c.vars
	} else if old := vars[name]; old != a && a.unknown() == nil {
		a = anything.lacking(old, a)
	}
	vars[name] = a
}

// ---- variables of the environment
//
// Code that asks whether a variable is there, or compares it with what is known, has
// decided what to do without it. Where its nil, or what is made of that, meets what a
// request brings, it is a gap: a key that is nil equals the one that no client has sent.

// known is a value that is known, with the variable that is missing in it.
func (s *survey) known(v dsl.Value) approx {
	a := exactly(v)
	if list := s.in.UnsetIn(v); len(list) > 0 {
		a.unset = list[0]
	}
	return a
}

// lacked returns the nil of what a thread asked for at a place, unless the user says that
// it is not there.
func (s *survey) lacked(t *dsl.Thread, at grammar.Pos) approx {
	for _, u := range t.Lacked() {
		if _, settled := t.Settled(u.Expr()); settled {
			continue
		}
		if u.Pos.Line == 0 {
			u.Pos = at
		}
		return approx{v: dsl.Nil, unset: u}
	}
	return anything
}

// lacking returns a with the variable that one of the others was made of.
func (a approx) lacking(others ...approx) approx {
	for _, other := range others {
		if (a.unset == dsl.Unset{}) {
			a.unset = other.unset
		}
	}
	return a
}

// madeOf returns the value of a call that was made of others. What answers yes or no is
// made of nothing.
func (a approx) madeOf(others ...approx) approx {
	if _, answer := a.v.(dsl.Bool); answer {
		return exactly(a.v)
	}
	return a.lacking(others...)
}

// need records that code depends on what values are, and not only on whether they are
// there.
func (s *survey) need(list ...approx) {
	for _, a := range list {
		if (a.unset != dsl.Unset{}) {
			s.note(unsetGap(a.unset))
		}
	}
}

// give records what is missing in the value of the code.
func (s *survey) give(a approx) {
	if (a.unset != dsl.Unset{}) {
		s.value = append(s.value, unsetGap(a.unset))
	}
}

func unsetGap(u dsl.Unset) Gap {
	return Gap{Kind: UnsetGap, Expr: u.Expr(), Name: u.Name, Settles: u.Expr(), Pos: u.Pos}
}

// maxElements bounds the elements that a block is walked over with, maxAgain the blocks
// within blocks.
const maxElements, maxAgain = 20, 3

// lackedOnly walks over code that was walked over before, for the variables that are
// missing in it.
func (s *survey) lackedOnly(walk func(own *survey) approx) approx {
	if s.again >= maxAgain {
		return anything
	}
	own := *s
	own.again++
	own.gaps, own.value, own.seen = nil, nil, map[Gap]bool{}
	a := anything.lacking(walk(&own))
	s.work = own.work
	for _, g := range own.gaps {
		if g.Kind == UnsetGap {
			s.note(g)
		}
	}
	s.value = append(s.value, own.value...)
	return a
}
