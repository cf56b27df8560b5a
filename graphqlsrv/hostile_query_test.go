package graphqlsrv_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/graphqlsrv"
)

const hostileSDL = `
	input In { in: In, list: [In], n: Int }
	type Node { id: ID, a: Node, b: Node, c: Node, d: Node, list(first: Int, in: In): [Node] }
	type Query { node: Node @skipAuth, echo(in: In, n: Int): String @skipAuth }`

// hostileHandler serves a graph without end: every field leads to another node.
func hostileHandler(t testing.TB, options ...graphqlsrv.Option) http.Handler {
	t.Helper()
	node := map[string]any{"id": "1"}
	for _, name := range []string{"a", "b", "c", "d"} {
		node[name] = node
	}
	node["list"] = []any{node, node}
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(hostileSDL)}}, append([]graphqlsrv.Option{
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"node": graphqlsrv.Func(func(context.Context) (any, error) { return node, nil }),
			"echo": graphqlsrv.FuncWith(func(context.Context, map[string]any) (string, error) { return "", nil }),
		}),
		graphqlsrv.WithLogger(nil),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// askQuery sends a query and gives the response and the bytes that were
// allocated meanwhile.
func askQuery(t testing.TB, h http.Handler, query string) (string, uint64) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return allocatedBy(t, h, variablesPost(string(body)))
}

// doubling are fragments each of which spreads the next one twice, below the
// fields that two of the formats make.
func doubling(n int, first, second string) string {
	var b strings.Builder
	b.WriteString("{node{...F0}}")
	for i := range n {
		fmt.Fprintf(&b, " fragment F%d on Node{%s %s}", i, fmt.Sprintf(first, i+1), fmt.Sprintf(second, i+1))
	}
	fmt.Fprintf(&b, " fragment F%d on Node{id}", n)
	return b.String()
}

func repeated(open string, n int, inner, end string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

// bombs are queries that want much more than their size.
var bombs = map[string]string{
	"depth":               "{node" + repeated("{a", 500, "{id}", "}") + "}",
	"aliases":             "{" + strings.Repeat("x:node{id} ", 100) + "}",
	"different aliases":   "{" + manyTimes(100, "x%d:node{id} ") + "}",
	"directives":          "{node{" + strings.Repeat("id @skip(if:false) ", 100) + "}}",
	"one field":           "{node{id" + strings.Repeat(" @include(if:true)", 400) + "}}",
	"tokens":              "{" + strings.Repeat("node{id} ", 100_000) + "}",
	"names":               "{node{" + strings.Repeat("id ", 100_000) + "}}",
	"cost":                "{node{list(first:1000){list(first:1000){id}}}}",
	"lists":               "{node" + repeated("{list", 40, "{id}", "}") + "}",
	"spreads":             doubling(40, "...F%d", "...F%d"),
	"fields and spreads":  doubling(40, "a{...F%d}", "b{...F%d}"),
	"aliases and spreads": doubling(40, "x:a{...F%d}", "y:a{...F%d}"),
	"inline and spreads":  doubling(40, "...{...F%d}", "...on Node{a{...F%d}}"),
	"cycle":               "{node{...A}} fragment A on Node{a{...B}} fragment B on Node{b{...A}}",
	"cycle of one":        "{node{...A}} fragment A on Node{...A}",
	"unused cycle":        "{node{id}} fragment A on Node{...A}",
	"merging":             "{" + strings.Repeat("node{a{b{c{d{id}}}}} ", 60) + "}",
	"objects":             "{echo(in:" + repeated("{in:", 400, "{n:1}", "}") + ")}",
	"list of lists":       "{echo(in:" + repeated("[", 900, "", "]") + ")}",
	"fields of an object": "{echo(in:{" + strings.Repeat("n:1 ", 100_000) + "})}",
	"arguments":           "{echo(" + strings.Repeat("n:1 ", 100_000) + ")}",
	"variables":           "query(" + manyTimes(20_000, "$v%d:Int ") + "){node{id}}",
	"list types":          "query($v:" + repeated("[", 5_000, "Int", "]") + "){echo(n:$v)}",
	"operations":          manyTimes(20_000, "query Q%d{node{id}} "),
	"fragments":           "{node{id}}" + manyTimes(20_000, " fragment F%d on Node{id}"),
	"long name":           "{" + strings.Repeat("n", 900_000) + "}",
	"long string":         `{echo(n:"` + strings.Repeat("n", 900_000) + `")}`,
	"comments":            strings.Repeat("#\n", 200_000) + "{node{id}}",
	"open braces":         strings.Repeat("{a", 400_000),
	"introspection":       "{__schema{types" + repeated("{fields{type", 60, "{name}", "}}") + "}}",
	"overlapping":         "{node{" + manyTimes(300, "...F%d ") + "}}" + manyTimes(300, " fragment F%d on Node{a{a{id}}}"),
}

func manyTimes(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestBombs: the default armor refuses bombs before anything is resolved, but
// for those whose only harm is their size.
func TestBombs(t *testing.T) {
	harmless := map[string]bool{"comments": true, "merging": true, "spreads": true}
	for _, development := range []bool{false, true} {
		h := hostileHandler(t, graphqlsrv.WithDevelopment(development))
		for name, query := range bombs {
			t.Run(fmt.Sprintf("development %v/%s", development, name), func(t *testing.T) {
				got, allocated := askQuery(t, h, query)
				if !harmless[name] && (!strings.HasPrefix(got, `{"errors":`) || strings.Contains(got, `"data"`)) {
					t.Errorf("is answered %.300s", got)
				}
				if len(got) > 1<<20+len(query) {
					t.Errorf("the answer has %d bytes", len(got))
				}
				if most := uint64(64<<20 + 64*len(query)); allocated > most {
					t.Errorf("allocates %d bytes", allocated)
				}
			})
		}
	}
}

// TestBombsWithoutArmor: parsing and validating are bounded whatever the armor.
// What the query then asks for, a server without armor has to answer; here that
// is nothing.
func TestBombsWithoutArmor(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(hostileSDL)}},
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"node": graphqlsrv.Func(func(context.Context) (any, error) { return nil, nil }),
			"echo": graphqlsrv.FuncWith(func(context.Context, map[string]any) (string, error) { return "", nil }),
		}),
		graphqlsrv.WithArmor(graphqlsrv.Armor{}), graphqlsrv.WithDevelopment(true), graphqlsrv.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, query := range bombs {
		t.Run(name, func(t *testing.T) {
			got, allocated := askQuery(t, h, query)
			if len(got) > 4<<20+len(query) {
				t.Errorf("the answer has %d bytes", len(got))
			}
			if most := uint64(128<<20 + 512*len(query)); allocated > most {
				t.Errorf("allocates %d bytes: %.300s", allocated, got)
			}
		})
	}
}
