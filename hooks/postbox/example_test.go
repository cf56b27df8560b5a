package postbox_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"signalbox/hooks"
	"signalbox/hooks/postbox"
)

type Push struct{ Ref string }

type Invoice struct{ ID int }

// Deliveries of GitHub are stored and answered at once, and handled later.
func ExampleBox_Receiver() {
	ctx := context.Background()
	box, err := postbox.OpenSQLite("webhooks.db", postbox.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := box.Migrate(ctx); err != nil { // makes its tables
		log.Fatal(err)
	}
	github, err := hooks.NewPreset("github", hooks.WithSecrets(os.Getenv("GITHUB_WEBHOOK_SECRET")))
	if err != nil {
		log.Fatal(err)
	}
	receiver, err := box.Receiver("github", github, nil, hooks.Ignore(),
		hooks.On("push", func(ctx context.Context, push Push) (any, error) {
			return nil, build(ctx, push.Ref) // may take as long as it wants; an error is tried again
		}))
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("POST /webhooks/github", receiver)
	if err := box.Start(ctx); err != nil {
		log.Fatal(err)
	}

	dead, err := box.Received(ctx, postbox.Query{States: []postbox.State{postbox.Dead}})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range dead {
		fmt.Println(d.At, d.Receiver, d.Type, d.ID, d.Attempts[len(d.Attempts)-1].Error)
	}
	if _, err := box.ReceivedAgain(ctx, postbox.Query{Receiver: "github"}); err != nil { // when the handler is mended
		log.Fatal(err)
	}
}

func build(context.Context, string) error { return nil }

// Work in the database, and that the delivery is handled, happen together.
func ExampleBox_DoneTx() {
	box, err := postbox.OpenSQLite("shop.db", postbox.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_ = hooks.On("invoice.paid", func(ctx context.Context, invoice Invoice) (any, error) {
		return nil, box.Begin(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, "UPDATE invoices SET paid = true WHERE id = ?", invoice.ID); err != nil {
				return err
			}
			return box.DoneTx(ctx, tx)
		})
	})
}

// A tenant's endpoint is added, told of an event, and asked about.
func ExampleBox_Publish() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	box, err := postbox.Postgres(pool, postbox.Options{})
	if err != nil {
		log.Fatal(err)
	}
	endpoint, err := box.AddEndpoint(ctx, postbox.Endpoint{
		Tenant: "acme", URL: "https://acme.example/hooks", Types: []string{"customer.created", "invoice.*"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("tell Acme the secret:", endpoint.Secrets[0].Value)

	id, endpoints, err := box.Publish(ctx, postbox.Event{
		Tenant: "acme", Type: "invoice.paid", Key: "invoice-7", // of one key they arrive in order
		Message: hooks.Message{Payload: Invoice{7}},
	})
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("published %s to %d endpoints", id, endpoints)

	sent, err := box.Sent(ctx, postbox.Query{Tenant: "acme", Since: time.Now().Add(-24 * time.Hour)})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range sent {
		fmt.Println(d.At, d.ID, d.Type, d.State, len(d.Attempts))
	}
	again, err := box.SentAgain(ctx, postbox.Query{Endpoint: endpoint.ID}) // the dead ones
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again, "are sent again")
}
