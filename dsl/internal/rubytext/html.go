package rubytext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

var escapeHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// EscapeHTML returns s as CGI.escapeHTML does.
func EscapeHTML(s string) string { return escapeHTML.Replace(s) }

var htmlEntities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// UnescapeHTML returns s as CGI.unescapeHTML does, which knows five names, and numbers:
//
//	UnescapeHTML("a &lt; &#98; &copy;") // "a < b &copy;"
func UnescapeHTML(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		name := s[1:]
		for n := range len(name) {
			if c := name[n]; c != '#' && digitValue(c) >= 36 {
				name = name[:n]
				break
			}
		}
		text, ok := htmlEntities[name]
		if !ok && name != "" && name[0] == '#' {
			text, ok = htmlNumber(name[1:])
		}
		if ok && strings.HasPrefix(s[1+len(name):], ";") {
			b.WriteString(text)
			s = s[len(name)+2:]
			continue
		}
		b.WriteByte('&')
		s = s[1:]
	}
}

// htmlNumber returns the character that 65 or x41 stands for.
func htmlNumber(digits string) (string, bool) {
	base := 10
	if digits != "" && digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	if err != nil || n >= utf8.MaxRune {
		return "", false
	}
	return string(rune(n)), true
}
