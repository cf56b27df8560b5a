package regex

// A memo remembers which choices a match has begun at which places of the text: to begin one again is of no use, as it will fail again. That
// makes the work of a match at most the number of choices in the program times the length of the text (Davis, Servant and Lee, Using
// Selective Memoization to Defeat Regular Expression Denial of Service).
//
// Two things are to be kept apart. How a choice within a loop goes on can depend on how often the loop ran, and on whether the iteration has
// matched anything: that is part of what is remembered. And a choice within a region (look-around, an atomic group) may have led to the
// region's end, and failed only behind it: there the memo tells where the region ended. What such a region captured is found by a second run.
type memo struct {
	width int                 // memos of the program
	seen  []uint64            // bits of the choices
	wide  map[choice]struct{} // those within loops that have much state
	won   map[choice]int32    // where the region ended
	last  choice              // the one passed last
	trail []choice            // those within loops that the regions under way have passed
}

// A choice is an instruction at a place of the text, with the state of the loops around.
type choice struct {
	at    uint64
	loops [maxMemoBits / 64]uint64
}

// The work of a memo, in steps.
const (
	wideSteps  = 16
	seenSteps  = 8  // words of bits made a step
	memoDelay  = 16 // steps for each byte of the text before a memo is begun
	memoAlways = 1024
)

// alarmed begins a memo, when the match has taken long enough; false if it has taken too long, or too much memory.
func (m *machine) alarmed() bool {
	if m.left < 0 || m.err != nil || m.held() > m.most {
		m.err = ErrBudget
		return false
	}
	if bits := m.prog.memos * (len(m.text) + 1); m.memo == nil && m.left < m.delay && bits > 0 && bits/8 <= m.most/2 {
		m.left -= bits / 64 / seenSteps
		m.memo = &memo{width: m.prog.memos, seen: make([]uint64, bits/64+1)}
	}
	m.alarm = max(0, m.left-heldCheck)
	return true
}

// pass tells whether a choice has been begun before; end is -1 if it fails, else where its region ends.
func (m *machine) pass(in *inst, pos int) (end int32, known bool) {
	memo, key := m.memo, choice{at: uint64(pos)*uint64(m.memo.width) + uint64(in.memo)}
	if in.loop >= 0 {
		m.loopState(&key, in.loop, pos)
	}
	if !in.wide {
		key.at, key.loops[0] = key.at+key.loops[0], 0
		word, bit := &memo.seen[key.at/64], uint64(1)<<(key.at%64)
		if *word&bit == 0 {
			*word |= bit
			memo.last = key
			return 0, false
		}
	} else {
		m.left -= wideSteps
		if _, known := memo.wide[key]; !known {
			if memo.wide == nil {
				memo.wide = map[choice]struct{}{}
			}
			memo.wide[key], memo.last = struct{}{}, key
			return 0, false
		}
	}
	if in.region < 0 {
		return -1, true
	}
	r := &m.prog.regions[in.region]
	end, ok := memo.won[key]
	switch {
	case !ok:
		return -1, true
	case r.marks && (r.asked || m.exact):
		return 0, false // what it captures must be found again
	}
	m.skipped = m.skipped || r.marks
	return end, true
}

// outcome goes on with what a choice is known to lead to.
func (m *machine) outcome(in *inst, end int32) (pc int32, pos int, ok bool) {
	if end < 0 {
		return 0, 0, false
	}
	return m.prog.regions[in.region].end, int(end), true
}

