package postbox_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/postbox"
)

// What the application does and what it publishes or handles happen together.
func TestTransactions(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		b := must[*postbox.Box[*sql.Tx]](t)(postbox.OpenSQLite(filepath.Join(t.TempDir(), "x.db"), options()))
		t.Cleanup(func() { b.Close() })
		testTransactions(t, b, ready(t, b, b.Client()))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		b, err := postbox.Postgres(database(t), options())
		if err != nil {
			t.Fatal(err)
		}
		testTransactions(t, b, ready(t, b, b.Client()))
	})
}

func testTransactions[Tx any](t *testing.T, b *postbox.Box[Tx], ended func() *river.Event) {
	url, a := serve(t)
	must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
	rolledBack := errors.New("rolled back")
	for _, want := range []error{rolledBack, nil} {
		err := b.Begin(t.Context(), func(tx Tx) error {
			_, _, err := b.PublishTx(t.Context(), tx, postbox.Event{Tenant: "acme", Type: "x", Message: hooks.Message{Payload: want == nil}})
			return errors.Join(err, want)
		})
		if !errors.Is(err, want) {
			t.Error(err)
		}
	}
	attempt := 0
	r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(ctx context.Context, e hooks.Event) (any, error) {
		attempt++
		err := b.Begin(ctx, func(tx Tx) error {
			err := b.DoneTx(ctx, tx)
			if attempt == 1 {
				err = errors.Join(err, rolledBack)
			}
			return err
		})
		return nil, errors.Join(err, errors.New("after the work"))
	}))
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, ended, rivertype.JobStateCompleted)
	if body := <-a.bodies; body != "true" || len(a.bodies) != 0 {
		t.Errorf("%s arrived", body)
	}
	deliver(t, r, github(t), "push", "d1", "1")
	if row := until(t, ended, rivertype.JobStateCompleted); row.Attempt != 2 {
		t.Errorf("done at attempt %d", row.Attempt)
	}
	if err := b.Begin(t.Context(), func(tx Tx) error { return b.DoneTx(t.Context(), tx) }); err == nil {
		t.Error("DoneTx works outside of a handler")
	}
}

// open makes a box in a file that the test can look into.
func open(t *testing.T, file string, o postbox.Options) (*sql.DB, *postbox.Box[*sql.Tx]) {
	t.Helper()
	db := must[*sql.DB](t)(sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_txlock=immediate"))
	db.SetMaxOpenConns(1)
	b := must[*postbox.Box[*sql.Tx]](t)(postbox.SQLite(db, o))
	return db, b
}

// A process is killed while it handles a delivery: another one handles it again.
func TestKilledHandlerLosesNothing(t *testing.T) {
	if file := os.Getenv("POSTBOX_FILE"); file != "" {
		_, b := open(t, file, options())
		must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(context.Context, hooks.Event) (any, error) {
			os.Stdout.WriteString("handling\n")
			select {}
		}))
		if err := b.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		select {}
	}
	file := filepath.Join(t.TempDir(), "x.db")
	db, b := open(t, file, options())
	ended := ready(t, b, b.Client())
	handled := 0
	r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(context.Context, hooks.Event) (any, error) {
		handled++
		return nil, nil
	}))
	if got := deliver(t, r, github(t), "push", "d1", "precious"); got != 200 {
		t.Fatalf("answered %d", got)
	}
	child := exec.Command(os.Args[0], "-test.run=^TestKilledHandlerLosesNothing$")
	child.Env = append(os.Environ(), "POSTBOX_FILE="+file)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "handling"; {
		t.Log(lines.Text())
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed
	if running := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{States: []postbox.State{postbox.Running}})); len(running) != 1 {
		t.Fatalf("running %+v", running)
	}
	past := time.Now().UTC().Add(-time.Hour).Format("2006-01-02 15:04:05.000") // time passes
	must[sql.Result](t)(db.Exec("UPDATE river_job SET attempted_at = ?", past))
	must[sql.Result](t)(db.Exec("DELETE FROM river_leader"))
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, ended, rivertype.JobStateCompleted)
	if got := deliver(t, r, github(t), "push", "d1", "precious"); got != 200 || handled != 1 {
		t.Errorf("answered %d, handled %d times", got, handled)
	}
}

// A database that fails or hangs, at either step, swallows nothing: the sender is told to try
// again, and then the delivery is stored.
func TestDatabaseFails(t *testing.T) {
	db, b := open(t, filepath.Join(t.TempDir(), "x.db"), options())
	ready(t, b, b.Client())
	r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(context.Context, hooks.Event) (any, error) { return nil, nil },
		hooks.WithLimits(hooks.Limits{Store: 50 * time.Millisecond})))
	held := must[*sql.Tx](t)(db.Begin())
	if got := deliver(t, r, github(t), "push", "d1", "1"); got != 503 {
		t.Errorf("while the database hangs: answered %d", got)
	}
	if err := held.Rollback(); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"river_job", "webhook_inbox"} {
		must[sql.Result](t)(db.Exec("ALTER TABLE " + table + " RENAME TO away"))
		if got := deliver(t, r, github(t), "push", "d1", "1"); got < 500 {
			t.Errorf("without %s: answered %d", table, got)
		}
		must[sql.Result](t)(db.Exec("ALTER TABLE away RENAME TO " + table))
	}
	if got := deliver(t, r, github(t), "push", "d1", "1"); got != 200 {
		t.Errorf("when it is well: answered %d", got)
	}
	if all := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{})); len(all) != 1 {
		t.Errorf("stored %+v", all)
	}
}

// Keys whose time is over are removed.
func TestKeysAreForgotten(t *testing.T) {
	db, b := open(t, filepath.Join(t.TempDir(), "x.db"), options())
	ready(t, b, b.Client())
	r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(context.Context, hooks.Event) (any, error) { return nil, nil }))
	for _, id := range strings.Fields("a b c") {
		deliver(t, r, github(t), "push", id, id)
	}
	must[sql.Result](t)(db.Exec("UPDATE webhook_inbox SET expires_at = 1 WHERE key <> (SELECT max(key) FROM webhook_inbox)"))
	forgets, cancel := b.Client().Subscribe(river.EventKindJobCompleted)
	defer cancel()
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for e := range forgets {
		if e.Job.Kind == "webhook_inbox_forget" {
			break
		}
	}
	var left int
	if err := db.QueryRow("SELECT count(*) FROM webhook_inbox").Scan(&left); err != nil || left != 1 {
		t.Errorf("%d keys are left, %v", left, err)
	}
}
