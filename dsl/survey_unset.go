package dsl

import (
	"signalbox/dsl/internal/rubytext"
	"signalbox/grammar"
)

// Variables of the environment that the code of a survey asks for and that ENV does
// not hold. Code that asks whether one is there, or compares it with what is known,
// has decided what to do without it. Where its nil, or what is made of that, meets
// what a request brings, it is a gap: a key that is nil equals the one that no client
// has sent.

// known is a value that is known, with the variable that is missing in it.
func (s *survey) known(v Value) approx {
	a := known(v)
	if list := s.in.UnsetIn(v); len(list) > 0 {
		a.unset = list[0]
	}
	return a
}

// lacked is the nil of what a thread asked for at a place, unless the user says that
// it is not there.
func (s *survey) lacked(t *Thread, at grammar.Pos) approx {
	for _, u := range t.lacked {
		if t.isSettled(u.text()) {
			continue
		}
		if u.Pos.Line == 0 {
			u.Pos = at
		}
		return approx{v: Nil, unset: u}
	}
	return anything
}

// lacking is a with the variable that one of the others was made of.
func (a approx) lacking(others ...approx) approx {
	for _, other := range others {
		if (a.unset == Unset{}) {
			a.unset = other.unset
		}
	}
	return a
}

// madeOf is the value of a call that was made of others. What answers yes or no, is
// made of nothing.
func (a approx) madeOf(others ...approx) approx {
	if _, answer := a.v.(Bool); answer {
		return known(a.v)
	}
	return a.lacking(others...)
}

// isENV reports whether the value is ENV.
func (a approx) isENV() bool {
	o, _ := a.v.(*Object)
	if o == nil || !a.exact() {
		return false
	}
	_, is := o.data.(*Environment)
	return is
}

// need says that code depends on what a value is, and not only on whether it is there.
func (s *survey) need(a approx) {
	if (a.unset != Unset{}) {
		s.note(unsetGap(a.unset))
	}
}

func (s *survey) needAll(recv approx, args []approx) {
	s.need(recv)
	for _, a := range args {
		s.need(a)
	}
}

// give says that the code gives a value.
func (s *survey) give(a approx) {
	if (a.unset != Unset{}) {
		s.value = append(s.value, unsetGap(a.unset))
	}
}

func (u Unset) text() string { return "ENV[" + rubytext.Quote(u.Name) + "]" }

func unsetGap(u Unset) Gap {
	return Gap{Kind: UnsetGap, Expr: u.text(), Name: u.Name, Settles: u.text(), Pos: u.Pos}
}
