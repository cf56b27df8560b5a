package graphqlsrv_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"signalbox/graphqlsrv"
)

const askedTrace = "apollo-federation-include-trace"

// TestTrace: a gateway gets a trace where it asks a subgraph for it, beside other extensions.
func TestTrace(t *testing.T) {
	const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7") `
	for name, c := range map[string]struct {
		sdl     string
		headers []string
		options []graphqlsrv.Option
		keys    []string // of extensions
	}{
		"asked":         {link, []string{askedTrace, "ftv1"}, nil, []string{"ftv1"}},
		"with the cost": {link, []string{askedTrace, "ftv1", "GraphQL-Cost", "report"}, nil, []string{"ftv1", "operationCost"}},
		"the cost":      {link, []string{"GraphQL-Cost", "report"}, nil, []string{"operationCost"}},
		"not asked":     {link, nil, nil, nil},
		"other version": {link, []string{askedTrace, "ftv2"}, nil, nil},
		"off":           {link, []string{askedTrace, "ftv1"}, []graphqlsrv.Option{graphqlsrv.WithoutFederatedTracing()}, nil},
		"no subgraph":   {"", []string{askedTrace, "ftv1"}, nil, nil},
	} {
		h := traced(t, c.sdl+"type Query { a: Int @skipAuth }", map[string]graphqlsrv.Resolver{"a": graphqlsrv.Computed(func(any) int { return 1 })}, c.options...)
		answer := postWith(h, `{ a }`, c.headers...)
		var r struct {
			Data       struct{ A int }
			Extensions map[string]json.RawMessage
		}
		if err := json.Unmarshal([]byte(answer), &r); err != nil || r.Data.A != 1 {
			t.Fatalf("%s: %v: %s", name, err, answer)
		}
		var keys []string
		for key := range r.Extensions {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		if !slices.Equal(keys, c.keys) {
			t.Errorf("%s: the extensions are %v, not %v", name, keys, c.keys)
		}
	}
}

// TestTraceTimes: a field of a batch took as long as its call, and each field begins where it does.
func TestTraceTimes(t *testing.T) {
	type user struct{ ID int }
	synctest.Test(t, func(t *testing.T) {
		wait := func() { time.Sleep(time.Second) }
		h := traced(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7")
			type Query { users: [User!]! @skipAuth } type User { id: ID! best: User slow: Int }`, map[string]graphqlsrv.Resolver{
			"users": graphqlsrv.Func(func(context.Context) ([]*user, error) { wait(); return []*user{{1}, {2}}, nil }),
			"User.best": graphqlsrv.Batch(func(_ context.Context, _ graphqlsrv.None, of []*user) ([]*user, error) {
				wait()
				return of, nil
			}),
			"User.slow": graphqlsrv.Computed(func(*user) int { wait(); return 1 }),
		}, graphqlsrv.WithConcurrency(0))
		tree := traceOf(t, postWith(h, `{ users { id best { id slow } } }`, askedTrace, "ftv1"))
		if tree.duration != 4*time.Second {
			t.Errorf("the operation took %s", tree.duration)
		}
		var got []string
		var visit func(n *traceNode, path string)
		visit = func(n *traceNode, path string) {
			if n.Type != "" {
				got = append(got, fmt.Sprint(path, " ", n.begin, " ", n.end))
			}
			for _, c := range n.Child {
				visit(c, path+"."+c.key())
			}
		}
		visit(tree.Root, "")
		if want := []string{
			".users 0s 1s", ".users.0.best 1s 2s", ".users.0.best.id 2s 2s", ".users.0.best.slow 2s 3s", ".users.0.id 2s 2s",
			".users.1.best 1s 2s", ".users.1.best.id 3s 3s", ".users.1.best.slow 3s 4s", ".users.1.id 3s 3s",
		}; !slices.Equal(got, want) {
			t.Errorf("the fields are\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// TestTraceIsBounded: a trace that lacks fields says so, and none has messages of errors.
func TestTraceIsBounded(t *testing.T) {
	type item struct{ A int }
	h := traced(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7")
		type Query { items: [Item!]! @skipAuth fails: Int @skipAuth } type Item { a: Int b: Int }`, map[string]graphqlsrv.Resolver{
		"items":  graphqlsrv.Func(func(context.Context) ([]item, error) { return make([]item, 10_000), nil }),
		"fails":  graphqlsrv.Func(func(context.Context) (int, error) { return 0, graphqlsrv.Forbidden("secret") }),
		"Item.b": graphqlsrv.Field(func(context.Context, graphqlsrv.None, graphqlsrv.Resolve[item]) (int, error) { return 1, nil }),
	})
	for query, want := range map[string]bool{`{ items { a b } }`: true, `{ fails }`: false} {
		tree := traceOf(t, postWith(h, query, askedTrace, "ftv1"))
		if got := tree.IsIncomplete; got != want {
			t.Errorf("%s is incomplete: %v", query, got)
		}
		if n := tree.Root.count(); n > 10_001 || want && n < 10_001 {
			t.Errorf("%s has %d nodes", query, n)
		}
		if strings.Contains(tree.text, "secret") {
			t.Errorf("the trace of %s tells %q", query, tree.text)
		}
	}
}

// TestDeepTrace: gateways read 100 messages within one another, so that a trace has no more.
func TestDeepTrace(t *testing.T) {
	node := map[string]any{}
	node["a"] = node
	h := traced(t, `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7") type Query { a: A @skipAuth } type A { a: A fails: Int }`, map[string]graphqlsrv.Resolver{
		"Query.a": graphqlsrv.Func(func(context.Context) (any, error) { return node, nil }),
		"A.fails": graphqlsrv.Computed(func(any) int { panic("no") }),
	}, graphqlsrv.WithArmor(graphqlsrv.Armor{}))
	for depth, messages := range map[int]int{2: 6, 95: 99, 96: 100, 97: 100, 500: 100} { // the trace, and an error's place
		tree := traceOf(t, postWith(h, strings.Repeat("{a", depth-1)+"{fails}"+strings.Repeat("}", depth-1), askedTrace, "ftv1"))
		if n := 1 + tree.Root.messages(); n != messages || tree.IsIncomplete != (depth > 96) {
			t.Errorf("%d fields in one another: %d messages, incomplete %v", depth, n, tree.IsIncomplete)
		}
	}
}

func traced(t testing.TB, sdl string, services map[string]graphqlsrv.Resolver, options ...graphqlsrv.Option) http.Handler {
	t.Helper()
	h, err := graphqlsrv.New(fstest.MapFS{"schema.graphql": {Data: []byte(sdl)}}, append(options, graphqlsrv.WithServices(services), graphqlsrv.WithLogger(nil))...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func postWith(h http.Handler, query string, headers ...string) string {
	body, _ := json.Marshal(map[string]any{"query": query})
	return postBody(h, body, headers...)
}

func postBody(h http.Handler, body []byte, headers ...string) string {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Body.String()
}

// A trace is the message Trace, as protobufjs has it in JSON.
type trace struct {
	FieldExecutionWeight float64    `json:"fieldExecutionWeight,omitempty"`
	IsIncomplete         bool       `json:"isIncomplete,omitempty"`
	Root                 *traceNode `json:"root"`

	duration time.Duration
	text     string
}

type traceNode struct {
	ResponseName      *string       `json:"responseName,omitempty"`
	OriginalFieldName string        `json:"originalFieldName,omitempty"`
	Index             *int          `json:"index,omitempty"`
	Type              string        `json:"type,omitempty"`
	ParentType        string        `json:"parentType,omitempty"`
	Error             []*traceError `json:"error,omitempty"`
	Child             []*traceNode  `json:"child,omitempty"`

	begin, end time.Duration
}

type traceError struct {
	Message  string           `json:"message"`
	Location []map[string]int `json:"location"`
	JSON     json.RawMessage  `json:"json"`
}

func (n *traceNode) key() string {
	if n.ResponseName != nil {
		return *n.ResponseName
	}
	return fmt.Sprint(*n.Index)
}

func (n *traceNode) count() int {
	all := 1
	for _, c := range n.Child {
		all += c.count()
	}
	return all
}

// messages counts those within one another.
func (n *traceNode) messages() (deep int) {
	for _, e := range n.Error {
		deep = max(deep, 1+min(len(e.Location), 1))
	}
	for _, c := range n.Child {
		deep = max(deep, c.messages())
	}
	return 1 + deep
}

// traceOf decodes the trace of an answer.
func traceOf(t testing.TB, answer string) *trace {
	t.Helper()
	var r struct{ Extensions struct{ FTV1 []byte } }
	if err := json.Unmarshal([]byte(answer), &r); err != nil || r.Extensions.FTV1 == nil {
		t.Fatalf("no trace: %v: %.300s", err, answer)
	}
	m := decode(t, r.Extensions.FTV1)
	tr := &trace{
		FieldExecutionWeight: math.Float64frombits(m.number(31)), IsIncomplete: m.number(33) == 1, Root: nodeOf(t, m.bytes(14)),
		duration: time.Duration(m.number(11)), text: string(r.Extensions.FTV1),
	}
	begin, end := timeOf(t, m.bytes(4)), timeOf(t, m.bytes(3))
	if took := end.Sub(begin).Round(0); time.Since(begin) > time.Hour || took < tr.duration-time.Millisecond || took > tr.duration+time.Millisecond {
		t.Errorf("a trace from %s to %s took %s", begin, end, tr.duration)
	}
	return tr
}

func timeOf(t testing.TB, b []byte) time.Time {
	m := decode(t, b)
	return time.Unix(int64(m.number(1)), int64(m.number(2)))
}

func nodeOf(t testing.TB, b []byte) *traceNode {
	m := decode(t, b)
	n := &traceNode{
		OriginalFieldName: string(m.bytes(14)), Type: string(m.bytes(3)), ParentType: string(m.bytes(13)),
		begin: time.Duration(m.number(8)), end: time.Duration(m.number(9)),
	}
	if name := m[1]; name != nil {
		s := string(m.bytes(1))
		n.ResponseName = &s
	}
	if index := m[2]; index != nil {
		i := int(m.number(2))
		n.Index = &i
	}
	if n.end < n.begin {
		t.Errorf("%s began at %s and ended at %s", n.key(), n.begin, n.end)
	}
	for _, b := range m[11] {
		e := decode(t, b.([]byte))
		x := &traceError{Message: string(e.bytes(1)), JSON: e.bytes(4)}
		for _, b := range e[2] {
			l := decode(t, b.([]byte))
			x.Location = append(x.Location, map[string]int{"line": int(l.number(1)), "column": int(l.number(2))})
		}
		n.Error = append(n.Error, x)
	}
	for _, b := range m[12] {
		n.Child = append(n.Child, nodeOf(t, b.([]byte)))
	}
	slices.SortFunc(n.Child, func(a, b *traceNode) int {
		if a.Index != nil && b.Index != nil {
			return *a.Index - *b.Index
		}
		return strings.Compare(a.key(), b.key())
	})
	return n
}

// A wire is a message of Protocol Buffers by the numbers of its fields: uint64s and []bytes.
type wire map[int][]any

func (m wire) number(field int) uint64 {
	if m[field] == nil {
		return 0
	}
	return m[field][len(m[field])-1].(uint64)
}

func (m wire) bytes(field int) []byte {
	if m[field] == nil {
		return nil
	}
	return m[field][len(m[field])-1].([]byte)
}

func decode(t testing.TB, b []byte) wire {
	t.Helper()
	m := wire{}
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		b = b[n:]
		var value any
		switch tag & 7 {
		case 0:
			value, n = binary.Uvarint(b)
		case 1:
			value, n = binary.LittleEndian.Uint64(b), 8
		case 2:
			size, k := binary.Uvarint(b)
			value, n = b[k:k+int(size)], k+int(size)
		default:
			t.Fatalf("a field of the type %d", tag&7)
		}
		m[int(tag>>3)] = append(m[int(tag>>3)], value)
		b = b[n:]
	}
	return m
}

// canonicalTrace is a trace as JSON, without times.
func canonicalTrace(t testing.TB, tr any) string {
	t.Helper()
	b, err := json.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(b, &plain); err != nil {
		t.Fatal(err)
	}
	if b, err = json.Marshal(plain); err != nil {
		t.Fatal(err)
	}
	return string(b)
}
