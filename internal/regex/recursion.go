package regex

import "slices"

// checkRecursion marks the groups that call themselves, by others too, and refuses those that always do.
func (p *parser) checkRecursion() error {
	if p.whole != nil {
		p.whole.number, p.whole.sub = len(p.groups), p.root
		p.root = p.whole
	}
	groups := p.groups
	if p.whole != nil {
		groups = append(groups[:len(groups):len(groups)], p.whole)
	}
	for _, g := range groups {
		g.recursive = g.referred && reaches(g.sub, g, map[*groupNode]bool{})
	}
	never, invalid := p.neverEnds()
	switch {
	case invalid:
		return p.fail("invalid backref number/name")
	case never:
		return p.fail("never ending recursion")
	}
	return nil
}

// reaches tells whether a match of n may begin g.
func reaches(n node, g *groupNode, seen map[*groupNode]bool) bool {
	own, ok := n.(*groupNode)
	if call, is := n.(*callNode); is {
		own, ok = call.target, true
	}
	if ok {
		if own == g {
			return true
		}
		if seen[own] {
			return false
		}
		seen[own] = true
		return reaches(own.sub, g, seen)
	}
	for _, c := range children(n) {
		if reaches(c, g, seen) {
			return true
		}
	}
	return false
}

// neverEnds tells whether some group calls itself whatever it matches, or before it has matched anything. Onigmo refuses such patterns.
func (p *parser) neverEnds() (found, invalid bool) {
	walk(p.root, func(n node) {
		if g, ok := n.(*groupNode); ok && g.recursive && !found {
			r := recursionCheck{c: newCompiler(p), root: g, active: map[*groupNode]bool{}, asked: map[*groupNode]bool{}}
			found = r.check(g.sub, true) != mayEnd
			invalid = invalid || r.invalid
		}
	})
	return found, invalid
}

// A recursionCheck looks for the calls of one group within itself.
type recursionCheck struct {
	c      *compiler
	root   *groupNode
	active map[*groupNode]bool
	asked  map[*groupNode]bool
	// invalid: a reference was met to a group that isn't there.
	invalid bool
}

type recursion int

const (
	mayEnd   recursion = iota
	neverEnd           // all ways call the group
	atOnce             // some way calls the group before anything is matched
)

// check tells how n leads to the group; head is true as long as nothing is matched before it.
func (r *recursionCheck) check(n node, head bool) recursion {
	switch n := n.(type) {
	case *catNode:
		return r.sequence(n.subs, head)
	case *altNode:
		return r.alternatives(n.subs, head)
	case *condNode:
		return r.alternatives([]node{n.yes, n.no}, head)
	case *repNode:
		got := r.check(n.sub, head)
		if got == neverEnd && n.min == 0 {
			got = mayEnd
		}
		return got
	case *callNode:
		return r.group(n.target, head)
	case *groupNode:
		return r.group(n, head)
	}
	if of := children(n); len(of) > 0 {
		return r.check(of[0], head)
	}
	return mayEnd
}

func (r *recursionCheck) group(g *groupNode, head bool) recursion {
	switch {
	case r.active[g]:
		return mayEnd
	case g == r.root && head:
		return atOnce
	case g == r.root:
		return neverEnd
	}
	r.active[g] = true
	defer delete(r.active, g)
	return r.check(g.sub, head)
}

func (r *recursionCheck) sequence(subs []node, head bool) recursion {
	got := mayEnd
	for _, s := range subs {
		one := r.check(s, head)
		if one == atOnce {
			return atOnce
		}
		got = max(got, one)
		head = head && r.empty(s)
	}
	return got
}

// empty tells whether n may match nothing. The group that is looked for counts as nothing, where it is called or referred to.
func (r *recursionCheck) empty(n node) bool {
	switch n := n.(type) {
	case *catNode:
		return !slices.ContainsFunc(n.subs, func(s node) bool { return !r.empty(s) })
	case *altNode:
		return slices.ContainsFunc(n.subs, r.empty)
	case *condNode:
		return r.empty(n.yes) || r.empty(n.no)
	case *repNode:
		return n.min == 0 || r.empty(n.sub)
	case *atomicNode:
		return r.empty(n.sub)
	case *groupNode:
		return r.emptyGroup(n)
	case *callNode:
		return r.emptyGroup(n.target)
	case *backrefNode:
		r.invalid = r.invalid || n.targets == nil
		return slices.ContainsFunc(n.targets, r.emptyGroup)
	}
	return r.c.info(n).empty
}

func (r *recursionCheck) emptyGroup(g *groupNode) bool {
	if g == r.root || r.asked[g] {
		return true
	}
	r.asked[g] = true
	defer delete(r.asked, g)
	return r.empty(g.sub)
}

func (r *recursionCheck) alternatives(subs []node, head bool) recursion {
	got := neverEnd
	for _, s := range subs {
		one := r.check(s, head)
		if one == atOnce {
			return atOnce
		}
		got = min(got, one)
	}
	return got
}
