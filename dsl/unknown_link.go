package dsl

// Lists and hashes of which a condition picks one.

// links tie a list or hash that stands for two, of which a condition picks one, to these:
// what changes it changes one of them, and the other way round.
type links struct {
	when    *Unknown
	yes, no Value
	depth   int
	joined  []Value // those that stand for this one and another
}

// maxLinks bounds lists that stand for lists that stand for lists, and those that stand
// for one; where there are more, it is just unknown which one it is.
const maxLinks = 100

func linksOf(v Value) *links {
	var l *links
	switch v := v.(type) {
	case *Array:
		l = v.links
	case *Hash:
		l = v.links
	}
	return l
}

func (t *Thread) joinedList(when *Unknown, a, b *Array) Value {
	out := t.chooseList(when, a, b)
	l := t.link(when, a, b, out)
	if out.links = l; l == nil {
		return t.newChoice(when, a, b)
	}
	return out
}

func (t *Thread) joinedPairs(when *Unknown, a, b *Hash) Value {
	out := t.choosePairs(when, a, b)
	l := t.link(when, a, b, out)
	if out.links = l; l == nil {
		return t.newChoice(when, a, b)
	}
	return out
}

// link ties out to a and b; it returns nil if there are too many.
func (t *Thread) link(when *Unknown, a, b, out Value) *links {
	l := &links{when: when, yes: a, no: b, depth: 1}
	for _, v := range []Value{a, b} {
		if own := linksOf(v); own != nil {
			l.depth = max(l.depth, own.depth+1)
			if len(own.joined) >= maxLinks {
				return nil
			}
		}
	}
	if l.depth > maxLinks {
		return nil
	}
	t.grow(sizeArray)
	addJoined(a, out)
	addJoined(b, out)
	return l
}

// addJoined notes that out stands for v too. What is frozen never changes, and threads
// may share it.
func addJoined(v, out Value) {
	if isFrozen(v) {
		return
	}
	l := linksOf(v)
	if l == nil {
		l = &links{}
		switch v := v.(type) {
		case *Array:
			v.links = l
		case *Hash:
			v.links = l
		}
	}
	l.joined = append(l.joined, out)
}

// changeLinked runs a method that changes a list or hash which others stand for, or which
// stands for one of two.
func (t *Thread) changeLinked(l *links, b *builtin, c *Call) (v Value, err error) {
	if l.when == nil || isFrozen(c.Self) {
		v, err = t.runBuiltinHere(b, c)
	} else {
		v, err = t.changeEither(l, c)
	}
	if isLimit(err) {
		return nil, err
	}
	t.rejoinOne(c.Self)
	t.rejoin(l)
	return v, err
}

// changeEither runs a method on the one of two that its receiver stands for.
func (t *Thread) changeEither(l *links, c *Call) (Value, error) {
	self := true
	run := func(side Value) func() (Value, error) {
		return func() (Value, error) {
			own := *c
			own.Self = side
			v, err := t.run(c.method, &own)
			self = self && v == side
			return v, err
		}
	}
	v, err := t.fork(l.when, run(l.yes), run(l.no))
	if err == nil && self {
		v = c.Self
	}
	return v, err
}

// rejoin brings what stands for a changed list or hash up to date.
func (t *Thread) rejoin(l *links) {
	for _, v := range l.joined {
		t.rejoinOne(v)
	}
}

func (t *Thread) rejoinOne(v Value) {
	l := linksOf(v)
	if isFrozen(v) || l == nil || l.when == nil {
		return
	}
	t.Changing(v)
	switch v := v.(type) {
	case *Array:
		v.Elems = t.chooseList(l.when, t.listWhere(l.when, l.yes.(*Array)), t.listWhere(l.when.not(), l.no.(*Array))).Elems
	case *Hash:
		v.assign(t.choosePairs(l.when, t.pairsWhere(l.when, l.yes.(*Hash)), t.pairsWhere(l.when.not(), l.no.(*Hash))))
	}
	t.rejoin(l)
}

// listWhere is a list as code sees it where a condition holds.
func (t *Thread) listWhere(when *Unknown, list *Array) *Array {
	if possibleIn(list.Elems) < 0 {
		return list
	}
	out := t.listOfRoom(len(list.Elems))
	for _, v := range list.Elems {
		if v, there := t.elementWhere(when, v); there {
			out.Elems = append(out.Elems, v)
		}
	}
	return out
}

func (t *Thread) pairsWhere(when *Unknown, h *Hash) *Hash {
	if possibleIn(h.vals) < 0 {
		return h
	}
	out := t.cloneHash(h)
	for i, key := range h.keys {
		if v, there := t.elementWhere(when, h.vals[i]); there {
			out.Set(key, v)
		} else {
			out.Delete(key)
		}
	}
	return out
}

// elementWhere is an element as code sees it where a condition holds.
func (t *Thread) elementWhere(when *Unknown, v Value) (_ Value, there bool) {
	u, ok := v.(*Unknown)
	if !ok || u.form.element == nil || u.form.list {
		return v, true
	}
	n := len(t.held)
	t.hold(when, nil)
	yes, known := t.truth(u.form.element.when)
	t.release(n)
	if known && yes {
		return u.form.element.yes, true
	}
	return v, !known
}
