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
	v          Value
	when       *Unknown // where it is that; nil if key tells, or nothing does
	asked, key Value    // it is that where these are equal
}

// picks are the methods that return an element of a list, or a value of a hash.
var picks = names("[] fetch at dig find detect min max min_by max_by first last delete delete_at shift pop slice")

// ofPair are those of them whose result in a hash is a value, not a pair.
var ofPair = names("[] fetch dig delete")

// whenIs is the condition under which u is a known value.
func (t *Thread) whenIs(u *Unknown, a alias) *Unknown {
	switch {
	case a.when != nil:
		return a.when
	case a.key != nil:
		return t.sameName(a.asked, a.key)
	}
	s := source{t: t, vague: true, operator: true}
	s.add(u.operand(), " is ")
	s.value(a.v)
	return s.unknown(u.Pos)
}

// hasState reports whether a call on v, or on a part of it, may change something or
// draw.
func hasState(v Value) bool {
	switch v := v.(type) {
	case *String:
		return !v.frozen
	case *Array:
		return !v.frozen || len(v.Elems) > 0
	case *Hash:
		return !v.frozen || v.Len() > 0
	case *Object, *Proc, *Method:
		return true
	case *Class:
		return !v.unknown && !v.foreign
	case *Unknown:
		return v.form.element != nil || v.form.choice != nil || v.form.aliases != nil
	}
	return false
}

// expand returns the values that can be called of an alias: of one that is unknown
// itself, what that may be.
func (t *Thread) expand(u *Unknown, a alias) []alias {
	v, ok := a.v.(*Unknown)
	if !ok {
		if hasState(a.v) {
			return []alias{a}
		}
		return nil
	}
	if !hasState(v) {
		return nil
	}
	when := a.when
	if when == nil && a.key != nil {
		when = t.whenIs(u, a)
	}
	if k := v.form.element; k != nil {
		return t.expand(u, alias{v: k.yes, when: both(when, k.when)})
	}
	if k := v.form.choice; k != nil {
		yes := t.expand(u, alias{v: k.yes, when: both(when, k.when)})
		return append(yes, t.expand(u, alias{v: k.no, when: both(when, k.when.not())})...)
	}
	var out []alias
	for _, more := range v.form.aliases.these {
		out = append(out, t.expand(v, alias{v: more.v, when: both(when, t.whenIs(v, more))})...)
	}
	return out
}

// parts are what an element of an unknown collection may be.
func (u *Unknown) parts() *aliases {
	may := u.form.aliases
	if may == nil {
		return nil
	}
	out := &aliases{elems: may.elems, within: may.within}
	out.oneOf(may.elems)
	for _, a := range may.these {
		out.oneOf(elementsIn(a.v))
	}
	return out.orNil()
}

// oneOf adds that the unknown value may be one of some.
func (a *aliases) oneOf(list []Value) {
	for _, v := range list {
		if hasState(v) {
			a.these = append(a.these, alias{v: v})
		}
	}
}

// resultAliases is what the unknown result of a built-in method may be.
func (t *Thread) resultAliases(c *Call) *aliases {
	out := &aliases{}
	list := elementsIn(c.Self)
	t.looked(len(list))
	_, isHash := c.Self.(*Hash)
	if picks[c.Name] && (!isHash || ofPair[c.Name]) {
		out.oneOf(list)
	} else if slices.ContainsFunc(list, hasState) {
		out.elems = slices.Clone(list)
	}
	if c.is(changes) {
		out.oneOf([]Value{c.Self})
	}
	out.oneOf(c.Args)
	t.grow(len(out.these)*4*sizeElement + len(out.elems)*sizeElement)
	return out.orNil()
}

func (a *aliases) orNil() *aliases {
	if len(a.these)+len(a.elems)+len(a.within) == 0 {
		return nil
	}
	return a
}

// elementsIn returns the parts of a value.
func elementsIn(v Value) []Value {
	switch v := v.(type) {
	case *Array:
		return v.Elems
	case *Hash:
		return v.vals
	case *Object:
		switch d := v.data.(type) {
		case *setData:
			return d.elems.keys
		case *structData:
			return d.values
		case *Hash:
			return d.vals
		}
		return v.ivars.values
	}
	return nil
}

// argumentAliases is what a method that only the application knows may return of what
// it is given.
func (t *Thread) argumentAliases(c *Call) *aliases {
	out := &aliases{}
	for _, v := range c.Args {
		switch v.(type) {
		case *Array, *Hash:
			out.oneOf([]Value{v})
			out.within = append(out.within, v)
		}
	}
	return out.orNil()
}

// given are the lists and hashes that a method which only the application knows may
// change. Questions, comparisons and lookups only look at them.
func given(c *Call) (list []Value) {
	if looksOnly(c.Name) || picks[c.Name] {
		return nil
	}
	for _, v := range c.Args {
		switch v.(type) {
		case *Array, *Hash:
			if !isFrozen(v) {
				list = append(list, v)
			}
		}
	}
	return list
}

