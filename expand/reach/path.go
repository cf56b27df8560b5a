package reach

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// Bytes are those of the paths that are searched, the ones that people like to read first:
// all that a request may have, but those above ASCII, which clients escape.
const Bytes = "abcdefghijklmnopqrstuvwxyz0123456789/-_.~ABCDEFGHIJKLMNOPQRSTUVWXYZ!$&'()*+,;=:@%\"<>[\\]^`{|}"

// Normal are the paths that routes are compared with, without what ends a path: Rails takes double slashes, and those at
// the end, away, and writes escapes in upper case; others than of UTF-8 it refuses. Rails:
// Journey::Router::Utils.normalize_path.
var Normal = func() *regex.Automaton {
	const tail = `%[89AB][0-9A-F]`
	const char = `(?:[^/%?#\x00-\x20]|%[0-7][0-9A-F]|%(?:C[2-9A-F]|D[0-9A-F])` + tail + `|%E[1-9A-C]` + tail + tail + `)`
	re, err := regex.Compile(`/|(?:/`+char+`+)+`, 0)
	if err != nil {
		panic(err)
	}
	return re.Automaton()
}()

// Known reports whether it is known which paths a route matches.
func Known(r *route.Route) bool {
	if r.Wrapped() || route.HoldsUnknown(r.Path.String()) {
		return false
	}
	for i := range r.Requirements.Len() {
		if _, v := r.Requirements.At(i); dsl.UnknownIn(v) != nil {
			return false
		}
	}
	// `id: Settings.pattern` is a requirement if it is a Regexp, else a default.
	return !slices.ContainsFunc(r.Path.Names(), func(name string) bool {
		v, ok := r.Defaults.Sym(name)
		return ok && dsl.UnknownIn(v) != nil
	})
}

// Paths is the automaton of the paths that a route matches; nil if there is none.
func Paths(r *route.Route) *regex.Automaton {
	work := maxClaim
	return pathsWithin(r, &work)
}

func pathsWithin(r *route.Route, work *int) *regex.Automaton {
	if !Known(r) {
		return nil
	}
	source := r.Regexp().Source
	if !r.Anchored {
		source = "(?:" + source + ")(?m:.*)"
	}
	return compile(source, work)
}

// compile makes the automaton of a pattern within so much work; nil if there is none.
func compile(source string, work *int) *regex.Automaton {
	re, err := regex.Compile(source, 0)
	if err != nil {
		return nil
	}
	most := min(*work, maxClaim)
	left := most
	a := re.AutomatonWithin(&left)
	*work -= costOfWork * (most - left)
	return a
}

// TakesAll reports whether a route answers whatever it matches. A Rack application may pass a
// request on; a dispatcher whose controller the path sets does, if there is none.
func TakesAll(r *route.Route) bool {
	switch r.Endpoint.Kind {
	case route.Dispatcher:
		return !r.Path.Has("controller")
	case route.Redirects:
		return true
	}
	return false
}
