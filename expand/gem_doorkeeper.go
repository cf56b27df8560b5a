package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// doorkeeperSettings are what the initializer says and the routes ask for.
// Doorkeeper: Config.
type doorkeeperSettings struct {
	introspection bool // allow_token_introspection is not false
	codeInPath    bool // use_url_path_for_native_authorization
	registration  bool // dynamic_client_registration of the OpenID Connect extension
	apiOnly       bool
}

func (l *loader) doorkeeper() *doorkeeperSettings {
	if l.gems.doorkeeper != nil {
		return l.gems.doorkeeper
	}
	s := &doorkeeperSettings{introspection: true}
	l.gems.doorkeeper = s
	l.initializers("Doorkeeper.configure", func(d declared, consts constants) {
		if d.set || d.recv != nil {
			return
		}
		switch d.name {
		case "use_url_path_for_native_authorization", "opt_out_native_route_change": // the latter in 4.4.3
			s.codeInPath = true
		case "api_only":
			s.apiOnly = true
		case "allow_token_introspection":
			if len(d.args) == 1 {
				if v, ok := consts.literal(d.args[0]); ok {
					s.introspection = v != dsl.False
				}
			}
		}
	})
	l.initializers("OpenidConnect.configure", func(d declared, consts constants) {
		if !d.set && d.name == "dynamic_client_registration" {
			s.registration = true
			if len(d.args) == 1 {
				if v, ok := consts.literal(d.args[0]); ok {
					s.registration = truthy(v)
				}
			}
		}
	})
	return s
}

// A part is one of Doorkeeper's controllers with its routes.
type part struct {
	name string // authorizations
	draw func(controller, as dsl.Value) error
}

// A doorkeeperMapping is what the block of use_doorkeeper says. Doorkeeper:
// Routes::Mapping, Routes::Mapper.
type doorkeeperMapping struct {
	controllers, as *dsl.Hash
	skips           []dsl.Value
	module          string // of the gem, Doorkeeper
}

// Call implements dsl.Receiver for the words of the block.
func (d *doorkeeperMapping) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name == "skip_controllers" {
		d.skips = c.Args
		return dsl.NewArray(c.Args...), nil
	}
	target := d.controllers
	if c.Name == "as" {
		target = d.as
	}
	if len(c.Args) > 1 {
		return nil, wrongArguments(len(c.Args), "0..1")
	}
	switch h := argOrKeywords(c).(type) {
	case nil:
	case *dsl.Hash:
		merge(target, h)
	case *dsl.Unknown:
	default:
		return nil, dsl.Raise("TypeError", "no implicit conversion of %s into Hash", c.Interp().ClassOf(h).Name())
	}
	return target, nil
}

// class is what the block's self is of. That of devices says `controller` where the
// others say `controllers`.
func (d *doorkeeperMapping) class(l *loader) *dsl.Class {
	path := d.module + "::Rails::Routes::Mapper"
	controllers := "controllers"
	if strings.HasSuffix(d.module, "DeviceAuthorizationGrant") {
		controllers = "controller"
	}
	return l.interp.HostClass(path, nil, func(name string) bool {
		return name == controllers || name == "skip_controllers" || name == "as"
	})
}

// doorkeeperBlock runs the block of use_doorkeeper and its kin.
func (m *Mapper) doorkeeperBlock(c *dsl.Call, d *doorkeeperMapping) error {
	if c.Block == nil {
		return nil
	}
	self := m.l.interp.NewObject(d.class(m.l), d)
	_, err := c.Exec(self, c.Block, self)
	return err
}

// parts draws the controllers that the block did not skip.
func (m *Mapper) parts(d *doorkeeperMapping, all []part) error {
	for _, p := range all {
		if slices.Contains(d.skips, dsl.Value(dsl.Symbol(p.name))) {
			continue
		}
		controller, _ := d.controllers.Sym(p.name)
		as, _ := d.as.Sym(p.name)
		if as == nil {
			as = dsl.Nil
		}
		if controller == nil {
			controller = dsl.Nil
		}
		if err := p.draw(controller, as); err != nil {
			return err
		}
	}
	return nil
}

// oauthScope gives the options of the scope around: its path is scope:.
func (m *Mapper) oauthScope(c *dsl.Call) (*dsl.Hash, error) {
	given, err := m.hashOf(argOrKeywords(c))
	if err != nil {
		return nil, err
	}
	scope, _ := given.Sym("scope")
	if !truthy(scope) {
		scope = dsl.NewString("oauth")
	}
	return optionsOf("path", scope, "as", "oauth"), nil
}

