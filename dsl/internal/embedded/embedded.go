// Package embedded reads the Ruby code that comes with the interpreter: each piece is parsed when it is first
// wanted, once for all interpreters.
package embedded

import (
	"io/fs"
	"path"
	"strings"
	"sync"

	"signalbox/grammar"
)

// prefix begins the names of files in the positions of the code.
const prefix = "<internal:"

// Holds reports whether a position is in code that comes with the interpreter.
func Holds(pos grammar.Pos) bool { return strings.HasPrefix(pos.Filename, prefix) }

func parse(name string, src []byte) (*grammar.File, error) {
	return grammar.Parse(prefix+strings.TrimSuffix(name, ".rb")+">", src)
}

// A Library is files that are read when a program first names a constant that they define.
type Library struct {
	files     fs.FS
	constants map[string]string
	modules   map[string]bool
	parsed    sync.Map // *grammar.File by file
}

// NewLibrary makes a library. constants holds, by the path of each constant, such as
// Rack::Utils, the file that defines it.
func NewLibrary(files fs.FS, constants map[string]string) *Library {
	l := &Library{files: files, constants: constants, modules: map[string]bool{}}
	for path := range constants {
		if i := strings.LastIndex(path, "::"); i > 0 {
			l.modules[path[:i]] = true
		}
	}
	return l
}

// FileOf returns the file that defines a constant.
func (l *Library) FileOf(constant string) (file string, ok bool) {
	file, ok = l.constants[constant]
	return file, ok
}

// Modules returns those around the constants, by their paths.
func (l *Library) Modules() map[string]bool { return l.modules }

// Parse returns a file.
func (l *Library) Parse(name string) (*grammar.File, error) {
	if f, ok := l.parsed.Load(name); ok {
		return f.(*grammar.File), nil
	}
	src, err := fs.ReadFile(l.files, name)
	if err != nil {
		return nil, err
	}
	f, err := parse(name, src)
	if err != nil {
		return nil, err
	}
	l.parsed.Store(name, f)
	return f, nil
}

// A Method is one method of a class.
type Method struct {
	Names  []string // its own and its aliases
	Words  []string // in front of it: the names of its traits
	Params []string // as they are written: "x", "*rest", "limit = 10", "&block"
	// Def returns the method.
	Def func() *grammar.Def
}

// Methods returns the methods of one class or module: its file in a folder has its name. In the
// class there are only def and alias, indented by two spaces; other code is a mistake, which panics.
//
//	class String
//	  changes def squish! = replace(squish)
//	  alias strip_all! squish!
//	end
func Methods(files fs.FS, folder, class string) (list []*Method) {
	file := strings.ToLower(strings.ReplaceAll(class, "::", "_")) + ".rb"
	src, err := fs.ReadFile(files, path.Join(folder, file))
	if err != nil {
		panic(err) // the file is part of the program
	}
	named := map[string]*Method{}
	for text := string(src); text != ""; {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		words, head, isDef := strings.Cut(line, "def ")
		names, isAlias := strings.CutPrefix(line, "  alias ")
		switch {
		case line == "" || line[0] != ' ' || strings.HasPrefix(line, "  #"): // the class and its end
			continue
		case isAlias:
			name, old, _ := strings.Cut(names, " ")
			m := named[old]
			if m == nil {
				panic(file + ": alias of a method that is not above it: " + old)
			}
			m.Names, named[name] = append(m.Names, name), m
			continue
		case !isDef || !strings.HasPrefix(line, "  ") || line[2] == ' ':
			panic(file + ": neither def nor alias, indented by two spaces: " + line)
		}
		name, params, whole := cutHead(head)
		source := "def " + head
		if !whole {
			body, after, _ := strings.Cut(rest, "\n  end\n")
			source, text = source+"\n"+body+"\nend", after
		}
		m := &Method{Names: []string{name}, Words: strings.Fields(words), Def: sync.OnceValue(func() *grammar.Def { return definition(file, source) })}
		for param := range strings.SplitSeq(params, ",") {
			if param = strings.TrimSpace(param); param != "" {
				m.Params = append(m.Params, param)
			}
		}
		named[name], list = m, append(list, m)
	}
	return list
}

// cutHead returns the name and the parameters in the first line of a method; whole reports
// whether that line is all of it: f(x) = y.
func cutHead(head string) (name, params string, whole bool) {
	end := strings.IndexAny(head, "( ")
	if end < 0 {
		return head, "", false
	}
	name, rest := head[:end], head[end:]
	if rest[0] == '(' {
		params, rest, _ = strings.Cut(rest[1:], ")")
	}
	return name, params, strings.HasPrefix(rest, " = ")
}

func definition(file, source string) *grammar.Def {
	f, err := parse(file, []byte(source))
	if err != nil {
		panic(err) // the file is part of the program
	}
	return f.Body.List[0].(*grammar.Def)
}
