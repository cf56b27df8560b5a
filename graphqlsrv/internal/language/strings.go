package language

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted reads a string in single quotes of its kind: "text".
func (l *lexer) quoted() string {
	var b strings.Builder
	l.at++
	chunk := l.at
	for l.at < len(l.text) {
		switch l.text[l.at] {
		case '"':
			b.WriteString(l.text[chunk:l.at])
			l.at++
			return b.String()
		case '\\':
			b.WriteString(l.text[chunk:l.at])
			b.WriteString(l.escape())
			chunk = l.at
		case '\n', '\r':
			l.fail(l.at, "Unterminated string.")
		default:
			l.at++
		}
	}
	l.fail(l.at, "Unterminated string.")
	return ""
}

var escapes = map[byte]string{'"': `"`, '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"}

// escape reads what begins with a backslash.
func (l *lexer) escape() string {
	c := l.byteAt(l.at + 1)
	if c != 'u' {
		s, ok := escapes[c]
		if !ok {
			l.fail(l.at, `Invalid character escape sequence: "%s".`, l.units(l.at, 2))
		}
		l.at += 2
		return s
	}
	if l.byteAt(l.at+2) == '{' {
		return l.wideEscape()
	}
	first, ok := l.hex4(l.at + 2)
	if ok && !utf16.IsSurrogate(first) {
		l.at += 6
		return string(first)
	}
	if ok && l.byteAt(l.at+6) == '\\' && l.byteAt(l.at+7) == 'u' {
		second, ok := l.hex4(l.at + 8)
		if r := utf16.DecodeRune(first, second); ok && r != utf8.RuneError {
			l.at += 12
			return string(r)
		}
	}
	l.fail(l.at, `Invalid Unicode escape sequence: "%s".`, l.units(l.at, 6))
	return ""
}

// wideEscape reads \u{1F600}.
func (l *lexer) wideEscape() string {
	const longest = 12 // \u{00000000}
	size, point := 3, rune(0)
	for size < longest {
		c := l.byteAt(l.at + size)
		size++
		if c == '}' {
			if size < 5 || !utf8.ValidRune(point) {
				break
			}
			l.at += size
			return string(point)
		}
		d, ok := hexDigit(c)
		if point = point<<4 | d; !ok || point < 0 {
			break
		}
	}
	l.fail(l.at, `Invalid Unicode escape sequence: "%s".`, l.units(l.at, size))
	return ""
}

func (l *lexer) hex4(at int) (r rune, ok bool) {
	for i := range 4 {
		d, ok := hexDigit(l.byteAt(at + i))
		if !ok {
			return 0, false
		}
		r = r<<4 | d
	}
	return r, true
}

func hexDigit(c byte) (rune, bool) {
	n, err := strconv.ParseUint(string(c), 16, 8)
	return rune(n), err == nil
}

// units is the text from a byte on, as many units of UTF-16 long as asked for.
func (l *lexer) units(at, n int) string {
	for i, r := range l.text[at:] {
		if n -= utf16.RuneLen(r); n < 0 {
			return l.text[at : at+i]
		}
	}
	return l.text[at:]
}

// blockString reads """text""", with the indentation all its lines have taken
// away. GraphQL specification, BlockStringValue.
func (l *lexer) blockString() string {
	l.at += 3
	var lines []string
	var line strings.Builder
	chunk := l.at
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case strings.HasPrefix(rest, `"""`):
			line.WriteString(l.text[chunk:l.at])
			l.at += 3
			return strings.Join(dedent(append(lines, line.String())), "\n")
		case strings.HasPrefix(rest, `\"""`):
			line.WriteString(l.text[chunk:l.at])
			chunk = l.at + 1
			l.at += 4
		case lineEnd(rest) > 0:
			line.WriteString(l.text[chunk:l.at])
			lines = append(lines, line.String())
			line.Reset()
			l.at += lineEnd(rest)
			chunk = l.at
			l.newline(l.at)
		default:
			l.at++
		}
	}
	l.fail(l.at, "Unterminated string.")
	return ""
}

// dedent takes the common indentation of all lines but the first, and blank
// lines at both ends.
func dedent(lines []string) []string {
	common, first, last := -1, -1, -1
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if indent == len(line) {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		if i > 0 && (common < 0 || indent < common) {
			common = indent
		}
	}
	if first < 0 {
		return nil
	}
	for i := range lines {
		if i > 0 && common > 0 {
			lines[i] = lines[i][min(common, len(lines[i])):]
		}
	}
	return lines[first : last+1]
}
