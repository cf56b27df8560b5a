package dsl

import "slices"

// What an unknown value may be: `lists[Settings.key]` is one of the lists that the
// program holds, which `lists[Settings.key] << "x"` changes.

// aliases are the known values that an unknown one may be.
type aliases struct {
	these  []alias
	elems  []Value // it may be a collection that holds some of these
	within []Value // it may be a part of these, however deep
}

// An alias is a known value that an unknown one may be.
type alias struct {
	V          Value
	When       *Unknown // where it is that; nil if nothing says so but the next two
	asked, key Value    // it is that where these are equal: a condition made when it is needed
}

// condition returns where an unknown value is a; nil if nothing says so.
func (a alias) condition(p *paths) *Unknown {
	if a.When == nil && a.key != nil {
		return p.SameName(a.asked, a.key)
	}
	return a.When
}

// whenIs returns the condition under which u is a.
func (p *paths) whenIs(u *Unknown, a alias) *Unknown {
	if when := a.condition(p); when != nil {
		return when
	}
	s := p.source(u.Operand(), " is ", a.V)
	s.ambiguous = true
	return s.operation(u.Pos)
}

// hasState reports whether a call on v, or on a part of it, may change something or
// draw.
func hasState(v Value) bool {
	switch v := v.(type) {
	case *String:
		return !v.Frozen
	case *Array:
		return !v.Frozen || len(v.Elems) > 0
	case *Hash:
		return !v.Frozen || v.Len() > 0
	case *Object, *Proc, *Method:
		return true
	case *Class:
		return !v.unknown && !v.foreign
	case *Unknown:
		return v.Optional != nil || v.Alternative != nil || v.aliases != nil
	}
	return false
}

// expand returns the known values that an alias may be: itself, or what it may be where it
// is unknown too.
func (p *paths) expand(a alias) []alias {
	if !hasState(a.V) {
		return nil
	}
	v, ok := a.V.(*Unknown)
	if !ok {
		return []alias{a}
	}
	when := a.condition(p)
	var out []alias
	for _, more := range p.sides(v) {
		out = append(out, p.expand(alias{V: more.V, When: when.And(more.When)})...)
	}
	return out
}

// sides returns what u may be, each with its condition.
func (p *paths) sides(u *Unknown) []alias {
	if k := u.Optional; k != nil {
		return []alias{{V: k.Yes, When: k.When}}
	}
	if k := u.Alternative; k != nil {
		return k.Sides()
	}
	out := slices.Clone(u.aliases.these)
	for i, a := range out {
		out[i].When = p.whenIs(u, a)
	}
	return out
}

// parts returns what an element of an unknown collection may be.
func (u *Unknown) parts() *aliases {
	may := u.aliases
	if may == nil {
		return nil
	}
	out := &aliases{elems: may.elems, within: may.within}
	out.oneOf(may.elems)
	for _, a := range may.these {
		out.oneOf(elementsIn(a.V))
	}
	return out.orNil()
}

// oneOf adds that the unknown value may be one of some.
func (a *aliases) oneOf(list []Value) {
	for _, v := range list {
		if hasState(v) {
			a.these = append(a.these, alias{V: v})
		}
	}
}

// resultAliases returns what the unknown result of a built-in method may be.
func (m *meter) resultAliases(c *Call) *aliases {
	out := &aliases{}
	list := elementsIn(c.Self)
	m.Looked(len(list))
	if c.Is(Picks) && !c.picksPair() {
		out.oneOf(list)
	} else if slices.ContainsFunc(list, hasState) {
		out.elems = slices.Clone(list)
	}
	if c.Is(ChangesReceiver) {
		out.oneOf([]Value{c.Self})
	}
	out.oneOf(c.Args)
	m.Grow(len(out.these)*4*SizeElement + len(out.elems)*SizeElement)
	return out.orNil()
}

// picksPair reports whether what the call returns is a pair: a method of Enumerable, of a
// hash.
func (c *Call) picksPair() bool {
	_, isHash := c.Self.(*Hash)
	return isHash && c.in.classes.hash.Builtins[c.Name] == nil
}

func (a *aliases) orNil() *aliases {
	if len(a.these)+len(a.elems)+len(a.within) == 0 {
		return nil
	}
	return a
}

// elementsIn returns the parts of a value that a call on it may return.
func elementsIn(v Value) []Value {
	_, vals := contents(v)
	if o, ok := v.(*Object); ok && vals == nil {
		if h, ok := o.Data.(*Hash); ok {
			return h.Vals
		}
		return o.ivars.values
	}
	return vals
}

// argumentAliases returns what the result of a method that is not read may be: one of the
// lists and hashes it is given, or a part of them.
func argumentAliases(c *Call) *aliases {
	out := &aliases{within: collections(c.Args)}
	out.oneOf(out.within)
	return out.orNil()
}

