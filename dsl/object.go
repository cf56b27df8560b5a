package dsl

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() {
	Register(
		Type{Name: "BasicObject", Methods: basicObjectMethods},
		Type{Name: "Object", Super: "BasicObject", Includes: []string{"Kernel"}},
	)
}

// basicObjectMethods are BasicObject's.
var basicObjectMethods = Methods{
	"initialize":    objectInitialize.With(trait.Opaque),
	"==":            Fn(1, func(c *Call) Value { return identical(c) }).With(trait.Compares),
	"equal?":        Fn(1, func(c *Call) Value { return Bool(c.Self == c.Args[0]) }).With(trait.Opaque | trait.Partial | trait.AnyOrder | trait.Compares),
	"!":             Fn(0, func(c *Call) Value { return Bool(!c.Truthy(c.Self)) }),
	"!=":            Fn(1, func(c *Call) Value { return Bool(!c.Equal(c.Self, c.Args[0])) }).With(trait.AsksKinship | trait.Compares),
	"__send__":      FnKw(1, -1, objectSend).With(trait.Opaque | trait.Partial | trait.Sends),
	"__id__":        Fn(0, objectID),
	"instance_eval": FnKw(0, -1, objectInstanceEval).With(trait.Opaque | trait.Rebinds | trait.GivesBlock),
	"instance_exec": FnKw(0, -1, func(c *Call) Value { return Must(c.instanceExec(c.Self, c.givenBlock(), c.Args, c.Keywords)) }).With(trait.Opaque | trait.Partial | trait.Rebinds | trait.GivesBlock),
}

var objectInitialize = func() *Builtin {
	b := FnAny(func(c *Call) Value {
		if len(c.Args) > 0 {
			panic(Failure{c.arityError(len(c.Args), 0, 0)})
		}
		return Nil
	})
	b.m.visibility = private
	return b
}()

// objectMethods are Kernel's public methods, which every object has.
var objectMethods = Methods{
	"class":                      Fn(0, func(c *Call) Value { return c.in.PlainClassOf(c.Self) }).With(trait.Opaque | trait.Partial | trait.AnyOrder),
	"singleton_class":            Fn(0, func(c *Call) Value { return c.singletonFor(c.Self) }).With(trait.Opaque | trait.Partial),
	"inspect":                    Fn(0, objectInspect).With(trait.ShowsParts),
	"to_s":                       Fn(0, func(c *Call) Value { return c.NewString(c.anyToS(c.Self)) }).With(trait.ShowsParts),
	"hash":                       Fn(0, objectID),
	"object_id":                  Fn(0, objectID).With(trait.Opaque | trait.Partial | trait.AnyOrder),
	"eql?":                       Fn(1, func(c *Call) Value { return Bool(c.Key(c.Self) == c.Key(c.Args[0])) }).With(trait.Compares),
	"===":                        Fn(1, ObjectEqual).With(trait.Compares),
	"nil?":                       Fn(0, func(c *Call) Value { return Bool(c.Self == Nil) }).With(trait.Opaque | trait.Partial | trait.AnyOrder),
	"respond_to?":                FnOpt(1, 2, objectRespondTo).With(trait.Opaque | trait.Partial | trait.AnyOrder),
	"send":                       FnKw(1, -1, objectSend).With(trait.Opaque | trait.Partial | trait.Sends),
	"public_send":                FnKw(1, -1, objectSend).With(trait.Opaque | trait.Partial | trait.Sends),
	"method public_method":       Fn(1, objectMethod).With(trait.Opaque | trait.Partial | trait.AnyOrder),
	"define_singleton_method":    FnOpt(1, 2, func(c *Call) Value { return defineMethod(c, c.singletonFor(c.Self), public) }).With(trait.Opaque | trait.ChangesClass | trait.Detaches),
	"extend":                     FnOpt(1, -1, objectExtend).With(trait.Opaque | trait.Partial | trait.ChangesClass),
	"freeze":                     Fn(0, func(c *Call) Value { return Freeze(c.Self) }).With(trait.Opaque | trait.Partial | trait.SameOrder),
	"frozen?":                    Fn(0, func(c *Call) Value { return Bool(IsFrozen(c.Self)) }).With(trait.Opaque | trait.Partial | trait.AnyOrder),
	"dup":                        Fn(0, func(c *Call) Value { return Must(c.duplicate(c.Self, false)) }).With(trait.Opaque | trait.Partial | trait.SameOrder),
	"clone":                      FnKw(0, 0, objectClone).With(trait.Opaque | trait.Partial | trait.SameOrder),
	"itself":                     Fn(0, func(c *Call) Value { return c.Self }).With(trait.Opaque | trait.Partial | trait.SameOrder),
	"instance_variable_get":      Fn(1, objectIVarGet).With(trait.Opaque),
	"instance_variable_set":      Fn(2, objectIVarSet).With(trait.Opaque),
	"instance_variable_defined?": Fn(1, objectIVarDefined),
	"instance_variables":         Fn(0, objectIVars),
	"remove_instance_variable":   Fn(1, objectIVarRemove),

	"local_variable_get local_variable_set local_variable_defined?": FnAny(bindingVariable).With(trait.Undetermined),
	"is_a? kind_of?": Fn(1, objectIsA).With(trait.Opaque | trait.Partial | trait.AnyOrder),
}

