package postbox_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/postbox"
	"signalbox/internal/testservice"
)

// A box is one of either database, for tests that don't care which.
type box interface {
	Migrate(ctx context.Context) error
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	Receiver(name string, v hooks.Authenticator, f func(context.Context, hooks.Event) (any, error), options ...hooks.Option) (*hooks.Receiver, error)
	AddEndpoint(ctx context.Context, e postbox.Endpoint) (postbox.Endpoint, error)
	Endpoint(ctx context.Context, id string) (postbox.Endpoint, error)
	Endpoints(ctx context.Context, tenant string) ([]postbox.Endpoint, error)
	UpdateEndpoint(ctx context.Context, id string, change func(e *postbox.Endpoint)) (postbox.Endpoint, error)
	RotateSecret(ctx context.Context, id string, keep time.Duration) (postbox.Secret, error)
	RemoveEndpoint(ctx context.Context, id string) error
	Resume(ctx context.Context, id string) error
	Publish(ctx context.Context, e postbox.Event) (string, int, error)
	Received(ctx context.Context, q postbox.Query) ([]postbox.Delivery, error)
	Sent(ctx context.Context, q postbox.Query) ([]postbox.Delivery, error)
	Backlog(ctx context.Context) ([]hooks.Backlog, error)
	Again(ctx context.Context, job int64) error
	Delete(context.Context, int64) error
	ReceivedAgain(ctx context.Context, q postbox.Query) (int, error)
	SentAgain(ctx context.Context, q postbox.Query) (int, error)
	Cancel(ctx context.Context, job int64) (*rivertype.JobRow, error)
}

var quiet = slog.New(slog.DiscardHandler)

// atOnce is a retry policy without patience.
type atOnce struct{}

func (atOnce) NextRetry(*rivertype.JobRow) time.Time { return time.Now() }

func options() postbox.Options {
	return postbox.Options{
		Workers: 8, Attempts: 3, Retry: atOnce{}, Logger: quiet,
		Sender: hooks.SenderOptions{AllowHTTP: true, AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}},
	}
}

// onBoth runs a test with a box in each database. ended tells of each attempt that has ended.
func onBoth[T interface {
	testing.TB
	Run(name string, f func(T)) bool
}](t T, o postbox.Options, test func(t T, b box, ended func() *river.Event),
) {
	t.Run("SQLite", func(t T) {
		b, err := postbox.OpenSQLite(filepath.Join(t.TempDir(), "web hooks?.db"), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		withoutTables(t, cancelling[*sql.Tx]{b})
		test(t, cancelling[*sql.Tx]{b}, ready(t, b, b.Client()))
	})
	t.Run("PostgreSQL", func(t T) {
		b, err := postbox.Postgres(database(t), o)
		if err != nil {
			t.Fatal(err)
		}
		withoutTables(t, cancelling[pgx.Tx]{b})
		test(t, cancelling[pgx.Tx]{b}, ready(t, b, b.Client()))
	})
}

// withoutTables holds the errors of a box that has no tables to what makes them.
func withoutTables(t testing.TB, b box) {
	t.Helper()
	e := postbox.Endpoint{Tenant: "acme", URL: "https://example.com"}
	for name, call := range map[string]func() error{
		"Start":       func() error { return b.Start(t.Context()) },
		"AddEndpoint": func() error { _, err := b.AddEndpoint(t.Context(), e); return err },
		"Endpoint":    func() error { _, err := b.Endpoint(t.Context(), "x"); return err },
		"Publish": func() error {
			_, _, err := b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Data: 1})
			return err
		},
		"Sent":  func() error { _, err := b.Sent(t.Context(), postbox.Query{}); return err },
		"Again": func() error { return b.Again(t.Context(), 1) },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), "Migrate") {
			t.Errorf("%s without tables: %v", name, err)
		}
	}
}

// cancelling is a box whose deliveries a test cancels.
type cancelling[Tx any] struct{ *postbox.Box[Tx] }

func (b cancelling[Tx]) Cancel(ctx context.Context, job int64) (*rivertype.JobRow, error) {
	return b.Client().JobCancel(ctx, job)
}

