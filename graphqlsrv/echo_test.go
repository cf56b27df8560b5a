package graphqlsrv_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/graphqlsrv"
)

// echoing is a long text of letters, which is a name too.
var echoing = strings.Repeat("aZ", 450_000)

// echoHandler has resolvers that repeat what they are given.
func echoHandler(t *testing.T, log *bytes.Buffer, options ...graphqlsrv.Option) http.Handler {
	t.Helper()
	type text struct{ Text string }
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(`
		enum Kind { RED }
		input In { n: Int, kind: Kind }
		type Query {
			fails(text: String): Int @skipAuth
			panics(text: String): Int @skipAuth
			reads(n: Int, kind: Kind, in: In, date: Date, json: JSONObject, level: Level, text: ID): Int @skipAuth
		}
		scalar Level
		type Mutation { send(file: File): Int @skipAuth }`)}},
		append([]graphqlsrv.Option{
			graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
				"fails":  graphqlsrv.FuncWith(func(_ context.Context, a text) (int, error) { return 0, fmt.Errorf("no %q", a.Text) }),
				"panics": graphqlsrv.FuncWith(func(_ context.Context, a text) (int, error) { panic(a.Text) }),
				"reads": graphqlsrv.FuncWith(func(context.Context, struct {
					N, Kind, In, Date, JSON, Level any
					Text                           int
				},
				) (int, error) {
					return 0, nil
				}),
				"send": graphqlsrv.FuncWith(func(context.Context, map[string]any) (int, error) { return 0, nil }),
			}),
			graphqlsrv.WithScalar("Level", graphqlsrv.Scalar{Parse: func(v any) (any, error) {
				if v == "panic" {
					panic(echoing)
				}
				return nil, fmt.Errorf("no level: %v", v)
			}}),
			graphqlsrv.WithAuth(func(_ context.Context, token graphqlsrv.Token, _ *http.Request) (any, error) {
				return nil, errors.New("no token: " + token.Value)
			}, nil),
			graphqlsrv.WithLogger(slog.New(slog.NewTextHandler(log, nil))),
		}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestEchoIsBounded: neither answers nor logs repeat a long text of the client.
func TestEchoIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	with := func(r *http.Request, name, value string) *http.Request {
		r.Header.Set(name, value)
		return r
	}
	get := func(parameters string) *http.Request {
		return with(httptest.NewRequest(http.MethodGet, "/graphql?"+parameters, nil), "GraphQL-Preflight", "1")
	}
	method := variablesPost(`{"query":"{reads}"}`)
	method.Method = echoing
	requests := map[string]func() *http.Request{
		"name in braces":    func() *http.Request { return variablesRequest("{"+echoing, "{}") },
		"text":              func() *http.Request { return variablesRequest(`{"`+echoing+`"`, "{}") },
		"block string":      func() *http.Request { return variablesRequest(`{"""`+echoing+`"""`, "{}") },
		"number":            func() *http.Request { return variablesRequest("{"+strings.Repeat("1", 900_000), "{}") },
		"bad number":        func() *http.Request { return variablesRequest("{"+strings.Repeat("1", 900_000)+"a", "{}") },
		"field":             func() *http.Request { return variablesRequest("{reads "+echoing+"}", "{}") },
		"alias":             func() *http.Request { return variablesRequest("{"+echoing+": fails}", "{}") },
		"argument":          func() *http.Request { return variablesRequest("{reads("+echoing+":1)}", "{}") },
		"directive":         func() *http.Request { return variablesRequest("{reads @"+echoing+"}", "{}") },
		"fragment":          func() *http.Request { return variablesRequest("{..."+echoing+"}", "{}") },
		"type":              func() *http.Request { return variablesRequest("{... on "+echoing+"{reads}}", "{}") },
		"variable":          func() *http.Request { return variablesRequest("{reads(n:$"+echoing+")}", "{}") },
		"operation":         func() *http.Request { return variablesRequest("query "+echoing+"{nothing}", "{}") },
		"executed":          func() *http.Request { return variablesRequest("query "+echoing+"{reads}", "{}") },
		"literal":           func() *http.Request { return variablesRequest(`{reads(n:"`+echoing+`")}`, "{}") },
		"long integer":      func() *http.Request { return variablesRequest(`{reads(n:`+strings.Repeat("1", 900_000)+`)}`, "{}") },
		"literal block":     func() *http.Request { return variablesRequest(`{reads(n:"""`+echoing+`""")}`, "{}") },
		"literal list":      func() *http.Request { return variablesRequest(`{reads(n:["`+echoing+`"])}`, "{}") },
		"enum":              func() *http.Request { return variablesRequest(`{reads(kind:`+echoing+`)}`, "{}") },
		"date":              func() *http.Request { return variablesRequest(`{reads(date:"`+echoing+`")}`, "{}") },
		"scalar":            func() *http.Request { return variablesRequest(`{reads(level:"`+echoing+`")}`, "{}") },
		"panic of a scalar": func() *http.Request { return variablesRequest(`{reads(level:"panic")}`, "{}") },
		"escape":            func() *http.Request { return variablesRequest(`{reads(date:"\u{`+strings.Repeat("1", 900_000), "{}") },
		"value":             func() *http.Request { return variablesRequest("query($v:Int){reads(n:$v)}", `{"v":"`+echoing+`"}`) },
		"value of an enum":  func() *http.Request { return variablesRequest("query($v:Kind){reads(kind:$v)}", `{"v":"`+echoing+`"}`) },
		"value of a date":   func() *http.Request { return variablesRequest("query($v:Date){reads(date:$v)}", `{"v":"`+echoing+`"}`) },
		"value of a scalar": func() *http.Request {
			return variablesRequest("query($v:Level){reads(level:$v)}", `{"v":"`+echoing+`"}`)
		},
		"value of an ID": func() *http.Request { return variablesRequest("query($v:ID){reads(text:$v)}", `{"v":"`+echoing+`"}`) },
		"value that is no object": func() *http.Request {
			return variablesRequest("query($v:JSONObject){reads(json:$v)}", `{"v":["`+echoing+`"]}`)
		},
		"unknown member": func() *http.Request { return variablesRequest("query($v:In){reads(in:$v)}", `{"v":{"`+echoing+`":1}}`) },
		"value of a member": func() *http.Request {
			return variablesRequest("query($v:In){reads(in:$v)}", `{"v":{"kind":"`+echoing+`"}}`)
		},
		"masked error": func() *http.Request {
			return variablesRequest("query($v:String){fails(text:$v)}", `{"v":"`+echoing+`"}`)
		},
		"panic": func() *http.Request {
			return variablesRequest("query($v:String){panics(text:$v)}", `{"v":"`+echoing+`"}`)
		},
		"operationName":    func() *http.Request { return variablesPost(`{"query":"{reads}","operationName":"` + echoing + `"}`) },
		"name of a member": func() *http.Request { return variablesPost(`{"query":"{reads}","` + echoing + `":nonsense}`) },
		"twice": func() *http.Request {
			return variablesPost(`{"a":{"` + echoing[:400_000] + `":1,"` + echoing[:400_000] + `":1}}`)
		},
		"no JSON": func() *http.Request { return variablesPost(echoing) },
		"hash": func() *http.Request {
			return variablesPost(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"` + echoing + `"}}}`)
		},
		"version": func() *http.Request {
			return variablesPost(`{"extensions":{"persistedQuery":{"version":` + strings.Repeat("1", 900_000) + `}}}`)
		},
		"parameter":        func() *http.Request { return get("query=a&variables=" + echoing) },
		"parameter's name": func() *http.Request { return get(echoing + "%zz") },
		"media type":       func() *http.Request { return with(variablesPost("{}"), "Content-Type", "a/"+echoing) },
		"charset": func() *http.Request {
			return with(variablesPost("{}"), "Content-Type", "application/json; charset="+echoing)
		},
		"encoding":   func() *http.Request { return with(variablesPost("{}"), "Content-Encoding", echoing) },
		"method":     func() *http.Request { return method },
		"request id": func() *http.Request { return with(variablesRequest("{fails}", "{}"), "X-Request-ID", echoing) },
		"path to a file": func() *http.Request {
			return multipartRequest(t, `{"query":"mutation($f:File){send(file:$f)}","variables":{"f":null}}`, `{"0":["variables.`+echoing+`"]}`)
		},
		"path to no file": func() *http.Request {
			return multipartRequest(t, `{"query":"mutation($f:File){send(file:$f)}"}`, `{"0":["`+echoing+`"]}`)
		},
		"unknown file": func() *http.Request {
			return multipartRequest(t, `{"query":"mutation($f:File){send(file:$f)}"}`, `{"`+echoing+`":["variables.f"]}`)
		},
		"map that is none": func() *http.Request { return multipartRequest(t, `{}`, `{"0":"`+echoing+`"}`) },
		"credentials": func() *http.Request {
			return with(with(variablesRequest("{reads}", "{}"), "auth-provider", echoing), "Authorization", "Bearer "+echoing)
		},
	}
	for _, development := range []bool{false, true} {
		var log bytes.Buffer
		h := echoHandler(t, &log, graphqlsrv.WithDevelopment(development), graphqlsrv.WithArmor(graphqlsrv.Armor{}))
		for name, request := range requests {
			t.Run(fmt.Sprintf("development %v/%s", development, name), func(t *testing.T) {
				log.Reset()
				w := httptest.NewRecorder()
				h.ServeHTTP(w, request())
				most := 5_000
				if development {
					most = 25_000 // with originalError
				}
				if w.Body.Len() > most {
					t.Errorf("the answer has %d bytes: %.200s", w.Body.Len(), w.Body)
				}
				if log.Len() > 25_000 {
					t.Errorf("the log has %d bytes: %.200s", log.Len(), &log)
				}
			})
		}
	}
}

func variablesPost(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}
