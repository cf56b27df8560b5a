package dispatch

import (
	"strings"

	"signalbox/dsl"
)

// goSyntax writes a Ruby pattern in the syntax of Go's regexp where the two mean
// the same for ASCII text; ok is false for everything else, which package
// internal/regex then matches:
//
//	/(?-mix:\h+)-[a-z]{2}/x   becomes   (?-is:[0-9a-fA-F]+)-[a-z]{2}
//
// It needs to know what differs, not to parse: what Go refuses is refused by the
// caller's regexp/syntax.
func goSyntax(source string, options dsl.RegexpOptions) (_ string, ok bool) {
	t := translator{src: source, extended: options&dsl.Extended != 0}
	flags := ""
	if options&dsl.IgnoreCase != 0 {
		flags += "i"
	}
	if options&dsl.MultiLine != 0 {
		flags += "s"
	}
	if flags != "" {
		t.out.WriteString("(?" + flags + ")")
	}
	for t.pos < len(source) {
		if !t.step() {
			return "", false
		}
	}
	return t.out.String(), true
}

// A translator goes through a pattern from left to right.
type translator struct {
	src      string
	pos      int
	out      strings.Builder
	extended bool
	groups   []bool // whether x held outside of each open group
}

func (t *translator) step() bool {
	switch c := t.src[t.pos]; c {
	case '\\':
		return t.escape(false)
	case '[':
		return t.class()
	case '(':
		return t.group()
	case ')':
		if n := len(t.groups) - 1; n >= 0 {
			t.extended, t.groups = t.groups[n], t.groups[:n]
		}
		t.copy(1)
	case '{':
		return t.counted()
	case ' ', '\t', '\n', '\r', '\f', '\v':
		if t.extended {
			t.pos++
			return true
		}
		t.copy(1)
	case '#':
		if !t.extended {
			t.copy(1)
			break
		}
		end := strings.IndexByte(t.src[t.pos:], '\n')
		if end < 0 {
			end = len(t.src) - t.pos
		}
		t.pos += end
	default:
		if c >= 0x80 {
			return false
		}
		t.copy(1)
	}
	return true
}

func (t *translator) copy(n int) {
	t.out.WriteString(t.src[t.pos : t.pos+n])
	t.pos += n
}

// escape copies a backslash and what follows, if both syntaxes agree on it.
func (t *translator) escape(inClass bool) bool {
	if t.pos+1 == len(t.src) {
		return false
	}
	c := t.src[t.pos+1]
	switch {
	case c == 'h':
		t.pos += 2
		if inClass {
			t.out.WriteString("0-9a-fA-F")
		} else {
			t.out.WriteString("[0-9a-fA-F]")
		}
		return true
	case c == 's':
		t.pos += 2
		if inClass {
			t.out.WriteString(`\s\v`)
		} else {
			t.out.WriteString(`[\s\v]`)
		}
		return true
	case strings.IndexByte("dDwWtnrfv", c) >= 0, c > ' ' && c < 0x7f && !wordByte(c):
		t.copy(2)
		return true
	}
	return false
}

// class copies a character class without classes or intersections in it.
func (t *translator) class() bool {
	start := t.pos
	t.copy(1)
	if t.pos < len(t.src) && t.src[t.pos] == '^' {
		t.copy(1)
	}
	for first := true; t.pos < len(t.src); first = false {
		switch c := t.src[t.pos]; {
		case c == ']' && !first:
			t.copy(1)
			return true
		case c == '\\':
			if !t.escape(true) {
				return false
			}
		case c == '[', c == ']', c >= 0x80, c == '&' && strings.HasPrefix(t.src[t.pos:], "&&"):
			return false
		default:
			t.copy(1)
		}
		if t.pos-start > maxClass {
			return false
		}
	}
	return false
}

const maxClass = 1 << 10

// group copies `(`, `(?:`, `(?<name>` and `(?flags-flags:`.
func (t *translator) group() bool {
	t.groups = append(t.groups, t.extended)
	rest := t.src[t.pos:]
	switch {
	case !strings.HasPrefix(rest, "(?"):
		t.copy(1)
		return true
	case strings.HasPrefix(rest, "(?:"):
		t.copy(3)
		return true
	case strings.HasPrefix(rest, "(?<") && len(rest) > 3 && wordByte(rest[3]):
		t.copy(3)
		return true
	}
	end := strings.IndexByte(rest, ':')
	if end < 0 {
		return false
	}
	on, off := "", ""
	into := &on
	for _, c := range rest[2:end] {
		switch c {
		case '-':
			into = &off
		case 'i':
			*into += "i"
		case 'm': // Ruby's m lets the dot match a newline
			*into += "s"
		case 'x':
			t.extended = into == &on
		default:
			return false
		}
	}
	t.out.WriteString("(?" + on)
	if off != "" {
		t.out.WriteString("-" + off)
	}
	t.out.WriteString(":")
	t.pos += end + 1
	return true
}

// counted copies {n}, {n,} and {n,m}. In Ruby {,n} counts too, {n}? makes
// optional and {n}+ is no possessive quantifier; a lone brace is itself.
func (t *translator) counted() bool {
	end := strings.IndexByte(t.src[t.pos:], '}')
	if end < 2 {
		return false
	}
	body := t.src[t.pos+1 : t.pos+end]
	if body[0] < '0' || body[0] > '9' || strings.Trim(body, "0123456789,") != "" || strings.Count(body, ",") > 1 {
		return false
	}
	if next := t.pos + end + 1; next < len(t.src) && (t.src[next] == '?' || t.src[next] == '+') {
		return false
	}
	t.copy(end + 1)
	return true
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
