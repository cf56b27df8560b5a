package hooks_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/hooks"
)

// The verdict on a status is what Standard Webhooks and RFC 9110 say of it.
func TestSendRetriesByStatus(t *testing.T) {
	for status := 200; status < 600; status++ {
		again := map[int]bool{408: true, 409: true, 425: true, 429: true}[status] ||
			status >= 500 && status != 501 && status != 505
		answers := []*http.Response{response(status)}
		if again {
			answers = append(answers, response(204))
		}
		s, _ := answering(t, hooks.SenderOptions{}, answers...)
		receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
		if receipt.Number != len(answers) {
			t.Errorf("%d: %d attempts, want %d", status, receipt.Number, len(answers))
		}
		if accepted := status < 300 || again; accepted != (err == nil) {
			t.Errorf("%d: %v", status, err)
		}
		var failed *hooks.DeliveryError
		if err != nil && (!errors.As(err, &failed) || failed.Status != status || failed.Final != (status == 410)) {
			t.Errorf("%d: %#v", status, err)
		}
	}
}

func TestSendBacksOff(t *testing.T) {
	const s = time.Second
	at := func(d time.Duration) string {
		return time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC).Add(d).Format(http.TimeFormat)
	}
	tests := []struct {
		name    string
		options hooks.SenderOptions
		answers []*http.Response
		waits   []time.Duration
		err     string
	}{
		{
			"doubles, up to the most, and stops",
			hooks.SenderOptions{Backoff: s, MaxBackoff: 5 * s, Attempts: 6},
			[]*http.Response{response(500), nil, response(502), response(503), nil, response(504)},
			[]time.Duration{s, 2 * s, 4 * s, 5 * s, 5 * s},
			"in 6 attempts: the endpoint answered 504 Gateway Timeout",
		},
		{
			"defaults",
			hooks.SenderOptions{},
			[]*http.Response{nil, nil, nil, nil, nil},
			[]time.Duration{s / 2, s, 2 * s, 4 * s},
			"in 5 attempts: connection reset",
		},
		{
			"jitter is full",
			hooks.WithTime(hooks.SenderOptions{Backoff: 8 * s}, nil, nil, func() float64 { return 0.25 }),
			[]*http.Response{response(500), response(500), response(200)},
			[]time.Duration{2 * s, 4 * s},
			"",
		},
		{
			"jitter may be none",
			hooks.WithTime(hooks.SenderOptions{}, nil, nil, func() float64 { return 0 }),
			[]*http.Response{response(500), response(200)},
			[]time.Duration{0},
			"",
		},
		{
			"no retries", hooks.SenderOptions{Attempts: 1}, []*http.Response{response(503)}, nil, "in 1 attempt: the endpoint answered 503",
		},
		{
			"Retry-After in seconds",
			hooks.SenderOptions{Backoff: s},
			[]*http.Response{response(429, "Retry-After", "7"), response(503, "Retry-After", " 60 "), response(200)},
			[]time.Duration{8 * s, 61 * s},
			"",
		},
		{
			"Retry-After as a date",
			hooks.SenderOptions{Backoff: s},
			[]*http.Response{response(429, "Retry-After", at(9*s)), response(503, "Retry-After", at(-9*s)), response(200)},
			[]time.Duration{10 * s, 2 * s},
			"",
		},
		{
			"Retry-After that is none",
			hooks.SenderOptions{Backoff: s},
			[]*http.Response{response(503, "Retry-After", "-5"), response(503, "Retry-After", "soon"), response(503, "Retry-After", "1.5"), response(200)},
			[]time.Duration{s, 2 * s, 4 * s},
			"",
		},
		{
			"Retry-After beyond the bound",
			hooks.SenderOptions{MaxRetryAfter: 30 * s},
			[]*http.Response{response(429, "Retry-After", "31")},
			nil, "in 1 attempt: the endpoint answered 429",
		},
		{
			"Retry-After without end",
			hooks.SenderOptions{},
			[]*http.Response{response(429, "Retry-After", "99999999999999999999")},
			nil, "in 1 attempt: the endpoint answered 429",
		},
		{
			"statuses of the caller's choice",
			hooks.SenderOptions{RetryStatus: func(status int) bool { return status == 404 }},
			[]*http.Response{response(404), response(500)},
			[]time.Duration{s / 2},
			"the endpoint answered 500",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sender, waits := answering(t, tt.options, tt.answers...)
			_, err := sender.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error is %v, want %q", err, tt.err)
			}
			if diff := cmp.Diff(tt.waits, append([]time.Duration(nil), *waits...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSendTellsTheRetryAfterItDidNotWaitFor(t *testing.T) {
	s, _ := answering(t, hooks.SenderOptions{}, response(429, "Retry-After", "3600"))
	_, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
	var failed *hooks.DeliveryError
	if !errors.As(err, &failed) || failed.RetryAfter != time.Hour || failed.Final || !strings.HasSuffix(err.Error(), "; it asks to wait 1h0m0s") {
		t.Errorf("%#v: %v", err, err)
	}
}

// A wait that the context would end is not begun.
func TestSendEndsBeforeItsDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	s, waits := answering(t, hooks.SenderOptions{MaxRetryAfter: 3 * time.Hour}, response(429, "Retry-After", "7200"))
	receipt, err := s.Send(ctx, hooks.Message{Payload: 1}, endpoint())
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "before another attempt in 2h") || receipt.Unsent || receipt.Status != 429 || len(*waits) != 0 {
		t.Errorf("%+v, waits %v", receipt, *waits)
	}
}

// Whatever a receiver answers, waiting stays within the bounds.
func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"", "0", "7", "-1", "99999999999999999999", "Wed, 06 May 2026 07:08:19 GMT", "Wednesday, 06-May-26 07:08:19 GMT", "Wed May  6 07:08:19 2026"} {
		f.Add(503, s)
	}
	f.Fuzz(func(t *testing.T, status int, value string) {
		o := hooks.SenderOptions{
			Transport: transport(func(*http.Request) (*http.Response, error) { return response(status, "Retry-After", value), nil }),
		}
		o = hooks.WithTime(o, nil, func(_ context.Context, d time.Duration) error {
			if d < 0 || d > time.Minute+500*time.Millisecond {
				t.Errorf("waits %v for Retry-After %q", d, value)
			}
			return nil
		}, nil)
		receipt, _ := newSender(t, o).Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
		if receipt.Number < 1 || receipt.Number > 5 {
			t.Errorf("%d attempts", receipt.Number)
		}
	})
}
