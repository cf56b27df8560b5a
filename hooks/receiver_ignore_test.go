package hooks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"signalbox/hooks"
)

// Ignore answers 200 only where a type was read that no On names. Anything else may
// be a delivery that On names.
func TestIgnoreNeedsAType(t *testing.T) {
	v := verifier(t, "sha256Verifier", hooks.WithSecrets("s"))
	ran := ""
	paid := hooks.On("paid", func(_ context.Context, raw []byte) (any, error) { ran = string(raw); return nil, nil })
	var log strings.Builder
	r := newReceiver(t, v, nil, hooks.Ignore(), hooks.TypeFromJSON("type"), paid, hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	deep := strings.Repeat("[", 10001) + strings.Repeat("]", 10001)
	for _, c := range []struct {
		name, body string
		status     int
		runs       bool
	}{
		{"listed", `{"type":"paid"}`, 200, true},
		{"behind a byte order mark", "\ufeff" + `{"type":"paid"}`, 200, true},
		{"a form behind a byte order mark", "\ufefftype=paid", 200, true},
		{"unlisted", `{"type":"unpaid"}`, 200, false},
		{"unlisted, a number", `{"type":7}`, 200, false},
		{"empty", "", 400, false},
		{"no type", "{}", 400, false},
		{"an empty type", `{"type":""}`, 400, false},
		{"null", `{"type":null}`, 400, false},
		{"an object", `{"type":{"paid":1}}`, 400, false},
		{"in another case", `{"Type":"paid"}`, 400, false},
		{"broken off", `{"type":"paid","x":`, 400, false},
		{"two values", `{"type":"paid"}{"type":"paid"}`, 400, false},
		{"nested too deep", `{"type":"paid","x":` + deep + `}`, 400, false},
		{"too many fields", "type=paid" + strings.Repeat("&a=1", 10001), 400, false},
		{"a form that is broken", "type=paid&x=%zz", 400, false},
		{"in a list", `[{"type":"paid"}]`, 400, false},
		{"UTF-16", "\xff\xfe{\x00}\x00", 400, false},
		{"not JSON", "paid", 400, false},
	} {
		log.Reset()
		ran = ""
		status, _, answer := answers(t, r, signed(t, v, c.body))
		if status != c.status || (ran != "") != c.runs || c.runs && ran != c.body {
			t.Errorf("%s: %d %s, ran %q", c.name, status, answer, ran)
		}
		if (status == 400) != strings.Contains(log.String(), "level=WARN") {
			t.Errorf("%s: %s", c.name, &log)
		}
	}
	// Where the type is in a header, a proxy may have dropped it.
	github := newPreset(t, "github", "s")
	r = newReceiver(t, github, nil, hooks.Ignore(), hooks.On("push", func(context.Context, any) (any, error) { return nil, nil }))
	if status, _, answer := answers(t, r, signed(t, github, "{}")); status != 400 {
		t.Errorf("GitHub without X-GitHub-Event: %d %s", status, answer)
	}
}

// The mark is no part of the JSON that On decodes either.
func TestByteOrderMark(t *testing.T) {
	v := verifier(t, "sha256Verifier", hooks.WithSecrets("s"))
	r := newReceiver(t, v, nil, hooks.TypeFromJSON("type"), hooks.IDFromJSON("id"), hooks.WithReplay(hooks.NewMemoryReplay(10)),
		hooks.On("paid", func(ctx context.Context, order struct{ ID string }) (any, error) {
			e, _ := hooks.EventFrom(ctx)
			return e.ID + order.ID, nil
		}))
	w := httptest.NewRecorder()
	r.ServeHTTP(w, signed(t, v, "\ufeff"+`{"type":"paid","id":"7"}`))
	if w.Code != 200 || w.Body.String() != `{"data":"77"}` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// What an error says is for the log; a sender is told nothing that a handler didn't
// choose to tell.
func TestErrorsAreNotAnswered(t *testing.T) {
	v := sha256Verifier(t)
	var log bytes.Buffer
	for name, err := range map[string]error{
		"error":    errors.New("dial postgres://app:hunter2@db"),
		"rejected": fmt.Errorf("hunter2: %w", hooks.RejectType("not today")),
	} {
		log.Reset()
		r := newReceiver(t, v, func(context.Context, hooks.Event) (any, error) { return nil, err }, hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		_, _, answer := answers(t, r, signed(t, v, "{}"))
		if strings.Contains(answer, "hunter2") || !strings.Contains(log.String(), "hunter2") {
			t.Errorf("%s: answered %s, logged %s", name, answer, &log)
		}
	}
}

// However long the texts are that a sender or a handler's error has, log lines are
// not.
func TestLogLinesAreBounded(t *testing.T) {
	v := verifier(t, "sha256Verifier", hooks.WithSecrets("s"))
	long := strings.Repeat("é", 100_000)
	body := fmt.Sprintf(`{"id":%q,"type":%q}`, long, long)
	var log bytes.Buffer
	for name, handle := range map[string]func(context.Context, hooks.Event) (any, error){
		"processed": func(context.Context, hooks.Event) (any, error) { return nil, nil },
		"failed":    func(context.Context, hooks.Event) (any, error) { return nil, errors.New(long) },
		"rejected":  func(context.Context, hooks.Event) (any, error) { return nil, hooks.RejectType(long) },
		"panicked":  func(context.Context, hooks.Event) (any, error) { panic(long) },
	} {
		log.Reset()
		r := newReceiver(t, v, handle, hooks.TypeFromJSON("type"), hooks.IDFromJSON("id"), hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		r.ServeHTTP(httptest.NewRecorder(), signed(t, v, body))
		if log.Len() == 0 || log.Len() > 10_000 || strings.Contains(log.String(), "\ufffd") {
			t.Errorf("%s: %d bytes of log", name, log.Len())
		}
	}
	for _, retry := range []bool{true, false} {
		log.Reset()
		hooks.SlogDeliveries(slog.New(slog.NewTextHandler(&log, nil)))(t.Context(), hooks.Attempt{Err: errors.New(long), Retry: retry})
		if log.Len() == 0 || log.Len() > 10_000 {
			t.Errorf("a delivery's error: %d bytes of log", log.Len())
		}
	}
}

// A sender that goes away while the store is asked is no failure of the store's.
func TestSenderThatGoesAway(t *testing.T) {
	v := sha256Verifier(t)
	for name, store := range map[string]hooks.ReplayStore{
		"in memory": hooks.NewMemoryReplay(10),
		"elsewhere": &hangingStore{ReplayStore: hooks.NewMemoryReplay(10), hangs: "claim", heeds: true},
	} {
		var log bytes.Buffer
		r := newReceiver(t, v, (&runs{}).handle, hooks.WithReplay(store), hooks.IDFromJSON("id"), hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		w := httptest.NewRecorder()
		r.ServeHTTP(w, signed(t, v, `{"id":1}`).WithContext(ctx))
		if w.Code != 503 || strings.Contains(log.String(), "ERROR") || strings.Contains(log.String(), "in time") {
			t.Errorf("%s: %d %s", name, w.Code, &log)
		}
	}
}
