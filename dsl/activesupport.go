package dsl

import (
	"net/url"
	"strings"

	"signalbox/internal/spelling"
)

var indifferentHashMethods = derived("HashWithIndifferentAccess")

func init() { // ActiveSupport's classes that routes files meet
	const as = "ActiveSupport::"
	Register(
		Type{Name: as + "Concern", Module: true, Methods: concernMethods},
		Type{Name: as + "Duration", Methods: durationMethods},
		Type{Name: as + "Duration::Scalar", Super: "Numeric", Methods: scalarMethods},
		Type{
			Name: as + "HashWithIndifferentAccess", Super: "Hash", Methods: indifferentHashMethods, Functions: methodTable{"new": fnAny(indifferentNew)},
			Setup: func(in *Interp, k *Class) { in.DefineConst("HashWithIndifferentAccess", k) },
		},
		Type{Name: as + "OptionMerger", Methods: optionMergerMethods},
		Type{Name: as + "OrderedOptions", Methods: orderedOptionsMethods},
		Type{Name: as + "StringInquirer", Super: "String", Methods: stringInquirerMethods, Functions: methodTable{"new": fn(1, inquirerNew)}},
	)
}

func indifferentNew(c *Call) Value {
	if from, ok := c.arg(0).(*Hash); ok {
		return indifferentCopy(c, from, 0)
	}
	h := c.t.newHash(4)
	h.indifferent = true
	if len(c.Args) > 0 {
		h.Default = c.Args[0]
	}
	return h
}

func inquirerNew(c *Call) Value {
	own := c.t.substring(c.text(0))
	own.inquirer = true
	return own
}

// blank is ActiveSupport's blank?.
func blank(c *Call, v Value) bool {
	switch v := v.(type) {
	case nilValue:
		return true
	case Bool:
		return !bool(v)
	case *String:
		return strings.TrimSpace(v.s) == ""
	case Symbol:
		return v == ""
	case *Array:
		return len(v.Elems) == 0
	case *Hash:
		return v.Len() == 0
	case *Object:
		return c.t.find(v, "empty?") != nil && c.truthy(c.Send(v, "empty?"))
	}
	return false
}

func objectTry(c *Call) Value {
	if c.Self == Nil {
		return Nil
	}
	if len(c.Args) == 0 && c.Block != nil {
		return yieldOrExec(c, c.Self)
	}
	name := c.nameArg(0)
	m := c.t.find(c.Self, name)
	if known := m != nil && m.visibility == public; c.Name == "try" && !known && !c.truthy(c.Send(c.Self, "respond_to?", Symbol(name))) {
		return Nil
	}
	return objectPublicSend(c)
}

// yieldOrExec gives v to the block, as self to one without parameters.
func yieldOrExec(c *Call, v Value) Value {
	if c.Block.Arity() == 0 {
		return check(c.TryExec(v, c.Block))
	}
	return c.Yield(v)
}

// optionMerger is the receiver that `with_options only: [] do |x|` yields: it
// adds the options to every call.
type optionMerger struct {
	context Value
	options Value // a Hash, or a Proc that returns one
}

func objectWithOptions(c *Call) Value {
	merger := c.t.newObject(c.t.in.Type("ActiveSupport::OptionMerger"), &optionMerger{context: c.Self, options: c.Args[0]})
	if c.Block == nil {
		return merger
	}
	return yieldOrExec(c, merger)
}

var optionMergerMethods = methodTable{
	"method_missing": fnKw(1, -1, optionMergerCall),
}

// optionMergerCall is ActiveSupport::OptionMerger#method_missing.
func optionMergerCall(c *Call) Value {
	m := c.Self.(*Object).data.(*optionMerger)
	name := c.nameArg(0)
	args := append([]Value(nil), c.Args[1:]...)
	options, _ := m.options.(*Hash)
	if options == nil {
		panic(c.exception("TypeError", "no implicit conversion of %s into Hash", c.t.describe(m.options)))
	}
	merged, keywords := c.t.cloneHash(options), c.Keywords
	last, ok := c.arg(len(c.Args) - 1).(*Hash)
	if ok = ok && keywords == nil; ok {
		args, keywords = args[:len(args)-1], last
	}
	if keywords != nil {
		merged = c.Send(merged, "deep_merge", keywords).(*Hash)
	}
	if ok {
		return check(c.t.send(m.context, name, append(args, merged), nil, c.Block, c.Pos))
	}
	return check(c.t.send(m.context, name, args, merged, c.Block, c.Pos))
}

// railsEnvs are the questions that Rails.env is asked.
var railsEnvs = []string{"development?", "test?", "production?", "local?"}

// stringInquirerMethods: any word with a question mark asks for equality.
var stringInquirerMethods = methodTable{
	"method_missing": fnKw(1, -1, func(c *Call) Value {
		name := c.nameArg(0)
		if q, ok := strings.CutSuffix(name, "?"); ok {
			s := c.Self.(*String)
			if s.env && q == "local" {
				return Bool(s.s == "development" || s.s == "test")
			}
			if f := c.t.in.options.AskedEnv; f != nil && s.env && q != s.s && !c.t.request {
				f(q, c.Pos)
			}
			return Bool(q == s.s)
		}
		c.Name = name
		missing := c.t.noMethod(c, false).(*EvalError)
		if near := spelling.Nearest(name+"?", railsEnvs); near != "" {
			missing.Hint = "did you mean `" + near + "`?"
		} else if missing.Hint == "" || c.Self.(*String).env {
			missing.Hint = "did you mean `" + name + "?`?"
		}
		panic(failure{missing})
	}),
	"respond_to_missing?": fn(2, func(c *Call) Value {
		return Bool(strings.HasSuffix(c.nameArg(0), "?"))
	}),
}

