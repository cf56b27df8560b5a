package dsl

// builtinClasses are the classes every program starts with. They are made for
// each interpreter, because programs may reopen them; their method tables are
// shared.
type builtinClasses struct {
	basicObject, object, kernel, module, class, enumerable *Class

	nilClass, trueClass, falseClass      *Class
	integer, float                       *Class
	str, stringInquirer                  *Class
	symbol, array, hash, indifferentHash *Class
	rng, regexp, matchData               *Class
	proc, method, unboundMethod          *Class
	exception                            *Class
}

// classesOfValues returns the classes that the interpreter asks for by itself.
func (in *Interp) classesOfValues() builtinClasses {
	return builtinClasses{
		basicObject: in.types["BasicObject"], object: in.types["Object"], kernel: in.types["Kernel"],
		module: in.types["Module"], class: in.types["Class"], enumerable: in.types["Enumerable"],
		nilClass: in.types["NilClass"], trueClass: in.types["TrueClass"], falseClass: in.types["FalseClass"],
		integer: in.types["Integer"], float: in.types["Float"],
		str: in.types["String"], stringInquirer: in.types["ActiveSupport::StringInquirer"],
		symbol: in.types["Symbol"], array: in.types["Array"], hash: in.types["Hash"],
		indifferentHash: in.types["ActiveSupport::HashWithIndifferentAccess"],
		rng:             in.types["Range"], regexp: in.types["Regexp"], matchData: in.types["MatchData"],
		proc: in.types["Proc"], method: in.types["Method"], unboundMethod: in.types["UnboundMethod"],
		exception: in.types["Exception"],
	}
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
