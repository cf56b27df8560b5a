package graphqlsrv

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/federation"
	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/typesystem"
)

// What a subgraph answers to gateways: its text by _service, and by _entities the objects
// that representations stand for. A resolver named "Product.__resolveReference" finds those
// of a type; without one the representations are the objects. The rules are those of the
// npm package @apollo/subgraph.

// referenceName is what the resolvers of entities are called, after the type.
const referenceName = "__resolveReference"

// A subgraph is the part of a schema that belongs to a federation.
type subgraph struct {
	linked     *federation.Subgraph
	sdl        string
	union      *ast.Definition       // _Entity; nil if there are no entities
	references map[string]*reference // of entities and interfaces, by their names
}

// A reference is how the entities of a type are found. The arguments of its field are what
// representations may hold.
type reference struct {
	*fieldDef
	asRoot   bool        // the function takes a representation as its root, not as its arguments
	rootType *argDecoder // if that is a struct, or a pointer to one
}

// An entity is what _entities has in the place of a representation.
type entity struct {
	def   *ast.Definition
	value any
}

func newSubgraph(s *schema, linked *federation.Subgraph, sdl string) *subgraph {
	g := &subgraph{linked: linked, sdl: sdl, union: s.ast.Types[federation.EntityUnion], references: map[string]*reference{}}
	for d := range s.ownTypes() {
		name := d.Name
		fields := []*inputField{{name: "__typename", typ: s.typename.typ, optional: true}}
		for _, f := range d.Fields {
			fields = append(fields, &inputField{name: f.Name, typ: s.ref(f.Type), pos: f.Position, optional: true})
		}
		s.inputs[d] = fields
		if d.Kind == ast.Interface || s.possible[g.union][d] {
			def := &ast.FieldDefinition{Name: referenceName, Type: ast.NamedType(name, d.Position), Position: d.Position}
			g.references[name] = &reference{fieldDef: &fieldDef{parent: d, def: def, typ: s.ref(def.Type), args: fields}}
		}
	}
	return g
}

// bindSubgraph gives the fields of Query that a subgraph has their resolvers.
func (e *engine) bindSubgraph() {
	g, query := e.schema.subgraph, e.schema.fields[e.schema.ast.Query]
	if g == nil {
		return
	}
	query[federation.ServiceField].resolver = Computed(func(any) struct{ SDL string } { return struct{ SDL string }{g.sdl} })
	if f := query[federation.EntitiesField]; f != nil {
		f.resolver, f.blocking, f.informed = &entitiesResolver{e.schema}, true, true
		e.schema.blocking[f.def.Name] = true
	}
}

// referenceFor finds the field that stands for the entities of a type, nil for one without.
func (s *schema) referenceFor(d *ast.Definition) *fieldDef {
	if s.subgraph != nil {
		if r := s.subgraph.references[d.Name]; r != nil {
			return r.fieldDef
		}
	}
	return nil
}

// bindReference looks at how a function takes representations.
func (c *checker) bindReference(name string, f *fieldDef, s signature, batch bool) {
	r := c.engine.schema.subgraph.references[f.parent.Name]
	none := reflect.TypeFor[None]()
	r.asRoot = s.args == none && s.root != none
	switch {
	case s.args == none && s.root == none:
		c.errs = append(c.errs, typesystem.Errorf(f.def.Position, "%s sees no representation, but %s is to find what one stands for: take it as the arguments (FuncWith), or as the root (Field, Computed, Batch)", name, s.name))
	case s.args != none && (batch || s.root != none && s.root != reflect.TypeFor[any]()):
		c.errs = append(c.errs, typesystem.Errorf(f.def.Position, "%s takes arguments and a root, but a representation is one of them: use None for the arguments", name))
	case !r.asRoot || s.root == reflect.TypeFor[any]() || s.root == reflect.TypeFor[map[string]any]():
	case structOf(s.root) == nil:
		c.errs = append(c.errs, typesystem.Errorf(f.def.Position, "%s takes representations as %s: use a struct or map[string]any", name, s.root))
	default:
		var err error
		if r.rootType, err = c.decoders.decoder(structOf(s.root), f, name, s.name); err != nil {
			c.errs = append(c.errs, err)
		}
	}
}

