package regex

// repeat compiles a quantifier as Onigmo does, which shows where the body may be empty: see onigmoExpands.
func (c *compiler) repeat(n *repNode, k cont) cont {
	if sub := alone(n.sub); sub != n.sub {
		own := *n
		own.sub = sub
		n = &own
	}
	switch {
	case n.kind == possessive:
		return c.atomic(&repNode{sub: n.sub, min: n.min, max: n.max}, k)
	case n.max == 0:
		return k
	case n.min == 1 && n.max == 1:
		return c.node(n.sub, k)
	}
	if s, ok := n.sub.(*setNode); ok {
		return c.run(s, n, n.kind, k)
	}
	defer c.at(c.place)
	c.optional = c.optional || n.min != n.max
	empty := c.info(n.sub).empty
	checked := empty && !c.onigmoExpands(n)
	switch {
	case n.max < 0 && n.min == 1 && (!empty || checked):
		return c.star(n, empty, true, k)
	case max(n.min, n.max) > 1 && c.info(n.sub).size*max(n.min, n.max) > maxExpanded:
		return c.counted(n, empty, k)
	case n.max < 0:
		return c.copies(n, n.min, checked, k, c.star(n, empty, false, k))
	}
	return c.copies(n, n.min, checked, k, c.optionals(n, checked, k))
}

// alone takes a node out of a sequence of one.
func alone(n node) node {
	for {
		cat, ok := n.(*catNode)
		if !ok || len(cat.subs) != 1 {
			return n
		}
		n = cat.subs[0]
	}
}

// onigmoExpands tells whether Onigmo writes a loop out: then an empty iteration does not end it.
func (c *compiler) onigmoExpands(n *repNode) bool {
	size := c.onigmoSize(n.sub)
	switch {
	case n.max < 0 && n.min == 1:
		return size <= onigmoExpands
	case n.max < 0:
		return size*n.min <= onigmoExpands
	}
	return n.max == 1 || n.kind == greedy && (size+5)*n.max <= onigmoExpands
}

// copies compiles n iterations before k. behind is where an empty one leads, if they are checked for it.
func (c *compiler) copies(rep *repNode, n int, checked bool, behind, k cont) cont {
	for range n {
		k = c.once(rep.sub, checked, behind, k)
	}
	return k
}

func (c *compiler) once(sub node, checked bool, behind, k cont) cont {
	outer := c.loop
	defer func() { c.loop = outer }()
	return c.iteration(sub, c.emptyLoop(sub, checked), k, behind.pc)
}

// optionals compiles the iterations of x{n,m} that may be left out: (?:x(?:x)?)?
func (c *compiler) optionals(n *repNode, checked bool, k cont) cont {
	after := k
	for range n.max - n.min {
		body := c.once(n.sub, checked, after, k)
		if n.kind == lazy {
			k = c.split(after, body)
		} else {
			k = c.split(body, after)
		}
	}
	return k
}

// run compiles a loop over one character.
func (c *compiler) run(s *setNode, n *repNode, kind repKind, k cont) cont {
	class := c.class(s)
	in := inst{op: opRun, class: class, min: int32(n.min), max: int32(n.max), kind: uint8(kind), next: k.pc}
	if !c.blind && k.first != anything {
		in.peek = &k.first
	}
	if !c.blind && kind == greedy && !k.first.meets(&class.lead) {
		in.kind = uint8(possessive) // what follows can't begin within the run
	}
	first := class.lead
	if n.min == 0 {
		first = first.or(k.first)
	}
	return cont{c.emit(in), first}
}

// star compiles an endless loop: with once, it runs at least once.
func (c *compiler) star(n *repNode, empty, once bool, k cont) cont {
	outer := c.loop
	l := c.emptyLoop(n.sub, empty)
	head := c.emit(inst{op: opSplit})
	after := c.info(n.sub).first.or(k.first)
	body := c.iteration(n.sub, l, cont{head, after}, k.pc)
	c.loop = outer
	in := &c.prog.code[head]
	if n.kind == lazy {
		in.next, in.alt = k.pc, body.pc
		c.peek(in, k.first, body.first)
	} else {
		in.next, in.alt = body.pc, k.pc
		c.peek(in, body.first, k.first)
	}
	if once {
		return body
	}
	return cont{head, after}
}

// emptyLoop begins a loop whose body may be empty; nil if it may not. What such a loop does next depends on its groups, if there are any.
func (c *compiler) emptyLoop(sub node, empty bool) *loop {
	if !empty {
		return nil
	}
	l := loop{outer: c.loop, reg: c.register()}
	if hasGroups(sub) {
		l.groups = groupsIn(sub)
		c.register() // how high the stack was
		c.enterLoop(l)
	}
	return &l
}

// iteration compiles the body of a loop before again; an empty iteration goes on behind the loop.
func (c *compiler) iteration(sub node, l *loop, again cont, behind int32) cont {
	if l == nil {
		return c.node(sub, again)
	}
	kind := uint8(1)
	if l.groups == nil {
		kind = 0
		c.enterLoop(*l)
	}
	end := c.emit(inst{op: opEmptyEnd, n: l.reg, kind: kind, next: again.pc, alt: behind})
	body := c.node(sub, cont{end, again.first})
	body.pc = c.emit(inst{op: opEmpty, n: l.reg, kind: kind, next: body.pc})
	return body
}

// enterLoop makes a loop the innermost.
func (c *compiler) enterLoop(l loop) {
	l.bits = c.memoBits(l)
	c.prog.loops = append(c.prog.loops, l)
	c.loop = int32(len(c.prog.loops) - 1)
}

// counted compiles a loop that counts.
func (c *compiler) counted(n *repNode, empty bool, k cont) cont {
	reg, limit := c.register(), n.max
	if limit < 0 {
		limit = n.min
	}
	outer := c.loop
	c.enterLoop(loop{outer: outer, counted: true, reg: reg, limit: int32(limit)})
	l := c.emptyLoop(n.sub, empty)
	again := c.info(n.sub).first.or(k.first)
	in := inst{op: opCountEnd, n: reg, kind: uint8(n.kind), min: int32(n.min), max: int32(n.max), alt: k.pc}
	end := c.emit(in)
	body := c.iteration(n.sub, l, cont{end, again}, k.pc)
	c.prog.code[end].next = body.pc
	c.loop = outer
	in.op, in.next = opCount, body.pc
	first := body.first
	if n.min == 0 {
		first = first.or(k.first)
	}
	return cont{c.emit(in), first}
}
