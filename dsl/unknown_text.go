package dsl

import (
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A source writes the text of an unknown value: what a program could have
// written for it. It runs no Ruby.
type source struct {
	p     *paths
	recv  *symbolic.Node // of a call
	tail  int            // where in the text the receiver ends
	b     strings.Builder
	depth int
	// See [symbolic.Term].
	ambiguous, needsParens bool
}

// A Sourced is a [Receiver] of which a program has one object, by a name.
type Sourced interface {
	// Source is how the program writes the object.
	Source() string
}

// maxSource bounds the text of one value, in bytes.
const maxSource = 2000

// maxBrief bounds what [Brief] gives, in characters.
const maxBrief = 120

// Brief is the source of an unknown value as tables and messages show it: on one
// line, and of a long one its beginning and its end.
func Brief(text string) string { return rubytext.Brief(text, maxBrief) }

// source writes Go strings as they are, and values as [source.value] does.
func (p *paths) source(parts ...any) *source {
	s := &source{p: p}
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			s.add(part)
		case Value:
			s.value(part)
		}
	}
	return s
}

// operation is unknown for a text that needs parentheses within another one.
func (s *source) operation(pos grammar.Pos) *Unknown {
	s.needsParens = true
	return s.unknown(pos)
}

func (s *source) unknown(pos grammar.Pos) *Unknown {
	pos = s.charge(pos)
	return &Unknown{Node: symbolic.New(s.term(), pos)}
}

// charge charges the text, and returns the place in the program of the one given.
func (s *source) charge(pos grammar.Pos) grammar.Pos {
	s.p.ChargeScan(s.b.Len())
	s.p.ChargeMemory(limits.SizeUnknown + s.b.Len())
	return s.p.placeInProgram(pos)
}

// term returns what was written.
func (s *source) term() symbolic.Term {
	return symbolic.Term{Text: s.b.String(), Recv: s.recv, Tail: s.b.Len() - s.tail, NeedsParens: s.needsParens, Ambiguous: s.ambiguous}
}

// full reports whether there is no room for more; the text is ambiguous then.
func (s *source) full() bool {
	s.ambiguous = s.ambiguous || s.b.Len() > maxSource
	return s.b.Len() > maxSource
}

func (s *source) add(parts ...string) {
	for _, p := range parts {
		if s.full() {
			return
		}
		s.b.WriteString(p)
	}
}

// value writes a value as a literal, or as what it was written as.
func (s *source) value(v Value) {
	switch v := v.(type) {
	case *Unknown:
		s.ambiguous = s.ambiguous || v.Ambiguous()
		s.add(v.Operand())
	case *String:
		s.str(v)
	case Symbol:
		s.add(rubytext.QuoteSymbol(string(v)))
	case NilValue, Bool, Int, Float:
		s.add(scalarText(v))
	case *Regexp:
		s.add(v.Inspect())
	case *Class:
		s.add(v.DisplayName())
	case *Method:
		s.method(v)
	default:
		s.container(v)
	}
}

func (s *source) method(m *Method) {
	if observerOf(m.recv) == nil {
		s.container(m)
		return
	}
	s.add("method(", rubytext.QuoteSymbol(m.Name), ")")
}

// str writes a string; the unknown value in it as #{...}.
func (s *source) str(v *String) {
	if len(v.s) > maxSource {
		s.ambiguous = true
		v = &String{s: strings.ToValidUTF8(v.s[:maxSource], ""), Unknown: v.Unknown}
	}
	text := rubytext.Quote(v.s)
	if u := v.Unknown; u != nil {
		text = strings.ReplaceAll(text, strings.Trim(rubytext.Quote(u.placeholder()), `"`), "#{"+u.Text()+"}")
		s.ambiguous = s.ambiguous || u.Ambiguous()
	}
	s.add(text)
}

func (s *source) container(v Value) {
	if s.depth++; s.depth > maxSearchDepth {
		s.ambiguous = true
		s.add("...")
		return
	}
	defer func() { s.depth-- }()
	switch v := v.(type) {
	case *Array:
		s.add("[")
		s.list(v.Elems, nil)
		s.add("]")
	case *Hash:
		s.add("{")
		s.pairs(v)
		s.add("}")
	case *Range:
		s.add("(")
		if v.Lo != Nil {
			s.value(v.Lo)
		}
		s.add(v.Dots())
		if v.Hi != Nil {
			s.value(v.Hi)
		}
		s.add(")")
	case *Proc:
		s.ambiguous = true
		s.add("proc")
	default:
		if w := observerOf(v); w != nil {
			s.add(w.Source())
			return
		}
		if o, ok := v.(*Object); ok {
			if h, ok := o.Host.(Sourced); ok {
				s.add(h.Source())
				return
			}
		}
		if d := libraryDataOf(v); d != nil && d.text() != "" {
			s.add(d.text())
			return
		}
		if parts := s.p.durationParts(v); parts.Len() == 1 {
			unit, n := parts.At(0)
			s.value(n)
			s.add(".", string(unit.(Symbol)))
			return
		}
		s.ambiguous = true
		s.add("#<", s.p.in.PlainClassOf(v).DisplayName(), ">")
	}
}

// list writes arguments.
func (s *source) list(args []Value, kw *Hash) {
	for i, a := range args {
		if i > 0 {
			s.add(", ")
		}
		if s.full() {
			return
		}
		s.item(a)
	}
	if kw.Len() > 0 {
		if len(args) > 0 {
			s.add(", ")
		}
		s.pairs(kw)
	}
}

