package blog

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

// mostPosts bounds the posts of one answer.
const mostPosts = 100

const postColumns = "id, user_id, title, body, created_at"

// Posts gives the newest posts. GraphQL: Query.posts.
func (s *Service) Posts(ctx context.Context, args graph.PostsArgs) ([]*record.Post, error) {
	if args.First < 0 || args.First > mostPosts {
		return nil, graphqlsrv.BadUserInput("first must be from 0 to 100", map[string]any{"field": "first"})
	}
	return s.posts(ctx, "SELECT "+postColumns+" FROM posts WHERE ? IS NULL OR id < ? ORDER BY id DESC LIMIT ?", args.After, args.After, args.First)
}

// Post gives one post, nil if there is none. GraphQL: Query.post.
func (s *Service) Post(ctx context.Context, args graph.PostArgs) (*record.Post, error) {
	return first(s.posts(ctx, "SELECT "+postColumns+" FROM posts WHERE id = ?", args.ID))
}

// CreatePost writes a post of the user who is asking. GraphQL: Mutation.createPost.
func (s *Service) CreatePost(ctx context.Context, args graph.CreatePostArgs) (*record.Post, error) {
	a := account(ctx)
	if a == nil {
		return nil, graphqlsrv.Unauthenticated("Only users write posts.")
	}
	in := args.Input
	if err := tidy("title", &in.Title, 200); err != nil {
		return nil, err
	}
	if err := tidy("body", &in.Body, 50_000); err != nil {
		return nil, err
	}
	return first(s.posts(ctx, "INSERT INTO posts (user_id, title, body, created_at) VALUES (?, ?, ?, ?) RETURNING "+postColumns,
		a.User.ID, in.Title, in.Body, timestamp(s.now())))
}

// UserPosts gives the posts of many users at once. GraphQL: User.posts.
func (s *Service) UserPosts(ctx context.Context, users []*record.User) ([][]*record.Post, error) {
	ids := keys(users, func(u *record.User) string { return u.ID })
	posts, err := s.posts(ctx, "SELECT "+postColumns+" FROM posts WHERE user_id IN ("+marks(ids)+") ORDER BY id DESC", ids...)
	return grouped(users, posts, func(u *record.User) string { return u.ID }, func(p *record.Post) string { return p.UserID }), err
}

// posts runs a query for posts.
func (s *Service) posts(ctx context.Context, query string, args ...any) ([]*record.Post, error) {
	return rows(ctx, s.db, func(r *sql.Rows) (*record.Post, error) {
		p := &record.Post{}
		return p, r.Scan(&p.ID, &p.UserID, &p.Title, &p.Body, (*stamp)(&p.CreatedAt))
	}, query, args...)
}

// matched gives each child its parent, nil where there is none.
func matched[C, P any](children []C, parents []*P, parentOf func(C) string, id func(*P) string) []*P {
	by := map[string]*P{}
	for _, p := range parents {
		by[id(p)] = p
	}
	out := make([]*P, len(children))
	for i, c := range children {
		out[i] = by[parentOf(c)]
	}
	return out
}

func timestamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// A stamp reads a time as timestamp writes it.
type stamp time.Time

func (s *stamp) Scan(v any) error {
	text, _ := v.(string)
	t, err := time.Parse(time.RFC3339Nano, text)
	*s = stamp(t)
	return err
}

// rows reads all rows of a query.
func rows[T any](ctx context.Context, db *sql.DB, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	r, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list := []T{}
	for r.Next() {
		t, err := scan(r)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, r.Err()
}

func first[T any](list []*T, err error) (*T, error) {
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// keys are the distinct keys of a list, as arguments of a query.
func keys[T any](list []T, key func(T) string) []any {
	seen := map[string]bool{}
	var out []any
	for _, t := range list {
		if k := key(t); !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

func marks(args []any) string {
	return strings.TrimSuffix(strings.Repeat("?,", len(args)), ",")
}

// grouped gives each parent its children.
func grouped[P, C any](parents []P, children []C, id func(P) string, parentOf func(C) string) [][]C {
	by := map[string][]C{}
	for _, c := range children {
		by[parentOf(c)] = append(by[parentOf(c)], c)
	}
	out := make([][]C, len(parents))
	for i, p := range parents {
		if out[i] = by[id(p)]; out[i] == nil {
			out[i] = []C{}
		}
	}
	return out
}