// checkReferences follows the Go types of entities, and warns of entities that nothing
// finds although their representations lack fields.
func (c *checker) checkReferences() {
	s := c.engine.schema
	if s.subgraph == nil {
		return
	}
	for _, name := range s.order {
		r := s.subgraph.references[name]
		switch {
		case r == nil:
		case r.resolver != nil:
			c.flow(r.typ, r.resolver.signature().result, name+"."+referenceName)
		case r.parent.Kind == ast.Object: // of an interface, its types have what they lack
			var lacking []string
			for _, f := range s.subgraph.linked.Unresolved(r.parent) {
				if own := s.fields[r.parent][f.Name].resolver; own == nil || !takesRoot(own.signature().root, reflect.TypeFor[map[string]any]()) {
					lacking = append(lacking, f.Name)
				}
			}
			if lacking != nil {
				c.engine.warn(r.def.Position, "%s has no resolver %s.%s, so its entities are the representations themselves, which lack %s",
					name, name, referenceName, strings.Join(lacking, ", "))
			}
		}
	}
}

// An entitiesResolver resolves Query._entities.
type entitiesResolver struct{ schema *schema }

func (*entitiesResolver) signature() signature {
	return signature{
		name: federation.EntitiesField, args: reflect.TypeFor[map[string]any](), root: reflect.TypeFor[any](), result: reflect.TypeFor[[]any](),
		blocking: true, informed: true,
	}
}

// A referenceCall is one call of a resolver: for one representation, or for all of a type if
// it is a batch resolver.
type referenceCall struct {
	*reference
	given  []map[string]any
	roots  []source
	places []int
}

func (r *entitiesResolver) call(_ context.Context, in *input) (any, error) {
	given, _ := in.values[federation.Representations].([]any)
	in.copying.end() // each call below has a copy of its own
	found := make([]any, len(given))
	w := in.copying.run.writer([]pathPart{{key: in.info.Key}})
	defer w.free()
	var calls []*referenceCall
	batches := map[*reference]*referenceCall{}
	for i, value := range given {
		ref, own, err := w.referenceOf(value, in.info)
		if err != nil {
			return nil, err
		}
		if own != nil {
			found[i] = own
			continue
		}
		call := batches[ref]
		if call == nil {
			call = &referenceCall{reference: ref}
		}
		object, _ := value.(map[string]any)
		call.given, call.places = append(call.given, object), append(call.places, i)
		if len(call.places) > 1 {
			continue
		}
		calls = append(calls, call)
		if _, ok := ref.resolver.(batcher); ok {
			batches[ref] = call
		}
	}
	w.concurrently(len(calls), func(w *writer, i int) bool {
		w.find(calls[i], found, in.info)
		return true
	})
	return found, nil
}

// copy gives the call copies of its representations, which argumentsOf goes on with. One that is
// invalid leaves the call, with its error in its place.
func (c *referenceCall) copy(found []any, s *schema, copying *copying) {
	valid := 0
	for i, at := range c.places {
		object, err := s.representation(c.given[i], c.reference, copying)
		var root source
		if err == nil {
			root, err = c.root(object, copying)
		}
		if err != nil {
			found[at] = err
			continue
		}
		c.given[valid], c.places[valid] = object, at
		c.roots = append(c.roots, root)
		valid++
	}
	c.given, c.places = c.given[:valid], c.places[:valid]
}

// referenceOf finds what a representation is a reference to. The error own is that of the
// representation alone, err that of them all.
func (w *writer) referenceOf(value any, info *Info) (ref *reference, own, err error) {
	s, name := w.run.op.plan.schema, "undefined"
	if object, ok := value.(map[string]any); ok {
		said, given := object["__typename"]
		if text, ok := said.(string); ok {
			name = text
		} else if given {
			name = inspect(said)
		}
	}
	d := s.ast.Types[name]
	if d == nil || d.Kind != ast.Object && d.Kind != ast.Interface {
		return nil, nil, messagef("The _entities resolver tried to load an entity for type \"%s\", but no object or interface type of that name was found in the schema", name)
	}
	ref = s.subgraph.references[d.Name]
	if d.Kind == ast.Interface && ref.resolver == nil {
		if d, own = w.runtimeType(info.plan, ref.typ, sourceOf(reflect.ValueOf(value))); own != nil {
			return nil, own, nil
		}
		ref = s.subgraph.references[d.Name]
	}
	if ref == nil {
		return nil, noEntity(d), nil
	}
	return ref, nil, nil
}

func noEntity(d *ast.Definition) error {
	return messagef("Runtime Object type \"%s\" is not a possible type for \"%s\".", d.Name, federation.EntityUnion)
}

