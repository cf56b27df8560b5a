package pgreplay_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"signalbox/hooks"
	"signalbox/hooks/pgreplay"
	"signalbox/hooks/replaytest"
	"signalbox/internal/testservice"
)

// database makes a database that goes with the test.
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
	config, err := pgxpool.ParseConfig(testservice.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.Database = name
	config.MaxConns = 20
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

// open makes a database with the store's table and one for the handlers' work.
func open(t *testing.T) (*pgreplay.Store, *pgxpool.Pool) {
	t.Helper()
	pool := database(t)
	store, err := pgreplay.New(pool)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, pool, pgreplay.Schema)
	exec(t, pool, "CREATE TABLE work (key text)")
	return store, pool
}

func exec(t *testing.T, db pgreplay.DB, sql string, args ...any) {
	t.Helper()
	if _, err := db.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, db pgreplay.DB, sql string) (n int) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func begin(t *testing.T, pool *pgxpool.Pool) pgx.Tx {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

func claim(t *testing.T, store *pgreplay.Store, want string) hooks.Claim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // a claim waits for no transaction
	defer cancel()
	c, err := store.Claim(ctx, "a", time.Minute)
	if err != nil || c.State != want {
		t.Fatalf("the claim is %s, %v, want %s", c.State, err, want)
	}
	c.TTL = time.Hour // as a receiver does
	return c
}

const runOut = "UPDATE webhook_deliveries SET expires_at = clock_timestamp() - interval '1 second'"

func TestReplayStore(t *testing.T) {
	store, pool := open(t)
	replaytest.Run(t, func(t *testing.T) hooks.ReplayStore {
		exec(t, pool, "DELETE FROM webhook_deliveries")
		return store
	})
}

func TestSchemaMayBeRunAgain(t *testing.T) {
	store, pool := open(t)
	claim(t, store, hooks.Claimed)
	exec(t, pool, pgreplay.Schema)
	claim(t, store, hooks.Pending)
}

// The work and its confirmation happen together.
func TestConfirmTxCommits(t *testing.T) {
	store, pool := open(t)
	c := claim(t, store, hooks.Claimed)
	tx := begin(t, pool)
	exec(t, tx, "INSERT INTO work VALUES ('a')")
	if err := store.ConfirmTx(t.Context(), tx, c); err != nil {
		t.Fatal(err)
	}
	claim(t, store, hooks.Pending) // seen before the end of the transaction, and not waited for
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	claim(t, store, hooks.Confirmed)
	if err := store.Confirm(t.Context(), c, time.Hour); err != nil { // the receiver's own
		t.Error(err)
	}
	if n := count(t, pool, "SELECT count(*) FROM webhook_deliveries WHERE expires_at > now() + interval '50 minutes'"); n != 1 {
		t.Error("the confirmation doesn't last for the claim's TTL")
	}
}

