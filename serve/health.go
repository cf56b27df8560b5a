package serve

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

// A health answers what a load balancer asks.
type health struct {
	checks []func(context.Context) error
	ending atomic.Bool
}

// Health answers GET /up with 200 as long as the program runs, and GET /ready with 200 while
// it is to get requests: every check returns nil, and it is not about to end, see [Delay].
// Neither is logged, nor led to https. Rails: Rails::HealthController.
//
//	serve.Health(db.PingContext)
func Health(checks ...func(context.Context) error) Option {
	return func(s *server) { s.health = &health{checks: checks} }
}

const (
	upPath    = "/up"
	readyPath = "/ready"
)

// checkTimeout bounds the checks of one request.
const checkTimeout = 5 * time.Second

// asks reports whether a request asks for the health.
func (h *health) asks(r *http.Request) bool {
	return h != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && (r.URL.Path == upPath || r.URL.Path == readyPath)
}

func (h *health) before(next http.Handler, logger *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !h.asks(r):
			next.ServeHTTP(w, r)
		case r.URL.Path == upPath:
			io.WriteString(w, "up\n")
		default:
			h.answer(w, r, logger)
		}
	})
}

func (h *health) answer(w http.ResponseWriter, r *http.Request, logger *slog.Logger) {
	w.Header().Set("Cache-Control", "no-store")
	if h.ending.Load() {
		http.Error(w, "ending", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), checkTimeout)
	defer cancel()
	for _, check := range h.checks {
		if err := check(ctx); err != nil {
			// The reason may name hosts and users: it is for the log, not for whoever asks.
			logger.Error("not ready", "error", err)
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
	}
	io.WriteString(w, "ready\n")
}
