package definitions

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/grammar"
)

// What the configuration and lib change of what the methods of a class return: `Shop.list << "c"`.

// isAnswerChanged reports whether the configuration or lib may change what a method of the class around
// returns, `Shop.list << x`, or sets a variable that it reads.
func (s *skeleton) isAnswerChanged(m *grammar.Def) bool {
	hasState, named := code.AnyExpr(m, isState), s.about(m)
	switch {
	case len(named) == 0:
		return false
	case slices.ContainsFunc(named, func(f files.Text) bool { return s.redefines(f, m) }):
		return true
	case hasState && returns(m, isState):
		return s.isSharedChanged(m, named, code.FlowOf)
	}
	return (hasState || returns(m, isShared)) && s.isSharedChanged(m, named, code.UseOf) && (hasState || s.namesKnown(m))
}

// about returns the texts of the configuration and of lib that may have to do with a method of the class
// around, as far as their words say.
func (s *skeleton) about(m *grammar.Def) (list []files.Text) {
	if len(s.around) == 0 {
		return nil
	}
	last := code.LastName(code.Path(s.around))
	for _, f := range s.d.naming(last) {
		names := bytes.Contains(f.Src, []byte(m.Name)) || bytes.Contains(f.Src, []byte("variable_set"))
		if names && (inConfig(f.Name) || f.Name != s.file.Name && slices.Contains(s.d.DefinedIn(f), last) || bytes.Contains(f.Src, []byte(last+"."+m.Name))) {
			list = append(list, f)
		}
	}
	return list
}

// redefines reports whether another file may define a method of the class around anew where patch does
// not take it from: under a condition, in a block, by define_singleton_method, or in lib.
func (s *skeleton) redefines(f files.Text, m *grammar.Def) bool {
	if f.Name == s.file.Name || inConfig(s.file.Name) {
		return false
	}
	file := s.d.Application.SourceText(f.Name, f.Src)
	if file == nil {
		return true
	}
	defines := func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Def:
			return n.Name == m.Name
		case *grammar.Call:
			name, literal := code.LiteralName(firstOf(n.Args))
			return literal && name == m.Name && (strings.HasPrefix(n.Name, "define_") || n.Name == "alias_method")
		}
		return false
	}
	if parts := s.d.facts(file).classes[code.Path(s.around)]; !inConfig(f.Name) {
		return slices.ContainsFunc(parts, func(p classPart) bool { return p.body != nil && code.Any(p.body, defines) })
	}
	return slices.ContainsFunc(file.Body.List, func(x grammar.Expr) bool {
		_, isDef := x.(*grammar.Def)
		return !isDef && code.BodyOf(x) == nil && code.Any(x, defines)
	})
}

func firstOf(args []grammar.Expr) grammar.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// namesKnown reports whether a method names a value that its file or another makes, or calls another
// method: what only the application knows anyway keeps its name.
func (s *skeleton) namesKnown(m *grammar.Def) bool {
	return code.Any(m.Body, func(n grammar.Node) bool {
		if x, ok := n.(*grammar.Const); ok {
			_, known := s.d.Constant(code.ConstName(x))
			return known || slices.Contains(code.DefinedNames([]byte(s.file.Source)), x.Name)
		}
		c, ok := n.(*grammar.Call)
		return ok && c.Recv == nil
	})
}

// isSharedChanged is isAnswerChanged of a method that returns what others have, too, as far as follow
// follows that.
func (s *skeleton) isSharedChanged(m *grammar.Def, named []files.Text, follow following) bool {
	class := code.Path(s.around)
	return slices.ContainsFunc(named, func(f files.Text) bool {
		file := s.d.Application.SourceText(f.Name, f.Src)
		if file == nil {
			return true
		}
		classes := s.d.flowOf(file, class)
		if classes == nil {
			return true
		}
		opens := f.Name != s.file.Name && s.d.facts(file).patched()[code.LastName(class)]
		return setsByName(file, classes, m) || opens && setsState(file, m) || s.d.mayChange(file, follow, func(x grammar.Expr) bool {
			c, ok := x.(*grammar.Call)
			return ok && callsMethod(c, m.Name) && (classes.Is(c.Recv) || opens && (c.Recv == nil || code.IsSelf(c.Recv)))
		})
	})
}

