package dsl

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// Ancestors returns the classes and modules that method lookup passes, in order.
func (in *Interp) Ancestors(c *Class) iter.Seq[*Class] {
	return func(yield func(*Class) bool) {
		for k := c; k != nil; k = k.super {
			if !k.mixes() {
				if !yield(k) {
					return
				}
				continue
			}
			o := in.orderOf(k)
			for _, a := range o.classes {
				if !yield(a) {
					return
				}
			}
			if o.whole {
				return
			}
		}
	}
}

// ancestors is that of the interpreter; going through them counts.
func (m *meter) ancestors(c *Class) iter.Seq[*Class] {
	return func(yield func(*Class) bool) {
		passed := 0
		for k := range m.in.Ancestors(c) {
			if passed++; !yield(k) {
				break
			}
		}
		m.ChargeReads(passed)
	}
}

// mixes reports whether a class has modules. The lookup order of the others is that of their
// superclass behind them.
func (c *Class) mixes() bool { return len(c.included)+len(c.prepended) > 0 }

// orderOf returns the lookup order of a class with modules.
func (in *Interp) orderOf(c *Class) *lookupOrder {
	epoch := in.epoch.Load()
	if o := c.order.Load(); o != nil && o.epoch == epoch {
		return o
	}
	o := &lookupOrder{epoch: epoch}
	seen := map[*Class]bool{}
	o.add(c, seen)
	if o.whole = in.sharesModules(c.super, seen); o.whole {
		for k := c.super; k != nil; k = k.super {
			o.add(k, seen)
		}
	}
	in.grow(limits.SizeOrder + 8*len(o.classes))
	in.spend(2 * len(o.classes))
	c.order.Store(o)
	return o
}

// add puts c between the modules prepended to it and those it includes. Each class
// stands in an order once.
func (o *lookupOrder) add(c *Class, seen map[*Class]bool) {
	if seen[c] {
		return
	}
	seen[c] = true
	for _, m := range c.prepended {
		o.add(m, seen)
	}
	o.classes = append(o.classes, c)
	for _, m := range c.included {
		o.add(m, seen)
	}
}

// sharesModules reports whether the lookup order of a superclass holds any of the
// classes that were seen.
func (in *Interp) sharesModules(super *Class, seen map[*Class]bool) bool {
	if super == nil || len(seen) == 1 {
		return false
	}
	passed := 0
	for k := range in.Ancestors(super) {
		if passed++; seen[k] {
			return true
		}
	}
	in.spend(passed / limits.ElementsPerStep)
	return false
}

// include puts a module behind c in the lookup order.
func (in *Interp) include(c, m *Class) { in.mix(c, &c.included, m) }

// prepend puts a module before c in the lookup order.
func (in *Interp) prepend(c, m *Class) { in.mix(c, &c.prepended, m) }

func (in *Interp) mix(c *Class, modules *[]*Class, m *Class) {
	in.spend(len(*modules) / limits.ElementsPerStep)
	if slices.Contains(*modules, m) {
		return
	}
	in.save(c)
	*modules = slices.Insert(*modules, 0, m)
	in.grow(limits.SizeElement)
	in.epoch.Add(1)
}

// FindMethod returns the method that v answers a call with, nil if none.
func (m *meter) FindMethod(v Value, name string) *Method { return m.findIn(m.in.classOf(v), name) }

// findIn returns the method that objects of a class answer a call with, nil if none.
func (m *meter) findIn(c *Class, name string) *Method {
	method, passed := m.in.findIn(c, name, nil)
	m.ChargeReads(passed)
	return method
}

// findAfter returns the method that `super` in another one reaches, for an object of a class.
func (m *meter) findAfter(class *Class, method *Method) *Method {
	next, passed := m.in.findIn(class, method.Name, method.Owner)
	m.ChargeReads(passed)
	return next
}

// find is [meter.find] for the host.
func (in *Interp) find(v Value, name string) *Method {
	m, _ := in.findIn(in.classOf(v), name, nil)
	return m
}

