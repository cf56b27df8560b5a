package postbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river/rivermigrate"

	"signalbox/hooks"
)

func sqliteBox(t *testing.T) *Box[*sql.Tx] {
	t.Helper()
	b, err := OpenSQLite(filepath.Join(t.TempDir(), "x.db"), Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func change(t *testing.T, b *Box[*sql.Tx], statement string, args ...any) {
	t.Helper()
	err := b.Begin(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What a process is refused that knows fewer of River's tables than another has made by now is
// that they are there.
func TestMigrateBehindAnother(t *testing.T) {
	m, err := rivermigrate.New(sqliteBox(t).db.driver(), nil)
	if err != nil {
		t.Fatal(err)
	}
	versions := len(m.AllVersions())
	refused := 0
	for known := range versions {
		for made := known + 1; made <= versions; made++ {
			t.Run(fmt.Sprintf("%d of %d", known, made), func(t *testing.T) {
				b := sqliteBox(t)
				if m, err = rivermigrate.New(b.db.driver(), &rivermigrate.Config{Logger: b.options.Logger}); err != nil {
					t.Fatal(err)
				}
				if _, err := m.Migrate(t.Context(), rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: made}); err != nil {
					t.Fatal(err)
				}
				change(t, b, "DELETE FROM river_migration WHERE version > $1", known)
				if err := b.migrate(t.Context()); overtaken(err) {
					refused++
				} else if err != nil {
					t.Error(err)
				}
			})
		}
	}
	if refused == 0 {
		t.Error("nothing is refused")
	}
}

// A fault that no other process has made is told at once.
func TestMigrateFaultOnce(t *testing.T) {
	b := sqliteBox(t)
	for _, statement := range []string{"CREATE TABLE", "SELECT missing()", "SELECT * FROM missing"} {
		runs := 0
		err := b.db.alone(t.Context(), func() error {
			runs++
			return b.Begin(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.Exec(statement)
				return err
			})
		})
		if err == nil || runs != 1 {
			t.Errorf("%s: %d times, %v", statement, runs, err)
		}
	}
}

// An endpoint that can't be read says nothing of the message.
func TestAgainWithoutEndpoints(t *testing.T) {
	b := sqliteBox(t)
	if err := b.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.AddEndpoint(t.Context(), Endpoint{Tenant: "acme", URL: "https://example.com"}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // published again when the first delivery was dead
		if _, _, err := b.Publish(t.Context(), Event{Tenant: "acme", Type: "x", Message: hooks.Message{ID: "twice", Payload: 1}}); err != nil {
			t.Fatal(err)
		}
		change(t, b, "UPDATE river_job SET state = 'discarded', finalized_at = created_at WHERE id = 1")
	}
	if err := b.Again(t.Context(), 1); !errors.Is(err, ErrPublishedAgain) {
		t.Errorf("error %v", err)
	}
	change(t, b, "ALTER TABLE webhook_endpoints RENAME TO away")
	if err := b.Again(t.Context(), 1); err == nil || errors.Is(err, ErrPublishedAgain) {
		t.Errorf("error %v", err)
	}
	if n, err := b.SentAgain(t.Context(), Query{}); n != 0 || err == nil {
		t.Errorf("%d again, %v", n, err)
	}
}

// In a transaction of the box, what wants one of its own says so, where SQLite has one connection.
func TestTransactionsWithinOne(t *testing.T) {
	b := sqliteBox(t)
	err := b.Begin(t.Context(), func(*sql.Tx) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := b.Endpoints(ctx, "acme")
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "PublishTx") {
		t.Errorf("error %v", err)
	}
}
