// Package limits counts what the threads of a program use, and ends those that use more than
// they may. It knows of no Ruby.
//
// Read limits.go first, then share.go.
package limits

import (
	"cmp"
	"fmt"
	"runtime"

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

// Default holds the largest public applications with room to spare.
var Default = Limits{
	Steps:      10_000_000,
	Depth:      10_000,
	StringSize: 16 << 20,
	Elements:   1_000_000,
	Memory:     256 << 20,
}

// Or returns l with the fields of def where its own are zero.
func (l Limits) Or(def Limits) Limits {
	return Limits{
		Steps: cmp.Or(l.Steps, def.Steps), Depth: cmp.Or(l.Depth, def.Depth), StringSize: cmp.Or(l.StringSize, def.StringSize),
		Elements: cmp.Or(l.Elements, def.Elements), Memory: cmp.Or(l.Memory, def.Memory),
	}
}

// An Error tells that the program ran into one of the interpreter's
// limits. Ruby code cannot rescue it.
type Error struct {
	Limit string // "steps", "call depth", "string size", ...
	Max   int
	Pos   grammar.Pos
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Message()) }

// Position is the place of the error.
func (e *Error) Position() grammar.Pos { return e.Pos }

// Message is the text without the place.
func (e *Error) Message() string {
	return fmt.Sprintf("limit reached: %s (at most %d)", e.Limit, e.Max)
}

// A Meter counts what a thread uses against its limits.
type Meter struct {
	Limits  Limits
	Used    *Usage
	At      grammar.Pos // of the expression that runs
	Stopped error       // ends the execution with the next step
}

// Usage is what threads have used of their limits. Work and memory are counted
// where they are spent; the next step, and the end of the next built-in method,
// look whether it was too much.
type Usage struct {
	Steps  int
	Memory *int // bytes made, or alive as far as that is known: see Meter.collect
	own    int
	made   *Made  // nil where nothing is collected
	spared int    // see Meter.Spare
	share  *Share // nil for the whole
}

// NewUsage returns that of a thread which shares memory with no other.
func NewUsage() *Usage {
	u := &Usage{}
	u.Memory = &u.own
	return u
}

// Made is the memory of a program, which its threads share until it ends.
type Made struct {
	bytes     int
	collected int // how often Meter.collect looked
}

// NewUsage returns that of a thread of the program.
func (m *Made) NewUsage() *Usage { return &Usage{Memory: &m.bytes, made: m} }

// Step counts an expression, or one round of a loop written in Go.
func (m *Meter) Step() error {
	m.Used.Steps++
	if m.Used.Steps > m.Limits.Steps || *m.Used.Memory > m.Limits.Memory {
		return m.Exceeded()
	}
	return m.Stopped
}

// Exceeded is the error where too much is used, nil elsewhere.
func (m *Meter) Exceeded() error {
	switch l := &m.Limits; {
	case m.Used.Steps > l.Steps:
		return m.reached("steps", l.Steps)
	case *m.Used.Memory > l.Memory && !m.collect():
		return m.reached("memory", l.Memory)
	}
	return nil
}

func (m *Meter) reached(limit string, most int) error {
	return &Error{Limit: limit, Max: most, Pos: m.At}
}

// TooDeep is Ruby's SystemStackError; as a limit it cannot be rescued.
func (m *Meter) TooDeep() error {
	return m.reached("call depth: stack level too deep", m.Limits.Depth)
}

// Size refuses a collection of n elements beyond the limit.
func (m *Meter) Size(n int) error {
	if n > m.Limits.Elements {
		return m.reached("collection size", m.Limits.Elements)
	}
	return nil
}

// StringSize refuses a string of n bytes beyond the limit.
func (m *Meter) StringSize(n int) error {
	if n > m.Limits.StringSize {
		return m.reached("string size", m.Limits.StringSize)
	}
	return nil
}

// Room refuses what needs more memory for a moment than is left.
func (m *Meter) Room(bytes int) error {
	if *m.Used.Memory+bytes > m.Limits.Memory && (!m.collect() || *m.Used.Memory+bytes > m.Limits.Memory) {
		return m.reached("memory", m.Limits.Memory)
	}
	return nil
}

// A program that has made as much as it may is asked how much of it is alive.
const (
	collectFrom = 64 << 20 // with a lower limit, what else the process holds counts for too much
	maxCollect  = 8        // collections of a program
)

// collect reports whether the limit of memory is far off again once what the program
// holds no more is left out. What is alive is at most what the process holds after
// a collection. A program goes on so a few times only: to make and to forget is
// work too. Requests are not worth a collection.
func (m *Meter) collect() bool {
	limit, made := m.Limits.Memory, m.Used.made
	if made == nil || limit < collectFrom || made.collected >= maxCollect {
		return false
	}
	made.collected++
	runtime.GC()
	var held runtime.MemStats
	runtime.ReadMemStats(&held)
	if held.HeapAlloc > uint64(limit-limit/4) {
		return false
	}
	made.bytes = min(made.bytes, int(held.HeapAlloc))
	return true
}

// What one step does, where a method does much in one go. A step takes a fifth of
// a microsecond.
const (
	ElementsPerStep = 8    // elements that are looked at, or methods that are looked for
	MovedPerStep    = 128  // elements that are copied as they are
	ParsedPerStep   = 4    // bytes of a program that is read
	BytesPerStep    = 32   // bytes that are taken apart into characters
	CountedPerStep  = 100  // bytes of which the characters are counted, or in which a text is looked for
	CopiedPerStep   = 1024 // bytes that are copied or compared as they are
)

// ChargeMemory charges bytes of something that stays.
func (m *Meter) ChargeMemory(bytes int) { *m.Used.Memory += bytes }

// ChargeReads charges elements that a method looks at.
func (m *Meter) ChargeReads(elements int) { m.Used.Steps += elements / ElementsPerStep }

// ChargeMoves charges elements that a method copies.
func (m *Meter) ChargeMoves(elements int) { m.Used.Steps += elements / MovedPerStep }

// ChargeScan charges the bytes of a text that a method takes apart.
func (m *Meter) ChargeScan(bytes int) { m.Used.Steps += bytes / BytesPerStep }

// ChargeSearch charges the bytes of a text in which a method counts characters, or looks
// for another text.
func (m *Meter) ChargeSearch(bytes int) { m.Used.Steps += bytes / CountedPerStep }

// ChargeCopy charges the bytes of a text that a method copies or compares.
func (m *Meter) ChargeCopy(bytes int) { m.Used.Steps += bytes / CopiedPerStep }

// ChargeSteps charges steps that the host takes for the program.
func (m *Meter) ChargeSteps(steps int) { m.Used.Steps += steps }
