package dsl

import (
	"slices"

	"signalbox/dsl/internal/journal"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/order"
	"signalbox/internal/inflect"
)

// A cell is one piece of mutable program state: a variable, a list, the methods
// of a class. Where an undecided condition runs both branches, the journal
// records what each cell held before, so that the second branch starts where the
// first did and what they leave behind can be joined.
type cell interface {
	// Read returns a copy of what the cell holds.
	Read() any
	// Write puts back what Read returned.
	Write(any)
	// join returns what the cell holds where when decides between yes and no.
	join(t *Thread, when *Unknown, yes, no any) any
}

type (
	state     = journal.State[cell]
	branchLog = journal.Journal[cell]
)

// sizeHeld is what the copy takes that a cell has made.
func sizeHeld(v any) int {
	switch v := v.(type) {
	case *Array:
		return limits.SizeArray + limits.SizeElement*len(v.Elems)
	case *Hash:
		return memoryOf(v)
	case []Value:
		return limits.SizeElement * len(v)
	case *definitions:
		return v.size()
	}
	return 0
}

func (p *paths) openJournal() *branchLog {
	p.setJournal(journal.Open(p.journal, p.Used, sizeHeld))
	return p.journal
}

// closeJournal hands the changes on to the journal around it.
func (p *paths) closeJournal() {
	j := p.journal
	p.setJournal(j.Outer)
	j.Close()
}

// dropJournal undoes the changes.
func (p *paths) dropJournal() {
	j := p.journal
	j.Drop()
	p.setJournal(j.Outer)
}

func (p *paths) setJournal(j *branchLog) {
	p.journal = j
	if !p.Request {
		p.in.journal = j
	}
}

// save records what a cell holds before it changes.
func (p *paths) save(c cell) { p.journal.Save(c) }

// save is [paths.save] for classes.
func (in *Interp) save(c *Class) {
	if in.journal != nil {
		in.journal.Save(classCell{in, c})
	}
}

// joinState makes every cell hold what it held in yes where when holds, and
// what it holds now where it does not.
func (t *Thread) joinState(when *Unknown, yes *state) {
	t.Used.Steps += 2 * (len(yes.Cells) + yes.Memory(sizeHeld)/journal.HeldPerStep)
	for _, k := range yes.Cells {
		t.save(k.Cell)
		k.Cell.Write(k.Cell.join(t, when, k.V, k.Cell.Read()))
	}
}

// writeState makes every cell hold what it held in s.
func (p *paths) writeState(s *state) {
	p.Used.Steps += len(s.Cells) + s.Memory(sizeHeld)/journal.HeldPerStep
	for _, k := range s.Cells {
		p.save(k.Cell)
		k.Cell.Write(k.V)
	}
}

// Changing records what a value holds before it changes, so that each branch of an
// undecided condition sees its own.
func (p *paths) Changing(v Value) {
	if p.journal == nil {
		return
	}
	if c := contentsOf(v); c != nil {
		p.save(c)
	}
}

// contentsOf returns the cell of what a value holds; nil for values that hold nothing that
// can change.
func contentsOf(v Value) cell {
	switch v := v.(type) {
	case *Array:
		return listCell{v}
	case *Hash:
		return hashCell{v}
	case *String:
		return textCell{v}
	case *Object:
		if s, ok := v.Data.(*String); ok {
			return textCell{s}
		}
		switch held := heldBy(v).(type) {
		case *Hash:
			return hashCell{held}
		case *Members:
			return membersCell{held}
		}
	}
	return nil
}

// ---- variables

// A variable is the part that the cells of one value have in common.
type variable struct{}

func (variable) join(t *Thread, when *Unknown, yes, no any) any {
	return t.Merge(when, absentNil(yes), absentNil(no))
}

func absentNil(v any) Value {
	if v == nil {
		return Nil
	}
	return v.(Value)
}

// A localCell is a local variable.
type localCell struct {
	variable
	env  *env
	name string
}

// MadeBy is that of [journal.Local].
func (c localCell) MadeBy(id *byte) bool { return c.env.branch == id }

