package graphqlsrv

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const shopSDL = `
	extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@external", "@requires", "@shareable"])
	type Product @key(fields: "id") @key(fields: "sku brand { name }") {
		id: ID!
		sku: String
		brand: Brand
		weight: Int @external
		price: Float
		since: DateTime
		shipping: Int @requires(fields: "weight")
		reviews: [Review!]!
	}
	type Brand @shareable { name: String! }
	type Review @key(fields: "number") { number: Int! text: String }
	interface Media @key(fields: "id") { id: ID! minutes: Int }
	type Film implements Media @key(fields: "id") { id: ID! minutes: Int }
	extend type User @key(fields: "email") { email: ID! @external initials: String! }
	type Query { top: Product @skipAuth }
`

type (
	shopProduct struct {
		ID     int
		Sku    string
		Weight int
	}
	shopKey struct {
		ID       *int
		Sku      string
		Brand    *struct{ Name string }
		Weight   int
		Typename string `json:"__typename"`
	}
	shopReview struct {
		Number int
		Text   string
	}
)

// shop serves the products 1 to 9, of which 3 fails and 4 panics.
func shop(t testing.TB, services map[string]Resolver, options ...Option) *engine {
	t.Helper()
	all := map[string]Resolver{"Product.shipping": Computed(func(p *shopProduct) int { return 2 * p.Weight })}
	for name, r := range services {
		all[name] = r
	}
	return engineOf(t, shopSDL, all, options...)
}

func product(key shopKey) (*shopProduct, error) {
	id := 0
	if key.ID != nil {
		id = *key.ID
	} else if key.Brand != nil {
		id = len(key.Brand.Name)
	}
	switch {
	case id == 3:
		return nil, Errorf("SOLD", "product 3 is sold")
	case id == 4:
		panic("four")
	case id < 1 || id > 9:
		return nil, nil
	}
	return &shopProduct{id, key.Sku, key.Weight}, nil
}

const productsOf = `query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Product { id sku shipping reviews { text } } } }`

