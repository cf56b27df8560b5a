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
		l.skipIdent()
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

func (l *lex) decimal() kind {
	k := tInt
	digits := func() {
		for isDigit(l.at(l.i)) || l.at(l.i) == '_' {
			l.i++
		}
	}
	digits()
	if l.at(l.i) == '.' && isDigit(l.at(l.i+1)) {
		k = tFloat
		l.i++
		digits()
	}
	n := l.at(l.i + 1)
	if l.at(l.i)|0x20 == 'e' && (isDigit(n) || (n == '-' || n == '+') && isDigit(l.at(l.i+2))) {
		k = tFloat
		l.i += 2
		digits()
	}
	return k
}
