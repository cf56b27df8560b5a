package dsl

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

// argument is what a call, of which u is the value, hands its block: `Site.all.each(0)`,
// and of a call that has arguments itself `Site.each(true).yield(0)`, which is Ruby too.
func (u *Unknown) argument(i int) *Unknown {
	source := fmt.Sprintf("(%d)", i)
	if strings.HasSuffix(u.Text(), ")") {
		source = ".yield" + source
	}
	item := u.Call(source, u.Pos)
	item.isSplat, item.aliases = true, u.parts()
	return item
}

// callUnknown is a call on an unknown value as the program writes it. A block
// is run, with unknown arguments, under the condition that the call makes.
func (c *Call) callUnknown(u *Unknown) (Value, error) {
	t := c.Thread
	t.At = c.Pos
	if u.alternative != nil {
		return t.forkChoice(u.alternative, func(v Value) (Value, error) { return c.on(v).answer() })
	}
	if v, done, err := t.callObserver(u, c); done {
		return v, err
	}
	var results *Aliases
	if u.aliases != nil && !t.Request {
		var err error
		if results, c, err = t.callAliases(u, c); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Name == "!" && len(c.Args) == 0:
		return u.Not(), nil
	case c.Block == nil && Named(c.Name, trait.Compares) && len(c.Args) == 1 && t.SurelyEqual(u, c.Args[0]):
		return Bool(c.Name != "!="), nil
	}
	if c.Block != nil && len(c.Args) == 0 && Named(c.Name, trait.YieldsSelf) {
		v, err := t.callProc(c.Block, []Value{u}, nil)
		if c.Name == "tap" {
			v = u
		}
		return v, err
	}
	s := t.callSource(&u.Node, c)
	if text := textBehind(u, c); text != nil {
		if _, ok := t.Settled(s.b.String()); !ok {
			return text, nil
		}
	}
	if c.Block != nil && (Named(c.Name, trait.Rebinds) || t.in.rebindsIn(u, c.Name)) {
		own := *c
		own.Block = c.Block.withSelf(u)
		return t.unknownResult(s, &own, results)
	}
	return t.unknownResult(s, c, results)
}

// textBehind is `unknown + "text"`: whatever takes a text behind it is one.
func textBehind(u *Unknown, c *Call) *String {
	if c.Name != "+" || len(c.Args) != 1 || c.Block != nil {
		return nil
	}
	s, ok := c.Args[0].(*String)
	if !ok {
		return nil
	}
	return &String{s: u.placeholder() + s.s, Unknown: u}
}

// rebindsIn reports whether the host says that the block of a call on u has u as self.
func (in *Interp) rebindsIn(u *Unknown, name string) bool {
	return in.options.Rebinds != nil && in.options.Rebinds(u.Text(), name)
}

// withSelf is the block with an unknown value as self.
func (p *Proc) withSelf(u *Unknown) *Proc {
	if p.env == nil {
		return p
	}
	own, e, f := *p, *p.env, *p.env.frame
	f.self, f.target, f.kept, e.kept, own.kept = u, &Class{definitions: definitions{unknown: true}, foreign: true}, false, false, false
	e.frame = &f
	own.env = &e
	return &own
}

// unknownResult is the value of a call that only the application knows: what
// the host was told that it is, or an unknown one. A block is run under the
// condition that the call makes.
func (t *Thread) unknownResult(s *source, c *Call, results *Aliases) (Value, error) {
	u := s.unknown(c.Pos).MayBe(results, argumentAliases(c))
	if v, ok := t.Settled(u.Text()); ok {
		return t.settledCall(u, v, c)
	}
	t.escapeCall(u, c)
	u.escaped = escaping(c)
	if c.Block == nil {
		return u, nil
	}
	return t.runUnderCondition(u, c.Block, t.in.wrapsBlock(c.Name))
}

// wrapsBlock tells a method that may do more with its block than to run it: one that is
// no question, and goes through no collection by its name.
func (in *Interp) wrapsBlock(name string) bool {
	if strings.HasSuffix(name, "?") || strings.Contains(name, "each") {
		return false
	}
	k := &in.classes
	return !slices.ContainsFunc([]*Class{k.array, k.hash, k.rng, k.integer, k.enumerable}, func(c *Class) bool { return c.builtins[name] != nil })
}

// ---- built-in methods