// ready makes the tables of a box, which stops with the test.
func ready[Tx any](t testing.TB, b interface {
	Migrate(ctx context.Context) error
	Stop(ctx context.Context) error
}, client *river.Client[Tx],
) (ended func() *river.Event) {
	t.Helper()
	for range 2 { // it may run again
		if err := b.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	events, cancel := client.Subscribe(river.EventKindJobCompleted, river.EventKindJobFailed, river.EventKindJobCancelled, river.EventKindJobSnoozed)
	t.Cleanup(func() {
		cancel()
		b.Stop(context.Background())
	})
	return func() *river.Event {
		t.Helper()
		for {
			select {
			case e := <-events:
				if e.Job.Kind != "webhook_inbox_forget" {
					return e
				}
			case <-time.After(time.Minute):
				t.Fatal("nothing ends")
			}
		}
	}
}

// Machines that start together all migrate, also those whose pool has one connection.
func TestMigrateAtOnce(t *testing.T) {
	pool := database(t)
	migrated := make(chan error)
	for range 3 {
		config := pool.Config()
		config.MaxConns = 1
		one, err := pgxpool.NewWithConfig(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(one.Close)
		b, err := postbox.Postgres(one, options())
		if err != nil {
			t.Fatal(err)
		}
		go func() { migrated <- b.Migrate(t.Context()) }()
	}
	for range 3 {
		if err := <-migrated; err != nil {
			t.Error(err)
		}
	}
}

func TestMigrateOneFileAtOnce(t *testing.T) {
	for range 5 {
		file, migrated := filepath.Join(t.TempDir(), "x.db"), make(chan error)
		for range 3 {
			b, err := postbox.OpenSQLite(file, options())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { b.Close() })
			go func() { migrated <- b.Migrate(t.Context()) }()
		}
		for range 3 {
			if err := <-migrated; err != nil {
				t.Error(err)
			}
		}
	}
}

// database makes a database that goes with the test.
func database(t testing.TB) *pgxpool.Pool {
	t.Helper()
	url := testservice.Postgres(t)
	server, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := server.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.Database = name
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		pool.Close()
		if _, err := server.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		server.Close(context.Background())
	})
	return pool
}

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// published returns the id of a message that was published.
func published(t testing.TB) func(id string, endpoints int, err error) string {
	t.Helper()
	return func(id string, _ int, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
}

// until drains attempts until one leaves its job in a state.
func until(t *testing.T, ended func() *river.Event, state rivertype.JobState) *rivertype.JobRow {
	t.Helper()
	for {
		if e := ended(); e.Job.State == state {
			return e.Job
		}
	}
}

func github(t *testing.T) *hooks.Preset {
	t.Helper()
	return must[*hooks.Preset](t)(hooks.NewPreset("github", hooks.WithSecrets("s3cret")))
}

// deliver sends a signed delivery to a receiver, and returns the status.
func deliver(t *testing.T, r http.Handler, p *hooks.Preset, kind, id, body string, header ...string) int {
	t.Helper()
	d := &hooks.Delivery{Method: "POST", URL: "/", Header: http.Header{"X-Github-Event": {kind}, "X-Github-Delivery": {id}}, Body: []byte(body)}
	if err := p.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	q := httptest.NewRequest("POST", "/", strings.NewReader(body))
	q.Header = d.Header
	q.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q)
	return w.Code
}

func TestInboxHandlesOnceAndLater(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		var handled []string // read when the handler has ended
		r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), nil,
			hooks.On("push", func(ctx context.Context, push struct{ Ref string }) (any, error) {
				e, _ := hooks.EventFrom(ctx)
				handled = append(handled, e.Type+" "+e.ID+" "+push.Ref+" "+e.Header("X-Other")+e.Header("X-Hub-Signature-256")+e.Header("Cookie"))
				return "ignored", nil
			})))
		for range 2 {
			if got := deliver(t, r, github(t), "push", "d1", `{"ref":"main"}`, "X-Other", "kept", "Cookie", "secret=1"); got != 200 {
				t.Fatalf("answered %d", got)
			}
		}
		if got := deliver(t, r, github(t), "issues", "d2", `{}`); got != 400 {
			t.Errorf("a type without a handler is answered %d", got)
		}
		waiting := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{}))
		if len(waiting) != 1 || waiting[0].State != postbox.Waiting || waiting[0].Number != 0 || len(handled) != 0 {
			t.Fatalf("stored %+v, handled %v", waiting, handled)
		}
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		until(t, ended, rivertype.JobStateCompleted)
		done := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{Receiver: "github", Type: "push", States: []postbox.State{postbox.Done}}))
		if len(done) != 1 || done[0].ID != "d1" || string(done[0].Payload) != `{"ref":"main"}` || done[0].End.IsZero() || !done[0].Next.IsZero() {
			t.Errorf("done %+v", done)
		}
		if len(handled) != 1 || handled[0] != "push d1 main kept" {
			t.Errorf("handled %q", handled)
		}
		if got := deliver(t, r, github(t), "push", "d1", `{"ref":"main"}`); got != 200 {
			t.Errorf("a duplicate is answered %d", got)
		}
		if all := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{})); len(all) != 1 {
			t.Errorf("stored again: %+v", all)
		}
	})
}

