package definitions

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/mapper"
	"signalbox/grammar"
)

// What the configuration and lib change of what the application defines elsewhere:
// `Locales::ALL << "de"`, `Shop.config.beta = true`, `Shop.prepend Fixes`.

func inConfig(file string) bool {
	return strings.HasPrefix(file, "config/") || !strings.HasPrefix(file, "lib/") && strings.Contains(file, "/config/initializers/")
}

// means reports whether an expression may be a constant: what lib means, it names with its modules.
func means(x grammar.Expr, path string) bool {
	name := strings.TrimPrefix(code.ConstName(x), "::")
	return name == path || name != "" && strings.HasSuffix("::"+path, "::"+name) && (inConfig(x.Start().Filename) || strings.Contains(name, "::"))
}

// isChanged reports whether a file other than its own may change the value of a constant, or set another
// if it is frozen.
func (s *skeleton) isChanged(path string, frozen bool) bool {
	last, outer := code.LastName(path), code.OuterName(path)
	others := s.d.naming(path)
	kin := map[string]bool{}
	switch {
	case frozen:
		kin[code.LastName(outer)] = true
	case len(others) > 0 && outer != "":
		f := s.d.family(outer, true)
		kin, others = f.kin, append(others, f.more...)
	}
	others = slices.DeleteFunc(others, func(f files.Text) bool {
		return f.Name == s.file.Name || outer != "" && !s.d.namesAny(f, kin)
	})
	list, ok := s.d.trees(others)
	isLast := func(x grammar.Expr) bool {
		name, ok := code.LiteralName(x)
		return ok && name == last
	}
	sets := func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		return ok && (strings.HasSuffix(c.Name, "_const") || c.Name == "const_set" || code.CallsByName[c.Name]) && slices.ContainsFunc(c.Args, isLast)
	}
	if !ok || slices.ContainsFunc(list, func(file *grammar.File) bool { return code.Any(file, sets) }) {
		return true
	}
	opening := map[string]bool{}
	for _, file := range list {
		opening[file.Name] = len(kin) > 1 && s.d.opensAny(file, kin)
	}
	return s.d.mayChange(list, code.FlowOf, append([]string{last}, lookups...), func(x grammar.Expr) bool {
		c, ok := x.(*grammar.Const)
		return means(x, path) || looksUp(x, func(name string) bool { return name == last }) || ok && c.Name == last && (kin[code.LastName(code.ConstName(c.Scope))] || c.Scope == nil && opening[c.Pos.Filename])
	})
}

// mayChange reports whether files may change a value that has one of some words, as far as follow follows it, or
// give it to code of the application that may.
func (d *Definitions) mayChange(list []*grammar.File, follow following, words []string, is func(grammar.Expr) bool) bool {
	having := slices.DeleteFunc(d.indices(list), func(x *code.Index) bool { return !x.Has(words, is) })
	return len(having) > 0 && d.changes(follow(code.Seeds{Is: is, Words: words, Beyond: d.beyond}, having...))
}

// changes reports whether what a flow follows may change the value; nil may.
func (d *Definitions) changes(flow *code.Flow) bool { return flow == nil || flow.MayChange(d.runs) }

// MayChange reports whether a file of the configuration or of lib may change a value that has some name, other
// than by giving the name to another.
func (d *Definitions) MayChange(name string, is func(grammar.Expr) bool) bool {
	list, targets := d.beyond(name, ""), map[grammar.Expr]bool{}
	for _, x := range list {
		grammar.Walk(x.Code, func(n grammar.Node) {
			if a, ok := n.(*grammar.Assign); ok {
				targets[a.Target] = true
			}
		})
	}
	return d.changes(code.FlowOf(code.Seeds{Is: func(x grammar.Expr) bool { return is(x) && !targets[x] }, Words: []string{name}, Beyond: d.beyond}, list...))
}

// following is [code.FlowOf] or [code.UseOf].
type following func(code.Seeds, ...*code.Index) *code.Flow

// runs reports whether a call of a method of a receiver, nil for a value that is followed, may run
// code of the application.
func (d *Definitions) runs(recv grammar.Expr, method string) bool {
	if class := code.ConstName(recv); class != "" {
		return len(d.definersOf(class)) > 0 || len(d.FilesOf(class)) > 0
	}
	return d.defines(method) && !slices.ContainsFunc([]string{"Array", "Hash", "String"}, func(class string) bool {
		return d.Looking.FindMethod(d.Interp.Type(class), method) != nil
	})
}

// isSingleton tells `include Singleton`.
func isSingleton(c *grammar.Call) bool {
	return c.Recv == nil && c.Name == "include" && slices.ContainsFunc(c.Args, func(x grammar.Expr) bool { return code.ConstName(x) == "Singleton" })
}

