package dispatch

import (
	"net/http"
	"net/url"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
)

// A request is the request of a search, as the conditions of its routes see it.
type request struct {
	rack.Request
	core    *core
	work    *match.Work // of the search that made it
	guesses []Guess     // of a Matcher
	trial   *trial
}

// newRequest makes the request that r is below script.
func (c *core) newRequest(r *http.Request, script, path string, params *dsl.Hash) *request {
	q := &request{core: c, Request: rack.Request{HTTP: r, World: c.world, Settings: &c.Settings, Path: path, Script: script, Params: params}}
	q.Request.Decide = q.decide
	return q
}

// request gives the request of a search.
func (s *search) request() *request {
	if s.req == nil {
		s.req = s.core.newRequest(s.http, s.script, s.Path, s.given)
		s.req.Thread, s.req.work = s.thread, s.Work
	}
	s.req.Verb = s.Verb
	return s.req
}

// Host implements [asker].
func (s *search) Host() (host, sub string, err error) {
	a, err := s.request().Authority()
	if err != nil {
		return "", "", err
	}
	return a.Host(), rack.Subdomain(a.Host(), 1), nil
}

// NewRequest makes a request of its first line and host, for [Matcher.Match]
// and tests. Unlike http.NewRequest it takes every target, as a client may send
// it: the path stays as it is, percent-encoded or not.
//
//	q := dispatch.NewRequest("GET", "/posts/1?page=2", "www.example.com")
func NewRequest(method, target, host string) *http.Request {
	path, query, _ := strings.Cut(target, "?")
	decoded, err := url.PathUnescape(path)
	if err != nil {
		decoded = path
	}
	u := &url.URL{Path: decoded, RawQuery: query}
	if u.EscapedPath() != path { // as a server has it
		u.RawPath = path
	}
	return &http.Request{
		Method: method, Host: host, RequestURI: target, RemoteAddr: "127.0.0.1:0",
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: http.NoBody,
		URL: u,
	}
}
