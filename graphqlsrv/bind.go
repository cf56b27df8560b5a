package graphqlsrv

import (
	"cmp"
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
			return nil, fmt.Errorf("a service defines %q, which is no field of Query, Mutation or Subscription%s", name, cmp.Or(rules.Near(".", name, maps.Keys(known)), e.schema.nearReference(name)))
		case 1:
			return found[0], nil
		}
		return nil, typesystem.Errorf(found[1].def.Position, "%q is a field of %s and of %s: name the resolver %q or %q",
			name, found[0].parent.Name, found[1].parent.Name, found[0].parent.Name+"."+name, found[1].parent.Name+"."+name)
	}
	d := e.schema.ast.Types[typ]
	if d == nil {
		return nil, fmt.Errorf("a service defines %q, but the schema has no type %s%s", name, typ, rules.Near(".", typ, maps.Keys(e.schema.ast.Types)))
	}
	known := map[string]*fieldDef{}
	if d.Kind == ast.Object {
		maps.Copy(known, e.schema.fields[d])
	}
	if r := e.schema.referenceFor(d); r != nil {
		known[referenceName] = r
	}
	switch f := known[field]; {
	case f != nil:
		return f, nil
	case field == referenceName:
		return nil, typesystem.Errorf(d.Position, "a service defines %q, but %s has no @key that makes it an entity", name, typ)
	case len(known) == 0:
		return nil, typesystem.Errorf(d.Position, "a service defines %q, but %s is no object type", name, typ)
	}
	return nil, typesystem.Errorf(d.Position, "a service defines %q, but the type %s has no field %s%s", name, typ, field, cmp.Or(rules.Near(".", field, maps.Keys(known)), e.schema.nearReference(field)))
}

// nearReference is the end of a message on the unknown name of a resolver that may be meant for entities.
func (s *schema) nearReference(name string) string {
	if s.subgraph == nil || !strings.Contains(strings.ToLower(name), "reference") {
		return ""
	}
	return fmt.Sprintf(". The resolver of the entities of a type T is %q", "T."+referenceName)
}
