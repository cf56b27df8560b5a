package dsl

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl/internal/rubytext"
)

// maxInspectDepth bounds containers within containers that are printed or
// compared.
const maxInspectDepth = 200

// Inspect returns v as Ruby's inspect prints it.
func (t *Thread) Inspect(v Value) (_ string, err error) {
	defer Contain(&err)
	var b strings.Builder
	in := inspection{t: t, b: &b}
	in.write(v)
	return b.String(), nil
}

// An inspection writes values; outer are the containers around the place where it
// is.
type inspection struct {
	t     *Thread
	b     *strings.Builder
	outer []Value
}

// MustInspect is inspect for messages: what cannot be inspected shows its class.
func (t *Thread) MustInspect(v Value) string {
	s, err := t.Inspect(v)
	if err != nil {
		return "#<" + t.in.PlainClassOf(v).DisplayName() + ">"
	}
	return s
}

func (in *inspection) write(v Value) {
	t, b := in.t, in.b
	Check(t.Step())
	if len(in.outer) > maxInspectDepth {
		panic(Failure{&LimitError{Limit: "nesting of an inspected value", Max: maxInspectDepth, Pos: t.At}})
	}
	Check(t.StringSize(b.Len()))
	switch v := v.(type) {
	case NilValue, Bool, Int, Float:
		b.WriteString(scalarText(v))
	case *String:
		t.ChargeScan(len(v.s))
		b.WriteString(rubytext.Quote(v.s))
	case Symbol:
		t.ChargeScan(len(v))
		b.WriteString(rubytext.QuoteSymbol(string(v)))
	case *Array:
		in.within(v, "[...]", func() { in.array(v) })
	case *Hash:
		in.within(v, "{...}", func() { in.hash(v) })
	case *Range:
		in.rangeOf(v)
	case *Regexp:
		b.WriteString(v.Inspect())
	case *Unknown:
		if t.brief {
			b.WriteString(Brief(v.Text()))
			break
		}
		b.WriteString(v.Text())
	case *Class:
		t.inspectClass(b, v)
	default:
		t.inspectObject(b, v)
	}
}

// within writes a container, or what stands for it within itself.
func (in *inspection) within(v Value, itself string, write func()) {
	in.t.ChargeReads(len(in.outer))
	if slices.Contains(in.outer, v) {
		in.b.WriteString(itself)
		return
	}
	in.outer = append(in.outer, v)
	write()
	in.outer = in.outer[:len(in.outer)-1]
}

func (in *inspection) array(a *Array) {
	in.b.WriteByte('[')
	for i, e := range a.Elems {
		if i > 0 {
			in.b.WriteString(", ")
		}
		in.write(e)
	}
	in.b.WriteByte(']')
}

// hash prints a hash as Ruby 3.4 does: {a: 1, "b" => 2}.
func (in *inspection) hash(h *Hash) {
	in.b.WriteByte('{')
	for i := range h.Keys {
		if i > 0 {
			in.b.WriteString(", ")
		}
		if y, ok := h.Keys[i].(Symbol); ok {
			in.b.WriteString(rubytext.QuoteKey(string(y)))
			in.b.WriteByte(' ')
		} else {
			in.write(h.Keys[i])
			in.b.WriteString(" => ")
		}
		in.write(h.Vals[i])
	}
	in.b.WriteByte('}')
}

func (in *inspection) rangeOf(r *Range) {
	if r.Lo != Nil {
		in.write(r.Lo)
	} else if r.Hi == Nil {
		in.b.WriteString("nil")
	}
	in.b.WriteString(r.Dots())
	if r.Hi != Nil || r.Lo == Nil {
		in.write(r.Hi)
	}
}

func (r *Range) Dots() string {
	if r.Exclusive {
		return "..."
	}
	return ".."
}

func (t *Thread) inspectClass(b *strings.Builder, c *Class) {
	if c.attached != nil && c.name == "" {
		b.WriteString("#<Class:" + t.MustInspect(c.attached) + ">")
		return
	}
	if m := t.FindMethod(c, "inspect"); m != nil && m.builtin == nil {
		b.WriteString(Must(t.ToS(Must(t.Send(c, "inspect", nil, nil, nil, t.At)))))
		return
	}
	b.WriteString(c.DisplayName())
}

// inspectObject asks the object's own inspect; Kernel's is objectInspect.
func (t *Thread) inspectObject(b *strings.Builder, v Value) {
	if t.depth >= t.Limits.Depth {
		panic(Failure{t.TooDeep()})
	}
	t.depth++
	s, err := t.Send(v, "inspect", nil, nil, nil, t.At)
	t.depth--
	if s, ok := Must(s, err).(*String); ok {
		b.WriteString(s.s)
		return
	}
	b.WriteString(t.anyToS(v))
}

