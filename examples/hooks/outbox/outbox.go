// Package outbox is an example: deliveries that survive a crash, by River on
// PostgreSQL.
package outbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"signalbox/examples/hooks/internal/loopback"
	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
)

// Demo enqueues deliveries in two transactions on the database, one of which is
// rolled back, and works the outbox until the other's delivery has arrived. It
// makes River's tables in a schema of its own, and removes that.
func Demo(ctx context.Context, out io.Writer, logger *slog.Logger, database string) (err error) {
	schema := "example_" + strings.ToLower(rand.Text()[:10])
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "CREATE SCHEMA "+schema); err != nil {
		return err
	}
	defer func() {
		_, dropErr := pool.Exec(context.WithoutCancel(ctx), "DROP SCHEMA "+schema+" CASCADE")
		err = errors.Join(err, dropErr)
	}()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: schema, Logger: logger})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	verifier, err := hooks.NewVerifier(hooks.Sha256Verifier, hooks.WithSecrets(rand.Text()))
	if err != nil {
		return err
	}
	arrived := make(chan string, 10)
	receiver, err := hooks.Handler(verifier, func(_ context.Context, e hooks.Event) (any, error) {
		arrived <- e.Header(hooks.DefaultIDHeader) + " " + string(e.Payload())
		return nil, nil
	}, hooks.WithReceiverLogger(logger))
	if err != nil {
		return err
	}
	customer, err := loopback.Serve(receiver)
	if err != nil {
		return err
	}
	defer customer.Close()
	client, err := start(ctx, logger, pool, schema, hooks.Endpoint{URL: customer.URL, Signer: verifier})
	if err != nil {
		return err
	}
	defer client.StopAndCancel(context.WithoutCancel(ctx))
	if err := orders(ctx, out, pool, client); err != nil {
		return err
	}
	select {
	case delivery := <-arrived:
		fmt.Fprintf(out, "  %-44s accepted %s\n", "arrived", delivery)
		return nil
	case <-time.After(time.Minute):
		return errors.New("nothing arrived")
	}
}

// start starts a client that works the outbox.
func start(ctx context.Context, logger *slog.Logger, pool *pgxpool.Pool, schema string, customer hooks.Endpoint) (*river.Client[pgx.Tx], error) {
	endpoint := func(_ context.Context, name string) (hooks.Endpoint, error) {
		if name != "acme" { // an application looks it up in its table of endpoints
			return hooks.Endpoint{}, riveroutbox.ErrNoEndpoint
		}
		return customer, nil
	}
	worker, err := riveroutbox.NewWorker(hooks.SenderOptions{
		AllowHTTP: true, AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, // the customer is this process
	}, endpoint)
	if err != nil {
		return nil, err
	}
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, worker); err != nil {
		return nil, err
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 10}},
		Workers: workers,
		Schema:  schema,
		Logger:  logger,
	})
	if err != nil {
		return nil, err
	}
	return client, client.Start(ctx)
}

// orders places two orders, each with its delivery in one transaction.
func orders(ctx context.Context, out io.Writer, pool *pgxpool.Pool, client *river.Client[pgx.Tx]) error {
	for _, order := range []struct {
		number int
		paid   bool
	}{{1, false}, {2, true}} {
		tx, err := pool.Begin(ctx)
		if err != nil {
			return err
		}
		if _, err := riveroutbox.Enqueue(ctx, client, tx, hooks.Message{Payload: map[string]int{"order": order.number}}, "acme"); err != nil {
			return errors.Join(err, tx.Rollback(ctx))
		}
		end, word := tx.Rollback, "rolled back"
		if order.paid {
			end, word = tx.Commit, "committed"
		}
		if err := end(ctx); err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-44s %s\n", fmt.Sprintf("order %d and its delivery", order.number), word)
	}
	return nil
}
