package hooks_test

import (
	"testing"
	"time"
)

// fastest measures two functions by turns, a round of many calls each, and gives
// the time of the fastest rounds in nanoseconds.
func fastest(b *testing.B, calls int, one, other func()) (first, second float64) {
	b.Helper()
	round := func(f func(), best *float64) {
		started := time.Now()
		for range calls {
			f()
		}
		if took := float64(time.Since(started)); *best == 0 || took < *best {
			*best = took
		}
	}
	for range 500 {
		round(one, &first)
		round(other, &second)
	}
	for b.Loop() {
	}
	return first, second
}
