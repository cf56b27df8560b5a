package graphqlsrv

import (
	"errors"
	"io/fs"
	"iter"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"signalbox/graphqlsrv/internal/cost"
	"signalbox/graphqlsrv/internal/federation"
	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/typesystem"
)

// A schema is the SDL with everything the executor asks of it at hand.
type schema struct {
	ast            *ast.Schema
	order          []string // the names of the types, as introspection lists them
	directiveOrder []string // and of the directives
	enums          map[*ast.Definition]map[string]bool
	possible       map[*ast.Definition]map[*ast.Definition]bool // abstract type -> object types
	fields         map[*ast.Definition]map[string]*fieldDef
	scalars        map[string]Scalar
	ownScalars     []string        // those that are the application's
	blocking       map[string]bool // names of fields that have a blocking resolver on some type
	batching       map[string]bool // and of those with a batch resolver
	typename       *fieldDef       // __typename
	inputs         map[*ast.Definition][]*inputField
	own            map[*ast.FieldDefinition]bool // what is not the application's, in its types
	subgraph       *subgraph                     // nil for most
	costs          *cost.Model
}

// A fieldDef is a field of an object type with what resolves it.
type fieldDef struct {
	parent     *ast.Definition
	def        *ast.FieldDefinition
	typ        *typeRef
	args       []*inputField
	resolver   Resolver // nil: the parent's property of that name
	decode     *argDecoder
	blocking   bool
	informed   bool // a function on it gets an Info
	validators []directiveUse
	transforms []directiveUse
}

// coordinate is the field's place in the schema: "Type.field".
func (f *fieldDef) coordinate() string { return f.parent.Name + "." + f.def.Name }

// A typeKind tells how values of a type are written.
type typeKind uint8

const (
	kindScalar typeKind = iota // of the application, or of the root schema
	kindInt
	kindFloat
	kindString
	kindBoolean
	kindID
	kindEnum
	kindObject
	kindAbstract
	kindInput
)

// A typeRef is a type as fields and arguments name it.
type typeRef struct {
	nonNull bool
	elem    *typeRef // of a list
	def     *ast.Definition
	kind    typeKind
	scalar  Scalar
	free    bool // a scalar without a [Scalar]
	enum    map[string]bool
	text    string // as the SDL writes it
}

// named is the type without lists.
func (t *typeRef) named() *typeRef {
	for t.elem != nil {
		t = t.elem
	}
	return t
}

// An inputField is an argument, or a field of an input object.
type inputField struct {
	name         string
	typ          *typeRef
	hasDefault   bool
	defaultValue any  // coerced
	defaultSize  int  // how many values it holds
	optional     bool // a Go struct may go without it
	pos          *ast.Position
}

// loadSchema reads every *.graphql and *.gql file below the root of fsys as one schema.
// A bare one lacks the root schema, for comparisons with other servers. Beside an error there is
// a schema where the SDL's mistakes leave enough of one to compare Go types with.
func loadSchema(fsys fs.FS, cfg *config) (*schema, error) {
	sources, err := typesystem.Read(fsys)
	if err != nil {
		return nil, err
	}
	app, err := typesystem.Parse(sources)
	if err != nil {
		return nil, err
	}
	linked, err := federation.Find(app)
	if err != nil {
		return nil, err
	}
	mistakes, own := typesystem.Check(app), &ast.SchemaDocument{}
	if !cfg.bare {
		root, err := typesystem.Root(app, ownDirectives(sources, linked, cfg))
		if err != nil {
			return nil, errors.Join(mistakes, err)
		}
		if own, err = parser.ParseSchema(root); err != nil {
			return nil, typesystem.Placed(err)
		}
	}
	return mergeSchema(app, own, linked, cfg, mistakes)
}

// ownDirectives are the directives that schemas have where they use them, or an option is on,
// and where they are not those of Federation, which has directives of costs, too.
func ownDirectives(sources []*ast.Source, linked *federation.Subgraph, cfg *config) (all []typesystem.Directive) {
	if cfg.http.live != nil {
		all = append(all, typesystem.Directive{Name: liveDirective, SDL: liveSDL})
	}
	for _, d := range cost.Directives {
		uses := func(s *ast.Source) bool { return strings.Contains(s.Input, "@"+d.Name) }
		if slices.ContainsFunc(sources, uses) && (linked == nil || linked.Directive(d.Name) != d.Name) {
			all = append(all, typesystem.Directive(d))
		}
	}
	return all
}

