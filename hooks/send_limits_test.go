package hooks_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/hooks"
)

func endpointAt(url string) hooks.Endpoint {
	return hooks.Endpoint{URL: url, Signer: signWith("secret")}
}

// byHost answers at once but for hosts that hang until the attempt's end, and for
// hosts that are down.
func byHost(r *http.Request) (*http.Response, error) {
	switch r.URL.Hostname()[:4] {
	case "slow":
		<-r.Context().Done()
		return nil, r.Context().Err()
	case "down":
		return response(503), nil
	}
	return response(200), nil
}

// sendNow sends and wants to be accepted without any waiting.
func sendNow(t *testing.T, s *hooks.Sender, url string) {
	t.Helper()
	begin := time.Now()
	if _, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpointAt(url)); err != nil || time.Since(begin) != 0 {
		t.Errorf("%s after %v: %v", url, time.Since(begin), err)
	}
}

func TestSlowEndpointsDoNotHoldUpOthers(t *testing.T) {
	for name, url := range map[string]string{
		"one":                   "https://slow.example/hooks",
		"one with many queries": "https://slow.example/hooks?delivery=%d",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSender(t, hooks.SenderOptions{Transport: transport(byHost)})
				ctx, cancel := context.WithCancel(t.Context())
				var slow sync.WaitGroup
				for i := range 64 {
					e := endpointAt(url)
					if name != "one" {
						e = endpointAt(fmt.Sprintf(url, i))
					}
					slow.Go(func() { _, _ = s.Send(ctx, hooks.Message{Payload: 1}, e) })
				}
				for range 100 {
					synctest.Wait()
					sendNow(t, s, "https://fast.example/hooks")
					time.Sleep(time.Second) // of the bubble's clock
				}
				cancel()
				slow.Wait()
			})
		})
	}
}

// However many endpoints hang, those that are well have half of the Sender's
// requests, from the first timeout on.
func TestManySlowEndpoints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: transport(byHost)})
		ctx, cancel := context.WithCancel(t.Context())
		var slow sync.WaitGroup
		for customer := range 20 {
			for range 20 {
				e := endpointAt(fmt.Sprintf("https://slow%d.example/hooks", customer))
				slow.Go(func() { _, _ = s.Send(ctx, hooks.Message{Payload: 1}, e) })
			}
		}
		time.Sleep(80 * time.Second) // each has had its first timeout
		for range 100 {
			synctest.Wait()
			sendNow(t, s, "https://fast.example/hooks")
			time.Sleep(time.Second)
		}
		cancel()
		slow.Wait()
	})
}

// A customer with many URLs has one share if they have one key.
func TestEndpointKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under, most atomic.Int32
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(*http.Request) (*http.Response, error) {
			if n := under.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second)
			under.Add(-1)
			return response(200), nil
		}), Limits: hooks.EndpointLimits{Parallel: 2}})
		var endpoints []hooks.Endpoint
		for i := range 10 {
			e := endpointAt(fmt.Sprintf("https://%d.example", i))
			e.Key = "customer-7"
			endpoints = append(endpoints, e)
		}
		if _, err := s.SendAll(t.Context(), hooks.Message{Payload: 1}, endpoints); err != nil || most.Load() != 2 {
			t.Errorf("%d at the same time, %v", most.Load(), err)
		}
	})
}

func TestEndpointRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var at []time.Duration
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(*http.Request) (*http.Response, error) {
			at = append(at, time.Since(begin))
			return response(200), nil
		}), Limits: hooks.EndpointLimits{Rate: 0.5, Burst: 2, Parallel: 1}})
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if _, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if diff := cmp.Diff([]time.Duration{0, 0, 2 * time.Second, 4 * time.Second}, at); diff != "" {
			t.Error(diff)
		}
		_, err := s.Try(t.Context(), hooks.Message{Payload: 1}, endpoint())
		var failed *hooks.DeliveryError
		if !errors.As(err, &failed) || !errors.Is(err, hooks.ErrEndpointBusy) || failed.Attempts != 0 || failed.RetryAfter != 2*time.Second {
			t.Errorf("Try: %#v", failed)
		}
	})
}

// health is what a status comes to, in a word.
func health(s hooks.EndpointStatus) string {
	switch {
	case s.Paused:
		return "paused"
	case !s.Until.IsZero():
		return "circuit open"
	case !s.Since.IsZero():
		return "failing"
	}
	return "well"
}

// changed is a hook that keeps what it is told.
func changed(changes *[]string) func(context.Context, hooks.EndpointStatus) {
	return func(_ context.Context, c hooks.EndpointStatus) { *changes = append(*changes, health(c)) }
}

func TestCircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var requests atomic.Int32
		var changes []string
		status := 503
		s := newSender(t, hooks.SenderOptions{
			Attempts: 1, Transport: transport(func(*http.Request) (*http.Response, error) {
				requests.Add(1)
				time.Sleep(time.Second)
				return response(status), nil
			}),
			Limits: hooks.EndpointLimits{Failures: 3, Open: time.Minute, MaxOpen: 3 * time.Minute, OnChange: changed(&changes)},
		})
		send := func() *hooks.DeliveryError {
			_, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
			var failed *hooks.DeliveryError
			errors.As(err, &failed)
			return failed
		}
		want := func(made int32, what string) {
			t.Helper()
			if requests.Load() != made {
				t.Errorf("%s: %d requests, want %d", what, requests.Load(), made)
			}
		}
		for range 3 {
			send()
		}
		want(3, "closed")
		if failed := send(); failed == nil || !errors.Is(failed, hooks.ErrEndpointCircuitOpen) || failed.RetryAfter != time.Minute || failed.Attempts != 0 || failed.Final {
			t.Errorf("open: %#v", failed)
		}
		want(3, "open")
		sendNow := func() { // many at once
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() { send() })
			}
			all.Wait()
		}
		time.Sleep(time.Minute)
		sendNow()
		want(4, "half-open: one probe")
		time.Sleep(time.Minute)
		send()
		want(4, "open for twice as long after a probe that failed")
		time.Sleep(time.Minute)
		send()
		want(5, "half-open")
		time.Sleep(3 * time.Minute)
		send()
		want(6, "open for no longer than MaxOpen")
		time.Sleep(3 * time.Minute)
		status = 200
		if failed := send(); failed != nil {
			t.Error(failed)
		}
		sendNow()
		want(10, "closed after a probe that succeeded")
		health := []string{
			"failing", "circuit open", "circuit open", "circuit open", "circuit open", "well",
		}
		if diff := cmp.Diff(health, changes); diff != "" {
			t.Error(diff)
		}
		status = 404 // an answer of a server that is well
		for range 5 {
			send()
		}
		want(15, "refused deliveries")
	})
}

// A probe that is given up, or whose signer panics, leaves room for the next.
func TestCircuitForgetsProbesThatWereNotMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		status, boom := 503, false
		s := newSender(t, hooks.SenderOptions{
			Attempts: 1, Transport: transport(func(r *http.Request) (*http.Response, error) {
				if status == 0 {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
				return response(status), nil
			}),
			Limits: hooks.EndpointLimits{Failures: 1, Open: time.Second},
		})
		e := endpoint()
		e.Signer = signerFunc(func(*hooks.Delivery) error {
			if boom {
				panic("boom")
			}
			return nil
		})
		send := func(ctx context.Context) error {
			_, err := s.Send(ctx, hooks.Message{Payload: 1}, e)
			return err
		}
		_ = send(t.Context())
		time.Sleep(time.Second)
		boom = true
		if err := send(t.Context()); err == nil || errors.Is(err, hooks.ErrEndpointCircuitOpen) {
			t.Error(err)
		}
		boom, status = false, 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if err := send(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		cancel()
		status = 200
		if err := send(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var changes []hooks.EndpointStatus
		requests, status := 0, 500
		s := newSender(t, hooks.SenderOptions{
			Attempts: 1, Transport: transport(func(*http.Request) (*http.Response, error) { requests++; return response(status), nil }),
			Limits: hooks.EndpointLimits{OnChange: func(_ context.Context, c hooks.EndpointStatus) { changes = append(changes, c) }},
		})
		e := endpoint()
		send := func() error {
			_, err := s.Send(t.Context(), hooks.Message{Payload: 1}, e)
			return err
		}
		for range 5 {
			if err := send(); errors.Is(err, hooks.ErrEndpointPaused) {
				t.Errorf("paused after %v", time.Since(begin))
			}
			time.Sleep(24 * time.Hour)
		}
		_ = send() // has failed for 5 days
		if err := send(); !errors.Is(err, hooks.ErrEndpointPaused) || requests != 6 {
			t.Errorf("%d requests, %v", requests, err)
		}
		for range 3 { // an attempt an hour
			time.Sleep(time.Hour)
			made := requests
			if err := send(); errors.Is(err, hooks.ErrEndpointPaused) || requests != made+1 {
				t.Errorf("after an hour: %d requests more, %v", requests-made, err)
			}
			var failed *hooks.DeliveryError
			if err := send(); !errors.Is(err, hooks.ErrEndpointPaused) || !errors.As(err, &failed) || failed.RetryAfter != time.Hour || requests != made+1 {
				t.Errorf("paused: %d requests more, %v", requests-made, err)
			}
		}
		sendNow(t, newSender(t, hooks.SenderOptions{Transport: transport(byHost)}), "https://fast.example")
		last := changes[len(changes)-1]
		if health(last) != "paused" || !last.Since.Equal(begin) || last.Key != e.URL || last.URL != e.URL || last.Err == nil {
			t.Errorf("told of %+v", last)
		}
		s.Resume(e)
		status = 200
		if err := send(); err != nil {
			t.Error(err)
		}

		// One success in the days, and they begin anew.
		status = 500
		_ = send()
		time.Sleep(100 * time.Hour)
		status = 200
		_ = send()
		status = 500
		time.Sleep(100 * time.Hour)
		_ = send()
		if err := send(); errors.Is(err, hooks.ErrEndpointPaused) {
			t.Error("paused although an attempt was accepted in between")
		}

		// Days that an earlier process has counted.
		other := endpointAt("https://other.example")
		other.FailingSince = time.Now().Add(-6 * 24 * time.Hour)
		_, _ = s.Send(t.Context(), hooks.Message{Payload: 1}, other)
		if _, err := s.Send(t.Context(), hooks.Message{Payload: 1}, other); !errors.Is(err, hooks.ErrEndpointPaused) {
			t.Errorf("failing since an earlier process: %v", err)
		}
	})
}

