package dsl

import (
	"strconv"
	"strings"

	"signalbox/grammar"
)

// eval gives the value of an expression.
func (t *Thread) eval(e *env, x grammar.Expr) (Value, error) {
	if err := t.step(); err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *grammar.Str:
		*t.used.memory += sizeString
		return &String{s: x.Value, encoding: inUTF8}, nil
	case *grammar.Sym:
		return Symbol(x.Name), nil
	case *grammar.Local:
		if v, ok := e.get(x.Name); ok {
			return v, nil
		}
		return Nil, nil
	case *grammar.Int:
		return t.evalInt(x)
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
	v, err := t.evalNested(e, x)
	t.leave()
	return v, err
}

// nestedPerCall is how deep expressions may be nested for each call that
// [Limits.Depth] allows: what Go keeps of them is on its stack.
const nestedPerCall = 5

// deeper counts an expression around others, until it is left.
func (t *Thread) deeper() error {
	if t.nested >= nestedPerCall*t.limits.Depth {
		return t.tooDeep()
	}
	t.nested++
	return nil
}

func (t *Thread) leave() { t.nested-- }

// evalNested is eval for what may hold other expressions.
func (t *Thread) evalNested(e *env, x grammar.Expr) (Value, error) {
	switch x := x.(type) {
	case *grammar.Call:
		return t.evalCall(e, x)
	case *grammar.Const:
		return t.evalConst(e, x)
	case *grammar.Array:
		elems, missing, err := t.evalList(e, x.Elems)
		if err != nil {
			return nil, err
		}
		list := t.newArray(elems...)
		list.unset = missing
		return list, nil
	case *grammar.Hash:
		return t.evalHash(e, x)
	case *grammar.Interp:
		return t.evalInterp(e, x)
	case *grammar.Regexp:
		return t.in.regexpLiteral(x), nil
	case *grammar.Paren:
		return t.evalParen(e, x)
	case *grammar.Lambda:
		return t.keep(&Proc{params: x.Params, body: x.Body, env: e, lambda: true, pos: x.Pos}), nil
	case *grammar.Float:
		f, err := strconv.ParseFloat(x.Text, 64)
		if err != nil {
			t.pos = x.Pos
			return nil, t.errorf("RangeError", "Float %s out of range", x.Text)
		}
		return Float(f), nil
	default:
		return t.evalControl(e, x)
	}
}

// evalControl is eval for operators, control flow and definitions.
func (t *Thread) evalControl(e *env, x grammar.Expr) (Value, error) {
	switch x := x.(type) {
	case *grammar.Assign:
		return t.evalAssign(e, x)
	case *grammar.OpAssign:
		return t.evalOpAssign(e, x)
	case *grammar.MultiAssign:
		return t.evalMultiAssign(e, x)
	case *grammar.If:
		return t.evalIf(e, x)
	case *grammar.Ternary:
		return t.evalTernary(e, x)
	case *grammar.Not:
		return t.evalNot(e, x)
	case *grammar.And:
		return t.evalAndOr(e, x.L, x.R, true)
	case *grammar.Or:
		return t.evalAndOr(e, x.L, x.R, false)
	case *grammar.Index:
		return t.evalIndex(e, x)
	case *grammar.Case:
		return t.evalCase(e, x)
	case *grammar.While:
		return t.evalWhile(e, x)
	case *grammar.For:
		return t.evalFor(e, x)
	case *grammar.Begin:
		return t.evalBody(e, x.Body)
	case *grammar.RescueMod:
		return t.evalRescueMod(e, x)
	case *grammar.Jump:
		return t.evalJump(e, x)
	case *grammar.Yield:
		return t.evalYield(e, x)
	case *grammar.Super:
		return t.evalSuper(e, x)
	case *grammar.Range:
		return t.evalRange(e, x)
	case *grammar.Defined:
		return t.evalDefined(e, x)
	default:
		return t.evalDefinition(e, x)
	}
}

