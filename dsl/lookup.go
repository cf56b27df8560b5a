package dsl

import (
	"slices"
	"strings"
)

// ancestors gives the classes and modules that method lookup passes, in order.
func (in *Interp) ancestors(c *Class) []*Class {
	epoch := in.epoch.Load()
	if o := c.order.Load(); o != nil && o.epoch == epoch {
		return o.classes
	}
	var mro []*Class
	for k := c; k != nil; k = k.super {
		mro = in.appendWithModules(mro, k)
	}
	c.order.Store(&lookupOrder{epoch, mro})
	return mro
}

// appendWithModules adds c between the modules prepended to it and those it
// includes.
func (in *Interp) appendWithModules(mro []*Class, c *Class) []*Class {
	for _, m := range c.prepended {
		mro = in.appendModule(mro, m)
	}
	mro = append(mro, c)
	for _, m := range c.included {
		mro = in.appendModule(mro, m)
	}
	return mro
}

func (in *Interp) appendModule(mro []*Class, m *Class) []*Class {
	for _, k := range in.appendWithModules(nil, m) {
		if !slices.Contains(mro, k) {
			mro = append(mro, k)
		}
	}
	return mro
}

// include puts a module behind c in the lookup order.
func (in *Interp) include(c, m *Class) {
	if slices.Contains(c.included, m) {
		return
	}
	in.journal.changing(classCell{in, c})
	c.included = slices.Insert(c.included, 0, m)
	in.epoch.Add(1)
}

// prepend puts a module before c in the lookup order.
func (in *Interp) prepend(c, m *Class) {
	if slices.Contains(c.prepended, m) {
		return
	}
	in.journal.changing(classCell{in, c})
	c.prepended = slices.Insert(c.prepended, 0, m)
	in.epoch.Add(1)
}

// find gives the method that v answers a call with, nil if none.
func (in *Interp) find(v Value, name string) *Method {
	return in.findIn(in.ancestors(in.classOf(v)), name)
}

func (in *Interp) findIn(classes []*Class, name string) *Method {
	for _, c := range classes {
		if m := c.own(name); m != nil {
			if m.undefined {
				return nil
			}
			return m
		}
	}
	return nil
}

// own gives the method that c itself defines.
func (c *Class) own(name string) *Method {
	if m, ok := c.methods[name]; ok {
		return m
	}
	if b, ok := c.builtins[name]; ok {
		return b.method()
	}
	if c.words != nil && c.words(name) {
		return hostWord.method()
	}
	return nil
}

// hostWord hands a call to the host of the receiver.
var hostWord = fnKw(0, -1, func(c *Call) (Value, error) {
	switch v := c.Self.(type) {
	case *Object:
		if v.Host != nil {
			return v.Host.Call(c)
		}
	case *Class:
		for k := v; k != nil; k = k.super {
			if k.host != nil {
				return k.host.Call(c)
			}
		}
	}
	return nil, ErrNoMethod
})

// hostAlias is a method that hands the host a call of another name.
func hostAlias(name string) *Method {
	return fnKw(0, -1, func(c *Call) (Value, error) {
		own := *c
		own.Name = name
		return hostWord.fn(&own)
	}).method()
}

// A Definer is a [Receiver] that takes calls of more names than it has methods:
// it tells `defined?` and `respond_to?` which ones it really defines, and
// did-you-mean all of them.
type Definer interface {
	Defines(name string) bool
	Words() []string
}

// answers tells whether the method found for v is one that v's host defines.
func (in *Interp) answers(v Value, m *Method, name string) bool {
	if m != hostWord.method() {
		return true
	}
	if o, ok := v.(*Object); ok {
		if d, ok := o.Host.(Definer); ok {
			return d.Defines(name)
		}
	}
	return true
}

// findAfter gives the method that `super` in m reaches.
func (in *Interp) findAfter(self Value, m *Method) *Method {
	classes := in.ancestors(in.classOf(self))
	i := slices.Index(classes, m.owner)
	if i < 0 {
		return nil
	}
	return in.findIn(classes[i+1:], m.name)
}

// isA is Object#is_a?.
func (in *Interp) isA(v Value, class *Class) bool {
	if class == nil {
		return false
	}
	return slices.Contains(in.ancestors(in.classOf(v)), class)
}

func (in *Interp) hasUnknownAncestor(c *Class) bool {
	for _, k := range in.ancestors(c) {
		if k.unknown {
			return true
		}
		if attached, ok := k.attached.(*Class); ok && attached.unknown {
			return true
		}
	}
	return false
}

// define adds a method to a class.
func (in *Interp) define(c *Class, m *Method) {
	in.journal.changing(classCell{in, c})
	if c.methods == nil {
		c.methods = map[string]*Method{}
	}
	m.owner = c
	c.methods[m.name] = m
	if m.name == "hash" && m.builtin == nil && !c.module {
		c.hashes = in
	}
}

// ---- constants

func (in *Interp) constSet(c *Class, name string, v Value) {
	in.journal.changing(classCell{in, c})
	if c.consts == nil {
		c.consts = map[string]Value{}
	}
	if _, ok := c.consts[name]; !ok {
		c.constNames = append(c.constNames, name)
	}
	c.consts[name] = v
}

// qualified is the full name of a constant in scope.
func (in *Interp) qualified(scope *Class, name string) string {
	if scope == nil || scope == in.classes.object || scope.name == "" {
		return name
	}
	return scope.name + "::" + name
}

func splitPath(path string) []string        { return strings.Split(path, "::") }
func joinPath(names []string) string        { return strings.Join(names, "::") }
func (in *Interp) rootScope() *lexicalScope { return &lexicalScope{class: in.classes.object} }
