package dsl

import (
	"maps"
	"slices"

	"signalbox/dsl/internal/rubytext"
)

// setupEnv makes `ENV`: the variables that the options name, and no others.
func (in *Interp) setupEnv(vars map[string]string) {
	h := NewHash(len(vars))
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		h.Set(NewFrozenString(name), NewFrozenString(vars[name]))
	}
	env := &Object{class: in.classes.object, Data: &Environment{h, NewHash(0)}}
	class := in.singletonFor(env)
	class.builtins, class.included = envMethods, []*Class{in.classes.enumerable}
	in.DefineConst("ENV", env)
}

// An Environment is what ENV holds, or held at one moment.
type Environment struct {
	vars *Hash
	// gone are the names of the variables that the program takes away: that they are
	// not there is certain. Nil stands for all.
	gone *Hash
}

// Environment returns what ENV holds now.
func (in *Interp) Environment() Environment {
	if e := in.environment(); e != nil {
		return Environment{e.vars.Clone(), e.gone.Clone()}
	}
	return Environment{NewHash(0), NewHash(0)}
}

// Has reports whether a variable is there.
func (e Environment) Has(name string) bool {
	_, ok := e.vars.Get(NewString(name))
	return ok
}

// Text returns the text of a variable, if it is known.
func (e Environment) Text(name string) (string, bool) {
	v, _ := e.vars.Get(NewString(name))
	if s, ok := v.(*String); ok && s.Unknown == nil {
		return s.s, true
	}
	return "", false
}

// Set sets a variable to a String or an Unknown.
func (e Environment) Set(name string, v Value) { e.vars.Set(NewFrozenString(name), v) }

// SetUnknown sets a variable whose name only the application knows.
func (e Environment) SetUnknown(name *Unknown) { e.vars.Set(name, name) }

// SetEnvironment makes ENV hold what it held at another moment.
func (in *Interp) SetEnvironment(to Environment) {
	if e := in.environment(); e != nil {
		in.journal.save(hashCell{e.vars})
		in.journal.save(hashCell{e.gone})
		hashCell{e.vars}.write(to.vars)
		hashCell{e.gone}.write(to.gone)
	}
}

func (in *Interp) environment() *Environment {
	v, _ := in.Const("ENV")
	if o, ok := v.(*Object); ok {
		e, _ := o.Data.(*Environment)
		return e
	}
	return nil
}

// envMethods are those of ENV, which a hash holds. Ruby: hash.c, env_*.
var envMethods = JoinMethods(Methods{
	"[]":            Fn(1, envGet),
	"fetch":         FnOpt(1, 2, envFetch),
	"[]= store":     Fn(2, envStore).With(ChangesReceiver | Opaque),
	"update merge!": FnAny(envUpdate).With(ChangesReceiver | Opaque),
	"replace":       Fn(1, envReplace).With(ChangesReceiver | Opaque),
	"delete":        Fn(1, envDelete).With(ChangesReceiver),
	"shift":         Fn(0, envShift).With(ChangesReceiver),
	"rehash":        Fn(0, returnNil),
	"values_at":     FnAny(envValuesAt),
	"slice":         FnAny(envAsk),
	"except any?":   FnAny(envSame),
	"to_h to_hash":  Fn(0, envToH),
	"inspect":       Fn(0, func(c *Call) Value { return c.NewString(c.Inspect(envHash(c))) }),
	"to_s":          Fn(0, func(c *Call) Value { return c.NewString("ENV") }),
	"freeze":        Fn(0, func(c *Call) Value { panic(c.Exception("TypeError", "cannot freeze ENV")) }),
	"clone":         FnKw(0, 0, envCopy),
	"dup":           Fn(0, envCopy),
	"keys values size length empty? select filter reject invert find to_a": Fn(0, envSame),
	"key rassoc value? has_value?":                                         Fn(1, envSame),
	"key? has_key? include? member? assoc":                                 Fn(1, envAsk),
	"each each_pair each_key each_value":                                   Fn(0, envEach),
	"clear delete_if keep_if reject! select! filter!":                      Fn(0, envChange).With(ChangesReceiver),
})

// ReadsEnvironment reports whether a method of ENV only reads it. One of every object may
// do more: ENV.tap { |env| env["SITE"] = "a" }.
func ReadsEnvironment(name string) bool {
	row := envMethods[name]
	if row == nil {
		row = registered["Enumerable"].Methods[name]
	}
	return row != nil && row.traits&ChangesReceiver == 0
}

