package dispatch

import (
	"errors"
	"net/http"

	"signalbox/dsl"
	"signalbox/internal/regex"
)

// Work is how much a request may cost to match, beyond what grows with the length
// of its path: the tries of requirements at many places, and patterns that go back.
// A step takes a few nanoseconds.
const (
	defaultWork  = 1 << 17
	workPerByte  = 12
	bytesPerStep = 2 // of those that an automaton reads
	matchMemory  = 16 << 20
)

// A work is the steps that are left of one request.
type work struct{ regex.Budget }

// errWork is what a request is answered with whose steps are spent.
var errWork = &statusError{http.StatusServiceUnavailable, "the path takes too many steps to match"}

// read takes the work of an automaton over so many bytes, and reports whether enough was
// left.
func (w *work) read(bytes int) bool { return w.Spend(bytes / bytesPerStep) }

// budget is for matches; nil outside of a search, where each has its own.
func (w *work) budget() *dsl.MatchBudget {
	if w == nil {
		return nil
	}
	return &w.Budget
}

func (w *work) spent() bool { return w.Left() < 0 }

// workError gives an error of a match the status that answers it.
func workError(err error) error {
	if errors.Is(err, dsl.ErrMatchBudget) {
		return errWork
	}
	return err
}
