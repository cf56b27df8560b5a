package cost

import (
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

func schemaOf(t testing.TB, sdl string) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: Directives[0].SDL + Directives[1].SDL + sdl})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func costOf(t testing.TB, m *Model, s *ast.Schema, query string, vars map[string]any) (Cost, string) {
	t.Helper()
	doc, errs := gqlparser.LoadQueryWithRules(s, query, rules.NewDefaultRules())
	if errs != nil {
		t.Fatal(errs)
	}
	c, _, err := m.Of(doc.Operations[0], s.Query, vars)
	if err != nil {
		return c, err.Error()
	}
	return c, ""
}

// The examples of the specification have their numbers, those of other implementations are in
// their documentation.
const (
	nestedDefaults = `input A { b: B = {c: {}} } input B { c: C } input C { d: Int = 1 @cost(weight: "5") } type Query { plain(a: A): Int }`

	specUsers    = `type User { name: String age: Int @cost(weight: "2.0") } type Query { users(max: Int): [User] @listSize(slicingArguments: ["max"]) }`
	specProducts = `scalar Approximate input Filter { approx: Approximate @cost(weight: "-12.0") }
		type Query { topProducts(filter: Filter @cost(weight: "15.0")): [String] @cost(weight: "5.0") @listSize(assumedSize: 10) }`
	specNegative = `scalar Approximate type Product { id: ID }
		type Query { mostPopularProduct(approx: Approximate @cost(weight: "-3.0")): Product @cost(weight: "5.0") free(approx: Int @cost(weight: "-9")): Product }`
	specApprox = `directive @approx(tolerance: Float! @cost(weight: "-1.0")) on FIELD type Query { me: Query @cost(weight: "3") }`
	specFilms  = `type Film { id: ID } type FilmEdge { cursor: ID node: Film } type PageInfo { n: Int } type FilmConnection { edges: [FilmEdge] pageInfo: PageInfo }
		type Query { films(first: Int, after: ID, last: Int, before: ID): FilmConnection @listSize(slicingArguments: ["first", "last"], sizedFields: ["edges"]) }`
	// Hot Chocolate, Cost Analysis: a resolver that waits weighs 10.
	chocolate = `type Author { name: String } type Book { title: String author: Author } type Edge { node: Book } type Books { edges: [Edge] }
		type Query { book: Book @cost(weight: "10") books(first: Int): Books @cost(weight: "10") }`
	// IBM DataPower Gateway, Extensions to GraphQL: nested slicing arguments, and defaults.
	datapower = `input Filter { max: Int onlyActiveEntries: Boolean } input Filled { max: Int = 10 } type User { name: String }
		type Query { users(filter: Filter): [User] @listSize(slicingArguments: ["filter.max"]) byDefault(max: Int = 10): [User] @listSize(slicingArguments: ["max"])
		filteredUsers(filter: Filter = {max: 10}): [User] @listSize(slicingArguments: ["filter.max"]) filled(filter: Filled): [User] @listSize(slicingArguments: ["filter.max"]) }`
	// Apollo Router, Demand Control, with a list_size of 5: there the type Query weighs nothing.
	apollo = `type Book { title: String author: Person publisher: Publisher } type Person { name: String } type Publisher { name: String address: Address } type Address { zipCode: Int }
		type Query { book(id: ID): Book bestsellers: [Book] @listSize(assumedSize: 5) newestAdditions(limit: Int): [Book] @listSize(slicingArguments: ["limit"]) }`
	own = `interface Node { id: ID items(first: Int): [Item] } type Item implements Node @cost(weight: "3") { id: ID items(first: Int = 7): [Item] @cost(weight: "4") }
		type Other implements Node { id: ID @cost(weight: "0.5") items(first: Int): [Item] } union Any = Item | Other enum Kind @cost(weight: "0.25") { A }
		input In { list: [In], n: Int @cost(weight: "2"), filled: Int = 1 @cost(weight: "8") }
		type Query { node: Node any: Any one: Item kinds(first: Int): [Kind] in(in: In, ins: [In!], more: In = {n: 1}): Int plain: [Item] two(first: Int = 2, last: Int): [Item] @listSize(slicingArguments: ["first", "last"])
			by(ids: [ID], in: Ids): [Item] @listSize(slicingArguments: ["ids", "in.ids"], requireOneSlicingArgument: false, assumedSize: 6) some(page: Page = {n: 9}): [Item] @listSize(slicingArguments: ["page.n"]) } input Ids { ids: [[ID]!] } input Page { n: Int = 5 }`
)

