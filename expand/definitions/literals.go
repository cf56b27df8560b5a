package definitions

import (
	"slices"

	"signalbox/grammar"
)

// What the code of a value says of who may change it.

// isLiteral tells a value that nothing decides: texts, names, numbers, and
// collections of them, frozen or not.
func isLiteral(x grammar.Expr) bool {
	ok := true
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Nil, *grammar.Bool, *grammar.Int, *grammar.Float, *grammar.Str, *grammar.Sym, *grammar.Regexp, *grammar.Array, *grammar.Hash, *grammar.Pair, *grammar.Range:
		case *grammar.Call:
			ok = ok && n.Name == "freeze" && n.Recv != nil && len(n.Args) == 0 && n.Block == nil
		default:
			ok = false
		}
	})
	return ok
}

// isFrozen reports whether a value is a literal of which nothing changes any part.
func (s *skeleton) isFrozen(x grammar.Expr) bool {
	switch x := x.(type) {
	case *grammar.Nil, *grammar.Bool, *grammar.Int, *grammar.Float, *grammar.Sym, *grammar.Regexp:
		return true
	case *grammar.Str:
		return s.d.facts(s.file).frozen
	case *grammar.Call:
		if x.Name != "freeze" || len(x.Args) > 0 || x.Block != nil {
			return false
		}
		switch of := x.Recv.(type) {
		case *grammar.Str:
			return true
		case *grammar.Array:
			return !slices.ContainsFunc(of.Elems, func(x grammar.Expr) bool { return !s.isFrozen(x) })
		case *grammar.Hash:
			return !slices.ContainsFunc(of.Pairs, func(p grammar.Pair) bool { return !s.isFrozen(p.Key) || !s.isFrozen(p.Value) })
		}
		return s.isFrozen(x.Recv)
	}
	return false
}

// isSetOnce reports whether an assignment is the only one of its file that sets the constant.
func (s *skeleton) isSetOnce(name *grammar.Const, x grammar.Expr) bool {
	if op, ok := x.(*grammar.OpAssign); ok && op.Op != "||" {
		return false
	}
	facts := s.d.facts(s.file)
	return facts.sets[name.Name] == 1 && !facts.setsByName
}

// registry tells an empty list that is not frozen: others fill it.
func registry(x grammar.Expr) bool {
	switch x := x.(type) {
	case *grammar.Array:
		return len(x.Elems) == 0
	case *grammar.Hash:
		return len(x.Pairs) == 0
	case *grammar.Call:
		_, ok := x.Recv.(*grammar.Const)
		return ok && x.Name == "new" && x.Block == nil && !frozenNew[grammar.String(x.Recv)]
	}
	return false
}

// frozenNew are the classes whose new objects nobody fills.
var frozenNew = map[string]bool{"Regexp": true, "Struct": true, "Class": true, "Range": true, "Module": true}
