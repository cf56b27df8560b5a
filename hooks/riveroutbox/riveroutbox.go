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
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
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
	Type     string      `json:"type,omitempty"`          // the event's
	Payload  string      `json:"payload"`                 // JSON as it is sent; a string, because jsonb would write it anew
	Header   http.Header `json:"header,omitempty"`

	// ContentType is that of the payload, or of Body, which is sent instead of it;
	// empty means application/json.
	ContentType string `json:"content_type,omitempty"`
	Body        []byte `json:"body,omitempty"`
}

// delivery makes the job of an encoded message.
func delivery(m hooks.Message, body []byte, endpoint string) (Delivery, error) {
	d := Delivery{ID: m.ID, Endpoint: endpoint, Type: m.Type, Header: m.Header, ContentType: m.ContentType}
	switch {
	case m.Body != nil:
		d.Body = body
	case !utf8.Valid(body):
		return d, &hooks.ConfigError{Setting: "message", Problem: "the payload is not UTF-8, as JSON must be"}
	default:
		d.Payload = string(body)
	}
	return d, nil
}

// message makes the message of a job.
func (d Delivery) message() hooks.Message {
	m := hooks.Message{ID: d.ID, Type: d.Type, Header: d.Header, ContentType: d.ContentType}
	if d.Payload == "" && d.ContentType != "" {
		m.Body = append([]byte{}, d.Body...)
	} else {
		m.Payload = json.RawMessage(d.Payload)
	}
	return m
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
	m, jobs, err := Jobs(m, endpoints...)
	if err != nil {
		return m.ID, err
	}
	if len(jobs) == 0 {
		return m.ID, nil
	}
	if _, err := client.InsertManyTx(ctx, tx, jobs); err != nil {
		return m.ID, fmt.Errorf("riveroutbox: can't enqueue: %w", err)
	}
	return m.ID, nil
}

// Jobs are what [Enqueue] puts into the outbox, for those who insert them themselves, with
// metadata say. The message that it returns has an id. It returns a [*hooks.ConfigError] if
// the message can't be sent as it is.
func Jobs(m hooks.Message, endpoints ...string) (hooks.Message, []river.InsertManyParams, error) {
	m, body, err := m.Encode()
	if err != nil {
		return m, nil, err
	}
	jobs := make([]river.InsertManyParams, len(endpoints))
	for i, name := range endpoints {
		args, err := delivery(m, body, name)
		if err != nil {
			return m, nil, err
		}
		jobs[i] = river.InsertManyParams{Args: args}
	}
	return m, jobs, nil
}

// ErrNoEndpoint is what the function of [NewWorker] returns, or wraps, for an endpoint that
// is gone or disabled: its deliveries are cancelled.
var ErrNoEndpoint = errors.New("the endpoint is gone or disabled")

// A findFunc finds an endpoint by its name at the time of sending.
type findFunc = func(ctx context.Context, name string) (hooks.Endpoint, error)

// A Worker sends the deliveries of the outbox. River decides on retries, for any
// failure: a receiver that answers 404 may be in the middle of a deployment. Only
// what can never succeed cancels a delivery: 410 Gone, a refused address, a
// message that can't be signed.
//
// A Worker keeps to the limits of each endpoint (SenderOptions.Limits), which it
// knows by its name. A delivery that they hold back is snoozed, and takes neither a
// worker of River's nor an attempt. A paused endpoint is tried once per
// Limits.PauseRetry, and its deliveries wait for that. Those that are held
// back when they are older than [WithMaxAge] are cancelled, so that they don't pile up.
type Worker struct {
	river.WorkerDefaults[Delivery]
	sender   *hooks.Sender
	endpoint findFunc
	gone     func(ctx context.Context, name string) error
	log      func(ctx context.Context, a hooks.Attempt)
	timeout  time.Duration
	longest  time.Duration
	maxAge   time.Duration
	policy   river.ClientRetryPolicy
	waits    sync.Map // of job ids to the time.Duration that the receiver asked for
}

