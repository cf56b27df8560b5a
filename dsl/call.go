package dsl

import (
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A Call is one method call: what a built-in method or a [Receiver] is given.
// For
//
//	get "about", to: "pages#about" do ... end
//
// Name is "get", Args holds the string, Keywords the pair to:, Block the block.
type Call struct {
	Self     Value
	Name     string
	Args     []Value
	Keywords *Hash // nil without keywords; ordered; keys may be any value (`"a" => "b"`)
	Block    *Proc // nil without a block
	Pos      grammar.Pos

	t      *Thread
	method *Method // the one that runs, for `super`
}

// Thread gives the execution the call belongs to.
func (c *Call) Thread() *Thread { return c.t }

// Interp gives the interpreter.
func (c *Call) Interp() *Interp { return c.t.in }

// tryYield is [Call.Yield] for those that need the error.
func (c *Call) tryYield(args ...Value) (Value, error) {
	if c.Block == nil {
		return nil, c.Errorf("LocalJumpError", "no block given (yield)")
	}
	v, err := c.t.callProc(c.Block, args, nil)
	if u, ok := v.(*Unknown); ok {
		c.t.lastYielded = u
	}
	return v, err
}

// Unrecorded is [Call.Yield] for what is done once: the sides of an undecided condition
// do not take it back.
func (c *Call) Unrecorded() Value {
	outer := c.t.journal
	c.t.setJournal(nil)
	defer c.t.setJournal(outer)
	return c.Yield()
}

// Errorf makes the error of a Ruby exception of the named class; returned from
// the method it is raised at the place of the call.
func (c *Call) Errorf(class, format string, args ...any) error {
	return c.t.errorf(class, format, args...)
}

// Conditions gives the undecided conditions under which the call runs, the
// outermost first: those of an `if` whose condition is an [Unknown].
func (c *Call) Conditions() []Condition { return c.t.condTexts() }

// A Condition is one undecided condition: routes drawn under it exist only if
// it holds.
type Condition struct {
	Text string // `Settings.sso?`, `!Settings.sso?` for the other branch
	Pos  grammar.Pos
	// Wraps is set for the block of a method that is not known, such as that of
	// `api :v1 do`: the method may also change what the block draws.
	Wraps bool

	of *Unknown // nil where a host made the condition
}

// value returns what the condition is the text of.
func (c Condition) value() *Unknown {
	switch {
	case c.of == nil:
		return NewUnknown(c.Text, c.Pos)
	case c.of.Pos == c.Pos:
		return c.of
	}
	u := *c.of
	u.Pos = c.Pos
	return &u
}

// Equal reports whether two conditions of one place mean the same.
func (c Condition) Equal(d Condition) bool {
	return c.Pos == d.Pos && c.Wraps == d.Wraps && c.value().Same(d.value())
}

// A Fact is what a condition or its negation says, to be compared with others.
type Fact struct {
	Text string // `Settings.sso?`, also of `!Settings.sso?`
	id   symbolic.ID
}

// Fact returns what the condition or its negation says, and which of both it is.
func (c Condition) Fact() (_ Fact, negated bool) {
	u := c.value()
	if n, ok := u.Negated(); ok {
		return Fact{n.Text(), n.ID()}, true
	}
	return Fact{c.Text, u.ID()}, false
}

// Shown returns the condition as messages name it: it equals all of its text and place.
func (c Condition) Shown() Condition {
	c.of = nil
	return c
}

// withoutBlock returns the call without its block.
func (c *Call) withoutBlock() *Call {
	if c.Block == nil {
		return c
	}
	own := *c
	own.Block = nil
	return &own
}

// ---- protocols

// ---- the same for code that [contain] surrounds, such as built-in methods: they fail
// with a panic that becomes the error of the call

// Yield runs the call's block with args, or fails, see [Call.TryYield].
func (c *Call) Yield(args ...Value) Value { return Check(c.tryYield(args...)) }

// Send calls a method of recv, as public_send does, or fails.
func (c *Call) Send(recv Value, name string, args ...Value) Value {
	return Check(c.t.send(recv, name, args, nil, nil, c.Pos))
}

// SendBlock calls a method of recv with a block, or fails.
func (c *Call) SendBlock(recv Value, name string, block *Proc, args ...Value) Value {
	return Check(c.t.send(recv, name, args, nil, block, c.Pos))
}

// SendKeywords calls a method of recv with keywords, or fails.
func (c *Call) SendKeywords(recv Value, name string, keywords *Hash, args ...Value) Value {
	return Check(c.t.send(recv, name, args, keywords, nil, c.Pos))
}

// Exec runs block with self changed, as instance_exec does, or fails.
func (c *Call) Exec(self Value, block *Proc, args ...Value) Value {
	return Check(c.t.instanceExec(self, block, args, nil))
}

// Fork runs both sides of an undecided condition, or fails, see [Thread.Fork].
func (c *Call) Fork(u *Unknown, yes, no func() Value) Value {
	side := func(run func() Value) func() (Value, error) {
		return func() (Value, error) { return run(), nil }
	}
	return Check(c.t.fork(u, side(yes), side(no)))
}

// CallProc runs a proc, or fails.
func (c *Call) CallProc(p *Proc, args ...Value) Value { return Check(c.t.callProc(p, args, nil)) }

// Inspect returns Ruby's inspect of v, or fails.
func (c *Call) Inspect(v Value) string { return Check(c.t.inspect(v)) }

// ToS returns Ruby's to_s of v, or fails.
func (c *Call) ToS(v Value) string { return Check(c.t.toS(v)) }

// Equal reports whether a == b, or fails.
func (c *Call) Equal(a, b Value) bool { return Check(c.t.equal(a, b)) }

// CaseEqual reports whether pattern === v, or fails.
func (c *Call) CaseEqual(pattern, v Value) bool { return Check(c.t.caseEqual(pattern, v)) }

// Compare returns a <=> b; two values without an order are an ArgumentError
// "comparison of A with B failed".
func (c *Call) Compare(a, b Value) int { return Check(c.t.compare(a, b)) }

// Step counts one step of work, or fails at the limit; loops written in Go call it once a
// round.
func (c *Call) Step() { Must(c.t.step()) }

// Work charges the steps of going through n bytes, or fails at the limit.
func (c *Call) Work(n int) {
	c.t.used.steps += max(n, 0) / bytesPerStep
	c.Step()
}

// Size refuses a collection of n elements beyond the limit.
func (c *Call) Size(n int) { Must(c.t.size(n)) }

// TextSize refuses a text of n bytes beyond the limit.
func (c *Call) TextSize(n int) { Must(c.t.stringSize(n)) }

// Room refuses n bytes beyond the limit.
func (c *Call) Room(n int) { Must(c.t.room(n)) }

// Put sets the value of a key, or fails at the limit.
func (c *Call) Put(h *Hash, key, value Value) { Must(c.t.put(h, key, value)) }

// PutAll sets the pairs of another hash, or fails at the limit.
func (c *Call) PutAll(h, from *Hash) { Must(c.t.putAll(h, from)) }

// Push appends elements to an array, or fails at the limit.
func (c *Call) Push(a *Array, elems ...Value) { Must(c.t.push(a, elems...)) }

// Enumerator returns what a method that wants a block gives without one.
func (c *Call) Enumerator() Value {
	return primitive("enumerator")(c)
}
