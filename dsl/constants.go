package dsl

import (
	"maps"
	"math"
	"slices"
)

// setupConstants defines the constants that Ruby starts with.
func (in *Interp) setupConstants() {
	in.DefineConst("RUBY_VERSION", NewFrozenString("3.4.0"))
	in.DefineConst("RUBY_ENGINE", NewFrozenString("ruby"))
	in.DefineConst("RUBY_PLATFORM", NewFrozenString("x86_64-linux"))
	in.DefineConst("ARGV", NewArray())
	in.DefineConst("Float::INFINITY", Float(math.Inf(1)))
	in.DefineConst("Float::NAN", Float(math.NaN()))
	in.DefineConst("Float::EPSILON", Float(2.220446049250313e-16))
	in.DefineConst("Float::MAX", Float(math.MaxFloat64))
	in.DefineConst("Float::MIN", Float(2.2250738585072014e-308))
	in.DefineConst("Float::DIG", Int(15))
	in.DefineConst("Integer::MAX", Int(math.MaxInt64))
	in.DefineConst("Regexp::IGNORECASE", Int(1))
	in.DefineConst("Regexp::EXTENDED", Int(2))
	in.DefineConst("Regexp::MULTILINE", Int(4))
	in.DefineConst("Math::PI", Float(math.Pi))
	in.DefineConst("Math::E", Float(math.E))
}

// setupEnv makes `ENV`: the variables that the options name, and no others.
func (in *Interp) setupEnv(vars map[string]string) {
	h := NewHash(len(vars))
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		h.Set(NewFrozenString(name), NewFrozenString(vars[name]))
	}
	class := &Class{name: "ENV", super: in.classes.object, builtins: envMethods}
	class.included = []*Class{in.classes.enumerable}
	in.DefineConst("ENV", &Object{class: class, data: h})
}

// envMethods hand most calls to the hash that holds the variables.
var envMethods = methodTable{
	"[]":             fn(1, envGet),
	"fetch":          fnOpt(1, 2, envFetch),
	"method_missing": fnKw(1, -1, envCall),
	"inspect":        fn(0, func(c *Call) (Value, error) { s, err := c.Inspect(envHash(c)); return NewString(s), err }),
	"to_s":           fn(0, func(*Call) (Value, error) { return NewString("ENV"), nil }),
	"to_h":           fn(0, func(c *Call) (Value, error) { return envHash(c).Clone(), nil }),
	"to_hash":        fn(0, func(c *Call) (Value, error) { return envHash(c).Clone(), nil }),
	"each":           fn(0, envCallSame),
	"include?":       fn(1, envCallSame),
	"member?":        fn(1, envCallSame),
	"select":         fn(0, envCallSame),
	"filter":         fn(0, envCallSame),
	"reject":         fn(0, envCallSame),
	"find":           fn(0, envCallSame),
	"any?":           fnAny(envCallSame),
}

func envHash(c *Call) *Hash { return c.Self.(*Object).data.(*Hash) }

// envKey demands a string, as ENV does.
func envKey(c *Call) (Value, error) {
	switch k := c.Args[0].(type) {
	case *String, *Unknown:
		return k, nil
	}
	return nil, c.noConversion(c.Args[0], "String")
}

func envGet(c *Call) (Value, error) {
	key, err := envKey(c)
	if err != nil {
		return nil, err
	}
	if v, ok := envHash(c).Get(key); ok {
		return v, nil
	}
	return Nil, nil
}

func envFetch(c *Call) (Value, error) {
	key, err := envKey(c)
	if err != nil {
		return nil, err
	}
	if v, ok := envHash(c).Get(key); ok {
		return v, nil
	}
	switch {
	case c.Block != nil:
		return c.Yield(key)
	case len(c.Args) > 1:
		return c.Args[1], nil
	}
	err = c.keyError(key, "key not found: %s", c.t.mustInspect(key))
	err.(*EvalError).Hint = "ENV holds only what it is given: --set ENV." + key.(*String).s + "=VALUE"
	return nil, err
}

func envCallSame(c *Call) (Value, error) {
	return c.t.send(envHash(c), c.Name, c.Args, c.Keywords, c.Block, c.Pos)
}

func envCall(c *Call) (Value, error) {
	name, err := c.nameArg(0)
	if err != nil {
		return nil, err
	}
	if c.t.in.find(envHash(c), name) == nil {
		c.Name = name
		return nil, c.t.noMethod(c, false)
	}
	return c.t.send(envHash(c), name, c.Args[1:], c.Keywords, c.Block, c.Pos)
}

// mainMethods are those of the top-level object alone.
var mainMethods = methodTable{
	"to_s":    fn(0, func(*Call) (Value, error) { return NewString("main"), nil }),
	"inspect": fn(0, func(*Call) (Value, error) { return NewString("main"), nil }),
	"include": fnOpt(1, -1, func(c *Call) (Value, error) { return c.Send(c.t.in.classes.object, "include", c.Args...) }),
	"public":  fnAny(moduleTopVisibility),
	"private": fnAny(moduleTopVisibility),
	"using":   fn(1, func(c *Call) (Value, error) { return c.Self, nil }),
}

// moduleTopVisibility is private and public at the top level.
func moduleTopVisibility(c *Call) (Value, error) {
	class := *c
	class.Self = c.t.in.classes.object
	return moduleVisibility(&class)
}

// ---- nil, true and false

var nilMethods = methodTable{
	"to_s":    fn(0, func(*Call) (Value, error) { return NewFrozenString(""), nil }),
	"to_a":    fn(0, func(*Call) (Value, error) { return NewArray(), nil }),
	"to_h":    fn(0, func(*Call) (Value, error) { return NewHash(0), nil }),
	"to_i":    fn(0, func(*Call) (Value, error) { return Int(0), nil }),
	"to_f":    fn(0, func(*Call) (Value, error) { return Float(0), nil }),
	"inspect": fn(0, func(*Call) (Value, error) { return NewString("nil"), nil }),
	"&":       fn(1, func(*Call) (Value, error) { return False, nil }),
	"|":       fn(1, func(c *Call) (Value, error) { return Bool(c.truthy(c.Args[0])), nil }),
	"==":      fn(1, func(c *Call) (Value, error) { return Bool(c.Args[0] == Nil), nil }),
	"=~":      fn(1, func(*Call) (Value, error) { return Nil, nil }),
	"try":     fnKw(0, -1, func(*Call) (Value, error) { return Nil, nil }),
}

var boolMethods = methodTable{
	"to_s":    fn(0, func(c *Call) (Value, error) { s, err := c.ToS(c.Self); return NewString(s), err }),
	"inspect": fn(0, func(c *Call) (Value, error) { s, err := c.ToS(c.Self); return NewString(s), err }),
	"!":       fn(0, func(c *Call) (Value, error) { return Bool(!c.truthy(c.Self)), nil }),
	"&":       fn(1, func(c *Call) (Value, error) { return Bool(c.truthy(c.Self) && c.truthy(c.Args[0])), nil }),
	"|":       fn(1, func(c *Call) (Value, error) { return Bool(c.truthy(c.Self) || c.truthy(c.Args[0])), nil }),
	"^":       fn(1, func(c *Call) (Value, error) { return Bool(c.truthy(c.Self) != c.truthy(c.Args[0])), nil }),
}
