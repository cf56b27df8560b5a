package dsl

import (
	"slices"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

func init() { Register(Type{Name: "Module", Methods: moduleMethods, Functions: moduleClassMethods}) }

// moduleMethods are Module's: what the body of a class or module calls.
var moduleMethods = Methods{
	"name":                                   Fn(0, moduleName),
	"to_s inspect":                           Fn(0, func(c *Call) Value { return c.NewString(c.Inspect(c.Self)) }),
	"===":                                    Fn(1, func(c *Call) Value { return Bool(c.IsA(c.Args[0], c.Self.(*Class))) }).With(trait.AsksKinship),
	"==":                                     Fn(1, func(c *Call) Value { return Bool(c.Self == c.Args[0]) }).With(trait.AsksKinship),
	"include":                                FnOpt(1, -1, func(c *Call) Value { return mixIn(c, c.in.include, "included") }).With(trait.ChangesClass),
	"prepend":                                FnOpt(1, -1, func(c *Call) Value { return mixIn(c, c.in.prepend, "prepended") }).With(trait.ChangesClass),
	"ancestors":                              Fn(0, func(c *Call) Value { return c.lookupOf(c.Self.(*Class)) }),
	"singleton_class?":                       Fn(0, func(c *Call) Value { return Bool(c.Self.(*Class).attached != nil) }),
	"define_method":                          FnOpt(1, 2, func(c *Call) Value { return defineMethod(c, c.Self.(*Class), currentVisibility(c)) }).With(trait.ChangesClass | trait.Detaches),
	"alias_method":                           Fn(2, moduleAliasMethod).With(trait.ChangesClass),
	"remove_method":                          FnAny(moduleRemoveMethod).With(trait.ChangesClass),
	"undef_method":                           FnAny(moduleUndefMethod).With(trait.ChangesClass),
	"module_function":                        FnAny(moduleFunction).With(trait.ChangesClass),
	"const_get":                              FnOpt(1, 2, moduleConstGet).With(trait.AsksKinship),
	"const_set":                              Fn(2, moduleConstSet).With(trait.ChangesClass),
	"const_defined?":                         FnOpt(1, 2, moduleConstDefined).With(trait.AsksKinship),
	"const_missing":                          Fn(1, func(c *Call) Value { return Must(c.missingConst(c.in.qualified(c.Self.(*Class), c.NameArg(0)), c.Pos)) }),
	"constants":                              FnOpt(0, 1, moduleConstants),
	"remove_const":                           Fn(1, moduleRemoveConst).With(trait.ChangesClass),
	"class_variable_get":                     Fn(1, moduleCVarGet).With(trait.AsksKinship),
	"class_variable_set":                     Fn(2, moduleCVarSet).With(trait.ChangesClass),
	"class_variable_defined?":                Fn(1, moduleCVarDefined).With(trait.AsksKinship),
	"instance_method public_instance_method": Fn(1, moduleInstanceMethod).With(trait.AsksKinship),
	"class_variables":                        FnOpt(0, 1, moduleCVars),
	"const_source_location":                  FnOpt(1, 2, kernelUndecided).With(trait.Undetermined),
	"using":                                  Fn(1, func(c *Call) Value { return c.Self }),
	"attr_reader attr_writer attr_accessor attr":                                               FnAny(moduleAttr).With(trait.ChangesClass),
	"public private protected":                                                                 FnAny(moduleVisibility).With(trait.ChangesClass),
	"private_constant public_constant deprecate_constant":                                      FnAny(moduleConstVisibility).With(trait.ChangesClass),
	"method_defined? public_method_defined? private_method_defined? protected_method_defined?": FnOpt(1, 2, moduleMethodDefined).With(trait.AsksKinship),
	"class_eval module_eval":                                                                   FnAny(moduleClassEval).With(trait.ChangesClass | trait.Rebinds),
	"class_exec module_exec":                                                                   FnAny(func(c *Call) Value { return Must(c.ClassExec(c.Self.(*Class), c.givenBlock(), c.Args)) }).With(trait.ChangesClass | trait.Opaque | trait.Rebinds),
	"included extended prepended method_added":                                                 Fn(1, returnNil),
}

func moduleName(c *Call) Value {
	if k := c.Self.(*Class); k.name != "" {
		return c.NewString(k.name)
	}
	return Nil
}

// mixIn adds modules, the last argument first, and calls their hook.
func mixIn(c *Call, add func(c, m *Class), hook string) Value {
	base := c.Self.(*Class)
	for i := len(c.Args) - 1; i >= 0; i-- {
		if u, ok := c.Args[i].(*Unknown); ok {
			c.escapeTo(c.Name+"("+u.Text()+")", u.Pos, base.attached)
			c.in.save(base)
			base.unknown, base.foreign = true, true
			c.addUnknownModule(base, u, add)
			continue
		}
		m := c.Module(i)
		if !m.module {
			panic(c.Exception("TypeError", "wrong argument type Class (expected module)"))
		}
		if m == base || c.isBelow(m, base) {
			panic(c.Exception("ArgumentError", "cyclic %s detected", c.Name))
		}
		add(base, m)
		if hook == "included" {
			Check(c.runConcern(base, m))
		}
		if c.FindMethod(m, hook) != nil {
			Must(c.Thread.Send(m, hook, []Value{base}, nil, nil, c.Pos))
		}
	}
	return base
}

// runConcern does what ActiveSupport::Concern does when a module is included.
func (t *Thread) runConcern(base, m *Class) error {
	if k, ok := m.constant("ClassMethods").(*Class); ok && k.module {
		t.in.include(t.in.SingletonOf(base), k)
	}
	if block, ok := t.GetIvar(m, "@_included_block").(*Proc); ok {
		_, err := t.ClassExec(base, block, nil)
		return err
	}
	return nil
}

// currentVisibility is what a bare `private` above left in the class body.
func currentVisibility(c *Call) visibility {
	if f := c.caller; f != nil && f.self == c.Self && f.method == nil {
		return f.visibility
	}
	return public
}

func moduleClassEval(c *Call) Value {
	if c.Block == nil {
		if len(c.Args) > 0 {
			return Must(c.EvalInClass(c.Self.(*Class), "(eval at "+c.Pos.Filename+")", c.Text(0)))
		}
		panic(Failure{c.arityError(0, 1, 3)})
	}
	return Must(c.ClassExec(c.Self.(*Class), c.Block, []Value{c.Self}))
}

// EvalInClass runs a text as the inside of a class; its places are in the file name.
func (t *Thread) EvalInClass(k *Class, name, src string) (Value, error) {
	file, err := t.parse(name, src)
	if err != nil {
		return nil, err
	}
	f := &frame{self: k, cref: &lexicalScope{class: k, outer: t.in.rootScope()}, target: k}
	f.home = f
	return t.newEnv(f).evalStmts(file.Body)
}

func init() {
	Register(Type{Name: "Class", Super: "Module", Methods: classMethods, Functions: classClassMethods})
}

var classMethods = Methods{
	"new":             FnKw(0, -1, classNew).With(trait.Opaque),
	"allocate":        Fn(0, classAllocate),
	"superclass":      Fn(0, classSuperclass),
	"attached_object": Fn(0, classAttached),
	"inherited":       Fn(1, returnNil),
	"subclasses":      Fn(0, func(c *Call) Value { return c.classesBelow(false) }),
	"descendants":     Fn(0, func(c *Call) Value { return c.classesBelow(true) }), // ActiveSupport: core_ext/class/subclasses
}

// isProgram reports whether a class is one that the program made, all of it.
func (c *Class) isProgram() bool {
	return c.builtins == nil && c.host == nil && !c.library && !c.foreign
}

// elsewhere reports whether there may be classes below a class, and constants in it, that are not here.
func (m *meter) elsewhere(k *Class) (below, constants bool) {
	switch {
	case !k.isProgram() || m.Request: // which may not look for files
		return true, true
	case m.in.options.Elsewhere == nil:
		return false, false
	}
	return m.in.options.Elsewhere(k)
}

// classesBelow returns the classes below the receiver that are made by now, with those below
// them behind if deep.
func (c *Call) classesBelow(deep bool) Value {
	found := c.NewArray()
	var add func(k *Class) (known bool)
	add = func(k *Class) bool {
		elsewhere, _ := c.elsewhere(k)
		for _, below := range k.below {
			c.Push(found, below)
		}
		return !elsewhere && !slices.Contains(k.below, nil) && (!deep || !slices.ContainsFunc(k.below, func(k *Class) bool { return !add(k) }))
	}
	if !add(c.Self.(*Class)) {
		return Must(c.UnknownCall(false, nil))
	}
	return found
}

// classNew makes an instance and runs its initialize.
func classNew(c *Call) Value {
	k := c.Self.(*Class)
	for of := k; of != nil; of = of.super { // Class.instance_method(:new).bind_call(Array)
		if of.singleton != nil && of.singleton.builtins["new"] != nil {
			return Must(c.run(of.singleton.builtins["new"].m))
		}
	}
	if k.abstract && c.FindMethod(k, "new").builtin != nil {
		panic(Failure{c.noMethod(c, false)})
	}
	if k.library && !c.in.isExceptionClass(k) {
		return Must(c.newOfLibrary(k, c))
	}
	o := c.instance(k)
	if !c.Request && (c.FindMethod(o, "matches?") != nil || c.FindMethod(o, "call") != nil) {
		at := c.Pos
		o.made = &at
	}
	if k.unknown {
		if m := c.findIn(k, "initialize"); m == nil || m.builtin != nil {
			c.escapeCall(UnknownResult(c), c)
			return o // the unknown superclass takes the arguments
		}
	}
	Must(c.Thread.Send(o, "initialize", c.Args, c.Keywords, c.Block, c.Pos))
	return o
}

// classAllocate makes an instance without running initialize: of a built-in class that has a
// `new` of its own, what that makes of nothing.
func classAllocate(c *Call) Value {
	k := c.Self.(*Class)
	for s := k; s != nil; s = s.super {
		var own *Method
		if s.singleton != nil {
			own = s.singleton.own("new")
		}
		if !s.abstract && (own == nil || own.builtin == nil) {
			continue
		}
		if !s.abstract {
			if v, err := c.run(own); err == nil || isLimit(err) {
				return Must(v, err)
			}
		}
		panic(c.Exception("TypeError", "allocator undefined for %s", k.DisplayName()))
	}
	return c.instance(k)
}

func (c *Call) instance(k *Class) (o *Object) {
	for o = c.NewObject(k, nil); k != nil && o.Host == nil; k = k.super {
		if k.words != nil {
			o.Host = k.host
		}
	}
	return o
}

func classSuperclass(c *Call) Value {
	if s := c.Self.(*Class).super; s != nil {
		return s
	}
	return Nil
}

func classAttached(c *Call) Value {
	k := c.Self.(*Class)
	if k.attached == nil {
		panic(c.Exception("TypeError", "'%s' is not a singleton class", k.DisplayName()))
	}
	return k.attached
}

var classClassMethods = Methods{
	"new": FnOpt(0, 1, func(c *Call) Value {
		var super Value
		if len(c.Args) > 0 {
			super = c.Args[0]
		}
		k := c.newClass("", super, c.Pos)
		Check(c.CallInherited(k))
		if c.Block != nil {
			Must(c.ClassExec(k, c.Block, []Value{k}))
		}
		return k
	}).With(trait.Detaches),
}

var moduleClassMethods = Methods{
	"nesting": Fn(0, func(c *Call) Value {
		list := c.NewArray()
		if c.caller == nil {
			return list
		}
		for s := c.caller.cref; s != nil && s.class != c.in.classes.object; s = s.outer {
			list.Elems = append(list.Elems, s.class)
			c.ChargeMemory(limits.SizeElement)
		}
		return list
	}),
	"new": FnKw(0, -1, func(c *Call) Value {
		k := c.countClass(&Class{module: true, of: c.Self.(*Class)})
		Must(c.Thread.Send(k, "initialize", c.Args, c.Keywords, c.Block, c.Pos))
		return k
	}).With(trait.Detaches),
}
