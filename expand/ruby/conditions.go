package ruby

import (
	"slices"

	"signalbox/dsl"
)

// A Condition is what must hold for something to be there: all of a list.
type Condition []*dsl.Unknown

// All returns the condition as one value.
func (a Condition) All() *dsl.Unknown {
	u := a[0]
	for _, more := range a[1:] {
		u = u.And(more)
	}
	return u
}

// Unless is what must hold for something to come where it stands the second time:
// a, and not b. ok is false if that is never so.
func (a Condition) Unless(b Condition) (c Condition, ok bool) {
	if len(b) == 0 {
		return nil, false
	}
	return append(a[:len(a):len(a)], b.All().Not()), true
}

// A Possibility is a value that is there if a condition holds.
type Possibility struct {
	Value dsl.Value
	When  Condition // none: always
}

// Possibilities returns the elements of a list, and what conditions make of one.
func Possibilities(v dsl.Value, when Condition) (all []Possibility) {
	when = when[:len(when):len(when)]
	switch v := v.(type) {
	case *dsl.Array:
		for _, e := range v.Elems {
			all = append(all, Possibilities(e, when)...)
		}
		return all
	case *dsl.Unknown:
		if on, e, ok := v.Guarded(); ok && !v.Splat() {
			return Possibilities(e, append(when, on))
		}
		if on, yes, no, ok := v.Choice(); ok {
			return append(Possibilities(yes, append(when, on)), Possibilities(no, append(when, on.Not()))...)
		}
	}
	if IsNil(v) {
		return nil
	}
	return []Possibility{{v, when}}
}

// ForkAll runs f where all conditions hold.
func ForkAll(t *dsl.Thread, when Condition, f func()) {
	if len(when) == 0 {
		f()
		return
	}
	Fork(t, when[0], func() { ForkAll(t, when[1:], f) }, nil)
}

// Fork runs both sides of a condition; each may be nil.
func Fork(t *dsl.Thread, when *dsl.Unknown, yes, no func()) {
	side := func(f func()) func() (dsl.Value, error) {
		return func() (dsl.Value, error) {
			if f != nil {
				f()
			}
			return dsl.Nil, nil
		}
	}
	dsl.Must(t.Fork(when, side(yes), side(no)))
}

// Whether runs yes where v is true, and no where it is not; yes may be nil.
func Whether(t *dsl.Thread, v dsl.Value, yes, no func()) {
	switch u, unknown := v.(*dsl.Unknown); {
	case unknown:
		Fork(t, u, yes, no)
	case !Truthy(v):
		no()
	case yes != nil:
		yes()
	}
}

// Undecided finds a value that no condition picks from known ones.
func Undecided(v dsl.Value) *dsl.Unknown {
	for _, a := range Possibilities(v, nil) {
		if u := dsl.UnknownIn(a.Value); u != nil {
			return u
		}
	}
	return nil
}

// Either runs f for each value that conditions pick; of one that is there only if a
// condition holds, otherwise is the other side.
func Either(t *dsl.Thread, v, otherwise dsl.Value, f func(dsl.Value)) {
	u, ok := v.(*dsl.Unknown)
	if !ok {
		f(v)
		return
	}
	side := func(v dsl.Value) func() { return func() { Either(t, v, otherwise, f) } }
	if when, yes, no, ok := u.Choice(); ok {
		Fork(t, when, side(yes), side(no))
		return
	}
	if when, v, ok := u.Guarded(); ok {
		Fork(t, when, side(v), side(otherwise))
		return
	}
	f(u)
}

// IsChoice reports whether v is a value that conditions pick, or of which they decide whether it is
// there.
func IsChoice(v dsl.Value) bool {
	u, ok := v.(*dsl.Unknown)
	if !ok {
		return false
	}
	_, _, _, choice := u.Choice()
	_, _, guarded := u.Guarded()
	return choice || guarded
}

// Replace is the arguments with another i-th; none if v is Go's nil.
func Replace(args []dsl.Value, i int, v dsl.Value) []dsl.Value {
	if v == nil {
		return slices.Delete(slices.Clone(args), i, i+1)
	}
	out := slices.Clone(args)
	out[i] = v
	return out
}

// Sides finds the first condition that decides on an element, and returns the lists of both sides.
func Sides(a *dsl.Array) (when *dsl.Unknown, yes, no dsl.Value) {
	for i, e := range a.Elems {
		switch e := e.(type) {
		case *dsl.Unknown:
			if when, v, ok := e.Guarded(); ok && !e.Splat() {
				return when, dsl.NewArray(Replace(a.Elems, i, v)...), dsl.NewArray(Replace(a.Elems, i, nil)...)
			}
			if when, yes, no, ok := e.Choice(); ok {
				return when, dsl.NewArray(Replace(a.Elems, i, yes)...), dsl.NewArray(Replace(a.Elems, i, no)...)
			}
		case *dsl.Array:
			if when, yes, no := Sides(e); when != nil {
				return when, dsl.NewArray(Replace(a.Elems, i, yes)...), dsl.NewArray(Replace(a.Elems, i, no)...)
			}
		}
	}
	return nil, nil, nil
}

// EachChoice returns what f makes of arguments, on both sides of the conditions that decide on one.
func EachChoice(t *dsl.Thread, args []dsl.Value, f func(args []dsl.Value) dsl.Value) dsl.Value {
	when, yes, no := Sides(dsl.NewArray(args...))
	if when == nil {
		return f(args)
	}
	side := func(args dsl.Value) func() (dsl.Value, error) {
		return func() (dsl.Value, error) { return EachChoice(t, args.(*dsl.Array).Elems, f), nil }
	}
	return dsl.Must(t.Fork(when, side(yes), side(no)))
}

// Mapped returns what f makes of each value that conditions pick of v: of `a ? b : c` it is f(b)
// where a holds, else f(c).
func Mapped(t *dsl.Thread, v dsl.Value, f func(dsl.Value) dsl.Value) dsl.Value {
	u, ok := v.(*dsl.Unknown)
	if !ok {
		return f(v)
	}
	when, yes, no, ok := u.Choice()
	if !ok {
		return f(v)
	}
	side := func(v dsl.Value) func() (dsl.Value, error) {
		return func() (dsl.Value, error) { return Mapped(t, v, f), nil }
	}
	return dsl.Must(t.Fork(when, side(yes), side(no)))
}
