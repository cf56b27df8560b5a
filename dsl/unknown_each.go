package dsl

import "errors"

// What `each` yields under a condition: `yield :b if Settings.b?` makes :b an element that
// may be there. Methods that treat each element by itself run under the condition too, and
// their list notes it. Those that go by what came before run on the list of all elements.

const (
	maxGathered   = 256    // elements that are there for sure, of a list that may be endless
	gatherSteps   = 20_000 // to gather them
	gatherNesting = 20     // enumerators over enumerators
)

// errGathering ends the gathering of elements.
var errGathering = errors.New("gathering ends")

// gathered returns the elements of the receiver, if there are some that may be there. The
// host is not asked for anything meanwhile: nil where the receiver's each does, and where
// it does not end soon.
func (c *Call) gathered() *Array {
	t := c.Thread
	if _, ok := c.Self.(*Object); !ok || t.Request || t.decide != nil || c.Block == nil && c.Is(enumerates) || !t.mayYieldUnder(c.Self, gatherNesting) {
		return nil
	}
	defer func(limit int, outer bool, recovery *recovery, asked *Unknown) {
		t.limits.Steps, t.gathering, t.recovery, t.Undecided = limit, outer, recovery, asked
	}(t.limits.Steps, t.gathering, t.recovery, t.Undecided)
	t.limits.Steps = min(t.limits.Steps, t.used.steps+gatherSteps)
	t.gathering, t.recovery = true, nil

	n, out, certain := len(t.PathCond), t.ListOfRoom(0), true
	j := t.openJournal()
	note := t.Noting(out)
	err := t.Each(c.Self, func(v Value) error {
		note()
		certain = certain && len(t.PathCond) == n
		if certain && len(out.Elems) >= maxGathered {
			return errGathering
		}
		return t.Push(out, v)
	})
	t.abandon(n)
	if err == nil && t.HasGuards(out.Elems) {
		t.closeJournal()
		return out
	}
	j.undo()
	*j.used.memory -= j.memory
	t.setJournal(j.outer)
	return nil
}

// ofGathered is the result of the method on the list of the receiver's elements.
func (c *Call) ofGathered(list *Array) (Value, error) {
	v, err := c.Thread.Send(list, c.Name, c.Args, c.Keywords, c.Block, c.Pos)
	if v == Value(list) {
		v = c.Self
	}
	return v, err
}

// mayYieldUnder reports whether `each` of v may yield under a condition.
func (m *meter) mayYieldUnder(v Value, nesting int) bool {
	switch v := v.(type) {
	case *Array:
		return m.HasGuards(v.Elems)
	case *Hash:
		return v.HasGuards
	case *Object:
		if d, ok := v.Data.(Data); ok {
			if from, ok := d.Yields(); ok {
				return from == nil || nesting == 0 || m.mayYieldUnder(from, nesting-1)
			}
		}
		method := m.Find(v, "each")
		return method != nil && method.Builtin == nil
	}
	return false
}

// Noting returns what a loop that adds to a list calls before it does: what it adds under
// a condition of the loop may be there.
func (p *paths) Noting(out *Array) func() { return p.notingIn(listCell{out}) }

// NotingPairs is [Thread.Noting] of a hash.
func (p *paths) NotingPairs(out *Hash) func() { return p.notingIn(hashCell{out}) }

func (p *paths) notingIn(out cell) func() {
	n := len(p.PathCond)
	return func() {
		if len(p.PathCond) > n {
			p.Save(out)
		}
	}
}

// TestSince makes the result of a method unknown where there are more conditions than n.
func (p *paths) TestSince(n int) {
	if len(p.PathCond) > n && p.Undecided == nil {
		p.Undecided = p.PathCond[n].u
	}
}

// A counter counts what a loop in Go was given: where a condition decides whether there
// was something, only the application knows the number.
type counter struct {
	Var
	t *Thread
}

func (t *Thread) Counter(from int) *counter { return &counter{VarOf(Int(from)), t} }

// Next adds one.
func (n *counter) Next() error {
	if i, ok := n.v.(Int); ok {
		if n.t.journal == nil {
			n.v = i + 1
		} else {
			n.Set(n.t, i+1)
		}
		return nil
	}
	v, err := n.t.Send(n.v, "+", []Value{Int(1)}, nil, nil, n.t.pos)
	if err == nil {
		n.Set(n.t, v)
	}
	return err
}
