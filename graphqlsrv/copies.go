package graphqlsrv

import (
	"context"
	"math/big"
	"math/bits"
	"reflect"
	"sync"
)

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

// wait returns when there is room for the copy, or the context has ended: then one call after the
// other copies once more, and ends.
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
	full := func() bool { return all.bytes > 0 && all.bytes+c.bytes > maxCopies && x.ctx.Err() == nil }
	if !full() {
		return
	}
	defer context.AfterFunc(x.ctx, func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.returned.Signal()
	})()
	for full() {
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

// unshared copies the maps and slices of a coerced value, and the *big.Int of
// BigInt, before a resolver gets it: defaults belong to all requests and variables
// to all fields of one, while a resolver may change what it is given. What else
// the Parse of a scalar returned stays shared, as [Scalar] says.
func unshared(value any, c *copying) any {
	switch v := value.(type) {
	case nil, string, bool, int, float64:
		return value
	case []any:
		c.grow(len(v) * int(reflect.TypeFor[any]().Size()))
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = unshared(item, c)
		}
		return list
	case map[string]any:
		c.grow(mapMemory(len(v), reflect.TypeOf(v)))
		object := make(map[string]any, len(v))
		for name, item := range v {
			object[name] = unshared(item, c)
		}
		return object
	case *big.Int:
		if v == nil {
			return value
		}
		c.grow(int(reflect.TypeOf(*v).Size()) + len(v.Bits())*bits.UintSize/8)
		return new(big.Int).Set(v)
	}
	switch v := reflect.ValueOf(value); {
	case isNil(v):
	case v.Kind() == reflect.Slice:
		c.grow(memoryOf(v))
		return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v).Interface()
	case v.Kind() == reflect.Map:
		c.grow(memoryOf(v))
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for entries := v.MapRange(); entries.Next(); {
			m.SetMapIndex(entries.Key(), entries.Value())
		}
		return m.Interface()
	}
	return value
}

// setUnshared is the setter of any and map[string]any.
func setUnshared(v reflect.Value, value any, c *copying) error {
	v.Set(reflect.ValueOf(unshared(value, c)))
	return nil
}
