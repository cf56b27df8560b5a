package dsl

import (
	"strings"

	"signalbox/internal/spelling"
)

func init() {
	Register(
		Type{Name: "ActiveSupport::StringInquirer", Super: "String", Methods: stringInquirerMethods, Functions: Methods{"new": Fn(1, inquirerNew)}},
	)
}

func inquirerNew(c *Call) Value {
	own := c.Substring(c.Text(0))
	own.Inquirer = true
	return own
}

func objectTry(c *Call) Value {
	if c.Self == Nil {
		return Nil
	}
	if len(c.Args) == 0 && c.Block != nil {
		return YieldOrExec(c, c.Self)
	}
	name := c.NameArg(0)
	m := c.FindMethod(c.Self, name)
	if known := m != nil && m.visibility == public; c.Name == "try" && !known && !c.Truthy(c.Send(c.Self, "respond_to?", Symbol(name))) {
		return Nil
	}
	return objectPublicSend(c)
}

// YieldOrExec gives v to the block, as self to one without parameters.
func YieldOrExec(c *Call, v Value) Value {
	if c.Block.Arity() == 0 {
		return c.Exec(v, c.Block)
	}
	return c.Yield(v)
}

// OptionMerger is the receiver that `with_options only: [] do |x|` yields: it
// adds the options to every call.
type OptionMerger struct {
	Context Value
	Options Value // a Hash, or a Proc that returns one
}

// railsEnvs are the questions that Rails.env is asked.
var railsEnvs = []string{"development?", "test?", "production?", "local?"}

// stringInquirerMethods: any word with a question mark asks for equality.
var stringInquirerMethods = Methods{
	"method_missing": FnKw(1, -1, func(c *Call) Value {
		name := c.NameArg(0)
		if q, ok := strings.CutSuffix(name, "?"); ok {
			s := c.Self.(*String)
			if s.env && q == "local" {
				return Bool(s.s == "development" || s.s == "test")
			}
			if f := c.in.options.AskedEnv; f != nil && s.env && q != s.s && !c.Request {
				f(q, c.Pos)
			}
			return Bool(q == s.s)
		}
		c.Name = name
		missing := c.noMethod(c, false).(*EvalError)
		if near := spelling.Nearest(name+"?", railsEnvs); near != "" {
			missing.Hint = "did you mean `" + near + "`?"
		} else if missing.Hint == "" || c.Self.(*String).env {
			missing.Hint = "did you mean `" + name + "?`?"
		}
		panic(Failure{missing})
	}),
	"respond_to_missing?": Fn(2, func(c *Call) Value {
		return Bool(strings.HasSuffix(c.NameArg(0), "?"))
	}),
}

// runConcern does what ActiveSupport::Concern does when a module is included.
func (t *Thread) runConcern(base, m *Class) error {
	if k, ok := m.consts["ClassMethods"].(*Class); ok && k.module {
		t.in.include(t.in.SingletonOf(base), k)
	}
	if block, ok := t.GetIvar(m, "@_included_block").(*Proc); ok {
		_, err := t.ClassExec(base, block, nil)
		return err
	}
	return nil
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
