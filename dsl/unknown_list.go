package dsl

import (
	"cmp"
	"errors"
	"slices"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/symbolic"
	"signalbox/dsl/internal/trait"
)

// EachElement runs f for an element of a list, under a condition if only the
// application knows whether it is there.
func (t *Thread) EachElement(v Value, f func(Value) error) error {
	k := guardOf(v)
	if k == nil {
		return f(v)
	}
	run := func() error { return f(k.yes) }
	if v.(*Unknown).isSplat {
		return t.runOnce(k.when, run)
	}
	return t.RunWhere(k.when, run)
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
	h, isSet := SetElems(c.Self)
	if !isSet {
		h, _ = c.Self.(*Hash)
	}
	if h == nil || !h.HasGuards || !c.HasTrait(trait.AsList|trait.Whole) || !isSet && OpenElement(h.Vals) == nil {
		return nil // an unknown key may be another one: which value that has, nobody knows
	}
	if !c.HasTrait(trait.AsList) && UnknownIn(h.Keys...) != nil {
		return nil
	}
	return p.NewArray(p.Elements(h, !isSet)...)
}

// Elements returns the keys of a hash, or its pairs, those that may be there under their conditions.
func (p *paths) Elements(h *Hash, pairs bool) []Value {
	p.Used.Steps += h.Len()
	list := slices.Clone(h.Keys)
	for i, value := range h.Vals {
		k := guardOf(value)
		if k != nil {
			value = k.yes
		}
		if pairs {
			list[i] = p.NewArray(list[i], value)
		}
		if k != nil {
			list[i] = p.WithGuard(list[i], k.when)
		}
	}
	return list
}

// choiceList is the list that a splat makes of a value of which a condition
// picks one of two.
func (t *Thread) choiceList(u *Unknown) []Value {
	k := u.alternative
	if k == nil {
		return []Value{u}
	}
	return t.mergeLists(k.when, &Array{Elems: t.elements(k.yes, "to_a")}, &Array{Elems: t.elements(k.no, "to_a")}).Elems
}

// maxPossible bounds the elements that may be there of a list whose methods run
// both with and without each.
const maxPossible = 5

// Possible returns the condition that decides on a part of a list, a hash or a set that may be
// there; nil if there is none, or too many.
func (m *meter) Possible(v Value) (when *Unknown) {
	n := 0
	for _, e := range m.partsOf(v) {
		k := guardOf(e)
		if k == nil {
			continue
		}
		if e.(*Unknown).isSplat {
			return nil
		}
		n++
		when = cmp.Or(when, k.when)
	}
	if n > maxPossible {
		return nil
	}
	return when
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
		if v.HasGuards && UnknownIn(v.Keys...) == nil {
			return v.Vals
		}
	case *Object:
		if set, ok := SetElems(v); ok {
			return m.partsOf(set)
		}
	}
	return nil
}

// ForkReceiver runs a method of a list, hash or set on both branches of the condition that
// decides on a part of that.
func (c *Call) ForkReceiver(when *Unknown) (Value, error) {
	if IsFrozen(c.Self) && c.HasTrait(trait.ChangesReceiver) {
		return nil, c.FrozenError(c.Self)
	}
	side := func() (Value, error) {
		own := c.on(c.contentsHere(c.Self))
		if c.HasTrait(trait.ChangesReceiver) {
			c.Changing(c.Self)
			contentsOf(c.Self).Write(contentsOf(own.Self).Read())
			own.Self = c.Self
		}
		return own.runBuiltin(c.method.builtin)
	}
	return c.fork(when, side, side)
}

// possibleInArgument returns the place of an argument with a part that may be there, for a method
// that looks at the parts, and the condition that decides on it; nil if there is none.
func (m *meter) possibleInArgument(c *Call) (arg int, when *Unknown) {
	if !m.in.guards.Load() || c.HasTrait(trait.Opaque|trait.Adds) {
		return 0, nil
	}
	for i, v := range c.Args {
		if _, ok := v.(*Hash); ok {
			continue
		}
		if when := m.Possible(v); when != nil {
			return i, when
		}
	}
	return 0, nil
}

// forkInArgument runs a method on both branches of the condition that decides on a part of its
// i-th argument.
func (c *Call) forkInArgument(i int, when *Unknown) (Value, error) {
	side := func() (Value, error) {
		own := c.with(slices.Clone(c.Args)...)
		own.Args[i] = c.contentsHere(own.Args[i])
		return own.runBuiltin(c.method.builtin)
	}
	return c.fork(when, side, side)
}

