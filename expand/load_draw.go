package expand

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/files"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// drawnFiles are the files that `draw` reads.
type drawnFiles struct {
	l       *loader
	stack   []string // those that it reads now
	folders []string // in which it looks
	count   int
}

// Draw is `draw`: the first file of that name in the folders of routes.
func (l *loader) Draw(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	base, ok := l.drawnName(m, c)
	if !ok {
		return dsl.Nil
	}
	for _, folder := range l.drawn.inFolders() {
		if name := folder + "/" + base + ".rb"; l.IsFile(name) {
			return l.drawFile(m, c, name)
		}
	}
	err := dsl.Raise("ArgumentError", "Your router tried to #draw the external file %s.rb,\nbut the file was not found in:\n\n%s", base, l.drawn.text())
	dsl.Check(l.notDrawn(err, base))
	return nil
}

// drawAll is `draw_all` of GitLab's gem action_dispatch-draw_all: every file of
// that name in the folders of routes.
func (l *loader) drawAll(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	base, ok := l.drawnName(m, c)
	if !ok {
		return dsl.Nil
	}
	found := false
	for _, folder := range l.drawn.inFolders() {
		name := folder + "/" + base + ".rb"
		if !l.IsFile(name) {
			continue
		}
		found = true
		l.drawFile(m, c, name)
	}
	if !found {
		err := dsl.Raise("ActionDispatch::DrawAll::RoutesNotFound",
			"Your router tried to #draw_all the external file %s.rb,\nbut the file was not found in:\n\n%s", base, l.drawn.text())
		dsl.Check(l.notDrawn(err, base))
		return nil
	}
	return dsl.Nil
}

// notDrawnSteps is what it takes to look for links and files.
const notDrawnSteps = 2_000

// notDrawn adds to the error of a file that is not there the link that should lead
// to it, or the file that may be meant.
func (l *loader) notDrawn(err error, base string) error {
	var ee *dsl.EvalError
	if l.options.Source != nil && errors.As(err, &ee) {
		ee.Hint = "no application is around this text: give the path of its routes file, or of its folder"
		return err
	}
	l.thread.ChargeSteps(notDrawnSteps)
	for _, folder := range l.drawn.inFolders() {
		if why := files.DanglingLink(l.tree, folder+"/"+base+".rb"); why != "" && errors.As(err, &ee) {
			ee.Hint = strings.Replace(why, "it is", folder+"/"+base+".rb is", 1)
			return err
		}
	}
	return ruby.Meant(err, drawnText(base), l.drawn.names())
}

// names are the names that `draw` takes, as they are written.
func (df *drawnFiles) names() (names []string) {
	for _, folder := range df.inFolders() {
		found, _ := df.l.Glob(folder + "/**/*.rb")
		for _, name := range found {
			names = append(names, drawnText(strings.TrimSuffix(strings.TrimPrefix(name, folder+"/"), ".rb")))
		}
	}
	return names
}

// drawnText is the argument of draw for a file: :admin, "admin/users".
func drawnText(name string) string {
	if ruby.IsWord(name) {
		return ":" + name
	}
	return ruby.Quote(name)
}

// drawnName is the argument of draw; ok is false if only the application knows
// it.
func (l *loader) drawnName(m *mapper.Mapper, c *dsl.Call) (base string, ok bool) {
	if len(c.Args) != 1 {
		panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "1")))
	}
	if u := dsl.UnknownIn(c.Args[0]); u != nil {
		d := l.warning(route.UnknownValue, c.Pos, "unknown file name "+dsl.Brief(u.Text())+" in `"+c.Name+"`: the file's routes are missing; set the name")
		if files := l.drawn.names(); len(files) > 0 {
			d.Source, d.Expr, d.Wants, d.Example = u.Text(), u.Text(), route.TextShape, strings.Trim(files[0], `:"`)
		}
		l.diagnose(d)
		return "", false
	}
	base = m.Str(c.Args[0])
	name := "config/routes/" + base + ".rb"
	if clean := filepath.ToSlash(filepath.Clean(name)); clean != name && !strings.HasPrefix(clean, "config/routes/") {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "%s %s: only files below config/routes are read", c.Name, ruby.Quote(base))))
	}
	return base, true
}

