package dsl

import (
	"slices"
	"strings"

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
	// Settles is what [Options.Settle] may give the value of, so that this is known:
	// of an UnknownGap the expression, or the part of it that is the same for all
	// arguments; "" if there is none.
	Settles string
}

// maxSurveyed bounds the expressions that a survey looks at.
const maxSurveyed = 100_000

// surveySteps bounds the calls that a survey makes to learn what they give.
const surveySteps = 10_000

// Survey lists the gaps in what runs when a method of recv is called with arguments
// like args: on both sides of conditions that depend on them, and in the methods of
// the program that are called. The arguments are samples; only their kinds count.
// Those of value are gaps where the value that the method gives counts, and not only
// whether it holds. Survey is for a program that has ended, see [Interp.Freeze].
func (in *Interp) Survey(recv Value, name string, args ...Value) (gaps, value []Gap) {
	s := &survey{in: in, seen: map[Gap]bool{}, walked: map[any]approx{}, answered: map[string]namedMethods{}, ivars: map[string]approx{}, isClosed: map[*grammar.Call]bool{}}
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
	in       *Interp
	gaps     []Gap
	value    []Gap // of what the code gives
	seen     map[Gap]bool
	walked   map[any]approx    // methods and blocks, with what they give
	ivars    map[string]approx // unknown values that the code itself assigns
	isClosed map[*grammar.Call]bool
	answered map[string]namedMethods // by name
	work     int
	steps    int // of the calls made
	rescuing int // rescues around the expression
	again    int // see survey.lackedOnly
}

// An approx is what is known of a value: the value itself, another value of its kind
// (a sample), or nothing.
type approx struct {
	v      Value
	sample bool
	base   string // of an Unknown that was made of another one: the part that is fixed
	told   bool   // of an Unknown: what it was made of has been noted
	unset  Unset  // the variable whose nil it is, or was made of
	left   bool   // of a statement: it leaves the code
	lambda *surveyLambda
}

var anything = approx{}

func known(v Value) approx { return approx{v: v} }

// unknownCall is a call x of what only the application knows, made of a.
func (a approx) unknownCall(x *grammar.Call) approx {
	own := *x
	own.Block, own.BlockArg = nil, nil
	if u, ok := a.v.(*Unknown); ok {
		own.Recv = &grammar.Local{Name: u.Operand()}
	}
	return approx{v: NewUnknown(grammar.String(&own), x.Pos), sample: true, base: a.settles(), told: a.told}
}

// afterGap is the value of a call at which there is a gap.
func (a approx) afterGap(x *grammar.Call) approx {
	b := a.unknownCall(x)
	b.told = true
	return b
}

// settles is what may be set to settle an unknown value.
func (a approx) settles() string {
	u, ok := a.v.(*Unknown)
	if ok && a.exact() && (strings.Contains(u.Text(), ".") || u.Text()[0] < 'A' || u.Text()[0] > 'Z') { // a constant alone is no value
		return u.Text()
	}
	return a.base
}

