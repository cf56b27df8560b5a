package core

import (
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
	t.Save(cursorCell{e})
	e.at = to
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
		return dsl.UnknownCallOf(c)
	case at.pos >= len(at.buffer) && !at.ended:
		e.move(c.Thread, e.read(c, max(readAhead, 4*len(at.buffer))))
		return e.element(c, take)
	case at.pos >= len(at.buffer):
		panic(at.end(c))
	}
	v := at.buffer[at.pos]
	if dsl.IsGuarded(v) {
		with, without := *at, *at
		with.forked, without.forked = true, true
		with.buffer = slices.Replace(slices.Clone(at.buffer), at.pos, at.pos+1, v.(*dsl.Unknown).Optional.Yes)
		without.buffer = slices.Delete(slices.Clone(at.buffer), at.pos, at.pos+1)
		c.Moved(2 * len(at.buffer))
		return e.forkCursor(c, take, v.(*dsl.Unknown).Optional.When, &with, &without)
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
func (at *cursor) end(c *dsl.Call) dsl.Failure {
	if at.failed != nil {
		return dsl.Failure{Err: at.failed}
	}
	end := c.Exception("StopIteration", "iteration reached an end")
	if ee, ok := end.Err.(*dsl.EvalError); ok && at.result != nil {
		dsl.Must(c.IvarSet(c.ExceptionOf(ee), "@__result", at.result))
	}
	return end
}

// read returns the cursor with up to n elements in its buffer. An exception that comes
// after some elements waits until they are taken.
func (e *enumeratorData) read(c *dsl.Call, n int) *cursor {
	buffer, outer := &dsl.Array{}, len(c.Thread.PathCond)
	stop := errors.New("enough")
	note := c.Noting(buffer)
	result, err := e.run(c, func(args []dsl.Value) (dsl.Value, error) {
		if len(buffer.Elems) >= n && len(c.Thread.PathCond) == outer {
			return nil, stop
		}
		note()
		return dsl.Nil, c.Thread.Push(buffer, dsl.Packed(c, args))
	})
	at := &cursor{buffer: buffer.Elems, pos: e.at.pos}
	if err == stop {
		return at
	}
	var raised *dsl.EvalError
	if errors.As(err, &raised) {
		at.failed = err
	} else {
		dsl.Must(err)
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

// A cursorCell is where an enumerator is.
type cursorCell struct{ e *enumeratorData }

func (c cursorCell) Read() any   { return c.e.at }
func (c cursorCell) Write(v any) { c.e.at = v.(*cursor) }

func (c cursorCell) Join(_ *dsl.Thread, when *dsl.Unknown, yes, no any) any {
	a, b := yes.(*cursor), no.(*cursor)
	if a == b {
		return a
	}
	if a == nil {
		a = &cursor{}
	}
	if b == nil {
		b = &cursor{}
	}
	both := &cursor{when: when, yes: a, no: b, depth: 1 + max(a.depth, b.depth)}
	if both.depth > dsl.MaxChoice {
		both.yes, both.no = nil, nil
	}
	return both
}
