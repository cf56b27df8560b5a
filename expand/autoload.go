package expand

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"signalbox/expand/psych"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// addAutoloadFolders adds the folders of packs, and those that
// config/application.rb names, in which classes stand by their names.
func (s *lookup) addAutoloadFolders() {
	if s.addedAll {
		return
	}
	s.addedAll = true
	for _, pack := range s.l.packs() {
		s.files.AddPart(pack)
	}
	for _, x := range s.l.configuration.application.autoload {
		s.addFolders(x)
	}
}

// addFolders adds the folders of one path, or of a list of them.
func (s *lookup) addFolders(x grammar.Expr) {
	switch x := x.(type) {
	case *grammar.Array:
		for _, e := range x.Elems {
			s.addFolders(e)
		}
		return
	case *grammar.Splat:
		s.addFolders(x.X)
		return
	case *grammar.Index: // Dir["#{root}/app/*"]
		for _, a := range x.Args {
			s.addFolders(a)
		}
		return
	case *grammar.Call: // Rails.root.join("a").to_s
		if on, ok := x.Recv.(*grammar.Call); ok && len(x.Args) == 0 {
			s.addFolders(on)
			return
		}
	}
	found, _ := s.l.glob(folderPattern(x))
	for _, name := range found {
		s.files.AddFolder(path.Clean(name))
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
		found, _ := l.glob(path.Join(pattern, "package.yml"))
		for _, name := range found {
			if folder := path.Dir(name); l.lookup.files.Gemspec(folder) == "" && !slices.Contains(packs, folder) {
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