// runBuiltinUnsure runs a built-in method on values of which the application
// knows more; done is false if the method may run as on any others.
func (c *Call) runBuiltinUnsure() (v Value, done bool, err error) {
	t := c.Thread
	if class, ok := c.Self.(*Class); ok || c.Self == Value(t.in.main) || !isData(c.Self) {
		v = c.unknownFunction(class)
		return v, v != nil, nil
	}
	if k := undecidedArgument(c); k >= 0 && !c.HasTrait(trait.Opaque) {
		v, err = c.forkArgument(k)
		return v, true, err
	}
	if i, when := t.possibleInArgument(c); when != nil {
		v, err = c.forkInArgument(i, when)
		return v, true, err
	}
	if list := t.possibleList(c); list != nil {
		v, err = t.Send(list, c.Name, c.Args, c.Keywords, c.Block, c.Pos)
		return v, true, err
	}
	if deletesKnown(c) {
		return nil, false, nil
	}
	u := t.unknownReceiver(c)
	if u != nil {
		if when := t.Possible(c.Self); when != nil {
			v, err = c.ForkReceiver(when)
			return v, true, err
		}
	}
	if u == nil && (len(c.Args) > 0 || c.Keywords != nil) && !c.HasTrait(trait.Opaque) {
		u = unknownArgument(c)
		if _, ok := c.Self.(*String); ok && u != nil && c.HasTrait(trait.JoinsText) {
			textArguments(c)
			return nil, false, nil
		}
	}
	if u == nil && c.HasTrait(trait.ComparesSets) {
		u = unknownMember(c)
	}
	if u == nil && c.HasTrait(trait.LooksAtKinds) {
		if u = t.UnknownIn(c.Self); u == nil {
			u = c.UnknownIn(c.Args...)
		}
	}
	if u == nil {
		return nil, false, nil
	}
	if v, err = primitive("with_unknown").run(c); v != nil || err != nil {
		return v, true, err
	}
	switch {
	case c.HasTrait(trait.ChangesReceiver) && t.altering(c):
		t.TestTruth(u)
	case c.HasTrait(trait.ChangesReceiver):
		t.Changing(c.Self)
		t.havoc(c.Self, u)
	}
	result := unknownCallAt(c, u.Pos).MayBe(t.resultAliases(c))
	if c.Block == nil {
		return result, true, nil
	}
	s := knownCallSource(c.withoutBlock())
	s.ambiguous = false
	_, err = t.runUnderCondition(s.unknown(c.Pos), c.Block, false)
	return result, true, err
}

// isData tells the values whose built-in methods look at what they are given.
// A delegate only hands it on.
func isData(v Value) bool {
	switch v := v.(type) {
	case *String, Symbol, Int, Float, *Array, *Hash, *Range, *Regexp, *MatchData, Bool, NilValue:
		return true
	case *Object:
		_, delegates := v.Data.(Delegate)
		return v.Data != nil && !delegates
	}
	return false
}

// undecidedArgument returns the place of an argument that a condition decides on: which of
// two values it is, or whether it is there. It is -1 if there is none.
func undecidedArgument(c *Call) int {
	return slices.IndexFunc(c.Args, func(v Value) bool {
		_, picked := choiceOf(v)
		_, _, guarded := Guarded(v)
		return picked || guarded
	})
}

// possibleArgument returns the place of an argument that may be there, of which the
// method must know whether it is; -1 if there is none.
func (m *meter) possibleArgument(c *Call) int {
	if !m.in.guards.Load() || c.HasTrait(trait.Opaque) && (c.method.builtin.max < 0 || isData(c.Self)) {
		return -1
	}
	return PossibleIn(c.Args)
}

// PossibleIn returns the place of an element that may be there; -1 if there is none.
func PossibleIn(list []Value) int {
	return slices.IndexFunc(list, func(v Value) bool { _, _, ok := Guarded(v); return ok })
}

// forkArgument calls a method on each branch of the condition that decides on the i-th argument.
func (c *Call) forkArgument(i int) (Value, error) {
	return c.ForkElement(c.Args, i, func(args []Value) (Value, error) { return c.with(args...).run(c.method) })
}

