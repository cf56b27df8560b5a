package dsl

import (
	"slices"
	"strings"

	"signalbox/dsl/internal/rubytext"
	"signalbox/internal/regex"
)

func escapeRegexp(s string) string { return regex.Escape(s) }

// findMatch looks for r in s from byte offset from; nil without a match.
func (p *paths) findMatch(r *Regexp, s string, from int) (*MatchData, error) {
	return p.charged(r, s, func(b *regex.Budget) ([]int, error) { return r.MatchWithin(s, from, b) })
}

// charged makes a match within the steps that p has left.
func (p *paths) charged(r *Regexp, s string, find func(*regex.Budget) ([]int, error)) (*MatchData, error) {
	var spans []int
	err := p.within(func(b *regex.Budget) (err error) {
		spans, err = find(b)
		return err
	})
	if spans == nil || err != nil {
		return nil, err
	}
	return &MatchData{Regexp: r, Text: s, Spans: spans, Names: r.Names()}, nil
}

// A matching looks for several matches of a regexp in one text.
type matching struct {
	t      *Thread
	regexp *Regexp
	text   string
	search *regex.Search
}

// matching begins to look for r in s.
func (t *Thread) matching(r *Regexp, s string) (*matching, error) {
	re, err := r.compiled()
	if err != nil {
		return nil, t.regexpError(err)
	}
	search, err := re.Search(s)
	return &matching{t, r, s, search}, t.regexpError(err)
}

// next gives the first match from byte offset from, nil without one.
func (m *matching) next(from int) (*MatchData, error) {
	return m.t.charged(m.regexp, m.text, func(b *regex.Budget) ([]int, error) { return m.search.Next(from, b) })
}

// matchAt is findMatch that leaves the match, or nil, in $~.
func (c *Call) matchAt(r *Regexp, s string, from int) *MatchData {
	m := Check(c.t.findMatch(r, s, from))
	c.t.setMatch(m)
	return m
}

// matchLast finds the match that begins last, at byte offset limit or before.
func (c *Call) matchLast(r *Regexp, s string, limit int) *MatchData {
	in := Check(c.t.matching(r, s))
	last := Check(c.t.charged(r, s, func(b *regex.Budget) ([]int, error) { return in.search.Last(limit, b) }))
	c.t.setMatch(last)
	return last
}

// matchPrefix tells whether s begins with a match of r, and sets $~.
func matchPrefix(c *Call, r *Regexp, s string) bool {
	in := Check(c.t.matching(r, s))
	m := Check(c.t.charged(r, s, func(b *regex.Budget) ([]int, error) { return in.search.At(0, b) }))
	c.t.setMatch(m)
	return m != nil
}

// matchIndex is `r =~ s`: the character the match begins at, or nil.
func matchIndex(c *Call, r *Regexp, s string) Value {
	m := c.matchAt(r, s, 0)
	if m == nil {
		return Nil
	}
	return Int(charCount(s[:m.Spans[0]]))
}

// matchStart reads the position argument of match and match?, as a byte offset;
// -1 outside of s.
func matchStart(c *Call, s string) int {
	pos := c.IntOr(1, 0)
	if len(c.Args) < 2 {
		return 0
	}
	c.t.counted(len(s))
	n := charCount(s)
	if pos < 0 {
		pos += n
	}
	if pos < 0 || pos > n {
		return -1
	}
	return rubytext.Offset(s, pos)
}

// matchFrom is Regexp#match and String#match.
func matchFrom(c *Call, r *Regexp, s string) Value {
	from := matchStart(c, s)
	var m *MatchData
	if from >= 0 {
		m = c.matchAt(r, s, from)
	}
	if m == nil {
		c.t.setMatch(nil)
		return Nil
	}
	if c.Block != nil {
		return c.Yield(m)
	}
	return m
}

// isMatchFrom is match?, which leaves $~ alone.
func isMatchFrom(c *Call, r *Regexp, s string) Value {
	from := matchStart(c, s)
	if from < 0 {
		return False
	}
	m := Check(c.t.findMatch(r, s, from))
	return Bool(m != nil)
}

