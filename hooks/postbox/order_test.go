package postbox_test

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/postbox"
)

// Events of one key arrive in order, however often one fails; others don't wait for them.
func TestKeysKeepOrder(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, _ func() *river.Event) {
		url, a := serve(t)
		must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		a.status <- 503
		a.status <- 500
		for i := range 5 {
			published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Key: "order-7", Message: hooks.Message{Payload: i}}))
		}
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"0", "0", "0", "1", "2", "3", "4"} {
			if got := a.next(t); got != want {
				t.Errorf("%s arrived, want %s", got, want)
			}
		}
	})
}

// The deliveries behind one that dies are sent, and those behind one that has ended without
// passing on, as it does when its process is killed.
func TestKeysGoOnAfterAnEnd(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, _ func() *river.Event) {
		url, a := serve(t)
		must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{ID: "e", Tenant: "acme", URL: url}))
		event := postbox.Event{Tenant: "acme", Type: "x", Key: "k", Endpoint: "e"}
		for event.Data = range 3 {
			published(t)(b.Publish(t.Context(), event))
		}
		all := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{}))
		if _, err := b.Cancel(t.Context(), all[2].Job); err != nil { // nobody passes on
			t.Fatal(err)
		}
		for range 3 {
			a.status <- 500 // all that the second has
		}
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"data":1}`, `"data":1}`, `"data":1}`, `"data":2}`} {
			if body := a.next(t); !strings.HasPrefix(body, `{"type":"x","timestamp":"20`) || !strings.HasSuffix(body, want) {
				t.Errorf("%s arrived, want %s", body, want)
			}
		}
	})
}

// A process is killed again and again, before it has the answer of an event of a key and after it:
// none is lost, and none arrives after a later one.
func TestKilledKeepsOrder(t *testing.T) {
	o := options()
	o.Attempts = 25
	if file := os.Getenv("POSTBOX_FILE"); file != "" {
		_, b := open(t, file, o)
		if err := b.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		select {}
	}
	type arrival struct {
		body   string
		answer chan bool
	}
	arrived := make(chan arrival)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		a := arrival{string(body), make(chan bool, 1)}
		select {
		case arrived <- a:
		case <-r.Context().Done():
			return
		}
		select {
		case <-a.answer:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "x.db")
	db, b := open(t, file, o)
	ready(t, b, b.Client())
	must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: server.URL}))
	var want, got []string
	for i := range 6 {
		published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Key: "k", Message: hooks.Message{Payload: i}}))
		want = append(want, strconv.Itoa(i))
	}
	for kill := range 4 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledKeepsOrder$")
		child.Env = append(os.Environ(), "POSTBOX_FILE="+file)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		a := <-arrived
		got = append(got, a.body)
		if kill%2 == 1 {
			a.answer <- true
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()                                                           // killed
		past := time.Now().UTC().Add(-time.Hour).Format("2006-01-02 15:04:05.000") // time passes
		must[sql.Result](t)(db.Exec("UPDATE river_job SET attempted_at = ?", past))
		must[sql.Result](t)(db.Exec("DELETE FROM river_leader"))
	}
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for len(got) == 0 || got[len(got)-1] != want[len(want)-1] {
		a := <-arrived
		got = append(got, a.body)
		a.answer <- true
	}
	if arrivals := slices.Compact(slices.Clone(got)); !slices.Equal(arrivals, want) {
		t.Errorf("%v arrived", got)
	}
}

