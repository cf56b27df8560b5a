package graphqlsrv

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/federation"
	"signalbox/graphqlsrv/internal/rules"
	"signalbox/graphqlsrv/internal/typesystem"
)

// A Directive gives a directive on fields of the SDL its meaning. [Validator]
// and [Transformer] make them. On a field of an interface it holds for that field
// of every type with the interface, unless a type has the directive itself, with
// other arguments perhaps, or @skipAuth.
type Directive struct {
	name     string
	validate func(context.Context, DirectiveCall) error
	change   func(context.Context, any, DirectiveCall) (any, error)
	informed bool // the function gets an Info
}

// A DirectiveCall is what the function of a directive is told.
type DirectiveCall struct {
	Args map[string]any // the directive's arguments in the SDL, with defaults; not to be changed
	Info *Info          // the field it stands on
}

// Validator makes a directive that decides whether a field may be resolved: it
// runs before the resolver, and before a subscription starts; its error is the
// field's.
//
//	graphqlsrv.Validator("owner", func(ctx context.Context, d graphqlsrv.DirectiveCall) error {
//		if graphqlsrv.FromContext(ctx).CurrentUser == nil {
//			return graphqlsrv.Unauthenticated("Log in first.")
//		}
//		return nil
//	})
func Validator(name string, f func(context.Context, DirectiveCall) error) Directive {
	return Directive{name: name, validate: f, informed: true}
}

// Transformer makes a directive that replaces what a field resolved to: a value
// of the resolver's, or the property's, own type; null is nil, or a nil pointer. Several on one
// field run in their order in the SDL.
//
//	graphqlsrv.Transformer("upper", func(_ context.Context, v any, _ graphqlsrv.DirectiveCall) (any, error) {
//		if s, ok := v.(string); ok {
//			return strings.ToUpper(s), nil
//		}
//		return v, nil
//	})
func Transformer(name string, f func(ctx context.Context, value any, d DirectiveCall) (any, error)) Directive {
	return Directive{name: name, change: f, informed: true}
}

// A directiveUse is a directive on a field.
type directiveUse struct {
	Directive
	args map[string]any
}

// validate asks the validators of a field.
func (f *fieldDef) validate(ctx context.Context, info *Info) error {
	for _, d := range f.validators {
		if err := d.Directive.validate(ctx, DirectiveCall{d.args, info}); err != nil {
			return err
		}
	}
	return nil
}

// transform has the transformers of a field change its value.
func (f *fieldDef) transform(ctx context.Context, value any, info *Info) (_ any, err error) {
	for _, d := range f.transforms {
		if value, err = d.change(ctx, value, DirectiveCall{d.args, info}); err != nil {
			return nil, err
		}
	}
	return value, nil
}

// skipAuth is the directive of fields that are for everyone.
const skipAuth = "skipAuth"

// applyDirectives finds the directives of every field and makes sure that those
// of the root types have one.
func (e *engine) applyDirectives() []error {
	known := map[string]Directive{"requireAuth": {name: "requireAuth", validate: e.requireAuth}, skipAuth: {name: skipAuth}}
	var errs []error
	for i, d := range e.cfg.directives {
		if slices.ContainsFunc(e.cfg.directives[:i], func(other Directive) bool { return other.name == d.name }) {
			errs = append(errs, fmt.Errorf("the directive @%s has two functions: WithDirective gives it one, a Validator or a Transformer", d.name))
		}
		if e.schema.ast.Directives[d.name] == nil {
			errs = append(errs, fmt.Errorf("the directive @%s is not declared: add directive @%s on FIELD_DEFINITION to the schema%s", d.name, d.name, rules.Near(".", d.name, maps.Keys(e.schema.ast.Directives))))
		}
		if d.validate == nil && d.change == nil {
			errs = append(errs, fmt.Errorf("the function of the directive @%s is nil", d.name))
		}
		known[d.name] = d
	}
	if err := e.checkRequireAuth(); err != nil {
		errs = append(errs, err)
	}
	for f := range e.schema.allFields() {
		e.applyTo(f, known)
	}
	e.warnOfIdle(known)
	if !e.cfg.undirected {
		errs = append(errs, e.checkDirectives(known)...)
	}
	return errs
}

