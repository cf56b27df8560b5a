package dsl

import (
	"errors"
	"slices"
)

// A cursor is what next has read of an enumerator so far. It does not change: next moves
// the enumerator to another one.
type cursor struct {
	buffer []Value
	pos    int
	ended  bool
	result Value // of the method that yielded
	failed error
	forked bool // a condition decided on elements of buffer

	// Where a condition has moved the enumerator, there is a cursor for each side.
	when    *Unknown
	yes, no *cursor
	depth   int // of cursors within
}

// readAhead is how many elements next reads at first. An enumerator that is
// read further runs again from its start, with four times as many.
const readAhead = 256

// move sets where the enumerator is.
func (e *enumeratorData) move(t *Thread, to *cursor) {
	t.save(cursorCell{e})
	e.at = to
}

// element returns the next element, and takes it if told to.
func (e *enumeratorData) element(c *Call, take bool) Value {
	if e.at == nil {
		e.move(c.t, &cursor{})
	}
	at := e.at
	switch {
	case at.yes != nil:
		return e.forkCursor(c, take, at.when, at.yes, at.no)
	case at.when != nil || at.forked && at.pos >= len(at.buffer) && !at.ended:
		return unknownCallOf(c)
	case at.pos >= len(at.buffer) && !at.ended:
		e.move(c.t, e.read(c, max(readAhead, 4*len(at.buffer))))
		return e.element(c, take)
	case at.pos >= len(at.buffer):
		panic(at.end(c))
	}
	v := at.buffer[at.pos]
	if isGuarded(v) {
		with, without := *at, *at
		with.forked, without.forked = true, true
		with.buffer = slices.Replace(slices.Clone(at.buffer), at.pos, at.pos+1, v.(*Unknown).guarded.yes)
		without.buffer = slices.Delete(slices.Clone(at.buffer), at.pos, at.pos+1)
		c.t.moved(2 * len(at.buffer))
		return e.forkCursor(c, take, v.(*Unknown).guarded.when, &with, &without)
	}
	if take {
		next := *at
		next.pos++
		e.move(c.t, &next)
	}
	return v
}

// forkCursor returns the next element where a condition decides where the enumerator is.
func (e *enumeratorData) forkCursor(c *Call, take bool, when *Unknown, yes, no *cursor) Value {
	side := func(at *cursor) func() Value {
		return func() Value {
			e.move(c.t, at)
			return e.element(c, take)
		}
	}
	return c.Fork(when, side(yes), side(no))
}

// end is the error of next behind the last element.
func (at *cursor) end(c *Call) Failure {
	if at.failed != nil {
		return Failure{at.failed}
	}
	end := c.Exception("StopIteration", "iteration reached an end")
	if ee, ok := end.err.(*EvalError); ok && at.result != nil {
		Must(c.t.ivarSet(c.t.exceptionOf(ee), "@__result", at.result))
	}
	return end
}

// read returns the cursor with up to n elements in its buffer. An exception that comes
// after some elements waits until they are taken.
func (e *enumeratorData) read(c *Call, n int) *cursor {
	buffer, outer := &Array{}, len(c.t.pathCond)
	stop := errors.New("enough")
	note := c.t.noting(buffer)
	result, err := e.run(c, func(args []Value) (Value, error) {
		if len(buffer.Elems) >= n && len(c.t.pathCond) == outer {
			return nil, stop
		}
		note()
		return Nil, c.t.push(buffer, packed(c, args))
	})
	at := &cursor{buffer: buffer.Elems, pos: e.at.pos}
	if err == stop {
		return at
	}
	var raised *EvalError
	if errors.As(err, &raised) {
		at.failed = err
	} else {
		Must(err)
	}
	at.ended, at.result = true, result
	return at
}

// each calls yield for the values that the cursor holds, until it returns false.
func (at *cursor) each(yield func(Value) bool) bool {
	return at == nil || eachValue(at.buffer, yield) && yield(at.result) && at.yes.each(yield) && at.no.each(yield)
}

// A cursorCell is where an enumerator is.
type cursorCell struct{ e *enumeratorData }

func (c cursorCell) read() any   { return c.e.at }
func (c cursorCell) write(v any) { c.e.at = v.(*cursor) }

func (c cursorCell) join(_ *Thread, when *Unknown, yes, no any) any {
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
	if both.depth > maxChoice {
		both.yes, both.no = nil, nil
	}
	return both
}
