package definitions

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/mapper"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// A skeleton is the definitions of one file.
type skeleton struct {
	d       *Definitions
	file    *grammar.File
	memos   map[string]bool // instance variables that `@x ||= ...` alone sets
	around  []grammar.Expr  // the classes and modules around
	derived int             // how many of them have a superclass
	later   []laterBlock
	also    func(grammar.Expr) bool // reports further statements to take
}

// define takes the definitions of a file, as TakeWith does.
func (d *Definitions) define(file *grammar.File, also, later func(grammar.Expr) bool) {
	d.Parsed[file.Name] = file
	s := &skeleton{d: d, file: file, also: also, memos: d.facts(file).memos}
	d.note(file)
	d.Application.Collect("", func() {
		s.stmts(file.Body)
		s.also = later
		for len(s.later) > 0 {
			b := s.later[0]
			s.later = s.later[1:]
			s.around, s.derived = b.around, b.derived
			s.stmts(b.block.Body.Stmts)
		}
	})
}

// A laterBlock is one that runs when the files of the application are read.
type laterBlock struct {
	block   *grammar.Block
	around  []grammar.Expr
	derived int
}

// memos finds the instance variables that are only ever set by `@x ||= value`,
// to what nothing changes afterwards.
func memos(file *grammar.File) map[string]bool {
	set, other := map[string]bool{}, map[string]bool{}
	grammar.Walk(file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.OpAssign:
			name := memoName(n.Target)
			if _, ok := n.Target.(*grammar.IVar); ok && n.Op == "||" && !registry(n.Value) {
				set[name] = true
				break
			}
			other[name] = true
		case *grammar.Assign:
			other[memoName(n.Target)] = true
		case *grammar.Call:
			if dsl.Changes(n.Name) {
				other[memoName(n.Recv)] = true
			}
			if len(n.Name) > 5 && n.Name[:5] == "attr_" || n.Name == "instance_variable_set" || n.Name == "attr" {
				for _, a := range n.Args {
					if name, ok := a.(*grammar.Sym); ok {
						other["@"+name.Name] = true
					}
				}
			}
		}
	})
	for name := range other {
		delete(set, name)
	}
	return set
}

// memoName is the variable that an expression holds or is a part of: `@list`,
// `list` and `@list[:a]` are all @list.
func memoName(x grammar.Expr) string {
	switch x := x.(type) {
	case *grammar.IVar:
		return x.Name
	case *grammar.Index:
		return memoName(x.Recv)
	case *grammar.Call:
		if x.Recv == nil || code.IsSelf(x.Recv) {
			return "@" + x.Name
		}
		return memoName(x.Recv)
	}
	return ""
}

// stmts takes what a class body, or the file itself, defines.
func (s *skeleton) stmts(list *grammar.Stmts) {
	if list == nil {
		return
	}
	var methods []grammar.Expr
	all, rest := code.UntilLeft(list.List)
	for _, x := range all {
		switch x := x.(type) {
		case *grammar.Def:
			if x.Singleton == nil || s.stateless(x) {
				methods = append(methods, s.method(x, x))
			}
			continue
		case *grammar.SingletonClass:
			if x := s.singleton(x); x != nil {
				methods = append(methods, x)
			}
			continue
		case *grammar.Alias:
			methods = append(methods, x)
			continue
		case *grammar.Call:
			if list := s.delegators(x); list != nil {
				methods = append(methods, list...)
				continue
			}
			if b := blockAround(x); b != nil {
				s.later = append(s.later, laterBlock{b, slices.Clone(s.around), s.derived})
				continue
			}
			if x.Recv == nil && declares[x.Name] {
				methods = append(methods, x)
				for _, m := range methodsOf(x) {
					if s.inModule() { // whose variables are others of each class
						methods = append(methods, s.method(m, m))
					}
				}
				continue
			}
			if _, _, alias := code.AliasOf(x); alias && isSingletonClass(x.Recv) {
				methods = append(methods, ifDefined(x))
				continue
			}
		}
		s.stmt(x)
	}
	if len(methods) > 0 {
		_ = s.run(methods...)
	}
	if rest != nil {
		s.decided(all, rest)
	}
}

