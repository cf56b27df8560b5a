package graphqlsrv_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"signalbox/graphqlsrv"
)

// library is where the subgraphs of a library are, with what @apollo/subgraph answers for
// them: scripts/judge/run graphql federation --write.
const library = "testdata/federation/"

// TestEntitiesAsApollo asks what gateways ask, of resolvers for one representation and of
// such for all of a type, and for traces of it.
func TestEntitiesAsApollo(t *testing.T) {
	for _, batched := range []bool{false, true} {
		handlers := map[string]http.Handler{"books": librarian(t, "books", batched), "people": librarian(t, "people", batched), "nobody": librarian(t, "nobody", batched)}
		f, err := os.Open(library + "entities.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for lines := bufio.NewScanner(f); lines.Scan(); n++ {
			var c struct {
				Service, Name, Query     string
				Variables, Answer, Trace json.RawMessage
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			body, _ := json.Marshal(map[string]any{"query": c.Query, "variables": c.Variables})
			got := canonicalResponse(t, []byte(post(handlers[c.Service], body)))
			// The judge has words of its own for a rule of graphql-js.
			want := strings.ReplaceAll(canonicalResponse(t, c.Answer), " `__resolveReference` method resolved", " was resolved")
			if got != want {
				t.Errorf("%s (batched: %v): %s\ngot %s\nwant %s", c.Name, batched, c.Query, got, want)
			}
			if c.Trace == nil {
				continue
			}
			if got, want := canonicalTrace(t, traceOf(t, postBody(handlers[c.Service], body, askedTrace, "ftv1"))), canonicalTrace(t, c.Trace); got != want {
				t.Errorf("%s (batched: %v): %s\nthe trace is %s\nnot %s", c.Name, batched, c.Query, got, want)
			}
		}
		if n < 39 {
			t.Errorf("only %d cases", n)
		}
	}
}

// librarian serves a subgraph of the library from its data; nobody resolves no reference.
func librarian(t testing.TB, name string, batched bool, options ...graphqlsrv.Option) http.Handler {
	t.Helper()
	folder := name
	services := map[string]graphqlsrv.Resolver{}
	if name == "nobody" {
		folder = "people"
	} else {
		services = librarianService(t, name, batched)
	}
	sdl, err := fs.Sub(os.DirFS(library), folder)
	if err != nil {
		t.Fatal(err)
	}
	h, err := graphqlsrv.New(sdl, append([]graphqlsrv.Option{
		graphqlsrv.WithServices(services), graphqlsrv.WithoutMasking(), graphqlsrv.WithIntrospection(true), graphqlsrv.WithLogger(nil), graphqlsrv.WithArmor(graphqlsrv.Armor{}),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func librarianService(t testing.TB, name string, batched bool) map[string]graphqlsrv.Resolver {
	t.Helper()
	text, err := os.ReadFile(library + "data.json")
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]map[string][]map[string]any
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	services := map[string]graphqlsrv.Resolver{}
	for typ, list := range data[name] {
		if batched {
			services[typ+".__resolveReference"] = graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, given []map[string]any) ([]map[string]any, error) {
				found, errs := make([]map[string]any, len(given)), make(graphqlsrv.Errors, len(given))
				for i, g := range given {
					found[i], errs[i] = findItem(list, g)
				}
				return found, errs
			})
			continue
		}
		services[typ+".__resolveReference"] = graphqlsrv.FuncWith(func(_ context.Context, given map[string]any) (map[string]any, error) { return findItem(list, given) })
	}
	if name == "books" {
		services["book"] = graphqlsrv.FuncWith(func(_ context.Context, key map[string]any) (map[string]any, error) {
			return findItem(data[name]["Book"], key)
		})
		services["Author.booksPerYear"] = graphqlsrv.Computed(func(author map[string]any) any {
			count, counted := author["bookCount"].(int)
			years, _ := author["years"].(int)
			if !counted || years == 0 {
				return nil
			}
			return int(math.Round(float64(count) / float64(years)))
		})
	}
	return services
}

// findItem returns the first item that has what is given of its fields, with what else is
// given: entities.mjs has the same.
func findItem(list []map[string]any, given map[string]any) (map[string]any, error) {
	for _, v := range given {
		if v == "broken" {
			return nil, errors.New("it is broken")
		}
	}
	i := slices.IndexFunc(list, func(item map[string]any) bool {
		common := 0
		for name, value := range given {
			if own, ok := item[name]; ok && name != "__typename" {
				common++
				if !hasPart(own, value) {
					return false
				}
			}
		}
		return common > 0
	})
	if i < 0 {
		return nil, nil
	}
	found := maps.Clone(given)
	maps.Copy(found, list[i])
	return found, nil
}

// hasPart reports whether a value of the data is, or holds, what a representation has.
func hasPart(value, part any) bool {
	of, ok := part.(map[string]any)
	if !ok {
		if n, ok := part.(int); ok {
			return value == float64(n)
		}
		return value == part
	}
	whole, ok := value.(map[string]any)
	for name, inner := range of {
		if ok && !hasPart(whole[name], inner) {
			return false
		}
	}
	return ok
}
