package expand

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/files"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Routing words that the user of signalbox defines, for gems that it does not
// know: Options.Words.

// defineWords runs the files of Options.Words as the inside of the mapper's class:
//
//	def api_resources(*names, **options, &block)
//	  resources(*names, defaults: { format: :json }, **options, &block)
//	end
func (l *loader) defineWords() error {
	for _, name := range l.options.Words {
		clean := path.Clean(strings.ReplaceAll(name, "\\", "/"))
		file, err := l.parse(clean)
		if err != nil {
			return l.noWords(name, err)
		}
		if l.wordFiles == nil {
			l.wordFiles = map[string]bool{}
		}
		l.wordFiles[clean] = true
		if err := l.defineWordFile(file); err != nil {
			return err
		}
	}
	return nil
}

// defineWordFile runs one of them, whose first comment may name a gem as those of package gems
// do; the file is called as the gem is. Without `module:` it is a comment.
func (l *loader) defineWordFile(file *grammar.File) error {
	g, err := gems.Parse(strings.TrimSuffix(path.Base(file.Name), ".rb"), []byte(file.Source))
	if g.Module == "" {
		g = &gems.Gem{}
	} else if mark, ok := err.(*gems.MarkError); ok {
		return &RouteError{Message: "no mark of a gem: " + mark.Text, Pos: grammar.Pos{Filename: file.Name, Line: mark.Line, Column: 1}}
	} else if !route.IsConstant(g.Module) {
		return &RouteError{Message: "module: names a module of Ruby, not " + g.Module, Pos: grammar.Pos{Filename: file.Name, Line: 1, Column: 1}}
	}
	if !l.lockedGems().Follow(g) {
		return nil
	}
	l.gems.defining = &definedGem{Gem: g}
	defer func() { l.gems.defining = nil }()
	l.openModule(g)
	_, err = l.thread.Run(insideMapper(file), nil)
	return err
}

// noWords is the error about a file of routing words, at the place that names it.
func (l *loader) noWords(name string, err error) error {
	var re *RouteError
	if !errors.As(err, &re) || re.Pos.Line > 0 { // what stands in the file
		return err
	}
	message := "the file of routing words " + name + " can't be read: " + re.Message
	if errors.Is(err, fs.ErrNotExist) {
		message = "no such file of routing words: " + name
		if why := files.DanglingLink(l.tree, name); why != "" {
			message += ": " + why
		}
	}
	return &RouteError{
		Class: re.Class, Message: message, Pos: l.options.wordPlaces[name], cause: err,
		Hint: "name a file inside the application's folder, relative to it: " + l.root,
	}
}

// insideMapper is `class ActionDispatch::Routing::Mapper ... end` around a file.
func insideMapper(file *grammar.File) *grammar.File {
	pos := file.Body.Pos
	class := &grammar.Class{Pos: pos, Name: constOf(mapper.ClassName, pos), Body: &grammar.Body{Pos: pos, Stmts: file.Body}}
	return &grammar.File{Name: file.Name, Source: file.Source, Body: &grammar.Stmts{Pos: pos, List: []grammar.Expr{class}}}
}

// place is where Rails records a route: in the innermost of the application's
// files. A text that the program evaluates is none, and neither is a file of
// Options.Words, which stands for a gem. A route of the framework has no place.
func (l *loader) place(c *dsl.Call) grammar.Pos {
	if l.gems.framework != nil {
		return grammar.Pos{}
	}
	if l.ofApplication(c.Pos) {
		return c.Pos
	}
	for _, f := range c.Thread.Stack() {
		if l.ofApplication(f.Pos) {
			return f.Pos
		}
	}
	return c.Pos
}

func (l *loader) ofApplication(pos grammar.Pos) bool {
	return !mapper.IsText(pos) && !l.wordFiles[pos.Filename] && !l.interp.Evaluated(pos.Filename)
}

// moduleWith finds the module of a file of Options.Words that defines a method.
func (l *loader) moduleWith(method string) (module string, pos grammar.Pos) {
	for _, name := range slices.Sorted(maps.Keys(l.wordFiles)) {
		grammar.Walk(l.files[name], func(n grammar.Node) {
			m, ok := n.(*grammar.Module)
			if !ok || m.Body == nil || m.Body.Stmts == nil || module != "" {
				return
			}
			for _, x := range m.Body.Stmts.List {
				if d, ok := x.(*grammar.Def); ok && d.Singleton == nil && d.Name == method {
					module, pos = grammar.String(m.Name), d.Pos
				}
			}
		})
	}
	return module, pos
}

// noteModulesOfWords adds to the warnings about unknown words that a module of a
// file of Options.Words has such a method: nothing mixes it in.
func (l *loader) noteModulesOfWords() {
	for i := range l.diagnostics {
		d := &l.diagnostics[i]
		if d.Kind != route.UnknownWord || len(l.wordFiles) == 0 {
			continue
		}
		_, name, _ := strings.Cut(d.Summary, "`")
		name, _, _ = strings.Cut(name, "`")
		if module, pos := l.moduleWith(name); module != "" {
			d.Detail += " The module " + module + " at " + pos.Filename + ":" + strconv.Itoa(pos.Line) + " defines it: mix it into the words with `include " + module + "`."
		}
	}
}
