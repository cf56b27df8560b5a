package expand

import (
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// What the words of gems depend on stands in models and initializers. Those
// files are not run: they are read for declarations, of which the literals
// count.

// A declared is a call or an attribute assignment in such a file.
type declared struct {
	recv  grammar.Expr // nil without
	name  string       // the method, or the attribute: sign_out_via
	args  []grammar.Expr
	set   bool            // an assignment, args holds the value
	under []dsl.Condition // what it depends on
	pos   grammar.Pos
}

// declarations visits the calls and assignments below a node with the conditions
// that stand around them.
func declarations(n grammar.Node, under []dsl.Condition, visit func(declared)) {
	grammar.Inspect(n, func(x grammar.Node) bool {
		switch x := x.(type) {
		case *grammar.If:
			branches(x.Cond, x.Unless, x.Pos, under, visit, x.Then, x.Else)
			return false
		case *grammar.Assign:
			if t, ok := x.Target.(*grammar.Call); ok {
				visit(declared{recv: t.Recv, name: t.Name, args: []grammar.Expr{x.Value}, set: true, under: under, pos: t.Pos})
			}
		case *grammar.Call:
			visit(declared{recv: x.Recv, name: x.Name, args: x.Args, under: under, pos: x.Pos})
		}
		return true
	})
}

// branches visits both sides of a condition.
func branches(cond grammar.Expr, unless bool, pos grammar.Pos, under []dsl.Condition, visit func(declared), yes, no *grammar.Stmts) {
	declarations(cond, under, visit)
	for _, side := range []struct {
		body   *grammar.Stmts
		negate bool
	}{{yes, unless}, {no, !unless}} {
		if side.body == nil {
			continue
		}
		text := grammar.String(cond)
		if side.negate {
			text = "!(" + text + ")"
		}
		declarations(side.body, append(under[:len(under):len(under)], dsl.Condition{Text: text, Pos: pos}), visit)
	}
}

// constants are the literal constants of a file, by their last name.
type constants map[string]dsl.Value

// literalConstants finds `NAME = literal`.
func literalConstants(file *grammar.File) constants {
	consts := constants{}
	grammar.Walk(file, func(n grammar.Node) {
		a, ok := n.(*grammar.Assign)
		if !ok {
			return
		}
		if target, ok := a.Target.(*grammar.Const); ok {
			if v, ok := consts.literal(a.Value); ok {
				consts[target.Name] = v
			}
		}
	})
	return consts
}

// literal gives the value of a literal; lists and hashes leave out what is none.
func (c constants) literal(x grammar.Expr) (dsl.Value, bool) {
	switch x := x.(type) {
	case *grammar.Nil:
		return dsl.Nil, true
	case *grammar.Bool:
		return dsl.Bool(x.Value), true
	case *grammar.Sym:
		return dsl.Symbol(x.Name), true
	case *grammar.Str:
		return dsl.NewString(x.Value), true
	case *grammar.Int:
		n, err := strconv.ParseInt(x.Text, 10, 64)
		return dsl.Int(n), err == nil
	case *grammar.Regexp:
		return &dsl.Regexp{Source: x.Source}, x.Flags == ""
	case *grammar.Const:
		v, ok := c[x.Name]
		return v, ok
	case *grammar.Array:
		elems, _ := c.list(x.Elems)
		return dsl.NewArray(elems...), true
	case *grammar.Hash:
		h, _ := c.hash(x)
		return h, true
	case *grammar.Paren:
		if x.Stmts != nil && len(x.Stmts.List) == 1 {
			return c.literal(x.Stmts.List[0])
		}
	case *grammar.Call:
		return c.literalCall(x)
	}
	return nil, false
}

// literalCall reads `literal.freeze` and sums of lists.
func (c constants) literalCall(x *grammar.Call) (dsl.Value, bool) {
	if x.Recv == nil {
		return nil, false
	}
	v, ok := c.literal(x.Recv)
	if !ok {
		return nil, false
	}
	switch {
	case len(x.Args) == 0 && (x.Name == "freeze" || x.Name == "dup" || x.Name == "to_a"):
		return v, true
	case len(x.Args) == 1 && x.Name == "+":
		left, ok := v.(*dsl.Array)
		w, known := c.literal(x.Args[0])
		if right, isList := w.(*dsl.Array); ok && known && isList {
			return dsl.NewArray(append(left.Elems[:len(left.Elems):len(left.Elems)], right.Elems...)...), true
		}
	}
	return nil, false
}

// list gives the literal elements, splats spread, and those that are no literals.
func (c constants) list(list []grammar.Expr) (elems []dsl.Value, rest []grammar.Expr) {
	for _, x := range list {
		splat, isSplat := x.(*grammar.Splat)
		if isSplat {
			x = splat.X
		}
		v, ok := c.literal(x)
		switch {
		case !ok:
			rest = append(rest, x)
		case !isSplat:
			elems = append(elems, v)
		default:
			if a, ok := v.(*dsl.Array); ok {
				elems = append(elems, a.Elems...)
			} else {
				rest = append(rest, x)
			}
		}
	}
	return elems, rest
}

// hash gives the pairs of literals, and the others.
func (c constants) hash(x *grammar.Hash) (h *dsl.Hash, rest []grammar.Pair) {
	h = dsl.NewHash(len(x.Pairs))
	for _, p := range x.Pairs {
		if p.Key != nil && p.Value != nil {
			key, ok := c.literal(p.Key)
			v, known := c.literal(p.Value)
			if ok && known {
				h.Set(key, v)
				continue
			}
		}
		rest = append(rest, p)
	}
	return h, rest
}

// value gives the value of a literal, or of an expression that the program and
// its settings decide: Rails.env.test? ? :get : :delete.
func (l *loader) value(consts constants, x grammar.Expr) (dsl.Value, bool) {
	if v, ok := consts.literal(x); ok && consts.whole(x) {
		return v, true
	}
	file := &grammar.File{Name: x.Start().Filename, Body: &grammar.Stmts{Pos: x.Start(), List: []grammar.Expr{x}}}
	v, err := l.interp.NewThread().Run(file, nil)
	if err != nil || v == nil || dsl.UnknownIn(v) != nil {
		return nil, false
	}
	switch v.(type) {
	case dsl.Symbol, *dsl.String, *dsl.Array, *dsl.Hash, dsl.Bool:
		return v, true
	}
	return v, v == dsl.Nil
}

// whole tells a literal of which nothing was left out.
func (c constants) whole(x grammar.Expr) bool {
	switch x := x.(type) {
	case *grammar.Array:
		_, rest := c.list(x.Elems)
		return len(rest) == 0
	case *grammar.Hash:
		_, rest := c.hash(x)
		return len(rest) == 0
	}
	return true
}

// constName is the name of a constant as it is written: `Auth::Login`, without a
// leading `::`. Empty for anything else.
func constName(x grammar.Expr) string {
	c, ok := x.(*grammar.Const)
	if !ok {
		return ""
	}
	if c.Scope == nil {
		return c.Name
	}
	if scope := constName(c.Scope); scope != "" {
		return scope + "::" + c.Name
	}
	return ""
}

// outerName drops the last part of `A::B::C`; empty for `A`.
func outerName(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[:i]
	}
	return ""
}

// joinName joins the parts of a constant's name.
func joinName(outer, name string) string {
	if outer == "" {
		return name
	}
	return outer + "::" + name
}
