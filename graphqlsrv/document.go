package graphqlsrv

import (
	"errors"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/cost"
	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/variables"
)

// A document is a query text that was parsed and validated, with the plans of
// its operations.
type document struct {
	ast        *ast.QueryDocument
	operations []*planned
	size       int            // in bytes, when it was made
	grow       func(size int) // is called when a plan is made later
}

// The sizes of a document's parts, estimated for the densest queries.
const (
	tokenSize     = 320 // the tree of one token
	planSize      = 512
	fieldPlanSize = 512
	mergedSize    = 128 // one field more with a key that is there
)

// A planned operation has one plan for each way that its @skip and @include
// come out.
type planned struct {
	op  *ast.OperationDefinition
	doc *document

	prepared sync.Once  // what follows
	deciders []string   // the variables of @skip and @include
	vars     []*typeRef // the types of the variables
	cost     cost.Cost
	varies   bool   // the cost depends on variables
	tooMuch  *Error // without variables

	mu    sync.Mutex
	plans map[string]*plan
	only  *plan // where there are no deciders
}

// maxPlans bounds the plans kept for one operation.
const maxPlans = 32

// document parses and validates a query, or finds it in the cache.
func (e *engine) document(query string) (*document, *failure) {
	if d := e.documents.Get(query); d != nil {
		return d, nil
	}
	query = strings.Clone(query) // it may be a part of a longer text
	d, f := e.load(query)
	if f == nil {
		d.grow = func(size int) { e.documents.Grow(query, d, size) }
		e.documents.Put(query, d, d.size)
	}
	return d, f
}

func (e *engine) load(query string) (*document, *failure) {
	parsed, err := language.Parse(query, e.cfg.armor.Tokens)
	if err != nil {
		return nil, e.parseFailure(err)
	}
	if f := e.check(parsed); f != nil {
		if len(parsed.Operations) == 1 {
			f.operation = parsed.Operations[0].Name
		}
		return nil, f
	}
	d := &document{ast: parsed.QueryDocument, size: 2*len(query) + parsed.Tokens*tokenSize}
	for _, op := range parsed.Operations {
		d.operations = append(d.operations, &planned{op: op, doc: d})
		d.size += planSize
	}
	return d, nil
}

// check returns why a document may not be executed; nil if it may.
func (e *engine) check(parsed *language.Document) *failure {
	if err := e.cfg.armor.check(parsed.QueryDocument); err != nil {
		return &failure{kind: failedValidate, errs: []*Error{err}}
	}
	options := rules.Options{Suggest: e.cfg.development, Literal: e.schema.checkLiteral}
	if errs := rules.Document(e.schema.ast, parsed, options); len(errs) > 0 {
		return validationFailure(errs)
	}
	if !e.cfg.introspects() {
		if f := language.Introspecting(parsed.QueryDocument); f != nil {
			return &failure{kind: failedValidate, errs: []*Error{{
				Message: "GraphQL introspection has been disabled, but the requested query contained the field \"" + f.Name + "\".", Code: CodeValidationFailed,
				Locations: locationsOf(f.Position),
			}}}
		}
	}
	return nil
}

func (e *engine) parseFailure(err error) *failure {
	var s *language.SyntaxError
	if !errors.As(err, &s) {
		return failureOf(failedParse, CodeParseFailed, "Syntax Error: %s", err)
	}
	if s.TooMany {
		return failureOf(failedParse, CodeParseFailed, "Syntax Error: Token limit of %d exceeded.", e.cfg.armor.Tokens)
	}
	return &failure{kind: failedParse, errs: []*Error{{Message: s.Message, Code: CodeParseFailed, Locations: []Location{{s.Line, s.Column}}}}}
}

func validationFailure(errs []*rules.Error) *failure {
	f := &failure{kind: failedValidate}
	for _, e := range errs {
		one := &Error{Message: e.Message, Code: CodeValidationFailed}
		for _, p := range e.Positions {
			one.Locations = append(one.Locations, Location{p.Line, p.Column})
		}
		f.errs = append(f.errs, one)
	}
	return f
}

// checkLiteral holds the literal of a scalar of the application, or of the root
// schema, to what its [Scalar] reads. Literals with variables are read when these
// are known.
func (s *schema) checkLiteral(d *ast.Definition, v *ast.Value) error {
	scalar := s.scalars[d.Name]
	if scalar.Parse == nil || language.UsesVariables(v) {
		return nil
	}
	_, err := scalar.Parse(variables.Plain(untyped(v, nil)))
	return err
}

// operation picks the operation a request names. GraphQL specification,
// GetOperation.
func (d *document) operation(name string) (*planned, *failure) {
	if name == "" {
		switch len(d.operations) {
		case 0:
			return nil, failureOf(failedOperation, CodeValidationFailed, "Must provide an operation.")
		case 1:
			return d.operations[0], nil
		}
		return nil, failureOf(failedOperation, CodeValidationFailed, "Must provide operation name if query contains multiple operations.")
	}
	for _, o := range d.operations {
		if o.op.Name == name {
			return o, nil
		}
	}
	return nil, failureOf(failedOperation, CodeValidationFailed, "Unknown operation named %q.", name)
}

// prepare makes an operation ready that a request asks for: the others of its document, which may
// be many that share their fragments, cost nothing.
func (p *planned) prepare(e *engine) {
	p.deciders = language.Deciders(p.op.SelectionSet)
	for _, v := range p.op.VariableDefinitions {
		p.vars = append(p.vars, e.schema.ref(v.Type))
	}
	p.cost, p.varies, p.tooMuch = e.costOf(p.op, nil)
	if len(p.deciders) == 0 {
		p.only = newPlan(e.schema, p.doc, p.op, nil)
	}
}

// plan returns the plan for the request's variables.
func (p *planned) plan(s *schema, vars map[string]any) *plan {
	if p.only != nil {
		return p.only
	}
	key := make([]byte, len(p.deciders))
	deciding := make(map[string]any, len(p.deciders))
	for i, name := range p.deciders {
		deciding[name] = vars[name]
		switch vars[name] {
		case true:
			key[i] = 1
		case nil:
			key[i] = 2
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if q := p.plans[string(key)]; q != nil {
		return q
	}
	q := newPlan(s, p.doc, p.op, deciding)
	if p.plans == nil {
		p.plans = map[string]*plan{}
	}
	if len(p.plans) < maxPlans {
		p.plans[string(key)] = q
		p.doc.grow(planSize + mergedSize*len(key))
	}
	return q
}