// loopState adds the state of a loop and those around it.
func (m *machine) loopState(key *choice, id int32, pos int) {
	shift := 0
	add := func(v uint64, bits int) {
		word, at := shift/64, shift%64
		key.loops[word] |= v << at
		if at+bits > 64 {
			key.loops[word+1] |= v >> (64 - at)
		}
		shift += bits
	}
	for id >= 0 {
		l := &m.prog.loops[id]
		own := l.bits
		if l.outer >= 0 {
			own -= m.prog.loops[l.outer].bits
		}
		switch {
		case l.counted:
			add(uint64(min(m.regs[l.reg], l.limit)), own)
		case l.groups == nil:
			add(flag(m.regs[l.reg] == int32(pos)), own)
		default:
			state := uint64(3)
			if m.regs[l.reg] == int32(pos) {
				state = uint64(m.emptyIteration(l.reg, pos) + 1)
			}
			add(state, 3)
			for _, g := range l.groups {
				add(m.groupState(g, int32(pos)), 3)
			}
		}
		id = l.outer
	}
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// groupState is what an empty iteration may ask of a group.
func (m *machine) groupState(g, pos int32) uint64 {
	start, end := m.groups[2*g], m.groups[2*g+1]
	switch {
	case end < 0 && start == pos:
		return 1
	case end < 0:
		return 0
	case start != end:
		return 2
	case end == pos:
		return 3
	}
	return 4
}

// emptyIteration judges an iteration that has matched nothing, as Onigmo does: 1 ends the loop, 0 goes on, since a group has changed, -1 fails.
func (m *machine) emptyIteration(reg int32, pos int) int {
	verdict := 1
	frames := m.stack[min(int(m.regs[reg+1]), len(m.stack)):]
	m.left -= len(frames) >> 2
	for i := range frames {
		f := &frames[i]
		if f.kind != frameGroup {
			continue
		}
		if f.x < 0 || f.pos != f.x {
			return 0
		}
		if int(f.x) != pos {
			verdict = -1
		}
	}
	return verdict
}

// noteRun notes where the run on top of the stack gives way now: the choices up to there lead to what follows.
func noteRun(stack []frame, pc int32, pos int) {
	if n := len(stack) - 1; n >= 0 && stack[n].kind == frameMemo && stack[n].pc == pc && stack[n].x >= 0 {
		stack[n].x = int32(pos)
	}
}

// memoRun is opRun with a memo.
func (m *machine) memoRun(pc int32, in *inst, pos int) (next int32, at int, ok bool) {
	if in.max < 0 && (in.loop < 0 || in.region < 0) {
		return m.endlessRun(pc, in, pos)
	}
	if end, known := m.pass(in, pos); known {
		return m.outcome(in, end)
	}
	lo, hi, ok := m.scan(in, pos, in.most())
	if !ok {
		return 0, 0, false
	}
	m.remember(in, pc, pos, pos)
	return in.next, m.leaveRun(pc, in, lo, hi), true
}

// endlessRun is a run without a limit: at every character it is a choice, to stop or to go on.
func (m *machine) endlessRun(pc int32, in *inst, pos int) (next int32, at int, ok bool) {
	_, lo, ok := m.scan(in, pos, int(in.min))
	if !ok {
		return 0, 0, false
	}
	if end, known := m.pass(in, lo); known {
		return m.outcome(in, end)
	}
	p := lo
	for repKind(in.kind) != lazy && p < m.end {
		w := in.class.at(m.text, p)
		if w == 0 {
			break
		}
		if end, known := m.pass(in, p+w); known {
			m.left -= (p - pos) >> 2
			if end >= 0 || repKind(in.kind) == possessive {
				m.remember(in, pc, lo, p)
				return m.outcome(in, end)
			}
			break // from there on it fails
		}
		p += w
	}
	m.left -= (p - lo) >> 2
	m.remember(in, pc, lo, p)
	top := len(m.stack)
	p = m.leaveRun(pc, in, lo, p)
	noteRun(m.stack[:top], pc, p)
	return in.next, p, true
}

// remember lets the region under way know of the choices of an instruction from lo to hi when it ends; within loops of the last one passed.
func (m *machine) remember(in *inst, pc int32, lo, hi int) {
	switch {
	case in.region < 0:
	case in.loop < 0:
		m.stack = append(m.stack, frame{frameMemo, pc, int32(lo), int32(hi)})
	default:
		m.stack = append(m.stack, frame{frameMemo, pc, int32(len(m.memo.trail)), -1})
		m.memo.trail = append(m.memo.trail, m.memo.last)
	}
}

// win notes that the choices of a frame led to the end of their region.
func (m *machine) win(f frame, end int) {
	memo, in := m.memo, &m.prog.code[f.pc]
	if memo.won == nil {
		memo.won = map[choice]int32{}
	}
	if in.loop >= 0 {
		memo.won[memo.trail[f.pos]] = int32(end)
		m.left -= wideSteps
		return
	}
	for p := f.pos; p <= f.x && m.left >= 0; p++ {
		if p&0xFFF == 0 && m.held() > m.most {
			m.left = -1
		}
		memo.won[choice{at: uint64(p)*uint64(memo.width) + uint64(in.memo)}] = int32(end)
		m.left -= wideSteps
	}
}
