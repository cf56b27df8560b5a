package dsl

import (
	"cmp"
	"slices"

	"signalbox/dsl/internal/trait"
	"signalbox/dsl/internal/unset"
	"signalbox/grammar"
)

// The nil of a variable that ENV does not hold remembers that variable, and so
// does the text that is made of it, for a host that wants to know where it ends
// up. For programs it is nil, and the text is like any other.

// An Unset is a variable that the program asked ENV for and that ENV does not hold.
type Unset = unset.Variable

// UnsetHint says how a variable is given; empty for none.
func UnsetHint(missing []Unset) string { return unset.Hint(missing) }

type unsetMark = unset.Mark

// unsetVars are the variables that the program asked for in vain.
type unsetVars struct {
	unset.Variables
	of map[Symbol]unsetMark // symbols made of their texts, of which all of one name are the same
}

// UnsetNil returns the nil of a variable that ENV does not hold. Code that runs
// while requests are answered gets a plain one; its thread remembers the variable.
func (p *paths) UnsetNil(name string, at grammar.Pos) Value {
	if p.Request {
		if len(p.lacked) < unset.Most {
			p.lacked = append(p.lacked, Unset{Name: name, Pos: at})
		}
		return Nil
	}
	return NilValue{p.in.unset.Mark(Unset{Name: name, Pos: at})}
}

// Lacking returns a hash of the same pairs that lacks the variables which v is the nil of.
func (h *Hash) Lacking(v Value) *Hash {
	own := *h
	own.unset = v.(NilValue).unset
	return &own
}

// Lacks reports whether a hash lacks the pairs of variables that ENV does not hold.
func (h *Hash) Lacks() bool { return h.unset != 0 }

// IsNil reports whether v is nil, be it that of an unset variable.
func IsNil(v Value) bool {
	_, ok := v.(NilValue)
	return ok
}

// UnsetIn returns the variables that are missing in v: v, or something in it, is
// their nil, or holds the empty text of that nil.
func (in *Interp) UnsetIn(v Value) []Unset {
	if !in.MissesVariables() {
		return nil
	}
	return in.unset.Of(in.unsetIn(v))
}

// MissesVariables reports whether the program asked for variables that ENV does
// not hold.
func (in *Interp) MissesVariables() bool { return in.unset.Any() }

// unsetIn is [Interp.UnsetIn] of any of the values.
func (in *Interp) unsetIn(values ...Value) unsetMark {
	s := search{vars: &in.unset}
	s.among(values, 0)
	return s.unset
}

// WithoutUnset returns v without what remembers unset variables; what does not is v
// itself.
func (in *Interp) WithoutUnset(v Value) Value {
	if !in.MissesVariables() {
		return v
	}
	return (&unmarking{}).of(v, 0)
}

// An unmarking makes values without marks, of each list and hash once.
type unmarking struct{ made map[Value]Value }

func (w *unmarking) of(v Value, depth int) Value {
	switch v := v.(type) {
	case NilValue:
		return Nil
	case *String:
		if v.unset != 0 {
			own := *v
			own.unset = 0
			return &own
		}
	case *Array, *Hash:
		if made, ok := w.made[v]; ok || depth > maxSearchDepth {
			return cmp.Or(made, v)
		}
		if w.made == nil {
			w.made = map[Value]Value{}
		}
		w.made[v] = v // within itself, too
		w.made[v] = w.collection(v, depth+1)
		return w.made[v]
	}
	return v
}

// collection is of a list or hash.
func (w *unmarking) collection(v Value, depth int) Value {
	_, list := contents(v)
	out, marked := slices.Clone(list), *lackedBy(v) != 0
	for i, e := range list {
		out[i] = w.of(e, depth)
		marked = marked || out[i] != e
	}
	if !marked {
		return v
	}
	if h, ok := v.(*Hash); ok {
		own := h.Clone()
		own.unset, own.Vals = 0, out
		return own
	}
	own := *v.(*Array)
	own.unset, own.Elems = 0, out
	return &own
}

// lackedBy returns where a list or hash remembers what it lacks; nil of other values.
func lackedBy(v Value) *unsetMark {
	switch v := v.(type) {
	case *Array:
		return &v.unset
	case *Hash:
		return &v.unset
	}
	return nil
}

// ---- what becomes of them

// missed tells the host that the absence of variables matters to the program.
func (m *meter) missed(mark unsetMark) {
	if f := m.in.options.Unset; mark != 0 && f != nil && !m.Request {
		for _, u := range m.in.unset.Of(mark) {
			f(u)
		}
	}
}

// holds is [Truthy] of a value that decides what the program does.
func (m *meter) holds(v Value) bool {
	return !m.IsNone(v) && v != False
}

// IsNone reports whether v is nil where that decides what the program does: in `v&.name`.
func (m *meter) IsNone(v Value) bool {
	n, ok := v.(NilValue)
	if ok {
		m.missed(n.unset)
	}
	return ok
}

// runBuiltinOfUnset is runOfUnset of a built-in method.
func (t *Thread) runBuiltinOfUnset(b *Builtin, c *Call) (Value, error) {
	if _, text := c.Self.(*String); b == hostWord || !text && !IsNil(c.Self) && c.HasTrait(trait.Opaque) {
		return c.runBuiltin(b)
	}
	return t.runOfUnset(c, func(c *Call) (Value, error) { return c.runBuiltin(b) })
}

