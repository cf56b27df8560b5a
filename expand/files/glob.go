package files

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// The bounds of what a pattern lists, and of the folder entries it looks at.
const (
	maxGlobbed  = 10_000
	maxGlobSeen = 200_000
)

// Glob returns the files that a pattern of Dir.glob matches, as Ruby orders them, hidden ones
// left out: `*`, `**/`, `?`, `[a-z]`, `{a,b}`. root is what the application's folder is called
// in patterns; names begin as the pattern does. known is false for a pattern that leads out of
// the application, and for one that matches too much.
func (a *Layout) Glob(root, pattern string) (names []string, known bool) {
	if pattern == "" {
		return nil, true
	}
	front := ""
	if rest, ok := strings.CutPrefix(pattern, root+"/"); ok {
		front, pattern = root+"/", rest
	}
	if strings.HasPrefix(pattern, "./") {
		front += "./"
	}
	folder := strings.HasSuffix(pattern, "/")
	if pattern = path.Clean(pattern); pattern[0] == '/' || pattern == ".." || strings.HasPrefix(pattern, "../") {
		return nil, false
	}
	g := globber{files: a, front: front, folder: folder, left: maxGlobSeen}
	for _, p := range alternatives(pattern) {
		g.parts = strings.Split(p, "/")
		g.walk("", g.at(nil, 0), 0)
	}
	return g.found, g.left > 0 && len(g.found) <= maxGlobbed
}

// A globber walks the application's folders along a pattern.
type globber struct {
	files  *Layout
	front  string
	parts  []string
	folder bool // the pattern ends in a slash: it matches folders only
	found  []string
	left   int // entries that it may still look at
}

// many reports whether a part matches any number of folders.
func (g *globber) many(i int) bool {
	return g.parts[i] == "**" && (g.folder || i+1 < len(g.parts))
}

// at appends a part, and what may follow it at once.
func (g *globber) at(parts []int, i int) []int {
	for ; !slices.Contains(parts, i); i++ {
		parts = append(parts, i)
		if i == len(g.parts) || !g.many(i) {
			break
		}
	}
	return parts
}

// walk goes through a folder. parts are those that its entries may match. Links
// to folders are followed, but not by `**`.
func (g *globber) walk(folder string, parts []int, depth int) {
	if depth > maxFolderDepth {
		return
	}
	entries := g.files.Entries(folder)
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		if g.left--; g.left < 0 || len(g.found) > maxGlobbed {
			return
		}
		full, e := path.Join(folder, name), entries[name]
		var next []int
		for _, i := range parts {
			switch {
			case i == len(g.parts):
			case g.many(i):
				if e.Folder && !e.Link && name[0] != '.' {
					next = g.at(next, i)
				}
			case g.matches(i, name):
				next = g.at(next, i+1)
			}
		}
		if slices.Contains(next, len(g.parts)) {
			g.add(full, e)
		}
		if e.Folder && len(next) > 0 {
			g.walk(full, next, depth+1)
		}
	}
}

func (g *globber) matches(i int, name string) bool {
	if name[0] == '.' && g.parts[i][0] != '.' {
		return false
	}
	ok, err := doublestar.Match(g.parts[i], name)
	return ok && err == nil
}

func (g *globber) add(name string, e Entry) {
	switch {
	case e.Outside:
		g.left = -1
	case !g.folder:
		g.found = append(g.found, g.front+name)
	case e.Folder:
		g.found = append(g.found, g.front+name+"/")
	}
}

// maxAlternatives bounds what braces stand for.
const maxAlternatives = 64

// alternatives are the patterns that braces stand for: Ruby lists what the first
// one matches before the next.
func alternatives(pattern string) []string {
	all := []string{pattern}
	for i := 0; i < len(all) && len(all) < maxAlternatives; {
		open, end, parts := braces(all[i])
		if parts == nil {
			i++
			continue
		}
		var more []string
		for _, part := range parts {
			more = append(more, all[i][:open]+part+all[i][end+1:])
		}
		all = slices.Replace(all, i, i+1, more...)
	}
	return all
}

// braces finds the first `{a,b}` and its parts.
func braces(p string) (open, end int, parts []string) {
	open = strings.IndexByte(p, '{')
	if open < 0 {
		return 0, 0, nil
	}
	depth, from := 0, open+1
	for i := open; i < len(p); i++ {
		switch p[i] {
		case '{':
			depth++
		case ',':
			if depth == 1 {
				parts, from = append(parts, p[from:i]), i+1
			}
		case '}':
			if depth--; depth == 0 {
				return open, i, append(parts, p[from:i])
			}
		}
	}
	return 0, 0, nil
}
