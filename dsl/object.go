package dsl

import (
	"maps"
	"slices"
	"strings"
)

func init() {
	Register(
		Type{Name: "BasicObject", Methods: basicObjectMethods},
		Type{Name: "Object", Super: "BasicObject", Includes: []string{"Kernel"}, Methods: objectMethods},
	)
}

// basicObjectMethods are BasicObject's.
var basicObjectMethods = methodTable{
	"initialize":    objectInitialize.is(opaque),
	"==":            fn(1, func(c *Call) Value { return identical(c) }).is(compares),
	"equal?":        fn(1, func(c *Call) Value { return Bool(c.Self == c.Args[0]) }).is(opaque | partial | anyOrder | compares),
	"!":             fn(0, func(c *Call) Value { return Bool(!c.Truthy(c.Self)) }),
	"!=":            fn(1, objectNotEqual).is(asksKinship | compares),
	"__send__":      fnKw(1, -1, objectSend).is(opaque | partial | sends),
	"__id__":        fn(0, objectID),
	"instance_eval": fnKw(0, -1, objectInstanceEval).is(opaque | rebinds),
	"instance_exec": fnKw(0, -1, objectInstanceExec).is(opaque | partial | rebinds),
}

var objectInitialize = func() *builtin {
	b := fnAny(func(c *Call) Value {
		if len(c.Args) > 0 {
			panic(Failure{c.t.arityError(len(c.Args), 0, 0)})
		}
		return Nil
	})
	b.m.visibility = private
	return b
}()

// objectMethods are the methods every object has, Kernel's public ones and
// ActiveSupport's.
var objectMethods = methodTable{
	"class":                      fn(0, func(c *Call) Value { return c.t.in.plainClassOf(c.Self) }).is(opaque | partial | anyOrder),
	"singleton_class":            fn(0, objectSingletonClass).is(opaque | partial),
	"inspect":                    fn(0, objectInspect).is(showsParts),
	"to_s":                       fn(0, func(c *Call) Value { return c.t.newString(c.t.anyToS(c.Self)) }).is(showsParts),
	"hash":                       fn(0, objectID),
	"local_variable_get":         fn(1, bindingVariable).is(undetermined),
	"local_variable_set":         fn(2, bindingVariable).is(undetermined),
	"local_variable_defined?":    fn(1, bindingVariable).is(undetermined),
	"object_id":                  fn(0, objectID).is(opaque | partial | anyOrder),
	"eql?":                       fn(1, func(c *Call) Value { return Bool(c.key(c.Self) == c.key(c.Args[0])) }).is(compares),
	"===":                        fn(1, objectEqual).is(compares),
	"=~":                         fn(1, func(*Call) Value { return Nil }),
	"!~":                         fn(1, objectNotMatch),
	"<=>":                        fn(1, objectCompare),
	"is_a?":                      fn(1, objectIsA).is(opaque | partial | anyOrder),
	"kind_of?":                   fn(1, objectIsA).is(opaque | partial | anyOrder),
	"instance_of?":               fn(1, objectInstanceOf).is(opaque | partial | anyOrder),
	"nil?":                       fn(0, func(c *Call) Value { return Bool(c.Self == Nil) }).is(opaque | partial | anyOrder),
	"respond_to?":                fnOpt(1, 2, objectRespondTo).is(opaque | partial | anyOrder),
	"send":                       fnKw(1, -1, objectSend).is(opaque | partial | sends),
	"public_send":                fnKw(1, -1, objectPublicSend).is(opaque | partial | sends),
	"method":                     fn(1, objectMethod).is(opaque | partial | anyOrder),
	"public_method":              fn(1, objectMethod),
	"methods":                    fnOpt(0, 1, objectMethodNames).is(opaque | partial),
	"public_methods":             fnOpt(0, 1, objectPublicMethods),
	"singleton_methods":          fnOpt(0, 1, objectSingletonMethods),
	"define_singleton_method":    fnOpt(1, 2, objectDefineSingletonMethod).is(opaque | changesClass | detaches),
	"extend":                     fnOpt(1, -1, objectExtend).is(opaque | partial | changesClass),
	"freeze":                     fn(0, objectFreeze).is(opaque | partial),
	"frozen?":                    fn(0, func(c *Call) Value { return Bool(isFrozen(c.Self)) }).is(opaque | partial),
	"dup":                        fn(0, func(c *Call) Value { return Check(c.t.duplicate(c.Self, false)) }).is(opaque | partial | sameOrder),
	"clone":                      fnKw(0, 0, objectClone).is(opaque | partial | sameOrder),
	"deep_dup":                   fn(0, func(c *Call) Value { return Check(c.t.duplicate(c.Self, false)) }),
	"itself":                     fn(0, func(c *Call) Value { return c.Self }).is(opaque | partial | sameOrder),
	"tap":                        fn(0, objectTap).is(opaque | partial | yieldsSelf),
	"then":                       fn(0, objectThen).is(opaque | partial | yieldsSelf),
	"yield_self":                 fn(0, objectThen).is(opaque | partial | yieldsSelf),
	"display":                    fnAny(func(*Call) Value { return Nil }),
	"instance_variable_get":      fn(1, objectIVarGet).is(opaque),
	"instance_variable_set":      fn(2, objectIVarSet).is(opaque),
	"instance_variable_defined?": fn(1, objectIVarDefined),
	"instance_variables":         fn(0, objectIVars),
	"remove_instance_variable":   fn(1, objectIVarRemove),

	// ActiveSupport
	"blank?":      fn(0, func(c *Call) Value { return Bool(blank(c, c.Self)) }),
	"try":         fnKw(0, -1, objectTry).is(opaque | sends),
	"try!":        fnKw(0, -1, objectTry).is(opaque | sends),
	"to_param":    fn(0, func(c *Call) Value { return c.t.newString(c.ToS(c.Self)) }).is(showsParts),
	"to_query":    fn(1, objectToQuery).is(showsParts),
	"duplicable?": fn(0, func(*Call) Value { return True }),
	"acts_like?":  fn(1, func(*Call) Value { return False }),
	"html_safe?":  fn(0, func(*Call) Value { return False }),
	"as_json":     fnAny(func(c *Call) Value { return c.Self }),
}

