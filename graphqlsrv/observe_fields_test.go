package graphqlsrv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A tracked server says what it was asked, as lines.
type tracked struct {
	mu    sync.Mutex
	lines []string
}

func (l *tracked) add(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *tracked) observer() Observer {
	return Observer{
		Operation: func(_ context.Context, o *Observation) {
			l.add("%s %q by %q %q: %d errors %v, cost %v %v, %d calls, uses %v", o.Kind, o.Name, o.ClientName, o.ClientVersion, o.Errors, o.Codes, o.FieldCost, o.TypeCost, o.Calls, o.Uses)
		},
		Batch: func(_ context.Context, c CallObservation) {
			l.add("batch %s of %d: %v", c.Name[strings.LastIndex(c.Name, "/")+1:], c.Size, c.Err)
		},
	}
}

const trackedSDL = `type Query { users: [User!]! old: Int @deprecated fails: Int node: Node } interface Node { id: ID } type User implements Node { id: ID! friends: [User!]! tag: String }
	type Subscription { ticks: Int }`

func trackedServices() map[string]Resolver {
	type user struct{ ID int }
	tags := NewLoader(func(_ context.Context, ids []int) (map[int]string, error) { return nil, errors.New("no store") })
	users := []*user{{1}, {2}}
	return map[string]Resolver{
		"users": Func(func(context.Context) ([]*user, error) { return users, nil }),
		"old":   Func(func(context.Context) (int, error) { return 1, nil }),
		"node":  Func(func(context.Context) (any, error) { return map[string]any{"__typename": "User", "id": 1}, nil }),
		"fails": Func(func(context.Context) (int, error) { return 0, Errorf("OUT", "none left") }),
		"ticks": Func(func(ctx context.Context) (<-chan int, error) {
			c := make(chan int, 2)
			c <- 1
			c <- 2
			close(c)
			return c, nil
		}),
		"User.friends": Batch(func(_ context.Context, _ None, all []*user) ([][]*user, error) { return make([][]*user, len(all)), nil }),
		"User.tag":     Field(func(ctx context.Context, _ None, r Resolve[*user]) (string, error) { return tags.Load(ctx, r.Root.ID) }),
	}
}