// useDoorkeeper is `use_doorkeeper`. Doorkeeper: Rails::Routes#generate_routes!.
func (m *Mapper) useDoorkeeper(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) > 1 {
		return nil, wrongArguments(len(c.Args), "0..1")
	}
	gems := m.l.lockedGems()
	d := &doorkeeperMapping{
		module: "Doorkeeper",
		controllers: optionsOf("authorizations", "doorkeeper/authorizations", "applications", "doorkeeper/applications",
			"authorized_applications", "doorkeeper/authorized_applications", "tokens", "doorkeeper/tokens", "token_info", "doorkeeper/token_info"),
		as: optionsOf("authorizations", dsl.Symbol("authorization"), "tokens", dsl.Symbol("token"), "token_info", dsl.Symbol("token_info")),
	}
	six := gems.atLeast("doorkeeper", false, 6)
	if six {
		d.controllers.Set(dsl.Symbol("metadata"), dsl.NewString("doorkeeper/metadata"))
	}
	if err := m.doorkeeperBlock(c, d); err != nil {
		return nil, err
	}
	options, err := m.oauthScope(c)
	if err != nil {
		return nil, err
	}
	settings := m.l.doorkeeper()
	if settings.apiOnly && gems.atLeast("doorkeeper", false, 5) && !gems.atLeast("doorkeeper", true, 5, 5) {
		d.skips = append(d.skips[:len(d.skips):len(d.skips)], dsl.Symbol("applications"), dsl.Symbol("authorized_applications"))
	}
	all := []part{{"authorizations", m.oauthAuthorization}, {"tokens", m.oauthToken}, {"tokens", m.oauthPost("revoke")}}
	if m.introspects(settings) {
		all = append(all, part{"tokens", m.oauthPost("introspect")})
	}
	all = append(all, part{"applications", m.oauthApplications}, part{"authorized_applications", m.oauthAuthorized}, part{"token_info", m.oauthTokenInfo})
	err = m.inScope(options, actionOptions{}, func() error { return m.parts(d, all) })
	if err == nil && six {
		err = m.parts(d, []part{{"metadata", m.oauthMetadata}})
	}
	return m.self, err
}

// introspects tells whether there is an introspect route: since 4.3, and since
// 5.5 only if the initializer does not switch it off.
func (m *Mapper) introspects(s *doorkeeperSettings) bool {
	gems := m.l.lockedGems()
	return gems.atLeast("doorkeeper", true, 4, 3) && (s.introspection || !gems.atLeast("doorkeeper", true, 5, 5))
}

func (m *Mapper) oauthAuthorization(controller, as dsl.Value) error {
	options := optionsOf("path", "authorize", "only", symbols("create", "destroy"), "as", as, "controller", controller)
	return m.single("authorization", options, func() error {
		err := m.maps(verbGet, dsl.NewString(m.nativeCode()), optionsOf("action", dsl.Symbol("show"), "on", dsl.Symbol("member")))
		if err != nil {
			return err
		}
		return m.maps(verbGet, dsl.NewString("/"), optionsOf("action", dsl.Symbol("new"), "on", dsl.Symbol("member")))
	})
}

// nativeCode is native_authorization_code_route, as the versions have it.
func (m *Mapper) nativeCode() string {
	gems := m.l.lockedGems()
	switch {
	case !gems.atLeast("doorkeeper", true, 4, 3):
		return "/:code"
	case m.l.doorkeeper().codeInPath && gems.atLeast("doorkeeper", true, 4, 4, 3) &&
		(gems.atLeast("doorkeeper", true, 5, 6, 1) || !gems.atLeast("doorkeeper", true, 5)):
		return "/:code"
	}
	return "/native"
}

func (m *Mapper) oauthToken(controller, as dsl.Value) error {
	return m.single("token", optionsOf("path", "token", "only", symbols("create"), "as", as, "controller", controller), nil)
}

func (m *Mapper) oauthPost(action string) func(controller, as dsl.Value) error {
	return func(controller, _ dsl.Value) error {
		return m.maps(verbPost, dsl.NewString(action), optionsOf("controller", controller, "action", dsl.Symbol(action)))
	}
}

