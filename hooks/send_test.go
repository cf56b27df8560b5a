package hooks_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"signalbox/hooks"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// signerFunc is a signer of the tests' own, so that they judge the Sender alone.
type signerFunc func(d *hooks.Delivery) error

func (f signerFunc) SignDelivery(d *hooks.Delivery) error { return f(d) }

func hexMAC(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func signWith(secret string) hooks.Signer {
	return signerFunc(func(d *hooks.Delivery) error {
		d.Header.Set("X-Signature", hexMAC(secret, d.Body))
		return nil
	})
}

// transport answers requests without a network.
type transport func(r *http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func response(status int, header ...string) *http.Response {
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: http.NoBody}
}

// answering is a Sender whose attempts get the given answers in turn, whose
// jitter is all of the backoff and whose waits are written down, not waited.
func answering(t *testing.T, o hooks.SenderOptions, answers ...*http.Response) (s *hooks.Sender, waits *[]time.Duration) {
	t.Helper()
	n := 0
	o.Transport = transport(func(*http.Request) (*http.Response, error) {
		if n++; n > len(answers) {
			t.Errorf("attempt %d was not expected", n)
			return response(200), nil
		}
		if answers[n-1] == nil {
			return nil, errors.New("connection reset")
		}
		return answers[n-1], nil
	})
	waits = &[]time.Duration{}
	return newSender(t, hooks.WithTime(o,
		func() time.Time { return time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC) },
		func(_ context.Context, d time.Duration) error { *waits = append(*waits, d); return nil },
		func() float64 { return 1 })), waits
}

func newSender(t *testing.T, o hooks.SenderOptions) *hooks.Sender {
	t.Helper()
	s, err := hooks.NewSender(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func endpoint() hooks.Endpoint {
	return hooks.Endpoint{URL: "https://receiver.example/hooks", Signer: signWith("secret")}
}

func TestSendPostsSignedJSON(t *testing.T) {
	var got *http.Request
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, "thanks")
	}))
	defer server.Close()
	s := newSender(t, hooks.SenderOptions{AllowPrefixes: loopback, AllowHTTP: true})
	message := hooks.Message{
		ID: "evt_1", Payload: map[string]any{"html": "<b>&</b>", "n": 1},
		Header: http.Header{"x-event-type": {"order.paid"}, "X-Tenant": {"message"}},
	}
	e := hooks.Endpoint{URL: server.URL + "/in?x=1", Signer: signWith("s3cret"), Header: http.Header{"X-Tenant": {"endpoint"}}}
	receipt, err := s.Send(t.Context(), message, e)
	if err != nil {
		t.Fatal(err)
	}
	if receipt.At.IsZero() || receipt.Took < 0 {
		t.Errorf("at %v, for %v", receipt.At, receipt.Took)
	}
	want := hooks.Attempt{ID: "evt_1", Endpoint: server.URL + "/in", URL: server.URL + "/in?xxxxx", Number: 1, At: receipt.At, Took: receipt.Took, Status: 202, Response: []byte("thanks")}
	if diff := cmp.Diff(want, receipt); diff != "" {
		t.Error(diff)
	}
	if want := `{"html":"<b>&</b>","n":1}`; string(body) != want {
		t.Errorf("body is %s, want %s", body, want)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Webhook-Id": "evt_1", "X-Event-Type": "order.paid", "X-Tenant": "endpoint",
		"X-Signature": hexMAC("s3cret", body), "User-Agent": "signalbox-hooks",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Header.Get(name), want)
		}
	}
	if got.Method != "POST" || got.URL.String() != "/in?x=1" || got.ContentLength != int64(len(body)) {
		t.Errorf("%s %s with length %d", got.Method, got.URL, got.ContentLength)
	}
}

