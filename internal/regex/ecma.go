package regex

import (
	"fmt"
	"strconv"
	"strings"
)

// ECMAScript returns the pattern that matches the same whole texts in JavaScript under the
// flag u, as JSON Schema has patterns (ECMA-262, RegExp):
//
//	ECMAScript(`\h{8}(-\h{4}){3}`, 0)   // ^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}$
//	ECMAScript(`[[:alpha:]]+`, 0)       // "": its set has too many parts to write
//
// ok is false where there is none: what looks around or back, what gives nothing up
// (possessive and atomic), and patterns that Ruby refuses.
func ECMAScript(source string, opts Options) (pattern string, ok bool) {
	p, err := parse(source, opts)
	if err != nil {
		return "", false
	}
	w := ecmaWriter{ok: true}
	w.b.WriteByte('^')
	w.part(p.root, inSequence)
	w.b.WriteByte('$')
	return w.b.String(), w.ok
}

// An ecmaWriter writes the tree of a pattern; ok turns false at what has no counterpart.
type ecmaWriter struct {
	b  strings.Builder
	ok bool
}

// An ecmaPlace is where a part of a pattern stands, which says when it wants parentheses.
type ecmaPlace int

const (
	byItself   ecmaPlace = iota // in parentheses of its own
	inSequence                  // among others: a|b wants them
	quantified                  // before a quantifier: ab wants them too
)

// maxECMASet is how many ranges of a set are written.
const maxECMASet = 32

func (w *ecmaWriter) part(n node, at ecmaPlace) {
	switch n := n.(type) {
	case nil:
	case *setNode:
		w.set(n.set)
	case *foldNode:
		w.folded(n)
	case *catNode:
		w.within(at == quantified && len(n.subs) != 1, func() {
			for _, sub := range n.subs {
				w.part(sub, inSequence)
			}
		})
	case *altNode:
		w.within(at != byItself, func() {
			for i, sub := range n.subs {
				if i > 0 {
					w.b.WriteByte('|')
				}
				w.part(sub, byItself)
			}
		})
	case *repNode:
		w.within(at == quantified, func() { w.repeat(n) })
	case *groupNode:
		w.within(true, func() { w.part(n.sub, byItself) })
	default: // looks around or back, or gives nothing up
		w.ok = false
	}
}

func (w *ecmaWriter) within(parentheses bool, write func()) {
	if !parentheses {
		write()
		return
	}
	w.b.WriteString("(?:")
	write()
	w.b.WriteByte(')')
}

// repeat writes a quantifier. A lazy one matches the same whole texts as a greedy one.
func (w *ecmaWriter) repeat(n *repNode) {
	w.ok = w.ok && n.kind != possessive
	w.part(n.sub, quantified)
	switch {
	case n.min == 0 && n.max == -1:
		w.b.WriteByte('*')
	case n.min == 1 && n.max == -1:
		w.b.WriteByte('+')
	case n.min == 0 && n.max == 1:
		w.b.WriteByte('?')
	case n.max == -1:
		fmt.Fprintf(&w.b, "{%d,}", n.min)
	case n.min == n.max:
		fmt.Fprintf(&w.b, "{%d}", n.min)
	default:
		fmt.Fprintf(&w.b, "{%d,%d}", n.min, n.max)
	}
}

func (w *ecmaWriter) folded(n *foldNode) {
	w.within(true, func() {
		for i, alt := range n.alts {
			if i > 0 {
				w.b.WriteByte('|')
			}
			for _, s := range alt {
				w.set(s)
			}
		}
	})
}

// set writes a set as a character, a class, or the complement of one, whichever is shorter.
func (w *ecmaWriter) set(s set) {
	outside := s.not()
	switch {
	case len(s) == 2 && s[0] == s[1]:
		w.b.WriteString(ecmaRune(s[0], `^$\.*+?()[]{}|/`))
	case len(outside) == 0:
		w.b.WriteString(`[\s\S]`)
	case len(outside) < len(s):
		w.class("[^", outside)
	default:
		w.class("[", s)
	}
}

func (w *ecmaWriter) class(open string, s set) {
	if len(s) > 2*maxECMASet {
		w.ok = false
		return
	}
	w.b.WriteString(open)
	for i := 0; i < len(s); i += 2 {
		w.b.WriteString(ecmaRune(s[i], `\]^-[`))
		if s[i+1] > s[i]+1 {
			w.b.WriteByte('-')
		}
		if s[i+1] > s[i] {
			w.b.WriteString(ecmaRune(s[i+1], `\]^-[`))
		}
	}
	w.b.WriteByte(']')
}

// ecmaRune writes a character, behind a backslash if it is one of those that mean something.
func ecmaRune(c rune, special string) string {
	switch {
	case c == '\n':
		return `\n`
	case c > ' ' && c < 0x7F && strings.ContainsRune(special, c):
		return `\` + string(c)
	case c >= ' ' && c < 0x7F:
		return string(c)
	}
	return `\u{` + strconv.FormatInt(int64(c), 16) + `}`
}