// runOfUnset runs a method of the interpreter in a program that asked for variables that
// there are not: it gets plain nils, and its text remembers whose nil is missing
// in it.
func (p *paths) runOfUnset(c *Call, run func(*Call) (Value, error)) (Value, error) {
	var self, args unsetMark
	if !p.Request {
		self, args = p.unsetOf(c), p.in.unsetIn(c.Args...)
		if c.Keywords.Len() > 0 {
			args = p.in.unset.Join(args, p.in.unsetIn(c.Keywords))
		}
		p.missed(p.in.unset.Join(self, args))
	}
	v, err := run(c.withPlainNils())
	if self == 0 && args == 0 {
		if h, ok := c.Self.(*Hash); !ok || p.Request {
			return v, err
		} else if p.ChargeReads(h.Len()); lackedBy(v) == nil {
			return v, err
		} else if self = p.in.unsetIn(h); self == 0 {
			return v, err
		}
	}
	if err != nil {
		p.in.explainUnset(err, append([]Value{c.Self}, c.Args...)...)
		return nil, err
	}
	return p.in.remember(c, v, self, args), nil
}

// explainUnset adds to an error that one of the values is the nil of a variable
// which may be given.
func (in *Interp) explainUnset(err error, values ...Value) {
	e, ok := err.(*EvalError)
	if !ok || e.Hint != "" {
		return
	}
	for _, v := range values {
		if IsNil(v) {
			e.Hint = unset.Hint(in.UnsetIn(v))
			return
		}
	}
}

// explainLacked is explainUnset for code that runs while requests are answered: the
// last variable that it asked for in vain may be why it failed.
func (p *paths) explainLacked(e *EvalError) {
	if n := len(p.lacked); n > 0 && e.Hint == "" {
		u := p.lacked[n-1]
		e.Hint = unset.Hint([]Unset{u})
		if u.Pos.Line > 0 {
			e.Hint += " (asked for at " + u.Pos.String() + ")"
		}
	}
}

// withPlainNils returns the call with plain nils.
func (c *Call) withPlainNils() *Call {
	isPlain := func(v Value) bool { n, ok := v.(NilValue); return !ok || n.unset == 0 }
	if isPlain(c.Self) && !slices.ContainsFunc(c.Args, func(v Value) bool { return !isPlain(v) }) && c.Keywords.Len() == 0 {
		return c
	}
	own := *c
	own.Args = slices.Clone(c.Args)
	if !isPlain(c.Self) {
		own.Self = Nil
	}
	for i, v := range own.Args {
		if !isPlain(v) {
			own.Args[i] = Nil
		}
	}
	if c.Keywords.Len() > 0 {
		own.Keywords = (&unmarking{}).of(c.Keywords, 0).(*Hash)
	}
	return &own
}

// unsetOf is unsetIn for the receiver of a call. Of hashes only what they lack counts: of a
// copy of ENV, the variables that the call names.
func (p *paths) unsetOf(c *Call) (m unsetMark) {
	switch v := c.Self.(type) {
	case NilValue, *String, Symbol:
		return p.in.unsetIn(v)
	case *Array:
		p.ChargeReads(len(v.Elems))
		return p.in.unsetIn(v)
	case *Hash:
		if v.unset == 0 || p.in.unset.Of(v.unset)[0].Name != "" {
			return v.unset
		}
		names := c.Args
		switch {
		case len(names) == 0 || slices.Contains(asksValues, c.Name):
			return v.unset
		case c.Name == "fetch":
			names = names[:1]
		}
		for _, a := range names {
			name, ok := a.(Symbol)
			if s, text := a.(*String); text {
				name, ok = Symbol(s.s), s.Unknown == nil
			}
			if !ok {
				return v.unset
			}
			if _, there := v.Get(a); !there {
				m = p.in.unset.Join(m, p.UnsetNil(string(name), c.Pos).(NilValue).unset)
			}
		}
	}
	return m
}

// asksValues are the methods of hashes whose arguments are values, not keys.
var asksValues = []string{"key", "rassoc", "value?", "has_value?"}

// remember marks what a method made of a receiver and arguments with marks. What no part
// of a list or hash remembers, though one of the receiver did, is missing there.
func (in *Interp) remember(c *Call, v Value, self, args unsetMark) Value {
	switch made := v.(type) {
	case NilValue: // itself, presence, try, or what is missing in the receiver
		if made.unset != 0 {
			return made
		}
		if list, ok := c.Self.(*Array); ok {
			self = list.unset
		}
		return NilValue{self}
	case *String:
		if lackedBy(c.Self) == nil || c.HasTrait(trait.ShowsParts) {
			made.unset = in.unset.Join(made.unset, in.unset.Join(self, args))
		}
	case *Array, *Hash:
		if in.unsetIn(made) == 0 {
			*lackedBy(made) = in.unset.Join(self, args)
		}
	case Symbol:
		if in.unset.of == nil {
			in.unset.of = map[Symbol]unsetMark{}
		}
		in.unset.of[made] = in.unset.Join(in.unset.of[made], in.unset.Join(self, args))
	}
	return v
}
