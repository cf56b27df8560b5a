// Package cost computes what an operation costs before it runs, by the directives @cost and
// @listSize of IBM's GraphQL Cost Directives specification: its static query analysis.
//
//	model.go     the weights and sizes that a schema has
//	analysis.go  the cost of an operation
//
// https://ibm.github.io/graphql-specs/cost-spec.html
package cost

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Directives are the directives with their definitions. Specification, sections 7 and 8.
var Directives = []struct{ Name, SDL string }{
	{"cost", "\"What a field, type, argument or input field adds to the cost of an operation.\"\n" +
		"directive @cost(weight: String!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR\n"},
	{"listSize", "\"How long the list is that a field returns, or that fields of its value return.\"\n" +
		"directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION\n"},
}

// An Error is a use of a directive that makes no sense, or an operation that doesn't say how long
// a list is to be.
type Error struct {
	Position *ast.Position
	Message  string
}

func (e *Error) Error() string { return e.Message }

// A Model holds the weights and sizes of a schema.
type Model struct {
	names      Names
	schema     *ast.Schema
	listSize   float64
	types      map[string]float64
	fields     map[string]map[string][]*field // of a type, by name: of an abstract type those of its object types
	inputs     map[string]map[string]*argument
	directives map[string]map[string]*argument
	errs       []error
}

// A field is what a field costs.
type field struct {
	weight float64
	result float64 // the weight of one value
	list   bool
	args   map[string]*argument
	size   *size // nil where nothing says how long a list is
}

// A size is what says how long a list is.
type size struct {
	assumed float64
	slicing [][]string // arguments, and input fields within them
	one     bool       // exactly one of these must be given
	fields  []string   // those of the value whose lists are sized
	every   bool       // or all lists of the value
}

// sizesValue reports whether the lists are those within the value.
func (s *size) sizesValue() bool { return s != nil && (s.every || len(s.fields) > 0) }

// An argument is what an argument or input field costs where it is given.
type argument struct {
	weight   float64
	typ      *ast.Type
	value    *ast.Value // the default; nil for none
	byValue  bool       // the cost depends on the value: there are input objects
	defaults float64    // what the default costs
}

// Names are the names that a schema has for the directives: its own, and those that it has from
// Apollo Federation; and for the arguments that size lists where no directive says so.
type Names struct{ Cost, ListSize, Slicing []string }

// Usual are the names of the specifications: Slicing those of Relay's connections.
var Usual = Names{[]string{"cost"}, []string{"listSize"}, []string{"first", "last"}}

// NewModel reads the directives of a schema. Lists that nothing sizes are taken to have listSize
// items. The errors name uses that make no sense: specification, section 9.
func NewModel(s *ast.Schema, listSize int, names Names) (*Model, []error) {
	m := &Model{
		schema: s, names: names, listSize: float64(max(listSize, 1)), types: map[string]float64{},
		fields: map[string]map[string][]*field{}, inputs: map[string]map[string]*argument{}, directives: map[string]map[string]*argument{},
	}
	types := slices.Sorted(maps.Keys(s.Types))
	for _, name := range types {
		d := s.Types[name]
		m.types[name] = m.weight(d.Directives, defaultWeight(d))
	}
	for _, name := range types {
		if d := s.Types[name]; d.IsAbstractType() { // the greatest weight of its object types
			m.types[name] = math.Inf(-1)
			for _, p := range s.GetPossibleTypes(d) {
				m.types[name] = max(m.types[name], m.types[p.Name])
			}
			m.types[name] = max(m.types[name], 0)
		}
	}
	m.addInputs(types)
	for _, d := range s.Directives {
		m.directives[d.Name] = m.arguments(d.Arguments)
	}
	for _, name := range types {
		if d := s.Types[name]; d.Kind == ast.Object || d.Kind == ast.Interface {
			m.addFields(d)
		}
	}
	m.addAbstract(types)
	return m, m.errs
}

func (m *Model) errorf(p *ast.Position, format string, args ...any) {
	m.errs = append(m.errs, &Error{p, fmt.Sprintf(format, args...)})
}

// defaultWeight is 1 for composite types, input objects too. Specification, section 7.1.
func defaultWeight(d *ast.Definition) float64 {
	if d == nil || d.Kind == ast.Scalar || d.Kind == ast.Enum {
		return 0
	}
	return 1
}

// first returns the first use of a directive that has one of the names; nil if there is none.
func first(uses ast.DirectiveList, names []string) *ast.Directive {
	for _, use := range uses {
		if slices.Contains(names, use.Name) {
			return use
		}
	}
	return nil
}

