package files

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// The folders of an application in which Rails looks for classes, and the engines that it
// keeps beside them.

// MaxListed bounds the files that [Layout.Below] lists.
const MaxListed = 4_000

// The bounds of looking around in an application.
const (
	maxEntries     = 20_000 // of one folder
	maxFolderDepth = 24     // of folders in folders
	maxFolders     = 2_000  // in which classes are looked for
)

// What [Layout.Walk] says of a name that Rails would read as a file.
var (
	ErrDangling  = errors.New("the link leads nowhere, or out of the application's folder")
	ErrIrregular = errors.New("is no regular file")
)

// A Layout knows where the files of an application are. Everything is read at its first use.
type Layout struct {
	tree *Tree

	folders []string // that hold classes by their names: app/models, lib, ...
	parts   []string // engines, plugins and packs of the application: engines/shop
	listed  bool
	holders map[string][]string // of the first indexed folders, by what they hold
	indexed int
	inside  map[string]map[string]Entry // what a folder holds
	below   map[string][]string         // the Ruby files below a folder
	closed  map[string]error            // folders that can't be read
}

// An Entry is what a folder holds under a name.
type Entry struct {
	Folder  bool // a folder, or a link to one
	Link    bool
	Outside bool // a link that leads out of the application, or nowhere
}

// partFolders are those in which applications keep engines and the like.
var partFolders = []string{"engines", "plugins", "gems", "gems/plugins", "packs", "packages", "components", "modules", "vendor/engines", "vendor/gems", "vendor/plugins"}

// NewLayout returns the layout of the application in a tree. Nothing is read yet.
func NewLayout(tree *Tree) Layout {
	return Layout{tree: tree, holders: map[string][]string{}, inside: map[string]map[string]Entry{}, below: map[string][]string{}, closed: map[string]error{}}
}

// Parts returns the folders of the engines, plugins and packs that an application keeps, and of
// gems beside it: engines/shop.
func (a *Layout) Parts() []string {
	a.list()
	return a.parts
}

// Folders returns the folders that hold classes by their names: app/models, lib, and those of
// the parts.
func (a *Layout) Folders() []string {
	a.list()
	return a.folders
}

// AddPart adds a part that nothing but a setting tells of, with its folders of classes.
func (a *Layout) AddPart(part string) {
	if !slices.Contains(a.Parts(), part) {
		a.parts = append(a.parts, part)
		a.addPart(part)
	}
}

// AddFolder adds a folder of classes, if there is such a folder.
func (a *Layout) AddFolder(name string) {
	info, err := a.tree.Stat(name)
	if err == nil && info.IsDir() && !slices.Contains(a.Folders(), name) && len(a.folders) < maxFolders {
		a.folders = append(a.folders, name)
	}
}

// list fills folders and parts.
func (a *Layout) list() {
	if a.listed {
		return
	}
	a.listed = true
	for _, folder := range partFolders {
		for _, name := range a.Subfolders(folder) {
			a.parts = append(a.parts, folder+"/"+name)
		}
	}
	gems := a.Subfolders("") // side by side, as Decidim's
	for _, name := range a.Subfolders("lib") {
		gems = append(gems, "lib/"+name)
	}
	for _, folder := range gems {
		if a.Gemspec(folder) != "" && !slices.Contains(a.parts, folder) {
			a.parts = append(a.parts, folder)
		}
	}
	for _, part := range append([]string{"", "ee"}, a.parts...) {
		a.addPart(part)
	}
}

// addPart adds the folders of classes in a part of the application.
func (a *Layout) addPart(part string) {
	if len(a.folders) > maxFolders {
		return
	}
	app := path.Join(part, "app")
	for _, name := range a.Subfolders(app) {
		a.folders = append(a.folders, app+"/"+name)
		if a.Has(app+"/"+name, "concerns") {
			a.folders = append(a.folders, app+"/"+name+"/concerns")
		}
	}
	if a.Has(part, "lib") {
		a.folders = append(a.folders, path.Join(part, "lib"))
	}
}

// Gemspec returns the name of the gem whose description a folder holds, the first one if there
// are several; empty if there is none.
func (a *Layout) Gemspec(folder string) string {
	first := ""
	for name := range a.Entries(folder) {
		if name, ok := strings.CutSuffix(name, ".gemspec"); ok && (first == "" || name < first) {
			first = name
		}
	}
	return first
}