func TestEntities(t *testing.T) {
	single := map[string]Resolver{"Product.__resolveReference": FuncWith(func(_ context.Context, key shopKey) (*shopProduct, error) { return product(key) })}
	field := map[string]Resolver{"Product.__resolveReference": Field(func(_ context.Context, _ None, r Resolve[*shopKey]) (*shopProduct, error) { return product(*r.Root) })}
	batch := map[string]Resolver{"Product.__resolveReference": Batch(func(_ context.Context, _ None, keys []shopKey) ([]*shopProduct, error) {
		found, errs := make([]*shopProduct, len(keys)), make(Errors, len(keys))
		for i, key := range keys {
			if key.Typename != "Product" {
				return nil, fmt.Errorf("__typename is %q", key.Typename)
			}
			found[i], errs[i] = product(key)
		}
		return found, errs
	})}
	for name, services := range map[string]map[string]Resolver{"FuncWith": single, "Field": field, "Batch": batch} {
		services["Product.reviews"] = Batch(func(_ context.Context, _ None, of []*shopProduct) ([][]*shopReview, error) {
			reviews := make([][]*shopReview, len(of))
			for i, p := range of {
				reviews[i] = []*shopReview{{p.ID, fmt.Sprintf("%d of %d", p.ID, len(of))}}
			}
			return reviews, nil
		})
		e := shop(t, services)
		expect(t, ask(t, e, productsOf, map[string]any{"r": []any{
			map[string]any{"__typename": "Product", "id": "1", "weight": 5},
			map[string]any{"__typename": "Product", "sku": "x", "brand": map[string]any{"name": "ab"}},
			map[string]any{"__typename": "Product", "id": 3},
			map[string]any{"__typename": "Product", "id": 77},
			map[string]any{"__typename": "Product", "id": "x"},
		}}), `{"data":{"_entities":[{"__typename":"Product","id":"1","sku":"","shipping":10,"reviews":[{"text":"1 of 2"}]},{"__typename":"Product","id":"2","sku":"x","shipping":0,"reviews":[{"text":"2 of 2"}]},null,null,null]},`+
			`"errors":[{"message":"product 3 is sold","locations":[{"line":1,"column":24}],"path":["_entities",2],"extensions":{"code":"SOLD"}},`+
			`{"message":"Argument \"id\": \"x\" is no number","locations":[{"line":1,"column":24}],"path":["_entities",4],"extensions":{"code":"BAD_USER_INPUT"}}]}`)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// TestEntitiesPanic masks what a resolver panics with, for the representations of the call
// alone.
func TestEntitiesPanic(t *testing.T) {
	e := shop(t, map[string]Resolver{"Product.__resolveReference": FuncWith(func(_ context.Context, key shopKey) (*shopProduct, error) { return product(key) })})
	expect(t, ask(t, e, `{ _entities(representations: [{__typename: "Product", id: 4}, {__typename: "Product", id: 5}]) { ... on Product { id } } }`),
		`{"data":{"_entities":[null,{"id":"5"}]},"errors":[{"message":"Something went wrong.","locations":[{"line":1,"column":3}],"path":["_entities",0],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}`)
}

// TestLogOfEntities: the log has the path of what a resolver of references panics or fails with.
func TestLogOfEntities(t *testing.T) {
	fail := func(key shopKey) error {
		if *key.ID == 4 {
			panic("four")
		}
		return fmt.Errorf("no product %d", *key.ID)
	}
	for name, c := range map[string]struct {
		resolver Resolver
		panics   string // the path; that of an error is of the representation
	}{
		"FuncWith": {FuncWith(func(_ context.Context, key shopKey) (*shopProduct, error) { return nil, fail(key) }), `path="[_entities 1]"`},
		"Computed": {Computed(func(key shopKey) any { return fail(key) }), `path="[_entities 1]"`},
		"Batch": {Batch(func(_ context.Context, _ None, keys []shopKey) ([]*shopProduct, error) {
			return nil, fail(keys[len(keys)-1])
		}), `path=[_entities]`},
	} {
		for id, want := range map[int]string{4: "msg=\"graphql: panic\"", 5: "msg=\"graphql: masked error\""} {
			var log bytes.Buffer
			e := shop(t, map[string]Resolver{"Product.__resolveReference": c.resolver}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
			log.Reset()
			ask(t, e, fmt.Sprintf(`{ _entities(representations: [{__typename: "Film", id: 1}, {__typename: "Product", id: %d}]) { ... on Product { id } } }`, id))
			path := c.panics
			if id == 5 {
				path = `path="[_entities 1]"`
			}
			if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), want) || !strings.Contains(log.String(), path) {
				t.Errorf("%s of %d: no line %s with %s in\n%s", name, id, want, path, log.String())
			}
		}
	}
}

// TestEntitiesAtOnce calls a batch resolver once for all representations of a type; resolvers
// of one representation run beside one another, so that a loader gathers what they ask for.
func TestEntitiesAtOnce(t *testing.T) {
	var batches, loads, loaded atomic.Int64
	users := NewLoader(func(_ context.Context, emails []string) (map[string]string, error) {
		loads.Add(1)
		loaded.Add(int64(len(emails)))
		found := map[string]string{}
		for _, e := range emails {
			found[e] = strings.ToUpper(e[:1])
		}
		return found, nil
	})
	e := shop(t, map[string]Resolver{
		"Product.__resolveReference": Batch(func(_ context.Context, _ None, keys []shopKey) ([]*shopProduct, error) {
			batches.Add(1)
			return make([]*shopProduct, len(keys)), nil
		}),
		"User.__resolveReference": FuncWith(func(ctx context.Context, key struct{ Email string }) (map[string]any, error) {
			initials, err := users.Load(ctx, key.Email)
			return map[string]any{"initials": initials}, err
		}),
	})
	var given []any
	for i := range 300 {
		given = append(given, map[string]any{"__typename": "Product", "id": i}, map[string]any{"__typename": "User", "email": fmt.Sprintf("u%d@example.com", i)})
	}
	got := ask(t, e, `query ($r: [_Any!]!) { _entities(representations: $r) { ... on User { initials } } }`, map[string]any{"r": given})
	if strings.Count(got, `null,{"initials":"U"}`) != 300 || strings.Contains(got, "errors") {
		t.Errorf("the answer is %.300s", got)
	}
	if batches.Load() != 1 || loads.Load() > 100 || loaded.Load() != 300 {
		t.Errorf("%d calls for the products, %d for %d users", batches.Load(), loads.Load(), loaded.Load())
	}
}

// TestRepresentationTypes has values as the types of the entity's fields say.
func TestRepresentationTypes(t *testing.T) {
	type given struct {
		ID    string
		Price float64
		Since time.Time
		Brand map[string]any
	}
	var got given
	e := shop(t, map[string]Resolver{"Product.__resolveReference": Computed(func(g given) *shopProduct { got = g; return nil })})
	of := func(fields string) string {
		return ask(t, e, `{ _entities(representations: [{__typename: "Product", `+fields+`}]) { __typename } }`)
	}
	expect(t, of(`id: 9007199254740993, price: 2, since: "2020-01-02T03:04:05Z", brand: {name: "x", other: [1]}, more: {a: 1}`), `{"data":{"_entities":[null]}}`)
	if want := (given{"9007199254740993", 2, time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC), map[string]any{"name": "x", "other": []any{1}}}); !reflect.DeepEqual(got, want) {
		t.Errorf("the representation is %v, not %v", got, want)
	}
	for fields, why := range map[string]string{
		`id: {}`:             `Product.id: ID cannot represent value: {}`,
		`id: [1]`:            `Product.id: ID cannot represent value: [1]`,
		`brand: "x"`:         `Product.brand: Brand cannot represent value: \"x\"`,
		`brand: [{}]`:        `Product.brand: Brand cannot represent value: [{}]`,
		`brand: {name: 5}`:   `Product.brand: Brand.name: String cannot represent a non string value: 5`,
		`reviews: {}`:        `Product.reviews: [Review!]! cannot represent value: {}`,
		`reviews: [5]`:       `Product.reviews: Review! cannot represent value: 5`,
		`since: "yesterday"`: `Product.since: Expected type \"DateTime\". DateTime cannot represent an invalid date-time-string yesterday.`,
	} {
		if got := of(fields); !strings.Contains(got, `"The representation of Product is invalid: `+why+`"`) || !strings.Contains(got, `"path":["_entities",0],"extensions":{"code":"BAD_USER_INPUT"}`) {
			t.Errorf("%s: %s", fields, got)
		}
	}
}

