package codegen_test

import (
	"bytes"
	"context"
	"flag"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/graphqlsrv"
	"signalbox/graphqlsrv/codegen"
	"signalbox/graphqlsrv/codegen/testdata/graph"
	"signalbox/graphqlsrv/codegen/testdata/library"
)

var update = flag.Bool("update", false, "write testdata/graph and testdata/library")

// TestGo: testdata/graph and testdata/library are what is written for testdata/schema and
// testdata/subgraph; that they compile and fit the server, TestService and TestReferences tell.
func TestGo(t *testing.T) {
	for schema, options := range map[string]codegen.Options{
		"schema": {
			Package: "graph",
			Scalars: map[string]string{"Url": "*net/url.URL"},
			Batched: []string{"Post.author"},
		},
		"subgraph": {Package: "library", Batched: []string{"Book.__resolveReference"}},
	} {
		generated := "testdata/" + options.Package + "/" + options.Package + ".go"
		src, err := codegen.Go(os.DirFS("testdata/"+schema), options)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(generated, src, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(generated)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(src)); diff != "" {
			t.Errorf("run go test -update ./graphqlsrv/codegen and look at the difference (-file +written)\n%s", diff)
		}
		for range 5 {
			again, err := codegen.Go(os.DirFS("testdata/"+schema), options)
			if err != nil || !bytes.Equal(src, again) {
				t.Fatal("the same schema gives other bytes", err)
			}
		}
	}
}

// shop implements the interface that was written.
type shop struct{}

func text(s string) *string { return &s }

var ann = &graph.User{ID: "1", Email: "ann@example.org", Name: text("Ann"), CreatedAt: time.Date(2025, 9, 3, 10, 0, 0, 0, time.UTC)}

func (shop) User(_ context.Context, args graph.UserArgs) (*graph.User, error) {
	if args.ID != "1" {
		return nil, nil
	}
	return ann, nil
}
func (shop) Users(context.Context) ([]*graph.User, error) { return []*graph.User{ann}, nil }

func (shop) Posts(_ context.Context, args graph.PostsArgs) (*graph.Page, error) {
	p := &graph.Post{ID: "p1", Title: "none", Tags: []string{}}
	if args.Filter != nil {
		p.Tags, p.Color = args.Filter.Tags, args.Filter.Color
	}
	if args.By != nil && args.By.Title != nil {
		p.Title = *args.By.Title
	}
	return &graph.Page{Posts: []*graph.Post{p}, Total: 1}, nil
}

func (shop) Search(context.Context, graph.SearchArgs) ([]graph.Found, error) {
	return []graph.Found{ann, &graph.Post{ID: "p2", Title: "Found"}}, nil
}
func (shop) Node(context.Context, graph.NodeArgs) (graph.Node, error) { return ann, nil }
func (shop) Service(context.Context) (any, error)                     { return map[string]any{"up": true}, nil }

func (shop) Post(_ context.Context, args graph.PostArgs) (*graph.Post, error) {
	if args.Cover != nil {
		return nil, graphqlsrv.BadUserInput("no covers", nil)
	}
	return &graph.Post{ID: "new", Title: args.Title, Color: &args.Color}, nil
}

func (shop) MutationUser(context.Context, graph.MutationUserArgs) (*graph.User, error) {
	return ann, nil
}

func (shop) Posted(_ context.Context, args graph.PostedArgs) (iter.Seq[*graph.Post], error) {
	return slices.Values([]*graph.Post{{ID: "1", Tags: []string{*args.Tag}}, {ID: "2"}}), nil
}

func (shop) UserPosts(_ context.Context, u *graph.User, args graph.UserPostsArgs) ([]*graph.Post, error) {
	var list []*graph.Post
	for range args.First {
		list = append(list, &graph.Post{ID: u.ID + "-post", Title: "T", Color: args.Color})
	}
	return list, nil
}

func (shop) UserBest(_ context.Context, u *graph.User) (*graph.Post, error) { return nil, nil }

func (shop) PostAuthor(_ context.Context, posts []*graph.Post) ([]*graph.User, error) {
	list := make([]*graph.User, len(posts))
	for i := range list {
		list[i] = ann
	}
	return list, nil
}

var _ graph.Service = shop{}

