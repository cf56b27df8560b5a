package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"testing/fstest"
	"time"

	"github.com/felixge/httpsnoop"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"

	"signalbox/dispatch"
	"signalbox/expand"
	"signalbox/serve"
)

const routes = `Rails.application.routes.draw do
  resources :posts do
    resources :comments
  end
  resources :users
  get "about", to: "pages#about"
end
`

var answer = []byte(`{"id":1,"title":"` + strings.Repeat("Hello ", 60) + `"}`)

// handle is what every route leads to.
func handle(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		io.Copy(io.Discard, r.Body)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer)
}

// A peer is a way to serve.
type peer struct {
	name    string
	handler func() (http.Handler, error) // with everything around the router
}

var peers = []peer{
	{"serve and dispatch", newSignalbox},
	{"net/http and ServeMux", with(newServeMux)},
	{"net/http and chi", with(newChi)},
	{"net/http and gin", with(newGin)},
}

// serve serves until ctx ends.
func (p peer) serve(ctx context.Context, l net.Listener) error {
	h, err := p.handler()
	if err != nil {
		return err
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute}
	go func() {
		<-ctx.Done()
		s.Shutdown(context.Background())
	}()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

var logger = slog.New(slog.NewJSONHandler(io.Discard, nil))

func newSignalbox() (http.Handler, error) {
	app, err := expand.Open(fstest.MapFS{"config/routes.rb": {Data: []byte(routes)}}, expand.Options{})
	if err != nil {
		return nil, err
	}
	table, err := app.Table()
	if err != nil {
		return nil, err
	}
	var actions []dispatch.Option
	for _, r := range table.Routes {
		actions = append(actions, dispatch.Action(r.Controller()+"#"+r.Action(), handle))
	}
	router, err := dispatch.New(table, actions...)
	if err != nil {
		return nil, err
	}
	return serve.Handler(router, serve.Log(logger))
}

// with puts the middleware that serve has around a router, as one writes it.
func with(router func() http.Handler) func() (http.Handler, error) {
	return func() (http.Handler, error) { return common(router()), nil }
}

func common(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b [16]byte
		rand.Read(b[:])
		id := fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
		header := w.Header()
		header.Set("X-Request-Id", id)
		header.Set("X-Frame-Options", "SAMEORIGIN")
		header.Set("X-Xss-Protection", "0")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Permitted-Cross-Domain-Policies", "none")
		header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		m := httpsnoop.CaptureMetrics(recovered(next), w, r)
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		logger.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", r.URL.RequestURI()), slog.Int("status", m.Code),
			slog.Duration("duration", m.Duration), slog.Int64("bytes", m.Written), slog.String("remote", host),
			slog.String("request_id", id), slog.String("route", r.Pattern))
	})
}

func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				logger.Error("panic", "error", p, "stack", string(debug.Stack()))
				http.Error(w, "Internal Server Error", http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// paths are those of the routes file, as a verb and a path with {parameters}.
var paths = []string{
	"GET /posts", "POST /posts", "GET /posts/new", "GET /posts/{id}/edit", "GET /posts/{id}", "PATCH /posts/{id}", "DELETE /posts/{id}",
	"GET /posts/{post_id}/comments", "POST /posts/{post_id}/comments", "GET /posts/{post_id}/comments/new", "GET /posts/{post_id}/comments/{id}/edit",
	"GET /posts/{post_id}/comments/{id}", "PATCH /posts/{post_id}/comments/{id}", "DELETE /posts/{post_id}/comments/{id}",
	"GET /users", "POST /users", "GET /users/new", "GET /users/{id}/edit", "GET /users/{id}", "PATCH /users/{id}", "DELETE /users/{id}", "GET /about",
}

func newServeMux() http.Handler {
	mux := http.NewServeMux()
	for _, p := range paths {
		mux.HandleFunc(p, handle)
	}
	return mux
}

func newChi() http.Handler {
	r := chi.NewRouter()
	for _, p := range paths {
		verb, path, _ := strings.Cut(p, " ")
		r.MethodFunc(verb, path, handle)
	}
	return r
}

// newGin names parameters of one place alike, as gin wants it.
func newGin() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	inGin := strings.NewReplacer("{post_id}", ":id", "comments/{id}", "comments/:comment", "{id}", ":id")
	for _, p := range paths {
		verb, path, _ := strings.Cut(p, " ")
		r.Handle(verb, inGin.Replace(path), gin.WrapF(handle))
	}
	return r
}
