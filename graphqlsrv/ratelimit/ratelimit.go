// Package ratelimit holds what clients of a GraphQL server may ask for, in one process.
//
//	graphqlsrv.WithRateLimit(ratelimit.New(100, 5000), clientOf)
package ratelimit

import (
	"context"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Limiter is a graphqlsrv.RateLimiter of one process: a token bucket for each client.
type Limiter struct {
	perSecond rate.Limit
	burst     int

	mu      sync.Mutex
	clients map[string]*rate.Limiter
	sweep   int // when so many are there, those with a full bucket go
	swept   time.Time
}

// The clients of a Limiter that are not told apart any more, and from how many on.
const (
	maxClients  = 1_000_000
	otherClient = ""
)

// New lets each client ask for perSecond units a second, and for burst at once. What costs
// more than burst takes all of it. It panics unless both are above 0.
func New(perSecond float64, burst int) *Limiter {
	if !(perSecond > 0) || burst <= 0 {
		panic("ratelimit: New needs more than 0 units a second and at once")
	}
	return &Limiter{perSecond: rate.Limit(perSecond), burst: burst, clients: map[string]*rate.Limiter{}, sweep: 1024}
}

// Take takes n units of a client's, or none: then it returns after how long they will be there.
// There is no error.
func (l *Limiter) Take(_ context.Context, client string, n int) (wait time.Duration, err error) {
	now := time.Now()
	b, n := l.of(client, now), min(n, l.burst)
	if b.AllowN(now, n) {
		return 0, nil
	}
	missing := (float64(n) - b.TokensAt(now)) / float64(l.perSecond)
	return max(1, time.Duration(math.Ceil(missing*float64(time.Second)))), nil
}

func (l *Limiter) of(client string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.clients[client]; b != nil {
		return b
	}
	if len(l.clients) >= l.sweep && now.Sub(l.swept) >= time.Second {
		for name, b := range l.clients {
			if b.TokensAt(now) >= float64(l.burst) {
				delete(l.clients, name)
			}
		}
		l.sweep, l.swept = min(max(1024, 2*len(l.clients)), maxClients), now
	}
	if len(l.clients) >= maxClients {
		if b := l.clients[otherClient]; b != nil {
			return b
		}
		client = otherClient
	}
	b := rate.NewLimiter(l.perSecond, l.burst)
	l.clients[client] = b
	return b
}