// findIn is [meter.findIn], but for the classes up to one, if that is not nil; passed counts the
// classes that it has passed.
func (in *Interp) findIn(c *Class, name string, after *Class) (m *Method, passed int) {
	var unknown *Class // a module before the method that is found
	var one [1]*Class
	for k, whole := c, false; k != nil && !whole; k = k.super {
		one[0] = k
		order := one[:]
		if k.mixes() {
			o := in.orderOf(k)
			order, whole = o.classes, o.whole
		}
		passed += len(order)
		for _, a := range order {
			if after != nil {
				if a == after {
					after = nil
				}
			} else if m = a.own(name); m != nil {
				return in.whole(m, c, a, name).defined().behind(unknown), passed
			} else if a.stands != nil && unknown == nil {
				unknown = a
			}
		}
	}
	return nil, passed
}

// whole returns a method of a class in the lookup order of another with what is behind it.
func (in *Interp) whole(m *Method, c, of *Class, name string) *Method {
	if m.sides == nil {
		return m
	}
	return m.over(sync.OnceValue(func() *Method {
		next, passed := in.findIn(c, name, of)
		in.spend(passed)
		return cmp.Or(of.native(name), next)
	}))
}

// defined is m, or nil where m says that there is no such method.
func (m *Method) defined() *Method {
	if m == nil || m.undefined {
		return nil
	}
	return m
}

// own returns the method that c itself defines.
func (c *Class) own(name string) *Method {
	if m, ok := c.methods[name]; ok {
		return m
	}
	return c.native(name)
}

// native returns the method of c that the program does not define.
func (c *Class) native(name string) *Method {
	if b, ok := c.builtins[name]; ok {
		return b.m
	}
	if c.words != nil && c.words(name) {
		return hostWord.m
	}
	return nil
}

// hostWord hands a call to the host of the receiver.
var hostWord = FnKw(0, -1, func(c *Call) Value {
	if o, ok := c.Self.(*Object); ok && o.Host != nil {
		if c.gathering {
			panic(Failure{errGathering})
		}
		return c.ofHost(o.Host)
	}
	class, _ := c.Self.(*Class)
	for k := range c.in.Ancestors(cmp.Or(class, c.in.PlainClassOf(c.Self))) { // include ActiveSupport::Inflector
		if k.host != nil {
			return c.ofHost(k.host)
		}
	}
	panic(Failure{ErrNoMethod})
}).With(trait.Opaque)

// ofHost is a host's answer, who hears of places in the program only. Its text counts as new: what a host makes besides, it
// counts itself, see [Thread.ChargeMemory].
func (c *Call) ofHost(host Receiver) Value {
	c.Pos = c.placeInProgram(c.Pos)
	v := Must(host.Call(c))
	if s, ok := v.(*String); ok {
		c.ChargeMemory(limits.SizeString + len(s.s))
	}
	return v
}

// hostAlias is a method that hands the host a call of another name.
func hostAlias(name string) *Method {
	return FnKw(0, -1, func(c *Call) Value {
		own := *c
		own.Name = name
		return hostWord.fn(&own)
	}).With(trait.Opaque).m
}

// A Definer is a [Receiver] that takes calls of more names than it has methods:
// it tells `defined?` and `respond_to?` which ones it really defines, and
// did-you-mean all of them.
type Definer interface {
	Defines(name string) bool
	Words() []string
}

// answers reports whether the method found for v is one that v's host defines.
func (in *Interp) answers(v Value, m *Method, name string) bool {
	if m != hostWord.m {
		return true
	}
	if o, ok := v.(*Object); ok {
		if d, ok := o.Host.(Definer); ok {
			return d.Defines(name)
		}
	}
	return true
}

// IsA is Object#is_a?.
func (m *meter) IsA(v Value, class *Class) bool {
	return class != nil && m.isBelow(m.in.classOf(v), class)
}

