package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Words that nobody knows, and code that is not read and gets hold of the
// mapper: both may draw.

// A wordUse is a call of an unknown word. Its value may decide a condition, or
// stand in a path, which is told there; else it is told as a word.
type wordUse struct {
	told route.Diagnostic
	text string // of its value
	at   int    // how many diagnostics there were
}

// kernelFunctions are those of Ruby and of debuggers that the language here does
// not have: they cannot draw.
var kernelFunctions = map[string]bool{
	"BigDecimal": true, "Complex": true, "JSON": true, "Pathname": true, "Rational": true, "URI": true,
	"printf": true, "putc": true, "gem": true, "global_variables": true, "set_trace_func": true, "trace_var": true,
	"debugger": true, "byebug": true,
}

// HasEffects implements dsl.EscapeObserver: words that are known, and those of gems.
func (m *Mapper) HasEffects(name string) bool {
	return !strings.HasSuffix(name, "?") && !kernelFunctions[name] && m.l.isWord(name)
}

// Escaped implements dsl.EscapeObserver.
func (m *Mapper) Escaped(code *dsl.Unknown) {
	if m.l.sealed {
		return
	}
	m.l.drawsUnknown(onlyKnown, code, "It gets the mapper; its routes are not in the table.")
}

const onlyKnown = "only the application knows what this draws"

// drawsUnknown tells of a call that may draw.
func (l *loader) drawsUnknown(what string, call *dsl.Unknown, detail string) {
	d := l.warning(route.UnknownWord, call.Pos, what+": `"+dsl.Brief(call.Text())+"`", detail)
	d.Source, d.Expr = what+": `"+call.Text()+"`", call.Text()
	l.diagnose(d)
}

// handedBlock tells of a block for a word that only the application knows.
func (m *Mapper) handedBlock(code *dsl.Unknown) {
	text := code.Text() + ".call"
	if _, known := m.l.settle(text); !known {
		m.Escaped(dsl.NewUnknown(text, code.Pos))
	}
}

// noteWord remembers a call of an unknown word, to be told once it is known
// what became of its value.
func (l *loader) noteWord(c *dsl.Call, text string) {
	if l.run.audience == hearsNothing || l.sealed || len(l.wordUses) >= maxDiagnostics || strings.HasSuffix(c.Name, "?") {
		return
	}
	use := wordUse{unknownWordAt(l, c, "Its routes are not in the table."), text, len(l.diagnostics)}
	if of := l.valueAround(c.Pos); of != nil {
		use.text = grammar.String(&grammar.Call{Recv: of.Recv, Name: of.Name})
		use.told = l.warning(route.UnknownWord, of.Pos, onlyKnown+": `"+use.text+"`", "Its block has words that nobody knows.")
	}
	if !slices.ContainsFunc(l.wordUses[max(0, len(l.wordUses)-recentUses):], func(old wordUse) bool { return old.told == use.told }) {
		l.wordUses = append(l.wordUses, use)
	}
}

// valueAround is the call on a constant whose value is used and in whose block a
// word stands: `to: Site.configure { cache "a" }`. The words of such a block are
// not the mapper's. Nil if there is none.
func (l *loader) valueAround(at grammar.Pos) *grammar.Call {
	file := l.files[at.Filename]
	if file == nil {
		return nil
	}
	if l.valueBlocks == nil {
		l.valueBlocks = map[*grammar.File]map[grammar.Pos]*grammar.Call{}
	}
	words, ok := l.valueBlocks[file]
	if !ok {
		words = wordsOfValues(file)
		l.valueBlocks[file] = words
	}
	return words[at]
}

// wordsOfValues are the places of the words in such blocks.
func wordsOfValues(file *grammar.File) map[grammar.Pos]*grammar.Call {
	words := map[grammar.Pos]*grammar.Call{}
	used := func(x grammar.Expr) {
		c, ok := x.(*grammar.Call)
		if !ok || c.Block == nil {
			return
		}
		if _, ok := c.Recv.(*grammar.Const); !ok {
			return
		}
		grammar.Walk(c.Block, func(n grammar.Node) {
			if w, ok := n.(*grammar.Call); ok && w.Recv == nil {
				words[w.Pos] = c
			}
		})
	}
	grammar.Walk(file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Assign:
			used(n.Value)
		case *grammar.Call:
			for _, arg := range n.Args {
				used(arg)
			}
		case *grammar.Hash:
			for i := range n.Pairs {
				if v := n.Pairs[i].Value; v != nil {
					used(v)
				}
			}
		}
	})
	return words
}

// recentUses is how far back equal uses are looked for; diagnose leaves out the
// others.
const recentUses = 16

func unknownWordAt(l *loader, c *dsl.Call, detail string) route.Diagnostic {
	if near := nearWord(c.Name); near != "" {
		detail += " Did you mean `" + near + "`?"
	}
	return l.warning(route.UnknownWord, c.Pos, "unknown routing word `"+c.Name+"`", detail)
}

// noteDecided remembers a condition that Options.Unknown decided.
func (l *loader) noteDecided(u *dsl.Unknown) {
	if l.decidedHere == nil {
		l.decidedHere = map[dsl.Condition]bool{}
	}
	if len(l.decidedHere) < maxDiagnostics {
		l.decidedHere[dsl.Condition{Text: u.Text(), Pos: u.Pos}] = true
	}
}

// tellWords tells of the unknown words whose values nothing tells of, each among
// the diagnostics where it stands.
func (l *loader) tellWords() {
	if len(l.wordUses) == 0 {
		return
	}
	told := l.toldValues()
	before := l.diagnostics
	l.diagnostics = nil
	from := 0
	for _, use := range l.wordUses {
		l.diagnostics = append(l.diagnostics, before[from:use.at]...)
		from = use.at
		if !told.mentions(use) {
			l.diagnose(use.told)
		}
	}
	l.diagnostics = append(l.diagnostics, before[from:]...)
}

// A line is one of a file.
type line struct {
	file   string
	number int
}

func lineAt(p grammar.Pos) line { return line{p.Filename, p.Line} }

// toldTexts are what conditions and diagnostics tell, by the line.
type toldTexts map[line][]string

func (l *loader) toldValues() toldTexts {
	told, seen := toldTexts{}, map[dsl.Condition]bool{}
	add := func(c dsl.Condition) {
		if c = c.Shown(); !seen[c] {
			seen[c] = true
			told[lineAt(c.Pos)] = append(told[lineAt(c.Pos)], c.Text)
		}
	}
	for _, d := range l.diagnostics {
		if d.Kind == route.UnknownValue {
			add(dsl.Condition{Text: d.Source, Pos: d.Pos})
		}
	}
	for _, set := range l.sets {
		for _, r := range set.routes {
			for _, c := range r.Conditions {
				add(c)
			}
		}
	}
	for c := range l.decidedHere {
		add(c)
	}
	return told
}

func (t toldTexts) mentions(use wordUse) bool {
	return slices.ContainsFunc(t[lineAt(use.told.Pos)], func(text string) bool { return route.IndexExpression(text, use.text) >= 0 })
}
