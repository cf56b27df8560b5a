package dsl

import (
	"cmp"
	"slices"

	"signalbox/dsl/internal/limits"
	"signalbox/internal/inflect"
)

// A cell is one piece of mutable program state: a variable, a list, the methods
// of a class. Where an undecided condition runs both branches, the journal
// records what each cell held before, so that the second branch starts where the
// first did and what they leave behind can be joined. Cells are comparable.
type cell interface {
	// read returns a copy of what the cell holds.
	read() any
	// write puts back what read returned.
	write(any)
	// join returns what the cell holds where when decides between yes and no.
	join(t *Thread, when *Unknown, yes, no any) any
}

// A state is what cells hold at one moment.
type state struct {
	cells []kept
	known map[cell]bool // the cells, once there are more than a few
}

// A kept is what a cell holds.
type kept struct {
	cell cell
	v    any
}

// fewCells are looked through one by one.
const fewCells = 8

// add adds a cell that the state does not have yet, see has.
func (s *state) add(c cell, v any) {
	s.cells = append(s.cells, kept{c, v})
	if s.known != nil {
		s.known[c] = true
	}
}

// has reports whether the state says what a cell holds.
func (s *state) has(c cell) bool {
	if s.known == nil && len(s.cells) > fewCells {
		s.known = make(map[cell]bool, len(s.cells))
		for _, k := range s.cells {
			s.known[k.cell] = true
		}
	}
	if s.known != nil {
		return s.known[c]
	}
	return slices.ContainsFunc(s.cells, func(k kept) bool { return k.cell == c })
}

// sizeCell is what a cell takes in a state, besides what it holds.
const sizeCell = 160

// memory is what a state takes.
func (s *state) memory() int {
	n := 0
	for _, k := range s.cells {
		n += sizeCell + sizeHeld(k.v)
	}
	return n
}

// sizeHeld is what the copy takes that a cell has made.
func sizeHeld(v any) int {
	switch v := v.(type) {
	case *Array:
		return SizeArray + SizeElement*len(v.Elems)
	case *Hash:
		return memoryOf(v)
	case []Value:
		return SizeElement * len(v)
	case *definitions:
		return v.size()
	}
	return 0
}

// heldPerStep is the memory of copies that one step makes.
const heldPerStep = 512

// addMissing adds the cells of other that s lacks.
func (s *state) addMissing(other *state) {
	for _, k := range other.cells {
		if !s.has(k.cell) {
			s.add(k.cell, k.v)
		}
	}
}

// fill adds what the cells of other that s lacks hold now.
func (s *state) fill(other *state) {
	for _, k := range other.cells {
		if !s.has(k.cell) {
			s.add(k.cell, k.cell.read())
		}
	}
}

// A journal is what the running branch has changed: what each cell held before.
type journal struct {
	outer  *journal
	before state
	used   *limits.Usage // which counts it
	memory int           // of before
	id     *byte         // of the branch, by which its variables are known
}

// lacks reports whether a cell is to be recorded still. Variables that the branch itself has made
// are not: the code before has never seen them.
func (j *journal) lacks(c cell) bool {
	local, ok := c.(localCell)
	return !(ok && local.env.branch == j.id) && !j.before.has(c)
}

func (p *paths) openJournal() *journal {
	p.setJournal(&journal{outer: p.journal, used: p.Used, id: new(byte)})
	return p.journal
}

// closeJournal hands the changes on to the journal around it.
func (p *paths) closeJournal() {
	j := p.journal
	p.setJournal(j.outer)
	*j.used.Memory -= j.memory
	if j.outer != nil {
		for _, k := range j.before.cells {
			if j.outer.lacks(k.cell) {
				j.outer.keep(k)
			}
		}
	}
}

func (p *paths) setJournal(j *journal) {
	p.journal = j
	if !p.Request {
		p.in.journal = j
	}
}

// save records what a cell holds before it changes.
func (p *paths) save(c cell) { p.journal.save(c) }

// save is [paths.save] for classes.
func (in *Interp) save(c *Class) {
	if in.journal != nil {
		in.journal.save(classCell{in, c})
	}
}

func (j *journal) save(c cell) {
	if j != nil && j.lacks(c) {
		j.used.Steps += j.keep(kept{c, c.read()}) / heldPerStep
	}
}

