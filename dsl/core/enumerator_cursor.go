package core

import (
	"cmp"
	"errors"
	"slices"

	"signalbox/dsl"
)

// A cursor is what next has read of an enumerator so far. It does not change: next moves
// the enumerator to another one.
type cursor struct {
	buffer []dsl.Value
	pos    int
	ended  bool
	result dsl.Value // of the method that yielded
	failed error
	forked bool // a condition decided on elements of buffer

	// Where a condition has moved the enumerator, there is a cursor for each side.
	when    *dsl.Unknown
	yes, no *cursor
	depth   int // of cursors within
}

// readAhead is how many elements next reads at first. An enumerator that is
// read further runs again from its start, with four times as many.
const readAhead = 256

// move sets where the enumerator is.
func (e *enumeratorData) move(t *dsl.Thread, to *cursor) {
	dsl.SetState(t, &e.at, to)
}

// element returns the next element, and takes it if told to.
func (e *enumeratorData) element(c *dsl.Call, take bool) dsl.Value {
	if e.at == nil {
		e.move(c.Thread, &cursor{})
	}
	at := e.at
	switch {
	case at.yes != nil:
		return e.forkCursor(c, take, at.when, at.yes, at.no)
	case at.when != nil || at.forked && at.pos >= len(at.buffer) && !at.ended:
		return dsl.UnknownResult(c)
	case at.pos >= len(at.buffer) && !at.ended:
		e.move(c.Thread, e.read(c, max(readAhead, 4*len(at.buffer))))
		return e.element(c, take)
	case at.pos >= len(at.buffer):
		dsl.Check(at.end(c))
	}
	v := at.buffer[at.pos]
	if when, there, ok := dsl.Guarded(v); ok {
		with, without := *at, *at
		with.forked, without.forked = true, true
		with.buffer = slices.Replace(slices.Clone(at.buffer), at.pos, at.pos+1, there)
		without.buffer = slices.Delete(slices.Clone(at.buffer), at.pos, at.pos+1)
		c.ChargeMoves(2 * len(at.buffer))
		return e.forkCursor(c, take, when, &with, &without)
	}
	if take {
		next := *at
		next.pos++
		e.move(c.Thread, &next)
	}
	return v
}

// forkCursor returns the next element where a condition decides where the enumerator is.
func (e *enumeratorData) forkCursor(c *dsl.Call, take bool, when *dsl.Unknown, yes, no *cursor) dsl.Value {
	side := func(at *cursor) func() dsl.Value {
		return func() dsl.Value {
			e.move(c.Thread, at)
			return e.element(c, take)
		}
	}
	return c.Fork(when, side(yes), side(no))
}

// end is the error of next behind the last element.
func (at *cursor) end(c *dsl.Call) error {
	if at.failed != nil {
		return at.failed
	}
	end := c.Errorf("StopIteration", "iteration reached an end")
	if ee, ok := end.(*dsl.EvalError); ok && at.result != nil {
		dsl.Check(c.SetIvar(c.ExceptionOf(ee), "@__result", at.result))
	}
	return end
}

// read returns the cursor with up to n elements in its buffer. An exception that comes
// after some elements waits until they are taken.
func (e *enumeratorData) read(c *dsl.Call, n int) *cursor {
	buffer, outer := &dsl.Array{}, c.PathDepth()
	stop := errors.New("enough")
	note := c.Noting(buffer)
	result, err := e.run(c, func(args []dsl.Value) (dsl.Value, error) {
		if len(buffer.Elems) >= n && c.PathDepth() == outer {
			return nil, stop
		}
		note()
		return dsl.Nil, c.Thread.Push(buffer, dsl.PackArgs(c, args))
	})
	at := &cursor{buffer: buffer.Elems, pos: e.at.pos}
	if err == stop {
		return at
	}
	var raised *dsl.EvalError
	if errors.As(err, &raised) {
		at.failed = err
	} else {
		dsl.Check(err)
	}
	at.ended, at.result = true, result
	return at
}

// each calls visit with the values that the cursor holds.
func (at *cursor) each(visit func(...dsl.Value)) {
	if at != nil {
		visit(at.buffer...)
		visit(at.result)
		at.yes.each(visit)
		at.no.each(visit)
	}
}

// maxCursors bounds cursors within cursors; of deeper ones nothing is known.
const maxCursors = 6

// Join returns the cursor of an enumerator that a condition has moved.
func (at *cursor) Join(when *dsl.Unknown, no *cursor) *cursor {
	if at == no {
		return at
	}
	yes := cmp.Or(at, &cursor{})
	no = cmp.Or(no, &cursor{})
	both := &cursor{when: when, yes: yes, no: no, depth: 1 + max(yes.depth, no.depth)}
	if both.depth > maxCursors {
		both.yes, both.no = nil, nil
	}
	return both
}
