package expand

import (
	"slices"

	"signalbox/dsl"
)

// A SignIn is the condition that `authenticate`, `authenticated` and
// `unauthenticated` put on the routes in their blocks:
//
//	authenticated :admin, ->(admin) { admin.chief? } do
//	  get "tower", to: "towers#show"
//	end
//
// It is the Host of one of the route's Callables. Who is signed in, only the
// application knows. Devise: Mapper#constraints_for.
type SignIn struct {
	// Demand tells what is asked for.
	Demand SignInDemand
	// Scope is Devise's scope, "admin": the name of the first devise_for where the
	// routes file says none, and empty if there is no devise_for either.
	Scope string
	// Check is the lambda that is asked about the user who is signed in; nil
	// without one.
	Check dsl.Value
}

// A SignInDemand is what a SignIn asks of the visitor.
type SignInDemand uint8

// The demands, one for each word.
const (
	Authenticate    SignInDemand = iota // sign in, or the answer is 401
	Authenticated                       // only who is signed in sees the route
	Unauthenticated                     // only who is not
)

var demandNames = [...]string{"authenticate", "authenticated", "unauthenticated"}

// String is the word.
func (d SignInDemand) String() string { return demandNames[d] }

// Call implements dsl.Receiver: the answer is the application's.
func (s *SignIn) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name == "inspect" || c.Name == "to_s" {
		return dsl.NewString("#<" + s.Demand.String() + " " + s.Scope + ">"), nil
	}
	return dsl.NewUnknown(s.Demand.String()+" "+s.Scope, c.Pos), nil
}

// SignInOf gives the SignIn that one of a route's Callables is; nil if it is
// something else.
func SignInOf(v dsl.Value) *SignIn {
	if o, ok := v.(*dsl.Object); ok {
		s, _ := o.Host.(*SignIn)
		return s
	}
	return nil
}

func signInWords(name string) bool { return name == "matches?" }

// signIn makes the method of one of the three words.
func signIn(demand SignInDemand) wordFunc {
	most := 2
	if demand == Unauthenticated {
		most = 1
	}
	return func(m *Mapper, c *dsl.Call) dsl.Value {
		if len(c.Args) > most {
			panic(dsl.Fail(wrongArguments(len(c.Args), "0.."+string(rune('0'+most)))))
		}
		condition := &SignIn{Demand: demand}
		if len(c.Args) > 0 && truthy(c.Args[0]) {
			scope := m.str(c.Args[0])
			condition.Scope = scope
		}
		if len(c.Args) > 1 && truthy(c.Args[1]) {
			condition.Check = c.Args[1]
		}
		if condition.Scope == "" {
			m.l.gems.scopeless = true
		}
		options := dsl.NewHash(1)
		options.Set(dsl.Symbol("constraints"), m.l.interp.NewObject(m.l.signInClass, condition))
		m.inScope(options, actionOptions{}, func() { yield(c) })
		return m.self
	}
}

// nameScopes gives the conditions without a scope the default one. Where a condition
// decides which that is, their routes stand once for each. Devise:
// Devise.default_scope.
func (l *loader) nameScopes() error {
	if !l.gems.scopeless || l.gems.devise == nil {
		return nil
	}
	s := scopeNames{l: l, named: map[*SignIn]map[string]dsl.Value{}}
	for _, set := range l.sets {
		routes := make([]*Route, 0, len(set.routes))
		for _, r := range set.routes {
			more, err := s.route(r)
			if err != nil {
				return err
			}
			routes = append(routes, more...)
		}
		set.routes = routes
	}
	return nil
}

// scopeNames names the default scope of the conditions without one.
type scopeNames struct {
	l     *loader
	named map[*SignIn]map[string]dsl.Value // the conditions that were named, by the scope
}

// route gives a route for each scope that the conditions which hold for it leave.
func (s *scopeNames) route(r *Route) (routes []*Route, err error) {
	if !slices.ContainsFunc(r.Callables, isScopeless) {
		return []*Route{r}, nil
	}
	t, callables := s.l.thread, r.Callables
	err = t.Within(r.Conditions, func() error {
		return dsl.Attempt(func() {
			either(t, s.l.deviseWords("default_scope"), &gemSetting{}, func(scope dsl.Value) {
				one := r
				if len(routes) > 0 {
					own := *r
					one = &own
				}
				one.Conditions, one.Callables = t.Conditions(), s.name(callables, textOfName(scope))
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
		condition := SignInOf(v)
		if s.named[condition] == nil {
			s.named[condition] = map[string]dsl.Value{}
		}
		if s.named[condition][scope] == nil {
			own := *condition
			own.Scope = scope
			s.named[condition][scope] = s.l.interp.NewObject(s.l.signInClass, &own)
		}
		named[i] = s.named[condition][scope]
	}
	return named
}

// isScopeless tells a condition that names no scope.
func isScopeless(v dsl.Value) bool {
	s := SignInOf(v)
	return s != nil && s.Scope == ""
}
