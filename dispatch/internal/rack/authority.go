package rack

import (
	"net/http"
	"strconv"
	"strings"

	"signalbox/internal/uri"
)

// An Authority is the host of a request, with its port if it names one, as the
// client or a proxy says it.
type Authority struct {
	raw   string
	colon int // where the port begins; len(raw) without one
}

var (
	// ErrBadHost is the error of [Request.Authority] for a header that names no host.
	ErrBadHost = &StatusError{http.StatusBadRequest, "malformed X-Forwarded-Host"}
	errBadPort = &StatusError{http.StatusBadRequest, "the port of the host is too large"}
)

// Authority is what X-Forwarded-Host says last, or else the request's own host. An
// error says that the header holds what RFC 3986 allows in no host, at which Rails
// fails in some places and not in others, or that the port is no number of 64 bits.
// Rails: Http::URL#raw_host_with_port.
func (q *Request) Authority() (Authority, error) {
	forwarded := q.forwarded("X-Forwarded-Host")
	a := NewAuthority(q.HTTP.Host)
	if strings.TrimSpace(forwarded) != "" {
		if a = NewAuthority(LastField(forwarded)); a.raw == "" || !uri.IsHost(a.Host()) {
			return a, ErrBadHost
		}
	}
	if _, err := strconv.Atoi("0" + strings.TrimPrefix(a.raw[a.colon:], ":")); err != nil {
		return a, errBadPort
	}
	return a, nil
}

// NewAuthority takes a host with or without a port apart.
func NewAuthority(raw string) Authority {
	a := Authority{raw, len(raw)}
	if i, ok := portStart(raw); ok {
		a.colon = i
	}
	return a
}

// forwarded is a header that proxies set: [Settings.Proxies] says whose are believed.
func (q *Request) forwarded(name string) string {
	if q.Settings.Proxies != nil && !q.Settings.trusts(q.remoteAddr()) {
		return ""
	}
	return q.header(name)
}

// LastField is split(/,\s?/).last: empty fields at the end do not count.
func LastField(list string) string {
	for {
		i := strings.LastIndexByte(list, ',')
		last := list[i+1:]
		if i >= 0 && last != "" && strings.IndexByte(" \t\n\v\f\r", last[0]) >= 0 {
			last = last[1:]
		}
		if last != "" || i < 0 {
			return last
		}
		list = list[:i]
	}
}

// portStart finds /:\d+$/.
func portStart(host string) (int, bool) {
	i := len(host)
	for i > 0 && host[i-1] >= '0' && host[i-1] <= '9' {
		i--
	}
	return i - 1, i > 0 && i < len(host) && host[i-1] == ':'
}

// Host is the host without port. Rails: Http::URL#host.
func (a Authority) Host() string { return a.raw[:a.colon] }

// port is the port that the client sees, standard if it names none. Rails:
// Http::URL#port.
func (a Authority) port(standard int) int {
	if a.colon < len(a.raw) {
		if n, err := strconv.Atoi(a.raw[a.colon+1:]); err == nil {
			return n
		}
	}
	return standard
}

// suffix is ":8080", or "" for the standard port. Rails: Http::URL#port_string.
func (a Authority) suffix(standard int) string {
	if p := a.port(standard); p != standard {
		return ":" + strconv.Itoa(p)
	}
	return ""
}

// url is the request's address up to the path. Rails: Http::URL#url.
func (q *Request) url(a Authority) string {
	return q.protocol() + a.Host() + a.suffix(q.standardPort())
}

// ---- names

// namedHost is false for hosts that end in an IPv4 address. Rails:
// Http::URL.named_host?.
func namedHost(host string) bool {
	parts := strings.Split(host, ".")
	if len(parts) < 4 {
		return true
	}
	parts = parts[len(parts)-4:]
	for i, p := range parts {
		digits := len(p) - len(strings.TrimRight(p, "0123456789"))
		if digits == 0 || i > 0 && (digits < len(p) || digits > 3) {
			return true
		}
	}
	return false
}

// Domain gives the last parts of a host. Rails: DomainExtractor.domain_from.
func Domain(host string, tld int) string {
	parts := splitHost(host)
	return strings.Join(parts[max(0, len(parts)-tld-1):], ".")
}

// subdomains gives the parts before the domain. Rails:
// DomainExtractor.subdomains_from.
func subdomains(host string, tld int) []string {
	if !namedHost(host) {
		return nil
	}
	parts := splitHost(host)
	return parts[:max(0, len(parts)-tld-1)]
}

// Subdomain is what stands before the domain, joined.
func Subdomain(host string, tld int) string { return strings.Join(subdomains(host, tld), ".") }

// splitHost is host.split("."): empty parts at the end do not count.
func splitHost(host string) []string {
	parts := strings.Split(host, ".")
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}
