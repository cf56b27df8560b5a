package code

import (
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/grammar"
)

// A Flow is where a value may go: into variables, attributes, collections, parameters of blocks and
// results of methods. It goes by their names, whatever their scope, and takes what a method returns
// for a part of its receiver: it may follow too far, but loses nothing.
type Flow struct {
	Seeds
	code   []*Index
	live   [][]bool             // of each piece of code, which statements have the value or a name for it
	due    []place              // statements to follow
	held   map[name]int         // how many collections are around the value in what has a name, see key
	asked  map[[2]string]bool   // what Beyond was asked for
	procs  map[name]bool        // the names of what a block or a lambda makes
	depths map[grammar.Node]int // of the nodes asked for since the last statement
	step                        // that is followed now
}

// A place is a statement of a piece of code, both by their numbers.
type place struct{ code, at int32 }

// Seeds say where a flow begins.
type Seeds struct {
	// Is reports whether an expression is the value: `Shop::LIST`. Such expressions have one of Words
	// as their names, see [Index.Has]; nil Words mean any.
	Is    func(grammar.Expr) bool
	Words []string
	// Class is set for the flow of a class: what its methods return is not the class.
	Class bool
	// Hooks reports whether a hook of a class or module, by its last name, is called with the class; a nil
	// Hooks means that none is.
	Hooks func(within string) bool
	// Beyond returns the code of other files that may have to do with a name which outlives a file:
	// that of a constant, of a method or of a variable of a class. It is in a class or module, or is
	// called on what has that name, unless within is empty. A nil Beyond means that there is none.
	Beyond func(name, within string) []*Index
}

const (
	away    = 1 << 20 // the depth of what has nothing to do with the value
	maxCode = 100
)

// FlowOf follows a value through code. It returns nil if that takes too many ways.
func FlowOf(seeds Seeds, code ...*Index) *Flow {
	return UseOf(seeds, code...).run()
}

// And returns the flow of what f follows and of what else is the value, by some words and with its hooks, through
// further code. It returns nil if that takes too many ways.
func (f *Flow) And(more Seeds, code ...*Index) *Flow {
	and, before := *f, f.Is
	and.Is = func(x grammar.Expr) bool { return before(x) || more.Is(x) }
	and.Words, and.Hooks = more.Words, more.Hooks
	and.code, and.live, and.due = slices.Clip(f.code), nil, nil
	for _, live := range f.live {
		and.live = append(and.live, slices.Clone(live))
	}
	and.held, and.asked, and.procs, and.depths = maps.Clone(f.held), maps.Clone(f.asked), maps.Clone(f.procs), map[grammar.Node]int{}
	for i := range and.code {
		and.seed(i)
	}
	and.Words = slices.Concat(f.Words, more.Words)
	and.enter(code)
	return and.run()
}

// run follows the value; it returns nil if it comes to more than maxCode further pieces of code.
func (f *Flow) run() *Flow {
	most := maxCode + len(f.code)
	for len(f.due) > 0 {
		next := f.due[len(f.due)-1]
		f.due = f.due[:len(f.due)-1]
		clear(f.depths)
		for _, f.step = range f.code[next.code].statements[next.at].steps {
			f.follow(f.node)
		}
		if len(f.code) > most {
			return nil
		}
	}
	f.depths = map[grammar.Node]int{} // of those few that are asked for
	return f
}

// enter adds code that was not followed yet.
func (f *Flow) enter(code []*Index) {
	for _, x := range code {
		if slices.Contains(f.code, x) {
			continue
		}
		f.code, f.live = append(f.code, x), append(f.live, make([]bool, len(x.statements)))
		for _, proc := range x.procs {
			f.procs[proc] = true
		}
		f.seed(len(f.code) - 1)
		for held := range f.held {
			f.wake(len(f.code)-1, held.name)
		}
	}
}

// seed lets the statements of a piece of code be followed that may have the value.
func (f *Flow) seed(code int) {
	if f.Words == nil {
		for at := range f.live[code] {
			f.wakeAt(code, int32(at))
		}
	}
	for _, word := range f.Words {
		f.wake(code, word)
	}
	if f.Hooks != nil {
		for hook := range Hooks {
			f.wake(code, hook)
		}
	}
}

// wake lets the statements of a piece of code be followed that have a name, and those around them.
func (f *Flow) wake(code int, word string) {
	for _, at := range f.code[code].in[word] {
		for ; at >= 0; at = f.code[code].statements[at].outer {
			f.wakeAt(code, at)
		}
	}
}

func (f *Flow) wakeAt(code int, at int32) {
	f.live[code][at] = true
	if next := (place{int32(code), at}); len(f.code[code].statements[at].steps) > 0 && !slices.Contains(f.due, next) {
		f.due = append(f.due, next)
	}
}

// UseOf is [FlowOf] of what is done to the value itself, `Shop.list << x`, by no other name.
func UseOf(seeds Seeds, code ...*Index) *Flow {
	f := &Flow{Seeds: seeds, held: map[name]int{}, asked: map[[2]string]bool{}, procs: map[name]bool{}, depths: map[grammar.Node]int{}}
	f.enter(code)
	return f
}

