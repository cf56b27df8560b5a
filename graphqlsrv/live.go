package graphqlsrv

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"signalbox/graphqlsrv/internal/graphqljs"
	"signalbox/graphqlsrv/internal/live"
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
// machine. It panics if b is nil.
func NewLiveQueries(b Broker) *LiveQueries { return &LiveQueries{needed(b, "NewLiveQueries")} }

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
	if n, ok := graphqljs.NumericOf(reflect.ValueOf(args["throttle"])); ok && n.N > 0 {
		m.throttle = time.Duration(n.N) * time.Millisecond
	}
	m.on = true
	return m
}

// follow gathers what changes until ctx ends. When the broker lost messages, everything may
// have changed.
func (h *handler) follow(ctx context.Context, c *live.Changes, messages <-chan []byte) {
	for {
		for m := range messages {
			c.Collect(m)
		}
		if ctx.Err() != nil {
			return
		}
		var err error
		if messages, err = h.subscribeLive(ctx); err != nil {
			EndSubscription(ctx, err)
			return
		}
		c.Collect(nil)
	}
}

// subscribeLive subscribes in such a way that lost messages end the channel, not
// the stream.
func (h *handler) subscribeLive(ctx context.Context) (messages <-chan []byte, err error) {
	defer h.errorLog().guard(ctx, &err)
	return h.http.live.broker.Subscribe(NewContext(ctx, &Context{end: func(error) {}}), liveTopic)
}

// serveLive answers a live query.
func (h *handler) serveLive(s stream, op *operation) {
	ctx, cancel := context.WithCancel(s.context())
	c := live.NewChanges()
	var collecting sync.WaitGroup
	defer collecting.Wait()
	defer cancel()
	messages, err := h.subscribeLive(ctx)
	if err != nil {
		s.end(h.errorLog().failure(ctx, failedOperation, err))
		return
	}
	collecting.Go(func() {
		h.errorLog().survive(ctx, func() { h.follow(ctx, c, messages) }, func(err error) { EndSubscription(ctx, err) })
	})
	mode := op.live()
	for {
		last, seen := time.Now(), &live.Shown{}
		if !s.next(op.executeLive(ctx, seen)) || !c.Await(ctx, seen) || !pause(ctx, mode.throttle-time.Since(last)) || !h.chargeAgain(ctx, op) {
			h.finish(s)
			return
		}
		c.Take() // what the pauses brought is answered by the same execution
		forgetLoaded(ctx)
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
func (o *operation) executeLive(ctx context.Context, seen *live.Shown) []byte {
	for _, f := range o.plan.root.of(o.plan.def).fields {
		seen.Add(o.plan.def.Name + "." + f.def.Name)
	}
	b := o.executeShown(ctx, nil, seen)
	return append(b[:len(b)-1], `,"isLive":true}`...)
}
