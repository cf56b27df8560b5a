package code

import (
	"bytes"
	"strings"

	"signalbox/expand/ruby"
)

// A Descent is a class below another, or one that has a module: `class Sub < Shop`, `include Listed`.
type Descent struct {
	Class, Of string // as they are written; a class may have no name
	Mixed     bool   // whether it has a module
}

var mixes = []string{"include", "extend", "prepend"}

// Descents returns the descents that a text shows by its lines. What has a module is every class and module
// which begins further left.
func Descents(src []byte) (all []Descent) {
	type opened struct {
		name   string
		indent int
	}
	var around []opened
	for line := range bytes.Lines(src) {
		text := strings.TrimLeft(string(line), " \t")
		indent := len(line) - len(text)
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "class", "module":
			name, after := constantAt(rest)
			if name == "" {
				continue
			}
			around = append(around, opened{name, indent})
			if above, ok := strings.CutPrefix(strings.TrimLeft(after, " "), "<"); ok {
				if of, _ := constantAt(strings.TrimLeft(above, " ")); of != "" {
					all = append(all, Descent{Class: name, Of: of})
				}
			}
			continue
		}
		if before, args, ok := strings.Cut(text, "Class.new("); ok {
			name, after := constantAt(before)
			if !strings.HasPrefix(strings.TrimLeft(after, " "), "=") {
				name = ""
			}
			if of, _ := constantAt(args); of != "" {
				all = append(all, Descent{Class: name, Of: of})
			}
		}
		class, modules := mixedIn(text)
		for _, of := range modules {
			for _, o := range append(around, opened{class, -1}) {
				if o.name != "" && (o.indent < 0) == (class != "") && o.indent < indent {
					all = append(all, Descent{o.name, of, true})
				}
			}
		}
	}
	return all
}

// mixedIn returns the modules that a line mixes in, and the class that gets them if it names it:
// `include Listed`, `Shop.extend(Listed)`, `Shop.send :include, Listed`.
func mixedIn(line string) (class string, modules []string) {
	for _, word := range mixes {
		before, args, ok := strings.Cut(line, word)
		if !ok || args == "" || ruby.InName(args[0]) || before != "" && ruby.InName(before[len(before)-1]) {
			continue
		}
		class, _ = constantAt(strings.TrimLeft(before, " \t"))
		for _, arg := range strings.FieldsFunc(args, func(r rune) bool { return strings.ContainsRune("(), \t\n", r) }) {
			if name, _ := constantAt(arg); name != "" {
				modules = append(modules, name)
			}
		}
	}
	return class, modules
}

// constantAt returns the constant that a text begins with, and what follows it.
func constantAt(text string) (name, rest string) {
	end := 0
	for end < len(text) && (ruby.InName(text[end]) || text[end] == ':') {
		end++
	}
	name = strings.TrimPrefix(text[:end], "::")
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return "", text
	}
	return name, text[end:]
}
