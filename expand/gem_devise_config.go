package expand

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"sort"

	"signalbox/dsl"
	"signalbox/grammar"
)

// gemState is what the words of gems remember about an application.
type gemState struct {
	read        bool
	versions    gemVersions
	devise      *deviseState
	doorkeeper  *doorkeeperSettings
	healthDrawn bool   // health_check_routes was called
	healthPath  string // HealthCheck.uri, empty if nobody asked yet
	jsonapi     *jsonapiSettings
	translator  *translator
	scopeless   []*SignIn // conditions that are given the default scope in the end
}

// deviseState is Devise's configuration as the initializers give it, and what
// its words leave for each other.
type deviseState struct {
	signOutVia dsl.Value
	prefix     dsl.Value // omniauth_path_prefix, nil if not set
	unlock     dsl.Value
	providers  []provider
	methods    []dsl.Value // OmniAuth.config.allowed_request_methods
	models     *modelFiles
	modules    deviseModules
	mapped     string // OmniAuth.config.path_prefix: where the first model's callbacks are
	scope      string // Devise.default_scope: the first mapping
}

// devise gives the configuration, read when it is first asked for.
func (l *loader) devise() *deviseState {
	if l.gems.devise != nil {
		return l.gems.devise
	}
	d := &deviseState{
		signOutVia: dsl.Symbol("delete"), unlock: dsl.Symbol("both"), methods: []dsl.Value{dsl.Symbol("post")},
		models: &modelFiles{l: l, classes: map[string]*classSource{}, read: map[string]bool{}, built: map[string]*deviseModel{}},
	}
	if !l.lockedGems().atLeast("omniauth", true, 2) {
		d.methods = []dsl.Value{dsl.Symbol("get"), dsl.Symbol("post")}
	}
	l.gems.devise = d
	l.initializers("Devise.setup", func(x declared, consts constants) { l.deviseSetting(d, x, consts) })
	l.initializers("OmniAuth.config", func(x declared, consts constants) {
		if x.set && x.name == "allowed_request_methods" {
			if v, ok := l.value(consts, x.args[0]); ok {
				d.methods = list(v)
			} else {
				l.warn(x.pos, "OmniAuth.config.allowed_request_methods is known to the application only", "The table follows OmniAuth's default.")
			}
		}
	})
	return d
}

// initializers visits the declarations of every initializer that mentions a gem.
func (l *loader) initializers(mention string, visit func(declared, constants)) {
	for _, name := range l.initializerFiles() {
		src, err := l.read(name)
		if err != nil || !bytes.Contains(src, []byte(mention)) {
			continue
		}
		file, _ := grammar.Parse(name, src)
		if file == nil {
			continue
		}
		consts := literalConstants(file)
		declarations(file, nil, func(d declared) { visit(d, consts) })
	}
}

// initializerFiles lists config/initializers, with its folders, sorted as Rails
// loads it.
func (l *loader) initializerFiles() (names []string) {
	_ = fs.WalkDir(l.dir.FS(), "config/initializers", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && path.Ext(name) == ".rb" {
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	return names
}

// deviseSetting takes one line of Devise.setup.
func (l *loader) deviseSetting(d *deviseState, x declared, consts constants) {
	if !x.set {
		if x.name == "omniauth" && x.recv != nil {
			l.omniauthSetting(d, x, consts)
		}
		return
	}
	var field *dsl.Value
	switch x.name {
	case "sign_out_via":
		field = &d.signOutVia
	case "omniauth_path_prefix":
		field = &d.prefix
	case "unlock_strategy":
		field = &d.unlock
	default:
		return
	}
	if v, ok := l.value(consts, x.args[0]); ok {
		*field = v
		return
	}
	l.warn(x.pos, "config."+x.name+" is known to the application only", "The table follows Devise's default.")
}

// omniauthSetting is `config.omniauth :github, ..., name: "hub"`.
func (l *loader) omniauthSetting(d *deviseState, x declared, consts constants) {
	if len(x.args) == 0 {
		return
	}
	v, ok := l.value(consts, x.args[0])
	name := ""
	switch v := v.(type) {
	case dsl.Symbol:
		name = string(v)
	case *dsl.String:
		name = v.String()
	}
	if !ok || name == "" {
		l.warn(x.pos, "config.omniauth "+grammar.String(x.args[0])+" is known to the application only", "The routes of this provider are not in the table.")
		return
	}
	if h, ok := x.args[len(x.args)-1].(*grammar.Hash); ok {
		options, _ := consts.hash(h)
		switch v, _ := options.Sym("name"); v := v.(type) {
		case dsl.Symbol:
			name = string(v)
		case *dsl.String:
			name = v.String()
		}
	}
	for i := range d.providers {
		if d.providers[i].name == name {
			return
		}
	}
	d.providers = append(d.providers, provider{name, x.under})
}

// ---- modules

// A deviseModule is a module that a model may use, with the routes it brings;
// of is the gem. Order is that of Devise::ALL.
type deviseModule struct{ name, route, of string }

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
	{"database_authenticatable", "session", ""},
	{"rememberable", "", ""},
	{"omniauthable", "omniauth_callback", ""},
	{"recoverable", "password", ""},
	{"registerable", "registration", ""},
	{"validatable", "", ""},
	{"confirmable", "confirmation", ""},
	{"lockable", "unlock", ""},
	{"timeoutable", "", ""},
	{"trackable", "", ""},
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
			if added.name == "two_factor_authenticatable" { // insert_at: 0
				d.modules = append(deviseModules{added}, d.modules...)
			} else {
				d.modules = append(d.modules[:len(d.modules):len(d.modules)], added)
			}
		}
	}
	return d.modules
}

// modulesOfGems are the modules that gems add to Devise, in the order in which
// Gemfile.lock names the gems.
var modulesOfGems = []struct {
	gem     string
	modules deviseModules
}{
	{"devise-async", deviseModules{{name: "async"}}},
	{"devise-encryptable", deviseModules{{name: "encryptable"}}},
	{"devise-jwt", deviseModules{{name: "jwt_authenticatable"}}},
	{"devise-pwned_password", deviseModules{{name: "pwned_password"}}},
	{"devise-security", deviseModules{
		{name: "password_expirable", route: "password_expired"},
		{name: "secure_validatable"},
		{name: "password_archivable"},
		{name: "session_limitable"},
		{name: "session_non_transferable"},
		{name: "expirable"},
		{name: "security_questionable"},
		{name: "paranoid_verification", route: "verification_code"},
	}},
	{"devise-two-factor", deviseModules{{name: "two_factor_authenticatable", route: "session"}, {name: "two_factor_backupable", route: "session"}}},
	{"devise_invitable", deviseModules{{name: "invitable", route: "invitation"}}},
	{"devise_lastseenable", deviseModules{{name: "lastseenable"}}},
	{"devise_uid", deviseModules{{name: "uid"}}},
	{"devise_zxcvbn", deviseModules{{name: "zxcvbnable"}}},
}
