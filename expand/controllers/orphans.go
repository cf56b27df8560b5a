package controllers

import (
	"path"
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// An Orphan is an action that no route leads to.
type Orphan struct {
	Controller string // as routes name it: admin/posts
	Method
}

// Orphans returns the public methods of controllers that no route leads to, and that nothing in
// the class, in its superclasses, modules and subclasses calls or names, as callbacks and helper
// methods are. It leaves out what overrides a method of an ancestor, and controllers of which
// something that is not read may call methods.
func (x *Index) Orphans() []Orphan {
	o := &orphans{x: x, routed: map[string]bool{}, loose: map[string]bool{}, below: map[*module][]*module{}, named: map[string]map[string]bool{}}
	if !o.readRoutes() {
		return nil
	}
	names := x.controllerNames()
	for _, name := range names {
		if m := x.module(strings.ReplaceAll(name, "/", "::") + "_controller"); m != nil {
			for _, above := range x.lineage(m).order {
				o.below[above] = append(o.below[above], m)
			}
		}
	}
	var all []Orphan
	for _, name := range names {
		all = append(all, o.of(name)...)
	}
	return all
}

// orphans looks for actions without routes.
type orphans struct {
	x      *Index
	routed map[string]bool            // "admin/posts#show", folded
	loose  map[string]bool            // controllers of which a path names the action
	below  map[*module][]*module      // a module's classes, itself included
	named  map[string]map[string]bool // the names in a file
	// elsewhere are the actions that routes lead to in another environment.
	elsewhere []string
}

// readRoutes notes what routes lead to; it is false where a route may lead anywhere.
func (o *orphans) readRoutes() bool {
	for _, d := range o.x.table.Diagnostics {
		if d.Kind == route.UnknownWord || d.Kind == route.FileNote || d.Kind == route.UnlistedEngine && o.x.table.Files[d.Pos.Filename] == nil {
			return false
		}
	}
	drawn := map[grammar.Pos]bool{}
	for _, t := range o.x.table.Tables() {
		for _, r := range t.Routes {
			controller := fold(r.Controller())
			drawn[r.Declared()] = true
			switch {
			case r.Path.Has("controller"), route.HoldsUnknown(r.Controller()), r.Wrapped():
				return false
			case r.Path.Has("action"), route.HoldsUnknown(r.Action()):
				o.loose[controller] = true
			case r.Endpoint.Kind != route.Dispatcher: // Posts::ShowController, PostsController.action(:show)
				o.loose[fold(strings.TrimSuffix(strings.SplitN(strings.TrimSuffix(r.Endpoint.Text, ".new"), ".", 2)[0], "Controller"))] = true
			}
			o.routed[controller+"#"+r.Action()] = true
		}
	}
	for _, file := range o.x.table.Files {
		if file != nil && !o.readBranches(file, drawn) {
			return false
		}
	}
	return true
}

// readBranches notes what the branches of conditions in a file would lead to elsewhere: in another
// environment. It is false where that may be anything.
func (o *orphans) readBranches(file *grammar.File, drawn map[grammar.Pos]bool) bool {
	known := true
	branch := func(n grammar.Node) {
		grammar.Walk(n, func(n grammar.Node) {
			c, ok := n.(*grammar.Call)
			if !ok || c.Recv != nil || !drawing[c.Name] || drawn[c.Pos] {
				return
			}
			_, action, ok := strings.Cut(target(c), "#")
			known = known && ok
			o.elsewhere = append(o.elsewhere, action)
		})
	}
	grammar.Walk(file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.If:
			branch(n.Then)
			branch(n.Else)
		case *grammar.Case:
			branch(n)
		case *grammar.Ternary:
			branch(n)
		}
	})
	return known
}

// target is the text of a call in a routes file that names an action; "" for none.
func target(c *grammar.Call) (text string) {
	for _, a := range c.Args {
		grammar.Walk(a, func(n grammar.Node) {
			if s, ok := n.(*grammar.Str); ok && strings.Contains(s.Value, "#") {
				text = s.Value
			}
		})
	}
	return text
}

// controllerNames are those of the files in app/controllers, as routes name them.
func (x *Index) controllerNames() (names []string) {
	const root = "app/controllers"
	if !slices.Contains(x.roots, root) {
		return nil
	}
	var look func(folder string, depth int)
	look = func(folder string, depth int) {
		for _, name := range x.list(folder)["*"] {
			full := path.Join(folder, name)
			if controller, ok := strings.CutSuffix(full, "_controller.rb"); ok {
				names = append(names, strings.TrimPrefix(controller, root+"/"))
			} else if !strings.Contains(name, ".") && depth < maxDepth && full != root+"/concerns" {
				look(full, depth+1)
			}
		}
	}
	look(root, 0)
	slices.Sort(names)
	return names
}

// of returns the orphans of one controller.
func (o *orphans) of(controller string) (all []Orphan) {
	m := o.x.module(strings.ReplaceAll(controller, "/", "::") + "_controller")
	if m == nil || !m.class || m.opaque != "" || o.loose[fold(controller)] || o.x.reopened(m.name) || o.isBase(m, controller) {
		return nil
	}
	from := o.x.lineage(m)
	if !o.x.endsInRails(from) {
		return nil
	}
	for _, d := range m.methods {
		if d.def == nil || d.Visibility != Public || !maybeAction(d.def) || railsMethods[d.Name] || o.leadsTo(m, d.Name) || overrides(from, m, d.Name) {
			continue
		}
		if o.isNamed(m, from, d.Name) || from.foreign() && !o.answers(d.def, m, controller) {
			continue
		}
		all = append(all, Orphan{controller, d})
	}
	slices.SortFunc(all, func(a, b Orphan) int { return a.Pos.Offset - b.Pos.Offset })
	return all
}

