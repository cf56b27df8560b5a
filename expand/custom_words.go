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
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Routing methods that the user of signalbox defines, for gems that it does not
// know: Options.Words.

// customWords are those that the files of Options.Words define.
type customWords struct {
	l     *loader
	files map[string]bool
}

// define runs the files of Options.Words as the inside of the mapper's class:
//
//	def api_resources(*names, **options, &block)
//	  resources(*names, defaults: { format: :json }, **options, &block)
//	end
func (cw *customWords) define() error {
	for _, name := range cw.l.options.Words {
		clean := path.Clean(strings.ReplaceAll(name, "\\", "/"))
		file, err := cw.l.parse(clean)
		if err != nil {
			return cw.noWords(name, err)
		}
		cw.files[clean] = true
		if err := cw.defineFile(file); err != nil {
			return err
		}
	}
	return nil
}

// defineFile runs one of them, whose first comment may name a gem as those of package gems
// do; the file is called as the gem is. Without `module:` it is a comment.
func (cw *customWords) defineFile(file *grammar.File) error {
	g, err := gems.Parse(strings.TrimSuffix(path.Base(file.Name), ".rb"), []byte(file.Source))
	if g.Module == "" {
		g = &gems.Gem{}
	} else if mark, ok := err.(*gems.MarkError); ok {
		return &RouteError{Message: "no mark of a gem: " + mark.Text, Pos: grammar.Pos{Filename: file.Name, Line: mark.Line, Column: 1}}
	} else if !route.IsConstant(g.Module) {
		return &RouteError{Message: "module: names a module of Ruby, not " + g.Module, Pos: grammar.Pos{Filename: file.Name, Line: 1, Column: 1}}
	}
	if !cw.l.lockedGems().Follow(g) {
		return nil
	}
	return cw.l.gems.Defining(g, func() error {
		_, err := cw.l.thread.Run(insideMapper(file), nil)
		return err
	})
}

// noWords is the error about a file of routing methods, at the place that names it.
func (cw *customWords) noWords(name string, err error) error {
	var re *RouteError
	if !errors.As(err, &re) || re.Pos.Line > 0 { // what stands in the file
		return err
	}
	message := "the file of routing methods " + name + " can't be read: " + re.Message
	if errors.Is(err, fs.ErrNotExist) {
		message = "no such file of routing methods: " + name
		if why := files.DanglingLink(cw.l.tree, name); why != "" {
			message += ": " + why
		}
	}
	return &RouteError{
		Class: re.Class, Message: message, Pos: cw.l.options.wordPlaces[name], cause: err,
		Hint: "name a file inside the application's folder, relative to it: " + cw.l.root,
	}
}

// insideMapper is `class ActionDispatch::Routing::Mapper ... end` around a file.
func insideMapper(file *grammar.File) *grammar.File {
	pos := file.Body.Pos
	class := &grammar.Class{Pos: pos, Name: code.ConstOf(mapper.ClassName, pos), Body: &grammar.Body{Pos: pos, Stmts: file.Body}}
	return &grammar.File{Name: file.Name, Source: file.Source, Body: &grammar.Stmts{Pos: pos, List: []grammar.Expr{class}}}
}

// Place is where Rails records a route: in the innermost of the application's
// files. A text that the program evaluates is none, and neither is a file of
// Options.Words, which stands for a gem. A route of the framework has no place.
func (l *loader) Place(c *dsl.Call) grammar.Pos {
	if l.gems.DrawsFramework() {
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
	return !mapper.IsText(pos) && !l.customWords.files[pos.Filename] && !l.interp.Evaluated(pos.Filename)
}

// moduleWith finds the module of a file of Options.Words that defines a method.
func (cw *customWords) moduleWith(method string) (module string, pos grammar.Pos) {
	for _, name := range slices.Sorted(maps.Keys(cw.files)) {
		grammar.Walk(cw.l.files[name], func(n grammar.Node) {
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

// noteModules says in the warnings about unknown words that a module of a
// file of Options.Words has such a method: nothing mixes it in.
func (cw *customWords) noteModules() {
	for i := range cw.l.notes.list {
		d := &cw.l.notes.list[i]
		if d.Kind != route.UnknownWord || len(cw.files) == 0 {
			continue
		}
		if module, pos := cw.moduleWith(d.Source); module != "" {
			d.Advise("add `include " + module + "`, the module at " + pos.Filename + ":" + strconv.Itoa(pos.Line) + ", to the methods listed under words:")
		}
	}
}
