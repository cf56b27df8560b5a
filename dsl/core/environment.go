package core

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/dsl/internal/trait"
)

// defineENV makes `ENV`: the variables that the options name, and no others.
func defineENV(in *dsl.Interp) {
	vars := in.Options().Env
	h := dsl.NewHash(len(vars))
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		h.Set(dsl.NewFrozenString(name), dsl.NewFrozenString(vars[name]))
	}
	env := in.NewObject(in.Type("Object"), nil)
	env.Data = &Environment{h, dsl.NewHash(0)}
	in.DefineSingleton(env, envMethods, in.Type("Enumerable"))
	in.DefineConst("ENV", env)
}

// An Environment is what ENV holds, or held at one moment.
type Environment struct {
	vars *dsl.Hash
	// gone are the names of the variables that the program takes away: that they are
	// not there is certain. Nil stands for all.
	gone *dsl.Hash
}

// Holds implements [dsl.Data]: == and inspect do not go by what ENV holds.
func (*Environment) Holds() any { return nil }

// With implements [dsl.Data]; there are no copies of ENV.
func (e *Environment) With(any) dsl.Data { return e }

// Kept implements [dsl.Data].
func (e *Environment) Kept(visit func(...dsl.Value)) { visit(e.vars, e.gone) }

// Yields implements [dsl.Data].
func (*Environment) Yields() (dsl.Value, bool) { return nil, false }

// EnvironmentOf returns what ENV holds now.
func EnvironmentOf(in *dsl.Interp) Environment {
	if e := environment(in); e != nil {
		return Environment{e.vars.Clone(), e.gone.Clone()}
	}
	return Environment{dsl.NewHash(0), dsl.NewHash(0)}
}

// Has reports whether a variable is there.
func (e Environment) Has(name string) bool {
	_, ok := e.vars.Get(dsl.NewString(name))
	return ok
}

// Text returns the text of a variable, if it is known.
func (e Environment) Text(name string) (string, bool) {
	v, _ := e.vars.Get(dsl.NewString(name))
	if s, ok := v.(*dsl.String); ok && s.Unknown == nil {
		return s.String(), true
	}
	return "", false
}

// Set sets a variable to a String or an Unknown.
func (e Environment) Set(name string, v dsl.Value) { e.vars.Set(dsl.NewFrozenString(name), v) }

// SetUnknown sets a variable whose name only the application knows.
func (e Environment) SetUnknown(name *dsl.Unknown) { e.vars.Set(name, name) }

// SetEnvironment makes ENV hold what it held at another moment.
func SetEnvironment(in *dsl.Interp, to Environment) {
	if e := environment(in); e != nil {
		in.SetPairs(e.vars, to.vars)
		in.SetPairs(e.gone, to.gone)
	}
}

func environment(in *dsl.Interp) *Environment {
	v, _ := in.Const("ENV")
	if o, ok := v.(*dsl.Object); ok {
		e, _ := o.Data.(*Environment)
		return e
	}
	return nil
}

// envMethods are those of ENV, which a hash holds. Ruby: hash.c, env_*.
var envMethods = dsl.JoinMethods(dsl.Methods{
	"[]":            dsl.Fn(1, envGet),
	"fetch":         dsl.FnOpt(1, 2, envFetch),
	"[]= store":     dsl.Fn(2, envStore).With(trait.ChangesReceiver | trait.Opaque),
	"update merge!": dsl.FnAny(envUpdate).With(trait.ChangesReceiver | trait.Opaque),
	"replace":       dsl.Fn(1, envReplace).With(trait.ChangesReceiver | trait.Opaque),
	"delete":        dsl.Fn(1, envDelete).With(trait.ChangesReceiver),
	"shift":         dsl.Fn(0, envShift).With(trait.ChangesReceiver),
	"values_at":     dsl.FnAny(envValuesAt),
	"slice":         dsl.FnAny(envAsk),
	"except any?":   dsl.FnAny(envSame),
	"to_h to_hash":  dsl.Fn(0, envToH),
	"inspect":       dsl.Fn(0, func(c *dsl.Call) dsl.Value { return c.NewString(c.Inspect(envHash(c))) }),
	"keys values size length empty? select filter reject invert find to_a": dsl.Fn(0, envSame),
	"key rassoc value? has_value?":                                         dsl.Fn(1, envSame),
	"key? has_key? include? member? assoc":                                 dsl.Fn(1, envAsk),
	"each each_pair each_key each_value":                                   dsl.Fn(0, envEach),
	"clear delete_if keep_if reject! select! filter!":                      dsl.Fn(0, envChange).With(trait.ChangesReceiver),
}, derived("ENV"))

