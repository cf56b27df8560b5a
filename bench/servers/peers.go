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

// quiet is a log that nobody reads.
var quiet = slog.New(slog.NewJSONHandler(io.Discard, nil))

var logger = quiet

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

// with makes the handler of a peer.
func with(router func() http.Handler) func() (http.Handler, error) {
	return func() (http.Handler, error) { return router(), nil }
}

// logged is the middleware that serve has around a router, as one writes it; found is what the
// router tells of a request that it has answered.
func logged(next http.Handler, found func(*http.Request) (route string, params []slog.Attr)) http.Handler {
	next = recovered(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := begin(w.Header())
		m := httpsnoop.CaptureMetrics(next, w, r)
		route, params := found(r)
		end(r, id, m.Code, m.Written, m.Duration, route, params)
	})
}

// begin sets what every answer has, and returns the identity of the request.
func begin(header http.Header) (id string) {
	var b [16]byte
	rand.Read(b[:])
	id = fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	header.Set("X-Request-Id", id)
	header.Set("X-Frame-Options", "SAMEORIGIN")
	header.Set("X-Xss-Protection", "0")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Permitted-Cross-Domain-Policies", "none")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	return id
}

// end writes the line of the log. The peers' routes have no names and no actions: the line has
// the others of serve's.
func end(r *http.Request, id string, status int, written int64, took time.Duration, route string, params []slog.Attr) {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	attrs := append(make([]slog.Attr, 0, 10),
		slog.String("method", r.Method), slog.String("path", r.URL.RequestURI()), slog.Int("status", status),
		slog.Duration("duration", took), slog.Int64("bytes", written), slog.String("remote", host),
		slog.String("request_id", id), slog.String("by", "action"), slog.String("route", route))
	if len(params) > 0 {
		attrs = append(attrs, slog.Attr{Key: "params", Value: slog.GroupValue(params...)})
	}
	logger.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
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
	return logged(mux, func(r *http.Request) (string, []slog.Attr) {
		var params []slog.Attr
		for rest := r.Pattern; ; {
			_, after, ok := strings.Cut(rest, "{")
			if !ok {
				return r.Pattern, params
			}
			name, behind, _ := strings.Cut(after, "}")
			params, rest = append(params, slog.String(name, r.PathValue(name))), behind
		}
	})
}

func newChi() http.Handler {
	r := chi.NewRouter()
	r.Use(func(next http.Handler) http.Handler {
		return logged(next, func(r *http.Request) (string, []slog.Attr) {
			c := chi.RouteContext(r.Context())
			var params []slog.Attr
			for i, name := range c.URLParams.Keys {
				params = append(params, slog.String(name, c.URLParams.Values[i]))
			}
			return c.RoutePattern(), params
		})
	})
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
	r.Use(func(c *gin.Context) {
		began, id := time.Now(), begin(c.Writer.Header())
		c.Next()
		var params []slog.Attr
		for _, p := range c.Params {
			params = append(params, slog.String(p.Key, p.Value))
		}
		end(c.Request, id, c.Writer.Status(), int64(c.Writer.Size()), time.Since(began), c.FullPath(), params)
	}, gin.CustomRecoveryWithWriter(io.Discard, func(c *gin.Context, p any) {
		logger.Error("panic", "error", p, "stack", string(debug.Stack()))
		c.AbortWithStatus(http.StatusInternalServerError)
	}))
	inGin := strings.NewReplacer("{post_id}", ":id", "comments/{id}", "comments/:comment", "{id}", ":id")
	for _, p := range paths {
		verb, path, _ := strings.Cut(p, " ")
		r.Handle(verb, inGin.Replace(path), gin.WrapF(handle))
	}
	return r
}
