package dsl

import (
	"strconv"
	"strings"
)

// maxInspectDepth bounds containers within containers that are printed or
// compared.
const maxInspectDepth = 200

// inspect is Ruby's inspect.
func (t *Thread) inspect(v Value) (string, error) {
	var b strings.Builder
	err := t.writeInspect(&b, v, nil)
	return b.String(), err
}

// mustInspect is inspect for messages: what cannot be inspected shows its class.
func (t *Thread) mustInspect(v Value) string {
	s, err := t.inspect(v)
	if err != nil {
		return "#<" + t.in.plainClassOf(v).displayName() + ">"
	}
	return s
}

func (t *Thread) writeInspect(b *strings.Builder, v Value, outer []Value) error {
	if err := t.step(); err != nil {
		return err
	}
	if len(outer) > maxInspectDepth {
		return &LimitError{Limit: "nesting of an inspected value", Max: maxInspectDepth, Pos: t.pos}
	}
	if err := t.stringSize(b.Len()); err != nil {
		return err
	}
	switch v := v.(type) {
	case nilValue:
		b.WriteString("nil")
	case Bool, Int, Float:
		s, err := t.toS(v)
		b.WriteString(s)
		return err
	case *String:
		b.WriteString(inspectString(v.s))
	case Symbol:
		b.WriteString(inspectSymbol(string(v)))
	case *Array:
		return t.inspectArray(b, v, outer)
	case *Hash:
		return t.inspectHash(b, v, outer)
	case *Range:
		return t.inspectRange(b, v, outer)
	case *Regexp:
		b.WriteString(v.Inspect())
	case *Unknown:
		if t.brief {
			b.WriteString(Brief(v.Text))
			break
		}
		b.WriteString(v.Text)
	case *Proc:
		b.WriteString(v.inspect())
	case *Class:
		return t.inspectClass(b, v)
	default:
		return t.inspectObject(b, v)
	}
	return nil
}

func contains(outer []Value, v Value) bool {
	for _, o := range outer {
		if o == v {
			return true
		}
	}
	return false
}