func TestInboxTriesAgainAndKeepsTheDead(t *testing.T) {
	died, handled := make(chan string, 9), make(chan string, 9)
	var log lockedBuffer
	notNow := fmt.Errorf("not now: %w", &hooks.DeliveryError{ID: "theirs", Err: errors.New("down")}) // a handler sends, too
	o := options()
	o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	o.Handled = func(_ context.Context, a hooks.Attempt) {
		handled <- fmt.Sprint(a.Endpoint, a.ID, a.Number, a.Retry, a.Err)
		panic("metrics")
	}
	o.OnDead = func(_ context.Context, d postbox.Delivery, err error) {
		died <- fmt.Sprint(d.Receiver, d.Type, d.ID, d.State, err)
		panic("alerts")
	}
	onBoth(t, o, func(t *testing.T, b box, ended func() *river.Event) {
		var broken atomic.Bool
		var asked atomic.Int32
		broken.Store(true)
		r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(_ context.Context, e hooks.Event) (any, error) {
			asked := asked.Add(1)
			switch {
			case !broken.Load():
				return nil, nil
			case e.Type == "refused":
				return nil, hooks.RejectType("never")
			case asked%2 == 0:
				panic("handler")
			case asked%3 == 0:
				return hooks.Response{StatusCode: 503}, nil
			}
			return nil, notNow
		}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		deliver(t, r, github(t), "push", "d1", `1`)
		if row := until(t, ended, rivertype.JobStateDiscarded); row.Attempt != 3 {
			t.Errorf("attempt %d", row.Attempt)
		}
		deliver(t, r, github(t), "refused", "d2", `2`)
		if row := until(t, ended, rivertype.JobStateCancelled); row.Attempt != 1 {
			t.Errorf("attempt %d", row.Attempt)
		}
		if first, second := <-died, <-died; first != "githubpushd1dead"+"the handler answers 503" || second != "githubrefusedd2dead"+"never" || len(died) != 0 {
			t.Errorf("told of %s and %s", first, second)
		}
		for _, want := range []string{"githubd11 true " + notNow.Error(), "githubd12 true hooks: the handler panicked: handler", "githubd13 false the handler answers 503", "githubd21 false never"} {
			if got := <-handled; got != want {
				t.Errorf("handled %s, want %s", got, want)
			}
		}
		if text := log.String(); strings.Count(text, "receiver=github type=push id=d1 job=1 attempt=1 ") != 1 || strings.Contains(text, "again\" receiver=github type=refused") {
			t.Errorf("log %s", text)
		}
		dead := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{States: []postbox.State{postbox.Dead}}))
		if len(dead) != 2 || dead[1].ID != "d1" || len(dead[1].Attempts) != 3 || dead[1].Attempts[0].Error != notNow.Error() || dead[1].Attempts[0].Took <= 0 || dead[0].Attempts[0].Error != "never" {
			t.Fatalf("dead %+v", dead)
		}
		for _, got := range must[[]hooks.Backlog](t)(b.Backlog(t.Context())) {
			want := hooks.Backlog{Box: got.Box, State: got.State}
			if got.Box == "inbox" && got.State == "dead" {
				want.Deliveries, want.Oldest = 2, dead[1].At
			}
			if got != want {
				t.Errorf("backlog %+v, want %+v", got, want)
			}
		}
		broken.Store(false)
		if n, err := b.ReceivedAgain(t.Context(), postbox.Query{Receiver: "github"}); n != 2 || err != nil {
			t.Errorf("%d again, %v", n, err)
		}
		until(t, ended, rivertype.JobStateCompleted)
		until(t, ended, rivertype.JobStateCompleted)
		if done := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{ID: "d1"}))[0].Attempts; len(done) != 4 || !strings.HasSuffix(<-handled+<-handled, " false <nil>") || done[3].Number != 4 || done[3].Error != "" {
			t.Errorf("attempts %+v", done)
		}
		if n, err := b.ReceivedAgain(t.Context(), postbox.Query{}); n != 0 || err != nil {
			t.Errorf("%d again, %v", n, err)
		}
		if err := b.Again(t.Context(), 1<<40); !errors.Is(err, postbox.ErrNoDelivery) {
			t.Errorf("error %v", err)
		}
		if err := b.Delete(t.Context(), dead[1].Job); err != nil {
			t.Error(err)
		}
		if err := b.Delete(t.Context(), dead[1].Job); !errors.Is(err, postbox.ErrNoDelivery) {
			t.Errorf("error %v", err)
		}
		if left := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{})); len(left) != 1 || left[0].ID != "d2" {
			t.Errorf("left %+v", left)
		}
	})
}