// TestRepresentationsAreCopied has resolvers change what they are given.
func TestRepresentationsAreCopied(t *testing.T) {
	change := func(given map[string]any) map[string]any {
		spoil(given)
		return nil
	}
	e := shop(t, map[string]Resolver{"Product.__resolveReference": Computed(change), "User.initials": Computed(func(given map[string]any) string {
		initials := fmt.Sprint(given["email"], given["list"])
		spoil(given)
		return initials
	})})
	user := map[string]any{"__typename": "User", "email": "a@b", "list": []any{1}}
	expect(t, ask(t, e, `query ($r: [_Any!]!) { a: _entities(representations: $r) { ... on User { initials } } b: _entities(representations: $r) { ... on User { initials } } }`, map[string]any{"r": []any{user, map[string]any{"__typename": "Product", "brand": map[string]any{"name": "x"}}}}),
		`{"data":{"a":[{"initials":"a@b[1]"},null],"b":[{"initials":"a@b[1]"},null]}}`)
}

// TestInterfaceReference finds the type of an interface's representation before, or after,
// its resolver.
func TestInterfaceReference(t *testing.T) {
	const query = `{ _entities(representations: [{__typename: "Media", id: "f1"}, {__typename: "Media", id: "x"}]) { __typename ... on Film { id minutes } } }`
	film := FuncWith(func(_ context.Context, key struct{ ID string }) (map[string]any, error) {
		if key.ID == "x" {
			return nil, nil
		}
		return map[string]any{"__typename": "Film", "id": key.ID, "minutes": 90}, nil
	})
	want := `{"data":{"_entities":[{"__typename":"Film","id":"f1","minutes":90},null]}}`
	expect(t, ask(t, shop(t, map[string]Resolver{"Media.__resolveReference": film}), query), want)
	expect(t, ask(t, shop(t, map[string]Resolver{"Film.__resolveReference": film}, WithTypeResolver("Media", func(any) string { return "Film" })), query), want)
}

// TestOwnEntitiesField is declared by the application, to say who may ask.
func TestOwnEntitiesField(t *testing.T) {
	text := strings.Replace(shopSDL, "type Query {", "type Query { _entities(representations: [_Any!]!): [_Entity]! @requireAuth", 1)
	e, err := newEngine(sdl(text), []Option{WithLogger(nil)})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, ask(t, e, `{ _entities(representations: []) { __typename } }`), `{"data":null,"errors":[{"message":"You don't have permission to do that.","locations":[{"line":1,"column":3}],"path":["_entities"],"extensions":{"code":"UNAUTHENTICATED"}}]}`)
	if strings.Contains(e.schema.subgraph.sdl, "_entities") {
		t.Errorf("_service tells of _entities: %s", e.schema.subgraph.sdl)
	}
}

