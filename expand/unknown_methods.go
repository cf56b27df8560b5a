package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Words that nobody knows, and code that is not read and gets hold of the
// mapper: both may draw.

// notes are what is told about the table.
type notes struct {
	l        *loader
	list     []route.Diagnostic // in order
	reported map[route.Diagnostic]bool
	uses     []unknownUse
	decided  map[dsl.Condition]bool // by Options.Unknown
	// valueBlocks are the calls of valueAround, by the words in their blocks.
	valueBlocks map[*grammar.File]map[grammar.Pos]*grammar.Call
}

// An unknownUse is a call of an unknown word. Its value may decide a condition, or
// stand in a path, which is told there; else it is told as a word.
type unknownUse struct {
	diagnostic route.Diagnostic
	text       string // of its value
	at         int    // how many diagnostics there were
}

// addUse remembers a call of an unknown word, to be told once it is known
// what became of its value.
func (ns *notes) addUse(c *dsl.Call, text string) {
	if ns.l.run.audience == hearsNothing || len(ns.uses) >= maxDiagnostics || strings.HasSuffix(c.Name, "?") {
		return
	}
	use := unknownUse{unknownWordAt(ns.l, c, "its routes are missing; define it in a file listed under words:"), text, len(ns.list)}
	if of := ns.valueAround(c.Pos); of != nil {
		use.text = grammar.String(&grammar.Call{Recv: of.Recv, Name: of.Name})
		use.diagnostic = ns.l.warning(route.UnknownWord, of.Pos, strings.Replace(mapper.MayDraw, "%s", dsl.Brief(use.text), 1))
		use.diagnostic.Source = use.text
	}
	if !slices.ContainsFunc(ns.uses[max(0, len(ns.uses)-recentUses):], func(old unknownUse) bool { return old.diagnostic == use.diagnostic }) {
		ns.uses = append(ns.uses, use)
	}
}

// valueAround is the call on a constant whose value is used and in whose block a
// word stands: `to: Site.configure { cache "a" }`. The words of such a block are
// not the mapper's. Nil if there is none.
func (ns *notes) valueAround(at grammar.Pos) *grammar.Call {
	file := ns.l.files[at.Filename]
	if file == nil {
		return nil
	}
	words, ok := ns.valueBlocks[file]
	if !ok {
		words = wordsOfValues(file)
		ns.valueBlocks[file] = words
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

// unknownWordAt warns of an unknown routing method; effect says what the table shows of it.
func unknownWordAt(l *loader, c *dsl.Call, effect string) route.Diagnostic {
	d := l.warning(route.UnknownWord, c.Pos, "unknown routing method `"+c.Name+"`: "+effect)
	if near := nearWord(c.Name); near != "" {
		d.Advise("did you mean `" + near + "`?")
	}
	d.Source = c.Name
	return d
}

// noteDecided remembers a condition that Options.Unknown decided.
func (ns *notes) noteDecided(u *dsl.Unknown) {
	if len(ns.decided) < maxDiagnostics {
		ns.decided[dsl.Condition{Text: u.Text(), Pos: u.Pos}] = true
	}
}

// warnUses tells of the unknown words whose values nothing tells of, each among
// the diagnostics where it stands.
func (ns *notes) warnUses() {
	if len(ns.uses) == 0 {
		return
	}
	told := ns.collectWarned()
	before := ns.list
	ns.list = nil
	from := 0
	for _, use := range ns.uses {
		ns.list = append(ns.list, before[from:use.at]...)
		from = use.at
		if !told.mentions(use) {
			ns.l.diagnose(use.diagnostic)
		}
	}
	ns.list = append(ns.list, before[from:]...)
}

// A line is one of a file.
type line struct {
	file   string
	number int
}

func lineAt(p grammar.Pos) line { return line{p.Filename, p.Line} }

// warnedTexts are what conditions and diagnostics tell, by the line.
type warnedTexts map[line][]string

func (ns *notes) collectWarned() warnedTexts {
	told, seen := warnedTexts{}, map[dsl.Condition]bool{}
	add := func(c dsl.Condition) {
		if c = c.Shown(); !seen[c] {
			seen[c] = true
			told[lineAt(c.Pos)] = append(told[lineAt(c.Pos)], c.Text)
		}
	}
	for _, d := range ns.list {
		if d.Kind == route.UnknownValue {
			add(dsl.Condition{Text: d.Source, Pos: d.Pos})
		}
	}
	for _, set := range ns.l.sets {
		for _, r := range set.Routes {
			for _, c := range r.Conditions {
				add(c)
			}
		}
	}
	for c := range ns.decided {
		add(c)
	}
	return told
}

func (t warnedTexts) mentions(use unknownUse) bool {
	return slices.ContainsFunc(t[lineAt(use.diagnostic.Pos)], func(text string) bool { return route.IndexExpression(text, use.text) >= 0 })
}

// UnknownWord answers a word of a gem that is not known here. Its block is run,
// for it may draw; the routes are marked. A slip of the pen is an error.
func (l *loader) UnknownWord(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	if l.definitions.FindWord(c.Name) {
		return dsl.Must(c.Resend(m.Self()))
	}
	if l.isSlip(c.Thread, c.Name) {
		panic(dsl.Fail(dsl.ErrNoMethod))
	}
	v, ok := l.Settle(ruby.CallText(c))
	if !ok {
		v, ok = l.Settle(c.Name)
	}
	if ok {
		if c.Block != nil && ruby.Truthy(v) {
			return c.Yield(givenBy(c)...)
		}
		return v
	}
	if c.Block == nil {
		text := ruby.CallText(c)
		if !kernelFunctions[c.Name] {
			l.notes.addUse(c, text)
		}
		return dsl.NewUnknown(text, c.Pos)
	}
	d := unknownWordAt(l, c, "the routes in its block are conditional; define it under words:")
	l.diagnose(d)
	defer l.drawing.Leniently()()
	defer m.MayGuard(dsl.NewUnknown(ruby.CallText(c), grammar.Pos{}), c.Pos)()
	return dsl.Must(c.Thread.Under(dsl.Condition{Text: c.Name, Pos: c.Pos, Wraps: true}, c.Block, func() (dsl.Value, error) { return unknownBlock(m, c), nil }))
}

// unknownBlock draws the block of an unknown word.
func unknownBlock(m *mapper.Mapper, c *dsl.Call) dsl.Value {
	if strings.HasSuffix(c.Name, "resources") && len(c.Args) > 0 {
		inUnknownResource(m, c)
		return dsl.Nil
	}
	return c.Yield(givenBy(c)...)
}

// givenBy is what an unknown word gives its block.
func givenBy(c *dsl.Call) []dsl.Value {
	return c.Block.UnknownArguments(dsl.NewUnknown(c.Name, c.Pos))
}

// inUnknownResource draws the block of a word like `jsonapi_resources :posts`
// as that of a resource without actions.
func inUnknownResource(m *mapper.Mapper, c *dsl.Call) {
	options := dsl.NewHash(1)
	options.Set(dsl.Symbol("only"), dsl.NewArray())
	m.Resources(c.Args[0], options, func() { c.Yield() })
}

// kernelFunctions are those of Ruby and of debuggers that the language here does
// not have: they cannot draw.
var kernelFunctions = map[string]bool{
	"BigDecimal": true, "Complex": true, "JSON": true, "Pathname": true, "Rational": true, "URI": true,
	"printf": true, "putc": true, "gem": true, "global_variables": true, "set_trace_func": true, "trace_var": true,
	"debugger": true, "byebug": true,
}
