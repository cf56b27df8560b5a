package graphqlsrv

import (
	"context"
	"net/http"
)

// WithReadiness tells when the server is ready to serve: GET /graphql/readiness
// answers 200 while check returns nil, and 503 otherwise. Its error is logged,
// not shown. GET /graphql/health answers 200 as long as the process does.
//
//	graphqlsrv.WithReadiness(func(ctx context.Context) error { return db.PingContext(ctx) })
func WithReadiness(check func(context.Context) error) Option {
	return func(c *config) { c.http.readiness = check }
}

func (h *handler) health(w http.ResponseWriter, r *http.Request) {
	report(w, r, http.StatusOK, "pass")
}

func (h *handler) readiness(w http.ResponseWriter, r *http.Request) {
	if h.draining.Err() != nil {
		report(w, r, http.StatusServiceUnavailable, "fail")
		return
	}
	if err := h.checkReadiness(r.Context()); err != nil {
		h.cfg.logger.ErrorContext(r.Context(), "graphql: not ready", "error", err)
		report(w, r, http.StatusServiceUnavailable, "fail")
		return
	}
	report(w, r, http.StatusOK, "pass")
}

func (h *handler) checkReadiness(ctx context.Context) (err error) {
	if h.http.readiness == nil {
		return nil
	}
	defer h.errorLog().guard(ctx, &err)
	return h.http.readiness(ctx)
}

// report answers in the form of the draft "Health Check Response Format for HTTP APIs".
func report(w http.ResponseWriter, r *http.Request, status int, word string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "health takes GET requests", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", "application/health+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"status":"` + word + `"}`))
}
