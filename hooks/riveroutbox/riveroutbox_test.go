package riveroutbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
)

type findFunc = func(ctx context.Context, name string) (hooks.Endpoint, error)

var options = hooks.SenderOptions{AllowHTTP: true, AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}

func signer(t *testing.T) *hooks.Verifier {
	t.Helper()
	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets("s3cret"))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// at finds every endpoint at one URL, below its name.
func at(t *testing.T, url string) findFunc {
	t.Helper()
	v := signer(t)
	return func(_ context.Context, name string) (hooks.Endpoint, error) {
		return hooks.Endpoint{URL: url + "/" + name, Signer: v}, nil
	}
}

func worker(t *testing.T, endpoint findFunc, more ...riveroutbox.Option) *riveroutbox.Worker {
	t.Helper()
	w, err := riveroutbox.NewWorker(options, endpoint, more...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func job(attempt int) *river.Job[riveroutbox.Delivery] {
	now := time.Now()
	return &river.Job[riveroutbox.Delivery]{
		JobRow: &rivertype.JobRow{
			ID: 1, Attempt: attempt, MaxAttempts: 25, AttemptedAt: &now, Errors: make([]rivertype.AttemptError, attempt-1),
		},
		Args: riveroutbox.Delivery{ID: "m1", Endpoint: "a", Payload: `{"b":1,"a":2}`},
	}
}

// Any failure is River's to retry, but those that can never succeed.
func TestWorkTellsWhatNeverSucceeds(t *testing.T) {
	var status int
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer receiver.Close()
	fails := func(err error) findFunc {
		return func(context.Context, string) (hooks.Endpoint, error) { return hooks.Endpoint{}, err }
	}
	tests := []struct {
		name     string
		status   int
		endpoint findFunc
		failed   bool
		cancel   bool
	}{
		{"accepted", 200, at(t, receiver.URL), false, false},
		{"server error", 500, at(t, receiver.URL), true, false},
		{"not found", 404, at(t, receiver.URL), true, false},
		{"redirect", 302, at(t, receiver.URL), true, false},
		{"gone", 410, at(t, receiver.URL), true, true},
		{"private address", 0, at(t, "http://10.0.0.1"), true, true},
		{"unusable endpoint", 0, at(t, "ftp://x"), true, false},
		{"disabled", 0, fails(fmt.Errorf("customer left: %w", riveroutbox.ErrNoEndpoint)), true, true},
		{"database down", 0, fails(errors.New("connection refused")), true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status = tt.status
			err := worker(t, tt.endpoint).Work(t.Context(), job(1))
			var cancel *river.JobCancelError
			if (err != nil) != tt.failed || errors.As(err, &cancel) != tt.cancel {
				t.Errorf("error is %v", err)
			}
		})
	}
}

// River decides how many deliveries are under way: none of those that it starts
// waits for one to another endpoint.
func TestWorkDoesNotQueue(t *testing.T) {
	const jobs = 40
	var arrived atomic.Int32
	all := make(chan struct{})
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server can't tell that the sender has gone
		if arrived.Add(1) == jobs {
			close(all)
		}
		select {
		case <-all:
		case <-r.Context().Done():
		}
	}))
	defer receiver.Close()
	w := worker(t, at(t, receiver.URL))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	done := make(chan error, jobs)
	for i := range jobs {
		j := job(1)
		j.Args.Endpoint = fmt.Sprint("customer-", i)
		go func() { done <- w.Work(ctx, j) }()
	}
	for range jobs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestWorkCountsRiversAttempts(t *testing.T) {
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }))
	defer down.Close()
	err := worker(t, at(t, down.URL)).Work(t.Context(), job(3))
	if err == nil || !strings.Contains(err.Error(), "in 3 attempts: ") {
		t.Errorf("the third attempt's error is %v", err)
	}
}

func TestWorkMakesOneSignedAttempt(t *testing.T) {
	v := signer(t)
	attempts := 0
	handler, err := hooks.Handler(v, func(_ context.Context, e hooks.Event) (any, error) {
		attempts++
		if body := string(e.Payload()); body != `{"b":1,"a":2}` || e.Header("Webhook-Id") != "m1" {
			t.Errorf("%s with id %q", body, e.Header("Webhook-Id"))
		}
		return nil, errors.New("not now")
	})
	if err != nil {
		t.Fatal(err)
	}
	receiver := httptest.NewServer(handler)
	defer receiver.Close()
	if err := worker(t, at(t, receiver.URL)).Work(t.Context(), job(1)); err == nil || attempts != 1 {
		t.Errorf("%d attempts: %v", attempts, err)
	}
}

