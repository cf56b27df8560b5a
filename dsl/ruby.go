package dsl

import (
	"embed"
	"path"
	"regexp"
	"strings"
	"sync"

	"signalbox/grammar"
)

// Methods of the built-in classes that Ruby says in fewer words than Go: those of
// ActiveSupport, and those that Ruby derives from others. They are rows of their class
// like those in Go. A comment above a method names its traits, and `enumerator` makes one
// where there is no block:
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
	"adds": adds, "looksAtKinds": looksAtKinds, "showsParts": showsParts,
}

// derived returns the rows of one class or module: its file in core has its name.
func derived(class string) methodTable {
	name := "core/" + strings.ToLower(strings.ReplaceAll(class, "::", "_")) + ".rb"
	src, err := coreSources.ReadFile(name)
	if err != nil {
		panic(err) // the file is part of the program
	}
	table := methodTable{}
	marks := "" // of the line before
	for text := string(src); text != ""; {
		line, rest, _ := strings.Cut(text, "\n")
		if head := defHead.FindStringSubmatch(line); head != nil {
			def := line
			if head[3] == "" { // not `def f(x) = y`, of which the line is the whole
				body, after, _ := strings.Cut(rest, "\n  end\n")
				def, rest = line+"\n"+body+"\n  end", after
			}
			m := &derivedMethod{name: head[1], file: path.Base(name), source: def}
			m.row = fnOpt(0, 0, m.run)
			for param := range strings.SplitSeq(head[2], ",") {
				m.row.take(strings.TrimSpace(param))
			}
			m.row.mark(marks)
			table[m.name] = m.row
		}
		if words := strings.Fields(line); len(words) == 3 && words[0] == "alias" {
			table[words[1]] = table[words[2]]
		}
		marks, _ = strings.CutPrefix(line, "  # ")
		text = rest
	}
	return table
}

var defHead = regexp.MustCompile(`^  def ([^\s(]+)(?:\(([^)]*)\))?( = )?`)

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
func (m *derivedMethod) run(c *Call) (Value, error) {
	m.once.Do(m.parse)
	own := *c
	own.method = &Method{name: c.Name, def: m.def, cref: c.t.in.rootScope(), visibility: public, derived: true}
	v, err := c.t.runDef(own.method, &own)
	c.t.pos = c.Pos
	return v, c.t.ofProgram(err, c)
}
