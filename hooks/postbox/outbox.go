package postbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
)

// An Event is something that happened, which a tenant's endpoints are notified of.
type Event struct {
	Tenant string
	Type   string // "invoice.paid": which endpoints get it, sent in the Signer's TypeHeader, too
	// Key, if not empty, keeps order: an endpoint gets the events of one key one after another,
	// each after the one before was accepted or is [Dead]. The others wait meanwhile. Transactions
	// that publish at the same time have no order; a row that both change gives them one.
	Key string
	// Endpoint, if not empty, is the only one that gets it, by its ID, whatever its Types are:
	// to try an endpoint, say.
	Endpoint string
	// Data is what happened, sent with the type as Standard Webhooks has it:
	//
	//	{"type":"invoice.paid","timestamp":"2026-11-27T20:26:10.344522Z","data":{...}}
	Data any
	// Message is the rest of what is sent, and without Data all of it: its Payload or Body as
	// they are. Its Type is the Event's. One with an ID that was published before goes to the endpoints that have not
	// got it.
	hooks.Message
}

// message is what is sent.
func (e *Event) message(now time.Time) (hooks.Message, error) {
	m := e.Message
	m.Type = e.Type
	if e.Data == nil {
		return m, nil
	}
	if m.Payload != nil || m.Body != nil {
		return m, &hooks.ConfigError{Setting: "event", Problem: "it has Data and a Message with Payload or Body; give one of the two"}
	}
	data := e.Data
	if text, ok := data.([]byte); ok {
		data = json.RawMessage(text)
	}
	m.Payload = struct {
		Type      string    `json:"type"`
		Timestamp time.Time `json:"timestamp"`
		Data      any       `json:"data"`
	}{e.Type, now.UTC(), data}
	return m, nil
}

// Publish sends an event to the endpoints of its tenant that want its type, and returns the
// message's id and how many those are: with 0 nobody wants it, or all have got it before. It is
// sent when the Box works: see [Box.Start]. It returns a [*hooks.ConfigError] if the message
// can't be sent as it is.
func (b *Box[Tx]) Publish(ctx context.Context, e Event) (id string, endpoints int, err error) {
	err = b.db.begin(ctx, func(tx Tx) error {
		id, endpoints, err = b.PublishTx(ctx, tx, e)
		return err
	})
	return id, endpoints, err
}

// PublishTx is Publish in a transaction of the application's, with the work that the event
// tells of: both happen, or neither.
func (b *Box[Tx]) PublishTx(ctx context.Context, tx Tx, e Event) (id string, endpoints int, err error) {
	if e.Tenant == "" || e.Type == "" {
		return e.ID, 0, &hooks.ConfigError{Setting: "event", Problem: "it wants a Tenant and a Type"}
	}
	names, err := b.whoWants(ctx, tx, e)
	if err != nil {
		return e.ID, 0, err
	}
	m, err := e.message(time.Now())
	if err != nil {
		return m.ID, 0, err
	}
	m, jobs, err := riveroutbox.Jobs(m, names...)
	if err != nil || len(jobs) == 0 {
		return m.ID, 0, err
	}
	for i := range jobs {
		jobs[i].InsertOpts = &river.InsertOpts{Queue: outQueue, UniqueOpts: river.UniqueOpts{ByArgs: true}, Metadata: object(map[string]string{
			"tenant": e.Tenant, "type": e.Type, "key": e.Key, "endpoint": names[i], "id": m.ID,
		})}
	}
	results, err := b.client.InsertManyTx(ctx, tx, jobs)
	for _, r := range results {
		if !r.UniqueSkippedAsDuplicate {
			endpoints++
		}
	}
	return m.ID, endpoints, err
}

// whoWants are the endpoints that get an event.
func (b *Box[Tx]) whoWants(ctx context.Context, tx Tx, e Event) (names []string, err error) {
	all, err := b.endpoints(ctx, tx, e.Tenant)
	for _, endpoint := range all {
		if e.Endpoint == "" && endpoint.wants(e.Type) || e.Endpoint == endpoint.ID {
			names = append(names, endpoint.ID)
		}
	}
	if err == nil && e.Endpoint != "" && names == nil {
		err = &hooks.ConfigError{Setting: "event", Problem: "its Tenant has no Endpoint of that ID", Err: ErrNoEndpoint}
	}
	return names, err
}

// A sendWorker sends the deliveries of the outbox.
type sendWorker[Tx any] struct {
	river.WorkerDefaults[riveroutbox.Delivery]
	box   *Box[Tx]
	inner *riveroutbox.Worker
}

