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
}

// evalCaseIn is `case x in pattern`.
func (e *env) evalCaseIn(x *grammar.CaseIn) (Value, error) {
	v, err := e.eval(x.Subject)
	if err != nil {
		return nil, err
	}
	if e.thread.in.MissesVariables() {
		e.thread.missed(e.thread.in.unsetIn(v))
	}
	return e.evalIns(x, v, 0, nil)
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
		m, u, err := e.match(in.Pattern, x.Subject, v)
		if err != nil {
			return nil, err
		}
		last = m
		if u == nil && m.why != "" {
			continue
		}
		next := func() (Value, error) { return e.evalIns(x, v, i+1, m) }
		if u == nil {
			return e.guarded(in, m, next)
		}
		return t.fork(u, func() (Value, error) {
			if err := m.bindAssuming(in.Pattern, v); err != nil {
				return nil, err
			}
			return e.guarded(in, m, next)
		}, next)
	}
	if x.Else != nil {
		return e.evalStmts(x.Else)
	}
	if len(x.Ins) != 1 {
		last = nil // of several only the value is told
	}
	t.pos = x.Pos
	return nil, t.noMatch(v, last)
}

// guarded runs the body of a branch whose pattern matches, if its guard lets it.
func (e *env) guarded(in *grammar.In, m *match, next func() (Value, error)) (Value, error) {
	if in.Guard == nil {
		return e.evalStmts(in.Body)
	}
	v, err := e.eval(in.Guard)
	if err != nil {
		return nil, err
	}
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
func (e *env) evalMatchPattern(x *grammar.MatchPattern) (Value, error) {
	v, err := e.eval(x.X)
	if err != nil {
		return nil, err
	}
	m, u, err := e.match(x.Pattern, x.X, v)
	if err != nil {
		return nil, err
	}
	if u != nil {
		if err := m.bindAssuming(x.Pattern, v); err != nil {
			return nil, err
		}
		if x.Test {
			return u, nil
		}
		return Nil, nil
	}
	if x.Test {
		return Bool(m.why == ""), nil
	}
	if m.why != "" {
		e.thread.pos = x.Pos
		return nil, e.thread.noMatch(v, m)
	}
	return Nil, nil
}

// match tries a pattern; u is the condition that it matches, where only the
// application knows.
func (e *env) match(pattern, subject grammar.Expr, v Value) (m *match, u *Unknown, err error) {
	m = &match{t: e.thread, e: e}
	if _, err = m.pattern(pattern, v); err != nil {
		return nil, nil, err
	}
	if !m.open {
		return m, nil, nil
	}
	text := grammar.String(&grammar.MatchPattern{X: subject, Pattern: pattern, Test: true})
	u = &Unknown{Node: symbolic.New(symbolic.Term{Text: text, NeedsParens: true}, subject.Start())}
	if known, ok := e.thread.Settled(u.Text()); ok {
		if m.why, m.shown = "does not match", nil; Truthy(known) {
			m.why = ""
			err = m.bindAssuming(pattern, v)
		}
		return m, nil, err
	}
	return m, u, nil
}

// bindAssuming sets the variables of a pattern as if it matched.
func (m *match) bindAssuming(pattern grammar.Expr, v Value) error {
	for _, name := range grammar.PatternNames(pattern) {
		m.e.set(name, NewUnknown(name, pattern.Start()))
	}
	again := &match{t: m.t, e: m.e, assume: true}
	_, err := again.pattern(pattern, v)
	return err
}

// noMatch is the error for a value that nothing matches.
func (t *Thread) noMatch(v Value, m *match) error {
	shown, err := t.inspect(v)
	if err != nil {
		return err
	}
	if m == nil {
		return t.errorf("NoMatchingPatternError", "%s", shown)
	}
	why, err := m.reason()
	if err != nil {
		return err
	}
	if m.key != nil {
		return t.errorf("NoMatchingPatternKeyError", "%s: %s", shown, why)
	}
	return t.errorf("NoMatchingPatternError", "%s: %s", shown, why)
}

// reason is what did not match.
func (m *match) reason() (string, error) {
	texts := make([]any, len(m.shown))
	for i, v := range m.shown {
		text, err := m.t.inspect(v)
		if err != nil {
			return "", err
		}
		texts[i] = text
	}
	if len(texts) == 0 {
		return m.why, nil
	}
	return fmt.Sprintf(m.why, texts...), nil
}

// fails notes why a value does not match: a format of values.
func (m *match) fails(format string, values ...Value) (bool, error) {
	m.why, m.shown, m.key = format, values, nil
	return false, nil
}

// unsure is the answer where only the application knows it.
func (m *match) unsure() (bool, error) {
	m.open = !m.assume
	return m.assume, nil
}

// pattern tells whether v matches, and sets the variables.
func (m *match) pattern(pattern grammar.Expr, v Value) (bool, error) {
	if err := m.t.step(); err != nil {
		return false, err
	}
	if err := m.t.deeper(); err != nil {
		return false, err
	}
	defer m.t.leave()
	switch p := pattern.(type) {
	case *grammar.PatternVar:
		m.e.set(p.Name, v)
		return true, nil
	case *grammar.PatternAs:
		ok, err := m.pattern(p.Pattern, v)
		if ok {
			m.e.set(p.Name, v)
		}
		return ok, err
	case *grammar.PatternAlt:
		ok, err := m.pattern(p.L, v)
		if ok || err != nil || m.open {
			return ok, err
		}
		if ok, err = m.pattern(p.R, v); ok {
			m.why = ""
		}
		return ok, err
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
func (m *match) value(x grammar.Expr, v Value) (bool, error) {
	want, err := m.e.eval(x)
	if err != nil {
		return false, err
	}
	ok := false
	asked, err := m.t.UndecidedIn(func() (err error) {
		ok, err = m.t.caseEqual(want, v)
		return err
	})
	switch {
	case err != nil:
		return false, err
	case asked != nil:
		return m.unsure()
	case !ok:
		return m.fails("%s === %s does not return true", want, v)
	}
	return true, nil
}

// class compares with the class in front of a list or hash.
func (m *match) class(of grammar.Expr, v Value) (bool, error) {
	if of == nil {
		return true, nil
	}
	return m.value(of, v)
}

// deconstruct gives the parts of a value by a method; nil if it has none.
func (m *match) deconstruct(v Value, method string, args ...Value) (Value, error) {
	if method == "deconstruct" {
		if a, ok := v.(*Array); ok {
			return a, nil
		}
	} else if h, ok := v.(*Hash); ok {
		return h, nil
	}
	if m.t.FindMethod(v, method) == nil {
		_, err := m.fails("%s does not respond to #"+method, v)
		return nil, err
	}
	return m.t.Send(v, method, args, nil, nil, m.t.pos)
}

// list matches `[a, *b, c]`.
func (m *match) list(p *grammar.PatternList, v Value) (bool, error) {
	if ok, err := m.class(p.Const, v); !ok || err != nil {
		return ok, err
	}
	if IsUnknown(v) {
		return m.unsure()
	}
	parts, err := m.deconstruct(v, "deconstruct")
	if parts == nil || err != nil {
		return false, err
	}
	a, ok := parts.(*Array)
	switch {
	case IsUnknown(parts) || ok && m.t.HasGuards(a.Elems):
		return m.unsure()
	case !ok:
		return false, m.t.errorf("TypeError", "deconstruct must return Array")
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
func (m *match) elements(patterns []grammar.Expr, list []Value) (bool, error) {
	at := 0
	for _, p := range patterns {
		if rest, ok := p.(*grammar.PatternRest); ok {
			n := len(list) - (len(patterns) - 1)
			m.rest(rest, list[at:at+n])
			at += n
			continue
		}
		if ok, err := m.pattern(p, list[at]); !ok || err != nil {
			return false, err
		}
		at++
	}
	return true, nil
}

func (m *match) rest(r *grammar.PatternRest, list []Value) {
	if r.Name != "" {
		m.e.set(r.Name, m.t.NewArrayCopy(list))
	}
}

// find matches `[*, x, *]`.
func (m *match) find(p *grammar.PatternList, a *Array) (bool, error) {
	last := len(p.Elems) - 1
	inner := p.Elems[1:last]
	for i := 0; i+len(inner) <= len(a.Elems); i++ {
		ok, err := m.elements(inner, a.Elems[i:i+len(inner)])
		if err != nil || m.open {
			return ok, err
		}
		if ok {
			m.why = ""
			m.rest(p.Elems[0].(*grammar.PatternRest), a.Elems[:i])
			m.rest(p.Elems[last].(*grammar.PatternRest), a.Elems[i+len(inner):])
			return true, nil
		}
	}
	return m.fails("%s does not match to find pattern", a)
}

// hash matches `{a: 1, **b}`.
func (m *match) hash(p *grammar.PatternHash, v Value) (bool, error) {
	if ok, err := m.class(p.Const, v); !ok || err != nil {
		return ok, err
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
	parts, err := m.deconstruct(v, "deconstruct_keys", keys)
	if parts == nil || err != nil {
		return false, err
	}
	h, ok := parts.(*Hash)
	switch {
	case IsUnknown(parts) || ok && h.HasGuards:
		return m.unsure()
	case !ok:
		return false, m.t.errorf("TypeError", "deconstruct_keys must return Hash")
	case len(p.Pairs) == 0 && p.Rest == nil && h.Len() > 0:
		return m.fails("%s is not empty", h)
	}
	return m.pairs(p, h)
}

func (m *match) pairs(p *grammar.PatternHash, h *Hash) (bool, error) {
	for _, pair := range p.Pairs {
		key := Symbol(pair.Key)
		v, ok := m.t.Get(h, key)
		if !ok {
			if _, err := m.fails("key not found: %s", key); err != nil {
				return false, err
			}
			m.key = key
			return false, nil
		}
		if pair.Pattern == nil {
			m.e.set(pair.Key, v)
			continue
		}
		if ok, err := m.pattern(pair.Pattern, v); !ok || err != nil {
			return false, err
		}
	}
	if !p.NoRest && (p.Rest == nil || p.Rest.Name == "") {
		return true, nil
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
	return true, nil
}