func TestSendKeepsRawJSONAsItIs(t *testing.T) {
	raw := json.RawMessage("{ \"a\" : 1,\n\"b\":\"\\u003c\" }")
	var body []byte
	s := newSender(t, hooks.SenderOptions{Transport: transport(func(r *http.Request) (*http.Response, error) {
		body, _ = io.ReadAll(r.Body)
		return response(200), nil
	})})
	if _, err := s.Send(t.Context(), hooks.Message{Payload: raw}, endpoint()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(body, raw) {
		t.Errorf("sent %q", body)
	}
}

// Each attempt is signed anew, with one id: schemes with a timestamp would else
// refuse late retries.
func TestSendSignsEachAttempt(t *testing.T) {
	var ids, signatures, bodies []string
	n := 0
	o := hooks.SenderOptions{
		Transport: transport(func(r *http.Request) (*http.Response, error) {
			ids = append(ids, r.Header.Get("Svix-Id"))
			signatures = append(signatures, r.Header.Get("X-Signature"))
			body, err := io.ReadAll(r.Body)
			bodies = append(bodies, string(body))
			return response(500), err
		}),
		Attempts: 3,
	}
	e := hooks.Endpoint{URL: "https://receiver.example", IDHeader: "Svix-Id", Signer: signerFunc(func(d *hooks.Delivery) error {
		n++
		d.Body[0] = '!' // what a signer does to its copy is its own affair
		d.Header.Set("X-Signature", strings.Repeat("a", n))
		return nil
	})}
	if _, err := newSender(t, hooks.WithTime(o, nil, func(context.Context, time.Duration) error { return nil }, nil)).Send(t.Context(), hooks.Message{Payload: 1}, e); err == nil {
		t.Error("no error")
	}
	if diff := cmp.Diff([]string{"a", "aa", "aaa"}, signatures); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"1", "1", "1"}, bodies); diff != "" {
		t.Error(diff)
	}
	if ids[0] == "" || ids[0] != ids[1] || ids[1] != ids[2] || !strings.HasPrefix(ids[0], "msg_") {
		t.Errorf("ids are %q", ids)
	}
}

func TestSendDoesNotFollowRedirects(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		var followed atomic.Bool
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/elsewhere" {
				followed.Store(true)
			}
			http.Redirect(w, r, "/elsewhere", status)
		}))
		s := newSender(t, hooks.SenderOptions{AllowPrefixes: loopback, AllowHTTP: true})
		receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, hooks.Endpoint{URL: server.URL, Signer: signWith("x")})
		if followed.Load() || receipt.Status != status || receipt.Number != 1 || err == nil {
			t.Errorf("%d: followed %v, receipt %+v", status, followed.Load(), receipt)
		}
		server.Close()
	}
}

func TestSendTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Attempts: 2, Transport: transport(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})})
		begin := time.Now()
		receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no answer within 15s") || receipt.Number != 2 {
			t.Errorf("%d attempts: %v", receipt.Number, err)
		}
		if took := time.Since(begin); took < 30*time.Second || took > 30500*time.Millisecond { // of the bubble's clock
			t.Errorf("took %v", took)
		}
	})
}

func TestSendEndsWithItsContext(t *testing.T) {
	fails := transport(func(*http.Request) (*http.Response, error) { return response(503, "Retry-After", "20"), nil })
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: fails})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		begin := time.Now()
		_, err := s.Send(ctx, hooks.Message{Payload: 1}, endpoint())
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "503") || time.Since(begin) != 5*time.Second {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Transport: fails})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		begin := time.Now()
		_, err := s.Send(ctx, hooks.Message{Payload: 1}, endpoint())
		if err == nil || time.Since(begin) != 0 {
			t.Errorf("waited %v for an attempt after the deadline: %v", time.Since(begin), err)
		}
	})
	synctest.Test(t, func(t *testing.T) { // an attempt under way
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		receipt, err := s.Send(ctx, hooks.Message{Payload: 1}, endpoint())
		if !errors.Is(err, context.Canceled) || receipt.Number != 1 {
			t.Errorf("%d attempts: %v", receipt.Number, err)
		}
	})
}

// endless is an answer's body without end that counts what was read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 1<<20 {
		return 0, errors.New("the reader doesn't stop")
	}
	return len(p), nil
}