func envOf(c *Call) *Environment { return c.Self.(*Object).Data.(*Environment) }

func envHash(c *Call) *Hash { return envOf(c).vars }

// absent returns the nil of a variable that ENV does not hold; "" stands for all.
func (c *Call) absent(name string) Value {
	gone := envOf(c).gone
	_, all := gone.Get(Nil)
	if _, one := gone.Get(NewString(name)); one || all {
		return Nil
	}
	return c.unsetNil(name, c.Pos)
}

func envCopy(c *Call) Value {
	panic(c.Exception("TypeError", "Cannot %s ENV, use ENV.to_h to get a copy of ENV as a hash", c.Name))
}

// envText returns a name or value of ENV: a string, or an unknown value.
func envText(c *Call, v Value) Value {
	switch v := v.(type) {
	case *String:
		if v.frozen {
			return v
		}
		own := *v
		own.frozen = true
		return &own
	case *Unknown:
		return v
	}
	panic(c.NoConversion(v, "String"))
}

func envGet(c *Call) Value {
	key := envText(c, c.Args[0])
	return c.envValue(key, func() Value { return c.absent(textOf(key)) })
}

// envValue returns the value of a variable; of one that is not there, what missing
// returns. One that a condition assigns is both.
func (c *Call) envValue(key Value, missing func() Value) Value {
	v, ok := envHash(c).Get(key)
	if !ok {
		if u := c.unknownName(envHash(c)); u != nil { // which may be this one
			return c.unknownValue("ENV["+c.MustInspect(key)+"]", u.Pos)
		}
		return missing()
	}
	if f := c.in.options.Asked; f != nil && !c.Request {
		f(textOf(key))
	}
	if k := guardOf(v); k != nil {
		return c.Fork(k.when, func() Value { return k.yes }, missing)
	}
	return v
}

// unknownName returns a variable's name that is unknown; nil if there is none.
func (m *meter) unknownName(vars *Hash) *Unknown {
	if !vars.HasGuards {
		return nil
	}
	m.ChargeReads(vars.Len())
	return UnknownIn(vars.Keys...)
}

func textOf(v Value) string {
	if s, ok := v.(*String); ok {
		return s.s
	}
	return ""
}

func envFetch(c *Call) Value {
	key := envText(c, c.Args[0])
	return c.envValue(key, func() Value {
		name := textOf(key)
		if len(c.Args) > 1 && c.Block == nil && IsNil(c.Args[1]) {
			return c.absent(name)
		}
		if !c.Request { // or it has a default, or is an error
			c.missed(key)
		}
		switch {
		case c.Block != nil:
			return c.Yield(key)
		case len(c.Args) > 1:
			return c.Args[1]
		}
		if open := c.in.options.Open; open != nil && c.rescuing == 0 && open(c.Pos.Filename) { // an application that starts has it
			if v := c.unknownValue("ENV["+rubytext.Quote(name)+"]", c.Pos); IsUnknown(v) {
				return v
			}
		}
		c.absent(name)
		missing := c.KeyError(key, "key not found: %s", c.MustInspect(key))
		missing.err.(*EvalError).Hint = "ENV holds only what it is given: --set ENV." + name + "=VALUE"
		panic(missing)
	})
}

// missed is [meter.missed] for a name that ENV does not hold.
func (c *Call) missed(key Value) {
	if s, ok := key.(*String); ok && s.Unknown == nil {
		if n, ok := c.absent(s.s).(NilValue); ok {
			c.Thread.missed(n.unset)
		}
	}
}

// onHash calls the method of the hash. One that only reads finds that it lacks variables.
func (c *Call) onHash(args ...Value) Value {
	h := envHash(c)
	if !c.HasTrait(ChangesReceiver) {
		h = c.lackingAll(h)
	}
	return Must(c.Thread.Send(h, c.Name, args, c.Keywords, c.Block, c.Pos))
}

// lackingAll returns a hash of the same pairs that lacks what ENV does.
func (c *Call) lackingAll(h *Hash) *Hash {
	own := *h
	if !c.Request {
		own.unset = c.absent("").(NilValue).unset
	}
	return &own
}

// envSame is a method whose answer is the hash's.
func envSame(c *Call) Value { return c.onHash(c.Args...) }

