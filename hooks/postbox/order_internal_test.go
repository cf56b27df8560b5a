package postbox

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"signalbox/hooks"
)

// A delivery that dies passes on by itself: what River tells of its end may be lost.
func TestDeadPassOnUnheard(t *testing.T) {
	bodies := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bodies <- r.Header.Get("Webhook-Id")
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer server.Close()
	b, err := OpenSQLite(filepath.Join(t.TempDir(), "x.db"), Options{Attempts: 1, Logger: slog.New(slog.DiscardHandler), Sender: hooks.SenderOptions{
		AllowHTTP: true, AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.AddEndpoint(t.Context(), Endpoint{Tenant: "acme", URL: server.URL}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"first", "second"} {
		if _, _, err := b.Publish(t.Context(), Event{Tenant: "acme", Type: "x", Key: "k", Message: hooks.Message{ID: id, Payload: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	err = b.Begin(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE river_job SET state = 'pending' WHERE id = 2") // it has seen that it is behind
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.client.Start(t.Context()); err != nil { // without keepOrder
		t.Fatal(err)
	}
	defer b.Stop(context.Background())
	for _, want := range []string{"first", "second"} {
		select {
		case got := <-bodies:
			if got != want {
				t.Errorf("%s arrived, want %s", got, want)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%s does not arrive", want)
		}
	}
	if err := b.Stop(t.Context()); err != nil { // River has written, too
		t.Error(err)
	}
	sent, err := b.Sent(t.Context(), Query{States: []State{Dead}})
	if err != nil || len(sent) != 2 || len(sent[1].Attempts) != 1 || sent[1].Attempts[0].Status != 500 {
		t.Errorf("%+v, %v", sent, err)
	}
	first, err := b.client.JobGet(t.Context(), 1)
	if err != nil || len(first.Errors) != 1 || first.Errors[0].Attempt != 1 || first.FinalizedAt == nil {
		t.Errorf("%+v, %v", first, err)
	}
}
