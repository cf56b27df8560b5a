package regex

import (
	"strconv"
	"unicode/utf8"
)

// Limits of what is compiled.
const (
	// MaxSource is the longest pattern accepted, in bytes.
	MaxSource = 64 << 10
	// MaxDepth is how deep groups and nested classes may go.
	MaxDepth = 200
	// maxRepeat is Onigmo's own limit of `{n}`.
	maxRepeat = 100_000
)

// charMode says what \d, \s, \w, POSIX brackets and \b know of Unicode: (?d) is Ruby's default, (?a) ASCII only, (?u) all Unicode.
type charMode int

const (
	modeDefault charMode = iota
	modeASCII
	modeUnicode
)

// flags is what inline options change.
type flags struct {
	opts Options
	mode charMode
}

type parser struct {
	src   string
	opts  Options
	pos   int
	depth int
	flags
	classes map[classKey]node
	sets    int // code points, or ends of ranges, in them

	root      node
	groups    []*groupNode // in the order of their opening parentheses
	names     []string     // unique, in order
	byName    map[string][]int
	numGroups int
	whole     *groupNode // the pattern as a group, if it calls itself
	fromStart bool       // it has \G
	selfish   bool       // a group refers to itself: what it was is seen in a second try, so that none may be left out
}

func (p *parser) fail(msg string) error {
	return &SyntaxError{Msg: msg, Source: p.src, Options: p.opts}
}

func (p *parser) unsupported(feature string) error {
	return &UnsupportedError{Feature: feature, Source: p.src, Options: p.opts}
}

// parse reads src; afterwards p.root, p.names and p.numGroups are set.
func parse(src string, opts Options) (*parser, error) {
	p := &parser{src: src, opts: opts, flags: flags{opts: opts}}
	if len(src) > MaxSource {
		return nil, &LimitError{"a pattern of " + strconv.Itoa(len(src)) + " bytes, the limit is " + strconv.Itoa(MaxSource)}
	}
	if !utf8.ValidString(src) {
		return nil, p.fail("invalid multibyte character")
	}
	root, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.eof() {
		return nil, p.fail("unmatched close parenthesis")
	}
	return p, p.resolve(root)
}

func (p *parser) eof() bool { return p.pos >= len(p.src) }

// peek gives the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.eof() {
		return 0
	}
	return p.src[p.pos]
}

// next reads one character.
func (p *parser) next() rune {
	r, n := utf8.DecodeRuneInString(p.src[p.pos:])
	p.pos += n
	return r
}

// accept reads s if it comes next.
func (p *parser) accept(s string) bool {
	if len(p.src)-p.pos >= len(s) && p.src[p.pos:p.pos+len(s)] == s {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *parser) enter() error {
	if p.depth++; p.depth > MaxDepth {
		return &LimitError{"too deep nest level: more than " + strconv.Itoa(MaxDepth) + " groups"}
	}
	return nil
}

// alternatives reads `a|b|c` up to a closing parenthesis or the end. Options set inside, `(?i)`, end with it.
func (p *parser) alternatives() (node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	saved := p.flags
	defer func() { p.flags = saved; p.depth-- }()
	var alts []node
	for {
		s, err := p.sequence()
		if err != nil {
			return nil, err
		}
		alts = append(alts, s)
		if p.eof() || p.peek() != '|' {
			break
		}
		p.pos++
	}
	if len(alts) == 1 {
		return alts[0], nil
	}
	return &altNode{alts}, nil
}

// sequence reads one alternative.
func (p *parser) sequence() (node, error) {
	var subs []node
	for {
		p.skipIgnored()
		if p.eof() || p.peek() == '|' || p.peek() == ')' {
			break
		}
		atoms, rest, err := p.atom()
		if err != nil {
			return nil, err
		}
		if rest { // `a(?i)b|c`: the option holds for all that follows, alternatives included
			subs = append(subs, atoms...)
			break
		}
		if len(atoms) > 0 {
			last := len(atoms) - 1
			if atoms[last], err = p.quantifiers(atoms[last]); err != nil {
				return nil, err
			}
		}
		subs = append(subs, atoms...)
	}
	subs = joinChars(subs)
	if len(subs) == 1 {
		return subs[0], nil
	}
	return &catNode{subs}, nil
}

// skipIgnored passes comments, and white space in extended mode.
func (p *parser) skipIgnored() {
	for !p.eof() {
		switch c := p.peek(); {
		case p.flags.opts&Extended != 0 && (c == ' ' || c >= '\t' && c <= '\r' && c != '\v'):
			p.pos++
		case p.flags.opts&Extended != 0 && c == '#':
			for !p.eof() && p.peek() != '\n' {
				p.pos++
			}
		case c == '(' && len(p.src) > p.pos+2 && p.src[p.pos:p.pos+3] == "(?#":
			if !p.skipComment() {
				return // sequence reports it
			}
		default:
			return
		}
	}
}

// skipComment passes `(?# ... )`; false if it does not end.
func (p *parser) skipComment() bool {
	for i := p.pos + 3; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case ')':
			p.pos = i + 1
			return true
		}
	}
	return false
}

// atom reads what a quantifier applies to. rest means that it consumed the remainder of the group.
func (p *parser) atom() (atoms []node, rest bool, err error) {
	one := func(n node, err error) ([]node, bool, error) { return []node{n}, false, err }
	switch c := p.peek(); c {
	case '(':
		n, rest, err := p.group()
		return []node{n}, rest, err
	case '[':
		return one(p.class())
	case '\\':
		nodes, err := p.escape()
		return nodes, false, err
	case '.':
		p.pos++
		if p.flags.opts&Multiline != 0 {
			return one(&setNode{set: anyRune, form: typeForm}, nil)
		}
		return one(&setNode{set: notNewline, form: typeForm}, nil)
	case '^':
		p.pos++
		return one(&assertNode{beginLine}, nil)
	case '$':
		p.pos++
		return one(&assertNode{endLine}, nil)
	case '*', '+', '?':
		return nil, false, p.fail("target of repeat operator is not specified")
	case '{':
		start := p.pos
		_, _, ok, err := p.interval()
		if err == nil && ok {
			err = p.fail("target of repeat operator is not specified")
		}
		if err != nil {
			return nil, false, err
		}
		p.pos = start
	}
	return one(p.char(p.next()), nil)
}

func (p *parser) char(r rune) node { return &charNode{r, p.flags.opts&IgnoreCase != 0} }

// joinChars spells out runs of characters; `ss` under i needs to be seen as one.
func joinChars(subs []node) []node {
	var out []node
	for i := 0; i < len(subs); {
		c, ok := subs[i].(*charNode)
		if !ok {
			out = append(out, subs[i])
			i++
			continue
		}
		if !c.fold {
			out = append(out, &setNode{set: set{c.r, c.r}, form: charForm})
			i++
			continue
		}
		var run []rune
		for ; i < len(subs); i++ {
			c, ok := subs[i].(*charNode)
			if !ok || !c.fold {
				break
			}
			run = append(run, c.r)
		}
		out = append(out, foldChars(run)...)
	}
	return out
}

// settle turns a charNode that stands alone into its final form.
func settle(n node) node {
	if _, ok := n.(*charNode); !ok {
		return n
	}
	subs := joinChars([]node{n})
	if len(subs) == 1 {
		return subs[0]
	}
	return &catNode{subs}
}