func newSendWorker[Tx any](b *Box[Tx]) (*sendWorker[Tx], error) {
	w := &sendWorker[Tx]{box: b}
	o := b.options.Sender
	o.Parallel = cmp.Or(o.Parallel, b.options.sends())
	own, changed := o.Log, o.Limits.OnChange
	o.Log = func(ctx context.Context, a hooks.Attempt) {
		kept := a
		kept.Err = cause(a.Err)
		record(ctx, sentFrom(ctx), kept)
		if own != nil {
			own(ctx, a)
		}
	}
	o.Limits.OnChange = func(ctx context.Context, c hooks.EndpointStatus) {
		b.noteHealth(ctx, c)
		if changed != nil {
			changed(ctx, c)
		}
	}
	var err error
	w.inner, err = riveroutbox.NewWorker(o, b.address, riveroutbox.WithMaxAge(b.options.Keep), riveroutbox.WithRetryPolicy(b.options.Retry), riveroutbox.WithGone(func(ctx context.Context, id string) error {
		_, err := b.change(ctx, id, func(e *Endpoint) error { e.Disabled = true; return nil })
		if errors.Is(err, ErrNoEndpoint) {
			return nil
		}
		return err
	}))
	return w, err
}

// address is where a delivery goes, and how it is signed, at the time of sending.
func (b *Box[Tx]) address(ctx context.Context, id string) (a hooks.Endpoint, err error) {
	e, err := b.Endpoint(ctx, id)
	switch {
	case errors.Is(err, ErrNoEndpoint) || err == nil && e.Disabled:
		return a, riveroutbox.ErrNoEndpoint
	case err != nil:
		return a, err
	}
	a = hooks.Endpoint{URL: e.URL, Key: e.ID, Header: e.Header, FailingSince: e.FailingSince}
	err = errors.New("it panicked")
	b.guarded(ctx, "Signer", func() { a.Signer, err = b.options.Signer(e, inTurn(e.secrets(time.Now()), sentFrom(ctx).Attempt)) })
	if err != nil {
		err = fmt.Errorf("postbox: Options.Signer: %w", err)
	}
	return a, err
}

type sentKey struct{}

// sentFrom is the job that is sent in a context.
func sentFrom(ctx context.Context) *rivertype.JobRow { return ctx.Value(sentKey{}).(*rivertype.JobRow) }

// noteHealth keeps since when an endpoint fails, for the days before a pause to be counted
// across restarts.
func (b *Box[Tx]) noteHealth(ctx context.Context, c hooks.EndpointStatus) {
	if !c.Until.IsZero() {
		b.options.Logger.WarnContext(ctx, "postbox: an endpoint failed too often and gets nothing for a while", "endpoint", c.Key, "url", c.URL, "until", c.Until, "paused", c.Paused, "error", c.Err)
	}
	_, err := b.change(context.WithoutCancel(ctx), c.Key, func(e *Endpoint) error {
		e.FailingSince = c.Since
		return nil
	})
	if err != nil && !errors.Is(err, ErrNoEndpoint) {
		b.options.Logger.ErrorContext(ctx, "postbox: can't store how an endpoint is", "endpoint", c.Key, "error", err)
	}
}

// Resume lets an endpoint be sent to again that is paused, or whose circuit is open: see
// [hooks.Sender.Resume]. Other machines try it within the hour.
func (b *Box[Tx]) Resume(ctx context.Context, id string) error {
	_, err := b.change(ctx, id, func(e *Endpoint) error { e.FailingSince, e.Disabled = time.Time{}, false; return nil })
	b.sends.inner.Sender().Resume(hooks.Endpoint{Key: id})
	return err
}

// Work implements river.Worker.
func (w *sendWorker[Tx]) Work(ctx context.Context, job *river.Job[riveroutbox.Delivery]) error {
	defer func() {
		if p := recover(); p != nil { // River takes it for a failure
			if err := fmt.Errorf("panic: %v", p); isDead(ctx, job.JobRow, err) {
				w.box.passOn(ctx, job, err)
			}
			panic(p)
		}
	}()
	err := w.box.reported(ctx, job.JobRow, w.send(ctx, job))
	if err == nil || isDead(ctx, job.JobRow, err) {
		w.box.passOn(ctx, job, err)
	}
	return err
}

func (w *sendWorker[Tx]) send(ctx context.Context, job *river.Job[riveroutbox.Delivery]) error {
	behind, err := w.box.isBehind(ctx, job.JobRow)
	if err != nil {
		return err
	}
	if err := river.MetadataSet(ctx, "behind", behind); err != nil { // for keepOrder: limits snooze, too
		return err
	}
	if behind {
		return river.JobSnooze(time.Second)
	}
	return w.inner.Work(context.WithValue(ctx, sentKey{}, job.JobRow), job)
}

// NextRetry implements river.Worker.
func (w *sendWorker[Tx]) NextRetry(job *river.Job[riveroutbox.Delivery]) time.Time {
	return w.inner.NextRetry(job)
}

// Timeout implements river.Worker.
func (w *sendWorker[Tx]) Timeout(job *river.Job[riveroutbox.Delivery]) time.Duration {
	return cmp.Or(w.inner.Timeout(job), river.JobTimeoutDefault)
}

// complete marks a job as completed in a transaction. ctx is that of its work. It returns
// [hooks.ErrClaimLost] if another attempt has begun since.
func complete[Tx any, A river.JobArgs](ctx context.Context, tx Tx, job *river.Job[A]) error {
	done, err := river.JobCompleteTx[riverdriver.Driver[Tx]](ctx, tx, job)
	if err == nil && (done.State != rivertype.JobStateCompleted || done.Attempt != job.Attempt) {
		err = hooks.ErrClaimLost
	}
	return err
}
