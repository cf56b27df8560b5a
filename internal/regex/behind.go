package regex

import "slices"

// A behindWay is what a look-behind looks for that many characters before.
type behindWay struct {
	width int
	node  node
}

// maxBehindWays bounds them.
const maxBehindWays = 256

// behindWays lists the alternatives of a look-behind, each of one width. A width is that of the characters in the text: under i, `ss` is also
// one ß.
func behindWays(n node) []behindWay {
	var ways []behindWay
	alts := []node{n}
	if alt, ok := n.(*altNode); ok {
		alts = alt.subs
	}
	for _, a := range alts {
		for _, v := range sameWidths(a) {
			w, _ := width(v)
			ways = append(ways, behindWay{w, v})
		}
	}
	return ways
}

// sameWidths writes n in as many ways as its folds have widths.
func sameWidths(n node) []node {
	switch n := n.(type) {
	case *foldNode:
		var out []node
		for _, seq := range n.alts {
			i := slices.IndexFunc(out, func(o node) bool { return o.(*foldNode).width == len(seq) })
			if i < 0 {
				out, i = append(out, &foldNode{width: len(seq)}), len(out)
			}
			out[i].(*foldNode).alts = append(out[i].(*foldNode).alts, seq)
		}
		return out
	case *catNode:
		out := []node{&catNode{}}
		for _, s := range n.subs {
			var next []node
			for _, head := range out {
				for _, v := range sameWidths(s) {
					next = append(next, &catNode{append(slices.Clip(head.(*catNode).subs), v)})
				}
			}
			if out = next; len(out) > maxBehindWays {
				return []node{n}
			}
		}
		return out
	case *groupNode:
		var out []node
		for _, v := range sameWidths(n.sub) {
			g := *n
			g.sub = v
			out = append(out, &g)
		}
		return out
	}
	return []node{n}
}
