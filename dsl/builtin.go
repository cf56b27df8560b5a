package dsl

// builtinClasses are the classes every program starts with. They are made for
// each interpreter, because programs may reopen them; their method tables are
// shared.
type builtinClasses struct {
	basicObject, object, kernel, module, class, comparable, enumerable *Class

	nilClass, trueClass, falseClass        *Class
	numeric, integer, float                *Class
	str, stringInquirer                    *Class
	symbol, array, hash, indifferentHash   *Class
	rng, regexp, matchData                 *Class
	proc, method, unboundMethod            *Class
	structClass, dataClass, set            *Class
	enumerator, lazy, yielder              *Class
	exception                              *Class
	optionMerger, orderedOptions, duration *Class
	booleanType                            *Class
}

// classOf is the class whose methods v answers to, singleton class included.
func (in *Interp) classOf(v Value) *Class {
	switch v := v.(type) {
	case *Object:
		if v.singleton != nil {
			return v.singleton
		}
		return v.class
	case *String:
		if v.inquirer {
			return in.classes.stringInquirer
		}
		return in.classes.str
	case Symbol:
		return in.classes.symbol
	case Int:
		return in.classes.integer
	case *Array:
		return in.classes.array
	case *Hash:
		if v.indifferent {
			return in.classes.indifferentHash
		}
		return in.classes.hash
	case *Class:
		return in.singletonOf(v)
	default:
		return in.rareClassOf(v)
	}
}

func (in *Interp) rareClassOf(v Value) *Class {
	switch v := v.(type) {
	case nilValue:
		return in.classes.nilClass
	case Bool:
		if v {
			return in.classes.trueClass
		}
		return in.classes.falseClass
	case Float:
		return in.classes.float
	case *Range:
		return in.classes.rng
	case *Regexp:
		return in.classes.regexp
	case *MatchData:
		return in.classes.matchData
	case *Proc:
		return in.classes.proc
	case *Method:
		if v.unbound {
			return in.classes.unboundMethod
		}
		return in.classes.method
	default:
		return in.classes.object
	}
}

// plainClassOf is `v.class`: never a singleton class.
func (in *Interp) plainClassOf(v Value) *Class {
	switch v := v.(type) {
	case *Object:
		return v.class
	case *Class:
		if v.module {
			return in.classes.module
		}
		return in.classes.class
	}
	return in.classOf(v)
}

// singletonOf gives the singleton class of a class or module; it is made when
// first asked for, with the superclass's singleton as its superclass.
func (in *Interp) singletonOf(c *Class) *Class {
	if c.singleton != nil {
		return c.singleton
	}
	super := in.classes.class
	if c.module {
		super = in.classes.module
	} else if c.super != nil {
		super = in.singletonOf(c.super)
	}
	in.grow(sizeClass)
	c.singleton = &Class{super: super, attached: c}
	return c.singleton
}

// singletonFor gives the singleton class of any object that can have one.
func (in *Interp) singletonFor(v Value) *Class {
	switch v := v.(type) {
	case *Class:
		return in.singletonOf(v)
	case *Object:
		k := v.singleton
		if k == nil {
			in.grow(sizeClass)
			k = &Class{super: v.class, attached: v}
		}
		if !v.frozen { // threads may share what is frozen
			v.singleton = k
		}
		return k
	}
	return nil
}

