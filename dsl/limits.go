package dsl

import "signalbox/dsl/internal/limits"

// Limits bound what a program may use. A zero field means its default.
type Limits = limits.Limits

// DefaultLimits hold the largest public applications with room to spare.
var DefaultLimits = limits.Default

// A LimitError tells that the program ran into one of the interpreter's
// limits. Ruby code cannot rescue it.
type LimitError = limits.Error

// A meter is the part of a thread that makes values, copies and looks through them,
// finds classes and methods, and counts all of it against the limits. Its methods
// run no code of the program and know of no condition: what calls them can rely on
// it that nothing is yielded, forked or evaluated meanwhile.
type meter struct {
	limits.Meter
	in      *Interp
	Request bool // a call after Freeze, which shares the program with others
}

// Nesting refuses collections nested deeper than calls may be.
func (m *meter) Nesting(depth int) error {
	if limit := m.in.limits.Depth; depth > limit {
		return &LimitError{Limit: "nesting of collections", Max: limit, Pos: m.At}
	}
	return nil
}

// maxParts bounds the values within values that the host looks through.
const maxParts = 100_000

// Bound is the error about values that hold more than a host can look through, which
// it calls what: lists that hold themselves never end.
func (m *meter) Bound(what string, values ...Value) error {
	left := maxParts
	if !bounded(values, &left) {
		return &LimitError{Limit: what, Max: maxParts, Pos: m.At}
	}
	m.ChargeReads(maxParts - left)
	return m.Step()
}

func bounded(list []Value, left *int) bool {
	*left -= len(list)
	for i := 0; i < len(list) && *left >= 0; i++ {
		keys, vals := contents(list[i])
		bounded(keys, left)
		bounded(vals, left)
	}
	return *left >= 0
}

// Inflects counts the rules that are tried on a word of so many bytes.
func (m *meter) Inflects(bytes int) {
	m.Used.Steps += 5*bytes/limits.BytesPerStep + m.in.inflect.Work()*(1+bytes/limits.CountedPerStep)/rulesPerStep
}

// rulesPerStep is how many rules one step tries on a word.
const rulesPerStep = 4
