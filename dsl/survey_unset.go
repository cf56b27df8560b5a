package dsl

import (
	"slices"

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

// lacked returns the nil of what a thread asked for at a place, unless the user says that
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

// lacking returns a with the variable that one of the others was made of.
func (a approx) lacking(others ...approx) approx {
	for _, other := range others {
		if (a.unset == Unset{}) {
			a.unset = other.unset
		}
	}
	return a
}

// madeOf returns the value of a call that was made of others. What answers yes or no is
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
	_, is := o.Data.(*Environment)
	return is
}

// need records that code depends on what a value is, and not only on whether it is there.
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

// give records what is missing in the value of the code.
func (s *survey) give(a approx) {
	if (a.unset != Unset{}) {
		s.value = append(s.value, unsetGap(a.unset))
	}
}

func (u Unset) text() string { return "ENV[" + rubytext.Quote(u.Name) + "]" }

// A surveyLambda is a lambda of the code, with the variables around it.
type surveyLambda struct {
	code  *grammar.Lambda
	scope *surveyScope
}

// runs reports whether a method of some name calls a proc.
func (s *survey) runs(name string) bool {
	row := s.in.classes.proc.builtins[name]
	return row != nil && row.traits&runs != 0
}

// givesBlock are the methods whose result is made of that of their block.
var givesBlock = names("map collect flat_map collect_concat filter_map then yield_self fetch sum inject reduce zip to_h transform_values index_with instance_eval instance_exec")

// callWithBlock returns the value of a call whose block returns given.
func (s *survey) callWithBlock(recv, given approx, args []approx, x *grammar.Call) approx {
	if recv.isENV() && x.Name == "fetch" && given.exact() && IsNil(given.v) && len(args) == 1 {
		return s.call(recv, "[]", args, x) // a block that returns nil is no default
	}
	a := s.callOf(recv, args, x)
	if givesBlock[x.Name] {
		a = a.lacking(given)
	}
	return a
}

// maxElements bounds the elements that a block is walked over with, maxAgain the blocks
// within blocks.
const maxElements, maxAgain = 20, 3

// lackedByElements returns what a block makes of the elements of a list that is known, or
// of its receiver: nothing is known of that but the variables that are missing in it.
func (s *survey) lackedByElements(c *surveyScope, recv approx, x *grammar.Call) approx {
	if !recv.exact() || s.again >= maxAgain {
		return anything
	}
	elems := []Value{recv.v}
	if !named(x.Name, yieldsSelf) {
		list, ok := recv.v.(*Array)
		if !ok {
			return anything
		}
		elems = list.Elems
	}
	a := anything
	for _, v := range elems[:min(len(elems), maxElements)] {
		a = a.lacking(s.lackedOnly(func(own *survey) approx { return own.block(c, x.Block.Params, x.Block.Body, own.known(v)) }))
	}
	return a
}

// lackedByLambda is lackedByElements for a lambda and its arguments.
func (s *survey) lackedByLambda(l *surveyLambda, args []approx) approx {
	if s.again >= maxAgain {
		return anything
	}
	return s.lackedOnly(func(own *survey) approx {
		inner := l.scope.inside()
		own.params(inner, l.code.Params, args)
		return own.body(inner, l.code.Body, true)
	})
}

// lackedOnly walks over code that was walked over before, for the variables that are
// missing in it.
func (s *survey) lackedOnly(walk func(own *survey) approx) approx {
	own := *s
	own.again++
	own.gaps, own.value, own.seen = nil, nil, map[Gap]bool{}
	a := anything.lacking(walk(&own))
	s.work, s.steps = own.work, own.steps
	for _, g := range unsetGaps(own.gaps) {
		s.note(g)
	}
	s.value = append(s.value, unsetGaps(own.value)...)
	return a
}

func unsetGaps(list []Gap) []Gap {
	return slices.DeleteFunc(list, func(g Gap) bool { return g.Kind != UnsetGap })
}

func unsetGap(u Unset) Gap {
	return Gap{Kind: UnsetGap, Expr: u.text(), Name: u.Name, Settles: u.text(), Pos: u.Pos}
}
