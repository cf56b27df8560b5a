package limits

// maxSpared bounds how often a program may continue after reaching a limit.
const maxSpared = 4

// Spare lets the program go on without the value of code that ran into a limit.
// Of its steps it has a quarter left then, and little memory, for what was made
// may be kept somewhere; it reports false once that was so too often.
func (m *Meter) Spare() bool {
	l, u := m.Limits, m.Used
	if u.Steps <= l.Steps && *u.Memory <= l.Memory {
		return true
	}
	if u.spared >= maxSpared {
		return false
	}
	u.spared++
	steps, memory := l.Steps, l.Memory
	if s := u.share; s != nil {
		steps, memory = s.steps, (l.Memory-*s.Whole.Memory)/s.parts
	}
	u.Steps, *u.Memory = min(u.Steps, l.Steps-steps/4), min(*u.Memory, l.Memory-memory/16)
	return true
}

// A Share is what one piece of code may use of what a thread has left.
type Share struct {
	Whole *Usage
	Used  *Usage // so near to the limits that only the share is left

	limits       *Limits
	steps, parts int
	began        Usage
}

// Share bounds code to so many steps, and to one of so many parts of the memory
// that is left.
func (m *Meter) Share(steps, parts int) *Share {
	s := &Share{limits: &m.Limits, Whole: m.Used, Used: NewUsage(), steps: steps, parts: parts}
	s.Used.share = s
	s.begin()
	return s
}

func (s *Share) begin() {
	s.Used.Steps = s.limits.Steps - min(s.steps, s.limits.Steps-s.Whole.Steps)
	s.Used.own = s.limits.Memory - (s.limits.Memory-*s.Whole.Memory)/s.parts
	s.began = *s.Used
}

// End counts what was used to the whole.
func (s *Share) End() {
	s.Whole.Steps += s.Used.Steps - s.began.Steps
	*s.Whole.Memory += s.Used.own - s.began.own
}

// Renew ends a share and begins the next one.
func (s *Share) Renew() {
	s.End()
	s.begin()
}
