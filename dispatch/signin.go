package dispatch

import (
	"errors"
	"net/http"

	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
	"signalbox/expand/route"
)

// SignedIn tells who is signed in, for the routes in `authenticate`,
// `authenticated` and `unauthenticated` of Devise. It is asked with
// s.Check == nil whether somebody is signed in to s.Scope; then, if so and if the
// routes file gives a lambda, once more with the lambda as s.Check, whether it
// holds for that person:
//
//	dispatch.SignedIn(func(r *http.Request, s expand.SignIn) bool {
//		user := sessions.User(r, s.Scope) // "admin"
//		if s.Check != nil {               // authenticated :admin, ->(admin) { admin.chief? }
//			return user.Chief
//		}
//		return user != nil
//	})
//
// Without it, such routes are an error of [New], unless [Fallback] takes their requests
// or [NotImplemented] lets them fail, see [Router.Gaps]; a [Matcher] takes the visitor as
// not signed in. The answer of `authenticate` is 401, see [StatusOf] and
// [OnError] for another one. Warden: Proxy#authenticate?.
func SignedIn(holds func(r *http.Request, s route.SignIn) bool) Option {
	return func(c *config) {
		if holds == nil {
			c.refuse("SignedIn has no function")
			return
		}
		c.signedIn = holds
	}
}

// errSignIn is the answer of `authenticate` to visitors.
var errSignIn = &rack.StatusError{Status: http.StatusUnauthorized, Text: "sign in"}

// signedIn tells whether a request meets what a block of Devise demands.
func (q *request) signedIn(s *route.SignIn) (bool, error) {
	plain := *s
	plain.Check = nil
	if q.core.signedIn == nil && !q.core.Guess {
		return false, &openError{signInGap()}
	}
	in := q.core.signedIn != nil && q.core.signedIn(q.HTTP, plain)
	switch {
	case s.Demand == route.Unauthenticated:
		return !in, nil
	case !in && s.Demand == route.Authenticate:
		return false, errSignIn
	case !in || s.Check == nil:
		return in, nil
	}
	return q.core.signedIn(q.HTTP, *s), nil
}

// refused makes 401 the answer of a route that only those see who are signed in.
func (f *Match) refused(q *request, row *route.Route, err error) bool {
	if !errors.Is(err, errSignIn) {
		return false
	}
	*f = Match{Status: errSignIn.Status, Route: row, Params: withoutEndpoint(q.Params), Err: err, Passed: f.Passed}
	return true
}

// unsigned tells why a block of Devise does not let a request in; "" if it does.
func (q *request) unsigned(v dsl.Value) string {
	s := route.SignInOf(v)
	if s == nil {
		return ""
	}
	if ok, err := q.signedIn(s); ok && err == nil {
		return ""
	}
	word := "`" + s.Demand.String() + "`"
	if s.Scope != "" {
		word = "`" + s.Demand.String() + " :" + s.Scope + "`"
	}
	plain := *s
	plain.Check = nil
	switch in, _ := q.signedIn(&plain); {
	case s.Demand == route.Unauthenticated:
		return word + " wants nobody to be signed in"
	case in:
		return word + " does not hold for who is signed in"
	}
	return word + " wants somebody to be signed in; nobody is"
}
