package dsl

import (
	"math"

	"signalbox/dsl/internal/limits"
	"signalbox/dsl/internal/rubytext"
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

	*Thread
	method *Method // the one that runs, for `super`
}

// TryYield is [Call.Yield] for a method that looks at how its block ended.
func (c *Call) TryYield(args ...Value) (Value, error) {
	if c.Block == nil {
		return nil, c.Errorf("LocalJumpError", "no block given (yield)")
	}
	if len(args) == 1 && c.packed != nil && args[0] == Value(c.packed) {
		args = c.Block.divided(args)
	}
	v, err := c.callProc(c.Block, args, nil)
	if u, ok := v.(*Unknown); ok {
		c.lastYielded = u
	}
	return v, err
}

// YieldEach is [Call.Yield] of an element; several values that were yielded at once stay several.
func (c *Call) YieldEach(v Value) Value {
	if a, ok := v.(*Array); ok && a == c.packed {
		return c.Yield(a.Elems...)
	}
	return c.Yield(v)
}

// YieldDivided is [Call.Yield] of an element that a lambda divides among its parameters too.
func (c *Call) YieldDivided(v Value) Value { return c.Yield(c.Block.divided([]Value{v})...) }

// divided returns what a lambda gets for one array that it divides as other blocks do.
// Ruby: rb_yield_force_blockarg.
func (p *Proc) divided(args []Value) []Value {
	if a, ok := args[0].(*Array); ok && p.lambda && p.Params != nil && p.Params.Shape().Divides() {
		return a.Elems
	}
	return args
}

// givenBlock returns the call's block, or fails where it has none.
func (c *Call) givenBlock() *Proc {
	if c.Block == nil {
		panic(c.Exception("LocalJumpError", "no block given (yield)"))
	}
	return c.Block
}

// Unrecorded is [Call.Yield] for what is done once: the sides of an undecided condition
// do not take it back.
func (c *Call) Unrecorded() Value {
	outer := c.journal
	c.setJournal(nil)
	defer c.setJournal(outer)
	return c.Yield()
}

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

