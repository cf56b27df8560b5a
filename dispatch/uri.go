package dispatch

import (
	"net/netip"
	"strconv"
	"strings"

	"signalbox/dsl"
)

// A uri is a URI as Ruby's URI takes it apart and puts it together again: a
// redirect's location goes through it.
type uri struct {
	scheme, userinfo, host string
	port                   int // -1 without
	path, query, fragment  string
	opaque                 bool // mailto:x: neither host nor path
	hasQuery, hasFragment  bool
	hasHost, hasPath       bool
	standard               int // the class's port, -1 without
}

// parseURI reads a URI or a relative reference. Rails: URI.parse in
// Redirect#build_response. Ruby: URI::RFC3986_Parser.
func parseURI(text string) (*uri, error) {
	bad := dsl.Raise("URI::InvalidURIError", "bad URI (is not URI?): %q", text)
	for i := range len(text) {
		if text[i] >= 0x80 {
			return nil, dsl.Raise("URI::InvalidURIError", "URI must be ascii only %q", text)
		}
	}
	u := &uri{port: -1, standard: -1}
	rest := text
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		u.fragment, u.hasFragment, rest = rest[i+1:], true, rest[:i]
	}
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		u.query, u.hasQuery, rest = rest[i+1:], true, rest[:i]
	}
	if !uriText(u.fragment, ":@/?") || badQuery(u.query) {
		return nil, bad
	}
	if scheme, after, ok := strings.Cut(rest, ":"); ok && validScheme(scheme) {
		u.scheme, rest = strings.ToLower(scheme), after
		u.standard = standardPort(u.scheme)
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		end := strings.IndexByte(after, '/')
		if end < 0 {
			end = len(after)
		}
		if !u.authority(after[:end]) {
			return nil, bad
		}
		rest = after[end:]
	}
	return u, u.setPath(rest, bad)
}

// setPath reads what is left of a URI.
func (u *uri) setPath(rest string, bad error) error {
	if !uriText(rest, ":@/") {
		return bad
	}
	if u.scheme != "" && !u.hasHost && rest != "" && rest[0] != '/' {
		u.opaque, u.path = true, rest
		return nil
	}
	if u.scheme == "" && !u.hasHost {
		first, _, _ := strings.Cut(rest, "/")
		if strings.IndexByte(first, ':') >= 0 {
			return bad
		}
	}
	u.path, u.hasPath = rest, true
	return nil
}

func (u *uri) authority(s string) bool {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		u.userinfo, s = s[:i], s[i+1:]
		if !uriText(u.userinfo, ":") {
			return false
		}
	}
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i >= 0 && strings.Trim(s[i+1:], "0123456789") == "" {
		host, port = s[:i], s[i+1:]
	}
	if port != "" {
		n, err := strconv.Atoi(port)
		if err != nil {
			return false
		}
		u.port = n
	}
	u.host, u.hasHost = host, host != "" || u.scheme == "file"
	return validHost(host)
}

// validHost tells names and addresses, those of IPv6 in brackets.
func validHost(host string) bool {
	inner, ok := strings.CutPrefix(host, "[")
	if !ok {
		return uriText(host, "")
	}
	inner, ok = strings.CutSuffix(inner, "]")
	addr, err := netip.ParseAddr(inner)
	return ok && err == nil && addr.Is6()
}

// badQuery is /%\H\H/.
func badQuery(s string) bool {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '%' && hexDigit(s[i+1]) < 0 && hexDigit(s[i+2]) < 0 {
			return true
		}
	}
	return false
}

func validScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || s[i] != '+' && s[i] != '-' && s[i] != '.' && (s[i] < '0' || s[i] > '9')) {
			return false
		}
	}
	return s != ""
}

// uriText tells texts of unreserved bytes, sub-delimiters, escapes and more.
func uriText(s, more string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case wordByte(c), strings.IndexByte("-.~!$&'()*+,;=", c) >= 0, strings.IndexByte(more, c) >= 0:
		case c == '%' && i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0:
			i += 2
		default:
			return false
		}
	}
	return true
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
func (u *uri) String() string {
	var b strings.Builder
	if u.scheme != "" {
		b.WriteString(u.scheme + ":")
	}
	if u.hasHost || u.scheme == "file" || u.scheme == "postgres" {
		b.WriteString("//")
	}
	if u.userinfo != "" {
		b.WriteString(u.userinfo + "@")
	}
	b.WriteString(u.host)
	if u.port >= 0 && u.port != u.standard {
		b.WriteString(":" + strconv.Itoa(u.port))
	}
	b.WriteString(u.path)
	if u.hasQuery {
		b.WriteString("?" + escapeQuery(u.query))
	}
	if u.hasFragment {
		b.WriteString("#" + u.fragment)
	}
	return b.String()
}

// escapeQuery is what URI::Generic#query= does to a query.
func escapeQuery(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\t' || c == '\r' || c == '\n':
		case c == '!', c >= '$' && c <= '&', c >= '(' && c <= ';', c == '=', c >= '?' && c <= '_', c >= 'a' && c <= '~':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
	}
	return b.String()
}

// ---- escaping

// escapePath is Journey::Router::Utils.escape_path: slashes stay.
func escapePath(s string) string { return escapeBut(s, "-._~!$&'()*+,;=:@/") }

// escapeFragment is Journey::Router::Utils.escape_fragment.
func escapeFragment(s string) string { return escapeBut(s, "-._~!$&'()*+,;=:@/?") }

// escapeForm is Rack::Utils.escape: a space is `+`.
func escapeForm(s string) string { return strings.ReplaceAll(escapeBut(s, "*-._ "), " ", "+") }

func escapeBut(s, safe string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; wordByte(c) && c != '_' || strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
	}
	return b.String()
}
