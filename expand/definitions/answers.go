package definitions

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the configuration and lib change of what the methods of a class return: `Shop.list << "c"`.

// isAnswerChanged reports whether the configuration or lib may change what a method of the class around
// returns, `Shop.list << x`, sets a variable that it reads, or defines it anew.
func (s *skeleton) isAnswerChanged(m *grammar.Def) bool {
	class, named, ok := s.about(m)
	switch {
	case !ok:
		return true
	case len(named) == 0:
		return false
	case s.isDefinedAnew(m, named, class):
		return true
	}
	hasState := code.AnyExpr(m, isState)
	if hasState && returns(m, isState) {
		return s.isSharedChanged(m, class, named, code.FlowOf)
	}
	return (hasState || returns(m, isShared)) && s.isSharedChanged(m, class, named, code.UseOf) && (hasState || s.namesKnown(m))
}

// forgetInherited makes the methods unknown that the class around has from others where the configuration
// may change what they return to it, or defines them anew.
func (s *skeleton) forgetInherited(path string) {
	v, _ := s.d.Interp.Const(path)
	class, ok := v.(*dsl.Class)
	if !ok || inConfig(s.file.Name) {
		return
	}
	flow, _ := s.d.flowOf(path)
	var own map[string]bool // once there is a method
	for name := range s.d.wordsOf(flow, path) {
		found := s.d.Looking.FindMethod(class, name)
		if found == nil || found.Owner == nil || s.d.Interp.Type(found.Owner.Name()) == found.Owner {
			continue
		}
		if own == nil {
			own = s.saidIn(path)
		}
		if own[name] {
			continue
		}
		own[name] = true
		fails, err := grammar.Parse(s.file.Name, []byte("def self."+name+"(...) = raise"))
		if err != nil {
			continue
		}
		m := fails.Body.List[0].(*grammar.Def)
		if flow, named, ok := s.about(m); !ok || s.isDefinedAnew(m, named, flow) || s.isSharedChanged(m, flow, named, code.FlowOf) {
			_ = s.run(m)
		}
	}
}

// saidIn returns the names that the class around defines in its file, or may have defined there:
// `delegate :list, to: :other`.
func (s *skeleton) saidIn(path string) map[string]bool {
	names := map[string]bool{}
	for _, part := range s.d.facts(s.file).classes[path] {
		grammar.Walk(part.body, func(n grammar.Node) {
			switch n := n.(type) {
			case *grammar.Def:
				names[n.Name] = true
			case *grammar.Sym:
				names[n.Name] = true
			}
		})
	}
	return names
}

