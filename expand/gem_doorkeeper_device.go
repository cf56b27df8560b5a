package expand

import (
	"signalbox/dsl"
)

// useDeviceGrant is `use_doorkeeper_device_authorization_grant`. Doorkeeper Device
// Authorization Grant: Rails::Routes#generate_routes!.
func (m *Mapper) useDeviceGrant(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) > 1 {
		return nil, wrongArguments(len(c.Args), "0..1")
	}
	const home = "doorkeeper/device_authorization_grant/"
	d := &doorkeeperMapping{
		controllers: optionsOf("device_authorizations", home+"device_authorizations", "device_codes", home+"device_codes"),
		as:          optionsOf("device_authorizations", dsl.Symbol("device_authorizations"), "device_codes", dsl.Symbol("device_codes")),
		module:      "Doorkeeper::DeviceAuthorizationGrant",
	}
	if err := m.doorkeeperBlock(c, d); err != nil {
		return nil, err
	}
	options, err := m.oauthScope(c)
	if err != nil {
		return nil, err
	}
	codes := func() error { return m.maps(verbPost, dsl.Symbol("create"), optionsOf("path", "authorize_device")) }
	authorizations := func() error {
		if err := m.maps(verbGet, dsl.Symbol("index"), optionsOf("path", "device")); err != nil {
			return err
		}
		return m.maps(verbPost, dsl.Symbol("authorize"), optionsOf("path", "device"))
	}
	return m.self, m.inScope(options, actionOptions{}, func() error {
		return m.parts(d, []part{{"device_codes", m.inController(codes), ""}, {"device_authorizations", m.inController(authorizations), ""}})
	})
}