// declares are the words of a class body that go with the methods around them.
var declares = map[string]bool{
	"private": true, "public": true, "protected": true, "module_function": true,
	"attr_reader": true, "attr_accessor": true, "attr_writer": true, "alias_method": true, "delegate_missing_to": true,
}

func (s *skeleton) stmt(x grammar.Expr) {
	switch x := x.(type) {
	case *grammar.Class:
		head := *x
		head.Body = nil
		s.inside(&head, x.Body)
	case *grammar.Module:
		head := *x
		head.Body = nil
		s.inside(&head, x.Body)
	case *grammar.Assign:
		if s.inClass() && setsDefaultScope(x.Target) {
			_ = s.run(x)
			return
		}
		s.assign(x.Target, x.Value, x)
	case *grammar.OpAssign:
		s.assign(x.Target, x.Value, x)
	case *grammar.Call:
		if code.Requires(x) {
			s.requires(x)
			return
		}
		if s.requiresEach(x) {
			return
		}
		if isPatching(x.Name) && x.Recv != nil && !mapper.MixesIn(x) {
			s.reopen(x)
			return
		}
		if name := changedConst(x); name != nil && !mapper.MixesIn(x) {
			s.change(name, x)
			return
		}
		if isSingleton(x) && s.isConfigured() {
			return
		}
		mixes := x.Recv == nil && (x.Name == "include" || x.Name == "extend" || x.Name == "prepend") && len(x.Args) > 0 && !slices.ContainsFunc(x.Args, isCall)
		if x.Recv == nil && x.Block != nil && (x.Name == "included" || x.Name == "class_methods") && mapper.MentionsClass([]byte(s.file.Source)) {
			_ = s.run(x)
			return
		}
		if mixes || engineWords[x.Name] && s.inClass() || mapper.MixesIn(x) || s.also != nil && s.also(x) {
			_ = s.run(x)
		}
	case *grammar.If:
		if mapper.ChangesClass(x) || s.requiresMapper(x) {
			s.decided(nil, x)
		} else if definesConst(x) && code.Closed(x) {
			_ = s.run(x)
		} else if name := holdsChange(x); name != nil {
			s.change(name, x)
		}
	}
}

// assign defines a constant whose value is known.
func (s *skeleton) assign(target, value, x grammar.Expr) {
	if name := changedConst(x); name != nil {
		s.change(name, x)
		return
	}
	name, ok := target.(*grammar.Const)
	if !ok || !code.Closed(value) || registry(value) {
		return
	}
	path := s.pathOf(name)
	var flow *code.Flow
	frozen := s.isFrozen(value) && s.isSetOnce(name, x)
	if !frozen {
		if flow, ok = s.within(path); !ok {
			return
		}
	}
	v, err := s.constant(name.Name, x)
	if _, ok := v.(*dsl.Class); !ok && (s.isChanged(path, frozen) || s.isHandedOut(path, flow)) {
		s.d.Interp.RemoveConst(path)
	}
	if err == nil && dsl.UnknownIn(v) != nil && !holdsValues(v) {
		s.d.Interp.RemoveConst(path)
	}
}

// constant is eval of what gives a constant its value.
func (s *skeleton) constant(name string, x grammar.Expr) (v dsl.Value, err error) {
	s.d.Application.Collect(name, func() { v, err = s.eval(x) })
	return v, err
}

// holdsValues reports whether a value is an object around others, whose own methods know
// which of them are unknown.
func holdsValues(v dsl.Value) bool {
	_, object := v.(*dsl.Object)
	_, array := v.(*dsl.Array)
	_, hash := v.(*dsl.Hash)
	return object || array || hash
}

