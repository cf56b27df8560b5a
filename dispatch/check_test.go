package dispatch

import (
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/expand/route"
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
	`get "a", to: redirect { |p, r| r.query_string }`:                          "GET /a?//evil.example leads to",
	`get "a", to: redirect { |p, r| r.env["QUERY_STRING"] }`:                   "GET /a?//evil.example leads to",
	`get "a", to: redirect { |p, r| r.env.values_at("QUERY_STRING").first }`:   "GET /a?//evil.example leads to",
	`get "a", to: redirect { |p, r| r.params.values.first }`:                   "GET /a?to=%2F%2Fevil.example leads to",
	`get "a", to: redirect { |p, r| r.params.dig(:to) }`:                       "GET /a?to=%2F%2Fevil.example leads to",
	`get "a", to: redirect { |p, r| r.env["HTTP_X_BACK"] }`:                    "GET /a with X-BACK leads to",
	`get "a", to: redirect { |p, r| r.get_header("HTTP_USER_AGENT") }`:         "GET /a with User-Agent leads to",
	`get "a", to: redirect { |p, r| r.cookies["back"] }`:                       "GET /a with Cookie leads to",
	`get "a/:p", to: redirect { |p, r| p.dig(:p) }`:                            "GET /a/%2F%2Fevil%2Eexample leads to",
	`get "a/:p", to: redirect { |p, r| p.values.first }`:                       "GET /a/%2F%2Fevil%2Eexample leads to",
	`get "a", to: redirect { |p, r| "/b?" + r.query_string }`:                  "",
	`get "a", to: redirect { |p, r| r.env["PATH_INFO"] + "b" }`:                "",
	`get "a", to: redirect { |p, r| "http://" + r.env["REMOTE_ADDR"] }`:        "",
	`post "a/:p", to: redirect("/%{p}")`:                                       "POST /a/%2Fevil%2Eexample leads",
	`constraints(subdomain: "go") { get "a/:p", to: redirect("/%{p}") }`:       ", if the constraints admit it, leads to",
	`get "a/:p", to: redirect("/%{p}"), constraints: ->(r) { Flag.on? }`:       ", if the constraints admit it, leads to",
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
			if f.Kind == OpenRedirect && f.Severity == route.Warning {
				got = append(got, f.Summary)
			}
		}
		text := strings.Join(got, "; ")
		if want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q", code, text, want)
		}
	}
}

// A header takes the place of nothing that the server says itself, nor of another header.
func TestHeadersOfTheEnvironment(t *testing.T) {
	m, err := New(routes(t, `get "a", to: ->(env) { [200, {}, [env.values_at("REMOTE_ADDR", "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "HTTP_X_FORWARDED_FOR", "HTTP_REMOTE_ADDR").inspect]] }`))
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "http://www.example.com/a?q=1", nil)
	for name, value := range map[string]string{
		"Remote-Addr": "6.6.6.6", "REMOTE_ADDR": "6.6.6.7", "Path-Info": "/evil", "Query-String": "evil", "HTTP_HOST": "evil.example",
		"X-Forwarded-For": "10.0.0.1", "X_Forwarded_For": "6.6.6.6", "HTTP_X_FORWARDED_FOR": "6.6.6.6",
	} {
		r.Header[name] = []string{value}
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	if want := `["192.0.2.1", "/a", "q=1", "www.example.com", "10.0.0.1", "6.6.6.6"]`; w.Body.String() != want {
		t.Errorf("%d %s", w.Code, w.Body)
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
	if len(found) != 1 || found[0].Severity != route.Note || len(found[0].Routes) != 3 ||
		found[0].Summary != "3 redirects lead to the host that the request names in Host or X-Forwarded-Host; list the hosts in dispatch.Hosts, and in config.hosts of Rails" {
		t.Errorf("%+v", found)
	}
}
