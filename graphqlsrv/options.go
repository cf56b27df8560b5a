package graphqlsrv

import (
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"

	"go.opentelemetry.io/otel/trace"

	"signalbox/graphqlsrv/internal/language"
	"signalbox/graphqlsrv/internal/lru"
)

// An Option changes what [New] makes.
type Option func(*config)

// A config is the sum of the options.
type config struct {
	services       []map[string]Resolver
	directives     []Directive
	scalars        map[string]Scalar
	ownScalars     []string // those of WithScalar
	typeResolvers  map[string]TypeResolver
	decode         Decoder
	currentUser    CurrentUser
	armor          Armor
	limit          *rateLimit // nil for none
	observing      observing
	variables      VariableLimits
	development    bool
	introspection  *bool
	unmasked       bool
	undirected     bool // no check that every root field has a directive
	concurrency    int
	plans          lru.Limit
	persisted      lru.Limit
	trusted        map[string]string
	trustedOnly    bool
	bare           bool // no root schema
	logger         *slog.Logger
	tracerProvider trace.TracerProvider
	http           httpConfig
}

// The bounds of caches that no option sets.
const (
	defaultCacheEntries        = 1000
	defaultPlanCacheBytes      = 64 << 20
	defaultPersistedQueryBytes = 16 << 20
)

// DefaultConcurrency is how many goroutines one request may add to its own, see
// [WithConcurrency].
const DefaultConcurrency = 64

// newConfig adds up the options. One that is nil is an error.
func newConfig(options []Option) (*config, error) {
	c := &config{
		armor:         DefaultArmor,
		variables:     DefaultVariableLimits,
		concurrency:   DefaultConcurrency,
		plans:         lru.Limit{Entries: defaultCacheEntries, Bytes: defaultPlanCacheBytes},
		persisted:     lru.Limit{Entries: defaultCacheEntries, Bytes: defaultPersistedQueryBytes},
		scalars:       map[string]Scalar{},
		typeResolvers: map[string]TypeResolver{},
		logger:        slog.Default(),
		http:          defaultHTTP(),
	}
	for i, o := range options {
		if o == nil {
			return nil, fmt.Errorf("graphqlsrv: option %d is nil: leave it out where there is nothing to set", i+1)
		}
		o(c)
	}
	c.ownScalars = slices.Sorted(maps.Keys(c.scalars))
	for name, s := range builtinScalars {
		if _, ok := c.scalars[name]; !ok {
			c.scalars[name] = s
		}
	}
	for name, s := range c.scalars {
		c.scalars[name] = c.guarded(name, s)
	}
	return c, nil
}

// guarded keeps a panic of a scalar's Parse, which runs before there is a field to
// blame, from leaving the package.
func (c *config) guarded(name string, s Scalar) Scalar {
	parse := s.Parse
	if parse == nil {
		return s
	}
	s.Parse = func(value any) (parsed any, err error) {
		defer func() {
			if r := recover(); r != nil {
				c.logger.Error("graphql: panic", "panic", language.Cut(fmt.Sprint(r), maxLogged), "scalar", name, "stack", string(debug.Stack()))
				err = messagef("The value can't be read.")
			}
		}()
		return parse(value)
	}
	return s
}

// introspects reports whether clients may ask for the schema.
func (c *config) introspects() bool {
	if c.introspection != nil {
		return *c.introspection
	}
	return c.development
}

// WithServices gives the resolvers: "users" backs the field of that name of
// Query, Mutation or Subscription, "User.posts" the field posts of type User.
// The same name in two services is an error at start-up.
//
//	graphqlsrv.New(sdl, graphqlsrv.WithServices(users.Service, posts.Service))
func WithServices(services ...map[string]Resolver) Option {
	return func(c *config) { c.services = append(c.services, services...) }
}

// WithDirective gives directives of the SDL their meaning, see [Validator] and
// [Transformer]; one for requireAuth replaces that of this package.
func WithDirective(directives ...Directive) Option {
	return func(c *config) { c.directives = append(c.directives, directives...) }
}

// WithScalar gives a scalar of the SDL its meaning; it may replace one of the
// scalars every schema has (see [Scalar]), but none of GraphQL's own five. A type
// of the SDL with the name of such a scalar takes its place without this option.
func WithScalar(name string, s Scalar) Option {
	return func(c *config) { c.scalars[name] = s }
}

