package regex

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// A Budget is how much work matches may do, in steps of a few nanoseconds, and how much memory each may hold. Several matches may share one; it
// is not safe for concurrent use.
type Budget struct{ left, memory int }

// NewBudget gives a budget of so many steps, and of [DefaultMemory].
func NewBudget(steps int) *Budget { return &Budget{steps, DefaultMemory} }

// Reset makes it a budget of so many steps and bytes.
func (b *Budget) Reset(steps, memory int) { b.left, b.memory = steps, memory }

// Left gives the steps that are not spent; with less than none, matches fail.
func (b *Budget) Left() int { return b.left }

// Spend takes steps away, and reports whether there were as many.
func (b *Budget) Spend(steps int) bool {
	b.left -= steps
	return b.left >= 0
}

// The budget of a match that is given none.
const (
	DefaultSteps  = 1 << 24
	DefaultMemory = 64 << 20
)

// maxText bounds a text: places in it are 32 bits wide.
const maxText = 1 << 30

// A Search finds the matches of a regular expression in one text, one after the other: the text is looked at once, and what one match learned of
// it serves the next. It is not safe for concurrent use.
type Search struct{ machine machine }

// Search begins a search. The error is [ErrEncoding], or a *[LimitError] for a text of more than 1 GiB.
func (re *Regexp) Search(text string) (*Search, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	s := &Search{}
	s.machine.reset(re.prog, text)
	return s, nil
}

func checkText(text string) error {
	switch {
	case len(text) > maxText:
		return &LimitError{"a text of more than 1 GiB"}
	case !utf8.ValidString(text):
		return ErrEncoding
	}
	return nil
}

// Next gives the first match that begins at from or behind it, see [Regexp.Match].
func (s *Search) Next(from int, b *Budget) ([]int, error) {
	return s.machine.search(from, b, (*machine).forward)
}

// Last gives the match that begins last, at the byte offset limit or before.
//
//	"abab".rindex(/b/, 2)  # the match at 1
func (s *Search) Last(limit int, b *Budget) ([]int, error) {
	return s.machine.search(limit, b, (*machine).backward)
}

// At gives the match that begins at pos, if there is one.
func (s *Search) At(pos int, b *Budget) ([]int, error) {
	return s.machine.search(pos, b, (*machine).here)
}

// MatchString is Regexp#match?.
//
//	/b/.match?("abc")  # => true
func (re *Regexp) MatchString(s string) (bool, error) {
	m, err := re.find(s, 0, nil)
	if m == nil {
		return false, err
	}
	m.free()
	return true, nil
}

// Match searches s from the byte offset from and gives the byte offsets of the match and of its groups: start and end of each, -1 for a
// group that did not take part. It gives nil if there is no match. What stands before from is seen by anchors and look-behind.
// The error is [ErrBudget], [ErrEncoding] or a *[LimitError]; without a budget the match has [DefaultSteps].
//
//	/b(c)?/.match("abc")  # => offsets [1 3 2 3]
func (re *Regexp) Match(s string, from int, b *Budget) ([]int, error) {
	m, err := re.find(s, from, b)
	if m == nil {
		return nil, err
	}
	out := m.offsets()
	m.free()
	return out, nil
}

// find gives the machine that has found a match, to be freed; nil without one.
func (re *Regexp) find(s string, from int, b *Budget) (*machine, error) {
	if err := checkText(s); err != nil {
		return nil, err
	}
	m := machines.Get().(*machine)
	m.reset(re.prog, s)
	if m.find(from, b, (*machine).forward) {
		return m, nil
	}
	err := m.err
	m.free()
	return nil, err
}

// search gives what how finds from a place of the text on, nil if that is nothing.
func (m *machine) search(from int, b *Budget, how func(*machine) bool) ([]int, error) {
	if !m.find(from, b, how) {
		return nil, m.err
	}
	return m.offsets(), nil
}

// find tells whether how finds a match within a budget; false for a place that isn't in the text.
func (m *machine) find(from int, b *Budget, how func(*machine) bool) bool {
	m.err = nil
	if from < 0 || from > len(m.text) {
		return false
	}
	steps := DefaultSteps
	if m.most = DefaultMemory; b != nil {
		steps, m.most = b.left, b.memory
	}
	m.begin(runeStart(m.text, from), steps)
	found := how(m) && m.err == nil
	m.spent += steps - m.left
	if b != nil {
		b.left = m.left
	}
	return found
}