func TestHandlersThatTakeTooLong(t *testing.T) {
	o := options()
	o.Timeout, o.Attempts = time.Millisecond, 1
	onBoth(t, o, func(t *testing.T, b box, ended func() *river.Event) {
		var running error
		r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(ctx context.Context, e hooks.Event) (any, error) {
			<-ctx.Done()
			running = b.Delete(t.Context(), 1)
			return nil, ctx.Err()
		}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		deliver(t, r, github(t), "push", "d1", `1`)
		row := until(t, ended, rivertype.JobStateDiscarded)
		if want := "the handler has 1ms (Options.Timeout): context deadline exceeded"; len(row.Errors) != 1 || row.Errors[0].Error != want {
			t.Errorf("errors %+v, want %s", row.Errors, want)
		}
		if running == nil || !strings.Contains(running.Error(), "1 is running") {
			t.Errorf("deleted while it ran: %v", running)
		}
	})
}

// A lockedBuffer is a log that a test reads.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// String returns what was written since the last time.
func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.text.Reset()
	return b.text.String()
}

// Whatever an authentic sender sends can be stored, and arrives as it was.
func TestInboxStoresEveryBody(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		var mu sync.Mutex
		got := map[string]string{}
		r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(_ context.Context, e hooks.Event) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			got[e.ID] = string(e.Payload())
			return nil, nil
		}))
		bodies := map[string]string{"nul": "a\x00b", "bytes": "\xff\xfe\x00", "escape": `{"a":"\u0000\ud800"}`, "empty": "", "quotes": "\"'\\%s$1?@id\u2028"}
		for id, body := range bodies {
			if status := deliver(t, r, github(t), "t\x00\xff", id, body); status != 200 {
				t.Errorf("%s: answered %d", id, status)
			}
		}
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range bodies {
			until(t, ended, rivertype.JobStateCompleted)
		}
		mu.Lock()
		defer mu.Unlock()
		for id, body := range bodies {
			if got[id] != body {
				t.Errorf("%s: %q, want %q", id, got[id], body)
			}
		}
	})
}

// arrivals are the deliveries that an endpoint of a test gets, and what it answers.
type arrivals struct {
	seen   chan *http.Request
	bodies chan string
	status chan int // 200 if it is empty
}

func (a arrivals) next(t *testing.T) (body string) {
	t.Helper()
	select {
	case body = <-a.bodies:
	case <-time.After(time.Minute):
		t.Fatal("nothing arrives")
	}
	return body
}

func serve(t testing.TB) (url string, a arrivals) {
	t.Helper()
	a = arrivals{make(chan *http.Request, 100), make(chan string, 100), make(chan int, 100)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		status := 200
		select {
		case status = <-a.status:
		default:
		}
		a.seen <- r
		a.bodies <- string(body)
		w.WriteHeader(status)
		io.WriteString(w, "answer\x00\xff")
	}))
	t.Cleanup(server.Close)
	return server.URL, a
}

