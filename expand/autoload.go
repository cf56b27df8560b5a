package expand

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/definitions"
	"signalbox/expand/psych"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the definitions of the application ask for, and the folders in which they stand.

// setUpDefinitions makes the definitions of the application.
func (l *loader) setUpDefinitions() {
	l.definitions = definitions.New(definitions.Options{
		Application: l, Layout: &l.layout, Parsed: l.files, Memo: l.memo, Interp: l.interp, Looking: l.looking,
		Root: l.root, Env: l.options.RailsEnv, Main: l.app,
	})
}

// Found implements [definitions.Application].
func (l *loader) Found(v dsl.Value, file string) { l.engines.note(v, file) }

// Aside implements [definitions.Application]. What is doubtful in the code shows where the routes
// use it.
func (l *loader) Aside(f func(*dsl.Thread)) {
	as := run{audience: hearsNothing, definedOnly: true} // `method_defined?` asks for what there is
	if l.run.purpose == toStart {
		as = l.run.onlyDefined()
	}
	l.during(as, func() {
		l.interp.WithoutJournal(func() { l.looking.Aside(f) })
	})
}

// Collect implements [definitions.Application].
func (l *loader) Collect(constant string, f func()) {
	if missing := l.variables.collect(f); constant != "" {
		missedFor(&l.variables.ofConstants, constant, missing)
	}
}

// assignsGlobal reports whether a file of the configuration or of lib assigns a global variable.
func (l *loader) assignsGlobal(name string) bool {
	return !answer(l, func(a *answers) map[string]bool { return a.unassigned }, name, func() bool { return !l.definitions.AssignsGlobal(name) })
}

// AddFolders implements [definitions.Application]: it adds the folders of packs, and those that
// config/application.rb names, in which classes stand by their names.
func (l *loader) AddFolders() {
	if l.addedFolders {
		return
	}
	l.addedFolders = true
	for _, pack := range l.packs() {
		l.layout.AddPart(pack)
	}
	for _, x := range l.configuration.application.autoload {
		l.addFolders(x)
	}
}

// addFolders adds the folders of one path, or of a list of them.
func (l *loader) addFolders(x grammar.Expr) {
	switch x := x.(type) {
	case *grammar.Array:
		for _, e := range x.Elems {
			l.addFolders(e)
		}
		return
	case *grammar.Splat:
		l.addFolders(x.X)
		return
	case *grammar.Index: // Dir["#{root}/app/*"]
		for _, a := range x.Args {
			l.addFolders(a)
		}
		return
	case *grammar.Call: // Rails.root.join("a").to_s
		if on, ok := x.Recv.(*grammar.Call); ok && len(x.Args) == 0 {
			l.addFolders(on)
			return
		}
	}
	found, _ := l.Glob(folderPattern(x))
	for _, name := range found {
		l.layout.AddFolder(path.Clean(name))
	}
}

// The packs of the gem packs-rails: folders of an application that are laid out
// as one.

// packs are the folders of packs, as the gem orders them. Packs: Specification.all,
// Rails::Integrations::Rails#inject_paths.
func (l *loader) packs() []string {
	if !l.lockedGems().Has("packs-rails") {
		return nil
	}
	var packs []string
	for _, pattern := range l.packPaths() {
		found, _ := l.Glob(path.Join(pattern, "package.yml"))
		for _, name := range found {
			if folder := path.Dir(name); l.layout.Gemspec(folder) == "" && !slices.Contains(packs, folder) {
				packs = append(packs, folder)
			}
		}
	}
	slices.SortStableFunc(packs, func(a, b string) int { return len(b) - len(a) })
	return packs
}

// packPaths are the patterns of packs.yml, or the gem's own. Packs:
// Specification::Configuration.pack_paths.
func (l *loader) packPaths() []string {
	var given *yaml.Node
	if file := l.configuration.yamlFile("packs.yml"); file != nil {
		given = psych.Pairs(file)["pack_paths"]
	}
	if given == nil {
		return []string{"packs/*", "packs/*/*"}
	}
	v, err := (&psych.Reader{Name: "packs.yml"}).Value(given)
	if err != nil {
		return nil
	}
	var patterns []string
	for _, one := range ruby.List(v) {
		patterns = append(patterns, ruby.NameText(one))
	}
	return patterns
}
