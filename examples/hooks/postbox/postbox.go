// Package postbox is an example: an outbox that tells a customer of orders, and the customer's
// inbox, in a file of SQLite. What is in it survives a crash.
package postbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"signalbox/examples/hooks/internal/loopback"
	"signalbox/hooks"
	"signalbox/hooks/postbox"
)

// An Order is what the application sells.
type Order struct {
	ID int `json:"id"`
}

// Open opens the application's database, with its orders and its postbox.
func Open(ctx context.Context, file string, logger *slog.Logger) (*postbox.Box[*sql.Tx], error) {
	box, err := postbox.OpenSQLite(file, postbox.Options{
		Logger: logger,
		Sender: hooks.SenderOptions{ // the customer is this process
			AllowHTTP: true, AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		},
	})
	if err != nil {
		return nil, err
	}
	if err := box.Migrate(ctx); err != nil {
		return nil, errors.Join(err, box.Close())
	}
	err = box.Begin(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS orders (id integer PRIMARY KEY, paid boolean CHECK (paid))")
		return err
	})
	return box, err
}

// Place stores an order and tells its customer of it: both, or neither.
func Place(ctx context.Context, box *postbox.Box[*sql.Tx], customer string, order Order, paid bool) error {
	return box.Begin(ctx, func(tx *sql.Tx) error {
		if _, _, err := box.PublishTx(ctx, tx, postbox.Event{Tenant: customer, Type: "order.placed", Data: order}); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO orders (id, paid) VALUES (?, ?)", order.ID, paid)
		return err
	})
}

// Demo places two orders, of which the database refuses one, and waits until the customer has
// handled the other.
func Demo(ctx context.Context, out io.Writer, logger *slog.Logger) (err error) {
	folder, err := os.MkdirTemp("", "postbox")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	box, err := Open(ctx, filepath.Join(folder, "webhooks.db"), logger)
	if err != nil {
		return err
	}
	defer box.Close()
	handled, close, err := customer(ctx, box)
	if err != nil {
		return err
	}
	defer close()
	for _, order := range []struct {
		Order
		paid bool
	}{{Order{1}, false}, {Order{2}, true}} {
		word := "committed"
		if err := Place(ctx, box, "acme", order.Order, order.paid); err != nil {
			word = "rolled back: " + err.Error()
		}
		fmt.Fprintf(out, "  %-44s %s\n", fmt.Sprintf("order %d and its delivery", order.ID), word)
	}
	if err := box.Start(ctx); err != nil {
		return err
	}
	defer box.Stop(context.WithoutCancel(ctx))
	select {
	case delivery := <-handled:
		fmt.Fprintf(out, "  %-44s accepted %s\n", "handled", delivery)
	case <-time.After(time.Minute):
		return errors.New("nothing arrived")
	}
	return nil
}

// customer adds a customer's endpoint, and receives there what is signed with its secret.
func customer(ctx context.Context, box *postbox.Box[*sql.Tx]) (handled <-chan string, close func(), err error) {
	secret := "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	verifier, err := hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret))
	if err != nil {
		return nil, nil, err
	}
	seen := make(chan string, 10)
	receiver, err := box.Receiver("orders", verifier, func(_ context.Context, e hooks.Event) (any, error) {
		seen <- e.ID + " " + string(e.Payload())
		return nil, nil
	})
	if err != nil {
		return nil, nil, err
	}
	server, err := loopback.Serve(receiver)
	if err != nil {
		return nil, nil, err
	}
	_, err = box.AddEndpoint(ctx, postbox.Endpoint{
		Tenant: "acme", URL: server.URL, Types: []string{"order.*"}, Secrets: []postbox.Secret{{Value: secret}},
	})
	return seen, server.Close, err
}