// evalDefinition is eval for variables and definitions.
func (t *Thread) evalDefinition(e *env, x grammar.Expr) (Value, error) {
	switch x := x.(type) {
	case *grammar.IVar:
		return t.ivarGet(e.frame.self, x.Name), nil
	case *grammar.CVar:
		return t.evalCVar(e, x)
	case *grammar.GVar:
		t.caller = e.frame
		return t.evalGVar(x), nil
	case *grammar.Def:
		return t.evalDef(e, x)
	case *grammar.Class:
		return t.evalClass(e, x)
	case *grammar.Module:
		return t.evalModule(e, x)
	case *grammar.SingletonClass:
		return t.evalSingletonClass(e, x)
	case *grammar.Alias:
		return t.evalAlias(e, x)
	case *grammar.Undef:
		return t.evalUndef(e, x)
	case *grammar.CaseIn:
		return t.evalCaseIn(e, x)
	case *grammar.MatchPattern:
		return t.evalMatchPattern(e, x)
	case *grammar.Unsupported:
		return nil, &grammar.UnsupportedError{Pos: x.Pos, What: x.What}
	case *grammar.Splat:
		// `when *list` and the like are taken apart by their owners.
		return t.evalSplatValue(e, x)
	case *grammar.BadStmt:
		return nil, x.Err
	}
	t.pos = x.Start()
	return nil, &grammar.UnsupportedError{Pos: x.Start(), What: grammar.String(x)}
}

