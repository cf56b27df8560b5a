package graphqlsrv

import (
	"container/list"
	"sync"
)

// maxCachedText bounds the texts a cache keeps: longer ones are not kept at all.
const maxCachedText = 64 << 10

// The bounds of caches that no option gives.
const (
	defaultCacheEntries        = 1000
	defaultPlanCacheBytes      = 64 << 20
	defaultPersistedQueryBytes = 16 << 20
)

// A cacheLimit bounds a cache; nothing is kept where one of them is 0.
type cacheLimit struct{ entries, bytes int }

// entrySize is what an entry takes beside its key and value.
const entrySize = 256

// A cache keeps a bounded number of values, of a bounded size together, by their
// text; the one that was not asked for longest goes first.
type cache[V comparable] struct {
	limit cacheLimit
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

func newCache[V comparable](limit cacheLimit) *cache[V] {
	return &cache[V]{limit: limit, byKey: map[string]*list.Element{}, used: list.New()}
}

// get returns the value of a text, or the zero value.
func (c *cache[V]) get(key string) (v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		c.used.MoveToFront(e)
		return e.Value.(*entry[V]).value
	}
	return v
}

// put keeps a value that takes so many bytes.
func (c *cache[V]) put(key string, v V, bytes int) {
	bytes += len(key) + entrySize
	if c.limit.entries <= 0 || bytes > c.limit.bytes || len(key) > maxCachedText {
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

// grow adds to the size of a value, if it is still kept.
func (c *cache[V]) grow(key string, v V, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil && e.Value.(*entry[V]).value == v {
		e.Value.(*entry[V]).bytes += bytes
		c.bytes += bytes
		c.trim()
	}
}

func (c *cache[V]) trim() {
	for c.used.Len() > c.limit.entries || c.bytes > c.limit.bytes {
		c.remove(c.used.Back())
	}
}

func (c *cache[V]) remove(e *list.Element) {
	c.used.Remove(e)
	delete(c.byKey, e.Value.(*entry[V]).key)
	c.bytes -= e.Value.(*entry[V]).bytes
}

func (c *cache[V]) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len()
}
