package regex

import "unicode/utf8"

// onigmoSize is about how many bytes Onigmo's program for n has: see onigmoExpands.
func (c *compiler) onigmoSize(n node) int {
	switch n := n.(type) {
	case *setNode:
		return n.onigmoSize()
	case *foldNode:
		return onigmoExpands + 1
	case *catNode:
		return c.onigmoSequence(n.subs)
	case *altNode:
		size := 10 * (len(n.subs) - 1)
		for _, s := range n.subs {
			size += c.onigmoSize(s)
		}
		return size
	case *repNode:
		return c.onigmoLoop(n)
	case *groupNode:
		switch {
		case n.called:
			return 17 + c.onigmoSize(n.sub)
		case n.index == 0:
			return c.onigmoSize(n.sub)
		}
		return 6 + c.onigmoSize(n.sub)
	case *atomicNode:
		return 2 + c.onigmoSize(n.sub)
	case *lookNode:
		switch {
		case n.behind && n.not:
			return 10 + c.onigmoSize(n.sub)
		case n.behind:
			return 5 + c.onigmoSize(n.sub)
		case n.not:
			return 6 + c.onigmoSize(n.sub)
		}
		return 2 + c.onigmoSize(n.sub)
	case *backrefNode:
		return 3
	case *callNode:
		return 5
	case *condNode:
		return 7 + c.onigmoSize(n.yes) + 5 + c.onigmoSize(n.no)
	case *absentNode:
		return 7 + c.onigmoSize(n.sub)
	}
	return 1
}

// onigmoSize: a character is a text, the dot and \w are operations of their own, all else are bit sets.
func (n *setNode) onigmoSize() int {
	switch n.form {
	case charForm:
		return 1 + utf8.RuneLen(n.set[0])
	case typeForm:
		return 1
	}
	return 33
}

// onigmoSequence: characters that follow one another are one text.
func (c *compiler) onigmoSequence(subs []node) int {
	size, run := 0, 0
	flush := func() {
		switch {
		case run > 5:
			size += 5 + run
		case run > 0:
			size += 1 + run
		}
		run = 0
	}
	for _, s := range subs {
		if set, ok := s.(*setNode); ok && set.form == charForm && set.set[0] < utf8.RuneSelf {
			run++
			continue
		}
		flush()
		size += c.onigmoSize(s)
	}
	flush()
	return size
}

func (c *compiler) onigmoLoop(n *repNode) int {
	size := c.onigmoSize(n.sub)
	body := size
	if c.info(n.sub).empty {
		body += 6
	}
	switch {
	case n.kind == possessive:
		return 2 + c.onigmoLoop(&repNode{sub: n.sub, min: n.min, max: n.max})
	case n.max < 0 && n.min == 1 && size > onigmoExpands:
		return 5 + 5 + body + 5
	case n.max < 0 && (n.min <= 1 || size*n.min <= onigmoExpands):
		return size*n.min + 5 + body + 5
	case n.max == 0:
		return 0
	case n.max > 0 && n.kind == greedy && (n.max == 1 || (size+5)*n.max <= onigmoExpands):
		return size*n.min + (5+size)*(n.max-n.min)
	case n.kind == lazy && n.max == 1:
		return 10 + size
	}
	return 3 + body + 7
}
