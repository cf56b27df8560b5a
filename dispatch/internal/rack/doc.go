// Package rack implements requests as Ruby sees them: the ActionDispatch::Request that lambdas,
// constraint objects, redirects and inline endpoints of a routes file use, and the responses of
// redirects and inline endpoints. It does not deal with routes: package dispatch checks their
// conditions and decides unknown values ([Request.Decide]).
//
//	world := rack.NewWorld(table.Interp)
//	q := &rack.Request{HTTP: r, World: world, Settings: &rack.Settings{}, Verb: "GET", Path: "/posts/1"}
//	q.Run().Call(lambda, "call", q.Ruby())
//
// # Files in order
//
// A request: request.go, words.go (the methods that Ruby code may call), world.go (the classes
// that have them), fromenv.go (a request made of an environment), env.go (the environment,
// headers, cookies, the session).
//
// Its parts: authority.go (the host), addresses.go (the client), mime.go (what it accepts and
// sends), params.go (query and body, nested), json.go, body.go (looked at and left to be read),
// override.go (the verb that a form means), values.go (Go's values and Ruby's).
//
// Its answers: redirect.go, location.go and urlfor.go (the address a redirect leads to), inline.go
// (Rack endpoints in the routes file), errors.go.
package rack
