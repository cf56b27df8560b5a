package graphqlsrv

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

const manySDL = `type Query { items(n: Int!): [Item] must(n: Int!): [Item!] } type Item { id: ID bad: Int panics: Int other: Int need: Int! }`

// manyItems resolves items that fail by fail.
func manyItems(t *testing.T, log *bytes.Buffer, fail func(ctx context.Context, id int) error, options ...Option) *engine {
	t.Helper()
	items := FuncWith(func(_ context.Context, a struct{ N int }) ([]*testPost, error) {
		list := make([]*testPost, a.N)
		for i := range list {
			list[i] = &testPost{ID: i}
		}
		return list, nil
	})
	failing := Field(func(ctx context.Context, _ None, r Resolve[*testPost]) (int, error) { return 0, fail(ctx, r.Root.ID) })
	return engineOf(t, manySDL, map[string]Resolver{
		"items": items, "must": items, "Item.bad": failing, "Item.other": failing, "Item.need": failing,
		"Item.panics": Field(func(context.Context, None, Resolve[*testPost]) (int, error) { panic("ouch") }),
	}, append([]Option{WithLogger(slog.New(slog.NewTextHandler(log, nil)))}, options...)...)
}

// TestOneCauseIsLoggedOnce: a cause that fails every item of a list is one line.
func TestOneCauseIsLoggedOnce(t *testing.T) {
	down := errors.New("connection refused")
	loader := NewLoader(func(context.Context, []int) (map[int]int, error) { return nil, down })
	load := func(ctx context.Context, id int) error {
		_, err := loader.Load(ctx, id%10)
		return err
	}
	plain := `{items(n: 5000) {bad}}`
	for name, c := range map[string]struct {
		query  string
		fail   func(ctx context.Context, id int) error
		lines  int // at most
		logged string
	}{
		"loader":         {plain, load, 1, "connection refused"},
		"wrapped":        {plain, func(ctx context.Context, id int) error { return fmt.Errorf("item %d: %w", id, load(ctx, id)) }, 1, "item "},
		"equal texts":    {plain, func(context.Context, int) error { return errors.New("timeout") }, 1, "timeout"},
		"two fields":     {`{items(n: 500) {bad other}}`, load, 1, "connection refused"},
		"many causes":    {plain, func(_ context.Context, id int) error { return fmt.Errorf("no item %d", id) }, maxLoggedCauses + 1, `count=4900`},
		"panics":         {`{items(n: 500) {panics}}`, load, 2, "panic=ouch"}, // of helpers and of the request's own goroutine
		"panics and not": {`{items(n: 500) {panics bad}}`, load, 3, "panic=ouch"},
		"no error":       {`{items(n: 500) {id}}`, load, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			e := manyItems(t, &log, c.fail)
			for range 2 { // each request has its own line
				log.Reset()
				ask(t, e, c.query)
				if n := strings.Count(log.String(), "level=ERROR"); n > c.lines || n == 0 && c.lines > 0 || !strings.Contains(log.String(), c.logged) {
					t.Errorf("%d lines, want %d:\n%.3000s", n, c.lines, log.String())
				}
			}
		})
	}
}

// TestErrorsOfAnAnswerAreBounded: the last error says how many there are.
func TestErrorsOfAnAnswerAreBounded(t *testing.T) {
	for _, concurrency := range []int{0, 64} {
		var log bytes.Buffer
		e := manyItems(t, &log, func(_ context.Context, id int) error { return Errorf("BAD", "bad %d", id) }, WithConcurrency(concurrency))
		for n, left := range map[int]int{0: 0, 999: 0, 1000: 0, 1001: 1, 5000: 4000} {
			for _, query := range []string{`query($n: Int!) {items(n: $n) {id bad}}`, `query($n: Int!) {items(n: $n) {id need}}`} {
				log.Reset()
				var answer struct {
					Data   struct{ Items []any }
					Errors []Error
				}
				got := ask(t, e, query, map[string]int{"n": n})
				if err := json.Unmarshal([]byte(got), &answer); err != nil {
					t.Fatal(err)
				}
				shown := min(n, MaxErrors)
				if len(answer.Data.Items) != n || len(answer.Errors) != shown+min(left, 1) {
					t.Fatalf("%d items, %d errors of %d", len(answer.Data.Items), len(answer.Errors), n)
				}
				for i, err := range answer.Errors[:shown] {
					if err.Message != fmt.Sprintf("bad %d", i) {
						t.Fatalf("error %d is %s", i, err.Message)
					}
				}
				last := fmt.Sprintf(`{"message":"%d more errors are left out: an answer holds at most 1000.","extensions":{"code":"TOO_MANY_ERRORS"}}]}`, left)
				if left > 0 && !strings.HasSuffix(got, last) {
					t.Errorf("ends with %s", got[len(got)-200:])
				}
				if !strings.Contains(log.String(), fmt.Sprintf("errors=%d", n)) {
					t.Errorf("%d errors are logged as %s", n, &log)
				}
			}
		}
		if got := ask(t, e, `{must(n: 5000) {need}}`); strings.Count(got, `"message"`) > MaxErrors {
			t.Errorf("%.200s", got)
		}
	}
}

// TestLogOfWhatWasCanceled: a request that has ended is no news, one that lives has lost something.
func TestLogOfWhatWasCanceled(t *testing.T) {
	for name, ends := range map[string]bool{"lives": false, "has ended": true} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			ctx, cancel := context.WithCancel(NewContext(t.Context(), &Context{}))
			defer cancel()
			e := manyItems(t, &log, func(context.Context, int) error {
				if ends {
					cancel()
				}
				return fmt.Errorf("asking: %w", context.Canceled)
			})
			op, f := e.prepare(ctx, &Request{Query: `{items(n: 1) {bad}}`})
			if f != nil {
				t.Fatal(f.errs[0])
			}
			op.execute(ctx, nil)
			if logged := strings.Contains(log.String(), "asking: context canceled"); logged == ends {
				t.Errorf("the log is\n%s", &log)
			}
		})
	}
}
