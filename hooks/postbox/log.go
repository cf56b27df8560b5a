package postbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
)

// A State is what became of a delivery.
type State string

// The states of deliveries.
const (
	Waiting  State = "waiting"  // it was not tried yet, or is held back by its endpoint's limits or its key
	Running  State = "running"  // it is being handled or sent
	Retrying State = "retrying" // it failed, and is tried again
	Done     State = "done"     // its handler succeeded, or its endpoint accepted it
	Dead     State = "dead"     // it failed for good: nobody tries it again unless told to
)

var states = map[State][]rivertype.JobState{
	Waiting:  {rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateScheduled},
	Running:  {rivertype.JobStateRunning},
	Retrying: {rivertype.JobStateRetryable},
	Done:     {rivertype.JobStateCompleted},
	Dead:     {rivertype.JobStateCancelled, rivertype.JobStateDiscarded},
}

func riverStates(all ...State) (found []rivertype.JobState) {
	for _, s := range all {
		found = append(found, states[s]...)
	}
	return found
}

func stateOf(state rivertype.JobState) State {
	for s, all := range states {
		if slices.Contains(all, state) {
			return s
		}
	}
	return Waiting
}

// A Delivery is one that was received, or one message for one endpoint.
type Delivery struct {
	Job    int64  // names it
	ID     string // the sender's, or the message's
	Type   string
	State  State
	Number int // of the attempt, 0 if there was none

	Receiver              string // of the inbox
	Tenant, Endpoint, Key string // of the outbox

	At   time.Time // when it was received or published
	Next time.Time // when it is tried next, if it is Waiting or Retrying
	End  time.Time // when it was Done or Dead
	// Attempts are the last 50.
	Attempts []Attempt
	Payload  []byte // the body
}

// A Query says which deliveries are meant: those that have all of what it names.
type Query struct {
	Receiver              string // of the inbox
	Tenant, Endpoint, Key string // of the outbox
	ID, Type              string
	States                []State // one of them
	Since, Until          time.Time
	// Before is the Job of the last delivery that is known, for the ones before it.
	Before int64
	// Limit is how many; 0 means 100.
	Limit int
}

// Received returns deliveries of the inbox, the latest first.
//
//	dead, err := box.Received(ctx, postbox.Query{States: []postbox.State{postbox.Dead}})
func (b *Box[Tx]) Received(ctx context.Context, q Query) ([]Delivery, error) {
	return b.list(ctx, received{}.Kind(), q)
}

// Sent returns deliveries of the outbox, sent or not, the latest first: the log that an
// application shows its tenants.
//
//	log, err := box.Sent(ctx, postbox.Query{Tenant: "acme", Endpoint: endpoint.ID, Since: yesterday})
func (b *Box[Tx]) Sent(ctx context.Context, q Query) ([]Delivery, error) {
	return b.list(ctx, riveroutbox.Delivery{}.Kind(), q)
}

func (b *Box[Tx]) list(ctx context.Context, kind string, q Query) ([]Delivery, error) {
	p, err := b.params(kind, q)
	if err != nil {
		return nil, err
	}
	found, err := b.client.JobList(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("postbox: can't list deliveries: %w", hinted(err))
	}
	all := make([]Delivery, len(found.Jobs))
	for i, row := range found.Jobs {
		all[i] = deliveryOf(row)
	}
	return all, nil
}

func (b *Box[Tx]) params(kind string, q Query) (*river.JobListParams, error) {
	inbox := kind == received{}.Kind()
	if inbox && q.Tenant+q.Endpoint+q.Key != "" || !inbox && q.Receiver != "" {
		return nil, &hooks.ConfigError{Setting: "postbox.Query", Problem: "Receiver is of the inbox; Tenant, Endpoint and Key are of the outbox"}
	}
	limit := cmp.Or(q.Limit, 100)
	if limit < 1 || limit > 10_000 {
		return nil, &hooks.ConfigError{Setting: "postbox.Query.Limit", Problem: "want 1 to 10000; go on with Before"}
	}
	p := river.NewJobListParams().Kinds(kind).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(limit)
	p = b.db.having(p, q.texts())
	for _, s := range q.States {
		if states[s] == nil {
			return nil, &hooks.ConfigError{Setting: "postbox.Query.States", Problem: fmt.Sprintf("there is no state %q", s)}
		}
	}
	if len(q.States) > 0 {
		p = p.States(riverStates(q.States...)...)
	} else {
		p = p.States(rivertype.JobStates()...)
	}
	if !q.Since.IsZero() {
		p = p.Where("created_at >= @since", river.NamedArgs{"since": b.db.time(q.Since)})
	}
	if !q.Until.IsZero() {
		p = p.Where("created_at < @until", river.NamedArgs{"until": b.db.time(q.Until)})
	}
	if q.Before > 0 {
		p = p.Where("id < @before", river.NamedArgs{"before": q.Before})
	}
	return p, nil
}

