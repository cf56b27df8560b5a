package dispatch

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"signalbox/dispatch/internal/rack"
)

// Two headers that name different clients are Rails' error, in Go an empty address; one
// that is too long is refused.
func TestForgedAddress(t *testing.T) {
	var seen string
	h := router(t, `
		get "block", to: redirect { |p, r| "/#{r.remote_ip}" }
		get "condition", to: "a#x", constraints: { remote_ip: /./ }
		get "plain", to: "a#x"`,
		Action("a#x", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = RouteFrom(r.Context()).RemoteIP() })), WithLogger(new(logs).logger()))
	from := func(forwarded, client string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("X-Forwarded-For", forwarded)
			r.Header.Set("Client-Ip", client)
		}
	}
	long := strings.Repeat("1.2.3.4,", rack.MaxAddresses/8) + "5.6.7.8"
	for path, want := range map[string][3]int{"/block": {301, 500, 431}, "/condition": {200, 500, 431}, "/plain": {200, 200, 200}} {
		seen = "none"
		if w := get(h, "GET", path, from("203.0.113.7", "203.0.113.7")); w.Code != want[0] || path == "/plain" && seen != "203.0.113.7" {
			t.Errorf("%s: %d %q", path, w.Code, seen)
		}
		if w := get(h, "GET", path, from("10.0.0.1", "203.0.113.7")); w.Code != want[1] || path == "/plain" && seen != "" {
			t.Errorf("%s, forged: %d %q", path, w.Code, seen)
		}
		if w := get(h, "GET", path, from(long, "")); w.Code != want[2] || path == "/plain" && seen != "" {
			t.Errorf("%s, long: %d %q", path, w.Code, seen)
		}
	}
}

// A port that is no number here is refused wherever the host counts.
func TestPortTooLarge(t *testing.T) {
	h := router(t, `get "to", to: redirect("/b")`, WithLogger(new(logs).logger()))
	for host, want := range map[string]int{"a.example:99999": 301, "a.example:0000000000000000000080": 301, "a.example:99999999999999999999": 400} {
		for _, set := range []func(*http.Request){forHost(host, ""), forHost("a.example", host)} {
			if w := get(h, "GET", "/to", set); w.Code != want {
				t.Errorf("%s: %d %s, want %d", host, w.Code, w.Header().Get("Location"), want)
			}
		}
	}
}

// An integer that Ruby has and signalbox has not is refused, or left to the fallback.
func TestBigNumberInJSON(t *testing.T) {
	text := `post "to", to: redirect { |p, r| "/#{r.request_parameters[:a].to_i}" }`
	big := func(r *http.Request) {
		r.Header.Set("Content-Type", "application/json")
		r.Body = io.NopCloser(strings.NewReader(`{"a": 123456789012345678901234567890}`))
	}
	if w := get(router(t, text, WithLogger(new(logs).logger())), "POST", "/to", big); w.Code != 501 || w.Header().Get("Location") != "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := get(router(t, text, Fallback(says("rails"))), "POST", "/to", big); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "rails") {
		t.Errorf("with a fallback: %d %s", w.Code, w.Body)
	}
}
