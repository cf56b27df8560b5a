package regex

import "errors"

// A SyntaxError says what Ruby's RegexpError says.
//
//	Regexp.new("[")  # RegexpError: premature end of char-class: /[/
type SyntaxError struct {
	Msg     string // "premature end of char-class"
	Source  string // the pattern
	Options Options
}

// Error gives Ruby's message: the problem, a colon, and the pattern as Regexp#inspect shows it.
func (e *SyntaxError) Error() string { return e.Msg + ": " + Inspect(e.Source, e.Options) }

// An UnsupportedError reports a pattern that is valid in Ruby and not supported here.
//
//	/\p{Age=6.0}/
type UnsupportedError struct {
	Feature string // "the property {Age=6.0}"
	Source  string
	Options Options
}

// Error names the feature and shows the pattern.
func (e *UnsupportedError) Error() string {
	return "unsupported in regular expressions: " + e.Feature + ": " + Inspect(e.Source, e.Options)
}

// A LimitError reports a pattern that is too large or nested too deep to be compiled.
type LimitError struct {
	Msg string // "too deep nest level: more than 200 groups"
}

// Error gives the limit that was passed.
func (e *LimitError) Error() string { return "regular expression refused: " + e.Msg }

// ErrBudget is returned when a match was given up because its [Budget] was spent, or because it needed too much memory.
var ErrBudget = errors.New("regular expression took too many steps to match")

// ErrEncoding is returned for a subject that is not valid UTF-8.
//
//	/a/.match("a\xff")  # ArgumentError: invalid byte sequence in UTF-8
var ErrEncoding = errors.New("invalid byte sequence in UTF-8")
