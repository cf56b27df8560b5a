package dispatch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand"
)

// answered is an answer in one line, with the candidates behind it.
func answered(m *Match) string {
	text := answerLine(m)
	for i := range m.Candidates {
		c := &m.Candidates[i]
		text += "\n  " + answerLine(&c.Match)
		if on := c.Condition(); on != "" {
			text += " if " + on
		}
	}
	return text
}

func answerLine(m *Match) string {
	text := fmt.Sprint(m.Status)
	if m.Route != nil {
		text += fmt.Sprintf(" %s %s%s", m.Route.Path, m.Controller, m.Action)
	}
	return strings.TrimSpace(text)
}

// TestCandidates asks for requests whose answer only the application knows.
func TestCandidates(t *testing.T) {
	for _, tt := range []struct{ name, src, request, want string }{
		{"certain", `get "a", to: "c#a"`, "/a", "200 /a(.:format) ca"},
		{"an engine of a gem", `mount Blazer::Engine => "/blazer"; get "*x", to: "c#x"`, "/blazer", `200 /blazer
  200 /blazer if Blazer::Engine does not pass the request on (X-Cascade: pass)
  200 /*x(.:format) cx`},
		{"a Rack application", `mount Jobs => "/jobs"`, "/jobs/1", `200 /jobs
  200 /jobs if Jobs does not pass the request on (X-Cascade: pass)
  404`},
		{"at the root, with a route behind", `mount Api => "/"; get "in", to: "c#in"`, "/in", `200 /in(.:format) cin
  200 / if Api does not pass the request on (X-Cascade: pass)
  200 /in(.:format) cin`},
		{"at the root, with nothing behind", `mount Api => "/"; get "in", to: "c#in"`, "/out", `200 /
  200 / if Api does not pass the request on (X-Cascade: pass)
  404`},
		{"at the root, before another verb", `mount Api => "/"; post "in", to: "c#in"`, "/in", `404
  200 / if Api does not pass the request on (X-Cascade: pass)
  404`},
		{"a requirement", `get "q", to: "c#q"; get "a/:id", to: "c#a", constraints: { id: Settings.re }`, "/a/1", `200 /a/:id(.:format) ca
  200 /a/:id(.:format) ca if id matches Settings.re
  404`},
		{"beside the requirement", `get "q", to: "c#q"; get "a/:id", to: "c#a", constraints: { id: Settings.re }`, "/q", "200 /q(.:format) cq"},
		{"a requirement that may take slashes", `get ":id", to: "c#a", id: /#{Settings.re}/; get "a/b", to: "c#b"`, "/a/b", `200 /a/b(.:format) cb
  200 /:id(.:format) ca if id matches /#{Settings.re}/
  200 /a/b(.:format) cb`},
		{"a path", `scope(Settings.prefix) { get "p", to: "c#p" }; get "x", to: "c#x"`, "/my/p", `200 /:Settings.prefix/p(.:format) cp
  200 /:Settings.prefix/p(.:format) cp if the path is what Settings.prefix makes of it
  404`},
		{"beside the path", `scope(Settings.prefix) { get "p", to: "c#p" }; get "x", to: "c#x"`, "/x", "200 /x(.:format) cx"},
		{"a part of a segment", `get "a-#{Settings.x}/b", to: "c#b"`, "/a-1/b", `200 /a-:Settings.x/b(.:format) cb
  200 /a-:Settings.x/b(.:format) cb if the path is what Settings.x makes of it
  404`},
		{"a host", `constraints(host: Settings.host) { get "h", to: "c#2"; get "h", to: "c#3" }; get "h", to: "c#4"`, "/h", `200 /h(.:format) c2
  200 /h(.:format) c2 if host is Settings.host
  200 /h(.:format) c4`},
		{"a part of a host", `get "h", to: "c#1", constraints: { host: "www.#{Settings.domain}" }`, "/h", `200 /h(.:format) c1
  200 /h(.:format) c1 if host is "www.#{Settings.domain}"
  404`},
		{"an object", `constraints(Gate.new) { get "k", to: "c#1"; get "k", to: "c#2" }`, "/k", `200 /k(.:format) c1
  200 /k(.:format) c1 if Gate.new admits the request
  404`},
		{"a question", `get "f", to: "c#1", constraints: ->(r) { Flag.on? }; get "f", to: "c#2"`, "/f", `200 /f(.:format) c2
  200 /f(.:format) c1 if a constraint that asks Flag.on? admits the request
  200 /f(.:format) c2`},
		{"a question to what a call gives", `get "f", to: "c#1", constraints: ->(r) { Plan.of("a)?").paid?(1) }; get "f", to: "c#2"`, "/f", `200 /f(.:format) c2
  200 /f(.:format) c1 if a constraint that asks Plan.of("a)?").paid?(1) admits the request
  200 /f(.:format) c2`},
		{"what a question gives", `get "f", to: "c#1", constraints: ->(r) { Plan.paid?(1).today }; get "f", to: "c#2"`, "/f", `200 /f(.:format) c1
  200 /f(.:format) c1 if a constraint that asks Plan.paid?(1).today admits the request
  200 /f(.:format) c2`},
		{"a question around an engine", "module Shop\nclass Engine < Rails::Engine\nend\nend\nShop::Engine.routes.draw { get \"x\", to: \"c#in\" }\nRails.application.routes.draw { constraints(->(r) { Flag.on? }) { mount Shop::Engine => \"/s\" }; get \"s/x\", to: \"c#out\" }", "/s/x", `200 /s/x(.:format) cout
  200 /s cin if a constraint that asks Flag.on? admits the request
  200 /s/x(.:format) cout`},
		{"a question that decides nothing", `get "f", to: "c#1", constraints: ->(r) { Flag.on? && r.path == "/g" }; get "f", to: "c#2"`, "/f", "200 /f(.:format) c2"},
		{"a condition", "if Settings.new?\nget \"z\", to: \"c#new\"\nelse\nget \"z\", to: \"c#old\"\nend\nget \"z\", to: \"c#never\"", "/z", `200 /z(.:format) cnew
  200 /z(.:format) cnew if Settings.new?
  200 /z(.:format) cold`},
		{"the same condition again", `get("z", to: "c#1") if Settings.new?; get("z", to: "c#2") if Settings.new?`, "/z", `200 /z(.:format) c1
  200 /z(.:format) c1 if Settings.new?
  404`},
		{"within an engine", "module Shop\nclass Engine < Rails::Engine\nend\nend\nShop::Engine.routes.draw { get \"x\", to: \"c#in\" }\nRails.application.routes.draw { mount Shop::Engine => \"/s\", constraints: Gate.new; get \"s/x\", to: \"c#out\" }", "/s/x", `200 /s cin
  200 /s cin if Gate.new admits the request
  200 /s/x(.:format) cout`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := tt.src
			if !strings.Contains(src, "routes.draw") {
				src = "Rails.application.routes.draw do\n" + src + "\nend"
			}
			m, err := NewMatcher(routes(t, src))
			if err != nil {
				t.Fatal(err)
			}
			got := answered(m.Match(NewRequest("GET", tt.request, "www.example.com")))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A router serves no path that only the application knows: it is an error with
// the remedy, unless the application behind it takes the route.
func TestUnsettledRoutes(t *testing.T) {
	const text = `
		get "a/:id", to: "c#a", constraints: { id: Settings.re }
		scope(Settings.prefix) { get "p", to: "c#p" }
		mount Blazer::Engine => "/blazer"
		get "r", to: redirect("/#{Settings.r}")
		get "h", to: "c#h", constraints: { host: Settings.host }
		get "*any", to: "c#any"`
	table := routes(t, text)
	_, err := New(table, Controller("c", says("c")))
	var missing *MissingError
	if !errors.As(err, &missing) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{
		"routes.rb:2: GET /a/:id(.:format): the requirement Settings.re of :id at routes.rb:2:55 is unknown: set Settings.re with expand.Options.Set",
		"routes.rb:3: GET /:Settings.prefix/p(.:format): Settings.prefix in the path at routes.rb:3:28 is unknown",
		"routes.rb:4: /blazer leads to Blazer::Engine",
		"routes.rb:5: GET /r(.:format) leads to redirect(301, /:Settings.r)",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	h := router(t, text, Action("c#any", says("go")), Fallback(says("rails")))
	for target, want := range map[string]string{
		"/a/1": "rails /a/1 ", "/x/p": "rails /x/p ", "/blazer/1": "rails /blazer/1 ", "/r": "rails /r ", "/h": "rails /h ", "/q": "go /q ",
	} {
		if w := get(h, "GET", target); w.Body.String() != want {
			t.Errorf("%s: %d %q, want %q", target, w.Code, w.Body, want)
		}
	}
}

// A setting makes the answer certain.
func TestSettledCandidates(t *testing.T) {
	file := filepath.Join(t.TempDir(), "routes.rb")
	if err := os.WriteFile(file, []byte(`get "a/:id", to: "c#a", constraints: { id: Settings.re, host: Settings.host }`), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := expand.Load(file,
		expand.Options{Set: map[string]string{"Settings.re": "one", "Settings.host": "www.example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMatcher(table)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/a/one": "200 /a/:id(.:format) ca", "/a/two": "404"} {
		if got := answered(m.Match(NewRequest("GET", path, "www.example.com"))); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}
