package dsl

import (
	"errors"
	"math"
	"signalbox/grammar"
	"signalbox/internal/regex"
	"sync"
)

// RegexpOptions are the letters behind a regular expression, with Ruby's values.
type RegexpOptions int

// The options of a regular expression: i, x and m.
const (
	IgnoreCase RegexpOptions = 1 << iota
	Extended
	MultiLine
)

// parseRegexpFlags reads the letters behind a literal; u, n, e, s and o change
// nothing here.
func parseRegexpFlags(flags string) RegexpOptions {
	var o RegexpOptions
	for _, f := range flags {
		switch f {
		case 'i':
			o |= IgnoreCase
		case 'x':
			o |= Extended
		case 'm':
			o |= MultiLine
		}
	}
	return o
}

// A lazyRegexp compiles when first used.
type lazyRegexp struct {
	once  sync.Once
	re    *regex.Regexp
	names []string
	err   error
}

func (r *Regexp) compiled() (*regex.Regexp, error) {
	r.lazy.once.Do(func() { r.compile(regex.NewBudget(math.MaxInt)) })
	return r.lazy.re, r.lazy.err
}

func (r *Regexp) compile(b *regex.Budget) {
	r.lazy.re, r.lazy.err = regex.CompileWithin(r.Source, regex.Options(r.Options), b)
	if r.lazy.err == nil {
		r.lazy.names = groupNames(r.lazy.re)
	}
}

// A MatchBudget is how much work matches may do, see [Regexp.MatchWithin].
type MatchBudget = regex.Budget

// ErrMatchBudget is what a match ends with whose budget is spent.
var ErrMatchBudget = regex.ErrBudget

// Match gives the byte offsets of the first match in s from offset from, two
// per group, -1 for a group that took no part; nil without a match. It is safe
// for concurrent use, and ends with an error where it would take a large part of
// a second.
func (r *Regexp) Match(s string, from int) ([]int, error) { return r.MatchWithin(s, from, nil) }

// MatchWithin is [Regexp.Match] within a budget, which may serve other matches
// too; the error is [ErrMatchBudget] when it is spent.
func (r *Regexp) MatchWithin(s string, from int, b *MatchBudget) ([]int, error) {
	re, err := r.compiled()
	if err != nil {
		return nil, err
	}
	return re.Match(s, from, b)
}

// Check compiles the expression and gives what is wrong with it.
func (r *Regexp) Check() error {
	_, err := r.compiled()
	return err
}

// Names gives the names of the groups by number; "" for the whole match and
// for groups without a name.
func (r *Regexp) Names() []string {
	_, _ = r.compiled()
	return r.lazy.names
}

func groupNames(re *regex.Regexp) []string {
	names := re.Names()
	if len(names) == 0 {
		return nil
	}
	byGroup := make([]string, re.NumGroups()+1)
	for _, name := range names {
		for _, n := range re.Groups(name) {
			byGroup[n] = name
		}
	}
	return byGroup
}

// Inspect is Ruby's Regexp#inspect.
func (r *Regexp) Inspect() string { return regex.Inspect(r.Source, regex.Options(r.Options)) }

// ToS is Ruby's Regexp#to_s, `(?-mix:a)`.
func (r *Regexp) ToS() string { return regex.ToS(r.Source, regex.Options(r.Options)) }

// newRegexp makes a regexp from a computed source, which must be valid.
func (t *Thread) newRegexp(source string, o RegexpOptions) (Value, error) {
	r := &Regexp{Source: source, Options: o}
	t.grow(sizeRegexp + 64*len(source))
	err := t.within(func(b *regex.Budget) error {
		r.lazy.once.Do(func() { r.compile(b) })
		return r.lazy.err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// regexpError gives an error of package regex its Ruby class.
func (t *Thread) regexpError(err error) error {
	var unsupported *regex.UnsupportedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unsupported):
		return &grammar.UnsupportedError{Pos: t.pos, What: "in a regular expression: " + unsupported.Feature}
	case errors.Is(err, regex.ErrEncoding):
		return t.errorf("ArgumentError", "%s", err)
	}
	return t.errorf("RegexpError", "%s", err)
}

// matchSteps is how many steps of a match count as one of the program: both then
// take about the same time.
const matchSteps = 16

// within does the work of regular expressions within the steps that t has left.
func (t *Thread) within(do func(*regex.Budget) error) error {
	if err := t.step(); err != nil {
		return err
	}
	most := (t.limits.Steps - t.used.steps) * matchSteps
	var b regex.Budget
	b.Reset(most, min(regex.DefaultMemory, t.limits.Memory-*t.used.memory))
	err := do(&b)
	t.used.steps += (most - b.Left()) / matchSteps
	if errors.Is(err, regex.ErrBudget) {
		return &LimitError{Limit: "steps", Max: t.limits.Steps, Pos: t.pos}
	}
	return t.regexpError(err)
}

func (m *MatchData) size() int { return len(m.Spans) / 2 }

// named gives the number of the group called name: of several the last one
// that matched. -1 without such a group.
func (m *MatchData) named(name string) int {
	found := -1
	for n, s := range m.Names {
		if s == name && s != "" && n < m.size() && (found < 0 || m.Spans[2*n] >= 0) {
			found = n
		}
	}
	return found
}

func (m *MatchData) groupOrNil(n int) Value {
	if n < 0 {
		return Nil
	}
	return m.group(n)
}
