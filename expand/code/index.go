package code

import "signalbox/grammar"

// An Index is a piece of code with the statements that names stand in: what is asked of a few names looks at
// these alone.
type Index struct {
	Code       grammar.Node
	statements []statement        // the code itself, and what stands in it
	in         map[string][]int32 // which of them have a name, not within another of them
	procs      []name             // of what a block or a lambda makes
}

// A statement is one of a list of them, without those in it.
type statement struct {
	code  grammar.Node
	outer int32  // the one that it stands in, -1 for none
	steps []step // in it
}

// A step is a node that may give a value to a name.
type step struct {
	node   grammar.Node
	within string // the class or module around it
	method string // the method around it, or nothing
}

// IndexOf returns the index of a piece of code.
func IndexOf(code grammar.Node) *Index {
	x := &Index{Code: code, in: map[string][]int32{}}
	x.add(code, -1, step{})
	return x
}

// add adds a statement that stands in another.
func (x *Index) add(code grammar.Node, outer int32, around step) {
	x.statements = append(x.statements, statement{code: code, outer: outer})
	x.walk(code, int32(len(x.statements)-1), around)
}

// walk adds what a part of a statement has: the names in it, and the statements.
func (x *Index) walk(part grammar.Node, at int32, s step) {
	grammar.Inspect(part, func(n grammar.Node) bool {
		class := ClassName(n)
		switch in := n.(type) {
		case *grammar.Stmts:
			for _, e := range in.List {
				x.add(e, at, s)
			}
			return false
		case *grammar.Def:
			if n != part {
				x.walk(n, at, s)
				return false
			}
			s.method = in.Name
		case *grammar.Assign:
			if makesProc(in.Value) {
				x.procs = append(x.procs, key(in.Target))
			}
		}
		switch {
		case class != "" && n != part:
			x.walk(n, at, s)
			return false
		case class != "":
			s.within = class
		}
		x.note(wordOf(n), at)
		if gives(n) {
			s.node = n
			x.statements[at].steps = append(x.statements[at].steps, s)
		}
		return true
	})
}

func (x *Index) note(word string, at int32) {
	if list := x.in[word]; word != "" && (len(list) == 0 || list[len(list)-1] != at) {
		x.in[word] = append(list, at)
	}
}

// wordOf returns the name that a node is found by: the one it stands for, also as a text.
func wordOf(n grammar.Node) string {
	switch n := n.(type) {
	case *grammar.Def:
		return n.Name
	case *grammar.Sym:
		return n.Name
	case *grammar.Str:
		return n.Value
	case *grammar.Index:
		return "[]"
	case *grammar.Super:
		return "super"
	}
	return NameOf(n)
}

// Has reports whether is holds for an expression that one of some names is found by.
func (x *Index) Has(words []string, is func(grammar.Expr) bool) bool {
	for _, word := range words {
		for _, at := range x.in[word] {
			if x.statements[at].any(func(n grammar.Node) bool {
				e, ok := n.(grammar.Expr)
				return ok && is(e)
			}) {
				return true
			}
		}
	}
	return false
}

// any is [Any] of a statement without those in it.
func (s *statement) any(is func(grammar.Node) bool) (found bool) {
	grammar.Inspect(s.code, func(n grammar.Node) bool {
		_, inner := n.(*grammar.Stmts)
		found = found || !inner && is(n)
		return !found && !inner
	})
	return found
}
