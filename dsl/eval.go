package dsl

import (
	"cmp"
	"strconv"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
	"signalbox/grammar"
	"signalbox/internal/regex"
)

// eval gives the value of an expression.
func (e *env) eval(x grammar.Expr) (Value, error) {
	t := e.thread
	if err := t.Step(); err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *grammar.Str:
		*t.Used.Memory += limits.SizeString
		return &String{s: x.Value, Encoding: rubytext.UTF8}, nil
	case *grammar.Sym:
		return Symbol(x.Name), nil
	case *grammar.Local:
		if v, ok := e.get(x.Name); ok {
			return v, nil
		}
		return Nil, nil
	case *grammar.Int:
		n, err := x.Value()
		return Int(n), err
	case *grammar.Nil:
		return Nil, nil
	case *grammar.Bool:
		return Bool(x.Value), nil
	case *grammar.Self:
		return e.frame.self, nil
	}
	if err := t.deeper(); err != nil {
		return nil, err
	}
	v, err := e.evalNested(x)
	t.leave()
	return v, err
}

// nestedPerCall is how deep expressions may be nested for each call that
// [Limits.Depth] allows: what Go keeps of them is on its stack.
const nestedPerCall = 5

// deeper counts an expression around others, until it is left.
func (p *paths) deeper() error {
	if p.nested >= nestedPerCall*p.Limits.Depth {
		return p.TooDeep()
	}
	p.nested++
	return nil
}

func (p *paths) leave() { p.nested-- }

// try is eval for code that goes on whatever ends the expression, such as a statement.
func (e *env) try(x grammar.Expr) (v Value, err error) {
	defer e.thread.contain(&err, e.thread.nested)
	return e.eval(x)
}

// contain is [Contain] for code that was nested so deep when it began.
func (p *paths) contain(err *error, nested int) {
	switch cause := recover().(type) {
	case nil:
	case Failure:
		p.nested, *err = nested, cause.err
	default:
		panic(cause)
	}
}

// value is eval for code that goes on with the value: what ends the expression fails here.
func (e *env) value(x grammar.Expr) Value {
	v, err := e.eval(x)
	if err != nil {
		panic(Failure{err})
	}
	return v
}

// evalNested is eval for what may hold other expressions.
func (e *env) evalNested(x grammar.Expr) (Value, error) {
	t := e.thread
	switch x := x.(type) {
	case *grammar.Call:
		return e.evalCall(x)
	case *grammar.Const:
		return e.evalConst(x)
	case *grammar.Array:
		elems, missing := e.evalList(x.Elems)
		list := t.NewArray(elems...)
		list.unset = missing
		return list, nil
	case *grammar.Hash:
		return e.evalHash(x), nil
	case *grammar.Interp:
		return e.evalInterp(x), nil
	case *grammar.Regexp:
		return t.in.regexpLiteral(x), nil
	case *grammar.Paren:
		return e.evalParen(x)
	case *grammar.Lambda:
		return t.Keep(&Proc{Params: x.Params, body: x.Body, env: e, lambda: true, pos: x.Pos}), nil
	case *grammar.Float:
		f, err := strconv.ParseFloat(x.Text, 64)
		if err != nil {
			panic(t.failureAt(x.Pos, "RangeError", "Float %s out of range", x.Text))
		}
		return Float(f), nil
	default:
		return e.evalControl(x)
	}
}

