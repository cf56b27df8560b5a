package graphqlsrv_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/coder/websocket"

	"signalbox/graphqlsrv"
	"signalbox/graphqlsrv/internal/transportsse"
	"signalbox/graphqlsrv/internal/transportws"
)

const marketSDL = `
	extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@external", "@requires"])
	type Product @key(fields: "upc") @key(fields: "id makers { name }") {
		upc: ID!
		id: ID
		makers: [Maker!]
		weight: Int @external
		sizes: Sizes @external
		shipping: Int @requires(fields: "weight sizes { height inner { height } }")
		note: String
		related: Product
		all(first: Int, page: Page): [Product] @listSize(slicingArguments: ["first", "page.page.page.size"], requireOneSlicingArgument: false)
		fails: Int
	}
	type Maker @key(fields: "name") { name: String! }
	type Sizes @external { height: Int inner: Sizes }
	input Page { size: Int = 5, page: Page, tags: [String] }
	type Query {
		product: Product @skipAuth
		slow: Int @skipAuth
		echo(text: String, page: Page, ids: [ID]): String @skipAuth
		products(first: Int, page: Page, ids: [ID]): [Product] @skipAuth @listSize(slicingArguments: ["first", "page.page.page.size", "ids"], requireOneSlicingArgument: false)
	}
	type Mutation { send(file: File): Int @skipAuth }
	type Subscription { products(note: String): Product @skipAuth, waits(note: String): Int @skipAuth }`

type marketProduct struct {
	UPC, ID, Note string
	Makers        []struct{ Name string }
}

func (p *marketProduct) Related() *marketProduct { return p }
func (p *marketProduct) All() []*marketProduct   { return []*marketProduct{p, p} }
func (p *marketProduct) Fails() (int, error)     { return 0, graphqlsrv.BadUserInput(p.Note, nil) }

// A market is a subgraph that takes every protocol.
type market struct {
	*httptest.Server
	handler http.Handler
}

