package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What is written where guards stand: the texts are cut out of the files.

// guardTexts finds the source of guards.
type guardTexts struct {
	files map[string]*grammar.File
	calls map[*grammar.File]map[int]*grammar.Call // by their offsets
	known map[guardSite]route.Guard
}

func newGuardTexts(files map[string]*grammar.File) *guardTexts {
	return &guardTexts{files: files, calls: map[*grammar.File]map[int]*grammar.Call{}, known: map[guardSite]route.Guard{}}
}

// guard returns the guard of a site.
func (t *guardTexts) guard(s guardSite) route.Guard {
	g, ok := t.known[s]
	if !ok {
		g = t.find(s)
		t.known[s] = g
	}
	return g
}

func (t *guardTexts) find(s guardSite) route.Guard {
	g := route.Guard{Kind: kindOfGuard(s), Pos: s.at}
	call := t.call(s.at)
	u, _ := s.value.(*dsl.Unknown)
	switch {
	case s.text != "":
		g.Text = s.text
	case g.Kind == route.SignInGuard || s.open && u.Pos.Line == 0:
		g.Text = wordText(s.value)
		if call != nil {
			g.Text, g.Pos = t.word(call, s.at)
		}
	case s.open:
		g.Text, g.Pos = t.ofUnknown(u, s.at)
	case s.key != nil:
		g.Text, g.Pos = t.condition(call, s)
	default:
		g.Text, g.Pos = t.callable(call, s)
	}
	return g
}

// word is a call without its block.
func (t *guardTexts) word(call *grammar.Call, at grammar.Pos) (string, grammar.Pos) {
	word := *call
	word.Block, word.End = nil, 0
	return t.written(at.Filename, &word)
}

// placeOfGuard is where a lambda or an object is made, as far as it is known.
func placeOfGuard(v dsl.Value) grammar.Pos {
	switch v := v.(type) {
	case *dsl.Proc:
		return v.Pos()
	case *dsl.Unknown:
		return v.Pos
	case *dsl.Object:
		return v.Made()
	}
	return grammar.Pos{}
}

// wordText is the text of a word that no file has.
func wordText(v dsl.Value) string {
	if s := route.SignInOf(v); s != nil {
		if s.Scope == "" {
			return s.Demand.String()
		}
		return s.Demand.String() + " " + dsl.InspectSymbol(s.Scope)
	}
	return v.(*dsl.Unknown).Text()
}

func kindOfGuard(s guardSite) route.GuardKind {
	switch v := s.value.(type) {
	case *dsl.Proc:
		if v.Code() != nil {
			return route.UnknownGuard
		}
		return route.LambdaGuard
	case *dsl.Method:
		return route.LambdaGuard
	case *dsl.Unknown:
		if s.key == nil && !s.open && isObject(v.Text()) && !isUpperConstant(v.Text()) {
			return route.ObjectGuard
		}
	}
	switch {
	case s.open:
		return route.UnknownGuard
	case s.key != nil:
		return route.HashGuard
	case route.SignInOf(s.value) != nil:
		return route.SignInGuard
	case dsl.IsUnknown(s.value):
		return route.UnknownGuard
	}
	return route.ObjectGuard
}

// call is the call at a place; nil if no file has it.
func (t *guardTexts) call(at grammar.Pos) *grammar.Call {
	file := t.files[at.Filename]
	if file == nil {
		return nil
	}
	calls := t.calls[file]
	if calls == nil {
		calls = map[int]*grammar.Call{}
		grammar.Walk(file, func(n grammar.Node) {
			if c, ok := n.(*grammar.Call); ok {
				calls[c.Pos.Offset] = c
			}
		})
		t.calls[file] = calls
	}
	return calls[at.Offset]
}

// condition is the pair of a hash: `subdomain: "ops"`.
func (t *guardTexts) condition(call *grammar.Call, s guardSite) (string, grammar.Pos) {
	for _, h := range []grammar.Expr{constraintsOf(call), optionsIn(call)} {
		if p := pairOf(h, ruby.NameText(s.key)); p.Value != nil {
			_, at := t.written(s.at.Filename, p.Key)
			value, _ := t.written(s.at.Filename, p.Value)
			return t.between(s.at.Filename, at, p, value), at
		}
	}
	shown := dsl.InspectSymbol(ruby.NameText(s.key))[1:] + ": "
	switch v := s.value.(type) {
	case *dsl.Unknown:
		shown += v.Text()
	case *dsl.String:
		shown += ruby.Quote(v.String())
	case *dsl.Regexp:
		shown += v.Inspect()
	default:
		shown += "..."
	}
	if x := constraintsOf(call); x != nil {
		_, at := t.written(s.at.Filename, x)
		return shown, at
	}
	return shown, s.at
}

// callable is a lambda or an object where a word has it, else where it is made.
func (t *guardTexts) callable(call *grammar.Call, s guardSite) (string, grammar.Pos) {
	x := constraintsOf(call)
	if x != nil && !isBareName(x) {
		return t.written(s.at.Filename, x)
	}
	shown, at := "", s.at
	if x != nil {
		shown, at = t.written(s.at.Filename, x)
	}
	made := placeOfGuard(s.value)
	if x == nil && call != nil && t.files[made.Filename] == nil { // a gem's word
		return t.word(call, s.at)
	}
	switch v := s.value.(type) {
	case *dsl.Unknown:
		return t.ofUnknown(v, s.at)
	case *dsl.Proc:
		if text, at, ok := t.block(made); ok {
			return text, at
		}
	case *dsl.Class:
		if v.Name() != "" {
			return v.Name(), at
		}
	case *dsl.Object:
		if c := t.call(made); c != nil && c.Recv != nil {
			return t.written(made.Filename, c)
		}
		if made.Line > 0 { // in a method of the class
			at = made
		}
		return v.Class().Name() + ".new", at
	}
	return shown, at
}