func TestCost(t *testing.T) {
	for _, x := range []struct {
		sdl, query string
		vars       map[string]any
		field, typ float64
		err        string
	}{
		{specUsers, `query Example { users (max: 5) { age } }`, nil, 11, 6, ""},
		{specUsers, `query($n: Int) { users(max: $n) { age } }`, map[string]any{"n": 5}, 11, 6, ""},
		{specUsers, `query($n: Int) { users(max: $n) { age } }`, map[string]any{"n": nil}, 0, 0, `Field "users" needs exactly one of the arguments max.`},
		{specUsers, `{ users { age } }`, nil, 0, 0, `Field "users" needs exactly one of the arguments max.`},
		{specProducts, `{ topProducts }`, nil, 5, 1, ""},
		{specProducts, `{ topProducts(filter: {}) }`, nil, 20, 1, ""},
		{specProducts, `{ topProducts(filter: {approx: 1}) }`, nil, 8, 1, ""},
		{specProducts, `query($f: Filter) { topProducts(filter: $f) }`, map[string]any{"f": map[string]any{"approx": 1}}, 8, 1, ""},
		{specProducts, `query($f: Filter) { topProducts(filter: $f) }`, map[string]any{"f": nil}, 5, 1, ""},
		{specProducts, `query($a: Approximate) { topProducts(filter: {approx: $a}) }`, map[string]any{"a": 1}, 8, 1, ""},
		{specNegative, `{ mostPopularProduct { id } }`, nil, 5, 2, ""},
		{specNegative, `{ mostPopularProduct(approx: 1) { id } }`, nil, 2, 2, ""},
		{nestedDefaults, `{ plain(a: {}) }`, nil, 1 + 1 + 1 + 5, 1, ""},
		{specNegative, `{ free(approx: 1) { id } }`, nil, 0, 2, ""},
		{specApprox, `{ me @approx(tolerance: 1.5) { __typename } }`, nil, 2, 2, ""},
		{specFilms, `{ films(first: 10) { edges { node { id } } pageInfo { n } } }`, nil, 1 + 1 + 10 + 1, 1 + 1 + 10 + 10 + 1, ""},
		{specFilms, `{ films(first: 10) { ...F } } fragment F on FilmConnection { edges { cursor } }`, nil, 2, 12, ""},
		{specFilms, `{ films(first: 10, last: 20) { edges { cursor } } }`, nil, 2, 22, `Field "films" needs exactly one of the arguments first, last.`},
		{specFilms, `query($l: Int) { films(first: 10, last: $l) { edges { cursor } } }`, map[string]any{"l": nil}, 2, 12, ""},
		{chocolate, `{ book { title author { name } } }`, nil, 11, 3, ""},
		{chocolate, `{ books(first: 50) { edges { node { title author { name } } } } }`, nil, 111, 1 + 1 + 50 + 50 + 50, ""},
		{datapower, `query nestedSlicing { users(filter: {max: 10}) { name } }`, nil, 2, 11, ""},
		{datapower, `query($f: Filter) { users(filter: $f) { name } }`, map[string]any{"f": map[string]any{"max": 10}}, 2, 11, ""},
		{datapower, `query($n: Int) { users(filter: {max: $n}) { name } }`, map[string]any{"n": 10}, 2, 11, ""},
		{datapower, `{ byDefault { name } }`, nil, 1, 11, ""},
		{datapower, `{ filteredUsers { name } }`, nil, 2, 11, ""},
		{datapower, `{ filled(filter: {}) { name } }`, nil, 2, 11, ""},
		{apollo, `{ book(id: 1) { title author { name } publisher { name address { zipCode } } } }`, nil, 4, 4 + 1, ""},
		{apollo, `{ bestsellers { title author { name } publisher { name address { zipCode } } } }`, nil, 16, 20 + 1, ""},
		{apollo, `{ newestAdditions(limit: 3) { title author { name } publisher { name address { zipCode } } } }`, nil, 10, 12 + 1, ""},
		{own, `{ node { id } }`, nil, 1.5, 1 + 3, ""}, // the greatest weight of the object types
		{own, `{ any { __typename } }`, nil, 1, 1 + 3, ""},
		{own, `{ node { items { id } } }`, nil, 1 + 4, 1 + 3 + 7*3, ""},
		{own, `{ node { ... on Other { items { id } } } }`, nil, 2, 1 + 3 + 4*3, ""},
		{own, `{ one { items(first: 2) { items(first: 3) { id } } } }`, nil, 1 + 4 + 2*4, 1 + 3 + 2*3 + 6*3, ""},
		{own, `{ one { ...F } two: one { ...F } } fragment F on Item { items(first: 2) { id } }`, nil, 10, 1 + 2*(3+2*3), ""}, // once per use
		{own, `{ kinds(first: 8) }`, nil, 0, 1 + 2, ""},
		{own, `{ plain { id } }`, nil, 1, 1 + 4*3, ""}, // the size of the model
		{own, `{ in(in: {n: 1, list: [{n: 1}, {filled: null}]}) }`, nil, 1 + 2 + 8 + 1 + 2 + 8 + 3 + 8, 1, ""},
		{own, `query($in: In) { in(in: $in) }`, map[string]any{"in": map[string]any{"n": 1, "filled": 1, "list": []any{map[string]any{"n": 1, "filled": 1}, map[string]any{"filled": nil}}}}, 1 + 2 + 8 + 1 + 2 + 8 + 3 + 8, 1, ""},
		{own, `{ in(more: null) }`, nil, 0, 1, ""},
		{own, `query($in: In!) { in(ins: [$in, $in], more: null) }`, map[string]any{"in": map[string]any{"n": 1}}, 1 + 2*2, 1, ""},
		{own, `{ two { id } }`, nil, 1, 1 + 2*3, ""},
		{own, `{ two(last: 5) { id } }`, nil, 1, 1 + 5*3, ""},
		{own, `{ two(first: null) { id } }`, nil, 0, 0, `Field "two" needs exactly one of the arguments first, last.`}, // nor does a resolver get the default
		{own, `{ two(first: null, last: 5) { id } }`, nil, 1, 1 + 5*3, ""},
		{own, `{ one { items(first: null) { id } } }`, nil, 5, 1 << 53, ""},
		{own, `{ one { items(first: null) { __typename } items(first: null) { id } } }`, nil, 9, 1 << 53, ""},
		{own, `{ two(first: 0) { id } }`, nil, 1, 1 + 2*3, ""},
		{own, `{ two(first: -3) { id } }`, nil, 1, 1 + 2*3, ""},
		{own, `query($n: Int) { two(first: $n) { id } }`, map[string]any{"n": nil}, 0, 0, `Field "two" needs exactly one of the arguments first, last.`},
		{own, `query($n: Int) { two(first: $n) { id } }`, map[string]any{}, 1, 1 + 2*3, ""},
		{own, `query($n: Int) { two(first: $n, last: 5) { id } }`, map[string]any{"n": nil}, 1, 1 + 5*3, ""},
		{own, `query($n: Int) { two(first: $n) { id } }`, map[string]any{"n": -1}, 1, 1 + 2*3, ""},
		{specUsers, `{ users(max: -1) { name } }`, nil, 0, 0, `Field "users" needs exactly one of the arguments max.`},
		{specUsers, `{ users(max: 0) { name } }`, nil, 1, 1 + 4, ""},
		{own, `{ some { id } }`, nil, 2, 1 + 9*3, ""},
		{own, `{ some(page: null) { id } }`, nil, 0, 0, `Field "some" needs exactly one of the arguments page.n.`},
		{own, `{ some(page: {}) { id } }`, nil, 2, 1 + 5*3, ""},
		{own, `{ some(page: {n: null}) { id } }`, nil, 0, 0, `Field "some" needs exactly one of the arguments page.n.`},
		{own, `query($p: Page) { some(page: $p) { id } }`, map[string]any{"p": map[string]any{"n": nil}}, 0, 0, `Field "some" needs exactly one of the arguments page.n.`},
		{own, `{ by(ids: ["a", "b", null]) { id } }`, nil, 1, 1 + 3*3, ""}, // as Apollo Router counts
		{own, `{ by(ids: "7") { id } }`, nil, 1, 1 + 3, ""},
		{own, `{ by(ids: []) { id } }`, nil, 1, 1 + 6*3, ""},
		{own, `{ by { id } }`, nil, 1, 1 + 6*3, ""},
		{own, `{ by(in: {ids: [["a", "b"], ["c"]]}) { id } }`, nil, 2, 1 + 2*3, ""},
		{own, `query($i: [ID]) { by(ids: $i) { id } }`, map[string]any{"i": []any{"a", "b", "c", "d"}}, 1, 1 + 4*3, ""},
		{own, `query($i: ID) { by(ids: [$i, $i]) { id } }`, map[string]any{"i": "a"}, 1, 1 + 2*3, ""},
		{own, `{ __schema { types { name } } __typename }`, nil, 0, 1, ""},
		{own, `{ one { items(first: 2147483647) { items(first: 2147483647) { id } } } }`, nil, 1 + 4 + 4*2147483647, 1 << 53, ""},
	} {
		t.Run(x.query, func(t *testing.T) {
			s := schemaOf(t, x.sdl)
			m, errs := NewModel(s, 4, Usual)
			if errs != nil {
				t.Fatal(errs)
			}
			got, err := costOf(t, m, s, x.query, x.vars)
			if err != x.err || err == "" && got != (Cost{x.field, x.typ}) {
				t.Errorf("got %+v %s, want {Field:%v Type:%v} %s", got, err, x.field, x.typ, x.err)
			}
		})
	}
}

