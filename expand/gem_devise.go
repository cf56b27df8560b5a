package expand

import (
	"cmp"
	"slices"
	"strings"

	"signalbox/dsl"
)

// A deviseMapping is what `devise_for` makes of one name. Devise: Mapping.
type deviseMapping struct {
	name        string // user, shop_buyer
	className   string
	path        string // users
	fullPath    string // /users
	scopedPath  string // shop/buyers
	module      string // of the controllers
	controllers *dsl.Hash
	pathNames   *dsl.Hash
	signOutVia  dsl.Value
	model       *deviseModel
	invitable   bool // registrations have devise_invitable's controller
}

// A deviseRoute is a group of routes that a module brings, with what the module
// depends on.
type deviseRoute struct {
	name string // session
	when condition
}

// deviseFor is `devise_for`. Devise: Mapper#devise_for.
func (m *Mapper) deviseFor(c *dsl.Call) (dsl.Value, error) {
	old, names := oldOptions(c.Args)
	options := old
	if c.Keywords.Len() > 0 {
		options, names = c.Keywords.Clone(), c.Args
	}
	if options == nil {
		options = dsl.NewHash(8)
	}
	if err := m.deviseOptions(options); err != nil {
		return nil, err
	}
	for _, v := range names {
		err := m.eachElement(v, func(v dsl.Value) error { return m.deviseNamed(v, options) })
		if err != nil {
			return nil, err
		}
	}
	return dsl.NewArray(names...), nil
}

// deviseNamed draws the routes of one name of devise_for.
func (m *Mapper) deviseNamed(v dsl.Value, options *dsl.Hash) error {
	if u, ok := v.(*dsl.Unknown); ok {
		m.l.warnAbout(u.Text(), m.pos, "%s is known to the application only", "The routes of this devise_for are not in the table.")
		return nil
	}
	name, err := m.symbolName(v)
	if err != nil {
		return err
	}
	return eachOption(m.t, options, deviseTexts, func(options *dsl.Hash) error { return m.deviseResource(name, options) })
}

// deviseTexts are the options that paths and names are made of.
var deviseTexts = []gemSetting{{name: "path"}, {name: "as"}, {name: "path_prefix"}, {name: "singular"}, {name: "class_name"}, {name: "module"}}

// deviseOptions adds what the scopes around say.
func (m *Mapper) deviseOptions(options *dsl.Hash) error {
	s := m.scope
	for _, f := range [...]struct {
		key string
		of  text
	}{{"as", s.as}, {"module", s.module}, {"path_prefix", text{s.path, s.path != ""}}} {
		if v, _ := options.Sym(f.key); !truthy(v) && f.of.ok && strings.TrimSpace(f.of.s) != "" {
			options.Set(dsl.Symbol(f.key), dsl.NewString(f.of.s))
		}
	}
	for _, f := range [...]struct {
		key string
		of  *dsl.Hash
	}{{"path_names", s.pathNames}, {"constraints", s.constraints}, {"defaults", s.defaults}} {
		own, _ := options.Sym(f.key)
		var h *dsl.Hash
		if truthy(own) {
			var err error
			if h, err = m.hashOf(own); err != nil {
				return err
			}
		}
		merged := m.mergeHash(f.of, h)
		if merged == nil {
			merged = dsl.NewHash(0)
		}
		options.Set(dsl.Symbol(f.key), merged)
	}
	scoped := s.options
	if v, ok := options.Sym("format"); ok && v == dsl.False && !m.deviseFive() {
		scoped = m.withoutFormat()
	}
	if scoped == nil {
		scoped = dsl.NewHash(0)
	}
	options.Set(dsl.Symbol("options"), scoped)
	return nil
}

// withoutFormat is what Devise 4 makes of format: false: an option of the scope
// around, which also the routes that follow in it have.
func (m *Mapper) withoutFormat() *dsl.Hash {
	options := m.scope.options
	if options == nil {
		options = dsl.NewHash(1)
	}
	m.t.Changing(options)
	options.Set(formatKey, dsl.False)
	return options
}

// deviseFive tells Devise 5 from 4.
func (m *Mapper) deviseFive() bool { return m.l.lockedGems().atLeast("devise", true, 5) }

// changesOptions tells that words may change the options of a scope, which is Rails'
// own hash of each scope then.
func (l *loader) changesOptions() bool { return !l.lockedGems().atLeast("devise", true, 5) }