// Caller returns the call of the method in Ruby that makes this one.
func (c *Call) Caller() *Call {
	f := c.caller.home
	return &Call{Self: f.self, Name: f.name, Args: f.args, Block: f.block, Thread: c.Thread}
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

// on returns a copy of the call, with another receiver.
func (c *Call) on(self Value) *Call {
	own := *c
	own.Self = self
	return &own
}

// with returns a copy of the call, with other arguments.
func (c *Call) with(args ...Value) *Call {
	own := *c
	own.Args = args
	return &own
}

// ---- what fails with a panic, see [Failure]

// Yield runs the call's block with args, as Ruby's `yield` does, or fails. Without a block
// it is a LocalJumpError.
func (c *Call) Yield(args ...Value) Value { return Must(c.TryYield(args...)) }

// Send calls a method of recv, as public_send does, or fails.
func (c *Call) Send(recv Value, name string, args ...Value) Value {
	return Must(c.Thread.Send(recv, name, args, nil, nil, c.Pos))
}

// SendBlock calls a method of recv with a block, or fails.
func (c *Call) SendBlock(recv Value, name string, block *Proc, args ...Value) Value {
	return Must(c.Thread.Send(recv, name, args, nil, block, c.Pos))
}

// Exec runs block with self changed, as instance_exec does, or fails.
func (c *Call) Exec(self Value, block *Proc, args ...Value) Value {
	return Must(c.instanceExec(self, block, args, nil))
}

// Fork runs both sides of an undecided condition, or fails, see [Thread.Fork].
func (c *Call) Fork(u *Unknown, yes, no func() Value) Value {
	side := func(run func() Value) func() (Value, error) {
		return func() (Value, error) { return run(), nil }
	}
	return Must(c.fork(u, side(yes), side(no)))
}

// TryCallProc is [Call.CallProc] with an error.
func (c *Call) TryCallProc(p *Proc, args ...Value) (Value, error) { return c.callProc(p, args, nil) }

// CallProc runs a proc, or fails.
func (c *Call) CallProc(p *Proc, args ...Value) Value { return Must(c.callProc(p, args, nil)) }

// Inspect returns Ruby's inspect of v, or fails.
func (c *Call) Inspect(v Value) string { return Must(c.Thread.Inspect(v)) }

// ToS returns Ruby's to_s of v, or fails.
func (c *Call) ToS(v Value) string { return Must(c.Thread.ToS(v)) }

// Compare returns a <=> b; two values without an order are an ArgumentError
// "comparison of A with B failed".
func (c *Call) Compare(a, b Value) int { return Must(c.compare(a, b)) }

// Step counts one step of work, or fails at the limit; loops written in Go call it once a
// round.
func (c *Call) Step() { Check(c.Thread.Step()) }

// Work charges the steps of going through n bytes, or fails at the limit.
func (c *Call) Work(n int) {
	c.Used.Steps += max(n, 0) / limits.BytesPerStep
	c.Step()
}

// Size refuses a collection of n elements beyond the limit.
func (c *Call) Size(n int) { Check(c.Thread.Size(n)) }

// TextSize refuses a text of n bytes beyond the limit.
func (c *Call) TextSize(n int) { Check(c.StringSize(n)) }

// Room refuses n bytes beyond the limit.
func (c *Call) Room(n int) { Check(c.Thread.Room(n)) }

// Put sets the value of a key, or fails at the limit.
func (c *Call) Put(h *Hash, key, value Value) { Check(c.put(h, key, value)) }

// Push appends elements to an array, or fails at the limit.
func (c *Call) Push(a *Array, elems ...Value) { Check(c.Thread.Push(a, elems...)) }

// Enumerator returns what a method that wants a block gives without one.
func (c *Call) Enumerator() Value {
	return primitive("enumerator").fn(c)
}

// How a method in Go reads its arguments: c.Int(0), c.Text(1), c.IntOr(1, 10), c.Flag("chomp", false).
// What is of another kind is converted as Ruby does where it wants one (to_int, to_str),
// or Ruby's TypeError.

// Arg returns argument i, nil where there is none.
func (c *Call) Arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Nil
}

// Int returns argument i as an integer, or fails.
func (c *Call) Int(i int) int { return c.IntOf(c.Arg(i)) }

// IntOr is [Call.Int], but def where there is no argument i.
func (c *Call) IntOr(i, def int) int {
	if i >= len(c.Args) {
		return def
	}
	return c.Int(i)
}

// IntUnlessNil is [Call.IntOr] where nil counts as no argument.
func (c *Call) IntUnlessNil(i, def int) int {
	if c.Arg(i) == Nil {
		return def
	}
	return c.Int(i)
}

// Count is [Call.Int] of what counts elements; negative is the message for one below zero.
func (c *Call) Count(i int, negative string) int {
	n := c.Int(i)
	if n < 0 {
		panic(c.Exception("ArgumentError", "%s", negative))
	}
	return n
}

// Text returns argument i as a text, or fails; symbols are none.
func (c *Call) Text(i int) string { return c.TextOf(c.Arg(i)) }

// NameArg returns argument i as the name of a method or variable: a text or a symbol.
func (c *Call) NameArg(i int) string {
	switch v := c.Arg(i).(type) {
	case Symbol:
		return string(v)
	case *String:
		return v.s
	}
	panic(c.Exception("TypeError", "%s is not a symbol nor a string", c.Inspect(c.Arg(i))))
}

// List returns argument i as an array, or fails.
func (c *Call) List(i int) *Array { return c.ListOf(c.Arg(i)) }

// Hash returns argument i as a hash, or fails.
func (c *Call) Hash(i int) *Hash { return c.HashOf(c.Arg(i)) }

