package dsl

import (
	"runtime"
	"slices"
	"strings"
)

// What values take of [Limits.Memory]: the bytes that Go takes for them, rounded up.
// Values are made by the functions below, which count them; a collection that
// grows is counted by what it grows by.
const (
	sizeArray      = 48
	sizeElement    = 24 // of a list: the place in it, and what stands for a number there
	sizeString     = 48
	sizeSymbol     = 16
	sizeHash       = 128
	sizePair       = 40 // of a hash
	sizeIndex      = 64 // more, where an index leads to it
	sizeObject     = 112
	sizeVariable   = 40 // of an object, a scope or a class, with its name
	sizeRange      = 48
	sizeRegexp     = 4096 // compiled
	sizeProc       = 176
	sizeScope      = 112 // the variables of a block or method that a proc keeps
	sizeFrame      = 176 // what the blocks of a method share
	sizeMethod     = 320 // its entry in a table included
	sizeConst      = 112
	sizeOrder      = 128
	sizeParsed     = 100 // of a byte of a program that is read
	sizeClass      = 640
	sizeUnknown    = 320
	sizeError      = 256
	sizeCall       = 64 // of a backtrace
	sizeEnumerator = 288
)

// grow counts bytes of something that stays.
func (m *meter) grow(bytes int) { *m.used.memory += bytes }

// grow is [meter.grow] for what belongs to no value of a thread: classes and
// their methods. After Freeze they do not change.
func (in *Interp) grow(bytes int) {
	if in.running != nil && !in.finished {
		*in.running.used.memory += bytes
	}
}

// spend is grow for steps.
func (in *Interp) spend(steps int) {
	if in.running != nil && !in.finished {
		in.running.used.steps += steps
	}
}

