package regex

import (
	"math"
	"sync"
)

// A Literal is a regular expression as a program writes it, which compiles when it is first used.
type Literal struct {
	Source  string
	Options Options

	once  sync.Once
	re    *Regexp
	names []string
	err   error
}

// Compiled returns the compiled expression, or what is wrong with it.
func (l *Literal) Compiled() (*Regexp, error) {
	err := l.CompileWithin(nil, NewBudget(math.MaxInt))
	return l.re, err
}

// CompileWithin compiles the expression, unless that was done, and returns what is wrong with it.
func (l *Literal) CompileWithin(cache *Cache, b *Budget) error {
	l.once.Do(func() {
		l.re, l.err = cache.CompileWithin(l.Source, l.Options, b)
		if l.err == nil {
			l.names = l.re.GroupNames()
		}
	})
	return l.err
}

// Match gives the byte offsets of the first match in s from offset from, two
// per group, -1 for a group that took no part; nil without a match. It is safe
// for concurrent use, and ends with an error where it would take a large part of
// a second.
func (l *Literal) Match(s string, from int) ([]int, error) { return l.MatchWithin(s, from, nil) }

// MatchWithin is [Literal.Match] within a budget, which may serve other matches
// too; the error is [ErrBudget] when it is spent.
func (l *Literal) MatchWithin(s string, from int, b *Budget) ([]int, error) {
	re, err := l.Compiled()
	if err != nil {
		return nil, err
	}
	return re.Match(s, from, b)
}

// Check compiles the expression and gives what is wrong with it.
func (l *Literal) Check() error {
	_, err := l.Compiled()
	return err
}

// Names gives the names of the groups by number; "" for the whole match and
// for groups without a name.
func (l *Literal) Names() []string {
	_, _ = l.Compiled()
	return l.names
}

// Inspect is Ruby's Regexp#inspect.
func (l *Literal) Inspect() string { return Inspect(l.Source, l.Options) }

// ToS is Ruby's Regexp#to_s, `(?-mix:a)`.
func (l *Literal) ToS() string { return ToS(l.Source, l.Options) }
