package dsl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/grammar"
)

func (e *env) evalAssign(x *grammar.Assign) Value {
	// `a.b = c` and `a[b] = c` evaluate a and b before c.
	set := e.target(x.Target)
	v := e.value(x.Value)
	set(v)
	return v
}

// target evaluates the parts of an assignable expression and gives the function
// that assigns to it.
func (e *env) target(x grammar.Expr) func(Value) {
	t := e.thread
	switch x := x.(type) {
	case *grammar.Local:
		return func(v Value) { e.set(x.Name, v) }
	case *grammar.IVar:
		return func(v Value) { t.At = x.Pos; Check(t.SetIvar(e.frame.self, x.Name, v)) }
	case *grammar.GVar:
		return func(v Value) { Check(t.SetIvar(t.in.globals, t.globalName(x.Name), v)) }
	case *grammar.CVar:
		return func(v Value) { e.thread.setCVar(e.cvarScope(), x.Name, v) }
	case *grammar.Const:
		return e.constTarget(x)
	case *grammar.Index:
		set, _ := e.indexTarget(x)
		return set
	case *grammar.Call:
		set, _ := e.attributeTarget(x)
		return set
	case *grammar.MultiTarget:
		return func(v Value) {
			Check(t.deeper())
			defer t.leave()
			e.destructure(x, v)
		}
	}
	t.At = x.Start()
	panic(Failure{&grammar.UnsupportedError{Pos: x.Start(), What: "an assignment to " + grammar.String(x)}})
}

func (e *env) constTarget(x *grammar.Const) func(Value) {
	t := e.thread
	Check(t.sealed("assign a constant", x.Pos))
	of := e.definitionScope(x)
	scope, ok := of.(*Class)
	if !ok {
		panic(t.notAModule(of, x.Pos))
	}
	return func(v Value) { t.defineConst(scope, x.Name, v) }
}

// indexTarget returns the writer of `a[b]`, and the reader.
func (e *env) indexTarget(x *grammar.Index) (set func(Value), get func() (Value, error)) {
	recv := e.value(x.Recv)
	args, _, _ := e.evalArgs(x.Args, nil, nil)
	set = func(v Value) {
		all := append(append(make([]Value, 0, len(args)+1), args...), v)
		Must(e.sendFrom(recv, "[]=", all, x.Pos))
	}
	return set, func() (Value, error) { return e.sendFrom(recv, "[]", args, x.Pos) }
}

// attributeTarget returns the writer of `a.b`, and the reader: nil for `a&.b` where a is nil.
func (e *env) attributeTarget(x *grammar.Call) (set func(Value), get func() (Value, error)) {
	if x.Recv == nil {
		panic(Failure{&grammar.UnsupportedError{Pos: x.Pos, What: "an assignment to " + grammar.String(x)}})
	}
	recv := e.value(x.Recv)
	if x.Safe && IsNil(recv) {
		return func(Value) {}, nil
	}
	set = func(v Value) { Must(e.sendFrom(recv, x.Name+"=", []Value{v}, x.Pos)) }
	return set, func() (Value, error) { return e.sendFrom(recv, x.Name, nil, x.Pos) }
}

// evalOpAssign is `a += b`, `a ||= b`, `a &&= b`.
func (e *env) evalOpAssign(x *grammar.OpAssign) Value {
	set, get := e.reference(x)
	if c, ok := x.Target.(*grammar.Const); ok && x.Op == "||" {
		if u := e.constGuard(c); u != nil {
			return Must(e.thread.fork(u, get, func() (Value, error) {
				v := e.value(x.Value)
				set(v)
				return v, nil
			}))
		}
	}
	if get == nil { // a&.b += 1 on nil
		return Nil
	}
	old := Must(get())
	var v Value
	u, unknown := old.(*Unknown)
	switch {
	case unknown && (x.Op == "||" || x.Op == "&&"):
		v = Must(e.thread.unknownAndOr(u, func() (Value, error) { return e.eval(x.Value) }, x.Op == "&&"))
	case x.Op == "||":
		if _, part := x.Target.(*grammar.Index); part && Truthy(old) || !part && e.thread.holds(old) { // ENV["X"] ||= "x" gives it a value
			return old
		}
		v = e.value(x.Value)
	case x.Op == "&&":
		if !e.thread.holds(old) {
			return old
		}
		v = e.value(x.Value)
	default:
		v = Must(e.sendFrom(old, x.Op, []Value{e.value(x.Value)}, x.Pos))
	}
	set(v)
	return v
}

