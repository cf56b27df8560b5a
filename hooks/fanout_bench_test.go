package hooks_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"signalbox/hooks"
)

// BenchmarkHealthyBesideSlow sends 10,000 endpoints a message each, round by round, of which
// none or one in a hundred never answers within the timeout, and tells how long the healthy
// ones wait: the 99th percentile with slow ones, as a multiple of that without, by turns.
//
//	go test ./hooks -run='^$' -bench=HealthyBesideSlow -benchtime=1x
func BenchmarkHealthyBesideSlow(b *testing.B) {
	for _, round := range []string{"first", "later"} {
		b.Run(round, func(b *testing.B) {
			var with, without []time.Duration
			for b.Loop() {
				for _, slow := range []bool{true, false} {
					s, endpoints := manyEndpoints(b, slow)
					p99 := healthyP99(b, s, endpoints)
					if round == "later" {
						p99 = healthyP99(b, s, endpoints)
					}
					if slow {
						with = append(with, p99)
					} else {
						without = append(without, p99)
					}
				}
			}
			slices.Sort(with)
			slices.Sort(without)
			b.ReportMetric(float64(with[len(with)/2])/float64(without[len(without)/2]), "x-without")
			b.ReportMetric(float64(without[len(without)/2].Milliseconds()), "ms-without")
		})
	}
}

const (
	manyCount   = 10_000
	manyTimeout = time.Second
)

func manyEndpoints(b *testing.B, slow bool) (*hooks.Sender, []hooks.Endpoint) {
	b.Helper()
	transport := roundTripper(func(q *http.Request) (*http.Response, error) {
		wait := time.NewTimer(2 * time.Millisecond)
		if strings.HasPrefix(q.URL.Host, "slow") {
			wait.Reset(time.Hour)
		}
		defer wait.Stop()
		select {
		case <-q.Context().Done():
			return nil, q.Context().Err()
		case <-wait.C:
			return &http.Response{StatusCode: 200, Body: http.NoBody, Request: q}, nil
		}
	})
	s, err := hooks.NewSender(hooks.SenderOptions{Transport: transport, Timeout: manyTimeout, Attempts: 1})
	if err != nil {
		b.Fatal(err)
	}
	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(passport))
	if err != nil {
		b.Fatal(err)
	}
	endpoints := make([]hooks.Endpoint, manyCount)
	for i := range endpoints {
		host := "well"
		if slow && i%100 == 50 {
			host = "slow"
		}
		endpoints[i] = hooks.Endpoint{URL: fmt.Sprintf("https://%s%d.example/", host, i), Signer: v}
	}
	return s, endpoints
}

type roundTripper func(q *http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(q *http.Request) (*http.Response, error) { return f(q) }

// healthyP99 sends each endpoint a message, and returns how long the healthy ones took.
func healthyP99(b *testing.B, s *hooks.Sender, endpoints []hooks.Endpoint) time.Duration {
	b.Helper()
	started := time.Now()
	took := make([]time.Duration, len(endpoints))
	var all sync.WaitGroup
	for i, e := range endpoints {
		if strings.HasPrefix(e.URL, "https://slow") {
			all.Go(func() { _, _ = s.Send(b.Context(), hooks.Message{Payload: 1}, e) })
			continue
		}
		all.Go(func() {
			if _, err := s.Send(b.Context(), hooks.Message{Payload: 1}, e); err != nil {
				b.Error(err)
			}
			took[i] = time.Since(started)
		})
	}
	all.Wait()
	took = slices.DeleteFunc(took, func(d time.Duration) bool { return d == 0 })
	slices.Sort(took)
	return took[len(took)*99/100]
}
