// Package dispatch serves an expand.Table with Rails' rules: which route answers
// a request, with which parameters, and what redirects, constraints and mounts
// do with it.
//
//	table, err := expand.Load("config/routes.rb", expand.Options{})
//	router, err := dispatch.New(table,
//		dispatch.Controller("posts", &Posts{}),
//		dispatch.Mount("GraphQL::Server", graphql))
//	http.ListenAndServe(":3000", router)
//
// # Matching
//
// The path is matched as it came, percent-encoded: doubled slashes and one at
// the end are dropped, escapes are written in upper case. Parameters are
// unescaped when they are captured; %2F and %2E are no separators. The first
// declared route wins whose path, verb and conditions fit; then its lambdas and
// constraint objects are asked, in the interpreter that read the routes file.
// One that says no, and an application that answers X-Cascade: pass, let the
// next route have the request. HEAD takes the routes that name it, or else
// GET's. Rails: Journey::Router.
//
// A [Router] holds every exact path whose answer is known already in a
// httprouter, where it allocates nothing. Everything else goes through a trie of
// tokens whose nodes know the lowest route and the verbs below them; see
// package match. Requirements are compiled to byte automata, look-around included;
// those that have none run on the matcher of package internal/regex.
//
// # Bounds
//
// To match a path takes time that grows with its length. Requirements that need
// more have a number of steps for each request ([WithMatchSteps]), and the blocks
// that one request runs share the limits of [WithBlockLimits]; a request that runs
// into them is answered 503. Paths over 64 KiB (65,536 bytes) are answered 414.
// Bodies are read for parameters up to 4 MiB, and only when a constraint,
// [Info.Params] or [WithMethodOverride] asks; the handler gets the whole body again.
//
// # Differences
//
// Rails evaluates the conditions of all routes whose path fits before it calls
// the first; here those behind the answer are not asked, so that an exception
// in one of them goes unnoticed. Constraints see the request read-only. An
// action that answers X-Cascade: pass is not passed on; mounted applications
// and inline endpoints are. Multipart files are the handler's and no parameters.
package dispatch
