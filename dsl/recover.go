package dsl

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"signalbox/dsl/internal/limits"
	"signalbox/grammar"
)

// A recovery is the run of a block of which nobody knows what the method that
// was given it does around it: what fails in it may work in the application. An
// error skips the statement that it ends, and no other.
type recovery struct {
	of     string  // the call that was given the block
	method *Method // that the block stands in
	lambda *env
	errors int
	onSkip func(grammar.Expr, *EvalError) // nil: Options.Note is told
	share  *limits.Share                  // what the code may use, where onSkip is told
	left   int                            // how many statements may take more
}

// maxRecovered bounds the statements of one block that may be skipped.
const maxRecovered = 1000

// skipErrors runs code that belongs to the block of a call which nobody knows,
// such as that of an unknown routing method: of errors in it the host is told
// through Options.Note, with the lines of the statement that it did without.
func (p *paths) skipErrors(of string, block *Proc, run func() (Value, error)) (Value, error) {
	if p.rescuing > 0 {
		return run()
	}
	defer func(outer *recovery) { p.recovery = outer }(p.recovery)
	r := &recovery{of: of}
	if block != nil && block.env != nil {
		r.method, r.lambda = block.env.frame.method, block.env.lambda()
	}
	p.recovery = r
	return run()
}

// recovered tells of an error that a statement ended in, if the code is to go on
// with the next one. What the statement would have assigned is unknown, as its
// own value is.
func (e *env) recovered(x grammar.Expr, err error) (Value, error) {
	t := e.thread
	r := t.recovery
	if le, ok := err.(*LimitError); ok && r != nil && r.left > 0 && t.rescuing == 0 && e.frame.method == nil && e.loops == 0 {
		r.left--
		r.share.Renew()
		r.onSkip(x, &EvalError{Class: "RuntimeError", Message: "it takes too much (" + le.Limit + ")", Pos: le.Pos})
		return skippedValue(x), nil
	}
	ee, ok := err.(*EvalError)
	if refused, is := err.(*grammar.UnsupportedError); is && r != nil && r.onSkip != nil {
		ee, ok = &EvalError{Class: "NotImplementedError", Message: refused.Message(), Pos: refused.Pos}, true
	}
	switch {
	case !ok || r == nil || t.rescuing > 0 || e.loops > 0 || r.errors >= maxRecovered:
		return nil, err
	case ee.Class == "StopIteration" || ee.Class == "SystemExit":
		return nil, err
	case r.onSkip == nil && ee.Receiver == t.in.main && ee.Name != nil: // nothing in the block finds its words
		return nil, err
	case e.frame.method != nil && e.frame.method != r.method || e.lambda() != nil && e.lambda() != r.lambda:
		return nil, err
	}
	r.errors++
	if r.onSkip != nil {
		r.onSkip(x, ee)
	} else {
		t.reportSkip(r.of, x, ee)
	}
	grammar.Inspect(x, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Assign:
			e.havocTarget(n.Target, skippedValue(n.Value))
		case *grammar.OpAssign:
			e.havocTarget(n.Target, skippedValue(n))
		case *grammar.MultiAssign:
			e.havocTarget(n.Targets, skippedValue(n.Value))
		case *grammar.Def, *grammar.Class, *grammar.Module, *grammar.Lambda, *grammar.Block:
			return false
		}
		return true
	})
	return skippedValue(x), nil
}

// skippedValue is the value of an expression that failed.
func skippedValue(x grammar.Expr) *Unknown {
	text := grammar.String(x)
	if c, ok := x.(*grammar.Call); ok && text == c.Name {
		text += "()" // no segment of a path
	}
	return NewUnknown(text, x.Start())
}

// havocTarget makes a variable unknown whose assignment failed.
func (e *env) havocTarget(target grammar.Expr, u *Unknown) {
	switch x := target.(type) {
	case *grammar.Local:
		e.set(x.Name, u)
	case *grammar.MultiTarget:
		for _, one := range x.List {
			e.havocTarget(one, u)
		}
	case *grammar.Splat:
		if x.X != nil {
			e.havocTarget(x.X, u)
		}
	case *grammar.IVar, *grammar.GVar, *grammar.CVar:
		_, _ = e.thread.contained(func() (Value, error) { e.target(target)(u); return u, nil })
	}
}

// reportSkip tells the host of a statement that an error ended.
func (m *meter) reportSkip(of string, x grammar.Expr, err *EvalError) {
	lines := grammar.LinesOf(x)
	m.At = err.Pos
	if m.At.Line == 0 {
		m.At = lines.From
	}
	m.noteBlock(of, err, "the statement at "+lines.SeenFrom(m.At)+" is skipped")
}

// reportSkipRest tells the host of an error that ended a block.
func (m *meter) reportSkipRest(of string, block *Proc, err *EvalError) {
	m.At = err.Pos
	lost := "it is skipped"
	if block.body != nil && block.body.Stmts != nil {
		lines := grammar.LinesOf(block.body.Stmts)
		if err.Pos.Filename == lines.From.Filename && err.Pos.Line > lines.From.Line && err.Pos.Line <= lines.To {
			lost = fmt.Sprintf("it is skipped from line %d on", err.Pos.Line)
		}
	}
	m.noteBlock(of, err, lost)
}

// noteBlock tells the host what an error in a block lost.
func (m *meter) noteBlock(of string, err *EvalError, lost string) {
	of = strings.Trim(Brief(of), "`")
	m.note(fmt.Sprintf("the block of `%s` raises \"%s\": %s; define `%s` or fix the block", of, err.Message, lost, of))
}

// noteFailed tells the host of a limit that ended a method of the application,
// and of an error that ended one which was given a block: whether it runs that
// again, nobody knows.
func (m *meter) noteFailed(of string, c *Call, err error) {
	var limit *LimitError
	if errors.As(err, &limit) {
		m.At = c.Pos
		m.note(of + " takes too much (" + limit.Limit + ") and ends at " + limit.Pos.String() + ": its value is unknown; set it or simplify the method")
		err = &EvalError{Message: limit.Message(), Pos: limit.Pos}
	}
	var ee *EvalError
	block := c.Block
	if block == nil || block.body == nil || block.body.Stmts == nil || !errors.As(err, &ee) {
		return
	}
	m.At = ee.Pos
	m.note(of + " raises \"" + ee.Message + "\": " + grammar.LinesOf(block.body.Stmts).SeenFrom(ee.Pos) + " may be skipped in part; fix the block or the method")
}

// ---- code of the application that is run for what it says to the host

// WithRollback runs code of which nothing stays: what it did to variables, lists,
// classes and constants is undone. What the host reads of the application
// meanwhile stays, see [Interp.WithoutJournal].
func (t *Thread) WithRollback(run func()) {
	defer t.enter()()
	outer, loaded := t.in.journal, maps.Clone(t.in.loaded)
	t.openJournal()
	defer func() {
		t.dropJournal()
		t.in.loaded = loaded
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
	share := t.Share(p.Steps, memoryParts)
	t.Used = share.Used
	defer func() {
		share.End()
		t.Used = share.Whole
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

// PathCond returns the undecided conditions under which the call runs, the outermost
// first.
func (c *Call) PathCond() []*Unknown {
	list := make([]*Unknown, len(c.Thread.pathCond))
	for i, h := range c.Thread.pathCond {
		list[i] = h.u
	}
	return list
}

// Rescues reports whether rescue clauses are around the running code.
func (p *paths) Rescues() bool { return p.rescuing > 0 }

// Body is the code of a block; nil of one that Go code made.
func (p *Proc) Body() *grammar.Body { return p.body }
