package graphqlsrv

import "sync"

// Each call has its own copy of its arguments, and a list may have thousands of calls
// that wait for the same loader. Copies of some size are therefore counted while calls
// have them. They are made one after the other, and one that finds no room waits until
// calls return. Calls that have their copy never wait for one that doesn't, so all of
// them get theirs. One that is larger than the bound is made when there is no other.

const (
	// maxCopies bounds the counted copies of one request, in bytes.
	maxCopies = 8 << 20
	// uncountedCopy is what any call may copy: about what its goroutine takes.
	uncountedCopy = 4 << 10
)

// copies are those of an execution.
type copies struct {
	turn     chan struct{} // is full while a call is copying
	mu       sync.Mutex
	bytes    int // of calls that have their copies
	returned sync.Cond
}

// A copying counts what one call copies; nil counts nothing.
type copying struct {
	run   *execution
	bytes int
	turn  bool // it has copies.turn
	kept  bool // copies.bytes includes its own
}

// grow is called before n bytes more are copied.
func (c *copying) grow(n int) {
	if c == nil {
		return
	}
	if c.bytes += n; c.bytes > uncountedCopy {
		c.wait()
	}
}

// wait returns when there is room for the copy.
func (c *copying) wait() {
	x := c.run
	if x.copies.Load() == nil {
		all := &copies{turn: make(chan struct{}, 1)}
		all.returned.L = &all.mu
		x.copies.CompareAndSwap(nil, all)
	}
	all := x.copies.Load()
	if !c.turn {
		x.idle.Add(1)
		all.turn <- struct{}{}
		x.idle.Add(-1)
		c.turn = true
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	for all.bytes > 0 && all.bytes+c.bytes > maxCopies {
		x.idle.Add(1)
		all.returned.Wait()
		x.idle.Add(-1)
	}
}

// done ends the copying. Its error is that of a context which ended meanwhile.
func (c *copying) done() error {
	if !c.turn {
		return nil
	}
	all := c.run.copies.Load()
	all.mu.Lock()
	all.bytes += c.bytes
	all.mu.Unlock()
	c.turn, c.kept = false, true
	<-all.turn
	return c.run.ctx.Err()
}

// end gives back the room of a call that returned, or that failed before it began.
func (c *copying) end() {
	_ = c.done()
	if !c.kept {
		return
	}
	all := c.run.copies.Load()
	all.mu.Lock()
	all.bytes -= c.bytes
	all.mu.Unlock()
	all.returned.Signal()
	c.kept = false
}
