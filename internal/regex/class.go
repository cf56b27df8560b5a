package regex

import (
	"strconv"
	"strings"
)

// A classParser reads one character class. It follows Onigmo's states, since what a dash means depends on them.
type classParser struct {
	p     *parser
	state classState
	value rune // the pending character, in classValue (unless it was a type) and classRange
	typed bool // the pending thing is a type such as \d, which cannot start a range

	all, plain         set // the class so far since the last &&; plain: see foldSet
	leftAll, leftPlain set // what stands before the last &&
	haveLeft           bool
}

type classState int

const (
	classStart classState = iota
	classValue
	classRange
	classComplete
)

// class reads a class that is an atom.
func (p *parser) class() (node, error) {
	start := p.pos
	c, not, err := p.classBody()
	if err != nil {
		return nil, err
	}
	return p.classNode(p.src[start:p.pos], c.all, c.plain, not)
}

// maxSets bounds the code points, or ends of ranges, of all classes of a pattern.
const maxSets = 1 << 20

// A classKey is a class as it is written, with what its meaning depends on.
type classKey struct {
	text string
	not  bool
	flags
}

// classNode makes the node of a class; equal ones are one.
func (p *parser) classNode(text string, s, plain set, not bool) (node, error) {
	key := classKey{text, not, p.flags}
	if n := p.classes[key]; n != nil {
		return n, nil
	}
	if p.sets += len(s); p.sets > maxSets {
		return nil, &LimitError{"too large a pattern: its classes have more than " + strconv.Itoa(maxSets) + " code points and ranges"}
	}
	var n node
	switch {
	case p.flags.opts&IgnoreCase != 0:
		n = foldClass(s, plain, not)
	case not:
		n = &setNode{set: s.not()}
	default:
		n = &setNode{set: s}
	}
	if p.classes == nil {
		p.classes = map[classKey]node{}
	}
	p.classes[key] = n
	return n, nil
}

// foldClass applies the i flag to a class: folding comes before the negation, and only a class that is not negated gets
// members of several characters.
//
//	/[ß]/i   # matches "ss"
func foldClass(s, plain set, not bool) node {
	s = foldSet(s, plain)
	if not {
		return &setNode{set: s.not()}
	}
	n := &foldNode{alts: [][]set{{s}}, width: 1}
	for r := range manyFolds() {
		if plain.has(r) {
			var seq []set
			for _, m := range manyFolds()[r] {
				seq = append(seq, orbit(m))
			}
			n.alts = append(n.alts, seq)
		}
	}
	if len(n.alts) == 1 {
		return &setNode{set: s}
	}
	sortAlts(n.alts[1:])
	return n
}

// classBody reads from the opening to the closing bracket.
func (p *parser) classBody() (*classParser, bool, error) {
	if err := p.enter(); err != nil {
		return nil, false, err
	}
	defer func() { p.depth-- }()
	p.pos++
	c := &classParser{p: p}
	not := p.accept("^")
	if p.peek() == ']' && !p.eof() {
		if !hasUnescaped(p.src[p.pos+1:], ']') {
			return nil, false, p.fail("empty char-class")
		}
		p.pos++
		c.value, c.state = ']', classValue
	}
	for {
		if p.eof() {
			return nil, false, p.fail("premature end of char-class")
		}
		if p.accept("]") {
			break
		}
		if err := c.item(); err != nil {
			return nil, false, err
		}
	}
	c.flush()
	if c.haveLeft {
		c.all, c.plain = c.leftAll.and(c.all), c.leftPlain.and(c.plain)
	}
	return c, not, nil
}

func hasUnescaped(s string, c byte) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case c:
			return true
		}
	}
	return false
}

// item reads one thing inside the brackets.
func (c *classParser) item() error {
	p := c.p
	switch b := p.peek(); {
	case p.accept("&&"):
		c.intersect()
		return nil
	case b == '[':
		if strings.HasPrefix(p.src[p.pos:], "[:") {
			if done, err := c.posix(); done || err != nil {
				return err
			}
		}
		return c.nested()
	case b == '-':
		p.pos++
		return c.dash()
	case b == '\\':
		return c.escape()
	}
	return c.char(p.next())
}

