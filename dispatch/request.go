package dispatch

import (
	"net/http"
	"net/url"
	"strings"

	"signalbox/dispatch/internal/match"
	"signalbox/dsl"
)

// A request is one HTTP request as Rails' routing sees it: the part of
// ActionDispatch::Request that constraints and redirects can ask. It is made
// when something asks, and belongs to one goroutine.
type request struct {
	http *http.Request
	core *core
	verb string // REQUEST_METHOD
	// asked is the answer of `method`, which stays what it first was: a HEAD request
	// is taken for GET while the conditions of GET's routes are asked.
	asked string
	// path is PATH_INFO: normalized, still percent-encoded, without script.
	path   string
	script string // SCRIPT_NAME
	params *dsl.Hash

	work   *match.Work // of the search that made it
	thread *dsl.Thread
	object *dsl.Object // how Ruby code sees it
	query  *dsl.Hash
	form   *dsl.Hash
	merged dsl.Value
	cookie *dsl.Hash
	env    *dsl.Hash

	guesses []Guess // of a Matcher
	trial   *trial
}

// request gives the request of a search.
func (s *search) request() *request {
	if s.req == nil {
		s.req = &request{http: s.http, core: s.core, path: s.Path, script: s.script, params: s.given, thread: s.thread, work: s.Work}
	}
	s.req.verb = s.Verb
	return s.req
}

// Host implements [asker].
func (s *search) Host() (host, sub string, err error) {
	a, err := s.request().authority()
	if err != nil {
		return "", "", err
	}
	return a.host(), subdomain(a.host(), 1), nil
}

// method is the verb that the client sent, as `method` of the request knows it.
// Rails: Request#method.
func (q *request) method() string {
	if q.asked == "" {
		if q.asked = replacedVerb(q.http); q.asked == "" {
			q.asked = q.verb
		}
	}
	return q.asked
}

// replacedVerb is the verb that [WithMethodOverride] has replaced, "" for none.
func replacedVerb(r *http.Request) string {
	verb, _ := r.Context().Value(originalVerb{}).(string)
	return verb
}

// header gives the first value of a header, several joined as CGI does.
func (q *request) header(name string) string {
	values := q.http.Header[http.CanonicalHeaderKey(name)]
	switch len(values) {
	case 0:
		return ""
	case 1:
		return values[0]
	}
	if http.CanonicalHeaderKey(name) == "Cookie" {
		return strings.Join(values, "; ")
	}
	return strings.Join(values, ", ")
}

// scheme is Rack::Request#scheme.
func (q *request) scheme() string {
	if q.http.TLS != nil || q.forwarded("X-Forwarded-Ssl") == "on" {
		return "https"
	}
	proto, _, _ := strings.Cut(q.forwarded("X-Forwarded-Proto"), ",")
	for _, scheme := range []string{q.forwarded("X-Forwarded-Scheme"), proto} {
		if scheme == "https" || scheme == "http" {
			return scheme
		}
	}
	if q.http.URL.Scheme == "https" {
		return "https"
	}
	return "http"
}

func (q *request) ssl() bool { return q.scheme() == "https" }

// protocol is "http://" or "https://". Rails: Http::URL#protocol.
func (q *request) protocol() string { return q.scheme() + "://" }

func (q *request) standardPort() int {
	if q.ssl() {
		return 443
	}
	return 80
}

// namedHost is false for hosts that end in an IPv4 address. Rails:
// Http::URL.named_host?.
func namedHost(host string) bool {
	parts := strings.Split(host, ".")
	if len(parts) < 4 {
		return true
	}
	parts = parts[len(parts)-4:]
	for i, p := range parts {
		digits := len(p) - len(strings.TrimRight(p, "0123456789"))
		if digits == 0 || i > 0 && (digits < len(p) || digits > 3) {
			return true
		}
	}
	return false
}

// domain gives the last parts of a host. Rails: DomainExtractor.domain_from.
func domain(host string, tld int) string {
	parts := splitHost(host)
	return strings.Join(parts[max(0, len(parts)-tld-1):], ".")
}

// subdomains gives the parts before the domain. Rails:
// DomainExtractor.subdomains_from.
func subdomains(host string, tld int) []string {
	if !namedHost(host) {
		return nil
	}
	parts := splitHost(host)
	return parts[:max(0, len(parts)-tld-1)]
}

func subdomain(host string, tld int) string { return strings.Join(subdomains(host, tld), ".") }

// splitHost is host.split("."): empty parts at the end do not count.
func splitHost(host string) []string {
	parts := strings.Split(host, ".")
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// fullPath is the path with the script name in front and the query behind.
func (q *request) fullPath() string {
	if q.http.URL.RawQuery == "" {
		return q.script + q.path
	}
	return q.script + q.path + "?" + q.http.URL.RawQuery
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
