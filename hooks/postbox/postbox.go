// Package postbox has the inbox and the outbox of an application's webhooks in a database:
// in a file of SQLite on one machine, in PostgreSQL beyond. River keeps what is to be done,
// spreads it over machines, retries it for weeks, and keeps what could not be done.
//
//	box, err := postbox.OpenSQLite("webhooks.db", postbox.Options{})  // or postbox.Postgres(pool, ...)
//	...
//	err = box.Migrate(ctx) // makes its tables
//
//	// The inbox: deliveries are stored and answered at once, and handled later.
//	receiver, err := box.Receiver("github", github, nil, hooks.On("push", pushed), hooks.Ignore())
//	http.Handle("POST /webhooks/github", receiver)
//
//	// The outbox: who wants which events, and what became of them.
//	endpoint, err := box.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: url, Types: []string{"invoice.*"}})
//	id, endpoints, err := box.Publish(ctx, postbox.Event{Tenant: "acme", Type: "invoice.paid", Data: invoice})
//
//	err = box.Start(ctx) // works on both until Stop
//
// Everything happens at least once: a handler or an endpoint may see a delivery again whose
// process died. Ids are the same each time.
package postbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivermigrate"

	"signalbox/hooks"
)

// Options are those of a [Box]. The zero value suits most.
type Options struct {
	// Workers is how many deliveries of the inbox are handled at the same time; 0 means 50. Ten
	// times as many of the outbox are sent, for some endpoints are slow. With -1 the Box stores
	// and publishes only.
	Workers int
	// Timeout is how long a handler may take; 0 means a minute.
	Timeout time.Duration
	// Attempts is how often a delivery is tried until it is [Dead]; 0 means 25, which takes
	// three weeks.
	Attempts int
	// Keep is how long deliveries are kept that are [Done] or [Dead]; 0 means 30 days.
	Keep time.Duration
	// Remember is how long a delivery is known again that comes twice; 0 means
	// four days.
	Remember time.Duration

	// Sender has the options of the outbox' Sender: limits of endpoints, addresses that may
	// be sent to, a log. See [riveroutbox.NewWorker] for those that can't be given.
	Sender hooks.SenderOptions
	// Signer makes the signer of an endpoint from its secrets; nil means Standard Webhooks.
	//
	//	Signer: func(_ postbox.Endpoint, secrets []string) (hooks.Signer, error) {
	//		return acme.New(hooks.WithSecrets(secrets...)) // a hooks.Scheme
	//	}
	//
	// While a secret is rotated there are several, the newest first. In each further attempt
	// another one is the first, so that all of them sign in turn where a header has room for
	// one signature.
	Signer func(e Endpoint, secrets []string) (hooks.Signer, error)

	// Handled, if not nil, is called for each attempt to handle a delivery of the inbox, as
	// Sender.Log is for each to send one of the outbox: for metrics. Endpoint is the receiver's name.
	// Its panic is logged and changes nothing.
	Handled func(ctx context.Context, a hooks.Attempt)

	// OnDead, if not nil, is called for each delivery that an attempt leaves [Dead], so that
	// somebody looks at it. It is logged, too. Its panic is logged and changes nothing.
	OnDead func(ctx context.Context, d Delivery, err error)

	// Retry decides when a failed delivery is tried again; nil means River's policy, the
	// fourth power of the attempt in seconds.
	Retry river.ClientRetryPolicy
	// Logger is River's and that of the inbox; nil means slog.Default.
	Logger *slog.Logger
}

func (o *Options) fill() {
	o.Workers = cmp.Or(o.Workers, 50)
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.Attempts = cmp.Or(o.Attempts, river.MaxAttemptsDefault)
	o.Keep = cmp.Or(o.Keep, 30*24*time.Hour)
	o.Remember = cmp.Or(o.Remember, 4*24*time.Hour)
	o.Logger = cmp.Or(o.Logger, slog.Default())
	if o.Signer == nil {
		o.Signer = standardSigner
	}
}

func (o *Options) check() error {
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"Timeout", o.Timeout}, {"Keep", o.Keep}, {"Remember", o.Remember}, {"Attempts", time.Duration(o.Attempts)}, {"Workers", time.Duration(o.Workers + 1)}} {
		if d.value < 0 {
			return &hooks.ConfigError{Setting: "postbox.Options." + d.name, Problem: "it is negative; 0 means the default"}
		}
	}
	return nil
}

// sends is how many deliveries of the outbox are sent at the same time.
func (o *Options) sends() int { return min(max(10*o.Workers, 0), river.QueueNumWorkersMax) }

// A Box is an inbox and an outbox. Tx is the type of its database's transactions: *sql.Tx
// of SQLite, pgx.Tx of PostgreSQL. It is safe for concurrent use.
type Box[Tx any] struct {
	options Options
	db      database[Tx]
	client  *river.Client[Tx]
	sends   *sendWorker[Tx]

	mu        sync.Mutex
	receivers map[string]*hooks.Receiver
}

// The queues of River.
const (
	inQueue  = "webhooks_in"
	outQueue = "webhooks_out"
)

// How soon a delivery is seen that nothing announces, as one that is tried again, and one of the
// outbox that something does, as the next of a key.
const (
	fetchInterval = 200 * time.Millisecond
	fetchCooldown = 5 * time.Millisecond
)