// intersect handles &&: what was read so far is met with what stood before.
func (c *classParser) intersect() {
	c.flush()
	if c.haveLeft {
		c.all, c.plain = c.leftAll.and(c.all), c.leftPlain.and(c.plain)
	}
	c.leftAll, c.leftPlain, c.haveLeft = c.all, c.plain, true
	c.all, c.plain = nil, nil
	c.state, c.typed = classStart, false
}

// flush adds the pending character.
func (c *classParser) flush() {
	if c.state == classValue && !c.typed {
		c.add(set{c.value, c.value}, true)
	}
}

func (c *classParser) add(s set, plain bool) {
	c.all = c.all.or(s)
	if plain {
		c.plain = c.plain.or(s)
	}
}

// char takes a character.
func (c *classParser) char(r rune) error {
	if c.state == classRange {
		if c.value > r {
			return c.p.fail("empty range in char class")
		}
		c.add(set{c.value, r}.and(anyRune), true)
		c.state = classComplete
		return nil
	}
	c.flush()
	c.value, c.typed, c.state = r, false, classValue
	return nil
}

// kind takes a type: \d, \p{L}, [:alpha:].
func (c *classParser) kind(s set, plain bool) error {
	if c.state == classRange {
		return c.p.fail("char-class value at end of range")
	}
	c.flush()
	c.add(s, plain)
	c.state, c.typed = classValue, true
	return nil
}

// dash decides whether a dash makes a range or is a character.
func (c *classParser) dash() error {
	p := c.p
	last := !p.eof() && p.peek() == ']' || strings.HasPrefix(p.src[p.pos:], "&&")
	switch {
	case c.state == classValue && !last:
		if c.typed {
			return p.fail("unmatched range specifier in char-class")
		}
		c.state = classRange
		return nil
	default:
		return c.char('-')
	}
}

// nested takes a class inside the class; it leaves the state alone, as in Onigmo: `[a[b]-z]` is a to z and b.
func (c *classParser) nested() error {
	inner, not, err := c.p.classBody()
	if err != nil {
		return err
	}
	if not {
		inner.all, inner.plain = inner.all.not(), inner.plain.not()
	}
	c.all, c.plain = c.all.or(inner.all), c.plain.or(inner.plain)
	return nil
}

// posix takes `[:alpha:]`; done is false when it is not one, and a nested class begins.
func (c *classParser) posix() (done bool, err error) {
	p := c.p
	const longest = 20
	rest := p.src[p.pos+2:]
	end := strings.Index(rest[:min(len(rest), longest)], ":]")
	if end < 0 {
		return false, nil
	}
	name, not := strings.CutPrefix(rest[:end], "^")
	s := posixSet(name)
	if s == nil {
		if strings.ContainsAny(name, "[]\\") {
			return false, nil
		}
		return true, p.fail("invalid POSIX bracket type")
	}
	if p.flags.mode == modeASCII {
		s = s.and(asciiRunes)
	}
	if not {
		s = s.not()
	}
	p.pos += 2 + end + 2
	return true, c.kind(s, false)
}

// escape takes what a backslash starts.
func (c *classParser) escape() error {
	p := c.p
	if p.pos+1 >= len(p.src) {
		return p.fail("end pattern at escape")
	}
	next := rune(p.src[p.pos+1])
	if s, ok := p.charType(next); ok {
		p.pos += 2
		return c.kind(s, false)
	}
	if (next == 'p' || next == 'P') && strings.HasPrefix(p.src[p.pos+2:], "{") {
		p.pos += 2
		s, not, err := p.propertySet(next == 'P')
		if err != nil {
			return err
		}
		if not {
			s = s.not()
		}
		return c.kind(s, true)
	}
	if next == 'b' {
		p.pos += 2
		return c.char('\b')
	}
	runes, err := p.charEscape()
	if err != nil {
		return err
	}
	for _, r := range runes {
		if err := c.char(r); err != nil {
			return err
		}
	}
	return nil
}
