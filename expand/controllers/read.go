package controllers

import (
	"strings"

	"signalbox/grammar"
)

// A source is the modules of one file, by their folded names.
type source struct{ modules map[string]*module }

// A module is a class or a module, with what its files define in it.
type module struct {
	name    string // Admin::PostsController
	path    string // admin/posts_controller, as its file has it
	class   bool
	nesting []string // the names of the modules around, the innermost first

	super    grammar.Expr
	includes []reference
	methods  map[string]Method
	macros   map[string]*grammar.Def // methods of the class itself: def self.publishes
	opaque   string                  // what may define methods that are not known; "" for nothing
	// included are the blocks that run in each class that includes the module.
	included  []*grammar.Stmts
	viewPaths bool // templates stand elsewhere too
}

// A reference is a constant that is named within a module.
type reference struct {
	name    string
	nesting []string
}

// module returns a class or a module by its name; nil if no file of its name defines it.
func (x *Index) module(name string) *module {
	key := fold(name)
	if m, ok := x.modules[key]; ok {
		return m
	}
	x.modules[key] = nil
	var m *module
	for _, file := range x.filesOf(name) {
		if one := x.source(file).modules[key]; one != nil {
			m = m.with(one)
		}
	}
	x.modules[key] = m
	return m
}

// with adds what another file defines: an engine or an edition that adds to a class.
func (m *module) with(other *module) *module {
	if m == nil {
		return other
	}
	if m.super == nil {
		m.super = other.super
	}
	for name, d := range other.methods {
		if _, ok := m.methods[name]; !ok {
			m.methods[name] = d
		}
	}
	for name, d := range other.macros {
		m.macros[name] = d
	}
	m.includes, m.included = append(m.includes, other.includes...), append(m.included, other.included...)
	m.viewPaths = m.viewPaths || other.viewPaths
	if m.opaque == "" {
		m.opaque = other.opaque
	}
	return m
}

func (x *Index) source(name string) *source {
	s, ok := x.parsed[name]
	if !ok {
		s = &source{map[string]*module{}}
		x.parsed[name] = s
		if file := x.parse(name); file != nil && file.Body != nil {
			r := &reader{index: x, source: s, file: name}
			r.stmts(file.Body, nil)
		}
	}
	return s
}

// A reader takes the definitions from one file.
type reader struct {
	index  *Index
	source *source
	file   string
}

// A scope is where a definition stands.
type scope struct {
	in         *module
	visibility Visibility
}

// stmts reads statements in a module; in is nil at the top.
func (r *reader) stmts(list *grammar.Stmts, in *module) {
	s := &scope{in: in}
	if list != nil {
		for _, stmt := range list.List {
			r.stmt(stmt, s)
		}
	}
}

func (r *reader) stmt(x grammar.Expr, s *scope) {
	switch x := x.(type) {
	case *grammar.Class:
		r.open(x.Name, x.Super, x.Body, true, s)
	case *grammar.Module:
		r.open(x.Name, nil, x.Body, false, s)
	case *grammar.If:
		r.branches(s, x.Then, x.Else)
	case *grammar.Begin:
		if x.Body != nil {
			r.branches(s, x.Body.Stmts)
		}
	case *grammar.Def:
		r.def(x, s)
	case *grammar.SingletonClass:
		r.singleton(x, s)
	case *grammar.Alias:
		s.define(x.New, x.Pos)
	case *grammar.Undef:
		for _, name := range x.Names {
			s.remove(name, x.Pos)
		}
	case *grammar.Call:
		r.call(x, s)
	}
}

// branches reads what may be defined or not as if it were.
func (r *reader) branches(s *scope, lists ...*grammar.Stmts) {
	for _, list := range lists {
		if list != nil {
			for _, stmt := range list.List {
				r.stmt(stmt, s)
			}
		}
	}
}

// open reads a class or a module.
func (r *reader) open(name *grammar.Const, super grammar.Expr, body *grammar.Body, class bool, s *scope) {
	full, nesting := strings.TrimPrefix(grammar.String(name), "::"), []string(nil)
	if s.in != nil {
		nesting = append([]string{s.in.name}, s.in.nesting...)
		if !name.Top {
			full = s.in.name + "::" + full
		}
	}
	m := r.source.modules[fold(full)]
	if m == nil {
		m = &module{name: full, path: r.pathOf(full), class: class, nesting: nesting, methods: map[string]Method{}, macros: map[string]*grammar.Def{}}
		r.source.modules[fold(full)] = m
	}
	if super != nil {
		m.super = super
	}
	if body != nil {
		r.stmts(body.Stmts, m)
	}
}

// pathOf is the name of a class as the file's own folders write it, so that templates are found.
func (r *reader) pathOf(full string) string {
	file := strings.TrimSuffix(r.file, ".rb")
	parts := strings.Split(file, "/")
	if n := strings.Count(full, "::") + 1; n <= len(parts) {
		return strings.Join(parts[len(parts)-n:], "/")
	}
	return file
}

func (r *reader) def(d *grammar.Def, s *scope) {
	switch {
	case s.in == nil:
	case d.Singleton != nil:
		s.in.macros[d.Name] = d
		if hooks[d.Name] && definesIn(d) != "" {
			s.in.blur("self." + d.Name)
		}
	case d.Name == "method_missing" || d.Name == "action_missing" || d.Name == "method_for_action":
		s.in.blur("def " + d.Name)
	default:
		s.in.methods[d.Name] = Method{d.Name, d.Pos, s.visibility, d}
	}
}

// hooks are the methods that Ruby calls where a module is included, or a class inherited from.
var hooks = set("included prepended inherited extended")

func (r *reader) singleton(x *grammar.SingletonClass, s *scope) {
	if s.in == nil || x.Body == nil || x.Body.Stmts == nil {
		return
	}
	for _, stmt := range x.Body.Stmts.List {
		if d, ok := stmt.(*grammar.Def); ok {
			s.in.macros[d.Name] = d
		}
	}
}

func (s *scope) define(name string, pos grammar.Pos) {
	if s.in != nil {
		s.in.methods[name] = Method{name, pos, s.visibility, nil}
	}
}

// remove takes a method away, one of an ancestor too.
func (s *scope) remove(name string, pos grammar.Pos) {
	if s.in != nil {
		s.in.methods[name] = Method{name, pos, Private, nil}
	}
}

// blur notes what may define methods that are not known.
func (m *module) blur(what string) {
	if m != nil && m.opaque == "" {
		m.opaque = what
	}
}