func newBox[Tx any](db database[Tx], o Options) (*Box[Tx], error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o.fill()
	b := &Box[Tx]{options: o, db: db, receivers: map[string]*hooks.Receiver{}}
	var err error
	b.sends, err = newSendWorker(b)
	if err != nil {
		return nil, err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &handleWorker[Tx]{box: b})
	river.AddWorker(workers, &forgetWorker[Tx]{box: b})
	river.AddWorker(workers, b.sends)
	config := &river.Config{
		Workers: workers, Logger: o.Logger, MaxAttempts: o.Attempts, RetryPolicy: o.Retry,
		FetchPollInterval: fetchInterval, FetchCooldown: fetchCooldown,
		RescueStuckJobsAfter:        max(o.Timeout, b.sends.Timeout(nil)) + 30*time.Second,
		CompletedJobRetentionPeriod: o.Keep, CancelledJobRetentionPeriod: o.Keep, DiscardedJobRetentionPeriod: o.Keep,
	}
	if o.Workers > 0 {
		config.Queues = map[string]river.QueueConfig{inQueue: {MaxWorkers: o.Workers, FetchCooldown: river.FetchCooldownDefault}, outQueue: {MaxWorkers: o.sends()}}
		config.PeriodicJobs = []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Hour), func() (river.JobArgs, *river.InsertOpts) {
			return forget{}, &river.InsertOpts{Queue: inQueue}
		}, &river.PeriodicJobOpts{RunOnStart: true})}
	}
	if b.client, err = river.NewClient(db.driver(), config); err != nil {
		return nil, &hooks.ConfigError{Setting: "postbox", Problem: err.Error(), Err: err}
	}
	return b, nil
}

// Migrate makes the tables, River's and its own, or brings them up to date. Run it before the Box
// is used; several processes may run it at once.
func (b *Box[Tx]) Migrate(ctx context.Context) error {
	return b.db.alone(ctx, func() error { return b.migrate(ctx) })
}

func (b *Box[Tx]) migrate(ctx context.Context) error {
	migrator, err := rivermigrate.New(b.db.driver(), &rivermigrate.Config{Logger: b.options.Logger})
	if err == nil {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		return fmt.Errorf("postbox: can't make River's tables: %w", err)
	}
	return b.db.begin(ctx, func(tx Tx) error {
		for _, statement := range schema {
			if _, err := b.exec(ctx, tx, statement); err != nil {
				return fmt.Errorf("postbox: can't make the tables: %w", err)
			}
		}
		return nil
	})
}

// schema has what River's tables don't.
var schema = []string{
	`CREATE TABLE IF NOT EXISTS webhook_inbox (key text PRIMARY KEY, expires_at bigint NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS webhook_inbox_expires_at ON webhook_inbox (expires_at)`,
	`CREATE TABLE IF NOT EXISTS webhook_endpoints (id text PRIMARY KEY, tenant text NOT NULL, version bigint NOT NULL, document text NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS webhook_endpoints_tenant ON webhook_endpoints (tenant, id)`,
	`CREATE INDEX IF NOT EXISTS webhook_outbox_keys ON river_job ((metadata ->> 'endpoint'), (metadata ->> 'key'), id) WHERE ` + isUnfinished,
}

// Start begins to work on the deliveries of inbox and outbox. When ctx ends no other is begun;
// those that are worked on may end until [Box.Stop] says otherwise. Make the receivers before:
// deliveries to one that is not there fail, and are tried again.
func (b *Box[Tx]) Start(ctx context.Context) error {
	if b.options.Workers < 0 {
		return &hooks.ConfigError{Setting: "postbox.Options.Workers", Problem: "with -1 the Box works on nothing"}
	}
	err := b.db.begin(ctx, func(tx Tx) error {
		return b.each(ctx, tx, "SELECT 1 FROM webhook_inbox LIMIT 1", func(func(...any) error) error { return nil })
	})
	if err != nil {
		return err
	}
	snoozed, unsubscribe := b.client.SubscribeConfig(&river.SubscribeConfig{
		ChanSize: 10_000, // River drops what has no room: it asks each second whether it is next
		Kinds:    []river.EventKind{river.EventKindJobSnoozed},
	})
	if err := b.client.Start(context.WithoutCancel(ctx)); err != nil {
		unsubscribe()
		return err
	}
	lasting := context.WithoutCancel(ctx)
	context.AfterFunc(ctx, func() { _ = b.client.Stop(lasting) })
	stopped := b.client.Stopped() // of this start, not of a later one
	go func() {
		defer unsubscribe()
		b.keepOrder(lasting, snoozed, stopped)
	}()
	return nil
}

// Stop lets what is being worked on end, and returns then. When ctx ends first, it is
// cancelled, and will be tried again.
func (b *Box[Tx]) Stop(ctx context.Context) error {
	err := b.client.Stop(ctx)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return b.client.StopAndCancel(context.WithoutCancel(ctx))
	}
	return err
}

// Close closes the file that [OpenSQLite] has opened. Databases that were given stay open.
func (b *Box[Tx]) Close() error { return b.db.close() }

// Client is River's client, for its own tools: riverui shows what is under way, and
// [river.Client.Subscribe] reports it.
func (b *Box[Tx]) Client() *river.Client[Tx] { return b.client }

// Begin runs f in a transaction, which is committed if f returns nil. With SQLite it is the
// only one: f uses no other.
//
//	err := box.Begin(ctx, func(tx *sql.Tx) error {
//		if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", order.ID); err != nil {
//			return err
//		}
//		_, _, err := box.PublishTx(ctx, tx, postbox.Event{Tenant: order.Customer, Type: "order.placed", Data: order})
//		return err
//	})
func (b *Box[Tx]) Begin(ctx context.Context, f func(tx Tx) error) error { return b.db.begin(ctx, f) }
