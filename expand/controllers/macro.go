package controllers

import (
	"strings"

	"signalbox/grammar"
)

// call reads a call in the body of a class, or at the top of a file.
func (r *reader) call(c *grammar.Call, s *scope) {
	if s.in == nil {
		r.atTop(c, s)
		return
	}
	if c.Recv != nil {
		if _, ok := c.Recv.(*grammar.Self); !ok {
			r.sent(c, s)
			return
		}
	}
	switch c.Name {
	case "private", "protected", "public":
		r.visibility(c, s)
	case "include", "prepend":
		for _, a := range c.Args {
			r.include(a, s)
		}
	case "extend":
		for _, a := range c.Args {
			if text := grammar.String(a); text != "ActiveSupport::Concern" && text != "self" && r.macrosOf(text, s) == nil {
				s.in.blur("extend " + text)
			}
		}
	case "included", "prepended":
		if c.Block != nil && c.Block.Body != nil && c.Block.Body.Stmts != nil {
			s.in.included = append(s.in.included, c.Block.Body.Stmts)
		}
	case "class_methods":
		if c.Block != nil && c.Block.Body != nil && c.Block.Body.Stmts != nil {
			for _, stmt := range c.Block.Body.Stmts.List {
				if d, ok := stmt.(*grammar.Def); ok {
					s.in.macros[d.Name] = d
				}
			}
		}
	case "define_method", "alias_method", "attr_reader", "attr_accessor", "attr_writer", "attr", "delegate", "delegate_missing_to", "class_attribute", "mattr_accessor", "mattr_reader", "cattr_accessor", "cattr_reader", "thread_mattr_accessor", "attr_internal", "helper_attr":
		r.defines(c, s)
	case "undef_method", "remove_method", "hide_action":
		for _, name := range names(c.Args) {
			s.remove(name, c.Pos)
		}
	case "prepend_view_path", "append_view_path", "view_paths":
		s.in.viewPaths = true
	case "class_eval", "module_eval", "instance_eval", "class_exec", "eval", "concerning", "inherit_resources":
		s.in.blur(c.Name)
	default:
		r.macro(c, s)
	}
}

// defines reads what defines methods by their names.
func (r *reader) defines(c *grammar.Call, s *scope) {
	list := names(c.Args)
	switch c.Name {
	case "attr_writer": // of names no action has
		return
	case "define_method", "alias_method":
		if len(list) == 0 || len(c.Args) > 0 && !isName(c.Args[0]) {
			s.in.blur(c.Name)
			return
		}
		list = list[:1]
	case "delegate_missing_to":
		s.in.blur(c.Name)
		return
	case "delegate":
		if last, ok := lastHash(c.Args); ok && strings.Contains(grammar.String(last), "prefix") {
			s.in.blur(c.Name)
		}
	}
	for _, name := range list {
		s.define(name, c.Pos)
	}
}

// visibility reads `private`, `private :a, :b` and `private def a`.
func (r *reader) visibility(c *grammar.Call, s *scope) {
	hidden := map[string]Visibility{"private": Private, "protected": Protected}[c.Name]
	if len(c.Args) == 0 {
		s.visibility = hidden
		return
	}
	for _, a := range c.Args {
		if d, ok := a.(*grammar.Def); ok {
			s.in.methods[d.Name] = Method{d.Name, d.Pos, hidden, d}
			continue
		}
		if inner, ok := a.(*grammar.Call); ok && (inner.Name == "attr_reader" || inner.Name == "attr_accessor" || inner.Name == "define_method") {
			r.call(inner, &scope{s.in, hidden})
			continue
		}
		for _, name := range names([]grammar.Expr{a}) {
			own := Method{name, c.Pos, hidden, nil}
			if d, ok := s.in.methods[name]; ok {
				own.Pos, own.def = d.Pos, d.def
			}
			s.in.methods[name] = own
		}
	}
}

// include reads `include Publishing`.
func (r *reader) include(a grammar.Expr, s *scope) {
	if _, ok := a.(*grammar.Const); !ok {
		s.in.blur("include " + grammar.String(a))
		return
	}
	s.in.includes = append(s.in.includes, reference{grammar.String(a), append([]string{s.in.name}, s.in.nesting...)})
}

