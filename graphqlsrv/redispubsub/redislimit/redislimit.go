// Package redislimit holds what clients of a GraphQL server may ask for in Redis, so that the
// processes of several machines share it.
//
//	graphqlsrv.WithRateLimit(redislimit.New(redisClient, 100, 5000), clientOf)
//
// Each client has a token bucket, kept as one number by the generic cell rate algorithm: the time
// at which the bucket is full again. A script reads and writes it at once, by the clock of Redis.
package redislimit

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/redis/go-redis/v9"
)

// A Limiter is a graphqlsrv.RateLimiter.
type Limiter struct {
	client    redis.UniversalClient
	perSecond float64
	burst     int
	prefix    string
}

// New lets each client ask for perSecond units a second, and for burst at once. What costs more
// than burst takes all of it. Keys begin with "graphqlsrv:limit:", see [Limiter.WithPrefix].
// It panics unless there is a client, and perSecond and burst are above 0.
func New(client redis.UniversalClient, perSecond float64, burst int) *Limiter {
	if client == nil || !(perSecond > 0) || burst <= 0 {
		panic("redislimit: New needs a client of Redis, and more than 0 units a second and at once")
	}
	return &Limiter{client, max(perSecond, 1e-6), burst, "graphqlsrv:limit:"}
}

// WithPrefix returns a limiter whose keys begin with another text: buckets of another kind in the
// same database.
func (l Limiter) WithPrefix(prefix string) *Limiter {
	l.prefix = prefix
	return &l
}

// take gets the microseconds that a unit and the whole bucket take to come back, and how many
// units are wanted. It returns how many microseconds are to wait, or keeps the key until the
// bucket is full.
var take = redis.NewScript(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0')) + ARGV[1] * ARGV[3]
local wait = full - now - ARGV[2]
if wait > 0.5 then
  return math.ceil(wait)
end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.max(1, math.ceil((full - now) / 1000)))
return 0
`)

// Take takes n units of a client's, or none: then it returns after how long they will be there.
// The error says why Redis doesn't answer.
func (l *Limiter) Take(ctx context.Context, client string, n int) (wait time.Duration, err error) {
	each := 1e6 / l.perSecond
	micros, err := take.Run(ctx, l.client, []string{l.prefix + client}, each, math.Ceil(each*float64(l.burst)), min(n, l.burst)).Int64()
	if err != nil {
		return 0, fmt.Errorf("redislimit: %w", err)
	}
	return time.Duration(micros) * time.Microsecond, nil
}
