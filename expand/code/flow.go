package code

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A Flow is where a value may go in a file: into variables, attributes, collections, parameters
// of blocks and results of methods. It goes by their names, whatever their scope, and takes what
// a method returns for a part of its receiver: it may follow too far, but loses nothing.
type Flow struct {
	code    grammar.Node
	is      func(grammar.Expr) bool
	parts   bool                 // whether calls return parts of it
	held    map[string]int       // by name: how many collections are around the value in what has that name
	lambdas map[string]bool      // the names of what a block or a lambda makes
	depths  map[grammar.Node]int // of the nodes asked for so far
}

const (
	away      = 1 << 20 // the depth of what has nothing to do with the value
	maxPasses = 20
)

// FlowOf follows, through code, the value of the expressions for which is reports true: of
// `Shop::LIST`. It returns nil if that takes too many ways.
func FlowOf(code grammar.Node, is func(grammar.Expr) bool) *Flow {
	return newFlow(code, is, true).followed()
}

// UseOf is [FlowOf] of what is done to the expressions themselves, `Shop.list << x`, by no other name.
func UseOf(code grammar.Node, is func(grammar.Expr) bool) *Flow { return newFlow(code, is, true) }

// FlowOfClass is [FlowOf] of a class: what its methods return is not the class.
func FlowOfClass(code grammar.Node, is func(grammar.Expr) bool) *Flow {
	return newFlow(code, is, false).followed()
}

func newFlow(code grammar.Node, is func(grammar.Expr) bool, parts bool) *Flow {
	return &Flow{code: code, is: is, parts: parts, held: map[string]int{}, lambdas: map[string]bool{}, depths: map[grammar.Node]int{}}
}

func (f *Flow) followed() *Flow {
	for range maxPasses {
		before := len(f.held)
		f.depths = map[grammar.Node]int{}
		lower := false
		grammar.Walk(f.code, func(n grammar.Node) { lower = f.follow(n) || lower })
		if !lower && len(f.held) == before {
			return f
		}
	}
	return nil
}

// Is reports whether an expression may be the value or a part of it.
func (f *Flow) Is(x grammar.Expr) bool { return f.depth(x) == 0 }

// Returns reports whether the code, that of a method, may return the value, a part of it or something
// around it.
func (f *Flow) Returns(m *grammar.Def) bool { return f.returned(m) < away }

// returned is the depth of what a method returns, at its end or before.
func (f *Flow) returned(m *grammar.Def) int {
	d := f.depth(m.Body)
	grammar.Walk(m.Body, func(n grammar.Node) {
		if j, ok := n.(*grammar.Jump); ok {
			d = min(d, f.depth(j.Value))
		}
	})
	return d
}

// follow notes the names which a node gives the value to; it reports whether that is news.
func (f *Flow) follow(n grammar.Node) bool {
	switch n := n.(type) {
	case *grammar.Assign:
		if makesProc(n.Value) {
			f.lambdas[NameOf(n.Target)] = true
		}
		return f.give(n.Target, f.depth(n.Value))
	case *grammar.OpAssign:
		if n.Op == "||" || n.Op == "&&" {
			return f.give(n.Target, f.depth(n.Value))
		}
		return f.give(n.Target, f.depth(n.Value)+1)
	case *grammar.MultiAssign:
		return f.give(n.Targets, f.depth(n.Value))
	case *grammar.For:
		return f.give(n.Target, part(f.depth(n.In)))
	case *grammar.Call:
		return n.Block != nil && f.giveParams(n.Block.Params, min(part(f.depth(n.Recv)), f.least(n.Args)))
	case *grammar.Def:
		return f.name(n.Name, f.returned(n))
	case *grammar.Param:
		return f.name(n.Name, f.depth(n.Default))
	case *grammar.MatchPattern:
		return f.givePattern(n.Pattern, part(f.depth(n.X)))
	case *grammar.CaseIn:
		news := false
		for _, in := range n.Ins {
			news = f.givePattern(in.Pattern, part(f.depth(n.Subject))) || news
		}
		return news
	}
	return false
}

// makesProc reports whether an expression is a lambda, or a call with a block: `proc { |l| l << "c" }`.
func makesProc(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	_, isLambda := x.(*grammar.Lambda)
	return isLambda || ok && c.Block != nil
}

// part is the depth of a part of what has some depth.
func part(depth int) int {
	if depth == away {
		return away
	}
	return max(depth-1, 0)
}

func (f *Flow) name(name string, depth int) bool {
	before, ok := f.held[name]
	if name == "" || depth >= away || ok && before <= depth {
		return false
	}
	f.held[name] = depth
	return true
}

func (f *Flow) give(target grammar.Expr, depth int) (news bool) {
	switch target := target.(type) {
	case *grammar.Index:
		return f.give(target.Recv, depth+1)
	case *grammar.Splat:
		return f.give(target.X, depth+1)
	case *grammar.MultiTarget:
		for _, t := range target.List {
			news = f.give(t, part(depth)) || news
		}
		return news
	}
	return f.name(NameOf(target), depth)
}

func (f *Flow) giveParams(params *grammar.Params, depth int) (news bool) {
	if params == nil {
		return false
	}
	for _, p := range params.List {
		news = f.name(p.Name, depth) || news
		news = f.giveParams(p.Sub, part(depth)) || news
	}
	return news
}

func (f *Flow) givePattern(pattern grammar.Expr, depth int) (news bool) {
	grammar.Walk(pattern, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.PatternVar:
			news = f.name(n.Name, depth) || news
		case *grammar.PatternAs:
			news = f.name(n.Name, depth) || news
		case *grammar.PatternRest:
			news = f.name(n.Name, depth) || news
		case *grammar.PatternHash:
			for _, p := range n.Pairs { // `{key:}` is a variable, too
				news = f.name(p.Key, depth) || news
			}
		}
	})
	return news
}

