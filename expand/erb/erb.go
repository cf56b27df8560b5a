// Package erb runs the ERB in files of YAML, whose values need not be text:
//
//	host: <%= ENV.fetch("HOST", "localhost") %>
//
// Rails: ActiveSupport::ConfigurationFile.
package erb

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// A Template is the ERB of a file, and the text that comes of it. Values that text can't keep
// stand in that as marks: those that only the application knows, and those that lack a variable.
type Template struct {
	Program *grammar.File // what is to be run, with self as [Template.Self] returns it
	Text    bytes.Buffer
	texts   []string // between the tags
	values  []dsl.Value
}

// Parse returns the template in a text; nil if the text is none, because it ends within a tag.
// The error is one of the Ruby in it.
func Parse(name string, src []byte) (*Template, error) {
	program, texts, ok := programOf(string(src))
	if !ok || bytes.ContainsRune(src, markOpen) {
		return nil, nil
	}
	file, err := grammar.Parse(name, []byte(program))
	if err != nil {
		return nil, err
	}
	return &Template{Program: file, texts: texts}, nil
}

// Self returns the self of the program, which writes the text. Before each value it calls
// written.
func (t *Template) Self(in *dsl.Interp, written func()) dsl.Value {
	class := in.NewClass("Object", nil, func(name string) bool { return name == textMethod || name == valueMethod })
	return in.NewObject(class, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		if c.Name == textMethod {
			t.Text.WriteString(t.texts[c.Args[0].(dsl.Int)])
			return dsl.Nil
		}
		written()
		t.add(c)
		return dsl.Nil
	}))
}

// HasValue reports whether a scalar of the text is made of a value that it can't keep.
func HasValue(scalar string) bool { return strings.ContainsRune(scalar, markOpen) }

// The marks are numbers between two characters of private use.
const (
	markOpen  = '\uE010'
	markClose = '\uE011'
)

var valueMark = regexp.MustCompile(string(markOpen) + `(\d+)` + string(markClose))

// The methods that a program made of a template calls: their names are short, so that
// code stands where it does in the file.
const (
	textMethod  = "_"
	valueMethod = "p"
)

// add adds a value.
func (t *Template) add(c *dsl.Call) {
	v := c.Args[0]
	if dsl.UnknownIn(v) == nil && c.Interp().UnsetIn(v) == nil {
		t.Text.WriteString(c.ToS(v))
		return
	}
	t.Text.WriteString(string(markOpen) + strconv.Itoa(len(t.values)) + string(markClose))
	t.values = append(t.values, v)
}

// programOf is the Ruby of a template, line by line, and the texts in it. ok is
// false for one that ends within a tag.
func programOf(src string) (program string, texts []string, ok bool) {
	var b strings.Builder
	text := func(s string) {
		if s != "" {
			call := textMethod + "(" + strconv.Itoa(len(texts)) + ");"
			lines, last := strings.Count(s, "\n"), s[strings.LastIndexByte(s, '\n')+1:]
			if lines == 0 {
				last = last[min(len(call), len(last)):]
			}
			b.WriteString(call + strings.Repeat("\n", lines) + strings.Repeat(" ", len(last)))
			texts = append(texts, strings.ReplaceAll(s, "%%>", "%>"))
		}
	}
	for {
		before, rest, found := strings.Cut(src, "<%")
		text(before)
		if !found {
			return b.String(), texts, true
		}
		if literal, escaped := strings.CutPrefix(rest, "%"); escaped {
			text("<%")
			src = literal
			continue
		}
		code, after, closed := strings.Cut(rest, "%>")
		switch {
		case !closed:
			return "", nil, false
		case strings.HasPrefix(code, "#"):
			b.WriteString(strings.Repeat("\n", strings.Count(code, "\n")))
		case strings.HasPrefix(code, "="):
			b.WriteString(valueMethod + "((" + code[1:] + "));")
		default:
			b.WriteString("  " + code + ";")
		}
		src = after
	}
}

// Value returns the value of a scalar with marks in it; plain is whether it is one without
// quotes, which a mark alone stands for.
func (t *Template) Value(interp *dsl.Interp, text string, plain bool) (dsl.Value, error) {
	marks := valueMark.FindAllStringSubmatchIndex(text, -1)
	value := func(m []int) dsl.Value {
		n, err := strconv.Atoi(text[m[2]:m[3]])
		if err != nil || n >= len(t.values) {
			return dsl.Nil
		}
		return t.values[n]
	}
	if plain && len(marks) == 1 && marks[0][0] == 0 && marks[0][1] == len(text) {
		return value(marks[0]), nil
	}
	thread := interp.NewThread()
	var all dsl.Value = dsl.NewString("")
	add := func(v dsl.Value) (err error) {
		if !dsl.IsUnknown(v) {
			v, err = thread.Call(v, "to_s")
		}
		if err == nil {
			all, err = thread.Call(all, "+", v)
		}
		return err
	}
	at := 0
	for _, m := range marks {
		if err := add(dsl.NewString(text[at:m[0]])); err != nil {
			return nil, err
		}
		if err := add(value(m)); err != nil {
			return nil, err
		}
		at = m[1]
	}
	return all, add(dsl.NewString(text[at:]))
}
