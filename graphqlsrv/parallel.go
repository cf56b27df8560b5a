package graphqlsrv

import (
	"sync"
	"sync/atomic"
)

// Parts of a response that may wait for something are written concurrently: the
// fields of an object where more than one resolver may block, the items of a
// list below which one may; batches that were called before do not count. A
// goroutine for each would cost more than most resolvers take, so the parts are
// handed out in order: the goroutine that is there takes one after the other, and
// at every time one helper more is ready than are busy. Where nothing blocks there
// is little for helpers to take; where everything does, all parts run at once, up
// to the cap of the request.

// A crew writes the parts of one object or list.
type crew struct {
	run     *execution
	path    []pathPart
	write   func(*writer, int) bool
	parts   []part
	next    atomic.Int64 // the first part that nobody took
	ready   atomic.Bool  // a helper is there that has no part yet
	stopped atomic.Bool
	helpers sync.WaitGroup
	mu      sync.Mutex
	changed sync.Cond
	starved atomic.Bool // it is one of execution.starved
}

// A part is what a goroutine wrote apart from the response.
type part struct {
	w    *writer
	ok   bool
	done bool
}

// concurrently writes n parts, in order, and returns false when one of them
// does; those behind it then count for nothing.
func (w *writer) concurrently(n int, write func(*writer, int) bool) bool {
	c := &crew{run: w.run, path: w.path, write: write, parts: make([]part, n)}
	c.changed.L = &c.mu
	defer c.helpers.Wait()
	defer c.unstarve()
	c.recruit()
	flushed := 0
	for {
		i := c.take()
		if i < 0 {
			break
		}
		if i == flushed { // all before it is written: no need to keep it apart
			if !write(w, i) {
				c.stopped.Store(true)
				return false
			}
			flushed++
			continue
		}
		c.finish(i)
		if flushed = c.flush(w, flushed, false); flushed < 0 {
			return false
		}
	}
	return c.flush(w, flushed, true) == n
}

// take returns the next part, -1 when there is none.
func (c *crew) take() int {
	if c.stopped.Load() {
		return -1
	}
	i := int(c.next.Add(1)) - 1
	if i >= len(c.parts) {
		return -1
	}
	return i
}

// recruit adds a helper, unless one is ready, nothing is left, or the request
// has as many as it may.
func (c *crew) recruit() {
	if c.stopped.Load() || int(c.next.Load()) >= len(c.parts) || !c.ready.CompareAndSwap(false, true) {
		return
	}
	for c.run.spare.Add(-1) < 0 {
		c.run.spare.Add(1)
		if c.starved.Load() || c.starve() <= 0 {
			c.ready.Store(false)
			return
		}
	}
	c.helpers.Add(1)
	go c.help()
}

// starve has a crew get the next goroutine that is spare; it returns how many are.
func (c *crew) starve() int32 {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	if c.run.starved == nil {
		c.run.starved = map[*crew]struct{}{}
	}
	c.run.starved[c] = struct{}{}
	c.starved.Store(true)
	return c.run.spare.Load()
}

func (c *crew) unstarve() {
	if c.starved.Load() {
		c.run.mu.Lock()
		defer c.run.mu.Unlock()
		delete(c.run.starved, c)
	}
}

// maxLent bounds the goroutines of a request that wait for loaders while others run.
const maxLent = 10_000

// park says that a goroutine waits for a loader: another one may run in its place.
func (x *execution) park() {
	if x.lent.Add(1) > maxLent {
		x.idle.Add(1)
		return
	}
	x.spare.Add(1)
	x.mu.Lock()
	defer x.mu.Unlock()
	for c := range x.starved {
		if x.spare.Load() <= 0 {
			return
		}
		if c.stopped.Load() || int(c.next.Load()) >= len(c.parts) {
			delete(x.starved, c) // it is about to leave
			continue
		}
		c.recruit()
	}
}

// unpark ends the wait. The goroutine goes on even if that makes more of them than
// may run: others may wait for it.
func (x *execution) unpark() {
	if x.lent.Add(-1) >= maxLent {
		x.idle.Add(-1)
		return
	}
	x.spare.Add(-1)
}

// parked reports whether nothing of the request runs but what waits for loaders.
func (x *execution) parked() bool {
	return x.spare.Load()+x.idle.Load() > int32(x.engine.cfg.concurrency)
}

func (c *crew) help() {
	defer c.helpers.Done()
	defer c.run.spare.Add(1)
	i := c.take()
	c.ready.Store(false)
	for i >= 0 {
		c.recruit()
		c.finish(i)
		i = c.take()
	}
}

// finish writes a part apart.
func (c *crew) finish(i int) {
	w := c.run.writer(c.path)
	ok := false
	defer func() { // also where a resolver ends the goroutine, as t.Fatal does
		c.mu.Lock()
		c.parts[i] = part{w, ok, true}
		c.mu.Unlock()
		c.changed.Signal()
	}()
	caught(func() { ok = c.write(w, i) }, func(value any) {
		w.record(c.run.panicked(c.run.ctx, value), nil)
		ok = false
	})
}

// flush moves finished parts to the response, waiting for them if it must. It
// returns how many are there, or -1 after one that failed.
func (c *crew) flush(w *writer, from int, wait bool) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for from < len(c.parts) {
		p := &c.parts[from]
		for wait && !p.done {
			c.run.idle.Add(1)
			c.changed.Wait()
			c.run.idle.Add(-1)
		}
		if !p.done {
			return from
		}
		w.buf = append(w.buf, p.w.buf...)
		w.take(p.w)
		p.w.free()
		if !p.ok {
			c.stopped.Store(true)
			return -1
		}
		from++
	}
	return from
}