// TestService runs a service of the written interface under the server, which
// compares its types with the schema.
func TestService(t *testing.T) {
	h, err := graphqlsrv.New(os.DirFS("testdata/schema"), graphqlsrv.WithServices(graph.Resolvers(shop{})), graphqlsrv.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	serves(t, h, map[string]string{
		`{ user(id: 1) { email name createdAt homeURL posts(first: 2, color: RED) { id color } best { id } } }`:                         `{"data":{"user":{"email":"ann@example.org","name":"Ann","createdAt":"2025-09-03T10:00:00.000Z","homeURL":null,"posts":[{"id":"1-post","color":"RED"},{"id":"1-post","color":"RED"}],"best":null}}}`,
		`{ user(id: 2) { id } users { posts(first: 1) { author { id } } } }`:                                                            `{"data":{"user":null,"users":[{"posts":[{"author":{"id":"1"}}]}]}}`,
		`{ posts(filter: {tags: "a", more: {color: GREEN}}, by: {title: "By"}) { total posts { title tags color author { email } } } }`: `{"data":{"posts":{"total":1,"posts":[{"title":"By","tags":["a"],"color":"RED","author":{"email":"ann@example.org"}}]}}}`,
		`{ search(text: "x") { __typename ... on Node { id } ... on Post { title } } node(id: 1) { __typename } service }`:              `{"data":{"search":[{"__typename":"User","id":"1"},{"__typename":"Post","id":"p2","title":"Found"}],"node":{"__typename":"User"},"service":{"up":true}}}`,
		`mutation { post(title: "New") { title color } user(email: "x") { id } }`:                                                       `{"data":{"post":{"title":"New","color":"GREEN"},"user":{"id":"1"}}}`,
	})
}

// serves asks a server.
func serves(t *testing.T, h http.Handler, answers map[string]string) {
	t.Helper()
	for query, want := range answers {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/graphql", strings.NewReader(`{"query":`+quote(query)+`}`))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		if diff := cmp.Diff(want, strings.TrimSpace(w.Body.String())); diff != "" {
			t.Errorf("%s (-want +got)\n%s", query, diff)
		}
	}
}

// librarian implements the interface that was written for a subgraph.
type librarian struct{}

func (librarian) Books(context.Context) ([]*library.Book, error) { return nil, nil }

func (librarian) ReferenceBook(_ context.Context, references []library.BookReference) ([]*library.Book, error) {
	found := make([]*library.Book, len(references))
	for i, r := range references {
		postage := len(references)
		for _, c := range r.Copies {
			for _, place := range c.At {
				postage += c.Number * len(*place.Shelf)
			}
		}
		switch {
		case r.Isbn != nil && *r.Isbn == "1":
			postage += *r.Weight
			found[i] = &library.Book{Isbn: "1", Title: "Tides", Postage: &postage}
		case r.Title != nil && r.Publisher.City.Code == "LHR":
			grams := r.Cover["grams"].(int)
			found[i] = &library.Book{Isbn: "2", Title: *r.Title + " by " + r.Publisher.Name, Postage: &grams}
		}
	}
	return found, nil
}

func (librarian) ReferenceReader(_ context.Context, r library.ReaderReference) (library.Reader, error) {
	return &library.Child{Card: r.Card}, nil
}

func (librarian) ReferenceChild(_ context.Context, r library.ChildReference) (*library.Child, error) {
	return &library.Child{Card: r.Card, Age: new(int)}, nil
}

func (librarian) ReferenceAdult(context.Context, library.AdultReference) (*library.Adult, error) {
	return nil, graphqlsrv.Forbidden("Adults only.")
}

var _ library.Service = librarian{}

