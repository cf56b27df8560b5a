package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"signalbox/hooks"
)

const listenSecret = "s3cret"

// listening is a listener of a preset that forwards to a URL, and what it prints.
func listening(t *testing.T, preset, forward string) (*webhookListener, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	c := &command{stdout: &out, stderr: &out, getenv: func(string) string { return listenSecret }}
	l, err := c.listener(&webhookFlags{preset: preset, secretEnv: "S", tolerates: func() bool { return false }}, forward, true)
	if err != nil {
		t.Fatal(err)
	}
	return l, &out
}

// deliver sends a listener a delivery that its sender signs.
func deliver(t *testing.T, l *webhookListener, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("POST", "/hooks?from=1", strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if err := l.party.SignDelivery(&hooks.Delivery{Header: r.Header, Body: []byte(body)}); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	l.ServeHTTP(w, r)
	return w
}

// An application behind `routes webhook listen` gets what the sender sent.
func TestWebhookListen(t *testing.T) {
	var got *http.Request
	var gotBody []byte
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		gotBody, _ = io.ReadAll(r.Body)
		w.Header().Set("X-App", "yes")
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, "taken")
	}))
	defer app.Close()
	l, out := listening(t, "github", app.URL)
	w := deliver(t, l, "{\"a\": \"\x1b[2J\xff\"}", "X-GitHub-Event", "push", "X-GitHub-Delivery", "7")
	if w.Code != 202 || w.Body.String() != "taken" || w.Header().Get("X-App") != "yes" {
		t.Errorf("the sender got %d %q %v", w.Code, w.Body, w.Header())
	}
	if got.URL.String() != "/hooks?from=1" || got.Header.Get("X-Hub-Signature-256") == "" || string(gotBody) != "{\"a\": \"\x1b[2J\xff\"}" {
		t.Errorf("the application got %v %v %q", got.URL, got.Header, gotBody)
	}
	if !regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d  authentic  push  7\S*  14 bytes  -> 202 from 127`).MatchString(out.String()) || strings.Contains(out.String(), "\x1b") {
		t.Errorf("printed %q", out)
	}

	got = nil
	out.Reset()
	r := httptest.NewRequest("POST", "/hooks", strings.NewReader("forged"))
	r.Header.Set("X-Hub-Signature-256", "sha256="+strings.Repeat("0", 64))
	w = httptest.NewRecorder()
	l.ServeHTTP(w, r)
	if w.Code != 401 || got != nil || !strings.Contains(out.String(), "refused (") {
		t.Errorf("a forged one: %d, forwarded %v, printed %q", w.Code, got != nil, out)
	}

	app.Close()
	if w = deliver(t, l, "{}"); w.Code != 502 || !strings.Contains(out.String(), "-> 502: ") {
		t.Errorf("without the application: %d, printed %q", w.Code, out)
	}
}

func TestWebhookListenAnswersHandshakes(t *testing.T) {
	l, out := listening(t, "slack", "1") // where nobody listens
	w := deliver(t, l, `{"type":"url_verification","challenge":"3eZ"}`)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "3eZ") || !strings.Contains(out.String(), "a handshake") {
		t.Errorf("%d %q, printed %q", w.Code, w.Body, out)
	}
}

// Meta asks without a signature, with the token that was typed in beside the URL.
func TestWebhookListenKnowsTheVerifyToken(t *testing.T) {
	c := &command{stdout: io.Discard, stderr: io.Discard, getenv: func(string) string { return listenSecret }}
	l, err := c.listener(&webhookFlags{preset: "meta", verifyToken: "typed", secretEnv: "S", tolerates: func() bool { return false }}, "", false)
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]int{"typed": 200, "other": 401} {
		w := httptest.NewRecorder()
		l.ServeHTTP(w, httptest.NewRequest("GET", "/?hub.mode=subscribe&hub.challenge=77&hub.verify_token="+token, nil))
		if w.Code != want || (w.Body.String() == "77") != (want == 200) {
			t.Errorf("%s: %d %q", token, w.Code, w.Body)
		}
	}
}

func TestWebhookListenBoundsBodies(t *testing.T) {
	l, _ := listening(t, "github", "")
	w := httptest.NewRecorder()
	l.ServeHTTP(w, httptest.NewRequest("POST", "/", io.LimitReader(zeros{}, maxDelivery+1)))
	if w.Code != 413 {
		t.Errorf("status %d", w.Code)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// What is recorded is sent again, as it was or signed anew.
func TestWebhookReplay(t *testing.T) {
	stripe, err := hooks.NewPreset("stripe", hooks.WithSecrets(listenSecret))
	if err != nil {
		t.Fatal(err)
	}
	var bodies []string
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := stripe.Authenticate(&hooks.Delivery{Header: r.Header, Body: body}); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		bodies = append(bodies, string(body))
	}))
	defer app.Close()
	l, _ := listening(t, "stripe", "")
	var file bytes.Buffer
	l.record = &file
	text := `{"id":"evt_1","type":"invoice.paid"}`
	for _, body := range []string{text, "\xff"} {
		if w := deliver(t, l, body); w.Code != 200 {
			t.Fatal(w.Code)
		}
	}
	r := httptest.NewRequest("POST", "/", strings.NewReader(text))
	r.Header.Set("Stripe-Signature", "t=1,v1=00")
	l.ServeHTTP(httptest.NewRecorder(), r) // a forged one, which is not to be signed
	old := regexp.MustCompile(`t=\d+`).ReplaceAllString(file.String(), "t=1700000000")
	replayed := func(recorded string, args ...string) (status int, out string) {
		var stdout, stderr bytes.Buffer
		getenv := func(string) string { return listenSecret }
		status = run(append([]string{"webhook", "replay", "--to", app.URL}, args...), strings.NewReader(recorded), &stdout, &stderr, getenv)
		return status, stdout.String() + stderr.String()
	}
	for _, test := range []struct {
		recorded string
		args     []string
		status   int
		want     string
		bodies   []string
	}{
		{file.String(), nil, 0, "invoice.paid  evt_1  -> 200\n-  -  -> 200\n", []string{text, "\xff"}},
		{old, nil, 1, "2 of 2 deliveries were not taken", nil},
		{old, []string{"--sign", "--preset", "stripe"}, 0, "-> 200", []string{text, "\xff"}},
		{file.String(), []string{"--type", "invoice.paid"}, 0, "evt_1", []string{text}},
		{file.String(), []string{"--id", "evt_2"}, 1, "no such delivery", nil},
		{"{\n", nil, 1, "stdin:1: is no recorded delivery", nil},
	} {
		bodies = nil
		status, out := replayed(test.recorded, test.args...)
		if status != test.status || !strings.Contains(out, test.want) || strings.Join(bodies, "|") != strings.Join(test.bodies, "|") {
			t.Errorf("%v: status %d, %q, the application took %q", test.args, status, out, bodies)
		}
	}
}

// The command listens, records, and ends in peace.
func TestWebhookListenCommand(t *testing.T) {
	t.Setenv("WEBHOOK_SECRET", listenSecret)
	file := filepath.Join(t.TempDir(), "deliveries.jsonl")
	out := start(t, "webhook", "listen", "--preset", "github", "--port", "0", "--record", file)
	address := strings.TrimSpace(strings.TrimPrefix(until(t, out, "Listening on "), "Listening on "))
	github, err := hooks.NewPreset("github", hooks.WithSecrets(listenSecret))
	if err != nil {
		t.Fatal(err)
	}
	d := &hooks.Delivery{Body: []byte("{}")}
	if err := github.SignDelivery(d); err != nil {
		t.Fatal(err)
	}
	q, err := http.NewRequest("POST", address, bytes.NewReader(d.Body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header = d.Header
	client := &http.Client{Timeout: 10 * time.Second}
	resp, err := client.Do(q)
	if err != nil || resp.StatusCode != 200 {
		t.Fatal(resp, err)
	}
	until(t, out, "authentic")
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}
