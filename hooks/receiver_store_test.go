package hooks_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/hooks"
)

// With StoreWith no handler runs: what one is for is stored, and Process handles it later.
func TestEventsAreStoredAndProcessed(t *testing.T) {
	v, err := hooks.NewVerifier("skipVerifier")
	if err != nil {
		t.Fatal(err)
	}
	var storing error
	var stored []hooks.Event
	r, err := hooks.Handler(v, nil, hooks.TypeFromHeader("X-Type"), hooks.IDFromHeader("X-Id"), hooks.WithLogger(slog.New(slog.DiscardHandler)),
		hooks.On("works", func(ctx context.Context, n int) (any, error) {
			if e, ok := hooks.EventFrom(ctx); !ok || e.ID != "d1" || n != 7 {
				t.Errorf("%d, event %+v", n, e)
			}
			return n, nil
		}),
		hooks.On("fails", func(context.Context, []byte) (any, error) { return nil, errors.New("no") }),
		hooks.On("panics", func(context.Context, []byte) (any, error) { panic("no") }),
		hooks.On("answers 503", func(context.Context, []byte) (any, error) { return hooks.Response{StatusCode: 503}, nil }),
		hooks.On("refuses", func(context.Context, []byte) (any, error) { return nil, hooks.RejectType("never") }),
		hooks.StoreWith(func(_ context.Context, e hooks.Event) error {
			stored = append(stored, e)
			return storing
		}))
	if err != nil {
		t.Fatal(err)
	}
	send := func(kind string) int {
		q := httptest.NewRequest("POST", "/", strings.NewReader("7"))
		q.Header = http.Header{"X-Type": {kind}, "X-Id": {"d1"}}
		w := httptest.NewRecorder()
		r.ServeHTTP(w, q)
		return w.Code
	}
	for kind, want := range map[string]string{
		"works": hooks.Processed, "fails": hooks.Failed, "panics": hooks.Failed, "answers 503": hooks.Failed, "refuses": hooks.Rejected,
	} {
		stored = nil
		if status := send(kind); status != 200 || len(stored) != 1 || stored[0].Type != kind {
			t.Errorf("%s: answered %d, stored %+v", kind, status, stored)
			continue
		}
		if got, err := r.Process(t.Context(), stored[0]); got != want || (err == nil) != (want == hooks.Processed) {
			t.Errorf("%s: %s, %v", kind, got, err)
		}
	}
	stored = nil
	if status := send("other"); status != 400 || len(stored) != 0 {
		t.Errorf("a type without a handler: answered %d, stored %+v", status, stored)
	}
	if got, err := r.Process(t.Context(), hooks.Event{Type: "other"}); got != hooks.Rejected || err == nil {
		t.Errorf("a type without a handler: %s, %v", got, err)
	}
	storing = errors.New("the database is down")
	if status := send("works"); status != 500 {
		t.Errorf("what can't be stored is answered %d", status)
	}
	if got, err := (*hooks.Receiver)(nil).Process(t.Context(), hooks.Event{}); got != hooks.Failed || err == nil {
		t.Errorf("a nil receiver: %s, %v", got, err)
	}
	if _, err := hooks.Handler(v, nil, hooks.Ignore(), hooks.StoreWith(nil)); err == nil {
		t.Error("StoreWith takes nil")
	}
}
