package graphqlsrv

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/jsontext"
	"signalbox/graphqlsrv/internal/language"
)

// A plan is an operation made ready: which fields of which type are written in
// which order, with their arguments. It is made once for a document, for each
// way that its @skip and @include come out, and shared by its requests.
type plan struct {
	schema   *schema
	doc      *document
	op       *ast.OperationDefinition
	root     *selection
	title    string          // for traces: "graphql query Name"
	def      *ast.Definition // nil where the schema has none for the kind of operation
	vars     map[string]any  // only those that decide @skip and @include
	deep     fieldSet        // those with a field below that may block, by its name on any type
	batches  fieldSet        // those with a field below that has a batch resolver, likewise
	repeated map[string]int  // the variables that fields name several times: each has copies of its own

	usesOnce sync.Once
	uses     []FieldUse // see fieldUses
}

func newPlan(s *schema, doc *document, op *ast.OperationDefinition, vars map[string]any) *plan {
	p := &plan{schema: s, doc: doc, op: op, vars: vars, def: s.root(op.Operation), repeated: language.Repetitions(op.SelectionSet)}
	p.title = strings.TrimSpace("graphql " + string(op.Operation) + " " + op.Name)
	p.deep, p.batches = language.Above(op.SelectionSet, s.blocking), language.Above(op.SelectionSet, s.batching)
	p.root = &selection{plan: p, sets: []ast.SelectionSet{op.SelectionSet}}
	return p
}

// A selection is what a field's value is asked for. It knows one objectPlan for
// each object type it has met: making them before they are needed could take
// exponential time where unions nest.
type selection struct {
	plan    *plan
	sets    []ast.SelectionSet // of every field with this response key
	deep    bool               // a resolver here or below may block
	batches bool               // a batch resolver is here, or behind properties

	last atomic.Pointer[objectPlan]
	mu   sync.Mutex
	all  map[*ast.Definition]*objectPlan
}

// An objectPlan is a selection for one object type.
type objectPlan struct {
	def      *ast.Definition
	fields   []*fieldPlan
	blocking int          // how many fields have a resolver that may block
	batches  []*fieldPlan // the fields that are computed for a whole list at once, see batch.go
	waits    bool         // a resolver of another field, or below it, may block

	err *Error // instead of fields: a @skip or @include that can't be decided, or no type

	bound atomic.Pointer[binding]
}

// A fieldPlan is one field of the response.
type fieldPlan struct {
	*fieldDef
	key       string       // in the response
	prefix    string       // what is written before the value: `,"key":`
	nodes     []*ast.Field // every place of the query that asks for it
	meta      metaField
	selection *selection // nil for leaves
	literals  int        // the bytes of the literals in the arguments
	constant  bool       // the arguments are the same in every request
	repeats   bool       // the arguments name a variable several times
	valid     bool       // and they are values of their types
	arguments any        // then, if they may be shared, as the resolver's type
	index     int        // in the objectPlan

	listType, itemType lastType
}

// A metaField is one that every type has, or every query.
type metaField uint8

const (
	noMeta metaField = iota
	metaTypename
	metaSchema
	metaType
)

// of returns the plan for an object type.
func (s *selection) of(d *ast.Definition) *objectPlan {
	if o := s.last.Load(); o != nil && o.def == d {
		return o
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.all[d]
	if o == nil {
		o = s.build(d)
		if s.all == nil {
			s.all = map[*ast.Definition]*objectPlan{}
		}
		s.all[d] = o
	}
	s.last.Store(o)
	return o
}

func (s *selection) build(d *ast.Definition) *objectPlan {
	if d == nil {
		op := s.plan.op
		return &objectPlan{err: &Error{Message: fmt.Sprintf("Schema is not configured to execute %s operation.", op.Operation), Code: CodeValidationFailed, Locations: locationsOf(op.Position)}}
	}
	b := builder{plan: s.plan, object: &objectPlan{def: d}, byKey: map[string]*fieldPlan{}, seen: map[string]bool{}}
	for _, set := range s.sets {
		b.collect(set)
	}
	s.plan.doc.grow(planSize + b.size)
	o := b.object
	for i, f := range o.fields {
		f.index = i
		f.prepare(s.plan.schema)
		if f.selection != nil {
			f.selection.deep = slices.ContainsFunc(f.nodes, s.plan.deep.has)
			f.selection.batches = slices.ContainsFunc(f.nodes, s.plan.batches.has)
		}
		if f.blocking {
			o.blocking++
		}
		if f.batches() {
			o.batches = append(o.batches, f)
		} else {
			o.waits = o.waits || f.blocking || f.selection != nil && f.selection.deep
		}
	}
	return o
}

// A builder collects the fields of one object type. GraphQL specification,
// CollectFields.
type builder struct {
	plan   *plan
	object *objectPlan
	byKey  map[string]*fieldPlan
	seen   map[string]bool // fragments
	size   int             // of the fields
}

func (b *builder) collect(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if b.includes(s.Directives) {
				b.field(s)
			}
		case *ast.InlineFragment:
			if b.includes(s.Directives) && (s.TypeCondition == "" || b.plan.schema.matches(s.TypeCondition, b.object.def)) {
				b.collect(s.SelectionSet)
			}
		case *ast.FragmentSpread:
			if b.seen[s.Name] || !b.includes(s.Directives) {
				continue
			}
			b.seen[s.Name] = true
			if b.plan.schema.matches(s.Definition.TypeCondition, b.object.def) {
				b.collect(s.Definition.SelectionSet)
			}
		}
	}
}

