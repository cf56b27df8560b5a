package core

import (
	"fmt"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

// What ActiveSupport adds to Module that defines methods: core_ext/class/attribute,
// core_ext/module/attribute_accessors and delegation.

func init() {
	dsl.Register(dsl.Type{Name: "Module", Methods: dsl.Methods{
		"class_attribute":     dsl.FnKw(0, -1, classAttribute).With(trait.ChangesClass),
		"delegate":            dsl.FnKw(0, -1, delegate).With(trait.ChangesClass),
		"delegate_missing_to": dsl.FnKw(1, 1, delegateMissing).With(trait.ChangesClass),
		"mattr_accessor cattr_accessor mattr_reader cattr_reader thread_mattr_accessor": dsl.FnKw(0, -1, classValue).With(trait.ChangesClass),
	}})
}

// classAttribute is ActiveSupport's class_attribute: subclasses and
// instances inherit the value until they set their own.
func classAttribute(c *dsl.Call) dsl.Value {
	k := c.Self.(*dsl.Class)
	for i := range c.Args {
		name := c.NameArg(i)
		ivar := "@__class_attr_" + name
		get := func(c *dsl.Call) dsl.Value { return inheritedIvar(c, ivar) }
		defineAttr(c, k, name, get, dsl.IvarWriter(ivar))
		if v, ok := c.Keywords.Sym("default"); ok {
			dsl.Check(c.SetIvar(k, ivar, v))
		}
	}
	return dsl.Nil
}

// defineAttr defines the methods of an attribute of a class and its instances.
func defineAttr(c *dsl.Call, k *dsl.Class, name string, get func(*dsl.Call) dsl.Value, set *dsl.Builtin) {
	ask := dsl.Fn(0, func(c *dsl.Call) dsl.Value { return dsl.Bool(c.Truthy(get(c))) })
	for _, owner := range []*dsl.Class{k, c.Interp().SingletonOf(k)} {
		c.DefineBuiltin(owner, name, dsl.Fn(0, get))
		c.DefineBuiltin(owner, name+"=", set)
		c.DefineBuiltin(owner, name+"?", ask)
	}
}

// inheritedIvar reads a variable of the receiver, of its class, or of a superclass.
func inheritedIvar(c *dsl.Call, name string) dsl.Value {
	self := c.Self
	k, ok := self.(*dsl.Class)
	if !ok {
		k = c.Interp().PlainClassOf(self)
	}
	for ; k != nil && !c.HasIvar(self, name); k = k.Super() {
		self = k
	}
	return c.GetIvar(self, name)
}

// classValue is ActiveSupport's mattr_accessor: a variable of the class, which its subclasses and
// its instances share.
func classValue(c *dsl.Call) dsl.Value {
	k := c.Self.(*dsl.Class)
	for i := range c.Args {
		name := c.NameArg(i)
		variable := dsl.Symbol("@@" + name)
		value := c.Keyword("default")
		if c.Block != nil && value == dsl.Nil {
			value = c.Yield()
		}
		if value != dsl.Nil || !dsl.Truthy(c.Send(k, "class_variable_defined?", variable)) {
			c.Send(k, "class_variable_set", variable, value)
		}
		get := func(c *dsl.Call) dsl.Value { return c.Send(k, "class_variable_get", variable) }
		set := dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.Send(k, "class_variable_set", variable, c.Args[0]) })
		defineAttr(c, k, name, get, set)
	}
	return dsl.Nil
}

// delegate is ActiveSupport's delegate :a, :b, to: :c.
func delegate(c *dsl.Call) dsl.Value {
	to, ok := c.Keywords.Sym("to")
	if !ok {
		panic(c.Exception("ArgumentError", "Delegation needs a target. Supply a keyword argument 'to' (e.g. delegate :hello, to: :greeter)."))
	}
	target := c.ToS(to)
	allowNil := dsl.Truthy(c.Keyword("allow_nil"))
	for i := range c.Args {
		name := c.NameArg(i)
		b := dsl.FnKw(0, -1, func(c *dsl.Call) dsl.Value {
			recv := delegationTarget(c, target)
			if recv == dsl.Nil && allowNil {
				return dsl.Nil
			}
			if recv == dsl.Nil && c.FindMethod(dsl.Nil, name) == nil {
				panic(c.Exception("ActiveSupport::DelegationError", "%s delegated to %s, but %s is nil", c.Name, target, target))
			}
			return dsl.Must(c.Thread.Send(recv, name, c.Args, c.Keywords, c.Block, c.Pos))
		})
		c.DefineBuiltin(c.Self.(*dsl.Class), delegatePrefix(c, target)+name, b.Calling(target, name))
	}
	return dsl.Nil
}

// missingDelegation is what delegate_missing_to defines, with the target and what
// is done without one.
const missingDelegation = `def respond_to_missing?(name, all = false) = name != :marshal_dump && name != :_dump && (%[1]s.respond_to?(name) || super); ` +
	`def method_missing(name, ...); __target = %[1]s; if __target.nil? && !nil.respond_to?(name); %[2]s; ` +
	`elsif __target.respond_to?(name); __target.public_send(name, ...); else super; end; end`

// delegateMissing is Module#delegate_missing_to: its methods stand where it
// is called.
func delegateMissing(c *dsl.Call) dsl.Value {
	target := c.ToS(c.Args[0])
	otherwise := fmt.Sprintf(`raise ActiveSupport::DelegationError, "#{name} delegated to %[1]s, but %[1]s is nil"`, target)
	if dsl.Truthy(c.Keyword("allow_nil")) {
		otherwise = "nil"
	}
	src := strings.Repeat("\n", max(0, c.Pos.Line-1)) + fmt.Sprintf(missingDelegation, target, otherwise)
	dsl.Must(c.EvalInClass(c.Self.(*dsl.Class), c.Pos.Filename, src))
	return dsl.Nil
}

// delegatePrefix is what `prefix: true` or `prefix: :name` puts before a
// delegated method's name.
func delegatePrefix(c *dsl.Call, target string) string {
	switch p := c.Keyword("prefix").(type) {
	case dsl.Bool:
		if p {
			return target + "_"
		}
	case dsl.Symbol:
		return string(p) + "_"
	case *dsl.String:
		return p.String() + "_"
	}
	return ""
}

func delegationTarget(c *dsl.Call, target string) dsl.Value {
	switch {
	case target == "class":
		return c.Interp().PlainClassOf(c.Self)
	case target[0] == '@':
		return c.GetIvar(c.Self, target)
	case target[0] >= 'A' && target[0] <= 'Z':
		return dsl.Must(c.Constantize(target))
	}
	return c.Send(c.Self, target)
}
