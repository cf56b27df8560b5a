package blog

import (
	"context"
	"database/sql"
	"iter"

	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

const commentColumns = "id, post_id, name, body, created_at"

// CreateComment writes a comment and tells those who listen. GraphQL:
// Mutation.createComment.
func (s *Service) CreateComment(ctx context.Context, args graph.CreateCommentArgs) (*record.Comment, error) {
	in := args.Input
	if err := tidy("name", &in.Name, 80); err != nil {
		return nil, err
	}
	if err := tidy("body", &in.Body, 5_000); err != nil {
		return nil, err
	}
	c, err := first(s.comments(ctx, "INSERT INTO comments (post_id, name, body, created_at) SELECT id, ?, ?, ? FROM posts WHERE id = ? RETURNING "+commentColumns,
		in.Name, in.Body, timestamp(s.now()), in.PostID))
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, NotFound
	}
	for _, key := range []string{c.PostID, everyPost} {
		if err := s.written.Publish(ctx, key, c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// RejectComment removes a comment, and tells whether it was there. GraphQL:
// Mutation.rejectComment; the moderation service calls it by webhook.
func (s *Service) RejectComment(ctx context.Context, args graph.RejectCommentArgs) (bool, error) {
	result, err := s.db.ExecContext(ctx, "DELETE FROM comments WHERE id = ?", args.ID)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// mostComments bounds the comments of one post in one answer.
const mostComments = 500

// PostComments gives the last comments of many posts at once. GraphQL: Post.comments.
func (s *Service) PostComments(ctx context.Context, posts []*record.Post, args graph.PostCommentsArgs) ([][]*record.Comment, error) {
	if args.Last < 0 || args.Last > mostComments {
		return nil, graphqlsrv.BadUserInput("last must be from 0 to 500", map[string]any{"field": "last"})
	}
	ids := keys(posts, func(p *record.Post) string { return p.ID })
	comments, err := s.comments(ctx, "SELECT "+commentColumns+" FROM (SELECT *, row_number() OVER (PARTITION BY post_id ORDER BY id DESC) AS n FROM comments WHERE post_id IN ("+
		marks(ids)+") AND (? IS NULL OR id < ?)) WHERE n <= ? ORDER BY id", append(ids, args.Before, args.Before, args.Last)...)
	return grouped(posts, comments, func(p *record.Post) string { return p.ID }, func(c *record.Comment) string { return c.PostID }), err
}

// CommentPost gives the posts of many comments at once. GraphQL: Comment.post.
func (s *Service) CommentPost(ctx context.Context, comments []*record.Comment) ([]*record.Post, error) {
	ids := keys(comments, func(c *record.Comment) string { return c.PostID })
	posts, err := s.posts(ctx, "SELECT "+postColumns+" FROM posts WHERE id IN ("+marks(ids)+")", ids...)
	if err != nil {
		return nil, err
	}
	return matched(comments, posts, func(c *record.Comment) string { return c.PostID }, func(p *record.Post) string { return p.ID }), nil
}

func (s *Service) comments(ctx context.Context, query string, args ...any) ([]*record.Comment, error) {
	return rows(ctx, s.db, func(r *sql.Rows) (*record.Comment, error) {
		c := &record.Comment{}
		return c, r.Scan(&c.ID, &c.PostID, &c.Name, &c.Body, (*stamp)(&c.CreatedAt))
	}, query, args...)
}

// Commented gives comments as they are written. GraphQL: Subscription.commented.
func (s *Service) Commented(ctx context.Context, args graph.CommentedArgs) (iter.Seq[*record.Comment], error) {
	of := everyPost
	if args.PostID != nil {
		of = *args.PostID
	}
	return s.written.Subscribe(ctx, of)
}

// everyPost is the key of the comments on all posts.
const everyPost = ""
