package inspect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"signalbox/expand/controllers"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/expand/urls"
	"signalbox/lint"
)

// Schema is the name of the form of a [Document].
const Schema = "routes.inspect/1"

// maxText bounds the texts of the files in a document together, in bytes.
const maxText = 8 << 20

// A Document is what the page shows of a table.
type Document struct {
	Schema string `json:"schema"`
	// Title is the name of the application's folder.
	Title string `json:"title"`
	// Root is the folder itself, for links to an editor; empty in a file of its own, which
	// says nothing of the machine that it was made on.
	Root string `json:"root,omitempty"`
	// Rows are those of `routes --json --engines`.
	Rows json.RawMessage `json:"rows"`
	// Tree is that of `routes --tree --json`.
	Tree json.RawMessage `json:"tree"`
	// Findings are those of `routes check --format json`.
	Findings   json.RawMessage `json:"findings"`
	Conditions []Condition     `json:"conditions"`
	Helpers    []string        `json:"helpers"`
	// Files are the texts of those that rows, guards and findings stand in.
	Files []File `json:"files"`
	// Set is what the reader of the page settled.
	Set map[string]string `json:"set,omitempty"`
}

// A File is one that routes come from.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// NewDocument returns what the page shows of a table; fsys is the folder that its files stand
// in, of which nothing is shown but what the table read and rows or findings stand in.
func NewDocument(t *route.Table, fsys fs.FS, title string) (*Document, error) {
	d := &Document{Schema: Schema, Title: title, Helpers: urls.Names(t), Conditions: conditions(t)}
	if d.Helpers == nil {
		d.Helpers = []string{}
	}
	var rows, found bytes.Buffer
	if err := t.WriteJSONEngines(&rows, route.Filter{}); err != nil {
		return nil, err
	}
	tree, err := t.Tree(route.Filter{})
	if err != nil {
		return nil, err
	}
	if d.Tree, err = json.Marshal(tree); err != nil {
		return nil, err
	}
	known := index(t, fsys)
	all, undecided := lint.CheckAll(t, known)
	all = lint.Disable(t, known, all)
	if err := lint.WriteJSON(&found, t, all, undecided); err != nil {
		return nil, err
	}
	d.Rows, d.Findings = rows.Bytes(), found.Bytes()
	d.Files = texts(fsys, placesOf(t, all), t)
	return d, nil
}

// index is that of the application's controllers; nil for a routes file that stands alone.
func index(t *route.Table, fsys fs.FS) *controllers.Index {
	if fsys == nil || len(controllerFolders(t)) == 0 {
		return nil
	}
	return controllers.New(fsys, t)
}

// controllerFolders are the folders of the application's controllers.
func controllerFolders(t *route.Table) []string {
	var folders []string
	for _, name := range t.ClassFolders {
		if path.Base(name) == "controllers" {
			folders = append(folders, name)
		}
	}
	return folders
}

// placesOf are the names of the files in which rows, guards and findings stand.
func placesOf(t *route.Table, all []*lint.Finding) map[string]bool {
	names := map[string]bool{}
	for _, table := range append([]*route.Table{t}, t.Engines()...) {
		for _, r := range table.Routes {
			names[r.Pos.Filename] = true
			names[r.Declared().Filename] = true
			for _, g := range r.Guards {
				names[g.Pos.Filename] = true
			}
		}
	}
	for _, f := range all {
		names[f.Pos.Filename] = true
		for _, p := range f.Also {
			names[p.Filename] = true
		}
	}
	return names
}

// texts are the texts of those files that the table was made of.
func texts(fsys fs.FS, names map[string]bool, t *route.Table) []File {
	list := []File{}
	if fsys == nil {
		return list
	}
	tree := files.New(fsys)
	room := maxText
	for _, name := range slices.SortedFunc(maps.Keys(names), routesFirst) {
		if t.Files[name] == nil {
			continue
		}
		text, err := tree.ReadFile(name, int64(room))
		if err != nil {
			continue
		}
		room -= len(text)
		list = append(list, File{name, strings.ToValidUTF8(string(text), "\uFFFD")})
	}
	return list
}

// routesFirst orders config/routes.rb before what it draws, and other files behind.
func routesFirst(a, b string) int {
	rank := func(name string) int {
		switch {
		case name == "config/routes.rb":
			return 0
		case strings.HasPrefix(name, "config/routes/"):
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}
