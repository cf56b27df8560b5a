package dsl

import (
	"slices"

	"signalbox/dsl/internal/symbolic"
)

// eachElement runs f for an element of a list, under a condition if only the
// application knows whether it is there.
func (t *Thread) eachElement(v Value, f func(Value) error) error {
	k := guardOf(v)
	if k == nil {
		return f(v)
	}
	run := func() error { return f(k.yes) }
	if v.(*Unknown).isSplat {
		return t.runOnce(k.when, run)
	}
	return t.runWhere(k.when, run)
}

// eachUnknown runs f once for a list that only the application knows.
func (t *Thread) eachUnknown(u *Unknown, f func(Value) error) error {
	if u.choice != nil {
		_, err := t.forkChoice(u.choice, func(v Value) (Value, error) { return Nil, t.eachRaw(v, f) })
		return err
	}
	list := u.Call(".each", u.Pos)
	item := list.argument(0)
	item.aliases = u.parts()
	return t.runOnce(list, func() error { return f(item) })
}

// runOnce runs code for all elements of a list that only the application knows.
func (t *Thread) runOnce(list *Unknown, run func() error) error {
	_, err := t.runUnderCondition(list, &Proc{fn: func(*Call) (Value, error) { return Nil, run() }}, false)
	return err
}

// possibleList returns the elements of a set, or the pairs of a hash, of which
// only the application knows whether some are there, for a method that any list
// has. Nil for others.
func (p *paths) possibleList(c *Call) *Array {
	h, isSet := elemsOf(c.Self)
	if !isSet {
		h, _ = c.Self.(*Hash)
	}
	if h == nil || !h.hasGuards || !c.is(asList|whole) || !isSet && openElement(h.vals) == nil {
		return nil // an unknown key may be another one: which value that has, nobody knows
	}
	if !c.is(asList) && unknownAmong(h.keys) != nil {
		return nil
	}
	list := p.listOfRoom(h.Len())
	p.used.steps += h.Len()
	for i, key := range h.keys {
		value, when := h.vals[i], (*Unknown)(nil)
		if k := guardOf(value); k != nil {
			value, when = k.yes, k.when
		}
		item := key
		if !isSet {
			item = p.newArray(key, value)
		}
		if when != nil {
			item = p.withGuard(item, when)
		}
		list.Elems = append(list.Elems, item)
	}
	return list
}

// choiceList is the list that a splat makes of a value of which a condition
// picks one of two.
func (t *Thread) choiceList(u *Unknown) ([]Value, error) {
	k := u.choice
	if k == nil {
		return []Value{u}, nil
	}
	yes, err := t.toList(k.yes)
	if err != nil {
		return nil, err
	}
	no, err := t.toList(k.no)
	if err != nil {
		return nil, err
	}
	return t.mergeLists(k.when, &Array{Elems: yes}, &Array{Elems: no}).Elems, nil
}

// maxPossible bounds the elements that may be there of a list whose methods run
// both with and without each.
const maxPossible = 5

// possibleAt finds an element of a list or a set, or a pair of a hash, that may be there;
// -1 if there is none, or too many.
func (m *meter) possibleAt(v Value) int {
	list := m.partsOf(v)
	at, n := -1, 0
	for i, e := range list {
		if !isGuarded(e) {
			continue
		}
		if e.(*Unknown).isSplat {
			return -1
		}
		if n++; at < 0 {
			at = i
		}
	}
	if n > maxPossible {
		return -1
	}
	return at
}

// partsOf gives what stands for the parts of a list, a hash or a set where some may be
// there; nil where it cannot tell which.
func (m *meter) partsOf(v Value) []Value {
	switch v := v.(type) {
	case *Array:
		if m.in.guards.Load() {
			return v.Elems
		}
	case *Hash:
		if v.hasGuards && unknownAmong(v.keys) == nil {
			return v.vals
		}
	case *Object:
		if set, ok := elemsOf(v); ok {
			return m.partsOf(set)
		}
	}
	return nil
}

// forkReceiver runs a method of a list, hash or set with its k-th part, where that is
// there, and without it.
func (c *Call) forkReceiver(k int) (Value, error) {
	t := c.t
	if isFrozen(c.Self) && c.is(changes) {
		return nil, t.frozenError(c.Self)
	}
	return t.forkPart(c.Self, k, func(part Value) (Value, error) {
		own := c.on(part)
		if c.is(changes) {
			own.Self = c.Self
			t.Changing(own.Self)
			t.take(own.Self, part)
		}
		return own.runBuiltin(c.method.builtin)
	})
}

// forkPart runs code with a value whose k-th part is there, where it is, and with one
// without it.
func (t *Thread) forkPart(v Value, k int, run func(Value) (Value, error)) (Value, error) {
	side := func(with bool) func() (Value, error) {
		return func() (Value, error) { return run(t.partly(v, k, with)) }
	}
	return t.fork(guardOf(t.partsOf(v)[k]).when, side(true), side(false))
}

// take gives a list, hash or set the parts of another one.
func (m *meter) take(v, of Value) {
	switch v := v.(type) {
	case *Array:
		v.Elems = of.(*Array).Elems
	case *Hash:
		v.assign(of.(*Hash))
	case *Object:
		elems, _ := elemsOf(v)
		others, _ := elemsOf(of)
		m.take(elems, others)
	}
}