func (t *Thread) inspectArray(b *strings.Builder, a *Array, outer []Value) error {
	if contains(outer, a) {
		b.WriteString("[...]")
		return nil
	}
	outer = append(outer[:len(outer):len(outer)], a)
	b.WriteByte('[')
	for i, e := range a.Elems {
		if i > 0 {
			b.WriteString(", ")
		}
		if err := t.writeInspect(b, e, outer); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// inspectHash prints a hash as Ruby 3.4 does: {a: 1, "b" => 2}.
func (t *Thread) inspectHash(b *strings.Builder, h *Hash, outer []Value) error {
	if contains(outer, h) {
		b.WriteString("{...}")
		return nil
	}
	outer = append(outer[:len(outer):len(outer)], h)
	b.WriteByte('{')
	for i := range h.keys {
		if i > 0 {
			b.WriteString(", ")
		}
		if y, ok := h.keys[i].(Symbol); ok {
			b.WriteString(inspectLabel(string(y)))
			b.WriteByte(' ')
		} else {
			if err := t.writeInspect(b, h.keys[i], outer); err != nil {
				return err
			}
			b.WriteString(" => ")
		}
		if err := t.writeInspect(b, h.vals[i], outer); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// inspectLabel prints a symbol key, `a:` or `"a b":` (symbol_key_needs_quote in
// Ruby's hash.c).
func inspectLabel(name string) string {
	s := inspectSymbol(name)
	if strings.HasPrefix(s, `:"`) {
		return s[1:] + ":"
	}
	if strings.ContainsRune("@$!", rune(name[0])) || strings.ContainsRune("+-*/`%^&|]<=>~@", rune(name[len(name)-1])) {
		return inspectString(name) + ":"
	}
	return name + ":"
}

func (t *Thread) inspectRange(b *strings.Builder, r *Range, outer []Value) error {
	if r.Lo != Nil {
		if err := t.writeInspect(b, r.Lo, outer); err != nil {
			return err
		}
	} else if r.Hi == Nil {
		b.WriteString("nil")
	}
	b.WriteString(r.dots())
	if r.Hi != Nil || r.Lo == Nil {
		return t.writeInspect(b, r.Hi, outer)
	}
	return nil
}

func (r *Range) dots() string {
	if r.Exclusive {
		return "..."
	}
	return ".."
}

func (t *Thread) inspectClass(b *strings.Builder, c *Class) error {
	if c.attached != nil && c.name == "" {
		b.WriteString("#<Class:" + t.mustInspect(c.attached) + ">")
		return nil
	}
	if m := t.in.find(c, "inspect"); m != nil && m.builtin == nil {
		v, err := t.send(c, "inspect", nil, nil, nil, t.pos)
		if err != nil {
			return err
		}
		s, err := t.toS(v)
		b.WriteString(s)
		return err
	}
	b.WriteString(c.displayName())
	return nil
}

// inspectObject asks the object's own inspect; Kernel's is objectInspect.
func (t *Thread) inspectObject(b *strings.Builder, v Value) error {
	if t.depth >= t.limits.Depth {
		return t.tooDeep()
	}
	t.depth++
	s, err := t.send(v, "inspect", nil, nil, nil, t.pos)
	t.depth--
	if err != nil {
		return err
	}
	if s, ok := s.(*String); ok {
		b.WriteString(s.s)
		return nil
	}
	text, err := t.anyToS(v)
	b.WriteString(text)
	return err
}

// anyToS is Kernel#to_s. The address that Ruby prints is left out: it differs
// from run to run.
func (t *Thread) anyToS(v Value) (string, error) {
	return "#<" + t.in.plainClassOf(v).displayName() + ">", nil
}

// objectInspect is Kernel#inspect: the class and the instance variables.
func objectInspect(c *Call) (Value, error) {
	o, ok := c.Self.(*Object)
	if !ok || len(o.ivars.names) == 0 {
		s, err := c.t.anyToS(c.Self)
		return NewString(s), err
	}
	var b strings.Builder
	b.WriteString("#<" + o.class.displayName())
	for i, name := range o.ivars.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + name + "=")
		s, err := c.Inspect(o.ivars.values[i])
		if err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	b.WriteByte('>')
	return NewString(b.String()), nil
}

// toS is Ruby's to_s.
func (t *Thread) toS(v Value) (string, error) {
	switch v := v.(type) {
	case nilValue:
		return "", nil
	case *String:
		return v.s, nil
	case Symbol:
		return string(v), nil
	case Int:
		return strconv.FormatInt(int64(v), 10), nil
	case Float:
		return formatFloat(float64(v)), nil
	case Bool:
		return strconv.FormatBool(bool(v)), nil
	case *Unknown:
		return v.placeholder(), nil
	case *Regexp:
		return v.ToS(), nil
	case *Array, *Hash:
		return t.inspect(v)
	}
	s, err := t.send(v, "to_s", nil, nil, nil, t.pos)
	if err != nil {
		return "", err
	}
	if s, ok := s.(*String); ok {
		return s.s, nil
	}
	return t.anyToS(v)
}

// equal is Ruby's ==.
func (t *Thread) equal(a, b Value) (bool, error) {
	return t.equalDeep(a, b, 0)
}

func (t *Thread) equalDeep(a, b Value, depth int) (bool, error) {
	if depth > maxInspectDepth {
		return false, &LimitError{Limit: "nesting of compared values", Max: maxInspectDepth, Pos: t.pos}
	}
	if unknownScalar(a) != nil || unknownScalar(b) != nil {
		return t.askEqual(a, "==", b)
	}
	switch a := a.(type) {
	case *String:
		b, ok := b.(*String)
		return ok && a.s == b.s, nil
	case Int:
		switch b := b.(type) {
		case Int:
			return a == b, nil
		case Float:
			return Float(a) == b, nil
		}
		return false, nil
	case Float:
		switch b := b.(type) {
		case Int:
			return a == Float(b), nil
		case Float:
			return a == b, nil
		}
		return false, nil
	case nilValue:
		return IsNil(b), nil
	case Symbol, Bool:
		return a == b, nil
	case *Array:
		b, ok := b.(*Array)
		if !ok {
			return false, nil
		}
		return t.equalLists(a.Elems, b.Elems, depth)
	case *Hash:
		b, ok := b.(*Hash)
		if !ok {
			return false, nil
		}
		return t.equalHashes(a, b, depth)
	case *Range:
		b, ok := b.(*Range)
		if !ok || a.Exclusive != b.Exclusive {
			return false, nil
		}
		return t.equalLists([]Value{a.Lo, a.Hi}, []Value{b.Lo, b.Hi}, depth)
	case *Regexp:
		b, ok := b.(*Regexp)
		return ok && a.Source == b.Source && a.Options == b.Options, nil
	case *Object:
		if a == b {
			return true, nil
		}
		v, err := t.send(a, "==", []Value{b}, nil, nil, t.pos)
		return err == nil && t.truthy(v), err
	}
	return a == b, nil
}

func (t *Thread) equalLists(a, b []Value, depth int) (bool, error) {
	if len(a) != len(b) {
		return false, nil
	}
	for i := range a {
		if err := t.step(); err != nil {
			return false, err
		}
		if same, err := t.equalDeep(a[i], b[i], depth+1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

func (t *Thread) equalHashes(a, b *Hash, depth int) (bool, error) {
	if a.Len() != b.Len() {
		return false, nil
	}
	for i := range a.keys {
		if err := t.step(); err != nil {
			return false, err
		}
		v, ok := b.Get(a.keys[i])
		if !ok {
			return false, nil
		}
		if same, err := t.equalDeep(a.vals[i], v, depth+1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// caseEqual is Ruby's ===.
func (t *Thread) caseEqual(pattern, v Value) (bool, error) {
	if u := unknownScalar(v); u != nil || IsUnknown(pattern) {
		return t.askEqual(pattern, "===", v)
	}
	switch p := pattern.(type) {
	case *Class:
		if m := t.in.find(p, "==="); m == nil || m.builtin != nil {
			return t.in.isA(v, p), nil
		}
	case *String, Symbol, Int, Float, Bool, nilValue, *Array, *Hash:
		return t.equal(p, v)
	}
	r, err := t.send(pattern, "===", []Value{v}, nil, nil, t.pos)
	return err == nil && t.truthy(r), err
}

// compare is Ruby's <=>; values without an order are an ArgumentError.
func (t *Thread) compare(a, b Value) (int, error) {
	if unknownScalar(a) != nil || unknownScalar(b) != nil {
		_, err := t.askEqual(a, "<=>", b)
		return 0, err
	}
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return order(x, y), nil
		case Float:
			return t.compareFloats(Float(x), y, a, b)
		}
	case Float:
		switch y := b.(type) {
		case Int:
			return t.compareFloats(x, Float(y), a, b)
		case Float:
			return t.compareFloats(x, y, a, b)
		}
	case *String:
		if y, ok := b.(*String); ok {
			return strings.Compare(x.s, y.s), nil
		}
	case Symbol:
		if y, ok := b.(Symbol); ok {
			return strings.Compare(string(x), string(y)), nil
		}
	default:
		if t.in.find(a, "<=>") == nil {
			break
		}
		r, err := t.send(a, "<=>", []Value{b}, nil, nil, t.pos)
		if err != nil {
			return 0, err
		}
		if n, ok := r.(Int); ok {
			return order(n, 0), nil
		}
	}
	return 0, t.incomparable(a, b)
}

func (t *Thread) compareFloats(x, y Float, a, b Value) (int, error) {
	if x != x || y != y {
		return 0, t.incomparable(a, b)
	}
	return order(x, y), nil
}

func order[T Int | Float](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// incomparable is "comparison of A with B failed".
func (t *Thread) incomparable(a, b Value) error {
	with := t.in.plainClassOf(b).displayName()
	switch b.(type) {
	case nilValue, Bool, Int, Float, Symbol:
		with = t.mustInspect(b)
	}
	return t.errorf("ArgumentError", "comparison of %s with %s failed", t.in.plainClassOf(a).displayName(), with)
}

// each gives f what v's each yields; several values come as one array.
func (t *Thread) each(v Value, f func(Value) error) error {
	stopped := &stop{} // of this very loop: f may run in loops within loops
	err := t.eachRaw(v, func(v Value) error {
		err := f(v)
		if err == errStop {
			return stopped
		}
		return err
	})
	if err == error(stopped) {
		return nil
	}
	return err
}

// stop ends one iteration.
type stop struct{ _ byte }

func (*stop) Error() string { return errStop.Error() }

func (t *Thread) eachRaw(v Value, f func(Value) error) error {
	switch v := v.(type) {
	case *Array:
		for i := 0; i < len(v.Elems); i++ { // the block may change the array
			if err := t.step(); err != nil {
				return err
			}
			if err := t.eachElement(v.Elems[i], f); err != nil {
				return err
			}
		}
		return nil
	case *Hash:
		for i := 0; i < len(v.keys); i++ {
			if err := t.step(); err != nil {
				return err
			}
			if err := f(NewArray(v.keys[i], v.vals[i])); err != nil {
				return err
			}
		}
		return nil
	case *Unknown:
		return t.eachUnknown(v, f)
	}
	asked := t.asked // f asks for the method that iterates, not for `each`
	block := &Proc{arity: -1, fn: func(c *Call) (Value, error) {
		inner := t.asked
		t.asked = asked
		defer func() { asked, t.asked = t.asked, inner }()
		item := Value(NewArray(c.Args...))
		if len(c.Args) == 1 {
			item = c.Args[0]
		} else if len(c.Args) == 0 {
			item = Nil
		}
		return Nil, f(item)
	}}
	got, err := t.send(v, "each", nil, nil, block, t.pos)
	if u, ok := got.(*Unknown); ok && asked == nil && isData(v) { // what the stages of an enumerator asked
		asked = u
	}
	if t.asked == nil {
		t.asked = asked
	}
	return err
}
