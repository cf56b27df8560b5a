package expand

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
)

// LooseName begins the names of the parameters of [Route.Loose] that the route
// itself does not have.
const LooseName = "signalbox_unknown_"

// An Unsettled is a part of a route that only the application knows, so that
// nobody else can tell which paths it matches.
type Unsettled struct {
	Param string       // whose requirement it is; empty for a part of the path
	Value *dsl.Unknown // Settings.prefix
}

// Loose is the route with patterns that match whatever the application may make
// of it, and what they stand for: globs for parts of the path, /.+/ for
// requirements. A route that is known in full is itself, and the list is nil.
func (r *Route) Loose() (*Route, []Unsettled) {
	list := slices.Clone(r.open().unsettled)
	var requirements *dsl.Hash
	n := 0
	for _, u := range list {
		name := u.Param
		if name == "" {
			name = LooseName + strconv.Itoa(n)
			n++
		}
		if requirements == nil {
			requirements = cloneOptions(r.Requirements)
		}
		requirements.Set(dsl.Symbol(name), anything)
	}
	for i := range r.Requirements.Len() {
		key, v := r.Requirements.At(i)
		u := dsl.UnknownIn(v)
		name, ok := key.(dsl.Symbol)
		if u == nil || !ok || !r.Path.Has(string(name)) {
			continue
		}
		if requirements == nil {
			requirements = r.Requirements.Clone()
		}
		requirements.Set(key, anything)
		list = append(list, Unsettled{Param: string(name), Value: u})
	}
	if list == nil {
		return r, nil
	}
	loose := *r
	if requirements != nil {
		loose.Requirements = requirements
	}
	if path := r.open().loose; path != nil {
		loose.Path = path
	}
	return &loose, list
}

// anything is the requirement that all texts match.
var anything = &dsl.Regexp{Source: ".+"}

// isPattern tells a regexp, also one of which only the application knows a part.
func isPattern(v dsl.Value) bool {
	switch v := v.(type) {
	case *dsl.Regexp:
		return true
	case *dsl.Unknown:
		return strings.HasPrefix(v.Text(), "/") || strings.HasPrefix(v.Text(), "Regexp.") && strings.HasSuffix(v.Text(), ")") && regexpCall.MatchString(v.Text())
	}
	return false
}

// regexpCall is the source of a call that makes a regexp.
var regexpCall = regexp.MustCompile(`^Regexp\.(?:new|compile|union)\((?:[^()]|\([^()]*\))*\)$`)

// loosen puts parameters for the parts of a path that stand for what only the
// application knows.
func (l *loader) loosen(r *Route, shown string) {
	text := r.Path.text
	if !l.standsIn(text) {
		text = shown
	}
	var values []string
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	for _, p := range slices.SortedFunc(maps.Keys(l.placeholders), longestFirst) {
		for from := 0; strings.HasPrefix(p, ":"); {
			at := strings.Index(text[from:], p)
			if at < 0 {
				break
			}
			at += from
			from = at + len(p)
			if strings.HasPrefix(text[at:], ":"+LooseName) { // one that stands for another value
				continue
			}
			rest := len(text) - from
			text = stretch(text, at, len(p), len(values))
			from = len(text) - rest
			values = append(values, l.placeholders[p])
		}
	}
	for at := placeholderText.FindStringIndex(text); at != nil; at = placeholderText.FindStringIndex(text) {
		values = append(values, text[at[0]+1:at[1]])
		text = stretch(text, at[0], at[1]-at[0], len(values)-1)
	}
	loose, err := ParsePath(text)
	if err != nil || values == nil {
		return
	}
	open := r.opened()
	open.loose = loose
	for _, v := range values {
		open.unsettled = append(open.unsettled, Unsettled{Value: dsl.NewUnknown(v, r.Pos)})
	}
}

// placeholderText is what a constant and a call on it leave in a path.
var placeholderText = regexp.MustCompile(`:[A-Z]\w*(?:\.|::)[^/()]*`)

// stretch replaces a part of a path by a parameter that may be missing, with its
// slash if it is a whole segment.
func stretch(text string, at, length, n int) string {
	before, after := text[:at], text[at+length:]
	name := ":" + LooseName + strconv.Itoa(n)
	if strings.HasSuffix(before, "/") && (after == "" || after[0] == '/' || after[0] == '(') {
		return strings.TrimSuffix(before, "/") + "(/" + name + ")" + after
	}
	return before + "(" + name + ")" + after
}
