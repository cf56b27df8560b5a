package language

import (
	"fmt"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// A Document is a document's tree with what gqlparser's leaves out.
type Document struct {
	*ast.QueryDocument
	// Definitions are the operations (*ast.OperationDefinition) and fragments
	// (*ast.FragmentDefinition) in the order of the text, and definitions that
	// belong into a schema (*TypeSystem).
	Definitions []any
	// Places tell more of nodes than their Position.
	Places map[any]Place
	// Tokens is how many there are.
	Tokens int
}

// A Place tells where the parts of an operation, fragment, field, spread, variable
// definition or input object's field are.
type Place struct {
	Name ast.Position // its name
	Type ast.Position // its type condition
	Set  ast.Position // its selection set
}

// MaxNesting bounds selection sets, lists, objects and list types within one another in the text of
// a document.
const MaxNesting = 1000

// Parse reads a document. More than limit tokens are an error; 0 is no limit.
// The error is a [*SyntaxError].
func Parse(text string, limit int) (doc *Document, err error) {
	p := &parser{lexer: newLexer(&ast.Source{Input: text}), limit: limit}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *SyntaxError:
			doc, err = nil, r
		default:
			panic(r)
		}
	}()
	p.doc = &Document{QueryDocument: &ast.QueryDocument{}, Places: map[any]Place{}}
	p.advance()
	p.doc.Position = &ast.Position{Line: 1, Column: 1, Src: p.lexer.src}
	for {
		p.definition()
		if p.tok.kind == kindEOF {
			p.doc.Tokens = p.count
			return p.doc, nil
		}
	}
}

type parser struct {
	lexer  *lexer
	tok    token
	doc    *Document
	limit  int
	count  int
	nested int
}

// advance goes to the next token.
func (p *parser) advance() {
	p.tok = p.lexer.next()
	if p.tok.kind == kindEOF {
		return
	}
	if p.count++; p.limit > 0 && p.count > p.limit {
		panic(&SyntaxError{
			Message: fmt.Sprintf("Syntax Error: Document contains more than %d tokens. Parsing aborted.", p.limit),
			Line:    p.tok.pos.Line, Column: p.tok.pos.Column, TooMany: true,
		})
	}
}

func (p *parser) failAt(t *token, format string, args ...any) {
	panic(&SyntaxError{Message: "Syntax Error: " + Messagef(format, args...), Line: t.pos.Line, Column: t.pos.Column, Offset: t.pos.Start})
}

func (p *parser) unexpected(t *token) { p.failAt(t, "Unexpected %s.", t) }

func (p *parser) expect(k kind) token {
	t := p.tok
	if t.kind != k {
		p.failAt(&t, "Expected %s, found %s.", k, &t)
	}
	p.advance()
	return t
}

