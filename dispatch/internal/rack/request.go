package rack

import (
	"net/http"
	"net/netip"
	"strings"

	"signalbox/dsl"
)

// A Request is one HTTP request as Rails' routing sees it: the part of
// ActionDispatch::Request that constraints, redirects and inline endpoints can ask. It is
// made when something asks, and belongs to one goroutine.
type Request struct {
	HTTP     *http.Request
	World    *World
	Settings *Settings
	Verb     string // REQUEST_METHOD
	// asked is the answer of `method`, which stays what it first was: a HEAD request
	// is taken for GET while the conditions of GET's routes are asked.
	asked string
	// Path is PATH_INFO: normalized, still percent-encoded, without script.
	Path   string
	Script string    // SCRIPT_NAME
	Params *dsl.Hash // of the path, nil for none
	// Decide takes a value that only the application knows as a condition's result.
	Decide func(*dsl.Unknown) (bool, error)

	Thread *dsl.Thread // see [Request.Run]
	object *dsl.Object // how Ruby code sees it
	query  *dsl.Hash
	form   *dsl.Hash
	merged dsl.Value
	cookie *dsl.Hash
	env    *dsl.Hash
}

// Settings are what the answers of a request depend on besides it.
type Settings struct {
	Proxies []netip.Prefix // nil: Rails' own
	Session func(*http.Request) Session
	Prefix  string     // relative_url_root
	Limits  dsl.Limits // of the Ruby code that one request runs
	// Guess answers for what only the application knows; without it that is an error.
	Guess bool
}

// method is the verb that the client sent, as `method` of the request knows it.
// Rails: Request#method.
func (q *Request) method() string {
	if q.asked == "" {
		if q.asked = replacedVerb(q.HTTP); q.asked == "" {
			q.asked = q.Verb
		}
	}
	return q.asked
}

// header gives the first value of a header, several joined as CGI does.
func (q *Request) header(name string) string {
	values := q.HTTP.Header[http.CanonicalHeaderKey(name)]
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
func (q *Request) scheme() string {
	if q.HTTP.TLS != nil || q.forwarded("X-Forwarded-Ssl") == "on" {
		return "https"
	}
	proto, _, _ := strings.Cut(q.forwarded("X-Forwarded-Proto"), ",")
	for _, scheme := range []string{q.forwarded("X-Forwarded-Scheme"), proto} {
		if scheme == "https" || scheme == "http" {
			return scheme
		}
	}
	if q.HTTP.URL.Scheme == "https" {
		return "https"
	}
	return "http"
}

func (q *Request) ssl() bool { return q.scheme() == "https" }

// protocol is "http://" or "https://". Rails: Http::URL#protocol.
func (q *Request) protocol() string { return q.scheme() + "://" }

func (q *Request) standardPort() int {
	if q.ssl() {
		return 443
	}
	return 80
}

// fullPath is the path with the script name in front and the query behind.
func (q *Request) fullPath() string {
	if q.HTTP.URL.RawQuery == "" {
		return q.Script + q.Path
	}
	return q.Script + q.Path + "?" + q.HTTP.URL.RawQuery
}

// PathParams are the parameters of the path, never nil.
func (q *Request) PathParams() *dsl.Hash {
	if q.Params == nil {
		q.Params = dsl.NewHash(0)
	}
	return q.Params
}

// Source is what [expand.Options.Set] calls the request, whatever the program does:
// `Gate.new.admits?(request)`.
func (q *Request) Source() string { return "request" }