// dropped is told the value of a statement that nothing uses: a method that only the
// application knows was called for what it does, which may be to change its arguments.
func (t *Thread) dropped(u *Unknown) {
	if k := u.form.choice; k != nil {
		for _, v := range []Value{k.yes, k.no} {
			if u, ok := v.(*Unknown); ok {
				t.dropped(u)
			}
		}
		return
	}
	if t.request {
		return
	}
	for _, v := range u.form.given {
		t.journal.noteValue(t, v)
		t.havoc(v, u, u)
	}
}

// ---- calls

// callAliases makes a call on each known value that u may be, where that changes
// something or draws. It returns what the results may be, and the call that is left to
// make on u: without its block, if that has run.
func (t *Thread) callAliases(u *Unknown, c *Call) (results *aliases, rest *Call, err error) {
	may := u.form.aliases
	results, rest = &aliases{elems: may.elems, within: may.within}, c
	if picks[c.Name] {
		results.oneOf(may.elems)
	}
	each := func(a alias, exact bool) error {
		m := t.find(a.v, c.Name)
		if m == nil {
			return nil
		}
		if !t.matters(a.v, m, c, exact) {
			if exact {
				own := *c
				own.Self, own.method = a.v, m
				results.add(t.resultAliases(&own))
			}
			return nil
		}
		v, when, err := t.callAlias(u, a, c)
		if v != nil {
			results.these = append(results.these, alias{v: v, when: when})
		}
		if c.Block != nil && rest == c {
			own := *c
			own.Block = nil
			rest = &own
		}
		return err
	}
	for _, a := range may.these {
		for _, a := range t.expand(u, a) {
			if err := each(a, true); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, v := range t.partsWithin(may.within, c) {
		if err := each(alias{v: v}, false); err != nil {
			return nil, nil, err
		}
	}
	return results.orNil(), rest, nil
}

// callAlias makes a call on a value that u may be, under the condition that it is that.
// An error tells that it is another one, as a call on u is taken not to raise.
func (t *Thread) callAlias(u *Unknown, a alias, c *Call) (result Value, when *Unknown, err error) {
	when = t.whenIs(u, a)
	_, err = t.fork(when, func() (Value, error) {
		own := *c
		own.Self = a.v
		v, err := t.dispatch(&own, nil, nil)
		if _, ok := err.(*EvalError); ok {
			return Nil, nil
		}
		result = v
		return Nil, err
	}, func() (Value, error) { return Nil, nil })
	return result, when, err
}

// matters reports whether a call on a known value changes it, draws, or (of a value
// that is known to be the receiver) returns a part of it.
func (t *Thread) matters(v Value, m *Method, c *Call, exact bool) bool {
	if m.builtin == nil || m.sides != nil {
		return true
	}
	switch v.(type) {
	case *Object, *Proc, *Method:
		return m.owner != t.in.classes.object && m.owner != t.in.classes.kernel
	case *Class:
		return false
	}
	if m.builtin.traits&changes != 0 {
		return true
	}
	return exact && c.Block == nil && picks[c.Name] && len(elementsIn(v)) > 0
}

// partsWithin returns what stands in collections, however deep, for a call that may
// matter to it.
func (t *Thread) partsWithin(roots []Value, c *Call) []Value {
	var out []Value
	if looksOnly(c.Name) || c.Block == nil && picks[c.Name] {
		return nil
	}
	seen := map[Value]bool{}
	open := append([]Value(nil), roots...)
	for len(open) > 0 {
		next := open[0]
		open = open[1:]
		list := elementsIn(next)
		t.looked(len(list))
		for _, v := range list {
			for {
				u, ok := v.(*Unknown)
				if !ok || u.form.element == nil {
					break
				}
				v = u.form.element.yes
			}
			if !hasState(v) || seen[v] || IsUnknown(v) {
				continue
			}
			seen[v] = true
			t.grow(2 * sizeElement)
			out, open = append(out, v), append(open, v)
		}
	}
	return out
}

// mayBe adds what u may be.
func (u *Unknown) mayBe(more ...*aliases) *Unknown {
	for _, a := range more {
		if a == nil {
			continue
		}
		if u.form.aliases == nil {
			u.form.aliases = a
			continue
		}
		all := &aliases{}
		all.add(u.form.aliases)
		all.add(a)
		u.form.aliases = all
	}
	return u
}

func (a *aliases) add(more *aliases) {
	if more != nil {
		a.these = append(a.these, more.these...)
		a.elems = append(a.elems[:len(a.elems):len(a.elems)], more.elems...)
		a.within = append(a.within[:len(a.within):len(a.within)], more.within...)
	}
}
