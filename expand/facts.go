package expand

import (
	"maps"
	"slices"

	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/grammar"
)

// What syntax trees name, whatever else there is in the application. It is found out once, and
// kept for further tables as long as they ask for it.

// namesIn returns what a piece of code names, see code.AddNames.
func (s *sources) namesIn(n grammar.Node) []string {
	return files.Fact(s.memo, n, func(n grammar.Node) []string {
		names := map[string]bool{}
		code.AddNames(names, n)
		return slices.Collect(maps.Keys(names))
	})
}

// methodsIn returns the methods of a file that have a body.
func (s *sources) methodsIn(file *grammar.File) []*grammar.Def {
	return files.Fact(s.memo, file, func(file *grammar.File) (list []*grammar.Def) {
		grammar.Walk(file, func(n grammar.Node) {
			if d, ok := n.(*grammar.Def); ok && d.Body != nil {
				list = append(list, d)
			}
		})
		return list
	})
}

// A stmtFacts is what a statement says outside of the lists of statements in it, which follow
// it in the list that it is in.
type stmtFacts struct {
	x      grammar.Expr
	within int      // the statement that it stands in; -1 if that is none
	gives  []string // the variables and constants that it assigns
	calls  []string // the methods and constants that code.CallsAny looks for
	names  []string // see code.AddOwnNames
}

// stmtFacts returns all statements of a piece of code, those within others behind them.
func (s *sources) stmtFacts(body *grammar.Stmts) []stmtFacts {
	return files.Fact(s.memo, body, func(body *grammar.Stmts) []stmtFacts { return stmtsIn(nil, body, -1) })
}

func stmtsIn(list []stmtFacts, body *grammar.Stmts, within int) []stmtFacts {
	for _, x := range body.List {
		at := len(list)
		s := stmtFacts{x: x, within: within}
		names := map[string]bool{}
		code.AddOwnNames(names, x)
		s.names = slices.Collect(maps.Keys(names))
		var inner []*grammar.Stmts
		grammar.Inspect(x, func(n grammar.Node) bool {
			switch n := n.(type) {
			case *grammar.Stmts:
				inner = append(inner, n)
				return false
			case *grammar.Call:
				s.calls = append(s.calls, n.Name)
			case *grammar.Const:
				s.calls = append(s.calls, n.Name)
			}
			for _, target := range code.AssignedBy(n) {
				if _, call := target.(*grammar.Call); !call {
					s.gives = append(s.gives, code.NameOf(target))
				}
			}
			return true
		})
		list = append(list, s)
		for _, body := range inner {
			list = stmtsIn(list, body, at)
		}
	}
	return list
}
