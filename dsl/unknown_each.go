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
	t := c.t
	if _, ok := c.Self.(*Object); !ok || t.request || t.decide != nil || c.Block == nil && c.is(enumerates) || !t.mayYieldUnder(c.Self, gatherNesting) {
		return nil
	}
	defer func(limit int, outer bool, recovery *recovery, asked *Unknown) {
		t.limits.Steps, t.gathering, t.recovery, t.undecided = limit, outer, recovery, asked
	}(t.limits.Steps, t.gathering, t.recovery, t.undecided)
	t.limits.Steps = min(t.limits.Steps, t.used.steps+gatherSteps)
	t.gathering, t.recovery = true, nil

	n, out, certain := len(t.pathCond), t.listOfRoom(0), true
	j := t.openJournal()
	note := t.noting(out)
	err := t.each(c.Self, func(v Value) error {
		note()
		certain = certain && len(t.pathCond) == n
		if certain && len(out.Elems) >= maxGathered {
			return errGathering
		}
		return t.push(out, v)
	})
	t.abandon(n)
	if err == nil && t.hasGuards(out.Elems) {
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
	v, err := c.t.send(list, c.Name, c.Args, c.Keywords, c.Block, c.Pos)
	if v == Value(list) {
		v = c.Self
	}
	return v, err
}

// mayYieldUnder reports whether `each` of v may yield under a condition.
func (m *meter) mayYieldUnder(v Value, nesting int) bool {
	switch v := v.(type) {
	case *Array:
		return m.hasGuards(v.Elems)
	case *Hash:
		return v.hasGuards
	case *Object:
		if d, ok := v.data.(Data); ok {
			if from, ok := d.Yields(); ok {
				return from == nil || nesting == 0 || m.mayYieldUnder(from, nesting-1)
			}
		}
		method := m.find(v, "each")
		return method != nil && method.builtin == nil
	}
	return false
}

// noting returns what a loop that adds to a list calls before it does: what it adds under
// a condition of the loop may be there.
func (p *paths) noting(out *Array) func() { return p.notingIn(listCell{out}) }

// notingIn is noting of a list or a hash.
func (p *paths) notingIn(out cell) func() {
	n := len(p.pathCond)
	return func() {
		if len(p.pathCond) > n {
			p.save(out)
		}
	}
}

// testSince makes the result of a method unknown where there are more conditions than n.
func (p *paths) testSince(n int) {
	if len(p.pathCond) > n && p.undecided == nil {
		p.undecided = p.pathCond[n].u
	}
}

// A counter counts what a loop in Go was given: where a condition decides whether there
// was something, only the application knows the number.
type counter struct {
	Var
	t *Thread
}

func (t *Thread) counter(from int) *counter { return &counter{VarOf(Int(from)), t} }

// next adds one.
func (n *counter) next() error {
	if i, ok := n.v.(Int); ok {
		if n.t.journal == nil {
			n.v = i + 1
		} else {
			n.Set(n.t, i+1)
		}
		return nil
	}
	v, err := n.t.send(n.v, "+", []Value{Int(1)}, nil, nil, n.t.pos)
	if err == nil {
		n.Set(n.t, v)
	}
	return err
}