func TestPublishFansOut(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		add := func(e postbox.Endpoint) postbox.Endpoint {
			e.URL = url + "/" + e.ID
			return must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), e))
		}
		all := add(postbox.Endpoint{ID: "all", Tenant: "acme", Header: http.Header{"Authorization": {"Bearer x"}}})
		add(postbox.Endpoint{ID: "family", Tenant: "acme", Types: []string{"customer.created", "invoice.*"}})
		add(postbox.Endpoint{ID: "other-type", Tenant: "acme", Types: []string{"invoice", "order.*"}})
		add(postbox.Endpoint{ID: "disabled", Tenant: "acme", Disabled: true})
		add(postbox.Endpoint{ID: "other", Tenant: "initech"})
		event := postbox.Event{Tenant: "acme", Type: "invoice.paid", Message: hooks.Message{Payload: map[string]int{"amount": 7}}}
		publish := func(e postbox.Event, want int) string {
			id, n, err := b.Publish(t.Context(), e)
			if n != want || err != nil {
				t.Errorf("published to %d endpoints, want %d: %v", n, want, err)
			}
			return id
		}
		id := publish(event, 2)
		event.ID = id
		publish(event, 0) // changes nothing
		event.Endpoint = "other-type"
		publish(event, 1) // who has not got it
		publish(postbox.Event{Tenant: "acme of old", Type: "invoice.paid", Data: 1}, 0)
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		paths := map[string]bool{}
		for range 3 {
			until(t, ended, rivertype.JobStateCompleted)
			r, body := <-a.seen, <-a.bodies
			paths[r.URL.Path] = true
			if body != `{"amount":7}` || r.Header.Get("Webhook-Id") != id {
				t.Errorf("%s with id %q", body, r.Header.Get("Webhook-Id"))
			}
			if r.URL.Path == "/all" {
				verify(t, r, body, all.Secrets[0].Value)
			}
		}
		if !paths["/all"] || !paths["/family"] || !paths["/other-type"] {
			t.Errorf("arrived at %v", paths)
		}
		log := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{Tenant: "acme", Endpoint: "all", ID: id, Since: time.Now().Add(-time.Minute), Until: time.Now().Add(time.Minute)}))
		if len(log) != 1 || log[0].State != postbox.Done || log[0].Type != "invoice.paid" || string(log[0].Payload) != `{"amount":7}` {
			t.Fatalf("log %+v", log)
		}
		if tries := log[0].Attempts; len(tries) != 1 || tries[0].Status != 200 || tries[0].Number != 1 || tries[0].Response != "answer\uFFFD\uFFFD" || tries[0].Error != "" {
			t.Errorf("attempts %+v", tries)
		}
		for _, none := range []postbox.Query{{Tenant: "initech"}, {Since: time.Now().Add(time.Minute)}, {Until: time.Now().Add(-time.Minute)}, {Before: 1}, {Type: "invoice"}, {States: []postbox.State{postbox.Dead}}} {
			if found := must[[]postbox.Delivery](t)(b.Sent(t.Context(), none)); len(found) != 0 {
				t.Errorf("%+v finds %+v", none, found)
			}
		}
		last := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{Limit: 1}))
		if older := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{Before: last[0].Job})); len(older) != 2 {
			t.Errorf("%d before the last", len(older))
		}
	})
}

// verify holds a request to a Standard Webhooks secret.
func verify(t *testing.T, r *http.Request, body string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		p := must[*hooks.Preset](t)(hooks.NewPreset("standardwebhooks", hooks.WithSecrets(secret)))
		if err := p.Authenticate(&hooks.Delivery{Method: "POST", Header: r.Header, Body: []byte(body)}); err != nil {
			t.Errorf("%s: %v", r.Header.Get("Webhook-Signature"), err)
		}
	}
}

func TestSecretsRotate(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		e := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		next := must[postbox.Secret](t)(b.RotateSecret(t.Context(), e.ID, time.Hour))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		publish := func() (*http.Request, string) {
			published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Message: hooks.Message{Payload: 1}}))
			until(t, ended, rivertype.JobStateCompleted)
			return <-a.seen, <-a.bodies
		}
		r, body := publish()
		verify(t, r, body, e.Secrets[0].Value, next.Value)
		last := must[postbox.Secret](t)(b.RotateSecret(t.Context(), e.ID, 0))
		r, body = publish()
		verify(t, r, body, last.Value)
		if n := len(strings.Fields(r.Header.Get("Webhook-Signature"))); n != 1 {
			t.Errorf("%d signatures", n)
		}
	})
}

// While a secret is rotated, a receiver that knows one of them accepts each delivery: at once
// where the header has room for all signatures, else in the second attempt at the latest. Each has
// the event's type where the Scheme says.
func TestSecretsRotateInEveryScheme(t *testing.T) {
	for form, most := range map[string]int{"v1={hex}, v1={hex}": 1, "{hex}": 2} {
		acme := hooks.Scheme{Name: "acme", Header: "X-Acme-Signature", Form: form, TypeHeader: "X-Acme-Type"}
		o := options()
		o.Signer = func(_ postbox.Endpoint, secrets []string) (hooks.Signer, error) {
			return acme.New(hooks.WithSecrets(secrets...))
		}
		onBoth(t, o, func(t *testing.T, b box, ended func() *river.Event) {
			var known atomic.Value
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				p := must[*hooks.Preset](t)(acme.New(hooks.WithSecrets(known.Load().(string))))
				d := &hooks.Delivery{Header: r.Header, Body: body}
				if p.Authenticate(d) != nil || p.Type(d) != "order.paid" {
					w.WriteHeader(http.StatusUnauthorized)
				}
			}))
			defer server.Close()
			e := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: server.URL}))
			next := must[postbox.Secret](t)(b.RotateSecret(t.Context(), e.ID, time.Hour))
			if err := b.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{e.Secrets[0].Value, next.Value} {
				known.Store(secret)
				published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "order.paid", Message: hooks.Message{Payload: 1}}))
				if row := until(t, ended, rivertype.JobStateCompleted); row.Attempt > most {
					t.Errorf("%s is accepted in attempt %d", form, row.Attempt)
				}
			}
		})
	}
}

