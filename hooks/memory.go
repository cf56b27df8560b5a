package hooks

import (
	"container/heap"
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"
)

// A memoryReplay is the store of one process.
type memoryReplay struct {
	mu      sync.Mutex
	size    int
	entries map[string]*memoryEntry
	claims  memoryHeap
	done    memoryHeap
	now     func() time.Time
}

type memoryEntry struct {
	key, token string
	until      time.Time
	confirmed  bool
	index      int // in its heap
}

// A memoryHeap has the entry that runs out first at its front: container/heap.
type memoryHeap []*memoryEntry

func (h memoryHeap) Len() int           { return len(h) }
func (h memoryHeap) Less(i, j int) bool { return h[i].until.Before(h[j].until) }

func (h memoryHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push is heap.Push's.
func (h *memoryHeap) Push(x any) {
	e := x.(*memoryEntry)
	e.index = len(*h)
	*h = append(*h, e)
}

// Pop is heap.Pop's.
func (h *memoryHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return e
}

// NewMemoryReplay makes the store of one process, for at most size deliveries; a size below
// one is taken as one. An entry takes about 400 bytes. When it is full and nothing has run
// out, the confirmation that would run out first is forgotten, and if all are claims a new one
// is refused with an error, so that a running delivery is never lost. Several machines need a
// shared store.
func NewMemoryReplay(size int) ReplayStore {
	return &memoryReplay{size: max(size, 1), entries: map[string]*memoryEntry{}, now: time.Now}
}

var errReplayFull = errors.New("hooks: the replay store is full of running claims; make it larger")

// Claim implements [ReplayStore].
func (m *memoryReplay) Claim(ctx context.Context, key string, lease time.Duration) (Claim, error) {
	if err := ctx.Err(); err != nil {
		return Claim{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if e, ok := m.entries[key]; ok {
		switch {
		case !now.Before(e.until):
			m.remove(e)
		case e.confirmed:
			return Claim{Key: key, State: Confirmed}, nil
		default:
			return Claim{Key: key, State: Pending, Wait: e.until.Sub(now)}, nil
		}
	}
	if !m.room(now) {
		return Claim{}, errReplayFull
	}
	e := &memoryEntry{key: key, token: rand.Text(), until: now.Add(lease)}
	m.add(e)
	return Claim{Key: key, State: Claimed, Token: e.token}, nil
}

// room makes room for one entry.
func (m *memoryReplay) room(now time.Time) bool {
	for _, h := range []*memoryHeap{&m.claims, &m.done} {
		for len(*h) > 0 && !now.Before((*h)[0].until) {
			m.remove((*h)[0])
		}
	}
	if len(m.entries) >= m.size && len(m.done) > 0 {
		m.remove(m.done[0])
	}
	return len(m.entries) < m.size
}

// heapOf returns the heap that an entry is in.
func (m *memoryReplay) heapOf(e *memoryEntry) *memoryHeap {
	if e.confirmed {
		return &m.done
	}
	return &m.claims
}

func (m *memoryReplay) add(e *memoryEntry) {
	m.entries[e.key] = e
	heap.Push(m.heapOf(e), e)
}

func (m *memoryReplay) remove(e *memoryEntry) {
	delete(m.entries, e.key)
	heap.Remove(m.heapOf(e), e.index)
}

// Confirm implements [ReplayStore].
func (m *memoryReplay) Confirm(_ context.Context, c Claim, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	e, ok := m.entries[c.Key]
	switch {
	case ok && e.token != c.Token && now.Before(e.until):
		return ErrClaimLost
	case ok:
		heap.Remove(m.heapOf(e), e.index)
	case !m.room(now):
		return errReplayFull
	default:
		e = &memoryEntry{key: c.Key}
	}
	e.token, e.until, e.confirmed = c.Token, now.Add(ttl), true
	m.add(e)
	return nil
}

// Release implements [ReplayStore].
func (m *memoryReplay) Release(_ context.Context, c Claim) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.entries[c.Key]; ok && e.token == c.Token && !e.confirmed {
		m.remove(e)
	}
	return nil
}
