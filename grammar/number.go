package grammar

import (
	"strings"
)

// number lexes an integer, a float, or a rational or imaginary one.
func (l *lex) number() {
	from := l.i
	if c := l.src[l.i]; c == '-' || c == '+' {
		l.i++
	}
	k := tInt
	if b := l.at(l.i+1) | 0x20; l.at(l.i) == '0' && (b == 'x' || b == 'b' || b == 'o' || b == 'd') {
		l.i += 2
		l.digits(from, func(c byte) bool {
			switch b {
			case 'x':
				return isHex(c)
			case 'b':
				return c == '0' || c == '1'
			case 'o':
				return isOctal(c)
			}
			return isDigit(c)
		})
		if b == 'o' && isDigit(l.at(l.i)) {
			l.fail(l.i, nil, "", "invalid octal digit `%c`", l.at(l.i))
			l.skipIdent()
		}
	} else {
		k = l.decimal()
	}
	text := strings.TrimPrefix(strings.ReplaceAll(l.src[from:l.i], "_", ""), "+")
	if l.at(l.i) == 'r' && !isIdent(l.at(l.i+1)) || l.at(l.i) == 'i' && !isIdent(l.at(l.i+1)) {
		k = tRational
		l.i++
	} else if l.at(l.i) == 'r' && l.at(l.i+1) == 'i' && !isIdent(l.at(l.i+2)) {
		k = tRational
		l.i += 2
	}
	if text[0] == '-' && strings.HasPrefix(l.src[l.blanks(l.i):], "**") { // -2 ** 2 is -(2 ** 2)
		end := l.i
		l.i = from + 1
		l.emitV(tUnary, from, "-num", sBeg)
		l.i, text, from = end, text[1:], from+1
	}
	l.emitV(k, from, text, sEnd)
}

// digits skips digits and the underscores between them.
func (l *lex) digits(from int, ok func(byte) bool) {
	a := l.i
	for ok(l.at(l.i)) || l.at(l.i) == '_' && l.i > a {
		l.i++
	}
	switch s := l.src[a:l.i]; {
	case s == "":
		l.fail(from, nil, "", "a number without digits")
	case s[len(s)-1] == '_' || strings.Contains(s, "__"):
		l.fail(from, nil, "", "misplaced `_` in a number")
	}
}

func (l *lex) decimal() kind {
	k := tInt
	from := l.i
	digits := func() { l.digits(from, isDigit) }
	digits()
	if s := l.src[from:l.i]; len(s) > 1 && s[0] == '0' && l.at(l.i) != '.' {
		if i := strings.IndexAny(s, "89"); i >= 0 {
			l.fail(from+i, nil, "", "invalid octal digit `%c`", s[i])
		}
	}
	if l.at(l.i) == '.' && isDigit(l.at(l.i+1)) {
		k = tFloat
		l.i++
		digits()
	}
	n := l.at(l.i + 1)
	if l.at(l.i)|0x20 == 'e' && (isDigit(n) || (n == '-' || n == '+') && isDigit(l.at(l.i+2))) {
		k = tFloat
		if l.i++; !isDigit(n) {
			l.i++
		}
		digits()
	}
	return k
}
