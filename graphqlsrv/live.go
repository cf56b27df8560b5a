package graphqlsrv

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

const (
	liveDirective = "live"
	liveSDL       = "\"Answers by a stream: again whenever what the query asks for changes, at most once in throttle milliseconds.\"\n" +
		"directive @live(if: Boolean = true, throttle: Int) on QUERY\n"
	liveTopic = "signalbox:live"
)

// LiveQueries tell live queries what has changed.
//
//	var live = graphqlsrv.NewLiveQueries(broker)
//
//	h, err := graphqlsrv.New(sdl, graphqlsrv.WithLiveQueries(live), …)
//
//	err := live.Invalidate(ctx, "Post:7", "Query.posts") // where a post was written
type LiveQueries struct{ broker Broker }

// NewLiveQueries makes them on a broker: a [Memory], or one that reaches every
// machine.
func NewLiveQueries(b Broker) *LiveQueries { return &LiveQueries{b} }

// WithLiveQueries has queries with the directive @live answered by a stream,
// where the client takes one: first the answer, then a new one whenever
// [LiveQueries.Invalidate] names something that the query asks for. The
// directive is added to the schema:
//
//	directive @live(if: Boolean = true, throttle: Int) on QUERY
//
// throttle is the least time between two answers, in milliseconds. Each answer
// has the member isLive beside its data.
func WithLiveQueries(l *LiveQueries) Option { return func(c *config) { c.http.live = l } }

// Invalidate says that something changed: "Post:7" is the object of the type Post
// with that ID, "Query.posts" a field of Query. Live queries that showed one of
// them run again.
func (l *LiveQueries) Invalidate(ctx context.Context, changed ...string) error {
	if len(changed) == 0 {
		return nil
	}
	b, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	if err := l.broker.Publish(ctx, liveTopic, b); err != nil {
		return fmt.Errorf("invalidating %s: %w", strings.Join(changed, ", "), err)
	}
	return nil
}

// A liveMode is what the directive @live of an operation says.
type liveMode struct {
	on       bool
	throttle time.Duration
}

func (o *operation) live() (m liveMode) {
	d := o.plan.op.Directives.ForName(liveDirective)
	if d == nil || d.Definition == nil {
		return m
	}
	args := d.ArgumentMap(o.vars)
	if on, ok := args["if"].(bool); ok && !on {
		return m
	}
	if n, ok := numberOf(reflect.ValueOf(args["throttle"])); ok && n.n > 0 {
		m.throttle = time.Duration(n.n) * time.Millisecond
	}
	m.on = true
	return m
}

// maxShown bounds what a live query remembers of what it showed; one that showed
// more runs again at every change.
const maxShown = 10_000

// shown is what a live query showed: the fields of Query, and objects by their
// IDs.
type shown struct {
	mu    sync.Mutex
	names map[string]struct{}
}

func (s *shown) add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.names) <= maxShown {
		s.names[name] = struct{}{}
	}
}

// object notes an ID that was written as JSON.
func (s *shown) object(typ string, id []byte) {
	var text string
	if json.Unmarshal(id, &text) == nil {
		s.add(typ + ":" + text)
	}
}

func (s *shown) includes(changes *changes) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if changes.all || len(s.names) > maxShown {
		return true
	}
	for name := range changes.names {
		if _, ok := s.names[name]; ok {
			return true
		}
	}
	return false
}

// changes gathers what was invalidated until the query looks again, so that it
// never falls behind.
type changes struct {
	mu    sync.Mutex
	names map[string]struct{}
	all   bool
	some  chan struct{} // has an element when there is something to look at
}

// follow gathers until ctx ends. When the broker lost messages, everything may
// have changed.
func (c *changes) follow(ctx context.Context, b Broker, messages <-chan []byte) {
	for {
		for m := range messages {
			c.collect(m)
		}
		if ctx.Err() != nil {
			return
		}
		var err error
		if messages, err = subscribeLive(ctx, b); err != nil {
			EndSubscription(ctx, err)
			return
		}
		c.collect(nil)
	}
}

// subscribeLive subscribes in such a way that lost messages end the channel, not
// the stream.
func subscribeLive(ctx context.Context, b Broker) (<-chan []byte, error) {
	return b.Subscribe(NewContext(ctx, &Context{end: func(error) {}}), liveTopic)
}

// collect adds a message; one that can't be read means everything.
func (c *changes) collect(message []byte) {
	var names []string
	err := json.Unmarshal(message, &names)
	c.mu.Lock()
	for _, n := range names {
		c.names[n] = struct{}{}
	}
	if err != nil || len(c.names) > maxShown {
		c.all, c.names = true, map[string]struct{}{}
	}
	c.mu.Unlock()
	select {
	case c.some <- struct{}{}:
	default:
	}
}

// take returns what has gathered.
func (c *changes) take() *changes {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := &changes{names: c.names, all: c.all}
	c.names, c.all = map[string]struct{}{}, false
	return taken
}

// serveLive answers a live query.
func (h *handler) serveLive(s stream, op *operation) {
	ctx, cancel := context.WithCancel(s.context())
	c := &changes{names: map[string]struct{}{}, some: make(chan struct{}, 1)}
	var collecting sync.WaitGroup
	defer collecting.Wait()
	defer cancel()
	messages, err := subscribeLive(ctx, h.http.live.broker)
	if err != nil {
		s.end(&failure{failedOperation, []*Error{h.errorLog().visible(ctx, err)}})
		return
	}
	collecting.Go(func() { c.follow(ctx, h.http.live.broker, messages) })
	mode := op.live()
	for {
		last, seen := time.Now(), &shown{names: map[string]struct{}{}}
		if !s.next(op.executeLive(ctx, seen)) || !c.await(ctx, seen) || !pause(ctx, mode.throttle-time.Since(last)) {
			h.finish(s)
			return
		}
		c.take() // what the pause brought is answered by the same execution
		forgetLoaded(ctx)
	}
}

// await waits until something that was shown changes; false means that
// the stream has ended.
func (c *changes) await(ctx context.Context, seen *shown) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-c.some:
			if seen.includes(c.take()) {
				return true
			}
		}
	}
}

// pause waits for d, or for the end of ctx: then it returns false.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// executeLive executes a live query and notes what it shows.
func (o *operation) executeLive(ctx context.Context, seen *shown) []byte {
	for _, f := range o.plan.root.of(o.plan.def).fields {
		seen.add(o.plan.def.Name + "." + f.def.Name)
	}
	b := o.executeShown(ctx, nil, seen)
	return append(b[:len(b)-1], `,"isLive":true}`...)
}