func (c localCell) Read() any {
	if i := slices.Index(c.env.names, c.name); i >= 0 {
		return c.env.values[i]
	}
	return Nil
}

func (c localCell) Write(v any) { c.env.declare(c.name, v.(Value)) }

// An ivarCell is an instance variable, that of a class or a global one.
type ivarCell struct {
	variable
	vars *ivars
	name string
}

func (c ivarCell) Read() any {
	if v, ok := c.vars.Get(c.name); ok {
		return v
	}
	return nil
}

func (c ivarCell) Write(v any) {
	if v == nil {
		c.vars.Remove(c.name)
		return
	}
	c.vars.Set(c.name, v.(Value))
}

// A valueCell is a variable that Go code keeps, as mattr_accessor's.
type valueCell struct {
	variable
	v *Value
}

func (c valueCell) Read() any   { return *c.v }
func (c valueCell) Write(v any) { *c.v = v.(Value) }

// A Var is a variable that the host keeps for the program, such as what one routing
// word leaves for the next. Each branch of an undecided condition has its own; what
// both leave is joined. The zero Var holds nil.
type Var struct{ v Value }

// VarOf returns a variable that holds v.
func VarOf(v Value) Var { return Var{v} }

// Get returns the value.
func (v *Var) Get() Value { return absentNil(v.v) }

// Set changes the value for the code that t runs, and what follows it.
func (v *Var) Set(t *Thread, to Value) {
	v.v = v.Get()
	t.save(valueCell{v: &v.v})
	v.v = to
}

// SetState changes a piece of state that Go code keeps, such as how far an enumerator is, for
// the code that t runs. Join returns what it is where when decides between it and no.
func SetState[S interface {
	comparable
	Join(when *Unknown, no S) S
}](t *Thread, state *S, to S) {
	t.save(stateCell[S]{state})
	*state = to
}

// A stateCell is what [SetState] sets.
type stateCell[S interface {
	comparable
	Join(when *Unknown, no S) S
}] struct{ state *S }

func (c stateCell[S]) Read() any   { return *c.state }
func (c stateCell[S]) Write(v any) { *c.state = v.(S) }

func (c stateCell[S]) join(_ *Thread, when *Unknown, yes, no any) any {
	return yes.(S).Join(when, no.(S))
}

// ---- contents

// A listCell is the elements of an array.
type listCell struct{ list *Array }

func (c listCell) Read() any {
	return &Array{Elems: slices.Clone(c.list.Elems)}
}

func (c listCell) Write(v any) {
	c.list.Elems = slices.Clone(v.(*Array).Elems)
}

func (c listCell) join(t *Thread, when *Unknown, yes, no any) any {
	return t.mergeLists(when, yes.(*Array), no.(*Array))
}

// A hashCell is the pairs of a hash.
type hashCell struct{ hash *Hash }

func (c hashCell) Read() any { return c.hash.Clone() }

func (c hashCell) Write(v any) {
	c.hash.assign(v.(*Hash).Clone())
}

// SetPairs makes h hold the pairs of another hash, on this side of an undecided condition.
func (in *Interp) SetPairs(h, from *Hash) {
	in.journal.Save(hashCell{h})
	hashCell{h}.Write(from)
}

func (c hashCell) join(t *Thread, when *Unknown, yes, no any) any {
	return t.mergeHashes(when, yes.(*Hash), no.(*Hash))
}

// A textCell is the text of a string.
type textCell struct{ s *String }

func (c textCell) Read() any { return c.s.Copy() }

func (c textCell) Write(v any) {
	s := v.(*String)
	c.s.s, c.s.Encoding, c.s.Unknown, c.s.unset = s.s, s.Encoding, s.Unknown, s.unset
}

func (c textCell) join(t *Thread, when *Unknown, yes, no any) any {
	v := t.Merge(when, yes.(*String), no.(*String))
	if u, ok := v.(*Unknown); ok {
		return &String{s: u.placeholder(), Unknown: u}
	}
	return v
}

// A membersCell is the members of a struct.
type membersCell struct{ *Members }

func (c membersCell) Read() any { return slices.Clone(c.Values) }

func (c membersCell) Write(v any) { c.Values = slices.Clone(v.([]Value)) }

