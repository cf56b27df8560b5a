package rack

import (
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/internal/uri"
)

// A location is the URI of a redirect, which Ruby's URI takes apart and puts together
// again.
type location struct {
	scheme, userinfo, host string
	port                   int // -1 without
	path, query, fragment  string
	hasQuery, hasFragment  bool
	hasHost, hasPath       bool // mailto:x has neither
	standard               int  // the class's port, -1 without
}

// parseLocation reads a URI or a relative reference. Rails: URI.parse in
// Redirect#build_response.
func parseLocation(s string) (*location, error) {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return nil, dsl.Raise("URI::InvalidURIError", "URI must be ascii only %q", s)
		}
	}
	bad := dsl.Raise("URI::InvalidURIError", "bad URI (is not URI?): %q", s)
	p, ok := uri.Split(s)
	if !ok {
		return nil, bad
	}
	text := func(part *string) string {
		if part == nil {
			return ""
		}
		return *part
	}
	l := &location{
		scheme: strings.ToLower(text(p.Scheme)), userinfo: text(p.UserInfo), host: text(p.Host), port: -1,
		path: text(p.Path) + text(p.Opaque), hasPath: p.Path != nil,
		hasQuery: p.Query != nil, fragment: text(p.Fragment), hasFragment: p.Fragment != nil,
	}
	l.standard = standardPort(l.scheme)
	l.hasHost = l.host != "" || p.UserInfo != nil || p.Host != nil && l.scheme == "file" // not of http:///x
	query, badEscape := uri.Query(text(p.Query))
	if badEscape != "" {
		return nil, bad
	}
	l.query = query
	if port := text(p.Port); port != "" {
		var err error
		if l.port, err = strconv.Atoi(port); err != nil {
			return nil, bad
		}
	}
	return l, nil
}

// standardPort is the port of Ruby's class for a scheme.
func standardPort(scheme string) int {
	switch scheme {
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	case "ftp":
		return 21
	case "ldap":
		return 389
	case "ldaps":
		return 636
	}
	return -1
}

// String puts the parts together. Ruby: URI::Generic#to_s.
func (l *location) String() string {
	var b strings.Builder
	if l.scheme != "" {
		b.WriteString(l.scheme + ":")
	}
	if l.hasHost || l.hasPath && (l.scheme == "file" || l.scheme == "postgres") {
		b.WriteString("//")
	}
	if l.userinfo != "" {
		b.WriteString(l.userinfo + "@")
	}
	b.WriteString(l.host)
	if l.port >= 0 && l.port != l.standard {
		b.WriteString(":" + strconv.Itoa(l.port))
	}
	b.WriteString(l.path)
	if l.hasQuery {
		b.WriteString("?" + l.query)
	}
	if l.hasFragment {
		b.WriteString("#" + l.fragment)
	}
	return b.String()
}

// ---- escaping

// escapePath is Journey::Router::Utils.escape_path: slashes stay.
func escapePath(s string) string { return uri.Escape(s, "-._~!$&'()*+,;=:@/") }

// escapeFragment is Journey::Router::Utils.escape_fragment.
func escapeFragment(s string) string { return uri.Escape(s, "-._~!$&'()*+,;=:@/?") }

// escapeForm is Rack::Utils.escape: a space is `+`.
func escapeForm(s string) string { return strings.ReplaceAll(uri.Escape(s, "*-._ "), " ", "+") }