// envAsk is envSame of a method whose arguments are names.
func envAsk(c *Call) Value {
	for _, a := range c.Args {
		key := envText(c, a)
		if _, ok := envHash(c).Get(key); !ok && !c.Request && c.unknownName(envHash(c)) == nil {
			c.missed(key)
		}
	}
	return c.onHash(c.Args...)
}

func envValuesAt(c *Call) Value {
	list := NewArray()
	for _, a := range c.Args {
		one := *c
		one.Args = []Value{a}
		v := envGet(&one)
		list.Elems = append(list.Elems, v)
	}
	return list
}

// envToH is a copy, which remembers what it lacks as ENV does.
func envToH(c *Call) Value {
	if c.Block != nil {
		return c.onHash()
	}
	h := c.lackingAll(c.CloneHash(envHash(c)))
	if env := *c; c.Request {
		h.DefaultProc = &Proc{lambda: true, arity: 2, fn: func(c *Call) (Value, error) {
			env.Thread = c.Thread
			return env.absent(textOf(c.Arg(1))), nil
		}}
	}
	return h
}

// envStore assigns a variable; nil takes it away.
func envStore(c *Call) Value {
	key := envText(c, c.Args[0])
	if IsNil(c.Args[1]) {
		if c.in.UnsetIn(c.Args[1]) == nil {
			c.takeAway(key)
		}
		c.Send(envHash(c), "delete", key)
		return Nil
	}
	v := envText(c, c.Args[1])
	if s, ok := key.(*String); ok && s.Unknown == nil && (s.s == "" || slices.Contains([]byte(s.s), '=')) {
		panic(c.Exception("Errno::EINVAL", "Invalid argument - setenv(%s)", s.s))
	}
	c.Send(envOf(c).gone, "delete", key)
	return c.Send(envHash(c), "[]=", key, v)
}

// takeAway notes that the program takes a variable away.
func (c *Call) takeAway(key Value) { c.Send(envOf(c).gone, "[]=", key, True) }

func envDelete(c *Call) Value {
	key := envText(c, c.Args[0])
	v := c.onHash(key)
	c.takeAway(key)
	return v
}

// envShift takes the first variable away.
func envShift(c *Call) Value {
	if h := envHash(c); h.Len() > 0 {
		key, _ := h.At(0)
		c.takeAway(key)
	}
	return c.onHash()
}

// envUpdate takes the pairs of hashes; a block picks between two values.
func envUpdate(c *Call) Value {
	for _, a := range c.Args {
		if u, ok := a.(*Unknown); ok {
			c.Changing(envHash(c))
			c.mergeUnknown(envHash(c), u)
			continue
		}
		h, ok := a.(*Hash)
		if !ok {
			panic(c.NoConversion(a, "Hash"))
		}
		for i := range h.Len() {
			key, v := h.At(i)
			one := *c
			one.Args = []Value{key, v}
			if old, ok := envHash(c).Get(key); ok && c.Block != nil {
				one.Args[1] = c.Yield(key, old, v)
			}
			envStore(&one)
		}
	}
	return c.Self
}

func envReplace(c *Call) Value {
	if IsUnknown(c.Args[0]) {
		return envUpdate(c)
	}
	h, ok := c.Args[0].(*Hash)
	if !ok {
		panic(c.NoConversion(c.Args[0], "Hash"))
	}
	own := NewHash(h.Len())
	for i := range h.Len() {
		key, v := h.At(i)
		key = envText(c, key)
		v = envText(c, v)
		own.Set(key, v)
	}
	if h.unset == 0 { // a hash that was made of ENV.to_h lacks what ENV does
		c.takeAway(Nil)
	}
	Must(c.Thread.Send(envHash(c), "replace", []Value{own}, nil, nil, c.Pos))
	return c.Self
}

// envChange is a method of the hash that returns ENV, or nil where it changed
// nothing.
func envChange(c *Call) Value {
	before := c.CloneHash(envHash(c))
	v := c.onHash(c.Args...)
	if c.Name == "clear" {
		c.takeAway(Nil)
	}
	for _, key := range before.Keys {
		if _, left := envHash(c).Get(key); !left {
			c.takeAway(key)
		}
	}
	if IsNil(v) || IsUnknown(v) {
		return v
	}
	return c.Self
}

func envEach(c *Call) Value {
	v := c.onHash(c.Args...)
	if c.Block == nil || IsUnknown(v) {
		return v
	}
	return c.Self
}
