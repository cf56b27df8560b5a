// Package answer is what a router tells the middleware around it: which route answers a
// request, and with which parameters. The router of package dispatch tells it; the logs,
// metrics and pages of package serve ask for it.
//
//	func log(next http.Handler) http.Handler {
//		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
//			r, a := answer.Watch(r)
//			next.ServeHTTP(w, r)
//			slog.Info("request", "pattern", a.Pattern, "by", a.By)
//		})
//	}
package answer

import (
	"context"
	"log/slog"
	"net/http"
)

// An Answer is what answered a request. It is empty where no router told anything.
type Answer struct {
	// By is the kind of what answered: "action", "mount", "redirect", "not found", as
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
	// Sent is what has been sent, if the middleware counts it by [Count]; nil otherwise.
	Sent *Sent

	telling bool // a router is at work
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
// an upload are removed by net/http, when its own request has been answered.
func ReturnForm(r, read *http.Request) {
	if r.MultipartForm == nil {
		r.MultipartForm = read.MultipartForm
	}
}

// Tell is [Watch] for a router, which calls End in the end. A router within another tells an
// Answer of its own: around both the outer one counts.
func Tell(r *http.Request) (*http.Request, *Answer) {
	var sent *Sent
	if a := Of(r); a != nil {
		if sent = a.Sent; !a.telling {
			*a = Answer{Sent: sent, telling: true}
			return r, a
		}
	}
	r, a := watch(r)
	a.Sent, a.telling = sent, true
	return r, a
}

// End is called when a router has answered, with the pattern that it has found.
func (a *Answer) End(pattern string) { a.Pattern, a.telling = pattern, false }

// Of returns the Answer of a request that is being watched, nil of any other.
func Of(r *http.Request) *Answer {
	a, _ := r.Context().Value(key{}).(*Answer)
	return a
}
