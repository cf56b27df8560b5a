package bundle

import (
	"slices"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// signIn makes the method of one of the three words.
func (b *Bundle) signIn(demand route.SignInDemand) mapper.WordFunc {
	most := 2
	if demand == route.Unauthenticated {
		most = 1
	}
	return func(m *mapper.Mapper, c *dsl.Call) dsl.Value {
		if len(c.Args) > most {
			panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "0.."+string(rune('0'+most)))))
		}
		condition := &route.SignIn{Demand: demand}
		if len(c.Args) > 0 && ruby.Truthy(c.Args[0]) {
			scope := m.Str(c.Args[0])
			condition.Scope = scope
		}
		if len(c.Args) > 1 && ruby.Truthy(c.Args[1]) {
			condition.Check = c.Args[1]
		}
		if condition.Scope == "" {
			b.scopeless = true
		}
		options := dsl.NewHash(1)
		options.Set(dsl.Symbol("constraints"), b.Interp.NewObject(b.signInClass, condition))
		m.InScope(options, func() { c.Yield() })
		return m.Self()
	}
}

// NameScopes gives the conditions without a scope the default one. Where a condition
// decides which that is, their routes stand once for each. Devise:
// Devise.default_scope.
func (b *Bundle) NameScopes(sets []*mapper.RouteSet) error {
	config := b.configOf("Devise")
	if !b.scopeless || config == nil {
		return nil
	}
	s := scopeNames{bundle: b, scope: config.value("default_scope"), named: map[*route.SignIn]map[string]dsl.Value{}}
	for _, set := range sets {
		routes := make([]*route.Route, 0, len(set.Routes))
		for _, r := range set.Routes {
			more, err := s.rows(set, r)
			if err != nil {
				return err
			}
			routes = append(routes, more...)
		}
		set.Routes = routes
	}
	return nil
}

// scopeNames names the default scope of the conditions without one.
type scopeNames struct {
	bundle *Bundle
	scope  dsl.Value                              // the default one
	named  map[*route.SignIn]map[string]dsl.Value // the conditions that were named, by the scope
}

// rows gives a route for each scope that the conditions which hold for it leave.
func (s *scopeNames) rows(set *mapper.RouteSet, r *route.Route) (routes []*route.Route, err error) {
	if !slices.ContainsFunc(r.Callables, isScopeless) {
		return []*route.Route{r}, nil
	}
	t, callables := s.bundle.Thread, r.Callables
	err = t.Within(r.Conditions, func() error {
		return dsl.Attempt(func() {
			ruby.Either(t, s.scope, nil, func(scope dsl.Value) {
				one := r
				if len(routes) > 0 {
					one = set.Again(r)
				}
				one.Conditions, one.Callables = t.Conditions(), s.name(callables, ruby.NameText(scope))
				routes = append(routes, one)
			})
		})
	})
	return routes, err
}

// name gives callables in which the conditions have a scope. Routes of one block keep
// sharing theirs.
func (s *scopeNames) name(callables []dsl.Value, scope string) []dsl.Value {
	named := slices.Clone(callables)
	for i, v := range callables {
		if !isScopeless(v) {
			continue
		}
		condition := route.SignInOf(v)
		if s.named[condition] == nil {
			s.named[condition] = map[string]dsl.Value{}
		}
		if s.named[condition][scope] == nil {
			own := *condition
			own.Scope = scope
			s.named[condition][scope] = s.bundle.Interp.NewObject(s.bundle.signInClass, &own)
		}
		named[i] = s.named[condition][scope]
	}
	return named
}

// isScopeless tells a condition that names no scope.
func isScopeless(v dsl.Value) bool {
	s := route.SignInOf(v)
	return s != nil && s.Scope == ""
}
