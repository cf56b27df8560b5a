package main

import (
	"context"
	"net/http"
	"strings"

	"signalbox/dispatch"
	"signalbox/expand/route"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
	"github.com/uptrace/bunrouter"
)

// found tells, for the check that comes before the timing, that some handler
// ran: every peer has handlers of its own kind that count and do nothing else.
var found int

var (
	hit    = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { found++ })
	missed = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
)

// A peer is a router for Go. build gives nil where the table is beyond it.
type peer struct {
	name  string
	build func(*route.Table, []row) (http.Handler, error)
}

// of makes a peer from its part that differs.
func of(name string, build func([]row) http.Handler) peer {
	return peer{name, func(_ *route.Table, rows []row) (http.Handler, error) { return build(rows), nil }}
}

var peers = []peer{
	{"signalbox", newSignalbox},
	{"with http.Handler", newSignalboxPlain},
	of("httprouter", newHTTPRouter),
	of("chi", newChi),
	of("gin", newGin),
	of("echo", newEcho),
	of("ServeMux", newServeMux),
	of("bunrouter", newBunRouter),
	of("gorilla/mux", newGorilla),
}

func newSignalbox(t *route.Table, rows []row) (http.Handler, error) {
	options := []dispatch.Option{dispatch.NotFound(missed)}
	for _, r := range rows {
		options = append(options, dispatch.Action(r.target,
			httprouter.Handle(func(http.ResponseWriter, *http.Request, httprouter.Params) { found++ })))
	}
	return dispatch.New(t, options...)
}

// newSignalboxPlain gives its handlers what plain ones get: a context with the
// route, path values, the pattern.
func newSignalboxPlain(t *route.Table, rows []row) (http.Handler, error) {
	options := []dispatch.Option{dispatch.NotFound(missed)}
	for _, r := range rows {
		options = append(options, dispatch.Action(r.target, hit))
	}
	return dispatch.New(t, options...)
}

// newHTTPRouter leaves out /posts/new, which panics beside /posts/:id.
func newHTTPRouter(rows []row) http.Handler {
	r := httprouter.New()
	r.RedirectTrailingSlash, r.RedirectFixedPath, r.HandleOPTIONS, r.HandleMethodNotAllowed = false, false, false, false
	r.NotFound = missed
	for _, row := range rows {
		if !strings.HasSuffix(row.path, "/new") {
			r.Handle(row.verb, row.colons, func(http.ResponseWriter, *http.Request, httprouter.Params) { found++ })
		}
	}
	return r
}

func newChi(rows []row) http.Handler {
	r := chi.NewRouter()
	r.NotFound(missed)
	r.MethodNotAllowed(missed)
	for _, row := range rows {
		r.MethodFunc(row.verb, row.braces, hit)
	}
	return r
}

func newGin(rows []row) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.RedirectTrailingSlash = false
	r.NoRoute(func(*gin.Context) {})
	for _, row := range rows {
		r.Handle(row.verb, row.colons, func(*gin.Context) { found++ })
	}
	return r
}

func newEcho(rows []row) http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = func(error, echo.Context) {}
	for _, row := range rows {
		e.Add(row.verb, row.colons, func(echo.Context) error { found++; return nil })
	}
	return e
}

func newServeMux(rows []row) http.Handler {
	m := http.NewServeMux()
	for _, row := range rows {
		m.Handle(row.verb+" "+row.braces, hit)
	}
	return m
}

// copying is what a router that gives each handler a request of its own, with a context, can
// be at best: no router of that kind does less than ServeMux and that copy.
var copying = of("ServeMux with a copy", func(rows []row) http.Handler {
	mux := newServeMux(rows)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(&routed{Context: r.Context()}))
	})
})

// A routed is a context with room for what a router says of a request.
type routed struct {
	context.Context
	_ [4]uintptr
}

func newBunRouter(rows []row) http.Handler {
	r := bunrouter.New(bunrouter.WithNotFoundHandler(func(http.ResponseWriter, bunrouter.Request) error { return nil }))
	for _, row := range rows {
		r.Handle(row.verb, row.colons, func(http.ResponseWriter, bunrouter.Request) error { found++; return nil })
	}
	return r
}

func newGorilla(rows []row) http.Handler {
	r := mux.NewRouter()
	r.NotFoundHandler, r.MethodNotAllowedHandler = missed, missed
	for _, row := range rows {
		r.Handle(row.gorilla(), hit).Methods(row.verb)
	}
	return r
}
