package dsl

import (
	"io/fs"
	"path"
	"strings"
	"sync"

	"signalbox/dsl/internal/trait"
	"signalbox/grammar"
)

// Methods of the built-in classes that Ruby says in fewer words than Go: those of
// ActiveSupport, and those that Ruby derives from others. They are rows of their class
// like those in Go. Words before a method name its traits ([traitWords]). An alias is the
// same row:
//
//	class String
//	  changes def squish! = replace(squish)
//	  alias strip_all! squish!
//	end
//
// What a method needs of Go is a function of the module Primitive, which programs cannot name, and
// neither can they NONE: an argument that is not given.

// RubyMethods returns the rows of one class or module: its file in a folder has its name. In the
// class there are only def and alias, indented by two spaces.
func RubyMethods(files fs.FS, folder, class string) Methods {
	file := strings.ToLower(strings.ReplaceAll(class, "::", "_"))
	src, err := fs.ReadFile(files, path.Join(folder, file+".rb"))
	if err != nil {
		panic(err) // the file is part of the program
	}
	table := Methods{}
	for text := string(src); text != ""; {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		marks, head, isDef := strings.Cut(line, "def ")
		names, isAlias := strings.CutPrefix(line, "  alias ")
		switch {
		case line == "" || line[0] != ' ' || strings.HasPrefix(line, "  #"): // the class and its end
			continue
		case isAlias:
			name, old, _ := strings.Cut(names, " ")
			if table[name] = table[old]; table[old] == nil {
				panic(file + ".rb: alias of a method that is not above it: " + old)
			}
			continue
		case !isDef || !strings.HasPrefix(line, "  ") || line[2] == ' ':
			panic(file + ".rb: neither def nor alias, indented by two spaces: " + line)
		}
		name, params, whole := cutHead(head)
		m := &derivedMethod{file: file, source: "def " + head}
		if !whole {
			body, after, _ := strings.Cut(rest, "\n  end\n")
			m.source, text = m.source+"\n"+body+"\nend", after
		}
		m.row = FnOpt(0, 0, m.run)
		for param := range strings.SplitSeq(params, ",") {
			m.row.take(strings.TrimSpace(param))
		}
		m.row.mark(marks)
		table[name] = m.row
	}
	return table
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

// mark adds what the words before a method say.
func (b *Builtin) mark(words string) {
	for word := range strings.FieldsSeq(words) {
		of, ok := trait.Words[word]
		switch {
		case ok:
			b.With(of)
		case word == "enumerator":
			OrEnumerator(b)
		case word == "private":
			Private(b)
		default:
			panic("no trait: " + word)
		}
	}
}

// A derivedMethod is one method. It is parsed when it is first called.
type derivedMethod struct {
	file   string
	source string
	row    *Builtin

	once sync.Once
	def  *grammar.Def
}

// take counts a parameter.
func (b *Builtin) take(param string) {
	switch {
	case param == "", strings.HasPrefix(param, "&"):
	case strings.HasPrefix(param, "**"), strings.Contains(param, ":"):
		b.keywords = true
	case strings.HasPrefix(param, "*"):
		b.max = -1
	case strings.Contains(param, "="):
		b.max++
	default:
		b.min, b.max = b.min+1, b.max+1
	}
}

// parse is called once.
func (m *derivedMethod) parse() {
	file, err := grammar.Parse(libraryPrefix+m.file+">", []byte(m.source))
	if err != nil {
		panic(err) // the file is part of the program
	}
	m.def = file.Body.List[0].(*grammar.Def)
}

// run answers a call. Where the method asks what only the application knows, its result
// is unknown, as that of a built-in method in Go.
func (m *derivedMethod) run(c *Call) Value {
	m.once.Do(m.parse)
	if c.HasTrait(trait.Unfrozen) {
		c.MustChange()
	}
	own := *c
	own.method = &Method{Name: c.Name, def: m.def, cref: c.in.library.scope, visibility: public}
	if !c.HasTrait(trait.Forks) {
		own.method.derived = c
	}
	v, err := own.runDef(own.method)
	c.At = c.Pos
	if err != nil {
		return Must(c.leaveLibrary(nil, err))
	}
	return v
}

// Primitive holds what the methods in core call of Go, and what they have in common.
func init() {
	Register(Type{Name: "Primitive", Module: true, Hidden: true, Functions: Methods{
		"int": Fn(1, intOf).With(trait.Opaque),
		"is?": Fn(2, isOf).With(trait.Opaque),
	}})
}

// isOf reports whether a value is of a class. One that only the application knows is of none.
func isOf(c *Call) Value {
	return Bool(!IsUnknown(c.Args[0]) && c.IsA(c.Args[0], c.Args[1].(*Class)))
}

// intOf is an argument as an Integer.
func intOf(c *Call) Value {
	if IsUnknown(c.Args[0]) {
		c.TestUnknown(c.Args[0])
		return Int(0)
	}
	return Int(c.Int(0))
}

// altering reports whether the call is one that a method of core changes its receiver by:
// what is unknown of that, the method itself says.
func (p *paths) altering(c *Call) bool {
	return p.derived != nil && p.derived.HasTrait(trait.ChangesReceiver) && p.derived.Self == c.Self
}
