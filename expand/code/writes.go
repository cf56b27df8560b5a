package code

import (
	"slices"

	"signalbox/dsl"
	"signalbox/grammar"
)

// CallsByName are the methods that call others by a name they are given, or set a variable so.
var CallsByName = map[string]bool{"send": true, "public_send": true, "__send__": true, "try": true, "try!": true, "method": true, "public_method": true, "singleton_method": true, "instance_variable_set": true, "class_variable_set": true, "remove_class_variable": true}

// Rebinds are the methods whose block has their receiver as self, and those that give it methods.
var Rebinds = map[string]bool{
	"class_eval": true, "class_exec": true, "module_eval": true, "module_exec": true, "instance_eval": true, "instance_exec": true,
	"singleton_class": true, "prepend": true, "include": true, "extend": true,
}

// ReturnsSelf are the methods that return their receiver, or give it to a block.
var ReturnsSelf = map[string]bool{"itself": true, "tap": true, "then": true, "yield_self": true}

// ChangedPart returns what an assignment to an element changes: `a.list` of `a.list[:x]`.
func ChangedPart(x grammar.Expr) grammar.Expr {
	if at, ok := x.(*grammar.Index); ok {
		return ChangedPart(at.Recv)
	}
	return x
}

// DefinedBy returns the names that a statement defines or changes.
func DefinedBy(x grammar.Expr) []string {
	var names []string
	for _, target := range AssignedIn(x) {
		names = append(names, NameOf(target))
	}
	grammar.Inspect(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Def:
			names = append(names, n.Name)
			return false
		case *grammar.Class:
			names = append(names, n.Name.Name)
			return false
		case *grammar.Module:
			names = append(names, n.Name.Name)
			return false
		case *grammar.Call:
			if dsl.Changes(n.Name) && n.Recv != nil {
				names = append(names, NameOf(ChangedPart(n.Recv)))
			}
		}
		return true
	})
	return names
}

// AssignedIn returns the targets of the assignments in a piece of code, without the elements
// that they set: `a.list` of `a.list[:x] = 1`.
func AssignedIn(x grammar.Node) []grammar.Expr {
	var targets []grammar.Expr
	grammar.Walk(x, func(n grammar.Node) { targets = append(targets, AssignedBy(n)...) })
	return targets
}

// AssignedBy returns the targets of an assignment, as AssignedIn does; nil for another node.
func AssignedBy(n grammar.Node) (targets []grammar.Expr) {
	switch n := n.(type) {
	case *grammar.Assign:
		return []grammar.Expr{ChangedPart(n.Target)}
	case *grammar.OpAssign:
		return []grammar.Expr{ChangedPart(n.Target)}
	case *grammar.MultiAssign:
		for _, t := range n.Targets.List {
			targets = append(targets, ChangedPart(t))
		}
	}
	return targets
}

// Closed reports whether an expression uses no variable of the code around it.
func Closed(x grammar.Expr) bool {
	own := map[string]bool{}
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Param:
			own[n.Name] = true
		case *grammar.Assign:
			if v, ok := n.Target.(*grammar.Local); ok {
				own[v.Name] = true
			}
		case *grammar.MultiAssign:
			for _, t := range n.Targets.List {
				if v, ok := t.(*grammar.Local); ok {
					own[v.Name] = true
				}
			}
		}
	})
	ok := true
	grammar.Walk(x, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Local:
			ok = ok && (own[n.Name] || n.Name == "it" || len(n.Name) == 2 && n.Name[0] == '_')
		case *grammar.IVar, *grammar.CVar, *grammar.GVar:
			ok = false
		}
	})
	return ok
}

// Needed returns those of some statements that assign variables which another uses.
func Needed(before []grammar.Expr, x grammar.Expr) []grammar.Expr {
	used := map[string]bool{}
	use := func(x grammar.Expr) {
		grammar.Walk(x, func(n grammar.Node) {
			if v, ok := n.(*grammar.Local); ok {
				used[v.Name] = true
			}
		})
	}
	use(x)
	var list []grammar.Expr
	for _, x := range slices.Backward(before) {
		if a, ok := x.(*grammar.Assign); ok {
			if v, ok := a.Target.(*grammar.Local); ok && used[v.Name] {
				use(a.Value)
				list = append(list, x)
			}
		}
	}
	slices.Reverse(list)
	return list
}
