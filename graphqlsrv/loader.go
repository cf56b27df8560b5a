package graphqlsrv

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"time"
)

// A Loader gathers the keys that resolvers of one request ask for and loads
// them together, each once, until something may have changed: see Clear. [Batch] does so without waiting, where the keys are
// the parents of a list; a Loader serves keys from anywhere.
//
//	var userByID = graphqlsrv.NewLoader(func(ctx context.Context, ids []int) (map[int]*User, error) { … })
//
//	user, err := userByID.Load(ctx, post.AuthorID)
type Loader[K comparable, V any] struct {
	fetch func(context.Context, []K) (map[K]V, error)
	name  string
}

// LoaderWait is how long a loader waits for further keys after the last one.
const LoaderWait = time.Millisecond

const (
	// loaderKeys is how many keys are loaded at once at most.
	loaderKeys = 1000
	// loaderPatience is how often a loader waits LoaderWait for resolvers that have
	// not asked yet, but may be busy with something else. It counts rounds, not time:
	// where goroutines wait for a processor, the loader's own does as well.
	loaderPatience = 4
	// loaderRounds is how often a key waits at most.
	loaderRounds = 100
)

// NewLoader makes a loader of a function that loads many keys: up to 1,000, and
// those of a whole list whatever [WithConcurrency] says, since resolvers that wait
// for a loader don't count. A key that is not in its result loads as the zero value.
// The loader itself holds nothing: what it loaded belongs to the request. It panics if fetch is nil.
func NewLoader[K comparable, V any](fetch func(ctx context.Context, keys []K) (map[K]V, error)) *Loader[K, V] {
	if fetch == nil {
		panic("graphqlsrv: NewLoader of a nil function")
	}
	return &Loader[K, V]{fetch, funcName(fetch)}
}

// Named gives the loader a name for [CallObservation], which else has that of its function: of a closure
// that says little. It returns l.
//
//	var userByID = graphqlsrv.NewLoader(func(ctx context.Context, ids []int) (map[int]*User, error) { … }).Named("userByID")
func (l *Loader[K, V]) Named(name string) *Loader[K, V] {
	l.name = name
	return l
}

// Load loads a key; it waits until the keys that are asked for at the same time
// are loaded, or until ctx ends. Outside of a request it loads the key alone. A resolver
// that needs several keys calls LoadMany: of one Load after the other each waits for its own call.
func (l *Loader[K, V]) Load(ctx context.Context, key K) (V, error) {
	c := FromContext(ctx)
	if c == nil {
		found, err := l.fetch(ctx, []K{key})
		return found[key], err
	}
	return l.of(c).add(ctx, key, c.run.Load()).value(ctx, key)
}

