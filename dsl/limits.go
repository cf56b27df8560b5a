package dsl

import (
	"cmp"

	"signalbox/grammar"
)

// Limits bound what a program may use. A zero field means its default.
type Limits struct {
	Steps      int // units of work: expressions evaluated, and what methods do in one go; default 10,000,000
	Depth      int // nested calls and blocks; default 10,000
	StringSize int // bytes in one string; default 16 MiB
	Elements   int // elements in one collection; default 1,000,000
	Memory     int // bytes of all values alive, classes and methods among them; default 256 MiB
}

// DefaultLimits hold the largest public applications with room to spare.
var DefaultLimits = Limits{
	Steps:      10_000_000,
	Depth:      10_000,
	StringSize: 16 << 20,
	Elements:   1_000_000,
	Memory:     256 << 20,
}

// or is l with the fields of def where its own are zero.
func (l Limits) or(def Limits) Limits {
	return Limits{
		Steps: cmp.Or(l.Steps, def.Steps), Depth: cmp.Or(l.Depth, def.Depth), StringSize: cmp.Or(l.StringSize, def.StringSize),
		Elements: cmp.Or(l.Elements, def.Elements), Memory: cmp.Or(l.Memory, def.Memory),
	}
}

// A meter is the part of a thread that makes values, copies and looks through them,
// finds classes and methods, and counts all of it against the limits. Its methods
// run no code of the program and know of no condition: what calls them can rely on
// it that nothing is yielded, forked or evaluated meanwhile.
type meter struct {
	in      *Interp
	limits  Limits
	used    *usage
	pos     grammar.Pos // of the expression that runs
	stopped error       // of DecideBy: ends the execution with the next step
	Request bool        // a call after Freeze, which shares the program with others
}

// usage is what threads have used of their limits. Work and memory are counted
// where they are spent; the next step, and the end of the next built-in method,
// look whether it was too much.
type usage struct {
	steps  int
	memory *int // bytes made, or alive as far as that is known: see meter.collect
	own    int
	spared int    // see meter.spare
	share  *share // nil for the whole
}

// newUsage is that of a thread which shares memory with no other.
func newUsage() *usage {
	u := &usage{}
	u.memory = &u.own
	return u
}

// step counts an expression, or one round of a loop written in Go.
func (m *meter) step() error {
	m.used.steps++
	if m.used.steps > m.limits.Steps || *m.used.memory > m.limits.Memory {
		return m.exceeded()
	}
	return m.stopped
}

// exceeded is the error where too much is used, nil elsewhere.
func (m *meter) exceeded() error {
	switch l := &m.limits; {
	case m.used.steps > l.Steps:
		return &LimitError{Limit: "steps", Max: l.Steps, Pos: m.pos}
	case *m.used.memory > l.Memory && !m.collect():
		return &LimitError{Limit: "memory", Max: l.Memory, Pos: m.pos}
	}
	return nil
}

// maxSpared bounds how often a program may continue after reaching a limit.
const maxSpared = 4

// spare lets the program go on without the value of code that ran into a limit.
// Of its steps it has a quarter left then, and little memory, for what was made
// may be kept somewhere; it reports false once that was so too often.
func (m *meter) spare() bool {
	l, u := m.limits, m.used
	if u.steps <= l.Steps && *u.memory <= l.Memory {
		return true
	}
	if u.spared >= maxSpared {
		return false
	}
	u.spared++
	steps, memory := l.Steps, l.Memory
	if s := u.share; s != nil {
		steps, memory = s.steps, (l.Memory-*s.whole.memory)/s.parts
	}
	u.steps, *u.memory = min(u.steps, l.Steps-steps/4), min(*u.memory, l.Memory-memory/16)
	return true
}

// size refuses a collection of n elements beyond the limit.
func (m *meter) size(n int) error {
	if n > m.limits.Elements {
		return &LimitError{Limit: "collection size", Max: m.limits.Elements, Pos: m.pos}
	}
	return nil
}

