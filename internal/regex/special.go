package regex

import "unicode/utf8"

// special runs the instructions that are rare.
func (m *machine) special(pc int32, in *inst, pos int) (next int32, at int, ok bool) {
	switch in.op {
	case opKeep:
		m.push(frame{kind: frameKeep, x: m.keep})
		m.keep = int32(pos)
	case opBackref:
		at, ok := m.backref(in, pos)
		return in.next, at, ok
	case opCond:
		if m.groups[2*in.n+1] < 0 {
			return in.alt, pos, true
		}
	case opLook, opAtomic:
		m.open(frame{kind: frameMark, pos: int32(pos)})
	case opLookEnd:
		return in.next, m.cut(pos), true
	case opAtomicEnd:
		m.cut(pos)
	case opNot:
		m.left -= int(in.n) >> 2
		at, ok := back(m.text, pos, int(in.n))
		if !ok {
			return in.alt, pos, true
		}
		m.open(frame{kind: frameNot, pc: in.alt, pos: int32(pos)})
		pos = at
	case opNotEnd:
		m.giveUp(pos)
		return 0, 0, false
	case opBack:
		m.left -= int(in.n) >> 2
		at, ok := back(m.text, pos, int(in.n))
		return in.next, at, ok
	case opEmpty:
		m.set(in.n, int32(pos))
		if in.kind == 1 {
			m.set(in.n+1, int32(len(m.stack)))
		}
	case opEmptyEnd:
		return m.emptyEnd(in, pos)
	case opCount, opCountEnd:
		return m.count(pc, in, pos)
	case opCall, opReturn:
		return m.recurse(in, pos)
	case opAbsent, opAbsentTry, opAbsentEnd:
		return m.absent(pc, in, pos)
	}
	return in.next, pos, true
}

func (m *machine) push(f frame) { m.stack = append(m.stack, f) }

// set changes a register.
func (m *machine) set(reg, v int32) {
	m.push(frame{kind: frameReg, pc: reg, x: m.regs[reg]})
	m.regs[reg] = v
}

// open begins a region.
func (m *machine) open(f frame) {
	f.x = m.mark
	m.mark = int32(len(m.stack))
	m.push(f)
}

// cut ends the region that is open: its other ways are given up, the values to restore stay. It gives the place where it began.
func (m *machine) cut(end int) int {
	base := int(m.mark)
	mark := m.stack[base]
	kept := m.stack[:base]
	for _, f := range m.stack[base+1:] {
		switch f.kind {
		case frameGroup, frameStart, frameReg, frameKeep, frameCall:
			kept = append(kept, f)
		case frameMemo:
			m.win(f, end)
		}
	}
	m.left -= (len(m.stack) - base) >> 2
	m.stack, m.mark = kept, mark.x
	return int(mark.pos)
}

// giveUp ends a region that must not match, and has: everything in it is undone.
func (m *machine) giveUp(end int) {
	base := int(m.mark)
	m.left -= (len(m.stack) - base) >> 2
	for i := len(m.stack) - 1; i >= base; i-- {
		f := m.stack[i]
		if f.kind == frameMemo {
			m.win(f, end)
			continue
		}
		m.undo(&f)
	}
	m.stack = m.stack[:base]
}

// back goes n characters to the left.
func back(text string, pos, n int) (int, bool) {
	for ; n > 0; n-- {
		if pos <= 0 {
			return 0, false
		}
		pos = before(text, pos)
	}
	return pos, true
}

// emptyEnd ends an iteration that may be empty: then the loop is over.
func (m *machine) emptyEnd(in *inst, pos int) (int32, int, bool) {
	if int(m.regs[in.n]) != pos {
		return in.next, pos, true
	}
	verdict := 1
	if in.kind == 1 {
		verdict = m.emptyIteration(in.n, pos)
	}
	switch verdict {
	case 0:
		return in.next, pos, true
	case 1:
		return in.alt, pos, true
	}
	return 0, 0, false
}

