package check

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// A finder finds the expressions that settle the unknown values it is shown.
// `Site.locales.map(&:downcase).join("|")` is settled by `Site.locales`, of which
// the rest follows.
type unsetFinder struct {
	asked map[string]bool // what the settings were asked for
	roots map[string]*Missing
	order []*Missing
	long  []string // asked, longest first
	pos   grammar.Pos
	uses  map[string]route.ShapeKind // what values are used as, by their text
	calls map[string]string          // calls in the routes, by the values that they gave
	// closed tells that no more roots are wanted.
	closed bool
	made   [][2]*Shape // elements of lists, and what map makes of them
	// without are the expressions that nothing settles, as seen before.
	without map[grammar.Expr]bool
}

// newFinder looks among the expressions that the table was asked for.
func newFinder(t *route.Table) *unsetFinder {
	return &unsetFinder{asked: t.Unknown.Asked, uses: t.Unknown.Uses, calls: t.Unknown.Calls, roots: map[string]*Missing{}, without: map[grammar.Expr]bool{}}
}

// all gives what was found.
func (f *unsetFinder) all() []Missing {
	f.closed, f.without = true, map[grammar.Expr]bool{}
	f.seeUses()
	f.joinParts()
	all := make([]Missing, len(f.order))
	for i, m := range f.order {
		all[i] = *m
	}
	return all
}

// seeUses notes what the routes ask of the values, and of the elements of lists.
func (f *unsetFinder) seeUses() {
	if len(f.order) == 0 {
		return
	}
	for _, text := range slices.Sorted(maps.Keys(f.asked)) {
		if f.roots[text] != nil || !f.mentionsRoot(text) {
			continue
		}
		if x := route.ParseExpression(text); x != nil {
			if s := f.shape(x); s != nil {
				s.use(f.uses[text])
			}
		}
	}
	for _, pair := range f.made {
		pair[0].madeInto(pair[1])
	}
	for _, m := range f.order {
		m.Wants.useFallback()
	}
}

// mentionsRoot tells a text with one of the expressions that were found.
func (f *unsetFinder) mentionsRoot(text string) bool {
	for _, m := range f.order {
		if strings.Contains(text, m.Expr) {
			return true
		}
	}
	return false
}

// joinParts makes fields of what is asked of a value that is asked for itself:
// of `Settings.a` and `Settings.a.b` only the first is left. A class stays one.
func (f *unsetFinder) joinParts() {
	gone := map[*Missing]bool{}
	for _, m := range f.order {
		x := route.ParseExpression(m.Expr)
		if around, path := f.around(x); around != nil {
			if f.onlyElements(around) {
				continue
			}
			gone[f.part(around, path, m.Wants)] = true
			if len(path) > 0 && !isClass(route.ParseExpression(around.Expr)) {
				gone[m] = true
			}
		}
	}
	f.order = slices.DeleteFunc(f.order, func(m *Missing) bool { return gone[m] })
}

// onlyElements asks for what a list hands its block instead of the list, which
// would not have the methods that are asked for beside.
func (f *unsetFinder) onlyElements(m *Missing) bool {
	if each := m.Expr + ".each"; m.Wants.Kind == route.ListShape && f.asked[each] {
		m.Expr = each
	}
	return m.Wants.Kind == route.ListShape && strings.HasSuffix(m.Expr, ".each")
}

// part notes the shape of a part of what is asked for. It gives the whole if
// that is a class, whose methods settle it.
func (f *unsetFinder) part(whole *Missing, path []string, wants *Shape) *Missing {
	if isClass(route.ParseExpression(whole.Expr)) {
		return whole
	}
	s := whole.Wants
	for _, name := range path {
		s.merge(route.MappingShape)
		s = s.field(name)
	}
	s.join(wants)
	return nil
}

// around finds what is asked for that an expression begins with, and the fields
// that lead from there.
func (f *unsetFinder) around(x grammar.Expr) (*Missing, []string) {
	var path []string
	for {
		var recv grammar.Expr
		name := ""
		switch x := x.(type) {
		case *grammar.Call:
			call := *x
			recv, call.Recv = x.Recv, nil
			name = grammar.String(&call)
		case *grammar.Index:
			recv = x.Recv
			if len(x.Args) != 1 {
				return nil, nil
			}
			key, ok := grammar.TextOf(x.Args[0])
			if !ok {
				return nil, nil
			}
			name = key
		}
		if recv == nil {
			return nil, nil
		}
		path = append([]string{name}, path...)
		if m := f.roots[strings.TrimPrefix(grammar.String(recv), "::")]; m != nil {
			return m, path
		}
		x = recv
	}
}