// anyToS is Kernel#to_s. The address that Ruby prints is left out: it differs
// from run to run.
func (m *meter) anyToS(v Value) string {
	return "#<" + m.in.PlainClassOf(v).DisplayName() + ">"
}

// objectInspect is Kernel#inspect: the class and the instance variables.
func objectInspect(c *Call) Value {
	o, ok := c.Self.(*Object)
	if !ok || len(o.ivars.Names) == 0 {
		return c.NewString(c.anyToS(c.Self))
	}
	name := "#<" + o.class.DisplayName()
	return c.InspectParts(name+" ...>", name+" ", ">", o.ivars.Names, o.ivars.Values)
}

// InspectParts is the result of an inspect method of an object with these parts, each with
// its name if it has one. Within itself, the object is written as the first text.
func (c *Call) InspectParts(itself, begin, end string, names []string, parts []Value) Value {
	t := c.Thread
	t.ChargeReads(len(t.inspecting))
	if slices.Contains(t.inspecting, c.Self) {
		return t.NewString(itself)
	}
	defer func(n int) { t.inspecting = t.inspecting[:n] }(len(t.inspecting))
	t.inspecting = append(t.inspecting, c.Self)
	var b strings.Builder
	b.WriteString(begin)
	for i, v := range parts {
		if i > 0 {
			b.WriteString(", ")
		}
		if names != nil {
			b.WriteString(names[i] + "=")
		}
		b.WriteString(c.Inspect(v))
		c.TextSize(b.Len())
	}
	b.WriteString(end)
	return t.NewString(b.String())
}

// scalarText returns a number, true, false or nil as a program writes it.
func scalarText(v Value) string {
	switch v := v.(type) {
	case Int:
		return strconv.FormatInt(int64(v), 10)
	case Float:
		return rubytext.FormatFloat(float64(v))
	case Bool:
		return strconv.FormatBool(bool(v))
	}
	return "nil"
}

// ToS returns v as Ruby's to_s prints it.
func (t *Thread) ToS(v Value) (string, error) {
	switch v := v.(type) {
	case *String:
		return v.s, nil
	case *Unknown:
		return v.placeholder(), nil
	}
	if !t.in.ownTexts {
		switch v := v.(type) {
		case NilValue:
			return "", nil
		case Symbol:
			return string(v), nil
		case Int, Float, Bool:
			return scalarText(v), nil
		case *Regexp:
			return v.ToS(), nil
		case *Array, *Hash:
			return t.Inspect(v)
		}
	}
	s, err := t.Send(v, "to_s", nil, nil, nil, t.At)
	if err != nil {
		return "", err
	}
	switch s := s.(type) {
	case *String:
		return s.s, nil
	case *Unknown:
		return s.placeholder(), nil
	}
	return t.anyToS(v), nil
}

// Equal reports whether a == b, or fails.
func (t *Thread) Equal(a, b Value) bool { return t.equalDeep(a, b, 0) }

// equalNumbers compares numbers; an object says itself whether it is equal to one.
func (t *Thread) equalNumbers(a, b Value, depth int) bool {
	if o, ok := b.(*Object); ok {
		return t.equalDeep(o, a, depth+1)
	}
	order, ok := CompareNumbers(a, b)
	return ok && order == 0
}

func (t *Thread) equalDeep(a, b Value, depth int) bool {
	if depth > maxInspectDepth {
		panic(Failure{&LimitError{Limit: "nesting of compared values", Max: maxInspectDepth, Pos: t.At}})
	}
	if UnknownScalar(a) != nil || UnknownScalar(b) != nil {
		return t.testEqual(a, "==", b)
	}
	switch a := a.(type) {
	case *String:
		b, ok := b.(*String)
		if !ok || len(a.s) != len(b.s) {
			return false
		}
		t.ChargeCopy(len(a.s))
		return a.s == b.s
	case Int:
		if b, ok := b.(Int); ok {
			return a == b
		}
		return t.equalNumbers(a, b, depth)
	case Float:
		return t.equalNumbers(a, b, depth)
	case NilValue:
		return IsNil(b)
	case Symbol, Bool:
		return a == b
	case *Array:
		b, ok := b.(*Array)
		return ok && t.equalLists(a.Elems, b.Elems, depth)
	case *Hash:
		b, ok := b.(*Hash)
		return ok && t.equalHashes(a, b, depth)
	case *Range:
		b, ok := b.(*Range)
		return ok && a.Exclusive == b.Exclusive && t.equalDeep(a.Lo, b.Lo, depth+1) && t.equalDeep(a.Hi, b.Hi, depth+1)
	case *Regexp:
		b, ok := b.(*Regexp)
		return ok && a.Source == b.Source && a.Options == b.Options
	case *Method:
		b, ok := b.(*Method)
		return ok && a.key() == b.key()
	case *Object:
		if a == b {
			return true
		}
		return t.Truthy(Must(t.Send(a, "==", []Value{b}, nil, nil, t.At)))
	}
	return a == b
}

