package code

import (
	"slices"

	"signalbox/grammar"
)

// Statements that may leave the code they stand in: `return` a file, and `next` the block.
// What stands behind them depends on them.

// MayLeave reports whether a statement may end the file or the block that it stands in.
func MayLeave(x grammar.Node) bool { return leaves(x, false) }

// leaves is [MayLeave]; of code within a loop or a block that the statement has, where `next`
// does not leave the code around, inner is true.
func leaves(x grammar.Node, inner bool) bool {
	found := false
	grammar.Inspect(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Def, *grammar.Lambda, *grammar.Class, *grammar.Module, *grammar.SingletonClass:
			return false
		case *grammar.Block, *grammar.While, *grammar.For:
			if !inner {
				found = found || leaves(n, true)
				return false
			}
		case *grammar.Call:
			if n.Block != nil && ownReturn[n.Name] {
				return false
			}
		case *grammar.Jump:
			found = found || n.Kind == grammar.Return || n.Kind == grammar.Next && !inner
		}
		return !found
	})
	return found
}

// ownReturn are the methods of whose block `return` leaves no more than the block.
var ownReturn = map[string]bool{"lambda": true, "define_method": true, "define_singleton_method": true}

// Nested returns statements with what stands behind one that may leave inside of a condition,
// the last of them:
//
//	return if a?             unless a?
//	b                          b
//	                         end
//
// What is certain to be left is not there.
func Nested(list []grammar.Expr) []grammar.Expr {
	before, rest := UntilLeft(list)
	if rest == nil {
		return before
	}
	return append(before, rest)
}

// UntilLeft is [Nested] with the condition apart; nil if there is none.
func UntilLeft(list []grammar.Expr) (before []grammar.Expr, rest *grammar.If) {
	at := slices.IndexFunc(list, func(x grammar.Expr) bool { return MayLeave(x) })
	if at < 0 {
		return list, nil
	}
	before, x := list[:at:at], list[at]
	switch {
	case isLeaving(x):
		return before, nil
	case at == len(list)-1:
		return list, nil
	}
	return before, unlessLeft(x, &grammar.Stmts{Pos: x.Start(), List: Nested(list[at+1:])})
}

// isLeaving reports whether a statement does nothing else than to leave.
func isLeaving(x grammar.Expr) bool {
	j, ok := x.(*grammar.Jump)
	return ok && (j.Kind == grammar.Return || j.Kind == grammar.Next)
}

// unlessLeft is a statement that may leave with what stands behind it.
func unlessLeft(x grammar.Expr, rest *grammar.Stmts) *grammar.If {
	switch x := x.(type) {
	case *grammar.If:
		own := *x
		switch then, otherwise := endsLeaving(x.Then), endsLeaving(x.Else); {
		case MayLeave(x.Cond):
		case then && !stmtsMayLeave(x.Else):
			own.Then, own.Else = withoutLast(x.Then), joined(x.Else, rest)
			return &own
		case otherwise && !stmtsMayLeave(x.Then):
			own.Then, own.Else = joined(x.Then, rest), withoutLast(x.Else)
			return &own
		}
	case *grammar.And:
		if isLeaving(x.R) && !MayLeave(x.L) {
			return &grammar.If{Pos: x.Pos, Unless: true, Cond: x.L, Then: rest}
		}
	case *grammar.Or:
		if isLeaving(x.R) && !MayLeave(x.L) {
			return &grammar.If{Pos: x.Pos, Cond: x.L, Then: rest}
		}
	}
	pos := x.Start()
	arrives := &grammar.Stmts{Pos: pos, List: []grammar.Expr{x, &grammar.Bool{Pos: pos, Value: true}}}
	return &grammar.If{Pos: pos, Cond: &grammar.Paren{Pos: pos, Stmts: arrives}, Then: rest}
}

func stmtsMayLeave(list *grammar.Stmts) bool { return list != nil && MayLeave(list) }

// endsLeaving reports whether statements leave at their end, and nowhere else.
func endsLeaving(list *grammar.Stmts) bool {
	if list == nil || len(list.List) == 0 {
		return false
	}
	last := len(list.List) - 1
	return isLeaving(list.List[last]) && !slices.ContainsFunc(list.List[:last], func(x grammar.Expr) bool { return MayLeave(x) })
}

func withoutLast(list *grammar.Stmts) *grammar.Stmts {
	return &grammar.Stmts{Pos: list.Pos, List: list.List[:len(list.List)-1]}
}

func joined(list, more *grammar.Stmts) *grammar.Stmts {
	if list == nil {
		return more
	}
	return &grammar.Stmts{Pos: list.Pos, List: slices.Concat(list.List, more.List)}
}
