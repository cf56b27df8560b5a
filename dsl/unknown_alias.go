package dsl

import (
	"slices"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/trait"
)

// What an unknown value may be: `lists[Settings.key]` is one of the lists that the
// program holds, which `lists[Settings.key] << "x"` changes.

// Aliases are the known values that an unknown one may be.
type Aliases struct {
	these  []alias
	elems  []Value // it may be a collection that holds some of these
	within []Value // it may be a part of these, however deep
}

// Where adds v, which the unknown value is where a condition holds; of nil, nothing says where.
func (a *Aliases) Where(when *Unknown, v Value) { a.may(alias{v: v, when: when}) }

// AtKey adds v, which the unknown value is if the key asked for is this one.
func (a *Aliases) AtKey(v, asked, key Value) { a.may(alias{v: v, asked: asked, key: key}) }

func (a *Aliases) may(one alias) {
	if hasState(one.v) {
		a.these = append(a.these, one)
	}
}

// Len is how many values the unknown one may be, those that nobody can change left out.
func (a *Aliases) Len() int { return len(a.these) }

// Aliases returns the known values that u may be.
func (u *Unknown) Aliases() *Aliases { return u.aliases }

// An alias is a known value that an unknown one may be.
type alias struct {
	v          Value
	when       *Unknown // where it is that; nil if nothing says so but the next two
	asked, key Value    // it is that where these are equal: a condition made when it is needed
}

// condition returns where an unknown value is a; nil if nothing says so.
func (a alias) condition(p *paths) *Unknown {
	if a.when == nil && a.key != nil {
		return p.SameName(a.asked, a.key)
	}
	return a.when
}

// whenIs returns the condition under which u is a.
func (p *paths) whenIs(u *Unknown, a alias) *Unknown {
	if when := a.condition(p); when != nil {
		return when
	}
	s := p.source(u.Operand(), " is ", a.v)
	s.ambiguous = true
	return s.operation(u.Pos)
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
		return v.optional != nil || v.alternative != nil || v.aliases != nil
	}
	return false
}

// expand returns the known values that an alias may be: itself, or what it may be where it
// is unknown too.
func (p *paths) expand(a alias) []alias {
	if !hasState(a.v) {
		return nil
	}
	v, ok := a.v.(*Unknown)
	if !ok {
		return []alias{a}
	}
	when := a.condition(p)
	var out []alias
	for _, more := range p.sides(v) {
		out = append(out, p.expand(alias{v: more.v, when: when.And(more.when)})...)
	}
	return out
}

// sides returns what u may be, each with its condition.
func (p *paths) sides(u *Unknown) []alias {
	if k := u.optional; k != nil {
		return []alias{{v: k.yes, when: k.when}}
	}
	if k := u.alternative; k != nil {
		return k.sides()
	}
	out := slices.Clone(u.aliases.these)
	for i, a := range out {
		out[i].when = p.whenIs(u, a)
	}
	return out
}

// parts returns what an element of an unknown collection may be.
func (u *Unknown) parts() *Aliases {
	may := u.aliases
	if may == nil {
		return nil
	}
	out := &Aliases{elems: may.elems, within: may.within}
	out.oneOf(may.elems)
	for _, a := range may.these {
		out.oneOf(elementsIn(a.v))
	}
	return out.orNil()
}

// oneOf adds that the unknown value may be one of some.
func (a *Aliases) oneOf(list []Value) {
	for _, v := range list {
		a.Where(nil, v)
	}
}

// resultAliases returns what the unknown result of a built-in method may be.
func (m *meter) resultAliases(c *Call) *Aliases {
	out := &Aliases{}
	list := elementsIn(c.Self)
	m.ChargeReads(len(list))
	_, isHash := c.Self.(*Hash)
	picksPair := isHash && c.in.classes.hash.builtins[c.Name] == nil // a method of Enumerable
	if c.HasTrait(trait.Picks) && !picksPair {
		out.oneOf(list)
	} else if slices.ContainsFunc(list, hasState) {
		out.elems = slices.Clone(list)
	}
	if c.HasTrait(trait.ChangesReceiver) {
		out.oneOf([]Value{c.Self})
	}
	out.oneOf(c.Args)
	m.ChargeMemory(len(out.these)*4*limits.SizeElement + len(out.elems)*limits.SizeElement)
	return out
}