// orderedOptionsMethods: a hash that is read and written with method calls.
var orderedOptionsMethods = methodTable{
	"initialize": fn(0, func(c *Call) Value { c.Self.(*Object).data = c.t.newHash(4); return Nil }).is(opaque),
	"[]":         fn(1, func(c *Call) Value { return c.Send(optionsHash(c), "[]", optionsKey(c.Args[0])) }),
	"[]=":        fn(2, func(c *Call) Value { return c.Send(optionsHash(c), "[]=", optionsKey(c.Args[0]), c.Args[1]) }).is(changes | opaque),
	"initialize_copy": fn(1, func(c *Call) Value {
		c.Self.(*Object).data = c.t.cloneHash(optionsHash(c))
		return Nil
	}),
	"to_h":    fn(0, func(c *Call) Value { return c.t.cloneHash(optionsHash(c)) }),
	"to_hash": fn(0, func(c *Call) Value { return c.t.cloneHash(optionsHash(c)) }),
	"inspect": fn(0, func(c *Call) Value {
		return c.t.newString("#<ActiveSupport::OrderedOptions " + c.Inspect(optionsHash(c)) + ">")
	}).is(showsParts),
	"respond_to_missing?": fn(2, func(*Call) Value { return True }),
	"method_missing":      fnKw(1, -1, optionsCall).is(opaque),
}

func optionsHash(c *Call) *Hash {
	h, ok := c.Self.(*Object).data.(*Hash)
	if !ok {
		h = c.t.newHash(4)
		c.Self.(*Object).data = h
	}
	return h
}

func optionsKey(v Value) Value {
	if s, ok := v.(*String); ok {
		return Symbol(s.s)
	}
	return v
}

// optionsCall is `options.a = 1`, `options.a`, `options.a!` and the methods of
// Hash.
func optionsCall(c *Call) Value {
	name := c.nameArg(0)
	h := optionsHash(c)
	if key, ok := strings.CutSuffix(name, "="); ok && len(c.Args) == 2 {
		return c.Send(h, "[]=", Symbol(key), c.Args[1])
	}
	if key, ok := strings.CutSuffix(name, "!"); ok && c.t.find(h, name) == nil {
		if v, ok := h.Get(Symbol(key)); ok && v != Nil {
			return v
		}
		panic(c.keyError(Symbol(key), ":%s is blank", key))
	}
	if len(c.Args) == 1 && c.Block == nil && c.t.find(h, name) == nil {
		return c.Send(h, "[]", Symbol(name))
	}
	if len(c.Args) > 1 && c.Block == nil && c.t.find(h, name) == nil { // as settings tell it: {"allowed?(:x)": true}
		s := c.t.callSource(nil, &Call{Name: name, Args: c.Args[1:], Keywords: c.Keywords})
		return c.Send(h, "[]", Symbol(s.b.String()))
	}
	return check(c.t.send(h, name, c.Args[1:], c.Keywords, c.Block, c.Pos))
}

// concernMethods is ActiveSupport::Concern as a module extends it.
var concernMethods = methodTable{
	"included": fnOpt(0, 1, func(c *Call) Value {
		m, ok := c.Self.(*Class)
		if !ok {
			return Nil
		}
		if len(c.Args) == 0 && c.Block != nil {
			must(c.t.ivarSet(m, "@_included_block", c.t.keep(c.Block)))
			return Nil
		}
		return Nil
	}),
	"class_methods": fn(0, func(c *Call) Value {
		m, ok := c.Self.(*Class)
		if !ok || c.Block == nil {
			return Nil
		}
		k, _ := m.consts["ClassMethods"].(*Class)
		if k == nil {
			k = c.t.countClass(&Class{name: c.t.in.qualified(m, "ClassMethods"), module: true})
			c.t.in.constSet(m, "ClassMethods", k)
		}
		return check(c.t.classExec(k, c.Block, []Value{k}))
	}),
}

// runConcern does what ActiveSupport::Concern does when a module is included.
func (t *Thread) runConcern(base, m *Class) error {
	if k, ok := m.consts["ClassMethods"].(*Class); ok && k.module {
		t.in.include(t.in.singletonOf(base), k)
	}
	if block, ok := t.ivarGet(m, "@_included_block").(*Proc); ok {
		_, err := t.classExec(base, block, nil)
		return err
	}
	return nil
}

// objectToQuery is Object#to_query: key=value, both escaped.
func objectToQuery(c *Call) Value {
	key := toStr(c, c.Send(c.Args[0], "to_param"))
	param := c.Send(c.Self, "to_param")
	text := c.ToS(param)
	c.t.scanned(len(text) + len(key))
	return c.t.newString(url.QueryEscape(key) + "=" + url.QueryEscape(text))
}

var scalarMethods = derived("Scalar")

var durationMethods = with(derived("Duration"), methodTable{
	"ago": fnOpt(0, 1, fromNow), "until": fnOpt(0, 1, fromNow), "before": fnOpt(0, 1, fromNow),
	"from_now": fnOpt(0, 1, fromNow), "since": fnOpt(0, 1, fromNow), "after": fnOpt(0, 1, fromNow),
})

// fromNow is a time, which depends on the present one.
func fromNow(c *Call) Value { return check(c.t.unknownCall(c, false, nil)) }

// durationParts returns the parts of a duration, by unit; nil for other values.
func (t *Thread) durationParts(v Value) *Hash {
	o, ok := v.(*Object)
	if !ok || o.class != t.in.Type("ActiveSupport::Duration") {
		return nil
	}
	parts, _ := t.ivarGet(o, "@parts").(*Hash)
	return parts
}