// An Option sets a [Worker] up.
type Option func(*Worker)

// WithGone calls f when an endpoint answers 410, for f to disable it, as Standard
// Webhooks says. An error of f is one of the job, which is then retried.
func WithGone(f func(ctx context.Context, name string) error) Option {
	return func(w *Worker) { w.gone = f }
}

// defaultMaxAge is about as long as River retries a delivery.
const defaultMaxAge = 21 * 24 * time.Hour

// WithMaxAge cancels deliveries that an endpoint's limits hold back, because it is
// paused say, when they were enqueued longer ago than this, instead of 21 days.
func WithMaxAge(d time.Duration) Option {
	return func(w *Worker) { w.maxAge = d }
}

// WithRetryPolicy is the policy of the client's configuration, if it has one: a delivery whose
// receiver asks for a time is not tried again before the policy's. nil means River's.
func WithRetryPolicy(p river.ClientRetryPolicy) Option {
	return func(w *Worker) {
		if p != nil {
			w.policy = p
		}
	}
}

// longestSnooze is how long a delivery is held back until the worker looks again
// whether the endpoint was resumed, or the delivery is too old.
const longestSnooze = time.Hour

// defaultMaxRetryAfter is the longest Retry-After that is waited for.
const defaultMaxRetryAfter = 24 * time.Hour

// NewWorker makes a worker, to be added to River's. endpoint finds an endpoint by its name at the
// time of sending; with another error than [ErrNoEndpoint] the delivery is retried. Of the Sender's options those
// on retries can't be given, but MaxRetryAfter: 0 means 24 hours, and a
// receiver that asks for more waits that long. Parallel 0 leaves it to River how
// many deliveries are under way at the same time. The Log is told of River's
// attempts: each has River's number, and Retry as long as River will try again,
// with Wait if the receiver asked for one. It returns a [*hooks.ConfigError] for
// options that can't be meant.
func NewWorker(o hooks.SenderOptions, endpoint func(ctx context.Context, name string) (hooks.Endpoint, error), options ...Option) (*Worker, error) {
	if endpoint == nil {
		return nil, &hooks.ConfigError{Setting: "riveroutbox", Problem: "there is no function to find endpoints with"}
	}
	if o.Attempts != 0 || o.Backoff != 0 || o.MaxBackoff != 0 || o.RetryStatus != nil {
		return nil, &hooks.ConfigError{Setting: "SenderOptions", Problem: "Attempts, Backoff, MaxBackoff and RetryStatus don't apply, for River retries: set MaxAttempts and RetryPolicy of its Config, or Attempts and Retry of postbox.Options"}
	}
	if o.Parallel == 0 {
		o.Parallel = river.QueueNumWorkersMax // a job that waits for its turn here loses time of its own
	}
	w := &Worker{endpoint: endpoint, log: o.Log, timeout: o.Timeout, longest: cmp.Or(o.MaxRetryAfter, defaultMaxRetryAfter), maxAge: defaultMaxAge, policy: new(river.DefaultClientRetryPolicy)}
	o.Log = nil // the worker knows the attempt's number, and what follows
	sender, err := hooks.NewSender(o)
	if err != nil {
		return nil, err
	}
	w.sender = sender
	for _, set := range options {
		set(w)
	}
	if w.maxAge <= 0 {
		return nil, &hooks.ConfigError{Setting: "riveroutbox", Problem: "WithMaxAge wants a duration longer than 0"}
	}
	return w, nil
}

// Sender returns what the worker sends with, for its Check, Resume and Status of an endpoint in
// this process. Its Key is the name it was enqueued with, or the one that the function of
// [NewWorker] returns. Deliveries that are snoozed already come when their time is over, in an hour at
// the latest.
//
//	worker.Sender().Resume(hooks.Endpoint{Key: "customer-7"})
func (w *Worker) Sender() *hooks.Sender { return w.sender }

