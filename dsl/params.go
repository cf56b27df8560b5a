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
		if n := len(s.RequiredKeys); n > 0 {
			err.Message = fmt.Sprintf("%s; required keyword%s: %s)", strings.TrimSuffix(err.Message, ")"), rubytext.Plural(n), strings.Join(s.RequiredKeys, ", "))
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

// bind fills the variables; args has at least the required ones. What is wrong with the
// keywords is raised before a default value is evaluated.
func (e *env) bind(ps *grammar.Params, s grammar.Shape, args []Value, kw *Hash, block *Proc) {
	otherKeys := e.otherKeywords(ps, s, kw)
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
				e.declare(grammar.AnonymousKeys, otherKeys)
			}
		case grammar.RequiredKey, grammar.OptionalKey:
			v, ok := kw.Sym(p.Name)
			if !ok {
				v = e.value(p.Default)
			}
			e.declare(p.Name, v)
		case grammar.KeyRest:
			e.declare(p.Variable(), otherKeys)
		case grammar.BlockParam:
			e.declare(p.Variable(), e.thread.procOrNil(block))
		}
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

// otherKeywords returns the keywords that no parameter names, for a parameter that takes all.
func (e *env) otherKeywords(ps *grammar.Params, s grammar.Shape, kw *Hash) *Hash {
	t := e.thread
	var missing []string
	for _, name := range s.RequiredKeys {
		if _, ok := kw.Sym(name); !ok {
			missing = append(missing, ":"+name)
		}
	}
	if len(missing) > 0 {
		panic(Failure{t.Errorf("ArgumentError", "missing keyword%s: %s", rubytext.Plural(len(missing)), strings.Join(missing, ", "))})
	}
	var others *Hash
	if s.KeyRest {
		others = t.EmptyHash(0)
	}
	t.ChargeReads(kw.Len() * (1 + len(ps.List)))
	for i := range kw.Len() {
		key, v := kw.At(i)
		if name, ok := key.(Symbol); ok && ps.HasKey(string(name)) {
			continue
		}
		if others == nil {
			others = t.EmptyHash(0)
		}
		Check(t.put(others, key, v))
	}
	if !s.KeyRest && others != nil {
		panic(Failure{t.unknownKeywords(others.Keys)})
	}
	return others
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
