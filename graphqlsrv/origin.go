package graphqlsrv

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/rs/cors"

	"signalbox/graphqlsrv/internal/transportsse"
)

// CORS tells which other origins may read answers. Fetch standard, CORS protocol.
type CORS struct {
	Origins     []string                                  // "https://app.example.com", "https://*.example.com", or "*" for any
	AllowOrigin func(r *http.Request, origin string) bool // decides instead of Origins, where it isn't nil
	Headers     []string                                  // request headers beside those that GraphQL clients use
	Expose      []string                                  // response headers that scripts may read
	Credentials bool                                      // browsers may send cookies
	MaxAge      time.Duration                             // how long browsers may keep the answer to a preflight
}

// WithCORS lets scripts of other origins use the server; without it they can't.
//
//	graphqlsrv.WithCORS(graphqlsrv.CORS{Origins: []string{"https://app.example.com"}, Credentials: true})
//
// Credentials for any origin ("*") are an error of [New].
func WithCORS(c CORS) Option { return func(cfg *config) { cfg.http.cors = &c } }

// corsHeaders are the request headers that GraphQL clients use.
var corsHeaders = []string{"Accept", "Content-Type", "Authorization", "Auth-Provider", "X-Request-ID", "Last-Event-ID", transportsse.TokenHeader, "GraphQL-Cost", "Apollographql-Client-Name", "Apollographql-Client-Version"}

func (c *CORS) build(preflight []string) (*cors.Cors, error) {
	if c.AllowOrigin == nil && len(c.Origins) == 0 {
		return nil, errors.New("graphqlsrv: WithCORS needs Origins or AllowOrigin")
	}
	if c.Credentials && slices.Contains(c.Origins, "*") {
		return nil, errors.New(`graphqlsrv: WithCORS can't allow Credentials to any origin ("*"): name the origins, or use AllowOrigin`)
	}
	o := cors.Options{
		AllowedOrigins:   c.Origins,
		AllowedMethods:   []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete},
		AllowedHeaders:   slices.Concat(corsHeaders, preflight, c.Headers),
		ExposedHeaders:   c.Expose,
		AllowCredentials: c.Credentials,
		MaxAge:           int(c.MaxAge / time.Second),
	}
	if c.AllowOrigin != nil {
		o.AllowOriginVaryRequestFunc = func(r *http.Request, origin string) (bool, []string) { return c.AllowOrigin(r, origin), nil }
	}
	return cors.New(o), nil
}

// isPreflight reports whether a browser asks what another origin may do.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && header(r, "Access-Control-Request-Method") != ""
}

// WithPreflightHeaders replaces the headers of which one shows that a browser
// asked this server first (a CORS preflight) before it sent a request of another
// site. Requests that a plain form, link or image of another site could make are
// refused without one: multipart ones, and GET requests that a browser makes of
// itself. Apollo-Require-Preflight, GraphQL-Preflight and X-Requested-With are
// among the usual ones.
func WithPreflightHeaders(names ...string) Option {
	return func(c *config) {
		if len(names) > 0 {
			c.http.preflight = names
		}
	}
}