// reference returns the writer and the reader of an assignable expression, its parts evaluated
// once.
func (e *env) reference(x *grammar.OpAssign) (set func(Value), get func() (Value, error)) {
	switch target := x.Target.(type) {
	case *grammar.Index:
		return e.indexTarget(target)
	case *grammar.Call:
		return e.attributeTarget(target)
	}
	return e.target(x.Target), func() (Value, error) { return e.current(x), nil }
}

// current reads the variable or constant of an OpAssign; one that isn't set yet
// is nil for `||=`.
func (e *env) current(x *grammar.OpAssign) Value {
	if x.Op == "||" && e.definedText(x.Target) == "" {
		return Nil
	}
	return e.value(x.Target)
}

func (e *env) evalMultiAssign(x *grammar.MultiAssign) Value {
	v := e.value(x.Value)
	e.destructure(x.Targets, v)
	return v
}

// ---- variables of objects, classes and the program

// MustChange fails where the receiver is frozen.
func (c *Call) MustChange() {
	if IsFrozen(c.Self) {
		panic(Failure{c.FrozenError(c.Self)})
	}
}

// FrozenError returns the error of a change of v, which is frozen.
func (t *Thread) FrozenError(v Value) error {
	if elems, ok := SetElems(v); ok {
		v = elems // Ruby's Set lives in a hash
	}
	kind := t.in.PlainClassOf(v).DisplayName()
	if k, ok := v.(*Class); ok && (!k.module || t.in.SingletonOf(k).methods != nil || k.singleton.builtins != nil || k.singleton.included != nil) {
		kind = "#<Class:" + k.DisplayName() + ">"
	}
	e := t.Errorf("FrozenError", "can't modify frozen %s: %s", kind, t.MustInspect(v)).(*EvalError)
	e.Receiver = v
	return e
}

// cvarOwner returns the class that holds a class variable of k, with its value; nil if there is
// none.
func (t *Thread) cvarOwner(k *Class, name string) (*Class, Value) {
	for c := range t.ancestors(k) {
		if v, ok := t.ivarsOf(c).Get(name); ok {
			return c, v
		}
	}
	return nil, nil
}

func (e *env) cvarScope() *Class { return e.frame.cref.class.body() }

// body returns the class whose constants and variables code of a class names: of `class << self`,
// the one around it.
func (c *Class) body() *Class {
	if attached, ok := c.attached.(*Class); ok {
		return attached
	}
	return c
}

// evalIVar is `@x`: of a class whose state code that is not read may set, it is what
// `instance_variable_get(:@x)` returns, but in the methods of the class.
func (e *env) evalIVar(x *grammar.IVar) (Value, error) {
	self, t, m := e.frame.self, e.thread, e.frame.method
	if v := t.GetIvar(self, x.Name); v != Nil || !t.in.hides(self, x.Pos) || m != nil && t.FindMethod(self, m.Name).is(m) {
		return v, nil
	}
	return t.Send(self, "instance_variable_get", []Value{Symbol(x.Name)}, nil, nil, x.Pos)
}

func (e *env) evalCVar(x *grammar.CVar) Value {
	c, v := e.thread.cvarOwner(e.cvarScope(), x.Name)
	if c == nil {
		panic(e.thread.failureAt(x.Pos, "NameError", "uninitialized class variable %s in %s", x.Name, e.cvarScope().name))
	}
	return v
}

// setCVar sets a class variable where k has it, or in k.
func (t *Thread) setCVar(k *Class, name string, v Value) {
	owner, _ := t.cvarOwner(k, name)
	if owner == nil {
		owner = k
	}
	Check(t.SetIvar(owner, name, v))
}

// globalAlias and its new name are what a variable is called that holds the old name.
const globalAlias = "alias "

// globalName returns the name of the global variable that a name stands for.
func (p *paths) globalName(name string) string {
	if of, ok := p.GetIvar(p.in.globals, globalAlias+name).(Symbol); ok {
		return string(of)
	}
	return name
}

func (p *paths) evalGVar(x *grammar.GVar) Value {
	name := p.globalName(x.Name)
	switch name {
	case "$~":
		if m := p.LastMatch(); m != nil {
			return m
		}
		return Nil
	case "$0", "$PROGRAM_NAME":
		return p.NewString("routes")
	case "$!":
		return p.currentException()
	}
	if m := p.LastMatch(); m != nil {
		p.ChargeMemory(limits.SizeString)
		if n, ok := groupNumber(name); ok {
			return m.Group(n)
		}
		switch name {
		case "$&":
			return m.Group(0)
		case "$`":
			return p.Substring(m.Text[:m.Spans[0]])
		case "$'":
			return p.Substring(m.Text[m.Spans[1]:])
		case "$+":
			for n := len(m.Spans)/2 - 1; n > 0; n-- {
				if g := m.Group(n); g != Nil {
					return g
				}
			}
		}
	}
	if v, ok := p.ivarsOf(p.in.globals).Get(name); ok {
		return v
	}
	if v, ok := p.Settled(name); ok {
		return v
	}
	if f := p.in.options.GlobalElsewhere; f != nil && !inLibrary(x.Pos) && f(name) {
		return NewUnknown(name, x.Pos)
	}
	return Nil
}

