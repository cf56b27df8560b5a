package hooks_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"signalbox/hooks"
)

// A hangingStore is one whose named calls don't return in time.
type hangingStore struct {
	hooks.ReplayStore
	mu       sync.Mutex
	hangs    string // the call
	heeds    bool   // it returns when its context ends
	until    chan struct{}
	calls    atomic.Int32
	released atomic.Int32
}

// breaks says which call hangs from now on.
func (s *hangingStore) breaks(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hangs = call
}

func (s *hangingStore) hang(ctx context.Context, call string) error {
	s.calls.Add(1)
	s.mu.Lock()
	hangs := s.hangs
	s.mu.Unlock()
	if call != hangs {
		return nil
	}
	if !s.heeds {
		<-s.until
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.until:
		return nil
	}
}

func (s *hangingStore) Claim(ctx context.Context, key string, lease time.Duration) (hooks.Claim, error) {
	if err := s.hang(ctx, "claim"); err != nil {
		return hooks.Claim{}, err
	}
	return s.ReplayStore.Claim(context.WithoutCancel(ctx), key, lease)
}

func (s *hangingStore) Confirm(ctx context.Context, c hooks.Claim, ttl time.Duration) error {
	if err := s.hang(ctx, "confirm"); err != nil {
		return err
	}
	return s.ReplayStore.Confirm(ctx, c, ttl)
}

func (s *hangingStore) Release(ctx context.Context, c hooks.Claim) error {
	s.released.Add(1)
	if err := s.hang(ctx, "release"); err != nil {
		return err
	}
	return s.ReplayStore.Release(ctx, c)
}

func TestStoreThatHangs(t *testing.T) {
	for _, heeds := range []bool{true, false} {
		for _, c := range []struct {
			hangs   string
			fails   bool // the handler
			timeout time.Duration
			status  int
			runs    int
		}{
			{"claim", false, 0, 503, 0},
			{"claim", false, time.Second, 503, 0},
			{"confirm", false, 0, 503, 1},
			{"release", true, 0, 500, 1},
		} {
			synctest.Test(t, func(t *testing.T) {
				store := &hangingStore{ReplayStore: hooks.NewMemoryReplay(10), hangs: c.hangs, heeds: heeds, until: make(chan struct{})}
				runs := 0
				options := []hooks.Option{hooks.WithReplay(store), hooks.IDFromJSON("id")}
				want := 3 * time.Second
				if c.timeout > 0 {
					options, want = append(options, hooks.WithLimits(hooks.Limits{Store: c.timeout})), c.timeout
				}
				r := newReceiver(t, sha256Verifier(t), func(context.Context, hooks.Event) (any, error) {
					runs++
					if c.fails {
						return nil, errors.New("no")
					}
					return nil, nil
				}, options...)
				w := httptest.NewRecorder()
				begin := time.Now()
				r.ServeHTTP(w, signed(t, sha256Verifier(t), `{"id":1}`))
				if took := time.Since(begin); w.Code != c.status || runs != c.runs || took != want { // of the bubble's clock
					t.Errorf("%s hangs, heeds its context %v: %d after %v and %d runs", c.hangs, heeds, w.Code, took, runs)
				}
				if c.status == 503 && w.Header().Get("Retry-After") == "" {
					t.Error("no Retry-After")
				}
				close(store.until)
				synctest.Wait()
			})
		}
	}
}

// A claim that the store gives too late is released: the sender's next attempt is
// processed at once.
func TestLateClaimIsReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &hangingStore{ReplayStore: hooks.NewMemoryReplay(10), hangs: "claim", until: make(chan struct{})}
		count := &runs{}
		r := newReceiver(t, sha256Verifier(t), count.handle, hooks.WithReplay(store), hooks.IDFromJSON("id"))
		count.post(t, r, signed(t, sha256Verifier(t), `{"id":1}`), 503, 0, "hangs")
		close(store.until)
		synctest.Wait()
		if store.released.Load() != 1 {
			t.Errorf("%d claims released", store.released.Load())
		}
		store.breaks("")
		count.post(t, r, signed(t, sha256Verifier(t), `{"id":1}`), 200, 1, "the next attempt")
	})
}

// A store that never returns doesn't pile up calls without a bound, and the
// receiver works again when it comes back.
func TestStoreThatNeverReturnsIsNotAskedForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &hangingStore{ReplayStore: hooks.NewMemoryReplay(10), hangs: "claim", until: make(chan struct{})}
		count := &runs{}
		r := newReceiver(t, sha256Verifier(t), count.handle, hooks.WithReplay(store), hooks.IDFromJSON("id"))
		done := make(chan struct{})
		for range 1000 {
			q := signed(t, sha256Verifier(t), `{"id":1}`)
			go func() {
				r.ServeHTTP(httptest.NewRecorder(), q)
				done <- struct{}{}
			}()
		}
		for range 1000 {
			<-done
		}
		begin := time.Now()
		count.post(t, r, signed(t, sha256Verifier(t), `{"id":1}`), 503, 0, "after a thousand")
		if time.Since(begin) != 0 {
			t.Errorf("the store was asked once more, for %v", time.Since(begin))
		}
		close(store.until)
		synctest.Wait()
		count.post(t, r, signed(t, sha256Verifier(t), `{"id":1}`), 200, 1, "after it came back")
	})
}

// A store that hung for good is asked again, now and then, and as before when it has
// answered. The calls that hang are bounded.
func TestStoreThatHungForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &hangingStore{ReplayStore: hooks.NewMemoryReplay(10_000), hangs: "claim", until: make(chan struct{})}
		count := &runs{}
		r := newReceiver(t, sha256Verifier(t), count.handle, hooks.WithReplay(store), hooks.IDFromJSON("id"))
		hang := func(n int) {
			var all sync.WaitGroup
			for range n {
				all.Go(func() { r.ServeHTTP(httptest.NewRecorder(), signed(t, sha256Verifier(t), `{"id":1}`)) })
			}
			all.Wait()
		}
		hang(1000)
		before := store.calls.Load()
		for range 24 * 60 * 6 { // a day, of a delivery every 10 s
			time.Sleep(10 * time.Second)
			hang(1)
		}
		if asked := store.calls.Load() - before; asked < 24*11 || asked > 24*13+12 {
			t.Errorf("asked %d times in a day", asked)
		}
		store.breaks("")
		time.Sleep(5 * time.Minute)
		for i := range 3 {
			count.post(t, r, signed(t, sha256Verifier(t), fmt.Sprintf(`{"id":"new %d"}`, i)), 200, i+1, "well again")
		}
		store.breaks("claim")
		hang(1000) // the bound is as before
		before = store.calls.Load()
		count.post(t, r, signed(t, sha256Verifier(t), `{"id":2}`), 503, 3, "hangs again")
		if store.calls.Load() != before {
			t.Error("asked once more")
		}
		close(store.until)
		synctest.Wait()
	})
}
