package graphqlsrv

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"signalbox/graphqlsrv/internal/cost"
)

// judged reads what another package said, one JSON object a line.
func judged[T any](t *testing.T, file string) (cases []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c T
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

const armorSDL = `directive @nope on QUERY type Query { a: Int b: Query c(x: Int, first: Int): [Query] }`

// TestArmor compares with graphql-armor; scripts/judge/run graphql plugins writes the cases.
func TestArmor(t *testing.T) {
	armor := DefaultArmor
	armor.Depth, armor.Aliases, armor.Directives, armor.Tokens = 3, 2, 3, 60
	e := engineOf(t, armorSDL, nil, WithArmor(armor), WithIntrospection(true))
	for _, c := range judged[struct{ Query, Message string }](t, "testdata/armor.jsonl") {
		t.Run(c.Query, func(t *testing.T) {
			_, f := e.document(c.Query)
			got := ""
			if f != nil && (strings.Contains(f.errs[0].Message, "limit of") || c.Message != "") {
				got = f.errs[0].Message
			}
			expect(t, got, c.Message)
		})
	}
}

func TestArmorDefaults(t *testing.T) {
	e := engineOf(t, armorSDL, nil)
	for _, c := range []struct{ name, query, want string }{
		{"depth", strings.Repeat("{b", 7) + "{a}" + strings.Repeat("}", 7), "Query depth limit of 6 exceeded, found 8."},
		{"aliases", "{" + strings.Repeat("x:a ", 16) + "}", "Aliases limit of 15 exceeded, found 16."},
		{"directives", "{" + strings.Repeat("a @skip(if:true) ", 51) + "}", "Directives limit of 50 exceeded, found 51."},
		{"tokens", "{" + strings.Repeat("a ", 1000) + "}", "Token limit of 1000 exceeded."},
		{"cost of fields", "{c(first:1000){b{a}}}", "its field cost is 1001, and the limit 1000."},
		{"cost of types", "{c(first:1000){a}}", "its type cost is 1001, and the limit 1000."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, f := e.prepare(t.Context(), &Request{Query: c.query}); f == nil || !strings.Contains(f.errs[0].Message, c.want) {
				t.Errorf("%+v, want %s", f, c.want)
			}
		})
	}
	bare := engineOf(t, armorSDL, nil, WithArmor(Armor{}))
	if _, f := bare.document(strings.Repeat("{b", 30) + "{a}" + strings.Repeat("}", 30)); f != nil {
		t.Error("no armor, and yet:", f.errs)
	}
	half := strings.Repeat("b{", 500) + "%s" + strings.Repeat("}", 500)
	_, f := bare.document(fmt.Sprintf("{"+half+"} fragment F on Query{"+half+"}", "...F", "a"))
	if f == nil || f.errs[0].Message != "Syntax Error: Query depth limit of 1000 exceeded, found 1003." {
		t.Errorf("no armor, and fragments that nest deeper than a document may: %v", f.errs)
	}
}

func TestIntrospectionAndSuggestionsAreForDevelopment(t *testing.T) {
	for _, development := range []bool{true, false} {
		e := engineOf(t, armorSDL+` type Extra { hello: Int }`, nil, WithDevelopment(development))
		_, f := e.document(`{__schema{types{name}}}`)
		if open := f == nil; open != development {
			t.Errorf("development %v: introspection %v", development, f)
		}
		_, f = e.document(`{signalbx{version}}`)
		if told := strings.Contains(f.errs[0].Message, "Did you mean"); told != development {
			t.Errorf("development %v: %s", development, f.errs[0])
		}
		_, f = e.document(`query($v: Strin){a}`)
		if told := strings.Contains(f.errs[0].Message, "Did you mean"); told != development {
			t.Errorf("development %v: %s", development, f.errs[0])
		}
	}
	if _, f := engineOf(t, armorSDL, nil, WithIntrospection(true)).document(`{__type(name:"Query"){name}}`); f != nil {
		t.Error(f.errs)
	}
}