// weight is what @cost says.
func (m *Model) weight(uses ast.DirectiveList, otherwise float64) float64 {
	use := first(uses, m.names.Cost)
	if use == nil {
		return otherwise
	}
	a := use.Arguments.ForName("weight")
	if a == nil { // a directive of the application with this name
		return otherwise
	}
	w, err := strconv.ParseFloat(strings.TrimSpace(a.Value.Raw), 64)
	if err != nil || math.IsNaN(w) || math.IsInf(w, 0) {
		m.errorf(use.Position, "@cost(weight: %s) is no number, such as \"2.5\"", a.Value)
		return otherwise
	}
	return w
}

// addInputs compiles input objects, and then what their defaults cost, which may be of any of
// them.
func (m *Model) addInputs(names []string) {
	for _, name := range names {
		if d := m.schema.Types[name]; d.Kind == ast.InputObject {
			fields := map[string]*argument{}
			for _, f := range d.Fields {
				fields[f.Name] = m.argument(f.Directives, f.Type, f.DefaultValue)
			}
			m.inputs[name] = fields
		}
	}
	done := map[*argument]bool{}
	for _, name := range names {
		for _, f := range m.inputs[name] {
			m.costDefault(f, done)
		}
	}
}

// costDefault computes what a default costs, after the defaults that it leads to.
func (m *Model) costDefault(a *argument, done map[*argument]bool) {
	if done[a] {
		return
	}
	done[a] = true
	for _, inner := range m.inputs[a.typ.Name()] {
		m.costDefault(inner, done)
	}
	if a.value != nil {
		a.defaults = (&analysis{model: m}).given(a, a.value)
	}
}

func (m *Model) argument(uses ast.DirectiveList, t *ast.Type, value *ast.Value) *argument {
	d := m.schema.Types[t.Name()]
	return &argument{weight: m.weight(uses, defaultWeight(d)), typ: t, value: value, byValue: d != nil && d.Kind == ast.InputObject}
}

func (m *Model) arguments(defs ast.ArgumentDefinitionList) map[string]*argument {
	if len(defs) == 0 {
		return nil
	}
	args := make(map[string]*argument, len(defs))
	for _, d := range defs {
		a := m.argument(d.Directives, d.Type, d.DefaultValue)
		m.costDefault(a, map[*argument]bool{})
		args[d.Name] = a
	}
	return args
}

func (m *Model) addFields(d *ast.Definition) {
	m.fields[d.Name] = map[string][]*field{}
	for _, f := range d.Fields {
		if use := first(f.Directives, m.names.Cost); use != nil && d.Kind == ast.Interface {
			m.errorf(use.Position, "@cost can't stand on %s.%s, a field of an interface: let it stand on those of the object types", d.Name, f.Name)
		}
		named := f.Type.Name()
		m.fields[d.Name][f.Name] = []*field{{
			weight: m.weight(f.Directives, defaultWeight(m.schema.Types[named])),
			result: m.types[named], list: f.Type.Elem != nil, args: m.arguments(f.Arguments), size: m.sizeOf(d, f),
		}}
	}
}

// addAbstract adds to the fields of interfaces those of the object types, of which an operation
// may get any. Their own weigh nothing. Specification, section 9.1.1.
func (m *Model) addAbstract(names []string) {
	for _, name := range names {
		d := m.schema.Types[name]
		if d.Kind != ast.Interface {
			continue
		}
		for _, f := range d.Fields {
			own := m.fields[name][f.Name]
			seen := map[string]bool{}
			for _, p := range m.schema.GetPossibleTypes(d) {
				if p.Kind != ast.Object {
					continue
				}
				for _, x := range m.fields[p.Name][f.Name] {
					if text := x.text(); !seen[text] {
						seen[text] = true
						own = append(own, x)
					}
				}
			}
			if len(own) > 1 {
				own[0].weight = math.Inf(-1)
			}
			m.fields[name][f.Name] = own
		}
	}
}

// text tells fields that cost something else apart.
func (f *field) text() string {
	var b strings.Builder
	fmt.Fprint(&b, f.weight, f.result, f.list)
	for _, name := range slices.Sorted(maps.Keys(f.args)) {
		a := f.args[name]
		fmt.Fprint(&b, "|", name, a.weight, a.typ, a.value, a.defaults)
	}
	if f.size != nil {
		fmt.Fprintf(&b, "|%+v", *f.size)
	}
	return b.String()
}