func newMarket(t testing.TB, options ...graphqlsrv.Option) *market {
	t.Helper()
	product := &marketProduct{UPC: "1", Note: "a note"}
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(marketSDL)}}, append([]graphqlsrv.Option{
		graphqlsrv.WithServices(map[string]graphqlsrv.Resolver{
			"Query.product":  graphqlsrv.Func(func(context.Context) (*marketProduct, error) { return product, nil }),
			"Query.echo":     graphqlsrv.FuncWith(func(_ context.Context, a map[string]any) (string, error) { s, _ := a["text"].(string); return s, nil }),
			"Query.products": graphqlsrv.FuncWith(func(context.Context, map[string]any) ([]*marketProduct, error) { return product.All(), nil }),
			"Product.all": graphqlsrv.Field(func(_ context.Context, _ map[string]any, r graphqlsrv.Resolve[*marketProduct]) ([]*marketProduct, error) {
				return r.Root.All(), nil
			}),
			"Product.__resolveReference": graphqlsrv.FuncWith(func(_ context.Context, p map[string]any) (*marketProduct, error) {
				return product, nil
			}),
			"Product.shipping": graphqlsrv.Computed(func(*marketProduct) int { return 1 }),
			"send":             graphqlsrv.FuncWith(func(context.Context, struct{ File *graphqlsrv.Upload }) (int, error) { return 1, nil }),
			"Subscription.products": graphqlsrv.FuncWith(func(context.Context, struct{ Note string }) (iter.Seq[*marketProduct], error) {
				return slices.Values([]*marketProduct{product, product}), nil
			}),
			"waits": graphqlsrv.FuncWith(func(ctx context.Context, _ struct{ Note string }) (iter.Seq[int], error) {
				return func(func(int) bool) { <-ctx.Done() }, nil
			}),
		}),
		graphqlsrv.WithLogger(nil), graphqlsrv.WithMaxBody(2 << 20),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	m := &market{httptest.NewServer(h), h}
	t.Cleanup(m.Close)
	return m
}

// A payload is the body of a request that has about a size.
type payload func(size int) string

func queryOf(query func(size int) string) payload {
	return func(size int) string { return asJSON(map[string]any{"query": query(size)}) }
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// with are variables, as JSON, of a query.
func with(query string, variables func(size int) string) payload {
	return func(size int) string {
		return `{"query":` + asJSON(query) + `,"variables":` + variables(size) + `}`
	}
}

func nTimes(open, piece, end string) func(size int) string {
	return func(size int) string { return filled(size, open, piece, end) }
}

func eachOf(open, format, end string) func(size int) string {
	return func(size int) string { return open + numbered(size, format) + end }
}

const entities = "query($r:[_Any!]!){_entities(representations:$r){...on Product{upc shipping}}}"

// chained are fragments each of which spreads the next, below fields.
func chained(size int, begin, inside, end string) string {
	var b strings.Builder
	b.WriteString(begin)
	i := 0
	for ; b.Len() < size; i++ {
		fmt.Fprintf(&b, " fragment F%d on Product{", i)
		fmt.Fprintf(&b, inside, i+1)
		b.WriteString("}")
	}
	fmt.Fprintf(&b, " fragment F%d on Product{%s}", i, end)
	return b.String()
}

var payloads = map[string]payload{
	"deep selection": queryOf(func(n int) string { return "{product" + nestedTo(n, "{related", "{upc}", "}") + "}" }),
	"deep by fragments": queryOf(func(n int) string {
		return chained(n, "{product{...F0}}", repeated("related{", 200, "...F%d", "}"), "upc")
	}),
	"wide at a depth": queryOf(func(n int) string {
		return chained(5000, "{product{...F0}}", repeated("related{", 200, "...F%d", "}"), numbered(n-5000, "a%d:related{upc} "))
	}),
	"operations of a fragment": queryOf(func(n int) string {
		return numbered(n/2, "query Q%d{product{...F}} ") + "fragment F on Product{" + numbered(n/2, "a%d:upc ") + "}"
	}),
	"unused chain": queryOf(func(n int) string {
		return strings.Replace(chained(n, "{product{...F0}}", repeated("related{", 200, "...F%d", "}"), "upc"), "...F0", "upc", 1)
	}),
	"deep lists":        queryOf(func(n int) string { return chained(n, "{product{...F0}}", "all{...F%d}", "upc") }),
	"aliases":           queryOf(eachOf("{", "a%d:product{upc} ", "}")),
	"same field":        queryOf(nTimes("{", "product{upc} ", "}")),
	"long alias":        queryOf(func(n int) string { return "{" + strings.Repeat("a", n) + ":product{upc}}" }),
	"long aliases":      queryOf(func(n int) string { return "{" + numbered(n, strings.Repeat("a", 990)+"%d:product{upc} ") + "}" }),
	"long string":       queryOf(func(n int) string { return `{echo(text:"` + strings.Repeat("é", n/2) + `")}` }),
	"long block string": queryOf(func(n int) string { return `{echo(text:"""` + strings.Repeat("\n  a", n/4) + `""")}` }),
	"long number":       queryOf(func(n int) string { return `{products(first:` + strings.Repeat("9", n) + `){upc}}` }),
	"long exponent":     queryOf(func(n int) string { return `{products(first:1e` + strings.Repeat("9", n) + `){upc}}` }),
	"escapes":           queryOf(func(n int) string { return `{echo(text:"` + strings.Repeat(`\u{1f600}`, n/9) + `")}` }),
	"escapes of JSON":   func(n int) string { return `{"query":"{echo(text:\"` + strings.Repeat(`\ud83d\ude00`, n/12) + `\")}"}` },
	"lone surrogates":   func(n int) string { return `{"query":"{echo(text:\"` + strings.Repeat(`\ud83d`, n/6) + `\")}"}` },
	"invalid UTF-8":     func(n int) string { return `{"query":"{echo(text:\"` + strings.Repeat("\xff\xc0", n/2) + `\")}"}` },
	"comments":          queryOf(nTimes("", "#\n", "{product{upc}}")),
	"fragments":         queryOf(eachOf("{product{upc}}", " fragment F%d on Product{upc}", "")),
	"spread fragments": queryOf(func(n int) string {
		return "{product{" + numbered(n/2, "...F%d ") + "}}" + numbered(n/2, " fragment F%d on Product{upc}")
	}),
	"chained fragments": queryOf(func(n int) string { return chained(n, "{product{...F0}}", "...F%d", "upc") }),
	"fragments twice": queryOf(func(n int) string {
		return chained(n, "{product{...F0}}", "a:related{...F%[1]d} b:related{...F%[1]d}", "upc")
	}),
	"inline fragments": queryOf(func(n int) string { return "{product" + nestedTo(n, "{...", "{upc}", "}") + "}" }),
	"variables":        queryOf(eachOf("query(", "$v%d:Int ", "){product{upc}}")),
	"used variables": queryOf(func(n int) string {
		return "query(" + numbered(n/2, "$v%d:ID ") + "){products(ids:[" + numbered(n/2, "$v%d ") + "]){upc}}"
	}),
	"undefined variables": queryOf(eachOf("{products(ids:[", "$v%d ", "]){upc}}")),
	"directives":          queryOf(nTimes("{product{upc", "@skip(if:false)", "}}")),
	"unknown directives":  queryOf(eachOf("{product{upc", "@a%d", "}}")),
	"unknown fields":      queryOf(eachOf("{product{", "a%d ", "}}")),
	"unknown arguments":   queryOf(eachOf("{products(", "a%d:1 ", "){upc}}")),
	"operations":          queryOf(eachOf("", "query Q%d{product{upc}} ", "")),
	"subscriptions":       queryOf(eachOf("subscription{", "a%d:products{upc} ", "}")),
	"conflicts":           queryOf(eachOf("{product{", "a:all(first:%d){upc} ", "}}")),
	"failing fields":      queryOf(eachOf("{product{", "a%d:fails ", "}}")),
	"list of IDs":         queryOf(nTimes("{products(ids:[", "1 ", "]){upc}}")),
	"nested pages":        queryOf(func(n int) string { return "{products(page:" + nestedTo(n, "{page:", "{size:1}", "}") + "){upc}}" }),
	"long operation name": func(n int) string {
		return `{"query":"{product{upc}}","operationName":"` + strings.Repeat("é", n/2) + `"}`
	},
	"extensions": func(n int) string {
		return `{"query":"{product{upc}}","extensions":{` + numbered(n, `"a%d":[{}],`) + `}}`
	},
	"persisted query": persisted,
	"unknown hash": func(n int) string {
		return `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"` + strings.Repeat("é", n/2) + `"}}}`
	},
	"a wrong hash": func(n int) string {
		return `{"query":"{product{upc}}` + strings.Repeat(" ", n) + `","extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}`
	},
	"representations":       with(entities, nTimes(`{"r":[`, `{"__typename":"Product","upc":"1"},`, "]}")),
	"empty representations": with(entities, nTimes(`{"r":[`, `{},`, "]}")),
	"unknown entities":      with(entities, nTimes(`{"r":[`, `{"__typename":"None","upc":"1"},`, "]}")),
	"invalid entities":      with(entities, nTimes(`{"r":[`, `{"__typename":"Product","upc":{}},`, "]}")),
	"one entity, many keys": with(entities, eachOf(`{"r":[{"__typename":"Product",`, `"k%d":1,`, "}]}")),
	"a long entity": with(entities, func(n int) string {
		return `{"r":[{"__typename":"Product","upc":"` + strings.Repeat("é", n/2) + `"}]}`
	}),
	"a long type": with(entities, func(n int) string { return `{"r":[{"__typename":"` + strings.Repeat("é", n/2) + `"}]}` }),
	"a deep entity": with(entities, func(n int) string {
		return `{"r":[{"__typename":"Product","sizes":` + nestedTo(n, `{"inner":`, "1", "}") + `}]}`
	}),
	"deep entities": with(entities, func(n int) string {
		return `{"r":[` + numbered(n, `{"__typename":"Product","a%d":`+repeated("[", 90, "", "]")+"},") + `]}`
	}),
	"a wide entity":         with(entities, nTimes(`{"r":[{"__typename":"Product","makers":[`, `{"name":"a"},`, "]}]}")),
	"entities in the query": queryOf(nTimes("{_entities(representations:[", `{__typename:"Product" upc:1}`, "]){...on Product{upc}}}")),
	"entities, wide query":  queryOf(eachOf(`{_entities(representations:[{__typename:"Product"}]){...on Product{`, "a%d:shipping ", "}}}")),
	"entities, many types":  queryOf(nTimes(`{_entities(representations:[{__typename:"Product"}]){`, "...on Product{upc} ", "}}")),
	"pages in variables":    with("query($p:Page){products(page:$p){upc}}", func(n int) string { return `{"p":` + nestedTo(n, `{"page":`, `{}`, "}") + `}` }),
	"IDs in variables":      with("query($i:[ID]){products(ids:$i){upc}}", nTimes(`{"i":[`, "1,", "]}")),
	"tags in variables":     with("query($p:Page){products(page:$p){upc}}", nTimes(`{"p":{"tags":[`, `"",`, "]}}")),
	"a long note":           with("subscription($n:String){products(note:$n){upc}}", func(n int) string { return `{"n":"` + strings.Repeat("é", n/2) + `"}` }),
	"a subscription":        queryOf(func(n int) string { return "subscription{products{" + numbered(n, "a%d:note ") + "}}" }),
}

func persisted(size int) string {
	query := "{product{upc}}" + strings.Repeat(" ", size)
	sum := sha256.Sum256([]byte(query))
	return asJSON(map[string]any{"query": query, "extensions": map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": hex.EncodeToString(sum[:])}}})
}

// A discarder takes an answer and counts its bytes.
type discarder struct {
	header http.Header
	bytes  int
	status int
}

func (d *discarder) Header() http.Header { return d.header }

func (d *discarder) Write(b []byte) (int, error) {
	d.bytes += len(b)
	return len(b), nil
}

func (d *discarder) WriteHeader(status int) { d.status = status }
func (d *discarder) Flush()                 {}

// protocols are the ways in which a request may reach a server. Each returns what sends a
// body, which returns how many bytes came back.
var protocols = map[string]func(t testing.TB, m *market, body string) (send func() int){
	"POST":      posted("application/json"),
	"SSE":       posted("text/event-stream"),
	"multipart": posted("multipart/mixed;subscriptionSpec=1.0,application/json"),
	"traced":    posted("application/json", "Apollo-Federation-Include-Trace", "ftv1", "Graphql-Cost", "report"),
	"GET": func(_ testing.TB, m *market, body string) func() int {
		var members map[string]json.RawMessage
		parameters := url.Values{}
		if json.Unmarshal([]byte(body), &members) != nil {
			parameters.Set("query", body)
		}
		for name, raw := range members {
			var text string
			if json.Unmarshal(raw, &text) != nil {
				text = string(raw)
			}
			parameters.Set(name, text)
		}
		r := httptest.NewRequest(http.MethodGet, "/graphql?"+parameters.Encode(), nil)
		r.Header.Set("GraphQL-Preflight", "1")
		return m.answered(r)
	},
	"upload": func(t testing.TB, m *market, body string) func() int {
		return m.answered(multipartRequest(t, body, `{}`))
	},
	"shared SSE": func(t testing.TB, m *market, body string) func() int {
		stream, token := m.sharedStream(t)
		body = strings.TrimSuffix(body, "}") + `,"extensions":{"operationId":"1"}}`
		if strings.Contains(body, `"extensions":{"p`) || strings.Contains(body, `"extensions":{"a0`) {
			body = strings.Replace(strings.TrimSuffix(body, `,"extensions":{"operationId":"1"}}`)+"}", `"extensions":{`, `"extensions":{"operationId":"1",`, 1)
		}
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(transportsse.TokenHeader, token)
		return func() int {
			w := &discarder{header: http.Header{}}
			m.handler.ServeHTTP(w, r)
			if w.status == http.StatusAccepted {
				w.bytes += stream.until("event: complete")
			}
			return w.bytes
		}
	},
	"WebSocket": func(t testing.TB, m *market, body string) func() int {
		conn := m.dial(t)
		message := []byte(`{"id":"1","type":"subscribe","payload":` + body + `}`)
		return func() int {
			_ = conn.Write(t.Context(), websocket.MessageText, message)
			return answersOf(t.Context(), conn)
		}
	},
}

// answersOf reads a connection up to the end of an operation.
func answersOf(ctx context.Context, conn *websocket.Conn) (n int) {
	head := make([]byte, 32)
	for {
		_, r, err := conn.Reader(ctx)
		if err != nil {
			return n
		}
		k, _ := io.ReadFull(r, head)
		rest, _ := io.Copy(io.Discard, r)
		n += k + int(rest)
		if text := string(head[:k]); strings.HasPrefix(text, `{"type":"complete"`) || strings.HasPrefix(text, `{"type":"error"`) {
			return n
		}
	}
}

func posted(accept string, headers ...string) func(testing.TB, *market, string) func() int {
	return func(_ testing.TB, m *market, body string) func() int {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accept)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return m.answered(r)
	}
}

func (m *market) answered(r *http.Request) func() int {
	return func() int {
		w := &discarder{header: http.Header{}}
		m.handler.ServeHTTP(w, r)
		return w.bytes
	}
}

func (m *market) dial(t testing.TB) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), m.URL+"/graphql", &websocket.DialOptions{Subprotocols: []string{transportws.Protocol}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	t.Cleanup(func() { conn.CloseNow() })
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"connection_init"}`)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := conn.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	return conn
}

// An opened stream is the answer to a reservation.
type opened struct{ io.Reader }

func (m *market) sharedStream(t testing.TB) (opened, string) {
	t.Helper()
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, httptest.NewRequest(http.MethodPut, "/graphql", nil))
	token := w.Body.String()
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, m.URL+"/graphql?token="+token, nil)
	r.Header.Set("Accept", "text/event-stream")
	got, err := m.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Body.Close() })
	return opened{got.Body}, token
}

// until reads up to a text, and returns how many bytes that are.
func (o opened) until(text string) (n int) {
	b, kept := make([]byte, 32<<10), ""
	for {
		k, err := o.Read(b)
		n += k
		kept += string(b[:k])
		if strings.Contains(kept, text) || err != nil {
			return n
		}
		kept = kept[max(0, len(kept)-len(text)):]
	}
}

// allocated returns what a call allocates.
func allocated(f func() int) (bytes, answered int) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	answered = f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc), answered
}

// bare are the options of a server that bounds nothing but what a document may nest.
var bare = []graphqlsrv.Option{
	graphqlsrv.WithArmor(graphqlsrv.Armor{}), graphqlsrv.WithVariableLimits(graphqlsrv.VariableLimits{}), graphqlsrv.WithPlanCache(0),
	graphqlsrv.WithDevelopment(true), graphqlsrv.WithConcurrency(0), // goroutines take buffers as they find them
}

// growth sends a payload of 250 kB and one of 1 MB, and returns what each allocates. Short tests,
// which are for the race detector, send the first only.
func growth(t testing.TB, m *market, protocol string, p payload) (quarter, whole int) {
	t.Helper()
	for i, size := range []int{250_000, 1_000_000} {
		send := protocols[protocol](t, m, p(size))
		bytes, answered := allocated(send)
		if answered > 4<<20 {
			t.Errorf("%d bytes are answered by %d", size, answered)
		}
		if i == 0 {
			quarter = bytes
			if testing.Short() {
				return quarter, 4 * quarter
			}
		} else {
			whole = bytes
		}
	}
	if whole > 53*quarter/10+1<<20 {
		t.Errorf("250 kB allocate %d bytes, 1 MB %d", quarter, whole)
	}
	return quarter, whole
}

// TestHostileProtocols: a megabyte takes less than 50 MB, whatever its shape and the way it comes,
// and what it takes grows as it does.
func TestHostileProtocols(t *testing.T) {
	m := newMarket(t)
	for protocol := range protocols {
		if testing.Short() && protocol != "WebSocket" { // the one with goroutines of its own
			continue
		}
		for name, p := range payloads {
			t.Run(protocol+"/"+name, func(t *testing.T) {
				if _, whole := growth(t, m, protocol, p); whole > 50<<20 {
					t.Errorf("1 MB allocates %d bytes", whole)
				}
			})
		}
	}
}

// TestHostileWithoutBounds: reading, planning, answering and tracing grow as the request does,
// also where a server bounds nothing.
func TestHostileWithoutBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	m := newMarket(t, bare...)
	for _, protocol := range []string{"POST", "traced"} {
		for name, p := range payloads {
			if name == "deep lists" || name == "fragments twice" {
				continue // ask for much more than they say
			}
			t.Run(protocol+"/"+name, func(t *testing.T) { growth(t, m, protocol, p) })
		}
	}
}

// TestHostileMessages: what a megabyte of messages over a WebSocket leaves behind is less than
// 50 MB, as long as the client stays.
func TestHostileMessages(t *testing.T) {
	m := newMarket(t)
	subscribe := func(id, payload string) string {
		return `{"type":"subscribe","id":"` + id + `","payload":` + payload + `}`
	}
	const waits = `{"query":"subscription{waits}"}`
	for name, message := range map[string]string{
		"pings":                `{"type":"ping","payload":{"n":%d}}`,
		"long pings":           `{"type":"ping","payload":{"n%d":"` + strings.Repeat("n", 100_000) + `"}}`,
		"pongs":                `{"type":"pong","payload":{"n":%d}}`,
		"completions":          `{"type":"complete","id":"%d"}`,
		"subscriptions":        subscribe("%d", waits),
		"long ids":             subscribe(strings.Repeat("n", 1100)+"%d", waits),
		"long subscriptions":   subscribe("%d", `{"query":"subscription($n:String){waits(note:$n)}","variables":{"n":"`+strings.Repeat("n", 1100)+`"}}`),
		"one id":               subscribe("1", `{"query":"{echo(text:\"%d\")}"}`),
		"queries":              subscribe("%d", `{"query":"{product{upc}}"}`),
		"different queries":    subscribe("%d", `{"query":"{a%[1]d:product{upc}}"}`),
		"invalid queries":      subscribe("%d", `{"query":"{"}`),
		"invalid payloads":     subscribe("%d", `[[]]`),
		"operations nested":    subscribe("%d", `{"variables":`+repeated("[", 900, "", "]")+`}`),
		"unknown types":        `{"type":"none%d"}`,
		"other initialisation": `{"type":"connection_init","payload":{"Authorization":"%d"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			conn := m.dial(t)
			before := liveHeap()
			ended := make(chan int)
			go func() { ended <- answersUntil(t.Context(), conn, `{"type":"pong","payload":"end"}`) }()
			sent := 0
			for i := 0; sent < 1_000_000; i++ {
				text := strings.ReplaceAll(strings.ReplaceAll(message, "%d", fmt.Sprint(i)), "%[1]d", fmt.Sprint(i))
				if conn.Write(t.Context(), websocket.MessageText, []byte(text)) != nil {
					break // it is closed
				}
				sent += len(text)
			}
			_ = conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping","payload":"end"}`))
			back := <-ended
			if left := liveHeap() - before; left > 50<<20 {
				t.Errorf("%d bytes leave %d behind", sent, left)
			}
			if back > 4*sent+100_000 {
				t.Errorf("%d bytes are answered by %d", sent, back)
			}
		})
	}
}

// liveHeap is what is in use.
func liveHeap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// answersUntil reads a connection up to a message, or to its end.
func answersUntil(ctx context.Context, conn *websocket.Conn, last string) (n int) {
	for {
		_, b, err := conn.Read(ctx)
		if n += len(b); err != nil || string(b) == last {
			return n
		}
	}
}
