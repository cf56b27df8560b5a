package expand

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// maxGlobbed bounds what a pattern lists.
const maxGlobbed = 10_000

// glob lists the files of the application that a pattern of Dir.glob matches,
// sorted, hidden ones left out: `*`, `**/`, `?`, `[a-z]`, `{a,b}`. Names begin as
// the pattern does.
func (l *loader) glob(pattern string) []string {
	if pattern == "" {
		return nil
	}
	front := ""
	if rest, ok := strings.CutPrefix(pattern, l.root+"/"); ok {
		front, pattern = l.root+"/", rest
	}
	folder := strings.HasSuffix(pattern, "/")
	pattern = path.Clean(pattern)
	if pattern == "." || pattern[0] == '/' || strings.HasPrefix(pattern, "..") {
		return nil
	}
	var found []string
	for _, p := range alternatives(pattern) {
		list, err := doublestar.Glob(l.dir.FS(), p, doublestar.WithNoHidden())
		if err != nil {
			continue
		}
		slices.Sort(list)
		for _, name := range list {
			if info, err := l.stat(name); err != nil || folder && !info.IsDir() {
				continue
			}
			if len(found) < maxGlobbed {
				found = append(found, front+name)
			}
		}
	}
	return found
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
