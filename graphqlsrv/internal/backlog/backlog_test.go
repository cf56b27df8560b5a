package backlog

import (
	"context"
	"testing"
	"testing/synctest"
)

// TestBacklog runs few operations until responses are sent, and others then.
func TestBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var b Backlog
		const operations = 1000
		places, begun := make([]*Place, operations), 0
		done := make(chan int, operations)
		for i := range places {
			places[i] = b.Place()
			go func() {
				places[i].Begin(ctx)
				done <- i
			}()
		}
		running := func() (list []int) {
			synctest.Wait()
			for len(done) > 0 {
				list = append(list, <-done)
			}
			begun += len(list)
			return list
		}
		first := running()
		if begun != most/run {
			t.Fatalf("%d run at once", begun)
		}
		sent := make(chan struct{})
		go places[first[0]].Sending(2*most, func() bool { <-sent; return true })
		synctest.Wait()
		for _, i := range first[1:] {
			places[i].Rest()
		}
		if more := running(); len(more) > 0 {
			t.Errorf("%d run beside a response that waits", len(more))
		}
		close(sent)
		for next := running(); len(next) > 0; next = running() {
			for _, i := range next {
				places[i].Rest()
				places[i].Rest() // takes nothing from others
			}
		}
		if begun != operations || b.bytes != 0 {
			t.Errorf("%d of %d ran, %d bytes are left", begun, operations, b.bytes)
		}
		b.Place().take(most)
		go func() {
			b.Place().Begin(ctx)
			done <- 0
		}()
		if got := running(); len(got) > 0 {
			t.Error("one runs although there is no room")
		}
		cancel()
		if got := running(); len(got) != 1 {
			t.Error("one waits although its context has ended")
		}
	})
}