// TestReferenceForms: each takes the representation as its arguments or as its root.
func TestReferenceForms(t *testing.T) {
	type key struct{ ID string }
	film := func(id string) (map[string]any, error) { return map[string]any{"id": id}, nil }
	for name, r := range map[string]Resolver{
		"arguments":          FuncWith(func(_ context.Context, k key) (map[string]any, error) { return film(k.ID) }),
		"a map as arguments": FuncWith(func(_ context.Context, k map[string]any) (map[string]any, error) { return film(k["id"].(string)) }),
		"arguments and Info": Field(func(_ context.Context, k key, _ Resolve[None]) (map[string]any, error) { return film(k.ID) }),
		"any root":           Field(func(_ context.Context, k key, _ Resolve[any]) (map[string]any, error) { return film(k.ID) }),
		"a root":             Field(func(_ context.Context, _ None, r Resolve[*key]) (map[string]any, error) { return film(r.Root.ID) }),
		"a map as root": Field(func(_ context.Context, _ None, r Resolve[map[string]any]) (map[string]any, error) {
			return film(r.Root["id"].(string))
		}),
		"computed": Computed(func(k key) map[string]any { return map[string]any{"id": k.ID} }),
		"a batch": Batch(func(_ context.Context, _ None, all []key) ([]map[string]any, error) {
			return []map[string]any{{"id": all[0].ID}}, nil
		}),
	} {
		t.Run(name, func(t *testing.T) {
			e := shop(t, map[string]Resolver{"Film.__resolveReference": r})
			expect(t, ask(t, e, `{ _entities(representations: [{__typename: "Film", id: "f"}]) { ... on Film { id } } }`), `{"data":{"_entities":[{"id":"f"}]}}`)
		})
	}
}