func (m *Mapper) oauthApplications(controller, _ dsl.Value) error {
	return m.drawResource(resourceCall{
		names:   []dsl.Value{dsl.Symbol("doorkeeper_applications")},
		options: optionsOf("controller", controller, "as", dsl.Symbol("applications"), "path", "applications"),
	})
}

func (m *Mapper) oauthAuthorized(controller, _ dsl.Value) error {
	return m.drawResource(resourceCall{
		names:   []dsl.Value{dsl.Symbol("authorized_applications")},
		options: optionsOf("only", symbols("index", "destroy"), "controller", controller),
	})
}

func (m *Mapper) oauthTokenInfo(controller, as dsl.Value) error {
	return m.single("token_info", optionsOf("path", "token/info", "only", symbols("show"), "as", as, "controller", controller), nil)
}

func (m *Mapper) oauthMetadata(controller, _ dsl.Value) error {
	return m.maps(verbGet, dsl.NewString(".well-known/oauth-authorization-server"), optionsOf("controller", controller, "action", dsl.Symbol("show")))
}

// ---- OpenID Connect

// useOpenIDConnect is `use_doorkeeper_openid_connect`. Doorkeeper OpenID
// Connect: Rails::Routes#generate_routes!.
func (m *Mapper) useOpenIDConnect(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) > 1 {
		return nil, wrongArguments(len(c.Args), "0..1")
	}
	const home = "doorkeeper/openid_connect/"
	d := &doorkeeperMapping{
		module:      "Doorkeeper::OpenidConnect",
		controllers: optionsOf("userinfo", home+"userinfo", "discovery", home+"discovery", "dynamic_client_registration", home+"dynamic_client_registration"),
		as: optionsOf("userinfo", dsl.Symbol("userinfo"), "discovery", dsl.Symbol("discovery"),
			"dynamic_client_registration", dsl.Symbol("dynamic_client_registration")),
	}
	if err := m.doorkeeperBlock(c, d); err != nil {
		return nil, err
	}
	options, err := m.oauthScope(c)
	if err != nil {
		return nil, err
	}
	all := []part{{"userinfo", m.inController(m.oidcUserinfo)}, {"discovery", m.inController(m.oidcKeys)}}
	if m.l.doorkeeper().registration && m.l.lockedGems().atLeast("doorkeeper-openid_connect", true, 1, 9) {
		all = append(all, part{"dynamic_client_registration", m.inController(m.oidcRegistration)})
	}
	if err := m.inScope(options, actionOptions{}, func() error { return m.parts(d, all) }); err != nil {
		return nil, err
	}
	return m.self, m.inScope(optionsOf("as", "oauth"), actionOptions{}, func() error {
		return m.parts(d, []part{{"discovery", m.inController(m.oidcWellKnown)}})
	})
}

// inController draws within `scope controller:, as:`.
func (m *Mapper) inController(draw func() error) func(controller, as dsl.Value) error {
	return func(controller, as dsl.Value) error {
		return m.inScope(optionsOf("controller", controller, "as", as), actionOptions{}, draw)
	}
}

func (m *Mapper) oidcUserinfo() error {
	if err := m.maps(verbGet, dsl.Symbol("show"), optionsOf("path", "userinfo", "as", "")); err != nil {
		return err
	}
	return m.maps(verbPost, dsl.Symbol("show"), optionsOf("path", "userinfo", "as", dsl.Nil))
}

func (m *Mapper) oidcKeys() error {
	return m.inScope(optionsOf("path", "discovery"), actionOptions{}, func() error { return m.maps(verbGet, dsl.Symbol("keys"), nil) })
}

func (m *Mapper) oidcRegistration() error {
	return m.maps(verbPost, dsl.Symbol("register"), optionsOf("path", "registration", "as", ""))
}

func (m *Mapper) oidcWellKnown() error {
	return m.inScope(optionsOf("path", ".well-known"), actionOptions{}, func() error {
		if err := m.maps(verbGet, dsl.Symbol("provider"), optionsOf("path", "openid-configuration")); err != nil {
			return err
		}
		if m.l.lockedGems().atLeast("doorkeeper-openid_connect", true, 1, 8, 1) {
			if err := m.maps(verbGet, dsl.Symbol("provider"), optionsOf("path", "oauth-authorization-server")); err != nil {
				return err
			}
		}
		return m.maps(verbGet, dsl.Symbol("webfinger"), nil)
	})
}
