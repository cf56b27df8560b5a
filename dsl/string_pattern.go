package dsl

import (
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

func toPattern(c *Call, v Value) (*pattern, error) {
	if r, ok := v.(*Regexp); ok {
		return &pattern{re: r}, nil
	}
	s, err := patternText(c, v)
	if err != nil {
		return nil, err
	}
	c.t.scanned(len(s))
	return &pattern{re: &Regexp{Source: escapeRegexp(s)}, literal: true, text: s}, nil
}

func patternText(c *Call, v Value) (string, error) {
	if s, ok := stringOf(v); ok {
		return s.s, nil
	}
	return "", c.Errorf("TypeError", "wrong argument type %s (expected Regexp)", c.t.describe(v))
}

// find gives the first match, nil without one.
func (p *pattern) find(c *Call, s string) (*MatchData, error) {
	if !p.literal {
		return c.t.findMatch(p.re, s, 0)
	}
	return p.findText(c, s, 0)
}

// findText gives the next match of a string from byte offset from.
func (p *pattern) findText(c *Call, s string, from int) (*MatchData, error) {
	i := strings.Index(s[from:], p.text)
	if i < 0 {
		c.t.counted(len(s) - from)
		return nil, c.Step()
	}
	c.t.counted(i)
	return &MatchData{Regexp: p.re, Text: s, Spans: []int{from + i, from + i + len(p.text)}}, c.Step()
}

// finder gives what finds one match after the other in s.
func (p *pattern) finder(c *Call, s string) (func(from int) (*MatchData, error), error) {
	if p.literal {
		return func(from int) (*MatchData, error) { return p.findText(c, s, from) }, nil
	}
	in, err := c.t.matching(p.re, s)
	if err != nil {
		return nil, err
	}
	return in.next, nil
}

// eachMatch calls f for every match, one after the other, and leaves the last
// one in $~.
func (p *pattern) eachMatch(c *Call, s string, f func(*MatchData) error) error {
	find, err := p.finder(c, s)
	if err != nil {
		return err
	}
	var last *MatchData
	for from := 0; from <= len(s); {
		m, err := find(from)
		if err != nil {
			return err
		}
		if m == nil {
			break
		}
		last = m
		c.t.setMatch(m)
		if err := f(m); err != nil {
			return err
		}
		from = m.next()
	}
	c.t.setMatch(last)
	return nil
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
	switch v := c.arg(0).(type) {
	case *Regexp:
		return check(matchIndex(c, v, selfString(c).s))
	case *String:
		panic(c.exception("TypeError", "type mismatch: String given"))
	case nilValue:
		return Nil
	default:
		return check(c.Send(v, "=~", c.Self))
	}
}

// asRegexp gives the argument of match: a string is the source of a regexp.
func asRegexp(c *Call, v Value) *Regexp {
	if r, ok := v.(*Regexp); ok {
		return r
	}
	s := check(patternText(c, v))
	made := check(c.t.newRegexp(s, 0))
	r, _ := made.(*Regexp)
	return r
}

func stringMatch(c *Call) Value {
	r := asRegexp(c, c.arg(0))
	return matchFrom(c, r, selfString(c).s)
}

func stringIsMatch(c *Call) Value {
	r := asRegexp(c, c.arg(0))
	return check(isMatchFrom(c, r, selfString(c).s))
}

func stringSub(c *Call) Value {
	s, _ := check2(substitute(c, false))
	return s
}

func stringSubBang(c *Call) Value { return substituteBang(c, false) }

func stringGsub(c *Call) Value {
	if len(c.Args) == 1 && c.Block == nil {
		return check(c.enumerator())
	}
	s, _ := check2(substitute(c, true))
	return s
}

func stringGsubBang(c *Call) Value {
	if len(c.Args) == 1 && c.Block == nil {
		return check(c.enumerator())
	}
	return substituteBang(c, true)
}

func substituteBang(c *Call, all bool) Value {
	s := check(mutable(c))
	v, found := check2(substitute(c, all))
	if !found {
		return Nil
	}
	return check(setString(c, s, v.(*String).s))
}

// substitute is sub and gsub; found tells whether anything matched.
func substitute(c *Call, all bool) (v Value, found bool, err error) {
	if n := len(c.Args); n == 0 || n > 2 || n == 1 && c.Block == nil {
		want := "2"
		if c.Block != nil {
			want = "1..2"
		}
		return nil, false, c.Errorf("ArgumentError", "wrong number of arguments (given %d, expected %s)", n, want)
	}
	p, err := toPattern(c, c.arg(0))
	if err != nil {
		return nil, false, err
	}
	replace, err := replacement(c)
	if err != nil {
		return nil, false, err
	}
	var b strings.Builder
	s, done := selfString(c).s, 0
	err = p.eachMatch(c, s, func(m *MatchData) error {
		b.WriteString(s[done:m.Spans[0]])
		text, err := replace(m)
		if err != nil {
			return err
		}
		c.t.copied(len(text))
		b.WriteString(text)
		done = m.Spans[1]
		if found = true; !all {
			return errStop
		}
		return c.t.stringSize(b.Len())
	})
	if err != nil && err != errStop {
		return nil, false, err
	}
	b.WriteString(s[done:])
	v, err = newString(c, b.String())
	return v, found, err
}

// replacement gives the text that stands for a match: from a string with
// backreferences, a hash, or the block.
func replacement(c *Call) (func(*MatchData) (string, error), error) {
	if len(c.Args) == 1 {
		return func(m *MatchData) (string, error) {
			c.t.grow(sizeString)
			v, err := c.Yield(m.group(0))
			if err != nil {
				return "", err
			}
			c.t.setMatch(m)
			return c.ToS(v)
		}, nil
	}
	if h, ok := c.Args[1].(*Hash); ok {
		return func(m *MatchData) (string, error) {
			v, err := c.Send(h, "[]", m.group(0))
			if err != nil {
				return "", err
			}
			return c.ToS(v)
		}, nil
	}
	text, err := toStr(c, c.Args[1])
	if err != nil {
		return nil, err
	}
	if !strings.Contains(text, `\`) {
		return func(*MatchData) (string, error) { return text, nil }, nil
	}
	return func(m *MatchData) (string, error) { return expandBackrefs(c, text, m) }, nil
}

// expandBackrefs writes a replacement with \1, \k<name>, \0, \&, \` and \'.
func expandBackrefs(c *Call, text string, m *MatchData) (string, error) {
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
			n, err := m.backref(c, name)
			if err != nil {
				return "", err
			}
			b.WriteString(m.text(n))
			i += len(name) + 2
		default:
			b.WriteByte('\\')
			b.WriteByte(x)
		}
		if err := c.t.stringSize(b.Len()); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func stringScan(c *Call) Value {
	p := check(toPattern(c, c.arg(0)))
	found := c.t.newArray()
	must(p.eachMatch(c, selfString(c).s, func(m *MatchData) error {
		v := m.group(0)
		if len(m.Spans) > 2 {
			v = c.t.newArray(m.captures()...)
		}
		c.t.grow(sizeString * len(m.Spans) / 2)
		if c.Block != nil {
			_, err := c.Yield(v)
			return err
		}
		return c.t.push(found, v)
	}))
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
	v := c.arg(0)
	if _, ok := v.(*Regexp); !ok {
		if _, ok := stringOf(v); !ok {
			panic(c.exception("TypeError", "type mismatch: %s given", c.t.in.plainClassOf(v).name))
		}
	}
	return check(toPattern(c, v))
}

func stringPartition(c *Call) Value {
	s := selfString(c).s
	p := check(toPattern(c, c.arg(0)))
	m := check(p.find(c, s))
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
	m := check(c.t.matchLast(p.re, s, len(s)))
	if m == nil {
		return splitParts(c, s, 0, 0)
	}
	return splitParts(c, s, m.Spans[0], m.Spans[1])
}