// keep adds what a cell held, and returns the memory it takes.
func (j *journal) keep(k kept) int {
	j.before.add(k.cell, k.v)
	size := sizeCell + sizeHeld(k.v)
	j.memory += size
	*j.used.Memory += size
	return size
}

// now is what the cells of the journal hold.
func (m *meter) now(j *journal) *state {
	s := &state{cells: make([]kept, 0, len(j.before.cells))}
	for _, k := range j.before.cells {
		s.add(k.cell, k.cell.read())
	}
	m.Used.Steps += s.memory() / heldPerStep
	return s
}

// undo brings back what the cells held before.
func (j *journal) undo() {
	for _, k := range j.before.cells {
		k.cell.write(k.v)
	}
}

// joinState makes every cell hold what it held in yes where when holds, and
// what it holds now where it does not.
func (t *Thread) joinState(when *Unknown, yes *state) {
	t.Used.Steps += 2 * (len(yes.cells) + yes.memory()/heldPerStep)
	for _, k := range yes.cells {
		t.save(k.cell)
		k.cell.write(k.cell.join(t, when, k.v, k.cell.read()))
	}
}

// writeState makes every cell hold what it held in s.
func (p *paths) writeState(s *state) {
	p.Used.Steps += len(s.cells) + s.memory()/heldPerStep
	for _, k := range s.cells {
		p.save(k.cell)
		k.cell.write(k.v)
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
		switch d := v.Data.(type) {
		case *Hash:
			return hashCell{d}
		case *String:
			return textCell{d}
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

func (c localCell) read() any {
	if i := slices.Index(c.env.names, c.name); i >= 0 {
		return c.env.values[i]
	}
	return Nil
}

func (c localCell) write(v any) { c.env.declare(c.name, v.(Value)) }

// An ivarCell is an instance variable.
type ivarCell struct {
	variable
	vars *ivars
	name string
}

func (c ivarCell) read() any {
	if v, ok := c.vars.Get(c.name); ok {
		return v
	}
	return nil
}

func (c ivarCell) write(v any) {
	if v == nil {
		c.vars.Remove(c.name)
		return
	}
	c.vars.Set(c.name, v.(Value))
}

// A globalCell is a global variable.
type globalCell struct {
	variable
	globals *map[string]Value
	name    string
}

func (c globalCell) read() any { return (*c.globals)[c.name] }

func (c globalCell) write(v any) {
	if v == nil {
		delete(*c.globals, c.name)
		return
	}
	(*c.globals)[c.name] = v.(Value)
}

// A valueCell is a variable that Go code keeps, as mattr_accessor's.
type valueCell struct {
	variable
	v *Value
}

func (c valueCell) read() any   { return *c.v }
func (c valueCell) write(v any) { *c.v = v.(Value) }

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

func (c stateCell[S]) read() any   { return *c.state }
func (c stateCell[S]) write(v any) { *c.state = v.(S) }

func (c stateCell[S]) join(_ *Thread, when *Unknown, yes, no any) any {
	return yes.(S).Join(when, no.(S))
}

// ---- contents

// A listCell is the elements of an array.
type listCell struct{ list *Array }

func (c listCell) read() any {
	return &Array{Elems: slices.Clone(c.list.Elems)}
}

func (c listCell) write(v any) {
	c.list.Elems = slices.Clone(v.(*Array).Elems)
}

func (c listCell) join(t *Thread, when *Unknown, yes, no any) any {
	return t.mergeLists(when, yes.(*Array), no.(*Array))
}

// A hashCell is the pairs of a hash.
type hashCell struct{ hash *Hash }

func (c hashCell) read() any { return c.hash.Clone() }

func (c hashCell) write(v any) {
	c.hash.assign(v.(*Hash).Clone())
}

// SetPairs makes h hold the pairs of another hash, on this side of an undecided condition.
func (in *Interp) SetPairs(h, from *Hash) {
	in.journal.save(hashCell{h})
	hashCell{h}.write(from)
}

func (c hashCell) join(t *Thread, when *Unknown, yes, no any) any {
	return t.mergeHashes(when, yes.(*Hash), no.(*Hash))
}

// A textCell is the text of a string.
type textCell struct{ s *String }

func (c textCell) read() any { return c.s.Copy() }

func (c textCell) write(v any) {
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

func (c membersCell) read() any { return slices.Clone(c.Values) }

func (c membersCell) write(v any) { c.Values = slices.Clone(v.([]Value)) }

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

func (c inflectionsCell) read() any   { return c.rules.Clone() }
func (c inflectionsCell) write(v any) { c.rules.Restore(v.(*inflect.Rules)) }

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

func (c classCell) read() any {
	d := c.class.definitions.clone()
	return &d
}

func (c classCell) write(v any) {
	k, d := c.class, v.(*definitions)
	if !slices.Equal(k.included, d.included) || !slices.Equal(k.prepended, d.prepended) {
		defer c.in.epoch.Add(1)
	}
	k.definitions = d.clone()
}

func (c classCell) join(t *Thread, when *Unknown, yes, no any) any {
	a, b := yes.(*definitions), no.(*definitions)
	out := *a
	out.methods = joinMaps(a.methods, b.methods, func(x, y *Method) *Method { return mergeMethods(when, x, y) })
	out.cvars = joinMaps(a.cvars, b.cvars, func(x, y Value) Value {
		return t.Merge(when, absentNil(x), absentNil(y))
	})
	out.joinConsts(t, when, a, b)
	out.included = joinClasses(a.included, b.included)
	out.prepended = joinClasses(a.prepended, b.prepended)
	out.unknown = a.unknown || b.unknown
	if out.modules() > min(a.modules(), b.modules()) {
		t.noteUnknown(PlainNotice, when, "unknown condition %s for the modules of "+c.class.DisplayName()+": all of them are included; set the condition")
	}
	return &out
}

// joinConsts makes d hold the constants of a where when holds, and those of b elsewhere.
func (d *definitions) joinConsts(t *Thread, when *Unknown, a, b *definitions) {
	d.constGuards = map[string]*Unknown{}
	d.consts = joinMaps(a.consts, b.consts, func(x, y Value) Value {
		if x == nil || y == nil {
			return cmp.Or(x, y)
		}
		return t.Merge(when, x, y)
	})
	for name := range d.consts {
		if u := joinGuards(when, a, b, name); u != nil {
			d.constGuards[name] = u
		}
	}
	for _, name := range b.constNames {
		if _, ok := a.consts[name]; !ok {
			d.constNames = append(d.constNames, name)
		}
	}
}

// joinGuards returns the condition under which a constant exists after a branch that left
// a where when holds, and b elsewhere; nil if it always does.
func joinGuards(when *Unknown, a, b *definitions, name string) *Unknown {
	x, y := a.constGuards[name], b.constGuards[name]
	_, inA := a.consts[name]
	_, inB := b.consts[name]
	if x != nil && x.Same(when) {
		x = nil
	}
	if y != nil && y.Negates(when) {
		y = nil
	}
	switch {
	case !inB:
		return when.And(x)
	case !inA:
		return when.Not().And(y)
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

func joinMaps[V any](a, b map[string]V, join func(x, y V) V) map[string]V {
	if len(a)+len(b) == 0 {
		return nil
	}
	out := make(map[string]V, len(a))
	for name, x := range a {
		out[name] = join(x, b[name])
	}
	for name, y := range b {
		if _, ok := a[name]; !ok {
			var none V
			out[name] = join(none, y)
		}
	}
	return out
}

// under is a method that is there under a condition only.
func (m *Method) under(when *Unknown) *Method {
	if m.guard != nil {
		when = m.guard.And(when)
	}
	own := *m
	own.guard = when
	return &own
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

// mergeMethods is a method that the branches of a condition define differently:
// which one runs, the condition decides. Nil is for no method.
func mergeMethods(when *Unknown, yes, no *Method) *Method {
	switch {
	case yes == no:
		return yes
	case no == nil:
		return yes.under(when)
	case yes == nil:
		return no.under(when.Not())
	}
	m := *yes
	m.def, m.proc, m.sides = nil, nil, []*Method{yes, no}
	m.builtin = &Builtin{max: -1, keywords: true, fn: func(c *Call) Value {
		run := func(m *Method) func() (Value, error) {
			return func() (Value, error) { return c.on(c.Self).invoke(m) }
		}
		return Must(c.fork(when, run(yes), run(no)))
	}}
	return &m
}
