// Package mapper turns the calls of a routes file into routes: Rails' routing methods, scopes and
// names, with Rails' error messages. It follows Rails' code branch by branch; each type and
// method names its source.
//
// A [Drawing] holds the routes drawn for one application. Its [Host] provides unknown values,
// the routing methods of gems, and other routes files. A [Mapper] is the self of one `draw`
// block; it records routes in a [RouteSet]. This package does not deal with files or gems.
//
// # Files in order
//
// Basics: drawing.go (the application, and what mappers share), mapper.go (how a method runs),
// words.go (the methods), split.go (a call whose arguments depend on a condition), args.go
// (arguments), escape.go (unknown code that gets the mapper).
//
// Scopes: scope.go, scopeobject.go (as routes files see it), resources.go, guarded_actions.go
// (actions that may not exist), resource_levels.go (collection, member, new, nested),
// resourceobject.go, concern.go.
//
// Routes: http.go (get, post, match), mount.go, unknown_app.go (applications that are
// unknown), redirect_word.go, direct.go, mapping.go (options, requirements,
// defaults), rewriter.go (other routes in place of those declared), requestmethods.go (request
// methods for constraints), name.go, pathtext.go,
// set.go (recording), guard_sites.go and guard_text.go (guards as source code),
// remark.go (code without effect).
//
// Unknown values: unknown.go (by use), joined_path.go and relax.go (paths), placeholders.go
// (what rows show), slips.go (misspelt options).
//
// mixed.go: code of the application that gives the mapper other methods.
package mapper
