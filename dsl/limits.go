package dsl

// Limits bound what a program may use. A zero field means its default.
type Limits struct {
	Steps      int // expressions evaluated; default 10,000,000
	Depth      int // nested calls and blocks; default 10,000
	StringSize int // bytes in one string; default 16 MiB
	Elements   int // elements in one collection; default 1,000,000
}

// DefaultLimits hold the largest public applications with room to spare.
var DefaultLimits = Limits{
	Steps:      10_000_000,
	Depth:      10_000,
	StringSize: 16 << 20,
	Elements:   1_000_000,
}

func (l Limits) withDefaults() Limits {
	or := func(v *int, def int) {
		if *v == 0 {
			*v = def
		}
	}
	or(&l.Steps, DefaultLimits.Steps)
	or(&l.Depth, DefaultLimits.Depth)
	or(&l.StringSize, DefaultLimits.StringSize)
	or(&l.Elements, DefaultLimits.Elements)
	return l
}

func (t *Thread) step() error {
	t.steps++
	if t.steps > t.in.limits.Steps {
		return &LimitError{Limit: "steps", Max: t.in.limits.Steps, Pos: t.pos}
	}
	return nil
}

func (t *Thread) size(n int) error {
	if n > t.in.limits.Elements {
		return &LimitError{Limit: "collection size", Max: t.in.limits.Elements, Pos: t.pos}
	}
	return nil
}

func (t *Thread) stringSize(n int) error {
	if n > t.in.limits.StringSize {
		return &LimitError{Limit: "string size", Max: t.in.limits.StringSize, Pos: t.pos}
	}
	return nil
}
