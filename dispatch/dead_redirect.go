package dispatch

import (
	"crypto/tls"
	"errors"
	"net/url"
	"slices"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// A DeadRedirect is a redirect that leads to no route, back to itself, or nowhere at all.
type DeadRedirect struct {
	Route *route.Route
	// URL is a request that shows it, Location what it is answered.
	URL, Location string
	// Loop is the paths on the way back; nil for one that leads nowhere.
	Loop []string
	// Failure is why each request is answered 500, in Rails' words: `key{id} not found` for
	// `redirect("/posts/%{id}")` without a parameter :id. Empty otherwise.
	Failure string
}

// maxHops is how many redirects a client follows: as many as Chrome does.
const maxHops = 20

// DeadRedirects finds the redirects of a table whose requests, followed as a browser does, come
// to a path of the application that no route answers, or to where they were. Those that ask for
// what only the application knows are left out, and those that lead to other hosts. Of a redirect
// with parameters, no route may answer with others.
func DeadRedirects(t *route.Table) []DeadRedirect {
	if !slices.ContainsFunc(t.Routes, leadsOn) {
		return nil
	}
	m, err := NewMatcher(t)
	if m == nil || err != nil && m.core == nil {
		return nil
	}
	b := match.NewSingles()
	var all []DeadRedirect
	for _, rt := range m.core.trie.Routes {
		if !leadsOn(rt.Row) {
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

// leadsOn reports whether a route redirects what a browser asks for, to where is known.
func leadsOn(r *route.Route) bool {
	e := r.Endpoint
	return e.Kind == route.Redirects && !unknownTarget(e.Redirect) && (len(r.Verbs) == 0 || slices.Contains(r.Verbs, "GET"))
}

// dead tries a redirect.
func (m *Matcher) dead(x *match.Single) (dead DeadRedirect, is bool) {
	path, ok := x.Path("", "")
	if !ok {
		return dead, false
	}
	row := x.Route.Row
	dead = DeadRedirect{Route: row, URL: "http://" + hostFor(row, "www.example.com") + path}
	switch params, end := m.follow(&dead, path); end {
	case loops, fails:
		return dead, true
	case noRoute:
		return dead, !m.mayAnswer(row, dead.Location, params)
	}
	return dead, false
}

// mayAnswer reports whether a route may answer where a redirect leads with other parameters. Their
// requirements are not asked.
func (m *Matcher) mayAnswer(row *route.Route, location string, params *dsl.Hash) bool {
	u, err := url.Parse(location)
	if err != nil {
		return true
	}
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	given := false
	for _, p := range row.Path.Params() {
		v, _ := params.Sym(p.Name)
		text, ok := v.(*dsl.String)
		if !ok || text.String() == "" {
			continue
		}
		used := false
		for i, part := range parts {
			if strings.Contains(part, text.String()) {
				parts[i], used = ":", true
			}
		}
		if used && p.Glob || !used && row.Endpoint.Redirect.Block != nil {
			return true
		}
		given = given || used
	}
	if !given {
		return false
	}
	return slices.ContainsFunc(m.core.trie.Routes, func(rt *match.Route) bool { return fitsParts(rt.Row, parts) })
}

// fitsParts reports whether a route may match a path, of which ":" is a part with any text.
func fitsParts(r *route.Route, parts []string) bool {
	text := strings.TrimSuffix(r.Path.String(), "(.:format)")
	own := strings.Split(strings.Trim(text, "/"), "/")
	if whole := r.Anchored && !strings.ContainsAny(text, "(*|"); whole && len(own) != len(parts) {
		return false
	}
	for i := range min(len(own), len(parts)) {
		fixed, open := own[i], strings.IndexAny(own[i], ":(*|")
		if open >= 0 {
			fixed = own[i][:open]
		}
		switch {
		case parts[i] != ":" && (open < 0 && parts[i] != fixed || !strings.HasPrefix(parts[i], fixed)):
			return false
		case strings.ContainsAny(own[i], "(*|"):
			return true
		}
	}
	return true
}

// An ending is where a redirect leads in the end.
type ending uint8

const (
	untried   ending = iota // another route takes the request
	elsewhere               // to an answer, or what is not known
	noRoute
	loops
	fails
)

// ownHost is the one that the application has. No redirect names it, as it might name one that
// somebody owns.
const ownHost = "www.own.invalid"

// follow goes where a redirect leads.
func (m *Matcher) follow(d *DeadRedirect, path string) (params *dsl.Hash, end ending) {
	host, secure := hostFor(d.Route, ownHost), false
	at := func() string { return schemeOf(secure) + "://" + host + path }
	seen, rows := []string{at()}, []*route.Route(nil)
	for range maxHops {
		q := NewRequest("GET", path, host)
		if secure {
			q.TLS = &tls.ConnectionState{}
		}
		found := m.Match(q)
		certain := len(found.Candidates) == 0 && len(found.Guesses) == 0
		if len(seen) == 1 && certain && d.fails(found.Err) {
			return nil, fails
		}
		if len(seen) == 1 && (!certain || found.Route != d.Route) {
			return nil, untried
		}
		if !certain || found.Unknown || found.Location == "" {
			if len(seen) == 2 && certain && found.Route == nil && found.Status == 404 {
				return params, noRoute
			}
			return nil, elsewhere
		}
		u, err := url.Parse(found.Location)
		if err != nil || u.Host != "" && u.Host != host || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
			return nil, elsewhere
		}
		if len(seen) == 1 {
			d.Location, params = found.Location, found.Params
		}
		if u.Scheme != "" {
			secure = u.Scheme == "https"
		}
		u.Scheme, u.Host, u.Fragment = "", "", ""
		path = u.String()
		rows = append(rows, found.Route)
		if i := slices.Index(seen, at()); i >= 0 && slices.Contains(rows[i:], d.Route) {
			d.Loop = pathsOf(append(seen[i:], at()))
			return params, loops
		} else if i >= 0 || path == "" || path[0] != '/' {
			return nil, elsewhere
		}
		seen = append(seen, at())
	}
	return nil, elsewhere
}

// fails reports whether an error is that of the redirect, whatever its parameters are.
func (d *DeadRedirect) fails(err error) bool {
	var own *redirectError
	if !errors.As(err, &own) || own.row != d.Route || own.row.Endpoint.Redirect.Block != nil {
		return false
	}
	d.Failure = strings.ReplaceAll(own.Error(), ownHost, "www.example.com")
	return true
}

func schemeOf(secure bool) string {
	if secure {
		return "https"
	}
	return "http"
}

// pathsOf are the paths of URLs.
func pathsOf(urls []string) []string {
	paths := make([]string, len(urls))
	for i, text := range urls {
		_, rest, _ := strings.Cut(text, "://")
		paths[i] = rest[strings.IndexByte(rest, '/'):]
	}
	return paths
}