func TestReferenceErrors(t *testing.T) {
	for name, c := range map[string]struct {
		resolver Resolver
		want     string
	}{
		"Brand.__resolveReference":             {Func(func(context.Context) (any, error) { return nil, nil }), `a service defines "Brand.__resolveReference", but Brand has no @key that makes it an entity`},
		"Film.__resolveRefrence":               {Computed(func(any) any { return nil }), `but the type Film has no field __resolveRefrence. Did you mean "__resolveReference"?`},
		"Media.__resolveRefrence":              {Computed(func(any) any { return nil }), `but the type Media has no field __resolveRefrence. Did you mean "__resolveReference"?`},
		"ReferenceFilm":                        {Computed(func(any) any { return nil }), `which is no field of Query, Mutation or Subscription. The resolver of the entities of a type T is "T.__resolveReference"`},
		"Film.reference":                       {Computed(func(any) any { return nil }), `the type Film has no field reference. The resolver of the entities of a type T is "T.__resolveReference"`},
		"Nothing.__resolveReference":           {Func(func(context.Context) (any, error) { return nil, nil }), `the schema has no type Nothing`},
		"Product.__resolveReference":           {FuncWith(func(_ context.Context, key struct{ Isbn, ID int }) (*shopProduct, error) { return nil, nil }), `struct { Isbn int; ID int }.Isbn is no field of Product; see `},
		"Product.__resolveReference near":      {Computed(func(struct{ KSU string }) *shopProduct { return nil }), `struct { KSU string }.KSU is no field of Product; see `},
		"Product.__resolveReference near what": {Computed(func(struct{ KSU string }) *shopProduct { return nil }), `. Did you mean "sku"?`},
		"Product.__resolveReference near a tag": {FuncWith(func(context.Context, struct {
			Code string `json:"skuu"`
		},
		) (any, error) {
			return nil, nil
		}), `. Did you mean "sku"?`},
		"Product.__resolveReference near within": {Computed(func(struct{ Brand struct{ Nam string } }) *shopProduct { return nil }), `struct { Nam string }.Nam is no field of Brand; see `},
		"User.__resolveReference":                {Computed(func(string) *testUser { return nil }), `User.__resolveReference takes representations as string: use a struct or map[string]any`},
		"Review.__resolveReference":              {Batch(func(_ context.Context, _ None, _ []struct{ Number bool }) ([]*shopReview, error) { return nil, nil }), `Review.__resolveReference: number is Int!, but struct { Number bool }.Number is bool`},
		"Film.__resolveReference":                {FuncWith(func(_ context.Context, key struct{ ID int }) (int, error) { return 0, nil }), `Film.__resolveReference is Film, but `},
		"Film.__resolveReference both": {Field(func(context.Context, struct{ ID string }, Resolve[*struct{ ID string }]) (any, error) {
			return nil, nil
		}), `Film.__resolveReference takes arguments and a root, but a representation is one of them: use None for the arguments`},
		"Film.__resolveReference batch": {Batch(func(context.Context, struct{ ID string }, []struct{ ID string }) ([]any, error) { return nil, nil }), `Film.__resolveReference takes arguments and a root`},
		"Film.__resolveReference blind": {Func(func(context.Context) (any, error) { return nil, nil }), `Film.__resolveReference sees no representation, but signalbox/graphqlsrv.TestReferenceErrors.func`},
		"Media.__resolveReference":      {nil, `the resolver "Media.__resolveReference" is nil`},
	} {
		name, _, _ = strings.Cut(name, " ")
		_, err := newEngine(sdl(shopSDL), []Option{WithServices(map[string]Resolver{name: c.resolver}), WithLogger(nil)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %s", name, err, c.want)
		}
	}
	_, err := newEngine(sdl(`type Query { a: A @skipAuth } type A { a: Int }`), []Option{WithServices(map[string]Resolver{"A.__resolveReference": Computed(func(any) any { return nil })}), WithLogger(nil)})
	if err == nil || !strings.Contains(err.Error(), "has no @key") {
		t.Errorf("error is %v", err)
	}
	_, err = newEngine(sdl(shopSDL), []Option{WithServices(map[string]Resolver{
		"Review.__resolveReference": Computed(func(struct{ Number int }) struct{ Number bool } { return struct{ Number bool }{} }),
	}), WithLogger(nil)})
	if err == nil || !strings.Contains(err.Error(), "Review.number is Int!, but in struct { Number bool } it is bool") {
		t.Errorf("error is %v", err)
	}
}

// TestArgumentsOfOtherSubgraphs: a field that another subgraph resolves has its arguments there.
func TestArgumentsOfOtherSubgraphs(t *testing.T) {
	type product struct{ UPC, Price string }
	e := engineOf(t, linked("v2.3", `"@key", "@external", "@requires"`)+`type Query { a: Int } type Product @key(fields: "upc") { upc: ID! price(currency: String = "EUR"): String @external shown: String @requires(fields: "price(currency: \"USD\")") }`,
		map[string]Resolver{
			"Product.__resolveReference": Computed(func(p product) *product { return &p }),
			"Product.shown":              Computed(func(p *product) string { return "for " + p.Price }),
		})
	expect(t, ask(t, e, `{ _entities(representations: [{__typename: "Product", upc: "1", price: "5"}]) { ... on Product { shown } } }`), `{"data":{"_entities":[{"shown":"for 5"}]}}`)
}

// TestFieldKeptOutOfRepresentations: a struct may have a field that representations have not.
func TestFieldKeptOutOfRepresentations(t *testing.T) {
	type user struct {
		ID    string
		Email string `json:"-"`
	}
	e := engineOf(t, linked("v2.3", `"@key"`)+`type Query { a: Int } type User @key(fields: "id") { id: ID! email: String }`, map[string]Resolver{
		"User.__resolveReference": Computed(func(u user) *user { return &user{u.ID, u.Email + "of " + u.ID} }),
		"User.email":              Computed(func(u *user) string { return u.Email }),
	})
	expect(t, ask(t, e, `{ _entities(representations: [{__typename: "User", id: "1", email: "x"}]) { ... on User { email } } }`), `{"data":{"_entities":[{"email":"of 1"}]}}`)
}

// TestUnresolvedEntityWarns names the fields that representations lack; directives of the
// federation warn of nothing.
func TestUnresolvedEntityWarns(t *testing.T) {
	var log bytes.Buffer
	shop(t, nil, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	for _, want := range []string{
		"Product has no resolver Product.__resolveReference, so its entities are the representations themselves, which lack price, since, shipping, reviews",
		"User has no resolver User.__resolveReference, so its entities are the representations themselves, which lack initials",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no warning that %s:\n%s", want, &log)
		}
	}
	if strings.Contains(log.String(), "Media has") {
		t.Errorf("an interface warns, whose types have the resolvers:\n%s", &log)
	}
	if strings.Contains(log.String(), "has no function") {
		t.Errorf("a directive warns:\n%s", &log)
	}
}

// TestEntitiesEnd stops where the request ends.
func TestEntitiesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var calls atomic.Int64
	e := shop(t, map[string]Resolver{"Product.__resolveReference": FuncWith(func(context.Context, shopKey) (*shopProduct, error) {
		calls.Add(1)
		cancel()
		return nil, nil
	})}, WithConcurrency(0))
	op, f := e.prepare(ctx, &Request{Query: `{ _entities(representations: [{__typename: "Product"}, {__typename: "Product"}]) { __typename } }`})
	if f != nil {
		t.Fatal(f.errs)
	}
	if got := string(op.execute(ctx, nil)); calls.Load() != 1 || !strings.Contains(got, `"path":["_entities",1]`) {
		t.Errorf("%d calls: %s", calls.Load(), got)
	}
}