// escaping returns the lists and hashes that escape to a method that is not read, which
// may change them. Questions, comparisons and lookups only look at them.
func escaping(c *Call) []Value {
	if looksOnly(c.Name) || named(c.Name, Picks) {
		return nil
	}
	return slices.DeleteFunc(collections(c.Args), isFrozen)
}

func collections(list []Value) (out []Value) {
	for _, v := range list {
		switch v.(type) {
		case *Array, *Hash:
			out = append(out, v)
		}
	}
	return out
}

// havocEscaped is for the value of a statement that nothing uses: the method that made it
// was called for what it does, which may be to change its arguments.
func (t *Thread) havocEscaped(u *Unknown) {
	if t.Request {
		return
	}
	if k := u.Alternative; k != nil {
		for _, side := range k.Sides() {
			if u, ok := side.V.(*Unknown); ok {
				t.havocEscaped(u)
			}
		}
		return
	}
	for _, v := range u.escaped {
		t.Changing(v)
		t.havocAndAdd(v, u, u)
	}
}

// ---- calls

// callAliases makes a call on each known value that u may be, where that changes
// something or draws. It returns what the results may be, and the call that is left to
// make on u: without its block, if that has run.
func (t *Thread) callAliases(u *Unknown, c *Call) (results *aliases, rest *Call, err error) {
	may := u.aliases
	results, rest = &aliases{elems: slices.Clip(may.elems), within: slices.Clip(may.within)}, c
	if named(c.Name, Picks) {
		results.oneOf(may.elems)
	}
	call := func(a alias, exact bool) error {
		m := t.Find(a.V, c.Name)
		switch {
		case m == nil:
		case t.matters(a.V, m, c, exact):
			rest = c.withoutBlock()
			return t.callAlias(u, a, c, results)
		case exact:
			own := c.on(a.V)
			own.method = m
			results.add(t.resultAliases(own))
		}
		return nil
	}
	for _, a := range may.these {
		for _, a := range t.expand(a) {
			if err := call(a, true); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, v := range t.partsWithin(may.within, c) {
		if err := call(alias{V: v}, false); err != nil {
			return nil, nil, err
		}
	}
	return results.orNil(), rest, nil
}

// callAlias makes a call on a value that u may be, where it is that, and adds its result
// to what that of u may be. An error there means that u is another one, as a call on u is
// taken not to raise.
func (t *Thread) callAlias(u *Unknown, a alias, c *Call, results *aliases) error {
	when := t.whenIs(u, a)
	return t.runWhere(when, func() error {
		v, err := c.on(a.V).dispatch(nil, nil)
		if _, ok := err.(*EvalError); ok {
			return nil
		}
		if v != nil {
			results.these = append(results.these, alias{V: v, When: when})
		}
		return err
	})
}

// matters reports whether a call on a known value changes it, draws, or (of a value
// that is known to be the receiver) returns a part of it.
func (m *meter) matters(v Value, method *Method, c *Call, exact bool) bool {
	if method.Builtin == nil || method.sides != nil {
		return true
	}
	switch v.(type) {
	case *Object, *Proc, *Method:
		return method.Owner != m.in.classes.object && method.Owner != m.in.classes.kernel
	case *Class:
		return false
	}
	if method.Builtin.traits&ChangesReceiver != 0 {
		return true
	}
	return exact && c.Block == nil && method.Builtin.traits&Picks != 0 && len(elementsIn(v)) > 0
}

// partsWithin returns what collections hold, however deep, for a call that may matter to
// it.
func (m *meter) partsWithin(roots []Value, c *Call) []Value {
	if looksOnly(c.Name) || c.Block == nil && named(c.Name, Picks) {
		return nil
	}
	all := slices.Clone(roots)
	seen := map[Value]bool{}
	for i := 0; i < len(all); i++ {
		list := elementsIn(all[i])
		m.Looked(len(list))
		for _, v := range list {
			if k := GuardOf(v); k != nil {
				v = k.Yes
			}
			if hasState(v) && !seen[v] && !IsUnknown(v) {
				seen[v] = true
				m.Grow(2 * SizeElement)
				all = append(all, v)
			}
		}
	}
	return all[len(roots):]
}

// mayBe adds what u may be.
func (u *Unknown) mayBe(more ...*aliases) *Unknown {
	for _, a := range more {
		if own := u.aliases; own == nil {
			u.aliases = a
		} else if a != nil {
			all := &aliases{}
			all.add(own)
			all.add(a)
			u.aliases = all
		}
	}
	return u
}

func (a *aliases) add(more *aliases) {
	if more != nil {
		a.these = append(a.these, more.these...)
		a.elems = append(a.elems, more.elems...)
		a.within = append(a.within, more.within...)
	}
}
