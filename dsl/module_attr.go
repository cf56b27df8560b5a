package dsl

import (
	"fmt"
	"strings"
)

// moduleAttr is attr_reader, attr_writer and attr_accessor.
func moduleAttr(c *Call) Value {
	k := c.Self.(*Class)
	defined := c.t.newArray()
	for i := range c.Args {
		name := c.NameArg(i)
		ivar := "@" + name
		if c.Name != "attr_writer" {
			b := fn(0, func(c *Call) Value { return c.t.ivarGet(c.Self, ivar) })
			b.reads = ivar
			c.t.in.define(k, &Method{name: name, builtin: b, visibility: currentVisibility(c)})
			defined.Elems = append(defined.Elems, Symbol(name))
		}
		if c.Name == "attr_writer" || c.Name == "attr_accessor" {
			b := fn(1, func(c *Call) Value {
				Must(c.t.ivarSet(c.Self, ivar, c.Args[0]))
				return c.Args[0]
			})
			c.t.in.define(k, &Method{name: name + "=", builtin: b, visibility: currentVisibility(c)})
			defined.Elems = append(defined.Elems, Symbol(name+"="))
		}
	}
	return defined
}

// moduleClassAttribute is ActiveSupport's class_attribute: subclasses and
// instances inherit the value until they set their own.
func moduleClassAttribute(c *Call) Value {
	k := c.Self.(*Class)
	for i := range c.Args {
		name := c.NameArg(i)
		ivar := "@__class_attr_" + name
		get := fn(0, func(c *Call) Value { return c.t.inheritedIVar(c.Self, ivar) })
		set := fn(1, func(c *Call) Value {
			Must(c.t.ivarSet(c.Self, ivar, c.Args[0]))
			return c.Args[0]
		})
		ask := fn(0, func(c *Call) Value { return Bool(c.Truthy(c.t.inheritedIVar(c.Self, ivar))) })
		c.t.in.defineAttr(k, name, get, set, ask)
		if v, ok := c.Keywords.Sym("default"); ok {
			Must(c.t.ivarSet(k, ivar, v))
		}
	}
	return Nil
}

// defineAttr defines the methods of an attribute of a class and its instances.
func (in *Interp) defineAttr(k *Class, name string, get, set, ask *builtin) {
	for _, owner := range []*Class{k, in.singletonOf(k)} {
		in.define(owner, &Method{name: name, builtin: get})
		in.define(owner, &Method{name: name + "=", builtin: set})
		in.define(owner, &Method{name: name + "?", builtin: ask})
	}
}

// inheritedIVar reads a variable of self, of its class, or of a superclass.
func (p *paths) inheritedIVar(self Value, name string) Value {
	if p.hasIVar(self, name) {
		return p.ivarGet(self, name)
	}
	k, ok := self.(*Class)
	if !ok {
		k = p.in.plainClassOf(self)
	}
	for ; k != nil; k = k.super {
		if p.hasIVar(k, name) {
			return p.ivarGet(k, name)
		}
	}
	return Nil
}

// moduleClassAttr is ActiveSupport's mattr_accessor: one value for the class,
// its subclasses and its instances.
func moduleClassAttr(c *Call) Value {
	k := c.Self.(*Class)
	for i := range c.Args {
		name := c.NameArg(i)
		value := Nil
		if v, ok := c.Keywords.Sym("default"); ok {
			value = v
		}
		if c.Block != nil {
			value = c.Yield()
		}
		cell := &value
		get := fn(0, func(*Call) Value { return *cell })
		set := fn(1, func(c *Call) Value {
			c.t.save(valueCell{v: cell})
			*cell = c.Args[0]
			return c.Args[0]
		})
		ask := fn(0, func(c *Call) Value { return Bool(c.Truthy(*cell)) })
		c.t.in.defineAttr(k, name, get, set, ask)
	}
	return Nil
}

// moduleDelegate is ActiveSupport's delegate :a, :b, to: :c.
func moduleDelegate(c *Call) Value {
	to, ok := c.Keywords.Sym("to")
	if !ok {
		panic(c.Exception("ArgumentError", "Delegation needs a target. Supply a keyword argument 'to' (e.g. delegate :hello, to: :greeter)."))
	}
	target := c.ToS(to)
	allowNil := Truthy(c.Keyword("allow_nil"))
	for i := range c.Args {
		name := c.NameArg(i)
		b := fnKw(0, -1, func(c *Call) Value {
			recv := c.delegationTarget(target)
			if recv == Nil && allowNil {
				return Nil
			}
			if recv == Nil && c.t.in.find(Nil, name) == nil {
				panic(c.Exception("ActiveSupport::DelegationError", "%s delegated to %s, but %s is nil", c.Name, target, target))
			}
			return Check(c.t.send(recv, name, c.Args, c.Keywords, c.Block, c.Pos))
		})
		b.calls = []string{target, name}
		c.t.in.define(c.Self.(*Class), &Method{name: delegatePrefix(c, target) + name, builtin: b})
	}
	return Nil
}

// missingDelegation is what delegate_missing_to defines, with the target and what
// is done without one.
const missingDelegation = `def respond_to_missing?(name, all = false) = name != :marshal_dump && name != :_dump && (%[1]s.respond_to?(name) || super); ` +
	`def method_missing(name, ...); __target = %[1]s; if __target.nil? && !nil.respond_to?(name); %[2]s; ` +
	`elsif __target.respond_to?(name); __target.public_send(name, ...); else super; end; end`

// moduleDelegateMissing is Module#delegate_missing_to: its methods stand where it
// is called.
func moduleDelegateMissing(c *Call) Value {
	target := c.ToS(c.Args[0])
	otherwise := fmt.Sprintf(`raise ActiveSupport::DelegationError, "#{name} delegated to %[1]s, but %[1]s is nil"`, target)
	if Truthy(c.Keyword("allow_nil")) {
		otherwise = "nil"
	}
	src := strings.Repeat("\n", max(0, c.Pos.Line-1)) + fmt.Sprintf(missingDelegation, target, otherwise)
	Check(c.t.evalInClass(c.Self.(*Class), c.Pos.Filename, src))
	return Nil
}

// delegatePrefix is what `prefix: true` or `prefix: :name` puts before a
// delegated method's name.
func delegatePrefix(c *Call, target string) string {
	switch p := c.Keyword("prefix").(type) {
	case Bool:
		if p {
			return target + "_"
		}
	case Symbol:
		return string(p) + "_"
	case *String:
		return p.s + "_"
	}
	return ""
}

func (c *Call) delegationTarget(target string) Value {
	switch {
	case target == "class":
		return c.t.in.plainClassOf(c.Self)
	case target[0] == '@':
		return c.t.ivarGet(c.Self, target)
	case target[0] >= 'A' && target[0] <= 'Z':
		return Check(c.t.lookupPath(target))
	}
	return c.Send(c.Self, target)
}
