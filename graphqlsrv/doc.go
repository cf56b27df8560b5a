// Package graphqlsrv is a GraphQL server by convention: SDL files say what there
// is, services of plain Go functions say where it comes from.
//
//	//go:embed *.graphql
//	var sdl embed.FS
//
//	h, err := graphqlsrv.New(sdl,
//		graphqlsrv.WithServices(users.Service, posts.Service), // map[string]graphqlsrv.Resolver
//		graphqlsrv.WithAuth(decodeJWT, users.Current))
//
//	var Service = map[string]graphqlsrv.Resolver{
//		"users":      graphqlsrv.Func(All),                   // Query.users
//		"createUser": graphqlsrv.FuncWith(Create),            // Mutation.createUser
//		"User.posts": graphqlsrv.Batch(PostsOf),              // for all users of a list at once
//		"User.name":  graphqlsrv.Computed((*User).FullName),  // not in the record
//	}
//
// # Fields
//
// Each field of Query, Mutation and Subscription is backed by the resolver of
// its name; "Type.field" resolves a field of another type. A field without a
// resolver takes the property of its parent with that name: the key of a map,
// the struct's field with that json tag, the struct's field of that name, the
// method of that name without arguments (func() T or func() (T, error)). What is
// missing is null, an error where the field must not be null. New warns of
// fields that it knows to be missing.
//
// # Types
//
// Int takes Go's integers, Float its numbers, String strings, Boolean bool, ID
// strings and integers, enums strings, a list a slice, an array or an iter.Seq,
// an object a struct, a pointer to one or a map with string keys. nil is null.
// What only run time knows (any) is written by the rules of graphql-js, with its
// messages.
//
// A type with MarshalText, Value (driver.Valuer, as sql.NullString) or String,
// its own or its pointer's, stands for what the first of these returns. String
// does not count for strings, which are written as they are, as encoding/json
// does, nor for numbers that are an Int, Float or ID, nor for a Boolean. A scalar without a
// [Scalar] takes such types, too; MarshalJSON goes first there.
//
// The object type of a value of a union or interface is told by
// [WithTypeResolver], by the value's __typename, or by the name of its Go type.
//
// # Errors
//
// Clients see errors of type [Error], and those of the query itself. Any other
// is logged and masked. A panic is a masked error with its path and stack in the log.
//
// # Concurrency
//
// Fields of Query, and items of lists, run concurrently where resolvers may
// block ([Field], [Func], [FuncWith], [Batch], not [Computed]), up to
// [WithConcurrency] goroutines a request; fields of Mutation run one after the
// other. The context of the request ends when the client goes away: no resolver
// is called from then on.
//
// # Inside
//
// A request becomes bytes in these steps, each in the file of its name:
//
//	http.go      Request              transport: decoding, status codes
//	service.go   engine.prepare       -> *operation or *failure, which says what kind of error it is
//	document.go  engine.document      parsing, armor.go, validation; cached
//	plan.go      selection.of         what is written, in which order; cached with the document
//	coerce.go    engine.variables     variables; literal.go: arguments
//	execute.go   operation.execute    resolving; parallel.go, batch.go
//	complete.go  writer.complete      values into bytes; leaf.go, jsontext
//	entities.go  entitiesResolver     what a subgraph answers to gateways
//
// A transport calls engine.newContext (authentication), engine.prepare, and then
// operation.execute(ctx, dst) []byte for queries and mutations, or
// operation.subscribe(ctx), a sequence of responses, for subscriptions;
// operation.kind tells which. failure.kind and failure.append make the answer to
// a request that can't be executed.
package graphqlsrv