// TestCostHeedsEveryValue: first and last multiply wherever their value comes from.
func TestCostHeedsEveryValue(t *testing.T) {
	const text = `
		scalar Amount
		type Query { list(first: Int, last: Int): [Item!] many(first: Int = 100000): [Item!] few(first: Int! = 3): [Item!]
			big(first: BigInt): [Item!] id(first: ID): [Item!] float(first: Float): [Item!] own(last: Amount): [Item!] node: Node any: Any one: Item }
		interface Node { items(first: Int = 1): [Item!] }
		type Item implements Node { id: ID! items(first: Int = 100000): [Item!] }
		union Any = Item`
	type amount int
	e := engineOf(t, text, nil, WithArmor(DefaultArmor), WithScalar("Amount", Scalar{Parse: func(v any) (any, error) {
		n, ok := v.(int)
		if !ok {
			return nil, BadUserInput("no number", nil)
		}
		return amount(n), nil
	}}))
	for _, c := range []struct {
		query, variables string
		tooMuch          bool
	}{
		{`{list(first: 100000) {id}}`, `{}`, true},
		{`{list(first: null, last: 100000) {id}}`, `{}`, true},
		{`{list(last: 100000, first: 1) {id}}`, `{}`, true},
		{`query($n: Int) {list(first: $n) {id}}`, `{"n": 100000}`, true},
		{`query($n: Int) {list(first: 1, last: $n) {id}}`, `{"n": 100000}`, true},
		{`query($n: Int) {list(first: $n) {id}}`, `{"n": 10}`, false},
		{`query($n: Int) {list(first: $n) {id}}`, `{"n": null}`, false},
		{`query($n: Int) {list(first: $n) {id}}`, `{}`, false},
		{`query($n: Int = 100000) {list(first: $n) {id}}`, `{}`, true},
		{`query($n: Int = 100000) {list(first: $n) {id}}`, `{"n": 10}`, false},
		{`query($n: Int) {list {...F}} fragment F on Item {items(first: $n) {id}}`, `{"n": 100000}`, true},
		{`query($n: Int) {list {...F}} fragment F on Item {items(first: $n) {id}}`, `{"n": 3}`, false},
		{`query($n: Int!) {few(first: $n) {items(first: $n) {items(first: $n) {id}}}}`, `{"n": 40}`, true},
		{`query($n: Int!) {few(first: $n) {items(first: $n) {items(first: $n) {id}}}}`, `{"n": 4}`, false},
		{`{many {id}}`, `{}`, true},
		{`{many(first: 5) {id}}`, `{}`, false},
		{`query($n: Int) {many(first: $n) {id}}`, `{}`, true},
		{`query($n: Int) {many(first: $n) {id}}`, `{"n": 5}`, false},
		{`query($n: Int! = 5) {many(first: $n) {id}}`, `{}`, false},
		{`{one {items {id}}}`, `{}`, true},
		{`{node {items {id}}}`, `{}`, true},
		{`{node {... on Item {items {id}}}}`, `{}`, true},
		{`{any {... on Node {items {id}}}}`, `{}`, true},
		{`{node {items(first: 2) {id}}}`, `{}`, false},
		{`query($n: BigInt) {big(first: $n) {id}}`, `{"n": "100000"}`, true},
		{`{big(first: 1` + strings.Repeat("0", 400) + `) {id}}`, `{}`, true},
		{`query($n: BigInt) {big(first: $n) {id}}`, `{"n": 1` + strings.Repeat("0", 400) + `}`, true},
		{`{id(first: "100000") {id}}`, `{}`, true},
		{`query($n: ID) {id(first: $n) {id}}`, `{"n": 100000}`, true},
		{`{id(first: "none") {id}}`, `{}`, false},
		{`query($n: Float) {float(first: $n) {id}}`, `{"n": 1e5}`, true},
		{`query($n: Amount) {own(last: $n) {id}}`, `{"n": 100000}`, true},
		{`query($n: Amount) {own(last: $n) {id}}`, `{"n": 3}`, false},
	} {
		t.Run(c.query[:min(len(c.query), 80)]+c.variables[:min(len(c.variables), 20)], func(t *testing.T) {
			for range 2 { // the second finds the document in the cache
				_, f := e.prepare(t.Context(), &Request{Query: c.query, Variables: json.RawMessage(c.variables)})
				if f != nil && f.errs[0].Code != CodeTooExpensive {
					t.Fatal(f.errs[0])
				}
				if (f != nil) != c.tooMuch {
					t.Errorf("too much: %v, want %v", f != nil, c.tooMuch)
				}
			}
		})
	}
	off := DefaultArmor
	off.FieldCost, off.TypeCost = 0, 0
	if _, f := engineOf(t, text, nil, WithArmor(off)).prepare(t.Context(), &Request{Query: `{many {id}}`}); f != nil {
		t.Error("no bound of the cost, and yet:", f.errs[0])
	}
}