// A message that was published again after its delivery died has one delivery that can be sent.
func TestPublishedAgain(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			a.status <- 500
		}
		for _, id := range []string{"once", "twice"} {
			published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Data: 1, Message: hooks.Message{ID: id}}))
			until(t, ended, rivertype.JobStateDiscarded)
		}
		published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Data: 2, Message: hooks.Message{ID: "twice"}}))
		until(t, ended, rivertype.JobStateCompleted)
		dead := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{States: []postbox.State{postbox.Dead}}))
		if err := b.Again(t.Context(), dead[0].Job); !errors.Is(err, postbox.ErrPublishedAgain) {
			t.Errorf("error %v", err)
		}
		if n, err := b.SentAgain(t.Context(), postbox.Query{}); n != 1 || err != nil {
			t.Errorf("%d again, %v", n, err)
		}
		if row := until(t, ended, rivertype.JobStateCompleted); row.ID != dead[1].Job {
			t.Errorf("%d is sent again, want %d", row.ID, dead[1].Job)
		}
	})
}

// What is worked on when the context of Start ends may end, too.
func TestStartEnds(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		ctx, stop := context.WithCancel(t.Context())
		handling, result := make(chan bool), make(chan error, 1)
		r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(ctx context.Context, _ hooks.Event) (any, error) {
			handling <- true
			<-handling
			result <- ctx.Err()
			return nil, nil
		}))
		if err := b.Start(ctx); err != nil {
			t.Fatal(err)
		}
		deliver(t, r, github(t), "push", "d1", `1`)
		<-handling
		stop()
		deliver(t, r, github(t), "push", "d2", `2`)
		handling <- true
		if err := b.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if err := <-result; err != nil {
			t.Errorf("the handler's context has ended: %v", err)
		}
		if waiting := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{States: []postbox.State{postbox.Waiting}})); len(waiting) != 1 || waiting[0].ID != "d2" {
			t.Errorf("waiting %+v", waiting)
		}
	})
}

// An attempt that a stop interrupts is not a delivery's last, though it has no other.
func TestStopLeavesAttempts(t *testing.T) {
	o := options()
	o.Attempts = 1
	var dead atomic.Int32
	o.OnDead = func(context.Context, postbox.Delivery, error) { dead.Add(1) }
	onBoth(t, o, func(t *testing.T, b box, ended func() *river.Event) {
		handling := make(chan bool)
		r := must[*hooks.Receiver](t)(b.Receiver("github", github(t), func(ctx context.Context, _ hooks.Event) (any, error) {
			handling <- true
			<-ctx.Done()
			return nil, ctx.Err()
		}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		deliver(t, r, github(t), "push", "d1", `1`)
		<-handling
		now, cancel := context.WithCancel(t.Context())
		cancel()
		if err := b.Stop(now); err != nil {
			t.Error(err)
		}
		if waiting := must[[]postbox.Delivery](t)(b.Received(t.Context(), postbox.Query{States: []postbox.State{postbox.Waiting}})); len(waiting) != 1 || dead.Load() != 0 {
			t.Errorf("waiting %+v, %d dead", waiting, dead.Load())
		}
	})
}

func TestSentAgain(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		e := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			a.status <- 500
		}
		published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Message: hooks.Message{Payload: "down"}}))
		until(t, ended, rivertype.JobStateDiscarded)
		published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Message: hooks.Message{Payload: "up"}}))
		until(t, ended, rivertype.JobStateCompleted)
		if n, err := b.SentAgain(t.Context(), postbox.Query{Endpoint: e.ID, Since: time.Now().Add(-time.Hour)}); n != 1 || err != nil {
			t.Errorf("%d again, %v", n, err)
		}
		row := until(t, ended, rivertype.JobStateCompleted)
		log := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{}))
		if tries := log[1].Attempts; len(tries) != 4 || tries[0].Status != 500 || !strings.Contains(tries[0].Error, "500") || tries[3].Number != 4 || row.ID != log[1].Job {
			t.Errorf("attempts %+v", tries)
		}
		if n, err := b.SentAgain(t.Context(), postbox.Query{States: []postbox.State{postbox.Done}}); n != 2 || err != nil {
			t.Errorf("%d again, %v", n, err)
		}
		until(t, ended, rivertype.JobStateCompleted)
		until(t, ended, rivertype.JobStateCompleted)
		if len(a.bodies) != 3+1+1+2 {
			t.Errorf("%d requests", len(a.bodies))
		}
	})
}

