package postbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"signalbox/hooks"
)

// Receiver makes the receiver of the inbox that has a name: as [hooks.Handler] does, but what
// is verified is stored, and answered 200 at once. The handlers run later, with the event in
// their context ([hooks.EventFrom]), and again after an error. What they return beside it goes
// nowhere.
//
//	receiver, err := box.Receiver("github", github, nil, hooks.On("push", pushed), hooks.Ignore())
//
// A delivery is stored once: claimed in the transaction that stores it, known again for
// Options.Remember. Handshakes, and types that no handler is for, are answered as by any
// receiver. Signatures, Authorization and cookies are not stored.
//
// A delivery for which [hooks.RejectType] is returned, or whose type has no handler any more,
// is [Dead] at once. The others are tried until Options.Attempts, then they are.
// Deliveries that are stored belong to the name: keep it. An error is as of hooks.Handler.
func (b *Box[Tx]) Receiver(name string, verifier hooks.Authenticator, handle func(context.Context, hooks.Event) (any, error), options ...hooks.Option) (*hooks.Receiver, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case name == "":
		return nil, &hooks.ConfigError{Setting: "receiver", Problem: "it has no name, by which its deliveries are stored"}
	case b.receivers[name] != nil:
		return nil, &hooks.ConfigError{Setting: "receiver", Problem: fmt.Sprintf("another has the name %q", name)}
	}
	var secret []string
	if v, ok := verifier.(interface{ SignatureHeader() string }); ok {
		secret = append(secret, v.SignatureHeader())
	}
	all := append([]hooks.Option{
		hooks.WithReplay(&keys[Tx]{b}, name),
		hooks.WithLimits(hooks.Limits{Remember: b.options.Remember}), hooks.WithLogger(b.options.Logger),
	}, options...)
	r, err := hooks.Handler(verifier, handle, append(all, hooks.StoreWith(func(ctx context.Context, e hooks.Event) error {
		return b.store(ctx, name, bare(e, secret...))
	}))...)
	if err == nil {
		b.receivers[name] = r
	}
	return r, err
}

// received is the job of River that handles a delivery.
type received struct {
	Receiver string `json:"receiver"`
	// Stored is JSON of a stored, as text: jsonb takes no NUL, and would write it anew.
	Stored string `json:"stored"`
}

// stored is an event with what its own JSON form leaves out.
type stored struct {
	ID, Type string
	Event    hooks.Event
}

func (r *received) event() (hooks.Event, error) {
	var s stored
	err := json.Unmarshal([]byte(r.Stored), &s)
	s.Event.ID, s.Event.Type = s.ID, s.Type
	return s.Event, err
}

// Kind implements river.JobArgs.
func (received) Kind() string { return "webhook_received" }

// bare is an event without what proves where it comes from, which whoever reads the database
// could use.
func bare(e hooks.Event, secret ...string) hooks.Event {
	secret = append(secret, "Authorization", "Proxy-Authorization", "Cookie")
	isSecret := func(name string) bool {
		return slices.ContainsFunc(secret, func(s string) bool { return strings.EqualFold(s, name) })
	}
	e.Headers, e.MultiValueHeaders = maps.Clone(e.Headers), maps.Clone(e.MultiValueHeaders)
	maps.DeleteFunc(e.Headers, func(name, _ string) bool { return isSecret(name) })
	maps.DeleteFunc(e.MultiValueHeaders, func(name string, _ []string) bool { return isSecret(name) })
	return e
}

// plain is a text that jsonb takes: without NUL.
func plain(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }

// store claims a delivery and makes its job, in one transaction. One that is claimed already
// is stored already.
func (b *Box[Tx]) store(ctx context.Context, name string, e hooks.Event) error {
	claim := e.Claim
	text, err := json.Marshal(stored{ID: e.ID, Type: e.Type, Event: e})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second) // the sender waits
	defer cancel()
	return b.db.begin(ctx, func(tx Tx) error {
		for _, key := range slices.Sorted(slices.Values(append(claim.Also, claim.Key))) { // in one order on all machines
			if fresh, err := b.claim(ctx, tx, key, claim.TTL); !fresh || err != nil {
				return err
			}
		}
		_, err = b.client.InsertTx(ctx, tx, received{Receiver: name, Stored: string(text)}, &river.InsertOpts{
			Queue: inQueue, Metadata: object(map[string]string{"receiver": name, "id": plain(e.ID), "type": plain(e.Type)}),
		})
		return err
	})
}

// claim reports whether a key is the caller's: whether nobody has claimed it for so long.
func (b *Box[Tx]) claim(ctx context.Context, tx Tx, key string, ttl time.Duration) (bool, error) {
	now := time.Now()
	changed, err := b.exec(ctx, tx, `INSERT INTO webhook_inbox (key, expires_at) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at WHERE webhook_inbox.expires_at <= $3`,
		key, now.Add(ttl).UnixMicro(), now.UnixMicro())
	return changed > 0, err
}

