// Package csrf finds the requests that pages of other sites could make a browser send: cross-site
// request forgery.
package csrf

import (
	"mime"
	"net/http"
	"strings"
)

// CouldBeForm reports whether another site could have made a browser send this request without
// asking first. A request that has one of the headers of preflight could not.
func CouldBeForm(r *http.Request, preflight []string) bool {
	if r.Method == http.MethodPost && r.Header.Get("Content-Type") == "application/json" {
		return false
	}
	for _, name := range preflight {
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
