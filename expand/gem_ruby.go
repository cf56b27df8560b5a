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
	name     string // in Gemfile.lock, and of the file
	module   string // of which VERSION is the gem's
	newest   string // the version without Gemfile.lock
	since    []int  // the first version that is followed
	defines  []string
	settings []gemSetting // of the module's configuration; one at most
	config   string       // how Ruby reads a setting: `Apipie.configuration.`
	plugins  string       // gems whose names begin so may add routes
}

// rubyGems are those gems. What one defines besides words is looked for when the
// application does not define it.
var rubyGems = []*rubyGem{
	{name: "active_scaffold", module: "ActiveScaffold", newest: "4.3.2", since: []int{3, 6}, defines: []string{"ActiveScaffold", "ActiveScaffold::Routing"}},
	{name: "api_guard", module: "ApiGuard", newest: "0.6.0", since: []int{0, 4}},
	{
		name: "apipie-rails", module: "Apipie", newest: "1.5.0", since: []int{0, 2},
		config: "Apipie.configuration.", settings: []gemSetting{{"doc_base_url", dsl.NewFrozenString("/apipie"), TextShape, false}},
	},
	{name: "arclight", module: "Arclight", newest: "1.6.2", since: []int{1}, defines: []string{"Arclight", "Arclight::Routes"}},
	{
		name: "avo", module: "Avo", newest: "4.1.15", since: []int{3}, plugins: "avo-",
		config: "Avo.configuration.", settings: []gemSetting{{"root_path", dsl.NewFrozenString("/avo"), TextShape, false}},
	},
	{
		name: "bigbluebutton_rails", module: "BigbluebuttonRails", newest: "3.2.0", since: []int{2, 3},
		config: "BigbluebuttonRails.configuration.", settings: []gemSetting{{"routing_scope", dsl.NewFrozenString("bigbluebutton"), TextShape, false}},
	},
	{name: "blacklight", module: "Blacklight", newest: "9.0.0", since: []int{5}, defines: []string{"Blacklight", "Blacklight::Routes"}},
	{name: "blacklight-marc", module: "Blacklight::Marc", newest: "9.0.0", since: []int{5}, defines: []string{"Blacklight::Marc", "Blacklight::Marc::Routes"}},
	{name: "blacklight_range_limit", module: "BlacklightRangeLimit", newest: "9.1.0", since: []int{6}, defines: []string{"BlacklightRangeLimit", "BlacklightRangeLimit::Routes"}},
	{name: "comfortable_mexican_sofa", module: "ComfortableMexicanSofa", newest: "2.0.19", since: []int{1, 12}},
	{name: "geoblacklight", module: "Geoblacklight", newest: "5.3.0", since: []int{1, 3}, defines: []string{"Geoblacklight", "Geoblacklight::Routes"}},
	{name: "hydra-batch-edit", module: "Hydra::BatchEdit", newest: "2.1.0", since: []int{1, 0, 2}, defines: []string{"Hydra::BatchEdit"}},
	{name: "opro", module: "Opro", newest: "0.5.0", since: []int{0, 5}},
	{name: "passwordless", module: "Passwordless", newest: "1.8.1", since: []int{0, 5}},
	{name: "roboto", module: "Roboto", newest: "1.0.0"},
	{name: "sitepress-rails", module: "Sitepress", newest: "4.1.1", since: []int{3, 0, 1}},
	{name: "versionist", module: "Versionist", newest: "2.0"},
	{name: "wash_out", module: "WashOut", newest: "0.12.0", since: []int{0, 11}},
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
		return m.resend(g, c)
	}
}

// resend runs a word, once for each value that conditions give the gem's setting.
func (m *Mapper) resend(g *rubyGem, c *dsl.Call) (v dsl.Value, err error) {
	if g.settings == nil {
		return m.resendTo(c)
	}
	config := m.l.gems.configs[g]
	err = config.with(m, g.settings[0].name, func(setting dsl.Value) error {
		config.now = setting
		v, err = m.resendTo(c)
		return err
	})
	return v, err
}

// sourceWord is what the names of words begin with in the sources: the words
// themselves come here.
const sourceWord = "gem_"

func (m *Mapper) resendTo(c *dsl.Call) (dsl.Value, error) {
	own := *c
	own.Name = sourceWord + c.Name
	return own.Resend(m.self)
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
		if !slices.Contains(g.defines, name) || l.gems.defined[g] || l.lockedGems() != nil && !l.lockedGems().has(g.name) || !l.follows(g) {
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
	if g.defines == nil {
		return
	}
	routes := []byte(g.defines[len(g.defines)-1])
	for _, f := range l.scannedTexts() {
		if bytes.Contains(f.src, routes) && !l.lookup.defined[f.name] {
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
	if g.settings != nil {
		l.hostConfig(g)
	}
}

// hostConfig reads the setting of a gem, and makes it the answer of its module's
// configuration.
func (l *loader) hostConfig(g *rubyGem) {
	config := l.newGemConfig(g.config, g.settings...)
	l.initializers(map[string]*gemConfig{g.module: config})
	if l.gems.configs == nil {
		l.gems.configs = map[*rubyGem]*gemConfig{}
	}
	l.gems.configs[g] = config
	v, _ := l.constant(g.module)
	class, ok := v.(*dsl.Class)
	if !ok {
		return
	}
	object := l.interp.NewObject(l.configClass, receiver(func(c *dsl.Call) (dsl.Value, error) {
		if c.Name == g.settings[0].name && config.now != nil {
			return config.now, nil
		}
		return config.Call(c)
	}))
	l.interp.SetHost(class, receiver(func(*dsl.Call) (dsl.Value, error) { return object, nil }), func(name string) bool { return opening[name] })
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
