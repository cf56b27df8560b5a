package dsl

import (
	"fmt"
	"strings"

	"signalbox/dsl/internal/rubytext"
	"signalbox/grammar"
)

// bindMethod binds the arguments of a `def`, strictly.
func (e *env) bindMethod(ps *grammar.Params, c *Call) (err error) {
	if ps == nil && len(c.Args) == 0 && c.Keywords == nil {
		return nil
	}
	defer e.thread.contain(&err, e.thread.nested)
	pos := e.thread.At
	e.thread.At = c.method.def.Pos
	e.bindStrict(ps, c.Args, c.Keywords, c.Block)
	e.thread.At = pos
	return nil
}

// bindBlock binds the arguments of a block, proc or lambda.
func (e *env) bindBlock(p *Proc, args []Value, kw *Hash, block *Proc) (err error) {
	ps := p.Params
	if !p.lambda {
		if ps == nil {
			return nil
		}
		for _, name := range ps.Locals {
			e.declare(name, Nil)
		}
		if ps.Single() && kw == nil {
			e.declare(ps.List[0].Name, at(args, 0))
			return nil
		}
	}
	defer e.thread.contain(&err, e.thread.nested)
	if p.lambda {
		pos := e.thread.At
		e.thread.At = p.pos
		e.bindStrict(ps, args, kw, block)
		e.thread.At = pos
		return nil
	}
	s := ps.Shape()
	if !s.TakesKeys() && kw.Len() > 0 {
		args = append(args[:len(args):len(args)], kw)
		kw = nil
	}
	if n := s.Required + s.Optional; !s.Rest && len(args) > n {
		args = args[:n]
	}
	for len(args) < s.Required {
		args = append(args[:len(args):len(args)], Nil)
	}
	e.bind(ps, s, args, kw, block)
	return nil
}

// bindStrict binds with the argument count checked.
func (e *env) bindStrict(ps *grammar.Params, args []Value, kw *Hash, block *Proc) {
	s := ps.Shape()
	if kw.Len() > 0 && !s.TakesKeys() {
		if s.NoKeys {
			panic(Failure{e.thread.Errorf("ArgumentError", "no keywords accepted")})
		}
		args = append(args[:len(args):len(args)], kw)
		kw = nil
	}
	hi := s.Required + s.Optional
	if s.Rest {
		hi = -1
	}
	if len(args) < s.Required || hi >= 0 && len(args) > hi {
		err := e.thread.arityError(len(args), s.Required, hi).(*EvalError)
		if len(s.RequiredKeys) > 0 && kw == nil {
			word := "keyword"
			if len(s.RequiredKeys) > 1 {
				word = "keywords"
			}
			err.Message = fmt.Sprintf("%s; required %s: %s)", strings.TrimSuffix(err.Message, ")"), word, strings.Join(s.RequiredKeys, ", "))
		}
		panic(Failure{err})
	}
	if ps == nil {
		return
	}
	for _, name := range ps.Locals {
		e.declare(name, Nil)
	}
	e.bind(ps, s, args, kw, block)
}

// bind fills the variables; args has at least the required ones.
func (e *env) bind(ps *grammar.Params, s grammar.Shape, args []Value, kw *Hash, block *Proc) {
	optional := len(args) - s.Required // how many optional ones got a value
	i := 0
	for _, p := range ps.List {
		switch p.Kind {
		case grammar.Required:
			e.declare(p.Name, args[i])
			i++
		case grammar.Destructured:
			e.bindDestructured(p.Sub, args[i])
			i++
		case grammar.Optional:
			if optional > 0 {
				optional--
				e.declare(p.Name, args[i])
				i++
				continue
			}
			e.declare(p.Name, e.value(p.Default))
		case grammar.Rest, grammar.ForwardAll:
			n := max(len(args)-(s.Required-s.Leading)-i, 0)
			e.declare(p.Variable(), e.thread.NewArrayCopy(args[i:i+n]))
			i += n
			if p.Kind == grammar.ForwardAll {
				e.declare(grammar.AnonymousBlock, e.thread.procOrNil(block))
			}
		case grammar.BlockParam:
			e.declare(p.Variable(), e.thread.procOrNil(block))
		}
	}
	if s.TakesKeys() {
		e.bindKeywords(ps, kw)
	}
}

func (m *meter) procOrNil(p *Proc) Value {
	if p == nil {
		return Nil
	}
	return m.Keep(p)
}

// bindDestructured binds `(a, (b, *c))`.
func (e *env) bindDestructured(ps *grammar.Params, v Value) {
	Check(e.thread.deeper())
	defer e.thread.leave()
	parts := e.thread.divide(v, ps.Shape().Division())
	for i, p := range ps.List {
		if p.Kind != grammar.Destructured {
			e.declare(p.Variable(), parts[i])
		} else {
			e.bindDestructured(p.Sub, parts[i])
		}
	}
}

func (e *env) bindKeywords(ps *grammar.Params, kw *Hash) {
	t := e.thread
	var missing []string
	taken := 0
	var keyRest *grammar.Param
	for _, p := range ps.List {
		switch p.Kind {
		case grammar.RequiredKey, grammar.OptionalKey:
			v, ok := kw.Sym(p.Name)
			switch {
			case ok:
				taken++
			case p.Kind == grammar.RequiredKey:
				missing = append(missing, ":"+p.Name)
				continue
			default:
				v = e.value(p.Default)
			}
			e.declare(p.Name, v)
		case grammar.KeyRest, grammar.ForwardAll:
			keyRest = p
		}
	}
	if len(missing) > 0 {
		panic(Failure{t.Errorf("ArgumentError", "missing keyword%s: %s", rubytext.Plural(len(missing)), strings.Join(missing, ", "))})
	}
	if keyRest == nil && kw.Len() == taken {
		return
	}
	rest := t.EmptyHash(0)
	t.ChargeReads(kw.Len() * (1 + len(ps.List)))
	for i := 0; i < kw.Len(); i++ {
		k, v := kw.At(i)
		if y, ok := k.(Symbol); ok && ps.HasKey(string(y)) {
			continue
		}
		Check(t.put(rest, k, v))
	}
	if keyRest == nil {
		panic(Failure{t.unknownKeywords(rest.Keys)})
	}
	name := grammar.AnonymousKeys
	if keyRest.Kind == grammar.KeyRest {
		name = keyRest.Variable()
	}
	e.declare(name, rest)
}

// maxKeywordsNamed bounds the keywords that an error names.
const maxKeywordsNamed = 100

func (t *Thread) unknownKeywords(keys []Value) error {
	var unknown []string
	for _, k := range keys[:min(len(keys), maxKeywordsNamed)] {
		unknown = append(unknown, t.MustInspect(k))
	}
	return t.Errorf("ArgumentError", "unknown keyword%s: %s", rubytext.Plural(len(unknown)), strings.Join(unknown, ", "))
}

// arityError is Ruby's "wrong number of arguments".
func (p *paths) arityError(given, lo, hi int) error {
	expected := fmt.Sprint(lo)
	switch {
	case hi < 0:
		expected += "+"
	case hi > lo:
		expected = fmt.Sprintf("%d..%d", lo, hi)
	}
	return p.Errorf("ArgumentError", "wrong number of arguments (given %d, expected %s)", given, expected)
}