func identical(c *Call) Value {
	if _, ok := c.Self.(*Object); ok {
		return Bool(c.Self == c.Args[0])
	}
	return ObjectEqual(c)
}

// ObjectEqual is BasicObject#==, which compares identities.
func ObjectEqual(c *Call) Value {
	return Bool(c.Equal(c.Self, c.Args[0]))
}

// objectID numbers objects in the order they are asked, so that the output of a
// program is the same in every run.
func objectID(c *Call) Value {
	in := c.in
	key := any(c.Self)
	if o, ok := c.Self.(*Object); c.Name == "hash" && (!ok || o.Data != nil) {
		key = c.Key(c.Self)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.ids == nil {
		in.ids = map[any]Int{}
	}
	id, ok := in.ids[key]
	if !ok {
		c.ChargeMemory(limits.SizeIndex)
		if text, ok := key.(deepKey); ok {
			c.ChargeMemory(len(text))
		}
		id = Int(8 * (len(in.ids) + 1))
		in.ids[key] = id
	}
	return id
}

// objectSend is send, and public_send: there, a method that is not public does not answer.
func objectSend(c *Call) Value {
	if u := UnknownScalar(c.Arg(0)); u != nil {
		return c.sendUnknown(u)
	}
	name := c.NameArg(0)
	if u, ok := c.Self.(*Unknown); ok {
		return u.PlainCall(name, c.Thread)
	}
	call := &Call{Self: c.Self, Name: name, Args: c.Args[1:], Keywords: c.Keywords, Block: c.Block, Pos: c.Pos, Thread: c.Thread}
	return Must(call.onSides(c.FindMethod(c.Self, name), func(call *Call, m *Method) (Value, error) {
		if c.Name == "public_send" && m != nil && m.visibility != public {
			return call.missing(m, false, nil)
		}
		return call.answerBy(m, nil, nil)
	}))
}

// sendUnknown calls a method of an unknown name: it runs the block once, and warns.
func (c *Call) sendUnknown(u *Unknown) Value {
	if k, ok := choiceOf(u); ok {
		return Must(c.forkChoice(k, func(name Value) (Value, error) {
			return c.with(append([]Value{name}, c.Args[1:]...)...).runBuiltin(c.method.builtin)
		}))
	}
	result := UnknownResult(c)
	result.aliases = &Aliases{these: []alias{{v: c.Self}}, within: []Value{c.Self}}
	if data := isData(c.Self); data && !IsFrozen(c.Self) {
		c.Changing(c.Self)
		c.havocAndAdd(c.Self, u, result)
	} else if c.Self == c.in.main || !data {
		c.noteUnknown(PlainNotice, u, "unknown method name %s: what the method adds is missing; set the name")
	}
	if c.Block == nil {
		return result
	}
	return Must(c.runUnderCondition(result, c.Block, true))
}

func objectInstanceEval(c *Call) Value {
	if c.Block == nil {
		if len(c.Args) > 0 {
			return c.evalText(c.Self)
		}
		panic(Failure{c.arityError(len(c.Args), 1, 3)})
	}
	return Must(c.instanceExec(c.Self, c.Block, []Value{c.Self}, nil))
}

// singletonFor returns the singleton class of v, or fails where it cannot have one.
func (t *Thread) singletonFor(v Value) *Class {
	if k := t.in.singletonFor(v); k != nil {
		return k
	}
	panic(t.failureAt(t.At, "TypeError", "can't define singleton"))
}

func objectIsA(c *Call) Value {
	switch k := c.Args[0].(type) {
	case *Class:
		return Bool(c.IsA(c.Self, k))
	case *Unknown:
		return False // an object of ours is no instance of a class we don't know
	}
	panic(c.Exception("TypeError", "class or module required"))
}

func objectRespondTo(c *Call) Value {
	name := c.NameArg(0)
	return Must(c.onSides(c.FindMethod(c.Self, name), func(c *Call, m *Method) (Value, error) {
		if m != nil && c.in.answers(c.Self, m, name) && (m.visibility == public || c.Truthy(c.Arg(1))) {
			return True, nil
		}
		if w := observerOf(c.Self); w != nil && m == hostWord.m && w.HasEffects(name) {
			return c.UnknownValue("respond_to?(:"+name+")", c.Pos), nil
		}
		v := c.answersMissing(name, c.Truthy(c.Arg(1)))
		if !IsUnknown(v) {
			v = Bool(Truthy(v))
		}
		return v, nil
	}))
}

// answersMissing returns what the receiver says of whether its method_missing answers a name.
func (c *Call) answersMissing(name string, private bool) Value {
	return c.converted(c.Self, "respond_to_missing?", func() (Value, error) { return False, nil }, Symbol(name), Bool(private))
}

func objectMethod(c *Call) Value {
	name := c.NameArg(0)
	k := c.in.classOf(c.Self)
	return Must(c.onSides(c.findIn(k, name), func(c *Call, m *Method) (Value, error) {
		if m == nil && c.Truthy(c.answersMissing(name, true)) {
			missing := FnKw(0, -1, func(c *Call) Value { return Must(c.missing(nil, false, nil)) })
			m = &Method{Owner: c.in.PlainClassOf(c.Self), builtin: missing}
		}
		if m == nil {
			return nil, c.nameError("NameError", name, c.Self, "undefined method '%s' for %s", name, c.describeReceiver(c.Self))
		}
		if c.Name == "public_method" {
			c.mustBePublic(c.in.PlainClassOf(c.Self), m, name)
		}
		return c.methodObject(k, m, name).BindTo(c.Self), nil
	}))
}

// methodObject returns a method that was found for objects of a class as an UnboundMethod.
func (m *meter) methodObject(class *Class, found *Method, name string) *Method {
	m.ChargeMemory(limits.SizeMethod)
	own := *found
	own.Name, own.called, own.unbound = cmp.Or(found.Name, name), name, true
	if own.Owner == nil || own.Name != name { // interpreters share it, or it is an alias
		for k := range m.ancestors(class) {
			if k.own(name).is(found) {
				own.holder = k
				break
			}
		}
	}
	own.Owner = cmp.Or(own.Owner, own.holder)
	return &own
}

// mustBePublic fails where a method of a class is not public.
func (c *Call) mustBePublic(k *Class, m *Method, name string) {
	if m.visibility != public {
		panic(Failure{c.nameError("NameError", name, k, "method '%s' for %s '%s' is %s", name, k.kind(), k.DisplayName(), m.visibility)})
	}
}

func objectExtend(c *Call) Value {
	k := c.singletonFor(c.Self)
	for i := range c.Args {
		if u, ok := c.Args[i].(*Unknown); ok {
			c.escapeTo("extend("+u.Text()+")", u.Pos, c.Self)
			c.in.save(k)
			k.unknown = true
			if observerOf(c.Self) == nil {
				c.addUnknownModule(k, u, c.in.include)
			}
			continue
		}
		m := c.Module(i)
		c.in.include(k, m)
		if hook := c.FindMethod(m, "extended"); hook != nil {
			Must(c.Thread.Send(m, "extended", []Value{c.Self}, nil, nil, c.Pos))
		}
	}
	return c.Self
}

// frozenFlag returns where v keeps that it is frozen; nil of a value that always is.
func frozenFlag(v Value) *bool {
	switch v := v.(type) {
	case *String:
		return &v.frozen
	case *Array:
		return &v.frozen
	case *Hash:
		if v != nil {
			return &v.frozen
		}
	case *Object:
		if s, ok := v.Data.(*String); ok {
			return &s.frozen
		}
		return &v.frozen
	case *Class:
		return &v.frozen
	case *Proc:
		if v != nil {
			return &v.frozen
		}
	}
	return nil
}

// IsFrozen reports whether v is frozen, as Object#frozen? does.
func IsFrozen(v Value) bool {
	flag := frozenFlag(v)
	return flag == nil || *flag
}

// Freeze freezes v, as Object#freeze does, and returns it.
func Freeze(v Value) Value {
	if flag := frozenFlag(v); flag != nil {
		*flag = true
	}
	return v
}

// duplicate is dup; clone keeps the frozen state and the singleton class.
func (t *Thread) duplicate(v Value, clone bool) (own Value, err error) {
	switch v := v.(type) {
	case *String:
		own = t.Substring(v.s)
	case *Array:
		own = t.NewArrayCopy(v.Elems)
	case *Hash:
		own = t.CloneHash(v)
	case *Object:
		return t.duplicateObject(v, clone)
	case *Class:
		size := v.definitions.size() + limits.SizeElement*len(v.ivars.Names)
		t.ChargeMemory(limits.SizeClass + size)
		t.Used.Steps += size / limits.SizeConst
		return duplicateClass(v), nil
	default:
		return v, nil
	}
	if clone && IsFrozen(v) {
		Freeze(own)
	}
	return own, nil
}

// duplicateClass makes an anonymous class with the same methods and constants.
func duplicateClass(v *Class) *Class {
	k := &Class{
		module: v.module, of: v.of, super: v.super, builtins: v.builtins, words: v.words, host: v.host,
		definitions: v.definitions.clone(), singleton: v.singleton, ivars: v.ivars.Clone(), foreign: v.foreign, abstract: v.abstract,
	}
	k.below = nil
	return k
}

func (t *Thread) duplicateObject(v *Object, clone bool) (Value, error) {
	t.ChargeMemory(limits.SizeObject + limits.SizeVariable*len(v.ivars.Names))
	t.ChargeReads(len(v.ivars.Names))
	o := *v
	o.ivars = v.ivars.Clone()
	o.frozen = clone && v.frozen
	if !clone {
		o.singleton = nil
	}
	switch d := v.Data.(type) {
	case *libraryData:
		t.ChargeMemory(limits.SizeEnumerator)
		o.Data = d.dup()
	case Data:
		o.Data = d.With(t.copyHeld(d.Holds()))
	}
	t.converted(&o, "initialize_copy", func() (Value, error) { return Nil, nil }, v)
	return &o, nil
}

// copyHeld copies what an object consists of.
func (m *meter) copyHeld(held any) any {
	switch held := held.(type) {
	case *Hash:
		return m.CloneHash(held)
	case *Members:
		return &Members{m.NewArrayCopy(held.Values).Elems}
	}
	m.ChargeMemory(limits.SizeEnumerator)
	return nil
}

func objectClone(c *Call) Value {
	v := Must(c.duplicate(c.Self, true))
	if c.Keyword("freeze") == False {
		return Must(c.duplicate(c.Self, false))
	}
	return v
}

// ---- instance variables

func isCVar(name string) bool { return strings.HasPrefix(name, "@@") }

func ivarName(c *Call) string {
	name := c.NameArg(0)
	if !strings.HasPrefix(name, "@") || isCVar(name) {
		panic(c.Exception("NameError", "'%s' is not allowed as an instance variable name", name))
	}
	return name
}

func objectIVarSet(c *Call) Value {
	if u := UnknownScalar(c.Arg(0)); u != nil {
		c.setUnknownIVar()
		return c.Args[1]
	}
	name := ivarName(c)
	Check(c.SetIvar(c.Self, name, c.Args[1]))
	return c.Args[1]
}

// setUnknownIVar is objectIVarSet of a variable whose name only the application knows:
// it may be each of those that there are, and those of the object's accessors.
func (c *Call) setUnknownIVar() {
	t := c.Thread
	vars := t.ivarsOf(c.Self)
	if vars == nil {
		panic(Failure{t.FrozenError(c.Self)})
	}
	names := slices.Clone(vars.Names)
	for k := range t.in.Ancestors(t.in.classOf(c.Self)) {
		t.ChargeReads(len(k.methods))
		for _, name := range slices.Sorted(maps.Keys(k.methods)) {
			if b := k.methods[name].builtin; b != nil && b.reads != "" && !slices.Contains(names, b.reads) {
				names = append(names, b.reads)
			}
		}
	}
	for _, name := range names {
		Check(t.SetIvar(c.Self, name, t.Merge(t.SameName(c.Args[0], t.NewString(name)), c.Args[1], t.GetIvar(c.Self, name))))
	}
}

func objectIVarGet(c *Call) Value {
	name := ivarName(c)
	return c.orHidden(c.HasIvar(c.Self, name), c.GetIvar(c.Self, name))
}

func objectIVarDefined(c *Call) Value {
	name := ivarName(c)
	set := c.HasIvar(c.Self, name)
	return c.orHidden(set, cmp.Or(maybeGiven(c.GetIvar(c.Self, name)), Value(Bool(set))))
}

func objectIVars(c *Call) Value {
	a := c.NewArray()
	if vars := c.ivarsOf(c.Self); vars != nil {
		for _, n := range vars.Names {
			if !isCVar(n) {
				c.Push(a, c.SymbolOf(n))
			}
		}
		c.ChargeReads(len(vars.Names))
	}
	return c.orHidden(false, a)
}

func objectIVarRemove(c *Call) Value {
	name := ivarName(c)
	v := c.GetIvar(c.Self, name)
	c.MustChange()
	if !c.HasIvar(c.Self, name) {
		panic(Failure{c.nameError("NameError", name, c.Self, "instance variable %s not defined for %s", name, c.describeReceiver(c.Self))})
	}
	vars := ivarsOf(c.Self)
	c.ChargeReads(len(vars.Names))
	c.save(ivarCell{vars: vars, name: name})
	vars.Remove(name)
	return v
}