func identical(c *Call) Value {
	if _, ok := c.Self.(*Object); ok {
		return Bool(c.Self == c.Args[0])
	}
	return objectEqual(c)
}

func objectNotEqual(c *Call) Value {
	return Bool(!c.Equal(c.Self, c.Args[0]))
}

func objectNotMatch(c *Call) Value {
	return Bool(!c.Truthy(c.Send(c.Self, "=~", c.Args[0])))
}

func objectEqual(c *Call) Value {
	return Bool(c.Equal(c.Self, c.Args[0]))
}

func objectCompare(c *Call) Value {
	if c.Equal(c.Self, c.Args[0]) {
		return Int(0)
	}
	return Nil
}

// objectID numbers objects in the order they are asked, so that the output of a
// program is the same in every run.
func objectID(c *Call) Value {
	in := c.t.in
	key := any(c.Self)
	if o, ok := c.Self.(*Object); c.Name == "hash" && (!ok || o.data != nil) {
		key = c.key(c.Self)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.ids == nil {
		in.ids = map[any]Int{}
	}
	id, ok := in.ids[key]
	if !ok {
		c.t.grow(sizeIndex)
		if text, ok := key.(deepKey); ok {
			c.t.grow(len(text))
		}
		id = Int(8 * (len(in.ids) + 1))
		in.ids[key] = id
	}
	return id
}

func objectSend(c *Call) Value {
	if u := unknownScalar(c.Arg(0)); u != nil {
		return c.sendUnknown(u)
	}
	name := c.NameArg(0)
	call := &Call{Self: c.Self, Name: name, Args: c.Args[1:], Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, t: c.t}
	if u, ok := c.Self.(*Unknown); ok {
		return u.plainCall(name, c.t)
	}
	return Check(call.dispatch(nil, nil))
}

// sendUnknown calls a method whose name only the application knows: it runs the
// block once, and warns of what is missing.
func (c *Call) sendUnknown(u *Unknown) Value {
	if k, ok := choiceOf(u); ok {
		run := func(name Value) func() (Value, error) {
			return func() (Value, error) {
				own := *c
				own.Args = append([]Value{name}, c.Args[1:]...)
				return own.runBuiltin(c.method.builtin)
			}
		}
		return Check(c.t.fork(k.when, run(k.yes), run(k.no)))
	}
	result := unknownCallOf(c)
	result.aliases = &aliases{these: []alias{{v: c.Self}}, within: []Value{c.Self}}
	if data := isData(c.Self); data && !isFrozen(c.Self) {
		c.t.Changing(c.Self)
		c.t.havocAndAdd(c.Self, u, result)
	} else if c.Self == c.t.in.main || !data {
		c.t.note("the method that is called is known to the application only: "+u.Text(), "What it draws is not in the table.")
	}
	if c.Block == nil {
		return result
	}
	return Check(c.t.runUnderCondition(result, c.Block, true))
}

func objectPublicSend(c *Call) Value {
	if u := unknownScalar(c.Arg(0)); u != nil {
		return c.sendUnknown(u)
	}
	name := c.NameArg(0)
	if m := c.t.find(c.Self, name); m != nil && m.visibility != public {
		kind := "private"
		if m.visibility == protected {
			kind = "protected"
		}
		panic(Failure{c.t.nameError("NoMethodError", name, c.Self, "%s method '%s' called for %s", kind, name, c.t.describeReceiver(c.Self))})
	}
	return objectSend(c)
}

func objectInstanceEval(c *Call) Value {
	if c.Block == nil {
		if len(c.Args) > 0 {
			return c.evalText(c.Self)
		}
		panic(Failure{c.t.arityError(len(c.Args), 1, 3)})
	}
	return Check(c.t.instanceExec(c.Self, c.Block, []Value{c.Self}, nil))
}

func objectInstanceExec(c *Call) Value {
	if c.Block == nil {
		panic(c.Exception("LocalJumpError", "no block given (yield)"))
	}
	return Check(c.t.instanceExec(c.Self, c.Block, c.Args, c.Keywords))
}

func objectSingletonClass(c *Call) Value {
	if k := c.t.in.singletonFor(c.Self); k != nil {
		return k
	}
	panic(c.Exception("TypeError", "can't define singleton"))
}

func classArg(c *Call, i int) *Class {
	if k, ok := c.Arg(i).(*Class); ok {
		return k
	}
	panic(c.Exception("TypeError", "class or module required"))
}

func objectIsA(c *Call) Value {
	if u, ok := c.Arg(0).(*Unknown); ok {
		_ = u
		return False // an object of ours is no instance of a class we don't know
	}
	k := classArg(c, 0)
	return Bool(c.t.isA(c.Self, k))
}

func objectInstanceOf(c *Call) Value {
	k := classArg(c, 0)
	return Bool(c.t.in.plainClassOf(c.Self) == k)
}

func objectRespondTo(c *Call) Value {
	name := c.NameArg(0)
	m := c.t.find(c.Self, name)
	if m != nil && c.t.in.answers(c.Self, m, name) {
		yes := m.visibility == public || c.Truthy(c.Arg(1))
		return onlyIf(m.guard, yes)
	}
	if w := observerOf(c.Self); w != nil && m == hostWord.method() && w.HasEffects(name) {
		return c.t.unknownValue("respond_to?(:"+name+")", c.Pos)
	}
	if m := c.t.find(c.Self, "respond_to_missing?"); m != nil {
		v := Check(c.t.send(c.Self, "respond_to_missing?", []Value{Symbol(name), Bool(c.Truthy(c.Arg(1)))}, nil, nil, c.Pos))
		return Bool(c.Truthy(v))
	}
	return False
}

// onlyIf is an answer that is yes under a condition at most.
func onlyIf(doubt *Unknown, yes bool) Value {
	if doubt != nil && yes {
		return doubt
	}
	return Bool(yes)
}

func objectMethod(c *Call) Value {
	name := c.NameArg(0)
	m := c.t.find(c.Self, name)
	if m == nil {
		panic(Failure{c.t.nameError("NameError", name, c.Self, "undefined method '%s' for %s", name, c.t.describeReceiver(c.Self))})
	}
	c.t.grow(sizeMethod)
	own := *m
	own.name, own.recv = name, c.Self
	return &own
}

func objectDefineSingletonMethod(c *Call) Value {
	k := c.t.in.singletonFor(c.Self)
	if k == nil {
		panic(c.Exception("TypeError", "can't define singleton"))
	}
	return defineMethod(c, k, public)
}

func objectExtend(c *Call) Value {
	k := c.t.in.singletonFor(c.Self)
	if k == nil {
		panic(c.Exception("TypeError", "can't define singleton"))
	}
	for i := range c.Args {
		if IsUnknown(c.Args[i]) {
			u := c.Args[i].(*Unknown)
			c.t.escapeTo("extend("+u.Text()+")", u.Pos, c.Self)
			c.t.in.save(k)
			k.unknown = true
			if observerOf(c.Self) == nil {
				c.t.addUnknownModule(k, u, c.t.in.include)
			}
			continue
		}
		m := c.Module(i)
		c.t.in.include(k, m)
		if hook := c.t.find(m, "extended"); hook != nil {
			Check(c.t.send(m, "extended", []Value{c.Self}, nil, nil, c.Pos))
		}
	}
	return c.Self
}

func objectFreeze(c *Call) Value {
	switch v := c.Self.(type) {
	case *String:
		v.frozen = true
	case *Array:
		v.frozen = true
	case *Hash:
		v.frozen = true
	case *Object:
		v.frozen = true
	case *Class:
		v.frozen = true
	case *Proc:
		v.frozen = true
	}
	return c.Self
}

func isFrozen(v Value) bool {
	switch v := v.(type) {
	case *String:
		return v.frozen
	case *Array:
		return v.frozen
	case *Hash:
		return v.frozen
	case *Object:
		return v.frozen
	case *Class:
		return v.frozen
	case *Proc:
		return v == nil || v.frozen
	}
	return true
}

// duplicate is dup; clone keeps the frozen state and the singleton class.
func (t *Thread) duplicate(v Value, clone bool) (Value, error) {
	switch v := v.(type) {
	case *String:
		own := t.substring(v.s)
		own.frozen = clone && v.frozen
		return own, nil
	case *Array:
		a := t.copyOf(v.Elems)
		a.frozen = clone && v.frozen
		return a, nil
	case *Hash:
		h := t.cloneHash(v)
		h.frozen = clone && v.frozen
		return h, nil
	case *Object:
		return t.duplicateObject(v, clone)
	case *Class:
		size := v.definitions.size() + sizeElement*len(v.ivars.names)
		t.grow(sizeClass + size)
		t.used.steps += size / sizeConst
		return duplicateClass(v), nil
	}
	return v, nil
}

// duplicateClass makes an anonymous class with the same methods and constants.
func duplicateClass(v *Class) *Class {
	return &Class{
		module: v.module, super: v.super, builtins: v.builtins, words: v.words, host: v.host,
		definitions: v.definitions.clone(), singleton: v.singleton, ivars: v.ivars.clone(), foreign: v.foreign, abstract: v.abstract,
	}
}

func (t *Thread) duplicateObject(v *Object, clone bool) (Value, error) {
	t.grow(sizeObject + sizeVariable*len(v.ivars.names))
	t.looked(len(v.ivars.names))
	o := *v
	o.ivars = v.ivars.clone()
	o.frozen = clone && v.frozen
	if !clone {
		o.singleton = nil
	}
	switch d := v.data.(type) {
	case *libraryData:
		t.grow(sizeEnumerator)
		o.data = d.dup()
	case Data:
		o.data = d.With(t.copyHeld(d.Holds()))
	}
	if m := t.find(&o, "initialize_copy"); m != nil {
		if _, err := t.send(&o, "initialize_copy", []Value{v}, nil, nil, t.pos); err != nil {
			return nil, err
		}
	}
	return &o, nil
}

// copyHeld copies what an object consists of.
func (m *meter) copyHeld(held any) any {
	switch held := held.(type) {
	case *Hash:
		return m.cloneHash(held)
	case *members:
		return &members{m.copyOf(held.values).Elems}
	}
	m.grow(sizeEnumerator)
	return nil
}

func objectClone(c *Call) Value {
	v := Check(c.t.duplicate(c.Self, true))
	if c.Keyword("freeze") == False {
		return Check(c.t.duplicate(c.Self, false))
	}
	return v
}

func objectTap(c *Call) Value {
	c.Yield(c.Self)
	return c.Self
}

func objectThen(c *Call) Value {
	if c.Block == nil {
		return c.Enumerator()
	}
	return c.Yield(c.Self)
}

// ---- instance variables

func ivarName(c *Call) string {
	name := c.NameArg(0)
	if !strings.HasPrefix(name, "@") {
		panic(c.Exception("NameError", "'%s' is not allowed as an instance variable name", name))
	}
	return name
}

func objectIVarGet(c *Call) Value {
	return c.t.ivarGet(c.Self, ivarName(c))
}

func objectIVarSet(c *Call) Value {
	if u := unknownScalar(c.Arg(0)); u != nil {
		c.setUnknownIVar()
		return c.Args[1]
	}
	name := ivarName(c)
	Must(c.t.ivarSet(c.Self, name, c.Args[1]))
	return c.Args[1]
}

// setUnknownIVar is objectIVarSet of a variable whose name only the application knows:
// it may be each of those that there are, and those of the object's accessors.
func (c *Call) setUnknownIVar() {
	t := c.t
	vars := t.ivarsOf(c.Self)
	if vars == nil {
		panic(Failure{t.frozenError(c.Self)})
	}
	names := slices.Clone(vars.names)
	for k := range t.in.ancestors(t.in.classOf(c.Self)) {
		t.looked(len(k.methods))
		for _, name := range slices.Sorted(maps.Keys(k.methods)) {
			if b := k.methods[name].builtin; b != nil && b.reads != "" && !slices.Contains(names, b.reads) {
				names = append(names, b.reads)
			}
		}
	}
	for _, name := range names {
		Must(t.ivarSet(c.Self, name, t.merge(t.sameName(c.Args[0], t.newString(name)), c.Args[1], t.ivarGet(c.Self, name))))
	}
}

func objectIVarDefined(c *Call) Value {
	name := ivarName(c)
	return onlyIf(maybeGiven(c.t.ivarGet(c.Self, name)), c.t.hasIVar(c.Self, name))
}

func objectIVars(c *Call) Value {
	a := c.t.newArray()
	if vars := c.t.ivarsOf(c.Self); vars != nil {
		for _, n := range vars.names {
			c.Push(a, c.t.symbolOf(n))
		}
		c.t.looked(len(vars.names))
	}
	return a
}

func objectIVarRemove(c *Call) Value {
	name := ivarName(c)
	v := c.t.ivarGet(c.Self, name)
	if isFrozen(c.Self) {
		panic(Failure{c.t.frozenError(c.Self)})
	}
	if vars := ivarsOf(c.Self); vars != nil {
		c.t.looked(len(vars.names))
		vars.remove(name)
	}
	return v
}
