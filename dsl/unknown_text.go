package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
	"signalbox/grammar"
)

// A source writes the text of an unknown value: what a program could have
// written for it. It runs no Ruby.
type source struct {
	t     *Thread
	b     strings.Builder
	depth int
	// vague tells that the text leaves something out, so that it may stand for
	// several values.
	vague    bool
	operator bool
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
// line, and of a long one its beginning and its end:
//
//	Brief("[1,\n  2].sum") // "[1, 2].sum"
func Brief(text string) string {
	if len(text) <= maxBrief && !strings.ContainsAny(text, "\n\r\t") {
		return text
	}
	const end, head = maxBrief / 3, maxBrief - maxBrief/3 - 3
	var space [4 * maxBrief]byte
	line, ok := appendLine(space[:0], text, maxBrief)
	if ok {
		return string(line)
	}
	line, _ = appendLine(space[:0], text, head)
	line = append(line, "..."...)
	start := len(text)
	for count, gap := 0, true; start > 0 && count < end; {
		r, n := utf8.DecodeLastRuneInString(text[:start])
		if start -= n; !unicode.IsSpace(r) {
			count, gap = count+1, false
		} else if !gap {
			count, gap = count+1, true
		}
	}
	if r, _ := utf8.DecodeRuneInString(text[start:]); unicode.IsSpace(r) {
		line = append(line, ' ')
	}
	line, _ = appendLine(line, text[start:], end)
	return string(line)
}

// appendLine appends the first characters of a text, on one line; ok is false if
// there are more.
func appendLine(line []byte, text string, most int) (_ []byte, ok bool) {
	count, gap := 0, false
	for _, r := range text {
		if unicode.IsSpace(r) {
			gap = count > 0
			continue
		}
		if gap && count < most {
			line = append(line, ' ')
			count++
		}
		if gap = false; count == most {
			return line, false
		}
		line = utf8.AppendRune(line, r)
		count++
	}
	return line, true
}

func (s *source) unknown(pos grammar.Pos) *Unknown {
	s.t.scanned(s.b.Len())
	s.t.grow(sizeUnknown + s.b.Len())
	if inLibrary(pos) {
		pos = s.t.placeInProgram()
	}
	return &Unknown{Text: s.b.String(), Pos: pos, form: unknownForm{vague: s.vague, operator: s.operator}}
}

func (s *source) add(parts ...string) {
	for _, p := range parts {
		if s.b.Len() > maxSource {
			s.vague = true
			return
		}
		s.b.WriteString(p)
	}
}

// value writes a value as a literal, or as what it was written as.
func (s *source) value(v Value) {
	switch v := v.(type) {
	case *Unknown:
		s.vague = s.vague || v.form.vague
		s.add(v.operand())
	case *String:
		s.text(v)
	case Symbol:
		s.add(rubytext.QuoteSymbol(string(v)))
	case nilValue, Bool, Int, Float:
		text, _ := s.t.toS(v)
		if IsNil(v) {
			text = "nil"
		}
		s.add(text)
	case *Regexp:
		s.add(v.Inspect())
	case *Class:
		s.add(v.displayName())
	case *Method:
		s.method(v)
	default:
		s.container(v)
	}
}

func (s *source) method(m *Method) {
	if witnessOf(m.recv) == nil {
		s.container(m)
		return
	}
	s.add("method(", rubytext.QuoteSymbol(m.name), ")")
}

// text writes a string; the unknown value in it as #{...}.
func (s *source) text(v *String) {
	if len(v.s) > maxSource {
		s.vague = true
		v = &String{s: strings.ToValidUTF8(v.s[:maxSource], ""), unknown: v.unknown}
	}
	text := rubytext.Quote(v.s)
	if u := v.unknown; u != nil {
		text = strings.ReplaceAll(text, strings.Trim(rubytext.Quote(u.placeholder()), `"`), "#{"+u.Text+"}")
		s.vague = s.vague || u.form.vague
	}
	s.add(text)
}

func (s *source) container(v Value) {
	if s.depth++; s.depth > maxSearchDepth {
		s.vague = true
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
		s.add(v.dots())
		if v.Hi != Nil {
			s.value(v.Hi)
		}
		s.add(")")
	case *Proc:
		s.vague = true
		s.add("proc")
	default:
		if w := witnessOf(v); w != nil {
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
		if parts := s.t.durationParts(v); parts.Len() == 1 {
			unit, n := parts.At(0)
			s.value(n)
			s.add(".", string(unit.(Symbol)))
			return
		}
		s.vague = true
		s.add("#<", s.t.in.plainClassOf(v).displayName(), ">")
	}
}

// list writes arguments.
func (s *source) list(args []Value, kw *Hash) {
	for i, a := range args {
		if i > 0 {
			s.add(", ")
		}
		if s.b.Len() > maxSource {
			s.vague = true
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
	if k == nil || u.form.list {
		s.value(v)
		return
	}
	s.vague = s.vague || u.form.vague
	s.add("*([")
	s.value(k.yes)
	s.add("] if ", k.when.Text, ")")
}

func (s *source) pairs(h *Hash) {
	for i, key := range h.keys {
		if i > 0 {
			s.add(", ")
		}
		if k := guardOf(h.vals[i]); k != nil {
			one := NewHash(1)
			one.Set(key, k.yes)
			s.vague = s.vague || h.vals[i].(*Unknown).form.vague
			s.add("**(", k.when.operand(), " ? {")
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
		s.value(h.vals[i])
		if s.b.Len() > maxSource {
			s.vague = true
			return
		}
	}
}

// callSource is the text of a call; recv is empty for none.
func (t *Thread) callSource(recv string, vague bool, c *Call) *source {
	s := &source{t: t, vague: vague}
	switch {
	case recv != "" && len(c.Args) == 1 && c.Keywords.Len() == 0 && operatorName(c.Name):
		s.add(recv, " ", c.Name, " ")
		s.value(c.Args[0])
		s.operator = true
		return s
	case recv != "" && c.Name == "[]":
		s.add(recv, "[")
		s.list(c.Args, c.Keywords)
		s.add("]")
		return s
	case c.Name == "!" && len(c.Args) == 0:
		s.add("!", recv)
		return s
	case recv != "":
		s.add(recv, ".")
	}
	s.add(c.Name)
	if len(c.Args) > 0 || c.Keywords.Len() > 0 {
		s.add("(")
		s.list(c.Args, c.Keywords)
		s.add(")")
	}
	return s
}

func operatorName(name string) bool {
	return name != "" && strings.Contains("+-*/%<>=!&|^~", name[:1]) && name != "!" && name != "+@" && name != "-@" && name != "~"
}

// sourceOfCall returns the source of a call, with its receiver or as one on self.
func (t *Thread) sourceOfCall(c *Call, receiver bool) *source {
	recv := source{t: t}
	if receiver {
		recv.value(c.Self)
	}
	return t.callSource(recv.b.String(), recv.vague, c)
}

// unknownCallOf is the result of a call on a known receiver.
func (t *Thread) unknownCallOf(c *Call) *Unknown {
	_, isObject := c.Self.(*Object)
	s := t.sourceOfCall(c, !isObject || c.Self != Value(t.in.main) && !c.isFunction())
	if c.Block != nil {
		s.vague = true
		s.add(" { ... }")
	}
	return s.unknown(c.Pos)
}

// isFunction reports whether the method is one of Kernel's that are called without a
// receiver.
func (c *Call) isFunction() bool {
	return c.method != nil && c.method.builtin != nil && c.method.builtin.m.visibility == private
}

// unknownLiteral is a regexp or symbol that holds what only the application
// knows. Its text says what it holds without the variables of the code around.
func (t *Thread) unknownLiteral(x *grammar.Interp, vals []Value) (Value, error) {
	closed := *x
	closed.Parts = nil
	var form unknownForm
	for _, part := range x.Parts {
		if _, ok := part.(*grammar.Str); !ok {
			v := vals[0]
			vals = vals[1:]
			var err error
			if part, err = t.sourceOf(v, part, x.Kind, &form); err != nil {
				return nil, err
			}
		}
		closed.Parts = append(closed.Parts, part)
	}
	return composed(grammar.String(&closed), x.Pos, form), nil
}

// sourceOf is a part of a literal by its value: its text, or the source of what
// only the application knows; the part itself if that cannot be told.
func (t *Thread) sourceOf(v Value, part grammar.Expr, kind grammar.InterpKind, form *unknownForm) (grammar.Expr, error) {
	if t.unknownIn(v) == nil {
		var b strings.Builder
		err := t.writeInterpolated(&b, v, kind == grammar.InterpRegexp)
		return &grammar.Str{Pos: part.Start(), Value: b.String()}, err
	}
	s := source{t: t}
	s.value(v)
	u := s.unknown(part.Start())
	form.vague = form.vague || u.form.vague
	file, err := grammar.Parse("", []byte(u.Text))
	if err != nil || len(file.Body.List) != 1 {
		return part, nil
	}
	return &grammar.Paren{Pos: part.Start(), Stmts: file.Body}, nil
}