// isBelow reports whether a class or module is among the ancestors of another.
func (m *meter) isBelow(c, class *Class) bool {
	yes, passed := m.in.isBelow(c, class)
	m.ChargeReads(passed)
	return yes
}

func (in *Interp) isBelow(c, class *Class) (yes bool, passed int) {
	if !class.module {
		for k := c; k != nil; k = k.super {
			if passed++; k == class {
				return true, passed
			}
		}
		return false, passed
	}
	for k := range in.Ancestors(c) {
		if passed++; k == class {
			return true, passed
		}
	}
	return false, passed
}

func (m *meter) hasUnknownAncestor(c *Class) bool { return anyUnknown(m.ancestors(c)) }

func anyUnknown(classes iter.Seq[*Class]) bool {
	for k := range classes {
		if k.unknown || k.body().unknown {
			return true
		}
	}
	return false
}

// define adds a method to a class.
func (in *Interp) define(c *Class, m *Method) {
	m.Owner = c
	in.give(c, m.Name, m)
}

// give adds a method to a class that may not be its owner: super goes on from that one.
func (in *Interp) give(c *Class, name string, m *Method) {
	in.save(c)
	if c.methods == nil {
		c.methods = map[string]*Method{}
	}
	c.methods[name] = m
	in.grow(limits.SizeMethod)
	if name == "hash" && m.builtin == nil {
		in.classes.object.hashes = in
	}
	if name == "to_s" && (c.module || c.builtins != nil) {
		in.ownTexts = true
	}
}

// ---- constants

// nameClass names a class that has no name yet after its first constant.
func (in *Interp) nameClass(c *Class, name string, v Value) {
	if k, ok := v.(*Class); ok && k.name == "" {
		k.name = in.qualified(c, name)
	}
}

// constant returns the value of a constant that c itself has; nil if it has none.
func (c *Class) constant(name string) Value {
	one, _ := c.consts.Get(name)
	return one.v
}

// SetConst sets a constant of c.
func (in *Interp) SetConst(c *Class, name string, v Value) {
	in.nameClass(c, name, v)
	in.save(c)
	old, _ := c.consts.Get(name)
	if c.consts.Set(name, constant{v: v, private: old.private}) {
		in.grow(limits.SizeConst + len(name))
	}
}

// qualified is the full name of a constant in scope.
func (in *Interp) qualified(scope *Class, name string) string {
	if scope == nil || scope == in.classes.object || scope.name == "" {
		return name
	}
	return scope.name + "::" + name
}

func splitPath(path string) []string        { return strings.Split(path, "::") }
func (in *Interp) rootScope() *lexicalScope { return &lexicalScope{class: in.classes.object} }

// The names of methods. Each is as the first class that has it says: private there,
// or undefined, it is not listed, whatever stands behind. Within a class Ruby goes
// by a table of all names that the process has met before, so that only Ruby knows
// the order.

