package graphqlsrv

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A meeting lets callers go on when all of them are there.
type meeting struct {
	mu   sync.Mutex
	left int
	all  chan struct{}
}

func newMeeting(n int) *meeting { return &meeting{left: n, all: make(chan struct{})} }

func (m *meeting) wait(ctx context.Context) error {
	m.mu.Lock()
	if m.left--; m.left == 0 {
		close(m.all)
	}
	m.mu.Unlock()
	select {
	case <-m.all:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestBlockingResolversRunTogether(t *testing.T) {
	var m *meeting
	block := func(ctx context.Context) (int, error) { return 1, m.wait(ctx) }
	e := engineOf(t, `type Query { a: Int b: Int c: Int list: [Item!]! } type Item { id: Int wait: Int deeper: [Item!]! }`, map[string]Resolver{
		"a": Func(block), "b": Func(block), "c": Func(block),
		"list": Computed(func(any) []map[string]any {
			var l []map[string]any
			for i := range 20 {
				l = append(l, map[string]any{"id": i, "deeper": []map[string]any{{"id": 100 + i}, {"id": 200 + i}}})
			}
			return l
		}),
		"Item.wait": Field(func(ctx context.Context, _ None, _ Resolve[any]) (int, error) { return block(ctx) }),
	})
	t.Run("fields", func(t *testing.T) {
		m = newMeeting(4)
		expect(t, ask(t, e, `{a b x:c c}`), `{"data":{"a":1,"b":1,"x":1,"c":1}}`)
	})
	t.Run("items", func(t *testing.T) {
		m = newMeeting(20)
		if got := ask(t, e, `{list{id wait}}`); strings.Count(got, `"wait":1`) != 20 {
			t.Error(got)
		}
	})
	t.Run("items of items", func(t *testing.T) {
		m = newMeeting(40)
		if got := ask(t, e, `{list{deeper{wait}}}`); strings.Count(got, `"wait":1`) != 40 {
			t.Error(got)
		}
	})
}

func TestConcurrencyIsCapped(t *testing.T) {
	var now, most atomic.Int32
	e := engineOf(t, `type Query { list: [Item!]! } type Item { n: Int }`, map[string]Resolver{
		"list": Computed(func(any) []testUser { return make([]testUser, 200) }),
		"Item.n": Field(func(context.Context, None, Resolve[testUser]) (int, error) {
			n := now.Add(1)
			defer now.Add(-1)
			for {
				old := most.Load()
				if n <= old || most.CompareAndSwap(old, n) {
					return 1, nil
				}
			}
		}),
	}, WithConcurrency(3))
	for range 20 {
		if got := ask(t, e, `{list{n}}`); strings.Count(got, `"n":1`) != 200 {
			t.Fatal(got)
		}
	}
	if n := most.Load(); n > 4 {
		t.Errorf("%d resolvers ran at once, the cap is 3 and the request's own goroutine", n)
	}
}

func TestMutationsRunInOrder(t *testing.T) {
	var order []int // no lock: the race detector watches
	e := engineOf(t, `type Query { a: Int } type Mutation { add(n: Int!): Int fail: Int! }`, map[string]Resolver{
		"add": FuncWith(func(_ context.Context, a struct{ N int }) (int, error) {
			order = append(order, a.N)
			return a.N, nil
		}),
		"fail": Func(func(context.Context) (int, error) { return 0, errors.New("no") }),
	})
	query := "mutation{"
	for i := range 15 {
		query += fmt.Sprintf("a%d:add(n:%d) ", i, i)
	}
	ask(t, e, query+"}")
	for i, n := range order {
		if i != n {
			t.Fatal(order)
		}
	}
	order = nil
	ask(t, e, `mutation{fail add(n:1)}`)
	if len(order) != 0 {
		t.Error("a mutation ran after one whose error took the whole response")
	}
}

// TestErrorsKeepTheirOrder: errors come in the order of the response, whoever was first.
func TestErrorsKeepTheirOrder(t *testing.T) {
	last := make(chan struct{})
	e := engineOf(t, `type Query { a: Int b: Int c: Int! }`, map[string]Resolver{
		"a": Func(func(context.Context) (int, error) { <-last; return 0, Errorf("", "a") }),
		"b": Func(func(context.Context) (int, error) { close(last); return 0, Errorf("", "b") }),
		"c": Func(func(context.Context) (int, error) { return 0, Errorf("", "c") }),
	})
	at := func(name string, column int) string {
		return fmt.Sprintf(`{"message":%q,"locations":[{"line":1,"column":%d}],"path":[%q]}`, name, column, name)
	}
	expect(t, ask(t, e, `{a b}`), `{"data":{"a":null,"b":null},"errors":[`+at("a", 2)+`,`+at("b", 4)+`]}`)
	last = make(chan struct{})
	expect(t, ask(t, e, `{a b c}`), `{"data":null,"errors":[`+at("a", 2)+`,`+at("b", 4)+`,`+at("c", 6)+`]}`)
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	e := engineOf(t, `type Query { list: [Item!]! } type Item { n: Int }`, map[string]Resolver{
		"list": Computed(func(any) []testUser { return make([]testUser, 100) }),
		"Item.n": Field(func(context.Context, None, Resolve[testUser]) (int, error) {
			calls++
			cancel() // the client goes away
			return 1, nil
		}),
	}, WithConcurrency(0))
	op, f := e.prepare(ctx, &Request{Query: `{list{n}}`})
	if f != nil {
		t.Fatal(f.errs)
	}
	op.execute(ctx, nil)
	if calls != 1 {
		t.Errorf("%d resolvers ran, want the one during which the client left", calls)
	}
}

// TestResolverThatEndsItsGoroutine has what waits for a helper go on.
func TestResolverThatEndsItsGoroutine(t *testing.T) {
	helping := make(chan struct{})
	e := engineOf(t, `type Query { a: String b: String }`, map[string]Resolver{
		"a": Func(func(context.Context) (string, error) { <-helping; return "yes", nil }),
		"b": Func(func(context.Context) (string, error) { close(helping); runtime.Goexit(); return "", nil }),
	})
	answer := make(chan string, 1)
	go func() {
		got := "the goroutine of the request ended"
		defer func() { answer <- got }()
		got = ask(t, e, `{a b}`)
	}()
	if got := <-answer; got != `{"data":null,"errors":[{"message":"Something went wrong.","path":["b"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}` && got != "the goroutine of the request ended" {
		t.Error(got)
	}
}
