// Package shadow compares two applications that should answer alike, such as Rails and the
// handlers in Go that are to replace it, with the requests that clients send.
//
// One side answers the client. When it is done, the other side gets a copy of the request, and
// whatever differs between the answers is reported: status, headers, body.
//
//	rails, err := proxy.New("http://127.0.0.1:3001")
//	// ...
//	compare := shadow.New(rails, shadow.Normalize(shadow.RailsTokens))
//	compare.SetRate(0.05)
//	router, err := dispatch.New(table, dispatch.Fallback(rails),
//		dispatch.Controller("posts", posts), dispatch.Before("posts", compare.Rehearse), // Rails answers, posts gets a copy
//		dispatch.Controller("users", users), dispatch.Before("users", compare.Verify))   // users answers, Rails gets a copy
//
// Only GET and HEAD are copied: no others may be done twice. Clients wait for nothing, and what
// is under way is bounded: copies that are too many are dropped and counted. Until
// [Shadow.SetRate] turns it on, nothing is copied.
package shadow

import (
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// A Shadow compares the handlers that it stands in front of with another application. It is
// safe for concurrent use.
type Shadow struct {
	other   http.Handler
	report  func(*Report)
	compare comparison
	maxBody int
	timeout time.Duration
	slots   chan struct{} // one for each request of which a copy is sent
	rate    atomic.Uint64 // of a float64

	compared, different, skipped, dropped atomic.Uint64
}

// An Option changes what [New] returns.
type Option func(*Shadow)

// OnDifference has f called with each request that the sides answered differently, instead of
// logging it with [slog.Default]. It may be called by several goroutines at once.
func OnDifference(f func(*Report)) Option { return func(s *Shadow) { s.report = f } }

// IgnoreHeaders leaves out headers that differ for no reason that matters. Always left out are Date,
// Server, Etag, Last-Modified, X-Request-Id, X-Runtime, Server-Timing, Content-Length and
// Content-Encoding, and the values of cookies.
func IgnoreHeaders(names ...string) Option {
	return func(s *Shadow) {
		for _, name := range names {
			s.compare.ignored[http.CanonicalHeaderKey(name)] = true
		}
	}
}

// Normalize has f replace what always differs before answers are compared. It gets copies of the
// header, which it may change, and of the body, unpacked, and returns the body to compare.
// Functions run in the order of the options; [RailsTokens] is one.
func Normalize(f func(header http.Header, body []byte) []byte) Option {
	return func(s *Shadow) { s.compare.normalize = append(s.compare.normalize, f) }
}

// MaxBody bounds how many bytes of a body are kept; without it that is 1 MiB. Of longer
// ones status and headers are compared.
func MaxBody(bytes int) Option { return func(s *Shadow) { s.maxBody = max(bytes, 0) } }

// MaxInFlight bounds how many requests are compared at once, from their beginning to the end of
// their copies; without it that is 8. A request beyond is answered without a copy.
func MaxInFlight(n int) Option { return func(s *Shadow) { s.slots = make(chan struct{}, max(n, 1)) } }

// Timeout bounds how long a copy may take; without it that is 10 seconds.
func Timeout(d time.Duration) Option { return func(s *Shadow) { s.timeout = d } }

// New returns a Shadow of other, which is turned off.
func New(other http.Handler, options ...Option) *Shadow {
	s := &Shadow{
		other: other, report: logReport, maxBody: 1 << 20, timeout: 10 * time.Second,
		slots: make(chan struct{}, 8), compare: comparison{ignored: alwaysIgnored()},
	}
	for _, o := range options {
		o(s)
	}
	return s
}

// SetRate sets the share of GET and HEAD requests that are compared, from 0, none, to 1, all. It
// may be called at any time.
func (s *Shadow) SetRate(share float64) { s.rate.Store(math.Float64bits(share)) }

// Verify is a middleware for a handler that answers by itself; the other application gets
// copies.
func (s *Shadow) Verify(next http.Handler) http.Handler { return s.pair(next, s.other) }

// Rehearse is a middleware for a handler that is not yet to answer: the other application
// does, all methods and whatever the rate. The handler gets copies of GET and HEAD requests only.
func (s *Shadow) Rehearse(next http.Handler) http.Handler { return s.pair(s.other, next) }

// Counts are what has become of the requests that were to be compared.
type Counts struct {
	Compared  uint64 // both sides answered
	Different uint64 // of the compared ones: differently
	Skipped   uint64 // answers that no copy compares with: event streams, upgrades, 206, 304, 412, 416, clients that left, panics
	Dropped   uint64 // there were too many, see MaxInFlight
}

// Counts returns the counts so far.
func (s *Shadow) Counts() Counts {
	return Counts{Compared: s.compared.Load(), Different: s.different.Load(), Skipped: s.skipped.Load(), Dropped: s.dropped.Load()}
}

// Wait returns when no copy is under way. Requests that come meanwhile are answered without one.
func (s *Shadow) Wait() {
	for range cap(s.slots) {
		s.slots <- struct{}{}
	}
	for range cap(s.slots) {
		<-s.slots
	}
}

// pair returns a handler that has first answer, and sends copies to second.
func (s *Shadow) pair(first, second http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.sampled(r) {
			first.ServeHTTP(w, r)
			return
		}
		select {
		case s.slots <- struct{}{}:
		default:
			s.dropped.Add(1)
			first.ServeHTTP(w, r)
			return
		}
		copied, handedOn := copyOf(r), false
		answer, other := newAnswer(s.maxBody, nil), newAnswer(s.maxBody, w.Header().Clone())
		defer func() {
			if !handedOn {
				s.skipped.Add(1)
				<-s.slots
			}
		}()
		first.ServeHTTP(answer.watch(w), r)
		answer.begin(http.StatusOK, w.Header()) // nothing was written
		if handedOn = r.Context().Err() == nil && answer.comparable(); handedOn {
			go s.finish(second, copied, answer, other)
		}
	})
}

