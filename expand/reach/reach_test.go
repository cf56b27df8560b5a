package reach_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand"
	"signalbox/expand/reach"
	"signalbox/expand/route"
)

func load(t testing.TB, src string) []*route.Route {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte("Rails.application.routes.draw do\n" + src + "\nend")})
	if err != nil {
		t.Fatalf("%v of\n%s", err, src)
	}
	return table.Routes
}

var kinds = map[reach.Kind]string{reach.Unreachable: "unreachable", reach.BehindMount: "behind a mount", reach.Partly: "partly", reach.Never: "never"}

// told writes a report: kind and path, the verbs or paths that are taken, the indexes of who takes them.
func told(report reach.Report) string {
	var lines []string
	for _, v := range report.Found {
		var by []string
		for _, r := range v.By {
			by = append(by, fmt.Sprint(r.Index))
		}
		line := kinds[v.Kind] + " " + v.Route.Path.String()
		if part := append(v.Verbs, v.Paths...); len(part) > 0 {
			line += " (" + strings.Join(part, ", ") + ")"
		}
		lines = append(lines, strings.TrimSpace(line+" by "+strings.Join(by, " ")))
	}
	for _, r := range report.Undecided {
		lines = append(lines, "undecided "+r.Path.String())
	}
	return strings.Join(lines, "; ")
}

// TestFaults finds what random tables and requests of package dispatch show to be true: see
// the test there.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`get "posts/:id", to: "a#b"; get "posts/new", to: "a#c"`, "unreachable /posts/new(.:format) by 0"},
		{`get "posts/new", to: "a#c"; get "posts/:id", to: "a#b"`, ""},
		{`get "posts/:id", to: "a#b"; post "posts/new", to: "a#c"`, ""},
		{`get "p/:id", to: "a#b", id: /\d+/; get "p/:id", to: "a#c", id: /\d{1,3}/`, "unreachable /p/:id(.:format) by 0"},
		{`get "p/:id", to: "a#b", id: /\d{1,3}/; get "p/:id", to: "a#c", id: /\d+/`, ""},
		{`get "p/:id", to: "a#b", id: /\d+/; get "p/:id", to: "a#c", id: /[^\d\/.]+/; get "p/:id", to: "a#d", id: /\d+|[a-z]+/`, "unreachable /p/:id(.:format) by 0 1"},
		{`get "p/:id", to: "a#b", id: /\d+/; get "p/:id", to: "a#c", id: /[a-z]+/; get "p/:id", to: "a#d", id: /\d+|[a-y]+|_/`, ""},
		{`get "*path", to: "a#b"; get "posts", to: "a#c"`, "unreachable /posts(.:format) by 0"},
		{`get ":id", to: "a#b"; get "*path", to: "a#c"`, ""},
		{`get ":id", to: "a#b"; get "*path", to: "a#c", format: false`, ""},
		{`match "p", to: "a#b", via: :all; get "p", to: "a#c"`, "unreachable /p(.:format) by 0"},
		{`get "p", to: "a#b"; match "p", to: "a#c", via: [:get, :post]`, "partly /p(.:format) (GET) by 0"},
		{`get "p", to: "a#b", format: false; get "p", to: "a#c"`, "partly /p(.:format) by 0"},
		{`get "p", to: "a#b", constraints: { subdomain: "s" }; get "p", to: "a#c"`, ""},
		{`get "p", to: "a#b"; get "p", to: "a#c", constraints: { subdomain: "s" }`, "unreachable /p(.:format) by 0"},
		{`get "p", to: "a#b", constraints: { subdomain: /^a/ }; get "p", to: "a#c", constraints: { subdomain: "api" }; get "p", to: "a#d", constraints: { subdomain: "b" }`, "unreachable /p(.:format) by 0"},
		{`get "p", to: "a#b", constraints: { subdomain: true }; get "p", to: "a#c", constraints: { subdomain: %w[a b] }; get "p", to: "a#d", constraints: { subdomain: ["", "b"] }`, "unreachable /p(.:format) by 0"},
		{`get "p", to: "a#b", constraints: { subdomain: %w[a b c] }; get "p", to: "a#c", constraints: { subdomain: %w[c a] }; get "p", to: "a#d", constraints: { subdomain: %w[a d] }`, "unreachable /p(.:format) by 0"},
		{`get "p", to: "a#b", constraints: { subdomain: "a" }; get "p", to: "a#c", constraints: { subdomain: /a/ }`, ""},
		{`get "p", to: "a#b", constraints: { port: [80] }; get "p", to: "a#c", constraints: { port: "80" }`, ""},
		{`get "p", to: "a#b", constraints: ->(r) { r.ssl? }; get "p", to: "a#c"`, ""},
		{`mount Jobs, at: "/admin"; get "admin/users", to: "a#b"`, "behind a mount /admin/users(.:format) by 0"},
		{`get "admin/users", to: "a#b"; mount Jobs, at: "/admin"`, ""},
		{`get "p/:id", to: "a#b", id: /[A-Z]+ \d+/`, "never /p/:id(.:format) by"},
		{`get "p(/:x)", to: "a#b"; get "p", to: "a#c"`, "unreachable /p(.:format) by 0"},
		{`get "p", to: "a#b"; get "p(/:x)", to: "a#c"`, "partly /p(/:x)(.:format) (/p) by 0"},
		{`resources :posts; resources :posts, only: :index`, "unreachable /posts(.:format) by 0"},
		{`resources :posts; resources :comments`, ""},
		{`get ":a/:b", to: "a#b"; get "x/:id/y", to: "a#c"`, ""},
		{`constraints(->(p, r) { p[:s] }) { get ":id", to: "a#b"; get ":s", to: "a#c" }`, ""},
		{`constraints(->(r) { r.path_parameters[:s] }) { get ":id", to: "a#b"; get ":s", to: "a#c" }`, ""},
		{`constraints(->(r) { Own.ok?(r) }) { get ":id", to: "a#b"; get "s", to: "a#c" }`, ""},
		{`constraints(->(r) { r.subdomain == "s" }) { get ":id", to: "a#b"; get "s", to: "a#c" }`, "unreachable /s(.:format) by 0"},
		{`constraints(Own.new) { get "s/:id", to: "a#b"; get "s/:id", to: "a#c" }`, "unreachable /s/:id(.:format) by 0"},
		{`get "p/:id", to: "a#b", id: Own::PATTERN; get "p/s", to: "a#c"`, ""},
		{`get "p", to: redirect("/q"); get "p", to: "a#b"`, "unreachable /p(.:format) by 0"},
		{`get "p", to: ->(env) { [404, {"X-Cascade" => "pass"}, []] }; get "p", to: "a#b"`, ""},
		{`get ":controller/list", to: "a#b", action: "x"; get "a/list", to: "a#c"`, ""},
	} {
		if diff := cmp.Diff(c.want, told(reach.Of(load(t, c.src)))); diff != "" {
			t.Errorf("%s: %s", c.src, diff)
		}
	}
}

// TestBudget leaves routes undecided where the steps do not last, and finds nothing false.
func TestBudget(t *testing.T) {
	routes := load(t, `get "p/:id", to: "a#b", id: /\d+/; get "p/:id", to: "a#c", id: /\d{1,3}/`)
	if got := told(reach.Within(routes, 1)); got != "undecided /p/:id(.:format); undecided /p/:id(.:format)" {
		t.Errorf("got %s", got)
	}
}
