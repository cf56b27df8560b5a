package expand

import (
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"signalbox/expand/ruby"
)

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
			if folder := path.Dir(name); !l.lookup.files.holdsGem(folder) && !slices.Contains(packs, folder) {
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
	if file := l.configFile("packs.yml"); file != nil {
		given = lastPairs(file)["pack_paths"]
	}
	if given == nil {
		return []string{"packs/*", "packs/*/*"}
	}
	v, err := (&psychReader{}).value(given, 0)
	if err != nil {
		return nil
	}
	var patterns []string
	for _, one := range ruby.List(v) {
		patterns = append(patterns, ruby.NameText(one))
	}
	return patterns
}
