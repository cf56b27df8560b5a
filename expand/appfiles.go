package expand

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"signalbox/expand/files"
	"signalbox/grammar"
)

// The folders of an application in which Rails looks for classes, and the
// engines that it keeps beside them.

// The bounds of looking around in an application.
const (
	maxEntries     = 20_000   // of one folder
	maxFolderDepth = 24       // of folders in folders
	maxFolders     = 2_000    // in which classes are looked for
	maxListedFiles = 4_000    // of lib/ and config/
	maxScannedText = 12 << 20 // bytes of them that are searched
)

// appFiles knows where the files of an application are. Everything is read at
// its first use.
type appFiles struct {
	tree *files.Tree

	folders []string // that hold classes by their names: app/models, lib, ...
	parts   []string // engines, plugins and packs of the application: engines/shop
	listed  bool
	added   bool                // the folders of config/application.rb too
	holders map[string][]string // of the first indexed folders, by what they hold
	indexed int
	inside  map[string]map[string]entry // what a folder holds
	closed  map[string]error            // folders that can't be read
}

// An entry is what a folder holds under a name.
type entry struct {
	folder  bool // a folder, or a link to one
	link    bool
	outside bool // a link that leads out of the application, or nowhere
}

// partFolders are those in which applications keep engines and the like.
var partFolders = []string{"engines", "plugins", "gems", "gems/plugins", "packs", "packages", "components", "modules", "vendor/engines", "vendor/gems", "vendor/plugins"}

// list fills folders and parts.
func (a *appFiles) list() {
	if a.listed {
		return
	}
	a.listed = true
	for _, folder := range partFolders {
		for _, name := range a.subfolders(folder) {
			a.parts = append(a.parts, folder+"/"+name)
		}
	}
	gems := a.subfolders("") // side by side, as Decidim's
	for _, name := range a.subfolders("lib") {
		gems = append(gems, "lib/"+name)
	}
	for _, folder := range gems {
		if a.holdsGem(folder) && !slices.Contains(a.parts, folder) {
			a.parts = append(a.parts, folder)
		}
	}
	for _, part := range append([]string{"", "ee"}, a.parts...) {
		a.addPart(part)
	}
}

// addPart adds the folders of classes in a part of the application.
func (a *appFiles) addPart(part string) {
	if len(a.folders) > maxFolders {
		return
	}
	app := path.Join(part, "app")
	for _, name := range a.subfolders(app) {
		a.folders = append(a.folders, app+"/"+name)
		if a.has(app+"/"+name, "concerns") {
			a.folders = append(a.folders, app+"/"+name+"/concerns")
		}
	}
	if a.has(part, "lib") {
		a.folders = append(a.folders, path.Join(part, "lib"))
	}
}

// holdsGem tells a folder with a gem's description in it.
func (a *appFiles) holdsGem(folder string) bool {
	for name := range a.entries(folder) {
		if strings.HasSuffix(name, ".gemspec") {
			return true
		}
	}
	return false
}

// entries gives what a folder holds, by name.
func (a *appFiles) entries(folder string) map[string]entry {
	if names, ok := a.inside[folder]; ok {
		return names
	}
	names := map[string]entry{}
	for _, d := range a.readFolder(folder) {
		e := entry{folder: d.IsDir(), link: d.Type()&fs.ModeSymlink != 0}
		if e.link {
			info, err := a.tree.Stat(path.Join(folder, d.Name()))
			e.outside, e.folder = err != nil, err == nil && info.IsDir()
		}
		names[d.Name()] = e
	}
	if a.inside == nil {
		a.inside = map[string]map[string]entry{}
	}
	a.inside[folder] = names
	return names
}