// pathOf is the full name of a constant that is defined within the classes around.
func (s *skeleton) pathOf(name *grammar.Const) string { return code.PathOf(s.around, name) }

// engineWords are what an engine's class says about its routes.
var engineWords = map[string]bool{"isolate_namespace": true, "engine_name": true, "railtie_name": true, "routes": true, "endpoint": true}

// setsDefaultScope tells the target of `routes.default_scope = {}`.
func setsDefaultScope(target grammar.Expr) bool {
	c, ok := target.(*grammar.Call)
	if !ok || c.Name != "default_scope" {
		return false
	}
	on, ok := c.Recv.(*grammar.Call)
	return ok && on.Name == "routes" && (on.Recv == nil || code.IsSelf(on.Recv))
}

// inClass tells whether the code stands in a class with a superclass.
func (s *skeleton) inClass() bool { return s.derived > 0 }

func isCall(x grammar.Expr) bool {
	_, ok := x.(*grammar.Call)
	return ok
}

func isConst(x grammar.Expr) bool {
	_, ok := x.(*grammar.Const)
	return ok
}

// inside runs an empty definition of a class, which may fail, and then what
// stands in it.
func (s *skeleton) inside(head grammar.Expr, body *grammar.Body) {
	empty := &grammar.Body{Stmts: &grammar.Stmts{}}
	if body != nil {
		empty.Pos = body.Pos
	}
	var path string
	switch head := head.(type) {
	case *grammar.Class:
		s.autoload(head.Name)
		s.namespace(head.Name)
		if s.isApplication(head) {
			if body != nil {
				s.application(body)
			}
			s.constantsOf(s.pathOf(head.Name), body)
			return
		}
		path = s.pathOf(head.Name)
		head.Body = empty
		_ = s.run(head)
		plain := *head
		plain.Super = nil
		s.around = append(s.around, &plain)
	case *grammar.Module:
		s.autoload(head.Name)
		s.namespace(head.Name)
		path = s.pathOf(head.Name)
		head.Body = empty
		_ = s.run(head)
		s.around = append(s.around, head)
	}
	if c, ok := head.(*grammar.Class); ok && c.Super != nil {
		s.derived++
		defer func() { s.derived-- }()
	}
	if body != nil {
		s.stmts(body.Stmts)
	}
	s.around = s.around[:len(s.around)-1]
	s.d.patch(path)
}

// autoload takes the file of the name of a class within another, which Ruby reads before code
// elsewhere opens the class.
func (s *skeleton) autoload(name *grammar.Const) {
	path := s.pathOf(name)
	if _, ok := s.d.Interp.Const(path); ok || len(s.around) == 0 || s.d.depth >= MaxDepth {
		return
	}
	for _, file := range s.d.FilesOf(path) {
		s.d.depth++
		s.d.TakeFile(file)
		s.d.depth--
	}
}

// isApplication tells the application's own class, which the loader stands for,
// and gives its constant that meaning.
func (s *skeleton) isApplication(c *grammar.Class) bool {
	if c.Super == nil || strings.TrimPrefix(grammar.String(c.Super), "::") != "Rails::Application" {
		return false
	}
	name := s.pathOf(c.Name)
	s.d.Interp.WithoutJournal(func() { s.d.Interp.DefineConst(name, s.d.Main) }) // also where a file that reopens it came first
	s.d.found[name] = s.d.Main
	return true
}

// application takes what the body of the application's class does to the mapper.
func (s *skeleton) application(body *grammar.Body) {
	own := &grammar.Stmts{Pos: body.Pos}
	for _, x := range body.Stmts.List {
		switch x.(type) {
		case *grammar.Call, *grammar.If:
			if mapper.ChangesClass(x) {
				own.List = append(own.List, x)
			}
		}
	}
	s.stmts(own)
}

