// Package proxy hands requests on to an application that stays as it is while its routes move
// to Go one by one: Rails behind the fallback of a router.
//
//	rails, err := proxy.New("http://127.0.0.1:3001")
//	// ...
//	router, err := dispatch.New(table,
//		dispatch.Controller("posts", &Posts{db}),
//		dispatch.Fallback(rails))
//
// It is [httputil.ReverseProxy], set up so that neither the application nor its clients see
// that something stands between them. Path, query, Host, cookies and bodies stay as they
// are, answers are streamed, and WebSockets work. The X-Forwarded headers say what the proxy
// itself knows of the client, so that Rails' remote_ip, force_ssl and its comparison of
// Origin with the host are right, see [TrustedProxies].
package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// An Option changes what [New] returns.
type Option func(*proxy)

// A proxy is the sum of the options.
type proxy struct {
	target  *url.URL
	trusted []netip.Prefix
	timeout time.Duration
	// transport is nil unless WithTransport gave one.
	transport http.RoundTripper
	logger    *slog.Logger
	refused   []error
}

// TrustedProxies names the proxies in front of this one, such as a load balancer. What they say of
// the client in X-Forwarded-For, -Host, -Proto and the like is passed on. What anyone else
// says is removed: without this option, that is everyone.
//
//	proxy.TrustedProxies(netip.MustParsePrefix("10.0.0.0/8"))
func TrustedProxies(prefixes ...netip.Prefix) Option {
	return func(p *proxy) { p.trusted = append(p.trusted, prefixes...) }
}

// defaultTimeout is longer than the 30 seconds that Heroku's router and Rack::Timeout allow.
const defaultTimeout = time.Minute

// WithTimeout bounds how long the application may take from the end of a request to the header of
// its answer; without it that is a minute. The body may take as long as it likes.
func WithTimeout(d time.Duration) Option {
	return func(p *proxy) {
		if d <= 0 {
			p.refused = append(p.refused, errors.New("WithTimeout: the duration must be positive"))
		}
		p.timeout = d
	}
}

// WithTransport sends the requests through t, for a Unix socket or certificates of one's own.
// [Transport] is the one to begin with. Its own timeouts count.
func WithTransport(t http.RoundTripper) Option {
	return func(p *proxy) {
		if t == nil {
			p.refused = append(p.refused, errors.New("WithTransport: the transport is nil"))
		}
		p.transport = t
	}
}

// WithLogger sets where failures are logged; without it that is [slog.Default].
func WithLogger(l *slog.Logger) Option { return func(p *proxy) { p.logger = l } }

// New returns a handler that passes requests on to the application at target, an address like
// http://127.0.0.1:3001. If there is no answer, the status is 502, or 504 if time ran out.
func New(target string, options ...Option) (http.Handler, error) {
	p := &proxy{}
	for _, o := range options {
		o(p)
	}
	var err error
	if p.target, err = parseTarget(target); err != nil {
		p.refused = append(p.refused, err)
	}
	if p.transport != nil && p.timeout != 0 {
		p.refused = append(p.refused, errors.New("WithTimeout has no effect beside WithTransport: set ResponseHeaderTimeout of the transport"))
	}
	if len(p.refused) > 0 {
		return nil, fmt.Errorf("proxy: %w", errors.Join(p.refused...))
	}
	if p.transport == nil {
		t := Transport()
		if p.timeout != 0 {
			t.ResponseHeaderTimeout = p.timeout
		}
		p.transport = t
	}
	p.logger = cmp.Or(p.logger, slog.Default())
	reverse := &httputil.ReverseProxy{
		Rewrite:   p.rewrite,
		Transport: p.transport,
		// Each piece goes on as it comes, whether or not the answer says how long it is.
		FlushInterval: -1,
		ErrorHandler:  p.fail,
		ErrorLog:      slog.NewLogLogger(p.logger.Handler(), slog.LevelWarn),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Otherwise the server closes the body when the answer begins. An application that
		// answers before it has read all, or just then, would look as if it broke off. Where
		// this is an error (httptest.ResponseRecorder), the server does not do that.
		_ = http.NewResponseController(w).EnableFullDuplex()
		reverse.ServeHTTP(w, r)
	}), nil
}

// parseTarget reads the address of an application: scheme and host, nothing else.
func parseTarget(target string) (*url.URL, error) {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return nil, err
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("%q is not the address of an application: want one like http://127.0.0.1:3001", target)
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil || u.Fragment != "":
		return nil, fmt.Errorf("%q has more than scheme, host and port: requests keep their own path and query", target)
	}
	return u, nil
}

// Transport returns the transport of a proxy without [WithTransport].
func Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil // HTTP_PROXY is for the way out, not for the application next door
	// Otherwise it would ask for gzip in the client's name and unpack the answer, whose
	// Content-Length and ETag would be gone.
	t.DisableCompression = true
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 128
	// Sooner than the application gives up a connection, 20 seconds for Puma: a POST on one
	// that has just been closed could not be sent again.
	t.IdleConnTimeout = 15 * time.Second
	t.ResponseHeaderTimeout = defaultTimeout
	t.MaxResponseHeaderBytes = 1 << 20
	return t
}

// rewrite makes the request to the application. Host and cookies are those that the client
// sent.
func (p *proxy) rewrite(pr *httputil.ProxyRequest) {
	out := pr.Out.URL
	out.Scheme, out.Host = p.target.Scheme, p.target.Host
	// ReverseProxy has removed pairs that Go does not take, such as a;b.
	out.RawQuery = pr.In.URL.RawQuery
	// With characters that belong escaped, EscapedPath would unescape the others: /a%2Fb|c.
	// After // this is not possible, as an Opaque that begins with it is taken for a host.
	if raw := out.RawPath; raw != out.EscapedPath() && strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, "//") {
		out.Opaque = raw
	}
	p.forward(pr)
}