// evalControl is eval for operators, control flow and definitions.
func (e *env) evalControl(x grammar.Expr) (Value, error) {
	switch x := x.(type) {
	case *grammar.Assign:
		return e.evalAssign(x), nil
	case *grammar.OpAssign:
		return e.evalOpAssign(x), nil
	case *grammar.MultiAssign:
		return e.evalMultiAssign(x), nil
	case *grammar.If:
		return e.evalIf(x)
	case *grammar.Ternary:
		return e.evalTernary(x)
	case *grammar.Not:
		return e.evalNot(x), nil
	case *grammar.And:
		return e.evalAndOr(x.L, x.R, true)
	case *grammar.Or:
		return e.evalAndOr(x.L, x.R, false)
	case *grammar.Index:
		return e.evalIndex(x)
	case *grammar.Case:
		return e.evalCase(x)
	case *grammar.While:
		return e.evalWhile(x)
	case *grammar.For:
		return e.evalFor(x)
	case *grammar.Begin:
		return e.evalBody(x.Body)
	case *grammar.RescueMod:
		return e.evalRescueMod(x)
	case *grammar.Jump:
		return e.evalJump(x)
	case *grammar.Yield:
		return e.evalYield(x)
	case *grammar.Super:
		return e.evalSuper(x)
	case *grammar.Range:
		return e.evalRange(x), nil
	case *grammar.Defined:
		return e.evalDefined(x), nil
	default:
		return e.evalDefinition(x)
	}
}

// evalDefinition is eval for variables and definitions.
func (e *env) evalDefinition(x grammar.Expr) (Value, error) {
	t := e.thread
	switch x := x.(type) {
	case *grammar.IVar:
		return e.evalIVar(x)
	case *grammar.CVar:
		return e.evalCVar(x), nil
	case *grammar.GVar:
		t.caller = e.frame
		return t.evalGVar(x), nil
	case *grammar.Def:
		return e.evalDef(x), nil
	case *grammar.Class:
		return e.evalClass(x)
	case *grammar.Module:
		return e.evalModule(x)
	case *grammar.SingletonClass:
		return e.evalSingletonClass(x)
	case *grammar.Alias:
		return e.evalAlias(x), nil
	case *grammar.Undef:
		return e.evalUndef(x), nil
	case *grammar.CaseIn:
		return e.evalCaseIn(x)
	case *grammar.MatchPattern:
		return e.evalMatchPattern(x), nil
	case *grammar.Unsupported:
		return nil, &grammar.UnsupportedError{Pos: x.Pos, What: x.What}
	case *grammar.BadStmt:
		return nil, x.Err
	}
	t.At = x.Start()
	return nil, &grammar.UnsupportedError{Pos: x.Start(), What: grammar.String(x)}
}

// evalStmts runs statements; the value is the last one's.
func (e *env) evalStmts(s *grammar.Stmts) (Value, error) {
	v := Nil
	if s == nil {
		return v, nil
	}
	for i, x := range s.List {
		var err error
		if v, err = e.try(x); err != nil {
			if v, err = e.recovered(x, err); err != nil {
				return nil, err
			}
		}
		if u, ok := v.(*Unknown); ok && i < len(s.List)-1 && !isAssignment(x) {
			e.thread.havocEscaped(u)
		}
	}
	return v, nil
}

// isAssignment reports whether a statement keeps its value.
func isAssignment(x grammar.Expr) bool {
	switch x.(type) {
	case *grammar.Assign, *grammar.OpAssign, *grammar.MultiAssign:
		return true
	}
	return false
}

// evalParen gives the value of statements in parentheses, a part of the statement around.
func (e *env) evalParen(x *grammar.Paren) (Value, error) {
	t := e.thread
	defer func(outer *recovery) { t.recovery = outer }(t.recovery)
	t.recovery = nil
	return e.evalStmts(x.Stmts)
}

// evalList evaluates array elements or when-conditions, splats spread. Unset variables
// would give it more.
func (e *env) evalList(list []grammar.Expr) (values []Value, missing unsetMark) {
	values = make([]Value, 0, len(list))
	for _, x := range list {
		splat, ok := x.(*grammar.Splat)
		if !ok {
			v := e.value(x)
			values = append(values, v)
			continue
		}
		more, lacks := e.spread(splat)
		Check(e.thread.Size(len(values) + len(more)))
		values = append(values, more...)
		missing = e.thread.in.unset.Join(missing, lacks)
	}
	return values, missing
}

