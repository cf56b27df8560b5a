package regex

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A subject says what is known of the string to be matched. Less general subjects allow simpler programs.
type subject struct {
	ascii   bool // only U+0000 to U+007F
	newline bool // ends in a newline, where ^ and \Z need care
}

// A printer writes a tree for an engine.
type printer struct {
	strings.Builder
	subject
	re2      bool
	keepNum  int   // regexp2's number of the group that marks \K
	caps     []int // Ruby's number of each group in the order printed; keepGroup for \K
	unrolled int   // loops being written out
	tooBig   bool
}

const (
	keepGroup = -1
	// maxPrinted bounds a program's source.
	maxPrinted = 1 << 20
	// maxRE2 bounds the estimated size of a program for Go's regexp, which writes repetitions out.
	maxRE2 = 10_000
)

// fitsRE2 tells whether Go's regexp gives Ruby's result for n. size is an estimate of the program's instructions.
func fitsRE2(n node, s subject) (size int, ok bool) {
	switch n := n.(type) {
	case *lookNode, *atomicNode, *backrefNode, *condNode, *callNode:
		return 0, false
	case *assertNode:
		switch n.kind {
		case beginLine, endTextNewline:
			return 1, !s.newline
		case wordBoundary, notBoundary:
			return 1, s.ascii
		}
		return 1, true
	case *foldNode:
		return 4 * len(n.alts), true
	case *repNode:
		// Endless loops of Go go on where Ruby's stop at an empty match.
		if n.kind == possessive || n.max == -1 && nullable(n.sub) || max(n.min, n.max) > 1000 {
			return 0, false
		}
		size, ok := fitsRE2(n.sub, s)
		size = (size + 1) * max(n.min, n.max, 1)
		return size, ok && size <= maxRE2
	}
	size = 1
	for _, c := range children(n) {
		cs, ok := fitsRE2(c, s)
		if size += cs; !ok || size > maxRE2 {
			return size, false
		}
	}
	return size, true
}

func (p *printer) node(n node) {
	if p.Len() > maxPrinted {
		p.tooBig = true
		return
	}
	switch n := n.(type) {
	case *setNode:
		p.set(n.set)
	case *foldNode:
		p.fold(n)
	case *catNode:
		for _, s := range n.subs {
			p.node(s)
		}
	case *altNode:
		p.alternatives(n.subs)
	case *repNode:
		p.repeat(n)
	case *groupNode:
		p.group(n)
	case *atomicNode:
		p.wrap("(?>", n.sub)
	case *lookNode:
		p.wrap(map[[2]bool]string{{}: "(?=", {false, true}: "(?!", {true, false}: "(?<=", {true, true}: "(?<!"}[[2]bool{n.behind, n.not}], n.sub)
	case *assertNode:
		p.assert(n.kind)
	case *backrefNode:
		p.backref(n)
	case *callNode:
		p.group(n.target)
	case *condNode:
		p.conditional(n)
	case *keepNode:
		p.mark()
	}
}

func (p *printer) wrap(open string, n node) {
	p.WriteString(open)
	p.node(n)
	p.WriteByte(')')
}

func (p *printer) alternatives(subs []node) {
	p.WriteString("(?:")
	for i, s := range subs {
		if i > 0 {
			p.WriteByte('|')
		}
		p.node(s)
	}
	p.WriteByte(')')
}

// fold prints the alternatives that the subject can have at all: an ASCII one has no ß.
func (p *printer) fold(n *foldNode) {
	p.WriteString("(?:")
	first := true
	for _, seq := range n.alts {
		if p.ascii && slices.ContainsFunc(seq, func(s set) bool { return len(s.and(asciiRunes)) == 0 }) {
			continue
		}
		if !first {
			p.WriteByte('|')
		}
		first = false
		for _, s := range seq {
			p.set(s)
		}
	}
	if first {
		p.set(nil)
	}
	p.WriteByte(')')
}

func (p *printer) repeat(n *repNode) {
	if n.kind == possessive {
		p.WriteString("(?>")
		defer p.WriteByte(')')
	}
	if !p.re2 && n.max > 1 && n.max <= maxUnrolled && p.unrolled < maxUnrolled && nullable(n.sub) {
		p.unroll(n)
		return
	}
	p.wrap("(?:", n.sub)
	switch {
	case n.min == 0 && n.max == -1:
		p.WriteByte('*')
	case n.min == 1 && n.max == -1:
		p.WriteByte('+')
	case n.min == 0 && n.max == 1:
		p.WriteByte('?')
	case n.max == -1:
		fmt.Fprintf(p, "{%d,}", n.min)
	default:
		fmt.Fprintf(p, "{%d,%d}", n.min, n.max)
	}
	if n.kind == lazy {
		p.WriteByte('?')
	}
}

// maxUnrolled is up to how many times a counted loop is written out, and how many such loops inside one another.
const maxUnrolled = 4