// partly is a copy of a list, hash or set with its k-th part there for sure, or without
// it.
func (m *meter) partly(v Value, k int, with bool) Value {
	switch v := v.(type) {
	case *Array:
		out := m.copyOf(v.Elems)
		if with {
			out.Elems[k] = guardOf(v.Elems[k]).yes
		} else {
			out.Elems = slices.Delete(out.Elems, k, k+1)
		}
		return out
	case *Hash:
		out := m.CloneHash(v)
		if with {
			out.vals[k] = guardOf(v.vals[k]).yes
		} else {
			out.Delete(v.keys[k])
		}
		out.hasGuards = openElement(out.vals) != nil
		return out
	case *Object:
		elems, _ := elemsOf(v)
		out := *v
		out.data = v.data.(Data).With(m.partly(elems, k, with))
		return &out
	}
	return v
}

// partialArgument returns the place of an argument with a part that may be there, for a
// method that looks at the parts; -1 if there is none, or too many parts.
func (m *meter) partialArgument(c *Call) (arg, part int) {
	if !m.in.guards.Load() || c.is(opaque|adds) {
		return -1, -1
	}
	for i, v := range c.Args {
		if _, ok := v.(*Hash); ok {
			continue
		}
		if k := m.possibleAt(v); k >= 0 {
			return i, k
		}
	}
	return -1, -1
}

// forkPartialArgument runs a method with the k-th part of its i-th argument, where that is
// there, and without it.
func (c *Call) forkPartialArgument(i, k int) (Value, error) {
	return c.t.forkPart(c.Args[i], k, func(part Value) (Value, error) {
		own := c.with(slices.Clone(c.Args)...)
		own.Args[i] = part
		return own.runBuiltin(c.method.builtin)
	})
}

// withUnknownList is `known + unknown`, `known.concat(unknown)` and the like:
// what is known stays. Go's nil for other methods.
func (c *Call) withUnknownList() (Value, error) {
	if !c.is(adds) {
		return nil, nil
	}
	switch self := c.Self.(type) {
	case *Array:
		return c.addUnknownList(self)
	case *Hash:
		if c.Block == nil {
			return c.addUnknownPairs(self)
		}
	case *Object:
		if elems, ok := elemsOf(self); ok {
			return c.t.addUnknownElements(c, self, elems)
		}
	}
	return nil, nil
}

func (c *Call) addUnknownList(self *Array) (Value, error) {
	t := c.t
	var elems []Value
	if !c.is(replaces) {
		elems = slices.Clone(self.Elems)
		t.moved(len(elems))
	}
	for _, a := range c.Args {
		switch a := a.(type) {
		case *Unknown:
			elems = append(elems, t.elementsOf(a))
		case *Array:
			elems = append(elems, a.Elems...)
			if err := t.size(len(elems)); err != nil {
				return nil, err
			}
		default:
			return nil, nil
		}
	}
	if !c.is(changes) {
		return t.newArray(elems...), nil
	}
	if self.frozen {
		return nil, t.frozenError(self)
	}
	t.Changing(self)
	t.grow(sizeElement * (len(elems) - len(self.Elems)))
	self.Elems = elems
	return self, t.exceeded()
}

func (c *Call) addUnknownPairs(self *Hash) (Value, error) {
	into := self
	if !c.is(changes) {
		into = c.t.CloneHash(self)
	} else if self.frozen {
		return nil, c.t.frozenError(self)
	} else {
		c.t.Changing(self)
	}
	if c.is(replaces) {
		into.clear()
	}
	for _, a := range c.Args {
		switch a := a.(type) {
		case *Unknown:
			c.t.mergeUnknown(into, a)
		case *Hash:
			if err := c.t.putAll(into, a); err != nil {
				return nil, err
			}
		default:
			return nil, nil
		}
	}
	return into, c.t.size(into.Len())
}

// addUnknownElements is addUnknownList for a Set.
func (p *paths) addUnknownElements(c *Call, self *Object, elems *Hash) (Value, error) {
	set, into := self, elems
	switch {
	case !c.is(changes):
		into = p.CloneHash(elems)
		set = p.newObject(p.in.plainClassOf(self), self.data.(Data).With(into))
	case self.frozen:
		return nil, c.t.frozenError(self)
	default:
		p.Changing(self)
	}
	if c.is(replaces) {
		into.clear()
	}
	for _, a := range c.Args {
		if u, ok := a.(*Unknown); ok {
			p.grow(sizeUnknown + sizePair + sizeIndex + len(u.Operand()))
			into.Set(p.elementsOf(u), True)
			continue
		}
		add := *c
		add.Self, add.Args = set, []Value{a}
		if err := Attempt(func() { primitive("add_to_set")(&add) }); err != nil {
			return nil, err
		}
	}
	return set, p.exceeded()
}

// spreadUnknown adds the pairs of `**u`: those of both hashes, or nils, that a condition
// picks from, or else of an unknown hash.
func (t *Thread) spreadUnknown(h *Hash, u *Unknown) {
	when, yes, no, ok := u.Choice()
	a, isHash := pairsOf(yes)
	b, both := pairsOf(no)
	if !ok || !isHash || !both {
		t.mergeUnknown(h, u)
		return
	}
	with, without := h.Clone(), h.Clone()
	for i := range a.Len() {
		with.Set(a.At(i))
	}
	for i := range b.Len() {
		without.Set(b.At(i))
	}
	h.assign(t.mergeHashes(when, with, without))
}

// pairsOf returns the hash that `**v` adds, for a hash or nil.
func pairsOf(v Value) (h *Hash, ok bool) {
	if v == Nil {
		return nil, true
	}
	h, ok = v.(*Hash)
	return h, ok
}

// mergeUnknown adds the pairs of an unknown hash: any key may be another one's
// value then.
func (m *meter) mergeUnknown(h *Hash, u *Unknown) {
	m.grow(sizeUnknown + sizePair + sizeIndex + len(u.Operand()))
	key := &Unknown{Node: symbolic.New(symbolic.Term{Text: "**" + u.Operand(), Ambiguous: u.Ambiguous()}, u.Pos), isSplat: true}
	h.Set(key, u)
}