// machines are those that aren't in use.
var machines = sync.Pool{New: func() any { return new(machine) }}

// maxKept bounds the stack of a machine that is kept for later.
const maxKept = 1 << 12

// free gives a machine back.
func (m *machine) free() {
	m.prog, m.text, m.memo = nil, "", nil
	if cap(m.stack) > maxKept || cap(m.calls) > 0 {
		m.stack, m.calls = nil, nil
	}
	machines.Put(m)
}

// reset gives a machine another program and text.
func (m *machine) reset(p *program, text string) {
	m.prog, m.text, m.owed, m.spent = p, text, len(text)/checkedBytes, 0
	m.groups = sized(m.groups, 2*(p.groups+1))
	m.regs = sized(m.regs, p.registers)
	clear(m.regs)
}

// checkedBytes is how much of a text is looked at in a step, to see that it is valid.
const checkedBytes = 16

func sized(list []int32, n int) []int32 {
	if cap(list) < n {
		return make([]int32, n, n+8)
	}
	return list[:n]
}

// begin readies a machine for a match.
func (m *machine) begin(from, steps int) {
	m.from, m.end, m.left, m.owed, m.calls = from, len(m.text), steps-m.owed, 0, m.calls[:0]
	if m.memo == nil || m.prog.fromStart {
		m.forget()
	}
}

// forget drops the memo, to be begun again.
func (m *machine) forget() {
	m.memo = nil
	m.delay = m.left - max(0, memoAlways+memoDelay*len(m.text)-m.spent)
	m.alarm = max(0, m.delay, m.left-heldCheck)
}

// runeStart is where the next character begins, at pos or behind it.
func runeStart(text string, pos int) int {
	for pos < len(text) && !utf8.RuneStart(text[pos]) {
		pos++
	}
	return pos
}

// here looks for a match where the search begins.
func (m *machine) here() bool { return m.try(m.from) }

// forward looks for the first match where the search begins, or behind.
func (m *machine) forward() bool {
	p, text, pos := m.prog, m.text, m.from
	if p.atStart {
		return pos == 0 && m.try(0)
	}
	for last := len(text) - p.min; pos <= last; pos++ {
		at := pos
		switch {
		case p.prefix != "":
			i := strings.Index(text[pos:], p.prefix)
			if i < 0 {
				return false
			}
			at += i
		case !p.first.end:
			for at <= last && at < len(text) && !p.first.has(text[at]) {
				at++
			}
			if at > last {
				return false
			}
		default:
			for at < len(text) && !utf8.RuneStart(text[at]) {
				at++
			}
		}
		m.left -= (at - pos) >> 3
		if pos = at; m.try(pos) {
			return true
		}
		if m.err != nil {
			return false
		}
	}
	return false
}

// backward looks for the match that begins last, where the search begins or before.
func (m *machine) backward() bool {
	for pos := m.from; pos >= 0; pos-- {
		if pos < len(m.text) && !utf8.RuneStart(m.text[pos]) || !m.prog.first.allows(m.text, pos, m.end) {
			m.left--
			continue
		}
		if m.try(pos) {
			return true
		}
		if m.err != nil {
			return false
		}
	}
	return false
}

// try looks for a match that begins at pos.
func (m *machine) try(pos int) bool {
	m.skipped = false
	found := m.fresh(pos)
	if found && m.skipped {
		m.exact = true
		m.forget()
		found = m.fresh(pos)
		m.exact = false
		m.forget()
	}
	return found
}

// fresh runs the program with empty groups.
func (m *machine) fresh(pos int) bool {
	for i := range m.groups {
		m.groups[i] = -1
	}
	return m.run(pos)
}

// offsets gives the match and its groups.
func (m *machine) offsets() []int {
	out := make([]int, len(m.groups))
	for i := 2; i < len(out); i += 2 {
		out[i], out[i+1] = -1, -1
		if m.groups[i+1] >= 0 {
			out[i], out[i+1] = int(m.groups[i]), int(m.groups[i+1])
		}
	}
	out[0], out[1] = m.start, m.stop
	if m.keep >= 0 {
		out[0] = min(int(m.keep), m.stop)
	}
	return out
}
