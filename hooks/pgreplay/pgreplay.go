// Package pgreplay keeps the deliveries that receivers have processed in
// PostgreSQL, so that several machines share them, and so that a handler can
// confirm a delivery in the transaction of its own work: both happen, or neither.
//
//	store, err := pgreplay.New(pool) // a *pgxpool.Pool
//	...
//	// give the store to the receiver; the handler, in its transaction:
//	event, _ := hooks.EventFrom(ctx)
//	...
//	if err := store.ConfirmTx(ctx, tx, event.Claim); err != nil {
//		return nil, err // roll back: another machine has the delivery
//	}
//	return nil, tx.Commit(ctx)
//
// The table is made by the application's migrations, from [Schema]. Cleanup
// removes the rows whose time is over; call it now and then.
package pgreplay

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"signalbox/hooks"
)

// Schema is the SQL that makes the table webhook_deliveries and its index, for
// the application's migrations. It may be run again. It names no schema: the
// search_path decides, here as in the Store's queries.
//
//go:embed schema.sql
var Schema string

// A DB runs queries: *pgxpool.Pool.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// A Store is a [hooks.ReplayStore] in PostgreSQL. It is safe for concurrent use
// if its DB is. The time is the server's, so that machines need not agree on it.
type Store struct {
	db DB
}

var _ hooks.ReplayStore = (*Store)(nil)

// New makes a store on a connection pool; it asks the server nothing. It returns a
// [*hooks.ConfigError] without one. Don't give it a transaction: others must see
// a claim at once.
func New(db DB) (*Store, error) {
	if db == nil {
		return nil, &hooks.ConfigError{Setting: "pgreplay", Problem: "there is no connection pool: make one with pgxpool.New"}
	}
	return &Store{db: db}, nil
}

const (
	// ON CONFLICT waits for a transaction that is changing the row. NOT EXISTS comes
	// before it, and sees the row as it was.
	insertSQL = `
INSERT INTO webhook_deliveries (key, token, confirmed, expires_at)
SELECT $1, $2, false, clock_timestamp() + $3::interval
WHERE NOT EXISTS (SELECT FROM webhook_deliveries WHERE key = $1)
ON CONFLICT (key) DO NOTHING`

	lookSQL = `
SELECT confirmed, expires_at - clock_timestamp()
FROM webhook_deliveries WHERE key = $1`

	// A row whose owner is just confirming it is locked; it is not waited for, or a
	// duplicate would hang until the other's transaction ends.
	takeOverSQL = `
UPDATE webhook_deliveries SET token = $2, confirmed = false, expires_at = clock_timestamp() + $3::interval
WHERE key = (
  SELECT key FROM webhook_deliveries WHERE key = $1 AND expires_at <= clock_timestamp()
  FOR UPDATE SKIP LOCKED)`

	confirmSQL = `
INSERT INTO webhook_deliveries AS held (key, token, confirmed, expires_at)
VALUES ($1, $2, true, clock_timestamp() + $3::interval)
ON CONFLICT (key) DO UPDATE SET confirmed = true, expires_at = excluded.expires_at
WHERE held.token = excluded.token`

	releaseSQL = `
DELETE FROM webhook_deliveries WHERE key = $1 AND token = $2 AND NOT confirmed`

	cleanupSQL = `
DELETE FROM webhook_deliveries WHERE key IN (
  SELECT key FROM webhook_deliveries WHERE expires_at <= clock_timestamp()
  LIMIT 1000 FOR UPDATE SKIP LOCKED)`
)

// lookAgain bounds how often Claim looks at a row that changes under its eyes.
const lookAgain = 4

