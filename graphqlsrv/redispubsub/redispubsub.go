package redispubsub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"signalbox/graphqlsrv"
)

// CodeEventsLost is the code of the error that ends subscriptions when the
// connection to Redis broke.
const CodeEventsLost = "EVENTS_LOST"

// An Option changes what [New] makes.
type Option func(*Broker)

// WithPrefix puts a prefix before the names of channels, for several applications
// on one Redis; without it "signalbox:" is.
func WithPrefix(prefix string) Option { return func(b *Broker) { b.prefix = prefix } }

// WithBuffer sets how many messages a subscriber may be behind, see
// [graphqlsrv.NewMemory].
func WithBuffer(n int) Option { return func(b *Broker) { b.local = graphqlsrv.NewMemory(n) } }

// A Broker is a [graphqlsrv.Broker] on Redis.
type Broker struct {
	client redis.UniversalClient
	prefix string
	local  *graphqlsrv.Memory
	ctx    context.Context // ends by Close
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu     sync.Mutex
	conn   *redis.PubSub // nil until there is a subscription
	topics map[string]*topic
	asked  map[string]int // subscriptions that Redis has yet to confirm
}

// A topic is subscribed to at Redis.
type topic struct {
	users     int           // subscriptions here, and those that are being made
	ready     chan struct{} // closed when Redis has confirmed
	confirmed bool
}

// New makes a broker. The client stays the caller's: Close doesn't close it.
func New(client redis.UniversalClient, options ...Option) *Broker {
	b := &Broker{client: client, prefix: "signalbox:", local: graphqlsrv.NewMemory(0), topics: map[string]*topic{}, asked: map[string]int{}}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	for _, o := range options {
		o(b)
	}
	return b
}

var _ graphqlsrv.Broker = (*Broker)(nil)

// ErrClosed is the error of a broker that was closed.
var ErrClosed = errors.New("redispubsub: the broker is closed")

// Publish implements [graphqlsrv.Broker].
func (b *Broker) Publish(ctx context.Context, name string, message []byte) error {
	if b.ctx.Err() != nil {
		return ErrClosed
	}
	if err := b.client.Publish(ctx, b.prefix+name, message).Err(); err != nil {
		return fmt.Errorf("redispubsub: publishing to %s: %w", b.prefix+name, err)
	}
	return nil
}

// Subscribe implements [graphqlsrv.Broker]: it returns when Redis has confirmed.
func (b *Broker) Subscribe(ctx context.Context, name string) (<-chan []byte, error) {
	t, err := b.join(ctx, name)
	if err != nil {
		return nil, err
	}
	messages, err := b.local.Subscribe(ctx, name)
	if err == nil {
		select {
		case <-t.ready:
		case <-ctx.Done():
			err = ctx.Err()
		case <-b.ctx.Done():
			err = ErrClosed
		}
	}
	if err != nil {
		b.leave(name)
		return nil, err
	}
	out := make(chan []byte)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil { // Close doesn't wait for what begins behind it
		return nil, ErrClosed
	}
	b.done.Go(func() {
		defer b.leave(name)
		defer close(out)
		b.relay(ctx, out, messages)
	})
	return out, nil
}

// relay gives messages on until the subscription ends.
func (b *Broker) relay(ctx context.Context, out chan<- []byte, messages <-chan []byte) {
	for m := range messages {
		select {
		case out <- m:
		case <-ctx.Done():
			return
		case <-b.ctx.Done():
			return
		}
	}
}

// join counts a user of a topic, the first of which subscribes at Redis.
func (b *Broker) join(ctx context.Context, name string) (*topic, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return nil, ErrClosed
	}
	if t := b.topics[name]; t != nil {
		t.users++
		return t, nil
	}
	if b.conn == nil {
		conn := b.client.Subscribe(b.ctx)
		b.done.Go(func() { b.receive(conn) })
		b.conn = conn
	}
	t := &topic{users: 1, ready: make(chan struct{})}
	b.topics[name] = t
	if err := b.conn.Subscribe(ctx, b.prefix+name); err != nil {
		delete(b.topics, name)
		return nil, fmt.Errorf("redispubsub: subscribing to %s: %w", b.prefix+name, err)
	}
	b.asked[name]++
	return t, nil
}

// leave takes a user of a topic away; without any Redis is told.
func (b *Broker) leave(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.topics[name]
	if t.users--; t.users > 0 {
		return
	}
	delete(b.topics, name)
	if b.ctx.Err() == nil {
		_ = b.conn.Unsubscribe(b.ctx, b.prefix+name) // what still comes goes to nobody
	}
}

// receive reads the connection until the broker is closed. go-redis connects
// again by itself, and subscribes to what was subscribed to.
func (b *Broker) receive(conn *redis.PubSub) {
	for wait := minWait; ; {
		message, err := conn.Receive(b.ctx)
		if b.ctx.Err() != nil {
			return
		}
		if err != nil {
			b.lost(err)
			if !b.pause(wait) {
				return
			}
			wait = min(wait*2, maxWait)
			continue
		}
		wait = minWait
		switch m := message.(type) {
		case *redis.Subscription:
			b.confirmed(m)
		case *redis.Message:
			_ = b.local.Publish(b.ctx, m.Channel[len(b.prefix):], []byte(m.Payload)) // it never fails
		}
	}
}

// How long to wait before connecting again.
const (
	minWait = 10 * time.Millisecond
	maxWait = time.Second
)

func (b *Broker) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-b.ctx.Done():
		return false
	}
}

// confirmed notes that Redis sends a topic's messages. A topic that was left and
// joined again waits for the last confirmation.
func (b *Broker) confirmed(s *redis.Subscription) {
	if s.Kind != "subscribe" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	name := s.Channel[len(b.prefix):]
	if b.asked[name]--; b.asked[name] > 0 {
		return
	}
	delete(b.asked, name)
	if t := b.topics[name]; t != nil && !t.confirmed {
		t.confirmed = true
		close(t.ready)
	}
}

// lost ends every subscription: what was published meanwhile is gone.
func (b *Broker) lost(err error) {
	b.mu.Lock()
	clear(b.asked) // a new connection asks for each topic once
	names := slices.Collect(maps.Keys(b.topics))
	b.mu.Unlock()
	for _, name := range names {
		b.local.Disconnect(name, graphqlsrv.Errorf(CodeEventsLost, "Events may have been lost: subscribe again.%w", hidden{err}))
	}
}

// A hidden error is the cause of another, without a part in its message.
type hidden struct{ error }

func (hidden) Error() string   { return "" }
func (h hidden) Unwrap() error { return h.error }

// Close ends every subscription, and the connection.
func (b *Broker) Close() error {
	b.mu.Lock()
	b.cancel()
	conn := b.conn
	b.conn = nil
	names := slices.Collect(maps.Keys(b.topics))
	b.mu.Unlock()
	var err error
	if conn != nil {
		err = conn.Close()
	}
	for _, name := range names {
		b.local.Disconnect(name, graphqlsrv.Errorf(CodeEventsLost, "The server shuts down: subscribe again."))
	}
	b.done.Wait()
	return err
}
