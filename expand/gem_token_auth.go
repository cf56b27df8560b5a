package expand

import (
	"strings"

	"signalbox/dsl"
)

// tokenControllers are the controllers of Devise Token Auth.
var tokenControllers = []string{"sessions", "registrations", "passwords", "confirmations", "token_validations", "omniauth_callbacks", "unlocks"}

// A tokenMount is one mount_devise_token_auth_for.
type tokenMount struct {
	resource    string // User
	options     *dsl.Hash
	controllers map[string]dsl.Value // of tokenControllers
	skip        []dsl.Value
}

// mountTokenAuth is `mount_devise_token_auth_for`. Devise Token Auth:
// Mapper#mount_devise_token_auth_for.
func (m *Mapper) mountTokenAuth(c *dsl.Call) (dsl.Value, error) {
	args := c.Args
	if c.Keywords.Len() > 0 {
		args = append(args[:len(args):len(args)], c.Keywords.Clone())
	}
	if len(args) != 2 {
		return nil, wrongArguments(len(args), "2")
	}
	options, err := m.hashOf(args[1])
	if err != nil {
		return nil, err
	}
	t := &tokenMount{options: cloneOptions(options), controllers: map[string]dsl.Value{}}
	if t.resource, err = m.str(args[0]); err != nil {
		return nil, err
	}
	if err := m.tokenDevise(t); err != nil {
		return nil, err
	}
	return m.self, m.tokenRoutes(t)
}

// tokenDevise calls devise_for with the controllers of the gem.
func (m *Mapper) tokenDevise(t *tokenMount) error {
	given, err := m.hashOption(t.options, "controllers")
	if err != nil {
		return err
	}
	controllers := cloneOptions(given)
	for _, name := range tokenControllers {
		v := take(controllers, name)
		if !truthy(v) {
			v = dsl.NewString("devise_token_auth/" + name)
		}
		t.controllers[name] = v
	}
	if !m.l.lockedGems().atLeast("devise_token_auth", true, 1, 1, 5) {
		controllers = dsl.NewHash(5)
	}
	for _, name := range []string{"sessions", "registrations", "passwords", "confirmations", "unlocks"} {
		controllers.Set(dsl.Symbol(name), t.controllers[name])
	}
	skip, _ := t.options.Sym("skip")
	t.skip = list(skip)
	for _, v := range t.skip {
		controllers.Delete(v)
	}
	at, _ := t.options.Sym("at")
	path, err := m.pathText(at)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(m.l.underscore(m.l.pluralize(t.resource)), "/", "_")
	if as, _ := t.options.Sym("as"); truthy(as) && m.l.lockedGems().atLeast("devise_token_auth", true, 1, 1, 5) {
		if name, err = m.symbolName(as); err != nil {
			return err
		}
	}
	options := optionsOf("class_name", t.resource, "module", dsl.Symbol("devise"), "path", path, "controllers", controllers,
		"skip", dsl.NewArray(append(t.skip[:len(t.skip):len(t.skip)], dsl.Symbol("omniauth_callbacks"))...))
	if err := m.deviseOptions(options); err != nil {
		return err
	}
	return m.deviseResource(name, options)
}

func (t *tokenMount) skips(name string) bool {
	for _, v := range t.skip {
		if v == dsl.Symbol(name) {
			return true
		}
	}
	return false
}

// tokenRoutes draws what Devise has not, out of all scopes but with their path.
func (m *Mapper) tokenRoutes(t *tokenMount) error {
	at, _ := t.options.Sym("at")
	full, err := m.pathText(at)
	if err != nil {
		return err
	}
	full = m.scope.path + "/" + full
	s := m.enter()
	defer m.leave()
	*s = scope{parent: s.parent}
	gems := m.l.lockedGems()
	if !t.skips("token_validations") || !gems.atLeast("devise_token_auth", true, 1, 1, 1) {
		controller, err := m.str(t.controllers["token_validations"])
		if err != nil {
			return err
		}
		err = m.maps(verbGet, dsl.NewString(full+"/validate_token"), optionsOf("controller", controller, "action", "validate_token"))
		if err != nil {
			return err
		}
	}
	if t.skips("omniauth_callbacks") || gems != nil && !gems.has("omniauth") {
		return nil
	}
	if gems != nil {
		return m.tokenOmniauth(t, full)
	}
	return m.underConditions([]dsl.Condition{{Text: "defined?(OmniAuth)", Pos: m.pos}}, func() error { return m.tokenOmniauth(t, full) })
}

// tokenOmniauth draws the way through OmniAuth and back.
func (m *Mapper) tokenOmniauth(t *tokenMount, full string) error {
	via, status, prefix := symbols("get", "post"), dsl.Int(307), m.tokenPrefix()
	again := via // of the redirect
	if !m.l.lockedGems().atLeast("devise_token_auth", true, 1, 2, 2) {
		via = symbols("get")
	}
	if !m.l.lockedGems().atLeast("devise_token_auth", true, 1, 2, 1) {
		again, status = symbols("get"), dsl.Int(301)
	}
	back := symbols("get", "post")
	controller := t.controllers["omniauth_callbacks"]
	for _, r := range []struct {
		path, action string
		via          *dsl.Array
	}{
		{full + "/failure", "omniauth_failure", via},
		{full + "/:provider/callback", "omniauth_success", via},
		{prefix + "/:provider/callback", "redirect_callbacks", back},
		{prefix + "/failure", "omniauth_failure", back},
	} {
		if err := m.maps(nil, dsl.NewString(r.path), optionsOf("controller", controller, "action", r.action, "via", r.via)); err != nil {
			return err
		}
	}
	to := &Redirect{Status: status, Block: &dsl.Unknown{Text: "devise_token_auth", Pos: m.pos}}
	code, err := m.str(status)
	if err != nil {
		return err
	}
	to.text = "redirect(" + code + ")"
	return m.maps(nil, dsl.NewString(full+"/:provider"), optionsOf("to", m.l.interp.NewObject(m.l.redirectClass, to), "via", again))
}

// tokenPrefix is DeviseTokenAuth.omniauth_prefix.
func (m *Mapper) tokenPrefix() string {
	prefix := "/omniauth"
	m.l.initializers("DeviseTokenAuth.setup", func(d declared, consts constants) {
		if !d.set || d.name != "omniauth_prefix" {
			return
		}
		if s, ok := literalText(consts, d); ok {
			prefix = s
		} else {
			m.l.warn(d.pos, "config.omniauth_prefix is known to the application only", "The table follows the gem's default.")
		}
	})
	return prefix
}
