package uri

import (
	"strings"
	"unicode/utf8"
)

// UnescapeText decodes the percent escapes of a captured part; `+` and what is no
// escape stay. ok is false when the result is no UTF-8. Rails:
// CGI.unescapeURIComponent, and the check of Request#path_parameters=.
func UnescapeText(s string) (_ string, ok bool) {
	if strings.IndexByte(s, '%') >= 0 {
		s = Unescape(s, false)
	}
	return s, ValidText(s)
}

// ValidText is utf8.ValidString, quick for the usual ASCII.
func ValidText(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return utf8.ValidString(s)
		}
	}
	return true
}

// WordByte reports whether a byte is one of Ruby's \w.
func WordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