// unroll writes `(?:x){1,3}` as `x(?:x(?:x)?)?`. Onigmo does so with small loops, which shows when x can be empty: regexp2's loops stop
// at an empty match, while here each copy can be tried again with more.
func (p *printer) unroll(n *repNode) {
	p.unrolled++
	defer func() { p.unrolled-- }()
	optional := "?"
	if n.kind == lazy {
		optional = "??"
	}
	for i := range n.max {
		if i >= n.min {
			p.WriteString("(?:")
		}
		p.wrap("(?:", n.sub)
	}
	p.WriteString(strings.Repeat(")"+optional, n.max-n.min))
}

func (p *printer) group(n *groupNode) {
	switch {
	case n.index == 0:
		p.wrap("(?:", n.sub)
	case p.re2:
		p.caps = append(p.caps, n.index)
		p.wrap("(", n.sub)
	default:
		p.wrap(fmt.Sprintf("(?<%d>", n.index), n.sub)
	}
}

// mark prints an empty group whose place is where \K was passed.
func (p *printer) mark() {
	if p.re2 {
		p.caps = append(p.caps, keepGroup)
		p.WriteString("()")
		return
	}
	fmt.Fprintf(p, "(?<%d>)", p.keepNum)
}

func (p *printer) backref(n *backrefNode) {
	p.WriteString("(?:")
	for i := range n.groups {
		if i > 0 {
			p.WriteByte('|')
		}
		g := n.groups[len(n.groups)-1-i]
		if n.fold {
			fmt.Fprintf(p, `(?i:\k<%d>)`, g)
		} else {
			fmt.Fprintf(p, `\k<%d>`, g)
		}
	}
	p.WriteByte(')')
}

// conditional looks at the first group of a name only, as Onigmo does.
func (p *printer) conditional(n *condNode) {
	fmt.Fprintf(p, "(?(%d)", n.groups[0])
	p.wrap("(?:", n.yes)
	p.WriteByte('|')
	p.wrap("(?:", n.no)
	p.WriteByte(')')
}

func (p *printer) assert(kind assertKind) {
	word := wordClass
	if kind == asciiBoundary || kind == asciiNotBoundary {
		word = `[0-9A-Za-z_]`
	}
	switch kind {
	case beginText:
		p.WriteString(`\A`)
	case endText:
		p.WriteString(`\z`)
	case endLine:
		p.WriteString(`(?m:$)`)
	case beginLine:
		if p.newline { // not after the last newline
			p.WriteString(`(?:\A|(?<=\n)(?!\z))`)
			return
		}
		p.WriteString(`(?m:^)`)
	case endTextNewline:
		if p.newline {
			p.WriteString(`\Z`)
			return
		}
		p.WriteString(`\z`)
	case wordBoundary, asciiBoundary:
		if p.re2 {
			p.WriteString(`\b`)
			return
		}
		fmt.Fprintf(p, `(?:(?<=%[1]s)(?!%[1]s)|(?<!%[1]s)(?=%[1]s))`, word)
	case notBoundary, asciiNotBoundary:
		if p.re2 {
			p.WriteString(`\B`)
			return
		}
		fmt.Fprintf(p, `(?:(?<=%[1]s)(?=%[1]s)|(?<!%[1]s)(?!%[1]s))`, word)
	}
}

// wordClass is Ruby's Unicode word character in regexp2's terms, which look categories up quickly. The ranges are the letters among
// the symbols (Other_Alphabetic).
const wordClass = `[0-9A-Za-z_\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\u24B6-\u24E9` + "\U0001F130-\U0001F149\U0001F150-\U0001F169\U0001F170-\U0001F189" + `]`

// set prints a class. Every engine gets plain ranges, so that no engine's idea of \w or of folding matters.
func (p *printer) set(s set) {
	if p.ascii {
		s = s.and(asciiRunes)
	}
	if r, ok := s.single(); ok {
		p.rune(r)
		return
	}
	switch {
	case len(s) == 0 && p.re2:
		p.WriteString(`[^\x00-\x{10FFFF}]`)
		return
	case len(s) == 0:
		p.WriteString(`(?!)`)
		return
	case len(s) == 2 && s[0] == 0 && s[1] == 0x7F, len(s) == 4 && s[1] == anyRune[1] && s[3] == unicode.MaxRune && s[0] == 0 && s[2] == anyRune[2]:
		p.WriteString(`(?s:.)`)
		return
	}
	open := "["
	if inverse := s.inverse(p.ascii); len(inverse) < len(s) {
		s, open = inverse, "[^"
	}
	p.WriteString(open)
	for i := 0; i < len(s); i += 2 {
		p.rune(s[i])
		if s[i] != s[i+1] {
			p.WriteByte('-')
			p.rune(s[i+1])
		}
	}
	p.WriteByte(']')
}

// inverse is what to negate to get s; beyond ASCII nothing matters when the subject has nothing there.
func (s set) inverse(ascii bool) set {
	inv := s.not()
	if ascii {
		inv = inv.and(asciiRunes)
	}
	return inv
}

// rune prints a character so that it means itself inside and outside a class.
func (p *printer) rune(r rune) {
	switch {
	case r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		p.WriteRune(r)
	case p.re2:
		fmt.Fprintf(p, `\x{%X}`, r)
	case r <= 0xFFFF:
		fmt.Fprintf(p, `\u%04X`, r)
	default:
		p.WriteRune(r)
	}
}
