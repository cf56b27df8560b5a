// Package mapper turns the calls of a routes file into routes: Rails' routing methods, scopes and
// names, with Rails' error messages. Rules follow Rails' own code, branch by branch; each
// type and word names its source.
//
// A [Drawing] is what is drawn for one application, which a [Host] answers for: what only
// the application knows, the words of gems, other routes files. A [Mapper] is the self of one
// `draw` block; it records routes in a [RouteSet]. This package reads no files and knows no gem.
//
// # Files in order
//
// What it asks: drawing.go (the application, and what mappers share), mapper.go (how a word
// runs), words.go (the words), split.go (a word whose arguments a condition decides), args.go
// (reading them), escape.go (code that is not read and gets the mapper).
//
// Scopes: scope.go, scopeobject.go (as routes files see it), resources.go, guarded_actions.go
// (actions that may not be there), resource_levels.go, resourceobject.go, concern.go.
//
// Routes: http.go (get, post, match), mount.go, unknown_app.go (applications that only the
// program could make), redirect_word.go, direct.go, mapping.go (options, requirements,
// defaults), requestmethods.go (what constraints may ask of a request), name.go, pathtext.go,
// set.go (recording), guard_sites.go and guard_text.go (what guards a route, as it is written),
// remark.go (what is said in vain).
//
// What only the application knows: unknown.go (values, by what they are used as), joined_path.go
// and relax.go (paths), placeholders.go (what rows show), slips.go (what is nearly an option).
package mapper
