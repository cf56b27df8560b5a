package proxy_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/serve/proxy"
)

// told are the headers by which applications learn of the client.
func told(h http.Header) map[string]string {
	all := map[string]string{}
	for name, values := range h {
		if plain := strings.ReplaceAll(name, "_", "-"); strings.HasPrefix(strings.ToLower(plain), "x-forwarded") || plain == "Forwarded" || strings.HasSuffix(plain, "-Ip") {
			all[name] = strings.Join(values, " | ")
		}
	}
	return all
}

func TestForwarded(t *testing.T) {
	claims := map[string]string{
		"X-Forwarded-For": "203.0.113.9, 203.0.113.10", "X-Forwarded-Host": "forged.example", "X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "on",
		"X-Forwarded-Port": "444", "X-Forwarded-Scheme": "https", "Forwarded": "for=203.0.113.9;proto=https", "Client-Ip": "203.0.113.9", "X-Real-Ip": "203.0.113.9",
		"X_Forwarded_Proto": "https", "X-Forwarded_Host": "forged.example", "Client_Ip": "203.0.113.9", "X_FORWARDED_FOR": "203.0.113.9",
	}
	ours := map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "shop.example", "X-Forwarded-Proto": "http"}
	believed := map[string]string{}
	for name, value := range claims {
		if !strings.Contains(name, "_") {
			believed[name] = value
		}
	}
	believed["X-Forwarded-For"] += ", 127.0.0.1"

	loopback, other := netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")
	for name, c := range map[string]struct {
		claims  map[string]string
		trusted []netip.Prefix
		want    map[string]string
	}{
		"nothing claimed":                 {nil, nil, ours},
		"claims of anyone":                {claims, nil, ours},
		"claims of another than trusted":  {claims, []netip.Prefix{other}, ours},
		"claims of a trusted proxy":       {claims, []netip.Prefix{other, loopback}, believed},
		"a trusted proxy that is silent":  {nil, []netip.Prefix{loopback}, ours},
		"a trusted proxy, the host alone": {map[string]string{"X-Forwarded-Host": "a.example"}, []netip.Prefix{loopback}, map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "a.example", "X-Forwarded-Proto": "http"}},
		"claims named in Connection":      {map[string]string{"X-Forwarded-Proto": "https", "Connection": "X-Forwarded-Proto, X-Forwarded-For"}, []netip.Prefix{loopback}, map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "shop.example", "X-Forwarded-Proto": "https"}},
	} {
		t.Run(name, func(t *testing.T) {
			address := between(t, func(w http.ResponseWriter, r *http.Request) {
				json.NewEncoder(w).Encode(told(r.Header))
			}, proxy.TrustedProxies(c.trusted...))
			request, _ := http.NewRequest(http.MethodGet, address, nil)
			request.Host = "shop.example"
			for name, value := range c.claims {
				request.Header[name] = []string{value}
			}
			_, body := do(t, request)
			var got map[string]string
			if err := json.Unmarshal([]byte(body), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Rails compares Origin with its base_url, the scheme of X-Forwarded-Proto and the host of
// X-Forwarded-Host, and with force_ssl redirects what did not come by https. Rails:
// RequestForgeryProtection#valid_request_origin?, ActionDispatch::SSL.
func TestBaseURL(t *testing.T) {
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		base := r.Header.Get("X-Forwarded-Proto") + "://" + r.Header.Get("X-Forwarded-Host")
		if base != r.Header.Get("Origin") {
			http.Error(w, base, http.StatusUnprocessableEntity)
		}
	}))
	defer behind.Close()
	h, err := proxy.New(behind.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]func(http.Handler) *httptest.Server{"http": httptest.NewServer, "https": httptest.NewTLSServer} {
		front := start(h)
		defer front.Close()
		request, _ := http.NewRequest(http.MethodPost, front.URL, strings.NewReader("a=b"))
		request.Header.Set("Origin", front.URL)
		response, err := front.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", name, response.Status)
		}
	}
}

// Peers are compared as addresses: without zone, and IPv4 however it is written.
func TestTrustedPeers(t *testing.T) {
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Host", r.Header.Get("X-Forwarded-Host"))
	}))
	defer behind.Close()
	h, err := proxy.New(behind.URL, proxy.TrustedProxies(netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fe80::/10")))
	if err != nil {
		t.Fatal(err)
	}
	for peer, want := range map[string]string{
		"10.1.2.3:80": "a.example", "[::ffff:10.1.2.3]:80": "a.example", "[fe80::1%eth0]:80": "a.example",
		"11.0.0.1:80": "example.com", "@": "example.com", "": "example.com",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = peer
		r.Header.Set("X-Forwarded-Host", "a.example")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("X-Host"); got != want {
			t.Errorf("%q: %s, want %s", peer, got, want)
		}
	}
}
