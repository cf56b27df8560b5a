package hooks

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/url"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// EndpointLimits keep an endpoint that is slow or down from holding up the others,
// and from being asked in vain. Every endpoint has them for itself: see
// [Endpoint.Key]. The zero value suits most.
type EndpointLimits struct {
	Parallel int     // the most requests at the same time; 0 means 4, or the Sender's if that is less
	Rate     float64 // the most requests a second, on average; 0 means any number
	Burst    int     // how many of them may come at once; 0 means one second's

	// The circuit opens when Failures attempts in a row had no answer, or 408, 429 or
	// 5xx: 0 means 10. Then nothing is sent for Open (0 means 30 s), which doubles up to
	// MaxOpen (0 means 10 minutes) as long as the attempts fail that try whether the
	// endpoint is well again: as many as Probes at the same time (0 means 1).
	Failures int
	Open     time.Duration
	MaxOpen  time.Duration
	Probes   int

	// PauseAfter is how long all attempts must have failed until the endpoint is
	// paused: 0 means 5 days. Nothing is sent to a paused endpoint until
	// [Sender.Resume].
	PauseAfter time.Duration

	// OnChange, if not nil, is told when an endpoint begins to fail, recovers, when its
	// circuit opens, and when it is paused. It should be quick, for a delivery waits
	// for it.
	OnChange func(ctx context.Context, c EndpointChange)
}

// An EndpointHealth is what an [EndpointChange] tells.
type EndpointHealth string

// What may become of an endpoint.
const (
	EndpointFailing     EndpointHealth = "failing"      // an attempt failed after one that was accepted
	EndpointCircuitOpen EndpointHealth = "circuit open" // nothing is sent for a while
	EndpointPaused      EndpointHealth = "paused"       // nothing is sent until Resume: tell the customer
	EndpointRecovered   EndpointHealth = "recovered"    // an attempt was accepted after one that failed
)

// An EndpointChange is a change in an endpoint's health. A Sender knows of its own
// process; an application that keeps Since in its table of endpoints, clears it when
// the endpoint recovers, and gives it back as [Endpoint.FailingSince], has the days
// before a pause counted across restarts.
type EndpointChange struct {
	Key    string // of the endpoint
	URL    string // its password masked
	Health EndpointHealth
	Since  time.Time // since when all attempts have failed
	Err    error     // the last failure; nil if it recovered
}

// Why an endpoint is not sent to at the moment. The [DeliveryError] around it has
// the time to wait as RetryAfter.
var (
	ErrEndpointBusy        = errors.New("the endpoint has as many requests as its limits allow")
	ErrEndpointCircuitOpen = errors.New("the endpoint failed too often and isn't asked for a while")
	ErrEndpointPaused      = errors.New("the endpoint is paused, because it failed for days")
)

// pausedRetry is when to look again whether an endpoint was resumed.
const pausedRetry = time.Hour

func (l *EndpointLimits) check(bad func(setting, problem string) error) error {
	for _, d := range []struct {
		name  string
		value float64
	}{
		{"Parallel", float64(l.Parallel)},
		{"Rate", l.Rate},
		{"Burst", float64(l.Burst)},
		{"Failures", float64(l.Failures)},
		{"Open", float64(l.Open)},
		{"MaxOpen", float64(l.MaxOpen)},
		{"Probes", float64(l.Probes)},
		{"PauseAfter", float64(l.PauseAfter)},
	} {
		if d.value < 0 || math.IsNaN(d.value) || math.IsInf(d.value, 0) {
			return bad("Limits."+d.name, "it is negative or no number; 0 means the default")
		}
	}
	return nil
}

// fill sets what was left out, for a Sender of so many requests at the same time.
func (l *EndpointLimits) fill(parallel int) {
	l.Parallel = cmp.Or(l.Parallel, min(4, parallel))
	l.Burst = cmp.Or(l.Burst, int(math.Ceil(l.Rate)))
	l.Failures = cmp.Or(l.Failures, 10)
	l.Open = cmp.Or(l.Open, 30*time.Second)
	l.MaxOpen = max(cmp.Or(l.MaxOpen, 10*time.Minute), l.Open)
	l.Probes = cmp.Or(l.Probes, 1)
	l.PauseAfter = cmp.Or(l.PauseAfter, 5*24*time.Hour)
}

// endpointKey is what an endpoint's limits are known by: its key, or its URL
// without user and query.
func endpointKey(e Endpoint) string {
	if e.Key != "" {
		return e.Key
	}
	u, err := url.Parse(e.URL)
	if err != nil {
		return e.URL
	}
	return u.Scheme + "://" + u.Host + u.EscapedPath()
}

// maxEndpoints bounds how many endpoints a Sender remembers that fail.
const maxEndpoints = 1 << 16

