package inflect

import (
	"maps"
	"slices"
)

// Clone returns rules that say the same and change by themselves.
func (r *Rules) Clone() *Rules {
	return &Rules{
		plurals: r.plurals.clone(), singulars: r.singulars.clone(), humans: r.humans.clone(),
		uncountables: r.uncountables.shared(), acronyms: r.acronyms.clone(), changes: r.changes,
	}
}

// Restore makes the rules say what a clone of them says.
func (r *Rules) Restore(clone *Rules) {
	changes := r.changes
	*r = *clone.Clone()
	r.changes = changes + 1
}

// Equal reports whether both say the same.
func (r *Rules) Equal(other *Rules) bool {
	return r.plurals.equal(other.plurals) && r.singulars.equal(other.singulars) && r.humans.equal(other.humans) &&
		slices.Equal(r.uncountables.words, other.uncountables.words) && slices.Equal(r.acronyms.order, other.acronyms.order) && maps.Equal(r.acronyms.words, other.acronyms.words)
}

// Changes counts the changes of the rules: what they made is so as long as it stays the same.
func (r *Rules) Changes() int { return r.changes }

func (l *ruleList) clone() *ruleList {
	return &ruleList{custom: slices.Clip(l.custom), defaults: l.defaults}
}

func (l *ruleList) equal(other *ruleList) bool {
	return l.defaults == other.defaults && slices.EqualFunc(l.custom, other.custom, replacement.equal)
}

func (r replacement) equal(other replacement) bool {
	a, isRegexp := r.rule.(regexpRule)
	b, both := other.rule.(regexpRule)
	if isRegexp && both {
		return r.with == other.with && a.re.String() == b.re.String()
	}
	return r == other
}

func (a *acronyms) clone() *acronyms {
	return &acronyms{words: maps.Clone(a.words), order: slices.Clip(a.order), special: a.special, lengths: slices.Clip(a.lengths)}
}
