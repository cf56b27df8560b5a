package expand

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
)

// gemState is what the words of gems remember about an application.
type gemState struct {
	read        bool
	versions    gemVersions
	devise      *deviseState
	doorkeeper  *gemConfig
	tokenAuth   *gemConfig
	healthDrawn bool   // health_check_routes was called
	healthPath  string // what health_check_routes made of HealthCheck.uri
	health      *gemConfig
	jsonapi     *gemConfig
	resources   *classFiles // of jsonapi
	translator  *translator
	scopeless   []*SignIn         // conditions that are given the default scope in the end
	defined     map[*rubyGem]bool // gems whose definitions were taken
	configs     map[*rubyGem]*gemConfig
	concerns    *curationConcerns
}

// deviseState is Devise's configuration as the initializers give it, and what
// its words leave for each other.
type deviseState struct {
	config    *gemConfig // Devise
	omniauth  *gemConfig // OmniAuth.config
	providers []possibility
	models    *modelFiles
	modules   deviseModules
	mapped    string // OmniAuth.config.path_prefix: where the first model's callbacks are
	scope     string // Devise.default_scope: the first mapping
	mappings  map[string]*deviseMapping
	added     bool // the modules that lib adds are among them
}

// devise gives the configuration, read when it is first asked for.
func (l *loader) devise() *deviseState {
	if l.gems.devise != nil {
		return l.gems.devise
	}
	methods := symbols("post")
	if !l.lockedGems().atLeast("omniauth", true, 2) {
		methods = symbols("get", "post")
	}
	d := &deviseState{
		config: l.newGemConfig(
			"Devise.",
			gemSetting{"sign_out_via", dsl.Symbol("delete"), TextShape, true},
			gemSetting{"omniauth_path_prefix", dsl.Nil, TextShape, false},
			gemSetting{"unlock_strategy", dsl.Symbol("both"), TextShape, true},
			gemSetting{"saml_route_helper_prefix", dsl.Nil, TextShape, false},
		),
		omniauth: l.newGemConfig("OmniAuth.config.", gemSetting{"allowed_request_methods", methods, ListShape, true}),
		models:   &modelFiles{classFiles: newClassFiles(l, "devise"), built: map[string]*deviseModel{}},
	}
	l.gems.devise = d
	d.config.words = map[string]func(*dsl.Call) error{"omniauth": d.addProvider, "add_module": l.addModule}
	l.initializers(map[string]*gemConfig{"Devise": d.config, "OmniAuth": d.omniauth})
	if v, ok := l.given("Devise" + devisesProviders); ok {
		d.providers = possibilities(symbolsOf(v), nil)
	}
	return d
}

// saysOfDevise reports whether an initializer that was run calls a method: where it
// had no effect, its conditions do not hold.
func (l *loader) saysOfDevise(name string) bool {
	return slices.ContainsFunc(l.initializerFiles(), func(file string) bool {
		return l.files[file] != nil && callsAny(l.files[file], map[string]bool{name: true})
	})
}

// addProvider is `config.omniauth :github, ..., name: "hub"`.
func (d *deviseState) addProvider(c *dsl.Call) error {
	if len(c.Args) == 0 {
		return nil
	}
	options, _ := oldOptions(c.Args)
	if c.Keywords.Len() > 0 {
		options = c.Keywords
	}
	v := c.Args[0]
	if name, _ := options.Sym("name"); truthy(name) {
		v = name
	}
	for _, a := range possibilities(v, c.Held()) {
		if textOfName(a.v) == "" {
			a.v = &dsl.Unknown{Text: unknownText(a.v), Pos: c.Pos}
		}
		ok := true
		for _, before := range d.providers {
			if name := textOfName(a.v); ok && name != "" && textOfName(before.v) == name {
				a.when, ok = a.when.unless(before.when)
			}
		}
		if ok {
			d.providers = append(d.providers, a)
		}
	}
	return nil
}

// unknownText is what an unknown value is told as.
func unknownText(v dsl.Value) string {
	if u := dsl.UnknownIn(v); u != nil {
		return u.Text
	}
	return "a provider"
}

// ---- modules

// A deviseModule is a module that a model may use, with the routes it brings;
// of is the gem. Order is that of Devise::ALL. Devise: Devise.add_module.
type deviseModule struct {
	name, route, of string
	first           bool // insert_at: 0
}

// deviseModules are Devise::ALL.
type deviseModules []deviseModule

// index gives the place of a module, -1 if it is not known.
func (all deviseModules) index(name string) int {
	return slices.IndexFunc(all, func(m deviseModule) bool { return m.name == name })
}

// route gives what a module brings; empty for nothing.
func (all deviseModules) route(name string) string {
	if i := all.index(name); i >= 0 {
		return all[i].route
	}
	return ""
}

// ownModules are Devise's own. Devise: lib/devise/modules.rb.
var ownModules = deviseModules{
	{name: "database_authenticatable", route: "session"},
	{name: "rememberable"},
	{name: "omniauthable", route: "omniauth_callback"},
	{name: "recoverable", route: "password"},
	{name: "registerable", route: "registration"},
	{name: "validatable"},
	{name: "confirmable", route: "confirmation"},
	{name: "lockable", route: "unlock"},
	{name: "timeoutable"},
	{name: "trackable"},
}