func TestGoneEndpointsAreDisabled(t *testing.T) {
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(410) }))
	defer receiver.Close()
	var disabled []string
	var fail error
	w := worker(t, at(t, receiver.URL), riveroutbox.WithGone(func(_ context.Context, name string) error {
		disabled = append(disabled, name)
		return fail
	}))
	var cancel *river.JobCancelError
	if err := w.Work(t.Context(), job(1)); !errors.As(err, &cancel) || len(disabled) != 1 || disabled[0] != "a" {
		t.Errorf("%v, disabled %q", err, disabled)
	}
	fail = errors.New("connection refused") // then the job must come again
	if err := w.Work(t.Context(), job(1)); !errors.Is(err, fail) || errors.As(err, &cancel) {
		t.Errorf("%v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	var header string
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", header)
		w.WriteHeader(503)
	}))
	defer receiver.Close()
	tests := []struct {
		header        string
		attempt       int
		least, atMost time.Duration // 0 for River's own policy
	}{
		{"", 1, 0, 0},
		{"120", 1, 2 * time.Minute, 2*time.Minute + 5*time.Second},
		{"9999999999", 1, 24 * time.Hour, 24*time.Hour + 5*time.Second},
		{"2", 10, 2 * time.Hour, 4 * time.Hour}, // River's backoff, 10^4 seconds and jitter, is longer
	}
	w := worker(t, at(t, receiver.URL))
	for _, tt := range tests {
		header = tt.header
		j := job(tt.attempt)
		begin := time.Now()
		if err := w.Work(t.Context(), j); err == nil {
			t.Fatal("no error")
		}
		next := w.NextRetry(j)
		if tt.least == 0 {
			if !next.IsZero() {
				t.Errorf("without Retry-After: next at %v", next)
			}
			continue
		}
		if wait := next.Sub(begin); wait < tt.least || time.Until(next) > tt.atMost {
			t.Errorf("Retry-After %s in attempt %d: waits %v", tt.header, tt.attempt, wait)
		}
		if !w.NextRetry(j).IsZero() {
			t.Error("a wait holds for two attempts")
		}
	}
}

func TestNewWorkerRefusesWhatCannotBeMeant(t *testing.T) {
	var config *hooks.ConfigError
	if _, err := riveroutbox.NewWorker(options, nil); !errors.As(err, &config) {
		t.Error(err)
	}
	if _, err := riveroutbox.NewWorker(hooks.SenderOptions{Timeout: -1}, at(t, "")); !errors.As(err, &config) {
		t.Error(err)
	}
}

func TestEnqueueRefusesWhatCannotBeSent(t *testing.T) {
	for name, m := range map[string]hooks.Message{
		"no JSON":  {Payload: json.RawMessage("{")},
		"no UTF-8": {Payload: json.RawMessage("\"\xff\"")},
		"bad id":   {ID: "a b"},
		"header":   {Header: http.Header{"a b": {"c"}}},
	} {
		var config *hooks.ConfigError
		client := &river.Client[int]{} // isn't asked
		if _, err := riveroutbox.Enqueue(t.Context(), client, 0, m, "a"); !errors.As(err, &config) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := riveroutbox.Enqueue[int](t.Context(), nil, 0, hooks.Message{}, "a"); err == nil {
		t.Error("no error without a client")
	}
}

// A slow endpoint takes no more of River's workers than its limits say: what is
// over them is snoozed, at once.
func TestWorkSnoozesOverTheLimits(t *testing.T) {
	arrived, end := make(chan struct{}, 10), make(chan struct{})
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		arrived <- struct{}{}
		<-end
	}))
	defer receiver.Close()
	w := worker(t, at(t, receiver.URL))
	done := make(chan error, 4)
	for range 4 {
		go func() { done <- w.Work(t.Context(), job(1)) }()
		<-arrived
	}
	var snoozed *river.JobSnoozeError
	if err := w.Work(t.Context(), job(1)); !errors.As(err, &snoozed) {
		t.Errorf("the fifth delivery: %v", err)
	}
	other := job(1)
	other.Args.Endpoint = "b"
	go func() { done <- w.Work(t.Context(), other) }()
	<-arrived
	close(end)
	for range 5 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// answering is a receiver that answers with a status that can be changed, and counts
