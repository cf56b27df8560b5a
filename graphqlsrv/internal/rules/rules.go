package rules

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// An Error is a violation of a rule.
type Error struct {
	Message   string
	Positions []*ast.Position
}

// Options change what is checked and told.
type Options struct {
	// Suggest lets messages name what may have been meant.
	Suggest bool
	// Literal checks the literal of a scalar other than GraphQL's own five;
	// nil takes all.
	Literal func(scalar *ast.Definition, v *ast.Value) error
}

// The bounds of graphql-js.
const (
	maxErrors       = 100
	fragmentWork    = 50_000
	overlappingWork = 500_000
)

// Document checks a document. The result is empty if it is valid.
func Document(schema *ast.Schema, doc *language.Document, o Options) (errs []*Error) {
	c := &checker{
		annotations: annotate(schema, doc), options: o, schema: schema, doc: doc, inFragments: map[*ast.FragmentDefinition][]*ast.FragmentSpread{},
		fragmentWork: fragmentWork, defined: definedIn(doc),
		operationNames: map[string]*ast.Position{}, fragmentNames: map[string]*ast.Position{},
	}
	c.overlapping = newOverlapping(c)
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(abort); !ok {
				panic(r)
			}
			errs = c.errs
		}
	}()
	c.document()
	return c.errs
}

// abort ends the check; Document recovers it.
type abort struct{}

type checker struct {
	*annotations
	schema       *ast.Schema
	doc          *language.Document
	options      Options
	errs         []*Error
	fragmentWork int
	overlapping  *overlapping

	operationNames map[string]*ast.Position
	fragmentNames  map[string]*ast.Position
	cycles         cycles
	inFragments    map[*ast.FragmentDefinition][]*ast.FragmentSpread
	recursive      []usage // of the variables of recursiveOf, see recursiveUsages
	recursiveOf    *ast.OperationDefinition
	introspected   introspected
	defined        defined
}

func (c *checker) report(at []*ast.Position, format string, args ...any) {
	c.add(at, language.Messagef(format, args...))
}

// add reports a message that shows no text at full length.
func (c *checker) add(at []*ast.Position, message string) {
	if len(c.errs) >= maxErrors {
		c.stop("Too many validation errors, error limit reached. Validation aborted.")
	}
	c.errs = append(c.errs, &Error{message, at})
}

// stop ends the check with an error that has no place.
func (c *checker) stop(message string) {
	c.errs = append(c.errs, &Error{Message: message})
	panic(abort{})
}

// spend counts work on fragments.
func (c *checker) spend(n int) {
	if c.fragmentWork -= n; c.fragmentWork < 0 {
		c.stop("Validation aborted.")
	}
}

func at(list ...*ast.Position) []*ast.Position { return list }

// named is a place of a node that is not its start.
func (c *checker) named(node any) *ast.Position { p := c.doc.Places[node].Name; return &p }

func (c *checker) condition(node any) *ast.Position { p := c.doc.Places[node].Type; return &p }

// document visits the document as graphql-js' visitor does: each rule at its
// node, in the order of graphql-js' list of rules.
func (c *checker) document() {
	c.executableDefinitions()
	for _, d := range c.doc.Definitions {
		switch d := d.(type) {
		case *ast.OperationDefinition:
			c.operation(d)
		case *ast.FragmentDefinition:
			c.fragmentDefinition(d)
		case *language.TypeSystem:
			c.typeSystem(d, true)
		}
	}
	c.noUnusedFragments()
}

func (c *checker) operation(d *ast.OperationDefinition) {
	c.uniqueOperationNames(d)
	c.loneAnonymousOperation(d)
	c.singleFieldSubscriptions(d)
	c.uniqueVariableNames(d)
	c.uniqueDirectives(d.Directives)
	for _, v := range d.VariableDefinitions {
		c.variablesAreInputTypes(v)
		c.uniqueDirectives(v.Directives)
		c.knownTypeName(typeName(v.Type), namedPosition(v.Type), false)
		if v.DefaultValue != nil {
			c.value(v.DefaultValue, nil)
		}
		c.directives(v.Directives, ast.LocationVariableDefinition)
	}
	c.directives(d.Directives, operationLocations[d.Operation])
	c.selections(d.SelectionSet, c.rootType(d.Operation), false)
	c.noUndefinedVariables(d)
	c.noUnusedVariables(d)
	c.variablesInAllowedPosition(d)
}

