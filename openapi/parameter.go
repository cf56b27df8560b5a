package openapi

import (
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/internal/regex"
)

// A Parameter is a dynamic segment of a path (OpenAPI 3.1, Parameter Object).
type Parameter struct {
	Name     string `json:"name"`
	In       string `json:"in"` // "path"
	Required bool   `json:"required"`
	Schema   Schema `json:"schema"`
	// Rails is the name in the routes, where the document's is another one: paths that
	// differ in the names of their parameters only are one path in OpenAPI.
	Rails string `json:"x-rails-name,omitempty"`
	// Glob is set for *rest, which may hold slashes.
	Glob bool `json:"x-rails-glob,omitempty"`
	// Pattern is a requirement that the schema cannot say, as Ruby writes it: /(?!new)\\w+/.
	Pattern string `json:"x-rails-pattern,omitempty"`
	// Unknown is the expression whose value the parameter or its requirement is, and which
	// only the application knows.
	Unknown string `json:"x-rails-unknown,omitempty"`
}

// A Schema is what a parameter must be (JSON Schema, draft 2020-12).
type Schema struct {
	Ref         string `json:"$ref,omitempty"`
	Type        string `json:"type,omitempty"` // "string"
	Pattern     string `json:"pattern,omitempty"`
	Description string `json:"description,omitempty"`
}

// segment is what a dynamic segment without a requirement takes. Rails:
// ActionDispatch::Routing::SEPARATORS.
var segment = Schema{Type: "string", Pattern: "^[^./?]+$", Description: "A segment of a path, without dots and slashes."}

func (x *expansion) parameter(n *route.Node) *Parameter {
	p := &Parameter{Name: n.Name(), In: "path", Required: true, Schema: Schema{Type: "string"}, Glob: n.Kind == route.Glob}
	required, constrained := x.route.Requirements.Sym(p.Name)
	switch unknown, ok := x.unknown[p.Name]; {
	case ok:
		p.Unknown = unknown
		p.Name = strings.TrimPrefix(p.Name, "signalbox_")
	case constrained && !route.IsGlobPattern(required):
		p.require(required)
	case !p.Glob:
		p.Schema = Schema{Ref: "#/components/schemas/Segment"}
		x.segments = true
	}
	return p
}

// require puts a requirement into the schema, or beside it.
func (p *Parameter) require(v dsl.Value) {
	if pattern, ok := regex.ECMAScript(route.UnionRegexp(v), 0); ok {
		p.Schema.Pattern = pattern
		return
	}
	p.Pattern = route.UnionRegexp(v)
	if re, ok := v.(*dsl.Regexp); ok {
		p.Pattern = re.Inspect()
	}
}

// named gives the parameters of an operation the names that they have in its path.
func (o *Operation) named(names []string) {
	for i, p := range o.Parameters {
		if p.Name != names[i] {
			renamed := *p
			renamed.Name, renamed.Rails = names[i], p.Name
			o.Parameters[i] = &renamed
		}
	}
}

// unique is a name that none of the others has.
func unique(name string, taken func(string) bool) string {
	for n, first := 2, name; taken(name); n++ {
		name = first + "_" + strconv.Itoa(n)
	}
	return name
}
