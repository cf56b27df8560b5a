// Package dispatch serves the routes of an expand.Table as an http.Handler. It
// follows Rails: which route answers a request, its parameters, redirects,
// constraints and mounts.
//
//	table, err := expand.Load("config/routes.rb", expand.Options{})
//	router, err := dispatch.New(table,
//		dispatch.Controller("posts", &Posts{}),
//		dispatch.Mount("GraphQL::Server", graphql))
//	http.ListenAndServe(":3000", router)
//
// # Matching
//
// The path is matched percent-encoded. Doubled and trailing slashes are dropped,
// and escapes become upper case. Parameters are unescaped when they are captured;
// %2F and %2E are not separators. The first declared route wins whose path, verb
// and conditions match. Its lambdas and constraint objects then run in the
// interpreter that ran the routes file. If one returns false, or an application
// answers X-Cascade: pass, the next route gets the request. HEAD matches routes
// that name it, else those of GET. Rails: Journey::Router.
//
// A [Router] keeps each exact path with a known answer in a httprouter, which
// does not allocate. Other paths go through a trie of tokens, whose nodes store the
// lowest route and the verbs below them; see package match. Requirements compile to
// byte automata, look-around included; others run in package internal/regex.
//
// # From request to answer
//
// [Router.ServeHTTP] tells observers, if there are any, and calls handle (router.go), which
// looks a path without parameters up in httprouter. What is not there goes to serve (serve.go):
//
//   - route finds the first route whose path, verb and conditions fit (core.go, package match).
//   - A handler that needs nothing but the path gets it at once: a native one its parameters,
//     an http.Handler a request with the route in its context (plain.go).
//   - All else is asked, one route after the other: admitted asks constraints and lambdas
//     (constraint.go, package rack), answer calls the handler, mount, redirect or inline
//     endpoint, and what passes lets the next route try (cascade.go).
//   - Without any there is miss, and fail where an error kept the request from being routed
//     (miss.go).
//
// # Files in order
//
// Set up: options.go, handler.go (methods as actions), router.go (a table with its handlers),
// core.go (a table ready for requests), check.go and gaps.go (what cannot be answered).
//
// A request: serve.go, plain.go, pathvalues.go, request.go, constraint.go, signin.go, guard.go,
// cascade.go, miss.go, errors.go, allowed_hosts.go; info.go and observe.go say of it what
// handlers and observers ask.
//
// The same without handlers: match.go (which route answers), candidate.go (where only the
// application knows), explain.go (why others do not), steer.go and dead_redirect.go (where
// redirects lead).
//
// # Bounds
//
// Matching takes time linear in the path's length. Requirements that need more get
// a number of steps per request ([WithMatchSteps]), and the blocks of one request
// share the limits of [WithBlockLimits]; beyond them, the answer is 503. Paths over
// 64 KiB (65,536 bytes) are answered with 414. Bodies are read for parameters up to
// 4 MiB, and only if a constraint, [Info.Params] or [WithMethodOverride] needs them;
// the handler still gets the whole body.
//
// # Differences
//
// Rails evaluates the conditions of all routes whose path matches before it calls
// the first one. This package stops at the answer, so an exception in a later
// condition goes unnoticed. Constraints see a read-only request. X-Cascade: pass
// works for mounted applications and inline endpoints, not for actions. Multipart
// files are left to the handler and are not parameters.
package dispatch
