package riveroutbox_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"signalbox/hooks"
	"signalbox/hooks/riveroutbox"
	"signalbox/internal/testservice"
)

// database makes a database with River's tables that goes with the test.
func database(t *testing.T) *pgxpool.Pool {
	t.Helper()
	server, err := pgx.Connect(t.Context(), testservice.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := server.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	pool := connect(t, testservice.Postgres(t), name)
	t.Cleanup(func() {
		pool.Close()
		if _, err := server.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		server.Close(context.Background())
	})
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
		t.Fatal(err)
	}
	return pool
}

var quiet = slog.New(slog.DiscardHandler)

func connect(t *testing.T, url, name string) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.Database = name
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

// start runs a client that works deliveries until stop is called or the test ends.
func start(t *testing.T, pool *pgxpool.Pool, w *riveroutbox.Worker) (client *river.Client[pgx.Tx], stop func()) {
	t.Helper()
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, w); err != nil {
		t.Fatal(err)
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}},
		Workers:              workers,
		Logger:               quiet,
		JobTimeout:           30 * time.Second,
		RescueStuckJobsAfter: time.Minute,
		RetryPolicy:          atOnce{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	stop = func() {
		once.Do(func() {
			if err := client.StopAndCancel(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(stop)
	return client, stop
}

// atOnce is a retry policy without patience.
type atOnce struct{}

func (atOnce) NextRetry(*rivertype.JobRow) time.Time { return time.Now() }

// enqueue enqueues in a transaction of its own.
func enqueue(t *testing.T, pool *pgxpool.Pool, client *river.Client[pgx.Tx], commit bool, m hooks.Message, endpoints ...string) string {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	id, err := riveroutbox.Enqueue(t.Context(), client, tx, m, endpoints...)
	if err != nil {
		t.Fatal(err)
	}
	if commit {
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return id
}

// receiver hands on what arrives, and answers what answer says.
func receiver(t *testing.T, answer func(n int) error) (url string, arrivals <-chan string) {
	t.Helper()
	seen := make(chan string, 100)
	var mu sync.Mutex
	n := 0
	handler, err := hooks.Handler(signer(t), func(ctx context.Context, e hooks.Event) (any, error) {
		mu.Lock()
		n++
		attempt := n
		mu.Unlock()
		seen <- e.RequestContext.HTTP.Path + e.RawPath + " " + e.Header("Webhook-Id") + " " + string(e.Payload())
		return nil, answer(attempt)
	}, hooks.WithLogger(quiet))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL, seen
}

func accept(int) error { return nil }

func next(t *testing.T, arrivals <-chan string) string {
	t.Helper()
	select {
	case a := <-arrivals:
		return a
	case <-time.After(time.Minute):
		t.Fatal("nothing arrives")
		return ""
	}
}

// A delivery is sent if and only if its transaction is committed, once to each
// endpoint, as it was enqueued.
func TestCommittedDeliveriesAreSent(t *testing.T) {
	pool := database(t)
	url, arrivals := receiver(t, accept)
	client, _ := start(t, pool, worker(t, at(t, url)))
	enqueue(t, pool, client, false, hooks.Message{ID: "rolled-back", Payload: 1}, "a")
	enqueue(t, pool, client, true, hooks.Message{ID: "to-none", Payload: 1})
	message := hooks.Message{ID: "m1", Payload: map[string]any{"b": "<&>", "a": 1.50}}
	enqueue(t, pool, client, true, message, "a", "b")
	enqueue(t, pool, client, true, message, "b", "c") // b has it already
	made := enqueue(t, pool, client, true, hooks.Message{Payload: "last"}, "a")
	var got []string
	for range 4 {
		got = append(got, next(t, arrivals))
	}
	sort.Strings(got)
	want := []string{
		`/a m1 {"a":1.5,"b":"<&>"}`, `/a ` + made + ` "last"`, `/b m1 {"a":1.5,"b":"<&>"}`, `/c m1 {"a":1.5,"b":"<&>"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var jobs int
	if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM river_job").Scan(&jobs); err != nil || jobs != 4 {
		t.Errorf("%d jobs, %v", jobs, err)
	}
}

func TestFailedDeliveriesAreRetried(t *testing.T) {
	pool := database(t)
	url, arrivals := receiver(t, func(n int) error {
		if n < 3 {
			return errors.New("not now")
		}
		return nil
	})
	client, _ := start(t, pool, worker(t, at(t, url)))
	enqueue(t, pool, client, true, hooks.Message{ID: "m1", Payload: 1}, "a")
	for range 3 {
		if got := next(t, arrivals); got != "/a m1 1" {
			t.Errorf("got %q", got)
		}
	}
}

// A process is killed while it delivers. Another one delivers again, with the
// same id, and the receiver's replay store knows it.
func TestKilledWorkerLosesNothing(t *testing.T) {
	if url := os.Getenv("OUTBOX_RECEIVER"); url != "" {
		workUntilKilled(t, url)
		return
	}
	pool := database(t)
	arrived := make(chan string)
	released := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- r.Header.Get("Webhook-Id")
		<-released // the answer never comes
	}))
	defer server.Close()
	defer close(released)
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	id := enqueue(t, pool, client, true, hooks.Message{Payload: "precious"}, "a")

	child := exec.Command(os.Args[0], "-test.run=^TestKilledWorkerLosesNothing$")
	child.Env = append(os.Environ(), "OUTBOX_RECEIVER="+server.URL, "OUTBOX_DATABASE="+pool.Config().ConnConfig.Database)
	var output strings.Builder
	child.Stdout, child.Stderr = &output, &output
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if first := next(t, arrived); first != id {
		t.Errorf("%s arrived, want %s", first, id)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed
	var state string
	if err := pool.QueryRow(t.Context(), "SELECT state FROM river_job").Scan(&state); err != nil || state != "running" {
		t.Fatalf("the job is %s, %v\n%s", state, err, &output)
	}

	// Time passes.
	for _, sql := range []string{"UPDATE river_job SET attempted_at = now() - interval '1 hour'", "DELETE FROM river_leader"} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	url, arrivals := receiver(t, accept)
	start(t, pool, worker(t, at(t, url)))
	if got, want := next(t, arrivals), fmt.Sprintf(`/a %s "precious"`, id); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// workUntilKilled is what the process does that gets killed.
func workUntilKilled(t *testing.T, url string) {
	pool := connect(t, testservice.Postgres(t), os.Getenv("OUTBOX_DATABASE"))
	start(t, pool, worker(t, at(t, url)))
	select {}
}