func (m *Mapper) deviseResource(name string, options *dsl.Hash) error {
	d, err := m.deviseMapping(name, options)
	if err != nil {
		return err
	}
	if err := m.addMapping(d); err != nil {
		return err
	}
	if controllers, ok := d.controllers.Sym("omniauth_callbacks"); ok && truthy(controllers) && !d.model.has("omniauthable") && !d.model.open {
		return dsl.Raise("ArgumentError", "Mapping omniauth_callbacks on a resource that is not omniauthable\n"+
			"Please add `devise :omniauthable` to the `%s` model", d.className)
	}
	return m.deviseExclusive(d, options, func() error {
		m.assuming = d.model.assumed
		defer func() { m.assuming = false }()
		return m.withModules(d.model, func(all *deviseModules) error {
			routes, err := m.usedRoutes(d, options, all)
			for _, r := range routes {
				if err == nil {
					err = m.under(r.when, func() error { return m.deviseRoutes(d, r.name) })
				}
			}
			return err
		})
	})
}

// addMapping is Devise.add_mapping.
func (m *Mapper) addMapping(d *deviseMapping) error {
	state, name := m.l.devise(), dsl.Symbol(d.name)
	m.t.Changing(state.mappings)
	state.mappings.Set(name, d.signOutVia)
	return m.whether(state.scope.Get(), nil, func() error {
		state.scope.Set(m.t, name)
		return nil
	})
}

// deviseExclusive runs f where only the mapping's own path, name and options
// count. Devise: Mapper#with_devise_exclusive_scope.
func (m *Mapper) deviseExclusive(d *deviseMapping, options *dsl.Hash, f func() error) error {
	s := m.enter()
	defer m.leave()
	s.as, s.path, s.module = text{d.name, true}, d.fullPath, text{}
	for _, h := range [...]struct {
		key   string
		field **dsl.Hash
	}{{"constraints", &s.constraints}, {"defaults", &s.defaults}, {"options", &s.options}} {
		v, _ := options.Sym(h.key)
		*h.field, _ = v.(*dsl.Hash)
	}
	if v, ok := options.Sym("format"); ok && m.deviseFive() {
		s.format = present(v)
	}
	return f()
}

// ---- the mapping

func (m *Mapper) deviseMapping(name string, options *dsl.Hash) (*deviseMapping, error) {
	opt := func(key string) dsl.Value { v, _ := options.Sym(key); return v }
	d := &deviseMapping{module: "devise", signOutVia: opt("sign_out_via")}
	scoped := name
	if v := opt("as"); truthy(v) {
		as, err := m.str(v)
		if err != nil {
			return nil, err
		}
		scoped = as + "/" + name
	}
	d.scopedPath, d.name = scoped, m.l.singularize(strings.ReplaceAll(scoped, "/", "_"))
	if err := m.deviseTexts(d, name, opt); err != nil {
		return nil, err
	}
	if !truthy(d.signOutVia) {
		d.signOutVia = m.l.devise().config.value("sign_out_via")
	}
	d.pathNames, _ = opt("path_names").(*dsl.Hash)
	if v := opt("controllers"); truthy(v) {
		h, err := m.hashOf(v)
		if err != nil {
			return nil, err
		}
		d.controllers = h
	}
	m.deviseModelOf(d, options)
	m.invitableController(d, options)
	return d, nil
}

// deviseTexts reads the options that are texts.
func (m *Mapper) deviseTexts(d *deviseMapping, name string, opt func(string) dsl.Value) error {
	d.path = name
	var prefix string
	for _, f := range [...]struct {
		key   string
		field *string
		text  func(dsl.Value) (string, error)
	}{
		{"singular", &d.name, m.str},
		{"class_name", &d.className, m.str},
		{"path", &d.path, m.pathText},
		{"path_prefix", &prefix, m.pathText},
		{"module", &d.module, m.str},
	} {
		v := opt(f.key)
		if !truthy(v) {
			continue
		}
		s, err := f.text(v)
		if err != nil {
			return err
		}
		*f.field = s
	}
	d.fullPath = squeezeSlashes("/" + prefix + "/" + d.path)
	if d.className != "" {
		return nil
	}
	v, err := m.call.Send(dsl.NewString(name), "classify")
	if err != nil {
		return err
	}
	d.className, err = m.str(v)
	return err
}

// squeezeSlashes is squeeze("/").
func squeezeSlashes(s string) string {
	for strings.Contains(s, "//") {
		s = strings.ReplaceAll(s, "//", "/")
	}
	return s
}

// deviseModelOf reads the model; of one that no file shows it assumes the usual
// modules, and says so. Where no route is drawn, it counts only for omniauth_callbacks.
func (m *Mapper) deviseModelOf(d *deviseMapping, options *dsl.Hash) {
	models := m.l.devise().models
	if v, ok := d.controllers.Sym("omniauth_callbacks"); drawsNothing(options) && !(ok && truthy(v)) {
		d.model = models.newModel(d.className)
		return
	}
	model, ok := models.model(d.className)
	if !ok {
		model = m.assumedModel(d, model)
		model.assumed = true
	}
	d.model = model
}