// Backlog counts the deliveries that are not [Done], of inbox and outbox in each state, with the
// time of the oldest: for metrics.
//
//	t, err := telemetry.New()
//	// ...
//	err = t.Backlog(box.Backlog)
func (b *Box[Tx]) Backlog(ctx context.Context) (all []hooks.Backlog, err error) {
	for _, box := range []string{"inbox", "outbox"} {
		for _, state := range []State{Waiting, Running, Retrying, Dead} {
			all = append(all, hooks.Backlog{Box: box, State: string(state)})
		}
	}
	err = b.db.begin(ctx, func(tx Tx) error {
		oldest, err := b.count(ctx, tx, all)
		if err != nil {
			return err
		}
		found, err := b.client.JobListTx(ctx, tx, river.NewJobListParams().IDs(oldest...).First(len(oldest)))
		if err != nil {
			return err
		}
		for _, row := range found.Jobs {
			all[slices.Index(oldest, row.ID)].Oldest = row.CreatedAt.UTC()
		}
		return nil
	})
	return all, err
}

// count counts the deliveries of each box and state, and returns the oldest of each.
func (b *Box[Tx]) count(ctx context.Context, tx Tx, all []hooks.Backlog) ([]int64, error) {
	boxes := map[string]string{received{}.Kind(): "inbox", riveroutbox.Delivery{}.Kind(): "outbox"}
	oldest := make([]int64, len(all))
	query := `SELECT kind, state, count(*), min(id) FROM river_job WHERE kind IN ($1, $2) AND queue IN ($3, $4) AND state IN (` + unfinished + `, 'cancelled', 'discarded') GROUP BY kind, state`
	err := b.each(ctx, tx, query, func(scan func(...any) error) error {
		var kind, state string
		var deliveries int
		var first int64
		err := scan(&kind, &state, &deliveries, &first)
		for i := range all {
			if all[i].Box == boxes[kind] && all[i].State == string(stateOf(rivertype.JobState(state))) {
				all[i].Deliveries += deliveries
				oldest[i] = min(cmp.Or(oldest[i], first), first)
			}
		}
		return err
	}, received{}.Kind(), riveroutbox.Delivery{}.Kind(), inQueue, outQueue)
	return oldest, err
}

// texts are what the metadata of the deliveries has.
func (q *Query) texts() map[string]string {
	texts := map[string]string{"receiver": q.Receiver, "tenant": q.Tenant, "endpoint": q.Endpoint, "key": q.Key, "id": q.ID, "type": q.Type}
	maps.DeleteFunc(texts, func(_, text string) bool { return text == "" })
	return texts
}

// marks are what a job's metadata holds.
type marks struct {
	Receiver, Tenant, Endpoint, Key, ID, Type string

	Behind bool // whether the last attempt found another of its Key before it
}

func marksOf(row *rivertype.JobRow) (m marks) {
	_ = json.Unmarshal(row.Metadata, &m)
	return m
}

func deliveryOf(row *rivertype.JobRow) Delivery {
	m := marksOf(row)
	d := Delivery{
		Job: row.ID, ID: m.ID, Type: m.Type, State: stateOf(row.State), Number: row.Attempt,
		Receiver: m.Receiver, Tenant: m.Tenant, Endpoint: m.Endpoint, Key: m.Key, At: row.CreatedAt.UTC(),
		Attempts: allAttempts(row),
	}
	if row.FinalizedAt != nil {
		d.End = row.FinalizedAt.UTC()
	} else if d.State != Running {
		d.Next = row.ScheduledAt.UTC()
	}
	if m.Receiver != "" {
		var args received
		_ = json.Unmarshal(row.EncodedArgs, &args)
		e, _ := args.event()
		d.Payload = e.Payload()
		return d
	}
	var args riveroutbox.Delivery
	_ = json.Unmarshal(row.EncodedArgs, &args)
	if d.Payload = []byte(args.Payload); args.Body != nil {
		d.Payload = args.Body
	}
	return d
}

// reported returns the error of an attempt, and logs a delivery that is [Dead] by it.
func (b *Box[Tx]) reported(ctx context.Context, row *rivertype.JobRow, err error) error {
	if !isDead(ctx, row, err) {
		return err
	}
	d := deliveryOf(row)
	d.State, d.End, d.Next = Dead, time.Now().UTC(), time.Time{}
	why := reason(err)
	whose := []any{"tenant", d.Tenant, "endpoint", d.Endpoint}
	if d.Receiver != "" {
		whose = []any{"receiver", d.Receiver}
	}
	b.options.Logger.ErrorContext(ctx, "postbox: a delivery is dead", append(whose, "type", d.Type, "id", d.ID, "job", d.Job, "error", why)...)
	if b.options.OnDead != nil {
		b.guarded(ctx, "OnDead", func() { b.options.OnDead(ctx, d, why) })
	}
	return err
}