func TestEndpointsThatAreGone(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		e := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url, Note: "theirs"}))
		event := postbox.Event{Tenant: "acme", Type: "x", Message: hooks.Message{Payload: 1}}
		a.status <- 410
		published(t)(b.Publish(t.Context(), event))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		until(t, ended, rivertype.JobStateCancelled)
		if got := must[postbox.Endpoint](t)(b.Endpoint(t.Context(), e.ID)); !got.Disabled || got.Note != "theirs" {
			t.Errorf("endpoint %+v", got)
		}
		published(t)(b.Publish(t.Context(), event)) // to nobody
		if err := b.Resume(t.Context(), e.ID); err != nil {
			t.Error(err)
		}
		a.status <- 500
		published(t)(b.Publish(t.Context(), event))
		until(t, ended, rivertype.JobStateCompleted)
		if all := must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{})); len(all) != 2 {
			t.Errorf("%d deliveries", len(all))
		}
		if err := b.RemoveEndpoint(t.Context(), e.ID); err != nil {
			t.Error(err)
		}
		if _, err := b.Endpoint(t.Context(), e.ID); !errors.Is(err, postbox.ErrNoEndpoint) {
			t.Errorf("error %v", err)
		}
		if err := b.RemoveEndpoint(t.Context(), e.ID); !errors.Is(err, postbox.ErrNoEndpoint) {
			t.Errorf("error %v", err)
		}
		if all := must[[]postbox.Endpoint](t)(b.Endpoints(t.Context(), "acme")); len(all) != 0 {
			t.Errorf("endpoints %+v", all)
		}
	})
}

// inAnHour is a retry policy of much patience.
type inAnHour struct{}

func (inAnHour) NextRetry(*rivertype.JobRow) time.Time { return time.Now().Add(time.Hour) }

// What waits for an endpoint is dead when that is removed, and not when it would be tried.
func TestRemovedEndpoint(t *testing.T) {
	o := options()
	o.Retry = inAnHour{}
	onBoth(t, o, func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		removed := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			a.status <- 500
		}
		for range 2 { // the first of each endpoint is tried again, the second waits for it
			published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Key: "k", Data: 1}))
			ended()
			ended()
		}
		if err := b.RemoveEndpoint(t.Context(), removed.ID); err != nil {
			t.Error(err)
		}
		if n, err := b.SentAgain(t.Context(), postbox.Query{}); n != 0 || err != nil {
			t.Errorf("%d again, %v", n, err)
		}
		for _, d := range must[[]postbox.Delivery](t)(b.Sent(t.Context(), postbox.Query{})) {
			gone := d.Endpoint == removed.ID
			if (d.State == postbox.Dead) != gone || d.End.Before(d.At) == gone {
				t.Errorf("%+v", d)
			}
			if err := b.Again(t.Context(), d.Job); gone && !errors.Is(err, postbox.ErrNoEndpoint) {
				t.Errorf("again: %v", err)
			}
		}
	})
}

// An endpoint's days of failing are counted across restarts.
func TestFailingSinceIsStored(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, ended func() *river.Event) {
		url, a := serve(t)
		e := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: url}))
		if err := b.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			a.status <- 500
		}
		published(t)(b.Publish(t.Context(), postbox.Event{Tenant: "acme", Type: "x", Message: hooks.Message{Payload: 1}}))
		until(t, ended, rivertype.JobStateDiscarded)
		if got := must[postbox.Endpoint](t)(b.Endpoint(t.Context(), e.ID)); got.FailingSince.IsZero() {
			t.Error("it is not known since when the endpoint fails")
		}
		must[int](t)(b.SentAgain(t.Context(), postbox.Query{}))
		until(t, ended, rivertype.JobStateCompleted)
		if got := must[postbox.Endpoint](t)(b.Endpoint(t.Context(), e.ID)); !got.FailingSince.IsZero() {
			t.Errorf("failing since %v", got.FailingSince)
		}
	})
}

func TestUpdatesAtTheSameTime(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, _ func() *river.Event) {
		e := must[postbox.Endpoint](t)(b.AddEndpoint(t.Context(), postbox.Endpoint{Tenant: "acme", URL: "https://example.com"}))
		done := make(chan error, 20)
		for range cap(done) {
			go func() {
				_, err := b.UpdateEndpoint(t.Context(), e.ID, func(e *postbox.Endpoint) { e.Note += "x"; e.Tenant = "other" })
				done <- err
			}()
		}
		for range cap(done) {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if got := must[postbox.Endpoint](t)(b.Endpoint(t.Context(), e.ID)); len(got.Note) != cap(done) || got.Tenant != "acme" {
			t.Errorf("%d updates, tenant %s", len(got.Note), got.Tenant)
		}
	})
}

