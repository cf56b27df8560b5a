package mapper

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/internal/uri"
)

// Texts on their way to a path: escaping, joining, normalizing.

// validText refuses bytes that are no text, as the regexps do that Rails looks at paths
// with. In a file that names an encoding of one byte, all bytes are.
func (m *Mapper) validText(text string) {
	if utf8.ValidString(text) {
		return
	}
	if f := m.drawing.Files[m.pos.Filename]; f != nil && f.OneByte() {
		return
	}
	panic(dsl.Fail(dsl.Raise("ArgumentError", "invalid byte sequence in UTF-8")))
}

// mapperPath is Rails' Mapper.normalize_path: one slash in front, none behind,
// none doubled, percent escapes in upper case, and slashes moved into groups
// (`/(:locale)/about` becomes `(/:locale)/about`).
func mapperPath(path string) string {
	path = normalizePath(path)
	if strings.IndexByte(path, '(') < 0 {
		return path
	}
	path = slashesIntoGroups(path)
	if i := leadingGroups(path); i > 0 && onlyGroups(path[i:]) {
		path = "/" + path[:i] + path[i+1:]
	}
	return path
}

// normalizePath is Journey::Router::Utils.normalize_path.
func normalizePath(path string) string {
	if path == "/" || path == "" {
		return "/"
	}
	if path[0] == '/' && path[len(path)-1] != '/' && strings.IndexByte(path, '%') < 0 && !strings.Contains(path, "//") {
		return path
	}
	var b strings.Builder
	b.Grow(len(path) + 1)
	b.WriteByte('/')
	slash := true
	for i := 0; i < len(path); i++ {
		if c := path[i]; c != '/' || !slash {
			b.WriteByte(c)
			slash = c == '/'
		}
	}
	s := b.String()
	if s == "/" {
		return s
	}
	return upperEscapes(strings.TrimSuffix(s, "/"))
}

// upperEscapes turns %c3 into %C3; as in Rails, an escape that already holds a
// capital letter (%cF) stays.
func upperEscapes(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' && lowerHex(b[i+1]) && lowerHex(b[i+2]) {
			copy(b[i+1:i+3], bytes.ToUpper(b[i+1:i+3]))
			i += 2
		}
	}
	return string(b)
}

func lowerHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// slashesIntoGroups is gsub(%r{/(\(+)/?}, '\1/').
func slashesIntoGroups(s string) string {
	if !strings.Contains(s, "/(") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] != '/' || i+1 == len(s) || s[i+1] != '(' {
			b.WriteByte(s[i])
			i++
			continue
		}
		for i++; i < len(s) && s[i] == '('; i++ {
			b.WriteByte('(')
		}
		b.WriteByte('/')
		if i < len(s) && s[i] == '/' {
			i++
		}
	}
	return b.String()
}

// leadingGroups returns the number of `(` that `/` follows at the start of s.
func leadingGroups(s string) int {
	i := 0
	for i < len(s) && s[i] == '(' {
		i++
	}
	if i == len(s) || s[i] != '/' {
		return 0
	}
	return i
}

// onlyGroups reports whether a path that began with `(`s is nothing but optional
// groups: %r{^(\(+[^)]+\))(\(+/:[^)]+\))*$}, the `(`s already gone.
func onlyGroups(s string) bool {
	closing := strings.IndexByte(s, ')')
	if closing <= 0 {
		return false
	}
	for s = s[closing+1:]; s != ""; s = s[closing+1:] {
		i := leadingGroups(s)
		if i == 0 || i+1 >= len(s) || s[i+1] != ':' {
			return false
		}
		if closing = strings.IndexByte(s, ')'); closing < i+3 {
			return false
		}
	}
	return true
}

// normalName is Rails' Mapper.normalize_name: the path of a route as a part of
// its name.
func normalName(s string) string {
	if ruby.IsWord(s) {
		return s
	}
	return strings.ReplaceAll(mapperPath(s)[1:], "/", "_")
}

// plainPath reports whether a path needs no escaping and no normalizing; nearly
// all do not.
func plainPath(s []byte) bool {
	if len(s) < 2 || s[0] != '/' || s[len(s)-1] == '/' {
		return false
	}
	slash := false
	for _, c := range s {
		if !uri.IsSafe(c) || c == '(' || c == '/' && slash {
			return false
		}
		slash = c == '/'
	}
	return true
}

// hasFormat is Rails' OPTIONAL_FORMAT_REGEX: the path already ends in a format,
// or is a bare slash.
func hasFormat(path string) bool {
	if strings.HasSuffix(path, "/") || strings.HasSuffix(path, ".:format") {
		return true
	}
	trimmed := strings.TrimRight(path, ")")
	return len(trimmed) < len(path) && strings.HasSuffix(trimmed, "(.:format")
}
