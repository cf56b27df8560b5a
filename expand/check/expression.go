package check

import (
	"slices"
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// What an expression tells about the values in it.

// shape gives the shape of an expression's value, to be told how it is used; nil
// if nothing settles it.
func (f *unsetFinder) shape(x grammar.Expr) *Shape {
	if f.without[x] {
		return nil
	}
	s := f.shapeOf(x)
	if s == nil {
		f.without[x] = true
	}
	return s
}

func (f *unsetFinder) shapeOf(x grammar.Expr) *Shape {
	switch x := x.(type) {
	case *grammar.Paren:
		if x.Stmts != nil && len(x.Stmts.List) == 1 {
			return f.shape(x.Stmts.List[0])
		}
		return nil
	case *grammar.Call:
		if s := f.shapeOfCall(x); s != nil {
			return s
		}
	case *grammar.Index:
		if len(x.Args) != 1 {
			break
		}
		if s := f.within(x.Recv); s != nil {
			return indexShape(s, x.Args[0])
		}
		if f.holdsElement(x.Args[0]) {
			if s := f.shape(x.Recv); s != nil {
				return indexShape(s, x.Args[0])
			}
		}
	case *grammar.Const, *grammar.Defined, *grammar.GVar:
	default:
		return nil
	}
	return f.root(x)
}

// root is the shape of an expression that the settings may settle themselves.
func (f *unsetFinder) root(x grammar.Expr) *Shape {
	text := strings.TrimPrefix(grammar.String(x), "::")
	if m := f.roots[text]; m != nil {
		return m.Wants
	}
	if own, err := route.ExpressionText(text); !f.asked[text] || err != nil || own != text || f.closed || f.holdsElement(x) {
		return nil
	}
	m := &Missing{Expr: text, Pos: f.pos, Wants: &Shape{}}
	if name, ok := route.VariableName(text); ok {
		m.Expr, m.Wants.Kind = "ENV."+name, route.TextShape
	}
	f.roots[text] = m
	f.order = append(f.order, m)
	return m.Wants
}

// within is the shape of what an element of an unknown list holds: of `s.path`
// in `Site.all.each { |s| get s.path }`. Nil for other expressions.
func (f *unsetFinder) within(x grammar.Expr) *Shape {
	if !f.hasElement(x) {
		return nil
	}
	return f.shape(x)
}

// hasElement tells an expression that begins with an element of an unknown
// list.
func (f *unsetFinder) hasElement(x grammar.Expr) bool {
	switch x := x.(type) {
	case *grammar.Call:
		return x.Recv != nil && (f.isElement(x) || f.hasElement(x.Recv))
	case *grammar.Index:
		return f.hasElement(x.Recv)
	}
	return false
}

// holdsElement tells an expression that mentions an element of an unknown list.
func (f *unsetFinder) holdsElement(x grammar.Expr) bool {
	found := false
	grammar.Inspect(x, func(n grammar.Node) bool {
		if c, ok := n.(*grammar.Call); ok && f.isElement(c) {
			found = true
		}
		return !found
	})
	return found
}

// isElement tells the text of what an unknown method hands its block:
// `Site.all.each(0)`.
func (f *unsetFinder) isElement(x *grammar.Call) bool {
	if x.Recv == nil || len(x.Args) != 1 || f.asked[grammar.String(x)] {
		return false
	}
	if _, ok := x.Args[0].(*grammar.Int); !ok {
		return false
	}
	return iterators[x.Name] != nil || f.asked[strings.TrimPrefix(grammar.String(handing(x)), "::")]
}

// handing is the call that hands its block an element: of `Site.each_page(0)` it
// is `Site.each_page`, of `Site.each(true).yield(0)` `Site.each(true)`.
func handing(element *grammar.Call) grammar.Expr {
	if element.Name == "yield" {
		return element.Recv
	}
	return &grammar.Call{Pos: element.Pos, Recv: element.Recv, Safe: element.Safe, Name: element.Name}
}

// elementShape is the shape of what a method hands its block.
func (f *unsetFinder) elementShape(x *grammar.Call) *Shape {
	which := x.Args[0].(*grammar.Int).Text
	if s := f.groupShape(x, which); s != nil {
		return s
	}
	part := iterators[x.Name]
	if part == nil || isClass(x.Recv) {
		s := f.root(handing(x))
		if s == nil || which != "0" {
			return &Shape{}
		}
		s.merge(route.ListShape)
		return s.elem()
	}
	s := f.shape(x.Recv)
	if s == nil {
		return nil
	}
	return part(s, which)
}

// groupShape is the shape of what a method hands its block that makes groups of a list's
// elements, `Site.all.each_slice(2).yield(0)`: one of them, or, to a block of one
// parameter, all of a group; or a number that one counts to. Nil for others.
func (f *unsetFinder) groupShape(x *grammar.Call, which string) *Shape {
	by, ok := x.Recv.(*grammar.Call)
	if ok && x.Name == "yield" && counts[by.Name] && by.Recv != nil {
		if s := f.shape(by.Recv); s != nil {
			s.merge(route.NumberShape)
			return &Shape{Kind: route.NumberShape}
		}
	}
	if x.Name != "yield" || !ok || !groups[by.Name] || by.Recv == nil || isClass(by.Recv) {
		return nil
	}
	s := f.shape(by.Recv)
	if s == nil {
		return nil
	}
	s.merge(route.ListShape)
	if which == "0" && !f.asked[strings.TrimPrefix(grammar.String(by), "::")+".yield(1)"] {
		return s
	}
	return s.elem()
}

var (
	groups = wordSet("each_slice each_cons in_groups_of in_groups")
	counts = wordSet("upto downto step")
)

// shapeOfCall is the shape of a call that something else decides: an element of
// a list, what data's own methods make of it.
func (f *unsetFinder) shapeOfCall(x *grammar.Call) *Shape {
	x = sent(x)
	switch {
	case x.Recv == nil:
		return nil
	case f.isElement(x):
		return f.elementShape(x)
	case comparing[x.Name] && len(x.Args) == 1:
		return f.compared(x)
	case makesRegexp[x.Name] && strings.TrimPrefix(grammar.String(x.Recv), "::") == "Regexp":
		found := false
		for _, a := range x.Args {
			found = f.visit(a, route.TextShape) || found
		}
		if found {
			return &Shape{}
		}
		return nil
	}
	if s := f.mapped(x); s != nil {
		return s
	}
	method := dataMethods[x.Name]
	if method != nil && !isClass(x.Recv) && (len(x.Args) == 0 || !plain[x.Name]) {
		if s := f.shape(x.Recv); s != nil {
			for _, a := range x.Args {
				f.visit(a, route.AnyShape)
			}
			result := method(s, x.Args)
			if mapping[x.Name] {
				result.Elem = &Shape{}
				f.made = append(f.made, [2]*Shape{s.elem(), result.Elem})
			}
			return result
		}
	}
	s := f.within(x.Recv)
	if s == nil {
		return nil
	}
	if x.Name == "[]" && len(x.Args) == 1 {
		return indexShape(s, x.Args[0])
	}
	return s.asked(x)
}

// sent is the call that `send(:to_sym)` makes, if that is a method of data.
func sent(x *grammar.Call) *grammar.Call {
	if x.Recv == nil || !sends[x.Name] || len(x.Args) == 0 {
		return x
	}
	name, ok := grammar.TextOf(x.Args[0])
	if !ok || dataMethods[name] == nil {
		return x
	}
	call := *x
	call.Name, call.Args = name, x.Args[1:]
	return &call
}

var sends = wordSet("send public_send __send__ try try!")

// asked is the shape of what a method of an object gives.
func (s *Shape) asked(x *grammar.Call) *Shape {
	switch {
	case asksByName[x.Name] && len(x.Args) > 0:
		if name, ok := grammar.TextOf(x.Args[0]); ok && (len(x.Args) == 1 || x.Name == "fetch") {
			return s.field(name)
		}
	case x.Name == "call" && len(x.Args) == 0: // code, which has no YAML
		s.merge(route.CodeShape)
		return &Shape{}
	}
	call := *x
	call.Recv = nil
	return s.field(grammar.String(&call))
}

// asksByName are the methods whose argument names what is asked for.
var asksByName = wordSet("try try! fetch dig send public_send")

// mapped is the shape of `list.map(&:name)`; nil for other calls.
func (f *unsetFinder) mapped(x *grammar.Call) *Shape {
	if !mapping[x.Name] || x.BlockArg == nil || len(x.Args) > 0 || isClass(x.Recv) {
		return nil
	}
	name, ok := x.BlockArg.X.(*grammar.Sym)
	if !ok {
		return nil
	}
	s := f.shape(x.Recv)
	if s == nil {
		return nil
	}
	elem := elementOf(s, nil)
	if method := dataMethods[name.Name]; method != nil {
		return &Shape{Kind: route.ListShape, Elem: method(elem, nil)}
	}
	return &Shape{Kind: route.ListShape, Elem: elem.field(name.Name)}
}

var mapping = wordSet("map collect flat_map filter_map")

// compared asks for both sides of a comparison, each of the kind of the other.
func (f *unsetFinder) compared(x *grammar.Call) *Shape {
	a := f.like(x.Recv, x.Args[0], x.Name)
	if b := f.like(x.Args[0], x.Recv, x.Name); a || b {
		return &Shape{}
	}
	return nil
}

// like asks for a value that is compared with another one.
func (f *unsetFinder) like(x, with grammar.Expr, operator string) bool {
	kind := literalKind(with)
	if _, ok := with.(*grammar.Str); ok && strings.HasSuffix(operator, "~") {
		kind = route.PatternShape
	}
	s := f.shape(x)
	if s == nil {
		return f.visit(x, kind)
	}
	s.merge(kind)
	if text := grammar.String(with); kind > route.DecisionShape && (strings.HasSuffix(operator, "==") || operator == "!=") && len(text) < maxLike && !slices.Contains(s.Like, text) {
		s.Like = append(s.Like, text)
	}
	return true
}

// maxLike bounds the literals that are shown of comparisons.
const maxLike = 40

func literalKind(x grammar.Expr) route.ShapeKind {
	switch x.(type) {
	case *grammar.Str, *grammar.Sym, *grammar.Regexp, *grammar.Interp:
		return route.TextShape
	case *grammar.Bool:
		return route.DecisionShape
	case *grammar.Int, *grammar.Float:
		return route.NumberShape
	case *grammar.Array:
		return route.ListShape
	case *grammar.Hash:
		return route.MappingShape
	}
	return route.AnyShape
}

// isClass tells the name of a class or module, whose methods are its own:
// `Site`, but not SITES.
func isClass(x grammar.Expr) bool {
	c, ok := x.(*grammar.Const)
	return ok && strings.ToUpper(c.Name) != c.Name
}

// indexShape is the shape of `s[key]`.
func indexShape(s *Shape, key grammar.Expr) *Shape {
	switch key := key.(type) {
	case *grammar.Sym:
		s.mapping()
		return s.field(key.Name)
	case *grammar.Str:
		s.mapping()
		return s.field(key.Value)
	case *grammar.Int:
		s.merge(route.ListShape)
		return s.elem()
	}
	s.mapping()
	return s.elem()
}
