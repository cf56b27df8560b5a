package reach

import (
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// A requirement is what a parameter must match.
type requirement struct {
	inToken bool     // it matches no separator
	local   bool     // it does not matter what stands around the text
	exact   bool     // Rails' matcher sees the same text that the pattern does
	samples []string // a few texts that it matches
}

// maxSample bounds the steps to find one.
const maxSample = 20_000

// requirementOf returns what a segment or glob must match; nil if Rails' own pattern.
func (s *search) requirementOf(r *route.Route, n *route.Node) *requirement {
	v, ok := r.Requirements.Sym(n.Name())
	if !ok || n.Kind == route.Glob && route.IsGlobPattern(v) {
		return nil
	}
	source := r.PatternOf(n)
	q := s.requirements[source]
	if q == nil {
		q = newRequirement(source)
		s.requirements[source] = q
	}
	return q
}

func newRequirement(source string) *requirement {
	q := &requirement{}
	a := compile(source)
	if a == nil {
		return q
	}
	q.inToken = !a.Reads('/') && !a.Reads('.')
	q.local = a.Local
	q.exact = a.Local || !strings.Contains(source, "(?=") && !strings.Contains(source, "(?<") && !strings.Contains(strings.ToLower(source), `\b`)
	for _, alphabet := range []string{"~-_", Bytes, "Q7;" + reversed(Bytes)} {
		steps := maxSample
		text, found, _ := regex.Witness([]*regex.Automaton{a}, nil, alphabet, &steps)
		if found && text != "" && !slices.Contains(q.samples, text) {
			q.samples = append(q.samples, text)
		}
	}
	return q
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// samples are a few paths of a form. The first of a plain form without a glob has a text for its
// parameters that no path has: who takes it takes all.
func (s *search) samples(f *form) []string {
	var all []string
	for _, fill := range []string{"~~", "1"} {
		all = s.fill(all, f, fill, 0)
	}
	if !f.plain {
		all = s.fill(all, f, "x", 1)
		all = s.fill(all, f, "x", 2)
	}
	return all
}

// fill appends the path of a form with a text for each parameter; for those with a requirement
// with one of its samples.
func (s *search) fill(all []string, f *form, text string, sample int) []string {
	var b strings.Builder
	local := true
	for _, n := range f.parts {
		if n.Name() == "" {
			b.WriteString(n.Text)
			continue
		}
		q := s.requirementOf(f.route, n)
		if q == nil {
			b.WriteString(text)
			continue
		}
		if len(q.samples) == 0 {
			return all
		}
		local = local && q.local
		b.WriteString(q.samples[min(sample, len(q.samples)-1)])
	}
	path := b.String()
	if slices.Contains(all, path) || !Normal.Match(path) {
		return all
	}
	if !local { // what matches the parts one by one need not match the whole
		if a := s.automaton(f); a == nil || !a.Match(path) {
			return all
		}
	}
	return append(all, path)
}
