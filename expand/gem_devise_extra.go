package expand

import "signalbox/dsl"

// Routes of modules that other gems add to Devise.

// noteGem tells where routes come from that Devise alone does not have.
func (m *Mapper) noteGem(gem, does string) {
	m.l.diagnose(Diagnostic{Severity: Note, Kind: GemNote, Summary: gem + " of Gemfile.lock " + does, Pos: m.pos})
}

// deviseOfGem draws one of their groups.
func (m *Mapper) deviseOfGem(d *deviseMapping, name string) error {
	draw := m.groupOfGem(name)
	if draw == nil {
		m.l.warn(m.pos, "no file that is read defines devise_"+name+", which draws routes of a Devise module", "They are not in the table.")
		return nil
	}
	if gem, module := m.l.gemOfGroup(name); gem != "" {
		m.noteGem(gem, "adds the routes of :"+module)
	}
	return draw(d)
}

// groupOfGem finds what draws a group; nil if nothing here does.
func (m *Mapper) groupOfGem(name string) func(*deviseMapping) error {
	switch name {
	case "invitation":
		return m.deviseInvitation
	case "cas_authenticatable":
		return m.deviseCAS
	case "saml_authenticatable":
		return m.deviseSAML
	case "password_expired":
		return func(d *deviseMapping) error { return m.deviseCode(d, name, name, name) }
	case "verification_code":
		return func(d *deviseMapping) error {
			return m.deviseCode(d, "paranoid_verification_code", name, "paranoid_verification_code")
		}
	case "two_factor_authentication":
		return m.deviseTwoFactor
	case "masquerade":
		return m.deviseMasquerade
	}
	return nil
}

// deviseInvitation is the group of devise_invitable. devise_invitable:
// Mapper#devise_invitation.
func (m *Mapper) deviseInvitation(d *deviseMapping) error {
	controller, err := d.controller(m, "invitations")
	if err != nil {
		return err
	}
	options := optionsOf("only", symbols("new", "create", "update"), "path", d.pathName("invitation"), "controller", controller)
	return m.single("invitation", options, func() error {
		err := m.maps(verbGet, dsl.Symbol("edit"), optionsOf("path", d.pathName("accept"), "as", dsl.Symbol("accept")))
		if err != nil {
			return err
		}
		return m.maps(verbGet, dsl.Symbol("destroy"), optionsOf("path", d.pathName("remove"), "as", dsl.Symbol("remove")))
	})
}

// invitableController gives registrations a controller of devise_invitable, as
// soon as that gem is there. devise_invitable: Mapping#default_controllers.
func (m *Mapper) invitableController(d *deviseMapping, options *dsl.Hash) {
	if module, _ := options.Sym("module"); truthy(module) || !m.l.lockedGems().Has("devise_invitable") {
		return
	}
	controllers := cloneOptions(d.controllers)
	_, own := controllers.Sym("registrations")
	d.invitable = !own
	setDefault(controllers, "registrations", dsl.NewString("devise_invitable/registrations"))
	d.controllers = controllers
}

// deviseCode is a group of devise-security. devise-security:
// Mapper#devise_password_expired, #devise_verification_code.
func (m *Mapper) deviseCode(d *deviseMapping, name, path, controllerOf string) error {
	controller, err := d.controller(m, controllerOf)
	if err != nil {
		return err
	}
	return m.single(name, optionsOf("only", symbols("show", "update"), "path", d.pathName(path), "controller", controller), nil)
}

// A signInRoute is one of the routes that sign somebody in elsewhere.
type signInRoute struct {
	verbs   *verbs
	action  string
	options *dsl.Hash
}

func (m *Mapper) signInRoutes(controller dsl.Value, routes []signInRoute) error {
	return m.single("session", optionsOf("only", symbols(), "controller", controller, "path", ""), func() error {
		for _, r := range routes {
			if err := m.maps(r.verbs, dsl.Symbol(r.action), r.options); err != nil {
				return err
			}
		}
		return nil
	})
}