// assumedModel stands for a model that no file shows. Its routes are marked,
// and so leave the names to those that the routes file is sure of.
func (m *Mapper) assumedModel(d *deviseMapping, model *deviseModel) *deviseModel {
	names := assumedModules
	if v, ok := d.controllers.Sym("omniauth_callbacks"); ok && truthy(v) {
		names = append([]string{"omniauthable"}, names...)
	}
	expr := d.className + devisesModules
	own := *model
	own.modules, model = nil, &own
	summary := "no `devise` line of " + d.className + " in app/models"
	if model.open {
		summary = "no `devise` line of " + d.className + " whose modules are known"
	}
	m.l.warnSetting(expr, ListShape, moduleExample(names), m.pos, summary, "The table assumes "+strings.Join(names, ", ")+".")
	for _, name := range names {
		model.modules = append(model.modules, deviseUse{name: name, when: condition{dsl.NewUnknown(expr+".include?(:"+name+")", m.pos)}})
	}
	return model
}

// usedRoutes is default_used_route: the routes of the model's modules, by
// only: and skip:.
func (m *Mapper) usedRoutes(d *deviseMapping, options *dsl.Hash, all *deviseModules) ([]deviseRoute, error) {
	if drawsNothing(options) {
		return nil, nil
	}
	only, hasOnly := options.Sym("only")
	given, _ := options.Sym("skip")
	if hasOnly {
		given = only
	}
	named, err := m.deviseNames(given)
	if err != nil {
		return nil, err
	}
	modules := slices.Clone(d.model.modules)
	slices.SortStableFunc(modules, func(a, b deviseUse) int { return cmp.Or(a.line-b.line, all.index(a.name)-all.index(b.name)) })
	var routes []deviseRoute
	for _, use := range modules {
		name := all.route(use.name)
		if name == "" || named[name] != hasOnly {
			continue
		}
		when, ok := use.when, true
		for _, before := range routes {
			if ok && before.name == name {
				when, ok = when.unless(before.when)
			}
		}
		if ok {
			routes = append(routes, deviseRoute{name, when})
		}
	}
	return routes, nil
}

// drawsNothing tells options that leave no group of routes: an empty only:, or
// skip: :all without one.
func drawsNothing(options *dsl.Hash) bool {
	if only, ok := options.Sym("only"); ok {
		l, isList := only.(*dsl.Array)
		return isNil(only) || isList && len(l.Elems) == 0
	}
	skip, _ := options.Sym("skip")
	return skip == dsl.Symbol("all")
}

// deviseNames reads only: or skip:, in the singular.
func (m *Mapper) deviseNames(v dsl.Value) (map[string]bool, error) {
	names := map[string]bool{}
	for _, e := range list(v) {
		if u, ok := e.(*dsl.Unknown); ok {
			m.l.unknownAs(m, u, "It is used as a list of controllers; the table lacks what it says.", ListShape, "[sessions, passwords]")
			continue
		}
		s, err := m.str(e)
		if err != nil {
			return nil, err
		}
		names[m.l.singularize(s)] = true
	}
	return names, nil
}

// controller gives the controller of a group: sessions.
func (d *deviseMapping) controller(m *Mapper, name string) (dsl.Value, error) {
	v, ok := d.controllers.Sym(name)
	if !ok {
		return dsl.NewString(d.module + "/" + name), nil
	}
	if dsl.IsUnknown(v) {
		return v, nil
	}
	s, err := m.str(v)
	return dsl.NewString(s), err
}

// pathName gives the segment of something: sign_in.
func (d *deviseMapping) pathName(name string) dsl.Value {
	if v, ok := d.pathNames.Sym(name); ok {
		return v
	}
	if name == "registration" {
		return dsl.NewString("")
	}
	return dsl.NewString(name)
}

// ---- the routes

// deviseRoutes draws one group. Devise: Mapper#devise_session and its kin.
func (m *Mapper) deviseRoutes(d *deviseMapping, name string) error {
	word := "devise_" + name
	if m.l.definesGroup(word) {
		return m.deviseOwn(d, word)
	}
	if draw := deviseGroups[name]; draw != nil {
		return draw(m, d)
	}
	if m.l.findWord(word) {
		return m.deviseOwn(d, word)
	}
	return m.deviseOfGem(d, name)
}

