package dsl

import (
	"embed"
	"path"
	"strings"
	"sync"

	"signalbox/grammar"
)

// Methods of the built-in classes that Ruby says in fewer words than Go: those of
// ActiveSupport, and those that Ruby derives from others. They are rows of their class
// like those in Go. A comment above a method names its traits; `enumerator` makes one where
// there is no block, `private` hides the method. An alias is the same row:
//
//	class String
//	  # changes
//	  def squish! = replace(squish)
//	end

//go:embed core
var coreSources embed.FS

// derivedMarks are what the comments say.
var derivedMarks = map[string]traits{
	"changes": changes, "opaque": opaque, "partial": partial, "asList": asList, "sameOrder": sameOrder, "anyOrder": anyOrder,
	"adds": adds, "looksAtKinds": looksAtKinds, "showsParts": showsParts, "picks": picks,
}

// derived returns the rows of one class or module: its file in core has its name.
func derived(class string) methodTable {
	file := "core/" + strings.ToLower(strings.ReplaceAll(class, "::", "_")) + ".rb"
	src, err := coreSources.ReadFile(file)
	if err != nil {
		panic(err) // the file is part of the program
	}
	table := methodTable{}
	marks := "" // of the line before
	for text := string(src); text != ""; {
		line, rest, _ := strings.Cut(text, "\n")
		if head, isDef := strings.CutPrefix(line, "  def "); isDef {
			name, params, whole := cutHead(head)
			def := line
			if !whole {
				body, after, _ := strings.Cut(rest, "\n  end\n")
				def, rest = line+"\n"+body+"\n  end", after
			}
			m := &derivedMethod{name: name, file: path.Base(file), source: def}
			m.row = fnOpt(0, 0, m.run)
			for param := range strings.SplitSeq(params, ",") {
				m.row.take(strings.TrimSpace(param))
			}
			m.row.mark(marks)
			table[name] = m.row
		} else if names, isAlias := strings.CutPrefix(line, "  alias "); isAlias {
			name, old, _ := strings.Cut(names, " ")
			table[name] = table[old]
		}
		marks, _ = strings.CutPrefix(line, "  # ")
		text = rest
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

// mark adds the traits that the comment above a method names.
func (b *builtin) mark(words string) {
	for word := range strings.FieldsSeq(words) {
		if word == "enumerator" {
			withBlock(b)
		}
		if word == "private" {
			b.m.visibility = private
		}
		b.is(derivedMarks[word])
	}
}

// A derivedMethod is one method. It is parsed when it is first called.
type derivedMethod struct {
	name   string
	file   string
	source string
	row    *builtin

	once sync.Once
	def  *grammar.Def
}

// take counts a parameter.
func (b *builtin) take(param string) {
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
	file, err := grammar.Parse(libraryPrefix+strings.TrimSuffix(m.file, ".rb")+">", []byte(m.source))
	if err != nil {
		panic(err) // the file is part of the program
	}
	m.def = file.Body.List[0].(*grammar.Def)
}

// run answers a call. Where the method asks what only the application knows, its result
// is unknown, as that of a built-in method in Go.
func (m *derivedMethod) run(c *Call) Value {
	m.once.Do(m.parse)
	own := *c
	own.method = &Method{name: c.Name, def: m.def, cref: c.t.in.rootScope(), visibility: public, derived: true}
	v, err := c.t.runDef(own.method, &own)
	c.t.pos = c.Pos
	must(c.t.ofProgram(err, c))
	return v
}