func TestRefusals(t *testing.T) {
	onBoth(t, options(), func(t *testing.T, b box, _ func() *river.Event) {
		ctx := t.Context()
		first := must[postbox.Endpoint](t)(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "https://example.com"}))
		must[*hooks.Receiver](t)(b.Receiver("github", github(t), nil, hooks.On("push", func(context.Context, []byte) (any, error) { return nil, nil })))
		last := func(_ any, err error) error { return err }
		lastOf3 := func(_, _ any, err error) error { return err }
		for name, err := range map[string]error{
			"the ID of another":     last(b.AddEndpoint(ctx, first)),
			"cloud metadata":        last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "http://0xa9fea9fe/latest"})),
			"a broken header":       last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "https://example.com", Header: http.Header{"X-A": {"1\n2"}}})),
			"no tenant":             last(b.AddEndpoint(ctx, postbox.Endpoint{URL: "https://example.com"})),
			"no https":              last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "ftp://example.com"})),
			"a star in between":     last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "https://example.com", Types: []string{"a.*.b"}})),
			"a bad secret":          last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "https://example.com", Secrets: []postbox.Secret{{Value: "whsec_"}}})),
			"a bad update":          last(b.UpdateEndpoint(ctx, first.ID, func(e *postbox.Endpoint) { e.URL = "" })),
			"an event without type": lastOf3(b.Publish(ctx, postbox.Event{Tenant: "acme", Message: hooks.Message{Payload: 1}})),
			"no payload":            lastOf3(b.Publish(ctx, postbox.Event{Tenant: "acme", Type: "x"})),
			"another's endpoint":    lastOf3(b.Publish(ctx, postbox.Event{Tenant: "initech", Type: "x", Endpoint: first.ID, Message: hooks.Message{Payload: 1}})),
			"a name twice":          last(b.Receiver("github", github(t), nil, hooks.Ignore())),
			"no name":               last(b.Receiver("", github(t), nil, hooks.Ignore())),
			"no handler":            last(b.Receiver("other", github(t), nil)),
			"any star":              last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "https://example.com", Types: []string{"inv*"}})),
			"no host":               last(b.AddEndpoint(ctx, postbox.Endpoint{Tenant: "acme", URL: "https://"})),
			"data and a payload":    lastOf3(b.Publish(ctx, postbox.Event{Tenant: "acme", Type: "x", Data: 1, Message: hooks.Message{Payload: 1}})),
			"a receiver's sent":     last(b.Sent(ctx, postbox.Query{Receiver: "github"})),
			"a tenant's received":   last(b.Received(ctx, postbox.Query{Tenant: "acme"})),
			"a state":               last(b.Sent(ctx, postbox.Query{States: []postbox.State{"lost"}})),
			"a limit":               last(b.Sent(ctx, postbox.Query{Limit: 1 << 20})),
		} {
			if config := (*hooks.ConfigError)(nil); !errors.As(err, &config) {
				t.Errorf("%s: error %v", name, err)
			}
		}
		if _, err := b.UpdateEndpoint(ctx, "none", func(*postbox.Endpoint) {}); !errors.Is(err, postbox.ErrNoEndpoint) {
			t.Errorf("error %v", err)
		}
	})
	for name, o := range map[string]postbox.Options{"a negative time": {Keep: -1}, "too many workers": {Workers: 1 << 30}, "a negative timeout of the sender": {Sender: hooks.SenderOptions{Timeout: -1}}, "retries of the sender": {Sender: hooks.SenderOptions{Attempts: 3}}} {
		if _, err := postbox.OpenSQLite(filepath.Join(t.TempDir(), "x.db"), o); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := postbox.OpenSQLite("", postbox.Options{}); err == nil {
		t.Error("no path is taken")
	}
	if _, err := postbox.SQLite(nil, postbox.Options{}); err == nil {
		t.Error("no database is taken")
	}
	several, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer several.Close()
	if _, err := postbox.SQLite(several, postbox.Options{}); err == nil || !strings.Contains(err.Error(), "SetMaxOpenConns(1)") {
		t.Errorf("several connections: %v", err)
	}
	if _, err := postbox.Postgres(nil, postbox.Options{}); err == nil {
		t.Error("no pool is taken")
	}
}