func TestWrongDirectives(t *testing.T) {
	const list = "type X { id: ID list: [Int] } input In { n: Int = 1 } "
	for sdl, want := range map[string]string{
		`interface I { a: Int @cost(weight: "1") } type Query { i: I }`:                                                                    "@cost can't stand on I.a, a field of an interface: let it stand on those of the object types",
		`type Query { a: Int @cost(weight: "NaN") }`:                                                                                       `@cost(weight: "NaN") is no number, such as "2.5"`,
		`type Query { a: Int @listSize(assumedSize: 1) }`:                                                                                  "@listSize stands on Query.a, which is no list: name lists of its value in sizedFields",
		list + `type Query { a: X @listSize(assumedSize: 1, sizedFields: ["id"]) }`:                                                        `@listSize of Query.a names "id" in sizedFields: X has no list of that name`,
		list + `type Query { a: [X] @listSize(slicingArguments: ["n"]) }`:                                                                  `@listSize of Query.a names "n" in slicingArguments: there is no such argument that holds a number or a list`,
		list + `type Query { a(n: Boolean): [X] @listSize(slicingArguments: ["n"]) }`:                                                      `@listSize of Query.a names "n" in slicingArguments: there is no such argument that holds a number or a list`,
		list + `type Query { a(in: In): [X] @listSize(slicingArguments: ["in.m"]) }`:                                                       `@listSize of Query.a names "in.m" in slicingArguments: there is no such argument that holds a number or a list`,
		list + `type Query { a(n: Int): [X] @listSize(assumedSize: 3, slicingArguments: ["n"]) }`:                                          "@listSize of Query.a has an assumedSize beside slicingArguments: then none of these may have a default, and requireOneSlicingArgument must be false",
		list + `type Query { a(in: In): [X] @listSize(assumedSize: 3, slicingArguments: ["in.n"], requireOneSlicingArgument: false) }`:     "@listSize of Query.a has an assumedSize beside slicingArguments: then none of these may have a default, and requireOneSlicingArgument must be false",
		list + `type Query { a(n: Int): [X] @listSize(assumedSize: 3, slicingArguments: ["n"], requireOneSlicingArgument: false) b: Int }`: "",
	} {
		_, errs := NewModel(schemaOf(t, sdl), 0, Usual)
		got := ""
		if len(errs) > 0 {
			got = errs[0].Error()
		}
		if got != want || len(errs) > 1 {
			t.Errorf("%s\ngot  %v\nwant %s", sdl, errs, want)
		}
	}
}

