package answer_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"signalbox/serve/answer"
)

// Of several middlewares all see what the router tells, and nothing of it is left when the
// request comes again.
func TestWatch(t *testing.T) {
	type key struct{}
	r := httptest.NewRequest("GET", "/", nil)
	r = r.WithContext(context.WithValue(r.Context(), key{}, "kept"))
	for _, pattern := range []string{"GET /posts", ""} {
		outer := answer.Watch(r)
		inner := answer.Watch(r.Clone(r.Context()))
		if pattern != "" {
			told, a := answer.Tell(r)
			a.Set(answer.Told{Pattern: pattern})
			if a.End(); told != r || r.Context().Value(key{}) != "kept" {
				t.Error("the router got another request")
			}
		}
		inner.Done(r)
		if outer.Done(r); inner != outer || outer.Told().Pattern != pattern {
			t.Errorf("told %q, want %q", outer.Told().Pattern, pattern)
		}
	}
}

// A router within another tells an answer of its own.
func TestTell(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	a := answer.Watch(r)
	a.Sent = &answer.Sent{}
	_, outer := answer.Tell(r)
	below, inner := answer.Tell(r)
	inner.Set(answer.Told{Pattern: "GET /below"})
	inner.End()
	outer.Set(answer.Told{Pattern: "/mount"})
	if outer.End(); outer != a || inner == a || inner.Sent != a.Sent || answer.Of(below) != inner || answer.Of(r) != a {
		t.Error("the inner router tells the outer one's answer")
	}
}

// Watching a request that comes again and again costs the same each time.
func TestWatchAllocations(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	if n := testing.AllocsPerRun(100, func() { answer.Watch(r).Done(r) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
}