// like is a value of the kind of v. Nil is what anything may be.
func like(v Value) approx {
	if v == nil || v == Nil {
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

// unknown is what only the application knows of the value.
func (a approx) unknown() *Unknown {
	if a.v == nil {
		return nil
	}
	return UnknownIn(a.v)
}

func (s *survey) note(g Gap) {
	if !s.seen[g] {
		s.seen[g] = true
		s.gaps = append(s.gaps, g)
	}
}

// use says that code depends on a value, and returns it marked as reported.
func (s *survey) use(a approx) approx {
	u := a.unknown()
	if u == nil || a.told {
		return a
	}
	for _, n := range symbolic.Leaves(&u.Node) { // as [Thread.DecideBy] has them decided
		part := &Unknown{Node: *n}
		own := approx{v: part, sample: a.sample, base: a.base}
		s.note(Gap{Kind: UnknownGap, Expr: part.Text(), Pos: part.Pos, Settles: own.settles()})
	}
	return approx{v: u, sample: true, told: true}
}

// useAll is use of several values; it reports whether one is unknown.
func (s *survey) useAll(list []approx) (unknown bool) {
	for _, a := range list {
		s.use(a)
		unknown = unknown || a.unknown() != nil
	}
	return unknown
}

// A surveyScope is the code around an expression.
type surveyScope struct {
	frame *frame
	self  approx
	env   *env // of the variables that the program has left behind; may be nil
	outer *surveyScope
	vars  map[string]approx
}

func (s *survey) variable(c *surveyScope, name string) approx {
	if vars := c.holder(name); vars != nil {
		return vars[name]
	}
	if c.env != nil {
		if v, ok := c.env.get(name); ok {
			return s.known(v)
		}
	}
	return anything
}

// holder returns the variables that a name is among; nil if nothing has assigned it.
func (c *surveyScope) holder(name string) map[string]approx {
	for ; c != nil; c = c.outer {
		if _, ok := c.vars[name]; ok {
			return c.vars
		}
	}
	return nil
}

// replace makes a the only value of a variable.
func (c *surveyScope) replace(name string, a approx) {
	if vars := c.holder(name); vars != nil {
		vars[name] = a
	}
}

// set assigns a variable: of one that has several values, little is known.
func (c *surveyScope) set(name string, a approx) {
	vars := c.holder(name)
	if vars == nil {
		c.vars[name] = a
		return
	}
	if old := vars[name]; old != a && a.unknown() == nil {
		a = anything.lacking(old, a)
	}
	vars[name] = a
}

func (c *surveyScope) inside() *surveyScope {
	return &surveyScope{frame: c.frame, self: c.self, env: c.env, outer: c, vars: map[string]approx{}}
}

// ---- methods

// invoke is a call of a method on a value of which something is known.
func (s *survey) invoke(recv approx, name string, args []approx, x *grammar.Call) approx {
	if p, ok := recv.v.(*Proc); ok && recv.exact() && s.runs(name) {
		return s.proc(p, args)
	}
	m := s.in.find(recv.v, name)
	switch {
	case m == nil || !s.in.answers(recv.v, m, name):
		return s.lacks(recv, name, args, x)
	case x != nil && m.undetermined():
		return s.askUndetermined(recv, args, x)
	case m.library:
		return s.libraryCall(recv, name, args, x)
	case m.def != nil:
		return s.method(m, recv, args)
	case m.proc != nil:
		return s.proc(m.proc, args)
	case x == nil:
		return anything
	}
	return s.builtin(recv, name, args, x)
}

// libraryCall is a call of a method of the library, whose code has no gaps of its own.
func (s *survey) libraryCall(recv approx, name string, args []approx, x *grammar.Call) approx {
	if x != nil && recv.exact() && allExact(args...) {
		return s.builtin(recv, name, args, x)
	}
	s.useAll(args)
	s.needAll(recv, args)
	if x != nil && x.Block == nil && x.BlockArg == nil && s.callable(recv) {
		if a := s.call(recv, name, args, x); a.unknown() != nil {
			return a // whatever the arguments are
		}
	}
	return anything
}

// askUndetermined is a call of a method whose result the program does not decide.
func (s *survey) askUndetermined(recv approx, args []approx, x *grammar.Call) approx {
	exact := (x.Recv == nil || recv.exact()) && allExact(args...)
	g := Gap{Kind: UnknownGap, Expr: grammar.String(x), Pos: x.Pos}
	if exact {
		g.Settles = g.Expr
	}
	if _, ok := s.in.NewThread().Settled(g.Expr); !ok || !exact {
		s.note(g)
	}
	return recv.afterGap(x)
}

// undetermined reports whether the program never decides what the method gives.
func (m *Method) undetermined() bool {
	if m.builtin != nil {
		return m.builtin.traits&Undetermined != 0
	}
	if !m.library || m.def == nil || m.def.Body == nil || m.def.Body.Stmts == nil {
		return false
	}
	return slices.ContainsFunc(m.def.Body.Stmts.List, func(x grammar.Expr) bool {
		call, ok := x.(*grammar.Call)
		if !ok || call.Name != "undecided" {
			return false
		}
		primitive, ok := call.Recv.(*grammar.Const)
		return ok && primitive.Name == "Primitive"
	})
}

// lacks is a call of a method that the value does not have.
func (s *survey) lacks(recv approx, name string, args []approx, x *grammar.Call) approx {
	s.need(recv)
	switch m := s.in.find(recv.v, "method_missing"); {
	case x == nil && s.in.hasUnknownAncestor(s.in.classOf(recv.v)):
		return approx{v: NewUnknown(shownReceiver(s.in, recv.v)+"."+name, grammar.Pos{}), sample: true}
	case x == nil:
		return anything
	case s.in.find(recv.v, name) != nil: // a host that takes what it does not have for what gems add
		return s.added(recv, args, x)
	case m != nil && m.def != nil:
		return s.method(m, recv, nil)
	case m != nil:
		return s.builtin(recv, name, args, x)
	case s.in.hasUnknownAncestor(s.in.classOf(recv.v)):
		return recv.unknownCall(x)
	case recv.v == Nil:
		return anything // it is what Ruby says, too
	}
	s.note(Gap{Kind: MethodGap, Expr: grammar.String(x), Name: name, Pos: x.Pos})
	return recv.afterGap(x)
}

// shownReceiver names the object whose method the host calls.
func shownReceiver(in *Interp, v Value) string {
	if class, ok := v.(*Class); ok && class.name != "" {
		return class.name
	}
	return "#<" + in.PlainClassOf(v).name + ">"
}

// added is a call of a function that something else than the program defines.
func (s *survey) added(recv approx, args []approx, x *grammar.Call) approx {
	a := recv.unknownCall(x)
	if !allExact(args...) {
		return a
	}
	return known(s.in.NewThread().known(a.v.(*Unknown)))
}

// method walks over a method of the program, once.
func (s *survey) method(m *Method, self approx, args []approx) approx {
	if a, ok := s.walked[m.def]; ok {
		return a
	}
	s.walked[m.def] = anything
	f := &frame{self: self.v, name: m.Name, method: m, cref: m.cref, target: m.cref.class}
	f.home = f
	c := &surveyScope{frame: f, self: self, vars: map[string]approx{}}
	s.params(c, m.def.Params, args)
	a := s.body(c, m.def.Body, true)
	if a.unknown() == nil && !a.sample && (a.unset == Unset{} || m.def.Params != nil) {
		a = anything.lacking(a) // other arguments may give another value
	}
	a.left = false
	s.walked[m.def] = a
	return a
}

// proc walks over a block that the program has left behind, once.
func (s *survey) proc(p *Proc, args []approx) approx {
	if p.body == nil || p.env == nil {
		if p.symbol != "" && len(args) > 0 && args[0].v != nil {
			return s.invoke(args[0], p.symbol, nil, nil)
		}
		if p.code != nil {
			return like(p.code)
		}
		return anything
	}
	if a, ok := s.walked[p.body]; ok {
		return a
	}
	s.walked[p.body] = anything
	c := &surveyScope{frame: p.env.frame, self: s.known(p.env.frame.self), env: p.env, vars: map[string]approx{}}
	s.params(c, p.Params, args)
	a := s.body(c, p.body, true)
	a.left = false
	s.walked[p.body] = a
	return a
}

func (s *survey) params(c *surveyScope, ps *grammar.Params, args []approx) {
	if ps == nil {
		return
	}
	for i, p := range ps.List {
		a := anything
		if i < len(args) && (p.Kind == grammar.Required || p.Kind == grammar.Optional) {
			a = args[i]
		}
		if p.Default != nil {
			s.walk(c, p.Default, a.v == nil)
		}
		if p.Sub != nil {
			s.params(c, p.Sub, nil)
		}
		if p.Name != "" {
			c.vars[paramName(p)] = a
		}
	}
	for _, name := range ps.Locals {
		c.vars[name] = anything
	}
}

// looksInto are the methods that may be given what only the application knows.
var looksInto = names("raise fail respond_to? is_a? kind_of? instance_of? nil? dig fetch")

// builtin is a call of a method written in Go. It is made where that changes
// nothing and tells the kind of what it gives.
func (s *survey) builtin(recv approx, name string, args []approx, x *grammar.Call) approx {
	switch {
	case named(name, sends):
		if len(args) > 0 && args[0].exact() {
			if called, ok := textOfName(args[0].v); ok && (name != "try" || s.in.find(recv.v, called) != nil) {
				return s.invoke(recv, called, args[1:], x)
			}
		}
		return anything
	case looksInto[name]:
	case name == "new":
		if class, ok := recv.v.(*Class); ok && recv.exact() && !class.module {
			return s.made(class, args)
		}
	default:
		if s.useAll(args) {
			return recv.afterGap(x)
		}
	}
	if recv.isENV() && name == "fetch" && (x.Block != nil || len(args) > 1 && !(args[1].exact() && IsNil(args[1].v))) {
		return anything // it has a default
	}
	if x.Recv == nil || x.Block != nil || x.BlockArg != nil || !s.callable(recv) {
		s.needAll(recv, args)
		return anything
	}
	return s.call(recv, name, args, x)
}

// made is a new object of a class. Of one that is not made by the program itself,
// nothing is known.
func (s *survey) made(class *Class, args []approx) approx {
	o := s.in.NewObject(class, nil)
	if m := s.in.find(o, "initialize"); m != nil && m.def != nil {
		s.method(m, like(o), args)
	}
	for c := class; c != s.in.classes.object; c = c.super {
		if c == nil || c.builtins != nil || c.words != nil {
			return anything
		}
	}
	return like(o)
}

// callable reports whether methods of a value may be called to see what they give.
func (s *survey) callable(recv approx) bool {
	switch v := recv.v.(type) {
	case nil, *Unknown, *Proc:
		return false
	case *Object:
		return v.Host != nil || v.Data != nil
	}
	return true
}

// call makes a call whose receiver and arguments are all known at least by kind.
func (s *survey) call(recv approx, name string, args []approx, x *grammar.Call) approx {
	values, keywords, ok := arguments(args, x)
	if !ok || s.steps >= surveySteps {
		s.needAll(recv, args)
		return anything
	}
	exact := recv.exact() && allExact(args...)
	t := s.in.NewThreadWithin(Limits{Steps: surveySteps - s.steps, Depth: 100, Memory: 1 << 20, StringSize: 1 << 16})
	v, err := s.send(t, recv.v, name, values, keywords)
	s.steps += t.used.steps + 1
	lacked := s.lacked(t, x.Pos)
	switch {
	case err != nil:
		if s.rescuing == 0 {
			s.need(lacked)
		}
		s.needAll(recv, args)
		return anything
	case !exact && UnknownIn(v) != nil:
		return recv.unknownCall(x)
	case exact && (name == "compact" || name == "compact_blank"):
		return known(v)
	case exact:
		return s.known(v).madeOf(append(args, recv, lacked)...)
	}
	s.needAll(recv, args)
	return like(v)
}

func (s *survey) send(t *Thread, recv Value, name string, args []Value, keywords *Hash) (_ Value, err error) {
	defer t.guard(&err)
	return t.topLevel(t.Send(recv, name, args, keywords, nil, t.pos))
}

// arguments are the values of a call's arguments, keywords apart; ok is false where
// nothing is known of one.
func arguments(list []approx, x *grammar.Call) (args []Value, keywords *Hash, ok bool) {
	for i, a := range list {
		if a.v == nil {
			return nil, nil, false
		}
		if h, ok := x.Args[i].(*grammar.Hash); ok && !h.Braces && i == len(list)-1 {
			keywords, _ = a.v.(*Hash)
			continue
		}
		args = append(args, a.v)
	}
	return args, keywords, true
}

// textOfName is the name that a symbol or a string gives.
func textOfName(v Value) (string, bool) {
	switch v := v.(type) {
	case Symbol:
		return string(v), true
	case *String:
		return v.s, v.Unknown == nil
	}
	return "", false
}

// A namedMethods is what the classes have under one name.
type namedMethods struct{ decided, undecided bool }

// named looks for the methods of a name in all classes.
func (s *survey) named(name string) namedMethods {
	found, ok := s.answered[name]
	if !ok {
		seen := map[*Class]bool{}
		found.visit(s, s.in.classes.object, name, seen)
		s.in.library.consts.Range(func(_, v any) bool { // classes of the library that code mentions
			if c, ok := v.(*Class); ok {
				found.visit(s, c, name, seen)
			}
			return !found.decided
		})
		s.answered[name] = found
	}
	return found
}

// hasMethod reports whether any class has a method of that name.
func (s *survey) hasMethod(name string) bool {
	found := s.named(name)
	return found.decided || found.undecided
}

// noMethod is a name that only those answer who answer any.
const noMethod = "no method of this name"

func (n *namedMethods) visit(s *survey, c *Class, name string, seen map[*Class]bool) {
	if c == nil || n.decided || seen[c] {
		return
	}
	seen[c] = true
	s.work++
	if m := c.own(name); m != nil && !m.undefined && (c.words == nil || !c.words(noMethod)) {
		n.decided, n.undecided = !m.undetermined(), true
	}
	for _, list := range [][]*Class{{c.singleton, c.super}, c.included, c.prepended} {
		for _, other := range list {
			n.visit(s, other, name, seen)
		}
	}
	for _, v := range c.consts {
		if other, ok := v.(*Class); ok {
			n.visit(s, other, name, seen)
		}
	}
}