// costNames are the names of the directives of costs: those of a subgraph may be others, or both.
// Its _entities are as many as the representations.
func costNames(linked *federation.Subgraph) cost.Names {
	names := cost.Usual
	if linked != nil {
		names.Cost = append(slices.Clip(names.Cost), linked.Directive("cost"))
		names.ListSize = append(slices.Clip(names.ListSize), linked.Directive("listSize"))
		names.Slicing = append(slices.Clip(names.Slicing), federation.Representations)
	}
	return names
}

// mergeSchema makes a schema of the application's documents, the root schema, and what the
// application links, of which mistakes are known.
func mergeSchema(app, own *ast.SchemaDocument, linked *federation.Subgraph, cfg *config, mistakes error) (*schema, error) {
	doc := typesystem.Prelude()
	doc.Merge(own)
	doc.Merge(app)
	sdl := ""
	if linked != nil {
		sdl = linked.SDL(own)
		added, err := linked.Definitions(doc)
		if err != nil {
			return nil, err
		}
		doc.Merge(added)
		own.Merge(added)
	}
	fields := map[*ast.FieldDefinition]bool{}
	for _, d := range append(own.Definitions, own.Extensions...) {
		for _, f := range d.Fields {
			fields[f] = true
		}
	}
	errs := typesystem.CheckNames(doc, func(directive string) string {
		if slices.ContainsFunc(cfg.directives, func(d Directive) bool { return "@"+d.name == directive }) {
			return " It has a function: add directive " + directive + " on FIELD_DEFINITION to the schema."
		}
		return linked.Hint(directive)
	})
	if mistakes != nil {
		return nil, errors.Join(append(errs, mistakes)...)
	}
	if wrong := typesystem.CheckStructure(doc); wrong != nil {
		return nil, errors.Join(append(errs, wrong...)...)
	}
	s, err := validator.ValidateSchemaDocument(doc)
	if err != nil {
		return nil, errors.Join(append(errs, typesystem.Placed(err))...)
	}
	doc.Extensions = nil // the definitions have them now
	c, err := newSchema(s, cfg, typesystem.Order(doc, s))
	errs = append(errs, err, c.checkUses(doc))
	c.directiveOrder, c.own = typesystem.DirectiveOrder(doc), fields
	if linked != nil {
		c.subgraph = newSubgraph(c, linked, sdl)
		errs = append(errs, linked.Check(s))
	}
	costs, wrong := cost.NewModel(s, cfg.armor.ListSize, costNames(linked))
	for _, err := range wrong {
		errs = append(errs, typesystem.Errorf(err.(*cost.Error).Position, "%s", err))
	}
	c.costs = costs
	return c, errors.Join(errs...)
}

func newSchema(s *ast.Schema, cfg *config, order []string) (*schema, error) {
	c := &schema{
		ast: s, order: order, scalars: cfg.scalars, ownScalars: cfg.ownScalars,
		enums:    map[*ast.Definition]map[string]bool{},
		possible: map[*ast.Definition]map[*ast.Definition]bool{},
		fields:   map[*ast.Definition]map[string]*fieldDef{},
		inputs:   map[*ast.Definition][]*inputField{},
		blocking: map[string]bool{}, batching: map[string]bool{},
	}
	for _, d := range s.Types {
		if d.Kind == ast.Enum {
			c.enums[d] = make(map[string]bool, len(d.EnumValues))
			for _, v := range d.EnumValues {
				c.enums[d][v.Name] = true
			}
		}
		if d.IsAbstractType() {
			c.possible[d] = map[*ast.Definition]bool{}
			for _, p := range s.GetPossibleTypes(d) {
				c.possible[d][p] = true
			}
		}
	}
	return c, errors.Join(c.compileInputs(), c.compileFields())
}

// types are those of some kinds, in order.
func (s *schema) types(kinds ...ast.DefinitionKind) iter.Seq[*ast.Definition] {
	return func(yield func(*ast.Definition) bool) {
		for _, name := range s.order {
			if d := s.ast.Types[name]; slices.Contains(kinds, d.Kind) && !yield(d) {
				return
			}
		}
	}
}

// ownTypes are the object types and interfaces, in order, without those of introspection.
func (s *schema) ownTypes() iter.Seq[*ast.Definition] {
	return func(yield func(*ast.Definition) bool) {
		for d := range s.types(ast.Object, ast.Interface) {
			if !strings.HasPrefix(d.Name, "__") && !yield(d) {
				return
			}
		}
	}
}

// allFields are those of object types and interfaces, in order, without those of introspection.
func (s *schema) allFields() iter.Seq[*fieldDef] {
	return func(yield func(*fieldDef) bool) {
		for d := range s.ownTypes() {
			for _, fd := range d.Fields {
				if !strings.HasPrefix(fd.Name, "__") && !yield(s.fields[d][fd.Name]) {
					return
				}
			}
		}
	}
}

