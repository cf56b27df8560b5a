package mapper

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// Paths of which only the application knows a part.

// opened returns what is not known of a route, to be added to.
func opened(r *route.Route) *route.Open {
	if r.Open == nil {
		r.Open = &route.Open{}
	}
	return r.Open
}

// isPattern reports whether v is a regexp, or an unknown value written as one.
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

// relaxPath puts parameters for the parts of a path that stand for what only the
// application knows.
func (d *Drawing) relaxPath(r *route.Route, shown string) {
	text := r.Path.String()
	if !d.hasPlaceholder(text) {
		text = shown
	}
	var values []string
	longestFirst := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }
	for _, p := range slices.SortedFunc(maps.Keys(d.placeholders), longestFirst) {
		for from := 0; strings.HasPrefix(p, ":"); {
			at := strings.Index(text[from:], p)
			if at < 0 {
				break
			}
			at += from
			from = at + len(p)
			if strings.HasPrefix(text[at:], ":"+route.RelaxedName) { // one that stands for another value
				continue
			}
			rest := len(text) - from
			text = stretch(text, at, len(p), len(values))
			from = len(text) - rest
			values = append(values, d.placeholders[p])
		}
	}
	for at := placeholderText.FindStringIndex(text); at != nil; at = placeholderText.FindStringIndex(text) {
		values = append(values, text[at[0]+1:at[1]])
		text = stretch(text, at[0], at[1]-at[0], len(values)-1)
	}
	loose, err := route.ParsePath(text)
	if err != nil || values == nil {
		return
	}
	open := opened(r)
	open.Path = loose
	for _, v := range values {
		open.Parts = append(open.Parts, route.UnknownPart{Value: dsl.NewUnknown(v, r.Pos)})
	}
}

// placeholderText is what a constant and a call on it leave in a path.
var placeholderText = regexp.MustCompile(`:[A-Z]\w*(?:\.|::)[^/()]*`)

// stretch replaces a part of a path by a parameter that may be missing, with its
// slash if it is a whole segment.
func stretch(text string, at, length, n int) string {
	before, after := text[:at], text[at+length:]
	name := ":" + route.RelaxedName + strconv.Itoa(n)
	if strings.HasSuffix(before, "/") && (after == "" || after[0] == '/' || after[0] == '(') {
		return strings.TrimSuffix(before, "/") + "(/" + name + ")" + after
	}
	return before + "(" + name + ")" + after
}