// setup makes the built-in classes and their constants.
func (in *Interp) setup() {
	c := &in.classes
	c.basicObject = &Class{name: "BasicObject", builtins: basicObjectMethods}
	c.object = &Class{name: "Object", super: c.basicObject, builtins: objectMethods}
	in.constSet(c.object, "BasicObject", c.basicObject)
	in.constSet(c.object, "Object", c.object)
	c.kernel = in.builtinModule("Kernel", kernelMethods, kernelFunctions)
	c.comparable = in.builtinModule("Comparable", comparableMethods, nil)
	c.enumerable = in.builtinModule("Enumerable", enumerableMethods, nil)
	in.include(c.object, c.kernel)
	c.module = in.builtin("Module", nil, moduleMethods, moduleClassMethods)
	c.class = in.builtin("Class", c.module, classMethods, classClassMethods)
	in.singletonOf(c.basicObject).super = c.class
	for _, m := range []*Class{c.kernel, c.comparable, c.enumerable} {
		in.singletonOf(m).super = c.module
	}
	in.epoch.Add(1)

	c.nilClass = in.builtinValue("NilClass", nilMethods, nil)
	c.trueClass = in.builtinValue("TrueClass", boolMethods, nil)
	c.falseClass = in.builtinValue("FalseClass", boolMethods, nil)
	c.numeric = in.builtinValue("Numeric", numericMethods, nil, c.comparable)
	c.integer = in.builtinValue("Integer", integerMethods, integerClassMethods)
	c.float = in.builtinValue("Float", floatMethods, nil)
	c.integer.super, c.float.super = c.numeric, c.numeric
	c.str = in.builtin("String", nil, stringMethods, stringClassMethods, c.comparable)
	c.symbol = in.builtinValue("Symbol", symbolMethods, nil, c.comparable)
	c.array = in.builtin("Array", nil, arrayMethods, arrayClassMethods, c.enumerable)
	c.hash = in.builtin("Hash", nil, hashMethods, hashClassMethods, c.enumerable)
	c.rng = in.builtin("Range", nil, rangeMethods, rangeClassMethods, c.enumerable)
	c.regexp = in.builtin("Regexp", nil, regexpMethods, regexpClassMethods)
	c.matchData = in.builtinValue("MatchData", matchDataMethods, nil)
	c.proc = in.builtin("Proc", nil, procMethods, procClassMethods)
	c.method = in.builtinValue("Method", methodMethods, nil)
	c.unboundMethod = in.builtinValue("UnboundMethod", unboundMethodMethods, nil)
	c.structClass = in.builtin("Struct", nil, structMethods, structClassMethods, c.enumerable)
	c.dataClass = in.builtin("Data", nil, dataMethods, dataClassMethods)
	c.set = in.builtin("Set", nil, setMethods, setClassMethods, c.enumerable)
	c.enumerator = in.builtin("Enumerator", nil, enumeratorMethods, enumeratorClassMethods, c.enumerable)
	c.lazy = in.builtin("Lazy", c.enumerator, lazyMethods, nil)
	c.yielder = in.builtin("Yielder", nil, yielderMethods, nil)
	in.nest(c.enumerator, c.lazy, c.yielder)
	in.setupErrors()
	in.setupActiveSupport()
	in.setupEncodings()
	in.setupBooleanType()
	in.setupConstants()
	in.setupLibrary()
	in.setupCore()
}

// builtin makes a class with its tables and defines its constant.
func (in *Interp) builtin(name string, super *Class, methods, singleton methodTable, modules ...*Class) *Class {
	if super == nil {
		super = in.classes.object
	}
	c := &Class{name: name, super: super, builtins: methods}
	c.included = modules
	in.constSet(in.classes.object, name, c)
	if singleton != nil {
		in.singletonOf(c).builtins = singleton
	}
	return c
}

// builtinValue makes a class whose instances only literals and methods give:
// it has no `new`.
func (in *Interp) builtinValue(name string, methods, singleton methodTable, modules ...*Class) *Class {
	c := in.builtin(name, nil, methods, singleton, modules...)
	c.abstract = true
	return c
}

func (in *Interp) builtinModule(name string, methods, singleton methodTable) *Class {
	c := &Class{name: name, module: true, builtins: methods}
	in.constSet(in.classes.object, name, c)
	if singleton != nil {
		// Class and Module don't exist yet for Kernel, so no singletonOf.
		c.singleton = &Class{super: in.classes.object, attached: c, builtins: singleton}
	}
	return c
}

// nest moves classes from the top level into outer: Enumerator::Lazy.
func (in *Interp) nest(outer *Class, inner ...*Class) {
	for _, c := range inner {
		delete(in.classes.object.consts, c.name)
		short := c.name
		c.name = outer.name + "::" + short
		in.constSet(outer, short, c)
	}
}