// constantsOf takes the constants of the application's class.
func (s *skeleton) constantsOf(path string, body *grammar.Body) {
	if body == nil || body.Stmts == nil {
		return
	}
	for _, x := range body.Stmts.List {
		a, _ := x.(*grammar.Assign)
		if a == nil {
			continue
		}
		if c, ok := a.Target.(*grammar.Const); ok && c.Scope == nil {
			if v, err := s.constant(c.Name, a.Value); err == nil {
				s.d.found[path+"::"+c.Name] = v
			}
		}
	}
}

// namespace makes the modules that `class Shop::Cart` stands in, which only
// folders tell of.
func (s *skeleton) namespace(name *grammar.Const) {
	outer, ok := name.Scope.(*grammar.Const)
	if !ok || len(s.around) > 0 {
		return
	}
	s.namespace(outer)
	path := strings.TrimPrefix(grammar.String(outer), "::")
	if _, ok := s.d.Interp.Const(path); ok {
		return
	}
	if _, ok := s.d.Constant(path); !ok {
		s.d.Interp.DefineModule(path)
	}
}

// run runs statements within the classes around. What goes wrong leaves their
// names unknown.
func (s *skeleton) run(list ...grammar.Expr) error {
	_, err := s.eval(list...)
	if err == nil {
		s.note(list)
	}
	return err
}

func (s *skeleton) note(list []grammar.Expr) {
	for _, x := range list {
		s.d.ran[x.Start()] = true
		if c, ok := x.(*grammar.SingletonClass); ok {
			s.note(c.Body.Stmts.List)
		}
	}
}

// eval is run for the value of the last statement.
func (s *skeleton) eval(list ...grammar.Expr) (dsl.Value, error) {
	pos := s.file.Body.Pos
	body := &grammar.Stmts{Pos: pos, List: list}
	for i := len(s.around) - 1; i >= 0; i-- {
		inner := &grammar.Body{Pos: s.around[i].Start(), Stmts: body}
		switch around := s.around[i].(type) {
		case *grammar.Class:
			c := *around
			c.Body = inner
			body = &grammar.Stmts{Pos: c.Pos, List: []grammar.Expr{&c}}
		case *grammar.Module:
			m := *around
			m.Body = inner
			body = &grammar.Stmts{Pos: m.Pos, List: []grammar.Expr{&m}}
		case *grammar.Call:
			c, block := *around, *around.Block
			block.Body, c.Block = inner, &block
			body = &grammar.Stmts{Pos: c.Pos, List: []grammar.Expr{&c}}
		}
	}
	var v dsl.Value
	var err error
	s.d.Application.Aside(func(t *dsl.Thread) {
		v, err = t.Run(&grammar.File{Name: s.file.Name, Source: s.file.Source, Body: body}, nil)
	})
	return v, err
}

// Eval runs statements that stand in some classes and modules of a file, in silence, and
// returns the value of the last.
func (d *Definitions) Eval(file *grammar.File, around []grammar.Expr, list ...grammar.Expr) (dsl.Value, error) {
	return (&skeleton{d: d, file: file, around: around}).eval(list...)
}

// holds is truthy of a value that decides what is defined.
func (d *Definitions) holds(v dsl.Value) bool { return ruby.Truthy(d.Application.Decides(v)) }

// stateless reports whether no setting of the application changes the answer of a method of the
// class itself.
func (s *skeleton) stateless(d *grammar.Def) bool {
	ok, yields := true, 0
	noted := notesDown(d)
	grammar.Walk(d, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Yield:
			if yields++; yields > 1 { // what is drawn would be drawn on both sides
				ok = false
			}
		case *grammar.IVar:
			ok = ok && s.memos[n.Name]
		case *grammar.CVar:
			ok = ok && noted[n]
		case *grammar.Super:
			ok = ok && (d.Name == "method_missing" || d.Name == "respond_to_missing?") // to Ruby's own
		case *grammar.GVar:
			ok = false
		case *grammar.Call: // instance_variable_get
			ok = ok && !strings.HasPrefix(n.Name, "instance_variable") && !strings.HasPrefix(n.Name, "class_variable")
		}
	})
	return ok
}

