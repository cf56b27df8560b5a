package regex

import (
	"sync"
	"unicode/utf8"
)

// escape reads what a backslash outside a class starts. `\u{41 42}` gives several nodes.
func (p *parser) escape() ([]node, error) {
	start := p.pos
	p.pos++
	if p.eof() {
		return nil, p.fail("too short escape sequence")
	}
	c := p.next()
	if s, ok := p.charType(c); ok {
		n := &setNode{set: s}
		if c == 'w' || c == 'W' {
			n.form = typeForm
		}
		return []node{n}, nil
	}
	if kind, ok := p.anchor(c); ok {
		return []node{&assertNode{kind}}, nil
	}
	one := func(n node, err error) ([]node, error) { return []node{n}, err }
	switch {
	case c == 'p' || c == 'P':
		if p.peek() == '{' {
			return one(p.property(c == 'P'))
		}
	case c == 'R':
		return one(subPattern(`(?>\r\n|[\n-\r\u0085\u2028\u2029])`), nil)
	case c == 'X':
		return one(subPattern(grapheme), nil)
	case c == 'K':
		return one(&keepNode{}, nil)
	case c == 'G':
		p.fromStart = true
		return one(&assertNode{searchStart}, nil)
	case (c == 'k' || c == 'g') && (p.peek() == '<' || p.peek() == '\''):
		return one(p.namedEscape(c))
	case c >= '1' && c <= '9':
		p.pos--
		if n, ok := p.backref(); ok {
			return one(n, nil)
		}
	}
	p.pos = start
	runes, err := p.charEscape()
	if err != nil {
		return nil, err
	}
	var out []node
	for _, r := range runes {
		out = append(out, p.char(r))
	}
	return out, nil
}

// grapheme approximates an extended grapheme cluster: base and marks, emoji joined by U+200D, flags, and Hangul syllables spelled in jamo.
const grapheme = `(?>\r\n|[\u{1F1E6}-\u{1F1FF}]{2}|[\u{1100}-\u{115F}]+[\u{1160}-\u{11FF}]*\p{M}*` +
	`|[^\p{M}\u{200D}\p{Cc}](?:[\p{M}\u{1F3FB}-\u{1F3FF}]|\u{200D}\p{So}?)*|(?m:.))`

// subPatterns are the nodes of our own patterns, which others share.
var subPatterns sync.Map

// subPattern parses one of our own patterns, once.
func subPattern(src string) node {
	if n, ok := subPatterns.Load(src); ok {
		return n.(node)
	}
	p, err := parse(src, 0)
	if err != nil {
		panic(err) // the patterns are constants
	}
	n, _ := subPatterns.LoadOrStore(src, p.root)
	return n.(node)
}

// charType gives the set of \d, \w, \s, \h and their opposites.
func (p *parser) charType(c rune) (set, bool) {
	unicode := p.flags.mode == modeUnicode
	pick := func(name string) set {
		if unicode && name != "xdigit" {
			return posixSet(name)
		}
		return posixSet(name).and(asciiRunes)
	}
	switch c {
	case 'd':
		return pick("digit"), true
	case 'D':
		return pick("digit").not(), true
	case 'w':
		return pick("word"), true
	case 'W':
		return pick("word").not(), true
	case 's':
		return pick("space"), true
	case 'S':
		return pick("space").not(), true
	case 'h':
		return pick("xdigit"), true
	case 'H':
		return pick("xdigit").not(), true
	}
	return nil, false
}

func (p *parser) anchor(c rune) (assertKind, bool) {
	ascii := p.flags.mode == modeASCII
	switch c {
	case 'A':
		return beginText, true
	case 'z':
		return endText, true
	case 'Z':
		return endTextNewline, true
	case 'b':
		if ascii {
			return asciiBoundary, true
		}
		return wordBoundary, true
	case 'B':
		if ascii {
			return asciiNotBoundary, true
		}
		return notBoundary, true
	}
	return 0, false
}

// namedEscape reads `\k<name>` or `\g<name>`; the k or g is read.
func (p *parser) namedEscape(c rune) (node, error) {
	open := p.peek()
	p.pos++
	ref, err := p.reference(open)
	if err != nil {
		return nil, err
	}
	if c == 'g' {
		if ref.relative && ref.number() < 1 {
			return nil, p.fail("invalid backref number/name")
		}
		return &callNode{ref: ref}, nil
	}
	if ref.name == "" && ref.num == 0 {
		return nil, p.fail("invalid group name <0>>") // the second bracket is Ruby's
	}
	return &backrefNode{ref: ref, fold: p.flags.opts&IgnoreCase != 0}, p.named(ref)
}

// backref reads `\1`. `\10` is octal unless ten groups are open before it; \1 to \9 always refer to a group.
func (p *parser) backref() (node, bool) {
	start := p.pos
	n := 0
	for !p.eof() && p.peek() >= '0' && p.peek() <= '9' && n <= maxRepeat {
		n = n*10 + int(p.peek()-'0')
		p.pos++
	}
	if n > 9 && n > len(p.groups) {
		p.pos = start
		return nil, false
	}
	return &backrefNode{ref: groupRef{num: n}, fold: p.flags.opts&IgnoreCase != 0}, true
}

