package expand

import (
	"bytes"
	"maps"
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
	changes func() *changed // see changes
}

// textFacts returns what is known of a text.
func (s *sources) textFacts(f scanned) *textFacts {
	if len(f.src) == 0 {
		f.src = []byte{'\n'}
	}
	return files.Fact(s.memo, &f.src[0], func(*byte) *textFacts {
		return &textFacts{
			defines: sync.OnceValue(func() []string { return code.DefinedNames(f.src) }),
			names: sync.OnceValue(func() []string {
				return slices.Compact(slices.Sorted(code.Constants(f.src)))
			}),
			changes: sync.OnceValue(func() *changed { return changedBy(f) }),
		}
	})
}

func changedBy(f scanned) *changed {
	c := &changed{values: map[string][]change{}, patched: map[string][]scanned{}}
	for line := range bytes.Lines(f.src) {
		c.line(f, bytes.TrimSpace(line))
	}
	return c
}

// A fileFacts is what the syntax tree of one file says.
type fileFacts struct {
	memos, filledBy func() map[string]bool // see the functions of these names
	names           func() map[string]bool // see code.AddNames
	methods         func() []methodFacts
	classes         func() map[string][]classPart // by their full names
}

// A methodFacts is a method that has a body, and what that names.
type methodFacts struct {
	name  string
	names func() map[string]bool
}

// A classPart is a body of a class or module. The classes around it end with its own.
type classPart struct {
	around []grammar.Expr
	body   *grammar.Body
}

// facts returns what is known of a syntax tree.
func (s *sources) facts(file *grammar.File) *fileFacts {
	return files.Fact(s.memo, file, func(file *grammar.File) *fileFacts {
		return &fileFacts{
			memos:    sync.OnceValue(func() map[string]bool { return memos(file) }),
			filledBy: sync.OnceValue(func() map[string]bool { return filledBy(file) }),
			names:    namesOf(file),
			methods:  sync.OnceValue(func() []methodFacts { return methodsIn(file) }),
			classes:  sync.OnceValue(func() map[string][]classPart { return classesIn(file) }),
		}
	})
}

func namesOf(n grammar.Node) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		names := map[string]bool{}
		code.AddNames(names, n)
		return names
	})
}

func methodsIn(file *grammar.File) (list []methodFacts) {
	grammar.Walk(file, func(n grammar.Node) {
		if d, ok := n.(*grammar.Def); ok && d.Body != nil {
			list = append(list, methodFacts{d.Name, namesOf(d.Body)})
		}
	})
	return list
}

func classesIn(file *grammar.File) map[string][]classPart {
	classes := map[string][]classPart{}
	code.EachClass(file.Body, nil, func(around []grammar.Expr, body *grammar.Body) {
		path := strings.TrimSuffix((&skeleton{around: around}).pathOf(&grammar.Const{}), "::")
		classes[path] = append(classes[path], classPart{around, body})
	})
	return classes
}

// A stmtFacts is what a statement says outside of the lists of statements in it, which follow
// it in the list that it is in.
type stmtFacts struct {
	x      grammar.Expr
	within int      // the statement that it stands in; -1 if that is none
	gives  []string // the variables and constants that it assigns
	calls  []string // the methods and constants that code.CallsAny looks for
	names  []string // see code.AddOwnNames
}

// stmtFacts returns all statements of a piece of code, those within others behind them.
func (s *sources) stmtFacts(body *grammar.Stmts) []stmtFacts {
	return files.Fact(s.memo, body, func(body *grammar.Stmts) []stmtFacts { return stmtsIn(nil, body, -1) })
}

func stmtsIn(list []stmtFacts, body *grammar.Stmts, within int) []stmtFacts {
	for _, x := range body.List {
		at := len(list)
		s := stmtFacts{x: x, within: within}
		names := map[string]bool{}
		code.AddOwnNames(names, x)
		s.names = slices.Collect(maps.Keys(names))
		var inner []*grammar.Stmts
		grammar.Inspect(x, func(n grammar.Node) bool {
			switch n := n.(type) {
			case *grammar.Stmts:
				inner = append(inner, n)
				return false
			case *grammar.Call:
				s.calls = append(s.calls, n.Name)
			case *grammar.Const:
				s.calls = append(s.calls, n.Name)
			}
			for _, target := range code.AssignedBy(n) {
				if _, call := target.(*grammar.Call); !call {
					s.gives = append(s.gives, code.NameOf(target))
				}
			}
			return true
		})
		list = append(list, s)
		for _, body := range inner {
			list = stmtsIn(list, body, at)
		}
	}
	return list
}

// ---- the classes of all files

// note notes the classes of a file whose definitions are taken.
func (s *lookup) note(file *grammar.File) {
	if s.holders == nil {
		s.holders = map[string][]*grammar.File{}
	}
	for path := range s.l.facts(file).classes() {
		if !slices.Contains(s.holders[path], file) {
			s.holders[path] = append(s.holders[path], file)
		}
	}
}

// eachBody visits the bodies of a class or module in the files whose definitions were taken
// by now, in the order of the names of those that want picks.
func (s *lookup) eachBody(path string, want func(*grammar.File) bool, visit func(*grammar.Body, *skeleton)) {
	holders := slices.SortedFunc(slices.Values(s.holders[path]), func(a, b *grammar.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range holders {
		if !want(file) {
			continue
		}
		for _, c := range s.l.facts(file).classes()[path] {
			visit(c.body, &skeleton{l: s.l, file: file, around: c.around})
		}
	}
}
