// Package answer is what a router tells the middleware around it: which route answers a
// request, and with which parameters. The router of package dispatch tells it; the logs,
// metrics and pages of package serve ask for it.
//
//	func log(next http.Handler) http.Handler {
//		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
//			r, a := answer.Watch(r)
//			next.ServeHTTP(w, r)
//			slog.Info("request", "pattern", a.Pattern, "endpoint", a.Endpoint)
//		})
//	}
package answer

import (
	"context"
	"net/http"
)

// An Answer is what answered a request. It is empty where no router told anything.
type Answer struct {
	// By is the kind of what answered: "action", "mount", "redirect", "not found", as
	// dispatch.Answerer has it.
	By string
	// Pattern is the route's verb and path: "GET /posts/:id(.:format)".
	Pattern string
	// Name is the route's name, "post" of post_path; "" without one.
	Name string
	// Endpoint is where the route leads: "posts#show", "Sidekiq::Web", "redirect(301, /posts)".
	Endpoint string
	// Source is the line of the routes file: "config/routes.rb:3".
	Source string
	// Params returns the parameters of the path and the route's defaults; nil without a route.
	Params func() map[string]any
	// Err is why the request could not be routed.
	Err error
	// Sent is what has been sent, if the middleware counts it by [Count]; nil otherwise.
	Sent *Sent
	// Note is the router's own.
	Note any
}

type key struct{}

// Watch returns the request with an Answer that the router behind fills in. Of several
// middlewares that watch one request, all get the same.
func Watch(r *http.Request) (*http.Request, *Answer) {
	if a := Of(r); a != nil {
		return r, a
	}
	a := &Answer{}
	return r.WithContext(context.WithValue(r.Context(), key{}, a)), a
}

// Of returns the Answer of a request that is being watched, nil of any other.
func Of(r *http.Request) *Answer {
	a, _ := r.Context().Value(key{}).(*Answer)
	return a
}
