package blog

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"time"

	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

// How long the token of a session is good, and how long the session may be renewed.
const (
	sessionLifetime = 15 * time.Minute
	sessionRenewal  = 30 * 24 * time.Hour
)

// SignIn begins a session. The password of a user is the token of [Service.AddUser].
// GraphQL: Mutation.signIn.
func (s *Service) SignIn(ctx context.Context, args graph.SignInArgs) (*graph.Session, error) {
	u, err := first(s.users(ctx, "SELECT "+userColumns+" FROM users WHERE name = ? COLLATE NOCASE AND token = ?", args.Name, digest(args.Password)))
	if err == nil && u == nil {
		err = graphqlsrv.BadUserInput("Name and password don't belong together.", nil)
	}
	if err != nil {
		return nil, err
	}
	return s.newSession(ctx, u)
}

// RenewSession ends a session and begins another for its user; nil if there is
// none. GraphQL: Mutation.renewSession.
func (s *Service) RenewSession(ctx context.Context, args graph.RenewSessionArgs) (*graph.Session, error) {
	var id string
	err := s.db.QueryRowContext(ctx, "DELETE FROM sessions WHERE refresh = ? AND renewable_until > ? RETURNING user_id", digest(args.RefreshToken), timestamp(s.now())).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u, err := s.User(ctx, graph.UserArgs{ID: id})
	if err != nil {
		return nil, err
	}
	return s.newSession(ctx, u)
}

// SignOut ends a session, and reports whether there was one. GraphQL:
// Mutation.signOut.
func (s *Service) SignOut(ctx context.Context, args graph.SignOutArgs) (bool, error) {
	result, err := s.db.ExecContext(ctx, "DELETE FROM sessions WHERE refresh = ?", digest(args.RefreshToken))
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// newSession begins a session and forgets those that are over.
func (s *Service) newSession(ctx context.Context, u *record.User) (*graph.Session, error) {
	session := &graph.Session{Token: rand.Text(), RefreshToken: rand.Text(), User: u}
	now := s.now()
	if _, err := s.db.ExecContext(ctx, "DELETE FROM sessions WHERE renewable_until < ?", timestamp(now)); err != nil {
		return nil, err
	}
	_, err := s.db.ExecContext(ctx, "INSERT INTO sessions (user_id, token, refresh, expires_at, renewable_until) VALUES (?, ?, ?, ?, ?)",
		u.ID, digest(session.Token), digest(session.RefreshToken), timestamp(now.Add(sessionLifetime)), timestamp(now.Add(sessionRenewal)))
	return session, err
}
