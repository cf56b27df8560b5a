package regex

// A machine runs a program on a text by backtracking, in the order that Ruby does. Once it has gone back often it remembers where it has been
// (see memo.go), which keeps its work linear.
type machine struct {
	prog *program
	text string
	end  int // where the text ends for what reads it; (?~a) moves it
	from int // where the search began: \G

	groups []int32 // beginning and end of each, -1 for none
	regs   []int32 // of the loops
	keep   int32   // where \K stood, -1 without
	start  int     // where the match began
	stop   int     // and ended

	stack []frame
	mark  int32 // the innermost region that is open, as a place on the stack
	call  int32 // the innermost call, as a place in calls
	calls []call

	left  int // steps that may still be taken
	most  int // bytes that it may hold
	alarm int // with fewer steps left, alarmed looks what is to be done
	delay int // with as few, a memo is begun
	memo  *memo
	err   error
	owed  int // steps for looking at the text, which the first match pays
	spent int // by the matches before in this text

	skipped bool // a region was not run again that captures something
	exact   bool // no such region is skipped
}

// A frame is what the machine does when it goes back: another way to try, or a value to restore.
type frame struct {
	kind       frameKind
	pc, pos, x int32
}

type frameKind int32

const (
	frameAlt        frameKind = iota // go on with pc at pos
	frameRun                         // a run at pc that ended at pos gives back a character, down to x
	frameLazy                        // a run at pc that ended at pos takes another character, its x-th
	frameGroup                       // group pc was from pos to x
	frameStart                       // group pc began at pos
	frameReg                         // register pc was x
	frameKeep                        // \K stood at x
	frameMark                        // a region began at pos; x is the mark before
	frameNot                         // what must not match doesn't: go on with pc at pos; x is the mark before
	frameCall                        // the call was x
	frameAbsent                      // an absent operator began at pos; the text ended at x
	frameAbsentMark                  // its pattern is being tried
	frameMemo                        // instruction pc was passed at pos up to x, see memo.go
)

// A call is a recursive group that has been begun.
type call struct {
	back, outer int32
	regs        []int32
}

// The memory of a match, in bytes.
const (
	frameBytes  = 16
	callBytes   = 32 // and its registers
	choiceBytes = 24 // in a list; a map takes twice as much
	// heldCheck is after how many steps it is looked at again.
	heldCheck = 1 << 16
)

// held is how much memory the match holds.
func (m *machine) held() int {
	n := cap(m.stack)*frameBytes + cap(m.calls)*(callBytes+4*len(m.regs))
	if m.memo != nil {
		n += 8*len(m.memo.seen) + choiceBytes*(2*len(m.memo.wide)+2*len(m.memo.won)+cap(m.memo.trail))
	}
	return n
}

// run looks for a match at pos.
func (m *machine) run(pos int) bool {
	code, text := m.prog.code, m.text
	m.stack, m.mark, m.call, m.keep, m.start = m.stack[:0], -1, -1, -1, pos
	pc := m.prog.start
	for {
		if m.left--; m.left < m.alarm && !m.alarmed() {
			return false
		}
		ok := false
		switch in := &code[pc]; in.op {
		case opMatch:
			m.stop = pos
			return true
		case opByte:
			if ok = pos < m.end && text[pos] == byte(in.n); ok {
				pos, pc = pos+1, in.next
			}
		case opText:
			n := len(in.text)
			m.left -= n >> 6
			if m.end-pos >= n && text[pos:pos+n] == in.text {
				pos, pc, ok = pos+n, in.next, true
			}
		case opClass:
			if pos < m.end {
				if n := in.class.at(text, pos); n > 0 {
					pos, pc, ok = pos+n, in.next, true
				}
			}
		case opRun:
			if m.memo != nil && in.memo >= 0 {
				pc, pos, ok = m.memoRun(pc, in, pos)
				break
			}
			var lo, hi int
			if lo, hi, ok = m.scan(in, pos, in.most()); ok {
				pos, pc = m.leaveRun(pc, in, lo, hi), in.next
			}
		case opSplit:
			pc, pos, ok = m.split(pc, in, pos)
		case opBegin:
			m.beginGroup(in, pos)
			pc, ok = in.next, true
		case opEnd:
			m.endGroup(in, pos)
			pc, ok = in.next, true
		case opAssert:
			if ok = m.holds(assertKind(in.kind), pos); ok {
				pc = in.next
			}
		default:
			pc, pos, ok = m.special(pc, in, pos)
		}
		if !ok {
			if pc, pos, ok = m.retry(); !ok {
				return false
			}
		}
	}
}

// split tries the first of two ways; the other is for later. If only one can go on, there is nothing to choose.
func (m *machine) split(pc int32, in *inst, pos int) (int32, int, bool) {
	if m.memo != nil && in.memo >= 0 {
		if end, known := m.pass(in, pos); known {
			return m.outcome(in, end)
		}
		m.remember(in, pc, pos, pos)
	}
	if in.peek != nil {
		if !in.peek.allows(m.text, pos, m.end) {
			return in.alt, pos, in.peek2.allows(m.text, pos, m.end)
		}
		if !in.peek2.allows(m.text, pos, m.end) {
			return in.next, pos, true
		}
	}
	m.stack = append(m.stack, frame{kind: frameAlt, pc: in.alt, pos: int32(pos)})
	return in.next, pos, true
}

func (m *machine) beginGroup(in *inst, pos int) {
	g := in.n
	if in.push {
		m.stack = append(m.stack, frame{frameGroup, g, m.groups[2*g], m.groups[2*g+1]})
	}
	m.groups[2*g], m.groups[2*g+1] = int32(pos), -1
	if in.alt > 0 {
		m.set(in.alt-1, int32(pos))
	}
}

