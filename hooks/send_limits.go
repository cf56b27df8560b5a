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
	// endpoint is well again, one at the same time.
	// math.MaxInt Failures turn the circuit off, and a PauseAfter of Forever the pause.
	Failures int
	Open     time.Duration
	MaxOpen  time.Duration

	// PauseAfter is how long all attempts must have failed until the endpoint is
	// paused: 0 means 5 days. A paused endpoint gets one attempt per PauseRetry (0
	// means 1 hour, or PauseAfter if that is less), and everything again when one is
	// accepted, or after [Sender.Resume].
	PauseAfter time.Duration
	PauseRetry time.Duration

	// OnChange, if not nil, is called when an endpoint begins to fail, recovers (then there is no
	// Err), when its circuit opens, and when it is paused. It should be quick, for a delivery
	// waits for it.
	OnChange func(ctx context.Context, c EndpointStatus)
}

// An EndpointStatus is what a [Sender] knows of an endpoint, and what OnChange of
// [EndpointLimits] is told when that changes. A Sender knows of its own process; an
// application that keeps Since in its table of endpoints, clears it when the endpoint
// recovers, and gives it back as [Endpoint.FailingSince], has the days before a pause
// counted across restarts.
type EndpointStatus struct {
	Key    string    // of the endpoint
	URL    string    // without user, password and query
	Since  time.Time // since when all attempts have failed; zero if the last was accepted, or there was none
	Until  time.Time // when it is tried again, if nothing is sent: its circuit is open, or it is paused
	Paused bool      // hardly anything is sent until it is well or resumed: tell the customer
	Err    error     // of OnChange: the last failure; nil if the endpoint recovered
}

// Why an endpoint is not sent to at the moment.
var (
	errEndpointBusy        = errors.New("the endpoint has as many requests as its limits allow")
	errEndpointCircuitOpen = errors.New("the endpoint failed too often and isn't asked for a while")
	errEndpointPaused      = errors.New("the endpoint is paused, because it failed for days")
)

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
		{"PauseAfter", float64(l.PauseAfter)},
		{"PauseRetry", float64(l.PauseRetry)},
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
	l.PauseAfter = cmp.Or(l.PauseAfter, 5*24*time.Hour)
	l.PauseRetry = cmp.Or(l.PauseRetry, min(time.Hour, l.PauseAfter))
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
	line  chan struct{} // one per Try that waits for a slot
	rate  *rate.Limiter

	mu        sync.Mutex
	failures  int       // attempts in a row without an answer of a server that is well
	since     time.Time // since when all attempts have failed
	healthyAt time.Time // when one was accepted or the endpoint was resumed
	appTracks bool      // the application gives a FailingSince, which may be older than healthyAt
	openUntil time.Time // when the next probe is due, if the circuit is open or the endpoint paused
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
		s = &endpointState{key: key, slots: make(chan struct{}, all.limits.Parallel), line: make(chan struct{}, 4*all.limits.Parallel)}
		if all.limits.Rate > 0 {
			s.rate = rate.NewLimiter(rate.Limit(all.limits.Rate), all.limits.Burst)
		}
		all.states[key] = s
	}
	s.users++
	s.mu.Lock()
	defer s.mu.Unlock()
	s.appTracks = !e.FailingSince.IsZero()
	if s.since.IsZero() && e.FailingSince.After(s.healthyAt) {
		s.since = e.FailingSince
	}
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
	return full && s.since.IsZero() && !s.appTracks
}

// isHeld reports whether only probes are sent.
func (s *endpointState) isHeld(l *EndpointLimits) bool {
	return s.paused || s.failures >= l.Failures
}

// admit asks whether a request may be made now, and whether it is a probe. If not,
// wait is how long that may take to change. A request that is admitted is recorded, or its
// probe is dropped.
func (s *endpointState) admit(l *EndpointLimits, now time.Time, timeout time.Duration) (probe bool, wait time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isHeld(l) {
		return false, 0, nil
	}
	err = errEndpointCircuitOpen
	if s.paused {
		err = errEndpointPaused
	}
	switch {
	case now.Before(s.openUntil):
		return false, s.openUntil.Sub(now), err
	case s.probes > 0:
		return false, timeout, err
	}
	s.probes++
	return true, 0, nil
}

// dropProbe gives a probe up that says nothing of the endpoint.
func (s *endpointState) dropProbe() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.probes--
}

// isUnhealthy reports whether the endpoint failed or was slow the last time.
func (s *endpointState) isUnhealthy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.slow || s.failures > 0
}

// record counts what became of a request, and returns what that changes, if
// anything. Requests that were under way when the circuit opened are no probes:
// what becomes of them neither prolongs the wait nor makes room for a probe.
func (s *endpointState) record(l *EndpointLimits, now time.Time, o attemptResult, slow, probe bool) (changes []EndpointStatus) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if probe {
		s.probes--
		probe = s.isHeld(l) // not if it was resumed in between
	}
	s.slow = slow
	if o.err == nil {
		failed := !s.since.IsZero()
		s.recover(now)
		if failed {
			changes = append(changes, s.status(l))
		}
		return changes
	}
	if s.since.IsZero() {
		s.since = now
		changes = append(changes, s.status(l))
	}
	if !isDown(o.status) {
		s.failures, s.openFor = 0, 0
	} else if s.failures++; (probe || s.failures == l.Failures) && !s.paused {
		s.openFor = min(max(l.Open, 2*s.openFor), l.MaxOpen)
		s.openUntil = now.Add(s.openFor)
		changes = append(changes, s.status(l))
	}
	pauses := !s.paused && now.Sub(s.since) >= l.PauseAfter
	if s.paused = s.paused || pauses; s.paused && (probe || pauses) {
		s.openUntil = now.Add(l.PauseRetry)
	}
	if pauses {
		changes = append(changes, s.status(l))
	}
	return changes
}

// status is what the endpoint has come to, but for its names.
func (s *endpointState) status(l *EndpointLimits) EndpointStatus {
	status := EndpointStatus{Since: s.since, Paused: s.paused}
	if s.isHeld(l) {
		status.Until = s.openUntil
	}
	return status
}

// recover forgets all failures.
func (s *endpointState) recover(now time.Time) {
	s.failures, s.since, s.openFor, s.paused, s.healthyAt = 0, time.Time{}, 0, false, now
}

// isDown reports whether a status, 0 without an answer, is that of a server that
// is down or overloaded.
func isDown(status int) bool {
	return status == 0 || status == 408 || status == 429 || status >= 500
}

// Resume forgets the failures of an endpoint that was paused, or whose circuit is
// open, so that it is sent to again. A FailingSince of an earlier time counts no
// more; applications that keep it should clear it all the same, for their other
// processes.
func (s *Sender) Resume(e Endpoint) {
	if !s.isMade() {
		return
	}
	now := s.options.now()
	state := s.endpoints.enter(e)
	defer s.endpoints.leave(state, now)
	state.mu.Lock()
	defer state.mu.Unlock()
	state.recover(now)
	state.appTracks = true // until a delivery says otherwise
}

// Status returns what the Sender knows of an endpoint, from this process alone.
func (s *Sender) Status(e Endpoint) (status EndpointStatus) {
	key := endpointKey(e)
	if s.isMade() {
		s.endpoints.mu.Lock()
		state := s.endpoints.states[key]
		s.endpoints.mu.Unlock()
		if state != nil {
			state.mu.Lock()
			defer state.mu.Unlock()
			status = state.status(&s.endpoints.limits)
		}
	}
	status.Key, status.URL = key, redacted(e.URL)
	return status
}
