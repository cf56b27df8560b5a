package expand

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The folders of an application in which Rails looks for classes, and the
// engines that it keeps beside them.

// The bounds of looking around in an application.
const (
	maxEntries     = 20_000   // of one folder
	maxFolders     = 2_000    // in which classes are looked for
	maxListedFiles = 4_000    // of lib/ and config/
	maxScannedText = 12 << 20 // bytes of them that are searched
)

// appFiles knows where the files of an application are. Everything is read at
// its first use.
type appFiles struct {
	dir *os.Root

	folders []string // that hold classes by their names: app/models, lib, ...
	parts   []string // engines, plugins and packs of the application: engines/shop
	listed  bool
	inside  map[string]map[string]bool // what a folder holds
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
	for _, name := range a.subfolders("") { // gems side by side, as Decidim's
		if a.holdsGem(name) && !slices.Contains(a.parts, name) {
			a.parts = append(a.parts, name)
		}
	}
	for _, part := range append([]string{"", "ee"}, a.parts...) {
		if len(a.folders) > maxFolders {
			break
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

// entries gives the names in a folder; true are folders.
func (a *appFiles) entries(folder string) map[string]bool {
	if names, ok := a.inside[folder]; ok {
		return names
	}
	names := map[string]bool{}
	for _, e := range a.readFolder(folder) {
		isDir := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := a.dir.Stat(filepath.FromSlash(path.Join(folder, e.Name())))
			if err != nil { // it leads out of the application
				continue
			}
			isDir = info.IsDir()
		}
		names[e.Name()] = isDir
	}
	if a.inside == nil {
		a.inside = map[string]map[string]bool{}
	}
	a.inside[folder] = names
	return names
}

func (a *appFiles) readFolder(folder string) []fs.DirEntry {
	if folder == "" {
		folder = "."
	}
	f, err := a.dir.Open(filepath.FromSlash(folder))
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(maxEntries)
	return list
}

func (a *appFiles) has(folder, name string) bool {
	_, ok := a.entries(folder)[name]
	return ok
}

// subfolders are the folders in a folder, sorted, hidden ones left out.
func (a *appFiles) subfolders(folder string) []string {
	var names []string
	for name, isDir := range a.entries(folder) {
		if isDir && name[0] != '.' && name != "node_modules" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// named gives the files that hold a class by its name: for "shop/cart.rb"
// app/models/shop/cart.rb and lib/shop/cart.rb.
func (a *appFiles) named(name string) []string {
	a.list()
	first, _, _ := strings.Cut(name, "/")
	var found []string
	for _, folder := range a.folders {
		if a.has(folder, first) && a.exists(folder+"/"+name) {
			found = append(found, folder+"/"+name)
		}
	}
	return found
}

// exists tells a file of the application.
func (a *appFiles) exists(name string) bool {
	dir, base := path.Split(name)
	isDir, ok := a.entries(strings.TrimSuffix(dir, "/"))[base]
	return ok && !isDir
}

// below lists the Ruby files below a folder, at most limit, sorted.
func (a *appFiles) below(folder string, limit int) []string {
	var files []string
	var walk func(string, int)
	walk = func(folder string, depth int) {
		if depth > 12 || len(files) >= limit {
			return
		}
		entries := a.entries(folder)
		names := make([]string, 0, len(entries))
		for name := range entries {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			full := path.Join(folder, name)
			switch {
			case len(files) >= limit:
				return
			case entries[name] && name[0] != '.' && name != "node_modules":
				walk(full, depth+1)
			case !entries[name] && strings.HasSuffix(name, ".rb"):
				files = append(files, full)
			}
		}
	}
	walk(folder, 0)
	return files
}
