// Package answer is what a router tells the middleware around it: which route answers a
// request, and with which parameters. The router of package dispatch tells it; the logs,
// metrics and pages of package serve ask for it.
//
//	func log(next http.Handler) http.Handler {
//		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
//			r, a := answer.Watch(r)
//			next.ServeHTTP(w, r)
//			slog.Info("request", "pattern", a.Told().Pattern, "by", a.Told().By)
//		})
//	}
package answer

import (
	"context"
	"log/slog"
	"mime/multipart"
	"net/http"
	"sync/atomic"
)

// An Answer is what answers a request: what a router tells, and what is sent. A handler that
// goes on behind an http.TimeoutHandler may still tell while the middleware reads.
type Answer struct {
	// Sent is what has been sent, if the middleware counts it by [Count]; nil otherwise.
	Sent *Sent

	told    atomic.Pointer[Told]
	form    atomic.Pointer[multipart.Form]
	telling atomic.Bool // a router is at work
}

// A Told is what a router tells of a request. Nothing changes one that has been told.
type Told struct {
	// By is the kind of what answers: "action", "mount", "redirect", "not found", as
	// dispatch.Answerer has it.
	By string
	// Pattern is the route's verb and path: "GET /posts/:id(.:format)".
	Pattern string
	// Route is the route; nil without one.
	Route Route
	// Params returns the parameters of the path, in its order, and the route's defaults, but
	// for controller and action where the endpoint says them; nil without a route.
	Params func() []slog.Attr
	// Err is why the request could not be routed.
	Err error
}

// Told returns what the router has told last, the zero Told before.
func (a *Answer) Told() Told {
	if t := a.told.Load(); t != nil {
		return *t
	}
	return Told{}
}

// Set is for the router.
func (a *Answer) Set(t Told) { a.told.Store(&t) }

// A Route is what a table says of a route.
type Route interface {
	// Name is "post" of post_path; "" for a route without one.
	Name() string
	// Endpoint is where the route leads: "posts#show", "Sidekiq::Web", "redirect(301, /posts)".
	Endpoint() string
	// Source is the line of the routes file: "config/routes.rb:3".
	Source() string
}

type key struct{}

// A watched is a request, its context, and its Answer: one allocation.
type watched struct {
	context.Context // of the incoming request
	answer          Answer
	request         http.Request
}

// Value implements context.Context.
func (w *watched) Value(k any) any {
	if k == (key{}) {
		return &w.answer
	}
	return w.Context.Value(k)
}

// Watch returns the request with an Answer that the router behind fills in. Of several
// middlewares that watch one request, all get the same.
func Watch(r *http.Request) (*http.Request, *Answer) {
	if a := Of(r); a != nil {
		return r, a
	}
	return watch(r)
}

func watch(r *http.Request) (*http.Request, *Answer) {
	w := &watched{Context: r.Context()}
	w.request = *r.WithContext(w)
	return &w.request, &w.answer
}

// ReturnForm gives a request the form that a handler has read from a copy of it: the files of
// an upload are removed by net/http, when its own request has been answered. The copy may be
// one of middleware's copy: a request that is watched gets the form of all of them.
func ReturnForm(r, read *http.Request) {
	a := Of(read)
	switch form := read.MultipartForm; {
	case form != nil && r.MultipartForm == nil:
		if r.MultipartForm = form; a != nil {
			a.form.Store(form)
		}
	case a != nil && r.MultipartForm == nil:
		r.MultipartForm = a.form.Load()
	}
}

// Tell is [Watch] for a router, which calls End in the end. A router within another tells an
// Answer of its own: around both the outer one counts.
func Tell(r *http.Request) (*http.Request, *Answer) {
	outer := Of(r)
	if outer != nil && outer.telling.CompareAndSwap(false, true) {
		outer.told.Store(nil)
		return r, outer
	}
	r, a := watch(r)
	if a.telling.Store(true); outer != nil {
		a.Sent = outer.Sent
	}
	return r, a
}

// End is called when a router has answered.
func (a *Answer) End() { a.telling.Store(false) }

// Of returns the Answer of a request that is being watched, nil of any other.
func Of(r *http.Request) *Answer {
	a, _ := r.Context().Value(key{}).(*Answer)
	return a
}
