package postbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	sqlitedriver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"signalbox/hooks"
)

// A database is where a Box is. Statements are in the SQL that PostgreSQL and SQLite have in
// common, with times as microseconds since 1970.
type database[Tx any] interface {
	driver() riverdriver.Driver[Tx]
	begin(ctx context.Context, f func(tx Tx) error) error
	// alone runs f, which makes tables, while other processes of the database may want to.
	alone(ctx context.Context, f func() error) error
	exec(ctx context.Context, tx Tx, statement string, args ...any) (changed int64, err error)
	// each calls f for each row, with a function that reads it.
	each(ctx context.Context, tx Tx, query string, f func(scan func(...any) error) error, args ...any) error
	// having restricts a list to jobs whose metadata has some texts.
	having(p *river.JobListParams, texts map[string]string) *river.JobListParams
	// time is a time as River's table has it.
	time(t time.Time) any
	close() error
}

// exec runs a statement of the Box's own.
func (b *Box[Tx]) exec(ctx context.Context, tx Tx, statement string, args ...any) (changed int64, err error) {
	changed, err = b.db.exec(ctx, tx, statement, args...)
	return changed, hinted(err)
}

// each calls f for each row of a query of the Box's own.
func (b *Box[Tx]) each(ctx context.Context, tx Tx, query string, f func(scan func(...any) error) error, args ...any) error {
	return hinted(b.db.each(ctx, tx, query, f, args...))
}

// hinted says what makes the tables, where an error is that there are none.
func hinted(err error) error {
	var refused *pgconn.PgError
	switch {
	case errors.As(err, &refused) && refused.Code == "42P01": // undefined_table
	case err != nil && strings.Contains(err.Error(), "no such table"): // SQLite's
	default:
		return err
	}
	return fmt.Errorf("postbox: there are no tables, which Box.Migrate makes: %w", err)
}

// Postgres makes a Box in PostgreSQL. Several machines may have one in the same database.
// The connections' search_path says in which schema.
func Postgres(pool *pgxpool.Pool, o Options) (*Box[pgx.Tx], error) {
	if pool == nil {
		return nil, &hooks.ConfigError{Setting: "postbox", Problem: "there is no connection pool: make one with pgxpool.New"}
	}
	return newBox(postgres{pool}, o)
}

type postgres struct{ pool *pgxpool.Pool }

func (p postgres) driver() riverdriver.Driver[pgx.Tx] { return riverpgxv5.New(p.pool) }

func (p postgres) begin(ctx context.Context, f func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, p.pool, f)
}

// alone locks on a connection that leaves the pool, which may have one only, and f needs it.
func (p postgres) alone(ctx context.Context, f func() error) error {
	pooled, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack()
	defer conn.Close(context.WithoutCancel(ctx))
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('signalbox/hooks/postbox'))"); err != nil {
			return err
		}
		return f()
	})
}

func (p postgres) exec(ctx context.Context, tx pgx.Tx, statement string, args ...any) (int64, error) {
	tag, err := tx.Exec(ctx, statement, args...)
	return tag.RowsAffected(), err
}

func (p postgres) each(ctx context.Context, tx pgx.Tx, query string, f func(scan func(...any) error) error, args ...any) error {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return eachOf(rows, f)
}

// rows are those of pgx, and of database/sql.
type rows interface {
	Next() bool
	Scan(...any) error
	Err() error
}

func eachOf(all rows, f func(scan func(...any) error) error) error {
	for all.Next() {
		if err := f(all.Scan); err != nil {
			return err
		}
	}
	return all.Err()
}

func (p postgres) having(params *river.JobListParams, texts map[string]string) *river.JobListParams {
	if len(texts) == 0 {
		return params
	}
	return params.Metadata(string(object(texts))) // by its index
}

func (p postgres) time(t time.Time) any { return t }

func (p postgres) close() error { return nil }

// OpenSQLite makes a Box in a file, which is made if there is none. It is for one machine, whose
// processes may share the file. [Box.Close] closes it.
func OpenSQLite(path string, o Options) (*Box[*sql.Tx], error) {
	if path == "" { // for SQLite, a database that is gone once it is closed
		return nil, &hooks.ConfigError{Setting: "postbox", Problem: "there is no path: give that of a file"}
	}
	name := url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: "_pragma=journal_mode(WAL)&_pragma=busy_timeout(5000)&_pragma=synchronous(FULL)&_txlock=immediate"}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // SQLite has one writer
	b, err := newBox(sqlite{db, db.Close}, o)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return b, nil
}

// SQLite makes a Box in a database that the application has open, with its own tables. It is
// of the driver modernc.org/sqlite, and has one connection: db.SetMaxOpenConns(1).
func SQLite(db *sql.DB, o Options) (*Box[*sql.Tx], error) {
	if db == nil {
		return nil, &hooks.ConfigError{Setting: "postbox", Problem: "there is no database: open one with sql.Open, or use OpenSQLite"}
	}
	if n := db.Stats().MaxOpenConnections; n != 1 { // SQLite has one writer
		return nil, &hooks.ConfigError{Setting: "postbox", Problem: "the database may have several connections: call db.SetMaxOpenConns(1)"}
	}
	return newBox(sqlite{db, func() error { return nil }}, o)
}

type sqlite struct {
	db   *sql.DB
	shut func() error
}

func (s sqlite) driver() riverdriver.Driver[*sql.Tx] { return riversqlite.New(s.db) }

func (s sqlite) begin(ctx context.Context, f func(tx *sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if errors.Is(err, context.DeadlineExceeded) { // there is one connection
		return fmt.Errorf("postbox: another transaction goes on; in one of your own, call PublishTx, DoneTx and the like: %w", err)
	}
	if err != nil {
		return err
	}
	defer tx.Rollback() // after Commit it does nothing
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// alone goes on behind what another process has made just now.
func (s sqlite) alone(ctx context.Context, f func() error) (err error) {
	for range maxMigrations {
		if err = f(); !overtaken(err) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// maxMigrations is how often another process can be faster, at most: once for each version of
// River's tables.
const maxMigrations = 20

// overtaken reports whether an error is that of a table or version that is there already, of an
// index that went with an older version, or of a file that another process turns into one with a
// log (WAL) now: SQLite does not wait for a lock on a file that it has begun to read.
func overtaken(err error) bool {
	var refused *sqlitedriver.Error
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_BUSY:
		return true
	}
	text := refused.Error()
	return strings.Contains(text, "already exists") || strings.Contains(text, "no such index")
}

func (s sqlite) exec(ctx context.Context, tx *sql.Tx, statement string, args ...any) (int64, error) {
	result, err := tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (s sqlite) each(ctx context.Context, tx *sql.Tx, query string, f func(scan func(...any) error) error, args ...any) error {
	found, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	return eachOf(found, f)
}

func (s sqlite) having(params *river.JobListParams, texts map[string]string) *river.JobListParams {
	for name, text := range texts {
		params = params.Where("metadata ->> '"+name+"' = @"+name, river.NamedArgs{name: text})
	}
	return params
}

func (s sqlite) time(t time.Time) any { return t.UTC().Format("2006-01-02 15:04:05.000") }

func (s sqlite) close() error { return s.shut() }
