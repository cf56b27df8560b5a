package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// An adminSite is what app/admin and the initializer tell Active Admin. Active
// Admin: Application.
type adminSite struct {
	l      *loader
	config *gemConfig
	steps  []adminStep // in the order in which they were said
}

// An adminStep opens a namespace, and registers a resource in it.
type adminStep struct {
	namespace dsl.Value // Go's nil for the default one
	resource  *adminResource
	when      ruby.Condition
}

// An adminNamespace is `admin`, or the root with an empty name.
type adminNamespace struct {
	name      string
	when      ruby.Condition
	resources []*adminResource
	beside    []*adminNamespace // all of the site
}

// An adminResource is a `register` or `register_page`.
type adminResource struct {
	page       bool
	name       string // Post, BankAccount
	member     []adminAction
	collection []adminAction // of a page: its actions
	options    *dsl.Hash     // what lines set of adminOptions
	when       ruby.Condition
	before     *adminResource // which this registration opens again

	// with stands for the resource where a condition holds, and without where it does
	// not: nil for neither.
	on            ruby.Condition
	with, without *adminResource
}

// An adminAction is a `member_action`, `collection_action` or `page_action`.
type adminAction struct {
	name  string
	verbs []ruby.Possibility
	when  ruby.Condition
}

var adminActions = []string{"index", "show", "new", "create", "edit", "update", "destroy"}

// adminOptions are what lines of a registration set.
var adminOptions = map[string]*gemSetting{
	"batch_actions": {"batch_actions", dsl.Nil, route.DecisionShape, false}, // nil: as the site has it
	"belongs_to":    {"belongs_to", dsl.Nil, route.TextShape, false},
	"optional":      {"optional", dsl.False, route.DecisionShape, false},
}

func newAdminResource(name string, page bool) *adminResource {
	return &adminResource{name: name, page: page, options: ruby.Options("actions", ruby.Symbols(adminActions...))}
}

// option runs f for an option, on both sides of conditions that decide on it.
func (r *adminResource) option(m *mapper.Mapper, name string, f func(dsl.Value)) {
	before := func() {
		if r.before != nil {
			r.before.option(m, name, f)
			return
		}
		f(adminOptions[name].otherwise)
	}
	v, ok := r.options.Sym(name)
	if !ok {
		before()
		return
	}
	if u, ok := v.(*dsl.Unknown); ok {
		if when, v, ok := u.Guarded(); ok {
			ruby.Fork(m.Thread(), when, func() { adminOptions[name].either(m, v, f) }, before)
			return
		}
	}
	adminOptions[name].either(m, v, f)
}

// eachActions runs f for the lists of actions that conditions leave.
func (r *adminResource) eachActions(m *mapper.Mapper, f func(*dsl.Array)) {
	own := r.kept()
	if when, yes, no := ruby.Sides(own); when != nil {
		side := func(v dsl.Value) func() {
			one := *r
			one.options = ruby.Options("actions", v)
			return func() { one.eachActions(m, f) }
		}
		ruby.Fork(m.Thread(), when, side(yes), side(no))
		return
	}
	if r.before == nil {
		f(own)
		return
	}
	r.before.eachActions(m, func(before *dsl.Array) { f(inBoth(own, before)) })
}

// adminSetting is how Ruby reads Active Admin's settings.
const adminSetting = "ActiveAdmin.application."

// readAdmin reads the site.
func (l *loader) readAdmin() *adminSite {
	s := &adminSite{l: l, config: l.newGemConfig(
		adminSetting,
		gemSetting{"default_namespace", dsl.Symbol("admin"), route.TextShape, false},
		gemSetting{"batch_actions", dsl.False, route.DecisionShape, false},
		gemSetting{"root_to", dsl.NewString("dashboard#index"), route.TextShape, false},
		gemSetting{"logout_link_method", dsl.Symbol("get"), route.TextShape, true},
	)}
	s.config.words = map[string]func(*dsl.Call){"namespace": s.namespace, "register": s.register, "register_page": s.register}
	for word := range adminWords {
		s.config.words[word] = func(*dsl.Call) {}
	}
	files := l.lookup.files.below("app/admin", maxListedFiles)
	slices.Sort(files)
	s.config.done = func() {
		for _, step := range s.steps {
			if step.resource != nil {
				step.resource.options = step.resource.options.Clone()
			}
		}
	}
	l.configure(map[string]*gemConfig{"ActiveAdmin": s.config}, append(l.initializerFiles(), files...))
	for _, name := range []string{"route_options", "load_paths", "root_to_options"} {
		if _, ok := s.config.values.Sym(name); !ok {
			continue
		}
		if _, ok := l.settings.given(adminSetting + name); !ok {
			l.warnSetting(adminSetting+name, route.AnyShape, "~", s.config.places[name], adminSetting+name+" is not understood", "The table follows the default; a setting of nil says that this is right.")
		}
	}
	return s
}