// spreadUnknown adds the pairs of `**u`: those of both hashes, or nils, that a condition
// picks from, or else of an unknown hash.
func (t *Thread) spreadUnknown(h *Hash, u *Unknown) {
	when, yes, no, ok := u.Choice()
	a, isHash := pairsOf(yes)
	b, both := pairsOf(no)
	if !ok || !isHash || !both {
		t.MergeUnknown(h, u)
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

// ChargeUnknown charges a pair of a hash of which u is the key or value.
func (m *meter) ChargeUnknown(u *Unknown) {
	m.ChargeMemory(limits.SizeUnknown + limits.SizePair + limits.SizeIndex + len(u.Operand()))
}

// MergeUnknown adds the pairs of an unknown hash: any key may be another one's
// value then.
func (m *meter) MergeUnknown(h *Hash, u *Unknown) {
	m.ChargeUnknown(u)
	key := &Unknown{Node: symbolic.New(symbolic.Term{Text: "**" + u.Operand(), Ambiguous: u.Ambiguous()}, u.Pos), isSplat: true}
	h.Set(key, u)
}

// What `each` yields under a condition: `yield :b if Settings.b?` makes :b an element that
// may be there. Methods that treat each element by itself run under the condition too, and
// their list notes it. Those that go by what came before run on the list of all elements.

const (
	maxGathered   = 256    // elements that are there for sure, of a list that may be endless
	gatherSteps   = 20_000 // to gather them
	gatherNesting = 20     // enumerators over enumerators
)

// errGathering ends the gathering of elements.
var errGathering = errors.New("gathering ends")

// gathered returns the elements of the receiver, if there are some that may be there. The
// host is not asked for anything meanwhile: nil where the receiver's each does, and where
// it does not end soon.
func (c *Call) gathered() *Array {
	t := c.Thread
	if _, ok := c.Self.(*Object); !ok || t.Request || t.decide != nil || c.Block == nil && c.HasTrait(trait.Enumerates) || !t.mayYieldUnder(c.Self, gatherNesting) {
		return nil
	}
	defer func(limit int, outer bool, recovery *recovery, asked *Unknown) {
		t.Limits.Steps, t.gathering, t.recovery, t.undecided = limit, outer, recovery, asked
	}(t.Limits.Steps, t.gathering, t.recovery, t.undecided)
	t.Limits.Steps = min(t.Limits.Steps, t.Used.Steps+gatherSteps)
	t.gathering, t.recovery = true, nil

	n, out, certain := len(t.pathCond), t.NewArrayCap(0), true
	t.openJournal()
	note := t.Noting(out)
	err := t.Each(c.Self, func(v Value) error {
		note()
		certain = certain && len(t.pathCond) == n
		if certain && len(out.Elems) >= maxGathered {
			return errGathering
		}
		return t.Push(out, v)
	})
	t.abandon(n)
	if err == nil && t.HasGuards(out.Elems) {
		t.closeJournal()
		return out
	}
	t.dropJournal()
	return nil
}

// ofGathered is the result of the method on the list of the receiver's elements.
func (c *Call) ofGathered(list *Array) (Value, error) {
	v, err := c.Thread.Send(list, c.Name, c.Args, c.Keywords, c.Block, c.Pos)
	if v == Value(list) {
		v = c.Self
	}
	return v, err
}

// mayYieldUnder reports whether `each` of v may yield under a condition.
func (m *meter) mayYieldUnder(v Value, nesting int) bool {
	switch v := v.(type) {
	case *Array:
		return m.HasGuards(v.Elems)
	case *Hash:
		return v.HasGuards
	case *Object:
		if d, ok := v.Data.(Data); ok {
			if from, ok := d.Yields(); ok {
				return from == nil || nesting == 0 || m.mayYieldUnder(from, nesting-1)
			}
		}
		method := m.FindMethod(v, "each")
		return method != nil && method.builtin == nil
	}
	return false
}

// Noting returns what a loop that adds to a list calls before it does: what it adds under
// a condition of the loop may be there.
func (p *paths) Noting(out *Array) func() { return p.notingIn(listCell{out}) }

// NotingPairs is [Thread.Noting] of a hash.
func (p *paths) NotingPairs(out *Hash) func() { return p.notingIn(hashCell{out}) }

func (p *paths) notingIn(out cell) func() {
	n := len(p.pathCond)
	return func() {
		if len(p.pathCond) > n {
			p.save(out)
		}
	}
}

// PathDepth returns how many undecided conditions the running code is under.
func (p *paths) PathDepth() int { return len(p.pathCond) }

// TestSince makes the result of a method unknown where there are more conditions than n.
func (p *paths) TestSince(n int) {
	if len(p.pathCond) > n && p.undecided == nil {
		p.undecided = p.pathCond[n].u
	}
}

// StoreUnknown prepares a hash for a new pair: where only the application knows the key, each
// value may be replaced.
func (t *Thread) StoreUnknown(h *Hash, key, v Value) {
	u := UnknownScalar(key)
	if u == nil || u.isSplat || h.Len() == 0 {
		return
	}
	if _, there := t.Get(h, key); there {
		return
	}
	t.Changing(h)
	for i, k := range h.Keys {
		same := t.SameName(key, k)
		if yes, known := t.TruthOf(same); known && !yes {
			continue
		}
		h.Vals[i] = t.Merge(same, v, h.Vals[i])
	}
}
