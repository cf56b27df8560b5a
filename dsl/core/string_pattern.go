package core

import (
	"iter"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

var stringPatternMethods = dsl.Methods{
	"=~":         dsl.Fn(1, stringMatchOp),
	"match":      dsl.FnOpt(1, 2, stringMatch),
	"match?":     dsl.FnOpt(1, 2, stringIsMatch),
	"sub":        dsl.FnAny(stringSub),
	"sub!":       dsl.FnAny(func(c *dsl.Call) dsl.Value { return substituteBang(c, false) }).With(trait.ChangesReceiver),
	"gsub":       dsl.FnOpt(1, 2, stringGsub),
	"gsub!":      dsl.FnOpt(1, 2, stringGsubBang).With(trait.ChangesReceiver),
	"scan":       dsl.Fn(1, stringScan),
	"partition":  dsl.Fn(1, stringPartition),
	"rpartition": dsl.Fn(1, stringRpartition),
}

// A pattern is what sub, scan and their kin look for: a regexp, or a string
// that stands for itself.
type pattern struct {
	re      *dsl.Regexp
	literal bool
	text    string
}

func toPattern(c *dsl.Call, v dsl.Value) *pattern {
	if r, ok := v.(*dsl.Regexp); ok {
		return &pattern{re: r}
	}
	s := patternText(c, v)
	c.ChargeScan(len(s))
	return &pattern{re: dsl.NewRegexp(escapeRegexp(s), 0), literal: true, text: s}
}

func patternText(c *dsl.Call, v dsl.Value) string {
	if s, ok := convertedText(c, v); ok {
		return s.String()
	}
	panic(c.Exception("TypeError", "wrong argument type %s (expected Regexp)", c.Describe(v)))
}

// convertedText returns a string, or what an object's to_str makes of it.
func convertedText(c *dsl.Call, v dsl.Value) (*dsl.String, bool) {
	return dsl.StringOf(converting(c, v, "String", "to_str"))
}

// find gives the first match, nil without one.
func (p *pattern) find(c *dsl.Call, s string) *dsl.MatchData {
	if !p.literal {
		return dsl.Must(findMatch(c.Thread, p.re, s, 0))
	}
	return p.findText(c, s, 0)
}

// findText gives the next match of a string from byte offset from.
func (p *pattern) findText(c *dsl.Call, s string, from int) *dsl.MatchData {
	i := strings.Index(s[from:], p.text)
	if i < 0 {
		c.ChargeSearch(len(s) - from)
		c.Step()
		return nil
	}
	c.ChargeSearch(i)
	c.Step()
	return &dsl.MatchData{Regexp: p.re, Text: s, Spans: []int{from + i, from + i + len(p.text)}}
}

// eachMatch returns the matches, one after the other, and leaves the last one in $~.
func (p *pattern) eachMatch(c *dsl.Call, s string) iter.Seq[*dsl.MatchData] {
	find := func(from int) *dsl.MatchData { return p.findText(c, s, from) }
	if !p.literal {
		in := dsl.Must(newMatching(c.Thread, p.re, s))
		find = func(from int) *dsl.MatchData { return dsl.Must(in.next(from)) }
	}
	return func(yield func(*dsl.MatchData) bool) {
		var last *dsl.MatchData
		for from := 0; from <= len(s); {
			m := find(from)
			if m == nil {
				break
			}
			last = m
			c.SetMatch(m)
			if !yield(m) {
				return
			}
			from = nextStart(m)
		}
		c.SetMatch(last)
	}
}

// nextStart is where the search for the match after m begins.
func nextStart(m *dsl.MatchData) int {
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

func stringMatchOp(c *dsl.Call) dsl.Value {
	switch v := c.Arg(0).(type) {
	case *dsl.Regexp:
		return matchIndex(c, v, selfString(c).String())
	case *dsl.String:
		panic(c.Exception("TypeError", "type mismatch: String given"))
	case dsl.NilValue:
		return dsl.Nil
	default:
		return c.Send(v, "=~", c.Self)
	}
}

// asRegexp gives the argument of match: a string is the source of a regexp.
func asRegexp(c *dsl.Call, v dsl.Value) *dsl.Regexp {
	if r, ok := v.(*dsl.Regexp); ok {
		return r
	}
	s := patternText(c, v)
	made := dsl.Must(c.NewRegexp(s, 0))
	r, _ := made.(*dsl.Regexp)
	return r
}

func stringMatch(c *dsl.Call) dsl.Value {
	r := asRegexp(c, c.Arg(0))
	return matchFrom(c, r, selfString(c).String())
}

func stringIsMatch(c *dsl.Call) dsl.Value {
	r := asRegexp(c, c.Arg(0))
	return isMatchFrom(c, r, selfString(c).String())
}

func stringSub(c *dsl.Call) dsl.Value {
	s, _ := substitute(c, false)
	return s
}

func stringGsub(c *dsl.Call) dsl.Value {
	if len(c.Args) == 1 && c.Block == nil {
		return c.Enumerator()
	}
	s, _ := substitute(c, true)
	return s
}

func stringGsubBang(c *dsl.Call) dsl.Value {
	if len(c.Args) == 1 && c.Block == nil {
		return c.Enumerator()
	}
	return substituteBang(c, true)
}

func substituteBang(c *dsl.Call, all bool) dsl.Value {
	s := mutable(c)
	v, found := substitute(c, all)
	if !found {
		return dsl.Nil
	}
	return setString(c, s, v.(*dsl.String).String())
}

// substitute is sub and gsub; found reports whether anything matched.
func substitute(c *dsl.Call, all bool) (v dsl.Value, found bool) {
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
	s, done := selfString(c).String(), 0
	for m := range p.eachMatch(c, s) {
		b.WriteString(s[done:m.Spans[0]])
		text := replace(m)
		c.ChargeCopy(len(text))
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
func replacement(c *dsl.Call) func(*dsl.MatchData) string {
	if len(c.Args) == 1 {
		return func(m *dsl.MatchData) string {
			c.ChargeMemory(limits.SizeString)
			v := c.Yield(m.Group(0))
			c.SetMatch(m)
			return c.ToS(v)
		}
	}
	if h, ok := c.Args[1].(*dsl.Hash); ok {
		return func(m *dsl.MatchData) string { return c.ToS(c.Send(h, "[]", m.Group(0))) }
	}
	text := c.Text(1)
	if !strings.Contains(text, `\`) {
		return func(*dsl.MatchData) string { return text }
	}
	return func(m *dsl.MatchData) string { return expandBackrefs(c, text, m) }
}

// expandBackrefs writes a replacement with \1, \k<name>, \0, \&, \` and \'.
func expandBackrefs(c *dsl.Call, text string, m *dsl.MatchData) string {
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
			b.WriteString(groupText(m, int(x-'0')))
		case x == '&':
			b.WriteString(groupText(m, 0))
		case x == '`':
			b.WriteString(m.Text[:m.Spans[0]])
		case x == '\'':
			b.WriteString(m.Text[m.Spans[1]:])
		case x == '\\':
			b.WriteByte(x)
		case x == 'k' && strings.HasPrefix(text[i+1:], "<") && strings.Contains(text[i+1:], ">"):
			name := text[i+2 : i+1+strings.IndexByte(text[i+1:], '>')]
			n := backrefGroup(m, c, name)
			b.WriteString(groupText(m, n))
			i += len(name) + 2
		default:
			b.WriteByte('\\')
			b.WriteByte(x)
		}
		c.TextSize(b.Len())
	}
	return b.String()
}

func stringScan(c *dsl.Call) dsl.Value {
	p := toPattern(c, c.Arg(0))
	found := c.NewArray()
	for m := range p.eachMatch(c, selfString(c).String()) {
		v := m.Group(0)
		if len(m.Spans) > 2 {
			v = c.NewArray(captureList(m)...)
		}
		c.ChargeMemory(limits.SizeString * len(m.Spans) / 2)
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
func splitParts(c *dsl.Call, s string, lo, hi int) dsl.Value {
	t := c.Thread
	return t.NewArray(t.Substring(s[:lo]), t.Substring(s[lo:hi]), t.Substring(s[hi:]))
}

// lastPattern is toPattern with the error of rpartition.
func lastPattern(c *dsl.Call) *pattern {
	v := c.Arg(0)
	if _, ok := v.(*dsl.Regexp); ok {
		return toPattern(c, v)
	}
	s, ok := convertedText(c, v)
	if !ok {
		panic(c.Exception("TypeError", "type mismatch: %s given", c.Interp().PlainClassOf(v).Name()))
	}
	return toPattern(c, s)
}

func stringPartition(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	p := toPattern(c, c.Arg(0))
	m := p.find(c, s)
	if !p.literal {
		c.SetMatch(m)
	}
	if m == nil {
		return splitParts(c, s, len(s), len(s))
	}
	return splitParts(c, s, m.Spans[0], m.Spans[1])
}

func stringRpartition(c *dsl.Call) dsl.Value {
	s := selfString(c).String()
	p := lastPattern(c)
	if p.literal {
		c.ChargeSearch(len(s))
		if lo := strings.LastIndex(s, p.text); lo >= 0 {
			return splitParts(c, s, lo, lo+len(p.text))
		}
		return splitParts(c, s, 0, 0)
	}
	m := matchLast(c, p.re, s, len(s))
	if m == nil {
		return splitParts(c, s, 0, 0)
	}
	return splitParts(c, s, m.Spans[0], m.Spans[1])
}
