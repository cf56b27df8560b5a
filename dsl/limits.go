package dsl

import "cmp"

// Limits bound what a program may use. A zero field means its default.
type Limits struct {
	Steps      int // expressions evaluated; default 10,000,000
	Depth      int // nested calls and blocks; default 10,000
	StringSize int // bytes in one string; default 16 MiB
	Elements   int // elements in one collection; default 1,000,000
	Memory     int // bytes of all strings and collections made; default 512 MiB
}

// DefaultLimits hold the largest public applications with room to spare.
var DefaultLimits = Limits{
	Steps:      10_000_000,
	Depth:      10_000,
	StringSize: 16 << 20,
	Elements:   1_000_000,
	Memory:     512 << 20,
}

// usage is what threads have used of their limits.
type usage struct {
	steps  int
	memory int // bytes made, see Limits.Memory
	spared int // see Thread.spare
}

// or is l with the fields of def where its own are zero.
func (l Limits) or(def Limits) Limits {
	return Limits{
		Steps: cmp.Or(l.Steps, def.Steps), Depth: cmp.Or(l.Depth, def.Depth), StringSize: cmp.Or(l.StringSize, def.StringSize),
		Elements: cmp.Or(l.Elements, def.Elements), Memory: cmp.Or(l.Memory, def.Memory),
	}
}

func (t *Thread) step() error {
	t.used.steps++
	if t.used.steps > t.limits.Steps {
		return &LimitError{Limit: "steps", Max: t.limits.Steps, Pos: t.pos}
	}
	return t.stopped
}

// maxSpared bounds how often a program goes on behind a limit.
const maxSpared = 4

// spare lets the program go on without the value of code that ran into a limit.
// Where that is steps or memory, the program has a quarter of it left; it reports
// false once that was so too often.
func (t *Thread) spare() bool {
	l, u := t.in.limits, t.used
	if u.steps <= l.Steps && u.memory <= l.Memory {
		return true
	}
	u.spared++
	u.steps, u.memory = min(u.steps, l.Steps-l.Steps/4), min(u.memory, l.Memory-l.Memory/4)
	return u.spared <= maxSpared
}

func (t *Thread) size(n int) error {
	if n > t.limits.Elements {
		return &LimitError{Limit: "collection size", Max: t.limits.Elements, Pos: t.pos}
	}
	return nil
}

func (t *Thread) stringSize(n int) error {
	if n > t.limits.StringSize {
		return &LimitError{Limit: "string size", Max: t.limits.StringSize, Pos: t.pos}
	}
	return nil
}

// The work and memory of one element or pair, in steps and bytes.
const (
	elementsPerStep = 8
	bytesPerStep    = 32
	elementBytes    = 16
	pairBytes       = 48
)

// work charges steps for what a built-in method does in one go.
func (t *Thread) work(elements int) error {
	t.used.steps += elements / elementsPerStep
	return t.step()
}

// workOn charges for a method that looks at its whole receiver: all of a
// string's, and those that copy a collection.
func (t *Thread) workOn(c *Call) error {
	switch v := c.Self.(type) {
	case *String:
		t.used.steps += len(v.s) / bytesPerStep
	case *Array:
		if copies[c.Name] {
			return t.work(len(v.Elems))
		}
	case *Hash:
		if copies[c.Name] {
			return t.work(v.Len())
		}
	}
	return nil
}

var copies = names("dup clone deep_dup to_a to_h + - * & | concat reverse rotate sort flatten compact uniq merge slice except values keys invert == hash eql? first last take drop freeze unshift insert shift delete_at")

// made charges the memory of a method's result.
func (t *Thread) made(c *Call, v Value) error {
	if v == c.Self {
		return nil
	}
	switch v := v.(type) {
	case *String:
		t.used.memory += len(v.s)
	case *Array:
		t.used.memory += elementBytes * len(v.Elems)
	case *Hash:
		t.used.memory += pairBytes * v.Len()
	default:
		return nil
	}
	return t.remembered()
}

func (t *Thread) remembered() error {
	if t.used.memory > t.limits.Memory {
		return &LimitError{Limit: "memory", Max: t.limits.Memory, Pos: t.pos}
	}
	return nil
}

// maxParts bounds the values within values that the host looks through.
const maxParts = 100_000

// Bound is the error about values that hold more than a host can look through, which
// it calls what: lists that hold themselves never end.
func (t *Thread) Bound(what string, values ...Value) error {
	left := maxParts
	if !bounded(values, &left) {
		return &LimitError{Limit: what, Max: maxParts, Pos: t.pos}
	}
	return t.work(maxParts - left)
}

func bounded(list []Value, left *int) bool {
	if *left -= len(list); *left < 0 {
		return false
	}
	for _, v := range list {
		switch v := v.(type) {
		case *Array:
			if !bounded(v.Elems, left) {
				return false
			}
		case *Hash:
			if v != nil && (!bounded(v.keys, left) || !bounded(v.vals, left)) {
				return false
			}
		}
	}
	return true
}