// unknownReceiver returns the unknown value that decides what a method of the
// receiver gives.
func (m *meter) unknownReceiver(c *Call) *Unknown {
	switch v := c.Self.(type) {
	case *String:
		if !c.HasTrait(trait.Partial | trait.Opaque) {
			return v.Unknown
		}
	case *Range:
		if !c.HasTrait(trait.Partial | trait.Opaque) {
			return UnknownIn(v)
		}
	case *Array:
		if m.in.guards.Load() && !c.HasTrait(trait.Partial) {
			m.ChargeReads(len(v.Elems))
			return OpenElement(v.Elems)
		}
	case *Hash:
		if v.HasGuards && !c.HasTrait(trait.Partial) {
			m.ChargeReads(v.Len())
			return openPair(v)
		}
	case *Object:
		if set, ok := SetElems(v); ok && set.HasGuards && !c.HasTrait(trait.Partial) {
			m.ChargeReads(set.Len())
			return openPair(set)
		}
	}
	return nil
}

// OpenElement returns the condition or value that makes a list uncertain.
func OpenElement(list []Value) *Unknown {
	for _, v := range list {
		if k := guardOf(v); k != nil {
			return k.when
		}
	}
	return nil
}

func openPair(h *Hash) *Unknown {
	if u := OpenElement(h.Vals); u != nil {
		return u
	}
	return UnknownIn(h.Keys...)
}

// unknownArgument returns an unknown value among the arguments, or in the text of
// one.
func unknownArgument(c *Call) *Unknown {
	for _, a := range c.Args {
		if u := UnknownScalar(a); u != nil {
			return u
		}
	}
	for i := range c.Keywords.Len() {
		_, v := c.Keywords.At(i)
		if u := UnknownScalar(v); u != nil {
			return u
		}
	}
	return nil
}

// unknownMember returns an unknown element of a set that another one is compared
// with.
func unknownMember(c *Call) *Unknown {
	if _, ok := SetElems(c.Self); !ok || len(c.Args) == 0 {
		return nil
	}
	if other, ok := SetElems(c.Args[0]); ok {
		return UnknownIn(other.Keys...)
	}
	return nil
}

func UnknownScalar(v Value) *Unknown {
	switch v := v.(type) {
	case *Unknown:
		return v
	case *String:
		return v.Unknown
	}
	return nil
}

// textArguments makes unknown arguments of a method that only joins texts into
// placeholders, as interpolation does.
func textArguments(c *Call) {
	c.Args = slices.Clone(c.Args)
	for i, a := range c.Args {
		if u, ok := a.(*Unknown); ok {
			c.Args[i] = &String{s: u.placeholder(), Unknown: u}
		}
	}
}

// deletesKnown tells `list.delete(x)` of a list whose elements are known, if not
// whether they are there.
func deletesKnown(c *Call) bool {
	list, ok := c.Self.(*Array)
	if !ok || c.Name != "delete" || len(c.Args) != 1 || c.Block != nil || UnknownIn(c.Args[0]) != nil {
		return false
	}
	for _, e := range list.Elems {
		if _, there, ok := Guarded(e); ok {
			e = there
		}
		if UnknownIn(e) != nil {
			return false
		}
	}
	return true
}

// unknownOutcome is for the result of a built-in method that asked what only the
// application knows. Its receiver still holds what it held before, see
// replaceElems: each part of that may be there.
func (c *Call) unknownOutcome(u *Unknown) Value {
	if c.HasTrait(trait.ChangesReceiver) && !c.altering(c) {
		c.havoc(c.Self, u)
		c.mayStore(c, u)
	}
	result := UnknownResult(c).MayBe(c.resultAliases(c))
	if result.Pos.Line == 0 {
		result.Pos = u.Pos
	}
	return result
}

// mayStore adds what an opaque method stores in a list, at a place that only the
// application knows, as an element that may be there: list[Settings.i] = "a".
func (p *paths) mayStore(c *Call, u *Unknown) {
	list, ok := c.Self.(*Array)
	if !ok || !c.HasTrait(trait.Opaque) || len(c.Args) == 0 {
		return
	}
	if v := c.Args[len(c.Args)-1]; v != Value(u) {
		p.ChargeMemory(limits.SizeElement)
		list.Elems = append(list.Elems, p.WithGuard(v, p.havocGuard(v, u)))
	}
}

