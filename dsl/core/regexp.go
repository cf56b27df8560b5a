package core

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
	"signalbox/internal/regex"
)

func escapeRegexp(s string) string { return regex.Escape(s) }

// findMatch looks for r in s from byte offset from; nil without a match.
func findMatch(p *dsl.Thread, r *dsl.Regexp, s string, from int) (*dsl.MatchData, error) {
	return charged(p, r, s, func(b *regex.Budget) ([]int, error) { return r.MatchWithin(s, from, b) })
}

// charged makes a match within the steps that p has left.
func charged(p *dsl.Thread, r *dsl.Regexp, s string, find func(*regex.Budget) ([]int, error)) (*dsl.MatchData, error) {
	var spans []int
	err := p.MatchWithin(func(b *regex.Budget) (err error) {
		spans, err = find(b)
		return err
	})
	if spans == nil || err != nil {
		return nil, err
	}
	return &dsl.MatchData{Regexp: r, Text: s, Spans: spans, Names: r.Names()}, nil
}

// A matching looks for several matches of a regexp in one text.
type matching struct {
	t      *dsl.Thread
	regexp *dsl.Regexp
	text   string
	search *regex.Search
}

// matching begins to look for r in s.
func newMatching(t *dsl.Thread, r *dsl.Regexp, s string) (*matching, error) {
	re, err := r.Compiled()
	if err != nil {
		return nil, t.RegexpError(err)
	}
	search, err := re.Search(s)
	return &matching{t, r, s, search}, t.RegexpError(err)
}

// next gives the first match from byte offset from, nil without one.
func (m *matching) next(from int) (*dsl.MatchData, error) {
	return charged(m.t, m.regexp, m.text, func(b *regex.Budget) ([]int, error) { return m.search.Next(from, b) })
}

// matchAt is findMatch that leaves the match, or nil, in $~.
func matchAt(c *dsl.Call, r *dsl.Regexp, s string, from int) *dsl.MatchData {
	m := dsl.Must(findMatch(c.Thread, r, s, from))
	c.SetMatch(m)
	return m
}

// matchLast finds the match that begins last, at byte offset limit or before.
func matchLast(c *dsl.Call, r *dsl.Regexp, s string, limit int) *dsl.MatchData {
	in := dsl.Must(newMatching(c.Thread, r, s))
	last := dsl.Must(charged(c.Thread, r, s, func(b *regex.Budget) ([]int, error) { return in.search.Last(limit, b) }))
	c.SetMatch(last)
	return last
}

// matchPrefix tells whether s begins with a match of r, and sets $~.
func matchPrefix(c *dsl.Call, r *dsl.Regexp, s string) bool {
	in := dsl.Must(newMatching(c.Thread, r, s))
	m := dsl.Must(charged(c.Thread, r, s, func(b *regex.Budget) ([]int, error) { return in.search.At(0, b) }))
	c.SetMatch(m)
	return m != nil
}

// matchIndex is `r =~ s`: the character the match begins at, or nil.
func matchIndex(c *dsl.Call, r *dsl.Regexp, s string) dsl.Value {
	m := matchAt(c, r, s, 0)
	if m == nil {
		return dsl.Nil
	}
	return dsl.Int(charCount(s[:m.Spans[0]]))
}

// matchStart reads the position argument of match and match?, as a byte offset;
// -1 outside of s.
func matchStart(c *dsl.Call, s string) int {
	pos := c.IntOr(1, 0)
	if len(c.Args) < 2 {
		return 0
	}
	c.ChargeSearch(len(s))
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
func matchFrom(c *dsl.Call, r *dsl.Regexp, s string) dsl.Value {
	from := matchStart(c, s)
	var m *dsl.MatchData
	if from >= 0 {
		m = matchAt(c, r, s, from)
	}
	if m == nil {
		c.SetMatch(nil)
		return dsl.Nil
	}
	if c.Block != nil {
		return c.Yield(m)
	}
	return m
}

// isMatchFrom is match?, which leaves $~ alone.
func isMatchFrom(c *dsl.Call, r *dsl.Regexp, s string) dsl.Value {
	from := matchStart(c, s)
	if from < 0 {
		return dsl.False
	}
	m := dsl.Must(findMatch(c.Thread, r, s, from))
	return dsl.Bool(m != nil)
}

func init() {
	dsl.Register(dsl.Type{Name: "Regexp", Methods: regexpMethods, Functions: regexpClassMethods, Setup: func(in *dsl.Interp, k *dsl.Class) {
		in.SetConst(k, "IGNORECASE", dsl.Int(1))
		in.SetConst(k, "EXTENDED", dsl.Int(2))
		in.SetConst(k, "MULTILINE", dsl.Int(4))
	}})
}

var regexpMethods = dsl.Methods{
	"match":          dsl.FnOpt(1, 2, func(c *dsl.Call) dsl.Value { return matchSubject(c, matchFrom) }),
	"match?":         dsl.FnOpt(1, 2, regexpIsMatch),
	"=~":             dsl.Fn(1, func(c *dsl.Call) dsl.Value { return matchSubject(c, matchIndex) }),
	"===":            dsl.Fn(1, regexpCaseEqual),
	"== eql?":        dsl.Fn(1, regexpEqual),
	"source":         dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, selfRegexp(c).Source) }),
	"to_s":           dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, selfRegexp(c).ToS()) }),
	"inspect":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return newString(c, selfRegexp(c).Inspect()) }),
	"options":        dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Int(selfRegexp(c).Options) }),
	"names":          dsl.Fn(0, regexpNames),
	"named_captures": dsl.Fn(0, regexpNamedCaptures),
	"casefold?":      dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(selfRegexp(c).Options&dsl.IgnoreCase != 0) }),
	"multiline?":     dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(selfRegexp(c).Options&dsl.MultiLine != 0) }), // ActiveSupport's
	"frozen?":        dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.True }).With(trait.Opaque),
	"freeze":         dsl.Fn(0, stringItself).With(trait.Opaque),
	"timeout":        dsl.Fn(0, func(*dsl.Call) dsl.Value { return dsl.Nil }),
}

