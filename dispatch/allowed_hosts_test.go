package dispatch

import (
	"io"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
)

// forHost changes the host of a request, and what a proxy says of it.
func forHost(host, forwarded string) func(*http.Request) {
	return func(r *http.Request) {
		r.Host = host
		if forwarded != "" {
			r.Header.Set("X-Forwarded-Host", forwarded)
		}
	}
}

func TestHosts(t *testing.T) {
	h := router(t, `get("a", to: "a#x"); get("r", to: redirect("/b"))`, Action("a#x", says("a")), WithLogger(new(logs).logger()), Fallback(says("rails")),
		Hosts("example.com", ".example.org", netip.MustParsePrefix("10.0.0.0/8"), netip.MustParseAddr("::1"), regexp.MustCompile(`pr-\d+\.example\.net|x`),
			func(host string) bool { return strings.HasSuffix(host, ".internal") }))
	for host, want := range map[string]int{
		"example.com": 200, "EXAMPLE.com:3000": 200, "www.example.com": 403, "example.com.evil.example": 403, "example.com:x": 403, "evil.example": 403,
		"example.org": 200, "www.example.org": 200, "www.example.org:80": 200, "a.b.example.org": 403, "wwwexample.org": 403, ".example.org": 403,
		"10.1.2.3": 200, "10.1.2.3:80": 200, "11.1.2.3": 403, "[::1]": 200, "[::1]:80": 200, "::1": 200, "[::2]": 403,
		"[::1": 403, "::1]": 403, "[10.1.2.3]": 403, "::1%eth0": 200, "[::1%eth0]": 200, "0:0:0:0:0:0:0:1": 200, "010.1.2.3": 403, "10.1.2.3.": 403, "10.1.2": 403,
		"10.1.1.1/8": 200, "10.1.1.1/7": 403, "10.1.1.1/32": 200, "10.1.1.1/255.0.0.0": 200, "[::1]/128": 200, "10.1.2.3:80/8": 403, "::ffff:10.1.2.3": 403,
		"example.com.": 403, "a_b.example.org": 403, "-x.example.org": 200, "user@example.com": 403, "example.com:": 403, "example.com:80:80": 403,
		"pr-7.example.net": 200, "pr-7.example.net:80": 200, "pr-7.example.net.evil.example": 403, "x": 200, "xx": 403, "a.internal": 200, "a.internal:80": 403,
		"": 403, "example.com\n": 403,
	} {
		for _, path := range []string{"/a", "/nowhere"} {
			if w := get(h, "GET", path, forHost(host, "")); w.Code != want || want == 403 && w.Body.Len() > 0 {
				t.Errorf("%q %s: %d %q, want %d", host, path, w.Code, w.Body, want)
			}
		}
	}
	for forwarded, want := range map[string]int{
		"example.com": 200, "evil.example": 403, "evil.example, example.com": 200, "example.com,evil.example": 403, "evil.example,": 403, " ": 200, ",": 403, ", ": 403, "example.com, ": 200, "evil.example\texample.com": 403, "evil.example,example.com,,": 200,
	} {
		if w := get(h, "GET", "/a", forHost("example.com", forwarded)); w.Code != want {
			t.Errorf("X-Forwarded-Host %q: %d, want %d", forwarded, w.Code, want)
		}
	}
}

// A blocked request is logged and answered as Rails does, or as the options say.
func TestBlockedHosts(t *testing.T) {
	var logged logs
	options := []Option{Action("a#x", says("a")), WithLogger(logged.logger()), Hosts("example.com")}
	w := get(router(t, `get "a", to: "a#x"`, options...), "GET", "/a", forHost("evil.example", "worse.example"))
	if w.Code != 403 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Content-Length") != "0" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if text := logged.take(); !strings.Contains(text, "evil.example") || !strings.Contains(text, "worse.example") {
		t.Errorf("logged %q", text)
	}
	h := router(t, `get "a", to: "a#x"`, append(options,
		HostsExcept(func(r *http.Request) bool { return r.URL.Path == "/a" }),
		HostBlocked(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(418) })))...)
	if w := get(h, "GET", "/a", forHost("evil.example", "")); w.Code != 200 {
		t.Errorf("an exempt request: %d", w.Code)
	}
	if w := get(h, "GET", "/b", forHost("evil.example", "")); w.Code != 418 {
		t.Errorf("blocked: %d", w.Code)
	}
	table := h.Table()
	for text, option := range map[string]Option{
		"Hosts names no host": Hosts(), "not int": Hosts(1), `"" is no host`: Hosts(""), `"." is no host`: Hosts("."),
		`"https://a.com" is no host, "a.com" is`: Hosts("https://a.com"), `"//a.com:80/x" is no host, "a.com:80" is`: Hosts("//a.com:80/x"),
		`"*.a.com" is no host, ".a.com" names`: Hosts("*.a.com"), `"a.com/x" is no host`: Hosts("a.com/x"), `"a b" is no host`: Hosts("a b"), `"a.*" is no host`: Hosts("a.*"),
		"Fallback has no handler": Fallback(nil),
		"want Hosts":              HostsExcept(func(*http.Request) bool { return true }), "not *regexp.Regexp": Hosts((*regexp.Regexp)(nil)),
	} {
		if _, err := New(table, Action("a#x", says("a")), option); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %q", err, text)
		}
	}
}

