package gen

import (
	"strconv"
	"strings"

	"signalbox/dsl"
)

func itoa(n int) string { return strconv.Itoa(n) }

// plain is to_s of a number or a bool.
func plain(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10)
	case dsl.Bool:
		return strconv.FormatBool(bool(v))
	}
	return ""
}

// portable gives a requirement in the syntax that Ruby, Go and JavaScript have
// in common; ok is false if it uses more than that: literals, classes, groups,
// alternatives, quantifiers, and \d, \w, \s, \D and \W.
func portable(re *dsl.Regexp) (string, bool) {
	if re.Options&^dsl.IgnoreCase != 0 || !ascii(re.Source) || re.Check() != nil {
		return "", false
	}
	var b strings.Builder
	inClass := false
	for i := 0; i < len(re.Source); i++ {
		c := re.Source[i]
		switch {
		case c == '\\':
			if i++; i == len(re.Source) || !writeEscape(&b, re.Source[i], inClass) {
				return "", false
			}
			continue
		case inClass:
			if c == '[' || c == '&' && strings.HasPrefix(re.Source[i:], "&&") {
				return "", false
			}
			inClass = c != ']'
		case c == '[':
			inClass = true
			if strings.HasPrefix(re.Source[i+1:], "]") || strings.HasPrefix(re.Source[i+1:], "^]") {
				return "", false
			}
		case c == '^' || c == '$' || c == '/':
			return "", false
		case c == '(' && strings.HasPrefix(re.Source[i:], "(?") && !strings.HasPrefix(re.Source[i:], "(?:"):
			return "", false
		case strings.IndexByte("*+?}", c) >= 0 && i+1 < len(re.Source) && re.Source[i+1] == '+':
			return "", false // possessive
		case c == '{' && !quantifier(re.Source[i:]), c == '}' && !strings.Contains(re.Source[:i], "{"):
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), !inClass
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// writeEscape writes what follows a backslash.
func writeEscape(b *strings.Builder, c byte, inClass bool) bool {
	switch {
	case strings.IndexByte("dwDW", c) >= 0, strings.IndexByte(`.*+?()[]{}|^$\/`, c) >= 0, inClass && c == '-':
		b.WriteString(`\` + string(c))
	case c == 's' && !inClass:
		b.WriteString(`[ \t\r\n\f\v]`)
	case c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return false
	default:
		b.WriteByte(c)
	}
	return true
}

// quantifier tells {n}, {n,} and {n,m} with small numbers.
func quantifier(s string) bool {
	end := strings.IndexByte(s, '}')
	if end < 2 {
		return false
	}
	lo, hi, both := strings.Cut(s[1:end], ",")
	n, err := strconv.Atoi(lo)
	if err != nil || n > 999 {
		return false
	}
	if !both || hi == "" {
		return true
	}
	m, err := strconv.Atoi(hi)
	return err == nil && m >= n && m <= 999
}
