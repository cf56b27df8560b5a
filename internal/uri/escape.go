package uri

import "strings"

const upperHex = "0123456789ABCDEF"

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func appendEscaped(b []byte, c byte) []byte { return append(b, '%', upperHex[c>>4], upperHex[c&15]) }

// Escape returns s with each byte percent-encoded that is neither a letter, a digit nor
// in safe.
func Escape(s, safe string) string {
	b := make([]byte, 0, len(s)+len(s)/4)
	for i := range len(s) {
		if c := s[i]; isAlphanumeric(c) || strings.IndexByte(safe, c) >= 0 {
			b = append(b, c)
		} else {
			b = appendEscaped(b, c)
		}
	}
	return string(b)
}

// safe are the bytes that [EscapeUnsafe] leaves alone.
var safe = func() (t [256]bool) {
	for c := range 256 {
		t[c] = isAlphanumeric(byte(c)) || strings.IndexByte("-_.~!*'();/?:@&=+$,[]", byte(c)) >= 0
	}
	return t
}()

// IsSafe reports whether [EscapeUnsafe] leaves a byte alone.
func IsSafe(c byte) bool { return safe[c] }

// EscapeUnsafe returns s with each byte percent-encoded that no URI may have. Ruby:
// URI::RFC2396_PARSER.escape.
func EscapeUnsafe(s string) string {
	for i := range len(s) {
		if !safe[s[i]] {
			return escapeWith(s, IsSafe)
		}
	}
	return s
}

// SqueezeSlashes returns s with one slash for several in a row.
func SqueezeSlashes(s string) string {
	for strings.Contains(s, "//") {
		s = strings.ReplaceAll(s, "//", "/")
	}
	return s
}

// Unescape decodes the percent escapes of s and, with plus, each + to a space. A % that
// two hexadecimal digits don't follow stays.
func Unescape(s string, plus bool) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+' && plus:
			b = append(b, ' ')
		case c == '%' && IsEscape(s[i:]):
			b = append(b, byte(hexDigit(s[i+1])<<4|hexDigit(s[i+2])))
			i += 2
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// IsEscape reports whether s begins with a percent escape.
func IsEscape(s string) bool {
	return len(s) > 2 && s[0] == '%' && hexDigit(s[1]) >= 0 && hexDigit(s[2]) >= 0
}

// HasBadEscape reports whether s has a % that two hexadecimal digits don't follow.
func HasBadEscape(s string) bool {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return false
		}
		if !IsEscape(s[i:]) {
			return true
		}
		s = s[i+3:]
	}
}

// Query returns a query as URI::Generic#query= keeps it. bad is an escape in it whose two
// characters are no digits; then the query is refused.
func Query(s string) (query, bad string) {
	s = withoutBreaks(s)
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '%' && hexDigit(s[i+1]) < 0 && hexDigit(s[i+2]) < 0 {
			return "", s[i : i+3]
		}
	}
	return escapeWith(s, func(c byte) bool {
		return c > ' ' && c <= '~' && strings.IndexByte("\"#'<>`", c) < 0
	}), ""
}

// Fragment returns a fragment as URI::Generic#fragment= keeps it.
func Fragment(s string) string {
	return escapeWith(withoutBreaks(s), func(c byte) bool { return c > ' ' && c <= '~' })
}

func escapeWith(s string, safe func(byte) bool) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; safe(c) {
			b = append(b, c)
		} else {
			b = appendEscaped(b, c)
		}
	}
	return string(b)
}

// withoutBreaks is delete("\t\r\n").
func withoutBreaks(s string) string {
	if !strings.ContainsAny(s, "\t\r\n") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; c != '\t' && c != '\r' && c != '\n' {
			b = append(b, c)
		}
	}
	return string(b)
}
