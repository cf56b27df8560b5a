package hooks

import (
	"context"
	"time"
)

// WithTime gives options the clock, the waiting and the jitter that they have not. Nil means the real ones.
func WithTime(o SenderOptions, now func() time.Time, sleep func(context.Context, time.Duration) error, random func() float64) SenderOptions {
	o.now, o.sleep = now, sleep
	if o.random == nil {
		o.random = random
	}
	return o
}

// Why an endpoint is not sent to at the moment.
var (
	ErrEndpointBusy        = errEndpointBusy
	ErrEndpointCircuitOpen = errEndpointCircuitOpen
	ErrEndpointPaused      = errEndpointPaused
)

// Len is how many deliveries a store in memory holds, those that have run out included.
func Len(store ReplayStore) int {
	m := store.(*memoryReplay)
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}

// BodyHash is the sha256 claim of a JWT that binds it to a payload.
var BodyHash = bodyHash