// Code returns what is followed: what FlowOf was given, and what Beyond has added.
func (f *Flow) Code() []*Index { return f.code }

// gives reports whether a node may give a value to a name, see follow.
func gives(n grammar.Node) bool {
	switch n := n.(type) {
	case *grammar.Assign, *grammar.OpAssign, *grammar.MultiAssign, *grammar.For, *grammar.Def, *grammar.Jump, *grammar.MatchPattern, *grammar.CaseIn:
		return true
	case *grammar.Call:
		return n.Block != nil
	case *grammar.Param:
		return n.Default != nil
	}
	return false
}

// ClassName returns the last name of a class or module that code opens; empty for other code.
func ClassName(n grammar.Node) string {
	switch n := n.(type) {
	case *grammar.Class:
		return n.Name.Name
	case *grammar.Module:
		return n.Name.Name
	}
	return ""
}

// A name is one that a flow knows nodes by: local variables have one in each file.
type name struct{ file, name string }

// key returns the name of a node; empty for none.
func key(n grammar.Node) name {
	if v, ok := n.(*grammar.Local); ok {
		return name{v.Pos.Filename, v.Name}
	}
	return name{name: NameOf(n)}
}

// Holds reports whether an expression may be the value or a part of it.
func (f *Flow) Holds(x grammar.Expr) bool { return f.depth(x) == 0 }

// Reaches reports whether code may make the value, a part of it or something around it.
func (f *Flow) Reaches(n grammar.Node) bool { return f.depth(n) < away }

// Rebinds reports whether the value is self in a part of the code: in `class << Shop`, and in a block.
func (f *Flow) Rebinds(n grammar.Node) bool {
	switch n := n.(type) {
	case *grammar.SingletonClass:
		return f.Holds(n.X)
	case *grammar.Call:
		return n.Block != nil && Rebinds[n.Name] && f.Holds(n.Recv)
	}
	return false
}

// Returns reports whether the code, that of a method, may return the value, a part of it or something
// around it.
func (f *Flow) Returns(m *grammar.Def) bool {
	return f.Reaches(m.Body) || Any(m.Body, func(n grammar.Node) bool {
		j, ok := n.(*grammar.Jump)
		return ok && f.Reaches(j.Value)
	})
}

// follow notes the names which a node gives the value to.
func (f *Flow) follow(n grammar.Node) {
	switch n := n.(type) {
	case *grammar.Assign:
		f.give(n.Target, f.depth(n.Value))
	case *grammar.OpAssign:
		d := f.depth(n.Value)
		if n.Op != "||" && n.Op != "&&" {
			d++
		}
		f.give(n.Target, d)
	case *grammar.MultiAssign:
		f.give(n.Targets, f.depth(n.Value))
	case *grammar.For:
		f.give(n.Target, part(f.depth(n.In)))
	case *grammar.Call:
		if name, ok := LiteralName(first(n.Args)); ok && strings.HasPrefix(n.Name, "define_") {
			f.name(name, f.depth(n.Block.Body), f.within)
		} else {
			f.giveParams(n.Block.Params, min(part(f.depth(n.Recv)), f.least(n.Args)))
		}
	case *grammar.Def:
		if f.hears(n) {
			f.giveParams(n.Params, 0)
		}
		f.name(n.Name, f.depth(n.Body), f.within)
	case *grammar.Jump:
		f.name(f.method, f.depth(n.Value), f.within)
	case *grammar.Param:
		f.local(n.Pos, n.Name, f.depth(n.Default))
	case *grammar.MatchPattern:
		f.givePattern(n.Pattern, part(f.depth(n.X)))
	case *grammar.CaseIn:
		for _, in := range n.Ins {
			f.givePattern(in.Pattern, part(f.depth(n.Subject)))
		}
	}
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

func (f *Flow) local(pos grammar.Pos, local string, depth int) {
	f.hold(name{pos.Filename, local}, depth)
}

// name gives the value to a name that outlives the file.
func (f *Flow) name(called string, depth int, within string) {
	f.hold(name{name: called}, depth)
	asks := [2]string{called, within}
	if f.Beyond == nil || called == "" || depth >= away || f.asked[asks] {
		return
	}
	f.asked[asks] = true
	f.enter(f.Beyond(called, within))
}

func (f *Flow) hold(key name, depth int) {
	before, ok := f.held[key]
	if key.name == "" || depth >= away || ok && before <= depth {
		return
	}
	f.held[key] = depth
	for i := range f.code {
		f.wake(i, key.name)
	}
}

func (f *Flow) give(target grammar.Expr, depth int) {
	switch target := target.(type) {
	case *grammar.Index:
		f.give(target.Recv, depth+1)
		return
	case *grammar.Splat:
		f.give(target.X, depth+1)
		return
	case *grammar.MultiTarget:
		for _, t := range target.List {
			f.give(t, part(depth))
		}
		return
	case *grammar.Local:
		f.local(target.Pos, target.Name, depth)
		return
	case *grammar.GVar:
		f.name(target.Name, depth, "")
		return
	case *grammar.Call:
		if !IsSelf(target.Recv) { // others may come by a receiver that is no constant
			f.name(target.Name, depth, LastName(ConstName(target.Recv)))
			return
		}
	}
	f.name(NameOf(target), depth, f.within)
}

func (f *Flow) giveParams(params *grammar.Params, depth int) {
	if params == nil {
		return
	}
	for _, p := range params.List {
		f.local(p.Pos, p.Name, depth)
		f.giveParams(p.Sub, part(depth))
	}
}

func (f *Flow) givePattern(pattern grammar.Expr, depth int) {
	grammar.Walk(pattern, func(n grammar.Node) {
		switch n := n.(type) {
		case *grammar.PatternVar:
			f.local(n.Pos, n.Name, depth)
		case *grammar.PatternAs:
			f.local(n.Pos, n.Name, depth)
		case *grammar.PatternRest:
			f.local(n.Pos, n.Name, depth)
		case *grammar.PatternHash:
			for _, p := range n.Pairs { // `{key:}` is a variable, too
				f.local(n.Pos, p.Key, depth)
			}
		}
	})
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
	if x, ok := n.(grammar.Expr); ok && f.Is(x) {
		return 0
	}
	d, ok := f.held[key(n)]
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
	case recv < away && core.MakesNew(c.Name):
		d := part(recv)
		if c.Block != nil {
			d = min(d, f.depth(c.Block.Body))
		}
		return d + 1
	}
	d := min(args+1, away)
	if !f.Class || recv > 0 || ofClasses[c.Name] {
		d = min(d, part(recv))
	}
	if c.Block != nil {
		d = min(d, f.depth(c.Block.Body))
	}
	return d
}

