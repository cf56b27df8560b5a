// Package code answers from its syntax what a piece of Ruby may do, without running it: which
// names it mentions, what it assigns, whether it may leave the code around. That a file of an
// application says nothing of a setting is seen so before any of it is run.
//
// The functions of this package know neither values nor files. Those of text.go look at text
// that is not parsed: most files of an application never are.
package code

import (
	"slices"
	"strings"

	"signalbox/grammar"
)

// EachClass calls f for the classes and modules in a list of statements that have a body, with the
// heads of those around each, itself last: classes without their superclass.
func EachClass(list *grammar.Stmts, around []grammar.Expr, f func(around []grammar.Expr, x grammar.Expr)) {
	if list == nil {
		return
	}
	for _, x := range list.List {
		body := BodyOf(x)
		if body == nil {
			continue
		}
		head := x
		if c, ok := x.(*grammar.Class); ok {
			plain := *c
			plain.Super, head = nil, &plain
		}
		inner := append(slices.Clone(around), head)
		f(inner, x)
		EachClass(body.Stmts, inner, f)
	}
}

// PathOf returns the full name of a constant that is defined within some classes and modules:
// Shop::Cart for Cart in `module Shop`.
func PathOf(around []grammar.Expr, name *grammar.Const) string {
	written := grammar.String(name)
	if top, ok := strings.CutPrefix(written, "::"); ok {
		return top
	}
	return JoinName(Path(around), written)
}

// Path returns the full name of the last of some classes and modules, each in the one before.
func Path(around []grammar.Expr) string {
	for i, x := range slices.Backward(around) {
		switch x := x.(type) {
		case *grammar.Class:
			return PathOf(around[:i], x.Name)
		case *grammar.Module:
			return PathOf(around[:i], x.Name)
		}
	}
	return ""
}

// Any reports whether is holds for a node in a piece of code.
func Any(x grammar.Node, is func(grammar.Node) bool) bool {
	found := false
	grammar.Inspect(x, func(n grammar.Node) bool {
		found = found || is(n)
		return !found
	})
	return found
}

// AnyExpr is [Any] of expressions.
func AnyExpr(x grammar.Node, is func(grammar.Expr) bool) bool {
	return Any(x, func(n grammar.Node) bool {
		x, ok := n.(grammar.Expr)
		return ok && is(x)
	})
}

// AddPlaces adds the positions of the calls in a piece of code.
func AddPlaces(places map[grammar.Pos]bool, x grammar.Node) {
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Call:
			places[n.Pos] = true
		case *grammar.Index:
			places[n.Pos] = true
		}
	})
}

// BodyOf returns the body of a class or module; nil for other code.
func BodyOf(x grammar.Expr) *grammar.Body {
	switch x := x.(type) {
	case *grammar.Class:
		return x.Body
	case *grammar.Module:
		return x.Body
	}
	return nil
}
