package main

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"

	"signalbox/dispatch"
	"signalbox/examples/blog/blog"
	"signalbox/examples/blog/graph"
)

// posts is PostsController of config/routes.rb.
type posts struct {
	blog *blog.Service
	*pages
}

// Index answers GET /posts, and /posts.json.
func (c *posts) Index(w http.ResponseWriter, r *http.Request) {
	list, err := c.blog.Posts(r.Context(), graph.PostsArgs{First: 20})
	c.show(w, r, list, err)
}

// Show answers GET /posts/:id, and /posts/:id.json.
func (c *posts) Show(w http.ResponseWriter, r *http.Request) {
	p, err := c.blog.Post(r.Context(), graph.PostArgs{ID: r.PathValue("id")})
	if err == nil && p == nil {
		err = blog.NotFound
	}
	c.show(w, r, p, err)
}

// New answers GET /posts/new.
func (c *posts) New(w http.ResponseWriter, r *http.Request) { c.render(w, r, http.StatusOK) }

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

// Create answers a form: POST /posts/:post_id/comments.
func (c *comments) Create(w http.ResponseWriter, r *http.Request) {
	params, err := dispatch.RouteFrom(r.Context()).Params()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	form, _ := params["comment"].(map[string]any)
	in := graph.NewComment{PostID: r.PathValue("post_id"), Name: text(form["name"]), Body: text(form["body"])}
	written, err := c.blog.CreateComment(r.Context(), graph.CreateCommentArgs{Input: in})
	if err != nil {
		fail(w, err)
		return
	}
	http.Redirect(w, r, "/posts/"+written.PostID+"#comment-"+written.ID, http.StatusSeeOther)
}

// users is UsersController.
type users struct {
	blog *blog.Service
	*pages
}

// Show answers GET /users/:id, and /users/:id.json.
func (c *users) Show(w http.ResponseWriter, r *http.Request) {
	u, err := c.blog.User(r.Context(), graph.UserArgs{ID: r.PathValue("id")})
	if err == nil && u == nil {
		err = blog.NotFound
	}
	c.show(w, r, u, err)
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
	w.Header().Set("Cache-Control", "no-cache") // another photo has the same path
	_, _ = w.Write(image)                       // the client may be gone
}

// show answers with a record as JSON, or with its page, which says itself what is
// wrong; the status is that of err in both.
func (p *pages) show(w http.ResponseWriter, r *http.Request, record any, err error) {
	switch {
	case !wantsJSON(r) && err == nil:
		p.render(w, r, http.StatusOK)
	case !wantsJSON(r):
		p.render(w, r, statusOf(err))
	case err != nil:
		fail(w, err)
	default:
		renderJSON(w, http.StatusOK, record)
	}
}

func wantsJSON(r *http.Request) bool { return dispatch.RouteFrom(r.Context()).Format == "json" }

func text(v any) string {
	s, _ := v.(string)
	return s
}

func bearer(r *http.Request) string {
	if scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		return token
	}
	return ""
}
