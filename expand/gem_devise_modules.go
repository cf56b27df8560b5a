package expand

import "signalbox/dsl"

// Groups of smaller gems for Devise.

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
		if !m.l.lockedGems().atLeast(name, true, 2) {
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
	if !m.l.lockedGems().atLeast("devise_masquerade", true, 1, 3, 1) {
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