// wordsOf yields the names in the files that the flow of a class goes through, or that name the class; in
// all if the class goes too many ways.
func (d *Definitions) wordsOf(flow *code.Flow, class string) iter.Seq[string] {
	files := map[string]bool{}
	for _, f := range d.naming(class) {
		files[f.Name] = true
	}
	if flow != nil {
		for _, n := range flow.Code() {
			files[n.(*grammar.File).Name] = true
		}
	}
	return func(yield func(string) bool) {
		for _, f := range d.Texts() {
			if flow != nil && !files[f.Name] {
				continue
			}
			for _, name := range d.textFacts(f).words() {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// about returns where the class around goes in the configuration, and the files of that and of lib which
// may have to do with a method of the class, as far as their words say. It is not ok where a file is not
// understood, or the class goes too many ways.
func (s *skeleton) about(m *grammar.Def) (class *code.Flow, list []*grammar.File, ok bool) {
	plain := strings.TrimRight(m.Name, "?!=")
	byName := ruby.IsWord(plain) && m.Name != "call" // or `Shop[:list]`, `Shop.()`
	if len(s.around) == 0 || byName && !s.d.mentions(plain) && !(s.d.mentions("variable_set") && code.AnyExpr(m, isState)) {
		return nil, nil, true
	}
	path := code.Path(s.around)
	if class, ok = s.d.flowOf(path); !ok {
		return nil, nil, false
	}
	texts := slices.DeleteFunc(slices.Clone(s.d.naming(path)), func(f files.Text) bool {
		return f.Name == s.file.Name || inConfig(f.Name) || byName && !bytes.Contains(f.Src, []byte(m.Name)) && !bytes.Contains(f.Src, []byte("variable_set"))
	})
	list, ok = s.d.trees(texts)
	for _, n := range class.Code() {
		file := n.(*grammar.File)
		names := !byName || strings.Contains(file.Source, m.Name) || strings.Contains(file.Source, "variable_set")
		if names && !slices.Contains(list, file) {
			list = append(list, file)
		}
	}
	return class, list, ok
}

// mentions reports whether a file of the configuration or of lib mentions a name, be it that of a variable
// or with ? or !. Of instance_variable_set and its like that is variable_set.
func (d *Definitions) mentions(name string) bool {
	if d.mentioned == nil {
		d.mentioned = map[string]bool{}
		for _, f := range d.Texts() {
			for _, word := range d.textFacts(f).words() {
				word = strings.TrimRight(word, "?!")
				d.mentioned[word] = true
				if strings.HasSuffix(word, "variable_set") {
					d.mentioned["variable_set"] = true
				}
			}
		}
	}
	return d.mentioned[name]
}

// isDefinedAnew reports whether a file may define a method of the class around where patch does not take
// it from.
func (s *skeleton) isDefinedAnew(m *grammar.Def, named []*grammar.File, class *code.Flow) bool {
	return !inConfig(s.file.Name) && slices.ContainsFunc(named, func(file *grammar.File) bool {
		return file.Name != s.file.Name && s.definesAnew(file, m, class)
	})
}

func (s *skeleton) definesAnew(file *grammar.File, m *grammar.Def, class *code.Flow) bool {
	last, taken := code.LastName(code.Path(s.around)), map[grammar.Node]bool{}
	if inConfig(file.Name) {
		addTaken(taken, file.Body, last)
	}
	var within func(part grammar.Node, opens bool) bool
	within = func(part grammar.Node, opens bool) (found bool) {
		grammar.Inspect(part, func(n grammar.Node) bool {
			inner := code.ClassName(n)
			if inner == "" && class.Rebinds(n) {
				inner = last
			}
			if inner != "" && n != part {
				found = found || !taken[n] && defines(n, m.Name, class, opens) || within(n, inner == last)
				return false
			}
			found = found || !taken[n] && defines(n, m.Name, class, opens)
			return !found
		})
		return found
	}
	return within(file, true)
}

// addTaken adds the definitions in a list of statements of the configuration that patch takes.
func addTaken(taken map[grammar.Node]bool, list *grammar.Stmts, class string) {
	if list == nil {
		return
	}
	for _, x := range list.List {
		body := code.BodyOf(x)
		switch x := x.(type) {
		case *grammar.Def:
			taken[x] = x.Singleton == nil || code.IsSelf(x.Singleton) || names(x.Singleton, class)
		case *grammar.Alias:
			taken[x] = true
		case *grammar.SingletonClass:
			body = x.Body
		case *grammar.Call:
			on := x.Recv
			if inner, ok := on.(*grammar.Call); ok && inner.Name == "singleton_class" {
				on = inner.Recv
			}
			rebinds := x.Block != nil && code.Rebinds[x.Name]
			patches := names(on, class) && (rebinds || x.Block == nil && isPatching(x.Name) && !strings.HasSuffix(x.Name, "eval"))
			taken[x] = patches || x.Recv == nil && declares[x.Name]
			if x.Block != nil && (patches || blockAround(x) != nil) {
				body = x.Block.Body
			}
		}
		if body != nil {
			addTaken(taken, body.Stmts, class)
		}
	}
}

// names reports whether an expression is a constant of some last name.
func names(x grammar.Expr, last string) bool { return code.LastName(code.ConstName(x)) == last }

// defines reports whether a node may define a method of a class, or give the class a module that does;
// opens is whether that is the class of what has no receiver there.
func defines(n grammar.Node, method string, class *code.Flow, opens bool) bool {
	of := func(x grammar.Expr) bool { return (x == nil || code.IsSelf(x)) && opens || class.Holds(x) }
	switch n := n.(type) {
	case *grammar.Def:
		return n.Name == method && of(n.Singleton)
	case *grammar.Alias:
		return n.New == method && opens
	case *grammar.Call:
		called := n.Name
		if code.CallsByName[called] && len(n.Args) > 0 {
			called, _ = code.LiteralName(n.Args[0])
		}
		switch {
		case strings.HasPrefix(called, "define_"), called == "alias_method":
			return of(n.Recv) && slices.ContainsFunc(n.Args, func(x grammar.Expr) bool {
				name, literal := code.LiteralName(x)
				return !literal || name == method
			})
		case strings.HasSuffix(called, "eval"):
			return slices.ContainsFunc(n.Args, func(x grammar.Expr) bool { return strings.Contains(grammar.String(x), method) })
		case code.Rebinds[called] && len(n.Args) > 0:
			return of(n.Recv)
		}
	}
	return false
}

// flowOf returns where a class goes in the configuration; it is not ok for too many ways. It is found
// out once, for all classes together that neither that nor lib names.
func (d *Definitions) flowOf(class string) (flow *code.Flow, ok bool) {
	named := d.naming(class)
	if len(named) == 0 {
		class = ""
	}
	if flow, ok = d.flows[class]; ok {
		return flow, flow != nil
	}
	last := code.LastName(class)
	is := func(x grammar.Expr) bool {
		c, ok := x.(*grammar.Const)
		return ok && c.Name == last && means(x, class) || looksUp(x, last)
	}
	byName := func(file string) bool {
		return slices.ContainsFunc(named, func(n files.Text) bool { return n.Name == file })
	}
	texts := slices.DeleteFunc(slices.Clone(d.Texts()), func(f files.Text) bool {
		return !inConfig(f.Name) || !byName(f.Name) && !bytes.Contains(f.Src, []byte("constantize"))
	})
	if list, ok := d.trees(texts); ok {
		list = slices.DeleteFunc(list, func(file *grammar.File) bool { return !byName(file.Name) && !code.AnyExpr(file, is) })
		flow = code.FlowOf(code.Seeds{Is: is, Class: true, Beyond: d.beyond}, nodes(list)...)
	}
	d.flows[class] = flow
	return flow, flow != nil
}

// trees returns the syntax trees of texts; it is not ok where one has none.
func (d *Definitions) trees(texts []files.Text) (list []*grammar.File, ok bool) {
	for _, f := range texts {
		file := d.Application.SourceText(f.Name, f.Src)
		if file == nil {
			return nil, false
		}
		list = append(list, file)
	}
	return list, true
}

func nodes(list []*grammar.File) (all []grammar.Node) {
	for _, file := range list {
		all = append(all, file)
	}
	return all
}

// beyond returns the files of the configuration and of lib that mention a name, and the class or module
// that it stands in.
func (d *Definitions) beyond(name, within string) (list []grammar.Node) {
	anywhere := func(_, _ []byte) bool { return true }
	for _, f := range d.Texts() {
		if !code.Mentions(f.Src, name, anywhere) || within != "" && !code.Mentions(f.Src, within, anywhere) {
			continue
		}
		if file := d.Application.SourceText(f.Name, f.Src); file != nil {
			list = append(list, file)
		}
	}
	return list
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
func (s *skeleton) isSharedChanged(m *grammar.Def, class *code.Flow, named []*grammar.File, follow following) bool {
	path, opens := code.Path(s.around), map[string]bool{}
	for _, file := range named {
		opens[file.Name] = file.Name != s.file.Name && s.d.facts(file).patched()[code.LastName(path)]
		if setsByName(file, class, m) || opens[file.Name] && setsState(file, m) {
			return true
		}
	}
	return s.d.mayChange(named, follow, func(x grammar.Expr) bool {
		switch x := x.(type) {
		case *grammar.Index:
			return m.Name == "[]" && class.Holds(x.Recv)
		case *grammar.Call:
			ofObjects := m.Singleton == nil && x.Recv != nil
			return callsMethod(x, m.Name) && (ofObjects || class.Holds(x.Recv) || opens[x.Pos.Filename] && (x.Recv == nil || code.IsSelf(x.Recv)))
		}
		return false
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
	flow := code.FlowOf(code.Seeds{Is: is}, m)
	return flow == nil || flow.Returns(m)
}

// looksUp reports whether an expression may find a class by its name: "Shop".constantize, or by one that
// something makes.
func looksUp(x grammar.Expr, class string) bool {
	c, ok := x.(*grammar.Call)
	if !ok {
		return false
	}
	var from grammar.Expr
	switch {
	case strings.HasSuffix(c.Name, "constantize"):
		from = c.Recv
	case c.Name == "const_get" && len(c.Args) > 0:
		from = c.Args[0]
	case c.BlockArg != nil:
		name, _ := code.LiteralName(c.BlockArg.X)
		return strings.HasSuffix(name, "constantize")
	default:
		return false
	}
	name, literal := code.LiteralName(from)
	return !literal || code.LastName(name) == class
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
func setsByName(file *grammar.File, class *code.Flow, m *grammar.Def) bool {
	names := map[string]bool{m.Name + "=": true}
	code.AddNames(names, m)
	return code.Any(file, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if !ok || !code.CallsByName[c.Name] || len(c.Args) == 0 || !class.Holds(c.Recv) {
			return false
		}
		name, literal := code.LiteralName(c.Args[0])
		return !literal || names[name] && (strings.HasPrefix(name, "@") || strings.HasSuffix(name, "="))
	})
}

// isHandedOut reports whether a method of the class around returns a constant, and its answer may be
// changed.
func (s *skeleton) isHandedOut(name string) bool {
	is := func(x grammar.Expr) bool { return code.NameOf(x) == name }
	return len(s.around) > 0 && code.Any(s.file, func(n grammar.Node) bool {
		m, ok := n.(*grammar.Def)
		if !ok || !code.AnyExpr(m.Body, is) || !returns(m, is) {
			return false
		}
		class, named, ok := s.about(m)
		return !ok || s.isSharedChanged(m, class, named, code.FlowOf)
	})
}
