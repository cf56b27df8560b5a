package dsl

import (
	"strings"

	"signalbox/dsl/internal/rubytext"
)

func init() { Register(Type{Name: "MatchData", Literal: true, Methods: matchDataMethods}) }

var matchDataMethods = with(derived("MatchData"), methodTable{
	"[]":         fnOpt(1, 2, matchIndexGroup),
	"to_a":       fn(0, matchToA),
	"byteoffset": fn(1, matchByteOffset),
	"string":     fn(0, matchString),
	"regexp":     fn(0, matchRegexp),
	"inspect":    fn(0, matchInspect),
})

func selfMatch(c *Call) *MatchData {
	if m, ok := c.Self.(*MatchData); ok {
		return m
	}
	return &MatchData{Regexp: &Regexp{}, Spans: []int{0, 0}}
}

// text gives what group n matched, "" when it took no part.
func (m *MatchData) text(n int) string {
	if s, ok := m.group(n).(*String); ok {
		return s.s
	}
	return ""
}

// captures gives the groups without the whole match.
func (m *MatchData) captures() []Value {
	list := make([]Value, 0, m.size()-1)
	for n := 1; n < m.size(); n++ {
		list = append(list, m.group(n))
	}
	return list
}

// maxGroup is beyond every group number, and small enough to double.
const maxGroup = 1 << 30

// number resolves what names a group: a number, negative from the end, or a
// name. The result can be outside of the groups.
func (m *MatchData) number(c *Call, v Value) int {
	name := ""
	switch v := v.(type) {
	case Symbol:
		name = string(v)
	case *String:
		name = v.s
	default:
		n := toInt(c, v)
		if n < 0 {
			if n += m.size(); n <= 0 {
				n = -1
			}
		}
		return min(n, maxGroup)
	}
	c.t.looked(len(m.Names))
	n := m.named(name)
	if n < 0 {
		panic(c.exception("IndexError", "undefined group name reference: %s", name))
	}
	return n
}

// backref resolves \k<name>, where name can be a number.
func (m *MatchData) backref(c *Call, name string) int {
	if n := m.named(name); n >= 0 {
		return n
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		return int(name[0] - '0')
	}
	panic(c.exception("IndexError", "undefined group name reference: %s", name))
}

func (m *MatchData) all(t *Thread) *Array {
	t.grow(sizeString * m.size())
	return t.newArray(append([]Value{m.group(0)}, m.captures()...)...)
}

func matchIndexGroup(c *Call) Value {
	m := selfMatch(c)
	if len(c.Args) == 2 {
		return c.Send(m.all(c.t), "[]", c.Args...)
	}
	if r, ok := c.Args[0].(*Range); ok {
		return c.Send(m.all(c.t), "[]", r)
	}
	n := m.number(c, c.Args[0])
	if n < 0 {
		return Nil
	}
	c.t.grow(sizeString)
	return m.group(n)
}

func matchToA(c *Call) Value    { return selfMatch(c).all(c.t) }
func matchRegexp(c *Call) Value { return selfMatch(c).Regexp }
func matchString(c *Call) Value {
	own := c.t.substring(selfMatch(c).Text)
	own.frozen = true
	return own
}

// span gives the byte offsets of the group an argument names; ok is false when
// the group took no part.
func (m *MatchData) span(c *Call) (lo, hi int, ok bool) {
	n := 0
	switch c.arg(0).(type) {
	case Symbol, *String:
		n = m.number(c, c.arg(0))
	default:
		if n = c.int(0); n < 0 || n >= m.size() {
			panic(c.exception("IndexError", "index %d out of matches", n))
		}
	}
	lo, hi = m.Spans[2*n], m.Spans[2*n+1]
	return lo, hi, lo >= 0
}

func matchByteOffset(c *Call) Value {
	lo, hi, ok := selfMatch(c).span(c)
	if !ok {
		return c.t.newArray(Nil, Nil)
	}
	return c.t.newArray(Int(lo), Int(hi))
}

// inspectMatch is `#<MatchData "ab" 1:"b">`.
func inspectMatch(m *MatchData) string {
	var b strings.Builder
	b.WriteString("#<MatchData ")
	for n := range m.size() {
		if n > 0 {
			b.WriteByte(' ')
			if n < len(m.Names) && m.Names[n] != "" {
				b.WriteString(m.Names[n])
			} else {
				b.WriteString(formatInt(int64(n), 10))
			}
			b.WriteByte(':')
		}
		if m.Spans[2*n] < 0 {
			b.WriteString("nil")
		} else {
			b.WriteString(rubytext.Quote(m.text(n)))
		}
	}
	b.WriteByte('>')
	return b.String()
}

func matchInspect(c *Call) Value { return newString(c, inspectMatch(selfMatch(c))) }