// charEscape reads an escape that stands for a character, inside or outside a class: `\n`, `\x41`, `\u{41 42}`, `\cA`, `\.`.
func (p *parser) charEscape() ([]rune, error) {
	p.pos++
	if p.eof() {
		return nil, p.fail("too short escape sequence")
	}
	c := p.next()
	if r, ok := simpleEscapes[c]; ok {
		return []rune{r}, nil
	}
	switch c {
	case 'u':
		return p.unicodeEscape()
	case 'x', '0', '1', '2', '3', '4', '5', '6', '7', 'c', 'C', 'M':
		p.pos -= 2
		return p.bytesEscape()
	}
	return []rune{c}, nil
}

var simpleEscapes = map[rune]rune{'t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', 'a': '\a', 'e': 0x1B}

// bytesEscape reads an escape of one byte; those that are not ASCII must follow one another to make a character: `\xC3\xA9`.
func (p *parser) bytesEscape() ([]rune, error) {
	first, err := p.byteEscape()
	if err != nil {
		return nil, err
	}
	if first < utf8.RuneSelf {
		return []rune{rune(first)}, nil
	}
	raw := []byte{first}
	for !utf8.FullRune(raw) {
		if len(p.src)-p.pos < 2 || p.peek() != '\\' {
			return nil, p.fail("too short escaped multibyte character")
		}
		switch c := p.src[p.pos+1]; {
		case c == 'x' || c >= '0' && c <= '7':
		default:
			return nil, p.fail("too short escaped multibyte character")
		}
		b, err := p.byteEscape()
		if err != nil {
			return nil, err
		}
		raw = append(raw, b)
	}
	r, n := utf8.DecodeRune(raw)
	if r == utf8.RuneError && n <= 1 {
		return nil, p.fail("invalid multibyte escape")
	}
	return []rune{r}, nil
}

// byteEscape reads `\xHH`, `\ooo`, `\cX`, `\C-X` or `\M-X`.
func (p *parser) byteEscape() (byte, error) {
	p.pos++ // backslash
	c := p.peek()
	p.pos++
	switch c {
	case 'x':
		n, digits := p.digits(16, 2)
		if digits == 0 {
			return 0, p.fail("invalid hex escape")
		}
		return byte(n), nil
	case 'c':
		return p.control("too short control escape", "")
	case 'C':
		return p.control("too short control escape", "-")
	case 'M':
		b, err := p.control("too short meta escape", "-")
		return b | 0x80, err
	}
	p.pos--
	n, _ := p.digits(8, 3)
	if n > 0xFF {
		return 0, p.fail("too big number")
	}
	return byte(n), nil
}

// control reads the character after `\c` or `\C-`; for `\M-` it gives that character as it is.
func (p *parser) control(short, dash string) (byte, error) {
	meta := short == "too short meta escape"
	if !p.accept(dash) || p.eof() {
		return 0, p.fail(short)
	}
	var b byte
	if p.peek() == '\\' {
		if p.pos+1 >= len(p.src) {
			return 0, p.fail("too short escape sequence")
		}
		if err := p.enter(); err != nil {
			return 0, err
		}
		runes, err := p.charEscape()
		p.depth--
		if err != nil {
			return 0, err
		}
		if len(runes) != 1 || runes[0] > 0xFF {
			return 0, p.fail("invalid multibyte escape")
		}
		b = byte(runes[0])
	} else {
		b = p.peek()
		if b >= utf8.RuneSelf {
			return 0, p.fail("invalid multibyte escape")
		}
		p.pos++
	}
	switch {
	case meta:
		return b, nil
	case b == '?':
		return 0x7F, nil
	}
	return b & 0x9F, nil
}

// digits reads up to limit digits.
func (p *parser) digits(base, limit int) (n, count int) {
	for count < limit && !p.eof() {
		d := hexValue(p.peek())
		if d < 0 || d >= base {
			break
		}
		n = n*base + d
		p.pos++
		count++
	}
	return n, count
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unicodeEscape reads `\u0041` or `\u{41 42}` after the u.
func (p *parser) unicodeEscape() ([]rune, error) {
	if p.eof() {
		return nil, p.fail("too short escape sequence")
	}
	if !p.accept("{") {
		n, count := p.digits(16, 4)
		if count < 4 {
			return nil, p.fail("invalid Unicode escape")
		}
		return p.codePoints(n)
	}
	var out []rune
	for {
		for p.accept(" ") || p.accept("\t") || p.accept("\n") {
		}
		if p.accept("}") {
			break
		}
		n, count := p.digits(16, 6)
		if count == 0 {
			return nil, p.fail("invalid Unicode list")
		}
		r, err := p.codePoints(n)
		if err != nil {
			return nil, err
		}
		out = append(out, r...)
	}
	if len(out) == 0 {
		return nil, p.fail("invalid Unicode list")
	}
	return out, nil
}

func (p *parser) codePoints(n int) ([]rune, error) {
	if n > utf8.MaxRune || n >= 0xD800 && n <= 0xDFFF {
		return nil, p.fail("invalid Unicode range")
	}
	return []rune{rune(n)}, nil
}
