package dsl

import (
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A choice is what the two branches of an undecided condition leave behind.
type choice struct {
	when    *Unknown
	yes, no Value
	depth   int // of choices within
}

// Sides returns what the choice may be.
func (k *choice) sides() []alias {
	return []alias{{v: k.yes, when: k.when}, {v: k.no, when: k.when.Not()}}
}

// guardOf returns the guard of an element that may not be there, with its value; nil for
// other values.
func guardOf(v Value) *choice {
	if u, ok := v.(*Unknown); ok {
		return u.optional
	}
	return nil
}

// maxChoice bounds choices within choices; deeper ones are just unknown.
const maxChoice = 6

// NewUnknown returns the value of an expression by its source.
func NewUnknown(text string, pos grammar.Pos) *Unknown {
	return &Unknown{Node: symbolic.Ref(text, pos)}
}

// Call returns the value of a call on u; source is what follows u in it: `.sso?`, `[0]`.
func (u *Unknown) Call(source string, pos grammar.Pos) *Unknown {
	return &Unknown{Node: symbolic.New(symbolic.CallOn(&u.Node, source), pos)}
}

// PlainCall returns the value of a call on u without arguments.
func (u *Unknown) PlainCall(name string, t *Thread) *Unknown {
	t.ChargeMemory(limits.SizeUnknown)
	return u.Call("."+name, t.At)
}

// Operation returns what an operator makes of u; source is what follows u: ` == :show`.
func (u *Unknown) Operation(source string) *Unknown {
	t := symbolic.CallOn(&u.Node, source)
	t.NeedsParens = true
	return &Unknown{Node: symbolic.New(t, u.Pos)}
}

// Not returns `!u`.
func (u *Unknown) Not() *Unknown { return &Unknown{Node: symbolic.Not(&u.Node)} }

func (m *meter) not(u *Unknown) *Unknown {
	m.ChargeMemory(limits.SizeUnknown)
	return u.Not()
}

// Or returns `u || v`.
func (u *Unknown) Or(v *Unknown) *Unknown { return &Unknown{Node: symbolic.Or(&u.Node, &v.Node)} }

// And returns `u && v`; either may be nil.
func (u *Unknown) And(v *Unknown) *Unknown {
	switch {
	case u == nil:
		return v
	case v == nil || u.Same(v):
		return u
	}
	return &Unknown{Node: symbolic.And(&u.Node, &v.Node)}
}

// Same reports whether u and v have the same value, whatever the application knows.
func (u *Unknown) Same(v *Unknown) bool { return u.Node.Same(&v.Node) }

// Negates reports whether u is `!v` or v is `!u`.
func (u *Unknown) Negates(v *Unknown) bool { return u.Node.Negates(&v.Node) }

// onlyWhere returns the condition that u holds only where v does, `!(u && !v)`.
func (u *Unknown) onlyWhere(v *Unknown) *Unknown { return u.And(v.Not()).Not() }

// placeholder stands for the value inside a string, `:Settings.prefix`.
func (u *Unknown) placeholder() string { return ":" + u.Text() }

// Merge is `when ? yes : no` for the values that two branches left.
func (t *Thread) Merge(when *Unknown, yes, no Value) Value {
	if yes == no {
		return yes
	}
	switch a := yes.(type) {
	case *Array:
		if b, ok := no.(*Array); ok {
			return t.linked(when, a, b, t.mergeLists(when, a, b))
		}
	case *Hash:
		if b, ok := no.(*Hash); ok && a.Indifferent == b.Indifferent && a.ByIdentity == b.ByIdentity {
			return t.linked(when, a, b, t.mergeHashes(when, a, b))
		}
	case Bool:
		if b, ok := no.(Bool); ok && a != b {
			if a {
				return when
			}
			return when.Not()
		}
	}
	if t.SurelyEqual(yes, no) {
		return yes
	}
	return t.newChoice(when, yes, no)
}

func (p *paths) newChoice(when *Unknown, yes, no Value) *Unknown {
	s := p.source("(", when.Operand(), " ? ", yes, " : ", no, ")")
	pos := s.charge(when.Pos)
	k := &choice{when, yes, no, 1 + max(choiceDepth(yes), choiceDepth(no))}
	if k.depth > maxChoice {
		return &Unknown{Node: symbolic.New(s.term(), pos), aliases: &Aliases{these: k.sides()}}
	}
	return &Unknown{Node: symbolic.Choice(&when.Node, truthNode(yes), truthNode(no), s.term(), pos), alternative: k}
}

// truthNode returns the node of a value in a condition.
func truthNode(v Value) *symbolic.Node {
	u := UnknownIn(v)
	switch {
	case u == nil:
		return symbolic.Known(Truthy(v), nil)
	case v == Value(u):
		return &u.Node
	}
	return symbolic.Known(true, &u.Node)
}

func choiceDepth(v Value) int {
	if u, ok := v.(*Unknown); ok && u.alternative != nil {
		return u.alternative.depth
	}
	return 0
}

// SurelyEqual reports whether values are equal whatever the application knows.
func (t *Thread) SurelyEqual(a, b Value) bool {
	if u, ok := a.(*Unknown); ok {
		v, ok := b.(*Unknown)
		if x, y := guardOf(a), guardOf(b); x != nil && y != nil && !u.isSplat && !v.isSplat {
			return x.when.Same(y.when) && t.SurelyEqual(x.yes, y.yes)
		}
		return ok && u.Same(v)
	}
	if t.UnknownIn(a, b) != nil {
		x, ok := a.(*String)
		y, ok2 := b.(*String)
		return ok && ok2 && x.s == y.s && x.Unknown != nil && y.Unknown != nil && x.Unknown.Same(y.Unknown)
	}
	switch a.(type) {
	case *String, Symbol, Int, Float, Bool, NilValue, *Range, *Regexp:
		same := false
		return Attempt(func() { same = t.Equal(a, b) }) == nil && same
	}
	return a == b
}

// WithGuard is v as an element that is there only if when holds.
func (p *paths) WithGuard(v Value, when *Unknown) *Unknown {
	if k := guardOf(v); k != nil {
		v, when = k.yes, when.And(k.when)
	}
	p.where(when, func() { v = p.Simplify(v) })
	u := p.source("(", v, " if ", when.Text(), ")").unknown(when.Pos)
	p.in.guards.Store(true)
	u.optional = &choice{when: when, yes: v, no: Nil}
	if e, ok := v.(*Unknown); ok && e.isSplat {
		u.isSplat = true
	}
	return u
}

// ElementsOf stands for the elements of an unknown list within a known one.
func (p *paths) ElementsOf(list *Unknown) *Unknown {
	one := symbolic.CallOn(&list.Node, ".each(0)")
	one.Ambiguous = true
	item := &Unknown{Node: symbolic.New(one, list.Pos), isSplat: true, aliases: list.parts()}
	u := p.WithGuard(item, list)
	u.Node = symbolic.New(symbolic.Term{Text: "*" + list.Operand(), Ambiguous: true}, u.Pos)
	return u
}

// mergeLists joins two lists: what they begin and end with alike is there for
// sure.
func (t *Thread) mergeLists(when *Unknown, a, b *Array) *Array {
	start := 0
	for start < min(len(a.Elems), len(b.Elems)) && t.SurelyEqual(a.Elems[start], b.Elems[start]) {
		start++
	}
	end := 0
	for end < min(len(a.Elems), len(b.Elems))-start && t.SurelyEqual(a.Elems[len(a.Elems)-1-end], b.Elems[len(b.Elems)-1-end]) {
		end++
	}
	out := t.NewArrayCap(len(a.Elems) + len(b.Elems) - start - end)
	t.ChargeReads(cap(out.Elems))
	out.Elems = append(out.Elems, a.Elems[:start]...)
	for _, v := range a.Elems[start : len(a.Elems)-end] {
		out.Elems = append(out.Elems, t.WithGuard(v, when))
	}
	for _, v := range b.Elems[start : len(b.Elems)-end] {
		out.Elems = append(out.Elems, t.WithGuard(v, when.Not()))
	}
	out.Elems = append(out.Elems, a.Elems[len(a.Elems)-end:]...)
	return out
}

// mergeHashes joins two hashes. Pairs that only one of them has come last if
// the other does not have them where they were.
func (t *Thread) mergeHashes(when *Unknown, a, b *Hash) *Hash {
	out := t.CloneHash(a)
	t.Used.Steps += a.Len() + b.Len()
	out.HasGuards = a.HasGuards || b.HasGuards
	if a.Default != b.Default {
		out.Default = t.Merge(when, absentNil(a.Default), absentNil(b.Default))
	}
	for i, key := range a.Keys {
		v, ok := b.Get(key)
		if !ok {
			out.Vals[i], out.HasGuards = t.WithGuard(a.Vals[i], when), true
		} else {
			out.Vals[i] = t.Merge(when, a.Vals[i], v)
		}
	}
	for i, key := range b.Keys {
		if _, ok := a.Get(key); !ok {
			out.Set(key, t.WithGuard(b.Vals[i], when.Not()))
			out.HasGuards = true
		}
	}
	return out
}

// Choice returns the two values of which an undecided condition picks one, in
// `on ? "a" : "b"` or after an `if` whose branches assign a variable; ok is false
// for other values.
func (u *Unknown) Choice() (when *Unknown, yes, no Value, ok bool) {
	if c := u.alternative; c != nil {
		return c.when, c.yes, c.no, true
	}
	return nil, nil, nil, false
}

// GuardLike returns v as an element that is there where of is.
func (p *paths) GuardLike(v Value, of *Unknown) Value {
	when := of.optional.when
	if yes, known := p.TruthOf(when); known && yes {
		return v
	}
	u := p.WithGuard(v, when)
	u.isSplat = of.isSplat
	return u
}

// Guarded is [Unknown.Guarded] of any value: ok is false for all that are there for sure, and
// for an unknown list's elements, see [Unknown.Splat].
func Guarded(v Value) (when *Unknown, there Value, ok bool) {
	if u, isUnknown := v.(*Unknown); isUnknown && !u.isSplat {
		return u.Guarded()
	}
	return nil, nil, false
}

// IsGuarded reports whether v is an element that a list or hash may not hold.
func IsGuarded(v Value) bool { return guardOf(v) != nil }

// Splat tells a key that stands for all pairs of an unknown hash, `**u`, and an
// element that stands for all of an unknown list, `*u`.
func (u *Unknown) Splat() bool { return u.isSplat }

// Guarded returns the value of an element that a list or hash holds only if an
// undecided condition holds, as after `list << "b" if Settings.b?`.
func (u *Unknown) Guarded() (when *Unknown, v Value, ok bool) {
	if c := u.optional; c != nil {
		return c.when, c.yes, true
	}
	return nil, nil, false
}
