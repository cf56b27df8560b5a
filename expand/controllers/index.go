package controllers

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// An Answer says whether something is there.
type Answer uint8

const (
	No    Answer = iota // no file defines it, and nothing else may
	Maybe               // a gem or code that is not run may define it
	Yes                 // a file defines it
)

// An Index knows the controllers of an application. It reads each file once, when it is first
// asked for. It is not safe for concurrent use.
type Index struct {
	table    *route.Table
	tree     *files.Tree
	roots    []string // in which classes stand by their names
	listed   map[string]map[string][]string
	parsed   map[string]*source
	modules  map[string]*module // by folded names
	lineages map[*module]*lineage
	outside  map[string]bool // folded names of those that other files reopen; nil before it is known
	gems     []string        // names of those of Gemfile.lock
	brought  bool            // one of them may define controllers of any name
}

// New returns the index of the application that a table was loaded from, by its files.
func New(fsys fs.FS, t *route.Table) *Index {
	x := &Index{
		tree: files.New(fsys), table: t, roots: t.ClassFolders, listed: map[string]map[string][]string{}, parsed: map[string]*source{}, modules: map[string]*module{},
		lineages: map[*module]*lineage{},
	}
	x.gems, x.brought = x.lockedGems()
	return x
}

// Controller reports whether there is a controller, by its name in a route: admin/posts.
func (x *Index) Controller(name string) Answer {
	m, answer := x.controller(name)
	if m != nil {
		return Yes
	}
	return answer
}

// controller returns the class of a controller, or else whether a gem may have it.
func (x *Index) controller(name string) (*module, Answer) {
	class := strings.ReplaceAll(name, "/", "::") + "_controller"
	if m := x.module(class); m != nil {
		return m, Yes
	}
	if m, ok := x.modules[fold(class)]; ok && m == nil && len(x.filesOf(class)) > 0 {
		return nil, Maybe // a file of that name that defines it some other way
	}
	space, _, _ := strings.Cut(name, "/")
	if slices.Contains(frameworkSpaces, space) || x.reopened(class) || x.ofGem(space) || x.ofSomeGem(name) {
		return nil, Maybe
	}
	return nil, No
}

// ofSomeGem reports whether a gem may have a controller whose name tells nothing of the gem.
func (x *Index) ofSomeGem(name string) bool {
	return x.brought && !(strings.Contains(name, "/") && x.hasNamespace(path.Dir(name)))
}

// Unlocated reports whether no file has the controller of a route, and some gem would have to
// bring it, though the name tells nothing of one.
func (x *Index) Unlocated(r *route.Route) bool {
	name, _, ok := x.endpoint(r)
	if !ok || x.unlessOfGem(r, No) != No || !x.ofSomeGem(name) {
		return false
	}
	x.brought = false
	defer func() { x.brought = true }()
	return x.Controller(name) == No
}

// ofGem reports whether a namespace may be that of a gem: doorkeeper, devise of
// devise-two-factor, or simple_captcha of simple_captcha2.
func (x *Index) ofGem(space string) bool {
	return slices.ContainsFunc(x.gems, func(gem string) bool {
		rest, ok := strings.CutPrefix(strings.ReplaceAll(gem, "_", "-"), strings.ReplaceAll(space, "_", "-"))
		return ok && (rest == "" || rest[0] < 'a')
	})
}

// frameworkSpaces are the namespaces of controllers that come with Rails.
var frameworkSpaces = []string{"rails", "active_storage", "action_mailbox", "turbo"}

// Action reports whether a controller has an action, or a template that stands for one.
func (x *Index) Action(controller, action string) Answer {
	m, answer := x.controller(controller)
	if m == nil {
		return answer
	}
	return max(x.method(m, action, Public), x.template(m, action, x.prefixes(m, controller)))
}

