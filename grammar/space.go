package grammar

import "strings"

// lineStart skips =begin ... =end and stops at __END__.
func (l *lex) lineStart() bool {
	s := l.src
	for strings.HasPrefix(s[l.i:], "=begin") && (l.i+6 >= len(s) || isSpace(s[l.i+6])) {
		from := l.i
		e := strings.Index(s[l.i:], "\n=end")
		for e >= 0 && l.i+e+5 < len(s) && !isSpace(s[l.i+e+5]) {
			n := strings.Index(s[l.i+e+1:], "\n=end")
			if n < 0 {
				e = -1
				break
			}
			e += 1 + n
		}
		if e < 0 {
			l.fail(l.i, nil, "close it with a line `=end`", "the comment `=begin` has no `=end`")
			l.stop = true
			return false
		}
		l.i += e + 1
		if e = strings.IndexByte(s[l.i:], '\n'); e < 0 {
			l.i = len(s)
		} else {
			l.i += e + 1
		}
		l.comments = append(l.comments, Comment{l.pos(from), strings.TrimRight(s[from:l.i], "\r\n")})
	}
	if strings.HasPrefix(s[l.i:], "__END__") && (l.i+7 >= len(s) || s[l.i+7] == '\n' || s[l.i+7] == '\r' && l.at(l.i+8) == '\n') {
		l.src = s[:l.i]
		return false
	}
	return true
}

// space skips white space, comments and line ends; it reports whether there
// was any, and false as its second result at the end of the file.
func (l *lex) space() (seen, more bool) {
	for l.i < len(l.src) && !l.stop {
		switch c := l.src[l.i]; c {
		case ' ', '\t', '\r', '\f', '\v':
			l.i++
		case '\\':
			switch {
			case l.at(l.i+1) == '\n':
				l.i += 2
			case l.at(l.i+1) == '\r' && l.at(l.i+2) == '\n':
				l.i += 3
			default:
				return seen, true
			}
			l.skipHeredocs()
		case '#':
			j := strings.IndexByte(l.src[l.i:], '\n')
			if j < 0 {
				j = len(l.src) - l.i
			}
			l.comments = append(l.comments, Comment{l.pos(l.i), strings.TrimSuffix(l.src[l.i:l.i+j], "\r")})
			l.i += j
		case '\n':
			nl := l.i
			l.i++
			l.skipHeredocs()
			line := l.i
			if !l.lineStart() {
				return true, false
			}
			l.newline(nl, l.i > line)
		case 0x04, 0x1a: // as Ruby: the file ends here
			l.src = l.src[:l.i]
			return seen, false
		default:
			return seen, true
		}
		seen = true
	}
	return seen, false
}

func (l *lex) skipHeredocs() {
	if l.resume > 0 {
		l.i = l.resume
		l.resume = 0
	}
}

// newline decides whether a line's end ends the statement; skipped tells that a
// =begin comment follows it.
func (l *lex) newline(nl int, skipped bool) {
	if s := l.slipAt(nl); s != nil {
		if s.closes == nil {
			l.insert(s)
			return
		}
		l.closeMissing(nl)
	}
	if !l.endsStmt() || l.pendNL {
		return
	}
	switch l.st {
	case sBeg:
		f := l.top()
		if !f.parDone && !(f.kind == 'e' && (f.header && f.params || f.pattern) && (l.prev == tLabel || l.prev == tUnary || l.prev == tComma && f.pattern)) {
			return
		}
	case sDot, sClass:
		return
	}
	if skipped || !l.leadingDot() {
		l.endStmt(nl)
	}
}

// leadingDot tells whether the next line of code begins with .x or &.x.
func (l *lex) leadingDot() bool {
	for k := l.i; k < len(l.src); {
		switch c := l.src[k]; {
		case c == '\n':
			return false // an empty line
		case isSpace(c):
			k++
		case c == '#':
			j := strings.IndexByte(l.src[k:], '\n')
			if j < 0 {
				return false
			}
			k += j + 1
		case c == '.':
			return l.at(k+1) != '.'
		case c == '&':
			return l.at(k+1) == '.'
		default:
			return false
		}
	}
	return false
}