// groupNumber reads `$1` to `$999`.
func groupNumber(name string) (int, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(name, "$"), 10, 0)
	return int(n), err == nil && n > 0 && len(name) <= len("$999")
}

// Group gives a capture as Ruby gives it: a string, or nil.
func (m *MatchData) Group(n int) Value {
	if n < 0 || n >= len(m.Spans)/2 || m.Spans[2*n] < 0 {
		return Nil
	}
	return NewString(m.Text[m.Spans[2*n]:m.Spans[2*n+1]])
}

// LastMatch is `$~` of the method that runs; its blocks share it.
func (p *paths) LastMatch() *MatchData { return p.matches[p.home()] }

// SetMatch sets $~, the last match of the method in Ruby that runs; nil is for none.
func (p *paths) SetMatch(m *MatchData) {
	if p.matches == nil {
		p.matches = map[*frame]*MatchData{}
	}
	p.matches[p.home()] = m
}

// home is the frame of the method that the running code stands in.
func (p *paths) home() *frame {
	if p.caller == nil {
		return nil
	}
	return p.caller.home
}

func (p *paths) currentException() Value {
	if p.exception == nil {
		return Nil
	}
	return p.exception
}

// How a list is divided among targets, parameters and patterns: `a, (b, *c) = list`,
// `each { |key, value| ... }`, `f(*list)`.

// destructure assigns the parts of v to the targets.
func (e *env) destructure(x *grammar.MultiTarget, v Value) {
	e.thread.tellOrderOf(v, x.Pos)
	setters := make([]func(Value), len(x.List))
	for i, target := range x.List {
		if s, ok := target.(*grammar.Splat); ok {
			if target = s.X; target == nil {
				continue
			}
		}
		setters[i] = e.target(target) // before anything is assigned: i, a[i] = 1, 9
	}
	parts := e.thread.divide(v, x.Division())
	for i, set := range setters {
		if set != nil {
			set(parts[i])
		}
	}
}

// divide returns the parts of a value, one for each target; that of the splat is a list. Of
// a value, or of elements, that a condition decides on, each part is a choice; of an unknown
// list, each part is unknown.
func (t *Thread) divide(v Value, d grammar.Division) []Value {
	if u, ok := v.(*Unknown); ok {
		when, yes, no, ok := u.Choice()
		if !ok {
			return t.divideUnknown(u, d)
		}
		return t.divideEither(when, yes, no, d)
	}
	list := t.elements(v, "to_ary")
	if t.in.guards.Load() {
		list = reached(d, list)
		Check(t.Step())
		if t.HasGuards(list) {
			list = t.listHere(list)
		}
		if i := guardedIn(d, list); i >= 0 {
			same := &Array{Elems: list}
			return t.divideEither(guardOf(list[i]).when, same, same, d)
		}
	}
	parts := make([]Value, 0, d.Before+d.After+1)
	for i := range d.Before {
		parts = append(parts, at(list, i))
	}
	if a, ok := v.(*Array); ok && a.unset != 0 {
		for i := len(list); i < len(parts); i++ {
			parts[i] = NilValue{a.unset}
		}
	}
	if !d.Splat {
		return parts
	}
	end := max(len(list)-d.After, min(d.Before, len(list)))
	parts = append(parts, t.NewArrayCopy(list[min(d.Before, len(list)):end]))
	for i := range d.After {
		parts = append(parts, at(list, max(len(list)-d.After, d.Before)+i))
	}
	return parts
}

// reached returns the elements of a list that may be a part of it.
func reached(d grammar.Division, list []Value) []Value {
	if d.Splat {
		return list
	}
	sure := 0
	for i, v := range list {
		if sure == d.Before {
			return list[:i]
		}
		if !IsGuarded(v) {
			sure++
		}
	}
	return list
}

// divideEither is divide for the two values that a condition picks from.
func (t *Thread) divideEither(when *Unknown, yes, no Value, d grammar.Division) []Value {
	var parts, others []Value
	t.where(when, func() { parts = t.divide(yes, d) })
	t.where(when.Not(), func() { others = t.divide(no, d) })
	for i := range parts {
		parts[i] = t.Merge(when, parts[i], others[i])
	}
	return parts
}

