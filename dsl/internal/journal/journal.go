// Package journal records what the state of a program was before some code changed it, so that the
// change can be undone, or joined with that of other code. It knows of no Ruby.
package journal

import (
	"slices"

	"signalbox/dsl/internal/limits"
)

// A Cell is one piece of mutable program state: a variable, a list, the methods
// of a class.
type Cell interface {
	comparable
	// Read returns a copy of what the cell holds.
	Read() any
	// Write puts back what Read returned.
	Write(any)
}

// A Local is a cell that one branch of the program may have made.
type Local interface {
	// MadeBy reports whether the branch of a [Journal.ID] has made the cell.
	MadeBy(id *byte) bool
}

// A State is what cells hold at one moment.
type State[C Cell] struct {
	Cells []Kept[C]
	known map[C]bool // the cells, once there are more than a few
}

// A Kept is what a cell holds.
type Kept[C Cell] struct {
	Cell C
	V    any
}

// fewCells are looked through one by one.
const fewCells = 8

// add adds a cell that the state does not have yet, see has.
func (s *State[C]) add(c C, v any) {
	s.Cells = append(s.Cells, Kept[C]{c, v})
	if s.known != nil {
		s.known[c] = true
	}
}

// has reports whether the state says what a cell holds.
func (s *State[C]) has(c C) bool {
	if s.known == nil && len(s.Cells) > fewCells {
		s.known = make(map[C]bool, len(s.Cells))
		for _, k := range s.Cells {
			s.known[k.Cell] = true
		}
	}
	if s.known != nil {
		return s.known[c]
	}
	return slices.ContainsFunc(s.Cells, func(k Kept[C]) bool { return k.Cell == c })
}

// sizeCell is what a cell takes in a state, besides what it holds.
const sizeCell = 160

// Memory is what a state takes; size is what the copy takes that a cell has made.
func (s *State[C]) Memory(size func(any) int) int {
	n := 0
	for _, k := range s.Cells {
		n += sizeCell + size(k.V)
	}
	return n
}

// HeldPerStep is the memory of copies that one step makes.
const HeldPerStep = 512

// AddMissing adds the cells of other that s lacks.
func (s *State[C]) AddMissing(other *State[C]) {
	for _, k := range other.Cells {
		if !s.has(k.Cell) {
			s.add(k.Cell, k.V)
		}
	}
}

// Fill adds what the cells of other that s lacks hold now.
func (s *State[C]) Fill(other *State[C]) {
	for _, k := range other.Cells {
		if !s.has(k.Cell) {
			s.add(k.Cell, k.Cell.Read())
		}
	}
}

// A Journal is what the running branch has changed: what each cell held before.
type Journal[C Cell] struct {
	Outer  *Journal[C]
	Before State[C]
	ID     *byte // of the branch, by which its variables are known

	used   *limits.Usage // which counts it
	memory int           // of Before
	size   func(any) int
}

// Open returns an empty journal within another one, or nil; used counts what it keeps, and size is
// what the copy takes that a cell has made.
func Open[C Cell](outer *Journal[C], used *limits.Usage, size func(any) int) *Journal[C] {
	return &Journal[C]{Outer: outer, ID: new(byte), used: used, size: size}
}

// Close hands the changes on to the journal around it.
func (j *Journal[C]) Close() {
	*j.used.Memory -= j.memory
	if j.Outer != nil {
		for _, k := range j.Before.Cells {
			if j.Outer.lacks(k.Cell) {
				j.Outer.keep(k)
			}
		}
	}
}

// Drop undoes the changes, which the journal around it never sees.
func (j *Journal[C]) Drop() {
	j.Undo()
	*j.used.Memory -= j.memory
}

// Save records what a cell holds before it changes. A nil journal records nothing.
func (j *Journal[C]) Save(c C) {
	if j != nil && j.lacks(c) {
		j.used.Steps += j.keep(Kept[C]{c, c.Read()}) / HeldPerStep
	}
}

// lacks reports whether a cell is to be recorded still. Variables that the branch itself has made
// are not: the code before has never seen them.
func (j *Journal[C]) lacks(c C) bool {
	local, ok := any(c).(Local)
	return !(ok && local.MadeBy(j.ID)) && !j.Before.has(c)
}

// keep adds what a cell held, and returns the memory it takes.
func (j *Journal[C]) keep(k Kept[C]) int {
	j.Before.add(k.Cell, k.V)
	size := sizeCell + j.size(k.V)
	j.memory += size
	*j.used.Memory += size
	return size
}

// Now is what the cells of the journal hold.
func (j *Journal[C]) Now() *State[C] {
	s := &State[C]{Cells: make([]Kept[C], 0, len(j.Before.Cells))}
	for _, k := range j.Before.Cells {
		s.add(k.Cell, k.Cell.Read())
	}
	return s
}

// Undo brings back what the cells held before.
func (j *Journal[C]) Undo() {
	for _, k := range j.Before.Cells {
		k.Cell.Write(k.V)
	}
}