// namespace is `config.namespace :admin`.
func (s *adminSite) namespace(c *dsl.Call) {
	if len(c.Args) == 0 {
		return
	}
	for _, p := range ruby.Possibilities(c.Args[0], c.PathCond()) {
		s.place(c, p, nil)
	}
}

// place adds a step, if its namespace is known.
func (s *adminSite) place(c *dsl.Call, namespace ruby.Possibility, r *adminResource) {
	if u := dsl.UnknownIn(namespace.Value); u != nil {
		s.l.warnSetting(u.Text(), route.TextShape, "", c.Pos, "the namespace "+dsl.Brief(u.Text())+" of Active Admin is known to the application only", "Its routes are not in the table.")
		return
	}
	s.steps = append(s.steps, adminStep{namespace.Value, r, namespace.When})
}

// adminName is the name of a namespace; empty for the root, which is false.
func adminName(v dsl.Value) string {
	if v, ok := v.(dsl.Symbol); ok {
		return strings.TrimPrefix(string(v), "root")
	}
	return ruby.NameText(v)
}

// namespaces are those of the site, if the default one has a certain name.
func (s *adminSite) namespaces(first string) (all []*adminNamespace) {
	find := func(name string, when ruby.Condition) *adminNamespace {
		for _, n := range all {
			if n.name == name {
				n.when = n.when.Or(when)
				return n
			}
		}
		n := &adminNamespace{name: name, when: when}
		all = append(all, n)
		return n
	}
	for _, step := range s.steps {
		name := first
		if step.namespace != nil {
			name = adminName(step.namespace)
		}
		n := find(name, step.when)
		if step.resource != nil {
			n.add(step.resource, step.when)
		}
	}
	find(first, nil)
	for _, n := range all {
		n.addComments()
	}
	for _, n := range all {
		n.beside = all
	}
	return all
}

// add adds a resource; one of the same name is opened again.
func (n *adminNamespace) add(r *adminResource, when ruby.Condition) {
	for i, old := range n.resources {
		if old.name != r.name || old.page != r.page {
			continue
		}
		switch {
		case len(when) == 0:
			n.resources[i] = old.reopened(r)
		default:
			n.resources[i] = &adminResource{name: r.name, page: r.page, on: when, with: old.reopened(r), without: old}
		}
		return
	}
	own := *r
	own.when = when
	n.resources = append(n.resources, &own)
}

// addComments adds the comments of Active Admin, where the application registers none
// of its own.
func (n *adminNamespace) addComments() {
	comments := newAdminResource("Comment", false)
	comments.options.Set(dsl.Symbol("actions"), ruby.Symbols("index", "show", "create", "destroy"))
	comments.options.Set(dsl.Symbol("batch_actions"), dsl.False)
	for _, r := range n.resources {
		if r.name != comments.name || r.page {
			continue
		}
		if len(r.when) == 0 {
			return
		}
		comments.when = ruby.Condition{r.when.All().Not()}
	}
	n.resources = append(n.resources, comments)
}

// reopened is the resource with what a further registration says.
func (r *adminResource) reopened(again *adminResource) *adminResource {
	own := *again
	if r.on != nil {
		own = *r
		own.with, own.without = r.with.reopened(again), r.without.reopened(again)
		return &own
	}
	own.before = r
	own.member, own.collection = slices.Concat(r.member, again.member), slices.Concat(r.collection, again.collection)
	return &own
}

// ---- app/admin

// register is ActiveAdmin.register and register_page.
func (s *adminSite) register(c *dsl.Call) {
	options, args := ruby.OldOptions(c.Args)
	if c.Keywords.Len() > 0 {
		options, args = c.Keywords, c.Args
	}
	if len(args) == 0 {
		return
	}
	var place dsl.Value
	if v, ok := options.Sym("namespace"); ok {
		place = v
	}
	named, renamed := args[0], false
	if as, _ := options.Sym("as"); ruby.Truthy(as) {
		named, renamed = as, true
	}
	for _, p := range ruby.Possibilities(named, c.PathCond()) {
		name := classOfName(p.Value)
		if renamed {
			name = strings.Join(strings.Fields(name), "")
		}
		if name == "" {
			text := unknownText(p.Value)
			s.l.warnSetting(text, route.TextShape, "", c.Pos, "ActiveAdmin."+c.Name+" "+dsl.Brief(text)+" is known to the application only", "Its routes are not in the table.")
			continue
		}
		r := newAdminResource(name, c.Name == "register_page")
		if place == nil {
			s.steps = append(s.steps, adminStep{nil, r, p.When})
		} else {
			for _, in := range ruby.Possibilities(place, p.When) {
				s.place(c, in, r)
			}
		}
		if c.Block == nil {
			continue
		}
		self := s.l.interp.NewObject(s.l.interp.HostClass("ActiveAdmin::DSL", nil, s.l.bodyWords), &adminBlock{s, r})
		c.Exec(self, c.Block, self)
	}
}