// endpoints are the states of those that are sent to or fail.
type endpoints struct {
	limits EndpointLimits
	mu     sync.Mutex
	states map[string]*endpointState
}

// An endpointState is what a Sender knows of one endpoint.
type endpointState struct {
	key   string
	users int // deliveries under way; under endpoints.mu
	slots chan struct{}
	rate  *rate.Limiter

	mu        sync.Mutex
	failures  int // attempts in a row without an answer of a server that is well
	since     time.Time
	openUntil time.Time
	openFor   time.Duration
	probes    int // under way
	slow      bool
	paused    bool
}

// enter returns an endpoint's state, for a delivery that leaves it later.
func (all *endpoints) enter(e Endpoint) *endpointState {
	key := endpointKey(e)
	all.mu.Lock()
	defer all.mu.Unlock()
	s, ok := all.states[key]
	if !ok {
		all.makeRoom()
		s = &endpointState{key: key, slots: make(chan struct{}, all.limits.Parallel), since: e.FailingSince}
		if all.limits.Rate > 0 {
			s.rate = rate.NewLimiter(rate.Limit(all.limits.Rate), all.limits.Burst)
		}
		all.states[key] = s
	}
	s.users++
	return s
}

// makeRoom forgets an endpoint that fails and that nothing is sent to, if there
// are too many.
func (all *endpoints) makeRoom() {
	if len(all.states) < maxEndpoints {
		return
	}
	for key, s := range all.states {
		if s.users == 0 {
			delete(all.states, key)
			return
		}
	}
}

// leave ends a delivery. An endpoint that is well is forgotten.
func (all *endpoints) leave(s *endpointState, now time.Time) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if s.users--; s.users == 0 && s.isForgettable(now) {
		delete(all.states, s.key)
	}
}

func (s *endpointState) isForgettable(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := s.rate == nil || s.rate.TokensAt(now) >= float64(s.rate.Burst())
	return full && s.since.IsZero() && !s.paused
}

// admit asks whether a request may be made now. If not, wait is how long that may
// take to change. A request that is admitted is settled or abandoned.
func (s *endpointState) admit(l *EndpointLimits, now time.Time, timeout time.Duration) (wait time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.paused:
		return pausedRetry, ErrEndpointPaused
	case s.failures < l.Failures:
		return 0, nil
	case now.Before(s.openUntil):
		return s.openUntil.Sub(now), ErrEndpointCircuitOpen
	case s.probes >= l.Probes:
		return timeout, ErrEndpointCircuitOpen
	}
	s.probes++
	return 0, nil
}

// abandon gives a request up that was not made.
func (s *endpointState) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.probes = max(0, s.probes-1)
}

// isDoubtful reports whether the endpoint failed or was slow the last time.
func (s *endpointState) isDoubtful() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.slow || s.failures > 0
}

// settle counts what became of a request, and returns what that changes, if
// anything.
func (s *endpointState) settle(l *EndpointLimits, now time.Time, o outcome, slow bool) (changes []EndpointHealth, since time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	isProbe := s.failures >= l.Failures
	s.probes = max(0, s.probes-1)
	s.slow = slow
	if o.err == nil {
		if since = s.since; !since.IsZero() {
			changes = append(changes, EndpointRecovered)
		}
		s.failures, s.since, s.openFor, s.paused = 0, time.Time{}, 0, false
		return changes, since
	}
	if s.since.IsZero() {
		s.since = now
		changes = append(changes, EndpointFailing)
	}
	if !isDown(o.status) {
		s.failures = 0
	} else if s.failures++; isProbe || s.failures == l.Failures {
		s.openFor = min(max(l.Open, 2*s.openFor), l.MaxOpen)
		s.openUntil = now.Add(s.openFor)
		changes = append(changes, EndpointCircuitOpen)
	}
	if now.Sub(s.since) >= l.PauseAfter && !s.paused {
		s.paused = true
		changes = append(changes, EndpointPaused)
	}
	return changes, s.since
}

// isDown reports whether a status, 0 without an answer, is that of a server that
// is down or overloaded.
func isDown(status int) bool {
	return status == 0 || status == 408 || status == 429 || status >= 500
}

// Resume lets an endpoint be sent to again that was paused, or whose circuit is
// open.
func (s *Sender) Resume(e Endpoint) {
	all := &s.endpoints
	all.mu.Lock()
	defer all.mu.Unlock()
	state, ok := all.states[endpointKey(e)]
	if !ok {
		return
	}
	state.mu.Lock()
	defer state.mu.Unlock()
	state.paused, state.failures, state.openFor, state.since = false, 0, 0, time.Time{}
	if state.users == 0 {
		delete(all.states, state.key)
	}
}