// isBase reports whether a controller is there for its subclasses: no route leads to it.
func (o *orphans) isBase(m *module, controller string) bool {
	if len(o.below[m]) < 2 {
		return false
	}
	for key := range o.routed {
		if strings.HasPrefix(key, fold(controller)+"#") {
			return false
		}
	}
	return true
}

// endsInRails reports whether all superclasses of a class are read.
func (x *Index) endsInRails(from *lineage) bool {
	last := from.order[0]
	for _, m := range from.order {
		if m.super != nil {
			last = m
		}
	}
	return last.super != nil && frameworkClasses[strings.TrimPrefix(grammar.String(last.super), "::")]
}

// foreign reports whether something that is not read is among the ancestors: it may call any
// method, as Devise does after_sign_in_path_for.
func (l *lineage) foreign() bool {
	if l.blurred != "" {
		return true
	}
	return slices.ContainsFunc(l.order, func(m *module) bool {
		return slices.ContainsFunc(m.includes, func(ref reference) bool { return harmlessModules[strings.TrimPrefix(ref.name, "::")] })
	})
}

// leadsTo reports whether a route leads to an action of a class or of a subclass.
func (o *orphans) leadsTo(m *module, action string) bool {
	return slices.Contains(o.elsewhere, action) || slices.ContainsFunc(o.below[m], func(below *module) bool {
		controller := fold(strings.TrimSuffix(below.path, "_controller"))
		return o.routed[controller+"#"+action] || o.loose[controller]
	})
}

// overrides reports whether an ancestor has a method too.
func overrides(from *lineage, m *module, name string) bool {
	return slices.ContainsFunc(from.order, func(above *module) bool {
		_, has := above.methods[name]
		return has && above != m
	})
}

// maybeAction reports whether Rails can call a method as an action: without arguments.
func maybeAction(d *grammar.Def) bool {
	if d.Params != nil && slices.ContainsFunc(d.Params.List, func(p *grammar.Param) bool { return p.Kind != grammar.BlockParam }) {
		return false
	}
	return !strings.HasPrefix(d.Name, "_") && strings.IndexFunc(d.Name, func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') }) < 0
}

// answering are the methods by which an action answers.
var answering = set("render redirect_to redirect_back redirect_back_or_to head respond_to respond_with send_data send_file render_to_string stream_from fresh_when")

// answers reports whether a method is an action for sure: it answers, or has a template.
func (o *orphans) answers(d *grammar.Def, m *module, controller string) (does bool) {
	grammar.Walk(d.Body, func(n grammar.Node) {
		if c, ok := n.(*grammar.Call); ok && c.Recv == nil && answering[c.Name] {
			does = true
		}
	})
	return does || o.x.template(m, d.Name, []string{controller}) == Yes
}

// isNamed reports whether the files of a class, its ancestors and its subclasses call a method, or
// have a symbol or a text of its name: callbacks, helper methods, rescue_from. So do those that
// make up the names that they call.
func (o *orphans) isNamed(m *module, from *lineage, method string) bool {
	return slices.ContainsFunc(slices.Concat(from.order, o.below[m]), func(one *module) bool {
		return slices.ContainsFunc(o.x.filesOf(one.name), func(file string) bool {
			names := o.namesIn(file)
			return names["*"] || names[method]
		})
	})
}

// namesIn are the names in a file; "*" is one that is made up.
func (o *orphans) namesIn(file string) map[string]bool {
	names, ok := o.named[file]
	if !ok {
		names = map[string]bool{}
		if tree := o.x.parse(file); tree != nil {
			namesOf(tree, names)
		}
		o.named[file] = names
	}
	return names
}

// selecting are the options of callbacks that name actions, and those of a redirect.
var selecting = set("only except action")

func namesOf(tree grammar.Node, names map[string]bool) {
	grammar.Inspect(tree, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Hash:
			for _, p := range n.Pairs {
				if key, ok := p.Key.(*grammar.Sym); ok && selecting[key.Name] {
					continue
				}
				if p.Key != nil {
					namesOf(p.Key, names)
				}
				if p.Value != nil {
					namesOf(p.Value, names)
				}
			}
			return false
		case *grammar.Call:
			if sends[n.Name] && (len(n.Args) == 0 || !isName(n.Args[0])) && (n.Recv == nil || isSelf(n.Recv)) {
				names["*"] = true
			}
			if slices.ContainsFunc(n.Args, isSelf) { // UserInviter.new(self)
				names["*"] = true
			}
			if n.Recv == nil || isSelf(n.Recv) {
				names[n.Name] = true
			}
		case *grammar.Sym:
			names[n.Name] = true
		case *grammar.Str:
			names[n.Value] = true
		}
		return true
	})
}

// sends are the methods that call one by its name.
var sends = set("send public_send __send__ method instance_method define_method alias_method process dispatch")

func isSelf(x grammar.Expr) (is bool) {
	switch x := x.(type) {
	case *grammar.Self:
		return true
	case *grammar.Hash: // UserInviter.new(listener: self)
		is = slices.ContainsFunc(x.Pairs, func(p grammar.Pair) bool { return isSelf(p.Value) })
	}
	return is
}