// TestCostIsReported: on demand, in the answer, and always where it is too much.
func TestCostIsReported(t *testing.T) {
	h := handlerOf(t, WithArmor(Armor{FieldCost: 3}))
	report := []string{asJSON, "GraphQL-Cost: report"}
	for query, want := range map[string]string{
		"{hello}":     `{"data":{"hello":"world"},"extensions":{"operationCost":{"fieldCost":0,"typeCost":1}}}`,
		"{users{id}}": `"extensions":{"operationCost":{"fieldCost":1,"typeCost":2}}}`,
		"{a:users{id} b:users{id} c:users{id} d:users{id}}": `{"errors":[{"message":"The operation is too expensive: its field cost is 4, and the limit 3.","locations":[{"line":1,"column":1}],` +
			`"extensions":{"code":"COST_ESTIMATED_TOO_EXPENSIVE","fieldCost":4,"maxFieldCost":3,"maxTypeCost":0,"typeCost":5}}]}`,
	} {
		if w := send(h, "POST", "/graphql", `{"query":"`+query+`"}`, report...); !strings.HasSuffix(w.Body.String(), want) {
			t.Errorf("%s: got %s", query, w.Body)
		}
		if w := send(h, "POST", "/graphql", `{"query":"`+query+`"}`, asJSON); strings.Contains(w.Body.String(), "operationCost") {
			t.Errorf("%s: unasked: %s", query, w.Body)
		}
	}
}

// TestNullIsNoSize: the refusal says why an operation costs so much.
func TestNullIsNoSize(t *testing.T) {
	e := engineOf(t, `type Query { items(first: Int = 10): [Item] } type Item { id: ID }`, nil)
	for query, want := range map[string]string{
		"{items(first: null) {id}}": `its type cost is 9007199254740992, and the limit 1000. Null for the size of a list, as in first: null, leaves the list unbounded."`,
		"{items(first: 2000) {id}}": `its type cost is 2001, and the limit 1000."`,
	} {
		if got := ask(t, e, query); !strings.Contains(got, want) {
			t.Errorf("%s: got %s", query, got)
		}
	}
}

// TestCostOfSubgraphs: Apollo Federation has the directive, too, with a weight of another type.
func TestCostOfSubgraphs(t *testing.T) {
	for _, sdl := range []string{
		`extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize"])
		type Query { product: Product @cost(weight: 5) @skipAuth }`,
		`extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", {name: "@cost", as: "@price"}])
		type Query { product: Product @price(weight: 5) @skipAuth }`,
		`extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
		type Query { product: Product @federation__cost(weight: 5) @skipAuth }`,
		`extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key"])
		type Query { product: Product @cost(weight: "5") @skipAuth }`,
		`type Query { product: Product @cost(weight: "5") @skipAuth }`, // Federation 1
	} {
		for limit, tooMuch := range map[int]bool{4: true, 5: false} {
			e := engineOf(t, sdl+`type Product @key(fields: "upc") { upc: ID! }`, nil, WithArmor(Armor{FieldCost: limit}))
			_, f := e.prepare(t.Context(), &Request{Query: `{product {upc}}`})
			if (f != nil) != tooMuch || f != nil && f.errs[0].Code != CodeTooExpensive {
				t.Errorf("%s: limit %d: %v", sdl, limit, f)
			}
		}
	}
}

