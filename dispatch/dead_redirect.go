package dispatch

import (
	"net/url"
	"slices"

	"signalbox/dispatch/internal/match"
	"signalbox/expand/route"
)

// A DeadRedirect is a redirect that leads to no route, or back to itself.
type DeadRedirect struct {
	Route *route.Route
	// URL is a request that shows it, Location what it is answered.
	URL, Location string
	// Loop is the paths on the way back; nil for one that leads nowhere.
	Loop []string
}

// maxHops is how many redirects a client follows: as many as Chrome does.
const maxHops = 20

// samples are what parameters are given, beside what their requirements admit.
var samples = []string{"1", "2024", "a", "en", "a-b"}

// DeadRedirects finds the redirects of a table whose requests, followed as a browser does, come
// to a path of the application that no route answers, or to where they were. Those that ask for
// what only the application knows are left out, and those that lead to other hosts. Of a redirect
// with parameters all samples must lead nowhere.
func DeadRedirects(t *route.Table) []DeadRedirect {
	m, err := NewMatcher(t)
	if m == nil || err != nil && m.core == nil {
		return nil
	}
	b := match.NewSingles()
	var all []DeadRedirect
	for _, rt := range m.core.trie.Routes {
		row := rt.Row
		e := row.Endpoint
		if e.Kind != route.Redirects || unknownTarget(e.Redirect) || len(row.Verbs) > 0 && !slices.Contains(row.Verbs, "GET") {
			continue
		}
		if x := b.Alone(rt); x != nil {
			if dead, ok := m.dead(x); ok {
				all = append(all, dead)
			}
		}
	}
	return all
}

// dead tries a redirect.
func (m *Matcher) dead(x *match.Single) (dead DeadRedirect, is bool) {
	plain, ok := x.Path("", "")
	if !ok {
		return dead, false
	}
	paths := []string{plain}
	for _, name := range x.Route.Names {
		for _, text := range samples {
			if path, ok := x.Path(name, text); ok && name != "format" && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	nowhere := 0
	for _, path := range paths {
		own := DeadRedirect{Route: x.Route.Row, URL: "http://" + hostFor(x.Route.Row) + path}
		switch m.follow(&own, path) {
		case loops:
			return own, true
		case elsewhere:
			return dead, false
		case noRoute:
			if nowhere++; nowhere == 1 {
				dead = own
			}
		}
	}
	return dead, nowhere > 0
}

// An ending is where a redirect leads in the end.
type ending uint8

const (
	untried   ending = iota // another route takes the request
	elsewhere               // to an answer, or what is not known
	noRoute
	loops
)

// follow goes where a redirect leads.
func (m *Matcher) follow(d *DeadRedirect, path string) ending {
	host := hostFor(d.Route)
	seen, rows := []string{path}, []*route.Route(nil)
	for range maxHops {
		found := m.Match(NewRequest("GET", path, host))
		certain := len(found.Candidates) == 0 && len(found.Guesses) == 0
		if len(seen) == 1 && (!certain || found.Route != d.Route) {
			return untried
		}
		if !certain || found.Unknown || found.Location == "" {
			if len(seen) == 2 && certain && found.Route == nil && found.Status == 404 {
				return noRoute
			}
			return elsewhere
		}
		u, err := url.Parse(found.Location)
		if err != nil || u.Host != "" && u.Host != host || u.Scheme != "" && u.Scheme != "http" {
			return elsewhere
		}
		if len(seen) == 1 {
			d.Location = found.Location
		}
		u.Scheme, u.Host, u.Fragment = "", "", ""
		path = u.String()
		rows = append(rows, found.Route)
		if i := slices.Index(seen, path); i >= 0 && slices.Contains(rows[i:], d.Route) {
			d.Loop = append(seen[i:], path)
			return loops
		} else if i >= 0 || path == "" || path[0] != '/' {
			return elsewhere
		}
		seen = append(seen, path)
	}
	return elsewhere
}