// WithTypeResolver tells the object type of the values of a union or interface,
// where neither __typename nor the name of the Go type do.
func WithTypeResolver(abstract string, f TypeResolver) Option {
	return func(c *config) { c.typeResolvers[abstract] = f }
}

// WithAuth tells who is asking: the decoder reads the credentials, currentUser
// makes a user of what it decoded. Where the decoder answers nil, nobody is asking,
// and currentUser isn't called. Either may be nil: without a decoder, currentUser
// gets the [Token] alone; without currentUser, what was decoded is the user. See
// [Decoders] for several.
func WithAuth(decode Decoder, currentUser CurrentUser) Option {
	return func(c *config) { c.decode, c.currentUser = decode, currentUser }
}

// WithArmor replaces [DefaultArmor], the bounds of what a query may ask.
func WithArmor(a Armor) Option { return func(c *config) { c.armor = a } }

// WithDevelopment serves a developer: introspection and the playground are on,
// masked errors carry the error they hide, messages suggest names.
func WithDevelopment(on bool) Option { return func(c *config) { c.development = on } }

// WithIntrospection lets clients ask for the schema, or not, whatever
// [WithDevelopment] says.
func WithIntrospection(on bool) Option { return func(c *config) { c.introspection = &on } }

// WithoutMasking sends the message of every error to the client. It is for
// tests and for servers behind which nothing is secret.
func WithoutMasking() Option { return func(c *config) { c.unmasked = true } }

// WithoutDirectiveCheck lets fields of Query, Mutation and Subscription go
// without @requireAuth, @skipAuth or a directive of the application that has a function.
func WithoutDirectiveCheck() Option { return func(c *config) { c.undirected = true } }

// WithConcurrency caps the goroutines that one request may add to its own for
// resolvers that block; 0 runs them one after the other. Goroutines that wait for a
// [Loader] don't count: others run in their place. Fewer calls run at once where the
// copies of their arguments take more than 8 MiB together, not counting those of less
// than 4 KiB.
func WithConcurrency(n int) Option {
	return func(c *config) { c.concurrency = min(max(n, 0), 1<<30) } // counted in 32 bits
}

// WithPlanCache bounds how many documents stay parsed, validated and planned;
// the one that was not asked for longest goes first. 0 keeps none. Texts of more
// than 64 KiB are not kept. See [WithPlanCacheBytes], too.
func WithPlanCache(documents int) Option { return func(c *config) { c.plans.Entries = documents } }

// WithPlanCacheBytes bounds the memory of the documents that [WithPlanCache] keeps,
// by an estimate that is rather too high; 64 MiB without this option.
func WithPlanCacheBytes(bytes int) Option { return func(c *config) { c.plans.Bytes = bytes } }

// WithLogger replaces slog.Default() for the log of operations and of panics;
// nil logs nothing.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) {
		if l == nil {
			l = slog.New(slog.DiscardHandler)
		}
		c.logger = l
	}
}

// WithTracerProvider traces operations by OpenTelemetry; without it there are
// no spans.
func WithTracerProvider(p trace.TracerProvider) Option {
	return func(c *config) { c.tracerProvider = p }
}

// WithTrustedDocuments gives the queries that are known in advance, by the
// SHA-256 of their text in lower-case hexadecimal, as clients send it in
// extensions.persistedQuery.sha256Hash; another key is an error of [New]. With only
// set, nothing else is served.
func WithTrustedDocuments(bySHA256 map[string]string, only bool) Option {
	return func(c *config) { c.trusted, c.trustedOnly = bySHA256, only }
}

// WithPersistedQueries bounds how many queries automatic persisted queries may
// keep; 0 turns them off. Texts of more than 64 KiB are not kept: clients send them
// each time. See [WithPersistedQueryBytes], too.
func WithPersistedQueries(n int) Option { return func(c *config) { c.persisted.Entries = n } }

// WithPersistedQueryBytes bounds the memory of the queries that
// [WithPersistedQueries] keeps; 16 MiB without this option.
func WithPersistedQueryBytes(bytes int) Option { return func(c *config) { c.persisted.Bytes = bytes } }
