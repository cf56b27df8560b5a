// Package live compares what a live query showed with what has changed since.
package live

import (
	"context"
	"encoding/json"
	"sync"
)

// maxNames bounds what a live query remembers of what it showed, and of what changed; beyond it
// the query runs again at every change.
const maxNames = 10_000

// Shown is what a live query showed: fields, such as "Query.posts", and objects by their IDs,
// such as "Post:7". The zero value is nothing.
type Shown struct {
	mu    sync.Mutex
	names map[string]struct{}
}

// Add notes a name.
func (s *Shown) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names == nil {
		s.names = map[string]struct{}{}
	}
	if len(s.names) <= maxNames {
		s.names[name] = struct{}{}
	}
}

// Object notes an object of a type by its ID, as it was written in JSON.
func (s *Shown) Object(typ string, id []byte) {
	var text string
	if json.Unmarshal(id, &text) == nil {
		s.Add(typ + ":" + text)
	}
}

func (s *Shown) includes(names map[string]struct{}, all bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if all || len(s.names) > maxNames {
		return true
	}
	for name := range names {
		if _, ok := s.names[name]; ok {
			return true
		}
	}
	return false
}

// Changes gathers what changed until the query looks again, so that it never falls behind.
type Changes struct {
	mu    sync.Mutex
	names map[string]struct{}
	all   bool
	some  chan struct{} // has an element when there is something to look at
}

// NewChanges returns none.
func NewChanges() *Changes {
	return &Changes{names: map[string]struct{}{}, some: make(chan struct{}, 1)}
}

// Collect adds the names of a message, a list in JSON; one that can't be read means everything.
func (c *Changes) Collect(message []byte) {
	var names []string
	err := json.Unmarshal(message, &names)
	c.mu.Lock()
	for _, n := range names {
		c.names[n] = struct{}{}
	}
	if err != nil || len(c.names) > maxNames {
		c.all, c.names = true, map[string]struct{}{}
	}
	c.mu.Unlock()
	select {
	case c.some <- struct{}{}:
	default:
	}
}

// Take forgets what has gathered, and returns it.
func (c *Changes) Take() (names map[string]struct{}, all bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	names, all = c.names, c.all
	c.names, c.all = map[string]struct{}{}, false
	return names, all
}

// Await waits until something that was shown changes; false means that ctx has ended.
func (c *Changes) Await(ctx context.Context, seen *Shown) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-c.some:
			if seen.includes(c.Take()) {
				return true
			}
		}
	}
}
