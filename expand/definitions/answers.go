package definitions

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the configuration and lib change of what the methods of a class return: `Shop.list << "c"`.

// An answer is what a method that a file defines returns, asked of a class.
type answer struct {
	d      *Definitions
	method *grammar.Def
	file   *grammar.File
	class  string
	family *family         // that was found last
	any    bool            // whether it is asked of objects, by whatever name
	below  bool            // whether the class has the method from one that was asked for all that have it so
	state  bool            // whether it has state, see isState
	named  []*grammar.File // those of that and of lib which may have to do with the method, as far as their words say
}

// An ownMethod is one that the definitions of a file have.
type ownMethod struct {
	*grammar.Def
	file   *grammar.File
	class  string   // or module that it stands in
	mixed  bool     // it is one of a module, for objects or for classes that are extended with that
	hidden bool     // its variables are others of each of them
	state  bool     // see isState
	names  []string // its further ones
	asked  map[question]verdict
}

// A question is whether the answer of a method is changed, of a class and by a name of the method.
type question struct {
	class, name string
	object      bool // of an object
}

type verdict uint8

const (
	undecided verdict = iota // it is asked just now
	unchanged
	changed
)

// IsChanged reports whether the configuration or lib may change what a method returns to a receiver,
// `Shop.list << x`, set a variable that it reads, or define it anew. Once the table is made, what nobody has
// asked for is taken for changed where they mention its name.
func (d *Definitions) IsChanged(m *grammar.Def, name string, self dsl.Value) bool {
	own := d.own[m]
	if own == nil {
		return false
	}
	class, isClass := self.(*dsl.Class)
	switch {
	case own.mixed && !isClass && d.sealed: // of objects nobody says which have the module: all that has such a method would count
		return false
	case own.hidden && isClass: // each class has its own variables, and nobody says which
		return true
	case !isClass:
		class = d.Interp.PlainClassOf(self)
	}
	object := own.mixed && !isClass
	if d.asks(own, question{own.class, name, object}) {
		return true
	}
	for k := range d.Interp.Ancestors(class) { // one between may have it changed
		if k.Name() == own.class {
			return false
		}
		if len(d.holders[k.Name()]) > 0 && d.asks(own, question{k.Name(), name, object}) {
			return true
		}
	}
	return false
}

// asks is IsChanged for one class: by the name that is called, by that of the definition, and by its others.
func (d *Definitions) asks(m *ownMethod, q question) bool {
	by := func(name string) bool { return d.asksBy(m, question{q.class, name, q.object}) }
	return by(m.Name) || q.name != m.Name && by(q.name) || slices.ContainsFunc(m.names, by)
}

// asksBy is asks by one name. It asks once, but what needs an answer that is open still.
func (d *Definitions) asksBy(m *ownMethod, q question) bool {
	if v, ok := m.asked[q]; ok {
		if v == undecided {
			d.circular = true
		}
		return v != unchanged
	}
	named := *m.Def
	named.Name = q.name
	a := &answer{d: d, method: &named, file: m.file, class: q.class, any: m.Singleton == nil && (q.object || !m.mixed || code.AnyExpr(m.Def, isCVar)), below: q.class != m.class, state: m.state}
	mentioned := a.isMentioned()
	if d.sealed {
		return mentioned
	}
	m.asked[q] = undecided
	d.asking++
	is := mentioned && a.isChanged()
	if d.asking--; d.asking == 0 {
		d.circular = false
	}
	switch {
	case d.circular: // it may have needed one that is open still, and is asked again
		delete(m.asked, q)
	case is:
		m.asked[q] = changed
	default:
		m.asked[q] = unchanged
	}
	return is
}

// Seal ends the reading of files: from now on IsChanged may be called at once.
func (d *Definitions) Seal() {
	if len(d.own) > 0 {
		d.index()
		d.kin()
	}
	d.sealed = true
}

func (a *answer) isChanged() bool {
	if !a.find(false) || a.isDefinedAnew() {
		return true
	}
	switch {
	case !a.state && !a.returns(isShared):
		return false
	case !a.below && a.returns(isInherited) && !a.find(true):
		return true
	case a.state && a.returns(isState):
		return a.isShared(code.FlowOf)
	}
	return a.isShared(code.UseOf) && (a.state || a.namesKnown())
}

// hasName reports whether the name of the method is a word, other than of `Shop[:list]` and `Shop.()`.
func (a *answer) hasName() bool {
	return ruby.IsWord(strings.TrimRight(a.method.Name, "?!=")) && a.method.Name != "call"
}

