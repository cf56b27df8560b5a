package dispatch

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"signalbox/dispatch/internal/rack"
	"signalbox/internal/uri"
)

// An allowedHosts is what [Hosts] and its kin say.
type allowedHosts struct {
	rules   []func(host string) bool
	exempt  func(*http.Request) bool
	blocked http.Handler
}

// Hosts names the hosts that requests may be for; others are answered 403, before
// anything else is looked at. It is the counterpart of Rails' config.hosts: without
// it, whoever sends the request chooses where redirects to a path lead, by Host or
// X-Forwarded-Host.
//
//	dispatch.Hosts("example.com", ".example.org", netip.MustParsePrefix("10.0.0.0/8"), regexp.MustCompile(`pr-\d+\.example\.net`))
//
// A string is a host, with any port; with a dot in front, the host and its direct
// subdomains. A *regexp.Regexp matches the whole host, a netip.Addr or netip.Prefix
// a host that is an address, a func(host string) bool gets the host as it came, port
// included. Both Host and the last of X-Forwarded-Host must be allowed. Rails:
// HostAuthorization.
func Hosts(hosts ...any) Option {
	return func(c *config) {
		if len(hosts) == 0 {
			c.refuse("Hosts names no host")
		}
		a := c.hostRules()
		for _, h := range hosts {
			rule, err := hostRule(h)
			if err != nil {
				c.refuse("Hosts: " + err.Error())
				continue
			}
			a.rules = append(a.rules, rule)
		}
	}
}

// HostsExcept exempts requests from [Hosts], those of a health check mostly. Rails:
// config.host_authorization, exclude.
func HostsExcept(exempt func(*http.Request) bool) Option {
	return func(c *config) { c.hostRules().exempt = exempt }
}

// HostBlocked answers requests for hosts that [Hosts] does not name; without it they
// are logged and answered with an empty 403. Rails: config.host_authorization,
// response_app.
func HostBlocked(h http.Handler) Option {
	return func(c *config) { c.hostRules().blocked = h }
}

func (c *config) hostRules() *allowedHosts {
	if c.hosts == nil {
		c.hosts = &allowedHosts{}
	}
	return c.hosts
}

func hostRule(host any) (func(string) bool, error) {
	switch h := host.(type) {
	case string:
		name := strings.TrimPrefix(h, ".")
		if err := checkHost(h, name); err != nil {
			return nil, err
		}
		pattern := regexp.QuoteMeta(name)
		if strings.HasPrefix(h, ".") {
			pattern = `(?:[a-z0-9-]+\.)?` + pattern
		}
		return regexp.MustCompile(`\A(?i:` + pattern + `)(?::\d+)?\z`).MatchString, nil
	case *regexp.Regexp:
		if h != nil {
			whole, err := regexp.Compile(`\A(?:` + h.String() + `)(?::\d+)?\z`)
			return whole.MatchString, err
		}
	case netip.Addr:
		return hostRule(netip.PrefixFrom(h.WithZone(""), h.BitLen()))
	case netip.Prefix:
		return func(host string) bool {
			network, ok := hostAddress(host)
			return ok && rack.Contains(h, network)
		}, nil
	case func(string) bool:
		if h != nil {
			return h, nil
		}
	}
	return nil, fmt.Errorf("want a string, a *regexp.Regexp, a netip.Addr or netip.Prefix or a func(string) bool, not %T", host)
}

// checkHost refuses what is no host, and says how the one that is meant is written.
func checkHost(text, name string) error {
	if u, err := url.Parse(name); err == nil && u.Host != "" {
		return fmt.Errorf("%q is no host, %q is", text, u.Host)
	}
	if rest, ok := strings.CutPrefix(name, "*."); ok {
		return fmt.Errorf("%q is no host, %q names one and its subdomains", text, "."+rest)
	}
	if host := rack.NewAuthority(name).Host(); host == "" || strings.Contains(host, "*") || !uri.IsHost(host) {
		return fmt.Errorf("%q is no host", text)
	}
	return nil
}

// addressHosts are the hosts that are read as an address, without port and brackets.
// Rails: VALID_IP_HOSTNAME.
var addressHosts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\A(?:(\d+\.\d+\.\d+\.\d+)(?::\d+)?|([a-f0-9]*:[a-f0-9.:]+)|\[([a-f0-9]*:[a-f0-9.:]+)\]:\d+)\z`)
})

// hostAddress is the address that a host is, or the network; ok is false for names.
// Rails: Permissions#extract_hostname.
func hostAddress(host string) (netip.Prefix, bool) {
	if m := addressHosts().FindStringSubmatch(host); m != nil {
		host = m[1] + m[2] + m[3]
	}
	return rack.ParseNetwork(host)
}

// refused are the hosts of a request that it may not be for.
func (a *allowedHosts) refused(r *http.Request) (hosts []string) {
	all := []string{r.Host}
	forwarded := strings.Join(r.Header["X-Forwarded-Host"], ", ")
	if last := rack.LastField(forwarded); strings.TrimSpace(last) != "" || last == "" && forwarded != "" {
		all = append(all, last)
	}
	for _, host := range all {
		if !a.allows(host) {
			hosts = append(hosts, host)
		}
	}
	if hosts != nil && a.exempt != nil && a.exempt(r) {
		return nil
	}
	return hosts
}

func (a *allowedHosts) allows(host string) bool {
	for _, rule := range a.rules {
		if rule(host) {
			return true
		}
	}
	return false
}

// block answers a request for hosts that are not allowed; false if all of its are.
func (c *config) block(w http.ResponseWriter, r *http.Request) bool {
	hosts := c.hosts.refused(r)
	if hosts == nil {
		return false
	}
	if c.hosts.blocked != nil {
		c.hosts.blocked.ServeHTTP(w, r)
		return true
	}
	c.log().ErrorContext(r.Context(), "blocked hosts", "hosts", hosts)
	kind := "text/html"
	if strings.Contains(strings.ToLower(r.Header.Get("X-Requested-With")), "xmlhttprequest") {
		kind = "text/plain"
	}
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusForbidden)
	return true
}
