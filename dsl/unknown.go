package dsl

import (
	"strings"

	"signalbox/grammar"
)

// The forms of an Unknown that was made of others; the zero value is a value
// nothing is known about.
type unknownForm struct {
	not      *Unknown    // !not
	all, any [2]*Unknown // all[0] && all[1], any[0] || any[1]
	choice   *choice     // `when ? yes : no`
	element  *choice     // of a collection that holds `yes` only if `when` holds
	list     bool        // an element that stands for all elements of an unknown list
	operator bool        // the text is no primary expression and needs parentheses in a larger one
	vague    bool        // the text does not tell the value from others: never two of a kind
	depth    int         // of the values that it was made of
	maybe    *Object     // what a block that is given the value may be given, a witness
	aliases  *aliases    // the known values that it may be
	escaped  []Value     // the lists and hashes that the method was given whose result it is
}

// A choice is what the two sides of an undecided condition leave behind.
type choice struct {
	when    *Unknown
	yes, no Value
	depth   int // of choices within
}

// sides returns what the choice may be.
func (k *choice) sides() []alias {
	return []alias{{v: k.yes, when: k.when}, {v: k.no, when: k.when.not()}}
}

// guardOf returns the guard of an element that may not be there, with its value; nil for
// other values.
func guardOf(v Value) *choice {
	if u, ok := v.(*Unknown); ok {
		return u.form.element
	}
	return nil
}

func isGuarded(v Value) bool { return guardOf(v) != nil }

// maxChoice bounds choices within choices; deeper ones are just unknown.
const maxChoice = 6

// operand is the text as part of a larger expression.
func (u *Unknown) operand() string {
	if u.form.operator {
		return "(" + u.Text + ")"
	}
	return u.Text
}

// maxComposed bounds the text of a value that was made of others, in bytes: a
// value that stands in itself twice would double it with each step.
const maxComposed = 1 << 14

// composed is a value that was made of others. Of a long text the beginning is
// kept, which does not tell it from others.
func composed(text string, pos grammar.Pos, form unknownForm) *Unknown {
	if len(text) > maxComposed {
		text = strings.ToValidUTF8(text[:maxComposed], "") + "..."
		form.vague = true
	}
	if form.depth > maxForms {
		form = unknownForm{operator: form.operator, vague: true}
	}
	return &Unknown{Text: text, Pos: pos, form: form}
}

// maxForms bounds the values that one was made of, and those that these were made
// of, and so on: what stands deeper decides nothing.
const maxForms = 500

// counts counts a value that was made of others.
func (t *Thread) counts(u *Unknown) *Unknown {
	t.grow(sizeUnknown + len(u.Text))
	t.copied(len(u.Text))
	return u
}

// not is `!u`.
func (u *Unknown) not() *Unknown {
	if u.form.not != nil {
		return u.form.not
	}
	return composed("!"+u.operand(), u.Pos, unknownForm{not: u, vague: u.form.vague, depth: u.form.depth + 1})
}

// negates tells that u says `!v`; it makes no text for it.
func (u *Unknown) negates(v *Unknown) bool {
	if n := v.form.not; n != nil {
		return sameText(u, n)
	}
	if u.form.not == v {
		return true
	}
	if u.form.vague || v.form.vague {
		return false
	}
	text, ok := strings.CutPrefix(u.Text, "!")
	if ok && v.form.operator {
		if text, ok = strings.CutPrefix(text, "("); ok {
			text, ok = strings.CutSuffix(text, ")")
		}
	}
	return ok && text == v.Text
}

// and is `u && v`, of which the text is text.
func (u *Unknown) and(v *Unknown, text string) *Unknown {
	return composed(text, u.Pos, unknownForm{all: [2]*Unknown{u, v}, operator: true, vague: u.form.vague || v.form.vague, depth: 1 + max(u.form.depth, v.form.depth)})
}

// or is `u || v`.
func (u *Unknown) or(v *Unknown, text string) *Unknown {
	return composed(text, u.Pos, unknownForm{any: [2]*Unknown{u, v}, operator: true, vague: u.form.vague || v.form.vague, depth: 1 + max(u.form.depth, v.form.depth)})
}

// both is and with the text made of those of u and v; either may be nil.
func both(u, v *Unknown) *Unknown {
	switch {
	case u == nil:
		return v
	case v == nil || sameText(u, v):
		return u
	}
	return u.and(v, conjunct(u)+" && "+conjunct(v))
}

func conjunct(u *Unknown) string {
	if u.form.all[0] != nil {
		return u.Text
	}
	return u.operand()
}

func disjunct(u *Unknown) string {
	if u.form.any[0] != nil {
		return u.Text
	}
	return u.operand()
}

// sameText tells two values of which one says what the other does.
func sameText(u, v *Unknown) bool {
	return u == v || u.Text == v.Text && !u.form.vague && !v.form.vague
}

// placeholder stands for the value inside a string, `:Settings.prefix`.
func (u *Unknown) placeholder() string { return ":" + u.Text }

// call is a method call on u without arguments.
func (u *Unknown) call(name string, t *Thread) *Unknown {
	return t.counts(composed(u.operand()+"."+name, t.pos, unknownForm{vague: u.form.vague}))
}

// choose is `when ? yes : no` for the values that two sides left.
func (t *Thread) choose(when *Unknown, yes, no Value) Value {
	if yes == no {
		return yes
	}
	switch a := yes.(type) {
	case *Array:
		if b, ok := no.(*Array); ok {
			return t.linked(when, a, b, t.chooseList(when, a, b))
		}
	case *Hash:
		if b, ok := no.(*Hash); ok && a.indifferent == b.indifferent && a.byIdentity == b.byIdentity {
			return t.linked(when, a, b, t.choosePairs(when, a, b))
		}
	case Bool:
		if b, ok := no.(Bool); ok && a != b {
			if a {
				return when
			}
			return when.not()
		}
	}
	if t.surelySame(yes, no) {
		return yes
	}
	return t.newChoice(when, yes, no)
}