// deviseGroups are the groups that Devise itself draws.
var deviseGroups = map[string]func(*Mapper, *deviseMapping) error{
	"session":           (*Mapper).deviseSession,
	"omniauth_callback": (*Mapper).deviseOmniauth,
	"password":          deviseSingles("password", "new", "create", "edit", "update"),
	"confirmation":      deviseSingles("confirmation", "new", "create", "show"),
	"unlock":            (*Mapper).deviseUnlock,
	"registration":      (*Mapper).deviseRegistration,
}

// deviseSingles draws a group that is a singular resource with some of its actions.
func deviseSingles(name string, actions ...string) func(*Mapper, *deviseMapping) error {
	return func(m *Mapper, d *deviseMapping) error { return m.deviseSingle(d, name, actions...) }
}

// deviseUnlock draws the group that unlock_strategy_enabled?(:email) asks for.
func (m *Mapper) deviseUnlock(d *deviseMapping) error {
	state := m.l.devise()
	byEmail := func(v dsl.Value) error {
		if v == dsl.Symbol("email") || v == dsl.Symbol("both") {
			return m.deviseSingle(d, "unlock", "new", "create", "show")
		}
		return nil
	}
	return m.either(state.models.option(d.model, "unlock_strategy"), &gemSetting{}, func(v dsl.Value) error {
		if !isNil(v) {
			return byEmail(v)
		}
		return state.config.with(m, "unlock_strategy", byEmail)
	})
}

// symbols makes a list of symbols.
func symbols(names ...string) *dsl.Array {
	list := dsl.NewArray()
	for _, n := range names {
		list.Elems = append(list.Elems, dsl.Symbol(n))
	}
	return list
}

// optionsOf makes an options hash: a symbol's name before each value.
func optionsOf(pairs ...any) *dsl.Hash {
	h := dsl.NewHash(len(pairs) / 2)
	for i := 0; i < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			h.Set(dsl.Symbol(name), dsl.NewString(v))
		case dsl.Value:
			h.Set(dsl.Symbol(name), v)
		}
	}
	return h
}

// single draws a singular resource.
func (m *Mapper) single(name string, options *dsl.Hash, block func() error) error {
	return m.drawResource(resourceCall{singleton: true, names: []dsl.Value{dsl.Symbol(name)}, options: options, block: block})
}

// maps draws path as `match path, **options` would, for the given verbs; nil
// leaves via: to the options.
func (m *Mapper) maps(v *verbs, path dsl.Value, options *dsl.Hash) error {
	if when, with, without := doubtfulOptions(options, ""); when != nil {
		return m.fork(when, func() error { return m.maps(v, path, with) }, func() error { return m.maps(v, path, without) })
	}
	d := declaration{verbs: v}
	for i := range options.Len() {
		d.set(options.At(i))
	}
	return m.match([]dsl.Value{path}, &d)
}

func (m *Mapper) deviseSession(d *deviseMapping) error {
	controller, err := d.controller(m, "sessions")
	if err != nil {
		return err
	}
	signIn := d.pathName("sign_in")
	return m.single("session", optionsOf("only", symbols(), "controller", controller, "path", ""), func() error {
		if err := m.maps(verbGet, dsl.Symbol("new"), optionsOf("path", signIn, "as", "new")); err != nil {
			return err
		}
		if err := m.maps(verbPost, dsl.Symbol("create"), optionsOf("path", signIn)); err != nil {
			return err
		}
		return m.maps(nil, dsl.Symbol("destroy"), optionsOf("path", d.pathName("sign_out"), "as", "destroy", "via", d.signOutVia))
	})
}

// deviseSingle draws a plain group: password, confirmation, unlock.
func (m *Mapper) deviseSingle(d *deviseMapping, name string, actions ...string) error {
	controller, err := d.controller(m, name+"s")
	if err != nil {
		return err
	}
	return m.single(name, optionsOf("only", symbols(actions...), "path", d.pathName(name), "controller", controller), nil)
}

func (m *Mapper) deviseRegistration(d *deviseMapping) error {
	if d.invitable {
		m.noteGem("devise_invitable", "gives registrations its own controller")
	}
	controller, err := d.controller(m, "registrations")
	if err != nil {
		return err
	}
	names := optionsOf("new", d.pathName("sign_up"), "edit", d.pathName("edit"), "cancel", d.pathName("cancel"))
	options := optionsOf("only", symbols("new", "create", "edit", "update", "destroy"), "path", d.pathName("registration"),
		"path_names", names, "controller", controller)
	return m.single("registration", options, func() error {
		return m.maps(verbGet, dsl.Symbol("cancel"), nil)
	})
}
