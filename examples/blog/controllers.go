package main

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strings"

	"signalbox/dispatch"
	"signalbox/examples/blog/blog"
	"signalbox/examples/blog/graph"
	"signalbox/examples/blog/record"
	"signalbox/graphqlsrv"
)

// posts is PostsController of config/routes.rb.
type posts struct{ blog *blog.Service }

// Index answers GET /posts, and /posts.json.
func (c *posts) Index(w http.ResponseWriter, r *http.Request) {
	list, err := c.blog.Posts(r.Context(), graph.PostsArgs{First: 20})
	if err != nil {
		fail(w, err)
		return
	}
	if wantsJSON(r) {
		renderJSON(w, http.StatusOK, list)
		return
	}
	authors, err := c.blog.PostAuthor(r.Context(), list)
	if err != nil {
		fail(w, err)
		return
	}
	type row struct {
		Post   *record.Post
		Author *record.User
	}
	var page struct{ Posts []row }
	for i := range list {
		page.Posts = append(page.Posts, row{list[i], authors[i]})
	}
	render(w, http.StatusOK, "posts", page)
}

// Show answers GET /posts/:id, and /posts/:id.json.
func (c *posts) Show(w http.ResponseWriter, r *http.Request) {
	show(w, r, c.blog, r.PathValue("id"), http.StatusOK, postPage{})
}

// Create answers POST /posts with JSON, for users with a token.
func (c *posts) Create(w http.ResponseWriter, r *http.Request) {
	account, err := c.blog.AccountOf(r.Context(), bearer(r))
	if err != nil {
		fail(w, err)
		return
	}
	var in graph.NewPost
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		renderJSON(w, http.StatusUnsupportedMediaType, map[string]string{"error": "Send the post as application/json."})
		return
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&in); err != nil {
		renderJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	p, err := c.blog.CreatePost(blog.As(r.Context(), account), graph.CreatePostArgs{Input: in})
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Location", "/posts/"+p.ID)
	renderJSON(w, http.StatusCreated, p)
}

// comments is CommentsController.
type comments struct{ blog *blog.Service }

// Create answers the form of a post: POST /posts/:post_id/comments.
func (c *comments) Create(w http.ResponseWriter, r *http.Request) {
	params, err := dispatch.RouteFrom(r.Context()).Params()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	form, _ := params["comment"].(map[string]any)
	in := graph.NewComment{PostID: r.PathValue("post_id"), Name: text(form["name"]), Body: text(form["body"])}
	written, err := c.blog.CreateComment(r.Context(), graph.CreateCommentArgs{Input: in})
	var refused *graphqlsrv.Error
	switch {
	case err == nil:
		http.Redirect(w, r, "/posts/"+written.PostID+"#comment-"+written.ID, http.StatusSeeOther)
	case errors.As(err, &refused) && refused.Code == graphqlsrv.CodeBadUserInput:
		show(w, r, c.blog, in.PostID, http.StatusUnprocessableEntity, postPage{Problem: refused.Message, Name: in.Name, Body: in.Body})
	default:
		fail(w, err)
	}
}

// users is UsersController.
type users struct{ blog *blog.Service }

// Show answers GET /users/:id.
func (c *users) Show(w http.ResponseWriter, r *http.Request) {
	u, err := c.blog.User(r.Context(), graph.UserArgs{ID: r.PathValue("id")})
	if err == nil && u == nil {
		err = blog.NotFound
	}
	if err != nil {
		fail(w, err)
		return
	}
	list, err := c.blog.UserPosts(r.Context(), []*record.User{u})
	if err != nil {
		fail(w, err)
		return
	}
	render(w, http.StatusOK, "user", map[string]any{"User": u, "Posts": list[0]})
}

// Photo answers GET /users/:id/photo.
func (c *users) Photo(w http.ResponseWriter, r *http.Request) {
	image, kind, err := c.blog.Photo(r.Context(), r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(image) // the client may be gone
}

// A postPage is a post with its comments, and the form as it was sent.
type postPage struct {
	Post                *record.Post
	Author              *record.User
	Comments            []*record.Comment
	Problem, Name, Body string
}

func show(w http.ResponseWriter, r *http.Request, b *blog.Service, id string, status int, page postPage) {
	p, err := b.Post(r.Context(), graph.PostArgs{ID: id})
	if err == nil && p == nil {
		err = blog.NotFound
	}
	if err != nil {
		fail(w, err)
		return
	}
	if wantsJSON(r) {
		renderJSON(w, status, p)
		return
	}
	page.Post = p
	authors, err := b.PostAuthor(r.Context(), []*record.Post{p})
	if err != nil {
		fail(w, err)
		return
	}
	comments, err := b.PostComments(r.Context(), []*record.Post{p}, graph.PostCommentsArgs{First: 500})
	if err != nil {
		fail(w, err)
		return
	}
	page.Author, page.Comments = authors[0], comments[0]
	render(w, status, "post", page)
}

func wantsJSON(r *http.Request) bool { return dispatch.RouteFrom(r.Context()).Format == "json" }

func text(v any) string {
	s, _ := v.(string)
	return s
}

func bearer(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return token
}