// sizeOf reads @listSize. Without one the arguments of Names.Slicing size a list, or else the lists
// of the value.
func (m *Model) sizeOf(d *ast.Definition, f *ast.FieldDefinition) *size {
	use := first(f.Directives, m.names.ListSize)
	if use == nil || use.Definition == nil {
		var s *size
		for _, name := range m.names.Slicing {
			if a := f.Arguments.ForName(name); a != nil && m.isLength(a.Type) {
				if s == nil {
					s = &size{every: f.Type.Elem == nil}
				}
				s.slicing = append(s.slicing, []string{name})
			}
		}
		return s
	}
	given := use.ArgumentMap(nil)
	s := &size{}
	if n, ok := given["assumedSize"].(int64); ok {
		if s.assumed = max(1, float64(n)); n < 0 {
			m.errorf(use.Position, "@listSize of %s.%s has a negative assumedSize", d.Name, f.Name)
		}
	}
	for _, path := range texts(given["slicingArguments"]) {
		s.slicing = append(s.slicing, strings.Split(path, "."))
	}
	s.fields = texts(given["sizedFields"])
	s.one = len(s.slicing) > 0 && given["requireOneSlicingArgument"] != false
	m.checkSize(d, f, s, use.Position)
	return s
}

// An Unsized is a field that returns a list that nothing sizes, although it has an argument of the type Int.
type Unsized struct {
	Field          *ast.FieldDefinition
	Type, Argument string // that has the field; the first one of the field
}

// Unsized returns such fields of object types.
func (m *Model) Unsized() (all []Unsized) {
	for _, name := range slices.Sorted(maps.Keys(m.schema.Types)) {
		d := m.schema.Types[name]
		if d.Kind != ast.Object || strings.HasPrefix(name, "__") {
			continue
		}
		for _, f := range d.Fields {
			i := slices.IndexFunc(f.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Type.NamedType == "Int" })
			if i >= 0 && f.Type.Elem != nil && m.sizeOf(d, f) == nil {
				all = append(all, Unsized{f, name, f.Arguments[i].Name})
			}
		}
	}
	return all
}

func texts(list any) (names []string) {
	items, _ := list.([]any)
	for _, item := range items {
		if text, ok := item.(string); ok {
			names = append(names, text)
		}
	}
	return names
}

// isLength reports whether an argument may say how long a list is: by a number, or by a list of
// what is asked for.
func (m *Model) isLength(t *ast.Type) bool {
	d := m.schema.Types[t.Name()]
	return t.Elem != nil || d != nil && d.Kind == ast.Scalar && d.Name != "Boolean"
}

// checkSize follows section 9.2 of the specification. It adds nested slicing arguments, and lets
// other scalars than Int, and lists, say how long a list is.
func (m *Model) checkSize(d *ast.Definition, f *ast.FieldDefinition, s *size, p *ast.Position) {
	where := d.Name + "." + f.Name
	if f.Type.Elem == nil && len(s.fields) == 0 {
		m.errorf(p, "@listSize stands on %s, which is no list: name lists of its value in sizedFields", where)
	}
	value := m.schema.Types[f.Type.Name()]
	for _, name := range s.fields {
		if x := value.Fields.ForName(name); x == nil || x.Type.Elem == nil {
			m.errorf(p, "@listSize of %s names %q in sizedFields: %s has no list of that name", where, name, value.Name)
		}
	}
	defaults := false
	for _, path := range s.slicing {
		t, value := m.slicing(f, path)
		if t == nil || !m.isLength(t) {
			m.errorf(p, "@listSize of %s names %q in slicingArguments: there is no such argument that holds a number or a list", where, strings.Join(path, "."))
		}
		defaults = defaults || value != nil
	}
	if s.assumed > 0 && (s.one || defaults) {
		m.errorf(p, "@listSize of %s has an assumedSize beside slicingArguments: then none of these may have a default, and requireOneSlicingArgument must be false", where)
	}
}

// slicing finds the type and the default of an argument, or of an input field within one.
func (m *Model) slicing(f *ast.FieldDefinition, path []string) (t *ast.Type, value *ast.Value) {
	a := f.Arguments.ForName(path[0])
	if a == nil {
		return nil, nil
	}
	t, value = a.Type, a.DefaultValue
	for _, name := range path[1:] {
		d := m.schema.Types[t.Name()]
		if t.Elem != nil || d == nil || d.Kind != ast.InputObject || d.Fields.ForName(name) == nil {
			return nil, nil
		}
		inner := d.Fields.ForName(name)
		t, value = inner.Type, inner.DefaultValue
	}
	return t, value
}