func (m *machine) endGroup(in *inst, pos int) {
	g := in.n
	if in.alt > 0 {
		m.push(frame{kind: frameStart, pc: g, pos: m.groups[2*g]})
		m.groups[2*g] = m.regs[in.alt-1]
	}
	m.groups[2*g+1] = int32(pos)
}

// retry goes back to the last choice that has another way.
func (m *machine) retry() (pc int32, pos int, ok bool) {
	for m.left >= 0 {
		n := len(m.stack) - 1
		if n < 0 {
			return 0, 0, false
		}
		f := m.stack[n]
		m.stack = m.stack[:n]
		switch f.kind {
		case frameAlt:
			return f.pc, int(f.pos), true
		case frameRun:
			return m.prog.code[f.pc].next, m.shorten(f), true
		case frameLazy:
			if pc, pos, ok = m.lengthen(f); ok {
				return pc, pos, true
			}
		case frameNot:
			m.mark = f.x
			return f.pc, int(f.pos), true
		default:
			m.undo(&f)
		}
		m.left--
	}
	m.err = ErrBudget
	return 0, 0, false
}

// undo restores what a frame holds.
func (m *machine) undo(f *frame) {
	switch f.kind {
	case frameGroup:
		m.groups[2*f.pc], m.groups[2*f.pc+1] = f.pos, f.x
	case frameStart:
		m.groups[2*f.pc] = f.pos
	case frameReg:
		m.regs[f.pc] = f.x
	case frameKeep:
		m.keep = f.x
	case frameMark, frameNot:
		m.mark = f.x
	case frameCall:
		m.call = f.x
	case frameAbsent:
		m.end = int(f.x)
	case frameMemo:
		if f.x < 0 {
			m.memo.trail = m.memo.trail[:f.pos]
		}
	}
}

// most is how many characters a run takes to begin with.
func (in *inst) most() int {
	if repKind(in.kind) == lazy {
		return int(in.min)
	}
	return int(uint32(in.max)) // -1 is no limit
}

// scan takes up to most characters of a run, as inst.scan does, and counts the work.
func (m *machine) scan(in *inst, pos, most int) (lo, hi int, ok bool) {
	lo, hi, ok = in.scan(m.text, pos, m.end, most)
	m.left -= (hi - pos) >> 2
	return lo, hi, ok
}

// scan takes up to most characters of a run: hi is where it ends, lo where it has what it must have.
func (in *inst) scan(text string, pos, end, most int) (lo, hi int, ok bool) {
	class, p, n := in.class, pos, 0
	lo = pos
	for n < most && p < end {
		if n == int(in.min) {
			lo = p
		}
		c := text[p]
		if c < 0x80 {
			if class.ascii[c>>6]>>(c&63)&1 == 0 {
				break
			}
			p++
			n++
			continue
		}
		w := class.highAt(text, p)
		if w == 0 {
			break
		}
		p += w
		n++
	}
	if n <= int(in.min) {
		lo = p
	}
	return lo, p, n >= int(in.min)
}

// before is where the character before p begins.
func before(text string, p int) int {
	p--
	for p > 0 && text[p]&0xC0 == 0x80 {
		p--
	}
	return p
}

// leaveRun goes on behind a run that takes the characters up to hi, and may give back those from lo on.
func (m *machine) leaveRun(pc int32, in *inst, lo, hi int) int {
	switch repKind(in.kind) {
	case greedy:
		if in.peek != nil {
			for hi > lo && !in.peek.allows(m.text, hi, m.end) {
				hi = before(m.text, hi)
			}
		}
		if hi > lo {
			m.stack = append(m.stack, frame{frameRun, pc, int32(hi), int32(lo)})
		}
	case lazy:
		m.stack = append(m.stack, frame{frameLazy, pc, int32(hi), in.min})
	}
	return hi
}

// shorten gives back a character of a run, and further ones as long as what follows can't begin there.
func (m *machine) shorten(f frame) int {
	in, lo := &m.prog.code[f.pc], int(f.x)
	p := before(m.text, int(f.pos))
	if in.peek != nil {
		for p > lo && !in.peek.allows(m.text, p, m.end) {
			p = before(m.text, p)
		}
		m.left -= (int(f.pos) - p) >> 3
	}
	if m.memo != nil {
		noteRun(m.stack, f.pc, p)
	}
	if p > lo {
		f.pos = int32(p)
		m.stack = append(m.stack, f)
	}
	return p
}

// lengthen takes one character more for a lazy run, and further ones as long as what follows can't begin there.
func (m *machine) lengthen(f frame) (pc int32, pos int, ok bool) {
	in := &m.prog.code[f.pc]
	p, n, more := int(f.pos), f.x, true
	for more {
		if in.max >= 0 && n >= in.max || p >= m.end {
			break
		}
		w := in.class.at(m.text, p)
		if w == 0 {
			break
		}
		p, n = p+w, n+1
		if m.memo != nil && in.memo >= 0 && in.max < 0 && (in.loop < 0 || in.region < 0) {
			noteRun(m.stack, f.pc, p)
			if end, known := m.pass(in, p); known {
				m.left -= (p - int(f.pos)) >> 2
				return m.outcome(in, end)
			}
		}
		more = in.peek != nil && !in.peek.allows(m.text, p, m.end)
	}
	m.left -= (p - int(f.pos)) >> 2
	if more {
		return 0, 0, false
	}
	m.stack = append(m.stack, frame{frameLazy, f.pc, int32(p), n})
	return in.next, p, true
}
