package graphqlsrv

import (
	"context"
	"fmt"
	"time"

	"github.com/vikstrous/dataloadgen"
)

// A Loader gathers the keys that resolvers of one request ask for and loads
// them together, each once. [Batch] does so without waiting, where the keys are
// the parents of a list; a Loader serves keys from anywhere.
//
//	var userByID = graphqlsrv.NewLoader(func(ctx context.Context, ids []int) (map[int]*User, error) { … })
//
//	user, err := userByID.Load(ctx, post.AuthorID)
type Loader[K comparable, V any] struct {
	fetch func(context.Context, []K) (map[K]V, error)
	wait  time.Duration
	limit int
}

// LoaderWait is how long a loader waits for further keys.
const LoaderWait = time.Millisecond

// NewLoader makes a loader of a function that loads many keys. A key that is not
// in its result loads as the zero value. The loader itself holds nothing: what
// it loaded belongs to the request.
func NewLoader[K comparable, V any](fetch func(ctx context.Context, keys []K) (map[K]V, error)) *Loader[K, V] {
	return &Loader[K, V]{fetch: fetch, wait: LoaderWait, limit: 1000}
}

// Load loads a key; it waits until the keys that are asked for at the same time
// are loaded. Outside of a request it loads the key alone.
func (l *Loader[K, V]) Load(ctx context.Context, key K) (V, error) {
	c := FromContext(ctx)
	if c == nil {
		found, err := l.fetch(ctx, []K{key})
		return found[key], err
	}
	return l.of(c).Load(ctx, key)
}

// of gives the request's own loader.
func (l *Loader[K, V]) of(c *Context) *dataloadgen.Loader[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if own, ok := c.loaders[l]; ok {
		return own.(*dataloadgen.Loader[K, V])
	}
	own := dataloadgen.NewLoader(l.load, dataloadgen.WithWait(l.wait), dataloadgen.WithBatchCapacity(l.limit))
	if c.loaders == nil {
		c.loaders = map[any]any{}
	}
	c.loaders[l] = own
	return own
}

func (l *Loader[K, V]) load(ctx context.Context, keys []K) (values []V, errs []error) {
	defer func() { // it runs in a goroutine of the library's
		if r := recover(); r != nil {
			values, errs = make([]V, len(keys)), []error{&panicError{value: r, stack: string(stack())}}
		}
	}()
	found, err := l.fetch(ctx, keys)
	if err != nil {
		return make([]V, len(keys)), []error{fmt.Errorf("loading %d keys: %w", len(keys), err)}
	}
	values = make([]V, len(keys))
	for i, k := range keys {
		values[i] = found[k]
	}
	return values, nil
}