func TestObserver(t *testing.T) {
	var l tracked
	h, err := New(sdl(trackedSDL), WithServices(trackedServices()), WithoutDirectiveCheck(), WithLogger(nil), WithObserver(l.observer()),
		WithAuth(func(context.Context, Token, *http.Request) (any, error) { return nil, Unauthenticated("no") }, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		query   string
		headers []string
		want    []string
	}{
		{
			"query Q { users { id ...F } a: old old } fragment F on User { id friends { id } }",
			[]string{"apollographql-client-name: web", "apollographql-client-version: 1.2"},
			[]string{"batch User.friends of 2: <nil>", `query "Q" by "web" "1.2": 0 errors [], cost 2 3, 4 calls, uses [{Query users false} {User id false} {User friends false} {Query old true}]`},
		},
		{
			"{ users { tag } }", nil,
			[]string{"batch graphqlsrv.trackedServices.func1 of 2: no store", `query "" by "" "": 2 errors [INTERNAL_SERVER_ERROR INTERNAL_SERVER_ERROR], cost 1 2, 3 calls, uses [{Query users false} {User tag false}]`},
		},
		{"{ fails node { id } }", nil, []string{`query "" by "" "": 1 errors [OUT], cost 1 2, 2 calls, uses [{Query fails false} {Query node false} {Node id false}]`}},
		{"query R { none }", nil, []string{` "R" by "" "": 1 errors [GRAPHQL_VALIDATION_FAILED], cost 0 0, 0 calls, uses []`}},
		{"{ old }", []string{"auth-provider: x", "Authorization: Bearer y"}, []string{` "" by "" "": 1 errors [UNAUTHENTICATED], cost 0 0, 0 calls, uses []`}},
		{"subscription { ticks }", []string{"Accept: text/event-stream"}, []string{`subscription "" by "" "": 0 errors [], cost 0 1, 0 calls, uses [{Subscription ticks false}]`}},
	} {
		for range 2 { // the second finds the plan in the cache
			l.lines = nil
			send(h, "POST", "/graphql", `{"query":"`+x.query+`"}`, append(x.headers, asJSON)...)
			if !slices.Equal(l.lines, x.want) {
				t.Errorf("%s\ngot  %s\nwant %s", x.query, strings.Join(l.lines, "\n     "), strings.Join(x.want, "\n     "))
			}
		}
	}
}

// TestObserverOfRefusals counts each request that is refused once, also where nothing could be
// read of it, and has a line of it in the log.
func TestObserverOfRefusals(t *testing.T) {
	var l tracked
	var log bytes.Buffer
	limiter := limiterFunc(func(client string, _ int) (time.Duration, error) { return time.Hour, nil })
	c := serve(t, newChat(t, WithObserver(l.observer()), WithRateLimit(limiter, func(c *Context) string { return c.Request.Header.Get("X-Poor") }), WithStreams(1, time.Second), WithMaxBody(1000), WithLogger(slog.New(slog.NewTextHandler(&log, nil)))))
	refused := func(code string) string {
		return ` "" by "web" "": 1 errors [` + code + `], cost 0 0, 0 calls, uses []`
	}
	const json = "Content-Type: application/json"
	ask := func(method, body string, headers ...string) func() {
		return func() {
			send(c.handler, method, "/graphql", body, append(headers, "apollographql-client-name: web")...)
		}
	}
	for name, x := range map[string]struct {
		ask  func()
		code string
	}{
		"no JSON":               {ask("POST", "{", json), CodeBadUserInput},
		"a long body":           {ask("POST", strings.Repeat(" ", 1001), json), CodeBadUserInput},
		"no media type":         {ask("POST", "{}"), CodeBadUserInput},
		"a form":                {ask("POST", "a=b", "Content-Type: application/x-www-form-urlencoded"), CodeBadUserInput},
		"a method":              {ask("PATCH", ""), CodeBadUserInput},
		"an unknown token":      {ask("DELETE", "", "X-GraphQL-Event-Stream-Token: x"), CodeBadUserInput},
		"no stream":             {ask("POST", `{"query":"subscription{two}"}`, json), CodeBadUserInput},
		"an unparsable query":   {ask("POST", `{"query":"{"}`, json), CodeParseFailed},
		"no persisted document": {ask("POST", `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"a"}}}`, json), CodePersistedQueryNotFound},
		"the rate limit":        {ask("POST", `{"query":"{now}"}`, json, "X-Poor: yes"), CodeRateLimited},
		"too many streams": {func() {
			c.reserve(t)
			ask("POST", `{"query":"subscription{two}"}`, json, "Accept: text/event-stream")()
		}, CodeInternalServerError},
	} {
		l.lines = nil
		log.Reset()
		if x.ask(); !slices.Equal(l.lines, []string{refused(x.code)}) {
			t.Errorf("%s: got %v, want %s", name, l.lines, refused(x.code))
		}
		if lines := log.String(); strings.Count(lines, `msg="graphql: refused"`) != 1 || strings.Contains(lines, `request=""`) {
			t.Errorf("%s: the log has\n%s", name, lines)
		}
	}
}

// TestObserverOfSockets counts what a WebSocket sends in vain, and not its opening without
// credentials, which connection_init may bring.
func TestObserverOfSockets(t *testing.T) {
	var l tracked
	decode := func(_ context.Context, token Token, _ *http.Request) (any, error) {
		if token.Value == "good" {
			return "user", nil
		}
		return nil, Unauthenticated("no")
	}
	c := serve(t, newChat(t, WithObserver(l.observer()), WithAuth(decode, nil), WithStreams(1, time.Second)))
	conn, err := c.dial(t, http.Header{"Auth-Provider": {"x"}, "Authorization": {"Bearer bad"}, "Apollographql-Client-Name": {"web"}})
	if err != nil {
		t.Fatal(err)
	}
	talk(t, conn, 2, `{"type":"connection_init","payload":{"Authorization":"Bearer good"}}`, `{"id":"1","type":"subscribe","payload":[]}`)
	talk(t, conn, 1, wsAsk("2", "{now}"))
	want := []string{` "" by "web" "": 1 errors [BAD_USER_INPUT], cost 0 0, 0 calls, uses []`, ` "" by "web" "": 1 errors [INTERNAL_SERVER_ERROR], cost 0 0, 0 calls, uses []`}
	if !slices.Equal(l.lines, want) {
		t.Errorf("got %v\nwant %v", l.lines, want)
	}
}

// TestObserverOfReferences sees the calls by which a subgraph finds its entities.
func TestObserverOfReferences(t *testing.T) {
	var l tracked
	spans := &recorder{}
	e := shop(t, map[string]Resolver{
		"Film.__resolveReference": Batch(func(_ context.Context, _ None, keys []struct{ ID string }) ([]any, error) {
			return make([]any, len(keys)), nil
		}),
		"Product.__resolveReference": FuncWith(func(context.Context, struct{ ID int }) (*shopProduct, error) { return nil, errors.New("no store") }),
	}, WithObserver(l.observer()), WithTracerProvider(spans), WithFieldSpans(nil))
	ask(t, e, `{ _entities(representations: [{__typename: "Film", id: "1"}, {__typename: "Product", id: "1"}, {__typename: "Film", id: "2"}]) { __typename } }`)
	want := []string{"batch Film.__resolveReference of 2: <nil>", `query "" by "" "": 1 errors [INTERNAL_SERVER_ERROR], cost 1 4, 3 calls, uses [{Query _entities false}]`}
	if !slices.Equal(l.lines, want) {
		t.Errorf("got %v\nwant %v", l.lines, want)
	}
	if got := strings.Join(spans.names(), "|"); got != "Film.__resolveReference|Product.__resolveReference|Query._entities|graphql query" {
		t.Errorf("spans: %s", got)
	}
}

// TestObserverOfNoErrors: a batch has no error where each of its errors is nil, whoever made them.
func TestObserverOfNoErrors(t *testing.T) {
	var seen []string
	e := shop(t, map[string]Resolver{
		"Film.__resolveReference": Batch(func(_ context.Context, _ None, keys []struct{ ID string }) ([]map[string]any, error) {
			return make([]map[string]any, len(keys)), make(Errors, len(keys))
		}),
	}, WithObserver(Observer{Field: func(_ context.Context, c CallObservation) { seen = append(seen, fmt.Sprint(c.Name, c.Size, c.Err)) }}))
	ask(t, e, `{ _entities(representations: [{__typename: "Film", id: "1"}, {__typename: "Film", id: "2"}]) { __typename } }`)
	e = engineOf(t, `directive @same on FIELD_DEFINITION type Query { users: [User] } type User { n: Int @same }`, map[string]Resolver{
		"users":  Func(func(context.Context) ([]*batchUser, error) { return []*batchUser{{}, {}}, nil }),
		"User.n": Batch(func(_ context.Context, _ None, all []*batchUser) ([]int, error) { return make([]int, len(all)), nil }),
	}, WithDirective(Transformer("same", func(_ context.Context, v any, _ DirectiveCall) (any, error) { return v, nil })),
		WithObserver(Observer{Batch: func(_ context.Context, c CallObservation) { seen = append(seen, fmt.Sprint(c.Name, c.Size, c.Err)) }}))
	ask(t, e, `{users{n}}`)
	if got := strings.Join(seen, " "); got != "Film.__resolveReference2 <nil> Query._entities1 <nil> User.n2 <nil>" {
		t.Errorf("got %s", got)
	}
}

// TestObserverPanics: what only measures fails nothing, another observer neither.
func TestObserverPanics(t *testing.T) {
	var l tracked
	ouch := Observer{Operation: func(context.Context, *Observation) { panic("ouch") }, Batch: func(context.Context, CallObservation) { panic("ouch") }, Field: func(context.Context, CallObservation) { panic("ouch") }}
	e := engineOf(t, trackedSDL, trackedServices(), WithObserver(ouch), WithObserver(l.observer()), WithFieldSpans(func(*Context) bool { panic("ouch") }), WithTracerProvider(&recorder{}))
	op, f := e.prepare(t.Context(), &Request{Query: "{users{id friends{id}}}"})
	if f != nil {
		t.Fatal(f.errs)
	}
	expect(t, string(op.execute(NewContext(t.Context(), &Context{}), nil)), `{"data":{"users":[{"id":"1","friends":[]},{"id":"2","friends":[]}]}}`)
	if len(l.lines) != 2 {
		t.Errorf("the other observer got %q", l.lines)
	}
}

// TestBatchOutlivesItsRun: a loader that still fetches when its run has ended tells of its batch
// while the operation, a live query, runs again. The race detector watches.
func TestBatchOutlivesItsRun(t *testing.T) {
	fetched, told := make(chan struct{}), make(chan struct{})
	loader := NewLoader(func(context.Context, []int) (map[int]int, error) { <-fetched; return nil, nil })
	runs := 0
	services := map[string]Resolver{"late": Func(func(ctx context.Context) (int, error) {
		if runs++; runs > 1 {
			return runs, nil
		}
		ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		return loader.Load(ctx, 1)
	})}
	e := engineOf(t, `type Query { late: Int }`, services, WithObserver(Observer{Batch: func(context.Context, CallObservation) { close(told) }}))
	op, f := e.prepare(t.Context(), &Request{Query: "{late}"})
	if f != nil {
		t.Fatal(f.errs)
	}
	ctx := NewContext(t.Context(), &Context{})
	if got := string(op.execute(ctx, nil)); !strings.Contains(got, `"late":null`) {
		t.Errorf("the first run: %s", got)
	}
	close(fetched)
	expect(t, string(op.execute(ctx, nil)), `{"data":{"late":2}}`)
	<-told
}

// TestSlowFields logs each call that takes long, with its place.
func TestSlowFields(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		services := map[string]Resolver{
			"slow": Func(func(context.Context) ([]int, error) { time.Sleep(time.Second); return make([]int, 200), nil }), // of the test's own clock
			"fast": Func(func(context.Context) (int, error) { time.Sleep(time.Second - 1); return 1, nil }),
		}
		e := engineOf(t, `type Query { slow: [Int] fast: Int }`, services, WithSlowFields(time.Second), WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		op, _ := e.prepare(t.Context(), &Request{Query: "query Q{again: slow fast}"})
		op.execute(t.Context(), nil)
		want := `level=WARN msg="graphql: slow field" field=Query.slow path=[again] parents=1 duration=1s operation=Q`
		if strings.Count(log.String(), "slow field") != 1 || !strings.Contains(log.String(), want) {
			t.Errorf("got  %s\nwant %s", &log, want)
		}
	})
}

