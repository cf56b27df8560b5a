package code

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"signalbox/expand/ruby"
)

// An Outline is what a text defines, as its lines show it.
type Outline struct {
	Names    []string // of the classes, modules and constants at the beginning of its lines, as they are written
	Descents []Descent
}

// A Descent is a class below another, one that has a module, or a further name of one: `class Sub < Shop`,
// `include Listed`, `Store = Shop`.
type Descent struct {
	Class, Of string // as they are written; a class may have no name, and be below one that has none
	Mixed     bool   // whether it has a module
}

// An openedClass is a class or module that a line opens.
type openedClass struct {
	name   string
	indent int
}

// OutlineOf returns the outline of a text. What has a module is the class that its line opens, or the last class or
// module which begins further left and has no end there; all of them where none does.
func OutlineOf(src []byte) *Outline {
	o := &Outline{}
	var around []openedClass
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, " \t")
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		indent := len(line) - len(text)
		if name := o.opens(text); name != "" {
			if endsInLine(text) {
				o.mixes(text, indent, []openedClass{{name, -1}})
			} else {
				around = append(around, openedClass{name, indent})
			}
			continue
		}
		if NameAt(text) == "end" {
			around = slices.DeleteFunc(around, func(c openedClass) bool { return c.indent == indent })
		}
		if name, rest := constantAt(text); name != "" && Assigns(rest) {
			o.Names = append(o.Names, name)
			_, value, _ := bytes.Cut(rest, []byte("="))
			if of, rest := constantAt(bytes.TrimLeft(value, " ")); of != "" && isEnd(rest) {
				o.Descents = append(o.Descents, Descent{Class: name, Of: of})
			}
		}
		o.makes(text)
		o.mixes(text, indent, around)
	}
	return o
}

// opens adds what `class Sub < Shop` shows, and returns the name of the class or module, the one that the line begins
// with if there are two.
func (o *Outline) opens(text []byte) (opened string) {
	for _, word := range []string{"module ", "class "} {
		before, rest, ok := bytes.Cut(text, []byte(word))
		name, after := constantAt(bytes.TrimLeft(rest, " "))
		if !ok || endsInName(before) || name == "" {
			continue
		}
		if len(before) == 0 {
			o.Names = append(o.Names, name)
			opened = name
		}
		opened = cmp.Or(opened, name)
		if above, ok := bytes.CutPrefix(bytes.TrimLeft(after, " "), []byte("<")); ok {
			of, _ := constantAt(bytes.TrimLeft(above, "( "))
			o.Descents = append(o.Descents, Descent{Class: name, Of: of})
		}
	}
	return opened
}

// endsInLine reports whether a line closes the class that it opens: `class Error < StandardError; end`.
func endsInLine(text []byte) bool {
	text, _, _ = bytes.Cut(bytes.TrimSpace(text), []byte(" #"))
	before, ok := bytes.CutSuffix(bytes.TrimSpace(text), []byte("end"))
	return ok && !endsInName(before)
}

// isEnd reports whether nothing but a comment is left of a line.
func isEnd(rest []byte) bool {
	rest = bytes.TrimSpace(rest)
	return len(rest) == 0 || rest[0] == '#'
}

// makes adds what `Sub = Class.new(Shop)` shows.
func (o *Outline) makes(text []byte) {
	before, args, ok := bytes.Cut(text, []byte("Class.new"))
	args = bytes.TrimLeft(args, "( ")
	if of, _ := constantAt(args); ok && (of != "" || len(args) > 0 && (ruby.InName(args[0]) || args[0] == '@' || args[0] == '$') && NameAt(args) != "do") {
		name, after := constantAt(before)
		if !Assigns(after) {
			name = ""
		}
		o.Descents = append(o.Descents, Descent{Class: name, Of: of})
	}
}

// mixes adds what `include Listed`, `Shop.extend(Listed)` and `Shop.send :include, Listed` show.
func (o *Outline) mixes(text []byte, indent int, around []openedClass) {
	for _, word := range []string{"include", "extend", "prepend"} {
		before, args, ok := bytes.Cut(text, []byte(word))
		if !ok || len(args) == 0 || ruby.InName(args[0]) || endsInName(before) {
			continue
		}
		has := around
		if class, _ := constantAt(before); class != "" {
			has = []openedClass{{name: class}}
		} else if at := lastLeftOf(around, indent); at >= 0 {
			has = around[at : at+1]
		}
		for _, arg := range bytes.FieldsFunc(args, func(r rune) bool { return strings.ContainsRune("(), \t\n", r) }) {
			of, _ := constantAt(arg)
			if of == "" {
				continue
			}
			for _, class := range has {
				o.Descents = append(o.Descents, Descent{class.name, of, true})
			}
		}
	}
}

// lastLeftOf returns the index of the last class that begins left of a line; -1 for none.
func lastLeftOf(around []openedClass, indent int) int {
	for i, c := range slices.Backward(around) {
		if c.indent < indent {
			return i
		}
	}
	return -1
}

func endsInName(text []byte) bool { return len(text) > 0 && ruby.InName(text[len(text)-1]) }

// constantAt returns the constant that a text begins with, and what follows it.
func constantAt(text []byte) (name string, rest []byte) {
	end := 0
	for end < len(text) && (ruby.InName(text[end]) || text[end] == ':') {
		end++
	}
	written := bytes.TrimPrefix(text[:end], []byte("::"))
	if len(written) == 0 || written[0] < 'A' || written[0] > 'Z' {
		return "", text
	}
	return string(written), text[end:]
}

// SetsConstants reports whether a text may set constants of a class or module, by what it names.
func SetsConstants(src []byte, class string) bool {
	return Mentions(src, class, func(_, after []byte) bool {
		if method, ok := bytes.CutPrefix(after, []byte(".")); ok {
			return slices.Contains([]string{"const_set", "autoload", "send", "class_eval", "module_eval"}, NameAt(method))
		}
		inner, ok := bytes.CutPrefix(after, []byte("::"))
		return ok && Assigns(inner[len(NameAt(inner)):])
	})
}
