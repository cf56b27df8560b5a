// Package replaytest holds stores to what [hooks.ReplayStore] promises. It is for
// the tests of whoever writes a store:
//
//	func TestStore(t *testing.T) {
//		replaytest.Run(t, func(t *testing.T) hooks.ReplayStore { return newStore(t) })
//	}
//
// Time is the store's own: where a lease must run out, the test gives a short one
// and asks until it has.
package replaytest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"signalbox/hooks"
)

const (
	long  = time.Minute          // a lease that doesn't run out during a test
	short = 5 * time.Millisecond // one that does
)

// Run tests a store. open makes one that holds none of the keys that the test
// uses: an empty one, or one with a prefix of its own. It is called once for
// each of the tests.
func Run(t *testing.T, open func(t *testing.T) hooks.ReplayStore) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, *suite){
		"Claim":                 claim,
		"Confirm":               confirm,
		"Release":               release,
		"KeysAreTheirOwn":       keys,
		"LeaseRunsOut":          leaseRunsOut,
		"LeaseRunsOutUnnoticed": leaseRunsOutUnnoticed,
		"ConfirmationRunsOut":   confirmationRunsOut,
		"ForeignToken":          foreignToken,
		"CancelledContext":      cancelledContext,
		"OneOfManyClaims":       oneOfManyClaims,
		"OneOfManyTakesOver":    oneOfManyTakesOver,
		"EachDeliveryOnce":      eachDeliveryOnce,
	} {
		t.Run(name, func(t *testing.T) { test(t, &suite{t, open(t)}) })
	}
}

// Silent starts a server that accepts connections and never answers, and returns
// its address.
func Silent(t *testing.T) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var accepted sync.WaitGroup
	accepted.Go(func() {
		var kept []net.Conn // one that is collected is closed
		for {
			c, err := listener.Accept()
			if err != nil {
				break
			}
			kept = append(kept, c)
		}
		for _, c := range kept {
			c.Close()
		}
	})
	t.Cleanup(func() { listener.Close(); accepted.Wait() })
	return listener.Addr().String()
}

// Hung wants that a receiver answers 503 soon while the store's server is a
// [Silent] one.
func Hung(t *testing.T, store hooks.ReplayStore) {
	t.Helper()
	verifier, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("secret"))
	if err != nil {
		t.Fatal(err)
	}
	receiver, err := hooks.Handler(verifier, func(context.Context, hooks.Event) (any, error) {
		t.Error("the handler ran without a claim")
		return nil, nil
	}, hooks.WithReplay(store), hooks.ByBody(time.Minute), hooks.WithLimits(hooks.Limits{Store: 50 * time.Millisecond}),
		hooks.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Body: []byte("{}")}
	if err := verifier.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	answers := make(chan hooks.Response, 1)
	go func() {
		response, _ := receiver.HandleEvent(t.Context(), hooks.Event{
			Body: string(d.Body), Headers: map[string]string{verifier.SignatureHeader(): d.Header.Get(verifier.SignatureHeader())},
		})
		answers <- response
	}()
	select {
	case response := <-answers:
		if response.StatusCode != 503 {
			t.Errorf("status %d", response.StatusCode)
		}
	case <-time.After(5 * time.Second):
		t.Error("no answer")
	}
}

// A suite is a store with checks.
type suite struct {
	t     *testing.T
	store hooks.ReplayStore
}

// claim asks for a key and wants the state.
func (s *suite) claim(key string, lease time.Duration, want string) hooks.Claim {
	s.t.Helper()
	c, err := s.store.Claim(s.t.Context(), key, lease)
	if err != nil {
		s.t.Fatalf("Claim %q: %v", key, err)
	}
	if c.Key != key || c.State != want {
		s.t.Fatalf("Claim %q gives %q %s, want it %s", key, c.Key, c.State, want)
	}
	if (c.Token != "") != (want == hooks.Claimed) {
		s.t.Errorf("a claim that is %s has the token %q", c.State, c.Token)
	}
	return c
}

