package dsl

import (
	"fmt"
	"strings"

	"signalbox/grammar"
)

// call is a method call on an unknown value: another unknown value.
func (u *Unknown) call(name string, t *Thread) *Unknown {
	return &Unknown{Text: u.Text + "." + name, Pos: t.pos}
}

func (u *Unknown) index(x *grammar.Index) *Unknown {
	return &Unknown{Text: grammar.String(x), Pos: x.Pos}
}

// not is `!u`.
func (u *Unknown) not() *Unknown {
	if len(u.Text) > 0 && u.Text[0] == '!' {
		return &Unknown{Text: u.Text[1:], Pos: u.Pos}
	}
	return &Unknown{Text: "!" + u.Text, Pos: u.Pos}
}

// placeholder stands for the value inside a string, `:Settings.prefix`.
func (u *Unknown) placeholder() string { return ":" + u.Text }

// callUnknown is a call on an unknown value as the program writes it. A block
// is run, with unknown arguments, under the condition that the call makes.
func (t *Thread) callUnknown(e *env, u *Unknown, x *grammar.Call, block *Proc) (Value, error) {
	t.pos = x.Pos
	text := unknownCallText(u, x)
	if x.Block == nil || block == nil {
		return &Unknown{Text: text, Pos: x.Pos}, nil
	}
	return t.runUnderCondition(text, x.Pos, block)
}

// unknownCallText is the source of a call on u, whose own text may say more
// than the source does (a constant that was looked up through a variable).
func unknownCallText(u *Unknown, x *grammar.Call) string {
	bare := *x
	bare.Block, bare.BlockArg = nil, nil
	if _, local := x.Recv.(*grammar.Local); local || x.Recv == nil {
		bare.Recv = &grammar.Call{Name: u.Text, Pos: x.Pos}
	}
	return grammar.String(&bare)
}

// runUnderCondition runs a block that only an unknown method decides to run.
func (t *Thread) runUnderCondition(text string, pos grammar.Pos, block *Proc) (Value, error) {
	args := make([]Value, max(block.Arity(), 0))
	for i := range args {
		args[i] = &Unknown{Text: fmt.Sprintf("%s(%d)", text, i), Pos: pos}
	}
	v, err := t.under(Condition{Text: text, Pos: pos}, func() (Value, error) { return t.callProc(block, args, nil) })
	v, err = t.catchBreak(v, err, block, true)
	if err != nil {
		return v, err
	}
	return &Unknown{Text: text, Pos: pos}, nil
}

// fork runs both sides of an undecided condition, each under its condition,
// or the one side that Options.UnknownAs picks. A condition that is decided
// around the code is not asked again. Variables that the sides leave different
// are known to the application only, like the value of the whole.
func (t *Thread) fork(e *env, u *Unknown, cond grammar.Expr, yes, no func() (Value, error)) (Value, error) {
	as, err := t.decided(u)
	switch {
	case err != nil:
		return nil, err
	case as == "true":
		return yes()
	case as == "false":
		return no()
	}
	text := u.Text
	if cond != nil {
		text = grammar.String(cond)
	}
	before := takeVariables(e)
	a, errA := t.under(Condition{Text: u.Text, Pos: u.Pos}, yes)
	after := takeVariables(e)
	before.restore()
	b, errB := t.under(Condition{Text: u.not().Text, Pos: u.Pos}, no)
	if isLimit(errA) || isLimit(errB) {
		return nil, firstError(errA, errB)
	}
	switch {
	case errA != nil && errB != nil:
		return nil, errA
	case errA != nil:
		t.noteJump(u, errA)
		return b, nil
	case errB != nil:
		t.noteJump(u, errB)
		after.restore()
		return a, nil
	}
	t.joinVariables(e, after, text, u.Pos)
	return t.joined(a, b, text, u.Pos), nil
}

// decided tells how a condition turns out: as the host decides, as
// Options.UnknownAs picks, or as the conditions around the code say; "" if it is
// open.
func (t *Thread) decided(u *Unknown) (string, error) {
	if t.Decide != nil {
		yes, err := t.Decide(u)
		return fmt.Sprint(yes), err
	}
	if as := t.in.options.UnknownAs; as != "" {
		return as, nil
	}
	not := u.not().Text
	for _, c := range t.conditions {
		switch c.Text {
		case u.Text:
			return "true", nil
		case not:
			return "false", nil
		}
	}
	return "", nil
}