// spread returns the elements of `*x`, and the unset variables that would give more.
func (e *env) spread(x *grammar.Splat) (list []Value, missing unsetMark) {
	t := e.thread
	if x.X == nil {
		v, _ := e.get(grammar.AnonymousRest)
		if list, ok := v.(*Array); ok {
			return list.Elems, list.unset
		}
		return nil, 0
	}
	v := e.value(x.X)
	t.tellOrderOf(v, x.Pos)
	list = t.elements(v, "to_a")
	switch v := v.(type) {
	case NilValue:
		missing = v.unset
	case *Array:
		missing = v.unset
	}
	t.missed(missing)
	t.ChargeMoves(len(list))
	return list, missing
}

// elements returns what the conversion of a value to a list makes of it, or the value alone: a splat
// converts by to_a, an assignment to several variables by to_ary.
func (t *Thread) elements(v Value, by string) []Value {
	switch v := v.(type) {
	case *Array:
		return v.Elems
	case *Unknown:
		if v.isSplat || v.optional != nil || v.alternative != nil {
			return t.choiceList(v)
		}
		return []Value{t.ElementsOf(v)}
	}
	if t.FindMethod(v, by) != nil {
		switch list := t.converted(v, by, func() (Value, error) { return t.NewArray(v), nil }).(type) {
		case *Array, *Unknown:
			return t.elements(list, by)
		}
	}
	return []Value{v}
}

func (e *env) evalHash(x *grammar.Hash) Value {
	t := e.thread
	h := t.EmptyHash(len(x.Pairs))
	u := Must(t.UndecidedIn(func() { e.fillHash(h, x) }))
	if u != nil {
		t.havoc(h, u)
	}
	return h
}

func (e *env) fillHash(h *Hash, x *grammar.Hash) {
	for i := range x.Pairs {
		p := &x.Pairs[i]
		if p.Key == nil {
			e.mergeDoubleSplat(h, p)
			continue
		}
		k := e.value(p.Key)
		v := e.value(p.Value)
		Check(e.thread.put(h, k, v))
	}
}

// mergeDoubleSplat adds the pairs of `**x`.
func (e *env) mergeDoubleSplat(h *Hash, p *grammar.Pair) {
	t := e.thread
	var v Value
	if p.Value == nil {
		v, _ = e.get(grammar.AnonymousKeys)
	} else {
		v = e.value(p.Value)
	}
	switch v := v.(type) {
	case *Hash:
		h.unset = t.in.unset.Join(h.unset, v.unset)
		Check(t.PutAll(h, v))
		return
	case NilValue, nil:
		return
	case *Unknown:
		t.spreadUnknown(h, v)
		return
	}
	name := "to_hash"
	if isHostObject(v) && t.FindMethod(v, name) == nil {
		name = "to_h"
	}
	t.At = p.Pos
	switch made := t.converted(v, name, func() (Value, error) { return Nil, nil }).(type) {
	case *Hash:
		Check(t.PutAll(h, made))
	case *Unknown:
		t.spreadUnknown(h, made)
	default:
		panic(t.failureAt(p.Pos, "TypeError", "no implicit conversion of %s into Hash", t.Describe(v)))
	}
}

func isHostObject(v Value) bool {
	o, ok := v.(*Object)
	return ok && o.Host != nil
}