// An adminBlock is self in the block of a registration.
type adminBlock struct {
	s *adminSite
	r *adminResource
}

// adminWords are the words of such a block that count, with their least arguments.
var adminWords = map[string]int{"actions": 0, "belongs_to": 1, "member_action": 1, "collection_action": 1, "page_action": 1}

// Call implements dsl.Receiver.
func (b *adminBlock) Call(c *dsl.Call) (dsl.Value, error) {
	least, counts := adminWords[c.Name]
	switch {
	case counts && len(c.Args) >= least:
		b.line(c)
		return dsl.Nil, nil
	case c.Name == "batch_actions=" && len(c.Args) == 1:
		b.r.set(c, "batch_actions", c.Args[0])
		return dsl.Nil, nil
	case c.Name == "config" && len(c.Args) == 0:
		return c.Self, nil
	}
	return dsl.NewUnknown(callText(c), c.Pos), nil
}

func (r *adminResource) set(c *dsl.Call, option string, v dsl.Value) {
	c.Thread.Changing(r.options)
	r.options.Set(dsl.Symbol(option), kept(v))
}

// line takes a line that counts.
func (b *adminBlock) line(c *dsl.Call) {
	options, args := ruby.OldOptions(c.Args)
	if c.Keywords.Len() > 0 {
		options, args = c.Keywords, c.Args
	}
	for _, v := range appendValues(slices.Clone(args), options) {
		if u := ruby.Undecided(v); u != nil {
			b.s.l.warnSetting(u.Text(), route.TextShape, "", c.Pos, c.Name+" is given what is known to the application only", "What it maps is not in the table.")
			return
		}
	}
	// Nothing that is run for a line fails.
	_ = dsl.Attempt(func() {
		ruby.EachArguments(c.Thread, dsl.NewArray(args...), ruby.CloneOptions(options), func(args []dsl.Value, options *dsl.Hash) {
			if len(args) >= adminWords[c.Name] {
				b.take(c, args, options)
			}
		})
	})
}

// take takes a line whose arguments are known.
func (b *adminBlock) take(c *dsl.Call, args []dsl.Value, options *dsl.Hash) {
	switch c.Name {
	case "actions":
		b.r.set(c, "actions", inBoth(b.r.kept(), chosenActions(args, options)))
		return
	case "belongs_to":
		optional, ok := options.Sym("optional")
		if !ok {
			optional = dsl.False
		}
		b.r.set(c, "belongs_to", args[0])
		b.r.set(c, "optional", optional)
		return
	}
	verbs := []ruby.Possibility{{Value: dsl.Symbol("get")}}
	if v, _ := options.Sym("method"); ruby.Truthy(v) {
		verbs = ruby.Possibilities(v, nil)
	}
	for _, p := range ruby.Possibilities(args[0], c.PathCond()) {
		a := adminAction{ruby.NameText(p.Value), verbs, p.When}
		if c.Name == "member_action" {
			b.r.member = append(b.r.member, a)
		} else {
			b.r.collection = append(b.r.collection, a)
		}
	}
}

// chosenActions is `actions :all, except: [...]`. Inherited Resources:
// ClassMethods#actions.
func chosenActions(args []dsl.Value, options *dsl.Hash) *dsl.Array {
	names := map[string]bool{}
	for _, v := range args {
		names[ruby.NameText(v)] = true
	}
	if len(args) > 0 && ruby.NameText(args[0]) == "all" {
		for _, a := range adminActions {
			names[a] = true
		}
	}
	except, _ := options.Sym("except")
	for _, v := range ruby.List(except) {
		delete(names, ruby.NameText(v))
	}
	only := dsl.NewArray()
	for _, a := range adminActions {
		if names[a] {
			only.Elems = append(only.Elems, dsl.Symbol(a))
		}
	}
	return only
}

// kept are the actions that the lines so far leave.
func (r *adminResource) kept() *dsl.Array {
	v, _ := r.options.Sym("actions")
	kept, _ := v.(*dsl.Array)
	return kept
}

// inBoth are the elements of a list that another one, of which all is certain, holds:
// the actions that one line takes away, no later one gives back.
func inBoth(actions, kept *dsl.Array) *dsl.Array {
	left := dsl.NewArray()
	for _, v := range actions.Elems {
		for _, p := range ruby.Possibilities(v, nil) {
			if slices.Contains(kept.Elems, p.Value) {
				left.Elems = append(left.Elems, v)
			}
		}
	}
	return left
}

func appendValues(list []dsl.Value, h *dsl.Hash) []dsl.Value {
	for i := range h.Len() {
		_, v := h.At(i)
		list = append(list, v)
	}
	return list
}