// evalStmts runs statements; the value is the last one's.
func (t *Thread) evalStmts(e *env, s *grammar.Stmts) (Value, error) {
	v := Nil
	if s == nil {
		return v, nil
	}
	for i, x := range s.List {
		var err error
		if v, err = t.eval(e, x); err != nil {
			if v, err = t.recovered(e, x, err); err != nil {
				return nil, err
			}
		}
		if u, ok := v.(*Unknown); ok && i < len(s.List)-1 && !isAssignment(x) {
			t.havocEscaped(u)
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

// evalParen gives the value of statements in parentheses, which is a part of the
// statement around.
func (t *Thread) evalParen(e *env, x *grammar.Paren) (Value, error) {
	outer := t.recovery
	t.recovery = nil
	v, err := t.evalStmts(e, x.Stmts)
	t.recovery = outer
	return v, err
}

// evalList evaluates array elements or when-conditions, splats spread. Unset variables
// would give it more.
func (t *Thread) evalList(e *env, list []grammar.Expr) (values []Value, missing unsetMark, err error) {
	values = make([]Value, 0, len(list))
	for _, x := range list {
		splat, ok := x.(*grammar.Splat)
		if !ok {
			v, err := t.eval(e, x)
			if err != nil {
				return nil, 0, err
			}
			values = append(values, v)
			continue
		}
		more, lacks, err := t.spread(e, splat)
		if err != nil {
			return nil, 0, err
		}
		if err := t.size(len(values) + len(more)); err != nil {
			return nil, 0, err
		}
		values = append(values, more...)
		missing = t.in.unset.join(missing, lacks)
	}
	return values, missing, nil
}

// spread returns the elements of `*x`, and the unset variables that would give more.
func (t *Thread) spread(e *env, x *grammar.Splat) (list []Value, missing unsetMark, err error) {
	if x.X == nil {
		v, _ := e.get(anonymousRest)
		if list, ok := v.(*Array); ok {
			return list.Elems, list.unset, nil
		}
		return nil, 0, nil
	}
	v, err := t.eval(e, x.X)
	if err != nil {
		return nil, 0, err
	}
	t.tellOrderOf(v, x.Pos)
	if list, err = t.toList(v); err != nil {
		return nil, 0, err
	}
	switch v := v.(type) {
	case nilValue:
		missing = v.unset
	case *Array:
		missing = v.unset
	}
	t.missed(missing)
	t.moved(len(list))
	return list, missing, nil
}

func (t *Thread) evalSplatValue(e *env, x *grammar.Splat) (Value, error) {
	list, missing, err := t.spread(e, x)
	if err != nil {
		return nil, err
	}
	a := t.copyOf(list)
	a.unset = missing
	return a, nil
}

// toList is what a splat makes of a value: to_a, or the value alone.
func (t *Thread) toList(v Value) ([]Value, error) {
	switch v := v.(type) {
	case *Array:
		return v.Elems, nil
	case nilValue:
		return nil, nil
	case *Unknown:
		if v.isSplat || v.guarded != nil || v.choice != nil {
			return t.choiceList(v)
		}
		return []Value{t.elementsOf(v)}, nil
	}
	if m := t.find(v, "to_a"); m != nil && m.visibility == public {
		list, err := t.send(v, "to_a", nil, nil, nil, t.pos)
		if err != nil {
			return nil, err
		}
		if a, ok := list.(*Array); ok {
			return a.Elems, nil
		}
	}
	return []Value{v}, nil
}

func (t *Thread) evalHash(e *env, x *grammar.Hash) (Value, error) {
	h := t.newHash(len(x.Pairs))
	outer := t.undecided
	t.undecided = nil
	err := t.fillHash(e, h, x)
	u := t.undecided
	t.undecided = outer
	if err != nil {
		return nil, err
	}
	if u != nil {
		t.havoc(h, u)
	}
	return h, nil
}

func (t *Thread) fillHash(e *env, h *Hash, x *grammar.Hash) error {
	for i := range x.Pairs {
		p := &x.Pairs[i]
		if p.Key == nil {
			if err := t.mergeDoubleSplat(e, h, p); err != nil {
				return err
			}
			continue
		}
		k, err := t.eval(e, p.Key)
		if err != nil {
			return err
		}
		v, err := t.eval(e, p.Value)
		if err != nil {
			return err
		}
		if err := t.put(h, k, v); err != nil {
			return err
		}
	}
	return nil
}

// mergeDoubleSplat adds the pairs of `**x`.
func (t *Thread) mergeDoubleSplat(e *env, h *Hash, p *grammar.Pair) error {
	var v Value = Nil
	var err error
	if p.Value == nil {
		v, _ = e.get(anonymousKeys)
	} else if v, err = t.eval(e, p.Value); err != nil {
		return err
	}
	switch v := v.(type) {
	case *Hash:
		h.unset = t.in.unset.join(h.unset, v.unset)
		return t.putAll(h, v)
	case nilValue, nil:
		return nil
	case *Unknown:
		t.spreadUnknown(h, v)
		return nil
	}
	if t.find(v, "to_hash") != nil || t.find(v, "to_h") != nil && isHostObject(v) {
		name := "to_hash"
		if t.find(v, name) == nil {
			name = "to_h"
		}
		converted, err := t.send(v, name, nil, nil, nil, p.Pos)
		if err != nil {
			return err
		}
		if c, ok := converted.(*Hash); ok {
			return t.putAll(h, c)
		}
	}
	t.pos = p.Pos
	return t.errorf("TypeError", "no implicit conversion of %s into Hash", t.describe(v))
}

func isHostObject(v Value) bool {
	o, ok := v.(*Object)
	return ok && o.Host != nil
}

func (t *Thread) evalInt(x *grammar.Int) (Value, error) {
	text, base := x.Text, 10
	if len(text) > 1 && text[0] == '0' {
		switch text[1] {
		case 'x', 'X':
			text, base = text[2:], 16
		case 'b', 'B':
			text, base = text[2:], 2
		case 'o', 'O':
			text, base = text[2:], 8
		case 'd', 'D':
			text = text[2:]
		default:
			text, base = text[1:], 8
		}
	}
	n, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		return nil, &grammar.UnsupportedError{Pos: x.Pos, What: "an integer beyond 64 bits"}
	}
	return Int(n), nil
}

// evalInterp evaluates a literal with #{ } in it.
func (t *Thread) evalInterp(e *env, x *grammar.Interp) (Value, error) {
	if x.Kind == grammar.InterpCommand {
		return nil, &grammar.UnsupportedError{Pos: x.Pos, What: "a shell command"}
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
		v, err := t.eval(e, part)
		if err != nil {
			return nil, err
		}
		if u := t.unknownIn(v); u != nil {
			unknown = u
		}
		if o, ok := v.(*Object); ok {
			if v, err = t.textOf(o); err != nil {
				return nil, err
			}
			if u := unknownScalar(v); u != nil {
				unknown = u
			}
		}
		if t.in.MissesVariables() && !t.request {
			m := t.in.unsetIn(v)
			t.missed(m)
			unset = t.in.unset.join(unset, m)
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
		if err := t.writeInterpolated(&b, v, x.Kind == grammar.InterpRegexp); err != nil {
			return nil, err
		}
		if err := t.stringSize(b.Len()); err != nil {
			return nil, err
		}
	}
	t.pos = x.Pos
	if head != nil {
		made, err := t.joined(head, b.String())
		if err == nil {
			made.unknown = unknown
		}
		return made, err
	}
	if unknown != nil && x.Kind != grammar.InterpString {
		return t.unknownLiteral(x, vals)
	}
	v, err := t.interpolated(x, b.String(), unknown)
	if s, ok := v.(*String); ok && len(x.Parts) > 0 {
		if first, ok := x.Parts[0].(*grammar.Str); ok && first.Value != "" {
			s.encoding = inUTF8
		}
	}
	if unset != 0 && err == nil {
		v = t.in.remember(&Call{}, v, unset, 0)
	}
	return v, err
}

// textOf is what #{object} interpolates: what its to_s returns, if that is text or unknown.
func (t *Thread) textOf(o *Object) (Value, error) {
	v, err := t.send(o, "to_s", nil, nil, nil, t.pos)
	switch v.(type) {
	case *String, *Unknown:
		return v, err
	}
	if err != nil {
		return nil, err
	}
	return NewString(t.anyToS(o)), nil
}

// interpolated makes the value of a literal whose text is known but for what
// unknown stands for.
func (t *Thread) interpolated(x *grammar.Interp, text string, unknown *Unknown) (Value, error) {
	switch {
	case x.Kind == grammar.InterpString:
		t.copied(len(text))
		made := t.newString(text)
		made.unknown = unknown
		return made, nil
	case x.Kind == grammar.InterpSymbol:
		return t.symbol(text), nil
	}
	return t.newRegexp(text, parseRegexpFlags(x.Flags))
}

// writeInterpolated writes v as #{v} does.
func (t *Thread) writeInterpolated(b *strings.Builder, v Value, regexp bool) error {
	if r, ok := v.(*Regexp); ok && regexp {
		b.WriteString(r.ToS())
		return nil
	}
	if u, ok := v.(*Unknown); ok {
		b.WriteString(u.placeholder())
		return nil
	}
	s, err := t.toS(v)
	t.copied(len(s))
	b.WriteString(s)
	return err
}

// regexpLiteral gives the one object that a literal without #{ } always is, so
// that it is compiled once.
func (in *Interp) regexpLiteral(x *grammar.Regexp) *Regexp {
	if r, ok := in.regexps.Load(x); ok {
		return r.(*Regexp)
	}
	r, _ := in.regexps.LoadOrStore(x, &Regexp{Source: x.Source, Options: parseRegexpFlags(x.Flags)})
	return r.(*Regexp)
}

func (t *Thread) evalRange(e *env, x *grammar.Range) (Value, error) {
	*t.used.memory += sizeRange
	r := &Range{Lo: Nil, Hi: Nil, Exclusive: x.Exclusive}
	var err error
	if x.Lo != nil {
		if r.Lo, err = t.eval(e, x.Lo); err != nil {
			return nil, err
		}
	}
	if x.Hi != nil {
		if r.Hi, err = t.eval(e, x.Hi); err != nil {
			return nil, err
		}
	}
	if r.Lo != Nil && r.Hi != Nil && !IsUnknown(r.Lo) && !IsUnknown(r.Hi) {
		if _, err := t.compare(r.Lo, r.Hi); err != nil {
			t.pos = x.Pos
			return nil, t.errorf("ArgumentError", "bad value for range")
		}
	}
	return r, nil
}