// ReadsEnvironment reports whether a method of ENV only reads it. One of every object may
// do more: ENV.tap { |env| env["SITE"] = "a" }.
func ReadsEnvironment(name string) bool {
	row := envMethods[name]
	if row == nil {
		row = enumerableMethods[name]
	}
	return row != nil && !row.Has(trait.ChangesReceiver)
}

func envOf(c *dsl.Call) *Environment { return c.Self.(*dsl.Object).Data.(*Environment) }

func envHash(c *dsl.Call) *dsl.Hash { return envOf(c).vars }

// absent returns the nil of a variable that ENV does not hold; "" stands for all.
func absent(c *dsl.Call, name string) dsl.Value {
	gone := envOf(c).gone
	_, all := gone.Get(dsl.Nil)
	if _, one := gone.Get(dsl.NewString(name)); one || all {
		return dsl.Nil
	}
	return c.UnsetNil(name, c.Pos)
}

// envText returns a name or value of ENV: a string, or an unknown value.
func envText(c *dsl.Call, v dsl.Value) dsl.Value {
	switch v := v.(type) {
	case *dsl.String:
		if dsl.IsFrozen(v) {
			return v
		}
		return dsl.Freeze(v.Copy())
	case *dsl.Unknown:
		return v
	}
	panic(c.NoConversion(v, "String"))
}

func envGet(c *dsl.Call) dsl.Value {
	key := envText(c, c.Args[0])
	return envValue(c, key, func() dsl.Value { return absent(c, textOf(key)) })
}

// envValue returns the value of a variable; of one that is not there, what missing
// returns. One that a condition assigns is both.
func envValue(c *dsl.Call, key dsl.Value, missing func() dsl.Value) dsl.Value {
	v, ok := envHash(c).Get(key)
	if !ok {
		if u := unknownName(c, envHash(c)); u != nil { // which may be this one
			return c.UnknownValue("ENV["+c.MustInspect(key)+"]", u.Pos)
		}
		return missing()
	}
	if f := c.Interp().Options().Asked; f != nil && !c.Request {
		f(textOf(key))
	}
	if when, there, ok := dsl.Guarded(v); ok {
		return c.Fork(when, func() dsl.Value { return there }, missing)
	}
	return v
}

// unknownName returns a variable's name that is unknown; nil if there is none.
func unknownName(c *dsl.Call, vars *dsl.Hash) *dsl.Unknown {
	if !vars.HasGuards {
		return nil
	}
	c.ChargeReads(vars.Len())
	return dsl.UnknownIn(vars.Keys...)
}

func textOf(v dsl.Value) string {
	if s, ok := v.(*dsl.String); ok {
		return s.String()
	}
	return ""
}

func envFetch(c *dsl.Call) dsl.Value {
	key := envText(c, c.Args[0])
	return envValue(c, key, func() dsl.Value {
		name := textOf(key)
		if len(c.Args) > 1 && c.Block == nil && dsl.IsNil(c.Args[1]) {
			return absent(c, name)
		}
		if !c.Request { // or it has a default, or is an error
			missed(c, key)
		}
		switch {
		case c.Block != nil:
			return c.Yield(key)
		case len(c.Args) > 1:
			return c.Args[1]
		}
		if open := c.Interp().Options().Open; open != nil && !c.Rescues() && open(c.Pos.Filename) { // an application that starts has it
			if v := c.UnknownValue("ENV["+rubytext.Quote(name)+"]", c.Pos); dsl.IsUnknown(v) {
				return v
			}
		}
		absent(c, name)
		panic(c.KeyError(key, "key not found: %s", c.MustInspect(key)).WithHint("ENV holds only what it is given: --set ENV." + name + "=VALUE"))
	})
}

// missed tells the host that the absence of a name matters to the program.
func missed(c *dsl.Call, key dsl.Value) {
	if s, ok := key.(*dsl.String); ok && s.Unknown == nil {
		c.IsNone(absent(c, s.String()))
	}
}

// onHash calls the method of the hash. One that only reads finds that it lacks variables.
func onHash(c *dsl.Call, args ...dsl.Value) dsl.Value {
	h := envHash(c)
	if !c.HasTrait(trait.ChangesReceiver) {
		h = lackingAll(c, h)
	}
	return dsl.Must(c.Thread.Send(h, c.Name, args, c.Keywords, c.Block, c.Pos))
}

// lackingAll returns a hash of the same pairs that lacks what ENV does.
func lackingAll(c *dsl.Call, h *dsl.Hash) *dsl.Hash {
	missing := dsl.Nil
	if !c.Request {
		missing = absent(c, "")
	}
	return h.Lacking(missing)
}

// envSame is a method whose answer is the hash's.
func envSame(c *dsl.Call) dsl.Value { return onHash(c, c.Args...) }

