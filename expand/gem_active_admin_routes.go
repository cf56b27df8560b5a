package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// adminConst gives ActiveAdmin and ActiveAdmin::Devise, if the application has
// that gem.
func (l *loader) adminConst(name string) dsl.Value {
	if name != "ActiveAdmin" && name != "ActiveAdmin::Devise" || l.interp == nil {
		return nil
	}
	if gems := l.lockedGems(); gems != nil && !gems.Has("activeadmin") {
		return nil
	}
	class := l.interp.NewClass(name, nil)
	l.interp.SetHost(class, receiver(l.adminWord), func(word string) bool {
		return word == "routes" && name == "ActiveAdmin" || word == "config" && name != "ActiveAdmin"
	})
	return class
}

// adminWord is ActiveAdmin.routes and ActiveAdmin::Devise.config.
func (l *loader) adminWord(c *dsl.Call) (dsl.Value, error) {
	site := l.readAdmin()
	if c.Name == "config" {
		return site.deviseConfig(c)
	}
	if len(c.Args) != 1 {
		return nil, wrongArguments(len(c.Args), "1")
	}
	object, _ := c.Args[0].(*dsl.Object)
	m, ok := (*Mapper)(nil), false
	if object != nil {
		m, ok = object.Host.(*Mapper)
	}
	if !ok {
		return nil, dsl.Raise("TypeError", "ActiveAdmin.routes wants the router: ActiveAdmin.routes(self)")
	}
	defer m.enterWord(c)()
	err := attempt(func() error { return site.draw(m) })
	if err != nil {
		m.locate(err, c)
	}
	return dsl.Nil, err
}

// signOutVia are the methods of the sign-out route before Active Admin 4: those of
// Devise, and that of the link.
func (s *adminSite) signOutVia(t *dsl.Thread) (dsl.Value, error) {
	return mapped(t, s.l.devise().config.value("sign_out_via"), &gemSetting{}, func(own dsl.Value) (dsl.Value, error) {
		return mapped(t, s.config.value("logout_link_method"), &gemSetting{}, func(link dsl.Value) (dsl.Value, error) {
			unique := dsl.NewArray()
			for _, v := range append(slices.Clone(list(own)), link) {
				if !slices.Contains(unique.Elems, v) {
					unique.Elems = append(unique.Elems, v)
				}
			}
			return unique, nil
		})
	})
}

// deviseConfig is what `devise_for :admin_users, ActiveAdmin::Devise.config` is
// given.
func (s *adminSite) deviseConfig(c *dsl.Call) (dsl.Value, error) {
	controllers := dsl.NewHash(5)
	for _, name := range []string{"sessions", "passwords", "unlocks", "registrations", "confirmations"} {
		controllers.Set(dsl.Symbol(name), dsl.NewString("active_admin/devise/"+name))
	}
	options := optionsOf("controllers", controllers, "path_names", optionsOf("sign_in", "login", "sign_out", "logout"))
	if !s.l.lockedGems().AtLeast("activeadmin", false, 4) {
		via, err := s.signOutVia(c.Thread())
		if err != nil {
			return nil, err
		}
		options.Set(dsl.Symbol("sign_out_via"), via)
	}
	const name = "default_namespace"
	path, err := mapped(c.Thread(), s.config.value(name), s.config.setting(name), func(v dsl.Value) (dsl.Value, error) {
		if first := adminName(v); first != "" {
			return dsl.NewString(first), nil
		}
		return dsl.NewString("/"), nil
	})
	if err != nil {
		return nil, err
	}
	options.Set(dsl.Symbol("path"), path)
	return options, nil
}

// draw is Router#apply.
func (s *adminSite) draw(m *Mapper) error {
	return s.config.with(m, "default_namespace", func(first dsl.Value) error { return s.drawAll(m, adminName(first)) })
}

