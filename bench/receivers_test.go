package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-github/v75/github"

	"signalbox/hooks"
)

// discard is an http.ResponseWriter that keeps the status.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header             { return d.header }
func (d *discard) Write(p []byte) (int, error)     { return len(p), nil }
func (d *discard) SetReadDeadline(time.Time) error { return nil } // as servers have it
func (d *discard) WriteHeader(status int)          { d.status = status }

// A receiving is one receiver with a delivery.
type receiving struct {
	name    string
	handler http.Handler
	verify  func() error // the delivery's verification alone
	header  http.Header
	body    []byte
}

func (r *receiving) serve(t testing.TB) {
	q := &http.Request{Method: "POST", URL: inURL, Header: r.header, Body: io.NopCloser(bytes.NewReader(r.body)), ContentLength: int64(len(r.body))}
	w := &discard{header: http.Header{}}
	r.handler.ServeHTTP(w, q)
	if w.status != 200 {
		t.Fatalf("%s: status %d", r.name, w.status)
	}
}

var inURL = must(http.NewRequest("POST", "https://example.com/in", nil)).URL

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// pushOf is a push of GitHub's of about a size.
func pushOf(size int) []byte {
	var commits []map[string]any
	for i := 0; i == 0 || len(commits)*560 < size-400; i++ {
		id := fmt.Sprintf("%040x", i)
		commits = append(commits, map[string]any{
			"id": id, "tree_id": id, "distinct": true, "message": fmt.Sprintf("Mend the %dth thing\n\nIt was broken \"for long\".", i),
			"timestamp": "2026-01-02T03:04:05Z", "url": "https://github.com/octocat/hello/commit/" + id,
			"author":    map[string]string{"name": "Mona Lisa", "email": "mona@example.com", "username": "octocat"},
			"committer": map[string]string{"name": "GitHub", "email": "noreply@github.com", "username": "web-flow"},
			"added":     []string{}, "removed": []string{}, "modified": []string{"README.md", "docs/index.md"},
		})
	}
	return must(json.Marshal(map[string]any{
		"id": "evt_1", "type": "push", "ref": "refs/heads/main", "before": fmt.Sprintf("%040x", 1), "after": fmt.Sprintf("%040x", 2),
		"repository": map[string]any{"id": 1, "full_name": "octocat/hello"}, "pusher": map[string]string{"name": "octocat"}, "commits": commits,
	}))
}

// indented is the body as Stripe writes it.
func indented(body []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, body, "", "  "); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// receivings are receivers that process a delivery once, each with its delivery.
func receivings(t testing.TB, size int) []receiving {
	t.Helper()
	secret := hooks.WithSecrets("It's a Secret to Everybody")
	quiet := hooks.WithLogger(slog.New(slog.DiscardHandler))
	nothing := func(context.Context, hooks.Event) (any, error) { return nil, nil }
	push := pushOf(size)
	var all []receiving
	add := func(name string, by interface {
		hooks.Authenticator
		hooks.Signer
	}, body []byte, handle func(context.Context, hooks.Event) (any, error), options ...hooks.Option,
	) {
		d := &hooks.Delivery{Method: "POST", URL: inURL.String(), Body: body, Header: http.Header{"X-Github-Event": {"push"}, "X-Github-Delivery": {"1"}, "Content-Type": {"application/json"}}}
		if err := by.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		options = append(options, hooks.WithReplay(hooks.NewMemoryReplay(1000)), hooks.WithLimits(hooks.Limits{Remember: time.Nanosecond}), quiet) // the next one is processed again
		all = append(all, receiving{name, must(hooks.Handler(by, handle, options...)), func() error { return by.Authenticate(d) }, d.Header, body})
	}
	gitHub := must(hooks.NewPreset("github", secret))
	add("GitHub", gitHub, push, nothing)
	add("Stripe", must(hooks.NewPreset("stripe", secret)), push, nothing)
	add("Stripe, indented", must(hooks.NewPreset("stripe", secret)), indented(push), nothing)
	add("Slack", must(hooks.NewPreset("slack", secret)), []byte(fmt.Sprintf(`{"event_id":"Ev1",%s`, push[1:])), nothing)
	add("Linear", must(hooks.NewPreset("linear", secret)), []byte(fmt.Sprintf(`{"webhookTimestamp":%d,%s`, time.Now().UnixMilli(), push[1:])), nothing)
	add("sha256Verifier, type and id in JSON", must(hooks.NewVerifier("sha256Verifier", secret)), push, nothing,
		hooks.TypeFromJSON("type"), hooks.IDFromJSON("id"))
	add("GitHub, On[github.PushEvent]", gitHub, push, nil, hooks.On("push", func(context.Context, github.PushEvent) (any, error) { return nil, nil }))
	d := all[0]
	all = append(all, receiving{"go-github and a handler", byHand("It's a Secret to Everybody"), d.verify, d.header, push})
	return all
}

// byHand is what one writes with go-github: verify, parse, and process each
// delivery once by its id.
func byHand(secret string) http.Handler {
	var mu sync.Mutex
	seen := map[string]time.Time{}
	n := 0
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		payload, err := github.ValidatePayload(r, []byte(secret))
		if err != nil {
			http.Error(w, "", http.StatusUnauthorized)
			return
		}
		mu.Lock()
		n++
		id := github.DeliveryID(r) + strconv.Itoa(n%1000)
		seen[id] = time.Now()
		mu.Unlock()
		event, err := github.ParseWebHook(github.WebHookType(r), payload)
		if err != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		if _, ok := event.(*github.PushEvent); !ok {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, `{"data":null}`)
	})
}

func TestReceivers(t *testing.T) {
	for _, r := range receivings(t, 1<<10) {
		r.serve(t)
	}
}

// BenchmarkReceivers tells how many times as long as the verification of the body
// a receiver takes that reads, verifies, claims, runs an empty handler, confirms
// and answers: the fastest of many rounds, by turns.
func BenchmarkReceivers(b *testing.B) {
	for _, size := range []int{1 << 10, 64 << 10} {
		for _, r := range receivings(b, size) {
			b.Run(fmt.Sprintf("%s/%d", r.name, size), func(b *testing.B) {
				best := [2]time.Duration{time.Hour, time.Hour}
				for range 400 {
					for i, f := range []func(){func() { r.serve(b) }, func() {
						if err := r.verify(); err != nil {
							b.Fatal(err)
						}
					}} {
						started := time.Now()
						for range max(4, 1<<18/size) {
							f()
						}
						best[i] = min(best[i], time.Since(started))
					}
				}
				for b.Loop() {
				}
				calls := float64(max(4, 1<<18/size))
				b.ReportMetric(float64(best[0])/float64(best[1]), "x-verify")
				b.ReportMetric(float64(best[0])/calls/1000, "us")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
