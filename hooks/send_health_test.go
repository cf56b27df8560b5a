package hooks_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/hooks"
)

// An answerer is a transport that answers each request with its status, in time.
type answerer struct {
	mu       sync.Mutex // of a request that begins
	status   int
	takes    time.Duration
	requests int
}

func (a *answerer) RoundTrip(*http.Request) (*http.Response, error) {
	a.mu.Lock()
	a.requests++
	status, takes := a.status, a.takes
	a.mu.Unlock()
	time.Sleep(takes)
	return response(status), nil
}

// change sets what requests from now on get.
func (a *answerer) change(status int, takes time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.status, a.takes = status, takes
}

func (a *answerer) made() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests
}

func failingDays(n int) time.Time { return time.Now().Add(-time.Duration(n) * 24 * time.Hour) }

// tryOnce is one attempt, and what its error says.
func tryOnce(t *testing.T, s *hooks.Sender, e hooks.Endpoint) (*hooks.DeliveryError, error) {
	t.Helper()
	_, err := s.Try(t.Context(), hooks.Message{Payload: 1}, e)
	var failed *hooks.DeliveryError
	errors.As(err, &failed)
	return failed, err
}

// Attempts that were under way when the circuit opened are one outage, and no
// probes.
func TestCircuitCountsProbesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &answerer{status: 503, takes: time.Second}
		s := newSender(t, hooks.SenderOptions{Transport: server, Limits: hooks.EndpointLimits{Parallel: 8, Failures: 1, Open: time.Minute}})
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { _, _ = tryOnce(t, s, endpoint()) })
		}
		all.Wait()
		if failed, err := tryOnce(t, s, endpoint()); !errors.Is(err, hooks.ErrEndpointCircuitOpen) || failed.RetryAfter != time.Minute {
			t.Errorf("after five failures at once: %+v", failed)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		server := &answerer{status: 503, takes: 10 * time.Second}
		s := newSender(t, hooks.SenderOptions{Transport: server, Limits: hooks.EndpointLimits{Parallel: 8, Failures: 1, Open: time.Second, MaxOpen: time.Second}})
		var all sync.WaitGroup
		try := func() { all.Go(func() { _, _ = tryOnce(t, s, endpoint()) }) }
		for range 3 {
			try()
		}
		synctest.Wait()
		server.change(503, 0)
		_, _ = tryOnce(t, s, endpoint()) // opens the circuit
		time.Sleep(5 * time.Second)
		server.change(503, 12*time.Second)
		try() // the probe
		time.Sleep(7 * time.Second)
		made := server.made() // those of before have ended, the probe has not
		if _, err := tryOnce(t, s, endpoint()); !errors.Is(err, hooks.ErrEndpointCircuitOpen) || server.made() != made {
			t.Errorf("a second probe: %d requests, %v", server.made()-made, err)
		}
		all.Wait()
	})
}

// A probe that was under way when the endpoint was resumed is an attempt as any other.
func TestResumeDuringAProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var changes []string
		server := &answerer{status: 503}
		s := newSender(t, hooks.SenderOptions{Transport: server, Limits: hooks.EndpointLimits{Failures: 2, OnChange: changed(&changes)}})
		for range 2 {
			_, _ = tryOnce(t, s, endpoint())
		}
		time.Sleep(30 * time.Second)
		server.change(503, 10*time.Second)
		var probe sync.WaitGroup
		probe.Go(func() { _, _ = tryOnce(t, s, endpoint()) })
		synctest.Wait()
		s.Resume(endpoint())
		probe.Wait()
		if got := s.Status(endpoint()); health(got) != "failing" {
			t.Errorf("%+v", got)
		}
		if diff := cmp.Diff([]string{"failing", "circuit open", "failing"}, changes); diff != "" {
			t.Error(diff)
		}
	})
}

func TestPausedEndpointRecoversByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var changes []string
		server := &answerer{status: 503}
		s := newSender(t, hooks.SenderOptions{Transport: server, Limits: hooks.EndpointLimits{PauseRetry: 2 * time.Hour, OnChange: changed(&changes)}})
		e := endpoint()
		e.FailingSince = failingDays(6)
		_, _ = tryOnce(t, s, e)
		if failed, err := tryOnce(t, s, e); !errors.Is(err, hooks.ErrEndpointPaused) || failed.RetryAfter != 2*time.Hour {
			t.Errorf("%+v, %v", failed, err)
		}
		if got := s.Status(e); health(got) != "paused" || !got.Since.Equal(e.FailingSince) || !got.Until.Equal(time.Now().Add(2*time.Hour)) {
			t.Errorf("%+v", got)
		}
		server.status = 404 // well enough to answer; but nothing is accepted
		time.Sleep(2 * time.Hour)
		_, _ = tryOnce(t, s, e)
		if _, err := tryOnce(t, s, e); !errors.Is(err, hooks.ErrEndpointPaused) {
			t.Error(err)
		}
		server.status = 200
		time.Sleep(2 * time.Hour)
		for range 2 {
			if _, err := tryOnce(t, s, e); err != nil {
				t.Error(err)
			}
		}
		if diff := cmp.Diff([]string{"paused", "well"}, changes); diff != "" {
			t.Error(diff)
		}
		if got := s.Status(e); got != (hooks.EndpointStatus{Key: e.URL, URL: e.URL}) {
			t.Errorf("%+v", got)
		}
	})
}

// What the application says of the time before an endpoint was resumed, or was
// well, is out of date.
func TestStaleFailingSince(t *testing.T) {
	for name, mend := range map[string]func(*hooks.Sender, hooks.Endpoint, *answerer){
		"resumed": func(s *hooks.Sender, e hooks.Endpoint, _ *answerer) { s.Resume(e) },
		"resumed by its key": func(s *hooks.Sender, e hooks.Endpoint, _ *answerer) {
			s.Resume(hooks.Endpoint{Key: e.Key})
		},
		"recovered": func(s *hooks.Sender, e hooks.Endpoint, server *answerer) {
			server.status = 200
			time.Sleep(time.Hour)
			_, _ = s.Try(context.Background(), hooks.Message{Payload: 1}, e)
			server.status = 503
		},
	} {
		for _, paused := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				server := &answerer{status: 503}
				s := newSender(t, hooks.SenderOptions{Transport: server})
				e := endpoint()
				e.Key, e.FailingSince = "customer-7", failingDays(6)
				if paused {
					_, _ = tryOnce(t, s, e)
				}
				mend(s, e, server)
				time.Sleep(time.Minute)
				for range 3 {
					if _, err := tryOnce(t, s, e); errors.Is(err, hooks.ErrEndpointPaused) {
						t.Errorf("%s, paused before %v: %v", name, paused, err)
					}
				}
				if got := s.Status(e); health(got) != "failing" || time.Since(got.Since) != 0 {
					t.Errorf("%s: %+v", name, got)
				}
				e.FailingSince = time.Time{} // the application has learned of it
				server.status = 200
				_, _ = tryOnce(t, s, e)
				e.FailingSince = failingDays(6) // and of another outage, from another process
				server.status = 503
				_, _ = tryOnce(t, s, e)
				if _, err := tryOnce(t, s, e); !errors.Is(err, hooks.ErrEndpointPaused) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
	}
}

func TestCircuitAndPauseTurnedOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &answerer{status: 503}
		s := newSender(t, hooks.SenderOptions{Transport: server, Limits: hooks.EndpointLimits{Failures: math.MaxInt, PauseAfter: hooks.Forever}})
		e := endpoint()
		e.FailingSince = failingDays(9999)
		for range 50 {
			_, _ = tryOnce(t, s, e)
			time.Sleep(24 * time.Hour)
		}
		if server.requests != 50 {
			t.Errorf("%d requests", server.requests)
		}
		if got := s.Status(e); health(got) != "failing" {
			t.Errorf("%+v", got)
		}
	})
}

func TestStatusOfACircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: &answerer{status: 503}, Limits: hooks.EndpointLimits{Failures: 2}})
		_, _ = tryOnce(t, s, endpoint())
		if got := s.Status(endpoint()); health(got) != "failing" {
			t.Errorf("%+v", got)
		}
		_, _ = tryOnce(t, s, endpoint())
		want := hooks.EndpointStatus{Key: endpoint().URL, URL: endpoint().URL, Since: time.Now(), Until: time.Now().Add(30 * time.Second)}
		if got := s.Status(endpoint()); got != want {
			t.Errorf("%+v", got)
		}
		if got := (*hooks.Sender)(nil).Status(endpoint()); health(got) != "well" {
			t.Errorf("%+v", got)
		}
	})
}

