package blog

import (
	"context"
	"database/sql"

	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

const userColumns = "id, name, (SELECT '/users/' || user_id || '/photo' FROM photos WHERE user_id = users.id)"

// User gives one user, nil if there is none. GraphQL: Query.user.
func (s *Service) User(ctx context.Context, args graph.UserArgs) (*record.User, error) {
	return first(s.users(ctx, "SELECT "+userColumns+" FROM users WHERE id = ?", args.ID))
}

// Me gives the user who is asking. GraphQL: Query.me.
func (s *Service) Me(ctx context.Context) (*record.User, error) {
	a := account(ctx)
	if a == nil {
		return nil, graphqlsrv.Unauthenticated("Nobody is logged in.")
	}
	return a.User, nil
}

// PostAuthor gives the authors of many posts at once. GraphQL: Post.author.
func (s *Service) PostAuthor(ctx context.Context, posts []*record.Post) ([]*record.User, error) {
	ids := keys(posts, func(p *record.Post) string { return p.UserID })
	users, err := s.users(ctx, "SELECT "+userColumns+" FROM users WHERE id IN ("+marks(ids)+")", ids...)
	if err != nil {
		return nil, err
	}
	return matched(posts, users, func(p *record.Post) string { return p.UserID }, func(u *record.User) string { return u.ID }), nil
}

func (s *Service) users(ctx context.Context, query string, args ...any) ([]*record.User, error) {
	return rows(ctx, s.db, func(r *sql.Rows) (*record.User, error) {
		u := &record.User{}
		return u, r.Scan(&u.ID, &u.Name, &u.Photo)
	}, query, args...)
}
