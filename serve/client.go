package serve

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// TrustedProxies are the proxies in front whose headers are believed: X-Forwarded-For for the
// client's address in the log, X-Forwarded-Proto for [ForceTLS]. Without it nobody's are.
//
//	serve.TrustedProxies(netip.MustParsePrefix("10.0.0.0/8"))
func TrustedProxies(proxies ...netip.Prefix) Option {
	return func(s *server) { s.proxies = append(s.proxies, proxies...) }
}

func (s *stack) trusts(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	return slices.ContainsFunc(s.proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// fromProxy reports whether a trusted proxy sent the request.
func (s *stack) fromProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && s.trusts(peer.Addr())
}

// maxForwarded bounds the proxies that a request may have come through.
const maxForwarded = 64

// client is the address of the client: the last of X-Forwarded-For that is no proxy's, if
// proxies say so, or else the peer's.
func (s *stack) client(r *http.Request) string {
	if len(s.proxies) == 0 {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		return cmp.Or(host, r.RemoteAddr)
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := peer.Addr()
	if !s.trusts(addr) {
		return addr.String()
	}
	fields := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i, field := range slices.Backward(fields) {
		next, err := netip.ParseAddr(strings.TrimSpace(field))
		if err != nil || len(fields)-i > maxForwarded {
			break
		}
		if addr = next; !s.trusts(addr) {
			break
		}
	}
	return addr.String()
}

// secure reports whether the client's request came encrypted.
func (s *stack) secure(r *http.Request) bool {
	return r.TLS != nil || s.fromProxy(r) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// ForceTLS leads requests that came unencrypted to https, and has browsers remember it for
// two years, as Rails' config.force_ssl does. Behind a proxy that ends TLS it needs
// [TrustedProxies]. The paths of [Health] are exempt. Rails: ActionDispatch::SSL.
func ForceTLS() Option { return func(s *server) { s.forceTLS = true } }

func (s *stack) onlyTLS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.secure(r):
			w.Header()["Strict-Transport-Security"] = []string{"max-age=63072000; includeSubDomains"}
			next.ServeHTTP(w, r)
		case s.health.asks(r):
			next.ServeHTTP(w, r)
		default:
			redirectToTLS(w, r)
		}
	})
}

// redirectToTLS keeps the verb of all but GET and HEAD.
func redirectToTLS(w http.ResponseWriter, r *http.Request) {
	status := http.StatusPermanentRedirect
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		status = http.StatusMovedPermanently
	}
	host := strings.TrimSuffix(strings.TrimSuffix(r.Host, ":80"), ":443")
	w.Header().Set("Location", "https://"+host+r.URL.RequestURI())
	w.WriteHeader(status)
}