func (p *parser) take(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expectWord(word string) {
	if p.tok.kind != kindName || p.tok.value != word {
		p.failAt(&p.tok, "Expected %q, found %s.", word, &p.tok)
	}
	p.advance()
}

// many reads one or more items between two punctuators.
func (p *parser) many(open, end kind, item func()) {
	p.expect(open)
	for {
		item()
		if p.take(end) {
			return
		}
	}
}

// optionalMany reads the same, or nothing.
func (p *parser) optionalMany(open, end kind, item func()) {
	if p.tok.kind == open {
		p.many(open, end, item)
	}
}

// within guards one level of nesting.
func (p *parser) within(f func()) {
	if p.nested++; p.nested > MaxNesting {
		p.failAt(&p.tok, "Document is nested more than %d levels deep. Parsing aborted.", MaxNesting)
	}
	f()
	p.nested--
}

// pos is the position of the next token.
func (p *parser) pos() *ast.Position {
	pos := p.tok.pos
	return &pos
}

var schemaWords = []string{"schema", "scalar", "type", "interface", "union", "enum", "input", "directive"}

func (p *parser) definition() {
	start := p.pos()
	first, description, described := p.tok, "", false
	if p.tok.kind == kindString || p.tok.kind == kindBlockString {
		description, described = p.tok.value, true
		p.advance()
	}
	if p.tok.kind == "{" {
		if described {
			p.failAt(&first, "Unexpected description, descriptions are not supported on shorthand queries.")
		}
		p.operation(start, "")
		return
	}
	if p.tok.kind != kindName {
		p.unexpected(&p.tok)
	}
	switch word := p.tok.value; {
	case word == "query" || word == "mutation" || word == "subscription":
		p.operation(start, description)
	case word == "fragment":
		p.fragmentDefinition(start, description)
	case slices.Contains(schemaWords, word):
		p.typeSystem(start, false)
	case described:
		p.failAt(&first, "Unexpected description, only GraphQL definitions support descriptions.")
	case word == "extend":
		p.advance()
		if p.tok.kind != kindName || !slices.Contains(schemaWords[:7], p.tok.value) {
			p.unexpected(&p.tok)
		}
		p.typeSystem(start, true)
	default:
		p.unexpected(&p.tok)
	}
}

func (p *parser) operation(start *ast.Position, description string) {
	d := &ast.OperationDefinition{Operation: ast.Query, Position: start, Description: description}
	p.doc.Definitions = append(p.doc.Definitions, d)
	p.doc.Operations = append(p.doc.Operations, d)
	if p.tok.kind != "{" {
		d.Operation = ast.Operation(p.expect(kindName).value)
		if p.tok.kind == kindName {
			p.doc.Places[d] = Place{Name: p.tok.pos}
			d.Name = p.expect(kindName).value
		}
		p.optionalMany("(", ")", func() { d.VariableDefinitions = append(d.VariableDefinitions, p.variableDefinition()) })
		d.Directives = p.directives(false)
	}
	d.SelectionSet = p.selectionSet()
}

func (p *parser) variableDefinition() *ast.VariableDefinition {
	d := &ast.VariableDefinition{Position: p.pos()}
	if p.tok.kind == kindString || p.tok.kind == kindBlockString {
		d.Description = p.tok.value
		p.advance()
	}
	p.expect("$")
	p.doc.Places[d] = Place{Name: p.tok.pos}
	d.Variable = p.expect(kindName).value
	p.expect(":")
	d.Type = p.typeReference()
	if p.take("=") {
		d.DefaultValue = p.value(true)
	}
	d.Directives = p.directives(true)
	return d
}

func (p *parser) typeReference() *ast.Type {
	t := &ast.Type{Position: p.pos()}
	if p.take("[") {
		p.within(func() { t.Elem = p.typeReference() })
		p.expect("]")
	} else {
		t.NamedType = p.expect(kindName).value
	}
	t.NonNull = p.take("!")
	return t
}

func (p *parser) selectionSet() (set ast.SelectionSet) {
	p.within(func() {
		p.many("{", "}", func() {
			if p.tok.kind == kindSpread {
				set = append(set, p.fragment())
			} else {
				set = append(set, p.field())
			}
		})
	})
	return set
}

func (p *parser) field() *ast.Field {
	f := &ast.Field{Position: p.pos(), Alias: p.expect(kindName).value}
	f.Name = f.Alias
	if p.take(":") {
		f.Name = p.expect(kindName).value
	}
	f.Arguments = p.arguments(false)
	f.Directives = p.directives(false)
	if p.tok.kind == "{" {
		p.doc.Places[f] = Place{Set: p.tok.pos}
		f.SelectionSet = p.selectionSet()
	}
	return f
}

// fragment reads a spread or an inline fragment.
func (p *parser) fragment() ast.Selection {
	start := p.pos()
	p.advance()
	if p.tok.kind == kindName && p.tok.value != "on" {
		s := &ast.FragmentSpread{Position: start, Name: p.tok.value}
		p.doc.Places[s] = Place{Name: p.tok.pos}
		p.advance()
		s.Directives = p.directives(false)
		return s
	}
	f := &ast.InlineFragment{Position: start}
	if p.tok.kind == kindName {
		p.advance()
		p.doc.Places[f] = Place{Type: p.tok.pos}
		f.TypeCondition = p.expect(kindName).value
	}
	f.Directives = p.directives(false)
	f.SelectionSet = p.selectionSet()
	return f
}

func (p *parser) fragmentDefinition(start *ast.Position, description string) {
	d := &ast.FragmentDefinition{Position: start, Description: description}
	p.advance()
	if p.tok.value == "on" {
		p.unexpected(&p.tok)
	}
	place := Place{Name: p.tok.pos}
	d.Name = p.expect(kindName).value
	p.expectWord("on")
	place.Type = p.tok.pos
	d.TypeCondition = p.expect(kindName).value
	p.doc.Places[d] = place
	p.doc.Definitions = append(p.doc.Definitions, d)
	p.doc.Fragments = append(p.doc.Fragments, d)
	d.Directives = p.directives(false)
	d.SelectionSet = p.selectionSet()
}

func (p *parser) arguments(constant bool) (list ast.ArgumentList) {
	p.optionalMany("(", ")", func() {
		a := &ast.Argument{Position: p.pos(), Name: p.expect(kindName).value}
		p.expect(":")
		a.Value = p.value(constant)
		list = append(list, a)
	})
	return list
}

func (p *parser) directives(constant bool) (list ast.DirectiveList) {
	for p.tok.kind == "@" {
		d := &ast.Directive{Position: p.pos()}
		p.advance()
		d.Name = p.expect(kindName).value
		d.Arguments = p.arguments(constant)
		list = append(list, d)
	}
	return list
}

// value reads a value; a constant one has no variables.
func (p *parser) value(constant bool) *ast.Value {
	v := &ast.Value{Position: p.pos(), Raw: p.tok.value}
	switch p.tok.kind {
	case "[":
		p.within(func() { p.list(v, constant) })
		return v
	case "{":
		p.within(func() { p.object(v, constant) })
		return v
	case "$":
		p.variable(v, constant)
		return v
	case kindInt:
		v.Kind = ast.IntValue
	case kindFloat:
		v.Kind = ast.FloatValue
	case kindString:
		v.Kind = ast.StringValue
	case kindBlockString:
		v.Kind = ast.BlockValue
	case kindName:
		v.Kind = namedKind(p.tok.value)
	default:
		p.unexpected(&p.tok)
	}
	p.advance()
	return v
}

func namedKind(name string) ast.ValueKind {
	switch name {
	case "true", "false":
		return ast.BooleanValue
	case "null":
		return ast.NullValue
	}
	return ast.EnumValue
}

func (p *parser) list(v *ast.Value, constant bool) {
	v.Kind = ast.ListValue
	p.advance()
	for !p.take("]") {
		v.Children = append(v.Children, &ast.ChildValue{Position: p.pos(), Value: p.value(constant)})
	}
}

func (p *parser) object(v *ast.Value, constant bool) {
	v.Kind = ast.ObjectValue
	p.advance()
	for !p.take("}") {
		f := &ast.ChildValue{Position: p.pos(), Name: p.expect(kindName).value}
		p.expect(":")
		f.Value = p.value(constant)
		v.Children = append(v.Children, f)
	}
}

func (p *parser) variable(v *ast.Value, constant bool) {
	dollar := p.tok
	p.advance()
	if constant {
		if p.tok.kind == kindName {
			p.failAt(&dollar, `Unexpected variable "$%s" in constant value.`, p.tok.value)
		}
		p.unexpected(&dollar)
	}
	v.Kind = ast.Variable
	v.Raw = p.expect(kindName).value
}
