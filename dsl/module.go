package dsl

func init() { Register(Type{Name: "Module", Methods: moduleMethods, Functions: moduleClassMethods}) }

// moduleMethods are Module's: what the body of a class or module calls.
var moduleMethods = methodTable{
	"name": fn(0, moduleName),
	"to_s": fn(0, func(c *Call) Value {
		return c.t.newString(c.Inspect(c.Self))
	}),
	"inspect": fn(0, func(c *Call) Value {
		return c.t.newString(c.Inspect(c.Self))
	}),
	"===":                     fn(1, func(c *Call) Value { return Bool(c.t.isA(c.Args[0], c.Self.(*Class))) }).is(asksKinship),
	"==":                      fn(1, func(c *Call) Value { return Bool(c.Self == c.Args[0]) }).is(asksKinship),
	"<":                       fn(1, moduleBelow).is(asksKinship),
	"<=":                      fn(1, moduleBelow).is(asksKinship),
	">":                       fn(1, moduleAbove).is(asksKinship),
	">=":                      fn(1, moduleAbove).is(asksKinship),
	"<=>":                     fn(1, moduleCompare).is(asksKinship),
	"include":                 fnOpt(1, -1, moduleInclude).is(changesClass),
	"prepend":                 fnOpt(1, -1, modulePrepend).is(changesClass),
	"include?":                fn(1, moduleIncludes).is(asksKinship),
	"included_modules":        fn(0, moduleIncluded),
	"ancestors":               fn(0, moduleAncestors),
	"included":                fn(1, moduleHook),
	"extended":                fn(1, moduleHook),
	"prepended":               fn(1, moduleHook),
	"method_added":            fn(1, moduleHook),
	"attr_reader":             fnAny(moduleAttr).is(changesClass),
	"attr_writer":             fnAny(moduleAttr).is(changesClass),
	"attr_accessor":           fnAny(moduleAttr).is(changesClass),
	"attr":                    fnAny(moduleAttr).is(changesClass),
	"mattr_accessor":          fnKw(0, -1, moduleClassAttr).is(changesClass),
	"cattr_accessor":          fnKw(0, -1, moduleClassAttr).is(changesClass),
	"mattr_reader":            fnKw(0, -1, moduleClassAttr).is(changesClass),
	"cattr_reader":            fnKw(0, -1, moduleClassAttr).is(changesClass),
	"class_attribute":         fnKw(0, -1, moduleClassAttribute).is(changesClass),
	"thread_mattr_accessor":   fnKw(0, -1, moduleClassAttr).is(changesClass),
	"delegate":                fnKw(0, -1, moduleDelegate).is(changesClass),
	"delegate_missing_to":     fnKw(1, 1, moduleDelegateMissing).is(changesClass),
	"define_method":           fnOpt(1, 2, func(c *Call) Value { return defineMethod(c, c.Self.(*Class), currentVisibility(c)) }).is(changesClass | detaches),
	"alias_method":            fn(2, moduleAliasMethod).is(changesClass),
	"remove_method":           fnAny(moduleRemoveMethod).is(changesClass),
	"undef_method":            fnAny(moduleUndefMethod).is(changesClass),
	"public":                  fnAny(moduleVisibility).is(changesClass),
	"private":                 fnAny(moduleVisibility).is(changesClass),
	"protected":               fnAny(moduleVisibility).is(changesClass),
	"module_function":         fnAny(moduleFunction).is(changesClass),
	"private_class_method":    fnAny(moduleClassMethodVisibility).is(changesClass),
	"public_class_method":     fnAny(moduleClassMethodVisibility).is(changesClass),
	"private_constant":        fnAny(func(*Call) Value { return Nil }),
	"deprecate_constant":      fnAny(func(*Call) Value { return Nil }),
	"const_get":               fnOpt(1, 2, moduleConstGet).is(asksKinship),
	"const_set":               fn(2, moduleConstSet).is(changesClass),
	"const_defined?":          fnOpt(1, 2, moduleConstDefined).is(asksKinship),
	"const_missing":           fn(1, moduleConstMissing),
	"constants":               fnOpt(0, 1, moduleConstants),
	"remove_const":            fn(1, moduleRemoveConst).is(changesClass),
	"class_variable_get":      fn(1, moduleCVarGet).is(asksKinship),
	"class_variable_set":      fn(2, moduleCVarSet).is(changesClass),
	"class_variable_defined?": fn(1, moduleCVarDefined).is(asksKinship),
	"instance_method":         fn(1, moduleInstanceMethod).is(asksKinship),
	"instance_methods":        fnOpt(0, 1, moduleInstanceMethods).is(asksKinship),
	"public_instance_methods": fnOpt(0, 1, modulePublicInstanceMethods),
	"method_defined?":         fnOpt(1, 2, moduleMethodDefined).is(asksKinship),
	"public_method_defined?":  fnOpt(1, 2, moduleMethodDefined).is(asksKinship),
	"private_method_defined?": fnOpt(1, 2, moduleMethodDefined).is(asksKinship),
	"class_eval":              fnAny(moduleClassEval).is(changesClass | rebinds),
	"module_eval":             fnAny(moduleClassEval).is(changesClass | rebinds),
	"class_exec":              fnAny(moduleClassExec).is(changesClass | opaque | rebinds),
	"module_exec":             fnAny(moduleClassExec).is(changesClass | opaque | rebinds),
	"module_parent":           fn(0, moduleParent),
	"module_parent_name":      fn(0, moduleParentName),
	"using":                   fn(1, func(c *Call) Value { return c.Self }),
	"refine":                  fn(1, moduleRefine).is(changesClass),
	"freeze":                  fn(0, objectFreeze),
	"hash":                    fn(0, objectID),
}

