package expand

import (
	"errors"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/code"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// What the words of gems depend on stands in models and initializers. These are
// run for it, by the interpreter that runs the routes: statement by statement,
// so that one which needs more of the application than there is does not keep
// the others; with words that note what is declared; and without a trace, for
// the routes see the application as they did before.

// A reading is a run of such files.
type reading struct {
	l      *loader
	t      *dsl.Thread
	root   *dsl.Class            // what the files define at their top level, and the gems
	within map[string]*dsl.Class // the classes that code stands in, by name
	heard  map[string]bool       // names of calls that matter: one that is lost is told
}

func (l *loader) newReading(heard map[string]bool) *reading {
	return &reading{l: l, t: l.interp.NewThread(), root: l.interp.NewClass("", nil, nil), within: map[string]*dsl.Class{}, heard: heard}
}

// reads lets read run files, as the run says that is for it.
func (l *loader) reads(heard map[string]bool, as run, read func(*reading)) {
	r := l.newReading(heard)
	r.t.WithRollback(func() {
		l.during(as, func() { read(r) })
	})
}

// maxReadingSteps bounds the code of one file.
const maxReadingSteps = 300_000

// Run runs statements that stand in a class; empty for the top level.
func (r *reading) Run(class string, body *grammar.Stmts, self dsl.Value) {
	if body == nil {
		return
	}
	if before, ok := r.l.configuration.environmentAt[body.Pos.Filename]; ok { // as when the application reads the file
		core.SetEnvironment(r.l.interp, before)
	}
	outer := r.l.variables.idle
	r.l.variables.idle = idlePlaces{r.t, r.idle(body)}
	r.runStatements(class, r.relevant(body), self, func(x grammar.Expr, err *dsl.EvalError) { r.Lost(x, err) })
	r.l.variables.idle = outer
}

// idle are the places of calls in statements that say nothing that is heard, and give
// what is heard no values.
func (r *reading) idle(body *grammar.Stmts) map[grammar.Pos]bool {
	names := r.l.variables.heard
	list := r.l.stmtFacts(body)
	busy := make([]bool, len(list))
	for before := -1; before != len(names); {
		before = len(names)
		for i, s := range slices.Backward(list) { // those within others first
			in := func(set map[string]bool) func(string) bool { return func(name string) bool { return set[name] } }
			busy[i] = busy[i] || slices.ContainsFunc(s.gives, in(names)) || slices.ContainsFunc(s.calls, in(r.heard))
			if !busy[i] {
				continue
			}
			if s.within >= 0 {
				busy[s.within] = true
			}
			for _, name := range s.names {
				names[name] = true
			}
		}
	}
	places := map[grammar.Pos]bool{}
	for i, s := range list {
		if !busy[i] && (s.within < 0 || busy[s.within]) {
			code.AddPlaces(places, s.x)
		}
	}
	return places
}

// runStatements runs all of some statements, and reports whether it came to their end.
func (r *reading) runStatements(class string, body *grammar.Stmts, self dsl.Value, lost func(grammar.Expr, *dsl.EvalError)) bool {
	scopes := []*dsl.Class{r.root}
	for i := range len(class) + 1 {
		if i == len(class) && i > 0 || strings.HasPrefix(class[i:], "::") {
			scopes = append(scopes, r.namespace(class[:i]))
		}
	}
	err := r.t.RunIn(dsl.EvalContext{Scopes: scopes, Self: self, OnError: lost, Steps: maxReadingSteps}, body)
	var limit *dsl.LimitError
	if errors.As(err, &limit) {
		r.l.warnOf(route.FileNote, body.Pos, "the file takes too much to run ("+limit.Limit+") and ends at "+limit.Pos.String()+": what follows is missing; simplify the file")
	} else if err != nil {
		r.l.warnOf(route.FileNote, grammar.PlaceOf(err, body.Pos), "the file raises an error ("+err.Error()+"): what follows is missing; fix the file or set what it asks for")
	}
	return err == nil
}

// namespace is the class or module around code: the application's own, if it has
// one.
func (r *reading) namespace(name string) *dsl.Class {
	if c := r.within[name]; c != nil {
		return c
	}
	if v, ok := r.l.definitions.Constant(name); ok {
		if c, ok := v.(*dsl.Class); ok {
			return c
		}
	}
	return r.Class(name, "")
}

// Class is the class that code of that name stands in: it keeps what the code
// defines from the routes.
func (r *reading) Class(name, parent string) *dsl.Class {
	if r.within[name] == nil {
		r.define(name, r.l.interp.NewClass(name, r.within[parent], nil))
		r.l.interp.MarkOpen(r.within[name])
	}
	return r.within[name]
}

// Module is a module that stands for that of a gem.
func (r *reading) Module(name string) *dsl.Class {
	if r.within[name] == nil {
		r.define(name, r.l.interp.NewModule(name))
	}
	return r.within[name]
}

func (r *reading) define(name string, c *dsl.Class) {
	r.within[name] = c
	outer := r.root
	if around := code.OuterName(name); around != "" {
		outer = r.namespace(around)
	}
	r.l.interp.SetConst(outer, code.LastName(name), c)
}

// Lost tells of a statement that failed, if it would have said something.
func (r *reading) Lost(x grammar.Node, err *dsl.EvalError) {
	if code.CallsAny(x, r.heard) {
		r.l.warnOf(route.FileNote, x.Start(), "only the application can run this ("+err.Message+"): what it adds is missing; set what it asks for")
	}
}

// relevant are the statements that may say something, or that those which do may
// need: what defines, assigns and includes, what may change a variable, and what may leave
// the code.
func (r *reading) relevant(body *grammar.Stmts) *grammar.Stmts {
	if body == nil {
		return nil
	}
	variables := map[string]bool{}
	for _, target := range code.AssignedIn(body) {
		if _, call := target.(*grammar.Call); !call && code.NameOf(target) != "" {
			variables[code.NameOf(target)] = true
		}
	}
	own := &grammar.Stmts{Pos: body.Pos}
	for _, x := range body.List {
		c, isCall := x.(*grammar.Call)
		if !isCall || including[c.Name] || dsl.Changes(c.Name) && c.Recv != nil || code.CallsAny(x, r.heard) || code.MentionsAny(x, variables) || code.MayLeave(x) {
			own.List = append(own.List, x)
		}
	}
	return own
}

// including are the methods that bring the words of modules to a class.
var including = map[string]bool{"include": true, "prepend": true, "extend": true, "included": true, "prepended": true, "class_methods": true}

// duringStart runs the block of a call that the application makes as it starts;
// ok is false for others.
func (l *loader) duringStart(c *dsl.Call) (dsl.Value, bool) {
	if !l.run.followsStart() || c.Block == nil {
		return nil, false
	}
	switch {
	case l.run.start != nil && (isStartHook(c.Name) || c.Name == "configure"):
		return l.run.start.startBlock(c), true
	case isStartHook(c.Name):
		return c.Yield(), true
	case c.Name == "configure":
		return c.Exec(c.Self, c.Block), true
	}
	return nil, false
}
