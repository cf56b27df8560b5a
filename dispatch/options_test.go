package dispatch

import (
	"net/http"
	"testing"

	"signalbox/expand"
)

// A verb that the path has is refused by a constraint: that is no 405.
func TestMethodNotAllowedBehindConstraint(t *testing.T) {
	text := `get "*path", to: "a#get", constraints: ->(r) { !r.path.start_with?("/assets") }`
	h := router(t, text, Action("a#get", says("get")), MethodNotAllowed())
	for _, c := range []struct {
		method, target string
		status         int
	}{{"GET", "/b", 200}, {"GET", "/assets/b", 404}, {"HEAD", "/assets/b", 404}, {"PUT", "/assets/b", 405}} {
		if w := get(h, c.method, c.target); w.Code != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.target, w.Code, c.status)
		}
	}
}

// Verbs of routes that only the application knows are none that the path has for certain: it
// answers whether it has others.
func TestMethodNotAllowedWithOpenRoutes(t *testing.T) {
	text := `
		get "a", to: "a#x"
		post "a", to: "a#x" if Settings.a?
		post "b", to: "a#x" if Settings.a?
		word { put "c", to: "a#x" }
		put "d/#{Settings.p}", to: "a#x"`
	behind := router(t, text, Action("a#x", says("x")), MethodNotAllowed(), Fallback(says("rails")))
	alone := router(t, text, Action("a#x", says("x")), MethodNotAllowed(), NotImplemented(), WithLogger(new(logs).logger()))
	for _, c := range []struct {
		method, target string
		behind, alone  int
		allow          string
	}{
		{"PUT", "/a", 405, 405, "GET, HEAD"},
		{"OPTIONS", "/a", 204, 204, "GET, HEAD"},
		{"PUT", "/b", 200, 501, ""},
		{"OPTIONS", "/b", 200, 501, ""},
		{"GET", "/c", 200, 501, ""},
		{"GET", "/d/e", 200, 501, ""},
		{"GET", "/nothing", 200, 404, ""},
	} {
		for h, status := range map[http.Handler]int{behind: c.behind, alone: c.alone} {
			if w := get(h, c.method, c.target); w.Code != status || w.Header().Get("Allow") != c.allow {
				t.Errorf("%s %s: %d, allow %q, want %d", c.method, c.target, w.Code, w.Header().Get("Allow"), status)
			}
		}
	}
	decided, err := expand.Load(write(t, text), expand.Options{Set: map[string]string{"Settings.a?": "true", "word": "true", "Settings.p": "p"}})
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(decided, Action("a#x", says("x")), MethodNotAllowed())
	if err != nil {
		t.Fatal(err)
	}
	if w := get(h, "PUT", "/b"); w.Code != 405 || w.Header().Get("Allow") != "POST" {
		t.Errorf("decided: %d, allow %q", w.Code, w.Header().Get("Allow"))
	}
}

// What Before names must have a handler, by whatever spelling of the action.
func TestBeforeTargets(t *testing.T) {
	teapot := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(418) })
	}
	table := routes(t, `get "a", to: "posts#index"; get "b", to: "posts#mark_as_read"; get "c", to: "whole#any"`)
	handlers := []Option{Controller("posts", postsController{}), Action("posts#mark_as_read", says("b")), Controller("whole", says("c"))}
	for target, path := range map[string]string{
		"posts": "/a", "posts#index": "/a", "posts#Index": "/a", "posts#mark_as_read": "/b", "posts#MarkAsRead": "/b",
		"whole": "/c", "whole#any": "/c",
	} {
		h, err := New(table, append(handlers, Before(target, teapot))...)
		if err != nil {
			t.Errorf("%s: %v", target, err)
			continue
		}
		if w := get(h, "GET", path); w.Code != 418 {
			t.Errorf("%s does not stand before %s: %d", target, path, w.Code)
		}
	}
	for _, target := range []string{"post", "posts#indx", "Posts", "posts#", ""} {
		_, err := New(table, append(handlers, Before(target, teapot), Fallback(says("rails")))...)
		want := "dispatch: before " + target + ": no Controller or Action gives it a handler"
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", target, err, want)
		}
	}
	if _, err := New(table, Action("posts#index", says("a")), Before("posts", teapot), NotImplemented()); err != nil {
		t.Error(err)
	}
}
