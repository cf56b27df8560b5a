package graphqlsrv

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/typesystem"
)

// bindServices gives fields their resolvers and compares the Go types with the
// SDL.
func (e *engine) bindServices() []error {
	e.bindOwn()
	e.bindSubgraph()
	c := &checker{engine: e, decoders: decoderMaker{schema: e.schema, done: map[decoderKey]*argDecoder{}}}
	by := map[*fieldDef]string{} // the functions that define them
	for i, service := range e.cfg.services {
		for _, name := range slices.Sorted(maps.Keys(service)) {
			r := service[name]
			f, err := e.fieldFor(name)
			switch {
			case r == nil:
				err = fmt.Errorf("the resolver %q is nil", name)
			case err == nil && by[f] != "":
				err = typesystem.Errorf(f.def.Position, "two services define %q: %s and %s", name, by[f], describe(r, i))
			}
			if err != nil {
				c.errs = append(c.errs, err)
				continue
			}
			by[f] = describe(r, i)
			c.bind(name, f, r)
		}
	}
	c.checkRoots()
	return c.errs
}

func describe(r Resolver, service int) string {
	if name := r.signature().name; name != "" {
		return name
	}
	return fmt.Sprintf("service %d", service+1)
}

// bindOwn gives the root schema and introspection their resolvers.
func (e *engine) bindOwn() {
	own := introspectionServices(e.schema)
	if !e.cfg.bare {
		maps.Copy(own, rootServices())
	}
	for name, r := range own {
		f, err := e.fieldFor(name)
		if err != nil {
			panic("graphqlsrv: " + err.Error()) // a mistake of this package
		}
		f.resolver = r
		if len(f.args) > 0 {
			m := decoderMaker{schema: e.schema, done: map[decoderKey]*argDecoder{}}
			f.decode, err = m.decoder(r.signature().args, f, name, "graphqlsrv")
			if err != nil {
				panic("graphqlsrv: " + err.Error())
			}
		}
	}
}

// fieldFor finds the field that a service's name means.
func (e *engine) fieldFor(name string) (*fieldDef, error) {
	typ, field, dotted := strings.Cut(name, ".")
	if !dotted {
		var found []*fieldDef
		known := map[string]*fieldDef{}
		for _, root := range []*ast.Definition{e.schema.ast.Query, e.schema.ast.Mutation, e.schema.ast.Subscription} {
			if f := e.schema.fields[root][name]; f != nil {
				found = append(found, f)
			}
			maps.Copy(known, e.schema.fields[root])
		}
		switch len(found) {
		case 0:
			return nil, fmt.Errorf("a service defines %q, which is no field of Query, Mutation or Subscription%s", name, meant(name, known))
		case 1:
			return found[0], nil
		}
		return nil, typesystem.Errorf(found[1].def.Position, "%q is a field of %s and of %s: name the resolver %q or %q",
			name, found[0].parent.Name, found[1].parent.Name, found[0].parent.Name+"."+name, found[1].parent.Name+"."+name)
	}
	d := e.schema.ast.Types[typ]
	switch {
	case d == nil:
		return nil, fmt.Errorf("a service defines %q, but the schema has no type %s%s", name, typ, meant(typ, e.schema.ast.Types))
	case field == referenceName:
		return e.schema.referenceFor(d)
	case d.Kind != ast.Object:
		return nil, typesystem.Errorf(d.Position, "a service defines %q, but %s is no object type", name, typ)
	}
	f := e.schema.fields[d][field]
	if f == nil {
		known := maps.Clone(e.schema.fields[d])
		if r, _ := e.schema.referenceFor(d); r != nil {
			known[referenceName] = r
		}
		return nil, typesystem.Errorf(d.Position, "a service defines %q, but the type %s has no field %s%s", name, typ, field, meant(field, known))
	}
	return f, nil
}

// meant ends a message about an unknown name with those that are near to it.
func meant[V any](name string, known map[string]V) string {
	if near := rules.DidYouMean("", name, slices.Collect(maps.Keys(known))); near != "" {
		return "." + near
	}
	return ""
}