// applyTo gives a field its directives, whose arguments checkUses has seen.
func (e *engine) applyTo(f *fieldDef, known map[string]Directive) {
	for _, use := range e.schema.directivesOf(f) {
		d := known[use.Name]
		if d.validate == nil && d.change == nil {
			continue
		}
		defs, _ := e.schema.arguments(e.schema.ast.Directives[use.Name].Arguments)
		args, _ := e.schema.argumentValues(defs, use.Arguments, nil, use.Position)
		f.informed = f.informed || d.informed
		if d.validate != nil {
			f.validators = append(f.validators, directiveUse{d, args})
		} else {
			f.transforms = append(f.transforms, directiveUse{d, args})
		}
	}
}

// checkRequireAuth refuses arguments of a @requireAuth that the application
// declares but leaves to this package, which knows roles only.
func (e *engine) checkRequireAuth() error {
	d := e.schema.ast.Directives["requireAuth"]
	if d == nil || !e.ownsRequireAuth() {
		return nil
	}
	for _, a := range d.Arguments {
		if a.Name != "roles" {
			return typesystem.Errorf(a.Position, "@requireAuth has the argument %s, of which only the application can know the meaning: give it by WithDirective(Validator(\"requireAuth\", …))", a.Name)
		}
	}
	return nil
}

// ownsRequireAuth reports whether @requireAuth is this package's own.
func (e *engine) ownsRequireAuth() bool {
	return !slices.ContainsFunc(e.cfg.directives, func(d Directive) bool { return d.name == "requireAuth" })
}

// directivesOf are the directives of a field, and those that stand on the field
// in the interfaces of its type: who may not ask an interface for something may
// not ask its types either. A directive of the same name, or @skipAuth, on the
// field itself replaces the interface's.
func (s *schema) directivesOf(f *fieldDef) ast.DirectiveList {
	own := f.def.Directives
	all := slices.Clone(own)
	for _, name := range f.parent.Interfaces {
		above := s.ast.Types[name].Fields.ForName(f.def.Name)
		if above == nil || own.ForName(skipAuth) != nil {
			continue
		}
		for _, use := range above.Directives {
			if own.ForName(use.Name) == nil && !slices.ContainsFunc(all, func(d *ast.Directive) bool { return sameUse(d, use) }) {
				all = append(all, use)
			}
		}
	}
	return all
}

// sameUse reports whether two directives say the same.
func sameUse(a, b *ast.Directive) bool {
	return a.Name == b.Name && slices.EqualFunc(a.Arguments, b.Arguments, func(x, y *ast.Argument) bool {
		return x.Name == y.Name && x.Value.String() == y.Value.String()
	})
}

// checkDirectives makes sure that nobody forgot who may ask for a field.
func (e *engine) checkDirectives(known map[string]Directive) (errs []error) {
	s := e.schema.ast
	for _, root := range []*ast.Definition{s.Query, s.Mutation, s.Subscription} {
		if root == nil {
			continue
		}
		for _, f := range root.Fields {
			if strings.HasPrefix(f.Name, "__") || e.schema.own[f] {
				continue
			}
			if !slices.ContainsFunc(f.Directives, func(d *ast.Directive) bool { _, ok := known[d.Name]; return ok }) {
				errs = append(errs, typesystem.Errorf(f.Position, "You must specify one of @requireAuth, @skipAuth or a custom directive for %s.%s", root.Name, f.Name))
			}
		}
	}
	return errs
}

// builtin are the directives that have their meaning without a function.
var builtin = []string{"deprecated", "cost", "listSize"}

// warnOfIdle warns of the directives that stand on fields but have no function there, and of
// @requireAuth where nobody can be logged in, each once, with its first place.
func (e *engine) warnOfIdle(known map[string]Directive) {
	places := map[string][]*ast.Position{}
	anonymous := e.cfg.decode == nil && e.cfg.currentUser == nil && e.ownsRequireAuth()
	for f := range e.schema.allFields() {
		for _, use := range f.def.Directives {
			at := e.schema.ast.Directives[use.Name].Position
			_, ok := known[use.Name]
			if anonymous && use.Name == "requireAuth" || !ok && !slices.Contains(builtin, use.Name) && at.Src.Name != federation.File {
				places[use.Name] = append(places[use.Name], use.Position)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		more := ""
		if n := len(places[name]) - 1; n > 0 {
			more = fmt.Sprintf(", as in %d more places", n)
		}
		if name == "requireAuth" {
			e.warn(places[name][0], "@%s refuses everyone here%s: WithAuth tells who is asking", name, more)
		} else {
			e.warn(places[name][0], "@%s has no function, so it does nothing here%s: WithDirective gives it one", name, more)
		}
	}
}
