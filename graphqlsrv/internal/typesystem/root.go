package typesystem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// rootScalars are the scalars every schema has unless it declares them itself.
var rootScalars = []rootScalar{
	{"BigInt", "An integer of any size.", "", ""},
	{"Date", "A date without a time, such as 2025-09-03.", "https://www.rfc-editor.org/rfc/rfc3339", ""},
	{"Time", "A time of day in UTC, such as 10:15:30Z.", "https://www.rfc-editor.org/rfc/rfc3339", ""},
	{"DateTime", "A moment, such as 2025-09-03T10:15:30Z.", "https://www.rfc-editor.org/rfc/rfc3339", ""},
	{"JSON", "Any JSON value.", "https://www.rfc-editor.org/rfc/rfc8259", ""},
	{"JSONObject", "A JSON object.", "https://www.rfc-editor.org/rfc/rfc8259", ""},
	{"Byte", "Bytes in base64.", "https://www.rfc-editor.org/rfc/rfc4648#section-4", ""},
	{"File", "A file of a multipart request.", "https://github.com/jaydenseric/graphql-multipart-request-spec", "Upload"},
}

// A rootScalar is a scalar with what other servers call it, if that is another name.
type rootScalar struct{ name, description, url, elsewhere string }

// scalarHint ends the message on an undefined type that is what other servers call a root scalar.
func scalarHint(name string) string {
	for _, s := range rootScalars {
		if s.elsewhere == name {
			return fmt.Sprintf(" It is called %s here: write that, or add scalar %s.", s.name, name)
		}
	}
	return ""
}

// IsRoot reports whether the root schema defines a type where the application does not.
func IsRoot(app *ast.SchemaDocument, name string) bool {
	return name == QueryRoot(app) || slices.ContainsFunc(rootScalars, func(s rootScalar) bool { return s.name == name })
}

// A Directive is one with its definition.
type Directive struct{ Name, SDL string }

// Root writes the root schema with some directives, without what the application's files declare
// themselves. An application without a type Query gets one.
func Root(app *ast.SchemaDocument, directives []Directive) (*ast.Source, error) {
	var b strings.Builder
	for _, s := range rootScalars {
		if app.Definitions.ForName(s.name) != nil {
			continue
		}
		fmt.Fprintf(&b, "%q\nscalar %s", s.description, s.name)
		if s.url != "" {
			fmt.Fprintf(&b, " @specifiedBy(url: %q)", s.url)
		}
		b.WriteByte('\n')
	}
	if app.Directives.ForName("requireAuth") == nil {
		b.WriteString("\"Only users that are logged in, and have one of the roles, if any are named.\"\ndirective @requireAuth(roles: [String]) on FIELD_DEFINITION\n")
	}
	if app.Directives.ForName("skipAuth") == nil {
		b.WriteString("\"Everyone.\"\ndirective @skipAuth on FIELD_DEFINITION\n")
	}
	for _, d := range directives {
		if app.Directives.ForName(d.Name) == nil {
			b.WriteString(d.SDL)
		}
	}
	for _, name := range []string{"Signalbox", "SignalboxJSON"} {
		if d := app.Definitions.ForName(name); d != nil {
			return nil, Errorf(d.Position, "the type %s is the root schema's: give yours another name", name)
		}
	}
	json := "JSON"
	if d := app.Definitions.ForName(json); d != nil && d.Kind != ast.Scalar {
		json = "SignalboxJSON"
		fmt.Fprintf(&b, "\"Any JSON value.\"\nscalar %s\n", json)
	}
	fmt.Fprintf(&b, "\"The root schema.\"\ntype Signalbox {\n  \"The version of the server.\"\n  version: String\n  \"The user who is asking.\"\n  currentUser: %s\n}\n", json)
	root := QueryRoot(app)
	for _, d := range append(app.Definitions, app.Extensions...) {
		if f := d.Fields.ForName("signalbox"); d.Name == root && f != nil {
			return nil, Errorf(f.Position, "the field signalbox of %s is the root schema's: give yours another name", root)
		}
	}
	if len(app.Schema) > 0 && !namesQuery(app) {
		fmt.Fprintf(&b, "extend schema { query: %s }\n", root)
	}
	extend := ""
	if app.Definitions.ForName(root) != nil {
		extend = "extend "
	}
	fmt.Fprintf(&b, "%stype %s {\n  \"The root schema.\"\n  signalbox: Signalbox\n}\n", extend, root)
	return &ast.Source{Name: RootFile, Input: b.String()}, nil
}

// QueryRoot returns the name of the type that queries begin at.
func QueryRoot(app *ast.SchemaDocument) string {
	for _, s := range append(slices.Clone(app.Schema), app.SchemaExtension...) {
		for _, o := range s.OperationTypes {
			if o.Operation == ast.Query {
				return o.Type
			}
		}
	}
	return "Query"
}

// namesQuery reports whether a schema definition names that type.
func namesQuery(app *ast.SchemaDocument) bool {
	return slices.ContainsFunc(append(slices.Clone(app.Schema), app.SchemaExtension...), func(s *ast.SchemaDefinition) bool {
		return slices.ContainsFunc(s.OperationTypes, func(o *ast.OperationTypeDefinition) bool { return o.Operation == ast.Query })
	})
}

// RootFile is the name of the root schema in messages.
const RootFile = "signalbox.graphql"
