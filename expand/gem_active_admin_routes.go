package expand

import (
	"strings"

	"signalbox/dsl"
)

// adminConst gives ActiveAdmin and ActiveAdmin::Devise, if the application has
// that gem.
func (l *loader) adminConst(name string) dsl.Value {
	if name != "ActiveAdmin" && name != "ActiveAdmin::Devise" || l.interp == nil {
		return nil
	}
	if gems := l.lockedGems(); gems != nil && !gems.has("activeadmin") {
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
		return site.deviseConfig(), nil
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
	pos, call, t := m.pos, m.call, m.t
	defer func() { m.pos, m.call, m.t = pos, call, t }()
	m.pos, m.call, m.t = l.place(c), c, c.Thread()
	err := site.draw(m)
	if err != nil {
		m.locate(err, c)
	}
	return dsl.Nil, err
}

// deviseConfig is what `devise_for :admin_users, ActiveAdmin::Devise.config` is
// given.
func (s *adminSite) deviseConfig() *dsl.Hash {
	path := s.first
	if path == "" {
		path = "/"
	}
	controllers := dsl.NewHash(5)
	for _, name := range []string{"sessions", "passwords", "unlocks", "registrations", "confirmations"} {
		controllers.Set(dsl.Symbol(name), dsl.NewString("active_admin/devise/"+name))
	}
	via := list(s.l.devise().signOutVia)
	via = append(via[:len(via):len(via)], s.logout)
	unique := dsl.NewArray()
	for _, v := range via {
		seen := false
		for _, u := range unique.Elems {
			seen = seen || u == v
		}
		if !seen {
			unique.Elems = append(unique.Elems, v)
		}
	}
	return optionsOf("path", path, "controllers", controllers, "path_names", optionsOf("sign_in", "login", "sign_out", "logout"), "sign_out_via", unique)
}

// draw is Router#apply.
func (s *adminSite) draw(m *Mapper) error {
	for _, n := range s.namespaces {
		err := n.inside(m, func() error {
			d := declaration{as: dsl.Symbol("root"), hasAs: true, via: dsl.Symbol("get"), to: dsl.NewString(s.rootTo)}
			return m.match([]dsl.Value{dsl.NewString("/")}, &d)
		})
		if err != nil {
			return err
		}
	}
	for _, n := range s.namespaces {
		for _, r := range n.resources {
			err := m.underConditions(r.under, func() error {
				return n.inside(m, func() error { return r.draw(m, n) })
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
func (r *adminResource) draw(m *Mapper, n *adminNamespace) error {
	if r.parent == "" || r.optional {
		if err := r.own(m); err != nil || r.parent == "" {
			return err
		}
	}
	parent := m.l.interp.Inflections().Camelize(r.parent, true)
	for _, other := range n.resources {
		if !other.page && other.name == parent {
			return m.drawResource(resourceCall{
				names: []dsl.Value{dsl.NewString(other.plural(m))}, options: optionsOf("only", symbols()),
				block: func() error { return r.own(m) },
			})
		}
	}
	m.l.warn(m.pos, "Active Admin's "+r.name+" belongs to "+r.parent+", which no file of app/admin registers", "Its routes are not in the table.")
	return nil
}

func (r *adminResource) own(m *Mapper) error {
	if r.page {
		return r.ownPage(m)
	}
	only := symbols(r.only...)
	return m.drawResource(resourceCall{
		names: []dsl.Value{dsl.NewString(r.plural(m))}, options: optionsOf("only", only),
		block: func() error { return r.actions(m) },
	})
}

// plural is Name#route_key.
func (r *adminResource) plural(m *Mapper) string {
	return m.l.pluralize(strings.ReplaceAll(m.l.underscore(r.name), "/", "_"))
}

// actions is Router#define_actions.
func (r *adminResource) actions(m *Mapper) error {
	draw := func(a adminAction) error {
		return m.underConditions(a.under, func() error {
			for _, verb := range a.verbs {
				if err := m.maps(verbsNamed(verb), dsl.Symbol(a.name), nil); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := m.inMember(func() error {
		for _, a := range r.member {
			if err := draw(a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return m.inCollection(func() error {
		for _, a := range r.collection {
			if err := draw(a); err != nil {
				return err
			}
		}
		if r.batch {
			return m.maps(verbPost, dsl.Symbol("batch_action"), nil)
		}
		return nil
	})
}

func verbsNamed(name string) *verbs {
	if v := knownVerbs[name]; v != nil {
		return v
	}
	return makeVerbs([]string{strings.ToUpper(name)})
}

// ownPage is Router#page_routes.
func (r *adminResource) ownPage(m *Mapper) error {
	v, err := m.call.Send(dsl.NewString(r.name), "parameterize")
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
	for _, a := range r.collection {
		for _, verb := range a.verbs {
			err := m.underConditions(a.under, func() error {
				return m.maps(verbsNamed(verb), dsl.NewString("/"+page+"/"+a.name), optionsOf("to", page+"#"+a.name))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
