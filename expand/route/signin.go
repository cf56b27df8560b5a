package route

import "signalbox/dsl"

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
	// Demand is what is asked for.
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

// Kept implements dsl.Keeper.
func (s *SignIn) Kept(visit func(...dsl.Value)) { visit(s.Check) }

// SignInOf returns the SignIn that one of a route's Callables is; nil if it is
// something else.
func SignInOf(v dsl.Value) *SignIn {
	if o, ok := v.(*dsl.Object); ok {
		s, _ := o.Host.(*SignIn)
		return s
	}
	return nil
}
