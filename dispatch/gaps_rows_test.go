package dispatch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"signalbox/expand"
)

const undecidedRoutes = `
	if Settings.maintenance?
		get "*path", to: "c#x"
		get "under", to: "c#x"
	else
		get "open/:id", to: "c#x", constraints: ->(r) { r.get? && r.params[:id] != "3" }
	end
	get "open/:id", to: "c#behind"
	mount App, at: "/app" if Settings.app?
	get "to", to: redirect("/x") if Settings.a? && Settings.b?
	get "de", to: "c#x", defaults: { region: Settings.region }
	get "re/:id", to: "c#x", id: Settings.re
	get "object", to: "c#x", constraints: Gate.new
	api :v1 do
		get "in", to: "c#x"
	end
	get "rest", to: "c#x"`

var undecidedHandlers = []Option{Action("c#x", says("x")), Action("c#behind", says("behind")), Mount("App", says("app"))}

// Conditions that only the application knows are one error of New each, all together.
func TestUndecidedRoutes(t *testing.T) {
	_, err := New(routes(t, undecidedRoutes), undecidedHandlers...)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"routes.rb:3: GET /*path(.:format): it exists only if Settings.maintenance? at routes.rb:2:14 holds, which is unknown (of 2 more routes as well): " +
			"set Settings.maintenance? with expand.Options.Set or in .routes.yml, set expand.Options.Unknown for all such conditions, leave such requests to dispatch.Fallback, or accept",
		"routes.rb:9: /app: it exists only if Settings.app? at",
		"routes.rb:10: GET /to(.:format): it exists only if Settings.a? && Settings.b? at routes.rb:10:43 holds, which is unknown: set Settings.a? and Settings.b? with",
		"routes.rb:11: GET /de(.:format): Settings.region in its defaults",
		"routes.rb:12: GET /re/:id(.:format): the requirement Settings.re of :id",
		"routes.rb:13: GET /object(.:format): the constraint Gate.new at",
		"routes.rb:15: GET /in(.:format): it is drawn in the block of the unknown routing method `api` at routes.rb:14:2: define it in a Ruby file of expand.Options.Words",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 7 {
		t.Errorf("%d errors:\n%v", n, err)
	}
	_, err = New(routes(t, undecidedRoutes), append(undecidedHandlers, Hosts())...)
	if err == nil || !strings.Contains(err.Error(), "Hosts names no host") || !strings.Contains(err.Error(), "Settings.maintenance?") {
		t.Errorf("with a wrong option: %v", err)
	}
}

// Requests that such a route would answer go to the fallback, or are 501; those that
// its constraints refuse, or that a route in front answers, do not.
func TestUndecidedRoutesServed(t *testing.T) {
	text := strings.Replace(undecidedRoutes, `get "*path", to: "c#x"`, "", 1)
	behind := router(t, text, append(undecidedHandlers, Fallback(says("rails")))...)
	lenient := router(t, text, append(undecidedHandlers, NotImplemented(), WithLogger(new(logs).logger()))...)
	for path, want := range map[string]string{
		"/under": "rails", "/open/1": "rails", "/app/x": "rails", "/to": "rails", "/de": "rails", "/re/1": "rails", "/object": "rails", "/in": "rails",
		"/open/3": "behind", "/rest": "x", "/none": "rails",
	} {
		if got := get(behind, "GET", path).Body.String(); !strings.HasPrefix(got, want+" ") {
			t.Errorf("%s with a fallback: %q, want %s", path, got, want)
		}
		status := map[string]int{"x": 200, "behind": 200, "rails": http.StatusNotImplemented}[want]
		if path == "/none" {
			status = http.StatusNotFound
		}
		if w := get(lenient, "GET", path); w.Code != status {
			t.Errorf("%s: %d, want %d", path, w.Code, status)
		}
		found := behind.Match(NewRequest("GET", path, "www.example.com"))
		if found.Status != status || status == http.StatusNotImplemented && found.Err == nil {
			t.Errorf("Match of %s: %d %v, want %d", path, found.Status, found.Err, status)
		}
	}
	if told := fmt.Sprint(behind.Gaps()); len(behind.Gaps()) != 7 || !strings.Contains(told, "Settings.maintenance?") || !strings.Contains(told, "`api`") {
		t.Errorf("gaps %v", told)
	}
	all := router(t, undecidedRoutes, append(undecidedHandlers, Fallback(says("rails")))...)
	for _, path := range []string{"/rest", "/anything"} {
		if got := get(all, "GET", path).Body.String(); got != "rails "+path+" " {
			t.Errorf("%s behind a route that takes all: %q", path, got)
		}
	}
}