// representation copies a representation for a call: as its arguments, with values of the
// types of the entity's fields, or as it came where it is the entity itself.
func (s *schema) representation(given map[string]any, ref *reference, c *copying) (map[string]any, error) {
	if ref.resolver == nil {
		return unshared(given, c).(map[string]any), nil
	}
	v, err := s.represented(given, ref.typ, c)
	if err != nil {
		return nil, BadUserInput(language.Messagef("The representation of %s is invalid: %s", ref.parent.Name, err), nil)
	}
	return v.(map[string]any), nil
}

// represented copies a value of a representation as one of an output type.
func (s *schema) represented(given any, t *typeRef, c *copying) (any, error) {
	switch v := given.(type) {
	case nil:
		return nil, nil
	case []any:
		if t.elem == nil {
			break
		}
		list := make([]any, len(v))
		c.grow(len(v) * int(reflect.TypeFor[any]().Size()))
		for i, item := range v {
			var err error
			if list[i], err = s.represented(item, t.elem, c); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		if t.elem != nil || !t.selects() {
			break
		}
		c.grow(mapMemory(len(v), reflect.TypeOf(v)))
		object := make(map[string]any, len(v))
		for _, f := range s.inputs[t.def] {
			if value, ok := v[f.name]; ok {
				var err error
				if object[f.name], err = s.represented(value, f.typ, c); err != nil {
					return nil, fmt.Errorf("%s.%s: %w", t.def.Name, f.name, err)
				}
			}
		}
		for name, value := range v {
			if _, known := object[name]; !known {
				object[name] = unshared(value, c)
			}
		}
		return object, nil
	}
	if t.elem != nil || t.selects() {
		return nil, fmt.Errorf("%s cannot represent value: %s", t.text, inspect(given))
	}
	return t.parse(given)
}

// find calls a resolver and puts the entities in the places of their representations; what
// has none is null, or an error.
func (w *writer) find(call *referenceCall, found []any, info *Info) {
	if b, _ := call.resolver.(batcher); b == nil {
		w.path = append(w.path, pathPart{index: call.places[0]})
		defer func() { w.path = w.path[:len(w.path)-1] }()
	}
	values, err := w.callReference(call, found, info)
	each, partly := err.(Errors)
	partly = partly && len(each) == len(call.places)
	for i, at := range call.places {
		switch {
		case err != nil && !partly:
			found[at] = err
		case partly && each[i] != nil:
			found[at] = each[i]
		case values[i] != nil && !isNil(reflect.ValueOf(values[i])):
			found[at] = w.entity(call.reference, values[i], info)
		}
	}
}

func (w *writer) callReference(call *referenceCall, found []any, info *Info) (values []any, err error) {
	defer w.guard(&err)
	ctx := w.run.ctx
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.in = input{decode: call.decode, info: info, copying: copying{run: w.run}}
	in := &w.in
	defer in.copying.end()
	call.copy(found, w.run.op.plan.schema, &in.copying)
	if len(call.places) == 0 {
		return nil, nil
	}
	if call.resolver == nil {
		return []any{call.given[0]}, nil
	}
	b, batch := call.resolver.(batcher)
	if w.run.watch != nil {
		inner, done := w.watchCall(ctx, call.fieldDef, len(call.places), batch)
		defer done(&err)
		ctx = inner
	}
	if batch {
		return b.callAll(ctx, in, call.roots)
	}
	in.source = call.roots[0]
	if !call.asRoot {
		in.values = call.given[0]
	}
	value, err := call.resolver.call(ctx, in)
	return []any{value}, err
}

// root returns a representation as the root of a function.
func (r *reference) root(given map[string]any, c *copying) (source, error) {
	switch {
	case !r.asRoot:
		return source{}, nil
	case r.rootType == nil:
		return sourceOf(reflect.ValueOf(given)), nil
	}
	v := reflect.New(r.rootType.goType)
	return sourceOf(v), r.rootType.decode(given, v.Elem(), c)
}

// entity gives a value the type that it is an entity of.
func (w *writer) entity(ref *reference, value any, info *Info) any {
	if err, ok := value.(error); ok {
		return err
	}
	d := ref.parent
	if d.Kind == ast.Interface {
		var err error
		if d, err = w.runtimeType(info.plan, ref.typ, sourceOf(reflect.ValueOf(value))); err != nil {
			return err
		}
	}
	if s := w.run.op.plan.schema; !s.possible[s.subgraph.union][d] {
		return noEntity(d)
	}
	return &entity{d, value}
}
