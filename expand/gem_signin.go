package expand

import (
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
	return &dsl.Unknown{Text: s.Demand.String() + " " + s.Scope, Pos: c.Pos}, nil
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
func signIn(demand SignInDemand) func(*Mapper, *dsl.Call) (dsl.Value, error) {
	most := 2
	if demand == Unauthenticated {
		most = 1
	}
	return func(m *Mapper, c *dsl.Call) (dsl.Value, error) {
		if len(c.Args) > most {
			return nil, wrongArguments(len(c.Args), "0.."+string(rune('0'+most)))
		}
		condition := &SignIn{Demand: demand}
		if len(c.Args) > 0 && truthy(c.Args[0]) {
			scope, err := m.str(c.Args[0])
			if err != nil {
				return nil, err
			}
			condition.Scope = scope
		}
		if len(c.Args) > 1 && truthy(c.Args[1]) {
			condition.Check = c.Args[1]
		}
		if condition.Scope == "" {
			m.l.gems.scopeless = append(m.l.gems.scopeless, condition)
		}
		options := dsl.NewHash(1)
		options.Set(dsl.Symbol("constraints"), m.l.interp.NewObject(m.l.signInClass, condition))
		return m.self, m.inScope(options, actionOptions{}, func() error { return yield(c) })
	}
}

// nameScopes gives the conditions without a scope the default one. Devise:
// Devise.default_scope.
func (l *loader) nameScopes() {
	for _, s := range l.gems.scopeless {
		if l.gems.devise != nil {
			s.Scope = l.gems.devise.scope
		}
	}
}

// deviseScope is `devise_scope` and its other name `as`. It tells Devise whose
// controllers these are, and changes nothing about the routes. Devise:
// Mapper#devise_scope.
func (m *Mapper) deviseScope(c *dsl.Call) (dsl.Value, error) {
	if len(c.Args) != 1 {
		return nil, wrongArguments(len(c.Args), "1")
	}
	m.enter().called = true
	defer m.leave()
	return m.self, yield(c)
}