// hears reports whether a method is a hook that is called with the class.
func (f *Flow) hears(m *grammar.Def) bool {
	within := f.within
	if c, ok := m.Singleton.(*grammar.Const); ok {
		within = c.Name
	}
	return Hooks[m.Name] && f.Hooks != nil && f.Hooks(within)
}

// Hooks are the methods that Ruby gives a class which is made, or gets a module.
var Hooks = map[string]bool{"inherited": true, "included": true, "extended": true, "prepended": true}

// ofClasses are the methods of a class that return it, or those below it.
var ofClasses = map[string]bool{"itself": true, "singleton_class": true, "subclasses": true, "descendants": true}

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

// MayChange reports whether the code may change the value or a part of it, or gives it to code that may: runs
// reports whether a call of a method of a receiver, nil for the value's own, may run code of the
// application.
func (f *Flow) MayChange(runs func(recv grammar.Expr, method string) bool) bool {
	for i, x := range f.code {
		for at, live := range f.live[i] {
			if live && x.statements[at].any(func(n grammar.Node) bool { return f.changes(n, runs) }) {
				return true
			}
		}
	}
	return false
}

// MayChangeIn is MayChange of other code.
func (f *Flow) MayChangeIn(code grammar.Node, runs func(recv grammar.Expr, method string) bool) bool {
	return Any(code, func(n grammar.Node) bool { return f.changes(n, runs) })
}

func (f *Flow) changes(n grammar.Node, runs func(grammar.Expr, string) bool) bool {
	switch n := n.(type) {
	case *grammar.Assign:
		return f.sets(n.Target)
	case *grammar.MultiAssign:
		return f.sets(n.Targets)
	case *grammar.OpAssign:
		return f.sets(n.Target) || n.Op == "<<" && f.Holds(n.Target)
	case *grammar.Yield:
		return f.least(n.Args) < away
	case *grammar.Super:
		return f.least(n.Args) < away
	case *grammar.SingletonClass:
		return f.Holds(n.X)
	case *grammar.Index: // of a lambda
		return f.least(n.Args) < away && f.procs[key(n.Recv)]
	case *grammar.Call:
		return f.callChanges(n, runs)
	}
	return false
}

// callsProc are the methods that run a proc with their arguments.
var callsProc = map[string]bool{"call": true, "yield": true, "===": true, "curry": true}

// sets reports whether an assignment to a target changes the value: to `list[0]` or `list.name`.
func (f *Flow) sets(target grammar.Expr) bool {
	switch target := target.(type) {
	case *grammar.Const: // not where it is defined
		return target.Scope != nil && f.Is(target)
	case *grammar.Index:
		return f.Holds(target.Recv)
	case *grammar.Call:
		return f.Holds(target.Recv) || f.Is(target)
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
	if min(recv, args) < away && slices.ContainsFunc(c.Args, namesChange) { // inject(list, :<<)
		return true
	}
	if c.BlockArg != nil && min(recv, args) < away {
		_, ok := c.BlockArg.X.(*grammar.Sym)
		return !ok || namesChange(c.BlockArg.X)
	}
	return recv == 0 && runs(nil, c.Name) || args < away && runs(c.Recv, c.Name)
}

func namesChange(x grammar.Expr) bool {
	name, ok := x.(*grammar.Sym)
	return ok && dsl.Changes(name.Name)
}

func first(list []grammar.Expr) grammar.Expr {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}
