package graphqlsrv

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A fetchLog counts what a loader fetches.
type fetchLog struct {
	mu    sync.Mutex
	sizes []int
}

func (f *fetchLog) fetch(_ context.Context, keys []int) (map[int]int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sizes = append(f.sizes, len(keys))
	found := map[int]int{}
	for _, k := range keys {
		found[k] = k + 1
	}
	return found, nil
}

func (f *fetchLog) text() string { return fmt.Sprint(f.sizes) }

// TestLoaderBatches: however few goroutines a request may have, the keys of a list
// are loaded at once.
func TestLoaderBatches(t *testing.T) {
	for _, concurrency := range []int{0, 1, 2, DefaultConcurrency, 5000} {
		for _, c := range []struct {
			name, query string
			items       int
			want        string
		}{
			{"list", `{items{next}}`, 1000, "[1000]"},
			{"few", `{items{next}}`, 3, "[3]"},
			{"more than fit", `{items{next}}`, 2500, "[1000 1000 500]"},
			{"same key", `{items{same}}`, 1000, "[1]"},
			{"after another", `{items{nextButOne}}`, 500, "[500 1]"},
			{"fields of items", `{items{next twice}}`, 400, "[800]"},
			{"lists of items", `{items{inner{next}}}`, 300, "[900]"},
			{"fields of Query", `{items{next} others: items{twice}}`, 100, "[200]"},
			{"some cached by then", `{items{next nextButOne}}`, 100, "[100 1]"},
			{"beside what is slow", `{slow items{next}}`, 1000, "[1000]"},
			{"behind what is slow", `{items{nextSlowly}}`, 1000, "[1000]"},
			{"goroutines of a resolver", `{sum}`, 300, "[300]"},
		} {
			t.Run(fmt.Sprintf("%d/%s", concurrency, c.name), func(t *testing.T) {
				if c.name == "behind what is slow" && concurrency < c.items {
					t.Skip("so many may not be slow together")
				}
				synctest.Test(t, func(t *testing.T) {
					var log fetchLog
					e := loaderEngine(t, NewLoader(log.fetch), c.items, WithConcurrency(concurrency))
					if got := ask(t, e, c.query); strings.Contains(got, "errors") {
						t.Fatalf("%.300s", got)
					}
					if log.text() != c.want {
						t.Errorf("fetches of %s keys, want %s", log.text(), c.want)
					}
				})
			})
		}
	}
}

func loaderEngine(t *testing.T, l *Loader[int, int], items int, options ...Option) *engine {
	type item struct{ ID int }
	load := func(key func(item) int) Resolver {
		return Field(func(ctx context.Context, _ None, r Resolve[item]) (int, error) { return l.Load(ctx, key(r.Root)) })
	}
	list := func(n, from int) (all []item) {
		for i := range n {
			all = append(all, item{from + i})
		}
		return all
	}
	return engineOf(t, `
type Query { items: [Item!]! slow: Int sum: Int }
type Item { id: Int next: Int same: Int twice: Int nextButOne: Int nextSlowly: Int inner: [Item!]! }`, map[string]Resolver{
		"items": Func(func(context.Context) ([]item, error) { return list(items, 0), nil }),
		"slow":  Func(func(context.Context) (int, error) { time.Sleep(time.Second); return 1, nil }),
		"sum": Func(func(ctx context.Context) (int, error) {
			var wg sync.WaitGroup
			for i := range items {
				wg.Go(func() { _, _ = l.Load(ctx, i) })
			}
			wg.Wait()
			return 1, nil
		}),
		"Item.next":  load(func(i item) int { return i.ID }),
		"Item.same":  load(func(item) int { return -1 }),
		"Item.twice": load(func(i item) int { return -2 - i.ID }),
		"Item.inner": Computed(func(i item) []item { return list(3, 1000+3*i.ID) }),
		"Item.nextButOne": Field(func(ctx context.Context, _ None, r Resolve[item]) (int, error) {
			next, err := l.Load(ctx, r.Root.ID)
			if err != nil {
				return 0, err
			}
			return l.Load(ctx, next)
		}),
		"Item.nextSlowly": Field(func(ctx context.Context, _ None, r Resolve[item]) (int, error) {
			time.Sleep(time.Minute)
			return l.Load(ctx, r.Root.ID)
		}),
	}, append([]Option{WithArmor(Armor{})}, options...)...)
}

// TestLoaderDoesNotWaitForWhatIsSlow: other resolvers delay a batch by milliseconds.
func TestLoaderDoesNotWaitForWhatIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var after time.Duration
		l := NewLoader(func(context.Context, []int) (map[int]int, error) {
			after = time.Since(begin)
			return nil, nil
		})
		ask(t, loaderEngine(t, l, 10), `{slow items{next}}`)
		if after > 10*LoaderWait {
			t.Errorf("the keys were loaded after %s", after)
		}
	})
}

// TestLoaderHeedsItsContext: who is gone does not wait for a fetch that hangs, and a
// fetch that ends its goroutine is an error.
func TestLoaderHeedsItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(NewContext(t.Context(), &Context{}), time.Minute)
		defer cancel()
		hangs := NewLoader(func(ctx context.Context, _ []int) (map[int]int, error) {
			time.Sleep(time.Hour)
			return nil, nil
		})
		if _, err := hangs.Load(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error is %v", err)
		}
		ends := NewLoader(func(context.Context, []int) (map[int]int, error) {
			runtime.Goexit()
			return nil, nil
		})
		if _, err := ends.Load(NewContext(t.Context(), &Context{}), 1); err == nil || !strings.Contains(err.Error(), "Goexit") {
			t.Errorf("error is %v", err)
		}
		time.Sleep(2 * time.Hour) // what hangs ends
	})
}