// deviseCAS is the group of devise_cas_authenticatable.
// devise_cas_authenticatable: Mapper#devise_cas_authenticatable.
func (m *Mapper) deviseCAS(d *deviseMapping) error {
	controller, err := d.controller(m, "cas_sessions")
	if err != nil {
		return err
	}
	name, err := m.str(controller)
	if err != nil {
		return err
	}
	if err := m.maps(verbGet, dsl.NewString("service"), optionsOf("to", name+"#service", "as", "service")); err != nil {
		return err
	}
	if !m.l.lockedGems().AtLeast("devise_cas_authenticatable", true, 2) {
		err := m.maps(verbPost, dsl.NewString("service"), optionsOf("to", name+"#single_sign_out", "as", "single_sign_out"))
		if err != nil {
			return err
		}
	}
	signIn := d.pathName("sign_in")
	return m.signInRoutes(controller, []signInRoute{
		{verbGet, "new", optionsOf("path", signIn, "as", "new")},
		{verbGet, "unregistered", dsl.NewHash(0)},
		{verbPost, "create", optionsOf("path", signIn)},
		{nil, "destroy", optionsOf("path", d.pathName("sign_out"), "as", "destroy", "via", m.l.devise().config.value("sign_out_via"))},
	})
}

// deviseSAML is the group of devise_saml_authenticatable.
// devise_saml_authenticatable: Mapper#devise_saml_authenticatable.
func (m *Mapper) deviseSAML(d *deviseMapping) error {
	controller, err := d.controller(m, "saml_sessions")
	if err != nil {
		return err
	}
	return m.l.devise().config.with(m, "saml_route_helper_prefix", func(prefix dsl.Value) error {
		return m.deviseSAMLNamed(d, controller, prefix)
	})
}

func (m *Mapper) deviseSAMLNamed(d *deviseMapping, controller, prefix dsl.Value) error {
	create, idp := optionsOf("path", "saml/auth"), optionsOf("path", "saml/idp_sign_out", "via", symbols("get", "post"))
	suffix := ""
	if truthy(prefix) {
		name, err := m.str(prefix)
		if err != nil {
			return err
		}
		suffix = "_" + name
		create.Set(dsl.Symbol("as"), prefix)
		idp.Set(dsl.Symbol("as"), dsl.NewString("idp_destroy"+suffix))
	}
	return m.signInRoutes(controller, []signInRoute{
		{verbGet, "new", optionsOf("path", "saml/sign_in", "as", "new"+suffix)},
		{verbPost, "create", create},
		{nil, "destroy", optionsOf("path", d.pathName("sign_out"), "as", "destroy"+suffix, "via", d.signOutVia)},
		{verbGet, "metadata", optionsOf("path", "saml/metadata")},
		{nil, "idp_sign_out", idp},
	})
}

// deviseTwoFactor is the group of two_factor_authentication.
// two_factor_authentication: Mapper#devise_two_factor_authentication.
func (m *Mapper) deviseTwoFactor(d *deviseMapping) error {
	const name = "two_factor_authentication"
	controller, err := d.controller(m, name)
	if err != nil {
		return err
	}
	options := optionsOf("only", symbols("show", "update"), "path", d.pathName(name), "controller", controller)
	return m.single(name, options, func() error {
		if !m.l.lockedGems().AtLeast(name, true, 2) {
			return nil
		}
		return m.inCollection(func() error { return m.maps(verbGet, dsl.NewString("resend_code"), dsl.NewHash(0)) })
	})
}

// deviseMasquerade is the group of devise_masquerade. devise_masquerade:
// Routes#devise_masquerade.
func (m *Mapper) deviseMasquerade(d *deviseMapping) error {
	controller, err := d.controller(m, "masquerades")
	if err != nil {
		return err
	}
	only, actions := symbols(), []string{"show", "back"}
	if !m.l.lockedGems().AtLeast("devise_masquerade", true, 1, 3, 1) {
		only, actions = symbols("show"), actions[1:]
	}
	options := optionsOf("only", only, "path", d.pathName("masquerade"), "controller", controller)
	return m.drawResource(resourceCall{names: []dsl.Value{dsl.Symbol("masquerade")}, options: options, block: func() error {
		return m.inCollection(func() error {
			for _, action := range actions {
				if err := m.maps(verbGet, dsl.Symbol(action), dsl.NewHash(0)); err != nil {
					return err
				}
			}
			return nil
		})
	}})
}
