package dispatch

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

// A panic in routing is a 500 and a line in the log with the stack; one of a
// handler is the server's, as is one that ends the connection on purpose.
func TestPanics(t *testing.T) {
	var logged logs
	panics := func(p any) func(*http.Request) bool { return func(*http.Request) bool { panic(p) } }
	h := router(t, `
		get "gate", to: "c#x", constraints: Gate.new
		get "abort", to: "c#x", constraints: Abort.new
		get "handler", to: "c#boom"
		get "native/:id", to: "c#boom"
		get "ok", to: "c#x"`,
		WithLogger(logged.logger()), Action("c#x", says("x")),
		Action("c#boom", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("mine") })),
		Constraint("Gate.new", panics("boom")), Constraint("Abort.new", panics(http.ErrAbortHandler)))
	if w := get(h, "GET", "/gate"); w.Code != 500 || w.Body.String() != "Internal Server Error" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
	if text := logged.take(); !strings.Contains(text, "boom") || !strings.Contains(text, "stack=") || !strings.Contains(text, "routes.rb:2: GET /gate(.:format)") {
		t.Errorf("logged %q", text)
	}
	for path, want := range map[string]any{"/abort": http.ErrAbortHandler, "/handler": "mine", "/native/1": "mine"} {
		func() {
			defer func() {
				if p := recover(); p != want {
					t.Errorf("%s panics with %v, want %v", path, p, want)
				}
			}()
			get(h, "GET", path)
		}()
	}
	if w := get(h, "GET", "/ok"); w.Code != 200 || logged.take() != "" {
		t.Errorf("afterwards: %d", w.Code)
	}
}

// What goes wrong is logged with its route, and answered without a word of the
// routes file; OnError gets the route.
func TestErrorsAreForTheLog(t *testing.T) {
	text := `
		get "lambda/:id", to: "c#x", constraints: ->(r) { r.params[:id].nothing_like_that }
		get "to/:id", to: redirect { |p, r| raise "secret #{p[:id]}" }
		get "found", to: redirect { raise ActionController::RoutingError, "secret" }`
	for path, want := range map[string]struct {
		status int
		logged []string
	}{
		"/lambda/1":                      {500, []string{"nothing_like_that", "routes.rb:2: GET /lambda/:id(.:format)", "status=500", "path=/lambda/1"}},
		"/to/1":                          {500, []string{"secret 1", "routes.rb:3: GET /to/:id(.:format)"}},
		"/found":                         {404, nil},
		"/to/%ff":                        {400, nil},
		"/" + strings.Repeat("x", 1<<17): {414, nil},
	} {
		var logged logs
		w := get(router(t, text, NotImplemented(), Action("c#x", says("x")), WithLogger(logged.logger())), "GET", path)
		got := logged.take()
		if w.Code != want.status || strings.Contains(w.Body.String(), "secret") || strings.Contains(w.Body.String(), "nothing") || strings.Contains(w.Body.String(), "routes.rb") {
			t.Errorf("%.40s: %d %q", path, w.Code, w.Body)
		}
		if want.logged == nil && got != "" {
			t.Errorf("%.40s: logged %q", path, got)
		}
		for _, part := range want.logged {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %q in the log: %q", path, part, got)
			}
		}
		var route *RouteError
		get(router(t, text, NotImplemented(), Action("c#x", says("x")), WithLogger(logged.logger()), OnError(func(_ http.ResponseWriter, _ *http.Request, err error) {
			errors.As(err, &route)
		})), "GET", path)
		if route == nil && (want.status == 500 || want.status == 404) || logged.take() != "" {
			t.Errorf("%.40s: OnError got the route %v", path, route)
		}
	}
}