// Work makes one attempt. River calls it.
func (w *Worker) Work(ctx context.Context, job *river.Job[Delivery]) error {
	a := hooks.Attempt{ID: job.Args.ID, Endpoint: job.Args.Endpoint, Number: job.Attempt, At: time.Now()}
	endpoint, err := w.endpoint(ctx, job.Args.Endpoint)
	switch {
	case errors.Is(err, ErrNoEndpoint):
		a.Unsent = true
		return w.ended(ctx, job, a, river.JobCancel(err))
	case err != nil:
		a.Unsent = true
		return w.ended(ctx, job, a, fmt.Errorf("riveroutbox: the endpoint %q: %w", job.Args.Endpoint, err))
	}
	endpoint.Key = cmp.Or(endpoint.Key, job.Args.Endpoint)
	receipt, err := w.sender.Try(ctx, job.Args.message(), endpoint)
	a.Endpoint, a.URL, a.Status, a.Response = endpoint.Key, receipt.URL, receipt.Status, receipt.Response
	a.Unsent = receipt.Number == 0
	var failed *hooks.DeliveryError
	if !errors.As(err, &failed) {
		return w.ended(ctx, job, a, err)
	}
	if failed.Attempts > 0 { // 0 is what was held back
		failed.Attempts = job.Attempt // as River counts
	}
	if failed.Attempts == 0 && failed.RetryAfter > 0 { // the endpoint's limits: that is no attempt of River's either
		if job.CreatedAt.IsZero() || time.Since(job.CreatedAt) <= w.maxAge {
			return river.JobSnooze(min(failed.RetryAfter, longestSnooze))
		}
		return w.ended(ctx, job, a, river.JobCancel(fmt.Errorf("riveroutbox: held back for more than %v: %w", w.maxAge, err)))
	}
	return w.ended(ctx, job, a, w.failed(ctx, job, failed))
}

// failed returns what River is told of a failure.
func (w *Worker) failed(ctx context.Context, job *river.Job[Delivery], failed *hooks.DeliveryError) error {
	if failed.Status == http.StatusGone && w.gone != nil {
		if err := w.gone(ctx, job.Args.Endpoint); err != nil {
			return fmt.Errorf("riveroutbox: can't disable the endpoint %q: %w", job.Args.Endpoint, err)
		}
	}
	if failed.Final {
		return river.JobCancel(failed)
	}
	if failed.RetryAfter > 0 && job.Attempt < job.MaxAttempts {
		w.waits.Store(job.ID, failed.RetryAfter)
	}
	return failed
}

// ended logs how an attempt ended, and returns err, for River.
func (w *Worker) ended(ctx context.Context, job *river.Job[Delivery], a hooks.Attempt, err error) error {
	if w.log == nil {
		return err
	}
	a.Took, a.Err = time.Since(a.At), err
	var cancelled *river.JobCancelError
	if errors.As(err, &cancelled) {
		a.Err = cancelled.Unwrap()
	} else if a.Retry = err != nil && job.Attempt < job.MaxAttempts; a.Retry {
		if asked, ok := w.waits.Load(job.ID); ok {
			a.Wait = min(asked.(time.Duration), w.longest)
		}
	}
	w.logAttempt(ctx, a)
	return err
}

// logAttempt calls the log, whose panic must not change what becomes of the job.
func (w *Worker) logAttempt(ctx context.Context, a hooks.Attempt) {
	defer func() {
		if v := recover(); v != nil {
			slog.ErrorContext(ctx, "riveroutbox: a Log of deliveries panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	w.log(ctx, a)
}

// NextRetry is when a failed delivery is tried again: after the policy's backoff, and
// not before the time that the receiver asked for. River calls it.
func (w *Worker) NextRetry(job *river.Job[Delivery]) time.Time {
	asked, ok := w.waits.LoadAndDelete(job.ID)
	if !ok {
		return time.Time{} // the client's policy
	}
	at := time.Now().Add(min(asked.(time.Duration), w.longest))
	if backoff := w.policy.NextRetry(job.JobRow); backoff.After(at) {
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
