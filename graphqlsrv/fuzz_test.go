package graphqlsrv_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/graphqlsrv"
)

// FuzzQuery sends queries and variables to a server with the default armor and
// a graph without end: whatever comes, the answer is JSON of bounded size, the
// same each time, and has errors or data.
func FuzzQuery(f *testing.F) {
	n := 0
	for _, file := range conformanceFiles(f) {
		eachLine(f, file, func(c *conformanceLine) {
			if n++; c.Query != "" && n%7 == 0 {
				f.Add(c.Query, string(c.Vars))
			}
		})
	}
	for _, query := range bombs {
		if len(query) < 4096 {
			f.Add(query, "")
		}
	}
	f.Add("{node{a{b{c{list{id}}}}}}", `{"a": 1}`)
	h := hostileHandler(f, graphqlsrv.WithDevelopment(true))
	f.Fuzz(func(t *testing.T, query, variables string) {
		if !json.Valid([]byte(variables)) {
			variables = "null"
		}
		body, err := json.Marshal(map[string]any{"query": query, "variables": json.RawMessage(variables)})
		if err != nil || len(body) > 1<<19 {
			return
		}
		first := post(h, body)
		if second := post(h, body); first != second {
			t.Fatalf("answers differ:\n%s\n%s", first, second)
		}
		var r struct {
			Errors []json.RawMessage
			Data   json.RawMessage
		}
		if err := json.Unmarshal([]byte(first), &r); err != nil {
			t.Fatalf("%v: %s", err, first)
		}
		if len(r.Errors) == 0 && r.Data == nil {
			t.Fatalf("neither data nor errors: %s", first)
		}
		if len(first) > 4<<20 {
			t.Fatalf("the answer has %d bytes", len(first))
		}
	})
}

func post(h http.Handler, body []byte) string {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return strings.TrimSpace(w.Body.String())
}
