package expand

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"signalbox/dsl"
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
		if errors.Is(err, fs.ErrNotExist) {
			return &RouteError{
				Class: "Errno::ENOENT", Message: "no such file of routing words: " + name, cause: err,
				Hint: "name it relative to the application's folder, " + l.root,
			}
		}
		if err != nil {
			return err
		}
		if l.wordFiles == nil {
			l.wordFiles = map[string]bool{}
		}
		l.wordFiles[clean] = true
		if _, err := l.thread.Run(insideMapper(file), nil); err != nil {
			return err
		}
	}
	return nil
}

// insideMapper is `class ActionDispatch::Routing::Mapper ... end` around a file.
func insideMapper(file *grammar.File) *grammar.File {
	pos := file.Body.Pos
	var name *grammar.Const
	for _, part := range []string{"ActionDispatch", "Routing", "Mapper"} {
		c := &grammar.Const{Pos: pos, Name: part}
		if name != nil {
			c.Scope = name
		}
		name = c
	}
	class := &grammar.Class{Pos: pos, Name: name, Body: &grammar.Body{Pos: pos, Stmts: file.Body}}
	return &grammar.File{Name: file.Name, Source: file.Source, Body: &grammar.Stmts{Pos: pos, List: []grammar.Expr{class}}}
}

// place is where Rails records a route: in the innermost of the application's
// files. A text that the program evaluates is none, and neither is a file of
// Options.Words, which stands for a gem.
func (l *loader) place(c *dsl.Call) grammar.Pos {
	if l.ofApplication(c.Pos) {
		return c.Pos
	}
	for _, f := range c.Thread().Stack() {
		if l.ofApplication(f.Pos) {
			return f.Pos
		}
	}
	return c.Pos
}

func (l *loader) ofApplication(pos grammar.Pos) bool {
	return !strings.HasPrefix(pos.Filename, "(eval") && !l.wordFiles[pos.Filename]
}
