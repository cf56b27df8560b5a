package hooks_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

var quiet = hooks.WithLogger(slog.New(slog.DiscardHandler))

func newReceiver(t testing.TB, verifier hooks.Authenticator, handle func(context.Context, hooks.Event) (any, error), options ...hooks.Option) *hooks.Receiver {
	t.Helper()
	r, err := hooks.Handler(verifier, handle, append([]hooks.Option{quiet}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sha256Verifier(t testing.TB) *hooks.Verifier {
	t.Helper()
	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(passport), hooks.WithSignatureHeader("X-Partner-Signature"))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// signed is a request with the signature of its body.
func signed(t testing.TB, by hooks.Signer, body string, header ...string) *http.Request {
	t.Helper()
	d := &hooks.Delivery{Method: "POST", URL: "https://example.com/in", Header: http.Header{}, Body: []byte(body)}
	for i := 0; i < len(header); i += 2 {
		d.Header.Set(header[i], header[i+1])
	}
	if err := by.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	q := httptest.NewRequest("POST", "/in", strings.NewReader(body))
	q.Header = d.Header
	return q
}

// asEvent is a request as a serverless runtime hands it over.
func asEvent(t testing.TB, q *http.Request, isBase64 bool) hooks.Event {
	t.Helper()
	body, err := io.ReadAll(q.Body)
	if err != nil {
		t.Fatal(err)
	}
	q.Body = io.NopCloser(bytes.NewReader(body))
	e := hooks.Event{Headers: map[string]string{}, Body: string(body), HTTPMethod: q.Method, Path: q.URL.Path}
	if isBase64 {
		e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString(body), true
	}
	for name := range q.Header {
		e.Headers[name] = q.Header.Get(name)
	}
	return e
}

// answers sends a request both ways and wants one answer.
func answers(t *testing.T, r *hooks.Receiver, q *http.Request) (status int, contentType, body string) {
	t.Helper()
	e := asEvent(t, q, false)
	encoded := asEvent(t, q, true)
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q)
	for _, event := range []hooks.Event{e, encoded} {
		response, err := r.HandleEvent(t.Context(), event)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != w.Code || response.Body != w.Body.String() || response.Headers["Content-Type"] != w.Header().Get("Content-Type") {
			t.Errorf("as an event: %+v, over HTTP: %d %s", response, w.Code, w.Body)
		}
	}
	return w.Code, w.Header().Get("Content-Type"), w.Body.String()
}

type activity struct {
	ID string `json:"id"`
	N  int    `json:"n"`
}

// unspeakable is an error without a text, as a nil pointer often is.
type unspeakable struct{ text string }

func (e *unspeakable) Error() string { return e.text }

type authenticator func(*hooks.Delivery) error

func (f authenticator) Authenticate(d *hooks.Delivery) error { return f(d) }

func TestReceiverSurvivesItsVerifier(t *testing.T) {
	for name, verify := range map[string]authenticator{
		"panic":       func(*hooks.Delivery) error { panic("secret of the verifier") },
		"unspeakable": func(*hooks.Delivery) error { return (*unspeakable)(nil) },
	} {
		r := newReceiver(t, verify, func(context.Context, hooks.Event) (any, error) { return nil, nil })
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader("{}")))
		if w.Code != 500 || w.Body.String() != `{"error":"internal error"}` {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

func TestReceiverAnswers(t *testing.T) {
	v := sha256Verifier(t)
	r := newReceiver(t, v, nil, hooks.TypeFromHeader("x-partner-event-type"), hooks.WithLimits(hooks.Limits{Body: 1000}),
		hooks.On("activity:created", func(ctx context.Context, a activity) (any, error) {
			e, ok := hooks.EventFrom(ctx)
			if !ok || e.Type != "activity:created" || e.Header("X-PARTNER-EVENT-TYPE") != e.Type {
				t.Errorf("the event in the context: %+v", e)
			}
			return map[string]any{"id": a.ID, "n": a.N, "html": "<b>"}, nil
		}),
		hooks.On("fails", func(context.Context, activity) (any, error) { return nil, errors.New("the database is away") }),
		hooks.On("forged", func(context.Context, any) (any, error) { return nil, &hooks.WebhookVerificationError{} }),
		hooks.On("unsigned", func(context.Context, any) (any, error) { return nil, &hooks.WebhookSignError{Problem: "x"} }),
		hooks.On("rejects", func(context.Context, any) (any, error) {
			return nil, fmt.Errorf("secret of the handler: %w", hooks.RejectType("not today"))
		}),
		hooks.On("panics", func(context.Context, any) (any, error) { panic("secret of the handler") }),
		hooks.On("unspeakable", func(context.Context, any) (any, error) { return nil, (*unspeakable)(nil) }),
		hooks.On("unprintable", func(context.Context, any) (any, error) { return func() {}, nil }),
		hooks.On("own", func(context.Context, any) (any, error) {
			return hooks.Response{StatusCode: 202, Headers: map[string]string{"Content-Type": "text/plain"}, Body: "later"}, nil
		}),
		hooks.On("no status", func(context.Context, any) (any, error) { return &hooks.Response{StatusCode: 99}, nil }),
		hooks.On("nothing", func(context.Context, any) (any, error) { return nil, nil }),
	)
	for _, c := range []struct {
		kind, body  string
		status      int
		contentType string
		answer      string
	}{
		{"activity:created", `{"id":"a","n":7}`, 200, "application/json", `{"data":{"html":"<b>","id":"a","n":7}}`},
		{"nothing", `{}`, 200, "application/json", `{"data":null}`},
		{"activity:deleted", `{}`, 400, "application/json", `{"data":"unsupported event type"}`},
		{"", `{}`, 400, "application/json", `{"data":"the event has no type that can be read"}`},
		{"rejects", `{}`, 400, "application/json", `{"data":"not today"}`},
		{"fails", `{}`, 500, "application/json", `{"error":"internal error"}`},
		{"panics", `{}`, 500, "application/json", `{"error":"internal error"}`},
		{"unspeakable", `{}`, 500, "application/json", `{"error":"internal error"}`},
		{"forged", `{}`, 401, "", ""},
		{"unsigned", `{}`, 401, "", ""},
		{"own", `{}`, 202, "text/plain", "later"},
		{"activity:created", strings.Repeat(" ", 1001), 413, "", ""},
		{"no status", `{}`, 500, "application/json", `{"error":"internal error"}`},
	} {
		status, contentType, answer := answers(t, r, signed(t, v, c.body, "X-Partner-Event-Type", c.kind))
		if status != c.status || contentType != c.contentType || answer != c.answer {
			t.Errorf("%s: %d %q %s", c.kind, status, contentType, answer)
		}
	}
	for _, kind := range []string{"unprintable", "activity:created"} {
		if status, _, answer := answers(t, r, signed(t, v, `{"n":"not a number"}`, "X-Partner-Event-Type", kind)); status != 500 || !strings.HasPrefix(answer, `{"error":`) {
			t.Errorf("%s: %d %s", kind, status, answer)
		}
	}
}

// GitHub sends a ping to every new webhook: it is accepted by a receiver that has
// no handler for it, once it is authentic.
func TestReceiverAnswersUnlisted(t *testing.T) {
	github := newPreset(t, "github", "s")
	ran := ""
	push := hooks.On("push", func(context.Context, any) (any, error) { ran += "push "; return nil, nil })
	ping := hooks.On("ping", func(context.Context, any) (any, error) { ran += "ping "; return "zen", nil })
	all := func(_ context.Context, e hooks.Event) (any, error) { ran += "all:" + e.Type + " "; return nil, nil }
	for _, c := range []struct {
		name     string
		receiver *hooks.Receiver
		kind     string
		status   int
		answer   string
		ran      string
	}{
		{"ping", newReceiver(t, github, nil, push), "ping", 200, `{"data":null}`, ""},
		{"ping with a handler", newReceiver(t, github, nil, push, ping), "ping", 200, `{"data":"zen"}`, "ping ping ping "},
		{"ping with a handler of all", newReceiver(t, github, all, push), "ping", 200, `{"data":null}`, "all:ping all:ping all:ping "},
		{"unlisted", newReceiver(t, github, nil, push), "issues", 400, `{"data":"unsupported event type"}`, ""},
		{"ignored", newReceiver(t, github, nil, push, hooks.Ignore()), "issues", 200, `{"data":null}`, ""},
		{"ignored, without a type", newReceiver(t, github, nil, push, hooks.Ignore()), "", 400, `{"data":"the event has no type that can be read"}`, ""},
		{"listed beside Ignore", newReceiver(t, github, nil, push, hooks.Ignore()), "push", 200, `{"data":null}`, "push push push "},
		{"ignored with another status", newReceiver(t, github, nil, push, hooks.Ignore(), hooks.WithStatus(hooks.Ignored, 202)), "issues", 202, `{"data":null}`, ""},
	} {
		ran = ""
		status, _, answer := answers(t, c.receiver, signed(t, github, "{}", "X-GitHub-Event", c.kind))
		if status != c.status || answer != c.answer || ran != c.ran {
			t.Errorf("%s: %d %s, ran %q", c.name, status, answer, ran)
		}
	}
	for _, kind := range []string{"ping", "issues"} {
		forged := signed(t, newPreset(t, "github", "another"), "{}", "X-GitHub-Event", kind)
		if status, _, _ := answers(t, newReceiver(t, github, nil, push, hooks.Ignore()), forged); status != 401 {
			t.Errorf("a forged %s is answered %d", kind, status)
		}
	}
}

func TestReceiverRefusesForgeries(t *testing.T) {
	v := sha256Verifier(t)
	ran := false
	r := newReceiver(t, v, func(context.Context, hooks.Event) (any, error) { ran = true; return nil, nil })
	for name, change := range map[string]func(*http.Request){
		"no signature":   func(q *http.Request) { q.Header.Del("X-Partner-Signature") },
		"other body":     func(q *http.Request) { q.Body = io.NopCloser(strings.NewReader(`{"a":2}`)) },
		"other header":   func(q *http.Request) { q.Header.Set("X-Partner-Signature", "sha256="+strings.Repeat("0", 64)) },
		"two signatures": func(q *http.Request) { q.Header.Add("X-Partner-Signature", "sha256="+strings.Repeat("0", 64)) },
	} {
		q := signed(t, v, `{"a":1}`)
		change(q)
		w := httptest.NewRecorder()
		r.ServeHTTP(w, q)
		if w.Code != 401 || w.Body.Len() > 0 || ran {
			t.Errorf("%s: %d %s, ran: %v", name, w.Code, w.Body, ran)
		}
	}
}

func TestReceiverSetUpWrongly(t *testing.T) {
	v := sha256Verifier(t)
	handle := func(context.Context, hooks.Event) (any, error) { return nil, nil }
	on := hooks.On("a", func(context.Context, any) (any, error) { return nil, nil })
	unlocated, err := hooks.NewPreset("twilio", hooks.WithSecrets("s"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		verifier hooks.Authenticator
		handle   func(context.Context, hooks.Event) (any, error)
		options  []hooks.Option
	}{
		"no verifier":          {nil, handle, nil},
		"nil verifier":         {(*hooks.Verifier)(nil), handle, nil},
		"nil preset":           {(*hooks.Preset)(nil), handle, nil},
		"no handler":           {v, nil, nil},
		"Ignore and a handler": {v, handle, []hooks.Option{hooks.Ignore()}},
		"no place of a type":   {v, nil, []hooks.Option{on}},
		"type twice":           {v, nil, []hooks.Option{hooks.TypeFromJSON("type"), on, on}},
		"type of several":      {v, nil, []hooks.Option{hooks.TypeFromJSON("type"), hooks.On("a.*", func(context.Context, any) (any, error) { return nil, nil })}},
		"no body makes it":     {v, nil, []hooks.Option{hooks.TypeFromJSON("type"), hooks.On("a", func(context.Context, chan int) (any, error) { return nil, nil })}},
		"pointer to an event":  {v, nil, []hooks.Option{hooks.TypeFromJSON("type"), hooks.On("a", func(context.Context, *hooks.Event) (any, error) { return nil, nil })}},
		"no URL":               {unlocated, handle, nil},
		"no store":             {v, handle, []hooks.Option{hooks.WithReplay(nil)}},
		"two scopes":           {v, handle, []hooks.Option{hooks.WithReplay(hooks.NewMemoryReplay(1), "a", "b"), hooks.IDFromJSON("id")}},
		"lease alone":          {v, handle, []hooks.Option{hooks.WithLimits(hooks.Limits{Lease: time.Second})}},
		"no limit":             {v, handle, []hooks.Option{hooks.WithLimits(hooks.Limits{Body: -1})}},
		"no status":            {v, handle, []hooks.Option{hooks.WithStatus(hooks.Failed, 100)}},
		"no outcome":           {v, handle, []hooks.Option{hooks.WithStatus("lost", 200)}},
	} {
		r, err := hooks.Handler(c.verifier, c.handle, append(c.options, quiet)...)
		var config *hooks.ConfigError
		if r != nil || !errors.As(err, &config) {
			t.Errorf("%s: %v %v", name, r, err)
		}
	}
}

// A receiver whose error was ignored accepts nothing, and panics nowhere.
func TestNilReceiverAnswers500(t *testing.T) {
	var r *hooks.Receiver
	if status, _, body := answers(t, r, httptest.NewRequest("POST", "/in", strings.NewReader("{}"))); status != 500 || body != `{"error":"the receiver is set up wrongly"}` {
		t.Errorf("%d %s", status, body)
	}
}

func TestReceiverStatusesObserverAndMessage(t *testing.T) {
	v := sha256Verifier(t)
	var seen []hooks.Observation
	also := 0
	var log bytes.Buffer
	r := newReceiver(t, v, func(_ context.Context, e hooks.Event) (any, error) {
		switch string(e.Payload()) {
		case "panic":
			panic("told to the log alone")
		case "fail":
			return nil, errors.New("told to nobody")
		}
		return nil, nil
	}, hooks.WithStatus(hooks.Processed, 204), hooks.WithStatus(hooks.Unverified, 403),
		hooks.WithLogger(slog.New(slog.NewTextHandler(&log, nil))),
		hooks.WithObserver(func(_ context.Context, o hooks.Observation) {
			o.Duration, o.Err = 0, nil
			seen = append(seen, o)
			panic("an observer's own trouble")
		}), hooks.WithObserver(func(context.Context, hooks.Observation) { also++ }))
	forged := signed(t, v, "ok")
	forged.Header.Del("X-Partner-Signature")
	for _, c := range []struct {
		q      *http.Request
		status int
		answer string
	}{
		{signed(t, v, "ok"), 204, `{"data":null}`},
		{forged, 403, ""},
		{signed(t, v, "fail"), 500, `{"error":"internal error"}`},
		{signed(t, v, "panic"), 500, `{"error":"internal error"}`},
	} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, c.q)
		if w.Code != c.status || c.status != 204 && w.Body.String() != c.answer {
			t.Errorf("%d %s, want %d %s", w.Code, w.Body, c.status, c.answer)
		}
	}
	want := []hooks.Observation{
		{Outcome: hooks.Processed, Status: 204, Size: 2},
		{Outcome: hooks.Unverified, Status: 403, Size: 2},
		{Outcome: hooks.Failed, Status: 500, Size: 4},
		{Outcome: hooks.Failed, Status: 500, Size: 5},
	}
	if diff := cmp.Diff(want, seen); diff != "" || also != len(want) {
		t.Errorf("the second observer is called %d times; %s", also, diff)
	}
	for _, text := range []string{"told to the log alone", "receiver_test.go", "told to nobody"} {
		if !strings.Contains(log.String(), text) {
			t.Errorf("the log has no %q:\n%s", text, log.String())
		}
	}
}

func TestReceiverHandshakes(t *testing.T) {
	for _, c := range []struct {
		preset, body string
		status       int
		answer       string
	}{
		{"slack", `{"type":"url_verification","token":"t","challenge":"3eZbrw1a"}`, 200, `{"challenge":"3eZbrw1a"}`},
		// The example of developers.zoom.us has another secret; this is HMAC-SHA256("MY_VOICE_IS_MY_PASSPORT", "qgg8vlvZRS6UYooatFL8Aw").
		{"zoom", `{"event":"endpoint.url_validation","payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"}}`, 200, ""},
		{"discord", `{"type":1,"id":"1"}`, 200, `{"type":1}`},
		{"discord", `{"version":1,"application_id":"1","type":0}`, 204, ""},
	} {
		sign, verify := secretsOf(t, c.preset)
		sender := newPreset(t, c.preset, sign)
		r := newReceiver(t, newPreset(t, c.preset, verify), func(context.Context, hooks.Event) (any, error) {
			t.Errorf("%s: the handler ran", c.preset)
			return nil, nil
		})
		status, _, answer := answers(t, r, signed(t, sender, c.body))
		if c.preset == "zoom" {
			signature, err := redwood.SignPayload("sha256Verifier", []byte("qgg8vlvZRS6UYooatFL8Aw"), []string{sign}, redwood.VerifyOptions{})
			if err != nil {
				t.Fatal(err)
			}
			c.answer = `{"plainToken":"qgg8vlvZRS6UYooatFL8Aw","encryptedToken":"` + strings.TrimPrefix(signature, "sha256=") + `"}`
		}
		if status != c.status || answer != c.answer {
			t.Errorf("%s: %d %s", c.preset, status, answer)
		}
		forged := signed(t, sender, c.body)
		forged.Body = io.NopCloser(strings.NewReader(c.body + " "))
		w := httptest.NewRecorder()
		r.ServeHTTP(w, forged)
		if w.Code != 401 {
			t.Errorf("%s: a forged handshake is answered %d", c.preset, w.Code)
		}
	}
	// An event of Discord's webhooks is no PING, though its type is 1.
	sign, verify := secretsOf(t, "discord")
	got := ""
	r := newReceiver(t, newPreset(t, "discord", verify), nil, hooks.On("ENTITLEMENT_CREATE", func(_ context.Context, e struct{ Version int }) (any, error) {
		got = "ran"
		return nil, nil
	}))
	answers(t, r, signed(t, newPreset(t, "discord", sign), `{"version":1,"type":1,"event":{"type":"ENTITLEMENT_CREATE"}}`))
	if got != "ran" {
		t.Error("the handler did not run")
	}
}

func TestZoomAnswersWithTheSecretThatSigned(t *testing.T) {
	body := `{"event":"endpoint.url_validation","payload":{"plainToken":"p"}}`
	q := signed(t, newPreset(t, "zoom", "old"), body)
	r := newReceiver(t, newPreset(t, "zoom", "new", "old"), func(context.Context, hooks.Event) (any, error) { return nil, nil })
	_, _, answer := answers(t, r, q)
	signature, _ := redwood.SignPayload("sha256Verifier", []byte("p"), []string{"old"}, redwood.VerifyOptions{})
	if !strings.Contains(answer, strings.TrimPrefix(signature, "sha256=")) {
		t.Error(answer)
	}
}

func TestReceiverBodyOverHTTP(t *testing.T) {
	v := sha256Verifier(t)
	binary := string([]byte{0xff, 0xfe, 0, 1})
	var got hooks.Event
	r := newReceiver(t, v, func(_ context.Context, e hooks.Event) (any, error) { got = e; return nil, nil })
	server := httptest.NewServer(r)
	defer server.Close()
	post := func(body io.Reader, signature string) int {
		q, err := http.NewRequest("POST", server.URL+"/a%2Fb?c=d", body)
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("X-Partner-Signature", signature)
		response, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	signature, _ := v.Sign([]byte(binary))
	if status := post(io.MultiReader(strings.NewReader(binary)), signature); status != 200 { // chunked
		t.Errorf("a binary body: %d", status)
	}
	if string(got.Payload()) != binary || !got.IsBase64Encoded || got.RawPath != "/a%2Fb" || got.RawQueryString != "c=d" || got.QueryStringParameters["c"] != "d" {
		t.Errorf("%+v", got)
	}
	large := strings.Repeat("x", 1<<20)
	signature, _ = v.Sign([]byte(large))
	if status := post(strings.NewReader(large), signature); status != 200 {
		t.Errorf("a body of the limit: %d", status)
	}
	for name, body := range map[string]io.Reader{"announced": strings.NewReader(large + "x"), "chunked": io.MultiReader(strings.NewReader(large + "x"))} {
		if status := post(body, signature); status != 413 {
			t.Errorf("a larger body, %s: %d", name, status)
		}
	}
}

func TestEventJSON(t *testing.T) {
	for name, text := range map[string]string{
		"format 1.0": `{"resource":"/in","path":"/in","httpMethod":"POST","headers":{"X-Square-HmacSha256-Signature":"%"},
			"multiValueHeaders":{"X-Square-HmacSha256-Signature":["%"]},"queryStringParameters":{"a":"1"},
			"multiValueQueryStringParameters":{"a":["1"]},"requestContext":{"stage":"prod"},"body":"eyJ0eXBlIjoieCJ9","isBase64Encoded":true}`,
		"format 2.0": `{"version":"2.0","rawPath":"/in","rawQueryString":"a=1","headers":{"x-square-hmacsha256-signature":"%"},
			"requestContext":{"http":{"method":"POST","path":"/in"}},"body":"{\"type\":\"x\"}","isBase64Encoded":false}`,
		"multiValueHeaders alone": `{"path":"/in","httpMethod":"POST","multiValueHeaders":{"x-square-hmacsha256-signature":["%"]},
			"multiValueQueryStringParameters":{"a":["1"]},"body":"{\"type\":\"x\"}"}`,
	} {
		sender := newPreset(t, "square", "s")
		d := &hooks.Delivery{URL: "https://example.com/in?a=1", Body: []byte(`{"type":"x"}`)}
		if err := sender.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		var e hooks.Event
		if err := json.Unmarshal([]byte(strings.ReplaceAll(text, "%", d.Header.Get(sender.SignatureHeader()))), &e); err != nil {
			t.Fatal(err)
		}
		p, err := hooks.NewPreset("square", hooks.WithSecrets("s"), hooks.WithURL("https://example.com"))
		if err != nil {
			t.Fatal(err)
		}
		r := newReceiver(t, p, nil, hooks.On("x", func(context.Context, any) (any, error) { return 1, nil }))
		response, err := r.HandleEvent(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(response)
		if want := `{"statusCode":200,"headers":{"Content-Type":"application/json"},"body":"{\"data\":1}"}`; string(got) != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A faultyStore fails where it is told to.
type faultyStore struct {
	hooks.ReplayStore
	claim, confirm error
	panics         bool
}

func (s *faultyStore) Claim(ctx context.Context, key string, lease time.Duration) (hooks.Claim, error) {
	if s.panics {
		panic("store")
	}
	if s.claim != nil {
		return hooks.Claim{}, s.claim
	}
	return s.ReplayStore.Claim(ctx, key, lease)
}

func (s *faultyStore) Confirm(ctx context.Context, c hooks.Claim, ttl time.Duration) error {
	if s.confirm != nil {
		return s.confirm
	}
	return s.ReplayStore.Confirm(ctx, c, ttl)
}

func TestReplay(t *testing.T) {
	sender := newPreset(t, "standardwebhooks", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	store := &faultyStore{ReplayStore: hooks.NewMemoryReplay(100)}
	runs, next := 0, error(nil)
	var inner func()
	r := newReceiver(t, sender, func(ctx context.Context, e hooks.Event) (any, error) {
		runs++
		claim := e.Claim
		if deadline, limited := ctx.Deadline(); claim.Token == "" || claim.TTL != 4*24*time.Hour || !limited || time.Until(deadline) > time.Minute {
			t.Errorf("claim %+v, deadline %v", claim, deadline)
		}
		if inner != nil {
			inner()
		}
		return runs, next
	}, hooks.WithReplay(store))
	send := func(id string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, signed(t, sender, `{}`, "webhook-id", id))
		return w
	}
	want := func(w *httptest.ResponseRecorder, status, ran int, body string) {
		t.Helper()
		if w.Code != status || runs != ran || body != "*" && w.Body.String() != body {
			t.Errorf("%d %s after %d runs, want %d %s after %d", w.Code, w.Body, runs, status, body, ran)
		}
	}
	want(send("a"), 200, 1, `{"data":1}`)
	want(send("a"), 200, 1, `{"data":null}`) // a duplicate
	want(send("b"), 200, 2, `{"data":2}`)

	next = errors.New("not now")
	want(send("c"), 500, 3, `{"error":"internal error"}`)
	next = nil
	want(send("c"), 200, 4, `{"data":4}`) // a failure releases the claim

	inner = func() {
		inner = nil
		w := send("d") // while the first attempt runs
		want(w, 409, 5, "")
		if w.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	want(send("d"), 200, 5, `{"data":5}`)

	inner = func() { inner = nil; panic("handler") }
	want(send("e"), 500, 6, `{"error":"internal error"}`)
	want(send("e"), 200, 7, "*")

	store.claim = errors.New("store is away")
	want(send("f"), 503, 7, "")
	store.claim, store.panics = nil, true
	want(send("f"), 503, 7, "")
	store.panics, store.confirm = false, errors.New("store is away")
	want(send("f"), 503, 8, "")
	store.confirm = hooks.ErrClaimLost
	want(send("g"), 200, 9, "*") // the work is done

	forged := signed(t, sender, `{}`, "webhook-id", "h")
	forged.Body = io.NopCloser(strings.NewReader(`{"forged":1}`))
	w := httptest.NewRecorder()
	r.ServeHTTP(w, forged)
	want(w, 401, 9, "")
	store.confirm = nil
	want(send("h"), 200, 10, "*") // a forgery claims nothing
}

func TestReplayKeys(t *testing.T) {
	github := newPreset(t, "github", "s")
	runs := 0
	store := hooks.NewMemoryReplay(100)
	count := func(context.Context, hooks.Event) (any, error) { runs++; return nil, nil }
	r := newReceiver(t, github, count, hooks.WithReplay(store))
	send := func(r *hooks.Receiver, body, id string) {
		r.ServeHTTP(httptest.NewRecorder(), signed(t, github, body, "X-GitHub-Delivery", id))
	}
	send(r, `{"a":1}`, "1")
	send(r, `{"a":1}`, "1")
	if runs != 1 {
		t.Errorf("a duplicate: %d runs", runs)
	}
	send(r, `{"a":2}`, "1") // GitHub doesn't sign the id: another body under it is another delivery
	if runs != 2 {
		t.Errorf("another body: %d runs", runs)
	}
	send(newReceiver(t, github, count, hooks.WithReplay(store, "other")), `{"a":1}`, "1")
	if runs != 3 {
		t.Errorf("another scope: %d runs", runs)
	}
	fails := newReceiver(t, github, func(context.Context, hooks.Event) (any, error) {
		runs++
		return hooks.Response{StatusCode: 503}, nil
	}, hooks.WithReplay(store, "fails"))
	send(fails, `{}`, "1")
	send(fails, `{}`, "1")
	if runs != 5 {
		t.Errorf("a response that asks for another attempt: %d runs", runs)
	}
}

func TestReplayOfOneDeliveryManyTimes(t *testing.T) {
	v := sha256Verifier(t)
	var mu sync.Mutex
	runs := 0
	r := newReceiver(t, v, func(context.Context, hooks.Event) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		runs++
		return nil, nil
	}, hooks.WithReplay(hooks.NewMemoryReplay(10)), hooks.IDFromJSON("id"))
	var all sync.WaitGroup
	for range 50 {
		q := signed(t, v, `{"id":"evt_1"}`)
		all.Go(func() {
			w := httptest.NewRecorder()
			r.ServeHTTP(w, q)
			if w.Code != 200 && w.Code != 409 {
				t.Errorf("status %d", w.Code)
			}
		})
	}
	all.Wait()
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

// A name that no header and no member can have would never be found.
func TestNamesThatCannotBe(t *testing.T) {
	handle := func(context.Context, hooks.Event) (any, error) { return nil, nil }
	v := verifier(t, "sha256Verifier", hooks.WithSecrets(passport))
	for name, o := range map[string]hooks.Option{
		"no type header": hooks.TypeFromHeader(""), "type header": hooks.TypeFromHeader("X Type"), "no type path": hooks.TypeFromJSON(""), "type path": hooks.TypeFromJSON("event..type"),
		"no id header": hooks.IDFromHeader(""), "id header": hooks.IDFromHeader("X-Id:"), "no id path": hooks.IDFromJSON(""), "id path": hooks.IDFromJSON("id."),
	} {
		if _, err := hooks.Handler(v, handle, o); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(passport), hooks.WithSignatureHeader("X Sig")); err == nil {
		t.Error("a signature header with a space is taken")
	}
}
