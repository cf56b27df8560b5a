package expand

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/grammar"
)

// The gems of the repository that its Gemfile loads, and the order in which
// their engines are defined.

// A localGem is a gem with its folder in the repository.
type localGem struct{ name, folder string }

// localGems are the gems of the Gemfile that stand in the repository, in its
// order.
func (l *loader) localGems() []localGem {
	g := gemfile{l: l}
	g.read("Gemfile", 0)
	return g.gems
}

// A gemfile reads Gemfiles.
type gemfile struct {
	l    *loader
	gems []localGem
}

// maxGemfiles bounds how deep a Gemfile reads others.
const maxGemfiles = 5

func (g *gemfile) read(name string, depth int) {
	if depth > maxGemfiles {
		return
	}
	if src, ok := g.l.Text(name); ok {
		if file := g.l.SourceText(name, src); file != nil {
			g.stmts(file.Body, "", depth)
		}
	}
}

func (g *gemfile) stmts(list *grammar.Stmts, folder string, depth int) {
	if list == nil {
		return
	}
	for _, x := range list.List {
		grammar.Inspect(x, func(n grammar.Node) bool {
			switch n := n.(type) {
			case *grammar.Call:
				return g.call(n, folder, depth)
			case *grammar.Index:
				if pattern := firstArg(n.Args); pattern != "" {
					g.all(pattern)
				}
			}
			return true
		})
	}
}

// call takes one call; the answer tells to look into it.
func (g *gemfile) call(c *grammar.Call, folder string, depth int) bool {
	first := firstArg(c.Args)
	switch {
	case first == "":
	case c.Name == "gem":
		if p, ok := code.Option(c.Args, "path").(*grammar.Str); ok {
			folder = p.Value
		}
		if folder != "" {
			g.add(first, folder)
		}
		return false
	case c.Name == "path" && c.Block != nil:
		g.stmts(c.Block.Body.Stmts, first, depth)
		return false
	case c.Name == "eval_gemfile":
		g.read(path.Clean(first), depth+1)
	case c.Name == "glob":
		g.all(first)
	}
	return true
}

// add finds a gem in a folder, or in one of the folders in it.
func (g *gemfile) add(name, folder string) {
	folder = path.Clean(folder)
	if strings.HasPrefix(folder, "..") || folder[0] == '/' {
		return
	}
	files := &g.l.layout
	for _, candidate := range append([]string{folder}, children(files, folder)...) {
		if files.Exists(path.Join(candidate, name+".gemspec")) {
			folder = candidate
			break
		}
	}
	gem := localGem{name, folder}
	if folder != "." && !slices.Contains(g.gems, gem) {
		g.gems = append(g.gems, gem)
	}
}

func children(files *files.Layout, folder string) []string {
	list := files.Subfolders(strings.TrimPrefix(folder, "."))
	for i, name := range list {
		list[i] = path.Join(folder, name)
	}
	return list
}

// all adds the gems of the folders that a pattern finds.
func (g *gemfile) all(pattern string) {
	names, _ := g.l.Glob(pattern)
	for _, found := range names {
		folder := found
		if path.Ext(found) != "" {
			folder = path.Dir(found)
		}
		if name := g.l.gemName(folder); name != "" {
			g.add(name, folder)
		}
	}
}

// gemName is the name of the gem in a folder.
func (l *loader) gemName(folder string) string {
	return l.layout.Gemspec(strings.TrimSuffix(strings.TrimPrefix(folder, "."), "/"))
}

// ---- what is required

// requires follows the requires of gems to the classes of their engines.
type requires struct {
	l       *loader
	gems    []localGem
	seen    map[string]bool
	engines []engineFile
}

// gem requires a gem as Bundler does: by its name, dashes may be folders.
func (r *requires) gem(g localGem) {
	for _, name := range []string{g.name, strings.ReplaceAll(g.name, "-", "/")} {
		r.file(path.Join(g.folder, "lib", name+".rb"))
	}
}

// Lines that load files, and that define engines.
var (
	requireName = regexp.MustCompile(`^\s*(require|require_relative|require_dependency)\s*\(?\s*["']([^"']+)["']`)
	requirePath = regexp.MustCompile(`^\s*(?:require|load)\s*\(?\s*File\.expand_path\(\s*["']([^"']+)["'],\s*(?:File\.dirname\(__FILE__\)|__dir__|(__FILE__))`)
	engineLine  = regexp.MustCompile(`^\s*class\s+[\w:]+\s*<\s*(?:::)?(?:\w+::)*\w*(?:Engine|Railtie)\b`)
)

// file follows a file of a gem, once.
func (r *requires) file(name string) {
	if r.seen[name] || len(r.seen) > files.MaxListed || !r.l.layout.Exists(name) {
		return
	}
	r.seen[name] = true
	src, _ := r.l.Text(name)
	defines := false
	for line := range bytes.Lines(src) {
		if begin := bytes.TrimLeft(line, "\t\n\f\r "); len(begin) == 0 || !bytes.Contains([]byte("rlc"), begin[:1]) { // require, load, class
			continue
		}
		if m := requireName.FindSubmatch(line); m != nil {
			r.require(string(m[1]), strings.TrimSuffix(string(m[2]), ".rb")+".rb", name)
		} else if m := requirePath.FindSubmatch(line); m != nil {
			from := path.Dir(name)
			if len(m[2]) > 0 { // the file itself, of which .. leads to its folder
				from = name
			}
			r.file(path.Join(from, strings.TrimSuffix(string(m[1]), ".rb")+".rb"))
		} else if !defines && engineLine.Match(line) {
			defines = true
			r.engines = append(r.engines, engineFile{name: name, part: partOf(name)})
		}
	}
}

func (r *requires) require(how, name, from string) {
	if how == "require_relative" {
		r.file(path.Join(path.Dir(from), name))
		return
	}
	r.file(path.Join(partOf(from), "lib", name))
	for _, g := range r.gems {
		r.file(path.Join(g.folder, "lib", name))
	}
}
