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
	p.Grow(SizeArray)
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
func (t *Thread) changeLinked(l *links, b *Builtin, c *Call) (v Value, err error) {
	if l.When == nil || isFrozen(c.Self) {
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
	if l.When != nil {
		if isFrozen(v) {
			return
		}
		c := contentsOf(v)
		t.Save(c)
		c.Write(c.Join(t, l.When, t.contentsWhere(l.When, l.Yes), t.contentsWhere(l.When.Not(), l.no)))
	}
	for _, out := range l.joined {
		t.rejoin(out)
	}
}

// contentsWhere returns a list or hash as code sees it where a condition holds.
func (p *paths) contentsWhere(when *Unknown, v Value) Value {
	n := len(p.PathCond)
	p.assume(when, nil)
	defer p.retract(n)
	switch v := v.(type) {
	case *Array:
		if PossibleIn(v.Elems) < 0 {
			return v
		}
		out := p.ListOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			if e, there := p.elementHere(e); there {
				out.Elems = append(out.Elems, e)
			}
		}
		return out
	case *Hash:
		if PossibleIn(v.Vals) < 0 {
			return v
		}
		out := p.CloneHash(v)
		for i, key := range v.Keys {
			if e, there := p.elementHere(v.Vals[i]); there {
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
func (p *paths) elementHere(v Value) (_ Value, there bool) {
	k := GuardOf(v)
	if k == nil || v.(*Unknown).IsSplat {
		return v, true
	}
	yes, known := p.Implied(k.When)
	if known && yes {
		return k.Yes, true
	}
	return v, !known
}

// ---- modules that only the application knows, in the lookup order of a class

// addUnknownModule puts a module that only the application knows where add puts others:
// which methods behind it it overrides, nobody knows.
func (m *meter) addUnknownModule(k *Class, u *Unknown, add func(c, mod *Class)) {
	add(k, &Class{name: u.Text(), module: true, definitions: definitions{unknown: true}, foreign: true, stands: u})
	m.Grow(sizeClass + len(u.Text()))
}

// An override is a module that only the application knows and that stands before a method.
type override struct {
	by *Class
	m  *Method
}

// behind is a method that was found behind a module that only the application knows: where
// that has one of the name, only the application knows what a call does. Ruby's own methods
// are taken to stay, and the module's initialize to call the next.
func (m *Method) behind(by *Class) *Method {
	if by == nil || m == nil || m.Owner == nil || m.library || m.Name == "initialize" {
		return m
	}
	own := *m
	own.override = &override{by, m}
	return &own
}

func (c *Call) runOverridable(o *override) (Value, error) {
	module, question := o.by.stands, "method_defined?"
	if o.m.visibility == private {
		question = "private_method_defined?"
	}
	s := c.CallSource(&module.Node, &Call{Name: question, Args: []Value{Symbol(o.m.Name)}})
	overrides := s.unknown(c.Pos)
	here := func() (Value, error) { return c.on(c.Self).run(o.m) }
	if v, ok := c.Settled(overrides.Text()); ok && !Truthy(v) {
		return here()
	}
	return c.fork(overrides, func() (Value, error) { return c.on(c.Self).UnknownCall(false, nil) }, here)
}