// TestTooManyRepresentations is bounded as all variables are.
func TestTooManyRepresentations(t *testing.T) {
	e := shop(t, nil)
	given := make([]any, DefaultVariableLimits.Values/2)
	for i := range given {
		given[i] = map[string]any{"__typename": "User", "email": "a"}
	}
	got := ask(t, e, productsOf, map[string]any{"r": given})
	expect(t, got, `{"errors":[{"message":"Variables limit of 20000 values exceeded.","extensions":{"code":"BAD_USER_INPUT"}}]}`)
}

// TestGatewayArmor has room for the entities of a whole list, for which DefaultArmor has none.
func TestGatewayArmor(t *testing.T) {
	given := make([]any, 5000)
	for i := range given {
		given[i] = map[string]any{"__typename": "Product", "id": "1"}
	}
	resolvers := map[string]Resolver{"Product.__resolveReference": FuncWith(func(_ context.Context, key shopKey) (*shopProduct, error) { return product(key) })}
	const query = `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Product { sku } } }`
	for name, x := range map[string]struct {
		armor   Armor
		refused bool
	}{"default": {DefaultArmor, true}, "gateway": {GatewayArmor, false}} {
		got := ask(t, shop(t, resolvers, WithArmor(x.armor)), query, map[string]any{"r": given})
		if refused := strings.Contains(got, CodeTooExpensive); refused != x.refused || !refused && strings.Count(got, `"sku"`) != len(given) {
			t.Errorf("%s: %.300s", name, got)
		}
	}
}

// TestDeepRepresentations copies each level of a representation once.
func TestDeepRepresentations(t *testing.T) {
	e := engineOf(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
		type Node @key(fields: "id") { id: ID! child: Node } type Query { node: Node @skipAuth }`, nil)
	d := e.schema.ast.Types["Node"]
	work := func(depth int) float64 {
		given := map[string]any{"id": "1"}
		for range depth {
			given = map[string]any{"id": "1", "child": given, "other": map[string]any{"a": 1}}
		}
		return testing.AllocsPerRun(3, func() {
			if _, err := e.schema.represented(given, e.schema.subgraph.references[d.Name].typ, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	if small, large := work(20), work(80); large > 5*small {
		t.Errorf("%v allocations, and %v for four times the depth", small, large)
	}
}

// A representation that takes more than half of what a request may copy is copied once, also if
// the query has it: its resolver would wait for ever for the room that the field has.
func TestLargeRepresentation(t *testing.T) {
	e := engineOf(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
		type Product @key(fields: "upc") { upc: ID! reviews: [Review] @skipAuth }
		type Review { a: Int }
		type Query { product: Product @skipAuth }`, map[string]Resolver{
		"Product.__resolveReference": FuncWith(func(_ context.Context, p map[string]any) (map[string]any, error) {
			return map[string]any{"upc": fmt.Sprint(len(p["reviews"].([]any)))}, nil
		}),
	}, WithArmor(Armor{}))
	reviews := make([]any, 9990)
	for i := range reviews {
		reviews[i] = map[string]any{"a": 1}
	}
	const want = `{"data":{"_entities":[{"upc":"9990"}]}}`
	got := ask(t, e, `query($r: [_Any!]!) {_entities(representations: $r) {... on Product {upc}}}`,
		map[string]any{"r": []any{map[string]any{"__typename": "Product", "upc": "1", "reviews": reviews}}})
	if got != want {
		t.Errorf("a variable: got %s", got[:min(len(got), 300)])
	}
	got = ask(t, e, `{_entities(representations: [{__typename: "Product", upc: "1", reviews: [`+strings.Repeat("{a: 1} ", len(reviews))+`]}]) {... on Product {upc}}}`)
	if got != want {
		t.Errorf("in the query: got %s", got[:min(len(got), 300)])
	}
}