// An event that is committed when the one before it has ended waits for nobody.
func TestPublishedWhileOneEnds(t *testing.T) {
	b := must[*postbox.Box[pgx.Tx]](t)(postbox.Postgres(database(t), options()))
	ended := ready(t, b, b.Client())
	url, a := serve(t)
	must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
	event := postbox.Event{Tenant: "acme", Type: "x", Key: "k", Message: hooks.Message{Payload: 1}}
	published(t)(b.Publish(t.Context(), event))
	err := b.Begin(t.Context(), func(tx pgx.Tx) error {
		_, _, err := b.PublishTx(t.Context(), tx, event)
		if err == nil {
			err = b.Start(t.Context())
		}
		if err == nil {
			until(t, ended, rivertype.JobStateCompleted)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	<-a.bodies
	select {
	case <-a.bodies:
	case <-time.After(30 * time.Second): // the next minute's look would find it
		t.Error("it waits for one that has ended")
	}
}

// What has ended while the minute's look was on its way stays ended, and holds up none of the others.
func TestLostAreFoundWhileOthersEnd(t *testing.T) {
	pool := database(t)
	b := must[*postbox.Box[pgx.Tx]](t)(postbox.Postgres(pool, options()))
	ended := ready(t, b, b.Client())
	url, a := serve(t)
	must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
	for _, key := range []string{"cancelled", "removed", "waiting"} {
		published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Key: key, Message: hooks.Message{Payload: key}}))
	}
	change := func(tx pgx.Tx, statement string) {
		if _, err := tx.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	err := b.Begin(t.Context(), func(tx pgx.Tx) error { change(tx, "UPDATE river_job SET state = 'pending'"); return nil })
	if err != nil {
		t.Fatal(err)
	}
	err = b.Begin(t.Context(), func(tx pgx.Tx) error {
		change(tx, "UPDATE river_job SET state = 'cancelled', finalized_at = now() WHERE metadata ->> 'key' = 'cancelled'")
		change(tx, "DELETE FROM river_job WHERE metadata ->> 'key' = 'removed'")
		if err := b.Start(t.Context()); err != nil {
			return err
		}
		for waits := 0; waits == 0; { // for this transaction
			if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waits); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	until(t, ended, rivertype.JobStateCompleted)
	if body := <-a.bodies; body != `"waiting"` {
		t.Errorf("%s arrived", body)
	}
	if all := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{Key: "cancelled"})); len(all) != 1 || all[0].State != postbox.Dead {
		t.Errorf("%+v", all)
	}
}

// What its endpoint's limits hold back is sent in its time, though none of its key is before it.
func TestKeysLeaveLimitsAlone(t *testing.T) {
	o := options()
	o.Sender.Limits.Failures, o.Sender.Limits.Open = 1, time.Hour
	onBoth(t, o, func(t *testing.T, b box, ended func() *river.Event) {
		url, down := serve(t)
		must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "down", URL: url}))
		url, gone := serve(t)
		must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "gone", URL: url}))
		down.status <- 500
		gone.status <- 410
		event := postbox.Event{Tenant: "down", Type: "x", Key: "k", Data: 1}
		published(t)(b.Publish(t.Context(), event))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		waits := ended()
		for waits.Kind != river.EventKindJobSnoozed {
			waits = ended()
		}
		event.Tenant = "gone" // the Box sees how these end after it has seen the one before
		left := 0
		for range 2 {
			_, endpoints, err := b.Publish(t.Context(), event) // to nobody once the first has ended
			if err != nil {
				t.Fatal(err)
			}
			left += endpoints
		}
		for left > 0 {
			switch e := ended(); {
			case e.Job.State == rivertype.JobStateCancelled:
				left--
			case e.Job.ID == waits.Job.ID:
				t.Fatal("it is tried before its time")
			}
		}
	})
}

// How many events of one key an endpoint on this machine gets in a second:
//
//	go test -run='^$' -bench=OneKey -benchtime=5x
func BenchmarkOneKey(b *testing.B) {
	onBoth(b, options(), func(b *testing.B, x box, _ func() *river.Event) {
		url, a := serve(b)
		must[postbox.Endpoint](b)(x.AddEndpoint(b.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		if err := x.Start(b.Context()); err != nil {
			b.Fatal(err)
		}
		const events = 20
		for b.Loop() {
			for i := range events {
				published(b)(x.Publish(b.Context(), postbox.Event{Tenant: "acme", Type: "x", Key: "order-7", Data: i}))
			}
			for range events {
				<-a.bodies
				<-a.seen
			}
		}
		b.ReportMetric(events*float64(b.N)/b.Elapsed().Seconds(), "events/s")
	})
}