// method reports whether a class has a method that is at most so hidden.
func (x *Index) method(m *module, name string, most Visibility) (answer Answer) {
	if railsMethods[name] {
		answer = Yes // a class may make it private
	}
	if x.reopened(m.name) {
		answer = max(answer, Maybe)
	}
	from := x.lineage(m)
	for _, m := range from.order {
		if d, ok := m.methods[name]; ok {
			if d.Visibility <= most {
				return Yes
			}
			return No
		}
	}
	if from.blurred != "" {
		answer = max(answer, Maybe)
	}
	return answer
}

// prefixes are the folders of the templates of a controller: its own, and those of the
// controllers that it inherits from. Rails: AbstractController::Base#_prefixes.
func (x *Index) prefixes(m *module, controller string) []string {
	list := []string{controller}
	for _, above := range x.lineage(m).order {
		if above.class && above != m {
			list = append(list, strings.TrimSuffix(above.path, "_controller"))
		}
	}
	return list
}

// template reports whether one of some folders has a template for an action.
func (x *Index) template(m *module, action string, prefixes []string) (answer Answer) {
	if slices.ContainsFunc(x.lineage(m).order, func(above *module) bool { return above.viewPaths }) {
		answer = Maybe
	}
	for _, root := range x.roots {
		if path.Base(root) != "controllers" {
			continue
		}
		for _, p := range prefixes {
			for _, name := range x.list(path.Join(path.Dir(root), "views", p))["*"] {
				if strings.HasPrefix(name, action+".") {
					return Yes
				}
			}
		}
	}
	return answer
}

// Unused reports whether a route leads to a controller or an action that is not there, as
// `rails routes --unused` asks: protected methods count, templates of superclasses do not.
// Rails: UnusedRoutesCommand::RouteInfo#unused?.
func (x *Index) Unused(r *route.Route) Answer {
	controller, action, ok := x.endpoint(r)
	if !ok {
		return No
	}
	m, answer := x.controller(controller)
	if m == nil {
		return Yes - x.unlessOfGem(r, answer)
	}
	return Yes - max(x.method(m, action, Protected), x.template(m, action, []string{controller}))
}

// A Method is one that a class defines.
type Method struct {
	Name       string
	Pos        grammar.Pos
	Visibility Visibility
	def        *grammar.Def // nil for what a call makes
}

// A Visibility is who may call a method.
type Visibility uint8

// The visibilities of methods; public ones are actions.
const (
	Public Visibility = iota
	Protected
	Private
)

// Of reports whether the controller and the action that a route leads to are there; ok is
// false for a route that leads to none, or that lets the path name it.
func (x *Index) Of(r *route.Route) (controller, action Answer, ok bool) {
	name, method, ok := x.endpoint(r)
	if !ok {
		return No, No, false
	}
	if controller = x.unlessOfGem(r, x.Controller(name)); controller != Yes {
		return controller, controller, true
	}
	return Yes, x.Action(name, method), true
}

// endpoint returns what a route leads to by its text.
func (x *Index) endpoint(r *route.Route) (controller, action string, ok bool) {
	controller, action = r.Controller(), r.Action()
	if r.Endpoint.Kind != route.Dispatcher || r.Path.Has("controller") || r.Path.Has("action") || controller == "" || route.HoldsUnknown(controller+action) {
		return "", "", false
	}
	return controller, cmp.Or(action, "index"), true
}

// unlessOfGem is an answer about the controller of a route, which a gem may bring if a word of
// a gem draws it: devise_for, ActiveAdmin.routes(self).
func (x *Index) unlessOfGem(r *route.Route, answer Answer) Answer {
	at := r.Declared()
	text, known := x.table.Source(at.Filename)
	if known && at.Offset < len(text) {
		text = text[at.Offset:]
		if end := strings.IndexFunc(text, func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') }); end >= 0 && drawing[text[:end]] {
			return answer
		}
	}
	return max(answer, Maybe)
}

// drawing are the words of Rails that draw routes to the actions which they name.
var drawing = set("get post put patch delete options connect match root resources resource")