// Claim takes a delivery for the time of the lease. It doesn't wait for the
// transaction of a handler that is confirming the delivery, but answers that the
// claim is pending.
func (s *Store) Claim(ctx context.Context, key string, lease time.Duration) (hooks.Claim, error) {
	c := hooks.Claim{Key: key}
	if lease <= 0 {
		return c, errors.New("pgreplay: the lease must be longer than nothing")
	}
	token := rand.Text()
	for range lookAgain {
		inserted, err := s.changed(ctx, insertSQL, key, token, lease)
		if err != nil {
			return c, failed("claim", err)
		}
		if inserted {
			c.State, c.Token = hooks.Claimed, token
			return c, nil
		}
		state, left, err := s.look(ctx, key)
		if err != nil {
			return c, failed("claim", err)
		}
		if state != "" && left > 0 {
			return hooks.Claim{Key: key, State: state, Wait: left}, nil
		}
		if state == "" {
			continue // released in between
		}
		taken, err := s.changed(ctx, takeOverSQL, key, token, lease)
		if err != nil {
			return c, failed("claim", err)
		}
		if taken {
			c.State, c.Token = hooks.Claimed, token
			return c, nil
		}
	}
	c.State = hooks.Pending // others are at it
	return c, nil
}

func (s *Store) changed(ctx context.Context, sql string, args ...any) (bool, error) {
	tag, err := s.db.Exec(ctx, sql, args...)
	return tag.RowsAffected() > 0, err
}

// look returns the state of a row and how long it lasts; "" if there is none.
func (s *Store) look(ctx context.Context, key string) (state string, left time.Duration, err error) {
	var confirmed bool
	err = s.db.QueryRow(ctx, lookSQL, key).Scan(&confirmed, &left)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return "", 0, nil
	case err != nil:
		return "", 0, err
	case confirmed:
		return hooks.Confirmed, left, nil
	}
	return hooks.Pending, left, nil
}

// Confirm remembers a processed delivery for ttl.
func (s *Store) Confirm(ctx context.Context, c hooks.Claim, ttl time.Duration) error {
	return confirm(ctx, s.db, c, ttl)
}

// ConfirmTx confirms a claim in the handler's transaction, for the time in
// c.TTL: the delivery counts as processed if and only if the transaction is
// committed. It returns an error wrapping [hooks.ErrClaimLost] if another
// machine took the delivery over because the lease ran out; roll back then.
//
// From here to the end of the transaction nobody can take the delivery over, so
// a handler with much to do calls it first. The claim is that of the
// handler's event.
func (s *Store) ConfirmTx(ctx context.Context, tx pgx.Tx, c hooks.Claim) error {
	if tx == nil {
		return errors.New("pgreplay: ConfirmTx needs a transaction")
	}
	return confirm(ctx, tx, c, c.TTL)
}

func confirm(ctx context.Context, db DB, c hooks.Claim, ttl time.Duration) error {
	if ttl <= 0 {
		return errors.New("pgreplay: the confirmation's ttl must be longer than nothing")
	}
	tag, err := db.Exec(ctx, confirmSQL, c.Key, c.Token, ttl)
	if err != nil {
		return failed("confirm", err)
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("pgreplay: %w", hooks.ErrClaimLost)
	}
	return nil
}

// Release gives an unconfirmed claim up.
func (s *Store) Release(ctx context.Context, c hooks.Claim) error {
	if _, err := s.db.Exec(ctx, releaseSQL, c.Key, c.Token); err != nil {
		return failed("release", err)
	}
	return nil
}

// Cleanup removes the rows whose time is over, in portions that hold up nobody,
// and tells how many there were. Several machines may do so at once.
func (s *Store) Cleanup(ctx context.Context) (removed int64, err error) {
	for {
		tag, err := s.db.Exec(ctx, cleanupSQL)
		removed += tag.RowsAffected()
		if err != nil {
			return removed, failed("clean up", err)
		}
		if tag.RowsAffected() == 0 {
			return removed, nil
		}
	}
}

// failed says what couldn't be done, and where the table comes from if it is
// missing.
func failed(what string, err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42P01" {
		return fmt.Errorf("pgreplay: can't %s: %w; the table is made by pgreplay.Schema", what, err)
	}
	return fmt.Errorf("pgreplay: can't %s: %w", what, err)
}
