package code

import (
	"slices"

	"signalbox/grammar"
)

// comparisons are the methods by which a text is compared, with one or with several.
var comparisons = map[string]bool{"==": true, "!=": true, "===": true, "eql?": true, "in?": true, "include?": true, "casecmp?": true}

// ComparedWith returns the texts that a node compares something with, of which is reports what
// that is: `env == "test"`, `env.in?(%w[test])`, `case env when "test"`.
func ComparedWith(n grammar.Node, is func(grammar.Expr) bool) (texts []*grammar.Str) {
	var sides []grammar.Expr
	switch n := n.(type) {
	case *grammar.Call:
		if comparisons[n.Name] && n.Recv != nil && len(n.Args) == 1 {
			sides = []grammar.Expr{n.Recv, n.Args[0]}
		}
	case *grammar.Case:
		for _, when := range n.Whens {
			sides = append(sides, when.Conds...)
		}
		sides = append(sides, n.Subject)
	}
	if !slices.ContainsFunc(sides, is) {
		return nil
	}
	for _, side := range sides {
		switch side := side.(type) {
		case *grammar.Str:
			texts = append(texts, side)
		case *grammar.Array:
			for _, e := range side.Elems {
				if s, ok := e.(*grammar.Str); ok {
					texts = append(texts, s)
				}
			}
		}
	}
	return texts
}