// TestFieldSpans has calls of resolvers be spans, where the request is one to be traced.
func TestFieldSpans(t *testing.T) {
	for _, on := range []bool{true, false} {
		r := &recorder{}
		e := engineOf(t, trackedSDL, trackedServices(), WithTracerProvider(r), WithFieldSpans(func(c *Context) bool { return c.ID == "traced" && on }))
		op, f := e.prepare(t.Context(), &Request{Query: "{users{id friends{id}} fails}"})
		if f != nil {
			t.Fatal(f.errs)
		}
		op.execute(NewContext(t.Context(), &Context{ID: "traced"}), nil)
		want := map[bool]string{true: "Query.fails|Query.users|User.friends|graphql query", false: "graphql query"}[on]
		if got := strings.Join(r.names(), "|"); got != want {
			t.Errorf("%v: got %s, want %s", on, got, want)
		}
	}
}

// TestNamedLoader: who looks at figures knows a loader by the name that it was given.
func TestNamedLoader(t *testing.T) {
	var got CallObservation
	loader := NewLoader(func(context.Context, []int) (map[int]int, error) { return nil, nil }).Named("sizes")
	e := engineOf(t, "type Query { size: Int }", map[string]Resolver{
		"size": Func(func(ctx context.Context) (int, error) { return loader.Load(ctx, 1) }),
	}, WithObserver(Observer{Batch: func(_ context.Context, b CallObservation) { got = b }}))
	ask(t, e, "{size}")
	if got.Name != "sizes" || got.Size != 1 {
		t.Errorf("observed %+v", got)
	}
}
