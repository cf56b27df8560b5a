package ratelimit

import (
	"math"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"signalbox/graphqlsrv"
)

var _ graphqlsrv.RateLimiter = (*Limiter)(nil)

// TestTake: a bucket of 10 units that gets one a second.
func TestTake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(1, 10)
		for i, x := range []struct {
			client string
			n      int
			after  time.Duration // of the test's own clock
			wait   time.Duration
		}{
			{"a", 6, 0, 0},
			{"a", 6, 0, 2 * time.Second}, // nothing is taken
			{"a", 4, 0, 0},
			{"b", 10, 0, 0},
			{"a", 1, 0, time.Second},
			{"a", 2, 2 * time.Second, 0},
			{"a", 1000, 9 * time.Second, time.Second}, // more than there ever is: all of it
			{"a", 1000, time.Second, 0},
		} {
			time.Sleep(x.after)
			if wait, err := l.Take(t.Context(), x.client, x.n); wait != x.wait || err != nil {
				t.Errorf("%d: %s takes %d: wait %s, want %s; %v", i, x.client, x.n, wait, x.wait, err)
			}
		}
		for i := range 5000 {
			_, _ = l.Take(t.Context(), strconv.Itoa(i), 1)
			time.Sleep(time.Second)
		}
		if n := len(l.clients); n > 1200 {
			t.Errorf("%d clients are kept, though 10 have something to wait for", n)
		}
	})
}

// TestNewOfNothing: a bucket that never fills is a mistake.
func TestNewOfNothing(t *testing.T) {
	for _, c := range []struct {
		perSecond float64
		burst     int
	}{{0, 10}, {math.NaN(), 10}, {1, 0}} {
		func() {
			defer func() {
				if r := recover(); r != "ratelimit: New needs more than 0 units a second and at once" {
					t.Errorf("%v: %v", c, r)
				}
			}()
			New(c.perSecond, c.burst)
		}()
	}
}