// What settles a condition leaves nothing open, and a Matcher tells all that may answer.
func TestDecidedRoutes(t *testing.T) {
	text := `get "*path", to: "c#x" if Settings.maintenance?
		get "a", to: "c#x"`
	for _, options := range []expand.Options{{Set: map[string]string{"Settings.maintenance?": "false"}}, {Unknown: "false"}} {
		table, err := expand.Load(write(t, text), options)
		if err != nil {
			t.Fatal(err)
		}
		h, err := New(table, Action("c#x", says("x")))
		if err != nil || len(h.Gaps()) > 0 {
			t.Errorf("%+v: %v", options, err)
		}
	}
	_, err := New(routes(t, text), Action("c#x", says("x")), Constraint("Settings.maintenance?", func(*http.Request) bool { return true }))
	var one *RouteError
	if !errors.As(err, &one) {
		t.Errorf("a constraint answers for no condition: %v", err)
	}
	m, err := NewMatcher(routes(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if found := m.Match(NewRequest("GET", "/a", "www.example.com")); found.Status != 200 || len(found.Candidates) < 2 {
		t.Errorf("candidates %v", found.Candidates)
	}
}

// An object that no file defines is a gap, at a route as around one; one that can
// neither be called nor asked admits nothing, as in Rails.
func TestUnaskableObject(t *testing.T) {
	for _, object := range []string{"Gate.new", "Gate"} {
		h, err := New(routes(t, `get("a", to: "c#x", constraints: `+object+`)
			constraints(`+object+`) { get "b", to: "c#x" }`), Action("c#x", says("x")), NotImplemented(), WithLogger(new(logs).logger()))
		if err != nil {
			t.Errorf("%s: %v", object, err)
			continue
		}
		for _, path := range []string{"/a", "/b"} {
			if w := get(h, "GET", path); w.Code != http.StatusNotImplemented {
				t.Errorf("%s: %d", object, w.Code)
			}
		}
	}
}

func TestObjectWithoutAnswer(t *testing.T) {
	h, err := New(routes(t, `constraints(Object.new) { get "b", to: "c#x" }`), Action("c#x", says("x")))
	if err != nil {
		t.Fatal(err)
	}
	if w := get(h, "GET", "/b"); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

// A variable that ENV does not hold, and that meets what a request brings or is sent,
// is a gap of the route: told by New and Check, or left to the fallback.
func TestUnsetVariablesOfRequests(t *testing.T) {
	text := `
		get "key", to: "c#x", constraints: ->(req) { req.headers["X-Key"] == ENV["API_KEY"] }
		get "asked", to: "c#x", constraints: ->(req) { ENV["API_KEY"].present? && req.headers["X-Key"] == ENV["API_KEY"] }
		get "uri", to: redirect { |p, r| URI(ENV["SITE"]).to_s }
		get "join", to: redirect { |p, r| URI.join(ENV["SITE"], "/x").to_s }
		get "alone", to: redirect { |p, r| ENV["SITE"] }
		get "sub", to: redirect { |p, r| s = ENV["SITE"]; s.sub("a", "b") }
		get "fetch", to: redirect { |p, r| ENV.fetch("SITE") + "/x" }
		get "text", to: redirect { |p, r| "#{ENV["SITE"]}/x" }
		get "split", to: "c#x", constraints: ->(r) { ENV["KEY"].split(",").include?(r.ip) }
		get "body", to: ->(env) { [200, {}, [ENV["BODY"]]] }
		get "each", to: "c#x", constraints: ->(r) { %w[KEY].any? { |k| ENV[k] == r.host } }
		get "copy", to: redirect { |p, r| "/#{ENV.to_h["SITE"]}" }
		get "splat", to: "c#x", constraints: ->(r) { r.host.end_with?(*ENV["KEY"]) }
		get "default", to: redirect { |p, r| "/" + (ENV["SITE"] || "x") }
		get "rest", to: "c#x"`
	table := routes(t, text)
	_, err := New(table, Action("c#x", says("x")))
	if err == nil || strings.Count(err.Error(), "is treated as unset: pass --set") != 12 {
		t.Errorf("%v", err)
	}
	if n := len(CheckBlocks(table)); n != 12 {
		t.Errorf("%d findings", n)
	}
	behind := router(t, text, Action("c#x", says("x")), Fallback(says("rails")))
	lenient := router(t, text, Action("c#x", says("x")), NotImplemented(), WithLogger(new(logs).logger()))
	for _, path := range strings.Fields("/key /uri /join /alone /sub /fetch /text /split /body /each /copy /splat /asked") {
		if got := get(behind, "GET", path).Body.String(); got != "rails "+path+" " {
			t.Errorf("%s with a fallback: %q", path, got)
		}
		want := http.StatusNotImplemented
		if path == "/asked" || path == "/each" || path == "/splat" { // their constraints do not hold
			want = http.StatusNotFound
		}
		if w := get(lenient, "GET", path); w.Code != want {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := get(behind, "GET", "/default"); w.Code != http.StatusMovedPermanently {
		t.Errorf("a default: %d", w.Code)
	}
	for _, options := range []expand.Options{
		{Env: map[string]string{"API_KEY": "k", "SITE": "https://a.example", "KEY": "1", "BODY": "b"}},
		{Set: map[string]string{"ENV.API_KEY": "~", "ENV.SITE": "~", "ENV.KEY": "~", "ENV.BODY": "~"}},
	} {
		told, err := expand.Load(write(t, text), options)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(told, Action("c#x", says("x"))); err != nil {
			t.Errorf("%+v: %v", options, err)
		}
	}
}

// An error that a request meets names the variable that code asked for in vain.
func TestUnsetVariableHint(t *testing.T) {
	var logged logs
	h := router(t, `get "a", to: "c#x", constraints: ->(r) { name = r.get? ? "KEY" : "X"; k = ENV[name]; k.split(",").any? }`,
		Action("c#x", says("x")), NotImplemented(), WithLogger(logged.logger()))
	get(h, "GET", "/a")
	if text := logged.take(); !strings.Contains(text, "--set ENV.KEY=VALUE gives it a value (asked for at routes.rb:1:") {
		t.Errorf("logged %q", text)
	}
}
