package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/ruby"
)

// adminConst gives ActiveAdmin and ActiveAdmin::Devise, if the application has
// that gem.
func (rc *railsClasses) adminConst(name string) dsl.Value {
	if name != "ActiveAdmin" && name != "ActiveAdmin::Devise" || rc.l.interp == nil {
		return nil
	}
	if gems := rc.l.lockedGems(); gems != nil && !gems.Has("activeadmin") {
		return nil
	}
	class := rc.l.interp.NewClass(name, nil)
	rc.l.interp.SetHost(class, receiver(rc.l.adminWord), func(word string) bool {
		return word == "routes" && name == "ActiveAdmin" || word == "config" && name != "ActiveAdmin"
	})
	return class
}

// adminWord is ActiveAdmin.routes and ActiveAdmin::Devise.config.
func (l *loader) adminWord(c *dsl.Call) dsl.Value {
	site := l.readAdmin()
	if c.Name == "config" {
		return site.deviseConfig(c)
	}
	if len(c.Args) != 1 {
		panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "1")))
	}
	object, _ := c.Args[0].(*dsl.Object)
	m, ok := (*mapper.Mapper)(nil), false
	if object != nil {
		m, ok = object.Host.(*mapper.Mapper)
	}
	if !ok {
		panic(dsl.Fail(dsl.Raise("TypeError", "ActiveAdmin.routes wants the router: ActiveAdmin.routes(self)")))
	}
	dsl.Check(m.As(c, func() { site.draw(m) }))
	return dsl.Nil
}

// signOutVia are the methods of the sign-out route before Active Admin 4: those of
// Devise, and that of the link.
func (s *adminSite) signOutVia(t *dsl.Thread) dsl.Value {
	return mapped(t, s.l.devise().config.value("sign_out_via"), &gemSetting{}, func(own dsl.Value) dsl.Value {
		return mapped(t, s.config.value("logout_link_method"), &gemSetting{}, func(link dsl.Value) dsl.Value {
			unique := dsl.NewArray()
			for _, v := range append(slices.Clone(ruby.List(own)), link) {
				if !slices.Contains(unique.Elems, v) {
					unique.Elems = append(unique.Elems, v)
				}
			}
			return unique
		})
	})
}

// deviseConfig is what `devise_for :admin_users, ActiveAdmin::Devise.config` is
// given.
func (s *adminSite) deviseConfig(c *dsl.Call) dsl.Value {
	controllers := dsl.NewHash(5)
	for _, name := range []string{"sessions", "passwords", "unlocks", "registrations", "confirmations"} {
		controllers.Set(dsl.Symbol(name), dsl.NewString("active_admin/devise/"+name))
	}
	options := ruby.Options("controllers", controllers, "path_names", ruby.Options("sign_in", "login", "sign_out", "logout"))
	if !s.l.lockedGems().AtLeast("activeadmin", false, 4) {
		via := s.signOutVia(c.Thread)
		options.Set(dsl.Symbol("sign_out_via"), via)
	}
	const name = "default_namespace"
	path := mapped(c.Thread, s.config.value(name), s.config.setting(name), func(v dsl.Value) dsl.Value {
		if first := adminName(v); first != "" {
			return dsl.NewString(first)
		}
		return dsl.NewString("/")
	})
	options.Set(dsl.Symbol("path"), path)
	return options
}

// draw is Router#apply.
func (s *adminSite) draw(m *mapper.Mapper) {
	s.config.with(m, "default_namespace", func(first dsl.Value) { s.drawAll(m, adminName(first)) })
}

func (s *adminSite) drawAll(m *mapper.Mapper, first string) {
	namespaces := s.namespaces(first)
	for _, n := range namespaces {
		n.inside(m, func() {
			s.config.with(m, "root_to", func(to dsl.Value) {
				m.Maps([]string{"GET"}, dsl.NewString("/"), ruby.Options("as", dsl.Symbol("root"), "to", to))
			})
		})
	}
	for _, n := range namespaces {
		for _, r := range n.resources {
			ruby.ForkAll(m.Thread(), r.when, func() {
				n.inside(m, func() { r.draw(m, s, n) })
			})
		}
	}
}

// inside draws within the namespace; the root needs none.
func (n *adminNamespace) inside(m *mapper.Mapper, f func()) {
	if len(n.when) > 0 {
		always := *n
		always.when = nil
		ruby.ForkAll(m.Thread(), n.when, func() { always.inside(m, f) })
		return
	}
	if n.name == "" {
		f()
		return
	}
	name := loaderOf(m).underscore(n.name)
	m.InPath(name, func() {
		m.InScope(ruby.Options("module", name, "as", name, "shallow_path", name, "shallow_prefix", name), f)
	})
}

