package expand

import (
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// tokenControllers are the controllers of Devise Token Auth.
var tokenControllers = []string{"sessions", "registrations", "passwords", "confirmations", "token_validations", "omniauth_callbacks", "unlocks"}

// A tokenMount is one mount_devise_token_auth_for.
type tokenMount struct {
	resource    string // User
	options     *dsl.Hash
	controllers map[string]dsl.Value // of tokenControllers
	skip        []dsl.Value
	namespace   text // of the scope around
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
	err = m.either(args[0], &gemSetting{}, func(resource dsl.Value) error {
		return eachOption(m.t, cloneOptions(options), tokenTexts, func(options *dsl.Hash) error { return m.tokenMount(resource, options) })
	})
	return m.self, err
}

// tokenTexts are the options that paths and names are made of.
var tokenTexts = []gemSetting{{name: "at"}, {name: "as"}, {name: "skip"}}

func (m *Mapper) tokenMount(resource dsl.Value, options *dsl.Hash) (err error) {
	t := &tokenMount{options: options, controllers: map[string]dsl.Value{}}
	if t.resource, err = m.str(resource); err != nil {
		return err
	}
	if err := m.tokenDevise(t); err != nil {
		return err
	}
	return m.tokenRoutes(t)
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
	t.namespace = m.scope.as
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
	return m.under(condition{dsl.NewUnknown("defined?(OmniAuth)", m.pos)}, func() error { return m.tokenOmniauth(t, full) })
}

// tokenOmniauth draws the way through OmniAuth and back.
func (m *Mapper) tokenOmniauth(t *tokenMount, full string) error {
	via, status := symbols("get", "post"), dsl.Int(307)
	again := via // of the redirect
	if !m.l.lockedGems().atLeast("devise_token_auth", true, 1, 2, 2) {
		via = symbols("get")
	}
	if !m.l.lockedGems().atLeast("devise_token_auth", true, 1, 2, 1) {
		again, status = symbols("get"), dsl.Int(301)
	}
	back := symbols("get", "post")
	controller := t.controllers["omniauth_callbacks"]
	draw := func(path, action string, via *dsl.Array) error {
		return m.maps(nil, dsl.NewString(path), optionsOf("controller", controller, "action", action, "via", via))
	}
	if err := draw(full+"/failure", "omniauth_failure", via); err != nil {
		return err
	}
	if err := draw(full+"/:provider/callback", "omniauth_success", via); err != nil {
		return err
	}
	return m.l.tokenAuth().withText(m, "omniauth_prefix", func(prefix string) error {
		if err := draw(prefix+"/:provider/callback", "redirect_callbacks", back); err != nil {
			return err
		}
		if err := draw(prefix+"/failure", "omniauth_failure", back); err != nil {
			return err
		}
		block, err := m.tokenRedirect(t, prefix)
		if err != nil {
			return err
		}
		to := &Redirect{Status: status, Block: block}
		code, err := m.str(status)
		if err != nil {
			return err
		}
		to.text = "redirect(" + code + ")"
		return m.maps(nil, dsl.NewString(full+"/:provider"), optionsOf("to", m.l.interp.NewObject(m.l.redirectClass, to), "via", again))
	})
}

// tokenRedirectSource is the block of the gem's redirect to OmniAuth.
const tokenRedirectSource = `->(resource, namespace, prefix) {
  ->(params, request) {
    found = CGI.parse(request.env["QUERY_STRING"]).merge("resource_class" => [resource])
    found["namespace_name"] = [namespace] if namespace
    "#{prefix}/#{params[:provider]}?#{found.transform_values(&:first).to_param}"
  }
}`

// tokenRedirect makes that block. If the application allows only certain places
// to come back to, only the gem tells them.
func (m *Mapper) tokenRedirect(t *tokenMount, prefix string) (dsl.Value, error) {
	if _, guarded := m.l.tokenAuth().values.Sym("redirect_whitelist"); guarded {
		return dsl.NewUnknown("devise_token_auth", m.pos), nil
	}
	file, err := grammar.Parse("devise_token_auth", []byte(tokenRedirectSource))
	if err != nil {
		return nil, err
	}
	block, err := m.t.Run(file, nil)
	if err != nil {
		return nil, err
	}
	namespace := dsl.Value(dsl.Nil)
	if t.namespace.ok {
		namespace = dsl.NewString(t.namespace.s)
	}
	return m.t.Call(block, "call", dsl.NewString(t.resource), namespace, dsl.NewString(prefix))
}

// tokenAuth gives the settings of the initializer. Devise Token Auth: Engine.
func (l *loader) tokenAuth() *gemConfig {
	if l.gems.tokenAuth == nil {
		l.gems.tokenAuth = l.newGemConfig("DeviseTokenAuth.", gemSetting{"omniauth_prefix", dsl.NewString("/omniauth"), TextShape, false})
		l.initializers(map[string]*gemConfig{"DeviseTokenAuth": l.gems.tokenAuth})
	}
	return l.gems.tokenAuth
}
