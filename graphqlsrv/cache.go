package graphqlsrv

import (
	"container/list"
	"sync"
)

// maxCachedText bounds the texts a cache keeps: longer ones are not kept at all.
const maxCachedText = 64 << 10

// A cache keeps a bounded number of values by their text; the one that was not
// asked for longest goes first.
type cache[V any] struct {
	limit int
	mu    sync.Mutex
	byKey map[string]*list.Element
	used  *list.List // of entry[V], the latest first
}

type entry[V any] struct {
	key   string
	value V
}

func newCache[V any](limit int) *cache[V] {
	return &cache[V]{limit: limit, byKey: map[string]*list.Element{}, used: list.New()}
}

// get gives the value of a text, or the zero value.
func (c *cache[V]) get(key string) (v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		c.used.MoveToFront(e)
		return e.Value.(*entry[V]).value
	}
	return v
}

func (c *cache[V]) put(key string, v V) {
	if c.limit <= 0 || len(key) > maxCachedText {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byKey[key]; e != nil {
		e.Value.(*entry[V]).value = v
		c.used.MoveToFront(e)
		return
	}
	c.byKey[key] = c.used.PushFront(&entry[V]{key, v})
	if c.used.Len() > c.limit {
		last := c.used.Back()
		c.used.Remove(last)
		delete(c.byKey, last.Value.(*entry[V]).key)
	}
}

func (c *cache[V]) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used.Len()
}
