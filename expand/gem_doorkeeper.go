package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// doorkeeper gives what the initializers say and the routes ask for. Doorkeeper:
// Config; Doorkeeper OpenID Connect: Config.
func (l *loader) doorkeeper() *gemConfig {
	if l.gems.doorkeeper != nil {
		return l.gems.doorkeeper
	}
	g := l.newGemConfig(
		"Doorkeeper.configuration.",
		gemSetting{"allow_token_introspection", dsl.True, DecisionShape, false},
		gemSetting{"use_url_path_for_native_authorization", dsl.False, DecisionShape, false},
		gemSetting{"api_only", dsl.False, DecisionShape, false},
		gemSetting{"dynamic_client_registration", dsl.False, DecisionShape, false},
	)
	g.inside = true
	option := func(name string) func(*dsl.Call) error {
		return func(c *dsl.Call) error {
			var v dsl.Value = dsl.True
			if len(c.Args) > 0 && name == c.Name {
				v = c.Args[0]
			}
			switch v.(type) {
			case *dsl.Unknown, dsl.Bool:
			default: // a lambda, which is asked at each request
				v = dsl.Bool(truthy(v))
			}
			g.set(c, name, v)
			return nil
		}
	}
	g.words = map[string]func(*dsl.Call) error{"opt_out_native_route_change": option("use_url_path_for_native_authorization")} // of 4.4.3
	for _, s := range g.known {
		g.words[s.name] = option(s.name)
	}
	l.gems.doorkeeper = g
	changed := l.newGemConfig("Doorkeeper::Rails::Routes.")
	changed.any = func(c *dsl.Call) {
		l.warn(c.Pos, "the application changes Doorkeeper::Rails::Routes", "The routes of use_doorkeeper may differ from those in the table.")
	}
	l.initializers(map[string]*gemConfig{"Doorkeeper": g, "Doorkeeper::OpenidConnect": g, "Doorkeeper::Rails::Routes": changed})
	return g
}

// A part is one of Doorkeeper's controllers with its routes.
type part struct {
	name string // authorizations
	draw func(controller, as dsl.Value) error
	// setting is the one that switches the part on, or off if it begins with "!".
	setting string
}

// A doorkeeperMapping is what the block of use_doorkeeper says. Doorkeeper:
// Routes::Mapping, Routes::Mapper.
type doorkeeperMapping struct {
	controllers, as *dsl.Hash
	skips           []possibility
	m               *Mapper
	module          string // of the gem, Doorkeeper
}

// Call implements dsl.Receiver for the words of the block.
func (d *doorkeeperMapping) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name == "skip_controllers" {
		d.skips = possibilities(dsl.NewArray(c.Args...), c.Held())
		d.tell(d.skips)
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
		d.tell([]possibility{{v: h}})
	default:
		return nil, dsl.Raise("TypeError", "no implicit conversion of %s into Hash", c.Interp().ClassOf(h).Name())
	}
	return target, nil
}

// tell tells of what is unknown of a list.
func (d *doorkeeperMapping) tell(list []possibility) {
	for _, p := range list {
		if u := dsl.UnknownIn(p.v); u != nil {
			d.m.l.unknown(d.m, u, "option list")
		}
	}
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
	d.m = m
	self := m.l.interp.NewObject(d.class(m.l), d)
	_, err := c.Exec(self, c.Block, self)
	return err
}

// parts draws the controllers that the block did not skip.
func (m *Mapper) parts(d *doorkeeperMapping, all []part) error {
	for _, p := range all {
		skip := slices.IndexFunc(d.skips, func(s possibility) bool { return s.v == dsl.Symbol(p.name) })
		if skip >= 0 && len(d.skips[skip].when) == 0 {
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
		draw := func() error { return p.draw(controller, as) }
		if skip >= 0 {
			always := draw
			draw = func() error { return m.under(condition{d.skips[skip].when.all().Not()}, always) }
		}
		nothing := func() error { return nil }
		var err error
		switch off, isOff := strings.CutPrefix(p.setting, "!"); {
		case isOff:
			err = m.l.doorkeeper().decide(m, off, nothing, draw)
		case p.setting != "":
			err = m.l.doorkeeper().decide(m, p.setting, draw, nothing)
		default:
			err = draw()
		}
		if err != nil {
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
	managed := ""
	if gems.atLeast("doorkeeper", false, 5) && !gems.atLeast("doorkeeper", true, 5, 5) {
		managed = "!api_only"
	}
	all := []part{{"authorizations", m.oauthAuthorization, ""}, {"tokens", m.oauthToken, ""}, {"tokens", m.oauthPost("revoke"), ""}}
	switch {
	case gems.atLeast("doorkeeper", true, 5, 5):
		all = append(all, part{"tokens", m.oauthPost("introspect"), "allow_token_introspection"})
	case gems.atLeast("doorkeeper", true, 4, 3):
		all = append(all, part{"tokens", m.oauthPost("introspect"), ""})
	}
	all = append(all, part{"applications", m.oauthApplications, managed}, part{"authorized_applications", m.oauthAuthorized, managed}, part{"token_info", m.oauthTokenInfo, ""})
	err = m.inScope(options, actionOptions{}, func() error { return m.parts(d, all) })
	if err == nil && six {
		err = m.parts(d, []part{{"metadata", m.oauthMetadata, ""}})
	}
	return m.self, err
}

func (m *Mapper) oauthAuthorization(controller, as dsl.Value) error {
	options := optionsOf("path", "authorize", "only", symbols("create", "destroy"), "as", as, "controller", controller)
	return m.single("authorization", options, func() error {
		if err := m.nativeCode(); err != nil {
			return err
		}
		return m.maps(verbGet, dsl.NewString("/"), optionsOf("action", dsl.Symbol("new"), "on", dsl.Symbol("member")))
	})
}

// nativeCode draws native_authorization_code_route, as the versions have it.
func (m *Mapper) nativeCode() error {
	draw := func(path string) func() error {
		return func() error {
			return m.maps(verbGet, dsl.NewString(path), optionsOf("action", dsl.Symbol("show"), "on", dsl.Symbol("member")))
		}
	}
	gems := m.l.lockedGems()
	switch {
	case !gems.atLeast("doorkeeper", true, 4, 3):
		return draw("/:code")()
	case gems.atLeast("doorkeeper", true, 4, 4, 3) && (gems.atLeast("doorkeeper", true, 5, 6, 1) || !gems.atLeast("doorkeeper", true, 5)):
		return m.l.doorkeeper().decide(m, "use_url_path_for_native_authorization", draw("/:code"), draw("/native"))
	}
	return draw("/native")()
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
	all := []part{{"userinfo", m.inController(m.oidcUserinfo), ""}, {"discovery", m.inController(m.oidcKeys), ""}}
	if m.l.lockedGems().atLeast("doorkeeper-openid_connect", true, 1, 9) {
		all = append(all, part{"dynamic_client_registration", m.inController(m.oidcRegistration), "dynamic_client_registration"})
	}
	if err := m.inScope(options, actionOptions{}, func() error { return m.parts(d, all) }); err != nil {
		return nil, err
	}
	return m.self, m.inScope(optionsOf("as", "oauth"), actionOptions{}, func() error {
		return m.parts(d, []part{{"discovery", m.inController(m.oidcWellKnown), ""}})
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
