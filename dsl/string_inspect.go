package dsl

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stringEscapes are the characters that inspect writes with a letter.
var stringEscapes = map[rune]byte{
	'\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\v': 'v', '\b': 'b', '\a': 'a', 0x1b: 'e',
	'"': '"', '\\': '\\',
}

// inspectString is Ruby's String#inspect.
func inspectString(s string) string { return quoteString(s, isPrintable) }

// dumpString is String#dump: nothing but ASCII.
func dumpString(s string) string {
	return quoteString(s, func(r rune) bool { return r >= 0x20 && r < 0x7f })
}

func quoteString(s string, printable func(rune) bool) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch letter, escaped := stringEscapes[r]; {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02X`, s[i])
		case escaped:
			b.WriteByte('\\')
			b.WriteByte(letter)
		case r == '#' && i+1 < len(s) && strings.IndexByte("{$@", s[i+1]) >= 0:
			b.WriteString(`\#`)
		case printable(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u{%X}`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

// isPrintable follows Onigmo, which counts format and private-use characters
// among the printable ones.
func isPrintable(r rune) bool {
	if r < 0x7f {
		return r >= 0x20
	}
	return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
}

// inspectSymbol is Ruby's Symbol#inspect: quoted unless a literal without
// quotes would be the same symbol.
func inspectSymbol(name string) string {
	if isPlainSymbol(name) {
		return ":" + name
	}
	return ":" + inspectString(name)
}

// isLabel tells a name that can stand before a colon: `a`, `A?`, `é!`.
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

// printableName is false for names that inspect could not write as they are.
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
		return charCount(rest) == 1 && (isIdentifier(rest) || rest[0] >= '0' && rest[0] <= '9')
	}
	if name != "" && name[0] >= '1' && name[0] <= '9' {
		return strings.Trim(name, "0123456789") == ""
	}
	return isIdentifier(name)
}