// With TrustedProxies, only they say for which host and scheme a request is.
func TestForwardedHosts(t *testing.T) {
	text := `
		get "to", to: redirect("/b")
		get "block", to: redirect { |p, r| "#{r.scheme}://#{r.host}/#{r.remote_ip}/#{r.ip}" }
		get "host", to: "a#x", constraints: { host: "app.example" }
		get "ssl", to: "a#x", constraints: { ssl?: true }`
	forwarded := func(peer string) func(*http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr = peer + ":1234"
			r.Header.Set("X-Forwarded-Host", "app.example")
			r.Header.Set("X-Forwarded-Proto", "https")
			r.Header.Set("X-Forwarded-For", "198.51.100.7")
		}
	}
	anyone := router(t, text, Action("a#x", says("a")))
	proxied := router(t, text, Action("a#x", says("a")), TrustedProxies(netip.MustParsePrefix("203.0.113.0/24")))
	for _, test := range []struct {
		h                *Router
		peer             string
		to, block        string
		constrained, ssl int
	}{
		{anyone, "192.0.2.1", "https://app.example/b", "https://app.example/198.51.100.7/192.0.2.1", 200, 200},
		{proxied, "203.0.113.9", "https://app.example/b", "https://app.example/198.51.100.7/203.0.113.9", 200, 200},
		{proxied, "192.0.2.1", "http://www.example.com/b", "http://www.example.com/192.0.2.1/192.0.2.1", 404, 404},
		{proxied, "127.0.0.1", "http://www.example.com/b", "http://www.example.com/127.0.0.1/127.0.0.1", 404, 404},
	} {
		if got := get(test.h, "GET", "/to", forwarded(test.peer)).Header().Get("Location"); got != test.to {
			t.Errorf("from %s: %s, want %s", test.peer, got, test.to)
		}
		if got := get(test.h, "GET", "/block", forwarded(test.peer)).Header().Get("Location"); got != test.block {
			t.Errorf("from %s: %s, want %s", test.peer, got, test.block)
		}
		if w := get(test.h, "GET", "/host", forwarded(test.peer)); w.Code != test.constrained {
			t.Errorf("from %s: a constraint on the host gives %d", test.peer, w.Code)
		}
		if w := get(test.h, "GET", "/ssl", forwarded(test.peer)); w.Code != test.ssl {
			t.Errorf("from %s: a constraint on the scheme gives %d", test.peer, w.Code)
		}
	}
}

// A malformed X-Forwarded-Host is a 400 wherever the host counts, and nowhere else.
func TestMalformedForwardedHost(t *testing.T) {
	h := router(t, `
		get "to", to: redirect("/b")
		get "away", to: redirect("https://example.org/b")
		get "options", to: redirect(path: "/b")
		get "block", to: redirect { |p, r| begin; "/#{r.subdomain}"; rescue Exception; "/rescued"; end }
		get "host", to: "a#x", constraints: { host: /example/ }
		get "lambda", to: "a#x", constraints: ->(r) { r.url.size > 1 }
		10.times { |i| get "many", to: "a#x", constraints: { subdomain: "s#{i}" } }
		get "inline", to: ->(env) { [200, {}, [ActionDispatch::Request.new(env).host]] }
		get "plain", to: "a#x"`, Action("a#x", says("a")), WithLogger(new(logs).logger()))
	m, err := NewMatcher(h.Table())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{
		"a b", "evil.example/x", "evil.example\x00", "a@b", "[::1", "::1", "::zz", "a.example:port", "a.example:", "é.example", "http://a.example", "a\\b", "%zz", ",", "a.example, b c",
	} {
		for _, path := range []string{"/to", "/options", "/block", "/host", "/lambda", "/many", "/inline"} {
			r := NewRequest("GET", path, "www.example.com")
			r.Header.Set("X-Forwarded-Host", host)
			if w := get(h, "GET", path, forHost("www.example.com", host)); w.Code != 400 || w.Body.String() != "Bad Request: malformed X-Forwarded-Host" {
				t.Errorf("%q %s: %d %q", host, path, w.Code, w.Body)
			}
			if found := m.Match(r); found.Status != 400 {
				t.Errorf("%q %s: the matcher finds %d", host, path, found.Status)
			}
		}
		for path, want := range map[string]int{"/away": 301, "/plain": 200} {
			if w := get(h, "GET", path, forHost("www.example.com", host)); w.Code != want {
				t.Errorf("%q %s: %d", host, path, w.Code)
			}
		}
	}
	for _, host := range []string{"a.example", "a.example:80", "[::1]:3000", "[::1]", "10.0.0.1", "a_b.example", "x, a.example", "a.example,", "a.example,,", " "} {
		if w := get(h, "GET", "/to", forHost("www.example.com", host)); w.Code != 301 {
			t.Errorf("%q: %d %s", host, w.Code, w.Body)
		}
	}
}