// isConfigured reports whether the configuration has to do with the class around: it may change
// the state of its one object, by whatever method.
func (s *skeleton) isConfigured() bool {
	return slices.ContainsFunc(s.d.naming(code.Path(s.around)), func(f files.Text) bool { return f.Name != s.file.Name && inConfig(f.Name) })
}

// patch takes the definitions of the files of the configuration that open a class, or give it methods.
func (d *Definitions) patch(path string) {
	if path == mapper.ClassName { // in the order of MixIn
		return
	}
	last := code.LastName(path)
	for _, f := range d.naming(path) {
		if d.taken[f.Name] || !inConfig(f.Name) {
			continue
		}
		if file := d.Application.SourceText(f.Name, f.Src); file != nil && d.patched(file)[last] {
			d.takeText(f)
		}
	}
}

// isPatching reports whether a method may give its receiver, a class, methods.
func isPatching(method string) bool {
	return code.Rebinds[method] || method == "send" || method == "public_send"
}

// patchedIn finds the classes that a file opens, or gives methods.
func patchedIn(file *grammar.File) map[string]bool {
	classes := map[string]bool{}
	grammar.Walk(file, func(n grammar.Node) {
		var named grammar.Expr
		switch n := n.(type) {
		case *grammar.Class:
			named = n.Name
		case *grammar.Module:
			named = n.Name
		case *grammar.SingletonClass:
			named = n.X
		case *grammar.Def:
			named = n.Singleton
		case *grammar.Call:
			switch {
			case isPatching(n.Name):
				named = n.Recv
			case isNewClass(n):
				named = n.Args[0]
			}
		}
		if c, ok := named.(*grammar.Const); ok {
			classes[c.Name] = true
		}
	})
	return classes
}

// ---- changes within a file

// changedConst is the constant that a statement changes: `LIST << x`,
// `MAP[:a] = 1`, `LIST.push(x)`.
func changedConst(x grammar.Expr) *grammar.Const {
	var target grammar.Expr
	switch x := x.(type) {
	case *grammar.Assign:
		target = x.Target
	case *grammar.OpAssign:
		target = x.Target
	case *grammar.Call:
		if x.Recv == nil || !dsl.Changes(x.Name) {
			return nil
		}
		name, _ := x.Recv.(*grammar.Const)
		return name
	}
	switch at := target.(type) {
	case *grammar.Index:
		name, _ := at.Recv.(*grammar.Const)
		return name
	case *grammar.Call:
		name, _ := at.Recv.(*grammar.Const)
		return name
	}
	return nil
}

// holdsChange finds a constant that a condition's body changes.
func holdsChange(x grammar.Expr) *grammar.Const {
	var found *grammar.Const
	grammar.Walk(x, func(n grammar.Node) {
		if x, ok := n.(grammar.Expr); ok && found == nil {
			found = changedConst(x)
		}
	})
	return found
}

// change runs a statement that changes a constant; where that fails the
// constant is unknown.
func (s *skeleton) change(name *grammar.Const, x grammar.Expr) {
	path := s.pathOf(name)
	v, ok := s.d.Interp.Const(path)
	if !ok {
		path = strings.TrimPrefix(grammar.String(name), "::")
		v, ok = s.d.Interp.Const(path)
	}
	if _, isClass := v.(*dsl.Class); !ok || isClass {
		return
	}
	if !code.Closed(x) || s.run(x) != nil {
		s.d.Interp.RemoveConst(path)
	}
}

// reopen takes the methods of `Shop.class_eval do` and `Shop.prepend Fixes`.
func (s *skeleton) reopen(c *grammar.Call) {
	on, singleton := c.Recv, false
	if inner, ok := on.(*grammar.Call); ok && inner.Name == "singleton_class" {
		if inner.Recv == nil && c.Block == nil && len(s.around) > 0 {
			_ = s.run(c)
			return
		}
		on, singleton = inner.Recv, true
	}
	name, ok := on.(*grammar.Const)
	if !ok {
		return
	}
	path := strings.TrimPrefix(grammar.String(name), "::")
	v, ok := s.d.Interp.Const(path)
	if !ok {
		v, _ = s.d.Constant(path)
	}
	class, ok := v.(*dsl.Class)
	if !ok || c.Block != nil && !code.Rebinds[c.Name] {
		return
	}
	if c.Block == nil {
		if s.run(c) != nil {
			s.d.Interp.RemoveConst(path)
		}
		return
	}
	body := c.Block.Body
	if singleton || c.Name == "instance_eval" || c.Name == "instance_exec" {
		own := &grammar.SingletonClass{Pos: c.Pos, X: &grammar.Self{Pos: c.Pos}, Body: body}
		body = &grammar.Body{Pos: c.Pos, Stmts: &grammar.Stmts{Pos: c.Pos, List: []grammar.Expr{own}}}
	}
	if class.IsModule() {
		s.inside(&grammar.Module{Pos: c.Pos, Name: name}, body)
		return
	}
	s.inside(&grammar.Class{Pos: c.Pos, Name: name}, body)
}