func (t *Thread) newChoice(when *Unknown, yes, no Value) *Unknown {
	s := source{t: t}
	s.add("(", when.operand(), " ? ")
	s.value(yes)
	s.add(" : ")
	s.value(no)
	s.add(")")
	u := s.unknown(when.Pos)
	u.form.vague = u.form.vague || when.form.vague
	k := &choice{when, yes, no, 1 + max(choiceDepth(yes), choiceDepth(no))}
	if k.depth <= maxChoice {
		u.form.choice = k
	} else {
		u.form.aliases = &aliases{these: k.sides()}
	}
	return u
}

func choiceDepth(v Value) int {
	if u, ok := v.(*Unknown); ok && u.form.choice != nil {
		return u.form.choice.depth
	}
	return 0
}

// surelySame tells values that are equal whatever the application knows.
func (t *Thread) surelySame(a, b Value) bool {
	if u, ok := a.(*Unknown); ok {
		v, ok := b.(*Unknown)
		if x, y := guardOf(a), guardOf(b); x != nil && y != nil && !u.form.list && !v.form.list {
			return sameText(x.when, y.when) && t.surelySame(x.yes, y.yes)
		}
		return ok && sameText(u, v)
	}
	if t.unknownIn(a, b) != nil {
		x, ok := a.(*String)
		y, ok2 := b.(*String)
		return ok && ok2 && x.s == y.s && x.unknown != nil && y.unknown != nil && sameText(x.unknown, y.unknown)
	}
	switch a.(type) {
	case *String, Symbol, Int, Float, Bool, nilValue, *Range, *Regexp:
		same, err := t.equal(a, b)
		return err == nil && same
	}
	return a == b
}

// possible is v as an element that is there only if when holds.
func (t *Thread) possible(v Value, when *Unknown) *Unknown {
	if k := guardOf(v); k != nil {
		v, when = k.yes, both(when, k.when)
	}
	s := source{t: t}
	s.add("(")
	s.value(v)
	s.add(" if ", when.Text, ")")
	u := s.unknown(when.Pos)
	t.in.guards.Store(true)
	u.form.element = &choice{when: when, yes: v, no: Nil}
	if e, ok := v.(*Unknown); ok && e.form.list {
		u.form.list = true
	}
	return u
}

// elementsOf stands for the elements of an unknown list within a known one.
func (t *Thread) elementsOf(list *Unknown) *Unknown {
	item := &Unknown{Text: list.operand() + ".each(0)", Pos: list.Pos, form: unknownForm{list: true, vague: true, aliases: list.parts()}}
	u := t.possible(item, list)
	u.Text, u.form.list = "*"+list.operand(), true
	return u
}

// chooseList joins two lists: what they begin and end with alike is there for
// sure.
func (t *Thread) chooseList(when *Unknown, a, b *Array) *Array {
	start := 0
	for start < min(len(a.Elems), len(b.Elems)) && t.surelySame(a.Elems[start], b.Elems[start]) {
		start++
	}
	end := 0
	for end < min(len(a.Elems), len(b.Elems))-start && t.surelySame(a.Elems[len(a.Elems)-1-end], b.Elems[len(b.Elems)-1-end]) {
		end++
	}
	out := t.listOfRoom(len(a.Elems) + len(b.Elems) - start - end)
	t.looked(cap(out.Elems))
	out.Elems = append(out.Elems, a.Elems[:start]...)
	for _, v := range a.Elems[start : len(a.Elems)-end] {
		out.Elems = append(out.Elems, t.possible(v, when))
	}
	for _, v := range b.Elems[start : len(b.Elems)-end] {
		out.Elems = append(out.Elems, t.possible(v, when.not()))
	}
	out.Elems = append(out.Elems, a.Elems[len(a.Elems)-end:]...)
	return out
}

// choosePairs joins two hashes. Pairs that only one of them has come last if
// the other does not have them where they were.
func (t *Thread) choosePairs(when *Unknown, a, b *Hash) *Hash {
	out := t.cloneHash(a)
	t.used.steps += a.Len() + b.Len()
	out.open = a.open || b.open
	if a.Default != b.Default {
		out.Default = t.choose(when, absentNil(a.Default), absentNil(b.Default))
	}
	for i, key := range a.keys {
		v, ok := b.Get(key)
		if !ok {
			out.vals[i], out.open = t.possible(a.vals[i], when), true
		} else {
			out.vals[i] = t.choose(when, a.vals[i], v)
		}
	}
	for i, key := range b.keys {
		if _, ok := a.Get(key); !ok {
			out.Set(key, t.possible(b.vals[i], when.not()))
			out.open = true
		}
	}
	return out
}

// Choice returns the two values of which an undecided condition picks one, in
// `on ? "a" : "b"` or after an `if` whose sides assign a variable; ok is false
// for other values.
func (u *Unknown) Choice() (when *Unknown, yes, no Value, ok bool) {
	if c := u.form.choice; c != nil {
		return c.when, c.yes, c.no, true
	}
	return nil, nil, nil, false
}

// Splat tells a key that stands for all pairs of an unknown hash, `**u`, and an
// element that stands for all of an unknown list, `*u`.
func (u *Unknown) Splat() bool { return u.form.list }

// Possible returns the value of an element that a list or hash holds only if an
// undecided condition holds, as after `list << "b" if Settings.b?`.
func (u *Unknown) Possible() (when *Unknown, v Value, ok bool) {
	if c := u.form.element; c != nil {
		return c.when, c.yes, true
	}
	return nil, nil, false
}