// find notes what settles a value, or a text that mentions values.
func (f *unsetFinder) find(source string, wants route.ShapeKind, example string, pos grammar.Pos) {
	f.pos = pos
	if outer := f.caller(source); outer != "" {
		source = outer
	}
	if x := route.ParseExpression(source); x != nil && f.visit(x, wants) {
		if s := f.shape(x); s != nil && len(example) > len(s.Example) {
			s.Example = example
		}
		return
	}
	if wants > route.DecisionShape { // a part of it
		wants = route.TextShape
	}
	for _, expr := range f.mentioned(source) {
		if x := route.ParseExpression(expr); x != nil {
			f.visit(x, wants)
		}
	}
}

// caller is the source of a value in terms of the call in the routes that gave
// it, where the value itself is one that no setting gives: what the blocks of
// other files make, or what has no text.
func (f *unsetFinder) caller(source string) string {
	best := ""
	for _, inner := range slices.Sorted(maps.Keys(f.calls)) {
		if strings.Contains(source, inner) && len(inner) > len(best) && (blocks.MatchString(inner) || route.ParseExpression(inner) == nil || len(inner) > maxKey) {
			best = inner
		}
	}
	if best == "" {
		return ""
	}
	return strings.ReplaceAll(source, best, f.calls[best])
}

// maxKey bounds the length of keys that are asked for where there are others.
const maxKey = 300

var blocks = regexp.MustCompile(`\.(map|collect|select|reject|filter|filter_map|flat_map|each_with_object|group_by|find|detect)\b`)

// mentioned finds the expressions in a text, larger ones before their parts.
func (f *unsetFinder) mentioned(text string) []string {
	if f.long == nil {
		for expr := range f.asked {
			f.long = append(f.long, expr)
		}
		slices.SortFunc(f.long, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	}
	var found []string
	for _, expr := range f.long {
		if at := route.IndexExpression(text, expr); at >= 0 {
			text = text[:at] + strings.Repeat(" ", len(expr)) + text[at+len(expr):]
			found = append(found, expr)
		}
	}
	return found
}

// visit finds the values in an expression that is used as a value of a kind; it
// tells whether there is one.
func (f *unsetFinder) visit(x grammar.Expr, wants route.ShapeKind) bool {
	switch x := x.(type) {
	case *grammar.Paren:
		found := false
		if x.Stmts != nil {
			for _, e := range x.Stmts.List {
				found = f.visit(e, wants) || found
			}
		}
		return found
	case *grammar.Not:
		return f.visit(x.X, route.DecisionShape)
	case *grammar.And:
		a := f.visit(x.L, route.DecisionShape)
		return f.visit(x.R, wants) || a
	case *grammar.Or:
		a := f.visit(x.L, wants)
		return f.visit(x.R, wants) || a
	case *grammar.Ternary:
		found := f.visit(x.Cond, route.DecisionShape)
		found = f.visit(x.Then, wants) || found
		return f.visit(x.Else, wants) || found
	case *grammar.Interp:
		found := false
		for _, part := range x.Parts {
			found = f.visit(part, route.TextShape) || found
		}
		return found
	case *grammar.Range:
		kind := route.NumberShape
		if literalKind(x.Lo) == route.TextShape || literalKind(x.Hi) == route.TextShape {
			kind = route.TextShape
		}
		lo, hi := x.Lo != nil && f.visit(x.Lo, kind), x.Hi != nil && f.visit(x.Hi, kind)
		return lo || hi
	case *grammar.Splat:
		return f.visit(x.X, route.ListShape)
	case *grammar.Const, *grammar.Call, *grammar.Index, *grammar.Defined, *grammar.GVar:
		if code := evaluated(x); code != nil && f.visit(code, route.RubyShape) {
			return true
		}
		if s := f.shape(x); s != nil {
			s.use(max(wants, f.uses[strings.TrimPrefix(grammar.String(x), "::")]))
			return true
		}
	}
	if f.holdsElement(x) { // of what a list holds later
		return f.visitElements(x)
	}
	return f.visitParts(x)
}

// evaluated is the text that an expression runs as Ruby; nil for others.
func evaluated(x grammar.Expr) grammar.Expr {
	if c, ok := x.(*grammar.Call); ok && evals[c.Name] && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

var evals = wordSet("eval instance_eval class_eval module_eval")

// visitElements finds the lists whose elements an expression mentions.
func (f *unsetFinder) visitElements(x grammar.Expr) bool {
	found := false
	grammar.Inspect(x, func(n grammar.Node) bool {
		c, ok := n.(*grammar.Call)
		if ok && f.isElement(c) {
			found = f.shape(c) != nil || found
			return false
		}
		return true
	})
	return found
}

// visitParts visits what an expression is made of.
func (f *unsetFinder) visitParts(x grammar.Expr) bool {
	found, outer := false, true
	grammar.Inspect(x, func(n grammar.Node) bool {
		if outer {
			outer = false
			return true
		}
		if e, ok := n.(grammar.Expr); ok {
			if !isClass(e) {
				found = f.visit(e, route.AnyShape) || found
			}
			return false
		}
		return true
	})
	return found
}
