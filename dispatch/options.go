package dispatch

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"

	"signalbox/dispatch/internal/rack"
	"signalbox/dsl"
)

// An Option sets a [Router] or a [Matcher] up.
type Option func(*config)

// A config is what the options say.
type config struct {
	settings
	err error

	controllers controllerFinder
	mounts      map[string]http.Handler
	middleware  []Middleware
	inner       map[string][]Middleware // by folded targets
	targets     []string                // of Before, as they were written
	fallback    http.Handler
	notFound    http.Handler
	onError     func(http.ResponseWriter, *http.Request, error)
	observe     []func(*Observed)
	observed    atomic.Bool // are requests to carry an [Observed]
	logger      *slog.Logger
	hosts       *allowedHosts // nil: any
	lenient     bool          // 501 for endpoints without a handler
	override    bool
	goHabit     bool
}

func newConfig(options []Option) *config {
	c := &config{
		controllers: controllerFinder{all: map[string]*controller{}}, mounts: map[string]http.Handler{}, inner: map[string][]Middleware{},
	}
	c.constraints = map[string]func(*http.Request) bool{}
	c.Limits = blockLimits
	for _, o := range options {
		o(c)
	}
	if c.hosts != nil && c.hosts.rules == nil && c.err == nil {
		c.refuse("HostsExcept and HostBlocked want Hosts")
	}
	for _, target := range c.targets {
		if !c.handles(folded(target)) {
			c.refuse("before " + target + ": no Controller or Action gives it a handler")
		}
	}
	return c
}

func (c *config) refuse(text string) { c.err = errors.Join(c.err, errors.New("dispatch: "+text)) }

// TrustedProxies are the proxies whose headers are believed: X-Forwarded-For for
// remote_ip, X-Forwarded-Host for the host, X-Forwarded-Proto and its kin for the
// scheme. With this option they count in requests that one of the proxies sent, and
// in no others. Without it, it is as in Rails: the host and the scheme are believed
// from anyone, and addresses of private networks count as proxies in
// X-Forwarded-For. Rails: config.action_dispatch.trusted_proxies.
//
//	dispatch.TrustedProxies(netip.MustParsePrefix("203.0.113.0/24"))
func TrustedProxies(proxies ...netip.Prefix) Option {
	return func(c *config) { c.Proxies = append([]netip.Prefix{}, proxies...) }
}

// WithSession lets constraints read the session: `req.session[:user_id]`.
// Without it every session is empty.
//
//	dispatch.WithSession(func(r *http.Request) dispatch.Session { return sessions.Of(r) })
func WithSession(of func(*http.Request) Session) Option {
	return func(c *config) {
		if c.Session = nil; of != nil {
			c.Session = func(r *http.Request) rack.Session { return of(r) }
		}
	}
}

// A Session gives constraints what they read of a session:
//
//	constraints ->(req) { req.session[:user_id].present? }
//
// Values may be strings, integers, booleans, nil, and maps and slices of them.
// See [WithSession].
type Session interface {
	// Get gives the value of a key; ok is false without one.
	Get(key string) (value any, ok bool)
}

// Constraint answers for a constraint object that only the application has, by
// the text that the routes file names it with:
//
//	dispatch.Constraint("AdminConstraint.new", func(r *http.Request) bool { return isAdmin(r) })
//
// It answers as well for a value that a lambda of the routes file asks the
// application for, `Flipper.enabled?(:beta)`. Without it, routes behind such an
// object or value are an error of [New].
func Constraint(text string, holds func(*http.Request) bool) Option {
	return func(c *config) {
		if holds == nil {
			c.refuse("Constraint " + text + " has no function")
			return
		}
		c.constraints[text] = holds
	}
}

// RelativeURLRoot is the path that the application is deployed below, `/blog`.
// Requests may come with it or without. Rails: config.relative_url_root.
func RelativeURLRoot(path string) Option {
	return func(c *config) { c.Prefix = strings.TrimSuffix(path, "/") }
}

// WithMatchSteps bounds the work of finding the route of a request, in steps of a
// few nanoseconds: the requirements that are tried at many places, and patterns
// that go back. 12 steps for each byte of the path are free, of which look-arounds at
// the edges of segments take a few. The default is 131,072, a few milliseconds. A request that takes more is answered 503 and
// logged with the route whose pattern took it.
//
//	dispatch.WithMatchSteps(100_000)
func WithMatchSteps(steps int) Option {
	return func(c *config) {
		if steps <= 0 {
			c.refuse("WithMatchSteps wants a number over 0")
			return
		}
		c.steps = steps
	}
}

// blockLimits are those of [WithBlockLimits]: a step takes a fifth of a microsecond.
var blockLimits = dsl.Limits{Steps: 50_000, Depth: 1000, Memory: 16 << 20}

