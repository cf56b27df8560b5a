package graphqlsrv

import (
	"mime"
	"net/http"
	"strings"
)

// WithPreflightHeaders replaces the headers of which one shows that a browser
// asked this server first (a CORS preflight) before it sent a request of another
// site. Requests that a plain form, link or image of another site could make are
// refused without one: multipart ones, and GET requests that a browser makes of
// itself. Apollo-Require-Preflight, GraphQL-Preflight and X-Requested-With are
// among the usual ones.
func WithPreflightHeaders(names ...string) Option {
	return func(c *config) {
		if len(names) > 0 {
			c.http.preflight = names
		}
	}
}

// couldBeForm reports whether another site could have made a browser send this
// request without asking first: cross-site request forgery.
func (h *handler) couldBeForm(r *http.Request) bool {
	if r.Method == http.MethodPost && r.Header.Get("Content-Type") == "application/json" {
		return false
	}
	for _, name := range h.http.preflight {
		if _, ok := r.Header[http.CanonicalHeaderKey(name)]; ok {
			return false
		}
	}
	if r.Method == http.MethodPost {
		return simpleContent(r)
	}
	switch mode := r.Header.Get("Sec-Fetch-Mode"); mode {
	case "":
		accept := strings.Join(r.Header["Accept"], ",")
		return simpleContent(r) || strings.Contains(accept, "text/html") || strings.Contains(accept, "image/")
	case "cors", "same-origin": // a script's, which can't read the answer unless CORS lets it
		return simpleContent(r)
	}
	return true // a navigation, an image, a script
}

// simpleContent reports whether the body is of a type that forms can send. Of those
// only multipart is served at all.
func simpleContent(r *http.Request) bool {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil { // browsers and servers may read it differently
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Type"))), "multipart/")
	}
	return media == "multipart/form-data" || media == "application/x-www-form-urlencoded" || media == "text/plain"
}
