package graphqlsrv

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
)

// A Context is what belongs to one request: who is asking, and how. Resolvers
// and the plain functions they call reach it through [FromContext].
type Context struct {
	// CurrentUser is what the current-user function of [WithAuth] returned, nil
	// for nobody. The field currentUser of the root schema shows it to the client as
	// encoding/json writes it: what is secret in it needs the tag json:"-".
	CurrentUser any
	// Token holds the credentials of the request, with type "" where there are none.
	Token Token
	// Decoded is what the decoder made of the token.
	Decoded any
	// Request is the HTTP request; nil where there is none.
	Request *http.Request
	// ID is the request's X-Request-ID, or one made for it: where there is none, or it
	// is longer than 255 bytes or not of visible ASCII.
	ID string

	mu      sync.Mutex
	loaders map[any]any               // one of each kind a request, see Loader
	run     atomic.Pointer[execution] // the one that runs now, see Loader
	end     context.CancelCauseFunc   // of a stream, see EndSubscription
}

type contextKey struct{}

// FromContext returns the request's context, or nil outside of a request.
//
//	if c := graphqlsrv.FromContext(ctx); c != nil && c.CurrentUser != nil { … }
func FromContext(ctx context.Context) *Context {
	c, _ := ctx.Value(contextKey{}).(*Context)
	return c
}

// NewContext returns a context that holds c, for tests of services and for
// functions that run outside of a request.
func NewContext(ctx context.Context, c *Context) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// Info tells which field is being resolved.
type Info struct {
	Field      string // its name in the schema
	Key        string // its key in the response: the alias, or else the name
	ParentType string // the object type it belongs to
	Type       string // its type as the SDL writes it: "[Post!]!"
	Operation  string // the name of the operation, "" where it has none

	plan *fieldPlan
	path []any
}

// Path is where the field stands in the response: keys (string) and list
// indices (int).
func (i *Info) Path() []any { return i.path }

// Selects reports whether the query asks for a field of the result, directly or in
// a fragment: Selects("author", "name").
func (i *Info) Selects(names ...string) bool {
	if i.plan == nil || i.plan.selection == nil {
		return len(names) == 0
	}
	return selects(i.plan.selection.sets, names)
}
