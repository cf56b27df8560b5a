package regex

import (
	"slices"
	"strconv"
)

// resolve numbers the groups, points references at them, and refuses what Ruby refuses only after reading the whole pattern.
func (p *parser) resolve(root node) error {
	named := len(p.names) > 0
	next := 0
	p.root, p.byName = root, make(map[string][]int)
	for i, g := range p.groups {
		g.number = i
		if named && g.name == "" {
			continue
		}
		next++
		g.index = next
		if g.name != "" {
			p.byName[g.name] = append(p.byName[g.name], next)
		}
	}
	p.numGroups = next
	each := func(check func(node, bool) error) (err error) {
		walk(root, func(n node) {
			if err == nil {
				err = check(n, named)
			}
		})
		return err
	}
	if err := each(p.checkNumbered); err != nil {
		return err
	}
	if err := each(p.resolveCall); err != nil {
		return err
	}
	if err := p.checkRecursion(); err != nil {
		return err
	}
	if err := each(p.resolveNode); err != nil {
		return err
	}
	return p.checkCalls()
}

// checkNumbered points back-references at their groups, as far as they are there, and refuses a number where groups have names.
func (p *parser) checkNumbered(n node, named bool) error {
	b, ok := n.(*backrefNode)
	if !ok {
		return nil
	}
	if named && b.ref.name == "" {
		return p.fail("numbered backref/call is not allowed. (use name)")
	}
	b.groups, _ = p.lookup(b.ref, named)
	for _, g := range p.groups {
		if slices.Contains(b.groups, g.index) {
			b.targets, g.referred = append(b.targets, g), true
			p.selfish = p.selfish || within(b, g)
		}
	}
	return nil
}

// resolveNode points a reference at its groups.
func (p *parser) resolveNode(n node, named bool) error {
	switch n := n.(type) {
	case *backrefNode:
		_, err := p.lookup(n.ref, named)
		return err
	case *condNode:
		groups, err := p.lookup(n.ref, named)
		n.groups = groups
		for _, g := range p.groups {
			p.selfish = p.selfish || slices.Contains(groups, g.index) && within(n, g)
		}
		return err
	case *lookNode:
		if n.behind && !validBehind(n.sub, n.not, true) {
			return p.fail("invalid pattern in look-behind")
		}
	}
	return nil
}

// within tells whether n stands in a group.
func within(n node, g *groupNode) (yes bool) {
	walk(g, func(inner node) { yes = yes || inner == n })
	return yes
}

// number gives the absolute number of a numeric reference.
func (r groupRef) number() int {
	if r.relative && r.num < 0 {
		return r.before + 1 + r.num
	}
	if r.relative {
		return r.before + r.num
	}
	return r.num
}

// named refuses a name that no group before has.
func (p *parser) named(r groupRef) error {
	if r.name != "" && !slices.Contains(p.names, r.name) {
		return p.fail("undefined name <" + r.name + "> reference")
	}
	return nil
}

// lookup gives the groups that a reference is to: those of a name that begin before it.
func (p *parser) lookup(r groupRef, named bool) ([]int, error) {
	if r.name != "" {
		var before []int
		for _, g := range p.groups[:r.before] {
			if g.name == r.name {
				before = append(before, g.index)
			}
		}
		return before, nil
	}
	if named {
		return nil, p.fail("numbered backref/call is not allowed. (use name)")
	}
	n := r.number()
	if n < 1 || n > p.numGroups {
		return nil, p.fail("invalid backref number/name")
	}
	return []int{n}, nil
}

// resolveCall points a call at its group.
func (p *parser) resolveCall(any node, named bool) error {
	n, ok := any.(*callNode)
	if !ok {
		return nil
	}
	if n.ref.name == "" && !n.ref.relative && n.ref.num == 0 {
		if p.whole == nil {
			p.whole = &groupNode{referred: true}
		}
		n.target = p.whole
		return nil
	}
	if n.ref.name == "" && !named && (n.ref.number() < 1 || n.ref.number() > p.numGroups) {
		return p.fail("undefined group <" + strconv.Itoa(n.ref.num) + "> reference")
	}
	groups := []int{n.ref.number()}
	switch {
	case n.ref.name != "":
		if groups = p.byName[n.ref.name]; groups == nil {
			return p.fail("undefined name <" + n.ref.name + "> reference")
		}
	case named:
		return p.fail("numbered backref/call is not allowed. (use name)")
	}
	if len(groups) > 1 {
		return p.fail("multiplex definition name <" + n.ref.name + "> call")
	}
	for _, g := range p.groups {
		if g.index == groups[0] {
			n.target, g.called, g.referred = g, true, true
		}
	}
	return nil
}

// checkCalls refuses patterns that calls blow up: each that is not recursive is written out when the pattern is compiled.
func (p *parser) checkCalls() error {
	const maxNodes = 50_000
	size := make(map[*groupNode]int)
	var count func(node) (int, error)
	count = func(n node) (int, error) {
		total := 1
		if c, ok := n.(*callNode); ok {
			n = c.target
		}
		g, isGroup := n.(*groupNode)
		if isGroup {
			if s, ok := size[g]; ok {
				return s, nil
			}
			if g.recursive {
				size[g] = 1
			}
		}
		for _, c := range children(n) {
			s, err := count(c)
			if err != nil {
				return 0, err
			}
			if total += s; total > maxNodes {
				return 0, &LimitError{"too large a pattern: more than 50000 parts"}
			}
		}
		if isGroup {
			size[g] = total
		}
		return total, nil
	}
	_, err := count(p.root)
	return err
}

// validBehind tells whether Onigmo accepts n in a look-behind: a fixed number of characters, but for alternatives at the top.
func validBehind(n node, not, top bool) bool {
	if alt, ok := n.(*altNode); ok && top {
		for _, s := range alt.subs {
			if !validBehind(s, not, false) {
				return false
			}
		}
		return true
	}
	ok := true
	walk(n, func(n node) {
		switch n := n.(type) {
		case *atomicNode, *backrefNode, *condNode:
			ok = false
		case *groupNode:
			ok = ok && !(not && n.index > 0)
		case *lookNode:
			ok = ok && n.behind
		case *repNode:
			ok = ok && n.kind != possessive
		}
	})
	if !ok {
		return false
	}
	_, fixed := width(n)
	return fixed
}

// width gives the number of characters n matches, if it is always the same.
func width(n node) (int, bool) {
	switch n := n.(type) {
	case *setNode, *charNode:
		return 1, true
	case *foldNode:
		return n.width, true
	case *catNode:
		total := 0
		for _, s := range n.subs {
			w, ok := width(s)
			if !ok {
				return 0, false
			}
			total += w
		}
		return total, true
	case *altNode:
		first, ok := width(n.subs[0])
		for _, s := range n.subs[1:] {
			w, same := width(s)
			ok = ok && same && w == first
		}
		return first, ok
	case *repNode:
		w, ok := width(n.sub)
		return w * n.min, ok && n.min == n.max
	case *groupNode:
		return width(n.sub)
	case *callNode:
		// The called group may hold calls itself; its width is only known once calls are resolved, so it is refused.
		return 0, false
	case *assertNode, *lookNode, *keepNode:
		return 0, true
	}
	return 0, false
}
