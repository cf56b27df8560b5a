package language

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// A TypeSystem is a definition that belongs into a schema, or a part of one: a
// field, an argument, a value of an enum. A document that has one can't be
// executed; it is parsed for the mistakes in it, in graphql-js' order.
type TypeSystem struct {
	Name     string // "" for schema, and for the types of its operations
	Position *ast.Position
	Extends  bool
	// Location is the place of its directives; LocationDirectiveDefinition for directive.
	Location ast.DirectiveLocation
	// Parts are what is inside, in the order in which graphql-js visits it: *TypeSystem,
	// *ast.Type, *ast.Value for defaults, *ast.Directive.
	Parts []any
	// Directive is the definition of a directive.
	Directive *ast.DirectiveDefinition
}

// LocationDirectiveDefinition is the place of directives on directives.
const LocationDirectiveDefinition ast.DirectiveLocation = "DIRECTIVE_DEFINITION"

// typeSystem reads a definition of a schema, or with extends an extension, from its
// keyword on.
func (p *parser) typeSystem(start *ast.Position, extends bool) {
	d := &TypeSystem{Position: start, Extends: extends}
	p.doc.Definitions = append(p.doc.Definitions, d)
	word := p.expect(kindName).value
	if word == "directive" {
		p.directiveDefinition(d)
		return
	}
	if word != "schema" {
		d.Name = p.expect(kindName).value
	}
	switch word {
	case "schema":
		p.schemaDefinition(d)
	case "scalar":
		d.Location = ast.LocationScalar
		p.directivesOf(d)
	case "type", "interface":
		d.Location = ast.LocationObject
		if word == "interface" {
			d.Location = ast.LocationInterface
		}
		if p.word("implements") {
			p.delimited("&", func() { d.Parts = append(d.Parts, p.namedType()) })
		}
		p.directivesOf(d)
		p.optionalMany("{", "}", func() { d.Parts = append(d.Parts, p.fieldDefinition()) })
	case "union":
		d.Location = ast.LocationUnion
		p.directivesOf(d)
		if p.take("=") {
			p.delimited("|", func() { d.Parts = append(d.Parts, p.namedType()) })
		}
	case "enum":
		d.Location = ast.LocationEnum
		p.directivesOf(d)
		p.optionalMany("{", "}", func() { d.Parts = append(d.Parts, p.enumValueDefinition()) })
	case "input":
		d.Location = ast.LocationInputObject
		where := ast.LocationInputFieldDefinition
		if extends { // so it is in graphql-js
			where = ast.LocationArgumentDefinition
		}
		p.directivesOf(d)
		p.optionalMany("{", "}", func() { d.Parts = append(d.Parts, p.inputValueDefinition(where)) })
	}
	if extends && len(d.Parts) == 0 {
		p.unexpected(&p.tok)
	}
}

func (p *parser) schemaDefinition(d *TypeSystem) {
	d.Location = ast.LocationSchema
	p.directivesOf(d)
	operation := func() {
		if t := p.tok; t.kind == kindName && !slices.Contains([]string{"query", "mutation", "subscription"}, t.value) {
			p.unexpected(&t)
		}
		p.expect(kindName)
		p.expect(":")
		d.Parts = append(d.Parts, p.namedType())
	}
	if d.Extends {
		p.optionalMany("{", "}", operation)
	} else {
		p.many("{", "}", operation)
	}
}

func (p *parser) directiveDefinition(d *TypeSystem) {
	d.Location = LocationDirectiveDefinition
	p.expect("@")
	d.Name = p.expect(kindName).value
	d.Directive = &ast.DirectiveDefinition{Name: d.Name}
	p.optionalMany("(", ")", func() {
		a := p.inputValueDefinition(ast.LocationArgumentDefinition)
		d.Parts = append(d.Parts, a)
		def := &ast.ArgumentDefinition{Name: a.Name, Type: a.Parts[0].(*ast.Type)}
		if len(a.Parts) > 1 {
			def.DefaultValue, _ = a.Parts[1].(*ast.Value)
		}
		d.Directive.Arguments = append(d.Directive.Arguments, def)
	})
	d.Directive.IsRepeatable = p.word("repeatable")
	p.expectWord("on")
	p.delimited("|", func() {
		t := p.tok
		where := ast.DirectiveLocation(p.expect(kindName).value)
		if !slices.Contains(directiveLocations, where) {
			p.unexpected(&t)
		}
		d.Directive.Locations = append(d.Directive.Locations, where)
	})
}

var directiveLocations = []ast.DirectiveLocation{
	ast.LocationQuery, ast.LocationMutation, ast.LocationSubscription, ast.LocationField, ast.LocationFragmentDefinition,
	ast.LocationFragmentSpread, ast.LocationInlineFragment, ast.LocationVariableDefinition, ast.LocationSchema, ast.LocationScalar,
	ast.LocationObject, ast.LocationFieldDefinition, ast.LocationArgumentDefinition, ast.LocationInterface, ast.LocationUnion,
	ast.LocationEnum, ast.LocationEnumValue, ast.LocationInputObject, ast.LocationInputFieldDefinition, LocationDirectiveDefinition,
}

// described begins a part, which may have a description.
func (p *parser) described(where ast.DirectiveLocation) *TypeSystem {
	d := &TypeSystem{Position: p.pos(), Location: where}
	if p.tok.kind == kindString || p.tok.kind == kindBlockString {
		p.advance()
	}
	return d
}

func (p *parser) fieldDefinition() *TypeSystem {
	d := p.described(ast.LocationFieldDefinition)
	d.Name = p.expect(kindName).value
	p.optionalMany("(", ")", func() { d.Parts = append(d.Parts, p.inputValueDefinition(ast.LocationArgumentDefinition)) })
	p.expect(":")
	d.Parts = append(d.Parts, p.typeReference())
	p.directivesOf(d)
	return d
}

func (p *parser) inputValueDefinition(where ast.DirectiveLocation) *TypeSystem {
	d := p.described(where)
	d.Name = p.expect(kindName).value
	p.expect(":")
	d.Parts = append(d.Parts, p.typeReference())
	if p.take("=") {
		d.Parts = append(d.Parts, p.value(true))
	}
	p.directivesOf(d)
	return d
}

func (p *parser) enumValueDefinition() *TypeSystem {
	d := p.described(ast.LocationEnumValue)
	if t := &p.tok; t.kind != kindString && t.kind != kindBlockString && slices.Contains([]string{"true", "false", "null"}, t.value) {
		p.failAt(t, "%s is reserved and cannot be used for an enum value.", t)
	}
	d.Name = p.expect(kindName).value
	p.directivesOf(d)
	return d
}

func (p *parser) directivesOf(d *TypeSystem) {
	for _, use := range p.directives(true) {
		d.Parts = append(d.Parts, use)
	}
}

func (p *parser) namedType() *ast.Type {
	pos := p.pos()
	return ast.NamedType(p.expect(kindName).value, pos)
}

// word takes a name that is a keyword here.
func (p *parser) word(name string) bool {
	if p.tok.kind != kindName || p.tok.value != name {
		return false
	}
	p.advance()
	return true
}

// delimited reads items with a punctuator between them, which may begin them too.
func (p *parser) delimited(between kind, item func()) {
	p.take(between)
	for {
		item()
		if !p.take(between) {
			return
		}
	}
}