// room refuses what needs more memory for a moment than is left.
func (m *meter) room(bytes int) error {
	if *m.used.memory+bytes > m.limits.Memory && (!m.collect() || *m.used.memory+bytes > m.limits.Memory) {
		return &LimitError{Limit: "memory", Max: m.limits.Memory, Pos: m.pos}
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
func (m *meter) collect() bool {
	limit := m.limits.Memory
	if m.request || m.used.share != nil || limit < collectFrom || m.in.collected >= maxCollect {
		return false
	}
	m.in.collected++
	runtime.GC()
	var held runtime.MemStats
	runtime.ReadMemStats(&held)
	if held.HeapAlloc > uint64(limit-limit/4) {
		return false
	}
	*m.used.memory = min(*m.used.memory, int(held.HeapAlloc))
	return true
}

// enter makes the interpreter count what t makes, until the function that it
// gives is called.
func (t *Thread) enter() func() {
	if t.request {
		return func() {}
	}
	outer := t.in.running
	t.in.running = t
	return func() { t.in.running = outer }
}

// newArray makes an array that keeps the slice, which no other has.
func (m *meter) newArray(elems ...Value) *Array {
	*m.used.memory += sizeArray + sizeElement*len(elems)
	return &Array{Elems: elems}
}

// copyOf makes an array of elements that others have too.
func (m *meter) copyOf(elems []Value) *Array {
	m.moved(len(elems))
	return m.newArray(slices.Clone(elems)...)
}

// listOfRoom makes an empty array with room for n elements, which are counted.
func (m *meter) listOfRoom(n int) *Array {
	*m.used.memory += sizeArray + sizeElement*n
	return &Array{Elems: make([]Value, 0, n)}
}

// push appends to an array.
func (m *meter) push(a *Array, elems ...Value) error {
	if err := m.size(len(a.Elems) + len(elems)); err != nil {
		return err
	}
	*m.used.memory += sizeElement * len(elems)
	m.moved(len(elems))
	a.Elems = append(a.Elems, elems...)
	return m.exceeded()
}

// newString makes a string of a new text.
func (m *meter) newString(s string) *String {
	*m.used.memory += sizeString + len(s)
	return &String{s: s}
}

// substring makes a string of a text, or of a part of one, that is there already.
func (m *meter) substring(s string) *String {
	*m.used.memory += sizeString
	return &String{s: s}
}

// symbol makes a symbol of a new text.
func (m *meter) symbol(s string) Symbol {
	*m.used.memory += sizeSymbol + len(s)
	return Symbol(s)
}

// symbolOf makes a symbol of a text that is there already.
func (m *meter) symbolOf(s string) Symbol {
	*m.used.memory += sizeSymbol
	return Symbol(s)
}

// newHash makes an empty hash for about n pairs.
func (m *meter) newHash(n int) *Hash {
	*m.used.memory += sizeHash
	return NewHash(min(n, smallHash))
}

// newObject makes an instance with what its class keeps in it.
func (m *meter) newObject(class *Class, data any) *Object {
	*m.used.memory += sizeObject
	return &Object{class: class, data: data}
}

// countClass counts a class or module.
func (m *meter) countClass(c *Class) *Class {
	*m.used.memory += sizeClass
	return c
}

// newClassBelow makes a class that has no name yet.
func (m *meter) newClassBelow(super *Class) *Class { return m.countClass(&Class{super: super}) }

// countProc counts a proc that Go code made, with the values that it holds.
func (m *meter) countProc(p *Proc) *Proc {
	*m.used.memory += sizeProc + sizeElement*len(p.holds)
	return p
}

// keep counts a block that becomes a value, with the variables that it keeps.
func (m *meter) keep(p *Proc) *Proc {
	if p == nil || p.kept || m.request {
		return p
	}
	p.kept = true
	*m.used.memory += sizeProc
	for e := p.env; e != nil && !e.kept; e = e.outer {
		e.kept = true
		*m.used.memory += sizeScope + sizeVariable*len(e.names)
		if f := e.frame; f != nil && !f.kept {
			f.kept = true
			*m.used.memory += sizeFrame + sizeElement*len(f.args)
			m.keep(f.block)
		}
	}
	return p
}

// KeepBlock gives the block of a call that the host keeps.
func (c *Call) KeepBlock() *Proc { return c.t.keep(c.Block) }

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
		case Int, Bool, nilValue:
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

// setText gives a string a new text in the place of its own, which nothing else has
// if it was made here before.
func (m *meter) setText(s *String, text string) {
	m.copied(len(text))
	if s.own {
		m.grow(max(len(text)-len(s.s), 0))
	} else {
		m.grow(len(text))
	}
	s.s, s.own = text, true
	s.encoding = s.encoding.carried(len(text))
}

// narrow leaves the bytes of a string's text from lo to hi, which it may share.
func (s *String) narrow(lo, hi int) { s.s, s.own = s.s[lo:hi], false }

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
	if m.request || len(s.s)+len(more) < minTail {
		*m.used.memory += len(s.s) + len(more)
		return s.s + more, nil
	}
	tl := s.tail
	if tl == nil || tl.b.String() != s.s {
		m.copied(len(s.s))
		tl = &tail{}
		tl.b.Grow(len(s.s) + len(more) + room)
		*m.used.memory += tl.b.Cap()
		tl.b.WriteString(s.s)
	} else if tl.b.Len()+len(more) > tl.b.Cap() {
		m.copied(len(s.s))
		tl.b.Grow(len(more) + room)
		*m.used.memory += tl.b.Cap()
	}
	m.copied(len(more))
	tl.b.WriteString(more)
	return tl.b.String(), tl
}

// appendText is String#<<.
func (m *meter) appendText(s *String, more string) error {
	if err := m.stringSize(len(s.s) + len(more)); err != nil {
		return err
	}
	s.encoding = s.encoding.carried(len(s.s))
	s.s, s.tail = m.grown(s, more, len(s.s))
	s.own = false
	return nil
}

// joined is String#+: a string that takes the room over that s has.
func (m *meter) joined(s *String, more string) (*String, error) {
	if err := m.stringSize(len(s.s) + len(more)); err != nil {
		return nil, err
	}
	*m.used.memory += sizeString
	text, tl := m.grown(s, more, len(s.s)/4)
	return &String{s: text, tail: tl}, nil
}