func (b *builder) field(node *ast.Field) {
	b.size += mergedSize
	if f := b.byKey[node.Alias]; f != nil {
		f.nodes = append(f.nodes, node)
		if f.selection != nil {
			f.selection.sets = append(f.selection.sets, node.SelectionSet)
		}
		return
	}
	f := &fieldPlan{key: node.Alias, nodes: []*ast.Field{node}}
	if node.Name == "__typename" {
		f.meta = metaTypename
		f.fieldDef = b.plan.schema.typename
	} else {
		f.fieldDef = b.plan.schema.fields[b.object.def][node.Name]
	}
	f.prefix = string(jsontext.AppendString(nil, node.Alias)) + ":"
	if len(b.object.fields) > 0 {
		f.prefix = "," + f.prefix
	}
	if len(node.SelectionSet) > 0 {
		f.selection = &selection{plan: b.plan, sets: []ast.SelectionSet{node.SelectionSet}}
	}
	b.byKey[node.Alias] = f
	b.size += fieldPlanSize + len(f.prefix)
	b.object.fields = append(b.object.fields, f)
}

// prepare computes the arguments where no request changes them.
func (f *fieldPlan) prepare(s *schema) {
	f.constant = true
	for _, a := range f.nodes[0].Arguments {
		f.literals += literalMemory(a.Value)
		f.constant = f.constant && !language.UsesVariables(a.Value)
	}
	if !f.constant {
		f.repeats = len(language.RepeatedVariables(f.nodes[0].Arguments)) > 0
		return
	}
	values, err := s.argumentValues(f.args, f.nodes[0].Arguments, nil, f.nodes[0].Position)
	f.valid = err == nil // otherwise every call will say so
	if f.valid && f.decode != nil && f.decode.flat {
		f.arguments = f.decode.shared(values)
	}
}

// includes decides @skip and @include.
func (b *builder) includes(directives ast.DirectiveList) bool {
	for _, name := range []string{"skip", "include"} {
		d := directives.ForName(name)
		if d == nil {
			continue
		}
		v := d.Arguments.ForName("if").Value
		on := v.Raw == "true"
		if v.Kind == ast.Variable {
			value, ok := b.plan.vars[v.Raw].(bool)
			if !ok && b.object.err == nil {
				b.object.err = argumentError(v.Position, `Argument "if" of non-null type "Boolean!" must not be null.`)
			}
			on = value
		}
		if on == (name == "skip") {
			return false
		}
	}
	return true
}

// batches reports whether a field is computed for a whole list at once: by a batch
// resolver, or because it is a property that leads to one.
func (f *fieldPlan) batches() bool {
	if _, ok := f.resolver.(batcher); ok {
		return true
	}
	return f.resolver == nil && f.meta == noMeta && !f.isDirected() &&
		f.selection != nil && f.selection.batches
}

// fieldSet are fields of a document.
type fieldSet map[*ast.Field]bool

func (s fieldSet) has(f *ast.Field) bool { return s[f] }

// selects reports whether the sets ask for a field, by its names from outside to
// inside.
func selects(sets []ast.SelectionSet, names []string) bool {
	if len(names) == 0 {
		return true
	}
	for f := range language.Fields(sets...) {
		if f.Name == names[0] && selects([]ast.SelectionSet{f.SelectionSet}, names[1:]) {
			return true
		}
	}
	return false
}
