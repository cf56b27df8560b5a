package grammar

import "strings"

// checkRegexp finds what is wrong with the shape of a regular expression:
// brackets that do not fit and a repetition of nothing. The rest is left to
// whoever compiles it.
func checkRegexp(s, flags string) string {
	depth, atStart, extended := 0, true, strings.Contains(flags, "x")
	for i := 0; i < len(s); i++ {
		c := s[i]
		start := false
		switch {
		case c == '\\':
			i++
		case c == '[':
			n := classLen(s[i:])
			if n == 0 {
				return "premature end of char-class"
			}
			i += n - 1
		case c == '(' && strings.HasPrefix(s[i:], "(?#"):
			n := strings.IndexByte(s[i:], ')')
			if n < 0 {
				return "end pattern in group"
			}
			i += n
			start = atStart
		case c == '(':
			depth++
			start = true
			if strings.HasPrefix(s[i:], "(?") {
				i++ // the ? repeats nothing
				start = false
			}
		case c == ')':
			if depth--; depth < 0 {
				return "unmatched close parenthesis"
			}
		case c == '|':
			start = true
		case atStart && (c == '*' || c == '+' || c == '?'):
			return "target of repeat operator is not specified"
		case c == '#' && extended:
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				n = len(s) - i - 1
			}
			i += n
			start = atStart
		case isSpace(c) && extended:
			start = atStart
		}
		atStart = start
	}
	if depth > 0 {
		return "end pattern with unmatched parenthesis"
	}
	return ""
}

// classLen is the length of the `[...]` that s begins with, 0 when it has no
// end.
func classLen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
			if j := i + 1; j < len(s) && s[j] == '^' {
				i++
			}
			if i+1 < len(s) && s[i+1] == ']' {
				i++ // a ] in front is itself
			}
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
