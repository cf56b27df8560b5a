package grammar

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

var simpleEscapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'e': 27, 'f': '\f', 'v': '\v', 's': ' '}

// escapeLen is the length of the escape sequence that s begins with.
func escapeLen(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	n := 2
	digits := func(max int, ok func(byte) bool) int {
		for k := 0; k < max && n < len(s) && ok(s[n]); k++ {
			n++
		}
		return n
	}
	switch c := s[1]; {
	case c >= '0' && c <= '7':
		return digits(2, isOctal)
	case c == 'x':
		return digits(2, isHex)
	case c == 'u':
		if n < len(s) && s[n] == '{' {
			if e := strings.IndexByte(s, '}'); e > 0 {
				return e + 1
			}
			return len(s)
		}
		return digits(4, isHex)
	case c == 'c' && len(s) > 2:
		return 2 + charOrEscape(s[2:])
	case (c == 'C' || c == 'M') && len(s) > 3 && s[2] == '-':
		return 3 + charOrEscape(s[3:])
	default:
		_, w := utf8.DecodeRuneInString(s[1:])
		return 1 + w
	}
}

func charOrEscape(s string) int {
	if s[0] == '\\' {
		return escapeLen(s)
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }
func isHex(c byte) bool   { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// unescape resolves the escapes of a double-quoted literal that stands at off;
// bad tells that it reported an error.
func (l *lex) unescape(s string, off int) (v string, bad bool) {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '\r') < 0 {
		return s, false
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			i++
			continue
		}
		if c != '\\' || i+1 == len(s) {
			b.WriteByte(c)
			i++
			continue
		}
		n := escapeLen(s[i:])
		if !l.escape(&b, s[i:i+n]) {
			if strings.Contains(s[i:i+n], `\M`) {
				l.errs = append(l.errs, &UnsupportedError{Pos: l.pos(off + i), What: "the escape `" + s[i:i+n] + "`"})
			} else {
				l.fail(off+i, nil, "", "invalid escape sequence `%s`", s[i:i+n])
			}
			return "", true
		}
		i += n
		if s[i-1] == '\r' && i < len(s) && s[i] == '\n' {
			i++ // a continued line
		}
	}
	return b.String(), false
}

// escape writes what one escape sequence means.
func (l *lex) escape(b *strings.Builder, e string) bool {
	c := e[1]
	if v, ok := simpleEscapes[c]; ok {
		b.WriteByte(v)
		return true
	}
	switch {
	case c == '\n', c == '\r':
	case isOctal(c):
		n, _ := strconv.ParseUint(e[1:], 8, 16)
		b.WriteByte(byte(n))
	case c == 'x':
		n, err := strconv.ParseUint(e[2:], 16, 8)
		b.WriteByte(byte(n))
		return err == nil
	case c == 'u':
		return unicodeEscape(b, e[2:])
	case c == 'c' || c == 'C':
		return l.control(b, strings.TrimPrefix(e[2:], "-"))
	case c == 'M':
		return false
	default:
		b.WriteString(e[1:])
	}
	return true
}

func (l *lex) control(b *strings.Builder, s string) bool {
	if s == "" {
		return false
	}
	if s[0] == '\\' {
		var in strings.Builder
		if len(s) < 2 || !l.escape(&in, s) || in.Len() != 1 {
			return false
		}
		s = in.String()
	}
	if s[0] == '?' {
		b.WriteByte(0x7f)
	} else {
		b.WriteByte(s[0] & 0x9f)
	}
	return len(s) == 1
}

func unicodeEscape(b *strings.Builder, s string) bool {
	list := []string{s}
	if strings.HasPrefix(s, "{") {
		if !strings.HasSuffix(s, "}") {
			return false
		}
		list = strings.Fields(s[1 : len(s)-1])
	} else if len(s) != 4 {
		return false
	}
	for _, h := range list {
		n, err := strconv.ParseUint(h, 16, 32)
		if err != nil || n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
			return false
		}
		b.WriteRune(rune(n))
	}
	return true
}