// setsState reports whether a file that opens the class of a method sets or changes a variable that the
// method reads.
func setsState(file *grammar.File, m *grammar.Def) bool {
	names := map[string]bool{}
	code.AddNames(names, m)
	is := func(x grammar.Expr) bool { return isState(x) && names[code.NameOf(x)] }
	return code.Any(file, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		return ok && c.Recv != nil && dsl.Changes(c.Name) && is(c.Recv) || slices.ContainsFunc(code.AssignedBy(n), is)
	})
}

// flowOf returns where a class goes in a file, nil for too many ways. It is found out once.
func (d *Definitions) flowOf(file *grammar.File, class string) *code.Flow {
	type in struct {
		file  *grammar.File
		class string
	}
	return files.Fact(d.Memo, in{file, class}, func(in) *code.Flow {
		return code.FlowOfClass(file, func(x grammar.Expr) bool { return means(file.Name, x, class) || looksUp(x, code.LastName(class)) })
	})
}

// isState reports whether an expression is a variable that outlives the method around it.
func isState(x grammar.Expr) bool {
	switch x.(type) {
	case *grammar.IVar, *grammar.CVar:
		return true
	}
	return false
}

// isShared reports whether an expression may have what others have, too.
func isShared(x grammar.Expr) bool {
	switch x := x.(type) {
	case *grammar.Const:
		return true
	case *grammar.Call:
		return x.Recv == nil || code.IsSelf(x.Recv)
	}
	return isState(x)
}

// returns reports whether a method may return what is such a value, or a part of it.
func returns(m *grammar.Def, is func(grammar.Expr) bool) bool {
	flow := code.FlowOf(m, is)
	return flow == nil || flow.Returns(m)
}

// looksUp reports whether an expression finds a class by its name: "Shop".constantize.
func looksUp(x grammar.Expr, class string) bool {
	c, ok := x.(*grammar.Call)
	return ok && (strings.HasSuffix(c.Name, "constantize") || c.Name == "const_get") && code.Any(c, func(n grammar.Node) bool {
		x, _ := n.(grammar.Expr)
		name, ok := code.LiteralName(x)
		return ok && code.LastName(name) == class
	})
}

// callsMethod reports whether a call may be one of a method: by its name, or as send is.
func callsMethod(c *grammar.Call, method string) bool {
	if code.CallsByName[c.Name] && len(c.Args) > 0 {
		name, literal := code.LiteralName(c.Args[0])
		return !literal || name == method
	}
	return c.Name == method
}

// setsByName reports whether a file sets a variable of a method of some classes, or what the method
// returns, by a name: `Shop.instance_variable_set(:@list, [])`.
func setsByName(file *grammar.File, classes *code.Flow, m *grammar.Def) bool {
	names := map[string]bool{m.Name + "=": true}
	code.AddNames(names, m)
	return code.Any(file, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if !ok || !code.CallsByName[c.Name] || len(c.Args) == 0 || !classes.Is(c.Recv) {
			return false
		}
		name, literal := code.LiteralName(c.Args[0])
		return !literal || names[name] && (strings.HasPrefix(name, "@") || strings.HasSuffix(name, "="))
	})
}

// isHandedOut reports whether a method of the class around returns a constant, and its answer may be
// changed.
func (s *skeleton) isHandedOut(name string) bool {
	return len(s.around) > 0 && len(s.d.naming(code.Path(s.around))) > 0 && code.Any(s.file, func(n grammar.Node) bool {
		m, ok := n.(*grammar.Def)
		return ok && code.CallsAny(m.Body, map[string]bool{name: true}) && returns(m, func(x grammar.Expr) bool { return code.NameOf(x) == name }) &&
			s.isSharedChanged(m, s.about(m), code.FlowOf)
	})
}
