package graphqlsrv_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestSubgraphTable has a test for each row of the public table of libraries that make
// subgraphs, apollo-federation-subgraph-compatibility. What a gateway makes of the rows is judged
// by scripts/judge/run graphql federation.
func TestSubgraphTable(t *testing.T) {
	h := librarian(t, "books", true)
	ask := func(query string) string {
		body, _ := json.Marshal(map[string]any{"query": query})
		return post(h, body)
	}
	var service struct {
		Data struct {
			Service struct{ SDL string } `json:"_service"`
		}
	}
	if err := json.Unmarshal([]byte(ask(`{ _service { sdl } }`)), &service); err != nil {
		t.Fatal(err)
	}
	sdl := regexp.MustCompile(`\s+`).ReplaceAllString(service.Data.Service.SDL, " ")
	const email = `"ines@example.com"`
	for _, c := range []struct {
		row         string
		text        string // of _service
		query, want string
	}{
		{"_service", "type Book @key", `{ __typename }`, `{"__typename":"Query"}`},
		{"@key (single)", `@key(fields: "email")`, `{ _entities(representations: [{__typename: "Author", email: ` + email + `}]) { ... on Author { email name } } }`, `{"_entities":[{"email":` + email + `,"name":"Ines Moreau"}]}`},
		{"@key (multi)", `type Leaflet @key(fields: "title edition")`, `{ _entities(representations: [{__typename: "Leaflet", title: "Opening hours", edition: 3}]) { ... on Leaflet { reason } } }`, `{"_entities":[{"reason":"a move"}]}`},
		{"@key (composite)", `type Loan @key(fields: "reader { card }")`, `{ _entities(representations: [{__typename: "Loan", reader: {card: "r2"}}]) { ... on Loan { returned } } }`, `{"_entities":[{"returned":"2020-01-02"}]}`},
		{"repeatable @key", `type Book @key(fields: "isbn") @key(fields: "title edition") @key(fields: "title publisher { name }")`, `{ _entities(representations: [{__typename: "Book", isbn: "978-1"}, {__typename: "Book", title: "Harbours", edition: 2}, {__typename: "Book", title: "Tides", publisher: {name: "Quay"}}]) { ... on Book { isbn } } }`, `{"_entities":[{"isbn":"978-1"},{"isbn":"978-2"},{"isbn":"978-1"}]}`},
		{"@requires", `booksPerYear: Int @requires(fields: "bookCount years")`, `{ _entities(representations: [{__typename: "Author", email: ` + email + `, bookCount: 12, years: 5}]) { ... on Author { booksPerYear } } }`, `{"_entities":[{"booksPerYear":2}]}`},
		{"@provides", `author: Author @provides(fields: "bookCount")`, `{ book(isbn: "978-1") { author { bookCount } } }`, `{"book":{"author":{"bookCount":12}}}`},
		{"@link", `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: [`, `{ __type(name: "link__Purpose") { kind } }`, `{"__type":{"kind":"ENUM"}}`},
		{"@shareable", `type Publisher @federation__shareable`, `{ book(isbn: "978-1") { publisher { name } } }`, `{"book":{"publisher":{"name":"Quay"}}}`},
		{"@tag", `remarks: String @tag(name: "staff")`, `{ book(isbn: "978-2") { remarks } }`, `{"book":{"remarks":"fragile"}}`},
		{"@override", `name: String @movedFrom(from: "people")`, `{ _entities(representations: [{__typename: "Author", email: ` + email + `}]) { ... on Author { name } } }`, `{"_entities":[{"name":"Ines Moreau"}]}`},
		{"@inaccessible", `unit: String @inaccessible`, `{ book(isbn: "978-1") { size { unit } } }`, `{"book":{"size":{"unit":"cm"}}}`},
		{"@composeDirective", `@composeDirective(name: "@paper")`, `{ __schema { directives { name args { name } } } }`, `{"name":"paper","args":[{"name":"grams"}]}`},
		{"@interfaceObject", `type Shelf @key(fields: "id") @interfaceObject`, `{ _entities(representations: [{__typename: "Shelf", id: "s1"}]) { ... on Shelf { books { title } } } }`, `{"_entities":[{"books":[{"title":"Tides"}]}]}`},
	} {
		t.Run(c.row, func(t *testing.T) {
			if !strings.Contains(sdl, c.text) {
				t.Errorf("_service has no %s: %s", c.text, sdl)
			}
			if got := ask(c.query); !strings.Contains(got, c.want) || strings.Contains(got, `"errors"`) {
				t.Errorf("the answer is %s, not %s", got, c.want)
			}
		})
	}
	t.Run("ftv1", func(t *testing.T) {
		if root := traceOf(t, postWith(h, `{ book(isbn: "978-1") { title } }`, askedTrace, "ftv1")).Root; root.count() != 3 {
			t.Errorf("the trace has %d nodes", root.count())
		}
	})
}

// FuzzRepresentations sends representations to resolvers of each kind: whatever comes, each
// has an entity, null or an error of its own, or all have one error.
func FuzzRepresentations(f *testing.F) {
	handlers := []http.Handler{librarian(f, "books", false), librarian(f, "books", true), librarian(f, "people", false), librarian(f, "people", true), librarian(f, "nobody", false)}
	f.Add(`[{"__typename": "Book", "isbn": "978-1"}, {"__typename": "Loan", "reader": {"card": "r2"}}]`)
	f.Add(`[{"__typename": "Shelf", "id": "s1"}, {"__typename": "Room", "number": 7}, null]`)
	f.Add(`[{"__typename": "Author", "years": 1e300, "email": [{}], "books": {"__typename": 5}}]`)
	f.Add(`{"__typename": "_Entity"}`)
	f.Fuzz(func(t *testing.T, representations string) {
		var given any
		if json.Unmarshal([]byte(representations), &given) != nil || len(representations) > 1<<16 {
			return
		}
		body, err := json.Marshal(map[string]any{"query": "query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }", "variables": map[string]any{"r": json.RawMessage(representations)}})
		if err != nil {
			return
		}
		for _, h := range handlers {
			var r struct {
				Errors []json.RawMessage
				Data   *struct {
					Entities []json.RawMessage `json:"_entities"`
				}
			}
			answer := post(h, body)
			if err := json.Unmarshal([]byte(answer), &r); err != nil {
				t.Fatalf("%v: %s", err, answer)
			}
			if r.Data == nil && len(r.Errors) != 1 && !strings.Contains(answer, "Variable") {
				t.Errorf("neither entities nor one error: %s", answer)
			}
			if list, ok := given.([]any); ok && r.Data != nil && len(r.Data.Entities) != len(list) {
				t.Errorf("%d entities of %d representations: %s", len(r.Data.Entities), len(list), answer)
			}
			if strings.Contains(answer, "panic: ") {
				t.Errorf("a panic: %s", answer)
			}
		}
	})
}