// Module returns argument i as a module or class.
func (c *Call) Module(i int) *Class {
	if k, ok := c.Arg(i).(*Class); ok {
		return k
	}
	panic(c.Exception("TypeError", "wrong argument type %s (expected module)", c.in.PlainClassOf(c.Arg(i)).DisplayName()))
}

// Keyword returns the value of a keyword, nil where there is none.
func (c *Call) Keyword(name string) Value {
	if v, ok := c.Keywords.Sym(name); ok {
		return v
	}
	return Nil
}

// Flag reports whether a keyword is true; def is for none.
func (c *Call) Flag(name string, def bool) bool {
	if v, ok := c.Keywords.Sym(name); ok {
		return c.Truthy(v)
	}
	return def
}

// ---- implicit conversions of a value: what is of another kind and has none fails

// IntOf returns v as an integer that sizes, indexes and counts can be.
func (c *Call) IntOf(v Value) int {
	switch n := v.(type) {
	case Int:
		return int(n)
	case Float:
		if f := float64(n); f >= math.MinInt64 && f < 1<<63 {
			return int(f)
		}
		panic(c.Exception("RangeError", "float %s out of range of integer", rubytext.BriefFloat(float64(n))))
	case NilValue:
		panic(c.Exception("TypeError", "no implicit conversion from nil to integer"))
	}
	switch n := c.Converted(v, "to_int").(type) {
	case Int:
		return int(n)
	case *Unknown:
		return 0
	}
	panic(c.NoConversion(v, "Integer"))
}

// TextOf returns v as a text.
func (c *Call) TextOf(v Value) string {
	if s, ok := StringOf(v); ok {
		return s.s
	}
	s, u := implicit[*String](c, v, "to_str", "String")
	if u != nil {
		return u.placeholder()
	}
	return s.s
}

// ListOf returns v as an array.
func (c *Call) ListOf(v Value) *Array {
	if a, u := implicit[*Array](c, v, "to_ary", "Array"); u == nil {
		return a
	}
	return &Array{}
}

// HashOf returns v as a hash.
func (c *Call) HashOf(v Value) *Hash {
	if h, u := implicit[*Hash](c, v, "to_hash", "Hash"); u == nil {
		return h
	}
	return NewHash(0)
}

// implicit returns v as a value of a kind, or what only the application knows of that.
func implicit[T Value](c *Call, v Value, by, kind string) (as T, _ *Unknown) {
	if as, ok := v.(T); ok {
		return as, nil
	}
	switch got := c.Converted(v, by).(type) {
	case T:
		return got, nil
	case *Unknown:
		return as, got
	}
	panic(c.NoConversion(v, kind))
}

// Converted returns what an object's own conversion does, nil without one. That the
// application knows it alone makes the result of the call unknown.
func (c *Call) Converted(v Value, by string) Value {
	o, ok := v.(*Object)
	if !ok || !c.RespondTo(o, by) {
		return nil
	}
	got := c.PickChoice(c.Send(o, by))
	c.TestUnknown(got)
	return got
}

// NoConversion is the TypeError of a value that is not of the kind to.
func (c *Call) NoConversion(v Value, to string) Failure {
	return c.Exception("TypeError", "no implicit conversion of %s into %s", c.Describe(v), to)
}

// StringOf returns v as a string without a conversion that runs Ruby code.
func StringOf(v Value) (*String, bool) {
	switch v := v.(type) {
	case *String:
		return v, true
	case *Object:
		s, ok := v.Data.(*String)
		return s, ok
	}
	return nil, false
}

// flatArgs returns the arguments with arrays among them opened.
func flatArgs(c *Call) []Value {
	var out []Value
	for _, arg := range c.Args {
		if a, ok := arg.(*Array); ok {
			c.ChargeMoves(len(a.Elems))
			out = append(out, a.Elems...)
		} else {
			out = append(out, arg)
		}
		c.Size(len(out))
	}
	return out
}
