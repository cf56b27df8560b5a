package dsl

import (
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

// Yield runs the call's block with args, as Ruby's `yield` does. Without a
// block it is a LocalJumpError.
func (c *Call) Yield(args ...Value) (Value, error) {
	if c.Block == nil {
		return nil, c.Errorf("LocalJumpError", "no block given (yield)")
	}
	v, err := c.t.callProc(c.Block, args, nil)
	if u, ok := v.(*Unknown); ok {
		c.t.given = u
	}
	return v, err
}

// Unrecorded is [Call.Yield] for what is done once: the sides of an undecided condition
// do not take it back.
func (c *Call) Unrecorded() (Value, error) {
	outer := c.t.journal
	c.t.setJournal(nil)
	defer c.t.setJournal(outer)
	return c.Yield()
}

// Send calls a method of recv, as public_send does.
func (c *Call) Send(recv Value, name string, args ...Value) (Value, error) {
	return c.t.send(recv, name, args, nil, nil, c.Pos)
}

// SendBlock calls a method of recv with a block.
func (c *Call) SendBlock(recv Value, name string, block *Proc, args ...Value) (Value, error) {
	return c.t.send(recv, name, args, nil, block, c.Pos)
}

// SendKeywords calls a method of recv with keywords.
func (c *Call) SendKeywords(recv Value, name string, keywords *Hash, args ...Value) (Value, error) {
	return c.t.send(recv, name, args, keywords, nil, c.Pos)
}

// CallProc calls a proc or lambda, as Proc#call does.
func (c *Call) CallProc(p *Proc, args ...Value) (Value, error) {
	return c.t.callProc(p, args, nil)
}

// Exec runs block with self changed, as instance_exec does.
func (c *Call) Exec(self Value, block *Proc, args ...Value) (Value, error) {
	return c.t.instanceExec(self, block, args, nil)
}

// Errorf makes the error of a Ruby exception of the named class; returned from
// the method it is raised at the place of the call.
func (c *Call) Errorf(class, format string, args ...any) error {
	return c.t.errorf(class, format, args...)
}

// Conditions gives the undecided conditions under which the call runs, the
// outermost first: those of an `if` whose condition is an [Unknown].
func (c *Call) Conditions() []Condition { return c.t.noted() }

// A Condition is one undecided condition: routes drawn under it exist only if
// it holds.
type Condition struct {
	Text string // `Settings.sso?`, `!Settings.sso?` for the other branch
	Pos  grammar.Pos
	// Wraps is set for the block of a method that is not known, such as that of
	// `api :v1 do`: the method may also change what the block draws.
	Wraps bool
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

// ---- arguments

func (c *Call) arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Nil
}

// intArg gives argument i as an integer; absent it is def.
func (c *Call) intArg(i, def int) (int, error) {
	if i >= len(c.Args) {
		return def, nil
	}
	switch v := c.Args[i].(type) {
	case Int:
		return int(v), nil
	case Float:
		return int(v), nil
	}
	return 0, c.noConversion(c.Args[i], "Integer")
}

// strArg gives argument i as a string; symbols are no strings.
func (c *Call) strArg(i int) (string, error) {
	if s, ok := c.arg(i).(*String); ok {
		return s.s, nil
	}
	return "", c.noConversion(c.arg(i), "String")
}

// nameArg gives argument i as a method or variable name: a string or a symbol.
func (c *Call) nameArg(i int) (string, error) {
	switch v := c.arg(i).(type) {
	case Symbol:
		return string(v), nil
	case *String:
		return v.s, nil
	}
	text, err := c.Inspect(c.arg(i))
	if err != nil {
		return "", err
	}
	return "", c.Errorf("TypeError", "%s is not a symbol nor a string", text)
}

func (c *Call) noConversion(v Value, to string) error {
	return c.Errorf("TypeError", "no implicit conversion of %s into %s", c.t.describe(v), to)
}

// ---- protocols

// Inspect is Ruby's inspect.
func (c *Call) Inspect(v Value) (string, error) { return c.t.inspect(v) }

// ToS is Ruby's to_s.
func (c *Call) ToS(v Value) (string, error) { return c.t.toS(v) }

// Equal is Ruby's ==.
func (c *Call) Equal(a, b Value) (bool, error) { return c.t.equal(a, b) }

// CaseEqual is Ruby's ===: pattern === v.
func (c *Call) CaseEqual(pattern, v Value) (bool, error) { return c.t.caseEqual(pattern, v) }

// Compare is Ruby's <=>; two values without an order are an ArgumentError
// "comparison of A with B failed".
func (c *Call) Compare(a, b Value) (int, error) { return c.t.compare(a, b) }

// Each gives f what `v.each` yields: an Array's elements, a Hash's pairs (as
// arrays of two), a Range's members, or what the object's own `each` yields.
// f may return errStop to end early.
func (c *Call) Each(v Value, f func(Value) error) error { return c.t.each(v, f) }

// Step counts one step of work against the limits; loops written in Go call it
// once a round.
func (c *Call) Step() error { return c.t.step() }

// Work charges the steps of going through n bytes.
func (c *Call) Work(n int) error {
	c.t.used.steps += max(n, 0) / bytesPerStep
	return c.t.step()
}

// TextSize refuses a text of n bytes beyond the limit.
func (c *Call) TextSize(n int) error { return c.t.stringSize(n) }

// Push appends elements to an array, within the limits.
func (c *Call) Push(a *Array, elems ...Value) error { return c.t.push(a, elems...) }

// Put sets the value of a key, within the limits.
func (c *Call) Put(h *Hash, key, value Value) error { return c.t.put(h, key, value) }

// size refuses a string or collection of n bytes or elements beyond the limit.
func (c *Call) size(n int) error { return c.t.size(n) }

// enumerator is what a method that wants a block gives without one.
func (c *Call) enumerator() (Value, error) {
	return c.t.newEnumerator(c.Self, c.Name, c.Args, c.Keywords), nil
}