// A Try waits a second for the endpoint's other requests, in a short line.
func TestTryWaitsInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(*http.Request) (*http.Response, error) {
			time.Sleep(300 * time.Millisecond)
			return response(200), nil
		})})
		try := func() error {
			_, err := s.Try(t.Context(), hooks.Message{Payload: 1}, endpoint())
			return err
		}
		begin := time.Now()
		var all sync.WaitGroup
		var accepted, busy, turnedAway atomic.Int32
		for range 30 {
			all.Go(func() {
				switch err := try(); {
				case err == nil:
					accepted.Add(1)
				case errors.Is(err, hooks.ErrEndpointBusy) && time.Since(begin) == 0:
					turnedAway.Add(1)
				case errors.Is(err, hooks.ErrEndpointBusy) && time.Since(begin) == time.Second:
					busy.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if accepted.Load() != 16 || busy.Load() != 4 || turnedAway.Load() != 10 { // 4 at a time, 16 in line
			t.Errorf("accepted %d, waited in vain %d, turned away %d", accepted.Load(), busy.Load(), turnedAway.Load())
		}
	})
}

func TestTryDoesNotWaitForTheSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: transport(byHost)})
		ctx, cancel := context.WithCancel(t.Context())
		var slow sync.WaitGroup
		try := func(url string) { _, _ = s.Try(ctx, hooks.Message{Payload: 1}, endpointAt(url)) }
		try("https://slow.example") // then it is known
		for range 4 {
			slow.Go(func() { try("https://slow.example") })
		}
		synctest.Wait()
		begin := time.Now()
		_, err := s.Try(t.Context(), hooks.Message{Payload: 1}, endpointAt("https://slow.example"))
		var failed *hooks.DeliveryError
		if !errors.As(err, &failed) || !errors.Is(err, hooks.ErrEndpointBusy) || failed.Attempts != 0 || failed.RetryAfter < time.Second || time.Since(begin) != 0 {
			t.Errorf("after %v: %#v", time.Since(begin), failed)
		}
		receipt, err := s.Try(t.Context(), hooks.Message{Payload: 1}, endpointAt("https://down.example"))
		if err == nil || receipt.Number != 1 || receipt.Status != 503 || time.Since(begin) != 0 {
			t.Errorf("%+v %v", receipt, err)
		}
		cancel()
		slow.Wait()
	})
}

// A Try does not wait for the half of the Sender's slots that doubtful endpoints share.
func TestTryDoesNotWaitWithTheDoubtful(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: transport(byHost), Parallel: 2})
		ctx, cancel := context.WithCancel(t.Context())
		try := func(url string) error {
			_, err := s.Try(ctx, hooks.Message{Payload: 1}, endpointAt(url))
			return err
		}
		_ = try("https://slow.example/1")
		_ = try("https://slow.example/2")
		var first sync.WaitGroup
		first.Go(func() { _ = try("https://slow.example/1") })
		synctest.Wait()
		begin := time.Now()
		if err := try("https://slow.example/2"); !errors.Is(err, hooks.ErrEndpointBusy) || time.Since(begin) != 0 {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
		sendNow(t, s, "https://fast.example")
		cancel()
		first.Wait()
	})
}
