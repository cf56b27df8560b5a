package graphqlsrv

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// WithPlayground serves the playground, or not, whatever [WithDevelopment] says.
// It shows the schema only where [WithIntrospection] lets it.
func WithPlayground(on bool) Option { return func(c *config) { c.http.playground = &on } }

func (h *handler) playgroundOn() bool {
	if h.http.playground != nil {
		return *h.http.playground
	}
	return h.cfg.development
}

// mostSampled is how many fields of an object the playground's first query asks for.
const mostSampled = 5

// sampleQuery is what the playground opens with: a query of the schema that can be
// run as it stands. A server that hides its schema has one that shows nothing of it.
func (e *engine) sampleQuery() string {
	field := "  __typename"
	if e.cfg.introspects() {
		field = e.sampleField()
	}
	return "# Ctrl-Enter runs the query, Ctrl-Space completes it.\n{\n" + field + "\n}\n"
}

// sampleField picks a field of Query that needs no arguments: one that is for
// everyone and has fields itself, if there is one.
func (e *engine) sampleField() string {
	best, rank := "  __typename", 0
	for _, fd := range e.schema.ast.Query.Fields {
		f := e.schema.fields[e.schema.ast.Query][fd.Name]
		if strings.HasPrefix(fd.Name, "__") || needsArguments(f) {
			continue
		}
		r := 1
		if !e.schema.own[fd] {
			r += 4
		}
		if fd.Directives.ForName("requireAuth") == nil {
			r += 2
		}
		if f.typ.named().selects() {
			r++
		}
		if r > rank {
			best, rank = e.sampleSelection(f, "  "), r
		}
	}
	return best
}

func needsArguments(f *fieldDef) bool {
	for _, a := range f.args {
		if a.typ.nonNull && !a.hasDefault {
			return true
		}
	}
	return false
}

// sampleSelection asks a field for the leaves of its type.
func (e *engine) sampleSelection(f *fieldDef, indent string) string {
	t := f.typ.named()
	if !t.selects() {
		return indent + f.def.Name
	}
	var names []string
	if t.def.Kind != ast.Union {
		for _, fd := range t.def.Fields {
			inner := e.schema.fields[t.def][fd.Name]
			if len(names) < mostSampled && !inner.typ.named().selects() && !needsArguments(inner) && fd.Directives.ForName("requireAuth") == nil {
				names = append(names, indent+"  "+fd.Name)
			}
		}
	}
	if names == nil {
		names = []string{indent + "  __typename"}
	}
	return indent + f.def.Name + " {\n" + strings.Join(names, "\n") + "\n" + indent + "}"
}
