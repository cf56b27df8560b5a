// Package cache keeps values by texts that clients send.
package cache

import (
	"container/list"
	"sync"
)

// MaxText bounds the texts a cache keeps: longer ones are not kept at all.
const MaxText = 64 << 10

// A Limit bounds a cache; nothing is kept where one of them is 0.
type Limit struct{ Entries, Bytes int }

// entrySize is what an entry takes beside its key and value.
const entrySize = 256

// A Cache keeps a bounded number of values, of a bounded size together, by their
// text; the one that was not asked for longest goes first.
type Cache[V comparable] struct {
	limit Limit
	mu    sync.Mutex
	byKey map[string]*list.Element
	used  *list.List // of entry[V], the latest first
	bytes int
}

type entry[V any] struct {
	key   string
	value V
	bytes int
}

// New makes a cache.
func New[V comparable](limit Limit) *Cache[V] {
	return &Cache[V]{limit: limit, byKey: map[string]*list.Element{}, used: list.New()}
}

// Get returns the value of a text, or the zero value.
func (c *Cache[V]) Get(key string) (v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		c.used.MoveToFront(e)
		return e.Value.(*entry[V]).value
	}
	return v
}

// Put keeps a value that takes so many bytes.
func (c *Cache[V]) Put(key string, v V, bytes int) {
	bytes += len(key) + entrySize
	if c.limit.Entries <= 0 || bytes > c.limit.Bytes || len(key) > MaxText {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		c.remove(e)
	}
	c.byKey[key] = c.used.PushFront(&entry[V]{key, v, bytes})
	c.bytes += bytes
	c.trim()
}

// Grow adds to the size of a value, if it is still kept.
func (c *Cache[V]) Grow(key string, v V, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil && e.Value.(*entry[V]).value == v {
		e.Value.(*entry[V]).bytes += bytes
		c.bytes += bytes
		c.trim()
	}
}

func (c *Cache[V]) trim() {
	for c.used.Len() > c.limit.Entries || c.bytes > c.limit.Bytes {
		c.remove(c.used.Back())
	}
}

func (c *Cache[V]) remove(e *list.Element) {
	c.used.Remove(e)
	delete(c.byKey, e.Value.(*entry[V]).key)
	c.bytes -= e.Value.(*entry[V]).bytes
}

// Len returns how many values are kept.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len()
}

// Bytes returns what the values are taken to need.
func (c *Cache[V]) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}