// its requests.
func answering(t *testing.T, status int32) (url string, answer, requests *atomic.Int32) {
	t.Helper()
	answer, requests = &atomic.Int32{}, &atomic.Int32{}
	answer.Store(status)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		requests.Add(1)
		w.WriteHeader(int(answer.Load()))
	}))
	t.Cleanup(server.Close)
	return server.URL, answer, requests
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// isSnoozed returns for how long a job is snoozed.
func isSnoozed(err error) (time.Duration, bool) {
	var snoozed *river.JobSnoozeError
	if !errors.As(err, &snoozed) {
		return 0, false
	}
	return snoozed.Duration, true
}

func isCancelled(err error) bool {
	var cancelled *river.JobCancelError
	return errors.As(err, &cancelled)
}

// A paused endpoint is tried now and then, can be resumed by its name, and keeps no
// delivery for ever.
func TestPausedEndpoints(t *testing.T) {
	synctest.Test(t, testPausedEndpoints)
}

func isPaused(err error) bool { return err != nil && strings.Contains(err.Error(), "paused") }

func testPausedEndpoints(t *testing.T) {
	answer, requests := 503, 0
	o := hooks.SenderOptions{Transport: transport(func(*http.Request) (*http.Response, error) {
		requests++
		return &http.Response{StatusCode: answer, Body: http.NoBody}, nil
	})}
	w, err := riveroutbox.NewWorker(o, func(context.Context, string) (hooks.Endpoint, error) {
		return hooks.Endpoint{URL: "https://receiver.example", Signer: signer(t), FailingSince: time.Now().Add(-6 * 24 * time.Hour)}, nil
	}, riveroutbox.WithMaxAge(48*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	work := func() error { return w.Work(t.Context(), job(1)) }
	_ = work() // pauses
	if got := w.Sender().Status(hooks.Endpoint{Key: "a"}); !got.Paused || !got.Until.Equal(time.Now().Add(time.Hour)) {
		t.Errorf("%+v", got)
	}
	if d, ok := isSnoozed(work()); !ok || d != time.Hour || requests != 1 {
		t.Errorf("snoozed %v for %v after %d requests", ok, d, requests)
	}
	old := job(1)
	old.CreatedAt = time.Now().Add(-49 * time.Hour)
	if err := w.Work(t.Context(), old); !isCancelled(err) || !isPaused(err) {
		t.Errorf("one of two days ago: %v", err)
	}
	time.Sleep(time.Hour) // of the bubble
	if err := w.Work(t.Context(), old); err == nil || isCancelled(err) || requests != 2 {
		t.Errorf("a probe: %v after %d requests", err, requests)
	}
	w.Sender().Resume(hooks.Endpoint{Key: "a"})
	for range 2 {
		if err := work(); isPaused(err) || requests < 3 {
			t.Errorf("resumed: %v after %d requests", err, requests)
		}
	}
	if got := w.Sender().Status(hooks.Endpoint{Key: "a"}); got.Paused || got.Since.IsZero() {
		t.Error(got)
	}
	answer = 200
	if err := work(); err != nil || !w.Sender().Status(hooks.Endpoint{Key: "a"}).Since.IsZero() {
		t.Errorf("%v %+v", err, w.Sender().Status(hooks.Endpoint{Key: "a"}))
	}
}

// Where only Resume ends a pause, the worker still looks for it.
func TestPauseUntilResumed(t *testing.T) {
	url, answer, _ := answering(t, 503)
	o := options
	o.Limits.PauseRetry = hooks.Forever
	w, err := riveroutbox.NewWorker(o, func(context.Context, string) (hooks.Endpoint, error) {
		return hooks.Endpoint{URL: url, Signer: signer(t), FailingSince: time.Now().Add(-6 * 24 * time.Hour)}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = w.Work(t.Context(), job(1)) // pauses
	if d, ok := isSnoozed(w.Work(t.Context(), job(1))); !ok || d != time.Hour {
		t.Errorf("snoozed %v for %v", ok, d)
	}
	answer.Store(200)
	w.Sender().Resume(hooks.Endpoint{Key: "a"})
	if err := w.Work(t.Context(), job(1)); err != nil {
		t.Error(err)
	}
}

// The log has River's attempts, and what River does next.
func TestLogOfTheOutbox(t *testing.T) {
	url, answer, _ := answering(t, 503)
	type entry struct {
		Number, Status int
		Unsent, Retry  bool
		Failed         bool
	}
	var got []entry
	o := options
	o.Limits.Failures = 3
	o.Log = func(_ context.Context, a hooks.Attempt) {
		got = append(got, entry{a.Number, a.Status, a.Unsent, a.Retry, a.Err != nil})
		if a.ID != "m1" || a.Endpoint != "a" || a.At.IsZero() || isCancelled(a.Err) {
			t.Errorf("%+v", a)
		}
		panic("the table is gone")
	}
	var gone error
	w, err := riveroutbox.NewWorker(o, func(context.Context, string) (hooks.Endpoint, error) {
		return hooks.Endpoint{URL: url, Signer: signer(t)}, gone
	})
	if err != nil {
		t.Fatal(err)
	}
	work := func(attempt int) error { return w.Work(t.Context(), job(attempt)) }
	for _, attempt := range []int{1, 2, 25} {
		if err := work(attempt); err == nil || isCancelled(err) {
			t.Errorf("attempt %d: %v", attempt, err)
		}
	}
	if _, ok := isSnoozed(work(3)); !ok { // the circuit is open
		t.Error("not snoozed")
	}
	old := job(3)
	old.CreatedAt = time.Now().Add(-21*24*time.Hour - time.Hour)
	if err := w.Work(t.Context(), old); !isCancelled(err) {
		t.Error(err)
	}
	w.Sender().Resume(hooks.Endpoint{Key: "a"})
	answer.Store(200)
	if err := work(3); err != nil {
		t.Error(err)
	}
	answer.Store(410)
	if err := work(4); !isCancelled(err) {
		t.Error(err)
	}
	gone = riveroutbox.ErrNoEndpoint
	if err := work(5); !isCancelled(err) {
		t.Error(err)
	}
	gone = errors.New("the database is down")
	if err := work(6); err == nil || isCancelled(err) {
		t.Error(err)
	}
	want := []entry{
		{1, 503, false, true, true},
		{2, 503, false, true, true},
		{25, 503, false, false, true},
		{3, 0, true, false, true},
		{3, 200, false, false, false},
		{4, 410, false, false, true},
		{5, 0, true, false, true},
		{6, 0, true, true, true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A nil signer, whose error was forgotten, costs no delivery.
func TestNilSigner(t *testing.T) {
	w := worker(t, func(context.Context, string) (hooks.Endpoint, error) {
		p, _ := hooks.NewPreset("github", hooks.WithSecrets("line\n"))
		return hooks.Endpoint{URL: "https://receiver.example", Signer: p}, nil
	})
	var config *hooks.ConfigError
	if err := w.Work(t.Context(), job(1)); !errors.As(err, &config) || isCancelled(err) {
		t.Error(err)
	}
}

// What is enqueued is sent as it is, JSON or not.
func TestBodiesSurviveTheOutbox(t *testing.T) {
	for _, m := range []hooks.Message{
		{Payload: map[string]string{"a": "<&>\u2028"}},
		{Payload: json.RawMessage(`{ "a" : 1 }`)},
		{Payload: 1, ContentType: "application/cloudevents+json"},
		{Body: []byte("a=1&b=%00"), ContentType: "application/x-www-form-urlencoded"},
		{Body: []byte("\xff\x00\""), ContentType: "application/octet-stream"},
		{Body: []byte{}, ContentType: "text/plain"},
	} {
		m, body, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		args, err := riveroutbox.NewDelivery(m, body, "a")
		if err != nil {
			t.Fatal(err)
		}
		kept, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		j := job(1)
		j.Args = riveroutbox.Delivery{}
		if err := json.Unmarshal(kept, &j.Args); err != nil {
			t.Fatal(err)
		}
		var got []byte
		var typed string
		receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got, _ = io.ReadAll(r.Body)
			typed = r.Header.Get("Content-Type")
		}))
		if err := worker(t, at(t, receiver.URL)).Work(t.Context(), j); err != nil || string(got) != string(body) || typed != m.ContentType {
			t.Errorf("%q as %q, %v; want %q", got, typed, err, body)
		}
		receiver.Close()
	}
}