func (df *drawnFiles) text() string {
	return " * " + strings.Join(df.inFolders(), "\n * ")
}

// inFolders are the folders in which `draw` looks: those of the engine that is
// drawn, config/routes, those of packs, and what config/application.rb adds to
// config.paths["config/routes"].
func (df *drawnFiles) inFolders() []string {
	if df.folders == nil {
		said := df.l.configuration.application
		df.folders = append(df.foldersOf(said.front), drawnFolder)
		for _, pack := range df.l.packs() {
			df.folders = append(df.folders, pack+"/config/routes")
		}
		df.folders = append(df.folders, df.foldersOf(said.back)...)
	}
	if df.l.engines.part != "" {
		return append([]string{df.l.engines.part + "/config/routes"}, df.folders...)
	}
	return df.folders
}

// foldersOf are the folders that expressions lead to. What is interpolated but the root
// stands for any name.
func (df *drawnFiles) foldersOf(list []grammar.Expr) (folders []string) {
	for _, x := range list {
		found, _ := df.l.Glob(folderPattern(x))
		folders = append(folders, found...)
	}
	return folders
}

// folderPattern is the pattern of a folder's name as an expression gives it.
func folderPattern(x grammar.Expr) string {
	switch x := x.(type) {
	case *grammar.Str:
		return x.Value
	case *grammar.Call: // Rails.root.join("a", "b")
		var parts []string
		for _, a := range x.Args {
			parts = append(parts, folderPattern(a))
		}
		joined := path.Join(parts...)
		if len(parts) > 0 && strings.HasSuffix(parts[len(parts)-1], "/") {
			joined += "/" // Rails.root.glob("app/packs/**/")
		}
		return joined
	case *grammar.Interp:
		var b strings.Builder
		for _, part := range x.Parts {
			if s, ok := part.(*grammar.Str); ok {
				b.WriteString(s.Value)
			} else if !isRootText(part) {
				b.WriteByte('*')
			}
		}
		return strings.TrimPrefix(b.String(), "/")
	}
	return ""
}

func isRootText(x grammar.Expr) bool {
	text := grammar.String(x)
	return strings.HasSuffix(strings.Trim(text, "()"), "root")
}

func (l *loader) drawFile(m *mapper.Mapper, c *dsl.Call, name string) dsl.Value {
	l.drawn.count++
	switch {
	case len(l.drawn.stack) >= maxDrawDepth:
		panic(dsl.Fail(&RouteError{
			Class: "SystemStackError", Pos: c.Pos,
			Message: "stack level too deep: the files draw each other: " + strings.Join(l.drawn.stack[len(l.drawn.stack)-3:], " -> ") + " -> " + name,
		}))
	case l.drawn.count > maxDrawnFiles:
		panic(dsl.Fail(&RouteError{Class: "RuntimeError", Pos: c.Pos, Message: fmt.Sprintf("limit reached: files drawn (at most %d)", maxDrawnFiles)}))
	}
	file := dsl.Must(l.parse(name))
	l.drawn.stack = append(l.drawn.stack, name)
	v, err := c.Thread.Run(file, m.Self())
	l.drawn.stack = l.drawn.stack[:len(l.drawn.stack)-1]
	dsl.Check(err)
	return v
}

// undrawn are the files in the folders of `draw` that were not read.
func (l *loader) undrawn() (names []string) {
	if l.options.Source != nil {
		return nil
	}
	for _, folder := range l.drawn.inFolders() {
		found, _ := l.Glob(folder + "/**/*.rb")
		for _, name := range found {
			if l.files[name] == nil {
				names = append(names, name)
			}
		}
	}
	return names
}
