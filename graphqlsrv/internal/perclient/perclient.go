// Package perclient counts what each client has open.
package perclient

import "sync"

// Streams counts the open streams of each client. The zero value has none.
type Streams struct {
	mu   sync.Mutex
	open map[string]int
}

// Enter counts a stream of a client, unless it has as many as limit; "" is not counted.
func (c *Streams) Enter(client string, limit int) bool {
	if client == "" {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[client] >= limit {
		return false
	}
	if c.open == nil {
		c.open = map[string]int{}
	}
	c.open[client]++
	return true
}

// Leave forgets a stream that Enter counted.
func (c *Streams) Leave(client string) {
	if client == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[client]--; c.open[client] <= 0 {
		delete(c.open, client)
	}
}

// Len returns how many clients have streams.
func (c *Streams) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open)
}
