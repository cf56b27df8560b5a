// Package riveroutbox delivers webhooks that must survive a crash: River, a job
// queue in PostgreSQL, keeps them, spreads them over machines and retries them
// for weeks; a [hooks.Sender] signs and sends them.
//
// A delivery is enqueued in the transaction of the work that it tells of, so that
// it is sent if and only if that is committed:
//
//	workers := river.NewWorkers()
//	worker, err := riveroutbox.NewWorker(hooks.SenderOptions{}, endpoint)
//	...
//	err = river.AddWorkerSafely(workers, worker)
//	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
//		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 50}},
//		Workers: workers,
//	})
//	...
//	id, err := riveroutbox.Enqueue(ctx, client, tx, hooks.Message{Payload: order}, "customer-7", "customer-9")
//	...
//	err = tx.Commit(ctx)
//
// endpoint looks an endpoint's URL and secret up by its name when the delivery is
// sent, so that no secret is kept in a job.
//
// Every delivery arrives at least once. Its id is the same in each attempt, for
// receivers to know it again. River takes a job up again whose process died after
// the time Config.RescueStuckJobsAfter: an hour if it isn't set.
package riveroutbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/riverqueue/river"

	"signalbox/hooks"
)

// A Delivery is the job of River that brings one message to one endpoint. Enqueue
// makes it.
type Delivery struct {
	ID       string      `json:"id" river:"unique"`       // the message's idempotency id
	Endpoint string      `json:"endpoint" river:"unique"` // the endpoint's name
	Payload  string      `json:"payload"`                 // JSON as it is sent; a string, because jsonb would write it anew
	Header   http.Header `json:"header,omitempty"`
}

// Kind is the kind of job, as River's table has it.
func (Delivery) Kind() string { return "webhook_delivery" }

// InsertOpts makes a message's delivery to an endpoint unique: one that is
// enqueued again with the same id, while River still knows it, changes nothing.
func (Delivery) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// Enqueue puts a message for the named endpoints into the outbox, in the caller's
// transaction, and returns its id, made if it had none. TTx is the transaction
// type of the client's driver: pgx.Tx for riverpgxv5.
//
// It returns a [*hooks.ConfigError] if the message can't be sent as it is.
func Enqueue[TTx any](ctx context.Context, client *river.Client[TTx], tx TTx, m hooks.Message, endpoints ...string) (id string, err error) {
	if client == nil {
		return m.ID, &hooks.ConfigError{Setting: "riveroutbox", Problem: "there is no client: make one with river.NewClient"}
	}
	m, body, err := m.Encode()
	if err != nil {
		return m.ID, err
	}
	if !utf8.Valid(body) {
		return m.ID, &hooks.ConfigError{Setting: "message", Problem: "the payload is not UTF-8, as JSON must be"}
	}
	jobs := make([]river.InsertManyParams, len(endpoints))
	for i, name := range endpoints {
		jobs[i] = river.InsertManyParams{Args: Delivery{ID: m.ID, Endpoint: name, Payload: string(body), Header: m.Header}}
	}
	if len(jobs) == 0 {
		return m.ID, nil
	}
	if _, err := client.InsertManyTx(ctx, tx, jobs); err != nil {
		return m.ID, fmt.Errorf("riveroutbox: can't enqueue: %w", err)
	}
	return m.ID, nil
}

// ErrNoEndpoint is what an [EndpointFunc] returns, or wraps, for an endpoint that
// is gone or disabled: its deliveries are cancelled.
var ErrNoEndpoint = errors.New("riveroutbox: there is no such endpoint")

// An EndpointFunc finds an endpoint by its name at the time of sending. With
// another error than [ErrNoEndpoint] the delivery is retried.
type EndpointFunc func(ctx context.Context, name string) (hooks.Endpoint, error)

// A Worker sends the deliveries of the outbox. It keeps to the limits of each
// endpoint (SenderOptions.Limits), which it knows by its name: a delivery that they
// hold back is snoozed, and takes neither a worker of River's nor an attempt. River decides on retries, for any
// failure: a receiver that answers 404 may be in the middle of a deployment. Only
// what can never succeed cancels a delivery: 410 Gone, a refused address, a
// message that can't be signed.
type Worker struct {
	river.WorkerDefaults[Delivery]
	sender   *hooks.Sender
	endpoint EndpointFunc
	gone     func(ctx context.Context, name string) error
	timeout  time.Duration
	longest  time.Duration
	waits    sync.Map // of job ids to the time.Duration that the receiver asked for
}

