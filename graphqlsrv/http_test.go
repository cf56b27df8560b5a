package graphqlsrv

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// handlerOf makes a server of the users' schema.
func handlerOf(t testing.TB, options ...Option) http.Handler {
	t.Helper()
	h, err := New(sdl(usersSDL), append([]Option{WithServices(usersService()), WithoutDirectiveCheck(), WithLogger(nil)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

const typeStream = "text/event-stream; charset=utf-8"

// send makes a request; headers are "Name: value".
func send(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const asJSON = "Content-Type: application/json"

func get(query string) string { return "/graphql?query=" + url.QueryEscape(query) }

// TestHTTPQueriesOnly asks a schema for kinds of operations that it has no type for: as with graphql-js
// they are executed, and fail as a whole.
func TestHTTPQueriesOnly(t *testing.T) {
	h, err := New(sdl(`type Query { a: Int }`), WithoutDirectiveCheck(), WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	const failed = `"errors":[{"message":"Schema is not configured to execute %s operation.","locations":[{"line":1,"column":1}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]`
	for _, c := range []struct {
		method, target, query, accept string
		status                        int
		want                          string
	}{
		{"POST", "/graphql", "mutation{a}", "application/json", 200, `{"data":null,` + fmt.Sprintf(failed, "mutation") + "}"},
		{"POST", "/graphql", "mutation{a}", "application/graphql-response+json", 200, `{"data":null,` + fmt.Sprintf(failed, "mutation") + "}"},
		{"GET", get("mutation{a}"), "", "application/json", 405, "POST"},
		{"POST", "/graphql", "subscription{a}", "text/event-stream", 200, "data: {" + fmt.Sprintf(failed, "subscription") + "}"},
		{"POST", "/graphql", "subscription{a}", "application/json", 406, "text/event-stream or multipart/mixed; subscriptionSpec=1.0"},
	} {
		w := send(h, c.method, c.target, `{"query":"`+c.query+`"}`, asJSON, "Accept: "+c.accept)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s as %s: %d %s", c.method, c.query, c.accept, w.Code, w.Body)
		}
	}
}

// TestHTTP holds the server to GraphQL over HTTP, and to what it refuses beyond.
func TestHTTP(t *testing.T) {
	h := handlerOf(t)
	hello := `{"query":"{hello}"}`
	for _, c := range []struct {
		name         string
		method       string
		target, body string
		headers      []string
		status       int
		want         string // a part of the body
	}{
		{"post", "POST", "/graphql", hello, []string{asJSON}, 200, `{"data":{"hello":"world"}}`},
		{"charset", "POST", "/graphql", hello, []string{"Content-Type: application/json; charset=UTF-8"}, 200, "world"},
		{"another charset", "POST", "/graphql", hello, []string{"Content-Type: application/json; charset=latin1"}, 415, "must be in UTF-8"},
		{"no content type", "POST", "/graphql", hello, nil, 415, "Content-Type: application/json"},
		{"a form's content type", "POST", "/graphql", hello, []string{"Content-Type: text/plain"}, 400, "send the header Content-Type: application/json."},
		{"curl -d", "POST", "/graphql", hello, []string{"Content-Type: application/x-www-form-urlencoded"}, 400, "send the header Content-Type: application/json."},
		{"a form with files", "POST", "/graphql", hello, []string{"Content-Type: multipart/form-data"}, 400, "send the header GraphQL-Preflight with it"},
		{"a form's content type, preflighted", "POST", "/graphql", hello, []string{"Content-Type: text/plain", "X-Requested-With: x"}, 415, "text/plain"},
		{"two content types", "POST", "/graphql", hello, []string{asJSON, "Content-Type: text/plain"}, 415, "one header"},
		{"content encoding", "POST", "/graphql", hello, []string{asJSON, "Content-Encoding: gzip"}, 415, "gzip"},
		{"get", "GET", get("{hello}"), "", nil, 200, "world"},
		{"get with variables", "GET", get("query($n:Int!){users(take:$n){id}}") + `&variables={"n":1}`, "", nil, 200, `{"users":[{"id":1}]}`},
		{"get with bad variables", "GET", get("{hello}") + `&variables={"n":1,"n":2}`, "", nil, 400, "variables"},
		{"get without query", "GET", "/graphql", "", nil, 400, "Must provide query string."},
		{"get with two queries", "GET", get("{hello}") + "&query={boom}", "", nil, 400, "2 times"},
		{"get with bad escape", "GET", "/graphql?query=%zz", "", nil, 400, "query string of the URL"},
		{"get in bad UTF-8", "GET", "/graphql?query=%7Bhello%7D%ff", "", nil, 400, "no UTF-8"},
		{"mutation by get", "GET", get("mutation{add(n:1)}"), "", nil, 405, "POST"},
		{"patch", "PATCH", "/graphql", hello, []string{asJSON}, 405, "PATCH"},
		{"head", "HEAD", get("{hello}"), "", nil, 405, "HEAD"},
		{"navigation", "GET", get("{hello}"), "", []string{"Sec-Fetch-Mode: navigate"}, 400, "GraphQL-Preflight"},
		{"image", "GET", get("{hello}"), "", []string{"Sec-Fetch-Mode: no-cors"}, 400, "GraphQL-Preflight"},
		{"script", "GET", get("{hello}"), "", []string{"Sec-Fetch-Mode: cors"}, 200, "world"},
		{"old browser's navigation", "GET", get("{hello}"), "", []string{"Accept: text/html,*/*;q=0.8"}, 400, "GraphQL-Preflight"},
		{"preflighted navigation", "GET", get("{hello}"), "", []string{"Sec-Fetch-Mode: navigate", "Apollo-Require-Preflight: true"}, 200, "world"},
		{"not acceptable", "POST", "/graphql", hello, []string{asJSON, "Accept: image/png"}, 406, "text/event-stream and multipart/mixed; subscriptionSpec=1.0"},
		{"refused by weight", "POST", "/graphql", hello, []string{asJSON, "Accept: application/json;q=0, application/graphql-response+json;q=0"}, 406, "Accept"},
		{"empty body", "POST", "/graphql", "", []string{asJSON}, 400, "empty"},
		{"batch", "POST", "/graphql", "[" + hello + "]", []string{asJSON}, 400, "batches"},
		{"no object", "POST", "/graphql", `"x"`, []string{asJSON}, 400, "JSON object"},
		{"two objects", "POST", "/graphql", hello + hello, []string{asJSON}, 400, "no valid JSON"},
		{"query twice", "POST", "/graphql", `{"query":"{boom}","query":"{hello}"}`, []string{asJSON}, 400, "duplicate object member name"},
		{"query twice by an escape", "POST", "/graphql", `{"query":"{boom}","\u0071uery":"{hello}"}`, []string{asJSON}, 400, "duplicate"},
		{"variable twice", "POST", "/graphql", `{"query":"{hello}","variables":{"a":{"b":1,"b":2}}}`, []string{asJSON}, 400, "duplicate"},
		{"bad UTF-8", "POST", "/graphql", "{\"query\":\"{hello}\",\"x\":\"\xff\"}", []string{asJSON}, 400, "UTF-8"},
		{"half a surrogate", "POST", "/graphql", `{"query":"{hello}","variables":{"s":"\ud800"}}`, []string{asJSON}, 400, "no valid JSON"},
		{"names are case-sensitive", "POST", "/graphql", `{"QUERY":"{hello}"}`, []string{asJSON}, 400, "Must provide query string."},
		{"other members", "POST", "/graphql", `{"id":7,"query":"{hello}"}`, []string{asJSON}, 200, "world"},
		{"empty query", "POST", "/graphql", `{"query":""}`, []string{asJSON, "Accept: application/graphql-response+json"}, 400, `{"errors":[{"message":"Syntax Error: Unexpected <EOF>.","locations":[{"line":1,"column":1}],"extensions":{"code":"GRAPHQL_PARSE_FAILED"}}]}`},
		{"empty query as JSON", "POST", "/graphql", `{"query":""}`, []string{asJSON, "Accept: application/json"}, 200, "Syntax Error: Unexpected <EOF>."},
		{"get with an empty query", "GET", "/graphql?query=", "", nil, 200, "Syntax Error: Unexpected <EOF>."},
		{"query is null", "POST", "/graphql", `{"query":null}`, []string{asJSON}, 400, "Must provide query string."},
		{"query is a number", "POST", "/graphql", `{"query":1}`, []string{asJSON}, 400, "query of the request must be a string"},
		{"variables are a list", "POST", "/graphql", `{"query":"{hello}","variables":[]}`, []string{asJSON}, 400, "an object or null"},
		{"deep list", "POST", "/graphql", `{"query":"{hello}","x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}", []string{asJSON}, 400, `"The body is nested too deep: the depth limit of lists and objects is 10000."`},
		{"deep open list", "POST", "/graphql", `{"query":"{hello}","x":` + strings.Repeat("[", 20_000), []string{asJSON}, 400, "The body is nested too deep"},
		{"get with deep variables", "GET", get("{hello}") + "&variables=" + strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000), "", nil, 400, "The parameter variables is nested too deep"},
		{"get with two variables", "GET", get("{hello}") + "&variables={}{}", "", nil, 400, "The parameter variables is no valid JSON: more text after the value."},
		{"extensions of another type", "POST", "/graphql", `{"query":"{hello}","extensions":{"persistedQuery":5}}`, []string{asJSON}, 400, `"extensions are invalid: persistedQuery must be like {\"version\": 1, \"sha256Hash\": \"…\"}."`},
		{"deep JSON", "POST", "/graphql", `{"query":"{hello}","variables":` + strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000) + "}", []string{asJSON}, 400, "depth"},
		{"parse error, json", "POST", "/graphql", `{"query":"{"}`, []string{asJSON}, 200, "Syntax Error"},
		{"parse error, graphql", "POST", "/graphql", `{"query":"{"}`, []string{asJSON, "Accept: application/graphql-response+json"}, 400, "Syntax Error"},
		{"field error, graphql", "POST", "/graphql", `{"query":"{boom}"}`, []string{asJSON, "Accept: application/graphql-response+json"}, 200, "Something went wrong."},
		{"variables, graphql", "POST", "/graphql", `{"query":"query($n:Int!){users(take:$n){id}}"}`, []string{asJSON, "Accept: application/graphql-response+json"}, 400, "$n"},
		{"unknown persisted query, json", "POST", "/graphql", `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}`, []string{asJSON}, 200, "PERSISTED_QUERY_NOT_FOUND"},
		{"unknown persisted query, graphql", "POST", "/graphql", `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}`, []string{asJSON, "Accept: application/graphql-response+json"}, 404, "PersistedQueryNotFound"},
		{"subscription as JSON", "POST", "/graphql", `{"query":"query{hello}"}`, []string{asJSON, "Accept: text/event-stream"}, 200, "event: next\ndata: {\"data\":{\"hello\":\"world\"}}\n\nevent: complete\n"},
		{"health", "GET", "/graphql/health", "", nil, 200, "pass"},
		{"readiness", "GET", "/graphql/readiness", "", nil, 200, "pass"},
		{"health takes no posts", "POST", "/graphql/health", "", nil, 405, "GET"},
		{"no playground in production", "GET", "/graphql", "", []string{"Accept: text/html"}, 406, "Accept"},
		{"no playground files either", "GET", "/graphql/_assets/playground.js", "", nil, 404, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := send(h, c.method, c.target, c.body, c.headers...)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("got %d %s, want %d and %q", w.Code, w.Body, c.status, c.want)
			}
			if w.Code == http.StatusMethodNotAllowed && w.Header().Get("Allow") == "" {
				t.Error("405 without Allow")
			}
		})
	}
}

func TestAcceptedType(t *testing.T) {
	h := handlerOf(t)
	for _, c := range []struct{ accept, want string }{
		{"", typeJSON},
		{"*/*", typeJSON},
		{"application/*", typeJSON},
		{"application/json", typeJSON},
		{"Application/GraphQL-Response+JSON", typeResponse},
		{"application/graphql-response+json, application/json;q=0.9", typeResponse},
		{"application/json;q=0.9, application/graphql-response+json", typeResponse},
		{"application/graphql-response+json;q=0.5, application/json", typeJSON},
		{"application/graphql-response+json, */*", typeResponse},
		{"application/graphql-response+json; charset=utf-8, application/json; charset=utf-8", typeResponse},
		{"application/json; charset=utf-8, application/graphql-response+json", typeJSON},
		{"application/graphql-response+json; charset=utf-16, application/json", typeJSON},
		{"application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed", typeResponse},
		{"text/event-stream", typeStream},
		{"text/event-stream, application/json;q=0.5", typeStream},
		{"application/json;q=0, */*", typeResponse},
	} {
		t.Run(c.accept, func(t *testing.T) {
			w := send(h, "POST", "/graphql", `{"query":"{hello}"}`, asJSON, "Accept: "+c.accept)
			if got := w.Header().Get("Content-Type"); w.Code != 200 || got != c.want {
				t.Errorf("got %d %s, want %s", w.Code, got, c.want)
			}
		})
	}
}

func TestLongBodies(t *testing.T) {
	server := httptest.NewServer(handlerOf(t))
	defer server.Close()
	body := `{"query":"{hello}","x":"` + strings.Repeat("x", 10<<20) + `"}`
	for name, length := range map[string]int64{"declared": int64(len(body)), "chunked": -1} {
		t.Run(name, func(t *testing.T) {
			r, _ := http.NewRequest("POST", server.URL+"/graphql", io.NopCloser(strings.NewReader(body)))
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/json")
			w, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Body.Close()
			if b, _ := io.ReadAll(w.Body); w.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("got %d %s", w.StatusCode, b)
			}
		})
	}
}

// TestNoBody has a request that no server made.
func TestNoBody(t *testing.T) {
	for _, media := range []string{"application/json", "multipart/form-data; boundary=b"} {
		r, _ := http.NewRequest("POST", "/graphql", nil)
		r.Header.Set("Content-Type", media)
		r.Header.Set("GraphQL-Preflight", "1")
		w := httptest.NewRecorder()
		handlerOf(t).ServeHTTP(w, r)
		if w.Code != http.StatusBadRequest {
			t.Errorf("%s: got %d %s", media, w.Code, w.Body)
		}
	}
}

func TestMaxBody(t *testing.T) {
	body := `{"query":"{hello}"}`
	for bytes, status := range map[int64]int{int64(len(body)): 200, int64(len(body)) - 1: 413} {
		if w := send(handlerOf(t, WithMaxBody(bytes)), "POST", "/", body, asJSON); w.Code != status {
			t.Errorf("%d bytes: got %d %s, want %d", bytes, w.Code, w.Body, status)
		}
	}
}

// TestTimeout has a resolver that heeds its context and one that doesn't.
func TestTimeout(t *testing.T) {
	released := make(chan struct{})
	defer close(released)
	for name, wait := range map[string]func(context.Context){
		"heeds": func(ctx context.Context) { <-ctx.Done() },
		"deaf":  func(context.Context) { <-released },
	} {
		t.Run(name, func(t *testing.T) {
			services := usersService()
			services["hello"] = Func(func(ctx context.Context) (string, error) { wait(ctx); return "", ctx.Err() })
			h := handlerOf(t, func(c *config) { c.services = []map[string]Resolver{services} }, WithTimeout(10*time.Millisecond))
			w := send(h, "POST", "/graphql", `{"query":"{hello}"}`, asJSON)
			if w.Code != http.StatusGatewayTimeout || !strings.Contains(w.Body.String(), `"code":"TIMEOUT"`) {
				t.Errorf("got %d %s", w.Code, w.Body)
			}
		})
	}
	if w := send(handlerOf(t, WithTimeout(time.Minute)), "POST", "/", `{"query":"{hello}"}`, asJSON); w.Code != 200 {
		t.Errorf("a fast one: got %d %s", w.Code, w.Body)
	}
}

func TestAuthStatus(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
	}{
		{Unauthenticated("no"), 401},
		{Forbidden("no"), 403},
		{io.ErrUnexpectedEOF, 500},
	} {
		h := handlerOf(t, WithAuth(func(context.Context, Token, *http.Request) (any, error) { return nil, c.err }, nil))
		for _, accept := range []string{"application/json", "text/event-stream"} {
			w := send(h, "POST", "/", `{"query":"{hello}"}`, asJSON, "Accept: "+accept, "auth-provider: test", "Authorization: Bearer x")
			if w.Code != c.status {
				t.Errorf("%v, %s: got %d %s, want %d", c.err, accept, w.Code, w.Body, c.status)
			}
		}
	}
}

func TestCORS(t *testing.T) {
	h := handlerOf(t, WithCORS(CORS{Origins: []string{"https://app.example.com"}, Credentials: true, MaxAge: time.Hour, Headers: []string{"X-Tenant"}}))
	preflight := []string{"Access-Control-Request-Method: POST", "Access-Control-Request-Headers: apollo-require-preflight,content-type,x-tenant"}
	for _, c := range []struct {
		name, method, origin, want string
		headers                    []string
	}{
		{"allowed", "POST", "https://app.example.com", "https://app.example.com", []string{asJSON}},
		{"another", "POST", "https://evil.example.com", "", []string{asJSON}},
		{"preflight", "OPTIONS", "https://app.example.com", "https://app.example.com", preflight},
		{"preflight of another", "OPTIONS", "https://evil.example.com", "", preflight},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := send(h, c.method, "/graphql", `{"query":"{hello}"}`, append(c.headers, "Origin: "+c.origin)...)
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if c.method == "OPTIONS" && w.Code != http.StatusNoContent {
				t.Errorf("got status %d", w.Code)
			}
		})
	}
	if w := send(handlerOf(t), "POST", "/", `{"query":"{hello}"}`, asJSON, "Origin: https://a.example.com"); w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Error("CORS is on without WithCORS")
	}
	for _, wrong := range []CORS{{}, {Origins: []string{"*"}, Credentials: true}} {
		if _, err := New(sdl("type Query { a: Int @skipAuth }"), WithCORS(wrong), WithLogger(nil)); err == nil {
			t.Errorf("%+v: no error", wrong)
		}
	}
}

func TestReadiness(t *testing.T) {
	var err error
	h := handlerOf(t, WithReadiness(func(context.Context) error {
		if err == errPanic {
			panic("ouch")
		}
		return err
	}))
	for _, c := range []struct {
		err    error
		status int
	}{{nil, 200}, {io.EOF, 503}, {errPanic, 503}} {
		err = c.err
		if w := send(h, "GET", "/graphql/readiness", ""); w.Code != c.status || strings.Contains(w.Body.String(), "EOF") {
			t.Errorf("%v: got %d %s", c.err, w.Code, w.Body)
		}
	}
	if w := send(h, "GET", "/graphql/health", ""); w.Code != 200 {
		t.Errorf("health: got %d", w.Code)
	}
	err = nil
	h.(Drainer).Drain()
	if w := send(h, "GET", "/graphql/readiness", ""); w.Code != 503 {
		t.Errorf("draining: got %d", w.Code)
	}
}

var errPanic = io.ErrClosedPipe

// FuzzRequestBody holds the decoder to be without panics, and to take nothing
// but JSON objects.
func FuzzRequestBody(f *testing.F) {
	for _, s := range []string{`{"query":"{a}"}`, `{"query":"\u0041","variables":{"a":[1,{}]},"extensions":null}`, "[", `{"query":"a"}{`, "{\"\xff\":1}", `{"variables":{"a":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var r Request
		if err := r.decode(body); err != nil {
			return
		}
		var again Request
		if err := again.decode(body); err != nil || again.Query != r.Query {
			t.Errorf("%q: decoded once, then %v", body, err)
		}
		if len(r.Variables) > 0 && (r.Variables[0] != '{' || r.Variables[len(r.Variables)-1] != '}') {
			t.Errorf("%q: variables %q", body, r.Variables)
		}
	})
}
