package dsl

import (
	"slices"
	"strings"

	"signalbox/dsl/internal/limits"
)

// grow is ChargeMemory for what belongs to no value of a thread: classes and
// their methods. After Freeze they do not change.
func (in *Interp) grow(bytes int) {
	if in.running != nil && !in.finished {
		*in.running.Used.Memory += bytes
	}
}

// spend is grow for steps.
func (in *Interp) spend(steps int) {
	if in.running != nil && !in.finished {
		in.running.Used.Steps += steps
	}
}

// enter makes the interpreter count what t makes, until the function that it
// gives is called.
func (t *Thread) enter() func() {
	if t.Request {
		return func() {}
	}
	outer := t.in.running
	t.in.running = t
	return func() { t.in.running = outer }
}

// NewArray makes an array that keeps the slice, which no other has.
func (m *meter) NewArray(elems ...Value) *Array {
	*m.Used.Memory += limits.SizeArray + limits.SizeElement*len(elems)
	return &Array{Elems: elems}
}

// NewArrayCopy returns an array of elements that others have too.
func (m *meter) NewArrayCopy(elems []Value) *Array {
	m.ChargeMoves(len(elems))
	return m.NewArray(slices.Clone(elems)...)
}

// NewArrayCap returns an empty array with room for n elements, which are counted.
func (m *meter) NewArrayCap(n int) *Array {
	*m.Used.Memory += limits.SizeArray + limits.SizeElement*n
	return &Array{Elems: make([]Value, 0, n)}
}

// Push appends to an array.
func (m *meter) Push(a *Array, elems ...Value) error {
	if err := m.Size(len(a.Elems) + len(elems)); err != nil {
		return err
	}
	*m.Used.Memory += limits.SizeElement * len(elems)
	m.ChargeMoves(len(elems))
	a.Elems = append(a.Elems, elems...)
	return m.Exceeded()
}

// NewString makes a string of a new text.
func (m *meter) NewString(s string) *String {
	*m.Used.Memory += limits.SizeString + len(s)
	return &String{s: s}
}

// Substring makes a string of a text, or of a part of one, that is there already.
func (m *meter) Substring(s string) *String {
	*m.Used.Memory += limits.SizeString
	return &String{s: s}
}

// NewSymbol returns a symbol of a new text.
func (m *meter) NewSymbol(s string) Symbol {
	*m.Used.Memory += limits.SizeSymbol + len(s)
	return Symbol(s)
}

// SymbolOf makes a symbol of a text that is there already.
func (m *meter) SymbolOf(s string) Symbol {
	*m.Used.Memory += limits.SizeSymbol
	return Symbol(s)
}

// EmptyHash returns an empty hash for about n pairs.
func (m *meter) EmptyHash(n int) *Hash {
	*m.Used.Memory += limits.SizeHash
	return NewHash(min(n, smallHash))
}

// NewObject makes an instance with what its class keeps in it.
func (m *meter) NewObject(class *Class, data any) *Object {
	*m.Used.Memory += limits.SizeObject
	return &Object{class: class, Data: data}
}

// countClass counts a class or module.
func (m *meter) countClass(c *Class) *Class {
	*m.Used.Memory += limits.SizeClass
	return c
}

// NewSubclass returns a class that has no name yet.
func (m *meter) NewSubclass(super *Class) *Class { return m.countClass(&Class{super: super}) }

// CountProc counts a proc that Go code made, with the values that it holds.
func (m *meter) CountProc(p *Proc) *Proc {
	*m.Used.Memory += limits.SizeProc + limits.SizeElement*len(p.holds)
	return p
}

// Keep marks a block that becomes a value, and counts it with the variables that it keeps. Requests
// count nothing, and share procs of Go, which they must not write to.
func (m *meter) Keep(p *Proc) *Proc {
	if p == nil || p.kept || m.Request && p.fn != nil {
		return p
	}
	p.kept = true
	if m.Request {
		return p
	}
	*m.Used.Memory += limits.SizeProc
	for e := p.env; e != nil && !e.kept; e = e.outer {
		e.kept = true
		*m.Used.Memory += limits.SizeScope + limits.SizeVariable*len(e.names)
		if f := e.frame; f != nil && !f.kept {
			f.kept = true
			*m.Used.Memory += limits.SizeFrame + limits.SizeElement*len(f.args)
			m.Keep(f.block)
		}
	}
	return p
}

// KeepBlock gives the block of a call that the host keeps.
func (c *Call) KeepBlock() *Proc { return c.Keep(c.Block) }