// depth returns how many collections are around the value in what an expression makes: none
// where it may be the value or a part of it.
func (f *Flow) depth(n grammar.Node) int {
	if d, ok := f.depths[n]; ok {
		return d
	}
	f.depths[n] = away // of an expression within itself there is none
	d := f.look(n)
	f.depths[n] = d
	return d
}

func (f *Flow) look(n grammar.Node) int {
	if x, ok := n.(grammar.Expr); ok && f.is(x) {
		return 0
	}
	d, ok := f.held[NameOf(n)]
	if !ok {
		d = away
	}
	switch n := n.(type) {
	case *grammar.Lambda:
		return min(f.depth(n.Body)+1, away)
	case *grammar.Interp, *grammar.Def, *grammar.Class, *grammar.Module, *grammar.Not, *grammar.Defined, *grammar.Params:
		return away
	case *grammar.Const:
		return d
	case *grammar.Array, *grammar.Hash:
		return min(f.inside(n)+1, away)
	case *grammar.Index:
		return part(f.depth(n.Recv))
	case *grammar.Call:
		return min(d, f.result(n))
	case *grammar.If:
		return min(f.inside(n.Then), f.inside(n.Else))
	case *grammar.Ternary:
		return min(f.depth(n.Then), f.depth(n.Else))
	case *grammar.Stmts:
		if n == nil || len(n.List) == 0 {
			return away
		}
		return f.depth(n.List[len(n.List)-1])
	}
	return min(d, f.inside(n))
}

// result is the depth of what a call returns: a part of its receiver, what its block returns, or
// something around its arguments. An operator makes a new value of both sides, and so does a copy.
func (f *Flow) result(c *grammar.Call) int {
	recv, args := f.depth(c.Recv), f.least(c.Args)
	switch {
	case strings.HasSuffix(c.Name, "?"):
		return away
	case isOperator(c.Name) || c.Name == "dup" || c.Name == "clone":
		return min(min(recv, args)+1, away)
	case c.Recv == nil && c.Name[0] >= 'A' && c.Name[0] <= 'Z' || c.Name == "wrap": // Array(list) is the list
		return min(recv, args)
	}
	d := min(args+1, away)
	if f.parts || recv > 0 || c.Name == "itself" {
		d = min(d, part(recv))
	}
	if c.Block != nil {
		d = min(d, f.depth(c.Block.Body))
	}
	return d
}

func isOperator(name string) bool {
	return strings.Trim(name, "+-*/%&|^<=>!~") == "" && name != "<<"
}

// inside is the least depth of the nodes that stand in one.
func (f *Flow) inside(n grammar.Node) int {
	d := away
	grammar.Inspect(n, func(in grammar.Node) bool {
		if in == n {
			return true
		}
		d = min(d, f.depth(in))
		return false
	})
	return d
}

func (f *Flow) least(list []grammar.Expr) int {
	d := away
	for _, x := range list {
		if pairs, ok := x.(*grammar.Hash); ok && !pairs.Braces { // keywords
			d = min(d, f.inside(pairs))
			continue
		}
		d = min(d, f.depth(x))
	}
	return d
}

// MayChange reports whether the file may change the value or a part of it, or gives it to code that
// may: runs reports whether a call of a method of a receiver, nil for the value's own, may run code of
// the application.
func (f *Flow) MayChange(runs func(recv grammar.Expr, method string) bool) bool {
	return Any(f.code, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Assign:
			return f.sets(n.Target)
		case *grammar.MultiAssign:
			return f.sets(n.Targets)
		case *grammar.OpAssign:
			return f.sets(n.Target) || n.Op == "<<" && f.Is(n.Target)
		case *grammar.Yield:
			return f.least(n.Args) < away
		case *grammar.Super:
			return f.least(n.Args) < away
		case *grammar.SingletonClass:
			return f.Is(n.X)
		case *grammar.Index: // of a lambda
			return f.least(n.Args) < away && f.lambdas[NameOf(n.Recv)]
		case *grammar.Call:
			return f.callChanges(n, runs)
		}
		return false
	})
}

// callsProc are the methods that run a proc with their arguments.
var callsProc = map[string]bool{"call": true, "yield": true, "===": true, "curry": true}

// sets reports whether an assignment to a target changes the value: to `list[0]` or `list.name`.
func (f *Flow) sets(target grammar.Expr) bool {
	switch target := target.(type) {
	case *grammar.Const: // not where it is defined
		return target.Scope != nil && f.is(target)
	case *grammar.Index:
		return f.Is(target.Recv)
	case *grammar.Call:
		return f.Is(target.Recv) || f.is(target)
	case *grammar.MultiTarget:
		return slices.ContainsFunc(target.List, f.sets)
	}
	return false
}

func (f *Flow) callChanges(c *grammar.Call, runs func(grammar.Expr, string) bool) bool {
	recv, args := f.depth(c.Recv), f.least(c.Args)
	if recv == 0 && (dsl.Changes(c.Name) || CallsByName[c.Name] || Rebinds[c.Name]) || args < away && callsProc[c.Name] {
		return true
	}
	if c.BlockArg != nil && min(recv, args) < away {
		method, ok := c.BlockArg.X.(*grammar.Sym)
		return !ok || dsl.Changes(method.Name)
	}
	return recv == 0 && runs(nil, c.Name) || args < away && runs(c.Recv, c.Name)
}
