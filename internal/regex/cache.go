package regex

import (
	"errors"
	"sync"
)

// A Cache keeps compiled patterns for programs that run again and again: a pattern is compiled
// once, and costs the budget of whoever asks for it what it cost the first time. It is safe for
// concurrent use. The nil Cache keeps nothing.
type Cache struct {
	mu   sync.Mutex
	kept map[cacheKey]*cached
}

type cacheKey struct {
	source string
	opts   Options
}

// A cached is a pattern with what it took to compile it.
type cached struct {
	re    *Regexp
	err   error
	steps int
	used  bool // since the last Drop
}

// maxCached bounds the patterns that are kept.
const maxCached = 2_000

// CompileWithin is [CompileWithin] of a pattern that may be kept.
func (c *Cache) CompileWithin(source string, opts Options, b *Budget) (*Regexp, error) {
	if c == nil {
		return CompileWithin(source, opts, b)
	}
	key := cacheKey{source, opts}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p := c.kept[key]; p != nil {
		p.used = true
		if !b.Spend(p.steps) {
			return nil, ErrBudget
		}
		return p.re, p.err
	}
	before := b.Left()
	re, err := CompileWithin(source, opts, b)
	if !errors.Is(err, ErrBudget) && len(c.kept) < maxCached {
		if c.kept == nil {
			c.kept = map[cacheKey]*cached{}
		}
		c.kept[key] = &cached{re, err, before - b.Left(), true}
	}
	return re, err
}

// Drop forgets the patterns that nobody asked for since the last time.
func (c *Cache) Drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, p := range c.kept {
		if !p.used {
			delete(c.kept, key)
		}
		p.used = false
	}
}