// isMentioned reports whether the words of the configuration or of lib may have to do with the method.
func (a *answer) isMentioned() bool {
	besides := a.file.Name
	if inConfig(besides) {
		besides = ""
	}
	return a.class != "" && (a.isNamed(func(name string) bool { return a.d.mentions(name, besides) }) ||
		!a.below && slices.ContainsFunc(a.d.family(a.class, true).more, a.isNamedIn))
}

// isNamedIn is isMentioned of another text.
func (a *answer) isNamedIn(f files.Text) bool {
	return f.Name != a.file.Name && a.isNamed(func(name string) bool { return a.d.has(f, name) })
}

// isNamed is isMentioned of something of which has reports the words.
func (a *answer) isNamed(has func(name string) bool) bool {
	return !a.hasName() || has(a.method.Name) || a.state && has(setsVariable)
}

// find finds where the class goes, with its kin or alone, and the files. It is not ok where a file is not
// understood, or there are too many ways.
func (a *answer) find(kin bool) (ok bool) {
	f := a.d.family(a.class, kin)
	if f == a.family {
		return true
	}
	if a.family = f; !a.d.follow(f) {
		return false
	}
	a.named, ok = a.d.trees(slices.DeleteFunc(slices.Clone(f.named), func(f files.Text) bool { return inConfig(f.Name) || !a.isNamedIn(f) }))
	for _, x := range f.goes.Code() {
		file := x.Code.(*grammar.File)
		if !slices.Contains(a.named, file) && a.isNamed(func(name string) bool { return strings.Contains(file.Source, strings.TrimRight(name, "=")) }) {
			a.named = append(a.named, file)
		}
	}
	return ok
}

// isDefinedAnew reports whether a file may define the method where its definitions are not taken.
func (a *answer) isDefinedAnew() bool {
	return !inConfig(a.file.Name) && slices.ContainsFunc(a.named, func(file *grammar.File) bool {
		return file.Name != a.file.Name && slices.ContainsFunc(a.d.redefinitions(file), func(r redefinition) bool {
			return !a.d.ran[r.code.Start()] && defines(r.code, a.method.Name, a.family.goes, r.opens(a))
		})
	})
}

// A redefinition is code that may define a method of a class.
type redefinition struct {
	code   grammar.Node
	within []grammar.Node // the bodies and blocks around it that may have another self
}

// redefinitions are those of a part of a file, in order.
func redefinitions(part grammar.Node, within []grammar.Node) (all []redefinition) {
	grammar.Inspect(part, func(n grammar.Node) bool {
		if n == part {
			return true
		}
		opens := code.ClassName(n) != ""
		switch n := n.(type) {
		case *grammar.Def, *grammar.Alias:
			all = append(all, redefinition{n, within})
		case *grammar.SingletonClass:
			opens = true
		case *grammar.Call:
			if code.CallsByName[n.Name] || redefines(n.Name) {
				all = append(all, redefinition{n, within})
			}
			opens = n.Block != nil && code.Rebinds[n.Name]
		}
		if opens {
			all = append(all, redefinitions(n, append(slices.Clip(within), n))...)
		}
		return !opens
	})
	return all
}

// redefines reports whether a method defines others.
func redefines(method string) bool {
	return strings.HasPrefix(method, "define_") || method == "alias_method" || strings.HasSuffix(method, "eval") || code.Rebinds[method]
}

// opens reports whether what has no receiver there is of the class of an answer.
func (r redefinition) opens(a *answer) bool {
	last := code.LastName(a.class)
	for _, n := range slices.Backward(r.within) {
		if inner := code.ClassName(n); inner != "" {
			return inner == last
		}
		if a.family.goes.Rebinds(n) {
			return true
		}
	}
	return true
}

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
		case !redefines(called):
			return false
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

