package dsl

import (
	"maps"
	"slices"
)

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

// SetVariable makes ENV hold a variable, of a String or an [Unknown].
func (in *Interp) SetVariable(name string, v Value) {
	if env, ok := in.Const("ENV"); ok {
		envHash(&Call{Self: env}).Set(NewFrozenString(name), v)
	}
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
	c.askEnv(key)
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
	c.askEnv(key)
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

// askEnv tells the host of a variable that ENV does not hold.
func (c *Call) askEnv(key Value) {
	f := c.t.in.options.Unset
	if s, ok := key.(*String); ok && f != nil && !c.t.request && s.unknown == nil {
		f(s.s, c.Pos, c.t.stack)
	}
}

// asksEnv are the methods of the hash whose arguments are variables.
var asksEnv = names("key? has_key? include? member? values_at slice dig fetch_values assoc")

// askEnvAll is askEnv for the arguments of such a method.
func (c *Call) askEnvAll(name string, args []Value) {
	if !asksEnv[name] {
		return
	}
	for _, key := range args {
		if _, ok := envHash(c).Get(key); !ok {
			c.askEnv(key)
		}
	}
}

func envCallSame(c *Call) (Value, error) {
	c.askEnvAll(c.Name, c.Args)
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
	c.askEnvAll(name, c.Args[1:])
	return c.t.send(envHash(c), name, c.Args[1:], c.Keywords, c.Block, c.Pos)
}
