package expand

import (
	"maps"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// gemState is what the words of gems remember about an application.
type gemState struct {
	read       bool
	versions   gems.Versions
	devise     *deviseState
	classes    map[*dsl.Class]*classFiles // that declare something, by the words
	translator *translator
	framework  *framework                // while its routes are drawn
	scopeless  bool                      // there are conditions to give the default scope in the end
	defined    map[*gems.Gem]*definedGem // gems whose definitions were taken
	defining   *definedGem               // the one whose file is read
	mapper     *mapper.Mapper            // of the word of a gem that runs
}

// deviseState is Devise's configuration as the initializers give it, and what
// its words leave for each other.
type deviseState struct {
	config    *gemConfig // Devise
	omniauth  *gemConfig // OmniAuth.config
	providers []ruby.Possibility
	models    *modelFiles
	modules   *deviseModules
	added     bool // the modules that lib adds are among them
}

// devise gives the configuration, read when it is first asked for.
func (l *loader) devise() *deviseState {
	if l.gems.devise != nil {
		return l.gems.devise
	}
	methods := dsl.NewArray(dsl.Symbol("post"))
	if !l.lockedGems().AtLeast("omniauth", true, 2) {
		methods = dsl.NewArray(dsl.Symbol("get"), dsl.Symbol("post"))
	}
	d := &deviseState{
		config: l.newGemConfig(
			"Devise.",
			gemSetting{"sign_out_via", dsl.Symbol("delete"), route.TextShape, true},
			gemSetting{"omniauth_path_prefix", dsl.Nil, route.TextShape, false},
			gemSetting{"unlock_strategy", dsl.Symbol("both"), route.TextShape, true},
			gemSetting{"saml_route_helper_prefix", dsl.Nil, route.TextShape, false},
		),
		omniauth: l.newGemConfig("OmniAuth.config.", gemSetting{"allowed_request_methods", methods, route.ListShape, true}),
		models:   &modelFiles{classFiles: newClassFiles(l, "devise"), built: map[string]*deviseModel{}, mappers: map[string][]byte{}},
	}
	l.gems.devise = d
	d.modules = l.ownModules()
	d.config.words = map[string]func(*dsl.Call){"omniauth": d.addProvider, "add_module": l.addModule}
	d.config.done = d.keepModules
	l.initializers(map[string]*gemConfig{"Devise": d.config, "OmniAuth": d.omniauth})
	l.tellModelsInRoutes()
	if v, ok := l.settings.given("Devise" + devisesProviders); ok {
		d.providers = ruby.Possibilities(symbolsOf(v), nil)
	}
	return d
}

// tellModelsInRoutes warns of `User.devise :confirmable` in routes files: models are read from
// their own files and from initializers.
func (l *loader) tellModelsInRoutes() {
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		if l.files[name] == nil || !isRoutesFile(name) {
			continue
		}
		grammar.Walk(l.files[name], func(n grammar.Node) {
			if c, ok := n.(*grammar.Call); ok && c.Name == "devise" && len(c.Args) > 0 {
				l.warn(c.Pos, "what `devise` says in a routes file is not followed: say it in the model or an initializer", "The table follows the model's own file.")
			}
		})
	}
}

// saysOfDevise reports whether an initializer that was run calls a method: where it
// had no effect, its conditions do not hold.
func (l *loader) saysOfDevise(name string) bool {
	return slices.ContainsFunc(l.initializerFiles(), func(file string) bool {
		return l.files[file] != nil && callsAny(l.files[file], map[string]bool{name: true})
	})
}

// addProvider is `config.omniauth :github, ..., name: "hub"`.
func (d *deviseState) addProvider(c *dsl.Call) {
	if len(c.Args) == 0 {
		return
	}
	options, _ := ruby.OldOptions(c.Args)
	if c.Keywords.Len() > 0 {
		options = c.Keywords
	}
	v := c.Args[0]
	if name, _ := options.Sym("name"); ruby.Truthy(name) {
		v = name
	}
	for _, a := range ruby.Possibilities(v, c.PathCond()) {
		if ruby.NameText(a.Value) == "" {
			a.Value = dsl.NewUnknown(unknownText(a.Value), c.Pos)
		}
		ok := true
		for _, before := range d.providers {
			if name := ruby.NameText(a.Value); ok && name != "" && ruby.NameText(before.Value) == name {
				a.When, ok = a.When.Unless(before.When)
			}
		}
		if ok {
			d.providers = append(d.providers, a)
		}
	}
}

// unknownText is what an unknown value is told as.
func unknownText(v dsl.Value) string {
	if u := dsl.UnknownIn(v); u != nil {
		return u.Text()
	}
	return "a provider"
}
