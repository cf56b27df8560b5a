package expand

import (
	"path"
	"slices"
	"strings"

	"signalbox/grammar"
)

// addAutoloadFolders adds the folders of packs, and those that
// config/application.rb names, in which classes stand by their names:
//
//	config.autoload_paths << Rails.root.join("config/routes")
//	config.eager_load_paths += %W[#{config.root}/extras]
func (l *loader) addAutoloadFolders() {
	files := &l.lookup.files
	if files.added {
		return
	}
	files.added = true
	files.list()
	for _, pack := range l.packs() {
		if !slices.Contains(files.parts, pack) {
			files.parts = append(files.parts, pack)
			files.addPart(pack)
		}
	}
	file := l.source("config/application.rb")
	if file == nil || !strings.Contains(file.Source, "load_paths") {
		return
	}
	grammar.Walk(file, func(n grammar.Node) {
		for _, x := range autoloadPaths(n) {
			l.addFolders(x)
		}
	})
}

// autoloadPaths are the paths that an expression adds, if it adds some.
func autoloadPaths(n grammar.Node) []grammar.Expr {
	switch n := n.(type) {
	case *grammar.Call:
		if on, ok := n.Recv.(*grammar.Call); ok && autoloads[on.Name] && adds[n.Name] {
			return n.Args
		}
	case *grammar.OpAssign:
		if on, ok := n.Target.(*grammar.Call); ok && autoloads[on.Name] && n.Op == "+" {
			return []grammar.Expr{n.Value}
		}
	}
	return nil
}

var (
	autoloads = map[string]bool{"autoload_paths": true, "autoload_once_paths": true, "eager_load_paths": true}
	adds      = map[string]bool{"<<": true, "push": true, "append": true, "unshift": true, "prepend": true, "concat": true}
)

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
	files := &l.lookup.files
	found, _ := l.glob(folderPattern(x))
	for _, name := range found {
		name = path.Clean(name)
		if info, err := l.stat(name); err == nil && info.IsDir() && !slices.Contains(files.folders, name) && len(files.folders) < maxFolders {
			files.folders = append(files.folders, name)
		}
	}
}