// item writes an element; one that may be there as `*([1] if S.a?)`.
func (s *source) item(v Value) {
	u, _ := v.(*Unknown)
	k := guardOf(v)
	if k == nil || u.isSplat {
		s.value(v)
		return
	}
	s.ambiguous = s.ambiguous || u.Ambiguous()
	s.add("*([")
	s.value(k.yes)
	s.add("] if ", k.when.Text(), ")")
}

func (s *source) pairs(h *Hash) {
	for i, key := range h.Keys {
		if i > 0 {
			s.add(", ")
		}
		if k := guardOf(h.Vals[i]); k != nil {
			one := NewHash(1)
			one.Set(key, k.yes)
			s.ambiguous = s.ambiguous || h.Vals[i].(*Unknown).Ambiguous()
			s.add("**(", k.when.Operand(), " ? {")
			s.pairs(one)
			s.add("} : {})")
			continue
		}
		if y, ok := key.(Symbol); ok {
			s.add(rubytext.QuoteKey(string(y)), " ")
		} else {
			s.value(key)
			s.add(" => ")
		}
		s.value(h.Vals[i])
		if s.full() {
			return
		}
	}
}

// CallText returns the source of a call without its receiver.
func (p *paths) CallText(c *Call) string { return p.callSource(nil, c).b.String() }

// callSource writes a call on a receiver, or without one if recv is nil.
func (p *paths) callSource(recv *symbolic.Node, c *Call) *source {
	s := &source{p: p}
	switch {
	case recv == nil:
	case c.Name == "!" && len(c.Args) == 0:
		s.add("!", recv.Operand())
		s.ambiguous = recv.Ambiguous()
		return s
	default:
		s.b.Grow(len(recv.Operand()) + len(c.Name) + 24)
		s.add(recv.Operand())
		s.recv, s.tail, s.ambiguous = recv, s.b.Len(), recv.Ambiguous()
	}
	switch {
	case recv != nil && len(c.Args) == 1 && c.Keywords.Len() == 0 && rubytext.IsOperator(c.Name):
		s.add(" ", c.Name, " ")
		s.value(c.Args[0])
		s.needsParens = true
		return s
	case recv != nil && c.Name == "[]":
		s.add("[")
		s.list(c.Args, c.Keywords)
		s.add("]")
		return s
	case recv != nil:
		s.add(".")
	}
	s.add(c.Name)
	if len(c.Args) > 0 || c.Keywords.Len() > 0 {
		s.add("(")
		s.list(c.Args, c.Keywords)
		s.add(")")
	}
	return s
}

// sourceOfCall returns the source of a call, with its receiver or as one on self.
func (p *paths) sourceOfCall(c *Call, receiver bool) *source {
	if !receiver {
		return p.callSource(nil, c)
	}
	if u, ok := c.Self.(*Unknown); ok {
		return p.callSource(&u.Node, c)
	}
	n := symbolic.New(p.source(c.Self).term(), c.Pos)
	return p.callSource(&n, c)
}

// UnknownResult returns the result of a call on a known receiver.
func UnknownResult(c *Call) *Unknown {
	s := knownCallSource(c)
	if c.Block != nil {
		s.ambiguous = true
		s.add(" { ... }")
	}
	return s.unknown(c.Pos)
}

// unknownCallAt is unknownCallOf for what the value at a place makes unknown.
func unknownCallAt(c *Call, pos grammar.Pos) *Unknown {
	u := UnknownResult(c)
	u.Pos = pos
	return u
}

// knownCallSource is the source of a call on a known receiver.
func knownCallSource(c *Call) *source {
	_, isObject := c.Self.(*Object)
	return c.sourceOfCall(c, !isObject || c.Self != Value(c.in.main) && !c.isFunction())
}

// isFunction reports whether the method is one of Kernel's that are called without a
// receiver.
func (c *Call) isFunction() bool {
	return c.method != nil && c.method.builtin != nil && c.method.builtin.m.visibility == private
}

// unknownLiteral is a regexp or symbol that holds what only the application
// knows. Its text says what it holds without the variables of the code around.
func (t *Thread) unknownLiteral(x *grammar.Interp, vals []Value) Value {
	closed, ambiguous := *x, false
	closed.Parts = nil
	for _, part := range x.Parts {
		if _, ok := part.(*grammar.Str); !ok {
			v := vals[0]
			vals = vals[1:]
			part = t.sourceOf(v, part, x.Kind, &ambiguous)
		}
		closed.Parts = append(closed.Parts, part)
	}
	text := grammar.String(&closed)
	return &Unknown{Node: symbolic.New(symbolic.Term{Text: text, Ambiguous: ambiguous}, x.Pos)}
}

// sourceOf is a part of a literal by its value: its text, or the source of what
// only the application knows; the part itself if that cannot be told.
func (t *Thread) sourceOf(v Value, part grammar.Expr, kind grammar.InterpKind, ambiguous *bool) grammar.Expr {
	if t.UnknownIn(v) == nil {
		var b strings.Builder
		t.writeInterpolated(&b, v, kind == grammar.InterpRegexp)
		return &grammar.Str{Pos: part.Start(), Value: b.String()}
	}
	u := t.source(v).unknown(part.Start())
	*ambiguous = *ambiguous || u.Ambiguous()
	file, err := grammar.Parse("", []byte(u.Text()))
	if err != nil || len(file.Body.List) != 1 {
		return part
	}
	return &grammar.Paren{Pos: part.Start(), Stmts: file.Body}
}

// durationParts returns the parts of a duration, by unit; nil for other values.
func (p *paths) durationParts(v Value) *Hash {
	o, ok := v.(*Object)
	if !ok || o.class != p.in.Type("ActiveSupport::Duration") {
		return nil
	}
	parts, _ := p.GetIvar(o, "@parts").(*Hash)
	return parts
}
