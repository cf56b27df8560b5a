package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Inspect is Regexp#inspect: the pattern as a literal.
//
//	Regexp.new("a/b", Regexp::IGNORECASE).inspect  # => "/a\\/b/i"
func Inspect(source string, opts Options) string {
	return "/" + quote(source, true) + "/" + opts.String()
}

// ToS is Regexp#to_s: the pattern as a group with all its flags. A group of flags that encloses the whole pattern is folded in.
//
//	/ab/i.to_s        # => "(?i-mx:ab)"
//	/(?i:ab)/.to_s    # => "(?i-mx:ab)"
func ToS(source string, opts Options) string {
	body, o := unwrap(source, opts)
	var b strings.Builder
	b.WriteString("(?" + o.String())
	if off := (IgnoreCase | Extended | Multiline) &^ o; off != 0 {
		b.WriteString("-" + off.String())
	}
	b.WriteString(":" + quote(body, false) + ")")
	return b.String()
}

// unwrap takes `(?flags:` and `)` off, if what is between is a pattern by itself.
func unwrap(source string, opts Options) (string, Options) {
	s, o := source, opts
	for {
		if len(s) < 4 || !strings.HasPrefix(s, "(?") {
			return s, o
		}
		s = s[2:]
		on := len(s) - len(strings.TrimLeft(s, "mix"))
		for _, c := range []byte(s[:on]) {
			o = o.with(c, true)
		}
		s = s[on:]
		if len(s) > 1 && s[0] == '-' {
			s = s[1:]
			off := len(s) - len(strings.TrimLeft(s, "mix"))
			for _, c := range []byte(s[:off]) {
				o = o.with(c, false)
			}
			s = s[off:]
		}
		if strings.HasPrefix(s, ")") {
			s = s[1:]
			continue
		}
		if strings.HasPrefix(s, ":") && strings.HasSuffix(s, ")") && len(s) >= 2 {
			inner := s[1 : len(s)-1]
			if _, err := parse(inner, o); !isSyntaxError(err) {
				return inner, o
			}
		}
		return source, opts
	}
}

func isSyntaxError(err error) bool {
	_, ok := err.(*SyntaxError)
	return ok
}

// quote writes a pattern between slashes: they are escaped, and so is what cannot be printed. When anything is, Regexp#inspect (but not
// Regexp#to_s) escapes all that is not ASCII too.
//
//	[Regexp.new("é"), Regexp.new("é/")]  # => [/é/, /\u00E9\//]
func quote(s string, unicode bool) string {
	if printable(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\\' && i+n < len(s):
			_, m := utf8.DecodeRuneInString(s[i+n:])
			b.WriteString(s[i : i+n+m])
			n += m
		case r == '/':
			b.WriteString(`\/`)
		case r == utf8.RuneError && n == 1, r < utf8.RuneSelf && (r < ' ' && (r < '\t' || r > '\r') || r == 0x7F):
			fmt.Fprintf(&b, `\x%02X`, s[i])
		case unicode && r > 0xFFFF:
			fmt.Fprintf(&b, `\u{%X}`, r)
		case unicode && r >= utf8.RuneSelf:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// printable tells whether a pattern can be shown as it is: no slash, no control character.
func printable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '/' || s[i] < ' ' || s[i] == 0x7F {
			return false
		}
	}
	return utf8.ValidString(s)
}

// Escape is Regexp.escape.
//
//	Regexp.escape("a.b c")  # => "a\\.b\\ c"
func Escape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '[', ']', '{', '}', '(', ')', '|', '-', '*', '.', '\\', '?', '+', '^', '$', '#', ' ':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\t', '\n', '\v', '\f', '\r':
			b.WriteByte('\\')
			b.WriteByte("tnvfr"[c-'\t'])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
