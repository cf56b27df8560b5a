// Package perclient tells clients apart and counts what each has open.
package perclient

import (
	"net/netip"
	"sync"
)

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

// Network returns the key of the clients that an address may be one's of, with or without a port:
// an IPv4 address, or the first 64 bits of an IPv6 address. What is no address is returned as it is.
func Network(address string) string {
	addr, err := netip.ParseAddr(address)
	if peer, err1 := netip.ParseAddrPort(address); err1 == nil {
		addr, err = peer.Addr(), nil
	}
	if err != nil {
		return address
	}
	addr = addr.Unmap()
	network, _ := addr.WithZone("").Prefix(min(64, addr.BitLen())) // of no more bits than it has
	return network.String()
}
