package dispatch

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/expand/route"
)

const signInRoutes = `Rails.application.routes.draw do
  devise_for :users, skip: :all
  authenticate(:admin) { get "a", to: "p#a" }
  authenticate(:admin, ->(u) { u.chief? }) { get "c", to: "p#c" }
  authenticated { get "d", to: "p#in" }
  unauthenticated(:user) { get "d", to: "p#out" }
end`

// The application tells who is signed in, and answers the lambdas.
func TestSignedIn(t *testing.T) {
	table := routes(t, signInRoutes)
	router, err := New(table, Fallback(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(r.Method))
	})), SignedIn(func(r *http.Request, s route.SignIn) bool {
		who := r.Header.Get("Who")
		if s.Check != nil {
			return who == "admin chief"
		}
		return strings.HasPrefix(who, s.Scope)
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		who, path string
		status    int
		action    string
	}{
		{"", "/a", http.StatusUnauthorized, ""},
		{"user", "/a", http.StatusUnauthorized, ""},
		{"admin", "/a", http.StatusOK, "a"},
		{"", "/c", http.StatusUnauthorized, ""},
		{"admin", "/c", http.StatusNotFound, ""},
		{"admin chief", "/c", http.StatusOK, "c"},
		{"user", "/d", http.StatusOK, "in"},
		{"admin", "/d", http.StatusOK, "out"},
	} {
		r := NewRequest("GET", tt.path, "www.example.com")
		r.Header.Set("Who", tt.who)
		found := router.Match(r)
		if found.Status != tt.status || found.Action != tt.action {
			t.Errorf("%q %s: %d %q, want %d %q", tt.who, tt.path, found.Status, found.Action, tt.status, tt.action)
		}
		w := httptest.NewRecorder()
		router.ServeHTTP(w, r)
		if served := w.Code; served != tt.status && tt.status != http.StatusNotFound {
			t.Errorf("%q %s: served %d, want %d", tt.who, tt.path, served, tt.status)
		}
	}
}

// Without the option such routes are one error that names it, beside those of the
// others; or the fallback takes their requests, or they are 501.
func TestSignedInMissing(t *testing.T) {
	table := routes(t, signInRoutes)
	_, err := New(table, Action("p#a", says("a")))
	for _, want := range []string{
		"3 of the routes have no handler",
		"routes.rb:3: GET /a(.:format): who is signed in is unknown (of 3 more routes as well): pass dispatch.SignedIn, leave such requests to dispatch.Fallback",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if err != nil && strings.Count(err.Error(), "who is signed in") != 1 {
		t.Error("not told once")
	}
	behind := router(t, signInRoutes, Action("p#a", says("a")), Fallback(says("rails")))
	lenient := router(t, signInRoutes, Action("p#a", says("a")), NotImplemented(), WithLogger(new(logs).logger()))
	for _, path := range []string{"/a", "/c", "/d"} {
		if w := get(behind, "GET", path); w.Body.String() != "rails "+path+" " {
			t.Errorf("%s with a fallback: %d %q", path, w.Code, w.Body)
		}
		if w := get(lenient, "GET", path); w.Code != http.StatusNotImplemented {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if gaps := behind.Gaps(); len(gaps) != 1 {
		t.Errorf("gaps %v", gaps)
	}
	if _, err := New(routes(t, `get "a", to: "b#c"`), NotImplemented(), SignedIn(nil)); err == nil {
		t.Error("SignedIn(nil) is no error")
	}
}
