package riveroutbox_test

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
)

// An order is placed and its customers are told: both, or neither.
func Example() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, "postgres://127.0.0.1/shop") // has River's tables: river migrate-up
	if err != nil {
		panic(err)
	}
	endpoint := func(ctx context.Context, name string) (e hooks.Endpoint, err error) {
		var secret string
		switch err := pool.QueryRow(ctx, "SELECT url, secret FROM endpoints WHERE name = $1 AND enabled", name).Scan(&e.URL, &secret); err {
		case nil:
		case pgx.ErrNoRows:
			return e, riveroutbox.ErrNoEndpoint
		default:
			return e, err
		}
		e.Signer, err = hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret))
		return e, err
	}
	disable := func(ctx context.Context, name string) error {
		_, err := pool.Exec(ctx, "UPDATE endpoints SET enabled = false WHERE name = $1", name)
		return err
	}
	worker, err := riveroutbox.NewWorker(hooks.SenderOptions{}, endpoint, riveroutbox.WithGone(disable))
	if err != nil {
		panic(err)
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, worker)
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 50}},
		Workers: workers,
	})
	if err != nil {
		panic(err)
	}
	if err := client.Start(ctx); err != nil {
		panic(err)
	}

	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES (7)"); err != nil {
			return err
		}
		id, err := riveroutbox.Enqueue(ctx, client, tx, hooks.Message{Payload: map[string]int{"order": 7}}, "acme", "initech")
		fmt.Println("enqueued", id)
		return err
	})
	if err != nil {
		panic(err)
	}
}
