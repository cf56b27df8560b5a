package redispubsub

import (
	"bufio"
	"context"
	"iter"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/graphqlsrv"
)

func subscribe(said *graphqlsrv.Topic[string]) func(context.Context) (iter.Seq[string], error) {
	return func(ctx context.Context) (iter.Seq[string], error) {
		events, err := said.Subscribe(ctx, "")
		if err != nil {
			return nil, err
		}
		return func(yield func(string) bool) {
			if !yield("ready") { // Redis has confirmed
				return
			}
			events(yield)
		}, nil
	}
}

// listen subscribes and gives the data lines of the stream.
func listen(t *testing.T, s *httptest.Server) <-chan string {
	t.Helper()
	w := post(t, s, "text/event-stream", "subscription{said}", nil)
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(w.Body); in.Scan(); {
			if strings.HasPrefix(in.Text(), "data: ") {
				lines <- in.Text()
			}
		}
	}()
	if first := <-lines; !strings.Contains(first, "ready") {
		t.Fatal(first)
	}
	return lines
}
