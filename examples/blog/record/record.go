// Package record holds what the database knows: a row is a struct.
package record

import "time"

// A User writes posts.
type User struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Photo is the path of the user's photo, nil if there is none.
	Photo *string `json:"photo"`
}

// A Post is what a user writes.
type Post struct {
	ID        string    `json:"id"`
	UserID    string    `json:"userId"` // of its author
	Title     string    `json:"title"`
	Body      string    `json:"body"`
	CreatedAt time.Time `json:"createdAt"`
}

// A Comment is what anyone says about a post.
type Comment struct {
	ID        string    `json:"id"`
	PostID    string    `json:"postId"`
	Name      string    `json:"name"`
	Body      string    `json:"body"`
	CreatedAt time.Time `json:"createdAt"`
}
