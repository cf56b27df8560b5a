package match

import (
	"errors"

	"signalbox/dsl"
	"signalbox/internal/regex"
)

// Work is how much a request may cost to match, beyond what grows with the length
// of its path: the tries of requirements at many places, and patterns that go back.
// A step takes a few nanoseconds.
const (
	DefaultSteps = 1 << 17
	StepsPerByte = 12
	bytesPerStep = 2 // of those that an automaton reads
	matchMemory  = 16 << 20
)

// A Work is the steps that are left of one request.
type Work struct{ regex.Budget }

// ErrWork is what a request is answered with whose steps are spent.
var ErrWork = errors.New("the path takes too many steps to match")

// read takes the work of an automaton over so many bytes, and reports whether enough was
// left.
func (w *Work) read(bytes int) bool { return w.Spend(bytes / bytesPerStep) }

// Limit is for matches; nil outside of a search, where each has its own.
func (w *Work) Limit() *dsl.MatchBudget {
	if w == nil {
		return nil
	}
	return &w.Budget
}

func (w *Work) spent() bool { return w.Left() < 0 }

// WorkError gives an error of a match the status that answers it.
func WorkError(err error) error {
	if errors.Is(err, dsl.ErrMatchBudget) {
		return ErrWork
	}
	return err
}
