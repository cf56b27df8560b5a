// Package answer is what a router tells the middleware around it: which route answers a
// request, and with which parameters. The router of package dispatch tells it; the logs,
// metrics and pages of package serve ask for it.
//
//	func log(next http.Handler) http.Handler {
//		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
//			a := answer.Watch(r)
//			defer a.Done(r)
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
	"sync"
)

// An Answer is what answers a request: what a router tells, and what is sent. A handler that
// goes on behind an http.TimeoutHandler may still tell while the middleware reads.
type Answer struct {
	// Sent is what has been sent, if the middleware counts it by [Count]; nil otherwise.
	Sent *Sent

	mu       sync.Mutex
	told     Told
	form     *multipart.Form
	watching int  // how many middlewares
	telling  bool // a router is at work
}

// A Told is what a router tells of a request.
type Told struct {
	// By is the kind of what answers: "action", "mount", "redirect", "not found", as
	// dispatch.Answerer has it.
	By string
	// Pattern is the route's verb and path: "GET /posts/:id(.:format)".
	Pattern string
	// Route is the route; nil without one.
	Route Route
	// Params are the parameters of the path, in its order, and the route's defaults, but for
	// controller and action where the endpoint says them.
	Params []slog.Attr
	// Err is why the request could not be routed.
	Err error
}

// Told returns what the router has told last, the zero Told before.
func (a *Answer) Told() Told {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.told
}

// Set is for the router.
func (a *Answer) Set(t Told) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.told = t
}

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

// A watched is the context of a request that is watched.
type watched struct {
	context.Context // of the incoming request
	answer          Answer
}

// Value implements context.Context.
func (w *watched) Value(k any) any {
	if k == (key{}) {
		return &w.answer
	}
	return w.Context.Value(k)
}

// Watch gives a request an Answer that the router behind fills in, and that its context
// carries from now on: a copy of the request would cost as much as routing it does. Done is to
// be called when the request is answered. Of several middlewares that watch one request, all
// get the same.
func Watch(r *http.Request) *Answer {
	ctx := r.Context()
	if a := Of(r); a != nil {
		if a.watch() {
			return a
		}
		if last, ok := ctx.(*watched); ok { // a request that comes again
			ctx = last.Context
		}
	}
	w := &watched{Context: ctx, answer: Answer{watching: 1}}
	*r = *r.WithContext(w)
	return &w.answer
}

// watch reports whether something watches already.
func (a *Answer) watch() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.watching > 0 {
		a.watching++
	}
	return a.watching > 0
}

// Done ends what Watch began.
func (a *Answer) Done(r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.watching--
	if r.MultipartForm == nil {
		r.MultipartForm = a.form
	}
}

// ReturnForm gives a request the form that a handler has read from a copy of it: the files of
// an upload are removed by net/http, when its own request has been answered. If that is not
// the request here, since middleware made a copy, it gets the form when it is done.
func ReturnForm(r, read *http.Request) {
	form := read.MultipartForm
	if form == nil || r.MultipartForm != nil {
		return
	}
	r.MultipartForm = form
	if a := Of(r); a != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.form = form
	}
}

// Tell is for a router: it gives it the Answer to fill in, and the request with it. A router
// within another tells an Answer of its own: around both the outer one counts.
func Tell(r *http.Request) (*http.Request, *Answer) {
	outer := Of(r)
	if outer != nil && outer.tell() {
		return r, outer
	}
	w := &watched{Context: r.Context(), answer: Answer{telling: true}}
	if outer != nil {
		w.answer.Sent = outer.Sent
	}
	return r.WithContext(w), &w.answer
}

// tell begins the work of a router, unless one is at work.
func (a *Answer) tell() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.telling {
		return false
	}
	a.telling, a.told = true, Told{}
	return true
}

// End is called when a router has answered.
func (a *Answer) End() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.telling = false
}

// Of returns the Answer of a request that is being watched, nil of any other.
func Of(r *http.Request) *Answer {
	a, _ := r.Context().Value(key{}).(*Answer)
	return a
}
