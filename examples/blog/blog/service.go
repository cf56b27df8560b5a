// Package blog is the blog itself: users, posts and comments in SQLite. GraphQL
// and the controllers are two ways to the same [Service].
package blog

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

//go:embed schema.sql
var schema string

// A Service reads and writes the blog. It implements [graph.Service], so that the
// compiler holds it to the GraphQL schema. It is safe for concurrent use.
type Service struct {
	db      *sql.DB
	now     func() time.Time
	written *graphqlsrv.Topic[*record.Comment]
}

var _ graph.Service = (*Service)(nil)

// Open opens the blog in an SQLite file, which is made if it isn't there;
// ":memory:" forgets it.
func Open(file string) (*Service, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=foreign_keys(1)&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)")
	if err != nil {
		return nil, err
	}
	if file == ":memory:" {
		db.SetMaxOpenConns(1) // each connection would have a blog of its own
	}
	if _, err := db.Exec(schema); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), db.Close())
	}
	return &Service{
		db: db, now: time.Now,
		written: graphqlsrv.NewTopic[*record.Comment](graphqlsrv.NewMemory(graphqlsrv.DefaultBuffer), "comment written"),
	}, nil
}

// Close closes the file.
func (s *Service) Close() error { return s.db.Close() }

// Ping reports whether the database answers.
func (s *Service) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// An Account is a user who is logged in.
type Account struct {
	User *record.User `json:"user"`
	Role string       `json:"role"`
}

// HasRole tells @requireAuth(roles:) what the user may do.
func (a *Account) HasRole(role string) bool { return a.Role == role }

// AccountOf is the account of a token, its own or that of a session; nil if there
// is none.
func (s *Service) AccountOf(ctx context.Context, token string) (*Account, error) {
	a := &Account{User: &record.User{}}
	err := s.db.QueryRowContext(ctx, "SELECT "+userColumns+", role FROM users WHERE token = ?1 OR id = (SELECT user_id FROM sessions WHERE token = ?1 AND expires_at > ?2)",
		digest(token), timestamp(s.now())).Scan(&a.User.ID, &a.User.Name, &a.User.Photo, &a.Role)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return a, err
}

func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// AddUser makes a user who logs in with a token; the role "editor" may reject
// comments.
func (s *Service) AddUser(ctx context.Context, name, role, token string) (*record.User, error) {
	u := &record.User{Name: name}
	err := s.db.QueryRowContext(ctx, "INSERT INTO users (name, role, token) VALUES (?, ?, ?) RETURNING id", name, role, digest(token)).Scan(&u.ID)
	return u, err
}

// A writer is who calls CreatePost outside of GraphQL.
type writer struct{}

// As says who is asking, for callers that are no GraphQL request.
func As(ctx context.Context, a *Account) context.Context { return context.WithValue(ctx, writer{}, a) }

// account is who is asking: the current user of the GraphQL request, or that of [As].
func account(ctx context.Context) *Account {
	if c := graphqlsrv.FromContext(ctx); c != nil {
		a, _ := c.CurrentUser.(*Account)
		return a
	}
	a, _ := ctx.Value(writer{}).(*Account)
	return a
}

// tidy trims a text and refuses one that is empty or too long. Clients see why:
// the error is BAD_USER_INPUT with the field in its extensions.
func tidy(field string, text *string, most int) error {
	*text = strings.TrimSpace(*text)
	problem := ""
	switch n := len([]rune(*text)); {
	case n == 0:
		problem = "can't be blank"
	case n > most:
		problem = fmt.Sprintf("is too long (maximum is %d characters)", most)
	default:
		return nil
	}
	return graphqlsrv.BadUserInput(field+" "+problem, map[string]any{"field": field})
}

// NotFound is the error of what isn't there.
var NotFound = graphqlsrv.Errorf("NOT_FOUND", "There is no such thing.")
