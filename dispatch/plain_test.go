package dispatch

import (
	"fmt"
	"net/http"
	"testing"
)

// What an http.Handler sees of a request: the route's pattern, path values, and below which
// path the application is.
func TestPlainRequests(t *testing.T) {
	var got string
	h := router(t, `
		get "s", to: "c#a"
		get "a/:id", to: "c#a"
		get "b/:id", to: "c#a", defaults: { kind: "b" }
		get "c/:id", to: "c#a", defaults: { kind: "c" }
		get "d(/:kind)", to: "c#a", defaults: { kind: "d" }
		get "e/:_", to: "c#a"`,
		RelativeURLRoot("/blog"),
		Action("c#a", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got = fmt.Sprintf("%s id=%s kind=%s _=%s format=%s", r.Pattern, r.PathValue("id"), r.PathValue("kind"), r.PathValue("_"), r.PathValue("format"))
			info := RouteFrom(r.Context())
			got += fmt.Sprintf(" | %s %s %s %v", ScriptName(r), info.Action, info.Format, info.PathParams()["kind"])
		})))
	for path, want := range map[string]string{
		"/s":           "GET /s(.:format) id= kind= _= format= |  a  <nil>",
		"/s.json":      "GET /s(.:format) id= kind= _= format=json |  a json <nil>",
		"/blog/s":      "GET /s(.:format) id= kind= _= format= | /blog a  <nil>",
		"/a/1":         "GET /a/:id(.:format) id=1 kind= _= format= |  a  <nil>",
		"/blog/a/1.js": "GET /a/:id(.:format) id=1 kind= _= format=js | /blog a js <nil>",
		"/b/1":         "GET /b/:id(.:format) id=1 kind=b _= format= |  a  b",
		"/c/1":         "GET /c/:id(.:format) id=1 kind=c _= format= |  a  c",
		"/d":           "GET /d(/:kind)(.:format) id= kind=d _= format= |  a  d",
		"/d/2":         "GET /d(/:kind)(.:format) id= kind=2 _= format= |  a  2",
		"/e/%C3%A9":    "GET /e/:_(.:format) id= kind= _=é format= |  a  <nil>",
	} {
		if got = ""; get(h, "GET", path).Code != 200 || got != want {
			t.Errorf("%s:\n got %s\nwant %s", path, got, want)
		}
	}
}

// Path values of code in front of the router stay, and requests do not share theirs.
func TestPathValuesOfOthers(t *testing.T) {
	var seen []*http.Request
	h := router(t, `get "a/:id", to: "c#a"`, Action("c#a", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = append(seen, r) })))
	for i, outer := range []string{"", "out"} {
		r := NewRequest("GET", fmt.Sprint("/a/", i), "www.example.com")
		if outer != "" {
			r.SetPathValue("tenant", outer)
		}
		h.ServeHTTP(&quietWriter{http.Header{}}, r)
	}
	for i, want := range []string{"0 ", "1 out"} {
		if got := seen[i].PathValue("id") + " " + seen[i].PathValue("tenant"); got != want {
			t.Errorf("request %d: got %q, want %q", i, got, want)
		}
	}
}
