package hooks

import (
	"container/list"
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"
)

// A MemoryReplay is a [ReplayStore] of one process. It holds a bounded number of
// deliveries: when it is full and nothing has run out, the confirmation that was
// used longest ago is forgotten, and if all are claims a new one is refused with
// an error, so that a running delivery is never lost. Several machines need a
// shared store.
type MemoryReplay struct {
	mu      sync.Mutex
	size    int
	entries map[string]*list.Element
	claims  *list.List // of *memoryEntry, oldest first
	done    *list.List // of *memoryEntry, oldest first
	now     func() time.Time
}

type memoryEntry struct {
	key, token string
	until      time.Time
	confirmed  bool
}

// NewMemoryReplay makes a store of at most size deliveries; a size below one is
// taken as one. An entry takes about 400 bytes.
func NewMemoryReplay(size int) *MemoryReplay {
	return &MemoryReplay{
		size: max(size, 1), entries: map[string]*list.Element{}, claims: list.New(), done: list.New(), now: time.Now,
	}
}

// ErrReplayFull tells that a [MemoryReplay] holds nothing but running claims.
var ErrReplayFull = errors.New("hooks: the replay store is full of running claims; make it larger")

// Claim implements [ReplayStore].
func (m *MemoryReplay) Claim(ctx context.Context, key string, lease time.Duration) (Claim, error) {
	if err := ctx.Err(); err != nil {
		return Claim{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if element, ok := m.entries[key]; ok {
		e := element.Value.(*memoryEntry)
		switch {
		case !now.Before(e.until):
			m.remove(element)
		case e.confirmed:
			return Claim{Key: key, State: Confirmed}, nil
		default:
			return Claim{Key: key, State: Pending, Wait: e.until.Sub(now)}, nil
		}
	}
	if !m.room(now) {
		return Claim{}, ErrReplayFull
	}
	e := &memoryEntry{key: key, token: rand.Text(), until: now.Add(lease)}
	m.entries[key] = m.claims.PushBack(e)
	return Claim{Key: key, State: Claimed, Token: e.token}, nil
}

// room makes room for one entry. Claims run out in about the order in which they
// were made, so do confirmations.
func (m *MemoryReplay) room(now time.Time) bool {
	for _, l := range []*list.List{m.claims, m.done} {
		for e := l.Front(); e != nil && !now.Before(e.Value.(*memoryEntry).until); e = l.Front() {
			m.remove(e)
		}
	}
	if len(m.entries) < m.size {
		return true
	}
	if oldest := m.done.Front(); oldest != nil {
		m.remove(oldest)
		return true
	}
	for e := m.claims.Front(); e != nil; e = e.Next() { // leases may differ
		if !now.Before(e.Value.(*memoryEntry).until) {
			m.remove(e)
			return true
		}
	}
	return false
}

func (m *MemoryReplay) remove(element *list.Element) {
	e := element.Value.(*memoryEntry)
	delete(m.entries, e.key)
	if e.confirmed {
		m.done.Remove(element)
		return
	}
	m.claims.Remove(element)
}

// Confirm implements [ReplayStore].
func (m *MemoryReplay) Confirm(_ context.Context, c Claim, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	element, ok := m.entries[c.Key]
	if ok && element.Value.(*memoryEntry).token != c.Token {
		if m.now().Before(element.Value.(*memoryEntry).until) {
			return ErrClaimLost
		}
		m.remove(element)
		ok = false
	}
	if ok {
		m.remove(element)
	} else if !m.room(m.now()) {
		return ErrReplayFull
	}
	e := &memoryEntry{key: c.Key, token: c.Token, until: m.now().Add(ttl), confirmed: true}
	m.entries[c.Key] = m.done.PushBack(e)
	return nil
}

// Release implements [ReplayStore].
func (m *MemoryReplay) Release(_ context.Context, c Claim) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	element, ok := m.entries[c.Key]
	if !ok {
		return nil
	}
	if e := element.Value.(*memoryEntry); e.token == c.Token && !e.confirmed {
		m.remove(element)
	}
	return nil
}

// Len is how many deliveries the store holds, those that have run out included.
func (m *MemoryReplay) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries)
}
