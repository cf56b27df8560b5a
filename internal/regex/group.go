package regex

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// group reads what starts with a parenthesis. rest is true for `(?i)`, which takes all that follows.
func (p *parser) group() (n node, rest bool, err error) {
	p.pos++ // (
	if !p.accept("?") {
		n, err = p.capture("")
		return n, false, err
	}
	if p.eof() {
		return nil, false, p.fail("end pattern in group")
	}
	switch c := p.peek(); {
	case p.accept("#"):
		return nil, false, p.fail("end pattern in group") // skipIgnored passed those that end
	case p.accept("<="):
		n, err = p.look(true, false)
	case p.accept("<!"):
		n, err = p.look(true, true)
	case p.accept("="):
		n, err = p.look(false, false)
	case p.accept("!"):
		n, err = p.look(false, true)
	case p.accept(":"):
		n, err = p.inner()
	case p.accept(">"):
		n, err = p.inner()
		n = &atomicNode{n}
	case p.accept("~"):
		n, err = p.inner()
		n = &absentNode{n}
	case p.accept("("):
		n, err = p.conditional()
	case c == '<' || c == '\'':
		n, err = p.namedGroup(c)
	default:
		return p.options()
	}
	return n, false, err
}

// inner reads up to and with the closing parenthesis.
func (p *parser) inner() (node, error) {
	n, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.accept(")") {
		return nil, p.fail("end pattern with unmatched parenthesis")
	}
	return n, nil
}

func (p *parser) capture(name string) (node, error) {
	g := &groupNode{name: name}
	p.groups = append(p.groups, g)
	sub, err := p.inner()
	g.sub = sub
	return g, err
}

func (p *parser) look(behind, not bool) (node, error) {
	sub, err := p.inner()
	return &lookNode{sub, behind, not}, err
}

func (p *parser) namedGroup(open byte) (node, error) {
	p.pos++
	if p.eof() {
		return nil, p.fail("end pattern with unmatched parenthesis")
	}
	name, err := p.groupName(open)
	if err != nil {
		return nil, err
	}
	if c, _ := utf8.DecodeRuneInString(name); c >= '0' && c <= '9' || c == '-' {
		return nil, p.fail("invalid group name <" + name + ">")
	}
	if !slices.Contains(p.names, name) {
		p.names = append(p.names, name)
	}
	return p.capture(name)
}

// groupName reads a name up to the bracket that closes open.
func (p *parser) groupName(open byte) (string, error) {
	closing := byte('>')
	if open == '\'' {
		closing = '\''
	}
	end := strings.IndexByte(p.src[p.pos:], closing)
	if end == 0 {
		return "", p.fail("group name is empty")
	}
	if end < 0 {
		return "", p.fail("invalid group name <" + p.src[p.pos:] + ">")
	}
	name := p.src[p.pos : p.pos+end]
	if i := strings.IndexByte(name, ')'); i >= 0 {
		return "", p.fail("invalid group name <" + name[:i] + ">")
	}
	p.pos += end + 1
	return name, nil
}

// reference reads the part of `\k<name>`, `\k<-1>`, `\g'2'` or `(<name>)` after its opening bracket.
func (p *parser) reference(open byte) (groupRef, error) {
	name, err := p.groupName(open)
	if err != nil {
		return groupRef{}, err
	}
	ref := groupRef{before: len(p.groups)}
	digits := strings.TrimLeft(name, "+-")
	if len(name)-len(digits) > 1 || digits == "" {
		return ref, p.fail("invalid group name <" + name + ">")
	}
	if digits[0] < '0' || digits[0] > '9' {
		ref.name = name
		if len(digits) < len(name) {
			return ref, p.fail("invalid group name <" + name + ">")
		}
		return ref, nil
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' || ref.num > maxRepeat {
			if c == '+' || c == '-' {
				return ref, p.unsupported("a backreference with recursion level")
			}
			return ref, p.fail("invalid group name <" + name + ">")
		}
		ref.num = ref.num*10 + int(c-'0')
	}
	if name[0] == '-' || name[0] == '+' {
		ref.relative = true
		if name[0] == '-' {
			ref.num = -ref.num
		}
	}
	return ref, nil
}

// conditional reads `(?(1)yes|no)` after its second parenthesis.
func (p *parser) conditional() (node, error) {
	c := &condNode{}
	var err error
	switch open := p.peek(); {
	case open == '<' || open == '\'':
		p.pos++
		if c.ref, err = p.reference(open); err == nil {
			err = p.named(c.ref)
		}
		if err == nil && !p.accept(")") {
			err = p.fail("invalid conditional pattern")
		}
	default:
		n, ok, nerr := p.number()
		c.ref, err = groupRef{num: n}, nerr
		if err == nil && (!ok || !p.accept(")")) {
			err = p.fail("invalid conditional pattern")
		}
	}
	if err != nil {
		return nil, err
	}
	body, err := p.inner()
	if err != nil {
		return nil, err
	}
	c.yes, c.no = body, &catNode{}
	if alt, ok := body.(*altNode); ok {
		if len(alt.subs) > 2 {
			return nil, p.fail("invalid conditional pattern")
		}
		c.yes, c.no = alt.subs[0], alt.subs[1]
	}
	return c, nil
}

// options reads `(?i-mx:a)` or `(?i)`.
func (p *parser) options() (n node, rest bool, err error) {
	saved := p.flags
	on := true
	for !p.eof() {
		c := p.peek()
		p.pos++
		switch c {
		case 'i', 'm', 'x':
			p.flags.opts = p.flags.opts.with(c, on)
		case '-':
			on = false
		case 'a', 'd', 'u':
			if !on {
				return nil, false, p.fail("undefined group option")
			}
			p.flags.mode = map[byte]charMode{'a': modeASCII, 'd': modeDefault, 'u': modeUnicode}[c]
		case ':':
			n, err = p.inner()
			p.flags = saved
			return &catNode{[]node{n}}, false, err // alternatives in it are none of a condition around
		case ')':
			n, err = p.alternatives()
			p.flags = saved
			return &catNode{[]node{n}}, true, err
		default:
			return nil, false, p.fail("undefined group option")
		}
	}
	return nil, false, p.fail("end pattern in group")
}