// guarded calls a function of the options, whose panic must not change what becomes of a delivery.
func (b *Box[Tx]) guarded(ctx context.Context, name string, call func()) {
	defer func() {
		if v := recover(); v != nil {
			b.options.Logger.ErrorContext(ctx, "postbox: Options."+name+" panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	call()
}

// reason is why an attempt failed, without what it says to River.
func reason(err error) error {
	if cancelled := (*river.JobCancelError)(nil); errors.As(err, &cancelled) {
		return cancelled.Unwrap()
	}
	return err
}

// ErrNoDelivery is the error for a Job that is not there, or not any more.
var ErrNoDelivery = errors.New("postbox: there is no such delivery")

// ErrPublishedAgain is the error for a dead delivery whose message was published again: the
// newer delivery is the one to send.
var ErrPublishedAgain = errors.New("postbox: its message was published again")

// Again has a delivery handled or sent again now, whatever became of it, by its Job: one more
// attempt if it had all. One that is [Running] is left alone, also if its process died, which is
// found 30 to 60 seconds after the time that deliveries may take: Options.Timeout, or a minute if
// that is less. It returns [ErrNoDelivery] if there is none, [ErrNoEndpoint] if its endpoint is gone
// or disabled, and [ErrPublishedAgain].
func (b *Box[Tx]) Again(ctx context.Context, job int64) error {
	row, err := b.client.JobGet(ctx, job)
	if err == nil {
		err = b.retry(ctx, row)
	}
	return ofJob(job, err)
}

// Delete removes a delivery from the log, whatever became of it, by its Job: a dead one that
// nobody wants any more, or one that waits and is then not handled or sent. It returns
// [ErrNoDelivery] if there is none, and another error if it is [Running].
func (b *Box[Tx]) Delete(ctx context.Context, job int64) error {
	_, err := b.client.JobDelete(ctx, job)
	return ofJob(job, err)
}

func ofJob(job int64, err error) error {
	switch {
	case errors.Is(err, rivertype.ErrNotFound):
		return fmt.Errorf("%w: %d", ErrNoDelivery, job)
	case errors.Is(err, rivertype.ErrJobRunning):
		return fmt.Errorf("postbox: the delivery %d is running: %w", job, err)
	}
	return hinted(err)
}

func (b *Box[Tx]) retry(ctx context.Context, row *rivertype.JobRow) error {
	if row.Queue == outQueue {
		if err := b.mayGet(ctx, marksOf(row).Endpoint); err != nil {
			return err
		}
	}
	_, err := b.client.JobRetry(ctx, row.ID)
	if err != nil && !errors.Is(err, rivertype.ErrNotFound) && b.isPublishedAgain(ctx, row) {
		return fmt.Errorf("%w: %d", ErrPublishedAgain, row.ID)
	}
	return err
}

// mayGet returns ErrNoEndpoint for an endpoint that gets nothing.
func (b *Box[Tx]) mayGet(ctx context.Context, endpoint string) error {
	e, err := b.Endpoint(ctx, endpoint)
	if err == nil && e.Disabled {
		err = fmt.Errorf("%w that is enabled: %q", ErrNoEndpoint, endpoint)
	}
	return err
}

// isPublishedAgain reports whether there is a newer delivery of the same message to the same
// endpoint: River keeps one.
func (b *Box[Tx]) isPublishedAgain(ctx context.Context, row *rivertype.JobRow) bool {
	if row.Queue != outQueue {
		return false
	}
	m := marksOf(row)
	p := river.NewJobListParams().Queues(outQueue).States(riverStates(Waiting, Running, Retrying, Done)...).First(1)
	newer, err := b.client.JobList(ctx, b.db.having(p, map[string]string{"id": m.ID, "endpoint": m.Endpoint}))
	return err == nil && len(newer.Jobs) > 0
}

// ReceivedAgain is Again for all deliveries of the inbox that a query means, but for those
// that run. Without States it means the [Dead]. It returns how many there were; Limit does not
// count.
func (b *Box[Tx]) ReceivedAgain(ctx context.Context, q Query) (int, error) {
	return b.allAgain(ctx, q, b.Received)
}

// SentAgain is Again for all deliveries of the outbox that a query means, but for those whose
// endpoint is gone or disabled: the dead ones of an
// endpoint that was down, or all since a time,
//
//	n, err := box.SentAgain(ctx, postbox.Query{Endpoint: id, Since: monday, States: []postbox.State{postbox.Done, postbox.Dead}})
//
// Otherwise it is as ReceivedAgain.
func (b *Box[Tx]) SentAgain(ctx context.Context, q Query) (int, error) {
	return b.allAgain(ctx, q, b.Sent)
}

func (b *Box[Tx]) allAgain(ctx context.Context, q Query, list func(context.Context, Query) ([]Delivery, error)) (n int, err error) {
	if q.States == nil {
		q.States = []State{Dead}
	}
	q.Limit = 1000
	for {
		all, err := list(ctx, q)
		if err != nil || len(all) == 0 {
			return n, err
		}
		for _, d := range all {
			q.Before = d.Job
			if d.State == Running {
				continue
			}
			switch err := b.Again(ctx, d.Job); {
			case err == nil:
				n++
			case errors.Is(err, ErrNoDelivery), // its time was over just now
				errors.Is(err, ErrNoEndpoint), errors.Is(err, ErrPublishedAgain):
			default:
				return n, err
			}
		}
	}
}
