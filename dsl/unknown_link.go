package dsl

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

func linksOf(v Value) *links {
	switch v := v.(type) {
	case *Array:
		return v.links
	case *Hash:
		return v.links
	}
	return nil
}

func setLinks(v Value, l *links) {
	switch v := v.(type) {
	case *Array:
		v.links = l
	case *Hash:
		v.links = l
	}
}

// linked ties out, which holds what yes and no do, to these. Where too many are tied, the
// result is a choice that holds nothing itself.
func (t *Thread) linked(when *Unknown, yes, no, out Value) Value {
	sides := []Value{yes, no}
	l := &links{choice: choice{when, yes, no, 1}}
	for _, v := range sides {
		if own := linksOf(v); own != nil {
			l.depth = max(l.depth, own.depth+1)
			if len(own.joined) >= maxLinks {
				return t.newChoice(when, yes, no)
			}
		}
	}
	if l.depth > maxLinks {
		return t.newChoice(when, yes, no)
	}
	t.grow(sizeArray)
	setLinks(out, l)
	for _, v := range sides {
		addJoined(v, out)
	}
	return out
}

// addJoined records that out stands for v too. What is frozen never changes, and threads
// may share it.
func addJoined(v, out Value) {
	if isFrozen(v) {
		return
	}
	l := linksOf(v)
	if l == nil {
		l = &links{}
		setLinks(v, l)
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
	t.rejoin(c.Self)
	return v, err
}

// changeEither runs a method on the one of two that its receiver stands for.
func (t *Thread) changeEither(l *links, c *Call) (Value, error) {
	self := true
	v, err := t.forkChoice(&l.choice, func(side Value) (Value, error) {
		v, err := t.run(c.method, c.on(side))
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
		if isFrozen(v) {
			return
		}
		c := contentsOf(v)
		t.save(c)
		c.write(c.join(t, l.when, t.contentsWhere(l.when, l.yes), t.contentsWhere(l.when.Not(), l.no)))
	}
	for _, out := range l.joined {
		t.rejoin(out)
	}
}

// contentsWhere returns a list or hash as code sees it where a condition holds.
func (t *Thread) contentsWhere(when *Unknown, v Value) Value {
	n := len(t.pathCond)
	t.assume(when, nil)
	defer t.retract(n)
	switch v := v.(type) {
	case *Array:
		if possibleIn(v.Elems) < 0 {
			return v
		}
		out := t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			if e, there := t.elementHere(e); there {
				out.Elems = append(out.Elems, e)
			}
		}
		return out
	case *Hash:
		if possibleIn(v.vals) < 0 {
			return v
		}
		out := t.cloneHash(v)
		for i, key := range v.keys {
			if e, there := t.elementHere(v.vals[i]); there {
				out.Set(key, e)
			} else {
				out.Delete(key)
			}
		}
		return out
	}
	return v
}

// elementHere returns an element as the running code sees it: without its guard where the
// path condition decides that; there is false if it decides that the element is missing.
func (t *Thread) elementHere(v Value) (_ Value, there bool) {
	k := guardOf(v)
	if k == nil || v.(*Unknown).isSplat {
		return v, true
	}
	yes, known := t.truth(k.when)
	if known && yes {
		return k.yes, true
	}
	return v, !known
}
