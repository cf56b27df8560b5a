package code

import (
	"slices"
	"strings"

	"signalbox/grammar"
)

// LastName returns the last part of the name of a constant: `C` of `A::B::C`.
func LastName(path string) string { return path[strings.LastIndexByte(path, ':')+1:] }

// MentionsAny reports whether a piece of code mentions one of some names.
func MentionsAny(x grammar.Node, names map[string]bool) bool {
	return len(names) > 0 && Any(x, func(n grammar.Node) bool { return names[NameOf(n)] })
}

// NameOf returns the name that a node stands for: that of a variable, the last of a constant,
// or that of a method. It is empty for other nodes.
func NameOf(n grammar.Node) string {
	switch n := n.(type) {
	case *grammar.Local:
		return n.Name
	case *grammar.IVar:
		return n.Name
	case *grammar.GVar:
		return n.Name
	case *grammar.CVar:
		return n.Name
	case *grammar.Const:
		return n.Name
	case *grammar.Call:
		return n.Name
	}
	return ""
}

// CallsAny reports whether a piece of code has a call, or a constant, of one of some names.
func CallsAny(x grammar.Node, names map[string]bool) bool {
	return Any(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Call:
			return names[n.Name]
		case *grammar.Const:
			return names[n.Name]
		}
		return false
	})
}

// ConstOf returns the code of `A::B` or `::A::B`.
func ConstOf(name string, pos grammar.Pos) *grammar.Const {
	var c *grammar.Const
	path := strings.TrimPrefix(name, "::")
	for part := range strings.SplitSeq(path, "::") {
		inner := &grammar.Const{Pos: pos, Name: part, Top: c == nil && path != name}
		if c != nil {
			inner.Scope = c
		}
		c = inner
	}
	return c
}

// ConstName returns the name of a constant as it is written, without a leading `::`:
// `Auth::Login`. It is empty for anything else.
func ConstName(x grammar.Expr) string {
	c, ok := x.(*grammar.Const)
	if !ok {
		return ""
	}
	if c.Scope == nil {
		return c.Name
	}
	if scope := ConstName(c.Scope); scope != "" {
		return scope + "::" + c.Name
	}
	return ""
}

// OuterName returns the name of a constant without its last part: `A::B` of `A::B::C`, and
// nothing of `A`.
func OuterName(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[:i]
	}
	return ""
}

// JoinName returns the name of a constant within another: `A::B::C` for `A::B` and `C`, and
// `C` without an outer one.
func JoinName(outer, name string) string {
	if outer == "" {
		return name
	}
	return outer + "::" + name
}

// IsSelf reports whether an expression is `self`.
func IsSelf(x grammar.Expr) bool {
	_, ok := x.(*grammar.Self)
	return ok
}

// LiteralName returns the text of a string or symbol, as [grammar.TextOf] does, or the source
// of a constant.
func LiteralName(x grammar.Expr) (string, bool) {
	if c, ok := x.(*grammar.Const); ok {
		return grammar.String(c), true
	}
	return grammar.TextOf(x)
}

// Option returns the value of an option in the arguments of a call; nil if there is none.
func Option(args []grammar.Expr, name string) grammar.Expr {
	if len(args) == 0 {
		return nil
	}
	if options, ok := args[len(args)-1].(*grammar.Hash); ok {
		for _, p := range slices.Backward(options.Pairs) {
			if key, ok := p.Key.(*grammar.Sym); ok && key.Name == name {
				return p.Value
			}
		}
	}
	return nil
}

// AliasOf reads `alias config configuration` and `alias_method :config, :configuration`, also
// when it is sent to a singleton class; ok is false for other code.
func AliasOf(x grammar.Node) (to, from string, ok bool) {
	switch x := x.(type) {
	case *grammar.Alias:
		return x.New, x.Old, true
	case *grammar.Call:
		args := x.Args
		if x.Name == "send" && len(args) == 3 {
			if name, _ := LiteralName(args[0]); name == "alias_method" {
				return aliasNames(args[1], args[2])
			}
		}
		if x.Name == "alias_method" && len(args) == 2 {
			return aliasNames(args[0], args[1])
		}
	}
	return "", "", false
}

func aliasNames(to, from grammar.Expr) (string, string, bool) {
	a, ok := LiteralName(to)
	b, ok2 := LiteralName(from)
	return a, b, ok && ok2
}

// Requires reports whether a call reads a file: `require "x"`.
func Requires(c *grammar.Call) bool { return c.Recv == nil && requiring[c.Name] }

var requiring = map[string]bool{"require": true, "require_relative": true, "require_dependency": true, "load": true}

// AddNames adds the methods, constants, variables and symbols that a piece of code names.
func AddNames(names map[string]bool, n grammar.Node) {
	grammar.Walk(n, func(n grammar.Node) { addName(names, n) })
}

// AddOwnNames is [AddNames] of a statement without the statements in it.
func AddOwnNames(names map[string]bool, x grammar.Node) {
	grammar.Inspect(x, func(n grammar.Node) bool {
		addName(names, n)
		_, inner := n.(*grammar.Stmts)
		return !inner
	})
}

func addName(names map[string]bool, n grammar.Node) {
	if name := NameOf(n); name != "" {
		names[name] = true
	} else if x, ok := n.(*grammar.Sym); ok {
		names[x.Name] = true
	}
}