// Entries returns what a folder holds, by name: nothing of one that is not there or can't be
// read.
func (a *Layout) Entries(folder string) map[string]Entry {
	if names, ok := a.inside[folder]; ok {
		return names
	}
	names := map[string]Entry{}
	for _, d := range a.readFolder(folder) {
		e := Entry{Folder: d.IsDir(), Link: d.Type()&fs.ModeSymlink != 0}
		if e.Link {
			info, err := a.tree.Stat(path.Join(folder, d.Name()))
			e.Outside, e.Folder = err != nil, err == nil && info.IsDir()
		}
		names[d.Name()] = e
	}
	a.inside[folder] = names
	return names
}

// readFolder reads no folder that the one above it does not hold: applications
// are asked for many that are not there.
func (a *Layout) readFolder(folder string) []fs.DirEntry {
	if folder != "" && fs.ValidPath(folder) {
		above, name := path.Split(folder)
		if all := a.Entries(strings.TrimSuffix(above, "/")); len(all) < maxEntries && !all[name].Folder {
			return nil
		}
	}
	list, err := a.tree.ReadDir(cmp.Or(folder, "."), maxEntries) // what cannot be read holds nothing
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, fs.ErrNotExist) {
		a.closed[folder] = err
	}
	return list
}

// Has reports whether a folder holds a name that leads nowhere outside.
func (a *Layout) Has(folder, name string) bool {
	e, ok := a.Entries(folder)[name]
	return ok && !e.Outside
}

// Subfolders returns the names of the folders in a folder, sorted, without hidden ones and
// node_modules.
func (a *Layout) Subfolders(folder string) []string {
	var names []string
	for name, e := range a.Entries(folder) {
		if e.Folder && name[0] != '.' && name != "node_modules" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Named returns the files that hold a class by its name: for "shop/cart.rb"
// app/models/shop/cart.rb and lib/shop/cart.rb.
func (a *Layout) Named(name string) []string {
	first, _, _ := strings.Cut(name, "/")
	var found []string
	for _, folder := range a.holding(first) {
		if a.Exists(folder + "/" + name) {
			found = append(found, folder+"/"+name)
		}
	}
	return found
}

// holding lists the folders of classes that hold a file or folder of a name.
func (a *Layout) holding(name string) []string {
	a.list()
	for ; a.indexed < len(a.folders); a.indexed++ {
		folder := a.folders[a.indexed]
		for entry, e := range a.Entries(folder) {
			if !e.Outside {
				a.holders[entry] = append(a.holders[entry], folder)
			}
		}
	}
	return a.holders[name]
}

// Namespace reports whether a folder below those of classes stands for a module:
// "shop/billing" of app/models.
func (a *Layout) Namespace(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, folder := range a.holding(first) {
		if strings.Contains(folder, "lib") {
			continue
		}
		outer, last := path.Split(folder + "/" + name)
		if a.Entries(strings.TrimSuffix(outer, "/"))[last].Folder {
			return true
		}
	}
	return false
}

// Exists reports whether there is a file of that name in the application.
func (a *Layout) Exists(name string) bool {
	dir, base := path.Split(name)
	e, ok := a.Entries(strings.TrimSuffix(dir, "/"))[base]
	return ok && !e.Folder && !e.Outside
}

// Below returns the Ruby files below a folder: at most [MaxListed], sorted by folder. Links to
// folders are not followed. Callers leave the list as it is.
func (a *Layout) Below(folder string) []string {
	found, ok := a.below[folder]
	if !ok {
		found = slices.Clip(a.Walk(folder, func(string, error) {}))
		a.below[folder] = found
	}
	return found
}

// Walk is [Layout.Below] for files whose names end in one of some ways, Ruby files if none is
// given. It calls f for what Rails would read, and can't be read here: links that lead nowhere or
// out of the application ([ErrDangling]), folders under the names of files ([ErrIrregular]), and
// folders that can't be read.
func (a *Layout) Walk(folder string, f func(name string, err error), endings ...string) []string {
	if len(endings) == 0 {
		endings = []string{".rb"}
	}
	var files []string
	var walk func(string, int)
	walk = func(folder string, depth int) {
		if depth > maxFolderDepth {
			return
		}
		entries := a.Entries(folder)
		if err := a.closed[folder]; err != nil {
			f(folder, err)
		}
		for _, name := range slices.Sorted(maps.Keys(entries)) {
			full, e := path.Join(folder, name), entries[name]
			switch isFile := slices.Contains(endings, path.Ext(name)); {
			case isFile && e.Outside:
				f(full, ErrDangling)
				continue
			case isFile && e.Folder:
				f(full, ErrIrregular)
			}
			switch {
			case len(files) >= MaxListed:
				return
			case e.Folder && !e.Link && name[0] != '.' && name != "node_modules":
				walk(full, depth+1)
			case !e.Folder && !e.Outside && slices.Contains(endings, path.Ext(name)):
				files = append(files, full)
			}
		}
	}
	walk(folder, 0)
	return files
}
