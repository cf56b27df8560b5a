package dsl

import (
	"fmt"

	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A match is one try of a pattern.
type match struct {
	t *Thread
	e *env
	// assume takes for true what only the application knows, and binds variables
	// to unknown values there.
	assume bool
	// open tells that the answer hangs on what only the application knows.
	open bool
	// why tells what did not match, as Ruby's error does, with the values that it
	// shows; key is the one that a hash lacks.
	why   string
	shown []Value
	key   Value
	lacks *Hash
}

// evalCaseIn is `case x in pattern`.
func (e *env) evalCaseIn(x *grammar.CaseIn) (Value, error) {
	return e.evalIns(x, e.subject(x.Subject), 0, nil)
}

// evalIns tries the branches from the i-th on; last is the try of the one before.
func (e *env) evalIns(x *grammar.CaseIn, v Value, i int, last *match) (Value, error) {
	t := e.thread
	if err := t.deeper(); err != nil { // each guard that fails nests the rest
		return nil, err
	}
	defer t.leave()
	for ; i < len(x.Ins); i++ {
		in := x.Ins[i]
		m, u := e.match(in.Pattern, x.Subject, v)
		last = m
		if u == nil && m.why != "" {
			continue
		}
		next := func() (Value, error) { return e.evalIns(x, v, i+1, m) }
		if u == nil {
			return e.guarded(in, m, next)
		}
		return t.fork(u, func() (Value, error) {
			m.bindAssuming(in.Pattern, v)
			return e.guarded(in, m, next)
		}, next)
	}
	if x.Else != nil {
		return e.evalStmts(x.Else)
	}
	if len(x.Ins) != 1 {
		last = nil // of several only the value is told
	}
	t.At = x.Pos
	return nil, t.noMatch(v, last)
}

// guarded runs the body of a branch whose pattern matches, if its guard lets it.
func (e *env) guarded(in *grammar.In, m *match, next func() (Value, error)) (Value, error) {
	if in.Guard == nil {
		return e.evalStmts(in.Body)
	}
	v := e.value(in.Guard)
	body := func() (Value, error) { return e.evalStmts(in.Body) }
	m.why, m.shown = "guard clause does not return true", nil
	if u, ok := v.(*Unknown); ok {
		if in.Unless {
			u = u.Not()
		}
		return e.thread.fork(u, body, next)
	}
	if e.thread.holds(v) != in.Unless {
		return body()
	}
	return next()
}

// evalMatchPattern is `x in pattern` and `x => pattern`.
func (e *env) evalMatchPattern(x *grammar.MatchPattern) Value {
	v := e.value(x.X)
	m, u := e.match(x.Pattern, x.X, v)
	if u != nil {
		m.bindAssuming(x.Pattern, v)
		if x.Test {
			return u
		}
		return Nil
	}
	if x.Test {
		return Bool(m.why == "")
	}
	if m.why != "" {
		e.thread.At = x.Pos
		panic(Failure{e.thread.noMatch(v, m)})
	}
	return Nil
}

// match tries a pattern; u is the condition that it matches, where only the
// application knows.
func (e *env) match(pattern, subject grammar.Expr, v Value) (m *match, u *Unknown) {
	m = &match{t: e.thread, e: e}
	m.pattern(pattern, v)
	if !m.open {
		return m, nil
	}
	text := grammar.String(&grammar.MatchPattern{X: subject, Pattern: pattern, Test: true})
	u = &Unknown{Node: symbolic.New(symbolic.Term{Text: text, NeedsParens: true}, subject.Start())}
	if known, ok := e.thread.Settled(u.Text()); ok {
		if m.why, m.shown = "does not match", nil; Truthy(known) {
			m.why = ""
			m.bindAssuming(pattern, v)
		}
		return m, nil
	}
	return m, u
}

// bindAssuming sets the variables of a pattern as if it matched.
func (m *match) bindAssuming(pattern grammar.Expr, v Value) {
	for _, name := range grammar.PatternNames(pattern) {
		m.e.set(name, NewUnknown(name, pattern.Start()))
	}
	again := &match{t: m.t, e: m.e, assume: true}
	again.pattern(pattern, v)
}

// noMatch is the error for a value that nothing matches.
func (t *Thread) noMatch(v Value, m *match) error {
	shown := Must(t.Inspect(v))
	if m == nil {
		return t.Errorf("NoMatchingPatternError", "%s", shown)
	}
	why := m.reason()
	if m.key != nil {
		e := t.Errorf("NoMatchingPatternKeyError", "%s: %s", shown, why).(*EvalError)
		e.Key, e.Receiver = m.key, m.lacks
		return e
	}
	return t.Errorf("NoMatchingPatternError", "%s: %s", shown, why)
}

// reason is what did not match.
func (m *match) reason() string {
	texts := make([]any, len(m.shown))
	for i, v := range m.shown {
		texts[i] = Must(m.t.Inspect(v))
	}
	if len(texts) == 0 {
		return m.why
	}
	return fmt.Sprintf(m.why, texts...)
}

// fails notes why a value does not match: a format of values.
func (m *match) fails(format string, values ...Value) bool {
	m.why, m.shown, m.key = format, values, nil
	return false
}

// unsure is the answer where only the application knows it.
func (m *match) unsure() bool {
	m.open = !m.assume
	return m.assume
}

// pattern tells whether v matches, and sets the variables.
func (m *match) pattern(pattern grammar.Expr, v Value) bool {
	Check(m.t.Step())
	Check(m.t.deeper())
	defer m.t.leave()
	switch p := pattern.(type) {
	case *grammar.PatternVar:
		m.e.set(p.Name, v)
		return true
	case *grammar.PatternAs:
		if !m.pattern(p.Pattern, v) {
			return false
		}
		m.e.set(p.Name, v)
		return true
	case *grammar.PatternAlt:
		if ok := m.pattern(p.L, v); ok || m.open {
			return ok
		}
		if !m.pattern(p.R, v) {
			return false
		}
		m.why = ""
		return true
	case *grammar.PatternPin:
		return m.value(p.X, v)
	case *grammar.PatternList:
		return m.list(p, v)
	case *grammar.PatternHash:
		return m.hash(p, v)
	}
	return m.value(pattern, v)
}

// value compares by ===.
func (m *match) value(x grammar.Expr, v Value) bool {
	want := m.e.value(x)
	ok := false
	asked := Must(m.t.UndecidedIn(func() { ok = m.t.CaseEqual(want, v) }))
	switch {
	case asked != nil:
		return m.unsure()
	case !ok:
		return m.fails("%s === %s does not return true", want, v)
	}
	return true
}

// class compares with the class in front of a list or hash.
func (m *match) class(of grammar.Expr, v Value) bool {
	if of == nil {
		return true
	}
	return m.value(of, v)
}

// deconstruct gives the parts of a value by a method; nil if it has none.
func (m *match) deconstruct(v Value, method string, args ...Value) Value {
	if method == "deconstruct" {
		if a, ok := v.(*Array); ok {
			return a
		}
	} else if h, ok := v.(*Hash); ok {
		return h
	}
	if m.t.FindMethod(v, method) == nil {
		m.fails("%s does not respond to #"+method, v)
		return nil
	}
	return Must(m.t.Send(v, method, args, nil, nil, m.t.At))
}

// list matches `[a, *b, c]`.
func (m *match) list(p *grammar.PatternList, v Value) bool {
	if !m.class(p.Const, v) {
		return false
	}
	if IsUnknown(v) {
		return m.unsure()
	}
	parts := m.deconstruct(v, "deconstruct")
	if parts == nil {
		return false
	}
	a, ok := parts.(*Array)
	switch {
	case IsUnknown(parts) || ok && m.t.HasGuards(a.Elems):
		return m.unsure()
	case !ok:
		panic(Failure{m.t.Errorf("TypeError", "deconstruct must return Array")})
	}
	rests := 0
	for _, e := range p.Elems {
		if _, ok := e.(*grammar.PatternRest); ok {
			rests++
		}
	}
	n := len(p.Elems) - rests
	switch {
	case rests == 0 && len(a.Elems) != n:
		return m.fails(fmt.Sprintf("%%s length mismatch (given %d, expected %d)", len(a.Elems), n), a)
	case rests > 0 && len(a.Elems) < n:
		return m.fails(fmt.Sprintf("%%s length mismatch (given %d, expected %d+)", len(a.Elems), n), a)
	case rests == 2:
		return m.find(p, a)
	}
	return m.elements(p.Elems, a.Elems)
}

// elements matches a list with at most one rest.
func (m *match) elements(patterns []grammar.Expr, list []Value) bool {
	at := 0
	for _, p := range patterns {
		if rest, ok := p.(*grammar.PatternRest); ok {
			n := len(list) - (len(patterns) - 1)
			m.rest(rest, list[at:at+n])
			at += n
			continue
		}
		if !m.pattern(p, list[at]) {
			return false
		}
		at++
	}
	return true
}

func (m *match) rest(r *grammar.PatternRest, list []Value) {
	if r.Name != "" {
		m.e.set(r.Name, m.t.NewArrayCopy(list))
	}
}

// find matches `[*, x, *]`.
func (m *match) find(p *grammar.PatternList, a *Array) bool {
	last := len(p.Elems) - 1
	inner := p.Elems[1:last]
	for i := 0; i+len(inner) <= len(a.Elems); i++ {
		ok := m.elements(inner, a.Elems[i:i+len(inner)])
		if m.open {
			return ok
		}
		if ok {
			m.why = ""
			m.rest(p.Elems[0].(*grammar.PatternRest), a.Elems[:i])
			m.rest(p.Elems[last].(*grammar.PatternRest), a.Elems[i+len(inner):])
			return true
		}
	}
	return m.fails("%s does not match to find pattern", a)
}

// hash matches `{a: 1, **b}`.
func (m *match) hash(p *grammar.PatternHash, v Value) bool {
	if !m.class(p.Const, v) {
		return false
	}
	if IsUnknown(v) {
		return m.unsure()
	}
	keys := Value(Nil)
	if p.Rest == nil || p.NoRest || p.Rest.Name == "" {
		list := m.t.NewArrayCap(len(p.Pairs))
		for _, pair := range p.Pairs {
			list.Elems = append(list.Elems, Symbol(pair.Key))
		}
		keys = list
	}
	parts := m.deconstruct(v, "deconstruct_keys", keys)
	if parts == nil {
		return false
	}
	h, ok := parts.(*Hash)
	switch {
	case IsUnknown(parts) || ok && h.HasGuards:
		return m.unsure()
	case !ok:
		panic(Failure{m.t.Errorf("TypeError", "deconstruct_keys must return Hash")})
	case len(p.Pairs) == 0 && p.Rest == nil && h.Len() > 0:
		return m.fails("%s is not empty", h)
	}
	return m.pairs(p, h)
}

func (m *match) pairs(p *grammar.PatternHash, h *Hash) bool {
	for _, pair := range p.Pairs {
		key := Symbol(pair.Key)
		v, ok := m.t.Get(h, key)
		if !ok {
			m.fails("key not found: %s", key)
			m.key, m.lacks = key, h
			return false
		}
		if pair.Pattern == nil {
			m.e.set(pair.Key, v)
			continue
		}
		if !m.pattern(pair.Pattern, v) {
			return false
		}
	}
	if !p.NoRest && (p.Rest == nil || p.Rest.Name == "") {
		return true
	}
	left := m.t.CloneHash(h)
	for _, pair := range p.Pairs {
		m.t.Remove(left, Symbol(pair.Key))
	}
	switch {
	case p.NoRest && left.Len() > 0:
		return m.fails("rest of %s is not empty", left)
	case p.Rest != nil && p.Rest.Name != "":
		m.e.set(p.Rest.Name, left)
	}
	return true
}