// divideUnknown is divide for a list that only the application knows.
func (p *paths) divideUnknown(u *Unknown, d grammar.Division) []Value {
	part := func(index string) *Unknown {
		at := u.Call(index, u.Pos)
		at.isSplat, at.aliases = u.isSplat, u.parts()
		return at
	}
	value := func(i int) Value {
		return p.known(part(fmt.Sprintf("[%d]", i)))
	}
	var parts []Value
	for i := range d.Before {
		parts = append(parts, value(i))
	}
	if !d.Splat {
		return parts
	}
	parts = append(parts, p.NewArray(p.ElementsOf(part(fmt.Sprintf("[%d..%d]", d.Before, -d.After-1)))))
	for i := range d.After {
		parts = append(parts, value(i-d.After))
	}
	return parts
}

// guardedIn returns the place of the first element that may be there and that a splat does not
// take whether or not it is; -1 if there is none. One that stands for all of an unknown list
// stays as it is.
func guardedIn(d grammar.Division, list []Value) int {
	sure := 0 // elements behind the one looked at that are there
	for _, v := range list {
		if !IsGuarded(v) {
			sure++
		}
	}
	for i, v := range list {
		if !IsGuarded(v) {
			sure--
			continue
		}
		taken := d.Splat && i >= d.Before && sure >= d.After
		if !taken && !v.(*Unknown).isSplat {
			return i
		}
	}
	return -1
}

// withSpread runs code of a block with its arguments. A single one is divided among the
// parameters, if there are several: where a condition picks it from two, the code runs for
// both.
func (t *Thread) withSpread(p *Proc, args []Value, kw *Hash, run func([]Value) (Value, error)) (_ Value, err error) {
	defer Contain(&err)
	s := p.Params.Shape()
	if p.lambda || len(args) != 1 || !s.Divides() || kw.Len() > 0 {
		return run(args)
	}
	u, ok := args[0].(*Unknown)
	if !ok {
		return run(reached(s.Division(), t.elements(args[0], "to_ary")))
	}
	if u.alternative != nil {
		return t.ForkElement(args, 0, func(args []Value) (Value, error) { return t.withSpread(p, args, kw, run) })
	}
	var list []Value
	for i, part := range t.divideUnknown(u, s.Division()) {
		if rest, ok := part.(*Array); ok && i == s.Leading+s.Optional {
			list = append(list, rest.Elems...)
			continue
		}
		list = append(list, part)
	}
	return run(list)
}

// withCertain runs code that binds arguments to parameters. Where an argument that may be
// there falls to a parameter of its own, the code runs on both branches of the condition.
func (t *Thread) withCertain(ps *grammar.Params, args []Value, kw *Hash, run func([]Value, *Hash) (Value, error)) (Value, error) {
	if !t.mayMiss(args, kw) {
		return run(args, kw)
	}
	args = t.listHere(args)
	if kw != nil {
		kw = t.contentsHere(kw).(*Hash)
	}
	when := guardOfKeyword(ps, kw)
	if i := guardedIn(ps.Shape().Division(), args); i >= 0 {
		when = guardOf(args[i]).when
	}
	if when == nil {
		return run(args, kw)
	}
	side := func() (Value, error) { return t.withCertain(ps, args, kw, run) }
	return t.fork(when, side, side)
}

// guardOfKeyword returns the condition that decides on a keyword which a parameter names.
func guardOfKeyword(ps *grammar.Params, kw *Hash) *Unknown {
	for i := range kw.Len() {
		key, v := kw.At(i)
		if name, ok := key.(Symbol); ok && IsGuarded(v) && ps.HasKey(string(name)) {
			return guardOf(v).when
		}
	}
	return nil
}

// mayMiss reports whether some of the arguments may not be there.
func (m *meter) mayMiss(args []Value, kw *Hash) bool {
	return m.HasGuards(args) || kw.Len() > 0 && m.HasGuards(kw.Vals)
}

// HasGuards reports whether some elements of a list may not be there.
func (m *meter) HasGuards(list []Value) bool {
	if !m.in.guards.Load() {
		return false
	}
	m.ChargeReads(len(list))
	return slices.ContainsFunc(list, IsGuarded)
}

// GuardsIn counts the elements of a list that may not be there.
func (m *meter) GuardsIn(list []Value) int {
	if !m.in.guards.Load() {
		return 0
	}
	m.ChargeReads(len(list))
	n := 0
	for _, v := range list {
		if IsGuarded(v) {
			n++
		}
	}
	return n
}

func at(list []Value, i int) Value {
	if i < len(list) {
		return list[i]
	}
	return Nil
}