func moduleName(c *Call) Value {
	if k := c.Self.(*Class); k.name != "" {
		return c.t.newString(k.name)
	}
	return Nil
}

// moduleBelow is `A < B`: nil without a relation.
func moduleBelow(c *Call) Value {
	return relation(c, c.Self.(*Class), comparedModule(c), c.Name == "<=")
}

func moduleAbove(c *Call) Value {
	return relation(c, comparedModule(c), c.Self.(*Class), c.Name == ">=")
}

func comparedModule(c *Call) *Class {
	other, ok := c.Arg(0).(*Class)
	if !ok {
		panic(c.Exception("TypeError", "compared with non class/module"))
	}
	return other
}

func moduleCompare(c *Call) Value {
	other, ok := c.Args[0].(*Class)
	switch {
	case !ok:
		return Nil
	case other == c.Self:
		return Int(0)
	}
	switch relation(c, c.Self.(*Class), other, false) {
	case True:
		return Int(-1)
	case False:
		return Int(1)
	}
	return Nil
}

func relation(c *Call, low, high *Class, orSame bool) Value {
	switch {
	case low == high:
		return Bool(orSame)
	case c.t.isBelow(low, high):
		return True
	case c.t.isBelow(high, low):
		return False
	}
	return Nil
}

func moduleInclude(c *Call) Value {
	return mixIn(c, c.t.in.include, "included")
}

func modulePrepend(c *Call) Value {
	return mixIn(c, c.t.in.prepend, "prepended")
}

// mixIn adds modules, the last argument first, and calls their hook.
func mixIn(c *Call, add func(c, m *Class), hook string) Value {
	base := c.Self.(*Class)
	for i := len(c.Args) - 1; i >= 0; i-- {
		if u, ok := c.Args[i].(*Unknown); ok {
			c.t.escapeTo(c.Name+"("+u.Text()+")", u.Pos, base.attached)
			c.t.in.save(base)
			base.unknown, base.foreign = true, true
			c.t.addUnknownModule(base, u, add)
			continue
		}
		m := c.Module(i)
		if !m.module {
			panic(c.Exception("TypeError", "wrong argument type Class (expected module)"))
		}
		if m == base || c.t.isBelow(m, base) {
			panic(c.Exception("ArgumentError", "cyclic %s detected", c.Name))
		}
		add(base, m)
		if hook == "included" {
			Must(c.t.runConcern(base, m))
		}
		if c.t.find(m, hook) != nil {
			Check(c.t.send(m, hook, []Value{base}, nil, nil, c.Pos))
		}
	}
	return base
}

func moduleHook(*Call) Value { return Nil }

func moduleIncludes(c *Call) Value {
	m := c.Module(0)
	return Bool(m != nil && m != c.Self && m.module && c.t.isBelow(c.Self.(*Class), m))
}

func moduleAncestors(c *Call) Value {
	a := c.t.newArray()
	for k := range c.t.ancestors(c.Self.(*Class)) {
		c.Push(a, k)
	}
	return a
}

func moduleIncluded(c *Call) Value {
	a := c.t.newArray()
	for k := range c.t.ancestors(c.Self.(*Class)) {
		if !k.module || k == c.Self {
			continue
		}
		c.Push(a, k)
	}
	return a
}

// currentVisibility is what a bare `private` above left in the class body.
func currentVisibility(c *Call) visibility {
	if f := c.t.caller; f != nil && f.self == c.Self && f.method == nil {
		return f.visibility
	}
	return public
}

func moduleClassEval(c *Call) Value {
	if c.Block == nil {
		if len(c.Args) > 0 {
			return Check(c.t.evalInClass(c.Self.(*Class), "(eval at "+c.Pos.Filename+")", c.Text(0)))
		}
		panic(Failure{c.t.arityError(0, 1, 3)})
	}
	return Check(c.t.classExec(c.Self.(*Class), c.Block, []Value{c.Self}))
}

// evalInClass runs a text as the inside of a class.
func (t *Thread) evalInClass(k *Class, name, src string) (Value, error) {
	file, err := t.parse(name, src)
	if err != nil {
		return nil, err
	}
	f := &frame{self: k, cref: &lexicalScope{class: k, outer: t.in.rootScope()}, target: k}
	f.home = f
	return (&env{frame: f, thread: t}).evalStmts(file.Body)
}

func moduleClassExec(c *Call) Value {
	if c.Block == nil {
		panic(c.Exception("LocalJumpError", "no block given (yield)"))
	}
	return Check(c.t.classExec(c.Self.(*Class), c.Block, c.Args))
}

func moduleParentName(c *Call) Value {
	parts := splitPath(c.Self.(*Class).name)
	if len(parts) < 2 {
		return Nil
	}
	return c.t.newString(joinPath(parts[:len(parts)-1]))
}

func moduleParent(c *Call) Value {
	name := moduleParentName(c)
	if s, ok := name.(*String); ok {
		return Check(c.t.lookupPath(s.s))
	}
	return c.t.in.classes.object
}

// moduleRefine applies a refinement to the class itself: a routes file that
// refines is its only user.
func moduleRefine(c *Call) Value {
	k := c.Module(0)
	if c.Block == nil {
		return nil
	}
	return Check(c.t.classExec(k, c.Block, []Value{k}))
}
