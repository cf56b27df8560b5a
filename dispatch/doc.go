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
