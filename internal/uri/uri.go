// Package uri takes URIs apart as Ruby's URI::RFC3986_Parser does, and checks and escapes
// their components as URI::Generic does.
package uri

import "strings"

// Parts are the components of a URI or of a relative reference. A component that the text
// does not have is nil.
type Parts struct {
	Scheme, UserInfo, Host, Port, Path, Opaque, Query, Fragment *string
}

// Split returns the components of text; ok is false for what is not a URI.
func Split(text string) (_ *Parts, ok bool) {
	p := &Parts{}
	rest := text
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		fragment := rest[i+1:]
		if !consistsOf(fragment, ":@/?") {
			return nil, false
		}
		p.Fragment, rest = &fragment, rest[:i]
	}
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		query := rest[i+1:]
		p.Query, rest = &query, rest[:i]
	}
	if scheme, hier, found := strings.Cut(rest, ":"); found && IsScheme(scheme) {
		if p.splitAbsolute(hier) {
			p.Scheme = &scheme
			return p, true
		}
	}
	return p, p.splitRelative(rest)
}

// splitAbsolute reads what follows a scheme.
func (p *Parts) splitAbsolute(hier string) bool {
	if authority, ok := strings.CutPrefix(hier, "//"); ok {
		return p.splitAuthority(authority, true)
	}
	if !consistsOf(hier, ":@/") {
		return false
	}
	if hier == "" || hier[0] == '/' {
		p.Path = &hier
		return true
	}
	if p.Query != nil {
		hier += "?" + *p.Query
		p.Query = nil
	}
	p.Opaque = &hier
	return true
}

// splitRelative reads a reference without a scheme.
func (p *Parts) splitRelative(rest string) bool {
	if authority, ok := strings.CutPrefix(rest, "//"); ok && p.splitAuthority(authority, false) {
		return true
	}
	first, _, _ := strings.Cut(rest, "/")
	if !consistsOf(rest, ":@/") || strings.IndexByte(first, ':') >= 0 {
		return false
	}
	p.Path = &rest
	return true
}

// splitAuthority reads [userinfo@]host[:port][/path]. A reference without a scheme may
// lack the host.
func (p *Parts) splitAuthority(s string, absolute bool) bool {
	end := strings.IndexByte(s, '/')
	if end < 0 {
		end = len(s)
	}
	host, path := s[:end], s[end:]
	if !consistsOf(path, ":@/") {
		return false
	}
	var user, port *string
	if i := strings.IndexByte(host, '@'); i >= 0 {
		name := host[:i]
		user, host = &name, host[i+1:]
		if !IsUserInfo(name) {
			return false
		}
	}
	if i := strings.LastIndexByte(host, ':'); i >= 0 && strings.Trim(host[i+1:], digits) == "" {
		number := host[i+1:]
		port, host = &number, host[:i]
	}
	if !IsHost(host) {
		return false
	}
	p.UserInfo, p.Port, p.Path = user, port, &path
	if absolute || host != "" || user != nil {
		p.Host = &host
	}
	return true
}

const digits = "0123456789"

// IsScheme reports whether s is a scheme, such as https.
func IsScheme(s string) bool {
	for i := range len(s) {
		letter := s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z'
		if !letter && (i == 0 || strings.IndexByte("+-."+digits, s[i]) < 0) {
			return false
		}
	}
	return s != ""
}

// IsUserInfo reports whether s is a user with or without a password.
func IsUserInfo(s string) bool { return consistsOf(s, ":") }

// IsHost reports whether s is a name, possibly empty, or an address, in brackets if it is
// one of IPv6.
func IsHost(s string) bool {
	inner, ok := strings.CutPrefix(s, "[")
	if !ok {
		return consistsOf(s, "")
	}
	inner, ok = strings.CutSuffix(inner, "]")
	return ok && (isIPv6(inner) || isFutureIP(inner))
}

// IsAbsolutePath reports whether s is a path that begins with a slash.
func IsAbsolutePath(s string) bool {
	return strings.HasPrefix(s, "/") && consistsOf(s, ":@/")
}

// IsRelativePath reports whether s is a path that begins without a slash.
func IsRelativePath(s string) bool {
	return s != "" && s[0] != '/' && consistsOf(s, ":@/")
}

// IsOpaque reports whether s may follow a scheme that has no path.
func IsOpaque(s string) bool {
	return s == "" || s[0] != '/' && strings.IndexByte(s[1:], '\n') < 0
}

// IsPort reports whether s is the number of a port, with space around it.
func IsPort(s string) bool {
	const space = "\t\n\f\r "
	s = strings.TrimLeft(s, space)
	return strings.Trim(strings.TrimRight(s, space), digits) == ""
}

// isIPv6 is RFC3986_Parser::HOST's IPv6address.
func isIPv6(s string) bool {
	left, right, gap := strings.Cut(s, "::")
	if !gap {
		n, ok := groups(s, true)
		return ok && n == 8
	}
	l, okLeft := groups(left, false)
	r, okRight := groups(right, true)
	return okLeft && okRight && (l+r <= 7) && (r != 6 || l == 1)
}

// groups counts the groups of 16 bits in a:b:c; an IPv4 address may be the last two.
func groups(s string, address bool) (n int, ok bool) {
	if s == "" {
		return 0, true
	}
	for part, rest, more := "", s, true; more; n++ {
		part, rest, more = strings.Cut(rest, ":")
		if address && !more && isIPv4(part) {
			return n + 2, true
		}
		if len(part) < 1 || len(part) > 4 || n > 8 {
			return 0, false
		}
		for i := range len(part) {
			if hexDigit(part[i]) < 0 {
				return 0, false
			}
		}
	}
	return n, true
}

func isIPv4(s string) bool {
	n := 0
	for part := range strings.SplitSeq(s, ".") {
		if n++; len(part) < 1 || len(part) > 3 || len(part) > 1 && part[0] == '0' || strings.Trim(part, digits) != "" {
			return false
		}
		if len(part) == 3 && part > "255" {
			return false
		}
	}
	return n == 4
}

func isFutureIP(s string) bool {
	version, rest, ok := strings.Cut(s, ".")
	if !ok || len(version) < 2 || version[0] != 'v' || rest == "" {
		return false
	}
	for i := 1; i < len(version); i++ {
		if hexDigit(version[i]) < 0 {
			return false
		}
	}
	return strings.IndexByte(rest, '%') < 0 && consistsOf(rest, ":")
}

// consistsOf reports whether s has only unreserved bytes, sub-delimiters, percent
// escapes and the bytes of more.
func consistsOf(s, more string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isAlphanumeric(c), strings.IndexByte("-._~!$&'()*+,;=", c) >= 0, strings.IndexByte(more, c) >= 0:
		case c == '%' && i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0:
			i += 2
		default:
			return false
		}
	}
	return true
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
