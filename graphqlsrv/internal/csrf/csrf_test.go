package csrf_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/graphqlsrv/internal/csrf"
)

// TestCouldBeForm follows preventCsrf of Apollo Server, which knows by the Fetch standard's
// CORS-safelisted request-headers what a browser sends without asking, and differs where a browser
// says more: a request of a script is refused by CORS, and one without marks of a browser has no
// cookies of a user.
func TestCouldBeForm(t *testing.T) {
	const page, fetched = "Accept: text/html,*/*;q=0.8", "Accept: application/json"
	for _, c := range []struct {
		method, headers string // separated by "; and "
		want            bool
	}{
		// a body of a type that forms can not send
		{"POST", "Content-Type: application/json", false},
		{"POST", "Content-Type: application/json; charset=utf-8", false},
		{"POST", "Content-Type: application/graphql", false},
		{"GET", "Content-Type: application/json", false},
		// the three that they can
		{"POST", "Content-Type: multipart/form-data; boundary=b", true},
		{"POST", "Content-Type: application/x-www-form-urlencoded", true},
		{"POST", "Content-Type: text/plain", true},
		{"POST", "Content-Type: TEXT/Plain;charset=utf-8", true},
		{"GET", "Content-Type: text/plain", true},
		{"GET", "Content-Type: text/plain; and Sec-Fetch-Mode: cors", true},
		// what can't be read is no type that a browser sends unasked, unless others read it
		{"POST", "Content-Type: application", false},
		{"POST", "Content-Type: text", false},
		{"POST", "", false},
		{"POST", "Content-Type: multipart/form-data; boundary", true},
		{"POST", "Content-Type:  Multipart/form-data; boundary=;", true},
		// a header that only a script can send, after it was let
		{"POST", "Content-Type: multipart/form-data; boundary=b; and Apollo-Require-Preflight: true", false},
		{"POST", "Content-Type: text/plain; and x-app: 1", false},
		{"GET", page + "; and Apollo-Require-Preflight: true", false},
		{"GET", "Sec-Fetch-Mode: navigate; and X-App: 1", false},
		{"POST", "Content-Type: text/plain; and X-Other: 1", true},
		// a link, an image or a script of another page
		{"GET", "Sec-Fetch-Mode: navigate", true},
		{"GET", "Sec-Fetch-Mode: no-cors", true},
		{"GET", "Sec-Fetch-Mode: websocket", true},
		{"GET", page, true},
		{"GET", "Accept: image/avif,*/*", true},
		{"GET", "Accept: */*; and Accept: image/png", true},
		// fetch, and programs
		{"GET", page + "; and Sec-Fetch-Mode: cors", false},
		{"GET", page + "; and Sec-Fetch-Mode: same-origin", false},
		{"GET", fetched, false},
		{"GET", "", false},
	} {
		r := httptest.NewRequest(c.method, "/graphql", nil)
		for _, line := range strings.Split(c.headers, "; and ") {
			if name, value, ok := strings.Cut(line, ": "); ok {
				r.Header.Add(name, value)
			}
		}
		if got := csrf.CouldBeForm(r, []string{"Apollo-Require-Preflight", "x-app"}); got != c.want {
			t.Errorf("%s %s: %v", c.method, c.headers, got)
		}
	}
}
