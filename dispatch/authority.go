package dispatch

import (
	"net/http"
	"strconv"
	"strings"

	"signalbox/internal/uri"
)

// An authority is the host of a request, with its port if it names one, as the
// client or a proxy says it.
type authority struct {
	raw   string
	colon int // where the port begins; len(raw) without one
}

var (
	errBadHost = &statusError{http.StatusBadRequest, "malformed X-Forwarded-Host"}
	errBadPort = &statusError{http.StatusBadRequest, "the port of the host is too large"}
)

// authority is what X-Forwarded-Host says last, or else the request's own host. An
// error says that the header holds what RFC 3986 allows in no host, at which Rails
// fails in some places and not in others, or that the port is no number of 64 bits.
// Rails: Http::URL#raw_host_with_port.
func (q *request) authority() (authority, error) {
	forwarded := q.forwarded("X-Forwarded-Host")
	a := newAuthority(q.http.Host)
	if strings.TrimSpace(forwarded) != "" {
		if a = newAuthority(lastField(forwarded)); a.raw == "" || !uri.IsHost(a.host()) {
			return a, errBadHost
		}
	}
	if _, err := strconv.Atoi("0" + strings.TrimPrefix(a.raw[a.colon:], ":")); err != nil {
		return a, errBadPort
	}
	return a, nil
}

func newAuthority(raw string) authority {
	a := authority{raw, len(raw)}
	if i, ok := portStart(raw); ok {
		a.colon = i
	}
	return a
}

// forwarded is a header that proxies set: [TrustedProxies] says whose are believed.
func (q *request) forwarded(name string) string {
	if q.core.proxies != nil && !q.core.trusts(q.remoteAddr()) {
		return ""
	}
	return q.header(name)
}

// lastField is split(/,\s?/).last: empty fields at the end do not count.
func lastField(list string) string {
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

// host is the host without port. Rails: Http::URL#host.
func (a authority) host() string { return a.raw[:a.colon] }

// port is the port that the client sees, standard if it names none. Rails:
// Http::URL#port.
func (a authority) port(standard int) int {
	if a.colon < len(a.raw) {
		if n, err := strconv.Atoi(a.raw[a.colon+1:]); err == nil {
			return n
		}
	}
	return standard
}

// suffix is ":8080", or "" for the standard port. Rails: Http::URL#port_string.
func (a authority) suffix(standard int) string {
	if p := a.port(standard); p != standard {
		return ":" + strconv.Itoa(p)
	}
	return ""
}

// url is the request's address up to the path. Rails: Http::URL#url.
func (q *request) url(a authority) string {
	return q.protocol() + a.host() + a.suffix(q.standardPort())
}
