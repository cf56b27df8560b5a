package dispatch

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"signalbox/dsl"
)

// A request is one HTTP request as Rails' routing sees it: the part of
// ActionDispatch::Request that constraints and redirects can ask. It is made
// when something asks, and belongs to one goroutine.
type request struct {
	http *http.Request
	core *core
	verb string // REQUEST_METHOD
	// asked is the answer of `method`, which stays what it first was: a HEAD request
	// is taken for GET while the conditions of GET's routes are asked.
	asked string
	// path is PATH_INFO: normalized, still percent-encoded, without script.
	path   string
	script string // SCRIPT_NAME
	params *dsl.Hash

	work   *work // of the search that made it
	thread *dsl.Thread
	object *dsl.Object // how Ruby code sees it
	query  *dsl.Hash
	form   *dsl.Hash
	merged dsl.Value
	cookie *dsl.Hash
	env    *dsl.Hash

	guesses []Guess // of a Matcher
	trial   *trial
}

// request gives the request of a search.
func (s *search) request() *request {
	if s.req == nil {
		s.req = &request{http: s.http, core: s.asker, path: s.path, script: s.script, params: s.given, thread: s.thread, work: s.work}
	}
	s.req.verb = s.verb
	return s.req
}

// method is the verb that the client sent, as `method` of the request knows it.
// Rails: Request#method.
func (q *request) method() string {
	if q.asked == "" {
		if q.asked = replacedVerb(q.http); q.asked == "" {
			q.asked = q.verb
		}
	}
	return q.asked
}

// replacedVerb is the verb that [WithMethodOverride] has replaced, "" for none.
func replacedVerb(r *http.Request) string {
	verb, _ := r.Context().Value(originalVerb{}).(string)
	return verb
}

// header gives the first value of a header, several joined as CGI does.
func (q *request) header(name string) string {
	values := q.http.Header[http.CanonicalHeaderKey(name)]
	switch len(values) {
	case 0:
		return ""
	case 1:
		return values[0]
	}
	if http.CanonicalHeaderKey(name) == "Cookie" {
		return strings.Join(values, "; ")
	}
	return strings.Join(values, ", ")
}

// scheme is Rack::Request#scheme.
func (q *request) scheme() string {
	if q.http.TLS != nil || q.forwarded("X-Forwarded-Ssl") == "on" {
		return "https"
	}
	for _, name := range []string{"X-Forwarded-Scheme", "X-Forwarded-Proto"} {
		scheme, _, _ := strings.Cut(q.forwarded(name), ",")
		if scheme = strings.TrimSpace(scheme); scheme == "https" || scheme == "http" {
			return scheme
		}
	}
	if q.http.URL.Scheme == "https" {
		return "https"
	}
	return "http"
}

func (q *request) ssl() bool { return q.scheme() == "https" }

// protocol is "http://" or "https://". Rails: Http::URL#protocol.
func (q *request) protocol() string { return q.scheme() + "://" }

func (q *request) standardPort() int {
	if q.ssl() {
		return 443
	}
	return 80
}

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

// domain gives the last parts of a host. Rails: DomainExtractor.domain_from.
func domain(host string, tld int) string {
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

func subdomain(host string, tld int) string { return strings.Join(subdomains(host, tld), ".") }

// splitHost is host.split("."): empty parts at the end do not count.
func splitHost(host string) []string {
	parts := strings.Split(host, ".")
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// fullPath is the path with the script name in front and the query behind.
func (q *request) fullPath() string {
	if q.http.URL.RawQuery == "" {
		return q.script + q.path
	}
	return q.script + q.path + "?" + q.http.URL.RawQuery
}

// ---- addresses

// remoteAddr is the address of the peer.
func (q *request) remoteAddr() string {
	if host, _, err := net.SplitHostPort(q.http.RemoteAddr); err == nil {
		return host
	}
	return q.http.RemoteAddr
}

// privateProxies are the proxies that Rails trusts. Rails:
// RemoteIp::TRUSTED_PROXIES.
var privateProxies = func() (all []netip.Prefix) {
	for _, s := range []string{
		"127.0.0.0/8", "::1/128", "fc00::/7", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fe80::/10",
	} {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}()

func (c *core) trusts(addr string) bool {
	ip, err := netip.ParseAddr(addr)
	if err != nil {
		return false
	}
	ip = ip.Unmap().WithZone("")
	proxies := c.proxies
	if proxies == nil {
		proxies = privateProxies
	}
	for _, p := range proxies {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// remoteIP is the client's address: the last one that is no trusted proxy.
// Rails: RemoteIp::GetIp#calculate_ip.
func (q *request) remoteIP() string {
	remote := q.remoteAddr()
	var list []string
	for _, name := range []string{"X-Forwarded-For", "Client-Ip"} {
		list = append(list, addresses(q.forwarded(name))...)
	}
	for _, ip := range list {
		if !q.core.trusts(ip) {
			return ip
		}
	}
	if !q.core.trusts(remote) || len(list) == 0 {
		return remote
	}
	return list[len(list)-1]
}

// rackIP is `request.ip`: Rack's guess, which believes every private address and
// does not check what it finds. Rack: Request::Helpers#ip.
func (q *request) rackIP() string {
	remote := q.remoteAddr()
	forwarded := strings.FieldsFunc(q.forwarded("X-Forwarded-For"), listSeparator)
	if !rackTrusts(remote) || len(forwarded) == 0 {
		return remote
	}
	for i := len(forwarded) - 1; i >= 0; i-- {
		if !rackTrusts(forwarded[i]) {
			return forwarded[i]
		}
	}
	return forwarded[0]
}

func rackTrusts(s string) bool {
	ip, err := netip.ParseAddr(s)
	if err != nil {
		return strings.EqualFold(s, "localhost") || s == "unix" || strings.HasPrefix(s, "unix:")
	}
	return ip.IsPrivate() || ip == netip.MustParseAddr("127.0.0.1") || ip == netip.IPv6Loopback()
}

func listSeparator(r rune) bool { return r == ',' || r == ' ' || r == '\t' }

// addresses gives the addresses of a header, the last one first.
func addresses(header string) []string {
	var list []string
	for _, field := range strings.FieldsFunc(header, listSeparator) {
		if host, _, err := net.SplitHostPort(field); err == nil {
			field = host
		}
		field = strings.Trim(field, "[]")
		if _, err := netip.ParseAddr(field); err == nil {
			list = append([]string{field}, list...)
		}
		if len(list) > maxAddresses {
			break
		}
	}
	return list
}

const maxAddresses = 64

// local tells a request from this machine. Rails: Request#local?.
func (q *request) local() bool {
	loop := func(s string) bool {
		ip, err := netip.ParseAddr(s)
		return err == nil && ip.Unmap().IsLoopback()
	}
	return loop(q.remoteAddr()) && loop(q.remoteIP())
}

// NewRequest makes a request of its first line and host, for [Matcher.Match]
// and tests. Unlike http.NewRequest it takes every target, as a client may send
// it: the path stays as it is, percent-encoded or not.
//
//	q := dispatch.NewRequest("GET", "/posts/1?page=2", "www.example.com")
func NewRequest(method, target, host string) *http.Request {
	path, query, _ := strings.Cut(target, "?")
	decoded, err := url.PathUnescape(path)
	if err != nil {
		decoded = path
	}
	u := &url.URL{Path: decoded, RawQuery: query}
	if u.EscapedPath() != path { // as a server has it
		u.RawPath = path
	}
	return &http.Request{
		Method: method, Host: host, RequestURI: target, RemoteAddr: "127.0.0.1:0",
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: http.NoBody,
		URL: u,
	}
}