// The bounds of parameters, as Rack has them.
func TestParameterBounds(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	parts := func(n int, disposition string) string {
		return strings.Repeat("--b\r\nContent-Disposition: form-data; name=\"k\""+disposition+"\r\n\r\nv\r\n", n) + "--b--\r\n"
	}
	h := router(t, `match "a", to: "a#x", via: :all, constraints: ->(r) { r.params; true }`, Action("a#x", says("a")))
	for name, test := range map[string]struct {
		query, kind, body string
		want              int
	}{
		"4,096 pairs":                {strings.Repeat("a=1&", 4095) + "a=1", "", "", 200},
		"4,097 pairs":                {strings.Repeat("a=1&", 4096) + "a=1", "", "", 400},
		"empty pairs":                {strings.Repeat("&", 4096), "", "", 400},
		"4 MiB":                      {"a=" + strings.Repeat("x", 4<<20-2), "", "", 200},
		"over 4 MiB":                 {"a=" + strings.Repeat("x", 4<<20-1), "", "", 400},
		"100 deep":                   {"a" + strings.Repeat("[b]", 99) + "=1", "", "", 200},
		"101 deep":                   {"a" + strings.Repeat("[b]", 100) + "=1", "", "", 400},
		"form, 4,096 pairs":          {"", form, strings.Repeat("a=1&", 4095) + "a=1", 200},
		"form, 4,097 pairs":          {"", form, strings.Repeat("a=1&", 4096) + "a=1", 400},
		"form, 4 MiB":                {"", form, "a=" + strings.Repeat("x", 4<<20-2), 200},
		"form, over 4 MiB":           {"", form, "a=" + strings.Repeat("x", 4<<20-1), 400},
		"form, 32 deep":              {"", form, "a" + strings.Repeat("[b]", 31) + "=1", 200},
		"form, 33 deep":              {"", form, "a" + strings.Repeat("[b]", 32) + "=1", 400},
		"multipart, 4,095 parts":     {"", "multipart/form-data; boundary=b", parts(4095, ""), 200},
		"multipart, 4,096 parts":     {"", "multipart/form-data; boundary=b", parts(4096, ""), 400},
		"multipart, 127 files":       {"", "multipart/form-data; boundary=b", parts(127, `; filename="f"`), 200},
		"multipart, 128 files":       {"", "multipart/form-data; boundary=b", parts(128, `; filename="f"`), 400},
		"JSON, 100 lists deep":       {"", "application/json", strings.Repeat("[", 100) + strings.Repeat("]", 100), 200},
		"JSON, 101 lists deep":       {"", "application/json", strings.Repeat("[", 101) + strings.Repeat("]", 101), 400},
		"JSON, 100 objects deep":     {"", "application/json", strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100), 200},
		"JSON, 101 objects deep":     {"", "application/json", strings.Repeat(`{"a":`, 101) + "1" + strings.Repeat("}", 101), 400},
		"the trailing NUL of a form": {"", form, "a=1\x00", 200},
	} {
		w := get(h, "POST", "/a?"+test.query, func(r *http.Request) {
			r.Header.Set("Content-Type", test.kind)
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(test.body)), int64(len(test.body))
		})
		if w.Code != test.want {
			t.Errorf("%s: %d %.100s, want %d", name, w.Code, w.Body, test.want)
		}
	}
}