// sampled reports whether a copy of a request is to be sent.
func (s *Shadow) sampled(r *http.Request) bool {
	rate := math.Float64frombits(s.rate.Load())
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.ContentLength == 0 &&
		r.Header["Upgrade"] == nil && r.Header["Range"] == nil && (rate >= 1 || rand.Float64() < rate)
}

// copyOf returns a copy of a request that does not change with it. It asks for a whole body, as
// what one side has cached or compressed says nothing of the other side's.
func copyOf(r *http.Request) *http.Request {
	c := r.Clone(context.WithoutCancel(r.Context()))
	c.Body = http.NoBody
	for name := range c.Header {
		if strings.HasPrefix(name, "If-") || name == "Accept-Encoding" {
			delete(c.Header, name)
		}
	}
	return c
}

// finish sends the copy, compares and reports.
func (s *Shadow) finish(second http.Handler, r *http.Request, answer, other *answer) {
	defer func() { <-s.slots }()
	ctx, cancel := context.WithTimeout(r.Context(), s.timeout)
	defer cancel()
	other.overflow = cancel // the rest of the body is of no use
	failure := other.ask(second, r.WithContext(ctx))
	differences := s.compare.differences(r, answer, other)
	if failure != "" {
		differences = append([]Difference{{What: "failure", Copy: failure}}, differences...)
	}
	s.compared.Add(1)
	if len(differences) > 0 {
		s.different.Add(1)
		s.report(&Report{Request: r, Differences: differences})
	}
}

func logReport(r *Report) {
	args := []any{"method", r.Request.Method, "path", r.Request.URL.Path, "pattern", r.Request.Pattern}
	for _, d := range r.Differences {
		args = append(args, slog.Group(d.What, "answer", d.Answer, "copy", d.Copy))
	}
	slog.Warn("the answers of the two sides differ", args...)
}