// methodNames lists what a value may be called by, for did-you-mean.
func (in *Interp) methodNames(v Value) []string {
	names := map[string]bool{}
	for c := range in.Ancestors(in.classOf(v)) {
		for n := range c.builtins {
			names[n] = true
		}
		for n := range c.methods {
			names[n] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// methodNames lists the methods of classes, in the order of the classes.
func (c *Call) methodNames(classes []Value, listed func(visibility) bool) Value {
	t := c.Thread
	a := t.NewArray()
	a.unordered = true
	seen := map[string]bool{}
	for i, v := range classes {
		k := v.(*Class)
		t.Used.Steps += 4 * (len(k.builtins) + len(k.methods))
		c.Room(limits.SizeMethod * len(k.methods))
		names := slices.AppendSeq(slices.Collect(maps.Keys(k.builtins)), maps.Keys(k.methods))
		slices.Sort(names)
		for _, n := range names {
			if seen[n] {
				continue
			}
			seen[n] = true
			switch there := among(classes[i:], n).whether(t, func(m *Method) bool { return listed(m.visibility) }).(type) {
			case Bool:
				if there {
					c.Push(a, t.SymbolOf(n))
				}
			case *Unknown:
				c.Push(a, t.WithGuard(t.SymbolOf(n), there))
			}
		}
	}
	return a
}

// among returns the method that the first of some classes has that has one.
func among(classes []Value, name string) *Method {
	for i, v := range classes {
		k := v.(*Class)
		if m := k.own(name); m != nil {
			return m.over(func() *Method { return cmp.Or(k.native(name), among(classes[i+1:], name)) })
		}
	}
	return nil
}

// listed returns which methods a word is about: "private" those that are, another word those that
// are not.
func listed(word string) func(visibility) bool {
	if want, ok := visibilities[word]; ok {
		return func(v visibility) bool { return v == want }
	}
	return func(v visibility) bool { return v != private }
}

// wantsInherited is argument i of methods and its like: true if there is none.
func wantsInherited(c *Call, i int) bool { return i >= len(c.Args) || c.Truthy(c.Args[i]) }

func init() {
	Register(Type{Name: "Primitive", Functions: Methods{
		"lookup":       Fn(1, func(c *Call) Value { return c.lookupOf(c.in.classOf(c.Args[0])) }).With(trait.Opaque),
		"method_names": Fn(2, func(c *Call) Value { return c.methodNames(c.List(0).Elems, listed(c.Text(1))) }),
	}})
}

// lookupOf returns the classes and modules that method lookup passes, as a list.
func (c *Call) lookupOf(k *Class) Value {
	list := c.NewArray()
	for k := range c.ancestors(k) {
		c.Push(list, k)
	}
	return list
}

// tellOrder warns of a call that may give something else where a list of method
// names, on which it is made or which it is given, is in another order.
func (m *meter) tellOrder(c *Call) {
	if !c.HasTrait(trait.AnyOrder | trait.SameOrder) {
		m.tellOrderOf(c.Self, c.Pos)
	}
	if len(c.Args) == 0 {
		return
	}
	switch self := c.Self.(type) {
	case *Array:
		if !c.HasTrait(trait.TakesOrder) {
			return
		}
	case *Object:
		if self.Host == nil {
			return
		}
	default:
		return
	}
	for _, v := range c.Args {
		m.tellOrderOf(v, c.Pos)
	}
}

// tellOrderOf warns of a use of a value that goes by the order of its elements.
func (m *meter) tellOrderOf(v Value, at grammar.Pos) {
	if a, ok := v.(*Array); ok && a.unordered && len(a.Elems) > 1 {
		m.At = at
		m.note("the order of these method names is unknown: they are taken class by class in alphabetical order; sort them to be sure")
	}
}

// keepOrder marks a list that has the order of the one that it was made of.
func keepOrder(c *Call, v Value) {
	if a, ok := c.Self.(*Array); ok && a.unordered && c.HasTrait(trait.SameOrder) {
		if made, ok := v.(*Array); ok && !made.unordered {
			made.unordered = true
		}
	}
}

// didYouMean suggests the method whose name is nearest to a misspelt one, as
// the did_you_mean gem does; empty if none is near.
func (m *meter) didYouMean(name string, recv Value) string {
	if c, _, ok := spelling.FindLookAlike(name); ok {
		return c.Error() + ": " + c.Hint()
	}
	candidates := m.in.methodNames(recv)
	if o, ok := recv.(*Object); ok {
		if own := strings.ToUpper(name[:1]) + name[1:]; own != name {
			if _, found := m.in.Const(own); found {
				return "did you mean `" + own + "`?"
			}
		}
		if w, ok := o.Host.(Definer); ok {
			candidates = append(candidates, w.Words()...)
		}
	}
	m.Used.Steps += 4 * len(candidates)
	best := spelling.Nearest(name, candidates)
	if best == "" {
		return ""
	}
	return "did you mean `" + best + "`?"
}
