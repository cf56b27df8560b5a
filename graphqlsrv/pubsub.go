package graphqlsrv

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"sync"
)

// A Broker carries messages from those who publish to those who subscribe. A
// [Memory] does so within one process; package graphqlsrv/redispubsub has one
// for several machines.
type Broker interface {
	// Publish sends a message to the subscribers that a topic has now. Nobody may
	// change the message from then on.
	Publish(ctx context.Context, topic string, message []byte) error
	// Subscribe gives the messages that are published after it returns, in their
	// order, until ctx ends: then the channel is closed. When messages are lost, an
	// implementation must end the subscription by [EndSubscription].
	Subscribe(ctx context.Context, topic string) (<-chan []byte, error)
}

// A Topic is a kind of event: a typed view of a [Broker], for resolvers of
// subscriptions and for who causes the events.
//
//	var messages = graphqlsrv.NewTopic[*Message](broker, "message")
//
//	"newMessage": graphqlsrv.FuncWith(func(ctx context.Context, args struct{ Room string }) (iter.Seq[*Message], error) {
//		return messages.Subscribe(ctx, args.Room)
//	}),
//	"sendMessage": graphqlsrv.FuncWith(func(ctx context.Context, args sendArgs) (*Message, error) {
//		m := &Message{…}
//		return m, messages.Publish(ctx, args.Room, m)
//	}),
type Topic[T any] struct {
	broker Broker
	name   string
}

// NewTopic makes a topic; events travel as encoding/json writes T, so that what
// works in one process works on several machines. It panics if b is nil.
func NewTopic[T any](b Broker, name string) *Topic[T] { return &Topic[T]{needed(b, "NewTopic"), name} }

// needed returns the broker, which constructors can't go without.
func needed(b Broker, by string) Broker {
	if b == nil {
		panic("graphqlsrv: " + by + " of a nil Broker")
	}
	return b
}

func (t *Topic[T]) topic(key string) string { return t.name + ":" + key }

// Publish sends an event to the subscribers of key; "" is a key like any other.
// For subscribers who want all events, publish each to a key of theirs, too.
func (t *Topic[T]) Publish(ctx context.Context, key string, event T) error {
	b, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("publishing to %s: %w", t.topic(key), err)
	}
	return t.broker.Publish(ctx, t.topic(key), b)
}

// Subscribe returns the events of key from now on, until ctx ends.
func (t *Topic[T]) Subscribe(ctx context.Context, key string) (iter.Seq[T], error) {
	messages, err := t.broker.Subscribe(ctx, t.topic(key))
	if err != nil {
		return nil, fmt.Errorf("subscribing to %s: %w", t.topic(key), err)
	}
	return func(yield func(T) bool) {
		for m := range messages {
			var event T
			if err := json.Unmarshal(m, &event); err != nil {
				EndSubscription(ctx, fmt.Errorf("reading an event of %s: %w", t.topic(key), err))
				return
			}
			if !yield(event) {
				return
			}
		}
	}, nil
}

// DefaultBuffer is how many messages a subscriber of a [Memory] may be behind.
const DefaultBuffer = 256

// CodeSlowSubscriber is the code of the error that ends a subscription whose
// client, or resolvers, don't keep up with its events.
const CodeSlowSubscriber = "SLOW_SUBSCRIBER"

// A Memory is a [Broker] within one process. It never waits for a subscriber: one
// that has as many messages unread as the buffer holds is cut off by
// [EndSubscription] with the code SLOW_SUBSCRIBER, so that its client connects
// again instead of missing events without knowing.
type Memory struct {
	buffer int
	mu     sync.RWMutex
	topics map[string]map[*subscriber]struct{}
}

// A subscriber is one subscription. Its channel is sent to under the broker's
// read lock and closed under its write lock.
type subscriber struct {
	ctx  context.Context
	ch   chan []byte
	stop func() bool
}

// NewMemory makes a broker; buffer is how many messages a subscriber may be
// behind, [DefaultBuffer] where it is 0.
func NewMemory(buffer int) *Memory {
	if buffer <= 0 {
		buffer = DefaultBuffer
	}
	return &Memory{buffer: buffer, topics: map[string]map[*subscriber]struct{}{}}
}

// Publish implements [Broker]; it returns no error.
func (m *Memory) Publish(_ context.Context, topic string, message []byte) error {
	var slow []*subscriber
	m.mu.RLock()
	for s := range m.topics[topic] {
		select {
		case s.ch <- message:
		default:
			slow = append(slow, s)
		}
	}
	m.mu.RUnlock()
	for _, s := range slow {
		m.cut(topic, s, Errorf(CodeSlowSubscriber, "The subscription was ended: it is more than %d events behind.", m.buffer))
	}
	return nil
}

// Subscribe implements [Broker].
func (m *Memory) Subscribe(ctx context.Context, topic string) (<-chan []byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &subscriber{ctx: ctx, ch: make(chan []byte, m.buffer)}
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.topics[topic]
	if all == nil {
		all = map[*subscriber]struct{}{}
		m.topics[topic] = all
	}
	all[s] = struct{}{}
	s.stop = context.AfterFunc(ctx, func() { m.remove(topic, s) })
	return s.ch, nil
}

// Subscribers counts the subscriptions of a topic.
func (m *Memory) Subscribers(topic string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.topics[topic])
}

// Disconnect ends every subscription of a topic with an error, as brokers do
// that may have lost messages.
func (m *Memory) Disconnect(topic string, err error) {
	m.mu.RLock()
	var all []*subscriber
	for s := range m.topics[topic] {
		all = append(all, s)
	}
	m.mu.RUnlock()
	for _, s := range all {
		m.cut(topic, s, err)
	}
}

func (m *Memory) cut(topic string, s *subscriber, err error) {
	EndSubscription(s.ctx, err)
	m.remove(topic, s)
}

func (m *Memory) remove(topic string, s *subscriber) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.topics[topic][s]; !ok {
		return
	}
	s.stop()
	close(s.ch)
	delete(m.topics[topic], s)
	if len(m.topics[topic]) == 0 {
		delete(m.topics, topic)
	}
}
