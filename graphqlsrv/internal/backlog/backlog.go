// Package backlog bounds the responses of operations that share a connection: a client that
// doesn't read has few of them made, however many operations it begins.
package backlog

import (
	"context"
	"sync"
)

const (
	most = 4 << 20  // the bytes that may wait before no further operation runs
	run  = 64 << 10 // what one that runs counts for, until its response is there
)

// A Backlog holds what is being made for a connection, and what waits to be sent. The zero value
// holds nothing.
type Backlog struct {
	mu      sync.Mutex
	bytes   int
	changed chan struct{} // is closed when there is room; nil where nobody waits
}

// Place returns the place of another operation, which takes no room yet.
func (b *Backlog) Place() *Place { return &Place{backlog: b} }

// A Place is the room that the runs of an operation take, one after the other.
type Place struct {
	backlog *Backlog
	bytes   int
}

// Begin waits until there is room for a run of the operation, or until ctx ends.
func (p *Place) Begin(ctx context.Context) {
	for {
		room := p.enter()
		if room == nil {
			return
		}
		select {
		case <-room:
		case <-ctx.Done():
			return
		}
	}
}

// enter takes the room of a run; where there is none, it returns what says that there may be.
func (p *Place) enter() (room <-chan struct{}) {
	b := p.backlog
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bytes >= most {
		if b.changed == nil {
			b.changed = make(chan struct{})
		}
		return b.changed
	}
	b.bytes += run - p.bytes
	p.bytes = run
	return nil
}

// Sending calls send, which sends a response of so many bytes. The room of the run is free when
// it returns.
func (p *Place) Sending(n int, send func() bool) bool {
	p.take(n)
	defer p.Rest()
	return send()
}

// Rest says that no run is under way, and nothing waits.
func (p *Place) Rest() { p.take(0) }

func (p *Place) take(n int) {
	b := p.backlog
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bytes += n - p.bytes
	p.bytes = n
	if b.bytes < most && b.changed != nil {
		close(b.changed)
		b.changed = nil
	}
}