var operationLocations = map[ast.Operation]ast.DirectiveLocation{
	ast.Query: ast.LocationQuery, ast.Mutation: ast.LocationMutation, ast.Subscription: ast.LocationSubscription,
}

func (c *checker) fragmentDefinition(d *ast.FragmentDefinition) {
	c.fragmentOnComposite(d.Name, d.TypeCondition, c.condition(d))
	c.uniqueFragmentNames(d)
	c.noFragmentCycles(d)
	c.uniqueDirectives(d.Directives)
	c.knownTypeName(d.TypeCondition, c.condition(d), false)
	c.directives(d.Directives, ast.LocationFragmentDefinition)
	c.selections(d.SelectionSet, composite(c.schema.Types[d.TypeCondition]), false)
}

// selections visits a selection set; parent is nil where its type is unknown.
func (c *checker) selections(set ast.SelectionSet, parent *ast.Definition, inline bool) {
	if !inline {
		c.overlapping.check(set, parent)
	}
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			c.field(s)
		case *ast.InlineFragment:
			c.inlineFragment(s, parent)
		case *ast.FragmentSpread:
			c.knownFragmentName(s)
			c.possibleSpread(s, parent)
			c.uniqueDirectives(s.Directives)
			c.directives(s.Directives, ast.LocationFragmentSpread)
		}
	}
}

func (c *checker) field(f *ast.Field) {
	c.scalarLeafs(f)
	c.fieldsOnCorrectType(f)
	c.uniqueDirectives(f.Directives)
	c.uniqueArgumentNames(f.Arguments)
	c.maxIntrospectionDepth(f)
	for _, a := range f.Arguments {
		c.knownFieldArgument(f, a)
		c.value(a.Value, nil)
	}
	c.directives(f.Directives, ast.LocationField)
	if f.SelectionSet != nil {
		c.selections(f.SelectionSet, c.selected(f), false)
	}
	c.requiredFieldArguments(f)
}

func (c *checker) inlineFragment(f *ast.InlineFragment, parent *ast.Definition) {
	inner := parent
	if f.TypeCondition != "" {
		inner = c.schema.Types[f.TypeCondition]
		c.fragmentOnComposite("", f.TypeCondition, c.condition(f))
	}
	c.possibleInline(f, composite(inner), parent)
	c.uniqueDirectives(f.Directives)
	if f.TypeCondition != "" {
		c.knownTypeName(f.TypeCondition, c.condition(f), false)
	}
	c.directives(f.Directives, ast.LocationInlineFragment)
	c.selections(f.SelectionSet, composite(inner), true)
}

func (c *checker) directives(list ast.DirectiveList, where ast.DirectiveLocation) {
	for _, d := range list {
		c.knownDirective(d, where)
		c.knownDirectiveArguments(d)
		c.uniqueArgumentNames(d.Arguments)
		for _, a := range d.Arguments {
			c.value(a.Value, nil)
		}
		c.requiredDirectiveArguments(d)
	}
}

// fragment is the last definition of a fragment, as graphql-js has it.
func (a *annotations) fragment(name string) *ast.FragmentDefinition { return a.fragments[name] }

func composite(d *ast.Definition) *ast.Definition {
	if d == nil || !d.IsCompositeType() {
		return nil
	}
	return d
}

func typeName(t *ast.Type) string {
	for t.Elem != nil {
		t = t.Elem
	}
	return t.NamedType
}

func namedPosition(t *ast.Type) *ast.Position {
	for t.Elem != nil {
		t = t.Elem
	}
	return t.Position
}

// nullable is the type without its exclamation mark.
func nullable(t *ast.Type) *ast.Type {
	if t == nil || !t.NonNull {
		return t
	}
	n := *t
	n.NonNull = false
	return &n
}

func (c *checker) overlap(a, b *ast.Definition) bool {
	if a == b {
		return true
	}
	for _, t := range c.possible(a) {
		if slices.Contains(c.possible(b), t) {
			return true
		}
	}
	return false
}

// possible are the object types of a composite type.
func (c *checker) possible(d *ast.Definition) []*ast.Definition {
	if d.IsAbstractType() {
		return c.schema.GetPossibleTypes(d)
	}
	return []*ast.Definition{d}
}