// Nesting refuses collections nested deeper than calls may be.
func (m *meter) Nesting(depth int) error {
	if limit := m.in.limits.Depth; depth > limit {
		return &LimitError{Limit: "nesting of collections", Max: limit, Pos: m.pos}
	}
	return nil
}

// StringSize refuses a string of n bytes beyond the limit.
func (m *meter) StringSize(n int) error {
	if n > m.limits.StringSize {
		return &LimitError{Limit: "string size", Max: m.limits.StringSize, Pos: m.pos}
	}
	return nil
}

// What one step does, where a method does much in one go. A step takes a fifth of
// a microsecond.
const (
	elementsPerStep = 8    // elements that are looked at, or methods that are looked for
	movedPerStep    = 128  // elements that are copied as they are
	parsedPerStep   = 4    // bytes of a program that is read
	bytesPerStep    = 32   // bytes that are taken apart into characters
	countedPerStep  = 100  // bytes of which the characters are counted, or in which a text is looked for
	copiedPerStep   = 1024 // bytes that are copied or compared as they are
)

// parseSteps is what it takes to read the shortest program.
const parseSteps = 20

// ChargeReads charges elements that a method looks at.
func (m *meter) ChargeReads(elements int) { m.used.steps += elements / elementsPerStep }

// ChargeMoves charges elements that a method copies.
func (m *meter) ChargeMoves(elements int) { m.used.steps += elements / movedPerStep }

// ChargeScan charges the bytes of a text that a method takes apart.
func (m *meter) ChargeScan(bytes int) { m.used.steps += bytes / bytesPerStep }

// ChargeSearch charges the bytes of a text in which a method counts characters, or looks
// for another text.
func (m *meter) ChargeSearch(bytes int) { m.used.steps += bytes / countedPerStep }

// ChargeCopy charges the bytes of a text that a method copies or compares.
func (m *meter) ChargeCopy(bytes int) { m.used.steps += bytes / copiedPerStep }

// ChargeSteps charges steps that the host takes for the program.
func (m *meter) ChargeSteps(steps int) { m.used.steps += steps }

// A share is what one piece of code may use of what a thread has left.
type share struct {
	limits       *Limits
	whole        *usage
	used         *usage // so near to the limits that only the share is left
	steps, parts int
	began        usage
}

// share bounds code to so many steps, and to one of so many parts of the memory
// that is left.
func (m *meter) share(steps, parts int) *share {
	s := &share{limits: &m.limits, whole: m.used, used: newUsage(), steps: steps, parts: parts}
	s.used.share = s
	s.begin()
	return s
}

func (s *share) begin() {
	s.used.steps = s.limits.Steps - min(s.steps, s.limits.Steps-s.whole.steps)
	s.used.own = s.limits.Memory - (s.limits.Memory-*s.whole.memory)/s.parts
	s.began = *s.used
}

// end counts what was used to the whole.
func (s *share) end() {
	s.whole.steps += s.used.steps - s.began.steps
	*s.whole.memory += s.used.own - s.began.own
}

// renew ends a share and begins the next one.
func (s *share) renew() {
	s.end()
	s.begin()
}

// maxParts bounds the values within values that the host looks through.
const maxParts = 100_000

// Bound is the error about values that hold more than a host can look through, which
// it calls what: lists that hold themselves never end.
func (m *meter) Bound(what string, values ...Value) error {
	left := maxParts
	if !bounded(values, &left) {
		return &LimitError{Limit: what, Max: maxParts, Pos: m.pos}
	}
	m.ChargeReads(maxParts - left)
	return m.step()
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
	m.used.steps += 5*bytes/bytesPerStep + m.in.inflect.Work()*(1+bytes/countedPerStep)/rulesPerStep
}

// rulesPerStep is how many rules one step tries on a word.
const rulesPerStep = 4