// draw is Router#define_routes.
func (r *adminResource) draw(m *mapper.Mapper, s *adminSite, n *adminNamespace) {
	if r.on != nil {
		ruby.Fork(m.Thread(), r.on.All(), func() { r.with.draw(m, s, n) }, func() {
			ruby.ForkAll(m.Thread(), r.without.when, func() { r.without.draw(m, s, n) })
		})
		return
	}
	own := func() { r.own(m, s) }
	r.option(m, "belongs_to", func(v dsl.Value) {
		if ruby.IsNil(v) {
			own()
			return
		}
		r.option(m, "optional", func(optional dsl.Value) {
			if !ruby.Truthy(optional) {
				return
			}
			own()
		})
		r.below(m, n, ruby.NameText(v), own)
	})
}

// below draws within the resource that this one belongs to.
func (r *adminResource) below(m *mapper.Mapper, n *adminNamespace, name string, own func()) {
	parent := loaderOf(m).interp.Inflections().Camelize(name, true)
	for _, other := range n.resources {
		if !other.page && other.name == parent {
			m.Resources(dsl.NewString(other.plural(m)), ruby.Options("only", ruby.Symbols()), own)
			return
		}
	}
	loaderOf(m).warn(m.Pos(), "Active Admin's "+r.name+" belongs to "+name+", which "+n.without(parent), "Its routes are not in the table; Active Admin raises an error if nothing registers it there.")
}

// without tells where else a resource is registered that the namespace lacks.
func (n *adminNamespace) without(name string) string {
	var places []string
	for _, other := range n.beside {
		if slices.ContainsFunc(other.resources, func(r *adminResource) bool { return !r.page && r.name == name }) {
			places = append(places, other.title())
		}
	}
	if places == nil {
		return "no file of app/admin registers"
	}
	return "app/admin registers in " + strings.Join(places, ", ") + " and not in " + n.title()
}

// title names the namespace in a message.
func (n *adminNamespace) title() string {
	if n.name == "" {
		return "the root"
	}
	return "the namespace " + n.name
}

func (r *adminResource) own(m *mapper.Mapper, s *adminSite) {
	if r.page {
		r.ownPage(m)
		return
	}
	r.eachActions(m, func(only *dsl.Array) {
		m.Resources(dsl.NewString(r.plural(m)), ruby.Options("only", only), func() { r.actions(m, s) })
	})
}

// plural is Name#route_key.
func (r *adminResource) plural(m *mapper.Mapper) string {
	return loaderOf(m).drawing.Pluralize(strings.ReplaceAll(loaderOf(m).underscore(r.name), "/", "_"))
}

// actions is Router#define_actions.
func (r *adminResource) actions(m *mapper.Mapper, s *adminSite) {
	draw := func(actions []adminAction) {
		eachAction(m, actions, func(a adminAction, v []string) { m.Maps(v, dsl.Symbol(a.name), nil) })
	}
	m.Member(func() { draw(r.member) })
	m.Collection(func() {
		draw(r.collection)
		batch := func() { m.Maps([]string{"POST"}, dsl.Symbol("batch_action"), nil) }
		r.option(m, "batch_actions", func(v dsl.Value) {
			switch {
			case ruby.IsNil(v):
				s.config.decide(m, "batch_actions", batch, nil)
				return
			case ruby.Truthy(v):
				batch()
				return
			}
		})
	})
}

// eachAction runs f for the verbs of actions, where their conditions hold.
func eachAction(m *mapper.Mapper, actions []adminAction, f func(adminAction, []string)) {
	for _, a := range actions {
		for _, verb := range a.verbs {
			ruby.ForkAll(m.Thread(), slices.Concat(a.when, verb.When), func() { f(a, verbsNamed(ruby.NameText(verb.Value))) })
		}
	}
}

func verbsNamed(name string) []string {
	return []string{strings.ToUpper(name)}
}

// ownPage is Router#page_routes.
func (r *adminResource) ownPage(m *mapper.Mapper) {
	v := dsl.Must(m.Thread().Call(dsl.NewString(r.name), "parameterize"))
	text := m.Str(v)
	page := loaderOf(m).underscore(text)
	m.Maps([]string{"GET"}, dsl.NewString("/"+page), ruby.Options("to", page+"#index"))
	eachAction(m, r.collection, func(a adminAction, v []string) {
		m.Maps(v, dsl.NewString("/"+page+"/"+a.name), ruby.Options("to", page+"#"+a.name))
	})
}
