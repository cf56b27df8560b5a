package definitions

import (
	"regexp"
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
	outline func() *code.Outline
	defines func() []string // the last names in it
	names   func() []string // see code.Constants
	methods func() []string // see code.DefinedMethods
	words   func() []string // see wordsIn, each once
}

// textFacts returns what is known of a text.
func (d *Definitions) textFacts(f files.Text) *textFacts {
	if len(f.Src) == 0 {
		f.Src = []byte{'\n'}
	}
	return files.Fact(d.Memo, &f.Src[0], func(*byte) *textFacts {
		outline := sync.OnceValue(func() *code.Outline { return code.OutlineOf(f.Src) })
		return &textFacts{
			outline: outline,
			defines: sync.OnceValue(func() (names []string) {
				for _, path := range outline().Names {
					names = append(names, code.LastName(path))
				}
				return names
			}),
			names: sync.OnceValue(func() []string {
				return slices.Compact(slices.Sorted(code.Constants(f.Src)))
			}),
			methods: sync.OnceValue(func() []string { return code.DefinedMethods(f.Src) }),
			words:   sync.OnceValue(func() []string { return wordsIn(f.Src) }),
		}
	})
}

func (d *Definitions) outline(f files.Text) *code.Outline { return d.textFacts(f).outline() }

// DefinedIn returns the last names of the classes, modules and constants that a text may define.
func (d *Definitions) DefinedIn(f files.Text) []string { return d.textFacts(f).defines() }

// NamedIn returns the constants that a text names.
func (d *Definitions) NamedIn(f files.Text) []string { return d.textFacts(f).names() }

// A fileFacts is what the syntax tree of one file says.
type fileFacts struct {
	memos   map[string]bool     // see the function of that name
	methods []*grammar.Def      // see methodsOf
	assigns []*grammar.Assign   // to what outlives a method
	sets    map[string]int      // how often constants are set, by their last names
	aliases map[string][]string // the further names of methods
	byName  []*grammar.Call     // see code.CallsByName
	frozen  bool                // whether its texts are, see freezesTexts
	classes []string            // and modules with a body, by their full names

	setsByName bool // whether const_set or remove_const may set a constant
}

// facts returns what is known of a syntax tree.
func (d *Definitions) facts(file *grammar.File) *fileFacts {
	return files.Fact(d.Memo, file, func(file *grammar.File) *fileFacts {
		facts := &fileFacts{
			memos: memos(file), aliases: aliasesIn(file), frozen: freezesTexts(file), classes: classesIn(file),
			sets: map[string]int{}, setsByName: code.CallsAny(file, map[string]bool{"const_set": true, "remove_const": true}),
		}
		grammar.Walk(file, func(n grammar.Node) {
			facts.methods = append(facts.methods, methodsOf(n)...)
			if a, ok := n.(*grammar.Assign); ok && !isLocal(a.Target) {
				facts.assigns = append(facts.assigns, a)
			}
			if c, ok := n.(*grammar.Call); ok && code.CallsByName[c.Name] && len(c.Args) > 0 {
				facts.byName = append(facts.byName, c)
			}
			for _, target := range code.AssignedBy(n) {
				if c, ok := target.(*grammar.Const); ok {
					facts.sets[c.Name]++
				}
			}
		})
		return facts
	})
}

// patched returns the last names of the classes that a file opens or gives methods.
func (d *Definitions) patched(file *grammar.File) map[string]bool {
	return files.Fact(d.Memo, file, patchedIn)
}

// redefinitions returns the code of a file that may define methods of a class, in order.
func (d *Definitions) redefinitions(file *grammar.File) []redefinition {
	return files.Fact(d.Memo, file, func(file *grammar.File) []redefinition { return redefinitions(file, nil) })
}

func isLocal(x grammar.Expr) bool {
	_, ok := x.(*grammar.Local)
	return ok
}

// aliasesIn returns the further names of the methods of a file.
func aliasesIn(file *grammar.File) map[string][]string {
	aliases := map[string][]string{}
	grammar.Walk(file, func(n grammar.Node) {
		if to, from, ok := code.AliasOf(n); ok {
			aliases[from] = append(aliases[from], to)
		}
	})
	return aliases
}

var frozenTexts = regexp.MustCompile(`(?i)^#\s*(?:-\*-\s*)?frozen[-_]string[-_]literal\s*:\s*(\w+)\s*(?:-\*-\s*)?$`)

// freezesTexts reports whether the last comment about it before the code of a file says that its
// literal texts are frozen.
func freezesTexts(file *grammar.File) (frozen bool) {
	for _, c := range file.Comments {
		first := len(file.Body.List) == 0 || c.Pos.Offset < file.Body.List[0].Start().Offset
		if m := frozenTexts.FindStringSubmatch(c.Text); first && m != nil {
			frozen = strings.EqualFold(m[1], "true")
		}
	}
	return frozen
}

func classesIn(file *grammar.File) (classes []string) {
	code.EachClass(file.Body, nil, func(around []grammar.Expr, _ grammar.Expr) { classes = append(classes, code.Path(around)) })
	return classes
}

// ---- the classes of all files

// note notes the classes of a file whose definitions are taken.
func (d *Definitions) note(file *grammar.File) {
	for _, path := range d.facts(file).classes {
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
