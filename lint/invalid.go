package lint

import (
	"errors"

	"signalbox/grammar"
)

// Invalid are the errors of routes files that make no table, as findings: syntax errors, and what
// Rails refuses. It takes what [signalbox/expand.Load] returns.
func Invalid(err error) []*Finding {
	errs := grammar.Errors{err}
	errors.As(err, &errs)
	var all []*Finding
	for _, err := range errs {
		f := &Finding{Code: Named("invalid-routes"), Message: err.Error()}
		var at interface {
			Position() grammar.Pos
			Message() string
		}
		if errors.As(err, &at) {
			f.Message, f.Pos, f.End = at.Message(), at.Position(), at.Position()
		}
		all = append(all, f)
	}
	return all
}