func (e *endless) Close() error { return nil }

func TestSendReadsAnswersWithinBounds(t *testing.T) {
	body := &endless{}
	s := newSender(t, hooks.SenderOptions{Transport: transport(func(*http.Request) (*http.Response, error) {
		r := response(200)
		r.Body = body
		return r, nil
	})})
	receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, endpoint())
	if err != nil || len(receipt.Response) != 4<<10 || body.read > 128<<10 {
		t.Errorf("read %d bytes, kept %d: %v", body.read, len(receipt.Response), err)
	}
}

func TestSendAllDeliversToEveryEndpoint(t *testing.T) {
	var mu sync.Mutex
	got := map[string]string{}
	s := newSender(t, hooks.SenderOptions{
		Transport: transport(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			got[r.URL.Host] = r.Header.Get("Webhook-Id") + " " + r.Header.Get("X-Signature")
			if r.URL.Host == "b.example" {
				return response(400), nil
			}
			return response(200), nil
		}),
	})
	endpoints := []hooks.Endpoint{
		{URL: "https://a.example", Signer: signWith("a")},
		{URL: "https://b.example", Signer: signWith("b")},
		{URL: "https://c.example", Signer: signWith("c")},
		{URL: "ftp://d.example", Signer: signWith("d")},
	}
	receipts, err := s.SendAll(t.Context(), hooks.Message{ID: "m1", Payload: "x"}, endpoints)
	var failed *hooks.DeliveryError
	var config *hooks.ConfigError
	if !errors.As(err, &failed) || failed.URL != "https://b.example" || !errors.As(err, &config) {
		t.Errorf("error is %v", err)
	}
	var statuses []int
	for _, r := range receipts {
		statuses = append(statuses, r.Status)
	}
	if diff := cmp.Diff([]int{200, 400, 200, 0}, statuses); diff != "" {
		t.Error(diff)
	}
	want := map[string]string{}
	for _, name := range []string{"a", "b", "c"} {
		want[name+".example"] = "m1 " + hexMAC(name, []byte(`"x"`))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSendAllBoundsRequestsAtOnce(t *testing.T) {
	var now, most atomic.Int32
	synctest.Test(t, func(t *testing.T) {
		s := newSender(t, hooks.SenderOptions{Parallel: 3, Transport: transport(func(*http.Request) (*http.Response, error) {
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second) // of the bubble's clock
			now.Add(-1)
			return response(200), nil
		})})
		endpoints := make([]hooks.Endpoint, 10)
		for i := range endpoints {
			endpoints[i] = endpoint()
		}
		if _, err := s.SendAll(t.Context(), hooks.Message{Payload: 1}, endpoints); err != nil {
			t.Error(err)
		}
	})
	if most.Load() != 3 {
		t.Errorf("%d requests at once, want 3", most.Load())
	}
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("boom") }

func TestSendSurvivesPanicsOfTheCaller(t *testing.T) {
	ok := transport(func(*http.Request) (*http.Response, error) { return response(500), nil })
	bad := endpoint()
	bad.Signer = signerFunc(func(*hooks.Delivery) error { panic("boom") })
	tests := map[string]struct {
		options  hooks.SenderOptions
		payload  any
		endpoint hooks.Endpoint
	}{
		"signer":  {hooks.SenderOptions{}, 1, bad},
		"status":  {hooks.SenderOptions{RetryStatus: func(int) bool { panic("boom") }}, 1, endpoint()},
		"random":  {hooks.WithTime(hooks.SenderOptions{}, nil, nil, func() float64 { panic("boom") }), 1, endpoint()},
		"payload": {hooks.SenderOptions{}, panics{}, endpoint()},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.options.Transport = ok
			_, err := newSender(t, tt.options).SendAll(t.Context(), hooks.Message{Payload: tt.payload}, []hooks.Endpoint{tt.endpoint})
			var failed *hooks.DeliveryError
			if err == nil || !strings.Contains(err.Error(), "boom") || errors.As(err, &failed) && failed.Final {
				t.Errorf("error is %v", err)
			}
		})
	}
}