func (t *Thread) equalLists(a, b []Value, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		Check(t.Step())
		if !t.equalDeep(a[i], b[i], depth+1) {
			return false
		}
	}
	return true
}

func (t *Thread) equalHashes(a, b *Hash, depth int) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Keys {
		Check(t.Step())
		if v, ok := t.Get(b, a.Keys[i]); !ok || !t.equalDeep(a.Vals[i], v, depth+1) {
			return false
		}
	}
	return true
}

// CaseEqual reports whether pattern === v, or fails.
func (t *Thread) CaseEqual(pattern, v Value) bool {
	if u := UnknownScalar(v); u != nil || IsUnknown(pattern) {
		return t.testEqual(pattern, "===", v)
	}
	switch p := pattern.(type) {
	case *Class:
		if m := t.FindMethod(p, "==="); m == nil || m.builtin != nil {
			return t.IsA(v, p)
		}
	case *String, Symbol, Int, Float, Bool, NilValue, *Array, *Hash:
		return t.Equal(p, v)
	}
	return t.Truthy(Must(t.Send(pattern, "===", []Value{v}, nil, nil, t.At)))
}

// compare is Ruby's <=>; values without an order are an ArgumentError.
func (t *Thread) compare(a, b Value) (int, error) {
	a, b = t.PickChoice(a), t.PickChoice(b)
	if u := cmp.Or(UnknownScalar(a), UnknownScalar(b)); u != nil {
		t.TestUnknown(u)
		return 0, nil
	}
	if order, ok := CompareNumbers(a, b); ok {
		return order, nil
	}
	switch x := a.(type) {
	case *String:
		if y, ok := b.(*String); ok {
			t.ChargeCopy(min(len(x.s), len(y.s)))
			return strings.Compare(x.s, y.s), nil
		}
	case Symbol:
		if y, ok := b.(Symbol); ok {
			return strings.Compare(string(x), string(y)), nil
		}
	}
	if t.FindMethod(a, "<=>") == nil {
		return 0, t.Incomparable(a, b)
	}
	r, err := t.Send(a, "<=>", []Value{b}, nil, nil, t.At)
	if err != nil {
		return 0, err
	}
	switch n := t.PickChoice(r).(type) {
	case Int:
		return cmp.Compare(n, 0), nil
	case *Unknown:
		t.TestUnknown(n)
		return 0, nil
	}
	return 0, t.Incomparable(a, b)
}

// Incomparable is "comparison of A with B failed".
func (t *Thread) Incomparable(a, b Value) error {
	with := t.in.PlainClassOf(b).DisplayName()
	switch b.(type) {
	case NilValue, Bool, Int, Float, Symbol:
		with = t.MustInspect(b)
	}
	return t.Errorf("ArgumentError", "comparison of %s with %s failed", t.in.PlainClassOf(a).DisplayName(), with)
}

// Each gives f what v's each yields; several values come as one array.
func (t *Thread) Each(v Value, f func(Value) error) error {
	stopped := error(&stop{}) // of this very loop: f may run in loops within loops
	asked := t.undecided      // f asks for the method that iterates, not for `each`
	block := &Proc{arity: 1, fn: func(c *Call) (Value, error) {
		inner := t.undecided
		t.undecided = asked
		defer func() { asked, t.undecided = t.undecided, inner }()
		v := PackArgs(c, c.Args)
		if len(c.Args) > 1 {
			defer func(outer *Array) { t.packed = outer }(t.packed)
			t.packed = v.(*Array)
		}
		err := f(v)
		if err == ErrStop {
			err = stopped
		}
		return Nil, err
	}}
	got, err := t.Send(v, "each", nil, nil, block, t.At)
	if u, ok := got.(*Unknown); ok && asked == nil && isData(v) { // what the stages of an enumerator asked
		asked = u
	}
	if t.undecided == nil {
		t.undecided = asked
	}
	if err == stopped {
		return nil
	}
	return err
}

// stop ends one iteration.
type stop struct{ _ byte }

func (*stop) Error() string { return ErrStop.Error() }

// PackArgs returns what a block with one parameter gets for several values.
func PackArgs(c *Call, args []Value) Value {
	switch len(args) {
	case 0:
		return Nil
	case 1:
		return args[0]
	}
	return c.NewArray(append([]Value{}, args...)...)
}

// CompareNumbers orders two numbers; ok is false when one is none, or NaN.
func CompareNumbers(a, b Value) (order int, ok bool) {
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return cmp.Compare(x, y), true
		case Float:
			return rubytext.CompareIntFloat(int64(x), float64(y))
		}
	case Float:
		switch y := b.(type) {
		case Int:
			order, ok = rubytext.CompareIntFloat(int64(y), float64(x))
			return -order, ok
		case Float:
			if x != x || y != y {
				return 0, false
			}
			return cmp.Compare(x, y), true
		}
	}
	return 0, false
}