// keys is the replay store of the inbox. A delivery is not claimed before it is stored.
type keys[Tx any] struct{ box *Box[Tx] }

// Claim implements hooks.ReplayStore: whether a delivery was stored before.
func (k *keys[Tx]) Claim(ctx context.Context, key string, _ time.Duration) (hooks.Claim, error) {
	c := hooks.Claim{Key: key, State: hooks.Claimed}
	err := k.box.db.begin(ctx, func(tx Tx) error {
		return k.box.each(ctx, tx, `SELECT 1 FROM webhook_inbox WHERE key = $1 AND expires_at > $2`, func(func(...any) error) error {
			c.State = hooks.Confirmed
			return nil
		}, key, time.Now().UnixMicro())
	})
	return c, err
}

// Confirm implements hooks.ReplayStore. The delivery's keys were stored with it.
func (k *keys[Tx]) Confirm(context.Context, hooks.Claim, time.Duration) error { return nil }

// Release implements hooks.ReplayStore.
func (k *keys[Tx]) Release(context.Context, hooks.Claim) error { return nil }

// A handleWorker runs the handlers of the inbox.
type handleWorker[Tx any] struct {
	river.WorkerDefaults[received]
	box *Box[Tx]
}

// Work implements river.Worker.
func (w *handleWorker[Tx]) Work(ctx context.Context, job *river.Job[received]) error {
	m := marksOf(job.JobRow)
	a := hooks.Attempt{ID: m.ID, Endpoint: m.Receiver, Number: job.Attempt, At: time.Now()}
	err := w.handle(ctx, job)
	a.Took, a.Err = time.Since(a.At), reason(err)
	a.Retry = err != nil && !isDead(ctx, job.JobRow, err)
	record(ctx, job.JobRow, a)
	if o := w.box.options; o.Handled != nil {
		w.box.guarded(ctx, "Handled", func() { o.Handled(ctx, a) })
	}
	if a.Retry {
		w.box.options.Logger.WarnContext(ctx, "postbox: a delivery is handled again", "receiver", m.Receiver, "type", m.Type, "id", m.ID, "job", job.ID, "attempt", a.Number, "error", a.Err)
	}
	return w.box.reported(ctx, job.JobRow, err)
}

func (w *handleWorker[Tx]) handle(ctx context.Context, job *river.Job[received]) error {
	w.box.mu.Lock()
	r := w.box.receivers[job.Args.Receiver]
	w.box.mu.Unlock()
	if r == nil {
		return fmt.Errorf("postbox: this process has no receiver %q", job.Args.Receiver)
	}
	e, err := job.Args.event()
	if err != nil {
		return river.JobCancel(err)
	}
	outcome, err := r.Process(context.WithValue(ctx, rowKey{}, job), e)
	switch {
	case outcome == hooks.Rejected:
		return river.JobCancel(err)
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("the handler has %v (Options.Timeout): %w", w.box.options.Timeout, err)
	}
	return err
}

// Timeout implements river.Worker.
func (w *handleWorker[Tx]) Timeout(*river.Job[received]) time.Duration { return w.box.options.Timeout }

// rowKey is of the context of a handler.
type rowKey struct{}

// DoneTx marks the delivery of a handler as [Done] in the handler's transaction, so that its
// work and that happen together or not at all: exactly once, for work in this database. ctx is
// the handler's. It returns [hooks.ErrClaimLost] if the delivery is another attempt's by now.
func (b *Box[Tx]) DoneTx(ctx context.Context, tx Tx) error {
	job, ok := ctx.Value(rowKey{}).(*river.Job[received])
	if !ok {
		return errors.New("postbox: DoneTx wants the context of a handler of the inbox")
	}
	return complete(ctx, tx, job)
}

// A forgetWorker removes the keys whose time is over.
type forgetWorker[Tx any] struct {
	river.WorkerDefaults[forget]
	box *Box[Tx]
}

// forget is its job.
type forget struct{}

// Kind implements river.JobArgs.
func (forget) Kind() string { return "webhook_inbox_forget" }

// Work implements river.Worker. It removes a thousand at a time, to hold up nobody.
func (w *forgetWorker[Tx]) Work(ctx context.Context, _ *river.Job[forget]) error {
	for {
		var removed int64
		err := w.box.db.begin(ctx, func(tx Tx) (err error) {
			removed, err = w.box.exec(ctx, tx, `DELETE FROM webhook_inbox WHERE key IN (
SELECT key FROM webhook_inbox WHERE expires_at <= $1 LIMIT 1000)`, time.Now().UnixMicro())
			return err
		})
		if removed == 0 || err != nil {
			return err
		}
	}
}

// object is a JSON object of texts.
func object(members map[string]string) []byte {
	text, _ := json.Marshal(members)
	return text
}