// eventually claims a key as soon as its lease or confirmation has run out.
func (s *suite) eventually(key string, lease time.Duration) hooks.Claim {
	s.t.Helper()
	for {
		c, err := s.store.Claim(s.t.Context(), key, lease)
		if err != nil {
			s.t.Fatalf("Claim %q: %v", key, err)
		}
		if c.State == hooks.Claimed {
			return c
		}
		select {
		case <-s.t.Context().Done():
			s.t.Fatalf("%q stays %s", key, c.State)
		case <-time.After(time.Millisecond):
		}
	}
}

func (s *suite) confirm(c hooks.Claim, ttl time.Duration) {
	s.t.Helper()
	if err := s.store.Confirm(s.t.Context(), c, ttl); err != nil {
		s.t.Fatalf("Confirm: %v", err)
	}
}

func (s *suite) release(c hooks.Claim) {
	s.t.Helper()
	if err := s.store.Release(s.t.Context(), c); err != nil {
		s.t.Fatalf("Release: %v", err)
	}
}

// lost wants that the claim can't be confirmed any more.
func (s *suite) lost(c hooks.Claim) {
	s.t.Helper()
	if err := s.store.Confirm(s.t.Context(), c, long); !errors.Is(err, hooks.ErrClaimLost) {
		s.t.Errorf("Confirm of a lost claim gives %v, want ErrClaimLost", err)
	}
}

func claim(t *testing.T, s *suite) {
	s.claim("a", long, hooks.Claimed)
	again := s.claim("a", long, hooks.Pending)
	if again.Wait < 0 || again.Wait > long {
		t.Errorf("a lease of %v still runs %v", long, again.Wait)
	}
	s.claim("b", long, hooks.Claimed)
}

func confirm(_ *testing.T, s *suite) {
	c := s.claim("a", long, hooks.Claimed)
	s.confirm(c, long)
	s.claim("a", long, hooks.Confirmed)
	s.confirm(c, long) // twice with one token is no error
	s.release(c)       // a confirmation stays
	s.claim("a", long, hooks.Confirmed)
}

func release(t *testing.T, s *suite) {
	first := s.claim("a", long, hooks.Claimed)
	s.release(first)
	s.release(first) // nothing is left to release
	second := s.claim("a", long, hooks.Claimed)
	if first.Token == second.Token {
		t.Error("two claims have one token")
	}
	s.lost(first)
	s.release(first)
	s.claim("a", long, hooks.Pending)
	s.confirm(second, long)
	s.lost(first)
}

