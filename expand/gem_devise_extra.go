package expand

import (
	"signalbox/dsl"
)

// Routes of modules that other gems add to Devise.

// noteGem tells where routes come from that Devise alone does not have.
func (m *Mapper) noteGem(gem, does string) {
	m.l.diagnose(Diagnostic{Severity: Note, Summary: gem + " of Gemfile.lock " + does, Pos: m.pos})
}

// deviseOfGem draws one of their groups.
func (m *Mapper) deviseOfGem(d *deviseMapping, name string) error {
	for _, module := range m.l.deviseModules() {
		if module.route == name && module.of != "" {
			m.noteGem(module.of, "adds the routes of :"+module.name)
			break
		}
	}
	switch name {
	case "invitation":
		return m.deviseInvitation(d)
	case "password_expired":
		return m.deviseCode(d, "password_expired", "password_expired", "password_expired")
	case "verification_code":
		return m.deviseCode(d, "paranoid_verification_code", "verification_code", "paranoid_verification_code")
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
	if module, _ := options.Sym("module"); truthy(module) || !m.l.lockedGems().has("devise_invitable") {
		return
	}
	controllers := cloneOptions(d.controllers)
	if _, ok := controllers.Sym("registrations"); !ok {
		m.noteGem("devise_invitable", "gives registrations its own controller")
	}
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