// An Option sets a [Worker] up.
type Option func(*Worker)

// WithGone calls f when an endpoint answers 410, for f to disable it, as Standard
// Webhooks says. An error of f is one of the job, which is then retried.
func WithGone(f func(ctx context.Context, name string) error) Option {
	return func(w *Worker) { w.gone = f }
}

// DefaultMaxRetryAfter is the longest Retry-After that is waited for.
const DefaultMaxRetryAfter = 24 * time.Hour

// NewWorker makes a worker, to be added to River's. Of the Sender's options those
// on retries don't apply, but MaxRetryAfter: 0 means DefaultMaxRetryAfter, and a
// receiver that asks for more waits that long. Parallel 0 leaves it to River how
// many deliveries are under way at the same time. It returns a
// [*hooks.ConfigError] for options that can't be meant.
func NewWorker(o hooks.SenderOptions, endpoint EndpointFunc, options ...Option) (*Worker, error) {
	if endpoint == nil {
		return nil, &hooks.ConfigError{Setting: "riveroutbox", Problem: "there is no EndpointFunc to find endpoints with"}
	}
	if o.Parallel == 0 {
		o.Parallel = river.QueueNumWorkersMax // a job that waits for its turn here loses time of its own
	}
	sender, err := hooks.NewSender(o)
	if err != nil {
		return nil, err
	}
	w := &Worker{sender: sender, endpoint: endpoint, timeout: o.Timeout, longest: o.MaxRetryAfter}
	if w.longest == 0 {
		w.longest = DefaultMaxRetryAfter
	}
	for _, set := range options {
		set(w)
	}
	return w, nil
}

// Work makes one attempt. River calls it.
func (w *Worker) Work(ctx context.Context, job *river.Job[Delivery]) error {
	endpoint, err := w.endpoint(ctx, job.Args.Endpoint)
	switch {
	case errors.Is(err, ErrNoEndpoint):
		return river.JobCancel(err)
	case err != nil:
		return fmt.Errorf("riveroutbox: can't find the endpoint %q: %w", job.Args.Endpoint, err)
	}
	if endpoint.Key == "" {
		endpoint.Key = job.Args.Endpoint
	}
	_, err = w.sender.Try(ctx, hooks.Message{
		ID: job.Args.ID, Payload: json.RawMessage(job.Args.Payload), Header: job.Args.Header,
	}, endpoint)
	if err == nil {
		return nil
	}
	return w.failed(ctx, job, err)
}

// failed tells River what to do after a failure.
func (w *Worker) failed(ctx context.Context, job *river.Job[Delivery], err error) error {
	var failed *hooks.DeliveryError
	if !errors.As(err, &failed) {
		return err
	}
	if errors.Is(err, hooks.ErrGone) && w.gone != nil {
		if goneErr := w.gone(ctx, job.Args.Endpoint); goneErr != nil {
			return fmt.Errorf("riveroutbox: can't disable the endpoint %q: %w", job.Args.Endpoint, goneErr)
		}
	}
	if failed.Final {
		return river.JobCancel(err)
	}
	if failed.Attempts == 0 && failed.RetryAfter > 0 { // the endpoint's limits: that is no attempt of River's either
		return river.JobSnooze(failed.RetryAfter)
	}
	if failed.RetryAfter > 0 && job.Attempt < job.MaxAttempts {
		w.waits.Store(job.ID, failed.RetryAfter)
	}
	return err
}

// NextRetry is when a failed delivery is tried again: after River's backoff, and
// not before the time that the receiver asked for. River calls it.
func (w *Worker) NextRetry(job *river.Job[Delivery]) time.Time {
	asked, ok := w.waits.LoadAndDelete(job.ID)
	if !ok {
		return time.Time{} // the client's policy
	}
	at := time.Now().Add(min(asked.(time.Duration), w.longest))
	if backoff := new(river.DefaultClientRetryPolicy).NextRetry(job.JobRow); backoff.After(at) {
		return backoff
	}
	return at
}

// Timeout is how long one job may take. River calls it.
func (w *Worker) Timeout(*river.Job[Delivery]) time.Duration {
	if w.timeout == 0 {
		return 0 // the client's: a minute, where an attempt takes 15 seconds
	}
	return w.timeout + 30*time.Second // for finding the endpoint
}