// deviseModules gives Devise's modules and those of the gems that Gemfile.lock
// names.
func (l *loader) deviseModules() deviseModules {
	d := l.devise()
	if d.modules != nil {
		return d.modules
	}
	d.modules = ownModules
	gems := l.lockedGems()
	for _, g := range modulesOfGems {
		if !gems.has(g.gem) {
			continue
		}
		for _, added := range g.modules {
			added.of = g.gem
			if added.first && gems.atLeast(g.gem, true, 5, 1) {
				d.modules = append(deviseModules{added}, d.modules...)
			} else {
				d.modules = append(d.modules[:len(d.modules):len(d.modules)], added)
			}
		}
	}
	return d.modules
}

// addModules adds the modules that files of lib give Devise.
func (l *loader) addModules() {
	d := l.devise()
	if d.added {
		return
	}
	d.added = true
	var files []string
	for _, f := range l.scannedTexts() {
		if bytes.Contains(f.src, []byte("Devise.add_module")) && !strings.HasPrefix(f.name, "config/initializers/") {
			files = append(files, f.name)
		}
	}
	adding := l.newGemConfig("Devise.")
	adding.words = map[string]func(*dsl.Call) error{"add_module": l.addModule}
	l.configure(map[string]*gemConfig{"Devise": adding}, files)
}

// addModule is Devise.add_module.
func (l *loader) addModule(c *dsl.Call) error {
	options, args := oldOptions(c.Args)
	if c.Keywords.Len() > 0 {
		options, args = c.Keywords, c.Args
	}
	if len(args) == 0 || textOfName(args[0]) == "" {
		return nil
	}
	module := deviseModule{name: textOfName(args[0])}
	route, _ := options.Sym("route")
	switch route := route.(type) {
	case dsl.Symbol:
		module.route = string(route)
	case *dsl.Hash:
		if route.Len() > 0 {
			key, _ := route.At(0)
			module.route = textOfName(key)
		}
	case dsl.Bool:
		if route {
			module.route = module.name
		}
	}
	if module.route != "" && !drawsDevise(module.route) {
		l.warn(c.Pos, "the routes of the devise module :"+module.name+" are those of devise_"+module.route+", which the application defines", "They are not in the table.")
	}
	all := l.deviseModules()
	at := len(all)
	if v, _ := options.Sym("insert_at"); v != nil {
		if n, ok := v.(dsl.Int); ok && n >= 0 && int(n) <= at {
			at = int(n)
		}
	}
	l.devise().modules = slices.Insert(slices.Clone(all), at, module)
	return nil
}

// drawsDevise tells the groups of routes that are known.
func drawsDevise(route string) bool {
	for _, m := range ownModules {
		if m.route == route {
			return true
		}
	}
	return route == "invitation" || route == "password_expired" || route == "verification_code"
}

// modulesOfGems are the modules that gems add to Devise, in the order of a sorted
// Gemfile, which requires them.
var modulesOfGems = []struct {
	gem     string
	modules deviseModules
}{
	{"devise-async", deviseModules{{name: "async"}}},
	{"devise-encryptable", deviseModules{{name: "encryptable"}}},
	{"devise-jwt", deviseModules{{name: "jwt_authenticatable"}}},
	{"devise-remote-user", deviseModules{{name: "remote_user_authenticatable"}}},
	{"devise-secure_password", deviseModules{
		{name: "password_has_required_content"}, {name: "password_disallows_frequent_reuse"}, {name: "password_disallows_frequent_changes"},
	}},
	{"devise_cas_authenticatable", deviseModules{{name: "cas_authenticatable", route: "cas_authenticatable"}}},
	{"devise_ldap_authenticatable", deviseModules{{name: "ldap_authenticatable", route: "session"}}},
	{"devise_pam_authenticatable2", deviseModules{{name: "pam_authenticatable", route: "session"}}},
	{"devise_saml_authenticatable", deviseModules{{name: "saml_authenticatable", route: "saml_authenticatable"}}},
	{"devise-pwned_password", deviseModules{{name: "pwned_password"}}},
	{"devise-security", securityModules},
	{"devise-two-factor", deviseModules{{name: "two_factor_authenticatable", route: "session", first: true}, {name: "two_factor_backupable", route: "session"}}},
	{"devise_invitable", deviseModules{{name: "invitable", route: "invitation"}}},
	{"devise_lastseenable", deviseModules{{name: "lastseenable"}}},
	{"devise_masquerade", deviseModules{{name: "masqueradable", route: "masquerade"}}},
	{"devise_security_extension", securityModules},
	{"devise_uid", deviseModules{{name: "uid"}}},
	{"devise_zxcvbn", deviseModules{{name: "zxcvbnable"}}},
	{"two_factor_authentication", deviseModules{{name: "two_factor_authenticatable", route: "two_factor_authentication"}}},
}

// securityModules are those of devise-security, and of devise_security_extension,
// as it was called before.
var securityModules = deviseModules{
	{name: "password_expirable", route: "password_expired"},
	{name: "secure_validatable"},
	{name: "password_archivable"},
	{name: "session_limitable"},
	{name: "session_non_transferable"},
	{name: "expirable"},
	{name: "security_questionable"},
	{name: "paranoid_verification", route: "verification_code"},
}