// TestCostOfEntities: the entities of a request are as many as its representations.
func TestCostOfEntities(t *testing.T) {
	e := engineOf(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
		type Product @key(fields: "upc") { upc: ID! brand: Brand } type Brand { name: String } type Query { a: Int @skipAuth }`, nil)
	one := map[string]any{"__typename": "Product", "upc": "1"}
	vars, _ := json.Marshal(map[string]any{"r": []any{one, one, one}})
	for query, want := range map[string]cost.Cost{
		`query($r: [_Any!]!) { _entities(representations: $r) { ... on Product { brand { name } } } }`:                             {Field: 1 + 3, Type: 1 + 3 + 3},
		`{ _entities(representations: [{__typename: "Product"}, {__typename: "Product"}]) { ... on Product { brand { name } } } }`: {Field: 1 + 2, Type: 1 + 2 + 2},
	} {
		o, f := e.prepare(t.Context(), &Request{Query: query, Variables: vars})
		if f != nil {
			t.Fatal(f.errs[0])
		}
		if *o.cost != want {
			t.Errorf("%s costs %+v, want %+v", query, o.cost, want)
		}
	}
}

// TestDocumentedCost: the costs that docs/graphql.md has of its schema.
func TestDocumentedCost(t *testing.T) {
	e := engineOf(t, `type Query { posts(first: Int! = 20, after: String): [Post!]! } type Post { id: ID! author: User! } type User { name: String! }`, nil, WithArmor(Armor{}))
	for query, want := range map[string]cost.Cost{
		"{ posts(first: 10000) { id author { name } } }": {Field: 10_001, Type: 20_001},
		"{ posts { id } }":              {Field: 1, Type: 21},
		"{ posts(first: 5000) { id } }": {Field: 1, Type: 5001},
	} {
		if o, f := e.prepare(t.Context(), &Request{Query: query}); f != nil || *o.cost != want {
			t.Errorf("%s costs %+v, want %+v", query, o.cost, want)
		}
	}
}

// TestUnsizedLists: New warns once of the lists that an Int may size, unless no cost is bounded.
func TestUnsizedLists(t *testing.T) {
	const schema = `type Query {
		nodes(count: Int!): [Node] @skipAuth
		page(text: String, take: Int = 5): [Node!]! @skipAuth
		sized(n: Int): [Node] @skipAuth @listSize(slicingArguments: ["n"])
		first(first: Int, year: Int): [Node] @skipAuth
		node(n: Int): Node @skipAuth
		all(text: String, some: [Int]): [Node] @skipAuth
	} type Node { id: ID }`
	limiter := WithRateLimit(limiterFunc(func(string, int) (time.Duration, error) { return 0, nil }), func(*Context) string { return "" })
	for name, x := range map[string]struct {
		options []Option
		warned  int
	}{
		"by default":           {nil, 1},
		"no bounds":            {[]Option{WithArmor(Armor{})}, 0},
		"a rate limit":         {[]Option{WithArmor(Armor{}), limiter}, 1},
		"only objects counted": {[]Option{WithArmor(Armor{TypeCost: 5})}, 1},
	} {
		var log bytes.Buffer
		if _, err := New(sdl(schema), append(x.options, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))...); err != nil {
			t.Fatal(err)
		}
		const want = "schema.graphql:2:3: nothing says how long the list is that Query.nodes(count:), or Query.page(take:) returns, so it costs as much as one item: if an argument does, name it, @listSize(slicingArguments: [\\\"count\\\"]), else say"
		if n := strings.Count(log.String(), "nothing says how long"); n != x.warned || n > 0 && !strings.Contains(log.String(), want) {
			t.Errorf("%s: %s", name, &log)
		}
	}
	many := "type Query {"
	for i := range 13 {
		many += fmt.Sprintf(" list%d(n: Int): [ID] @skipAuth", i)
	}
	var log bytes.Buffer
	if _, err := New(sdl(many+"}"), WithLogger(slog.New(slog.NewTextHandler(&log, nil)))); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "or Query.list9(n:), or one of 3 more returns") {
		t.Error(&log)
	}
}

// TestCostDirectives: uses that make no sense are errors of New, with their place.
func TestCostDirectives(t *testing.T) {
	_, err := New(sdl("type Query {\n  a: Int @skipAuth @cost(weight: \"much\")\n  b: Int @skipAuth @listSize(assumedSize: 3)\n}"))
	want := "schema.graphql:2:21: @cost(weight: \"much\") is no number, such as \"2.5\"\n" +
		"schema.graphql:3:21: @listSize stands on Query.b, which is no list: name lists of its value in sizedFields"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	var log strings.Builder
	_, err = New(sdl("type Query { a: Int @cost(weight: \"2\") }"), WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if err == nil || !strings.Contains(err.Error(), "@requireAuth") || strings.Contains(log.String(), "@cost") {
		t.Errorf("@cost is no directive that says who may ask, and none without a meaning: %v, %s", err, log.String())
	}
}
