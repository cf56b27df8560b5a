package regex

import (
	"slices"
	"unicode/utf8"
)

// info is what is known of a node wherever it stands.
type info struct {
	first bytesAt // what its matches that aren't empty begin with
	empty bool    // it may match nothing
	min   int     // bytes of its shortest match
	size  int     // about how many instructions it takes
}

const maxMin = 1 << 20 // min and size grow no further

func (c *compiler) info(n node) info {
	i, ok := c.infos[n]
	if !ok {
		c.infos[n] = info{first: anything, empty: true} // what a group that calls itself sees
		i = c.infoOf(n)
		i.min, i.size = min(i.min, maxMin), min(i.size, maxMin)
		c.infos[n] = i
	}
	return i
}

func (c *compiler) infoOf(n node) info {
	switch n := n.(type) {
	case *setNode:
		class := c.class(n)
		width := 1
		if len(n.set) > 0 && n.set[0] >= utf8.RuneSelf {
			width = utf8.RuneLen(n.set[0])
		}
		return info{class.lead, false, width, 1}
	case *foldNode:
		return c.foldInfo(n)
	case *catNode:
		return c.catInfo(n.subs)
	case *altNode:
		return c.altInfo(n.subs)
	case *condNode:
		return c.altInfo([]node{n.yes, n.no})
	case *repNode:
		i := c.info(n.sub)
		i.empty = i.empty || n.min == 0
		i.min, i.size = i.min*n.min, (i.size+1)*max(n.min, n.max, 1)
		return i
	case *groupNode:
		i := c.info(n.sub)
		i.size += 2
		return i
	case *atomicNode:
		return c.info(n.sub)
	case *callNode:
		return c.info(n.target)
	case *lookNode:
		return info{empty: true, size: 2 + c.info(n.sub).size}
	case *backrefNode:
		return c.backrefInfo(n)
	case *absentNode:
		return info{first: anything, empty: true, size: 3 + c.info(n.sub).size}
	}
	return info{empty: true, size: 1}
}

func (c *compiler) foldInfo(n *foldNode) info {
	i := info{min: maxMin}
	for _, seq := range n.alts {
		alt := info{}
		for j, s := range seq {
			one := c.infoOf(&setNode{set: s})
			if j == 0 {
				alt.first = one.first
			}
			alt.min += one.min
			alt.size++
		}
		i.first = i.first.or(alt.first)
		i.min, i.size = min(i.min, alt.min), i.size+alt.size+1
	}
	return i
}

func (c *compiler) catInfo(subs []node) info {
	i := info{empty: true}
	for _, s := range subs {
		one := c.info(s)
		if i.empty {
			i.first = i.first.or(one.first)
		}
		i.empty = i.empty && one.empty
		i.min, i.size = i.min+one.min, i.size+one.size
	}
	return i
}

func (c *compiler) altInfo(subs []node) info {
	i := info{min: maxMin}
	for _, s := range subs {
		one := c.info(s)
		i.first, i.empty = i.first.or(one.first), i.empty || one.empty
		i.min, i.size = min(i.min, one.min), i.size+one.size+1
	}
	return i
}

// backrefInfo: a group that can't be empty is not empty when it is referred to.
func (c *compiler) backrefInfo(n *backrefNode) info {
	i := info{first: anything, size: 1}
	for _, g := range n.targets {
		i.empty = i.empty || c.info(g).empty
	}
	return i
}

// hasGroups tells whether a group captures when n matches; those in look-ahead do not count, as in Onigmo.
func hasGroups(n node) bool {
	switch n := n.(type) {
	case *groupNode:
		return n.index > 0 || hasGroups(n.sub)
	case *callNode:
		return true
	case *lookNode:
		return false
	case *repNode:
		return n.max != 0 && hasGroups(n.sub)
	}
	return slices.ContainsFunc(children(n), hasGroups)
}

// leavesMarks tells whether a match of n can be seen later otherwise than by where it ends.
func leavesMarks(n node) (yes bool) {
	walk(n, func(n node) {
		switch n := n.(type) {
		case *groupNode:
			yes = yes || n.index > 0
		case *callNode, *keepNode:
			yes = true
		}
	})
	return yes
}

// groupsIn lists the groups that may capture when n matches.
func groupsIn(n node) []int32 {
	var list []int32
	seen := map[*groupNode]bool{}
	var visit func(node)
	visit = func(n node) {
		walk(n, func(n node) {
			g, ok := n.(*groupNode)
			if call, is := n.(*callNode); is {
				g, ok = call.target, true
			}
			if !ok || seen[g] {
				return
			}
			seen[g] = true
			if g.index > 0 && !slices.Contains(list, int32(g.index)) {
				list = append(list, int32(g.index))
			}
			if _, called := n.(*callNode); called {
				visit(g.sub)
			}
		})
	}
	visit(n)
	return list
}