// WithBlockLimits bounds what the Ruby code of the routes file may use for one
// request: the lambdas and objects of constraints, the blocks of redirects, inline
// endpoints. Zero fields keep their default: 50,000 steps, about 10 milliseconds, a
// depth of 1,000 calls, and 16 MiB of values. A request that reaches a bound is
// answered 503 and logged with the route; no other route gets it.
//
//	dispatch.WithBlockLimits(dsl.Limits{Steps: 500_000})
func WithBlockLimits(limits dsl.Limits) Option {
	return func(c *config) {
		if limits.Steps < 0 || limits.Depth < 0 || limits.Memory < 0 || limits.StringSize < 0 || limits.Elements < 0 {
			c.refuse("WithBlockLimits wants no negative numbers")
			return
		}
		own := limits
		own.Steps, own.Depth, own.Memory = cmp.Or(own.Steps, blockLimits.Steps), cmp.Or(own.Depth, blockLimits.Depth), cmp.Or(own.Memory, blockLimits.Memory)
		c.Limits = own
	}
}

// A Middleware wraps a handler, as in most of Go's libraries.
type Middleware = func(http.Handler) http.Handler

// Use puts middleware around every action, the first outermost. It runs behind
// the routing, so that [RouteFrom] tells it the route, and not for mounted
// applications, redirects, [Fallback] and requests without a route: what is to
// see those too goes around the [Router].
//
//	dispatch.Use(logging, recovering)
func Use(middleware ...Middleware) Option {
	return func(c *config) { c.middleware = append(c.middleware, middleware...) }
}

// Before puts middleware around the actions of a controller, or around one
// action, inside of that of [Use]. Rails: before_action.
//
//	dispatch.Before("admin/posts", onlyAdmins)
//	dispatch.Before("posts#destroy", confirmed)
//
// A target that neither [Controller] nor [Action] gives a handler is an error of
// [New]: a misspelt guard would guard nothing.
func Before(target string, middleware ...Middleware) Option {
	return func(c *config) {
		key := folded(target)
		c.inner[key] = append(c.inner[key], middleware...)
		c.targets = append(c.targets, target)
	}
}

// Mount answers for an application that the routes file mounts, by the constant
// it is mounted as:
//
//	mount GraphQL::Server, at: "/graphql"       # config/routes.rb
//	dispatch.Mount("GraphQL::Server", handler)  // Go
//
// The handler sees the path behind the mount point; [ScriptName] is the path of
// the mount point. Rails: Mapper#mount, Endpoint#rack_app.
func Mount(constant string, h http.Handler) Option {
	return func(c *config) {
		if h == nil {
			c.refuse("Mount " + constant + " has no handler")
			return
		}
		c.mounts[strings.TrimPrefix(constant, "::")] = h
	}
}

// Fallback takes the requests that no handler is there for: endpoints without
// one, and paths without a route. With [signalbox/serve/proxy] in front of the Rails
// application that is the way to move routes to Go one by one. It also takes those for routes of
// which only the application knows whether they exist, and those whose constraint,
// redirect or inline endpoint only the application can run, see [Router.Gaps], whoever
// has the endpoint.
//
//	rails, err := proxy.New("http://127.0.0.1:3001")
//	// ...
//	dispatch.Fallback(rails)
func Fallback(h http.Handler) Option {
	return func(c *config) {
		if h == nil {
			c.refuse("Fallback has no handler")
			return
		}
		c.fallback = h
	}
}

// NotFound answers requests without a route; without it the answer is Rails'
// router's: 404, X-Cascade: pass, "Not Found".
func NotFound(h http.Handler) Option {
	return func(c *config) { c.notFound = h }
}

// OnError answers requests that cannot be routed; [StatusOf] returns the status
// of err, and errors.As finds the *[RouteError] in one that a route is to blame
// for. Without it the answer is the status and its text, which say nothing of the
// routes file, and what is not the client's fault is logged, see [WithLogger].
func OnError(f func(w http.ResponseWriter, r *http.Request, err error)) Option {
	return func(c *config) { c.onError = f }
}

// WithLogger is where errors are logged that requests meet in routing, instead of
// slog.Default: each with the route and its place.
func WithLogger(logger *slog.Logger) Option {
	return func(c *config) { c.logger = logger }
}

func (c *config) log() *slog.Logger {
	if c.logger == nil {
		return slog.Default()
	}
	return c.logger
}

// NotImplemented lets [New] accept endpoints without a handler, routes that depend on
// what only the application knows, and code that asks for what is missing here, see [Router.Gaps]: such requests are answered 501, or 500
// where a method is missing, and logged.
func NotImplemented() Option {
	return func(c *config) { c.lenient = true }
}

// WithMethodOverride lets a form's _method, or the header
// X-HTTP-Method-Override, turn a POST into another verb. Rack: MethodOverride.
func WithMethodOverride() Option {
	return func(c *config) { c.override = true }
}

// MethodNotAllowed answers a path that has routes only for other verbs as
// httprouter does: 405 with Allow, and OPTIONS with 204 and Allow. It goes
// before [Fallback] and [NotFound]. Rails answers 404. Routes of which only the application
// knows whether they are there are not named; a path that has no others is open, see
// [Router.Gaps].
func MethodNotAllowed() Option {
	return func(c *config) { c.goHabit = true }
}