// havoc makes every part of a collection one that may be there.
func (t *Thread) havoc(v Value, u *Unknown) {
	switch v := v.(type) {
	case *Array:
		t.ChargeMemory(3 * limits.SizeUnknown * len(v.Elems))
		for i, e := range v.Elems {
			v.Elems[i] = t.WithGuard(e, t.havocGuard(e, u))
		}
	case *Hash:
		t.ChargeMemory(3 * limits.SizeUnknown * v.Len())
		for i, e := range v.Vals {
			v.Vals[i] = t.WithGuard(e, t.havocGuard(v.Keys[i], u))
		}
		v.HasGuards = true
	case *String:
		v.Unknown = u
	case *Object:
		switch held := heldBy(v).(type) {
		case *Hash:
			t.havoc(held, u)
		case *Members:
			t.ChargeMemory(3 * limits.SizeUnknown * len(held.Values))
			for i, e := range held.Values {
				held.Values[i] = t.Merge(t.havocGuard(e, u), e, u)
			}
		}
	}
}

// havocAndAdd is havoc for a method that may add what only the application knows.
func (t *Thread) havocAndAdd(v Value, u, result *Unknown) {
	t.havoc(v, u)
	switch v := v.(type) {
	case *Array:
		t.ChargeMemory(limits.SizeElement)
		v.Elems = append(v.Elems, t.ElementsOf(result))
	case *Hash:
		t.MergeUnknown(v, result)
	}
}

// SameName is the condition that an unknown name is a certain one.
func (p *paths) SameName(unknown, name Value) *Unknown {
	return p.source(unknown, " == ", name).operation(p.At)
}

// havocGuard is the condition of one part of a collection that u has changed.
func (p *paths) havocGuard(part Value, u *Unknown) *Unknown {
	return p.source(part, " stays: ", u.Text()).operation(u.Pos)
}

// aboutUnknown tells an error that a built-in method itself raised because it
// was given a value that only the application knows.
func (p *paths) aboutUnknown(c *Call, err error) *Unknown {
	ee, ok := err.(*EvalError)
	if !ok || !isData(c.Self) || len(ee.Stack) > len(p.stack)+1 {
		return nil
	}
	switch ee.Class {
	case "TypeError", "ArgumentError", "NoMethodError", "KeyError", "IndexError", "FloatDomainError", "RangeError":
	default:
		return nil
	}
	u := p.UnknownIn(c.Self)
	if u == nil {
		u = p.UnknownIn(c.Args...)
	}
	if u == nil {
		u = p.lastYielded
	}
	return u
}

// unknownFunction returns the result of a question to a module about its argument,
// `String === Settings.name`, and of a function that looks into its arguments,
// `Regexp.union(Settings.list)`, where they are unknown. It returns Go's nil for others.
func (c *Call) unknownFunction(class *Class) Value {
	var u *Unknown
	if class != nil && len(c.Args) > 0 && c.HasTrait(trait.AsksKinship) {
		u = UnknownScalar(c.Args[0])
	}
	if u == nil && c.HasTrait(trait.Converts) {
		if u = unknownArgument(c); u == nil && class != nil {
			u = c.UnknownIn(c.Args...)
		}
	}
	if u == nil {
		return nil
	}
	return c.known(unknownCallAt(c, u.Pos))
}

// carryUnknown marks a string that a method made of one with an unknown value
// in its text, or of one that its block gave.
func carryUnknown(c *Call, v Value, gave *Unknown) Value {
	switch s := v.(type) {
	case nil:
		return Nil
	case *String:
		if s.Unknown != nil || s == c.Self && !c.HasTrait(trait.ChangesReceiver) {
			return s
		}
		u := carriedText(c)
		if own, ok := c.Self.(*String); ok {
			if u == nil && c.Block != nil {
				u = gave
			}
			if s.Encoding == 0 && c.Block == nil && !c.HasTrait(trait.Opaque) && c.Name != "unpack1" {
				s.Encoding = own.Encoding.Carried(len(own.s))
			}
		}
		if u != nil { // nor is a text written that others may be reading
			s.Unknown = u
		}
	}
	return v
}

// carriedText returns the unknown value that a string has from the receiver or
// the arguments of the method that made it; nil if there is none.
func carriedText(c *Call) *Unknown {
	own, ok := c.Self.(*String)
	switch {
	case ok && own.Unknown != nil:
		return own.Unknown
	case ok && c.HasTrait(trait.JoinsText):
		return unknownArgument(c)
	case !ok && c.HasTrait(trait.ShowsParts):
		return c.UnknownIn(c.Self)
	}
	return nil
}