func (a *Aliases) orNil() *Aliases {
	if a == nil || len(a.these)+len(a.elems)+len(a.within) == 0 {
		return nil
	}
	return a
}

// elementsIn returns the parts of a value that a call on it may return.
func elementsIn(v Value) []Value {
	_, vals := contents(v)
	if o, ok := v.(*Object); ok && vals == nil {
		return o.ivars.Values
	}
	return vals
}

// argumentAliases returns what the result of a method that is not read may be: one of the
// lists and hashes it is given, or a part of them.
func argumentAliases(c *Call) *Aliases {
	out := &Aliases{within: collections(c.Args)}
	out.oneOf(out.within)
	return out
}

// escaping returns the lists and hashes that escape to a method that is not read, which
// may change them. Questions, comparisons and lookups only look at them.
func escaping(c *Call) []Value {
	if looksOnly(c.Name) || Named(c.Name, trait.Picks) {
		return nil
	}
	return slices.DeleteFunc(collections(c.Args), IsFrozen)
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
	if k := u.alternative; k != nil {
		for _, side := range k.sides() {
			if u, ok := side.v.(*Unknown); ok {
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
func (t *Thread) callAliases(u *Unknown, c *Call) (results *Aliases, rest *Call, err error) {
	may := u.aliases
	results, rest = &Aliases{elems: slices.Clip(may.elems), within: slices.Clip(may.within)}, c
	if Named(c.Name, trait.Picks) {
		results.oneOf(may.elems)
	}
	call := func(a alias, exact bool) error {
		m := t.FindMethod(a.v, c.Name)
		switch {
		case m == nil:
		case t.matters(a.v, m, c, exact):
			rest = c.withoutBlock()
			return t.callAlias(u, a, c, results)
		case exact:
			own := c.on(a.v)
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
		if err := call(alias{v: v}, false); err != nil {
			return nil, nil, err
		}
	}
	return results, rest, nil
}

// callAlias makes a call on a value that u may be, where it is that, and adds its result
// to what that of u may be. An error there means that u is another one, as a call on u is
// taken not to raise.
func (t *Thread) callAlias(u *Unknown, a alias, c *Call, results *Aliases) error {
	when := t.whenIs(u, a)
	return t.RunWhere(when, func() error {
		v, err := c.on(a.v).dispatch(nil, nil)
		if _, ok := err.(*EvalError); ok {
			return nil
		}
		if v != nil {
			results.these = append(results.these, alias{v: v, when: when})
		}
		return err
	})
}

// matters reports whether a call on a known value changes it, draws, or (of a value
// that is known to be the receiver) returns a part of it.
func (m *meter) matters(v Value, method *Method, c *Call, exact bool) bool {
	if method.builtin == nil {
		return true
	}
	switch v.(type) {
	case *Object, *Proc, *Method:
		return method.Owner != m.in.classes.object && method.Owner != m.in.classes.kernel
	case *Class:
		return false
	}
	if method.builtin.traits&trait.ChangesReceiver != 0 {
		return true
	}
	return exact && c.Block == nil && method.builtin.traits&trait.Picks != 0 && len(elementsIn(v)) > 0
}

// partsWithin returns what collections hold, however deep, for a call that may matter to
// it.
func (m *meter) partsWithin(roots []Value, c *Call) []Value {
	if looksOnly(c.Name) || c.Block == nil && Named(c.Name, trait.Picks) {
		return nil
	}
	all := slices.Clone(roots)
	seen := map[Value]bool{}
	for i := 0; i < len(all); i++ {
		list := elementsIn(all[i])
		m.ChargeReads(len(list))
		for _, v := range list {
			if k := guardOf(v); k != nil {
				v = k.yes
			}
			if hasState(v) && !seen[v] && !IsUnknown(v) {
				seen[v] = true
				m.ChargeMemory(2 * limits.SizeElement)
				all = append(all, v)
			}
		}
	}
	return all[len(roots):]
}

// MayBe adds what u may be, and returns u.
func (u *Unknown) MayBe(more ...*Aliases) *Unknown {
	for _, a := range more {
		a = a.orNil()
		if own := u.aliases; own == nil {
			u.aliases = a
		} else if a != nil {
			all := &Aliases{}
			all.add(own)
			all.add(a)
			u.aliases = all
		}
	}
	return u
}

func (a *Aliases) add(more *Aliases) {
	if more != nil {
		a.these = append(a.these, more.these...)
		a.elems = append(a.elems, more.elems...)
		a.within = append(a.within, more.within...)
	}
}

// Lists and hashes of which a condition picks one.

// links tie a list or hash that stands for two, of which a condition picks one, to these:
// what changes it changes one of them, and the other way round.
type links struct {
	choice         // without a condition if it stands for itself alone
	joined []Value // those that stand for this one and another
}

// maxLinks bounds lists that stand for lists that stand for lists, and those that stand
// for one; where there are more, it is just unknown which one it is.
const maxLinks = 100

// linksIn returns where a list or hash keeps its links; nil of other values.
func linksIn(v Value) **links {
	switch v := v.(type) {
	case *Array:
		return &v.links
	case *Hash:
		return &v.links
	}
	return nil
}

func linksOf(v Value) *links {
	if at := linksIn(v); at != nil {
		return *at
	}
	return nil
}

// linked ties out, which holds what yes and no do, to these. Where too many are tied, the
// result is a choice that holds nothing itself.
func (p *paths) linked(when *Unknown, yes, no, out Value) Value {
	sides := []Value{yes, no}
	l := &links{choice: choice{when, yes, no, 1}}
	for _, v := range sides {
		if own := linksOf(v); own != nil {
			l.depth = max(l.depth, own.depth+1)
			if len(own.joined) >= maxLinks {
				return p.newChoice(when, yes, no)
			}
		}
	}
	if l.depth > maxLinks {
		return p.newChoice(when, yes, no)
	}
	p.ChargeMemory(limits.SizeArray)
	*linksIn(out) = l
	for _, v := range sides {
		addJoined(v, out)
	}
	return out
}

// addJoined records that out stands for v too. What is frozen never changes, and threads
// may share it.
func addJoined(v, out Value) {
	if IsFrozen(v) {
		return
	}
	l := linksOf(v)
	if l == nil {
		l = &links{}
		*linksIn(v) = l
	}
	l.joined = append(l.joined, out)
}

// changeLinked runs a method that changes a list or hash which others stand for, or which
// stands for one of two.
func (t *Thread) changeLinked(l *links, b *Builtin, c *Call) (v Value, err error) {
	if l.when == nil || IsFrozen(c.Self) {
		v, err = c.runBuiltinHere(b)
	} else {
		v, err = t.changeEither(l, c)
	}
	if isLimit(err) {
		return nil, err
	}
	t.rejoin(c.Self)
	return v, err
}

// changeEither runs a method on the one of two that its receiver stands for.
func (t *Thread) changeEither(l *links, c *Call) (Value, error) {
	self := true
	v, err := t.forkChoice(&l.choice, func(side Value) (Value, error) {
		v, err := c.on(side).run(c.method)
		self = self && v == side
		return v, err
	})
	if err == nil && self {
		v = c.Self
	}
	return v, err
}

// rejoin makes a list or hash that stands for one of two hold what these hold now, and
// then all that stand for it.
func (t *Thread) rejoin(v Value) {
	l := linksOf(v)
	if l.when != nil {
		if IsFrozen(v) {
			return
		}
		c := contentsOf(v)
		t.save(c)
		var yes, no Value
		t.where(l.when, func() { yes = t.contentsHere(l.yes) })
		t.where(l.when.Not(), func() { no = t.contentsHere(l.no) })
		c.Write(c.join(t, l.when, yes, no))
	}
	for _, out := range l.joined {
		t.rejoin(out)
	}
}

// ---- modules that only the application knows, in the lookup order of a class

// addUnknownModule puts a module that only the application knows where add puts others:
// which methods behind it it overrides, nobody knows.
func (m *meter) addUnknownModule(k *Class, u *Unknown, add func(c, mod *Class)) {
	add(k, &Class{name: u.Text(), module: true, definitions: definitions{unknown: true}, foreign: true, stands: u})
	m.ChargeMemory(limits.SizeClass + len(u.Text()))
}
