package cost

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// A Cost is what an operation is estimated to cost. Specification, section 5.3.2.
type Cost struct {
	Field float64 // the work of resolvers
	Type  float64 // the values that the answer holds
}

func (c Cost) plus(d Cost) Cost { return Cost{c.Field + d.Field, c.Type + d.Type} }

// times multiplies; nothing is nothing, also infinitely often.
func (c Cost) times(n float64) Cost {
	if c.Field != 0 {
		c.Field *= n
	}
	if c.Type != 0 {
		c.Type *= n
	}
	return c
}

// Of computes the cost of a valid operation: with vars, its coerced variables, or for no
// variables. varies reports whether the cost may be another with other variables. The error is a
// field that doesn't say how long its list is to be. Costs end at 2^53.
func (m *Model) Of(op *ast.OperationDefinition, root *ast.Definition, vars map[string]any) (c Cost, varies bool, err *Error) {
	a := &analysis{model: m, vars: vars}
	c = a.set(op.SelectionSet, nil).fixed
	c.Type += m.types[root.Name]
	return Cost{bounded(c.Field), bounded(c.Type)}, a.varies, a.err
}

// bounded returns a number that JSON can hold exactly; what is no number is too much, too.
func bounded(f float64) float64 {
	const most = 1 << 53
	if f < most {
		return max(f, 0)
	}
	return most
}

type analysis struct {
	model     *Model
	vars      map[string]any
	varies    bool // a variable was asked for
	err       *Error
	fragments map[fragment]sum
	variables map[variable]float64
}

// A fragment is measured once for each field whose value it belongs to and sizes its lists.
type fragment struct {
	name string
	by   *size
}

// A variable is measured once for each type that it is given as.
type variable struct{ name, typ string }

// A sum is the cost of a selection for one parent: that of the fields, and what each item of the
// lists costs that the parent sizes.
type sum struct{ fixed, each Cost }

func (s sum) plus(t sum) sum { return sum{s.fixed.plus(t.fixed), s.each.plus(t.each)} }

// set measures a selection; by sizes the lists of the parent.
func (a *analysis) set(set ast.SelectionSet, by *size) (s sum) {
	for _, selected := range set {
		switch x := selected.(type) {
		case *ast.Field:
			s = s.plus(a.field(x, by))
		case *ast.InlineFragment:
			s = s.plus(a.set(x.SelectionSet, by))
		case *ast.FragmentSpread:
			s = s.plus(a.spread(x, by))
		}
	}
	return s
}

func (a *analysis) spread(x *ast.FragmentSpread, by *size) sum {
	key := fragment{x.Name, by}
	s, ok := a.fragments[key]
	if !ok {
		if a.fragments == nil {
			a.fragments = map[fragment]sum{}
		}
		s = a.set(x.Definition.SelectionSet, by)
		a.fragments[key] = s
	}
	return s
}

// field measures a field: what resolving it costs, and its values.
func (a *analysis) field(f *ast.Field, by *size) (s sum) {
	if strings.HasPrefix(f.Name, "__") || f.ObjectDefinition == nil {
		return s
	}
	ways := a.model.fields[f.ObjectDefinition.Name][f.Name]
	if len(ways) == 0 {
		return s
	}
	var result, length, within float64
	var sizing *size // of the way with the longest lists within the value
	for _, way := range ways {
		s.fixed.Field = max(s.fixed.Field, a.resolving(way, f)) // never below 0
		result = max(result, way.result)
		n := 1.0
		if way.list {
			n = a.model.listSize
		}
		switch {
		case way.size == nil:
		case !way.size.sizesValue():
			n = a.length(way, f)
		default:
			if m := a.length(way, f); m > within || sizing == nil {
				within, sizing = m, way.size
			}
		}
		length = max(length, n)
	}
	values := a.set(f.SelectionSet, sizing)
	one := Cost{Type: result}.plus(values.fixed).plus(values.each.times(within))
	if by.sizes(f.Name, ways[0]) {
		s.each = one
	} else {
		s.fixed = s.fixed.plus(one.times(length))
	}
	return s
}