// envAsk is envSame of a method whose arguments are names.
func envAsk(c *dsl.Call) dsl.Value {
	for _, a := range c.Args {
		key := envText(c, a)
		if _, ok := envHash(c).Get(key); !ok && !c.Request && unknownName(c, envHash(c)) == nil {
			missed(c, key)
		}
	}
	return onHash(c, c.Args...)
}

func envValuesAt(c *dsl.Call) dsl.Value {
	list := dsl.NewArray()
	for _, a := range c.Args {
		one := *c
		one.Args = []dsl.Value{a}
		v := envGet(&one)
		list.Elems = append(list.Elems, v)
	}
	return list
}

// envToH is a copy, which remembers what it lacks as ENV does.
func envToH(c *dsl.Call) dsl.Value {
	if c.Block != nil {
		return onHash(c)
	}
	h := lackingAll(c, c.CloneHash(envHash(c)))
	if env := *c; c.Request {
		h.DefaultProc = dsl.NewProc(2, func(c *dsl.Call) (dsl.Value, error) {
			env.Thread = c.Thread
			return absent(&env, textOf(c.Arg(1))), nil
		})
	}
	return h
}

// envStore assigns a variable; nil takes it away.
func envStore(c *dsl.Call) dsl.Value {
	key := envText(c, c.Args[0])
	if dsl.IsNil(c.Args[1]) {
		if c.Interp().UnsetIn(c.Args[1]) == nil {
			takeAway(c, key)
		}
		c.Send(envHash(c), "delete", key)
		return dsl.Nil
	}
	v := envText(c, c.Args[1])
	if s, ok := key.(*dsl.String); ok && s.Unknown == nil && (s.String() == "" || strings.Contains(s.String(), "=")) {
		panic(c.Exception("Errno::EINVAL", "Invalid argument - setenv(%s)", s))
	}
	c.Send(envOf(c).gone, "delete", key)
	return c.Send(envHash(c), "[]=", key, v)
}

// takeAway notes that the program takes a variable away.
func takeAway(c *dsl.Call, key dsl.Value) { c.Send(envOf(c).gone, "[]=", key, dsl.True) }

func envDelete(c *dsl.Call) dsl.Value {
	key := envText(c, c.Args[0])
	v := onHash(c, key)
	takeAway(c, key)
	return v
}

// envShift takes the first variable away.
func envShift(c *dsl.Call) dsl.Value {
	if h := envHash(c); h.Len() > 0 {
		key, _ := h.At(0)
		takeAway(c, key)
	}
	return onHash(c)
}

// envUpdate takes the pairs of hashes; a block picks between two values.
func envUpdate(c *dsl.Call) dsl.Value {
	for _, a := range c.Args {
		if u, ok := a.(*dsl.Unknown); ok {
			c.Changing(envHash(c))
			c.MergeUnknown(envHash(c), u)
			continue
		}
		h := c.HashOf(a)
		for i := range h.Len() {
			key, v := h.At(i)
			one := *c
			one.Args = []dsl.Value{key, v}
			if old, ok := envHash(c).Get(key); ok && c.Block != nil {
				one.Args[1] = c.Yield(key, old, v)
			}
			envStore(&one)
		}
	}
	return c.Self
}

func envReplace(c *dsl.Call) dsl.Value {
	if dsl.IsUnknown(c.Args[0]) {
		return envUpdate(c)
	}
	h := c.Hash(0)
	own := dsl.NewHash(h.Len())
	for i := range h.Len() {
		key, v := h.At(i)
		key = envText(c, key)
		own.Set(key, envText(c, v))
	}
	if !h.Lacks() { // a hash that was made of ENV.to_h lacks what ENV does
		takeAway(c, dsl.Nil)
	}
	dsl.Must(c.Thread.Send(envHash(c), "replace", []dsl.Value{own}, nil, nil, c.Pos))
	return c.Self
}

// envChange is a method of the hash that returns ENV, or nil where it changed
// nothing.
func envChange(c *dsl.Call) dsl.Value {
	before := c.CloneHash(envHash(c))
	v := onHash(c, c.Args...)
	if c.Name == "clear" {
		takeAway(c, dsl.Nil)
	}
	for _, key := range before.Keys {
		if _, left := envHash(c).Get(key); !left {
			takeAway(c, key)
		}
	}
	if dsl.IsNil(v) || dsl.IsUnknown(v) {
		return v
	}
	return c.Self
}

func envEach(c *dsl.Call) dsl.Value {
	v := onHash(c, c.Args...)
	if c.Block == nil || dsl.IsUnknown(v) {
		return v
	}
	return c.Self
}
