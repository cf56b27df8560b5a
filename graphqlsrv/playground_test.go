package graphqlsrv

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

const asPage = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

func TestPlaygroundPage(t *testing.T) {
	development := handlerOf(t, WithDevelopment(true))
	for _, c := range []struct {
		name    string
		h       http.Handler
		target  string
		headers []string
		status  int
		want    string
	}{
		{"in development", development, "/graphql", []string{asPage}, 200, `src="./graphql/_assets/graphiql.min.js"`},
		{"at the root", development, "/", []string{asPage}, 200, `src="_assets/graphiql.min.js"`},
		{"with a query", development, get("{hello}"), []string{asPage, "Sec-Fetch-Mode: navigate"}, 200, "playground.js"},
		{"in production", handlerOf(t), "/graphql", []string{asPage, "Sec-Fetch-Mode: navigate"}, 400, "form of another site"},
		{"allowed in production", handlerOf(t, WithPlayground(true)), "/graphql", []string{asPage}, 200, "playground.js"},
		{"off in development", handlerOf(t, WithDevelopment(true), WithPlayground(false)), "/graphql", []string{asPage}, 400, ""},
		{"behind a prefix that was taken off", http.StripPrefix("/api/graphql", development), "/api/graphql", []string{asPage}, 200, `src="./graphql/_assets/`},
		{"the query as JSON", development, get("{hello}"), []string{"Accept: application/json"}, 200, `{"data":{"hello":"world"}}`},
		{"a file", development, "/api/graphql/_assets/playground.js", nil, 200, "GraphiQL"},
		{"no such file", development, "/graphql/_assets/none.js", nil, 404, ""},
		{"a file that isn't the page's", development, "/graphql/_assets/SHA256SUMS", nil, 404, ""},
		{"a file outside", development, "/graphql/_assets/../http.go", nil, 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := send(c.h, "GET", c.target, "", c.headers...)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("got %d %s, want %d and %q", w.Code, w.Body, c.status, c.want)
			}
		})
	}
	page := send(development, "GET", "/graphql", "", asPage)
	if !strings.Contains(page.Header().Get("Content-Security-Policy"), "default-src 'none'") || strings.Contains(page.Body.String(), "//") {
		t.Errorf("the page may ask other hosts: %v\n%s", page.Header(), page.Body)
	}
	file := send(development, "GET", "/graphql/_assets/react.production.min.js", "")
	again := send(development, "GET", "/graphql/_assets/react.production.min.js", "", "If-None-Match: "+file.Header().Get("ETag"))
	if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("an unchanged file: got %d", again.Code)
	}
}

// TestPlaygroundFiles compares what is served with the checksums of what npm has.
func TestPlaygroundFiles(t *testing.T) {
	server := httptest.NewServer(handlerOf(t, WithDevelopment(true)))
	defer server.Close()
	sums, err := os.ReadFile("internal/playground/assets/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(sums))
	if len(files) != 8 {
		t.Fatalf("SHA256SUMS lists %q", files)
	}
	for i := 0; i < len(files); i += 2 {
		r, _ := http.NewRequest("GET", server.URL+"/graphql/_assets/"+files[i+1], nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		plain, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		hash := sha256.New()
		if _, err := io.Copy(hash, plain); err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(hash.Sum(nil)); got != files[i] {
			t.Errorf("%s: %s, want %s", files[i+1], got, files[i])
		}
	}
}

// TestPlaygroundQuery: the playground opens with a query that the schema answers.
func TestPlaygroundQuery(t *testing.T) {
	const head = "# Ctrl-Enter runs the query, Ctrl-Space completes it.\n{\n"
	for _, c := range []struct{ name, sdl, want string }{
		{"for everyone", "type Query { me: User @requireAuth user(id: ID!): User @skipAuth n: Int @skipAuth users(first: Int! = 1): [User!]! @skipAuth } type User { id: ID! name(long: Boolean): String rank(of: ID!): Int best: User secret: Int @requireAuth }", "  users {\n    id\n    name\n  }"},
		{"users only", "type Query { me: User @requireAuth } type User { id: ID! }", "  me {\n    id\n  }"},
		{"leaves", "type Query { n: Int @skipAuth }", "  n"},
		{"no leaves", "type Query { a: A @skipAuth } type A { b(x: Int!): Int a: A }", "  a {\n    __typename\n  }"},
		{"union", "type Query { a: U @skipAuth } union U = A type A { b: Int }", "  a {\n    __typename\n  }"},
		{"interface", "type Query { a: I @skipAuth } interface I { b: Int } type A implements I { b: Int }", "  a {\n    b\n  }"},
		{"many", "type Query { a: A @skipAuth } type A { b: Int c: Int d: Int e: Int f: Int g: Int }", "  a {\n    b\n    c\n    d\n    e\n    f\n  }"},
		{"arguments everywhere", "type Query { a(x: Int!): Int @skipAuth }", "  signalbox {\n    version\n    currentUser\n  }"},
		{"another root", "schema { query: Q } type Q { n: Int @skipAuth }", "  n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := engineOf(t, c.sdl, nil, WithDevelopment(true))
			got := e.sampleQuery()
			if want := head + c.want + "\n}\n"; got != want {
				t.Errorf("opens with\n%s\nwant\n%s", got, want)
			}
			if answer := ask(t, e, got); strings.Contains(answer, "GRAPHQL_") {
				t.Errorf("is answered %s", answer)
			}
		})
	}
	e := engineOf(t, "type Query { hidden: Int @skipAuth }", nil, WithPlayground(true))
	if got, want := e.sampleQuery(), head+"  __typename\n}\n"; got != want {
		t.Errorf("a server without introspection opens with\n%s", got)
	}
	page := send(handlerOf(t, WithDevelopment(true)), "GET", "/graphql", "", asPage)
	if !strings.Contains(page.Body.String(), `data-query="# Ctrl-Enter`) {
		t.Errorf("the page is %s", page.Body)
	}
}