func init() { Register(Type{Name: "Regexp", Methods: regexpMethods, Functions: regexpClassMethods}) }

var regexpMethods = methodTable{
	"match":          fnOpt(1, 2, regexpMatch),
	"match?":         fnOpt(1, 2, regexpIsMatch),
	"=~":             fn(1, regexpMatchOp),
	"===":            fn(1, regexpCaseEqual),
	"==":             fn(1, regexpEqual),
	"eql?":           fn(1, regexpEqual),
	"source":         fn(0, regexpSource),
	"to_s":           fn(0, regexpToS),
	"inspect":        fn(0, regexpInspect),
	"options":        fn(0, regexpOptions),
	"names":          fn(0, regexpNames),
	"named_captures": fn(0, regexpNamedCaptures),
	"casefold?":      fn(0, regexpIsCasefold),
	"multiline?":     fn(0, regexpIsMultiline),
	"frozen?":        fn(0, func(*Call) Value { return True }).is(opaque),
	"freeze":         fn(0, stringItself).is(opaque),
	"timeout":        fn(0, func(*Call) Value { return Nil }),
}

var regexpClassMethods = methodTable{
	"new":         fnKw(1, 2, regexpNew).is(converts),
	"compile":     fnKw(1, 2, regexpNew).is(converts),
	"escape":      fn(1, regexpEscape).is(converts),
	"quote":       fn(1, regexpEscape).is(converts),
	"union":       fnAny(regexpUnion).is(converts),
	"last_match":  fnOpt(0, 1, regexpLastMatch),
	"try_convert": fn(1, regexpTryConvert),
}

// selfRegexp gives the receiver of a Regexp method.
func selfRegexp(c *Call) *Regexp {
	if r, ok := c.Self.(*Regexp); ok {
		return r
	}
	return &Regexp{Source: `(?!)`}
}

// subject gives what a regexp is matched with: a string or a symbol. ok is
// false for nil.
func subject(c *Call, v Value) (s string, ok bool) {
	switch v := v.(type) {
	case Symbol:
		return string(v), true
	case nilValue:
		return "", false
	}
	return c.TextOf(v), true
}

func regexpMatch(c *Call) Value {
	s, ok := subject(c, c.Arg(0))
	if !ok {
		c.t.setMatch(nil)
		return Nil
	}
	return matchFrom(c, selfRegexp(c), s)
}

func regexpIsMatch(c *Call) Value {
	s, ok := subject(c, c.Arg(0))
	if !ok {
		return False
	}
	return isMatchFrom(c, selfRegexp(c), s)
}

func regexpMatchOp(c *Call) Value {
	s, ok := subject(c, c.Arg(0))
	if !ok {
		c.t.setMatch(nil)
		return Nil
	}
	return matchIndex(c, selfRegexp(c), s)
}

func regexpCaseEqual(c *Call) Value {
	var s string
	if y, ok := c.Arg(0).(Symbol); ok {
		s = string(y)
	} else if text, ok := stringOf(c.Arg(0)); ok {
		s = text.s
	} else {
		c.t.setMatch(nil)
		return False
	}
	m := c.matchAt(selfRegexp(c), s, 0)
	return Bool(m != nil)
}

func regexpEqual(c *Call) Value {
	r, other := selfRegexp(c), c.Arg(0)
	o, ok := other.(*Regexp)
	return Bool(ok && r.Source == o.Source && r.Options == o.Options)
}

func regexpSource(c *Call) Value  { return newString(c, selfRegexp(c).Source) }
func regexpToS(c *Call) Value     { return newString(c, selfRegexp(c).ToS()) }
func regexpInspect(c *Call) Value { return newString(c, selfRegexp(c).Inspect()) }
func regexpOptions(c *Call) Value { return Int(selfRegexp(c).Options) }

func regexpIsCasefold(c *Call) Value {
	return Bool(selfRegexp(c).Options&IgnoreCase != 0)
}

