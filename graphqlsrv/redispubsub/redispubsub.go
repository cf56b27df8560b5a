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

	wake chan struct{} // has an element when there are topics to look at

	mu      sync.Mutex
	conn    *redis.PubSub // nil until there is a subscription
	topics  map[string]*topic
	changed map[string]bool // topics that Redis may have to be told of, and whether it was asked for them before
	asked   map[string]int  // subscriptions that Redis has yet to confirm
}

// A topic is subscribed to at Redis.
type topic struct {
	users int           // subscriptions here, and those that are being made
	asked bool          // Redis is, or was, asked for it
	ready chan struct{} // closed when Redis has confirmed, or err is there
	err   error
}

func (t *topic) isReady() bool {
	select {
	case <-t.ready:
		return true
	default:
		return false
	}
}

// New makes a broker. The client stays the caller's: Close doesn't close it.
func New(client redis.UniversalClient, options ...Option) *Broker {
	b := &Broker{
		client: client, prefix: "signalbox:", local: graphqlsrv.NewMemory(0), wake: make(chan struct{}, 1),
		topics: map[string]*topic{}, changed: map[string]bool{}, asked: map[string]int{},
	}
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

// Subscribe implements [graphqlsrv.Broker]: it returns when Redis has confirmed, or
// when ctx ends.
func (b *Broker) Subscribe(ctx context.Context, name string) (<-chan []byte, error) {
	t, err := b.join(name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	messages, err := b.local.Subscribe(ctx, name)
	if err == nil {
		select {
		case <-t.ready:
			err = t.err
		case <-ctx.Done():
			err = ctx.Err()
		case <-b.ctx.Done():
			err = ErrClosed
		}
	}
	if err != nil {
		cancel()
		b.leave(name, t)
		return nil, err
	}
	out := make(chan []byte)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil { // Close doesn't wait for what begins behind it
		cancel()
		return nil, ErrClosed
	}
	b.done.Go(func() {
		defer b.leave(name, t)
		defer close(out)
		defer cancel()
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

// join counts a user of a topic. Redis is asked for it by another goroutine: that may
// have to connect, for which nobody else must wait.
func (b *Broker) join(name string) (*topic, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return nil, ErrClosed
	}
	t := b.topics[name]
	if t == nil {
		t = &topic{ready: make(chan struct{})}
		b.topics[name] = t
		b.change(name, false)
	}
	t.users++
	if b.conn == nil {
		conn := b.client.Subscribe(b.ctx) // connects later
		b.conn = conn
		b.done.Go(func() { b.receive(conn) })
		b.done.Go(func() { b.ask(conn) })
	}
	return t, nil
}

// leave takes a user of a topic away; without any Redis is told.
func (b *Broker) leave(name string, t *topic) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.users--; t.users == 0 && b.topics[name] == t {
		delete(b.topics, name)
		b.change(name, t.asked)
	}
}

// change has a topic looked at; asked says that Redis was asked for it.
func (b *Broker) change(name string, asked bool) {
	b.changed[name] = b.changed[name] || asked
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// ask tells Redis which topics there are until the broker is closed.
func (b *Broker) ask(conn *redis.PubSub) {
	for {
		select {
		case <-b.ctx.Done():
			return
		case <-b.wake:
		}
		joined, left := b.changes()
		if len(left) > 0 {
			_ = conn.Unsubscribe(b.ctx, left...) // what still comes goes to nobody
		}
		if len(joined) == 0 {
			continue
		}
		channels := make([]string, 0, len(joined))
		for name := range joined {
			channels = append(channels, b.prefix+name)
		}
		if err := conn.Subscribe(b.ctx, channels...); err != nil {
			b.refuse(joined, err)
		}
	}
}

// changes returns the topics that Redis is to be asked for, and the channels of those
// that it was asked for and that nobody uses any more.
func (b *Broker) changes() (joined map[string]*topic, left []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	joined = map[string]*topic{}
	for name, asked := range b.changed {
		if t := b.topics[name]; t != nil {
			joined[name] = t
			t.asked = true
			b.asked[name]++
		} else if asked {
			left = append(left, b.prefix+name)
		}
	}
	clear(b.changed)
	return joined, left
}

// refuse ends the waiting for topics that Redis could not be asked for.
func (b *Broker) refuse(topics map[string]*topic, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return // that ends it, too
	}
	for name, t := range topics {
		delete(b.asked, name)
		if t.isReady() {
			continue
		}
		t.err = fmt.Errorf("redispubsub: subscribing to %s: %w", b.prefix+name, err)
		close(t.ready)
		if b.topics[name] == t {
			delete(b.topics, name)
			b.changed[name] = true // the client would subscribe when it connects again
			b.change(name, false)
		}
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
	if t := b.topics[name]; t != nil && !t.isReady() {
		close(t.ready)
	}
}

// lost ends every subscription that Redis has confirmed: what was published meanwhile is gone.
// The others wait on, for the new connection to ask for them.
func (b *Broker) lost(err error) {
	b.mu.Lock()
	clear(b.asked) // a new connection asks for each topic once
	var names []string
	for name, t := range b.topics {
		if t.isReady() {
			names = append(names, name)
		}
	}
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
