package core

import (
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
)

func init() { dsl.Register(dsl.Type{Name: "MatchData", Literal: true, Methods: matchDataMethods}) }

var matchDataMethods = dsl.JoinMethods(derived("MatchData"), dsl.Methods{
	"[]":         dsl.FnOpt(1, 2, matchIndexGroup),
	"to_a":       dsl.Fn(0, func(c *dsl.Call) dsl.Value { return allGroups(selfMatch(c), c.Thread) }),
	"byteoffset": dsl.Fn(1, matchByteOffset),
	"string":     dsl.Fn(0, matchString),
	"regexp":     dsl.Fn(0, func(c *dsl.Call) dsl.Value { return selfMatch(c).Regexp }),
	"inspect":    dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, inspectMatch(selfMatch(c))) }),
})

func selfMatch(c *dsl.Call) *dsl.MatchData { return c.Self.(*dsl.MatchData) }

// groupText gives what group n matched, "" when it took no part.
func groupText(m *dsl.MatchData, n int) string {
	if s, ok := m.Group(n).(*dsl.String); ok {
		return s.String()
	}
	return ""
}

// captureList gives the groups without the whole match.
func captureList(m *dsl.MatchData) []dsl.Value {
	list := make([]dsl.Value, 0, m.Size()-1)
	for n := 1; n < m.Size(); n++ {
		list = append(list, m.Group(n))
	}
	return list
}

// maxGroup is beyond every group number, and small enough to double.
const maxGroup = 1 << 30

// number resolves what names a group: a number, negative from the end, or a
// name. The result can be outside of the groups.
func groupNumber(m *dsl.MatchData, c *dsl.Call, v dsl.Value) int {
	name := ""
	switch v := v.(type) {
	case dsl.Symbol:
		name = string(v)
	case *dsl.String:
		name = v.String()
	default:
		n := c.IntOf(v)
		if n < 0 {
			if n += m.Size(); n <= 0 {
				n = -1
			}
		}
		return min(n, maxGroup)
	}
	c.ChargeReads(len(m.Names))
	n := m.Named(name)
	if n < 0 {
		panic(c.Exception("IndexError", "undefined group name reference: %s", name))
	}
	return n
}

// backref resolves \k<name>, where name can be a number.
func backrefGroup(m *dsl.MatchData, c *dsl.Call, name string) int {
	if n := m.Named(name); n >= 0 {
		return n
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		return int(name[0] - '0')
	}
	panic(c.Exception("IndexError", "undefined group name reference: %s", name))
}

func allGroups(m *dsl.MatchData, t *dsl.Thread) *dsl.Array {
	t.ChargeMemory(limits.SizeString * m.Size())
	return t.NewArray(append([]dsl.Value{m.Group(0)}, captureList(m)...)...)
}

func matchIndexGroup(c *dsl.Call) dsl.Value {
	m := selfMatch(c)
	if len(c.Args) == 2 {
		return c.Send(allGroups(m, c.Thread), "[]", c.Args...)
	}
	if r, ok := c.Args[0].(*dsl.Range); ok {
		return c.Send(allGroups(m, c.Thread), "[]", r)
	}
	n := groupNumber(m, c, c.Args[0])
	if n < 0 {
		return dsl.Nil
	}
	c.ChargeMemory(limits.SizeString)
	return m.Group(n)
}

func matchString(c *dsl.Call) dsl.Value {
	own := c.Substring(selfMatch(c).Text)
	dsl.Freeze(own)
	return own
}

// groupSpan gives the byte offsets of the group an argument names; ok is false when
// the group took no part.
func groupSpan(m *dsl.MatchData, c *dsl.Call) (lo, hi int, ok bool) {
	n := 0
	switch c.Arg(0).(type) {
	case dsl.Symbol, *dsl.String:
		n = groupNumber(m, c, c.Arg(0))
	default:
		if n = c.Int(0); n < 0 || n >= m.Size() {
			panic(c.Exception("IndexError", "index %d out of matches", n))
		}
	}
	lo, hi = m.Spans[2*n], m.Spans[2*n+1]
	return lo, hi, lo >= 0
}

func matchByteOffset(c *dsl.Call) dsl.Value {
	lo, hi, ok := groupSpan(selfMatch(c), c)
	if !ok {
		return c.NewArray(dsl.Nil, dsl.Nil)
	}
	return c.NewArray(dsl.Int(lo), dsl.Int(hi))
}

// inspectMatch is `#<MatchData "ab" 1:"b">`.
func inspectMatch(m *dsl.MatchData) string {
	var b strings.Builder
	b.WriteString("#<MatchData ")
	for n := range m.Size() {
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
			b.WriteString(rubytext.Quote(groupText(m, n)))
		}
	}
	b.WriteByte('>')
	return b.String()
}
