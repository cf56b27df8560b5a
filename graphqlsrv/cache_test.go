package graphqlsrv

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"signalbox/graphqlsrv/internal/lru"
)

// heap returns the bytes that are in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestPersistedQueriesAreBoundedInBytes fills the cache with the largest queries that
// it takes, and with such that it doesn't.
func TestPersistedQueriesAreBoundedInBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	e := engineOf(t, usersSDL, usersService())
	before := heap()
	for _, size := range []int{1 << 20, lru.MaxKey, lru.MaxKey + 1, 100} {
		for i := range 2 * defaultPersistedQueryBytes / max(size, 5000) {
			q := fmt.Sprintf("{hello}#%d ", i)
			q += strings.Repeat("x", size-len(q))
			askFor(e, q, sha256Hex(q))
		}
	}
	if took := heap() - before; took > defaultPersistedQueryBytes*5/4+1<<20 {
		t.Errorf("persisted queries take %d bytes, with a limit of %d", took, defaultPersistedQueryBytes)
	}
	if n := e.persisted.Len(); n < 100 {
		t.Errorf("only %d are kept", n)
	}
	runtime.KeepAlive(e)

	e = engineOf(t, usersSDL, usersService(), WithPersistedQueryBytes(1000))
	first, second := "{hello}"+strings.Repeat(" ", 400), "{a:hello}"+strings.Repeat(" ", 400)
	askFor(e, first, sha256Hex(first))
	expect(t, askFor(e, "", sha256Hex(first)), `{"data":{"hello":"world"}}`)
	askFor(e, second, sha256Hex(second))
	expect(t, askFor(e, "", sha256Hex(first)), notFound)
}

// denseQueries are the largest that the armor lets pass, of each kind of token, and
// such whose plans are large.
var denseQueries = map[string]func(i int) string{
	"fields":         func(i int) string { return fmt.Sprintf("query Q%d{%s}", i, strings.Repeat("n ", 300)) },
	"spaces":         func(i int) string { return fmt.Sprintf("query Q%d{n}%s", i, strings.Repeat(" ", 60_000)) },
	"objects":        func(i int) string { return fmt.Sprintf("query Q%d{%s}", i, strings.Repeat("o{n} ", 240)) },
	"nested":         func(i int) string { return fmt.Sprintf("query Q%d{%s}", i, repeatedIn("o{", 320, "n", "}")) },
	"list":           func(i int) string { return fmt.Sprintf("query Q%d{n(l:[%s])}", i, strings.Repeat("1 ", 980)) },
	"strings":        func(i int) string { return fmt.Sprintf(`query Q%d{n(s:["%s"])}`, i, strings.Repeat(`\n`, 30_000)) },
	"short strings":  func(i int) string { return fmt.Sprintf("query Q%d{n(s:[%s])}", i, strings.Repeat(`"ab" `, 980)) },
	"objects in one": func(i int) string { return fmt.Sprintf("query Q%d{n(l:[%s])}", i, strings.Repeat("{} ", 480)) },
	"arguments":      func(i int) string { return fmt.Sprintf("query Q%d{%s}", i, strings.Repeat("n(s:1) ", 160)) },
	"directives": func(i int) string {
		return fmt.Sprintf("query Q%d{n %s}", i, strings.Repeat("...@skip(if:false){n}", 90))
	},
	"fragments": func(i int) string { return fmt.Sprintf("query Q%d{n %s}", i, strings.Repeat("...{n}", 240)) },
	"aliases": func(i int) string {
		return fmt.Sprintf("query Q%d{%s}", i, numberedIn(320, "a%d:n "))
	},
	"variables": func(i int) string {
		return fmt.Sprintf("query Q%d(%s){n(l:[%s])}", i, numberedIn(160, "$v%d:Any "), numberedIn(160, "$v%d "))
	},
	"operations": func(i int) string { return fmt.Sprintf("query Q%d{n}", i) + numberedIn(190, " query A%d{n}") },
	"named fragments": func(i int) string {
		return fmt.Sprintf("query Q%d{%s}", i, numberedIn(110, "...F%d ")) + numberedIn(110, " fragment F%d on Query{n}")
	},
	"types": func(i int) string { // one plan for each type
		return fmt.Sprintf("query Q%d{u{... on Node{%s}}}", i, numberedIn(300, "a%d:n "))
	},
}

func repeatedIn(open string, n int, inner, end string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

func numberedIn(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestPlanCacheIsBoundedInBytes fills the cache with the largest documents that it
// takes, and executes each, so that they are planned.
func TestPlanCacheIsBoundedInBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	const limit = 8 << 20
	schema := "scalar Any type Query { n(l: Any, s: Any): Int o: Query u: [Node] } interface Node { n(l: Any): Int }"
	var nodes []any
	for i := range 20 {
		schema += fmt.Sprintf(" type T%d implements Node { n(l: Any): Int }", i)
		nodes = append(nodes, map[string]any{"__typename": fmt.Sprintf("T%d", i)})
	}
	for name, query := range denseQueries {
		t.Run(name, func(t *testing.T) {
			e := engineOf(t, schema, map[string]Resolver{
				"n": FuncWith(func(context.Context, map[string]any) (int, error) { return 1, nil }),
				"o": Computed(func(any) map[string]any { return map[string]any{} }),
				"u": Computed(func(any) []any { return nodes }),
			}, WithPlanCacheBytes(limit), WithArmor(Armor{Tokens: 1000}))
			before, largest := heap(), 0
			for i := range 100 {
				q := query(i)
				op, f := e.prepare(context.Background(), &Request{Query: q, OperationName: fmt.Sprint("Q", i)})
				if f != nil {
					t.Fatalf("%.300s", f.append(nil))
				}
				op.execute(context.Background(), nil)
				largest = max(largest, e.documents.Bytes())
			}
			took := heap() - before
			if took > limit+1<<20 || largest > limit {
				t.Errorf("documents take %d bytes, counted as %d, with a limit of %d", took, largest, limit)
			}
			if took < e.documents.Bytes()/10 {
				t.Errorf("the %d documents take %d bytes, but are counted as %d", e.documents.Len(), took, e.documents.Bytes())
			}
			t.Logf("%d documents take %d kB, counted as %d kB", e.documents.Len(), took>>10, e.documents.Bytes()>>10)
			runtime.KeepAlive(e)
		})
	}
}

// TestPlansAreCounted: the ways of @skip and @include make plans that count.
func TestPlansAreCounted(t *testing.T) {
	e := engineOf(t, usersSDL, usersService(), WithArmor(Armor{}))
	vars := numberedIn(6, "$v%d:Boolean! ")
	query := "query(" + vars + "){" + numberedIn(6, "a%d:hello@skip(if:$v%[1]d) ") + numberedIn(200, "b%d:hello ") + "}"
	given := map[string]any{}
	sizes := map[int]bool{}
	for i := range 64 {
		for j := range 6 {
			given[fmt.Sprint("v", j)] = i>>j&1 == 1
		}
		ask(t, e, query, given)
		sizes[e.documents.Bytes()] = true
	}
	if len(sizes) < maxPlans {
		t.Errorf("%d sizes for %d plans", len(sizes), maxPlans)
	}
	if n := e.documents.Bytes(); n < maxPlans*200*fieldPlanSize {
		t.Errorf("counted as %d bytes", n)
	}
}