// Waiting for the circuit takes no attempts, and ends.
func TestHeldBackTakesNoAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &answerer{status: 503}
		limits := hooks.EndpointLimits{Failures: 1, Open: 20 * time.Second, MaxOpen: 20 * time.Second}
		s := newSender(t, hooks.SenderOptions{Transport: server, Limits: limits})
		receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
		if receipt.Number != 5 || !strings.Contains(err.Error(), "503") {
			t.Errorf("%d attempts: %v", receipt.Number, err)
		}

		s = newSender(t, hooks.SenderOptions{Transport: server, Timeout: 30 * time.Second, Limits: limits})
		_, _ = tryOnce(t, s, endpoint())
		server.change(503, 29*time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		var probes sync.WaitGroup
		probes.Go(func() {
			for ctx.Err() == nil { // others always have the probe
				_, _ = tryOnce(t, s, endpoint())
				time.Sleep(time.Second)
			}
		})
		begin := time.Now()
		receipt, err = s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
		if took := time.Since(begin); err == nil || took > 12*time.Minute {
			t.Errorf("after %v: %+v", took, receipt)
		}
		cancel()
		probes.Wait()
	})
}

// The last entry of a delivery says how it ended, also if that was in a wait.
func TestLogTellsTheEnd(t *testing.T) {
	type entry struct {
		Number int
		Unsent bool
		Retry  bool
		Status int
	}
	var got []entry
	var text bytes.Buffer
	logger := hooks.SlogDeliveries(slog.New(slog.NewTextHandler(&text, nil)))
	keep := func(ctx context.Context, a hooks.Attempt) {
		got = append(got, entry{a.Number, a.Unsent, a.Retry, a.Status})
		if a.Endpoint != "customer-7" || a.Retry == (a.Wait == 0) {
			panic(a)
		}
		logger(ctx, a)
	}
	want := func(what string, entries ...entry) {
		t.Helper()
		if diff := cmp.Diff(entries, got); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
		got = nil
	}
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.WithTime(hooks.SenderOptions{
			Transport: &answerer{status: 503}, Log: keep, Limits: hooks.EndpointLimits{Failures: 2, Open: 2 * time.Minute},
		}, nil, nil, func() float64 { return 1 }))
		e := endpoint()
		e.Key = "customer-7"
		send := func(ctx context.Context) error {
			_, err := s.Send(ctx, hooks.Message{Payload: 1}, e)
			return err
		}
		_ = send(t.Context())
		want("the circuit opens", entry{1, false, true, 503}, entry{2, false, true, 503}, entry{2, true, false, 503})
		if !strings.Contains(text.String(), `level=ERROR msg="webhook delivery failed"`) {
			t.Errorf("%s", &text)
		}
		_ = send(t.Context())
		want("the circuit is open", entry{0, true, false, 0})
		if _, err := s.Try(t.Context(), hooks.Message{Payload: 1}, e); !errors.Is(err, hooks.ErrEndpointCircuitOpen) {
			t.Error(err)
		}
		want("Try")
		s.Resume(e)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second/4, cancel)
		_ = send(ctx)
		want("the context ends", entry{1, false, true, 503}, entry{1, true, false, 503})
		_, _ = s.Try(t.Context(), hooks.Message{Payload: 1}, e)
		want("Try fails", entry{1, false, false, 503})
	})
}

// Functions that are only told what happened change nothing by a panic.
func TestPanicsOfThoseWhoAreTold(t *testing.T) {
	for status, final := range map[int]bool{200: false, 503: false, 410: true} {
		s := newSender(t, hooks.SenderOptions{
			Transport: &answerer{status: status},
			Log:       func(context.Context, hooks.Attempt) { panic("the table is gone") },
			Limits:    hooks.EndpointLimits{Failures: 1, OnChange: func(context.Context, hooks.EndpointStatus) { panic("gone, too") }},
		})
		failed, err := tryOnce(t, s, endpoint())
		if (err == nil) != (status == 200) || err != nil && (failed.Final != final || strings.Contains(err.Error(), "panicked")) {
			t.Errorf("%d: %v", status, err)
		}
		if status == 503 && health(s.Status(endpoint())) != "circuit open" {
			t.Errorf("the failure did not count: %+v", s.Status(endpoint()))
		}
	}
}