// TestReferences runs a service of a subgraph, whose methods find entities.
func TestReferences(t *testing.T) {
	h, err := graphqlsrv.New(os.DirFS("testdata/subgraph"), graphqlsrv.WithServices(library.Resolvers(librarian{})), graphqlsrv.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	serves(t, h, map[string]string{
		`{ _entities(representations: [{__typename: "Book", isbn: 1, weight: 40, copies: [{number: 2, at: [{shelf: "a"}, {shelf: "bc"}]}]}, {__typename: "Book", isbn: "3"}, {__typename: "Book", title: "Harbours", publisher: {name: "Mole", city: {code: "LHR"}}, cover: {grams: 5}}]) { ... on Book { isbn title postage } } }`: `{"data":{"_entities":[{"isbn":"1","title":"Tides","postage":49},null,{"isbn":"2","title":"Harbours by Mole","postage":5}]}}`,
		`{ _entities(representations: [{__typename: "Reader", card: "r1"}, {__typename: "Child", card: "r2"}]) { __typename ... on Child { card age } } }`:                                                                                                                                                                          `{"data":{"_entities":[{"__typename":"Child","card":"r1","age":null},{"__typename":"Child","card":"r2","age":0}]}}`,
		`{ _entities(representations: [{__typename: "Adult", card: "r1"}]) { __typename } }`: `{"data":{"_entities":[null]},"errors":[{"message":"Adults only.","locations":[{"line":1,"column":3}],"path":["_entities",0],"extensions":{"code":"FORBIDDEN"}}]}`,
	})
}

// TestSubscription: the events of a written method reach the client.
func TestSubscription(t *testing.T) {
	h, err := graphqlsrv.New(os.DirFS("testdata/schema"), graphqlsrv.WithServices(graph.Resolvers(shop{})), graphqlsrv.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/graphql", strings.NewReader(`{"query":"subscription { posted(tag: \"go\") { id tags } }"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	h.ServeHTTP(w, r)
	for _, want := range []string{`{"data":{"posted":{"id":"1","tags":["go"]}}}`, `{"data":{"posted":{"id":"2","tags":[]}}}`, "event: complete"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s is missing:\n%s", want, w.Body)
		}
	}
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

func TestValid(t *testing.T) {
	if !graph.ColorOldBlue.Valid() || graph.Color("PINK").Valid() {
		t.Error("Valid is wrong")
	}
}

func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		sdl  string
		o    codegen.Options
		want string
	}{
		"SDL":              {"type Query { a: Missing }", codegen.Options{}, "schema.graphql:1:17: Undefined type Missing."},
		"package":          {"type Query { a: Int }", codegen.Options{Package: "my-graph"}, `"my-graph" is no name of a Go package`},
		"scalar":           {"type Query { a: Int }", codegen.Options{Scalars: map[string]string{"Url": "string"}}, "the schema has no scalar Url"},
		"type":             {"type Query { a: Url } scalar Url", codegen.Options{Scalars: map[string]string{"Url": "net/url.url"}}, `the Go type of Url: "net/url.url" is none: write the path of its package, a dot and an exported name, as net/url.URL`},
		"no object":        {"type Query { a: Int }", codegen.Options{Models: map[string]string{"Query": "a.B"}}, "Query has no Go type: its fields are methods of Service"},
		"model":            {"type Query { a: T } type T { b: Int }", codegen.Options{Models: map[string]string{"T": "*a.B"}}, `the Go type of T: "*a.B" is none: write the path of its package, a dot and its name`},
		"no field":         {"type Query { a: Int }", codegen.Options{Resolved: []string{"Query"}}, `"Query" is no field: write Type.field`},
		"unknown field":    {"type Query { a: Int }", codegen.Options{Batched: []string{"User.a"}}, "User.a: the schema has no object type User"},
		"no entity":        {"type Query { a: T } type T { b: Int }", codegen.Options{Batched: []string{"T.__resolveReference"}}, "the schema has no field T.__resolveReference"},
		"scalar meant":     {"type Query { a: Url } scalar Url", codegen.Options{Scalars: map[string]string{"Urls": "string"}}, `the schema has no scalar Urls. Did you mean "Url"?`},
		"object meant":     {"type Query { a: Post } type Post { b: Int }", codegen.Options{Models: map[string]string{"Pots": "a.B"}}, `the schema has no object type Pots. Did you mean "Post"?`},
		"type meant":       {"type Query { a: Post } type Post { b: Int }", codegen.Options{Resolved: []string{"post.b"}}, `post.b: the schema has no object type post. Did you mean "Post"?`},
		"field meant":      {"type Query { a: Post } type Post { author: Int }", codegen.Options{Batched: []string{"Post.athor"}}, `the schema has no field Post.athor. Did you mean "author"?`},
		"program":          {"type Query { a: T } type T { b: Int }", codegen.Options{Models: map[string]string{"T": "main.T"}}, `the Go type of T: "main.T" can't be used: no package imports main, move the type to one of its own`},
		"root":             {"type Query { a: Int }", codegen.Options{Batched: []string{"Query.a"}}, "Query.a is always a method of Service that is called once"},
		"property of args": {"type Query { a: T } type T { b(c: Int): Int }", codegen.Options{Properties: []string{"T.b"}}, "T.b has arguments: it can't be a property"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := codegen.Go(fstest.MapFS{"schema.graphql": {Data: []byte(c.sdl)}}, c.o)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// TestModels: the application's own types take the place of written structs.
func TestModels(t *testing.T) {
	sdl := "type Query { posts: [Post!]! found: Found } type Post { id: ID! author: User n(x: Int): Int } type User { id: ID! best: Post } union Found = Post | User"
	src, err := codegen.Go(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}}, codegen.Options{
		Models: map[string]string{"Post": "example.org/blog/record.Post"}, Batched: []string{"Post.author"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"example.org/blog/record"`, "// Its values are *record.Post, *User.", "type PostNArgs struct", "PostAuthor(ctx context.Context, parents []*record.Post) ([]*User, error)",
		"Posts(ctx context.Context) ([]*record.Post, error)", "UserBest(ctx context.Context, user *User) (*record.Post, error)",
	} {
		if !bytes.Contains(src, []byte(want)) {
			t.Errorf("%s is missing\n%s", want, src)
		}
	}
	if bytes.Contains(src, []byte("type Post struct")) {
		t.Errorf("a struct was written for a type of the application\n%s", src)
	}
}

// TestOddNames: every schema gives code that gofmt takes, whatever its names.
func TestOddNames(t *testing.T) {
	sdl := `
		type service { id: ID, type: String, func: Int, Type: Int, resolvers: Resolvers }
		type Resolvers { _: Int, __a_b: Int }
		enum Order { ASC asc _1 }
		input Args { range: [[Int!]!]!, map: Args }
		type Query { query: service, args(args: Args!, context: Int, ctx: Int): Order, mutation: Int }
		type Mutation { query: Int, args(a: Int): Int }`
	sdl = strings.Replace(sdl, ", __a_b: Int", "", 1)
	src, err := codegen.Go(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}}, codegen.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	for _, want := range []string{"type Service2 struct", "type Resolvers2 struct", "OrderAsc2 ", "Order1 ", "type ArgsArgs struct", "MutationArgs("} {
		if !bytes.Contains(src, []byte(want)) {
			t.Errorf("%s is missing\n%s", want, src)
		}
	}
}

// TestSubgraph writes nothing but references for what a subgraph has beside the application's schema.
func TestSubgraph(t *testing.T) {
	const types = `type Query { a: A } type A @federation__key(fields: "id", resolvable: false) { id: ID! }`
	link := `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7") `
	src, err := codegen.Go(fstest.MapFS{"a.graphql": {Data: []byte(link + types)}}, codegen.Options{Package: "graph"})
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.Replace(types, ` @federation__key(fields: "id", resolvable: false)`, "", 1)
	want, err := codegen.Go(fstest.MapFS{"a.graphql": {Data: []byte(plain)}}, codegen.Options{Package: "graph"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(src)); diff != "" {
		t.Errorf("without the federation and with it\n%s", diff)
	}
}

// TestReferenceNames: methods of fields have their names whether there are entities or not, and
// entities may be types of the application.
func TestReferenceNames(t *testing.T) {
	src, err := codegen.Go(fstest.MapFS{"a.graphql": {Data: []byte(`
		type Product @key(fields: "id") { id: ID! } type ProductReference { id: Int }
		type Query { referenceProduct: Product, byID(id: ID!): ProductReference }`)}}, codegen.Options{Models: map[string]string{"Product": "example.org/shop.Product"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"type ProductReference2 struct", "ReferenceProduct(ctx context.Context) (*shop.Product, error)",
		"ReferenceProduct2(ctx context.Context, reference ProductReference2) (*shop.Product, error)",
		`"Product.__resolveReference": graphqlsrv.FuncWith(s.ReferenceProduct2)`,
	} {
		if !bytes.Contains(src, []byte(want)) {
			t.Errorf("%s is missing\n%s", want, src)
		}
	}
}

// TestFieldsOfEntities: an entity is a record of its own by its key, whose objects it holds.
func TestFieldsOfEntities(t *testing.T) {
	src, err := codegen.Go(fstest.MapFS{"a.graphql": {Data: []byte(`
		extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key"])
		type Query { a: Int }
		type Product @key(fields: "upc maker { id }") { upc: ID! maker: Maker! reviews: [Review!]! }
		type Maker { id: ID! } type Review { text: String, places: [Place!] } type Place { name: String }`)}}, codegen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]bool{"ProductReviews(": true, "ProductMaker(": false, "ReviewPlaces(": false} {
		if got := bytes.Contains(src, []byte(method)); got != want {
			t.Errorf("%s) is a method: %v\n%s", method, got, src)
		}
	}
}

// TestExternalFields: what another subgraph resolves has a method where one is asked for.
func TestExternalFields(t *testing.T) {
	fsys := fstest.MapFS{"a.graphql": {Data: []byte(`
		extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", { name: "@external", as: "@theirs" }])
		type Query { a: Int }
		type Product @key(fields: "id") { id: ID!, price(in: String): Int @theirs, size(in: String): Size, tax(in: String): Int @theirs }
		type Size @theirs { of(unit: String): Int }`)}}
	src, err := codegen.Go(fsys, codegen.Options{Resolved: []string{"Product.tax"}})
	if err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]bool{"ProductSize(": true, "ProductTax(": true, "ProductPrice(": false, "SizeOf(": false} {
		if got := bytes.Contains(src, []byte(method)); got != want {
			t.Errorf("%s) is a method: %v\n%s", method, got, src)
		}
	}
}

// TestResolversOfNothing: a service that is nil is said where it is given.
func TestResolversOfNothing(t *testing.T) {
	defer func() {
		if r := recover(); r != "graph: Resolvers of a nil Service" {
			t.Error(r)
		}
	}()
	graph.Resolvers(nil)
}