var regexpClassMethods = dsl.JoinMethods(derived("Regexp_class"), dsl.Methods{
	"new compile":  dsl.FnKw(1, 2, ofType("Regexp", regexpNew)).With(trait.Converts),
	"escape quote": dsl.Fn(1, regexpEscape).With(trait.Converts),
	"last_match":   dsl.FnOpt(0, 1, regexpLastMatch),
	"try_convert":  dsl.Fn(1, tryConvert("Regexp", "to_regexp")),
})

// selfRegexp gives the receiver of a Regexp method.
func selfRegexp(c *dsl.Call) *dsl.Regexp { return c.Self.(*dsl.Regexp) }

// matchSubject matches the receiver with the argument: a string or a symbol, or nil, which does
// not match.
func matchSubject(c *dsl.Call, match func(*dsl.Call, *dsl.Regexp, string) dsl.Value) dsl.Value {
	switch v := c.Args[0].(type) {
	case dsl.Symbol:
		return match(c, selfRegexp(c), string(v))
	case dsl.NilValue:
		c.SetMatch(nil)
		return dsl.Nil
	}
	return match(c, selfRegexp(c), c.Text(0))
}

func regexpIsMatch(c *dsl.Call) dsl.Value {
	if dsl.IsNil(c.Args[0]) {
		return dsl.False
	}
	return matchSubject(c, isMatchFrom)
}

func regexpCaseEqual(c *dsl.Call) dsl.Value {
	_, isText := dsl.StringOf(c.Args[0])
	if _, isSymbol := c.Args[0].(dsl.Symbol); !isText && !isSymbol {
		c.SetMatch(nil)
		return dsl.False
	}
	return matchSubject(c, func(c *dsl.Call, r *dsl.Regexp, s string) dsl.Value { return dsl.Bool(matchAt(c, r, s, 0) != nil) })
}

func regexpEqual(c *dsl.Call) dsl.Value {
	r, other := selfRegexp(c), c.Arg(0)
	o, ok := other.(*dsl.Regexp)
	return dsl.Bool(ok && r.Source == o.Source && r.Options == o.Options)
}

func regexpNames(c *dsl.Call) dsl.Value {
	dsl.Check(c.RegexpError(selfRegexp(c).Check()))
	return nameArray(c, selfRegexp(c).Names())
}

// nameArray gives the names of groups, each once.
func nameArray(c *dsl.Call, names []string) dsl.Value {
	a := c.NewArray()
	for i, name := range names {
		if name != "" && !slices.Contains(names[:i], name) {
			c.ChargeMemory(limits.SizeElement)
			a.Elems = append(a.Elems, c.Substring(name))
		}
	}
	return a
}

func regexpNamedCaptures(c *dsl.Call) dsl.Value {
	groups := c.EmptyHash(0)
	for i, name := range selfRegexp(c).Names() {
		if name == "" {
			continue
		}
		key := c.Substring(name)
		list, ok := c.Get(groups, key)
		if !ok {
			list = c.NewArray()
			c.Put(groups, key, list)
		}
		c.Push(list.(*dsl.Array), dsl.Int(i))
	}
	return groups
}

func regexpNew(c *dsl.Call) dsl.Value {
	if r, ok := c.Arg(0).(*dsl.Regexp); ok {
		return dsl.Must(c.NewRegexp(r.Source, r.Options))
	}
	source := c.Text(0)
	options := regexpNewOptions(c, c.Arg(1))
	return dsl.Must(c.NewRegexp(source, options))
}

// regexpNewOptions reads the second argument of Regexp.new: bits, letters, or
// anything true for /i.
func regexpNewOptions(c *dsl.Call, v dsl.Value) dsl.RegexpOptions {
	switch v := v.(type) {
	case dsl.Int:
		return dsl.RegexpOptions(v) & (dsl.IgnoreCase | dsl.Extended | dsl.MultiLine)
	case *dsl.String:
		if strings.Trim(v.String(), "imx") != "" {
			panic(c.Exception("ArgumentError", "unknown regexp options: %s", v.String()))
		}
		return regex.ParseOptions(v.String())
	}
	if dsl.Truthy(v) {
		return dsl.IgnoreCase
	}
	return 0
}

func regexpEscape(c *dsl.Call) dsl.Value {
	if y, ok := c.Arg(0).(dsl.Symbol); ok {
		return newString(c, escapeRegexp(string(y)))
	}
	s := c.Text(0)
	c.ChargeScan(len(s))
	return newString(c, escapeRegexp(s))
}

func regexpLastMatch(c *dsl.Call) dsl.Value {
	m := c.LastMatch()
	if m == nil {
		return dsl.Nil
	}
	if len(c.Args) == 0 {
		return m
	}
	n := groupNumber(m, c, c.Args[0])
	return m.Group(max(n, -1))
}