// LoadMany loads keys as Load does, together, and returns their values in the order of keys, or
// the first error.
func (l *Loader[K, V]) LoadMany(ctx context.Context, keys []K) ([]V, error) {
	c := cmp.Or(FromContext(ctx), &Context{})
	own := l.of(c)
	batches := make([]*keyBatch[K, V], len(keys))
	for i, key := range keys {
		batches[i] = own.add(ctx, key, c.run.Load())
	}
	values := make([]V, len(keys))
	for i, key := range keys {
		var err error
		if values[i], err = batches[i].value(ctx, key); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// value waits for the value of a key of the batch.
func (b *keyBatch[K, V]) value(ctx context.Context, key K) (V, error) {
	select {
	case <-b.done:
		return b.found[key], b.err
	default:
	}
	if b.run != nil {
		b.run.park()
		defer b.run.unpark()
	}
	select {
	case <-b.done:
		return b.found[key], b.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// Clear forgets keys that the request has loaded, so that Load loads them again: after
// a change of what they lead to. Other requests are not concerned. Between the fields
// of a mutation, and after the resolver of each, everything is forgotten anyway.
func (l *Loader[K, V]) Clear(ctx context.Context, keys ...K) {
	c := FromContext(ctx)
	if c == nil {
		return
	}
	r := l.of(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range keys {
		if r.batches[key] != r.open { // what is yet to be loaded will be new
			delete(r.batches, key)
		}
	}
}

// ClearAll forgets everything that the request has loaded by this loader.
func (l *Loader[K, V]) ClearAll(ctx context.Context) {
	if c := FromContext(ctx); c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.loaders, l)
	}
}

// forgetLoaded drops what all loaders of the request have loaded, so that what comes
// next sees what is there now.
func forgetLoaded(ctx context.Context) {
	if c := FromContext(ctx); c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.loaders = nil
	}
}

// of returns the request's own loader.
func (l *Loader[K, V]) of(c *Context) *requestLoader[K, V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if own, ok := c.loaders[l]; ok {
		return own.(*requestLoader[K, V])
	}
	own := &requestLoader[K, V]{fetch: l.fetch, name: l.name, batches: map[K]*keyBatch[K, V]{}}
	if c.loaders == nil {
		c.loaders = map[any]any{}
	}
	c.loaders[l] = own
	return own
}

// A requestLoader is what a Loader has loaded for one request.
type requestLoader[K comparable, V any] struct {
	fetch   func(context.Context, []K) (map[K]V, error)
	name    string // for observers
	mu      sync.Mutex
	batches map[K]*keyBatch[K, V] // by the keys that are in them
	open    *keyBatch[K, V]       // takes further keys; nil for none
}

// A keyBatch are keys that are loaded together.
type keyBatch[K comparable, V any] struct {
	keys  []K
	run   *execution
	full  chan struct{} // is closed when no key more fits
	done  chan struct{} // is closed when found and err are there
	found map[K]V
	err   error
}

// add returns the batch that a key is in.
func (r *requestLoader[K, V]) add(ctx context.Context, key K, run *execution) *keyBatch[K, V] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b := r.batches[key]; b != nil {
		return b
	}
	b := r.open
	if b == nil {
		b = &keyBatch[K, V]{run: run, full: make(chan struct{}), done: make(chan struct{})}
		r.open = b
		go r.load(ctx, b)
	}
	r.batches[key] = b
	b.keys = append(b.keys, key)
	if len(b.keys) == loaderKeys {
		close(b.full)
		r.open = nil
	}
	return b
}

// load waits until a batch is complete, and loads it.
func (r *requestLoader[K, V]) load(ctx context.Context, b *keyBatch[K, V]) {
	defer close(b.done)
	r.gather(b)
	caught(func() {
		begin := time.Now()
		found, err := r.fetch(ctx, b.keys)
		if b.run != nil && b.run.watch != nil {
			b.run.engine.observeCall(ctx, b.run.watch.observer.Batch, CallObservation{r.name, len(b.keys), time.Since(begin), err})
		}
		if err != nil {
			found, err = nil, fmt.Errorf("loading %d keys: %w", len(b.keys), err)
		}
		b.found, b.err = found, err
	}, func(value any) {
		b.found, b.err = nil, &panicError{value: value, stack: string(debug.Stack())}
	})
}

// gather returns when a batch is full, or no further key is to be expected.
func (r *requestLoader[K, V]) gather(b *keyBatch[K, V]) {
	round := time.NewTicker(LoaderWait)
	defer round.Stop()
	r.mu.Lock()
	had, quiet := len(b.keys), 0 // keys at the end of the last round; rounds without a further one
	r.mu.Unlock()
	for range loaderRounds {
		select {
		case <-b.full:
			return
		case <-round.C:
		}
		n, closed := r.close(b, had, quiet)
		if closed {
			return
		}
		if quiet++; n > had {
			had, quiet = n, 0
		}
	}
	r.close(b, math.MaxInt, loaderPatience)
}

// close takes no further keys from now on, if none came in a round and none is to be
// expected: resolvers of the request that are neither done nor waiting for a loader
// may still ask. It returns how many there are.
func (r *requestLoader[K, V]) close(b *keyBatch[K, V], had, quiet int) (keys int, closed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	busy := b.run != nil && !b.run.parked()
	if len(b.keys) > had || busy && quiet+1 < loaderPatience {
		return len(b.keys), false
	}
	if r.open == b {
		r.open = nil
	}
	return len(b.keys), true
}
