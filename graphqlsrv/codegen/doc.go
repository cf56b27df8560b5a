// Package codegen writes Go for a GraphQL schema: a struct for every object and
// input type and for the arguments of every field, a string type for every enum,
// an interface for every GraphQL interface and union, and one interface, Service,
// with a method for each field that has to be resolved. A service that lacks a
// field, or has a wrong type, is then an error of the compiler.
//
//	src, err := codegen.Go(os.DirFS("graphql"), codegen.Options{Package: "graph"})
//
// The function Resolvers of the code joins a service to the server:
//
//	graphqlsrv.New(os.DirFS("graphql"), graphqlsrv.WithServices(graph.Resolvers(service)))
//
// The server doesn't need any of it. The same schema gives the same bytes.
//
// # What is resolved
//
// Every field of Query, Mutation and Subscription is a method of Service, those of
// Subscription give an iter.Seq of the events, as a graphqlsrv.Topic does. Of the
// fields of an object type, those with arguments are, and those that lead to
// other objects if the type is a record of its own, which is to say that it has
// a field id or is an entity of a subgraph, unless its key has them; all others are fields of the type's struct. [Options] may decide
// otherwise for single fields.
//
// Each entity of a subgraph whose key is resolvable has a method, too, which finds what a
// gateway refers to. It gets a struct of the fields of its keys, and of those that @requires
// names, with pointers where not every representation has them:
//
//	ReferenceProduct(ctx context.Context, reference ProductReference) (*Product, error)
//
// # Types
//
//	Int, Float, String, Boolean, ID   int, float64, string, bool, string
//	BigInt, Byte, JSON, JSONObject    *big.Int, []byte, any, map[string]any
//	Date, Time, DateTime              time.Time
//	File, Upload                      *graphqlsrv.Upload
//	other scalars                     any, or what Options.Scalars says
//	an object, interface, union       *User, Node, Media
//	a type that may be null           a pointer, where the Go type has no nil
//	[T]                               []T
package codegen