// Or neither.
func TestConfirmTxRollsBack(t *testing.T) {
	store, pool := open(t)
	c := claim(t, store, hooks.Claimed)
	tx := begin(t, pool)
	exec(t, tx, "INSERT INTO work VALUES ('a')")
	if err := store.ConfirmTx(t.Context(), tx, c); err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	claim(t, store, hooks.Pending)
	if err := store.Release(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	claim(t, store, hooks.Claimed)
	if n := count(t, pool, "SELECT count(*) FROM work"); n != 0 {
		t.Errorf("%d rows of work are left", n)
	}
}

// A handler whose lease ran out must not commit what its successor does again.
func TestConfirmTxOfALostClaim(t *testing.T) {
	store, pool := open(t)
	late := claim(t, store, hooks.Claimed)
	exec(t, pool, runOut)
	owner := claim(t, store, hooks.Claimed)
	tx := begin(t, pool)
	if err := store.ConfirmTx(t.Context(), tx, late); !errors.Is(err, hooks.ErrClaimLost) {
		t.Errorf("error is %v", err)
	}
	if err := store.ConfirmTx(t.Context(), tx, owner); err != nil {
		t.Error(err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// From ConfirmTx on the lease doesn't matter: nobody takes the delivery over, and
// nobody waits for the transaction.
func TestConfirmTxHoldsTheDelivery(t *testing.T) {
	store, pool := open(t)
	c := claim(t, store, hooks.Claimed)
	exec(t, pool, runOut)
	tx := begin(t, pool)
	if err := store.ConfirmTx(t.Context(), tx, c); err != nil {
		t.Fatal(err)
	}
	claim(t, store, hooks.Pending)
	if n, err := store.Cleanup(t.Context()); n != 0 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	claim(t, store, hooks.Confirmed)
}

// A process that dies in its transaction loses nothing.
func TestCrashInTheTransaction(t *testing.T) {
	store, pool := open(t)
	c := claim(t, store, hooks.Claimed)
	dying, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := dying.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec(t, tx, "INSERT INTO work VALUES ('a')")
	if err := store.ConfirmTx(t.Context(), tx, c); err != nil {
		t.Fatal(err)
	}
	exec(t, pool, "SELECT pg_terminate_backend($1, 10000)", int32(dying.PgConn().PID()))
	claim(t, store, hooks.Pending)
	exec(t, pool, runOut)
	claim(t, store, hooks.Claimed)
	if n := count(t, pool, "SELECT count(*) FROM work"); n != 0 {
		t.Errorf("%d rows of work are left", n)
	}
}

// With leases that run out while the handlers work, deliveries are handled by
// several machines at a time; the work of one of them is committed.
func TestWorkHappensOnce(t *testing.T) {
	store, pool := open(t)
	const machines, deliveries = 8, 25
	handle := func(key string) (done bool, err error) {
		c, err := store.Claim(t.Context(), key, time.Millisecond)
		if err != nil || c.State != hooks.Claimed {
			return c.State == hooks.Confirmed, err
		}
		c.TTL = time.Hour
		tx, err := pool.Begin(t.Context())
		if err != nil {
			return false, err
		}
		defer tx.Rollback(context.Background())
		if _, err := tx.Exec(t.Context(), "INSERT INTO work VALUES ($1)", key); err != nil {
			return false, err
		}
		if err := store.ConfirmTx(t.Context(), tx, c); err != nil {
			if errors.Is(err, hooks.ErrClaimLost) {
				err = nil
			}
			return false, err
		}
		return true, tx.Commit(t.Context())
	}
	var wg sync.WaitGroup
	for range machines {
		wg.Go(func() {
			for i := range deliveries {
				for done, err := false, error(nil); !done; {
					if done, err = handle(fmt.Sprint("delivery ", i)); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	if n := count(t, pool, "SELECT count(*) FROM work"); n != deliveries {
		t.Errorf("work was done %d times for %d deliveries", n, deliveries)
	}
	if n := count(t, pool, "SELECT count(DISTINCT key) FROM work"); n != deliveries {
		t.Errorf("work was done for %d of %d deliveries", n, deliveries)
	}
}

func TestCleanup(t *testing.T) {
	store, pool := open(t)
	exec(t, pool, `INSERT INTO webhook_deliveries
		SELECT 'old ' || i, 't', i % 2 = 0, clock_timestamp() - interval '1 second' FROM generate_series(1, 2500) AS i`)
	claim(t, store, hooks.Claimed)
	if n, err := store.Cleanup(t.Context()); n != 2500 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
	claim(t, store, hooks.Pending)
	if n, err := store.Cleanup(t.Context()); n != 0 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
}

func TestErrors(t *testing.T) {
	var config *hooks.ConfigError
	if _, err := pgreplay.New(nil); !errors.As(err, &config) {
		t.Errorf("New without a pool: %v", err)
	}
	store, err := pgreplay.New(database(t)) // no table
	if err != nil {
		t.Fatal(err)
	}
	c := hooks.Claim{Key: "a", Token: "t"}
	_, claimErr := store.Claim(t.Context(), "a", time.Minute)
	_, leaseErr := store.Claim(t.Context(), "a", 0)
	_, cleanupErr := store.Cleanup(t.Context())
	for want, err := range map[string]error{
		"can't claim":      claimErr,
		"can't confirm":    store.Confirm(t.Context(), c, time.Minute),
		"can't release":    store.Release(t.Context(), c),
		"can't clean up":   cleanupErr,
		"pgreplay.Schema":  claimErr,
		"the lease":        leaseErr,
		"ttl":              store.Confirm(t.Context(), c, 0),
		"needs a transact": store.ConfirmTx(t.Context(), nil, c),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "pgreplay: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %q", err, want)
		}
	}
}

func TestServerThatStaysSilent(t *testing.T) {
	pool, err := pgxpool.New(t.Context(), "postgres://user:password@"+replaytest.Silent(t)+"/db?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	store, err := pgreplay.New(pool)
	if err != nil {
		t.Fatal(err)
	}
	replaytest.Hung(t, store)
}