func (c membersCell) join(t *Thread, when *Unknown, yes, no any) any {
	a, b := yes.([]Value), no.([]Value)
	out := make([]Value, min(len(a), len(b)))
	for i := range out {
		out[i] = t.Merge(when, a[i], b[i])
	}
	return out
}

// An inflectionsCell is the rules of a language. Where the branches leave different ones,
// those of the branch where the condition holds stay, with a note.
type inflectionsCell struct{ rules *inflect.Rules }

func (c inflectionsCell) Read() any   { return c.rules.Clone() }
func (c inflectionsCell) Write(v any) { c.rules.Restore(v.(*inflect.Rules)) }

func (c inflectionsCell) join(t *Thread, when *Unknown, yes, no any) any {
	if !yes.(*inflect.Rules).Equal(no.(*inflect.Rules)) {
		t.At = when.Pos
		t.noteUnknown(InflectionsNotice, when, "unknown condition %s for inflections: names follow the branch where it is true; set the condition")
	}
	return yes
}

// ChangingInflections is [Thread.Changing] for the rules of a language.
func (p *paths) ChangingInflections(rules *inflect.Rules) {
	p.save(inflectionsCell{rules})
}

// ---- classes

// A classCell is what a class defines.
type classCell struct {
	in    *Interp
	class *Class
}

func (c classCell) Read() any {
	d := c.class.definitions.clone()
	return &d
}

func (c classCell) Write(v any) {
	k, d := c.class, v.(*definitions)
	if !slices.Equal(k.included, d.included) || !slices.Equal(k.prepended, d.prepended) {
		defer c.in.epoch.Add(1)
	}
	k.definitions = d.clone()
}

func (c classCell) join(t *Thread, when *Unknown, yes, no any) any {
	a, b := yes.(*definitions), no.(*definitions)
	out := *a
	out.methods = joinMethods(when, a.methods, b.methods)
	out.consts = t.joinConsts(when, &a.consts, &b.consts)
	out.included = joinClasses(a.included, b.included)
	out.prepended = joinClasses(a.prepended, b.prepended)
	if out.below = a.below; !slices.Equal(a.below, b.below) {
		out.below = append(joinClasses(a.below, b.below), nil)
	}
	out.unknown = a.unknown || b.unknown
	if out.modules() > min(a.modules(), b.modules()) {
		t.noteUnknown(PlainNotice, when, "unknown condition %s for the modules of "+c.class.DisplayName()+": all of them are included; set the condition")
	}
	return &out
}

// joinConsts returns the constants of a where when holds, and those of b elsewhere.
func (t *Thread) joinConsts(when *Unknown, a, b *order.Table[constant]) order.Table[constant] {
	out := a.Clone()
	for i, name := range a.Names {
		x := &out.Values[i]
		switch y, ok := b.Get(name); {
		case !ok || y.private && !x.private: // what is private on a side, is not seen there
			x.guard = when.And(x.guard)
		case x.private && !y.private:
			*x = constant{v: y.v, guard: when.Not().And(y.guard)}
		default:
			x.v, x.guard = t.Merge(when, x.v, y.v), joinGuards(when, x.guard, y.guard)
		}
	}
	for i, name := range b.Names {
		if _, ok := a.Get(name); !ok {
			y := b.Values[i]
			y.guard = when.Not().And(y.guard)
			out.Set(name, y)
		}
	}
	return out
}

// joinGuards returns the condition under which a constant exists that is there under x where
// when holds, and under y elsewhere; nil if it always does, as such a guard says.
func joinGuards(when, x, y *Unknown) *Unknown {
	if x != nil && x.Same(when) {
		x = nil
	}
	if y != nil && y.Negates(when) {
		y = nil
	}
	switch {
	case x == nil && y == nil:
		return nil
	case x == nil:
		return when.Or(y)
	case y == nil:
		return when.Not().Or(x)
	case x.Same(y):
		return x
	}
	return when.And(x).Or(when.Not().And(y))
}

func joinClasses(a, b []*Class) []*Class {
	out := slices.Clone(a)
	for _, c := range b {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
