package dsl

import (
	"iter"
	"strings"
	"unicode/utf8"
)

var stringPatternMethods = methodTable{
	"=~":         fn(1, stringMatchOp),
	"match":      fnOpt(1, 2, stringMatch),
	"match?":     fnOpt(1, 2, stringIsMatch),
	"sub":        fnAny(stringSub),
	"sub!":       fnAny(stringSubBang).is(changes),
	"gsub":       fnOpt(1, 2, stringGsub),
	"gsub!":      fnOpt(1, 2, stringGsubBang).is(changes),
	"scan":       fn(1, stringScan),
	"partition":  fn(1, stringPartition),
	"rpartition": fn(1, stringRpartition),
}

// A pattern is what sub, scan and their kin look for: a regexp, or a string
// that stands for itself.
type pattern struct {
	re      *Regexp
	literal bool
	text    string
}

func toPattern(c *Call, v Value) *pattern {
	if r, ok := v.(*Regexp); ok {
		return &pattern{re: r}
	}
	s := patternText(c, v)
	c.t.scanned(len(s))
	return &pattern{re: &Regexp{Source: escapeRegexp(s)}, literal: true, text: s}
}

func patternText(c *Call, v Value) string {
	if s, ok := stringOf(v); ok {
		return s.s
	}
	panic(c.Exception("TypeError", "wrong argument type %s (expected Regexp)", c.t.describe(v)))
}

// find gives the first match, nil without one.
func (p *pattern) find(c *Call, s string) *MatchData {
	if !p.literal {
		return Check(c.t.findMatch(p.re, s, 0))
	}
	return p.findText(c, s, 0)
}

// findText gives the next match of a string from byte offset from.
func (p *pattern) findText(c *Call, s string, from int) *MatchData {
	i := strings.Index(s[from:], p.text)
	if i < 0 {
		c.t.counted(len(s) - from)
		c.Step()
		return nil
	}
	c.t.counted(i)
	c.Step()
	return &MatchData{Regexp: p.re, Text: s, Spans: []int{from + i, from + i + len(p.text)}}
}

// eachMatch returns the matches, one after the other, and leaves the last one in $~.
func (p *pattern) eachMatch(c *Call, s string) iter.Seq[*MatchData] {
	find := func(from int) *MatchData { return p.findText(c, s, from) }
	if !p.literal {
		in := Check(c.t.matching(p.re, s))
		find = func(from int) *MatchData { return Check(in.next(from)) }
	}
	return func(yield func(*MatchData) bool) {
		var last *MatchData
		for from := 0; from <= len(s); {
			m := find(from)
			if m == nil {
				break
			}
			last = m
			c.t.setMatch(m)
			if !yield(m) {
				return
			}
			from = m.next()
		}
		c.t.setMatch(last)
	}
}

// next is where the search for the match after m begins.
func (m *MatchData) next() int {
	end := m.Spans[1]
	if end > m.Spans[0] {
		return end
	}
	if end >= len(m.Text) {
		return end + 1
	}
	_, n := utf8.DecodeRuneInString(m.Text[end:])
	return end + n
}

func stringMatchOp(c *Call) Value {
	switch v := c.Arg(0).(type) {
	case *Regexp:
		return matchIndex(c, v, selfString(c).s)
	case *String:
		panic(c.Exception("TypeError", "type mismatch: String given"))
	case nilValue:
		return Nil
	default:
		return c.Send(v, "=~", c.Self)
	}
}

// asRegexp gives the argument of match: a string is the source of a regexp.
func asRegexp(c *Call, v Value) *Regexp {
	if r, ok := v.(*Regexp); ok {
		return r
	}
	s := patternText(c, v)
	made := Check(c.t.newRegexp(s, 0))
	r, _ := made.(*Regexp)
	return r
}

func stringMatch(c *Call) Value {
	r := asRegexp(c, c.Arg(0))
	return matchFrom(c, r, selfString(c).s)
}

func stringIsMatch(c *Call) Value {
	r := asRegexp(c, c.Arg(0))
	return isMatchFrom(c, r, selfString(c).s)
}

func stringSub(c *Call) Value {
	s, _ := substitute(c, false)
	return s
}

func stringSubBang(c *Call) Value { return substituteBang(c, false) }

func stringGsub(c *Call) Value {
	if len(c.Args) == 1 && c.Block == nil {
		return c.Enumerator()
	}
	s, _ := substitute(c, true)
	return s
}

func stringGsubBang(c *Call) Value {
	if len(c.Args) == 1 && c.Block == nil {
		return c.Enumerator()
	}
	return substituteBang(c, true)
}

func substituteBang(c *Call, all bool) Value {
	s := mutable(c)
	v, found := substitute(c, all)
	if !found {
		return Nil
	}
	return setString(c, s, v.(*String).s)
}

