package graphqlsrv

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"signalbox/graphqlsrv/internal/perclient"
)

// A RateLimiter holds what clients may ask for, in units of cost: package
// signalbox/graphqlsrv/ratelimit for one process, signalbox/graphqlsrv/redispubsub/redislimit for
// several.
type RateLimiter interface {
	// Take takes n units of a client's, or none: then it returns after how long they will be there.
	Take(ctx context.Context, client string, n int) (wait time.Duration, err error)
}

// WithRateLimit takes what an operation costs, both costs of [Armor] together, at least 1, from
// what its client may ask for. client returns the key of the client, as for
// [WithStreamsPerClient]; "" is not limited.
//
//	graphqlsrv.WithRateLimit(ratelimit.New(100, 5000), func(c *graphqlsrv.Context) string {
//		if user, ok := c.CurrentUser.(*User); ok {
//			return user.ID
//		}
//		return graphqlsrv.Network(c.Request.RemoteAddr) // behind a proxy: what it says of the client
//	})
//
// What is too much is answered by an error with the code [CodeRateLimited], over HTTP by 429 with
// Retry-After. A subscription takes its cost once, when it begins; a live query takes it each time
// that it runs, and waits where there is too little. While the limiter fails, every operation is let
// in, and the log says so.
func WithRateLimit(l RateLimiter, client func(c *Context) string) Option {
	return func(c *config) { c.limit = &rateLimit{l, client} }
}

// Network returns the key of a client that only its address tells, with or without a port: an IPv4
// address, or the first 64 bits of an IPv6 address, of which one client has all others. What is no
// address is returned as it is.
//
//	graphqlsrv.Network("[2001:db8::1]:4711") // 2001:db8::/64
func Network(address string) string { return perclient.Network(address) }

// CodeRateLimited is the code of the error that answers an operation for which its client has to
// wait; the extension retryAfter says how long, in seconds.
const CodeRateLimited = "RATE_LIMITED"

// limitWait is how long a limiter may take: where it fails, operations are let in.
const limitWait = time.Second

// longestWait is the longest time that a client is told: a limiter may have it wait for ever.
const longestWait = 24 * time.Hour

// A rateLimit is what [WithRateLimit] says.
type rateLimit struct {
	limiter RateLimiter
	client  func(*Context) string
}

// charge takes what an operation costs.
func (e *engine) charge(ctx context.Context, o *operation) *failure {
	if c := FromContext(ctx); c != nil && e.cfg.limit != nil {
		return e.cfg.limit.take(ctx, o, c)
	}
	return nil
}

func (l *rateLimit) take(ctx context.Context, o *operation, c *Context) (f *failure) {
	e := o.engine
	defer func() { // the functions are the application's
		if r := recover(); r != nil {
			f = e.errorLog().failure(ctx, failedRate, e.errorLog().panicked(ctx, r))
		}
	}()
	client := l.client(c)
	if client == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limitWait) // who goes away has asked all the same
	defer cancel()
	wait, err := l.limiter.Take(ctx, client, int(min(max(1, math.Ceil(o.cost.Field+o.cost.Type)), math.MaxInt32)))
	if err != nil {
		e.cfg.logger.ErrorContext(ctx, "graphql: the rate limit is not known", "error", shortError(err), "request", requestID(ctx))
	}
	if wait <= 0 || err != nil {
		return nil
	}
	wait = min(wait, longestWait)
	f = failureOf(failedRate, CodeRateLimited, "You have asked for too much: try again in %s.", wait.Round(time.Millisecond))
	f.errs[0].Extensions = map[string]any{"retryAfter": wait.Seconds()}
	return f
}

// wait returns how long the client has to wait; ok is false where that is not why it is refused.
func (f *failure) wait() (d time.Duration, ok bool) {
	if f == nil || f.kind != failedRate {
		return 0, false
	}
	seconds, ok := f.errs[0].Extensions["retryAfter"].(float64)
	return time.Duration(seconds * float64(time.Second)), ok
}

// retryAfter sets the header of an answer that makes a client wait. RFC 9110, section 10.2.3.
func (f *failure) retryAfter(header http.Header) {
	if d, ok := f.wait(); ok {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(d.Seconds()))))
	}
}

// chargeAgain takes what another run of a live query costs, once the client has that; false means
// that the stream has ended.
func (e *engine) chargeAgain(ctx context.Context, o *operation) bool {
	for {
		f := e.charge(ctx, o)
		if f == nil {
			return true
		}
		d, ok := f.wait()
		if !ok {
			EndSubscription(ctx, f.errs[0])
		}
		if !ok || !pause(ctx, d) {
			return false
		}
	}
}