// sizes reports whether the parent says how long the list of a field is.
func (s *size) sizes(name string, f *field) bool {
	if s == nil {
		return false
	}
	if s.every {
		return f.list && f.size == nil
	}
	for _, one := range s.fields {
		if one == name {
			return true
		}
	}
	return false
}

// resolving is the cost of a field itself. Specification, section 5.3.2.2.
func (a *analysis) resolving(way *field, f *ast.Field) float64 {
	c := way.weight
	for _, d := range f.Directives {
		c += a.arguments(a.model.directives[d.Name], d.Arguments)
	}
	return c + a.arguments(way.args, f.Arguments)
}

// arguments is the cost of arguments: of those that are given, and of the defaults of others.
func (a *analysis) arguments(defs map[string]*argument, given ast.ArgumentList) (c float64) {
	left := len(defs)
	for _, x := range given {
		if def := defs[x.Name]; def != nil {
			if left--; def.weight != 0 || def.byValue {
				c += a.given(def, x.Value)
			}
		}
	}
	if left == 0 {
		return c
	}
	for name, def := range defs {
		if def.defaults != 0 && given.ForName(name) == nil {
			c += def.defaults
		}
	}
	return c
}

// given is the cost of an argument or input field with a value of the document.
func (a *analysis) given(def *argument, v *ast.Value) float64 {
	if v.Kind == ast.Variable {
		switch value, ok := a.vars[v.Raw]; {
		case !ok:
			a.varies = true
			return def.defaults
		case value == nil:
			a.varies = true
			return 0
		}
		return def.weight + a.variable(def, v.Raw)
	}
	if v.Kind == ast.NullValue {
		return 0
	}
	return def.weight + a.literal(def, v)
}

// variable is the cost of the input fields in a variable.
func (a *analysis) variable(def *argument, name string) float64 {
	a.varies = true
	key := variable{name, def.typ.Name()}
	c, known := a.variables[key]
	if !known {
		if a.variables == nil {
			a.variables = map[variable]float64{}
		}
		c = a.value(def, a.vars[name])
		a.variables[key] = c
	}
	return c
}

// literal is the cost of the input fields in a value of the document.
func (a *analysis) literal(def *argument, v *ast.Value) (c float64) {
	switch {
	case !def.byValue:
		return 0
	case v.Kind == ast.ListValue:
		for _, item := range v.Children {
			switch item.Value.Kind {
			case ast.Variable:
				c += a.variable(def, item.Value.Raw)
			case ast.NullValue:
			default:
				c += a.literal(def, item.Value)
			}
		}
		return c
	}
	fields := a.model.inputs[def.typ.Name()]
	left := len(fields)
	for _, x := range v.Children {
		if inner := fields[x.Name]; inner != nil {
			left--
			c += a.given(inner, x.Value)
		}
	}
	if left > 0 {
		for name, inner := range fields {
			if inner.defaults != 0 && v.Children.ForName(name) == nil {
				c += inner.defaults
			}
		}
	}
	return c
}

// value is the cost of the input fields in a coerced value.
func (a *analysis) value(def *argument, value any) (c float64) {
	if !def.byValue {
		return 0
	}
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			c += a.value(def, item)
		}
	case map[string]any:
		fields := a.model.inputs[def.typ.Name()]
		for name, inner := range v {
			if f := fields[name]; f != nil && inner != nil {
				c += f.weight + a.value(f, inner)
			}
		}
	}
	return c
}

