package expand

import (
	"bytes"

	"signalbox/dsl"
)

// Routes of modules that other gems add to Devise.

// noteGem tells where routes come from that Devise alone does not have.
func (m *Mapper) noteGem(gem, does string) {
	m.l.diagnose(Diagnostic{Severity: Note, Kind: GemNote, Summary: gem + " of Gemfile.lock " + does, Pos: m.pos})
}

// deviseOfGem draws one of their groups.
func (m *Mapper) deviseOfGem(d *deviseMapping, name string) error {
	if m.l.redefines("devise_" + name) {
		m.l.warn(m.pos, "the application has its own devise_"+name, "Its routes are not in the table.")
		return nil
	}
	for _, module := range m.l.deviseModules() {
		if module.route == name && module.of != "" {
			m.noteGem(module.of, "adds the routes of :"+module.name)
			break
		}
	}
	switch name {
	case "invitation":
		return m.deviseInvitation(d)
	case "cas_authenticatable":
		return m.deviseCAS(d)
	case "saml_authenticatable":
		return m.deviseSAML(d)
	case "password_expired":
		return m.deviseCode(d, "password_expired", "password_expired", "password_expired")
	case "verification_code":
		return m.deviseCode(d, "paranoid_verification_code", "verification_code", "paranoid_verification_code")
	case "two_factor_authentication":
		return m.deviseTwoFactor(d)
	case "masquerade":
		return m.deviseMasquerade(d)
	}
	return nil
}

// redefines tells whether a file of the configuration, of lib or of the models
// read defines the method by which a gem draws its group.
func (l *loader) redefines(method string) bool {
	text := []byte("def " + method)
	for _, f := range l.scannedTexts() {
		if bytes.Contains(f.src, text) {
			return true
		}
	}
	for name := range l.devise().models.read {
		if src, err := l.read(name); err == nil && bytes.Contains(src, text) {
			return true
		}
	}
	return false
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
	if module, _ := options.Sym("module"); truthy(module) || !m.l.lockedGems().has("devise_invitable") {
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
	if !m.l.lockedGems().atLeast("devise_cas_authenticatable", true, 2) {
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
