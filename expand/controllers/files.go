package controllers

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"signalbox/expand/gems"
	"signalbox/grammar"
)

// The bounds of what is read.
const (
	maxEntries = 20_000
	maxFile    = 1 << 20
)

// fold makes the names of constants and of files comparable, whatever the acronyms of the
// application are: Admin::OAuthController and admin/oauth_controller.
func fold(name string) string {
	b := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '_':
		case c == ':' && i+1 < len(name) && name[i+1] == ':':
			b = append(b, '/')
			i++
		case 'A' <= c && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// list returns what a folder holds by the folded names, and under "*" all of it.
func (x *Index) list(folder string) map[string][]string {
	if all, ok := x.listed[folder]; ok {
		return all
	}
	all := map[string][]string{}
	if above := path.Dir(folder); above == "." || len(x.list(above)[fold(path.Base(folder))]) > 0 {
		entries, _ := x.tree.ReadDir(folder, maxEntries) // what can't be read holds nothing
		for _, e := range entries {
			key := fold(e.Name())
			all[key] = append(all[key], e.Name())
			all["*"] = append(all["*"], e.Name())
		}
	}
	x.listed[folder] = all
	return all
}

// filesOf returns the files that a class or module of a name stands in: of Admin::Posts
// app/models/admin/posts.rb.
func (x *Index) filesOf(name string) []string {
	var found []string
	for _, root := range x.roots {
		folders := []string{root}
		parts := strings.Split(fold(name), "/")
		for i, part := range parts {
			if i == len(parts)-1 {
				part += ".rb"
			}
			var next []string
			for _, folder := range folders {
				for _, entry := range x.list(folder)[part] {
					next = append(next, path.Join(folder, entry))
				}
			}
			folders = next
		}
		found = append(found, folders...)
	}
	return found
}

// hasNamespace reports whether the application has a folder of controllers of a name.
func (x *Index) hasNamespace(name string) bool {
	for _, root := range x.roots {
		if path.Base(root) == "controllers" && len(x.list(path.Join(root, name))) > 0 {
			return true
		}
	}
	return false
}

// parse returns the tree of a file; nil if it can't be read.
func (x *Index) parse(name string) *grammar.File {
	text, err := x.tree.ReadFile(name, maxFile)
	if err != nil {
		return nil
	}
	file, err := grammar.Parse(name, text)
	if err != nil {
		return nil
	}
	return file
}

// lockedGems are the gems of Gemfile.lock, and whether one may define controllers: it depends
// on a part of Rails.
func (x *Index) lockedGems() (names []string, some bool) {
	text, err := x.tree.ReadFile("Gemfile.lock", maxFile)
	if err != nil {
		return nil, false
	}
	for name := range gems.ParseLock(text) {
		names = append(names, name)
	}
	for name := range gems.UsersOf(text, func(gem string) bool { return railsParts[gem] }) {
		some = some || !withoutControllers[name]
	}
	return names, some
}

// reopens is how code outside of a controller's own file adds to it.
var reopens = regexp.MustCompile(`\b((?:[A-Z]\w*::)*[A-Z]\w*Controller)\s*\.\s*(?:class_eval|class_exec|prepend|include|send|public_send|define_method|prepend_mod\w*|module_eval)\b|\bclass\s+((?:::)?(?:[A-Z]\w*::)*[A-Z]\w*Controller)\b`)

// reopened reports whether a file that is no controller's own adds to a class: an initializer,
// or an override.
func (x *Index) reopened(class string) bool {
	if x.outside == nil {
		x.outside = map[string]bool{}
		for _, folder := range []string{"config/initializers", "app/overrides", "app/decorators", "lib"} {
			x.scan(folder, 0)
		}
	}
	return x.outside[fold(class)]
}

// maxDepth is how deep folders are looked through for files that reopen classes.
const maxDepth = 6

func (x *Index) scan(folder string, depth int) {
	for _, name := range x.list(folder)["*"] {
		full := path.Join(folder, name)
		switch {
		case strings.HasSuffix(name, ".rb"):
			text, err := x.tree.ReadFile(full, maxFile)
			if err != nil || !strings.Contains(string(text), "Controller") {
				continue
			}
			for _, m := range reopens.FindAllStringSubmatch(string(text), -1) {
				x.outside[fold(strings.TrimPrefix(m[1]+m[2], "::"))] = true
			}
		case !strings.Contains(name, ".") && depth < maxDepth:
			x.scan(full, depth+1)
		}
	}
}

// Public reports whether the folder public answers a path, before any route is asked. Rails:
// ActionDispatch::FileHandler.
func (x *Index) Public(name string) bool {
	name = path.Join("public", path.Clean("/"+name))
	folder := x.list(path.Dir(name))["*"]
	base := path.Base(name)
	return slices.Contains(folder, base) || slices.Contains(folder, base+".html")
}