// length is how long the list is that a field sizes. Specification, section 8.
func (a *analysis) length(way *field, f *ast.Field) float64 {
	most, given, isNull := 0.0, 0, false
	for _, path := range way.size.slicing {
		s := a.slice(way.args[path[0]], f.Arguments.ForName(path[0]), path[1:])
		most, isNull = max(most, s.length), isNull || s.isNull
		if s.given {
			given++
		}
	}
	if way.size.one && a.err == nil && (given > 1 || given == 0 && most == 0) {
		var names []string
		for _, path := range way.size.slicing {
			names = append(names, strings.Join(path, "."))
		}
		a.err = &Error{f.Position, fmt.Sprintf("Field %q needs exactly one of the arguments %s.", f.Name, strings.Join(names, ", "))}
	}
	switch {
	case most > 0:
		return max(1, most)
	case isNull:
		return math.Inf(1)
	case way.size.assumed > 0:
		return way.size.assumed
	}
	return a.model.listSize
}

// A slice is what an argument says of the length of a list.
type slice struct {
	length float64 // 0 where it says nothing
	given  bool    // by the operation: else it is the default
	isNull bool    // the operation has null in the place of a default, which resolvers don't get then
}

// slice reads a slicing argument. A negative number is no length, so that the default counts; so
// it does for 0, which resolvers can't tell from nothing.
func (a *analysis) slice(def *argument, given *ast.Argument, path []string) (s slice) {
	var v any
	if given != nil {
		v = given.Value
	}
	s.given = true
	for def != nil {
		fallback, _ := a.resolved(def.value)
		isNull := false
		if v, isNull = a.resolved(v); v == nil {
			v, s.given, s.isNull = fallback, false, s.isNull || isNull
		}
		if len(path) == 0 {
			n := lengthOf(def.typ, v)
			s.given = s.given && n >= 0
			if n <= 0 {
				n = max(lengthOf(def.typ, fallback), 0)
			}
			if s.isNull = s.isNull && n > 0; !s.isNull {
				s.length = n
			}
			return s
		}
		def, v, path = a.model.inputs[def.typ.Name()][path[0]], member(v, path[0]), path[1:]
	}
	return slice{}
}

// resolved returns the value of a variable, and nil for null and for what is missing. Only null
// takes the place of a default.
func (a *analysis) resolved(v any) (value any, isNull bool) {
	written, ok := v.(*ast.Value)
	switch {
	case !ok:
		return v, false
	case written == nil:
		return nil, false
	case written.Kind == ast.NullValue:
		return nil, true
	case written.Kind == ast.Variable:
		a.varies = true
		value, ok := a.vars[written.Raw]
		return value, ok && value == nil
	}
	return v, false
}

// member returns the field of an input object, which is written in the document or coerced.
func member(v any, name string) any {
	if written, ok := v.(*ast.Value); ok {
		return written.Children.ForName(name)
	}
	object, _ := v.(map[string]any)
	if value, ok := object[name]; !ok || value != nil {
		return value
	}
	return &ast.Value{Kind: ast.NullValue}
}

// lengthOf returns the length of a list, or the number that another value is.
func lengthOf(t *ast.Type, v any) float64 {
	written, isWritten := v.(*ast.Value)
	list, isList := v.([]any)
	switch {
	case t.Elem == nil && isWritten:
		return numberOf(written.Raw)
	case t.Elem == nil || v == nil:
		return numberOf(v)
	case isWritten && written.Kind == ast.ListValue:
		return float64(len(written.Children))
	case isList:
		return float64(len(list))
	}
	return 1 // one item, as a list of it
}

// numberOf returns the number that a value is, or that its text shows; 0 for none.
func numberOf(value any) float64 {
	if n, ok := value.(*big.Int); ok && n != nil {
		f, _ := new(big.Float).SetInt(n).Float64()
		return f
	}
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	case v.CanFloat():
		if math.IsNaN(v.Float()) {
			return math.Inf(1)
		}
		return v.Float()
	case v.Kind() == reflect.String:
		f, _ := strconv.ParseFloat(strings.TrimSpace(v.String()), 64) // infinite where it is out of range
		if math.IsNaN(f) {
			return 0
		}
		return f
	}
	return 0
}
