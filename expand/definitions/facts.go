package definitions

import (
	"slices"
	"strings"
	"sync"

	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/grammar"
)

// What texts and syntax trees say by themselves, whatever else there is in the application. It
// is found out once, and kept for further tables as long as they ask for it.

// A textFacts is what the text of one file says.
type textFacts struct {
	defines func() []string // see code.DefinedNames
	names   func() []string // see code.Constants
	methods func() []string // see code.DefinedMethods
	words   func() []string // see code.Names, each once
}

// textFacts returns what is known of a text.
func (d *Definitions) textFacts(f files.Text) *textFacts {
	if len(f.Src) == 0 {
		f.Src = []byte{'\n'}
	}
	return files.Fact(d.Memo, &f.Src[0], func(*byte) *textFacts {
		return &textFacts{
			defines: sync.OnceValue(func() []string { return code.DefinedNames(f.Src) }),
			names: sync.OnceValue(func() []string {
				return slices.Compact(slices.Sorted(code.Constants(f.Src)))
			}),
			methods: sync.OnceValue(func() []string { return code.DefinedMethods(f.Src) }),
			words:   sync.OnceValue(func() []string { return slices.Compact(slices.Sorted(code.Names(string(f.Src)))) }),
		}
	})
}

// DefinedIn returns the names that a text may define, see [code.DefinedNames].
func (d *Definitions) DefinedIn(f files.Text) []string { return d.textFacts(f).defines() }

// NamedIn returns the constants that a text names.
func (d *Definitions) NamedIn(f files.Text) []string { return d.textFacts(f).names() }

// A fileFacts is what the syntax tree of one file says.
type fileFacts struct {
	memos, filledBy map[string]bool        // see the functions of these names
	classes         map[string][]classPart // by their full names
	patched         func() map[string]bool // by the last names of classes, see patchedIn
}

// A classPart is a body of a class or module. The classes around it end with its own.
type classPart struct {
	around []grammar.Expr
	body   *grammar.Body
}

// facts returns what is known of a syntax tree.
func (d *Definitions) facts(file *grammar.File) *fileFacts {
	return files.Fact(d.Memo, file, func(file *grammar.File) *fileFacts {
		return &fileFacts{memos(file), filledBy(file), classesIn(file), sync.OnceValue(func() map[string]bool { return patchedIn(file) })}
	})
}

func classesIn(file *grammar.File) map[string][]classPart {
	classes := map[string][]classPart{}
	code.EachClass(file.Body, nil, func(around []grammar.Expr, x grammar.Expr) {
		path := code.Path(around)
		classes[path] = append(classes[path], classPart{around, code.BodyOf(x)})
	})
	return classes
}

// ---- the classes of all files

// note notes the classes of a file whose definitions are taken.
func (d *Definitions) note(file *grammar.File) {
	for path := range d.facts(file).classes {
		if !slices.Contains(d.holders[path], file) {
			d.holders[path] = append(d.holders[path], file)
		}
	}
}

// FileOf returns the file outside of the configuration that defines a class or module, or else
// the one of the configuration; nil if several do, or none of those whose definitions were taken.
func (d *Definitions) FileOf(class string) *grammar.File {
	found := d.holders[class]
	if other := slices.DeleteFunc(slices.Clone(found), func(f *grammar.File) bool { return strings.HasPrefix(f.Name, "config/") }); len(other) > 0 {
		found = other
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}
