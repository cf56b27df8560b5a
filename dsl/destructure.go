package dsl

import (
	"fmt"
	"slices"

	"signalbox/grammar"
)

// How a list is divided among targets, parameters and patterns: `a, (b, *c) = list`,
// `each { |key, value| ... }`, `f(*list)`.

// A division says how many parts a list is divided into: those in front, a splat that takes
// what is in the middle, and those behind it.
type division struct {
	before, after int
	splat         bool
}

// destructure assigns the parts of v to the targets.
func (e *env) destructure(x *grammar.MultiTarget, v Value) error {
	e.thread.tellOrderOf(v, x.Pos)
	setters := make([]func(Value) error, len(x.List))
	for i, target := range x.List {
		if s, ok := target.(*grammar.Splat); ok {
			if target = s.X; target == nil {
				continue
			}
		}
		set, err := e.target(target) // before anything is assigned: i, a[i] = 1, 9
		if err != nil {
			return err
		}
		setters[i] = set
	}
	parts, err := e.thread.divide(v, divisionOf(x))
	if err != nil {
		return err
	}
	for i, set := range setters {
		if set == nil {
			continue
		}
		if err := set(parts[i]); err != nil {
			return err
		}
	}
	return nil
}

func divisionOf(x *grammar.MultiTarget) (d division) {
	for _, target := range x.List {
		_, splat := target.(*grammar.Splat)
		switch {
		case splat:
			d.splat = true
		case d.splat:
			d.after++
		default:
			d.before++
		}
	}
	return d
}

// divide returns the parts of a value, one for each target; that of the splat is a list. Of
// a value, or of elements, that a condition decides on, each part is a choice; of an unknown
// list, each part is unknown.
func (t *Thread) divide(v Value, d division) ([]Value, error) {
	if u, ok := v.(*Unknown); ok {
		when, yes, no, ok := u.Choice()
		if !ok {
			return t.divideUnknown(u, d), nil
		}
		return t.divideEither(when, yes, no, d)
	}
	list, err := t.toAry(v)
	if err != nil {
		return nil, err
	}
	if t.in.guards.Load() {
		list = d.reached(list)
		t.Looked(len(list))
		if err := t.step(); err != nil {
			return nil, err
		}
		list = t.pruned(list)
		if i := d.guarded(list); i >= 0 {
			same := &Array{Elems: list}
			return t.divideEither(GuardOf(list[i]).When, same, same, d)
		}
	}
	parts := make([]Value, 0, d.before+d.after+1)
	for i := range d.before {
		parts = append(parts, at(list, i))
	}
	if a, ok := v.(*Array); ok && a.unset != 0 {
		for i := len(list); i < len(parts); i++ {
			parts[i] = NilValue{a.unset}
		}
	}
	if !d.splat {
		return parts, nil
	}
	end := max(len(list)-d.after, min(d.before, len(list)))
	parts = append(parts, t.CopyOf(list[min(d.before, len(list)):end]))
	for i := range d.after {
		parts = append(parts, at(list, max(len(list)-d.after, d.before)+i))
	}
	return parts, nil
}

// reached returns the elements of a list that may be a part of it.
func (d division) reached(list []Value) []Value {
	if d.splat {
		return list
	}
	sure := 0
	for i, v := range list {
		if sure == d.before {
			return list[:i]
		}
		if !IsGuarded(v) {
			sure++
		}
	}
	return list
}

// divideEither is divide for the two values that a condition picks from.
func (t *Thread) divideEither(when *Unknown, yes, no Value, d division) ([]Value, error) {
	parts, err := t.divideUnder(when, yes, d)
	if err != nil {
		return nil, err
	}
	others, err := t.divideUnder(when.Not(), no, d)
	if err != nil {
		return nil, err
	}
	for i := range parts {
		parts[i] = t.Merge(when, parts[i], others[i])
	}
	return parts, nil
}

func (t *Thread) divideUnder(when *Unknown, v Value, d division) ([]Value, error) {
	n := len(t.PathCond)
	t.assume(when, nil)
	parts, err := t.divide(v, d)
	t.retract(n)
	return parts, err
}

// pruned returns a list with the elements whose guards the path condition decides: those that
// are there, without those that are not.
func (p *paths) pruned(list []Value) []Value {
	if !p.HasGuards(list) {
		return list
	}
	var out []Value
	for _, v := range list {
		if !IsGuarded(v) || v.(*Unknown).IsSplat {
			out = append(out, v)
			continue
		}
		k := GuardOf(v)
		switch yes, known := p.Implied(k.When); {
		case !known:
			out = append(out, v)
		case yes:
			out = append(out, k.Yes)
		}
	}
	return out
}

