package graphqlsrv

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/typesystem"
)

// checkNames makes sure that what options name is in the schema, and that they have their
// functions.
func (e *engine) checkNames() (errs []error) {
	for _, name := range e.cfg.ownScalars {
		d := e.schema.ast.Types[name]
		_, builtin := builtinScalars[name]
		switch {
		case d == nil && builtin && e.cfg.bare:
		case d == nil && !rules.Builtin(name):
			errs = append(errs, fmt.Errorf("WithScalar names %s, which the schema doesn't declare: add scalar %s", name, name))
		case d == nil || kindOf(d) != kindScalar:
			errs = append(errs, fmt.Errorf("WithScalar names %s, which is no scalar of its own: its meaning is the specification's, or the schema's", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.cfg.typeResolvers)) {
		if d := e.schema.ast.Types[name]; d == nil || !d.IsAbstractType() {
			errs = append(errs, fmt.Errorf("WithTypeResolver names %s, which is no union or interface of the schema", name))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(e.cfg.trusted)) {
		if key != sha256Hex(e.cfg.trusted[key]) {
			errs = append(errs, fmt.Errorf("WithTrustedDocuments: "+notItsHash+" in lower-case hexadecimal", key))
		}
	}
	if l := e.cfg.limit; l != nil && (l.limiter == nil || l.client == nil) {
		errs = append(errs, errors.New("WithRateLimit needs a limiter, such as ratelimit.New(100, 5000), and a function that returns the key of a client"))
	}
	if n := e.cfg.http.maxBody; n <= 0 {
		errs = append(errs, fmt.Errorf("WithMaxBody(%d) lets no request in: leave it out for %d bytes", n, DefaultMaxBody))
	}
	if h := e.cfg.http; h.clientStreams != 0 && h.client == nil {
		errs = append(errs, errors.New("WithStreamsPerClient has no function that returns the key of a client"))
	}
	return errs
}

// A checker compares the Go types of resolvers with the SDL.
type checker struct {
	engine   *engine
	decoders decoderMaker
	errs     []error
	goTypes  map[*ast.Definition][]madeType // the Go types that values of an object type have
}

// A madeType is a Go type with the field that makes values of it.
type madeType struct {
	typ  reflect.Type
	from string
}

// bind gives a field its resolver.
func (c *checker) bind(name string, f *fieldDef, r Resolver) {
	s := r.signature()
	at := f.def.Position
	if s.name == "" {
		c.errs = append(c.errs, typesystem.Errorf(at, "the function of %s is nil", name))
		return
	}
	if err := c.bindArguments(name, f, s); err != nil {
		c.errs = append(c.errs, err)
	}
	root := c.isRoot(f)
	if root && s.root != reflect.TypeFor[any]() && s.root != reflect.TypeFor[None]() {
		c.errs = append(c.errs, typesystem.Errorf(at, "%s takes the root %s, but fields of %s have none: use any; see %s", name, s.root, f.parent.Name, s.name))
	}
	result := s.result
	if f.parent == c.engine.schema.ast.Subscription {
		event, ok := eventType(result)
		if !ok {
			c.errs = append(c.errs, typesystem.Errorf(at, "%s returns %s: a subscription returns a receive-only channel or an iter.Seq of %s; see %s", name, result, f.typ.text, s.name))
			return
		}
		result = event
	}
	_, batch := r.(batcher)
	if batch && root {
		c.errs = append(c.errs, typesystem.Errorf(at, "%s is a batch resolver, but %s has no parents to batch", name, f.parent.Name))
	}
	if why := c.engine.schema.fits(f.typ, result); why != "" && !c.mayTransform(f) {
		c.errs = append(c.errs, typesystem.Errorf(at, "%s is %s, but %s returns %s%s", name, f.typ.text, s.name, result, why))
	}
	if f.def.Name == referenceName {
		c.bindReference(name, f, s, batch)
	}
	f.resolver, f.blocking, f.informed = r, s.blocking, s.informed
	if s.blocking {
		c.engine.schema.blocking[f.def.Name] = true
	}
	if batch {
		c.engine.schema.batching[f.def.Name] = true
	}
}

// isRoot reports whether a field is of a root type, and so has no parent.
func (c *checker) isRoot(f *fieldDef) bool {
	s := c.engine.schema.ast
	return f.parent == s.Query || f.parent == s.Mutation || f.parent == s.Subscription
}

func (c *checker) bindArguments(name string, f *fieldDef, s signature) error {
	switch s.args {
	case reflect.TypeFor[None]():
		return c.unheard(name, f, s.name)
	case reflect.TypeFor[map[string]any]():
		return nil
	}
	if s.args.Kind() != reflect.Struct {
		return typesystem.Errorf(f.def.Position, "%s takes arguments as %s: use a struct, map[string]any or None; see %s", name, s.args, s.name)
	}
	d, err := c.decoders.decoder(s.args, f, name, s.name)
	if err != nil {
		return err
	}
	f.decode = d
	return nil
}

// unheard refuses the arguments of a field that is resolved without any.
func (c *checker) unheard(name string, f *fieldDef, by string) error {
	var errs []error
	makers := "FuncWith, Field or Batch"
	if c.isRoot(f) {
		makers = "FuncWith or Field"
	}
	for _, a := range f.args {
		if !a.optional {
			errs = append(errs, typesystem.Errorf(a.pos, "%s has the argument %s, but %s takes none: take a struct with it, by %s, or map[string]any to ignore it", name, a.name, by, makers))
		}
	}
	return errors.Join(errs...)
}

// eventType is the type of the events of a channel or iter.Seq.
func eventType(t reflect.Type) (reflect.Type, bool) {
	switch {
	case t.Kind() == reflect.Interface: // only run time knows
		return t, true
	case t.Kind() == reflect.Chan && t.ChanDir()&reflect.RecvDir != 0:
		return t.Elem(), true
	case isSeq(t):
		return t.In(0).In(0), true
	}
	return nil, false
}

// fits tells why values of a Go type can't be written as an output type; ""
// means that they can, as far as types tell.
func (s *schema) fits(t *typeRef, g reflect.Type) string {
	for g.Kind() == reflect.Pointer {
		g = g.Elem()
	}
	if g.Kind() == reflect.Interface {
		return ""
	}
	switch {
	case t.elem != nil:
		return s.fitsList(t, g)
	case t.selects():
		switch {
		case g.Kind() == reflect.Struct:
			return ""
		case g.Kind() == reflect.Map && g.Key().Kind() == reflect.String:
			return ""
		case g.NumMethod() > 0:
			return ""
		}
		return ": an object is a struct, a pointer to one, or a map with string keys"
	case t.kind == kindScalar:
		return s.fitsScalar(t, g)
	case basicLike(t, g):
		return ""
	}
	return fitsBasic(t, g)
}

func (s *schema) fitsList(t *typeRef, g reflect.Type) string {
	switch {
	case isSeq(g):
		return s.fits(t.elem, g.In(0).In(0))
	case g.Kind() == reflect.Slice || g.Kind() == reflect.Array:
		return s.fits(t.elem, g.Elem())
	}
	return ": a list is a slice, an array or an iter.Seq"
}

func (s *schema) fitsScalar(t *typeRef, g reflect.Type) string {
	known, ok := s.goTypes(t)
	if !ok || known.writes(g) || reflect.PointerTo(g).Implements(valuerType) {
		return ""
	}
	return unwritable(t, known.use)
}

func unwritable(t *typeRef, use string) string {
	return ": it can't be written as " + t.def.Name + ": use " + use
}

// basicLike reports whether a type's methods, or its pointer's, make t of it: a text is no Boolean, that of a time no
// number or name.
func basicLike(t *typeRef, g reflect.Type) bool {
	p := reflect.PointerTo(g)
	if p.Implements(textMarshalerType) {
		return t.kind == kindString || t.kind == kindID || t.kind != kindBoolean && g != reflect.TypeFor[time.Time]()
	}
	return p.Implements(valuerType) || p.Implements(stringerType) && t.takesString(g.Kind())
}

func fitsBasic(t *typeRef, g reflect.Type) string {
	k := g.Kind()
	ok := false
	switch t.kind {
	case kindInt:
		ok = isInteger(k)
	case kindFloat:
		ok = isNumber(k)
	case kindString, kindEnum:
		ok = k == reflect.String
	case kindBoolean:
		ok = k == reflect.Bool
	case kindID:
		ok = k == reflect.String || isInteger(k)
	}
	if ok || g == numberType {
		return ""
	}
	return unwritable(t, goFor[t.kind])
}

// checkRoots follows the Go types from the resolvers through properties and
// compares them with the roots that resolvers take, and with the schema's
// fields. Types that are only known at run time end the trail.
func (c *checker) checkRoots() {
	c.goTypes = map[*ast.Definition][]madeType{}
	for f := range c.engine.schema.allFields() {
		if f.resolver == nil {
			continue
		}
		result := f.resolver.signature().result
		if event, ok := eventType(result); ok && f.parent == c.engine.schema.ast.Subscription {
			result = event
		}
		c.flow(f.typ, result, f.coordinate())
	}
	c.checkReferences()
	c.warnOfMissing()
}

// flow notes that a field makes values of a Go type, and looks at its properties.
func (c *checker) flow(t *typeRef, g reflect.Type, from string) {
	for t.elem != nil {
		switch {
		case g.Kind() == reflect.Pointer:
			g = g.Elem()
			continue
		case isSeq(g):
			g = g.In(0).In(0)
		case g.Kind() == reflect.Slice || g.Kind() == reflect.Array:
			g = g.Elem()
		default:
			return
		}
		t = t.elem
	}
	if t.kind != kindObject || structOf(g) == nil {
		return
	}
	for _, known := range c.goTypes[t.def] {
		if known.typ == g {
			return
		}
	}
	c.goTypes[t.def] = append(c.goTypes[t.def], madeType{g, from})
	for _, fd := range t.def.Fields {
		c.checkField(c.engine.schema.fields[t.def][fd.Name], g, from)
	}
}

func (c *checker) checkField(f *fieldDef, parent reflect.Type, from string) {
	name := f.coordinate()
	if f.resolver != nil {
		if want := f.resolver.signature().root; !takesRoot(want, parent) {
			c.errs = append(c.errs, typesystem.Errorf(f.def.Position, "%s takes the root %s, but %s returns %s; see %s", name, want, from, parent, f.resolver.signature().name))
		}
		return
	}
	p := propertyOf(parent, f.def.Name)
	if !p.found {
		return
	}
	if g := c.engine.schema.subgraph; g == nil || !g.linked.IsExternal(f.parent, f.def) { // whose arguments the gateway has sent elsewhere
		if err := c.unheard(name, f, "the property of "+parent.String()); err != nil {
			c.errs = append(c.errs, err)
		}
	}
	if why := c.engine.schema.fits(f.typ, p.typ); why != "" && !c.mayTransform(f) {
		c.errs = append(c.errs, typesystem.Errorf(f.def.Position, "%s is %s, but in %s it is %s%s", name, f.typ.text, parent, p.typ, why))
		return
	}
	c.flow(f.typ, p.typ, name)
}

// mayTransform reports whether the function of a directive may still change the value.
func (c *checker) mayTransform(f *fieldDef) bool {
	uses := c.engine.schema.directivesOf(f)
	return slices.ContainsFunc(c.engine.cfg.directives, func(d Directive) bool { return d.change != nil && uses.ForName(d.name) != nil })
}

// takesRoot reports whether a resolver's root can be a value of a Go type.
func takesRoot(want, have reflect.Type) bool {
	if want == reflect.TypeFor[None]() || have.AssignableTo(want) {
		return true
	}
	if want.Kind() == reflect.Interface {
		return reflect.PointerTo(have).Implements(want)
	}
	if structOf(want) != nil && structOf(want) == structOf(have) {
		return true
	}
	return want.Kind() == have.Kind() && have.ConvertibleTo(want)
}

// warnOfMissing logs fields that have neither a resolver nor a property in the
// Go types their parents are known to have.
func (c *checker) warnOfMissing() {
	for f := range c.engine.schema.allFields() {
		if f.resolver != nil || f.parent.Kind != ast.Object {
			continue
		}
		if why := c.missing(f); why != "" {
			c.engine.warn(f.def.Position, "%s has no resolver%s", f.coordinate(), why)
		}
	}
}

// missing tells where a field without a resolver is not a property either.
func (c *checker) missing(f *fieldDef) string {
	so := "it will be null"
	if f.typ.nonNull {
		so = "it can't be null, so every request for it fails"
	}
	if c.isRoot(f) {
		return ": " + so
	}
	for _, g := range c.goTypes[f.parent] {
		if !propertyOf(g.typ, f.def.Name).found {
			return fmt.Sprintf(", and %s, which %s returns, has no such property: %s%s", g.typ, g.from, so, meant(g.typ, f))
		}
	}
	return ""
}