// substitute is sub and gsub; found reports whether anything matched.
func substitute(c *Call, all bool) (v Value, found bool) {
	if n := len(c.Args); n == 0 || n > 2 || n == 1 && c.Block == nil {
		want := "2"
		if c.Block != nil {
			want = "1..2"
		}
		panic(c.Exception("ArgumentError", "wrong number of arguments (given %d, expected %s)", n, want))
	}
	p := toPattern(c, c.Arg(0))
	replace := replacement(c)
	var b strings.Builder
	s, done := selfString(c).s, 0
	for m := range p.eachMatch(c, s) {
		b.WriteString(s[done:m.Spans[0]])
		text := replace(m)
		c.t.copied(len(text))
		b.WriteString(text)
		done = m.Spans[1]
		if found = true; !all {
			break
		}
		c.TextSize(b.Len())
	}
	b.WriteString(s[done:])
	return newString(c, b.String()), found
}

// replacement gives the text that stands for a match: from a string with
// backreferences, a hash, or the block.
func replacement(c *Call) func(*MatchData) string {
	if len(c.Args) == 1 {
		return func(m *MatchData) string {
			c.t.grow(sizeString)
			v := c.Yield(m.group(0))
			c.t.setMatch(m)
			return c.ToS(v)
		}
	}
	if h, ok := c.Args[1].(*Hash); ok {
		return func(m *MatchData) string { return c.ToS(c.Send(h, "[]", m.group(0))) }
	}
	text := c.Text(1)
	if !strings.Contains(text, `\`) {
		return func(*MatchData) string { return text }
	}
	return func(m *MatchData) string { return expandBackrefs(c, text, m) }
}

// expandBackrefs writes a replacement with \1, \k<name>, \0, \&, \` and \'.
func expandBackrefs(c *Call, text string, m *MatchData) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch x := text[i]; {
		case x >= '1' && x <= '9' && len(m.Names) > 0:
			// Ruby drops \1 when the groups have names.
		case x >= '0' && x <= '9':
			b.WriteString(m.text(int(x - '0')))
		case x == '&':
			b.WriteString(m.text(0))
		case x == '`':
			b.WriteString(m.Text[:m.Spans[0]])
		case x == '\'':
			b.WriteString(m.Text[m.Spans[1]:])
		case x == '\\':
			b.WriteByte(x)
		case x == 'k' && strings.HasPrefix(text[i+1:], "<") && strings.Contains(text[i+1:], ">"):
			name := text[i+2 : i+1+strings.IndexByte(text[i+1:], '>')]
			n := m.backref(c, name)
			b.WriteString(m.text(n))
			i += len(name) + 2
		default:
			b.WriteByte('\\')
			b.WriteByte(x)
		}
		c.TextSize(b.Len())
	}
	return b.String()
}

func stringScan(c *Call) Value {
	p := toPattern(c, c.Arg(0))
	found := c.t.newArray()
	for m := range p.eachMatch(c, selfString(c).s) {
		v := m.group(0)
		if len(m.Spans) > 2 {
			v = c.t.newArray(m.captures()...)
		}
		c.t.grow(sizeString * len(m.Spans) / 2)
		if c.Block != nil {
			c.Yield(v)
		} else {
			c.Push(found, v)
		}
	}
	if c.Block != nil {
		return c.Self
	}
	return found
}

// splitParts makes the array of partition and rpartition.
func splitParts(c *Call, s string, lo, hi int) Value {
	t := c.t
	return t.newArray(t.substring(s[:lo]), t.substring(s[lo:hi]), t.substring(s[hi:]))
}

// lastPattern is toPattern with the error of rpartition.
func lastPattern(c *Call) *pattern {
	v := c.Arg(0)
	if _, ok := v.(*Regexp); !ok {
		if _, ok := stringOf(v); !ok {
			panic(c.Exception("TypeError", "type mismatch: %s given", c.t.in.plainClassOf(v).name))
		}
	}
	return toPattern(c, v)
}

func stringPartition(c *Call) Value {
	s := selfString(c).s
	p := toPattern(c, c.Arg(0))
	m := p.find(c, s)
	if !p.literal {
		c.t.setMatch(m)
	}
	if m == nil {
		return splitParts(c, s, len(s), len(s))
	}
	return splitParts(c, s, m.Spans[0], m.Spans[1])
}

func stringRpartition(c *Call) Value {
	s := selfString(c).s
	p := lastPattern(c)
	if p.literal {
		c.t.counted(len(s))
		if lo := strings.LastIndex(s, p.text); lo >= 0 {
			return splitParts(c, s, lo, lo+len(p.text))
		}
		return splitParts(c, s, 0, 0)
	}
	m := c.matchLast(p.re, s, len(s))
	if m == nil {
		return splitParts(c, s, 0, 0)
	}
	return splitParts(c, s, m.Spans[0], m.Spans[1])
}
