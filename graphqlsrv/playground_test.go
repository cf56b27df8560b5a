package graphqlsrv

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
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
	sums, err := assets.ReadFile("assets/SHA256SUMS")
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