// divideUnknown is divide for a list that only the application knows.
func (p *paths) divideUnknown(u *Unknown, d division) []Value {
	part := func(index string) *Unknown {
		at := u.Call(index, u.Pos)
		at.IsSplat, at.aliases = u.IsSplat, u.parts()
		return at
	}
	value := func(i int) Value {
		return p.known(part(fmt.Sprintf("[%d]", i)))
	}
	var parts []Value
	for i := range d.before {
		parts = append(parts, value(i))
	}
	if !d.splat {
		return parts
	}
	parts = append(parts, p.NewArray(p.elementsOf(part(fmt.Sprintf("[%d..%d]", d.before, -d.after-1)))))
	for i := range d.after {
		parts = append(parts, value(i-d.after))
	}
	return parts
}

// guarded returns the place of the first element that may be there and that a splat does not
// take whether or not it is; -1 if there is none. One that stands for all of an unknown list
// stays as it is.
func (d division) guarded(list []Value) int {
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
		taken := d.splat && i >= d.before && sure >= d.after
		if !taken && !v.(*Unknown).IsSplat {
			return i
		}
	}
	return -1
}

// withSpread runs code of a block with its arguments. A single one is divided among the
// parameters, if there are several: where a condition picks it from two, the code runs for
// both.
func (t *Thread) withSpread(p *Proc, args []Value, kw *Hash, run func([]Value) (Value, error)) (Value, error) {
	s := shapeOf(p.Params)
	if p.lambda || len(args) != 1 || !s.divides(p.Params) || kw.Len() > 0 && !s.takesKeys() {
		return run(args)
	}
	u, ok := args[0].(*Unknown)
	if !ok {
		list, err := t.toAry(args[0])
		if err != nil {
			return nil, err
		}
		return run(s.division().reached(list))
	}
	if when, yes, no, ok := u.Choice(); ok {
		return t.fork(when,
			func() (Value, error) { return t.withSpread(p, []Value{yes}, kw, run) },
			func() (Value, error) { return t.withSpread(p, []Value{no}, kw, run) })
	}
	var list []Value
	for i, part := range t.divideUnknown(u, s.division()) {
		if rest, ok := part.(*Array); ok && i == s.leading+s.optional {
			list = append(list, rest.Elems...)
			continue
		}
		list = append(list, part)
	}
	return run(list)
}

// withCertain runs code that binds arguments to parameters. Where an argument that may be
// there falls to a parameter of its own, the code runs with it and without it.
func (t *Thread) withCertain(ps *grammar.Params, args []Value, kw *Hash, run func([]Value, *Hash) (Value, error)) (Value, error) {
	if !t.mayMiss(args, kw) {
		return run(args, kw)
	}
	args = t.pruned(args)
	if i := shapeOf(ps).division().guarded(args); i >= 0 {
		side := func() (Value, error) { return t.withCertain(ps, args, kw, run) }
		return t.fork(GuardOf(args[i]).When, side, side)
	}
	for i := range kw.Len() {
		key, v := kw.At(i)
		name, ok := key.(Symbol)
		k := GuardOf(v)
		if !ok || k == nil || !isKeyParam(ps, string(name)) {
			continue
		}
		with, without := t.CloneHash(kw), t.CloneHash(kw)
		with.Set(key, k.Yes)
		without.Delete(key)
		return t.fork(k.When,
			func() (Value, error) { return t.withCertain(ps, args, with, run) },
			func() (Value, error) { return t.withCertain(ps, args, without, run) })
	}
	return run(args, kw)
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
	m.Looked(len(list))
	return slices.ContainsFunc(list, IsGuarded)
}

// GuardsIn counts the elements of a list that may not be there.
func (m *meter) GuardsIn(list []Value) int {
	if !m.in.guards.Load() {
		return 0
	}
	m.Looked(len(list))
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

// toAry is what destructuring makes of a value: an array, what to_ary gives, or
// the value alone.
func (t *Thread) toAry(v Value) ([]Value, error) {
	switch v := v.(type) {
	case *Array:
		return v.Elems, nil
	case *Object:
		if t.Find(v, "to_ary") != nil {
			list, err := t.Send(v, "to_ary", nil, nil, nil, t.pos)
			if a, ok := list.(*Array); ok || err != nil {
				if err != nil {
					return nil, err
				}
				return a.Elems, nil
			}
		}
	}
	return []Value{v}, nil
}