// regexpIsMultiline is ActiveSupport's Regexp#multiline?.
func regexpIsMultiline(c *Call) Value {
	return Bool(selfRegexp(c).Options&MultiLine != 0)
}

func regexpNames(c *Call) Value {
	Must(c.t.regexpError(selfRegexp(c).Check()))
	return nameArray(c, selfRegexp(c).Names())
}

// nameArray gives the names of groups, each once.
func nameArray(c *Call, names []string) Value {
	a := c.t.newArray()
	for i, name := range names {
		if name != "" && !slices.Contains(names[:i], name) {
			c.t.grow(sizeElement)
			a.Elems = append(a.Elems, c.t.substring(name))
		}
	}
	return a
}

func regexpNamedCaptures(c *Call) Value {
	groups := c.t.newHash(0)
	for i, name := range selfRegexp(c).Names() {
		if name == "" {
			continue
		}
		key := c.t.substring(name)
		list, ok := c.t.get(groups, key)
		if !ok {
			list = c.t.newArray()
			c.Put(groups, key, list)
		}
		c.Push(list.(*Array), Int(i))
	}
	return groups
}

func regexpNew(c *Call) Value {
	if r, ok := c.Arg(0).(*Regexp); ok {
		c.t.grow(sizeRegexp)
		return &Regexp{Source: r.Source, Options: r.Options}
	}
	source := c.Text(0)
	options := regexpNewOptions(c, c.Arg(1))
	return Check(c.t.newRegexp(source, options))
}

// regexpNewOptions reads the second argument of Regexp.new: bits, letters, or
// anything true for /i.
func regexpNewOptions(c *Call, v Value) RegexpOptions {
	switch v := v.(type) {
	case Int:
		return RegexpOptions(v) & (IgnoreCase | Extended | MultiLine)
	case *String:
		if strings.Trim(v.s, "imx") != "" {
			panic(c.Exception("ArgumentError", "unknown regexp options: %s", v.s))
		}
		return parseRegexpFlags(v.s)
	}
	if Truthy(v) {
		return IgnoreCase
	}
	return 0
}

func regexpEscape(c *Call) Value {
	if y, ok := c.Arg(0).(Symbol); ok {
		return newString(c, escapeRegexp(string(y)))
	}
	s := c.Text(0)
	c.t.scanned(len(s))
	return newString(c, escapeRegexp(s))
}

func regexpUnion(c *Call) Value {
	patterns := c.Args
	if len(patterns) == 1 {
		if a, ok := patterns[0].(*Array); ok {
			patterns = a.Elems
		}
	}
	if len(patterns) == 0 {
		return Check(c.t.newRegexp("(?!)", 0))
	}
	if r, ok := patterns[0].(*Regexp); ok && len(patterns) == 1 {
		return r
	}
	var parts textParts
	for _, v := range patterns {
		parts.add(c, c.unionPart(v, len(patterns) == 1))
	}
	return Check(c.t.newRegexp(strings.Join(parts.list, "|"), 0))
}

// unionPart is the source of one pattern of Regexp.union.
func (c *Call) unionPart(v Value, only bool) string {
	if r, ok := v.(*Regexp); ok {
		return r.ToS()
	}
	if y, ok := v.(Symbol); ok && only {
		return escapeRegexp(string(y))
	}
	return escapeRegexp(c.TextOf(v))
}

func regexpLastMatch(c *Call) Value {
	m := c.t.lastMatch()
	if m == nil {
		return Nil
	}
	if len(c.Args) == 0 {
		return m
	}
	n := m.number(c, c.Args[0])
	return m.group(max(n, -1))
}

func regexpTryConvert(c *Call) Value {
	if r, ok := c.Arg(0).(*Regexp); ok {
		return r
	}
	return Nil
}

// textParts are texts to be joined, which together are no longer than one may be.
type textParts struct {
	list []string
	size int
}

func (p *textParts) add(c *Call, s string) {
	c.Step()
	p.list = append(p.list, s)
	p.size += len(s) + 1
	c.t.scanned(len(s))
	c.TextSize(p.size)
}