// evalInterp evaluates a literal with #{ } in it.
func (e *env) evalInterp(x *grammar.Interp) Value {
	t := e.thread
	if x.Kind == grammar.InterpCommand {
		panic(Failure{&grammar.UnsupportedError{Pos: x.Pos, What: "a shell command"}})
	}
	var b strings.Builder
	var head *String // the first part, if it may have room for the others
	var unknown *Unknown
	var unset unsetMark
	var vals []Value // of the parts that are no text
	for i, part := range x.Parts {
		if s, ok := part.(*grammar.Str); ok {
			b.WriteString(s.Value)
			continue
		}
		v := e.value(part)
		unknown = cmp.Or(t.UnknownIn(v), unknown)
		v = t.textOf(v)
		unknown = cmp.Or(UnknownScalar(v), unknown)
		if t.in.MissesVariables() && !t.Request {
			m := t.in.unsetIn(v)
			t.missed(m)
			unset = t.in.unset.Join(unset, m)
		}
		if x.Kind != grammar.InterpString {
			vals = append(vals, v)
		}
		t.tellOrderOf(v, x.Pos)
		if s, ok := v.(*String); ok && i == 0 && len(s.s) >= minTail && x.Kind == grammar.InterpString {
			s.shares()
			head = &String{s: s.s, tail: s.tail}
			continue
		}
		t.writeInterpolated(&b, v, x.Kind == grammar.InterpRegexp)
		Check(t.StringSize(b.Len()))
	}
	t.At = x.Pos
	if head != nil {
		made := Must(t.ConcatText(head, b.String()))
		made.Unknown = unknown
		return made
	}
	if unknown != nil && x.Kind != grammar.InterpString {
		return t.unknownLiteral(x, vals)
	}
	v := t.interpolated(x, b.String(), unknown)
	if s, ok := v.(*String); ok && len(x.Parts) > 0 {
		if first, ok := x.Parts[0].(*grammar.Str); ok && first.Value != "" {
			s.Encoding = rubytext.UTF8
		}
	}
	if unset != 0 {
		v = t.in.remember(&Call{}, v, unset, 0)
	}
	return v
}

// textOf is what #{v} interpolates: what a to_s of the program returns, if that is text or unknown.
func (t *Thread) textOf(v Value) Value {
	if _, ok := v.(*Object); !ok && !t.in.ownTexts || isText(v) {
		return v
	}
	if text := Must(t.Send(v, "to_s", nil, nil, nil, t.At)); isText(text) {
		return text
	}
	return NewString(t.anyToS(v))
}

func isText(v Value) bool { _, ok := v.(*String); return ok || UnknownScalar(v) != nil }

// interpolated makes the value of a literal whose text is known but for what
// unknown stands for.
func (p *paths) interpolated(x *grammar.Interp, text string, unknown *Unknown) Value {
	switch {
	case x.Kind == grammar.InterpString:
		p.ChargeCopy(len(text))
		made := p.NewString(text)
		made.Unknown = unknown
		return made
	case x.Kind == grammar.InterpSymbol:
		return p.NewSymbol(text)
	}
	return Must(p.NewRegexp(text, regex.ParseOptions(x.Flags)))
}

// writeInterpolated writes v as #{v} does.
func (t *Thread) writeInterpolated(b *strings.Builder, v Value, regexp bool) {
	if r, ok := v.(*Regexp); ok && regexp {
		b.WriteString(r.ToS())
		return
	}
	if u, ok := v.(*Unknown); ok {
		b.WriteString(u.placeholder())
		return
	}
	s := Must(t.ToS(v))
	t.ChargeCopy(len(s))
	b.WriteString(s)
}

// regexpLiteral gives the one object that a literal without #{ } always is, so
// that it is compiled once.
func (in *Interp) regexpLiteral(x *grammar.Regexp) *Regexp {
	if r, ok := in.regexps.Load(x); ok {
		return r.(*Regexp)
	}
	r, _ := in.regexps.LoadOrStore(x, NewRegexp(x.Source, regex.ParseOptions(x.Flags)))
	return r.(*Regexp)
}

func (e *env) evalRange(x *grammar.Range) Value {
	t := e.thread
	*t.Used.Memory += limits.SizeRange
	r := &Range{Lo: Nil, Hi: Nil, Exclusive: x.Exclusive}
	if x.Lo != nil {
		r.Lo = e.value(x.Lo)
	}
	if x.Hi != nil {
		r.Hi = e.value(x.Hi)
	}
	if r.Lo != Nil && r.Hi != Nil && !IsUnknown(r.Lo) && !IsUnknown(r.Hi) {
		if _, err := t.compare(r.Lo, r.Hi); err != nil {
			panic(t.failureAt(x.Pos, "ArgumentError", "bad value for range"))
		}
	}
	return r
}
