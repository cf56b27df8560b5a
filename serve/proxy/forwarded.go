package proxy

import (
	"net/http"
	"net/http/httputil"
	"net/netip"
	"slices"
	"strings"
)

// forward sets what the application believes of the client. Rails takes the host of
// X-Forwarded-Host and the scheme of X-Forwarded-Proto, -Scheme or -Ssl before its own, and
// Rack also reads Forwarded, whoever sent them.
func (p *proxy) forward(pr *httputil.ProxyRequest) {
	in, out := pr.In.Header, pr.Out.Header
	trusted := p.trusts(pr.In.RemoteAddr)
	for name := range in {
		// To a Rack application X_Forwarded_For is the same as X-Forwarded-For. Proxies
		// don't write it so, forgers do.
		if plain := http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-")); tellsOfClient(plain) {
			delete(out, name)
			if trusted && plain == name {
				out[name] = slices.Clone(in[name])
			}
		}
	}
	pr.SetXForwarded() // adds to X-Forwarded-For, sets the other two
	if trusted {
		for _, name := range []string{"X-Forwarded-Host", "X-Forwarded-Proto"} {
			if said := in[name]; said != nil {
				out[name] = slices.Clone(said)
			}
		}
	}
}

// tellsOfClient reports whether a header says what a proxy knows of its client.
func tellsOfClient(name string) bool {
	return strings.HasPrefix(name, "X-Forwarded-") || name == "Forwarded" || name == "Client-Ip" || name == "X-Real-Ip"
}

// trusts reports whether the peer is one of the trusted proxies.
func (p *proxy) trusts(remote string) bool {
	peer, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	addr := peer.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(p.trusted, func(trusted netip.Prefix) bool { return trusted.Contains(addr) })
}
