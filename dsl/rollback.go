package dsl

import (
	"maps"

	"signalbox/grammar"
)

// Code of the application that is run for what it says to the host, and then
// forgotten.

// WithRollback runs code of which nothing stays: what it did to variables, lists,
// classes and constants is undone. What the host reads of the application
// meanwhile stays, see [Interp.WithoutJournal].
func (t *Thread) WithRollback(run func()) {
	defer t.enter()()
	outer, loaded := t.in.journal, maps.Clone(t.in.loaded)
	j := t.openJournal()
	defer func() {
		j.undo()
		t.in.loaded = loaded
		*j.used.memory -= j.memory
		t.setJournal(j.outer)
		t.in.journal = outer
	}()
	run()
}

// An EvalContext is where code runs that stands in no routes file.
type EvalContext struct {
	// Scopes are the classes around the code, the innermost last: it sees their
	// constants, and the innermost takes those that it defines.
	Scopes []*Class
	Self   Value
	// OnError is told of each statement that an error ends; the code goes on with the
	// next one.
	OnError func(x grammar.Expr, err *EvalError)
	// Steps bounds the code, below what the limits leave. Of the memory left, it may
	// use a part.
	Steps int
}

const (
	memoryParts = 8 // the part of the memory left that the code of a place may use
	maxTooLong  = 4 // the statements of one run that may take more than is theirs
)

// RunIn runs statements at a place. The error is a [LimitError], or one that no
// statement could be blamed for.
func (t *Thread) RunIn(p EvalContext, body *grammar.Stmts) (err error) {
	defer t.guard(&err)
	if body == nil {
		return nil
	}
	share := t.share(p.Steps, memoryParts)
	t.used = share.used
	defer func() {
		share.end()
		t.used = share.whole
	}()
	defer t.enter()()
	cref := &lexicalScope{class: t.in.classes.object}
	for _, c := range p.Scopes {
		cref = &lexicalScope{class: c, outer: cref}
	}
	f := &frame{self: p.Self, cref: cref, target: t.in.singletonFor(p.Self), visibility: public}
	defer func(outer *recovery) { t.recovery = outer }(t.recovery)
	t.recovery = &recovery{onSkip: p.OnError, share: share, left: maxTooLong}
	_, err = t.topLevel(t.runTop(f, body))
	return err
}

// NewModule makes a module without defining a constant for it.
func (in *Interp) NewModule(name string) *Class { return &Class{name: name, module: true} }

// MethodsChanged tells that a host class has other words than before.
func (in *Interp) MethodsChanged() { in.epoch.Add(1) }

// SetConst gives a class a constant.
func (in *Interp) SetConst(c *Class, name string, v Value) { in.constSet(c, name, v) }

// PathCond returns the undecided conditions under which the call runs, the outermost
// first.
func (c *Call) PathCond() []*Unknown {
	list := make([]*Unknown, len(c.t.pathCond))
	for i, h := range c.t.pathCond {
		list[i] = h.u
	}
	return list
}

// Body is the code of a block; nil of one that Go code made.
func (p *Proc) Body() *grammar.Body { return p.body }