// block is the lambda, or the call with a block, that a proc was made of.
func (t *guardTexts) block(pos grammar.Pos) (text string, at grammar.Pos, ok bool) {
	file := t.files[pos.Filename]
	if file == nil {
		return "", pos, false
	}
	var made grammar.Expr
	grammar.Walk(file, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.Lambda:
			if n.Pos.Offset == pos.Offset {
				made = n
			}
		case *grammar.Call:
			if n.Block != nil && (n.Block.Pos.Offset == pos.Offset || n.Pos.Offset == pos.Offset) {
				made = n
			}
		}
	})
	if made == nil {
		return "", pos, false
	}
	text, at = t.written(pos.Filename, made)
	return text, at, true
}

// ofUnknown is the source of a value that only the application knows.
func (t *guardTexts) ofUnknown(u *dsl.Unknown, at grammar.Pos) (string, grammar.Pos) {
	if u.Pos.Line > 0 {
		at = u.Pos
	}
	if call := t.call(u.Pos); call != nil && strings.TrimPrefix(grammar.String(call), "::") == u.Text() {
		return t.written(u.Pos.Filename, call)
	}
	return u.Text(), at
}

// constraintsOf is what a word has for constraints; nil if the call does not say.
func constraintsOf(call *grammar.Call) grammar.Expr {
	if call != nil && call.Name == "constraints" && len(call.Args) == 1 {
		return call.Args[0]
	}
	return pairOf(optionsIn(call), "constraints").Value
}

// optionsIn is the last argument of a call.
func optionsIn(call *grammar.Call) grammar.Expr {
	if call == nil || len(call.Args) == 0 {
		return nil
	}
	return call.Args[len(call.Args)-1]
}

// pairOf is the pair of a name in a hash; without a value if it has none.
func pairOf(x grammar.Expr, name string) (pair grammar.Pair) {
	if h, ok := x.(*grammar.Hash); ok {
		for _, p := range h.Pairs {
			if key, ok := grammar.TextOf(p.Key); ok && key == name && pair.Value == nil {
				pair = p
			}
		}
	}
	return pair
}

// isBareName reports whether an expression says nothing of what it holds.
func isBareName(x grammar.Expr) bool {
	switch x := x.(type) {
	case *grammar.Local, *grammar.IVar, *grammar.CVar, *grammar.GVar, *grammar.Index, *grammar.Splat:
		return true
	case *grammar.Call:
		return x.Recv == nil && len(x.Args) == 0 && x.Block == nil
	}
	return false
}

// ---- source

// The bounds of looking for the end of an expression.
const (
	maxGuardText = 8_000
	maxTextTries = 40
)

// written is an expression as a file has it, with its place. Where its end is not found,
// the text is written anew.
func (t *guardTexts) written(name string, x grammar.Expr) (string, grammar.Pos) {
	start, last := x.Start(), x.Start().Offset
	grammar.Walk(x, func(n grammar.Node) {
		at := n.Start()
		if at.Line > 0 && at.Offset < start.Offset {
			start = at
		}
		last = max(last, at.Offset)
		if c, ok := n.(*grammar.Call); ok { // nothing ends before
			last = max(last, c.End-1)
		}
	})
	text := grammar.String(x)
	if file := t.files[name]; file != nil {
		if end := endOf(file.Source, start.Offset, last, text); end > 0 {
			return file.Source[start.Offset:end], start
		}
	}
	return text, start
}

// between is a pair as a file has it.
func (t *guardTexts) between(name string, at grammar.Pos, p grammar.Pair, value string) string {
	_, from := t.written(name, p.Value)
	if file := t.files[name]; file != nil && from.Offset > at.Offset && from.Offset+len(value) <= len(file.Source) && file.Source[from.Offset:from.Offset+len(value)] == value {
		return file.Source[at.Offset : from.Offset+len(value)]
	}
	return grammar.String(p.Key) + " => " + value
}

// endOf finds where an expression ends whose last part begins at last: the text up to
// there is one expression that prints as it does; 0 if it is not found.
func endOf(src string, start, last int, text string) int {
	if start >= len(src) {
		return 0
	}
	tries := 0
	for end := last + 1; end <= len(src) && end-start <= maxGuardText && tries < maxTextTries; end++ {
		if end < len(src) && !mayEnd(src, end) {
			continue
		}
		tries++
		file, err := grammar.Parse("", []byte(src[start:end]))
		if err == nil && len(file.Body.List) == 1 && grammar.String(file.Body.List[0]) == text {
			return end
		}
	}
	return 0
}

// mayEnd reports whether an expression may end before a byte.
func mayEnd(src string, end int) bool {
	before := src[end-1]
	if strings.IndexByte(" \t\r\n", before) >= 0 {
		return false
	}
	return strings.IndexByte(" \t\r\n,;)]}", src[end]) >= 0 || slices.Contains([]byte(")]}\"'/"), before)
}