// noteJump tells the host that one side of an undecided condition leaves the
// code, with `next` or an error, so that what follows depends on it too.
func (t *Thread) noteJump(u *Unknown, err error) {
	t.pos = u.Pos
	switch err := err.(type) {
	case *jump:
		t.note("whether the routes that follow exist depends on "+u.Text+", which is known to the application only", "They are in the table.")
	case *EvalError:
		t.note("where "+u.Text+" decides, one side ends in an error: "+err.Message, "The table shows the other side.")
	}
}

// joined is the value of both sides: the same, or one more unknown.
func (t *Thread) joined(a, b Value, cond string, pos grammar.Pos) Value {
	if same, err := t.equal(a, b); err == nil && same {
		return a
	}
	return &Unknown{Text: fmt.Sprintf("(%s ? %s : %s)", cond, inspectPlain(a), inspectPlain(b)), Pos: pos}
}

func firstError(a, b error) error {
	if isLimit(a) {
		return a
	}
	return b
}

// isLimit tells errors that end the program whatever the conditions.
func isLimit(err error) bool {
	switch err.(type) {
	case nil, *EvalError, *jump:
		return false
	}
	return true
}

func (t *Thread) under(c Condition, run func() (Value, error)) (Value, error) {
	t.conditions = append(t.conditions[:len(t.conditions):len(t.conditions)], c)
	v, err := run()
	t.conditions = t.conditions[:len(t.conditions)-1]
	return v, err
}

// unknownAndOr is `u && r` and `u || r`. The right side runs under the
// condition, because it may draw (`Settings.x? and get "a"`).
func (t *Thread) unknownAndOr(e *env, u *Unknown, r grammar.Expr, and bool) (Value, error) {
	c := Condition{Text: u.Text, Pos: u.Pos}
	op := " && "
	if !and {
		c.Text = u.not().Text
		op = " || "
	}
	as, err := t.decided(u)
	if err != nil {
		return nil, err
	}
	if as != "" {
		if (as == "true") != and {
			return Bool(!and), nil
		}
		return t.eval(e, r)
	}
	before := takeVariables(e)
	v, err := t.under(c, func() (Value, error) { return t.eval(e, r) })
	if err != nil {
		if isLimit(err) {
			return nil, err
		}
		before.restore()
		t.noteJump(u, err)
		return u, nil
	}
	t.joinVariables(e, before, (&Unknown{Text: c.Text}).not().Text, u.Pos)
	if and && !Truthy(v) {
		return v, nil
	}
	return &Unknown{Text: u.Text + op + grammar.String(r), Pos: u.Pos}, nil
}

func (t *Thread) unknownList(u *Unknown) error {
	t.pos = u.Pos
	return t.errorf("RuntimeError", "the list %s is known to the application only", u.Text)
}

// unknownText is the source of a call on an object of an unknown class.
func (t *Thread) unknownText(c *Call, implicit bool) string {
	if implicit {
		return c.Name
	}
	return inspectPlain(c.Self) + "." + c.Name
}

// inspectPlain is inspect for messages and condition texts: it runs no Ruby.
func inspectPlain(v Value) string {
	switch v := v.(type) {
	case *String:
		return inspectString(v.s)
	case Symbol:
		return inspectSymbol(string(v))
	case Int:
		return fmt.Sprint(int64(v))
	case *Unknown:
		return v.Text
	case nilValue:
		return "nil"
	case Bool:
		return fmt.Sprint(bool(v))
	case *Class:
		return v.displayName()
	case *Regexp:
		return v.Inspect()
	}
	return "..."
}