// notesDown finds the class variables of a method that only note something down, as
// `@@seen ||= Set.new; @@seen << name` does: its answer is the same without.
func notesDown(d *grammar.Def) map[*grammar.CVar]bool {
	noted := map[*grammar.CVar]bool{}
	grammar.Walk(d, func(n grammar.Node) {
		list, ok := n.(*grammar.Stmts)
		if !ok || len(list.List) == 0 {
			return
		}
		for _, x := range list.List[:len(list.List)-1] {
			switch x := x.(type) {
			case *grammar.OpAssign:
				if v, ok := x.Target.(*grammar.CVar); ok && x.Op == "||" && registry(x.Value) {
					noted[v] = true
				}
			case *grammar.Call:
				if v, ok := x.Recv.(*grammar.CVar); ok && (x.Name == "<<" || x.Name == "add" || x.Name == "push") {
					noted[v] = true
				}
			}
		}
	})
	return noted
}

// singleton is `class << self` with its pure methods, their other names and
// visibility, and literal constants only.
func (s *skeleton) singleton(x *grammar.SingletonClass) grammar.Expr {
	if x.Body == nil || x.Body.Stmts == nil {
		return nil
	}
	var kept []grammar.Expr
	for _, e := range x.Body.Stmts.List {
		switch e := e.(type) {
		case *grammar.Def:
			own := *e
			own.Singleton = &grammar.Self{Pos: e.Pos}
			if s.stateless(&own) {
				kept = append(kept, s.method(e, &own))
			}
		case *grammar.Assign:
			if c, ok := e.Target.(*grammar.Const); ok && c.Scope == nil && isLiteral(e.Value) {
				kept = append(kept, e)
			}
		case *grammar.Alias:
			kept = append(kept, ifDefined(e))
		case *grammar.Call:
			switch _, _, alias := code.AliasOf(e); {
			case alias:
				kept = append(kept, ifDefined(e))
			case e.Recv == nil && visibilities[e.Name]:
				d, ok := firstDef(e)
				if ok && s.stateless(d) {
					e = s.visible(e, d)
				}
				if !ok || s.stateless(d) {
					kept = append(kept, ifDefined(e))
				}
			case e.Recv == nil && e.Name == "delegate_missing_to":
				kept = append(kept, e)
			default:
				kept = append(kept, s.delegators(e)...)
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	c := *x
	c.Body = &grammar.Body{Pos: x.Body.Pos, Stmts: &grammar.Stmts{Pos: x.Body.Pos, List: kept}}
	return &c
}

// visibilities are the words of a class body that say who may call its methods.
var visibilities = map[string]bool{"private": true, "public": true, "protected": true}

// firstDef is the method that `private def x` defines.
func firstDef(c *grammar.Call) (*grammar.Def, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	d, ok := c.Args[0].(*grammar.Def)
	return d, ok
}

// visible is `private def x` of which IsChanged may be asked.
func (s *skeleton) visible(c *grammar.Call, d *grammar.Def) *grammar.Call {
	call, own := *c, *d
	own.Singleton = &grammar.Self{Pos: d.Pos}
	call.Args = append([]grammar.Expr{s.method(d, &own)}, c.Args[1:]...)
	return &call
}

// ifDefined is a statement about methods that the skeleton may lack.
func ifDefined(x grammar.Expr) grammar.Expr {
	return &grammar.RescueMod{Pos: x.Start(), X: x, Rescue: &grammar.Nil{Pos: x.Start()}}
}

// isSingletonClass tells `singleton_class` of the class around.
func isSingletonClass(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	return ok && c.Name == "singleton_class" && (c.Recv == nil || code.IsSelf(c.Recv))
}

// definesConst tells a condition around definitions of constants.
func definesConst(x grammar.Expr) bool {
	return code.Any(x, func(n grammar.Node) bool {
		a, ok := n.(*grammar.Assign)
		return ok && isConst(a.Target)
	})
}