// sent reads a call of something else in the body of a class: `%w[a b].each { |n| define_method(n) { } }`.
func (r *reader) sent(c *grammar.Call, s *scope) {
	what := definesIn(c)
	if what == "" {
		return
	}
	list, each := c.Recv.(*grammar.Array)
	made := madeByEach(c)
	if !each || made == nil || len(names(list.Elems)) < len(list.Elems) {
		s.in.blur(what)
		return
	}
	for _, name := range names(list.Elems) {
		s.define(name, made.Pos)
	}
}

// madeByEach returns the only statement of `each { |name| define_method(name) { ... } }`; nil for
// another call.
func madeByEach(c *grammar.Call) *grammar.Call {
	if c.Name != "each" || c.Block == nil || c.Block.Params == nil || len(c.Block.Params.List) != 1 || c.Block.Body == nil || c.Block.Body.Stmts == nil || len(c.Block.Body.Stmts.List) != 1 {
		return nil
	}
	made, ok := c.Block.Body.Stmts.List[0].(*grammar.Call)
	if !ok || made.Name != "define_method" || made.Recv != nil || len(made.Args) != 1 {
		return nil
	}
	if arg, ok := made.Args[0].(*grammar.Local); !ok || arg.Name != c.Block.Params.List[0].Name {
		return nil
	}
	return made
}

// atTop reads a call at the top of a file: `PostsController.prepend_mod`.
func (r *reader) atTop(c *grammar.Call, s *scope) {
	on, ok := c.Recv.(*grammar.Const)
	if !ok {
		return
	}
	if m := r.source.modules[fold(strings.TrimPrefix(grammar.String(on), "::"))]; m != nil {
		if c.Name == "include" || c.Name == "prepend" {
			for _, a := range c.Args {
				r.include(a, &scope{in: m})
			}
			return
		}
		m.blur(c.Name)
	}
}

// macro reads another call in the body of a class. Those of Rails define no actions; those of
// the application's own do what their code does; those of gems may do anything.
func (r *reader) macro(c *grammar.Call, s *scope) {
	if railsMacros[c.Name] || harmlessMacros[c.Name] {
		return
	}
	s.in.includes = append(s.in.includes, reference{macroMark + c.Name, nil})
}

// macroMark begins the reference to a macro, which is looked for among the ancestors.
const macroMark = "macro "

// definesIn is what in some code may define methods; "" for nothing.
func definesIn(n grammar.Node) (what string) {
	grammar.Walk(n, func(n grammar.Node) {
		if c, ok := n.(*grammar.Call); ok {
			switch c.Name {
			case "define_method", "class_eval", "module_eval", "alias_method", "include", "prepend", "extend", "class_exec", "send", "public_send", "instance_eval", "const_missing", "attr_accessor", "attr_reader":
				if what == "" && !(c.Name == "send" && c.Recv != nil) {
					what = c.Name
				}
			}
		}
	})
	return what
}

// macrosOf returns the module that a class is extended by.
func (r *reader) macrosOf(name string, s *scope) *module {
	return r.index.resolve(reference{name, append([]string{s.in.name}, s.in.nesting...)})
}

// names are the symbols and texts among arguments.
func names(args []grammar.Expr) []string {
	var list []string
	for _, a := range args {
		switch a := a.(type) {
		case *grammar.Sym:
			list = append(list, a.Name)
		case *grammar.Str:
			list = append(list, a.Value)
		case *grammar.Array:
			list = append(list, names(a.Elems)...)
		case *grammar.Splat:
			list = append(list, names([]grammar.Expr{a.X})...)
		}
	}
	return list
}

func isName(a grammar.Expr) bool {
	switch a.(type) {
	case *grammar.Sym, *grammar.Str:
		return true
	}
	return false
}

func lastHash(args []grammar.Expr) (*grammar.Hash, bool) {
	if len(args) == 0 {
		return nil, false
	}
	h, ok := args[len(args)-1].(*grammar.Hash)
	return h, ok
}
