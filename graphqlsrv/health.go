package graphqlsrv

import (
	"context"
	"net/http"

	"signalbox/graphqlsrv/internal/health"
)

// WithReadiness tells when the server is ready to serve: GET /graphql/readiness
// answers 200 while check returns nil, and 503 otherwise. Its error is logged,
// not shown. GET /graphql/health answers 200 as long as the process does.
//
//	graphqlsrv.WithReadiness(func(ctx context.Context) error { return db.PingContext(ctx) })
func WithReadiness(check func(context.Context) error) Option {
	return func(c *config) { c.http.readiness = check }
}

func (h *handler) health(w http.ResponseWriter, r *http.Request) { health.Answer(w, r, true) }

func (h *handler) readiness(w http.ResponseWriter, r *http.Request) {
	err := h.draining.Err()
	if err == nil {
		if err = h.checkReadiness(r.Context()); err != nil {
			h.cfg.logger.ErrorContext(r.Context(), "graphql: not ready", "error", err)
		}
	}
	health.Answer(w, r, err == nil)
}

func (h *handler) checkReadiness(ctx context.Context) (err error) {
	if h.http.readiness == nil {
		return nil
	}
	defer h.errorLog().guard(ctx, &err)
	return h.http.readiness(ctx)
}