func (s *adminSite) drawAll(m *Mapper, first string) error {
	namespaces := s.namespaces(first)
	for _, n := range namespaces {
		err := n.inside(m, func() error {
			return s.config.with(m, "root_to", func(to dsl.Value) error {
				d := declaration{as: dsl.Symbol("root"), hasAs: true, via: dsl.Symbol("get"), to: to}
				return m.match([]dsl.Value{dsl.NewString("/")}, &d)
			})
		})
		if err != nil {
			return err
		}
	}
	for _, n := range namespaces {
		for _, r := range n.resources {
			err := m.under(r.when, func() error {
				return n.inside(m, func() error { return r.draw(m, s, n) })
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// inside draws within the namespace; the root needs none.
func (n *adminNamespace) inside(m *Mapper, f func() error) error {
	if len(n.when) > 0 {
		always := *n
		always.when = nil
		return m.under(n.when, func() error { return always.inside(m, f) })
	}
	if n.name == "" {
		return f()
	}
	name := m.l.underscore(n.name)
	s := m.enter()
	defer m.leave()
	s.path = joinPath(s.path, name)
	options := optionsOf("module", name, "as", name, "shallow_path", name, "shallow_prefix", name)
	return m.inScope(options, actionOptions{}, f)
}

// draw is Router#define_routes.
func (r *adminResource) draw(m *Mapper, s *adminSite, n *adminNamespace) error {
	if r.on != nil {
		return m.fork(r.on.all(), func() error { return r.with.draw(m, s, n) }, func() error {
			return m.under(r.without.when, func() error { return r.without.draw(m, s, n) })
		})
	}
	own := func() error { return r.own(m, s) }
	return r.option(m, "belongs_to", func(v dsl.Value) error {
		if isNil(v) {
			return own()
		}
		err := r.option(m, "optional", func(optional dsl.Value) error {
			if !truthy(optional) {
				return nil
			}
			return own()
		})
		if err != nil {
			return err
		}
		return r.below(m, n, textOfName(v), own)
	})
}

// below draws within the resource that this one belongs to.
func (r *adminResource) below(m *Mapper, n *adminNamespace, name string, own func() error) error {
	parent := m.l.interp.Inflections().Camelize(name, true)
	for _, other := range n.resources {
		if !other.page && other.name == parent {
			return m.drawResource(resourceCall{
				names: []dsl.Value{dsl.NewString(other.plural(m))}, options: optionsOf("only", symbols()), block: own,
			})
		}
	}
	m.l.warn(m.pos, "Active Admin's "+r.name+" belongs to "+name+", which "+n.without(parent), "Its routes are not in the table; Active Admin raises an error if nothing registers it there.")
	return nil
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

func (r *adminResource) own(m *Mapper, s *adminSite) error {
	if r.page {
		return r.ownPage(m)
	}
	return r.eachActions(m, func(only *dsl.Array) error {
		return m.drawResource(resourceCall{
			names: []dsl.Value{dsl.NewString(r.plural(m))}, options: optionsOf("only", only),
			block: func() error { return r.actions(m, s) },
		})
	})
}

// choosing runs f for options, on both sides of the conditions that decide on one.
func (m *Mapper) choosing(options *dsl.Hash, f func(*dsl.Hash) error) error {
	when, with, without := doubtfulOptions(options, "resources")
	if when == nil {
		return f(options)
	}
	return m.fork(when, func() error { return m.choosing(with, f) }, func() error { return m.choosing(without, f) })
}

// plural is Name#route_key.
func (r *adminResource) plural(m *Mapper) string {
	return m.l.pluralize(strings.ReplaceAll(m.l.underscore(r.name), "/", "_"))
}

// actions is Router#define_actions.
func (r *adminResource) actions(m *Mapper, s *adminSite) error {
	draw := func(actions []adminAction) error {
		return eachAction(m, actions, func(a adminAction, v *verbs) error { return m.maps(v, dsl.Symbol(a.name), nil) })
	}
	if err := m.inMember(func() error { return draw(r.member) }); err != nil {
		return err
	}
	return m.inCollection(func() error {
		if err := draw(r.collection); err != nil {
			return err
		}
		batch := func() error { return m.maps(verbPost, dsl.Symbol("batch_action"), nil) }
		return r.option(m, "batch_actions", func(v dsl.Value) error {
			switch {
			case isNil(v):
				return s.config.decide(m, "batch_actions", batch, nil)
			case truthy(v):
				return batch()
			}
			return nil
		})
	})
}

// eachAction runs f for the verbs of actions, where their conditions hold.
func eachAction(m *Mapper, actions []adminAction, f func(adminAction, *verbs) error) error {
	for _, a := range actions {
		for _, verb := range a.verbs {
			err := m.under(slices.Concat(a.when, verb.when), func() error { return f(a, verbsNamed(textOfName(verb.v))) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func verbsNamed(name string) *verbs {
	if v := knownVerbs[name]; v != nil {
		return v
	}
	return makeVerbs([]string{strings.ToUpper(name)})
}

// ownPage is Router#page_routes.
func (r *adminResource) ownPage(m *Mapper) error {
	v, err := m.call.TrySend(dsl.NewString(r.name), "parameterize")
	if err != nil {
		return err
	}
	text, err := m.str(v)
	if err != nil {
		return err
	}
	page := m.l.underscore(text)
	if err := m.maps(verbGet, dsl.NewString("/"+page), optionsOf("to", page+"#index")); err != nil {
		return err
	}
	return eachAction(m, r.collection, func(a adminAction, v *verbs) error {
		return m.maps(v, dsl.NewString("/"+page+"/"+a.name), optionsOf("to", page+"#"+a.name))
	})
}