// count begins a counted loop, or decides whether it goes on.
func (m *machine) count(pc int32, in *inst, pos int) (int32, int, bool) {
	if m.memo != nil && in.memo >= 0 {
		if end, known := m.pass(in, pos); known {
			return m.outcome(in, end)
		}
		m.remember(in, pc, pos, pos)
	}
	n := int32(0)
	if in.op == opCountEnd {
		n = m.regs[in.n] + 1
	}
	m.set(in.n, n)
	switch {
	case in.max >= 0 && n >= in.max:
		return in.alt, pos, true
	case n < in.min:
		return in.next, pos, true
	case repKind(in.kind) == lazy:
		m.push(frame{kind: frameAlt, pc: in.next, pos: int32(pos)})
		return in.alt, pos, true
	}
	m.push(frame{kind: frameAlt, pc: in.alt, pos: int32(pos)})
	return in.next, pos, true
}

// recurse begins a recursive group, or returns from it: the loops around are as they were then.
func (m *machine) recurse(in *inst, pos int) (int32, int, bool) {
	m.push(frame{kind: frameCall, x: m.call})
	if in.op == opCall {
		m.calls = append(m.calls, call{in.alt, m.call, append([]int32(nil), m.regs...)})
		m.call = int32(len(m.calls) - 1)
		return in.next, pos, true
	}
	c := &m.calls[m.call]
	m.call = c.outer
	for i, v := range c.regs {
		if m.regs[i] != v {
			m.set(int32(i), v)
		}
	}
	m.left -= len(c.regs) >> 2
	return c.back, pos, true
}

// absent matches the longest text that the pattern is not in, or a shorter one, as Onigmo does: the pattern is tried at every place, and where
// it matches the text is taken to end before.
func (m *machine) absent(pc int32, in *inst, pos int) (int32, int, bool) {
	switch in.op {
	case opAbsent:
		if m.memo != nil && in.memo >= 0 {
			if end, known := m.pass(in, pos); known {
				return m.outcome(in, end)
			}
			m.remember(in, pc, pos, pos)
		}
		m.push(frame{kind: frameAbsent, pos: int32(pos), x: int32(m.end)})
		return in.next, pos, true
	case opAbsentEnd:
		end := -1
		if pos > 0 {
			end = before(m.text, pos)
		}
		m.end = min(m.end, end)
		for {
			f := m.stack[len(m.stack)-1]
			m.stack = m.stack[:len(m.stack)-1]
			if f.kind == frameAbsentMark {
				return 0, 0, false
			}
			m.undo(&f)
		}
	}
	limit, top := m.end, m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	start := int(top.pos)
	m.end = int(top.x)
	switch {
	case start > limit && pos > start:
		m.stack = m.stack[:len(m.stack)-1] // the pattern matches nothing at the start
		return 0, 0, false
	case pos >= limit && pos > start:
		return in.alt, pos, pos <= limit
	}
	m.push(frame{kind: frameAlt, pc: in.alt, pos: int32(pos)})
	m.push(top)
	after := pos + 1
	if pos < len(m.text) {
		_, w := utf8.DecodeRuneInString(m.text[pos:])
		after = pos + w
	}
	m.push(frame{kind: frameAlt, pc: pc, pos: int32(after)})
	m.push(frame{kind: frameAbsentMark})
	m.end = limit
	return in.next, pos, true
}

// backref matches what a group matched; of several groups the last that took part and fits.
func (m *machine) backref(in *inst, pos int) (int, bool) {
	for i := len(in.groups) - 1; i >= 0; i-- {
		lo, hi := m.groups[2*in.groups[i]], m.groups[2*in.groups[i]+1]
		if hi < 0 || lo < 0 {
			continue
		}
		said := m.text[lo:max(lo, hi)]
		if m.end-pos < len(said) {
			return 0, false
		}
		m.left -= len(said) >> 3
		if !in.fold {
			if m.text[pos:pos+len(said)] == said {
				return pos + len(said), true
			}
			continue
		}
		m.left -= len(said)
		if n, ok := foldPrefix(said, m.text[pos:m.end]); ok {
			return pos + n, true
		}
	}
	return 0, false
}

// foldPrefix reports whether text begins with said when case is ignored, and how long that beginning is.
func foldPrefix(said, text string) (n int, ok bool) {
	for said != "" {
		a, wa := utf8.DecodeRuneInString(said)
		b, wb := utf8.DecodeRuneInString(text[n:])
		if wb == 0 || a != b && !sameFold(a, b) {
			return 0, false
		}
		said, n = said[wa:], n+wb
	}
	return n, true
}

func sameFold(a, b rune) bool {
	many := manyFolds()
	return orbit(a).has(b) || many[a] != "" && many[a] == many[b]
}