// readFolder reads no folder that the one above it does not hold: applications
// are asked for many that are not there.
func (a *appFiles) readFolder(folder string) []fs.DirEntry {
	if folder != "" && fs.ValidPath(folder) {
		above, name := path.Split(folder)
		if all := a.entries(strings.TrimSuffix(above, "/")); len(all) < maxEntries && !all[name].folder {
			return nil
		}
	}
	list, err := a.tree.ReadDir(cmp.Or(folder, "."), maxEntries) // what cannot be read holds nothing
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, fs.ErrNotExist) {
		if a.closed == nil {
			a.closed = map[string]error{}
		}
		a.closed[folder] = fileError(folder, err)
	}
	return list
}

func (a *appFiles) has(folder, name string) bool {
	e, ok := a.entries(folder)[name]
	return ok && !e.outside
}

// subfolders are the folders in a folder, sorted, hidden ones left out.
func (a *appFiles) subfolders(folder string) []string {
	var names []string
	for name, e := range a.entries(folder) {
		if e.folder && name[0] != '.' && name != "node_modules" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// named gives the files that hold a class by its name: for "shop/cart.rb"
// app/models/shop/cart.rb and lib/shop/cart.rb.
func (a *appFiles) named(name string) []string {
	first, _, _ := strings.Cut(name, "/")
	var found []string
	for _, folder := range a.holding(first) {
		if a.exists(folder + "/" + name) {
			found = append(found, folder+"/"+name)
		}
	}
	return found
}

// holding lists the folders of classes that hold a file or folder of a name.
func (a *appFiles) holding(name string) []string {
	a.list()
	if a.holders == nil {
		a.holders = map[string][]string{}
	}
	for ; a.indexed < len(a.folders); a.indexed++ {
		folder := a.folders[a.indexed]
		for entry, e := range a.entries(folder) {
			if !e.outside {
				a.holders[entry] = append(a.holders[entry], folder)
			}
		}
	}
	return a.holders[name]
}

// namespace tells a folder below those of classes that stands for a module:
// "shop/billing" of app/models.
func (a *appFiles) namespace(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, folder := range a.holding(first) {
		if strings.Contains(folder, "lib") {
			continue
		}
		outer, last := path.Split(folder + "/" + name)
		if a.entries(strings.TrimSuffix(outer, "/"))[last].folder {
			return true
		}
	}
	return false
}

// exists tells a file of the application.
func (a *appFiles) exists(name string) bool {
	dir, base := path.Split(name)
	e, ok := a.entries(strings.TrimSuffix(dir, "/"))[base]
	return ok && !e.folder && !e.outside
}

// below lists the files below a folder of which the names end in one of some
// ways, Ruby files if none is given; at most limit, sorted. Links to folders are
// not followed.
func (a *appFiles) below(folder string, limit int, endings ...string) []string {
	return a.walk(folder, limit, func(string, error) {}, endings...)
}

// walk is below that tells f of what Rails would read, and can't be read here: links that
// lead nowhere or out of the application, folders under the names of files, and those that
// are closed.
func (a *appFiles) walk(folder string, limit int, f func(name string, err error), endings ...string) []string {
	if len(endings) == 0 {
		endings = []string{".rb"}
	}
	var files []string
	var walk func(string, int)
	walk = func(folder string, depth int) {
		if depth > maxFolderDepth {
			return
		}
		entries := a.entries(folder)
		if err := a.closed[folder]; err != nil {
			f(folder, err)
		}
		for _, name := range slices.Sorted(maps.Keys(entries)) {
			full, e := path.Join(folder, name), entries[name]
			switch isFile := slices.Contains(endings, path.Ext(name)); {
			case isFile && e.outside:
				f(full, &RouteError{Class: "Errno::ENOENT", Message: "the link leads nowhere, or out of the application's folder", Pos: grammar.Pos{Filename: full}})
				continue
			case isFile && e.folder:
				f(full, irregular(full))
			}
			switch {
			case len(files) >= limit:
				return
			case e.folder && !e.link && name[0] != '.' && name != "node_modules":
				walk(full, depth+1)
			case !e.folder && !e.outside && slices.Contains(endings, path.Ext(name)):
				files = append(files, full)
			}
		}
	}
	walk(folder, 0)
	return files
}