// TestCostIsLinear measures documents that spread fragments in fragments, and one variable in
// many places: the work grows with the document.
func TestCostIsLinear(t *testing.T) {
	s := schemaOf(t, own)
	m, _ := NewModel(s, 1, Usual)
	work := func(n int) float64 {
		var b strings.Builder
		b.WriteString("query($v: [In!]){" + strings.Repeat("in(ins:$v) ", n) + strings.Repeat("one{items(first:3){...F0}}", n) + "}")
		for i := range n {
			next := strings.Repeat("...F"+strconv.Itoa(i+1)+" ", 2)
			if i == n-1 {
				next = "id"
			}
			b.WriteString("fragment F" + strconv.Itoa(i) + " on Item{" + next + "}")
		}
		doc, errs := gqlparser.LoadQueryWithRules(s, b.String(), rules.NewDefaultRules())
		if errs != nil {
			t.Fatal(errs)
		}
		list := make([]any, 1000)
		for i := range list {
			list[i] = map[string]any{"n": 1}
		}
		vars := map[string]any{"v": list}
		return testing.AllocsPerRun(3, func() { _, _, _ = m.Of(doc.Operations[0], s.Query, vars) })
	}
	if small, large := work(20), work(40); large > 3*small+50 {
		t.Errorf("%v allocations, and %v for twice the document", small, large)
	}
}