// compileInputs makes the fields of input objects, and then their defaults,
// which may be of any of them.
func (s *schema) compileInputs() error {
	for d := range s.types(ast.InputObject) {
		for _, f := range d.Fields {
			s.inputs[d] = append(s.inputs[d], &inputField{name: f.Name, typ: s.ref(f.Type), pos: f.Position})
		}
	}
	var errs []error
	for d := range s.types(ast.InputObject) {
		for i, f := range d.Fields {
			errs = append(errs, s.setDefault(s.inputs[d][i], f.DefaultValue, nil))
		}
	}
	return errors.Join(errs...)
}

func (s *schema) compileFields() error {
	var errs []error
	for d := range s.types(ast.Object, ast.Interface) {
		fields := make(map[string]*fieldDef, len(d.Fields))
		for _, f := range d.Fields {
			args, err := s.arguments(f.Arguments)
			errs = append(errs, err)
			fields[f.Name] = &fieldDef{parent: d, def: f, typ: s.ref(f.Type), args: args}
		}
		s.fields[d] = fields
	}
	s.typename = &fieldDef{def: &ast.FieldDefinition{Name: "__typename"}, typ: s.ref(ast.NonNullNamedType("String", nil))}
	for _, name := range slices.Sorted(maps.Keys(s.ast.Directives)) {
		_, err := s.arguments(s.ast.Directives[name].Arguments)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// arguments compiles the arguments of a field or directive.
func (s *schema) arguments(defs ast.ArgumentDefinitionList) ([]*inputField, error) {
	args := make([]*inputField, len(defs))
	var errs []error
	for i, d := range defs {
		args[i] = &inputField{name: d.Name, typ: s.ref(d.Type), pos: d.Position}
		errs = append(errs, s.setDefault(args[i], d.DefaultValue, nil))
	}
	return args, errors.Join(errs...)
}

// setDefault coerces a default; those of an input object's own fields come first.
func (s *schema) setDefault(f *inputField, v *ast.Value, within []*ast.Definition) error {
	if v == nil || f.hasDefault {
		return nil
	}
	if d := f.typ.named().def; d.Kind == ast.InputObject && !slices.Contains(within, d) {
		for i, inner := range d.Fields {
			_ = s.setDefault(s.inputs[d][i], inner.DefaultValue, append(within, d)) // a mistake is told where it stands
		}
	}
	if err := s.unknownFields(v, f.typ); err != nil {
		return err
	}
	value, ok := s.valueFromAST(v, f.typ, nil)
	if !ok {
		return typesystem.Errorf(v.Position, "the default %s is no value of the type %s", v, f.typ.text)
	}
	f.hasDefault, f.defaultValue, f.defaultSize = true, value, sizeOf(value)
	return nil
}

// unknownFields refuses the fields within a default that its input objects lack, in graphql-js' words:
// coercing it would drop them.
func (s *schema) unknownFields(v *ast.Value, t *typeRef) error {
	var errs []error
	for _, c := range v.Children {
		switch {
		case v.Kind == ast.ListValue && t.elem != nil:
			errs = append(errs, s.unknownFields(c.Value, t.elem))
		case v.Kind == ast.ObjectValue && t.named().kind == kindInput:
			fields := s.inputs[t.named().def]
			if i := slices.IndexFunc(fields, func(f *inputField) bool { return f.name == c.Name }); i >= 0 {
				errs = append(errs, s.unknownFields(c.Value, fields[i].typ))
				continue
			}
			errs = append(errs, typesystem.Errorf(c.Position, `Field "%s" is not defined by type "%s".%s`, c.Name, t.named().def.Name, rules.DidYouMean("", c.Name, namesOf(fields))))
		}
	}
	return errors.Join(errs...)
}

func namesOf(fields []*inputField) (names []string) {
	for _, f := range fields {
		names = append(names, f.name)
	}
	return names
}

// valueBytes is how many bytes of texts, and of what the Parse of scalars returned,
// count as one value more.
const valueBytes = 256

// sizeOf counts the values that a coerced value holds.
func sizeOf(value any) int {
	n := 1
	switch v := value.(type) {
	case nil, bool, int, float64:
	case string:
		n += len(v) / valueBytes
	case []any:
		for _, item := range v {
			n += sizeOf(item)
		}
	case map[string]any:
		for name, item := range v {
			n += len(name)/valueBytes + sizeOf(item)
		}
	case *big.Int:
		if v != nil {
			n += v.BitLen() / 8 / valueBytes
		}
	default:
		n += memoryOf(reflect.ValueOf(v)) / valueBytes
	}
	return n
}

// memoryOf estimates the bytes of a value that is copied for each call.
func memoryOf(v reflect.Value) int {
	switch t := v.Type(); v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Slice:
		return v.Len() * int(t.Elem().Size())
	case reflect.Map:
		return mapMemory(v.Len(), t)
	default:
		return int(t.Size())
	}
}

// mapMemory estimates the bytes of a map: its header, and entries of which about half
// are free, eight at least.
func mapMemory(n int, t reflect.Type) int {
	const header = 48
	if n == 0 {
		return header
	}
	return header + max(8, 2*n)*int(t.Key().Size()+t.Elem().Size())
}

// ref compiles a type.
func (s *schema) ref(t *ast.Type) *typeRef {
	r := &typeRef{nonNull: t.NonNull, text: t.String()}
	if t.Elem != nil {
		r.elem = s.ref(t.Elem)
		return r
	}
	r.def = s.ast.Types[t.NamedType]
	r.kind = kindOf(r.def)
	r.enum = s.enums[r.def]
	if r.kind == kindScalar {
		scalar, given := s.scalars[r.def.Name]
		r.scalar, r.free = scalar, !given
	}
	return r
}

func kindOf(d *ast.Definition) typeKind {
	switch d.Kind {
	case ast.Object:
		return kindObject
	case ast.Interface, ast.Union:
		return kindAbstract
	case ast.Enum:
		return kindEnum
	case ast.InputObject:
		return kindInput
	}
	switch d.Name {
	case "Int":
		return kindInt
	case "Float":
		return kindFloat
	case "String":
		return kindString
	case "Boolean":
		return kindBoolean
	case "ID":
		return kindID
	}
	return kindScalar
}

// matches reports whether an object type satisfies the type condition of a fragment.
func (s *schema) matches(condition string, d *ast.Definition) bool {
	return condition == d.Name || s.possible[s.ast.Types[condition]][d]
}

// root is the type an operation begins at, nil where the schema has none.
func (s *schema) root(op ast.Operation) *ast.Definition {
	switch op {
	case ast.Mutation:
		return s.ast.Mutation
	case ast.Subscription:
		return s.ast.Subscription
	}
	return s.ast.Query
}

// checkUses makes sure that the arguments of directives in the SDL are values of
// their types.
func (s *schema) checkUses(doc *ast.SchemaDocument) error {
	var errs []error
	typesystem.Visit(doc, func(*ast.Type) {}, func(list *ast.DirectiveList, _ ast.DirectiveLocation) {
		for _, use := range *list {
			def := s.ast.Directives[use.Name]
			if list.ForName(use.Name) != use && !def.IsRepeatable {
				errs = append(errs, typesystem.Errorf(use.Position, "The directive \"@%s\" can only be used once at this location.", use.Name))
			}
			defs, _ := s.arguments(def.Arguments) // a mistake is told where it stands
			if _, err := s.argumentValues(defs, use.Arguments, nil, use.Position); err != nil {
				errs = append(errs, typesystem.Errorf(use.Position, "@%s: %s It takes (%s).", use.Name, err, declared(def.Arguments)))
			}
		}
	})
	for d := range s.types(ast.InputObject) {
		if f := s.endlessDefault(d, nil, nil); f != nil {
			errs = append(errs, typesystem.Errorf(f.Position, "the default of %s.%s contains itself", d.Name, f.Name))
		}
	}
	return errors.Join(errs...)
}

// declared writes arguments as the schema does.
func declared(args ast.ArgumentDefinitionList) string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = a.Name + ": " + a.Type.String()
	}
	return strings.Join(list, ", ")
}

// endlessDefault finds a field whose default leads to itself, in a value of the
// input object d. GraphQL specification, InputObjectDefaultValueHasCycle.
func (s *schema) endlessDefault(d *ast.Definition, value *ast.Value, visited []*ast.FieldDefinition) *ast.FieldDefinition {
	if d.Kind != ast.InputObject {
		return nil
	}
	if value != nil && value.Kind == ast.ListValue {
		for _, item := range value.Children {
			if f := s.endlessDefault(d, item.Value, visited); f != nil {
				return f
			}
		}
		return nil
	}
	if value != nil && value.Kind != ast.ObjectValue {
		return nil
	}
	for _, f := range d.Fields {
		inner, within := f.DefaultValue, visited
		if value != nil && value.Children.ForName(f.Name) != nil {
			inner = value.Children.ForName(f.Name)
		} else {
			if slices.Contains(visited, f) {
				return f
			}
			within = append(visited[:len(visited):len(visited)], f)
		}
		if inner == nil {
			continue
		}
		if found := s.endlessDefault(s.ast.Types[f.Type.Name()], inner, within); found != nil {
			return found
		}
	}
	return nil
}