// keys wants any printable ASCII of up to 512 bytes for a key.
func keys(_ *testing.T, s *suite) {
	all := []string{
		"a", "A", "a ", " a", "a:b", "a*", "a?", "%", "_", "'", `"`, `\`, "{a}", "{b}", "$1", ";--",
		strings.Repeat("x", 512), strings.Repeat("x", 511) + "y",
	}
	for _, key := range all {
		s.confirm(s.claim(key, long, hooks.Claimed), long)
	}
	for _, key := range all {
		s.claim(key, long, hooks.Confirmed)
	}
}

func leaseRunsOut(_ *testing.T, s *suite) {
	late := s.claim("a", short, hooks.Claimed)
	owner := s.eventually("a", long)
	s.lost(late)
	s.release(late)
	s.claim("a", long, hooks.Pending) // the late one released nothing
	s.confirm(owner, long)
	s.lost(late)
	s.release(late)
	s.claim("a", long, hooks.Confirmed)
}

// leaseRunsOutUnnoticed: the work was done, only late, and nobody else began it.
func leaseRunsOutUnnoticed(_ *testing.T, s *suite) {
	c := s.claim("a", time.Millisecond, hooks.Claimed)
	s.claim("b", short, hooks.Claimed)
	s.eventually("b", long) // by now the lease of a, which is older and shorter, has run out too
	s.confirm(c, long)
	s.claim("a", long, hooks.Confirmed)
}

func confirmationRunsOut(_ *testing.T, s *suite) {
	s.confirm(s.claim("a", long, hooks.Claimed), short)
	s.confirm(s.eventually("a", long), long)
	s.claim("a", long, hooks.Confirmed)
}

func foreignToken(_ *testing.T, s *suite) {
	c := s.claim("a", long, hooks.Claimed)
	foreign := hooks.Claim{Key: "a", State: hooks.Claimed, Token: "no token of this store"}
	s.lost(foreign)
	s.release(foreign)
	s.claim("a", long, hooks.Pending)
	s.confirm(c, long)
}

// cancelledContext: a claim that its caller doesn't get is none. A store that
// asks nobody need not look at the context.
func cancelledContext(t *testing.T, s *suite) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, err := s.store.Claim(ctx, "a", long); err == nil {
		s.release(c)
	}
	s.claim("a", long, hooks.Claimed)
}

// oneOfManyClaims: of those who claim a key at the same time, one has it.
func oneOfManyClaims(t *testing.T, s *suite) {
	for round := range 20 {
		s.race(t, fmt.Sprintf("round %d", round))
	}
}

// oneOfManyTakesOver: so it is with a key whose lease has run out.
func oneOfManyTakesOver(t *testing.T, s *suite) {
	for round := range 20 {
		key, clock := fmt.Sprintf("round %d", round), fmt.Sprintf("clock %d", round)
		s.claim(key, short, hooks.Claimed)
		s.claim(clock, short, hooks.Claimed)
		s.eventually(clock, long) // the lease of key is older
		s.race(t, key)
	}
}

// race lets rivals claim a key at the same time.
func (s *suite) race(t *testing.T, key string) {
	t.Helper()
	const rivals = 16
	states := make(chan string, rivals)
	begin := make(chan struct{})
	var wg sync.WaitGroup
	for range rivals {
		wg.Go(func() {
			<-begin
			c, err := s.store.Claim(t.Context(), key, long)
			if err != nil {
				t.Error(err)
			}
			states <- c.State
		})
	}
	close(begin)
	wg.Wait()
	close(states)
	count := map[string]int{}
	for state := range states {
		count[state]++
	}
	if count[hooks.Claimed] != 1 || count[hooks.Pending] != rivals-1 {
		t.Fatalf("%d rivals got %v", rivals, count)
	}
}

// eachDeliveryOnce: several machines get the same deliveries, some of which fail
// at first. Each is processed once.
func eachDeliveryOnce(t *testing.T, s *suite) {
	const machines, deliveries = 6, 40
	var mu sync.Mutex
	done := map[string]int{}
	failed := map[string]bool{}
	process := func(key string) (succeeded bool) {
		mu.Lock()
		defer mu.Unlock()
		if len(key)%2 == 0 && !failed[key] {
			failed[key] = true
			return false
		}
		done[key]++
		return true
	}
	var wg sync.WaitGroup
	for machine := range machines {
		wg.Go(func() {
			for i := range deliveries {
				key := fmt.Sprintf("delivery %d", (i+machine*7)%deliveries)
				if err := handle(t.Context(), s.store, key, process); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i := range deliveries {
		if key := fmt.Sprintf("delivery %d", i); done[key] != 1 {
			t.Errorf("%s was processed %d times", key, done[key])
		}
	}
}

// handle does what a receiver does, and what its sender does: it tries until the
// delivery is confirmed.
func handle(ctx context.Context, store hooks.ReplayStore, key string, process func(string) bool) error {
	for {
		c, err := store.Claim(ctx, key, long)
		switch {
		case err != nil:
			return err
		case c.State == hooks.Confirmed:
			return nil
		case c.State != hooks.Claimed:
			continue
		}
		if process(key) {
			return store.Confirm(ctx, c, long)
		}
		if err := store.Release(ctx, c); err != nil {
			return err
		}
	}
}