// FuzzModel reads schemas with any arguments of the directives.
func FuzzModel(f *testing.F) {
	f.Add("2.0", "first", "edges", "10")
	f.Add("1e999", "in.n.m", "list", "-1")
	f.Fuzz(func(t *testing.T, weight, slicing, sized, assumed string) {
		quoted := func(s string) string { return `"""` + strings.ReplaceAll(s, `"`, `'`) + `"""` }
		s, err := gqlparser.LoadSchema(&ast.Source{Input: Directives[0].SDL + Directives[1].SDL + `input In { in: In n: Int = 3 @cost(weight: ` + quoted(weight) + `) }
			type X { list(first: Int): [X] } type Query { a(in: In, first: Int): X @cost(weight: ` + quoted(weight) + `)
			@listSize(assumedSize: ` + assumed + `, slicingArguments: [` + quoted(slicing) + `], sizedFields: [` + quoted(sized) + `], requireOneSlicingArgument: false) }`})
		if err != nil {
			return
		}
		m, errs := NewModel(s, 1, Usual)
		doc, wrong := gqlparser.LoadQueryWithRules(s, `query($n: Int, $in: In) { a(in: {in: $in, n: $n}, first: $n) { list { list(first: $n) { __typename } } } }`, rules.NewDefaultRules())
		if wrong != nil {
			t.Fatal(wrong)
		}
		for _, vars := range []map[string]any{nil, {"n": 3}, {"n": nil, "in": map[string]any{"n": 5}}} {
			if c, _, _ := m.Of(doc.Operations[0], s.Query, vars); c.Type < 1 || c.Field < 0 || c.Type > 1<<53 {
				t.Errorf("%v: %+v, %v", vars, c, errs)
			}
		}
	})
}
