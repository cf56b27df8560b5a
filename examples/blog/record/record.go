// Package record holds what the database knows: a row is a struct.
package record

import "time"

// A User writes posts.
type User struct {
	ID   string
	Name string
}

// A Post is what a user writes.
type Post struct {
	ID        string
	UserID    string // of its author
	Title     string
	Body      string
	CreatedAt time.Time
}

// A Comment is what anyone says about a post.
type Comment struct {
	ID        string
	PostID    string
	Name      string
	Body      string
	CreatedAt time.Time
}