// shares records that other values may use the text of s from now on.
func (s *String) shares() {
	if s.own {
		s.own = false
	}
}

// shareTexts is shares for the texts that a built-in method was given, and may have
// put elsewhere.
func (c *Call) shareTexts(result Value) {
	if s, ok := c.Self.(*String); ok && s.own {
		switch result.(type) {
		case Int, Bool, NilValue:
		default:
			s.own = c.Block == nil && (result == c.Self || slices.Contains(c.Args, result))
		}
	}
	for _, a := range c.Args {
		if s, ok := a.(*String); ok {
			s.shares()
		}
	}
}

// SetText gives a string a new text in the place of its own, which nothing else has
// if it was made here before.
func (m *meter) SetText(s *String, text string) {
	m.ChargeCopy(len(text))
	if s.own {
		m.ChargeMemory(max(len(text)-len(s.s), 0))
	} else {
		m.ChargeMemory(len(text))
	}
	s.s, s.own = text, true
	s.Encoding = s.Encoding.Carried(len(text))
}

// Narrow leaves the bytes of a string's text from lo to hi, which it may share.
func (s *String) Narrow(lo, hi int) { s.s, s.own = s.s[lo:hi], false }

// ---- texts that grow

// minTail is the size from which on a text that grows gets room to do so.
const minTail = 256

// A tail is a text with room behind it. A string owns the room as long as it is
// all of the text: of two that have the same tail, only the one that was made
// last can grow in place.
type tail struct{ b strings.Builder }

// grown gives the text of s with more behind it. Where s has room for it, only
// what is added is copied.
func (m *meter) grown(s *String, more string, room int) (string, *tail) {
	if m.Request || len(s.s)+len(more) < minTail {
		*m.Used.Memory += len(s.s) + len(more)
		return s.s + more, nil
	}
	tl := s.tail
	if tl == nil || tl.b.String() != s.s {
		m.ChargeCopy(len(s.s))
		tl = &tail{}
		tl.b.Grow(len(s.s) + len(more) + room)
		*m.Used.Memory += tl.b.Cap()
		tl.b.WriteString(s.s)
	} else if tl.b.Len()+len(more) > tl.b.Cap() {
		m.ChargeCopy(len(s.s))
		tl.b.Grow(len(more) + room)
		*m.Used.Memory += tl.b.Cap()
	}
	m.ChargeCopy(len(more))
	tl.b.WriteString(more)
	return tl.b.String(), tl
}

// AppendText is String#<<.
func (m *meter) AppendText(s *String, more string) error {
	if err := m.StringSize(len(s.s) + len(more)); err != nil {
		return err
	}
	s.Encoding = s.Encoding.Carried(len(s.s))
	s.s, s.tail = m.grown(s, more, len(s.s))
	s.own = false
	return nil
}

// ConcatText is String#+: a string that takes the room over that s has.
func (m *meter) ConcatText(s *String, more string) (*String, error) {
	if err := m.StringSize(len(s.s) + len(more)); err != nil {
		return nil, err
	}
	*m.Used.Memory += limits.SizeString
	text, tl := m.grown(s, more, len(s.s)/4)
	return &String{s: text, tail: tl}, nil
}

// Elements come and go at both ends of an array, and within it, in place.

// A front is the memory that the elements of an array stand in, with room before
// them. It is valid as long as they begin at its element at.
type front struct {
	all []Value
	at  int
}

// room gives the front of an array as far as it is valid.
func (a *Array) room() *front {
	f := a.front
	if f == nil || len(a.Elems) == 0 || f.at >= len(f.all) || &f.all[f.at] != &a.Elems[0] {
		return nil
	}
	return f
}

// DropFirst takes the first n elements off.
func (a *Array) DropFirst(n int) {
	f := a.room()
	a.Elems = a.Elems[n:]
	if f != nil {
		f.at += n
	}
}

// Unshift puts elements before those of an array.
func (m *meter) Unshift(a *Array, elems []Value) error {
	n := len(elems)
	if err := m.Size(len(a.Elems) + n); err != nil {
		return err
	}
	f := a.room()
	if f == nil || f.at < n {
		free := n + len(a.Elems)/2
		all := make([]Value, free, free+len(a.Elems))
		f = &front{all: append(all, a.Elems...), at: free}
		m.ChargeMoves(len(a.Elems))
		m.ChargeMemory(limits.SizeElement * free)
	}
	f.at -= n
	copy(f.all[f.at:], elems)
	a.Elems, a.front = f.all[f.at:f.at+n+len(a.Elems)], f
	return m.Exceeded()
}
