package serve

import (
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
)

// A stack is what stands between the server and the application.
type stack struct {
	logger      *slog.Logger // of the access log, nil for none
	filter      *Filter
	development bool
	health      *health
	proxies     []netip.Prefix
	forceTLS    bool
	crossOrigin *http.CrossOriginProtection
	maxBody     int64
	around      []func(http.Handler) http.Handler
	static      []*static
	handles     *http.ServeMux
	refused     []error
}

// Handler returns h with everything around it that the options name, as [Run] serves it: for
// tests, or a server of one's own. Options of the server itself, such as [Address], do
// nothing here. The error says which options make no sense.
func Handler(h http.Handler, options ...Option) (http.Handler, error) {
	s := newServer(options)
	if err := errors.Join(s.refused...); err != nil {
		return nil, err
	}
	return s.wrap(h), nil
}

// wrap puts the stack around an application, the innermost first.
func (s *stack) wrap(h http.Handler) http.Handler {
	if router, ok := h.(interface{ TellAnswers() }); ok {
		router.TellAnswers()
	}
	if s.handles != nil {
		h = s.handled(h)
	}
	for _, files := range slices.Backward(s.static) {
		h = files.before(h)
	}
	if s.maxBody > 0 {
		h = http.MaxBytesHandler(h, s.maxBody)
	}
	if s.crossOrigin != nil {
		h = s.crossOrigin.Handler(h)
	}
	if len(s.around) > 0 {
		h = s.recovering(h) // for middleware a panic is a 500 as any other
	}
	for _, around := range slices.Backward(s.around) {
		h = around(h)
	}
	if s.health != nil {
		h = s.health.before(h, s.errors())
	}
	if s.forceTLS {
		h = s.onlyTLS(h)
	}
	return s.watch(s.recovering(h))
}

// handled serves the patterns of [Handle] in front of an application, whose requests must not
// look as if a pattern "/" had matched.
func (s *stack) handled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := s.handles.Handler(r); pattern != "" {
			s.handles.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Use puts middleware around the application, the first one outermost: sessions, traces, a
// limit of requests. It stands behind the log and the recovery from panics.
//
//	sessions := scs.New() // github.com/alexedwards/scs/v2
//	serve.Run(ctx, router, serve.Use(sessions.LoadAndSave))
func Use(middleware ...func(http.Handler) http.Handler) Option {
	return func(s *server) { s.around = append(s.around, middleware...) }
}

// Handle serves a pattern of [http.ServeMux] in front of the application, for what the routes
// file does not mount.
//
//	serve.Handle("/graphql", graphql)
//	serve.Handle("/graphql/", graphql) // health, readiness, the playground's files
//	serve.Handle("POST /webhooks/github", receiver)
func Handle(pattern string, h http.Handler) Option {
	return func(s *server) {
		if s.handles == nil {
			s.handles = http.NewServeMux()
		}
		defer func() { // ServeMux panics for patterns that make no sense
			if p := recover(); p != nil {
				s.refuse("Handle: %v", p)
			}
		}()
		s.handles.Handle(pattern, h)
	}
}

// MaxBody bounds the bodies of requests to so many bytes: to read more is an error of the
// handler, and [http.MaxBytesError] in [errors.As]. Without it they are unbounded here; what
// package dispatch, graphqlsrv and hooks read is bounded by them.
func MaxBody(bytes int64) Option {
	return func(s *server) {
		if bytes <= 0 {
			s.refuse("MaxBody: %d bytes leave nothing", bytes)
		}
		s.maxBody = bytes
	}
}

// SameOrigin refuses the requests that pages of other origins make a browser send, 403, but
// for GET, HEAD and OPTIONS: what Rails' protect_from_forgery is for, without tokens in forms.
// Webhooks and programs send no such headers and pass. Origins are those that may:
// "https://admin.example.com". See [http.CrossOriginProtection].
func SameOrigin(origins ...string) Option {
	return func(s *server) {
		s.crossOrigin = http.NewCrossOriginProtection()
		for _, origin := range origins {
			if err := s.crossOrigin.AddTrustedOrigin(origin); err != nil {
				s.refuse("SameOrigin: %w", err)
			}
		}
	}
}