// follow finds where a family goes in the configuration; it is not ok for too many ways. All classes go where one
// goes that something finds by a name which it makes, the class of no name.
func (d *Definitions) follow(f *family) (ok bool) {
	if f.asked {
		return f.goes != nil
	}
	f.asked = true
	last := code.LastName(f.class)
	seeds := code.Seeds{Words: lookups, Class: true, Beyond: d.beyond, Is: func(x grammar.Expr) bool {
		c, ok := x.(*grammar.Const)
		return ok && (c.Name == last && means(x, f.class) || c.Name != last && f.kin[c.Name]) || isNewClass(x) && f.kin[code.LastName(code.ConstName(x.(*grammar.Call).Args[0]))] || looksUp(x, func(name string) bool { return f.kin[name] })
	}}
	words := lookups
	if f.class != "" {
		words = slices.Sorted(maps.Keys(f.kin))
	}
	if f.named = d.namingAny(words); len(f.more) > 0 {
		f.named = eachOnce(append(f.named, f.more...))
	}
	hooks := func(within string) bool { return d.isOf(within, f.kin) }
	list, ok := d.trees(slices.DeleteFunc(slices.Clone(f.named), func(t files.Text) bool { return !inConfig(t.Name) && !d.hasHook(t, hooks) }))
	any := d.family("", false)
	switch {
	case !ok:
	case f == any:
		f.goes = code.FlowOf(seeds, slices.DeleteFunc(d.indices(list), func(x *code.Index) bool { return !x.Has(words, seeds.Is) })...)
	case !d.follow(any) || len(f.named) == 0:
		f.goes = any.goes
	default:
		seeds.Words, seeds.Hooks = append(words, lookups...), hooks
		f.goes = any.goes.And(seeds, d.indices(list)...)
	}
	return f.goes != nil
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

// hasHook reports whether a text may define a method that Ruby gives classes, see [code.Hooks], in a class or
// module that is one of some.
func (d *Definitions) hasHook(f files.Text, is func(name string) bool) bool {
	return slices.ContainsFunc(d.textFacts(f).methods(), func(name string) bool {
		return code.Hooks[name] && slices.ContainsFunc(d.DefinedIn(f), is) || is(name) // def Shop.inherited
	})
}

// namesKnown reports whether the method names a value that its file or another makes, or calls another
// method: what only the application knows anyway keeps its name.
func (a *answer) namesKnown() bool {
	return code.Any(a.method.Body, func(n grammar.Node) bool {
		if x, ok := n.(*grammar.Const); ok {
			_, known := a.d.Constant(code.ConstName(x))
			return known || a.d.facts(a.file).sets[x.Name] > 0 || slices.ContainsFunc(a.d.facts(a.file).classes, func(path string) bool { return code.LastName(path) == x.Name })
		}
		c, ok := n.(*grammar.Call)
		return ok && c.Recv == nil
	})
}

// isShared reports whether what the method returns may be changed, as far as follow follows that.
func (a *answer) isShared(follow following) bool {
	opens, list := map[string]bool{}, a.named
	if len(a.family.kin) > 1 && !slices.Contains(list, a.file) { // one of them may stand in the file, too
		list, opens[a.file.Name] = append(slices.Clip(list), a.file), true
	}
	for _, file := range a.named {
		if file == a.file {
			continue
		}
		opens[file.Name] = a.d.opensAny(file, a.family.kin)
		if setsByName(a.d.facts(file).byName, a.family.goes, a.method) || opens[file.Name] && setsState(file, a.method) {
			return true
		}
	}
	return a.d.mayChange(list, follow, append(slices.Collect(maps.Keys(code.CallsByName)), a.method.Name), func(x grammar.Expr) bool {
		switch x := x.(type) {
		case *grammar.Index:
			return a.method.Name == "[]" && a.family.goes.Holds(x.Recv)
		case *grammar.Call:
			return callsMethod(x, a.method.Name) && (a.any && x.Recv != nil || a.family.goes.Holds(x.Recv) || opens[x.Pos.Filename] && (x.Recv == nil || isOwn(x.Recv)))
		}
		return false
	})
}

// isOwn reports whether an expression is `self`, or `self.class`.
func isOwn(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	return code.IsSelf(x) || ok && c.Name == "class" && (c.Recv == nil || code.IsSelf(c.Recv))
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

func isCVar(x grammar.Expr) bool {
	_, ok := x.(*grammar.CVar)
	return ok
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

// isInherited is isShared of what classes have from those above them: an instance variable is of one alone.
func isInherited(x grammar.Expr) bool {
	_, own := x.(*grammar.IVar)
	return isShared(x) && !own
}

// returns reports whether the method may return what is such a value, or a part of it.
func (a *answer) returns(is func(grammar.Expr) bool) bool {
	flow := code.FlowOf(code.Seeds{Is: is}, code.IndexOf(a.method))
	return flow == nil || flow.Returns(a.method)
}

// isNewClass reports whether an expression makes a class below another: Class.new(Shop).
func isNewClass(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	return ok && c.Name == "new" && len(c.Args) > 0 && code.ConstName(c.Recv) == "Class"
}

// lookups are the methods that find a class by a name.
var lookups = []string{"constantize", "safe_constantize", "const_get"}

// looksUp reports whether an expression may find a class by its last name, of which is says whether it is meant,
// or by one that something makes: "Shop".constantize.
func looksUp(x grammar.Expr, is func(name string) bool) bool {
	c, ok := x.(*grammar.Call)
	if !ok {
		return false
	}
	from := c.Recv
	switch {
	case c.Name == "const_get" && len(c.Args) > 0:
		from = c.Args[0]
	case slices.Contains(lookups, c.Name):
	case c.BlockArg != nil:
		name, _ := code.LiteralName(c.BlockArg.X)
		return slices.Contains(lookups, name)
	default:
		return false
	}
	name, literal := code.LiteralName(from)
	return !literal || is(code.LastName(name))
}

// callsMethod reports whether a call may be one of a method: by its name, or as send is.
func callsMethod(c *grammar.Call, method string) bool {
	if code.CallsByName[c.Name] && len(c.Args) > 0 {
		name, literal := code.LiteralName(c.Args[0])
		return !literal || name == method
	}
	return c.Name == method
}

// setsByName reports whether one of some calls by a name sets a variable of a method of some classes, or
// what the method returns: `Shop.instance_variable_set(:@list, [])`.
func setsByName(calls []*grammar.Call, class *code.Flow, m *grammar.Def) bool {
	names := map[string]bool{m.Name + "=": true}
	code.AddNames(names, m)
	return slices.ContainsFunc(calls, func(c *grammar.Call) bool {
		if !class.Holds(c.Recv) {
			return false
		}
		name, literal := code.LiteralName(c.Args[0])
		return !literal || names[name] && (strings.HasPrefix(name, "@") || strings.HasSuffix(name, "="))
	})
}

// within returns where a constant goes in its file; it is not ok where the methods of the file change it, whoever
// calls them, or hand it to blocks.
func (s *skeleton) within(path string) (flow *code.Flow, ok bool) {
	constant := code.LastName(path)
	flow = code.FlowOf(code.Seeds{Words: []string{constant}, Is: func(x grammar.Expr) bool { return isConst(x) && code.NameOf(x) == constant }}, s.d.indices([]*grammar.File{s.file})...)
	return flow, flow != nil && !slices.ContainsFunc(s.d.facts(s.file).methods, func(m *grammar.Def) bool { return flow.MayChangeIn(m.Body, runsNothing) })
}

// answer is what a method of the file returns, asked of a class.
func (s *skeleton) answer(m *grammar.Def, class string) *answer {
	return &answer{d: s.d, method: m, file: s.file, class: class, any: m.Singleton == nil, state: code.AnyExpr(m, isState)}
}

func runsNothing(grammar.Expr, string) bool { return false }

// isHandedOut reports whether methods of the file return what may be changed, or it is changed by another
// name.
func (s *skeleton) isHandedOut(path string, flow *code.Flow) bool {
	if flow == nil {
		return false
	}
	class, facts := code.OuterName(path), s.d.facts(s.file)
	for _, a := range facts.assigns {
		if isConst(a.Target) && !flow.Is(a.Target) && flow.Reaches(a.Value) && s.isChanged(code.JoinName(class, code.NameOf(a.Target)), false) {
			return true
		}
	}
	return slices.ContainsFunc(facts.methods, func(m *grammar.Def) bool {
		if !flow.Returns(m) {
			return false
		}
		a := s.answer(m, class)
		return m.Name == "" || (strings.Count(s.file.Source, m.Name) > 1 || a.isMentioned()) && (!a.find(true) || a.isShared(code.FlowOf))
	})
}

// methodsOf returns the methods that a node defines, by `def`, `attr_reader :list` or `define_method(:list) { … }`;
// that of `define_method(name)` has no name.
func methodsOf(n grammar.Node) (list []*grammar.Def) {
	c, ok := n.(*grammar.Call)
	if m, isDef := n.(*grammar.Def); isDef {
		list = append(list, m)
	}
	for i := 0; ok && i < len(c.Args); i++ {
		name, literal := code.LiteralName(c.Args[i])
		switch {
		case literal && (c.Name == "attr_reader" || c.Name == "attr_accessor"):
			list = append(list, reader(c.Pos, name))
		case c.Name == "define_method" && c.Block != nil:
			list = append(list, &grammar.Def{Pos: c.Pos, Name: name, Body: c.Block.Body})
		case c.Name == "define_singleton_method" && c.Block != nil:
			list = append(list, &grammar.Def{Pos: c.Pos, Name: name, Body: c.Block.Body, Singleton: &grammar.Self{Pos: c.Pos}})
		}
	}
	return list
}

// reader is `def list = @list`.
func reader(pos grammar.Pos, name string) *grammar.Def {
	reads := &grammar.Stmts{Pos: pos, List: []grammar.Expr{&grammar.IVar{Pos: pos, Name: "@" + name}}}
	return &grammar.Def{Pos: pos, Name: name, Body: &grammar.Body{Pos: pos, Stmts: reads}}
}