func TestSendRefusesWhatItCannotSend(t *testing.T) {
	change := func(f func(*hooks.Endpoint)) hooks.Endpoint { e := endpoint(); f(&e); return e }
	url := func(u string) hooks.Endpoint { return change(func(e *hooks.Endpoint) { e.URL = u }) }
	tests := []struct {
		message  hooks.Message
		endpoint hooks.Endpoint
		want     string
	}{
		{hooks.Message{ID: "a.b"}, endpoint(), "id"},
		{hooks.Message{ID: "a b"}, endpoint(), "id"},
		{hooks.Message{ID: "a\r\nX: y"}, endpoint(), "id"},
		{hooks.Message{ID: strings.Repeat("x", 256)}, endpoint(), "id"},
		{hooks.Message{Payload: make(chan int)}, endpoint(), "JSON"},
		{hooks.Message{Payload: json.RawMessage("{")}, endpoint(), "JSON"},
		{hooks.Message{Header: http.Header{"X": {"a\nb"}}}, endpoint(), `header "X"`},
		{hooks.Message{Header: http.Header{"a b": {"x"}}}, endpoint(), `header "a b"`},
		{hooks.Message{}, url("receiver.example"), "https://"},
		{hooks.Message{}, url("/hooks"), "https://"},
		{hooks.Message{}, url("file:///etc/passwd"), "https://"},
		{hooks.Message{}, url("https://"), "https://"},
		{hooks.Message{}, url("https://u:hunter2@h ost"), "can't be read"},
		{hooks.Message{}, url("http://receiver.example"), "AllowHTTP"},
		{hooks.Message{}, change(func(e *hooks.Endpoint) { e.Signer = nil }), "Signer"},
		{hooks.Message{}, change(func(e *hooks.Endpoint) { e.IDHeader = "a b" }), "IDHeader"},
	}
	s, _ := answering(t, hooks.SenderOptions{})
	for _, tt := range tests {
		_, err := s.Send(t.Context(), tt.message, tt.endpoint)
		var config *hooks.ConfigError
		if !errors.As(err, &config) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v to %s: %v, want %q", tt.message, tt.endpoint.URL, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
	if _, err := (*hooks.Sender)(nil).Send(t.Context(), hooks.Message{}, endpoint()); err == nil {
		t.Error("a nil Sender sends")
	}
	if _, err := new(hooks.Sender).SendAll(t.Context(), hooks.Message{}, nil); err == nil {
		t.Error("a zero Sender sends")
	}
}

// What of a URL may be secret stands in no receipt, error, log or change.
func TestSendNeverTellsSecretsOfURLs(t *testing.T) {
	for _, url := range []string{
		"https://user:hunter2@receiver.example/", "https://hunter2@receiver.example/in", "https://receiver.example/in?key=hunter2",
		"https://receiver.example/in?hunter2", "https://receiver.example/#hunter2", "https:user:hunter2@receiver.example", "ftp://u:hunter2@x?hunter2",
	} {
		var logged strings.Builder
		text := slog.NewTextHandler(&logged, nil)
		o := hooks.SenderOptions{Log: hooks.SlogDeliveries(slog.New(text))}
		o.Limits.OnChange = func(_ context.Context, c hooks.EndpointStatus) { fmt.Fprintf(&logged, "%+v", c) }
		o.Transport = transport(func(*http.Request) (*http.Response, error) { return response(404), nil })
		s := newSender(t, o)
		e := endpoint()
		e.URL = url
		receipt, err := s.Send(t.Context(), hooks.Message{Payload: 1}, e)
		if text := fmt.Sprintf("%v %+v %s", err, receipt, &logged); err == nil || strings.Contains(text, "hunter2") {
			t.Error(text)
		}
	}
}

func TestSendStopsWhenItCannotSign(t *testing.T) {
	s, _ := answering(t, hooks.SenderOptions{})
	e := endpoint()
	e.Signer = signerFunc(func(*hooks.Delivery) error { return &hooks.WebhookSignError{Problem: "no exp"} })
	_, err := s.Send(t.Context(), hooks.Message{Payload: 1}, e)
	var sign *hooks.WebhookSignError
	var failed *hooks.DeliveryError
	if !errors.As(err, &sign) || !errors.As(err, &failed) || !failed.Final {
		t.Errorf("%v", err)
	}
}

func TestLogIsToldOfEveryAttempt(t *testing.T) {
	var attempts []hooks.Attempt
	var text bytes.Buffer
	logger := hooks.SlogDeliveries(slog.New(slog.NewTextHandler(&text, nil)))
	s, _ := answering(t, hooks.SenderOptions{Log: func(ctx context.Context, a hooks.Attempt) {
		attempts = append(attempts, a)
		logger(ctx, a)
	}}, nil, response(503, "Retry-After", "3"), response(200))
	if _, err := s.Send(t.Context(), hooks.Message{ID: "m1", Payload: 1}, endpoint()); err != nil {
		t.Fatal(err)
	}
	type line struct {
		Number, Status int
		Failed, Retry  bool
		Wait           time.Duration
	}
	var got []line
	for _, a := range attempts {
		got = append(got, line{a.Number, a.Status, a.Err != nil, a.Retry, a.Wait})
		if a.ID != "m1" || a.URL != "https://receiver.example/hooks" || a.At.IsZero() {
			t.Errorf("%+v", a)
		}
	}
	want := []line{
		{1, 0, true, true, 500 * time.Millisecond},
		{2, 503, true, true, 3500 * time.Millisecond},
		{3, 200, false, false, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, want := range []string{"level=WARN", "connection reset", `msg="webhook delivered"`, "attempt=3"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, text.String())
		}
	}
}

func TestNewSenderRefusesOptionsThatCannotBeMeant(t *testing.T) {
	for name, o := range map[string]hooks.SenderOptions{
		"Timeout": {Timeout: -1}, "Attempts": {Attempts: -1}, "Parallel": {Parallel: -1}, "Backoff": {Backoff: -1},
		"MaxBackoff": {MaxBackoff: -1}, "MaxRetryAfter": {MaxRetryAfter: -1}, "UserAgent": {UserAgent: "a\nb"},
		"AllowPrefixes": {AllowPrefixes: []netip.Prefix{{}}},
	} {
		_, err := hooks.NewSender(o)
		var config *hooks.ConfigError
		if !errors.As(err, &config) || config.Setting != "SenderOptions."+name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever endpoint and header a customer registers, nothing else is asked, and
// nothing panics.
func FuzzEndpoint(f *testing.F) {
	f.Add("https://receiver.example/hooks?x=1", "m1", "X-Tenant", "a")
	f.Add("http://user:pass@[::1%25eth0]:80", "a.b", "a b", "x\r\nY: z")
	f.Add("file:///etc/passwd", "", "", "")
	f.Fuzz(func(t *testing.T, url, id, name, value string) {
		o := hooks.SenderOptions{Attempts: 1, AllowHTTP: true, Transport: transport(func(r *http.Request) (*http.Response, error) {
			if r.URL.Scheme != "http" && r.URL.Scheme != "https" || r.URL.Host == "" {
				t.Errorf("asks %s", r.URL)
			}
			for name, values := range r.Header {
				if text := name + strings.Join(values, ""); strings.ContainsAny(text, "\r\n\x00") {
					t.Errorf("sends the header %q", text)
				}
			}
			return response(200), nil
		})}
		e := hooks.Endpoint{URL: url, Signer: signWith("x"), Header: http.Header{name: {value}}}
		receipt, err := newSender(t, o).Send(t.Context(), hooks.Message{ID: id, Payload: value}, e)
		if (err == nil) != (receipt.Status == 200) {
			t.Errorf("status %d, %v", receipt.Status, err)
		}
	})
}
