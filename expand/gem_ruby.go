package expand

import (
	"bytes"
	"embed"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// Words and classes of gems that are written in the language of routes files
// themselves: words/NAME.rb.

//go:embed words
var wordSources embed.FS

// A rubyGem is such a gem.
type rubyGem struct {
	name    string                   // in Gemfile.lock, and of the file
	module  string                   // of which VERSION is the gem's
	newest  string                   // the version without Gemfile.lock
	since   []int                    // the first version that is followed
	routes  string                   // the module that has its routes, if code asks for it by name
	config  func(*loader) *gemConfig // reads the module's configuration; nil without one
	needs   string                   // the gem whose classes its own build on
	plugins string                   // gems whose names begin so may add routes
}

// rubyGems are those gems. What one defines besides words is looked for when the
// application does not define it.
var rubyGems = []*rubyGem{
	{name: "active_scaffold", module: "ActiveScaffold", newest: "4.3.2", since: []int{3, 6}, routes: "ActiveScaffold::Routing"},
	{name: "api_guard", module: "ApiGuard", newest: "0.6.0", since: []int{0, 4}},
	{
		name: "apipie-rails", module: "Apipie", newest: "1.5.0", since: []int{0, 2},
		config: configOf("Apipie", "Apipie.configuration.", gemSetting{"doc_base_url", dsl.NewFrozenString("/apipie"), TextShape, false}),
	},
	{name: "arclight", module: "Arclight", newest: "1.6.2", since: []int{1}, routes: "Arclight::Routes"},
	{
		name: "avo", module: "Avo", newest: "4.1.15", since: []int{3}, plugins: "avo-",
		config: configOf("Avo", "Avo.configuration.", gemSetting{"root_path", dsl.NewFrozenString("/avo"), TextShape, false}),
	},
	{
		name: "bigbluebutton_rails", module: "BigbluebuttonRails", newest: "3.2.0", since: []int{2, 3},
		config: configOf("BigbluebuttonRails", "BigbluebuttonRails.configuration.",
			gemSetting{"routing_scope", dsl.NewFrozenString("bigbluebutton"), TextShape, false},
			gemSetting{"controllers", bigbluebuttonControllers(), DecisionShape, false}),
	},
	{name: "blacklight", module: "Blacklight", newest: "9.0.0", since: []int{5}, routes: "Blacklight::Routes"},
	{name: "blacklight-marc", module: "Blacklight::Marc", newest: "9.0.0", since: []int{5}, routes: "Blacklight::Marc::Routes"},
	{name: "blacklight_range_limit", module: "BlacklightRangeLimit", newest: "9.1.0", since: []int{6}, routes: "BlacklightRangeLimit::Routes"},
	{name: "comfortable_mexican_sofa", module: "ComfortableMexicanSofa", newest: "2.0.19", since: []int{1, 12}},
	{name: "doorkeeper", module: "Doorkeeper", newest: "5.9.6", config: doorkeeperConfig},
	{name: "doorkeeper-openid_connect", module: "Doorkeeper::OpenidConnect", newest: "1.10.5", needs: "doorkeeper"},
	{name: "doorkeeper-device_authorization_grant", module: "Doorkeeper::DeviceAuthorizationGrant", newest: "1.0.3", needs: "doorkeeper"},
	{name: "geoblacklight", module: "Geoblacklight", newest: "5.3.0", since: []int{1, 3}, routes: "Geoblacklight::Routes"},
	{
		name: "health_check", module: "HealthCheck", newest: "3.1.0",
		config: configOf("HealthCheck", "HealthCheck.", gemSetting{"uri", dsl.NewFrozenString("health_check"), TextShape, false}),
	},
	{name: "hydra-batch-edit", module: "Hydra::BatchEdit", newest: "2.1.0", since: []int{1, 0, 2}, routes: "Hydra::BatchEdit"},
	{name: "opro", module: "Opro", newest: "0.5.0", since: []int{0, 5}},
	{name: "passwordless", module: "Passwordless", newest: "1.8.1", since: []int{0, 5}},
	{name: "roboto", module: "Roboto", newest: "1.0.0"},
	{name: "sitepress-rails", module: "Sitepress", newest: "4.1.1", since: []int{3, 0, 1}},
	{name: "versionist", module: "Versionist", newest: "2.0"},
	{name: "wash_out", module: "WashOut", newest: "0.12.0", since: []int{0, 11}},
}

func bigbluebuttonControllers() *dsl.Hash {
	h := dsl.NewHash(5)
	for _, name := range []string{"servers", "rooms", "recordings", "playback_types", "meetings"} {
		h.Set(dsl.Symbol(name), dsl.NewFrozenString("bigbluebutton/"+name))
	}
	return h
}

func rubyGemNamed(name string) *rubyGem {
	i := slices.IndexFunc(rubyGems, func(g *rubyGem) bool { return g.name == name })
	return rubyGems[i]
}

// rubyWord is a word of such a gem.
func rubyWord(name string) wordFunc {
	g := rubyGemNamed(name)
	return func(m *Mapper, c *dsl.Call) (dsl.Value, error) {
		if !m.l.follows(g) || m.l.defineGem(g) != nil || !m.l.definesWord(sourceWord+c.Name) {
			return m.unknownWord(c)
		}
		m.l.tellPlugins(g, c)
		return m.resendEach(c)
	}
}

// resendEach is resend for each of the arguments that conditions pick.
func (m *Mapper) resendEach(c *dsl.Call) (v dsl.Value, err error) {
	if when, _, _ := doubtfulList(dsl.NewArray(c.Args...)); when == nil {
		return m.resend(c)
	}
	return dsl.Nil, eachArguments(c.Thread(), dsl.NewArray(c.Args...), nil, func(args []dsl.Value, _ *dsl.Hash) error {
		own := *c
		own.Args = args
		_, err := m.resend(&own)
		return err
	})
}

// sourceWord is what the names of words begin with in the sources: the words
// themselves come here.
const sourceWord = "gem_"

func (m *Mapper) resend(c *dsl.Call) (dsl.Value, error) {
	own := *c
	own.Name = sourceWord + c.Name
	return own.Resend(m.self)
}

// sourceWords are what the sources have besides Rails' words, for values that only the
// application knows.
var sourceWords = map[string]wordFunc{
	sourceWord + "known": knownWord,
	sourceWord + "text":  textWord,
	sourceWord + "parts": partsWord,
}

// knownWord is `gem_known(options)`: a list or hash without what only the application
// knows of it, which is told.
func knownWord(m *Mapper, c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 1 {
		return nil, wrongArguments(len(c.Args), "1")
	}
	return m.known(c.Args[0]), nil
}

func (m *Mapper) known(v dsl.Value) dsl.Value {
	tell := func(u *dsl.Unknown) { m.l.unknown(m, u, "option list") }
	switch v := v.(type) {
	case *dsl.Unknown:
		if !isChoice(v) {
			tell(v)
			return dsl.NewHash(0)
		}
	case *dsl.Array:
		list := *v
		list.Elems = slices.DeleteFunc(slices.Clone(v.Elems), func(e dsl.Value) bool {
			u := unknownIn(e)
			if u != nil {
				tell(u)
			}
			return u != nil
		})
		return &list
	case *dsl.Hash:
		own := v.Clone()
		for i := v.Len() - 1; i >= 0; i-- {
			if key, _ := v.At(i); dsl.IsUnknown(key) {
				tell(key.(*dsl.Unknown))
				own.Delete(key)
			}
		}
		return own
	}
	return v
}

// textWord is `gem_text(value, otherwise)`: value || otherwise, where a value that only
// the application knows is a text.
func textWord(m *Mapper, c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 2 {
		return nil, wrongArguments(len(c.Args), "2")
	}
	return mapped(c.Thread(), c.Args[0], &gemSetting{}, func(v dsl.Value) (dsl.Value, error) {
		if truthy(v) {
			return v, nil
		}
		return c.Args[1], nil
	})
}

// partsWord is `gem_parts(name)`: name.split("/"), where a name that only the application
// knows has no slash.
func partsWord(m *Mapper, c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 1 {
		return nil, wrongArguments(len(c.Args), "1")
	}
	if dsl.UnknownIn(c.Args[0]) != nil {
		return dsl.NewArray(c.Args[0]), nil
	}
	return c.Send(c.Args[0], "split", dsl.NewString("/"))
}

// fewArguments is a word that is known with so many arguments and no options.
func fewArguments(most int, word wordFunc) wordFunc {
	return func(m *Mapper, c *dsl.Call) (dsl.Value, error) {
		if len(c.Args) > most || c.Keywords.Len() > 0 {
			return m.unknownWord(c)
		}
		return word(m, c)
	}
}

func (g *rubyGem) file() string { return sourceOfGem + g.name + ")" }

// sourceOfGem is how the names of the sources of gems begin.
const sourceOfGem = "(eval gem "

// follows tells a gem whose version is followed. An older one is as if it were not
// known.
func (l *loader) follows(g *rubyGem) bool { return l.lockedGems().atLeast(g.name, true, g.since...) }

// versionOf is that of Gemfile.lock, else the newest.
func (l *loader) versionOf(g *rubyGem) string {
	if text, ok := l.lockedGems()[g.name]; ok && isVersion(text) {
		return text
	}
	return g.newest
}

// rubyGemConst gives a constant of such a gem, if the application has it; nil for
// others.
func (l *loader) rubyGemConst(name string) dsl.Value {
	for _, g := range rubyGems {
		asked := name == g.module && (g.routes != "" || g.config != nil) || name == g.routes
		if !asked || l.gems.defined[g] || l.lockedGems() != nil && !l.lockedGems().has(g.name) || !l.follows(g) {
			continue
		}
		if err := l.defineGem(g); err != nil {
			return nil
		}
		v, _ := l.constant(name)
		return v
	}
	return nil
}

// defineGem defines what a gem does, once.
func (l *loader) defineGem(g *rubyGem) (err error) {
	if l.gems.defined[g] {
		return nil
	}
	if l.gems.defined == nil {
		l.gems.defined = map[*rubyGem]bool{}
	}
	l.gems.defined[g] = true
	if g.needs != "" {
		if err := l.defineGem(rubyGemNamed(g.needs)); err != nil {
			return err
		}
	}
	src, err := wordSources.ReadFile("words/" + g.name + ".rb")
	if err != nil {
		return err
	}
	l.interp.Unrecorded(func() {
		l.openModule(g)
		l.interp.DefineConst(g.module+"::VERSION", dsl.NewFrozenString(l.versionOf(g)))
		err = l.runSource(g.file(), src)
		l.takePatches(g)
	})
	return err
}

// takePatches takes what the application's configuration and lib change of a gem's
// classes.
func (l *loader) takePatches(g *rubyGem) {
	if g.routes == "" {
		return
	}
	for _, f := range l.scannedTexts() {
		if bytes.Contains(f.src, []byte(g.routes)) && !l.lookup.defined[f.name] {
			l.takeText(f.name, f.src)
		}
	}
}

// openModule defines the modules around what a gem defines, of which code that is
// not read defines more.
func (l *loader) openModule(g *rubyGem) {
	name := ""
	for _, part := range strings.Split(g.module, "::") {
		name = joinName(name, part)
		if _, ok := l.constant(name); !ok {
			l.interp.DefineModule(name)
		}
	}
	if g.config != nil {
		l.hostConfig(g)
	}
}

// configOf reads the settings that initializers give a module.
func configOf(module, front string, known ...gemSetting) func(*loader) *gemConfig {
	return func(l *loader) *gemConfig {
		config := l.newGemConfig(front, known...)
		l.initializers(map[string]*gemConfig{module: config})
		return config
	}
}

// hostConfig makes what the initializers say the answer of the module's
// configuration.
func (l *loader) hostConfig(g *rubyGem) {
	config := g.config(l)
	v, _ := l.constant(g.module)
	class, ok := v.(*dsl.Class)
	if !ok {
		return
	}
	object := l.interp.NewObject(l.configClass, receiver(config.answer))
	setting := l.interp.NewObject(l.configClass, config) // where a setting's name alone sets it
	l.interp.SetHost(class, receiver(func(c *dsl.Call) (dsl.Value, error) {
		switch {
		case c.Block == nil:
			return object, nil
		case config.inside:
			return c.Exec(setting, c.Block, setting)
		}
		return c.Yield(object)
	}), func(name string) bool { return opening[name] })
}

func (l *loader) runSource(name string, src []byte) error {
	file, err := grammar.Parse(name, src)
	if err == nil {
		_, err = l.interp.NewThread().Run(file, nil)
	}
	return err
}

// tellPlugins warns that other gems may add routes to a word's.
func (l *loader) tellPlugins(g *rubyGem, c *dsl.Call) {
	if g.plugins == "" {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(l.lockedGems())) {
		if strings.HasPrefix(name, g.plugins) {
			l.warn(c.Pos, c.Name+" also mounts the engines of plugins such as "+name, "They are not in the table.")
			return
		}
	}
}

// outsideOfGems gives an error within the source of a gem the place of the call that
// led there.
func outsideOfGems(failed *dsl.EvalError) {
	for strings.HasPrefix(failed.Pos.Filename, sourceOfGem) && len(failed.Stack) > 0 {
		failed.Pos, failed.Stack = failed.Stack[0].Pos, failed.Stack[1:]
	}
}