// unknownResult tells the calls of built-in methods whose result depends on an
// unknown argument: `"a" + Settings.x`, `list.include?(Settings.x)`.
func unknownResult(c *Call) *Unknown {
	u := unknownArgument(c)
	switch c.Self.(type) {
	case *String:
		if own := c.Self.(*String).unknown; own != nil && decides[c.Name] {
			u = own
		} else if u == nil || keepsUnknown[c.Name] || !decides[c.Name] && !unknownDirectly(c) {
			return nil
		}
	case *Array:
		if u == nil || !arrayDepends[c.Name] {
			return nil
		}
	case *Hash:
		if u == nil || !hashDepends[c.Name] {
			return nil
		}
	case Symbol, Int, Float, *Range, *Regexp:
		if u == nil || keepsUnknown[c.Name] {
			return nil
		}
	case nilValue, Bool:
		if u == nil || c.Name != "==" && c.Name != "!=" && c.Name != "===" {
			return nil
		}
	default:
		return unknownConversion(c, u)
	}
	if u == nil {
		return nil
	}
	return &Unknown{Text: fmt.Sprintf("%s.%s(%s)", inspectPlain(c.Self), c.Name, plainArguments(c)), Pos: u.Pos}
}

// unknownArgument gives an unknown value among the arguments, or in the text of
// one.
func unknownArgument(c *Call) *Unknown {
	for _, a := range c.Args {
		switch a := a.(type) {
		case *Unknown:
			return a
		case *String:
			if a.unknown != nil {
				return a.unknown
			}
		}
	}
	return nil
}

// unknownDirectly tells an argument that is wholly unknown.
func unknownDirectly(c *Call) bool {
	for _, a := range c.Args {
		if IsUnknown(a) {
			return true
		}
	}
	return false
}

// unknownConversion is unknownResult for the functions that look into their
// argument: Regexp.union(Settings.list).
func unknownConversion(c *Call, u *Unknown) *Unknown {
	if !converts[c.Name] || c.Name == "new" && c.Self != Value(c.t.in.classes.regexp) {
		return nil
	}
	if _, ok := c.Self.(*Class); ok {
		if u == nil {
			u = unknownAmong(c.Args, 0)
		}
		if u == nil {
			return nil
		}
		return &Unknown{Text: fmt.Sprintf("%s.%s(%s)", inspectPlain(c.Self), c.Name, plainArguments(c)), Pos: u.Pos}
	}
	if u == nil || !unknownDirectly(c) {
		return nil
	}
	return &Unknown{Text: fmt.Sprintf("%s(%s)", c.Name, plainArguments(c)), Pos: u.Pos}
}

func plainArguments(c *Call) string {
	var b strings.Builder
	for i, a := range c.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(inspectPlain(a))
	}
	return b.String()
}

// carryUnknown marks a string that a method made of one with an unknown value
// in its text.
func carryUnknown(c *Call, v Value) Value {
	switch s := v.(type) {
	case nil:
		return Nil
	case *String:
		if s.unknown != nil {
			return s
		}
		u := unknownArgument(c)
		if own, ok := c.Self.(*String); ok && own.unknown != nil {
			u = own.unknown
		} else if list, ok := c.Self.(*Array); ok && c.Name == "join" {
			if in := UnknownIn(list); in != nil {
				u = in
			}
		}
		switch {
		case u == nil:
		case s.frozen: // others may hold it too
			return &String{s: s.s, frozen: true, unknown: u}
		default:
			s.unknown = u
		}
	case Symbol:
		if own, ok := c.Self.(*String); ok && own.unknown != nil {
			return &Unknown{Text: inspectString(own.s) + "." + c.Name, Pos: own.unknown.Pos}
		}
	}
	return v
}

var (
	arrayDepends = names("+ - & | * concat include? == != index find_index count product first last take drop rotate values_at fetch [] dig intersect? excluding without")
	hashDepends  = names("merge merge! update key? include? has_key? member? value? has_value? [] fetch dig == != slice except values_at reverse_merge deep_merge")
	// converts are the functions that look into their argument.
	converts = names("new compile union escape quote Integer Float String format sprintf")
	// decides are the methods of String whose answer may be another one once
	// the value in the text is known.
	decides      = names("== != === =~ !~ eql? match match? include? start_with? starts_with? end_with? ends_with? empty? blank? present? casecmp casecmp? in? <=> < > <= >= between? to_i to_f to_sym intern length size constantize safe_constantize")
	keepsUnknown = names("tap then yield_self instance_exec send public_send __send__ equal? is_a? kind_of? instance_of? respond_to? presence_in in?")
)
