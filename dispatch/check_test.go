package dispatch

import (
	"strings"
	"testing"

	"signalbox/expand"
)

// steered are redirects with what a client may do with them: "" for nothing.
var steeredRoutes = map[string]string{
	`get "a/:p", to: redirect("/%{p}")`:                                        "GET /a/%2Fevil%2Eexample leads to http://evil.example",
	`get "a/*p", to: redirect("/%{p}")`:                                        "leads to http://evil.example",
	`get "a/*p", to: redirect("%{p}")`:                                         "leads to http://evil.example",
	`get "a/:p", to: redirect("https://%{p}.example.com/x")`:                   "leads to https://evil.example/.example.com/x",
	`get "a/:p", to: redirect("https://example.com%{p}")`:                      "leads to https://example.com.evil.example",
	`get "a/:p", to: redirect("https://example.com:%{p}/x")`:                   "leads to https://example.com:@evil.example/x",
	`get "a(/:p)", to: redirect("/%{p}")`:                                      "GET /a/%2Fevil%2Eexample leads to http://evil.example",
	`get "a/:p", to: redirect("/%{p}/x"), p: /[^\/]+/`:                         "leads to http://evil.example/x",
	`get "a/:p", to: redirect("//%{p}/x"), p: /[a-z.]+/`:                       "GET /a/evil.example leads to http://evil.example/x",
	`get "a/:q/:p", to: redirect("/%{p}"), q: /\d{4}/`:                         "GET /a/2024/%2Fevil%2Eexample leads",
	`get "a/:p", to: redirect(host: "example.org", path: "%{p}")`:              "leads to http://example.org.evil.example",
	`get "a/:p", to: redirect { |p, r| "/#{p[:p]}" }`:                          "leads to http://evil.example",
	`get "a/:p", to: redirect { |p, r| "//#{p[:p]}.example.com" }`:             "leads to http://evil.example/.example.com",
	`get "a", to: redirect { |p, r| r.params[:to] }`:                           "GET /a?to=%2F%2Fevil.example leads to http://evil.example",
	`get "a", to: redirect { |p, r| r.params["to"] || "/" }`:                   "leads to http://evil.example",
	`get "a", to: redirect { |p, r| r.referer || "/" }`:                        "GET /a with Referer leads to",
	`get "a", to: redirect { |p, r| r.headers["X-Back"] || "/" }`:              "GET /a with X-Back leads to",
	`post "a/:p", to: redirect("/%{p}")`:                                       "POST /a/%2Fevil%2Eexample leads",
	`constraints(subdomain: "go") { get "a/:p", to: redirect("/%{p}") }`:       "Whether its constraints admit such a request was not asked",
	`get "a/:p", to: redirect("/%{p}"), constraints: ->(r) { Flag.on? }`:       "Whether its constraints admit such a request was not asked",
	`get "a/:p", to: redirect("/x/%{p}")`:                                      "",
	`get "a/:p", to: redirect("/%{p}"), p: /\d+/`:                              "",
	`get "a/:p", to: redirect("/%{p}"), p: /[a-z]+/`:                           "",
	`get "a/:p", to: redirect("/?q=%{p}")`:                                     "",
	`get "a/:p", to: redirect("/#%{p}")`:                                       "",
	`get "a/:p", to: redirect(path: "/%{p}")`:                                  "",
	`get "a/:p", to: redirect(subdomain: "x", path: "/%{p}")`:                  "",
	`get "a/:p", to: redirect("https://example.com/%{p}")`:                     "",
	`get "a/:p", to: redirect { |p, r| "/x/#{p[:p]}" }`:                        "",
	`get "a/:p", to: redirect { |p, r| "/#{p[:p].to_i}" }`:                     "",
	`get "a", to: redirect { |p, r| "/#{r.params[:to].to_s.delete("^a-z")}" }`: "",
	`get "a", to: redirect("/b")`:                                              "",
	`get "a", to: redirect(Settings.x)`:                                        "",
	`get "a/:p", to: "c#x"; get "a/:p", to: redirect("/%{p}")`:                 "", // no request gets there
	`get "a/:p", to: redirect { |p, r| loop { } }`:                             "",
}

func TestSteerableRedirects(t *testing.T) {
	for code, want := range steeredRoutes {
		var got []string
		for _, f := range Check(routes(t, code)) {
			if f.Kind == OpenRedirect && f.Severity == expand.Warning {
				got = append(got, f.Summary+" "+f.Detail)
			}
		}
		text := strings.Join(got, "; ")
		if want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q", code, text, want)
		}
	}
}

// Redirects that lead to the request's own host are told together, as a note.
func TestRedirectsThatFollowTheHost(t *testing.T) {
	found := Check(routes(t, `
		get "a", to: redirect("/b")
		get "b", to: redirect(path: "/c")
		get "c", to: redirect { |p, r| r.base_url }
		get "d", to: redirect("https://example.com/b")
		get "e", to: redirect(host: "example.com")`))
	if len(found) != 1 || found[0].Severity != expand.Note || len(found[0].Routes) != 3 ||
		found[0].Summary != "3 redirects lead to the host that the request names, in Host or X-Forwarded-Host" {
		t.Errorf("%+v", found)
	}
}
