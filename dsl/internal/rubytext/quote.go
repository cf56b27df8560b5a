package rubytext

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote returns s as String#inspect does:
//
//	Quote("a\n#{é}\xff") // `"a\n\#{é}\xFF"`
func Quote(s string) string { return quote(s, false) }

// QuoteASCII returns s as String#dump does, in ASCII alone.
func QuoteASCII(s string) string { return quote(s, true) }

func quote(s string, ascii bool) string {
	b := append(make([]byte, 0, len(s)+len(s)/8+2), '"')
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '#' {
			b = append(b, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		letter := escapeLetter(r)
		switch {
		case r == utf8.RuneError && n == 1, ascii && r < utf8.RuneSelf && letter == 0 && r != '#' && !isPrintable(r):
			b = appendHex(append(b, `\x`...), rune(s[i]), 2)
		case letter != 0:
			b = append(b, '\\', letter)
		case r == '#' && i+1 < len(s) && strings.IndexByte("{$@", s[i+1]) >= 0:
			b = append(b, `\#`...)
		case isPrintable(r) && (!ascii || r < utf8.RuneSelf):
			b = append(b, s[i:i+n]...)
		case r > 0xffff:
			b = append(appendHex(append(b, `\u{`...), r, 5), '}')
		default:
			b = appendHex(append(b, `\u`...), r, 4)
		}
		i += n
	}
	return string(append(b, '"'))
}

// escapeLetter is the letter that inspect writes a character with, 0 for none.
func escapeLetter(r rune) byte {
	switch r {
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	case '\f':
		return 'f'
	case '\v':
		return 'v'
	case '\b':
		return 'b'
	case '\a':
		return 'a'
	case 0x1b:
		return 'e'
	case '"', '\\':
		return byte(r)
	}
	return 0
}

// appendHex appends at least so many hexadecimal digits.
func appendHex(b []byte, r rune, digits int) []byte {
	for shift := 20; shift >= 0; shift -= 4 {
		if d := r >> shift; d != 0 || shift < 4*digits {
			b = append(b, "0123456789ABCDEF"[d&15])
		}
	}
	return b
}

// isPrintable follows Onigmo, which counts format and private-use characters
// among the printable ones.
func isPrintable(r rune) bool {
	if r < 0x7f {
		return r >= 0x20
	}
	return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
}

// QuoteSymbol returns the symbol of a name as Symbol#inspect does: quoted unless a
// literal without quotes would be the same symbol.
//
//	QuoteSymbol("a=")  // ":a="
//	QuoteSymbol("a b") // `:"a b"`
func QuoteSymbol(name string) string {
	if isPlainSymbol(name) {
		return ":" + name
	}
	return ":" + Quote(name)
}

// QuoteKey returns the symbol of a name and the colon of a hash's key, as
// Hash#inspect does (symbol_key_needs_quote in Ruby's hash.c):
//
//	QuoteKey("a")  // "a:"
//	QuoteKey("a=") // `"a=":`
func QuoteKey(name string) string {
	s := QuoteSymbol(name)
	if strings.HasPrefix(s, `:"`) {
		return s[1:] + ":"
	}
	if strings.ContainsRune("@$!", rune(name[0])) || strings.ContainsRune("+-*/`%^&|]<=>~@", rune(name[len(name)-1])) {
		return Quote(name) + ":"
	}
	return name + ":"
}

// isLabel reports whether a name can stand before a colon: `a`, `A?`, `é!`.
func isLabel(name string) bool {
	if n := len(name); n > 0 && (name[n-1] == '?' || name[n-1] == '!') {
		name = name[:n-1]
	}
	return isIdentifier(name)
}

func isIdentifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= utf8.RuneSelf
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && utf8.ValidString(name)
}

// operatorSymbols are the operators a method can be named after.
var operatorSymbols = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "**": true, "==": true, "!=": true,
	"===": true, "=~": true, "!~": true, "!": true, "<": true, "<=": true, "<=>": true, ">": true,
	">=": true, "<<": true, ">>": true, "&": true, "|": true, "^": true, "~": true, "+@": true,
	"-@": true, "[]": true, "[]=": true, "`": true,
}

func isPlainSymbol(name string) bool {
	if name == "" || operatorSymbols[name] {
		return name != ""
	}
	switch name[0] {
	case '@':
		return isIdentifier(strings.TrimPrefix(name[1:], "@"))
	case '$':
		return isGlobalName(name[1:])
	}
	return printableName(name) && (isLabel(name) || isIdentifier(strings.TrimSuffix(name, "=")))
}

// printableName reports whether inspect writes a name as it is.
func printableName(name string) bool {
	for _, r := range name {
		if !isPrintable(r) {
			return false
		}
	}
	return true
}

func isGlobalName(name string) bool {
	if len(name) == 1 && strings.Contains("~*$?!@/\\;,.=:<>\"&`'+0_", name) {
		return true
	}
	if rest, ok := strings.CutPrefix(name, "-"); ok {
		return utf8.RuneCountInString(rest) == 1 && (isIdentifier(rest) || rest[0] >= '0' && rest[0] <= '9')
	}
	if name != "" && name[0] >= '1' && name[0] <= '9' {
		return strings.Trim(name, "0123456789") == ""
	}
	return isIdentifier(name)
}

// QuoteJSON returns s, which is UTF-8, as JSON.generate does: only quotes, backslashes
// and control characters are escaped.
func QuoteJSON(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= ' ':
			b.WriteByte(c)
		default:
			text, _ := json.Marshal(string(rune(c)))
			b.Write(text[1 : len(text)-1])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// IsOperator reports whether a method is called as `a + b` is.
func IsOperator(name string) bool {
	return name != "" && strings.Contains("+-*/%<>=!&|^~", name[:1]) && name != "!" && name != "+@" && name != "-@" && name != "~"
}
