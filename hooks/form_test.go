package hooks_test

import (
	"context"
	"net/url"
	"testing"

	"signalbox/hooks"
)

// Slack sends interactions and commands as forms, GitHub everything if the webhook
// says so, which is the default of its settings.
func TestFormsThroughOn(t *testing.T) {
	payload := func(json string) string { return url.Values{"payload": {json}}.Encode() }
	for _, c := range []struct {
		preset, kind, body string
		header             []string
		want               string
	}{
		{"slack", "block_actions", payload(`{"type":"block_actions","user":{"id":"U1"},"text":"a & b = c"}`), nil, `{"text":"a & b = c","user":{"id":"U1"}}`},
		{"slack", "/deploy", "token=x&command=%2Fdeploy&text=main+now&user_id=U1", nil, `{"text":"main now"}`},
		{"slack", "message", `{"type":"event_callback","event_id":"Ev1","event":{"type":"message"},"text":"JSON"}`, nil, `{"text":"JSON"}`},
		{"github", "push", payload(`{"ref":"main","text":"é"}`), []string{"X-GitHub-Event", "push"}, `{"text":"é"}`},
	} {
		got := ""
		type fields struct {
			Text string `json:"text"`
			User *struct {
				ID string `json:"id"`
			} `json:"user,omitempty"`
		}
		p := newPreset(t, c.preset, "s")
		r := newReceiver(t, p, nil, hooks.On(c.kind, func(ctx context.Context, f fields) (any, error) {
			if e, _ := hooks.EventFrom(ctx); string(e.Payload()) != c.body || e.Type != c.kind {
				t.Errorf("%s: %q with payload %s", c.preset, e.Type, e.Payload())
			}
			_, text, err := hooks.Message{Payload: f}.Encode()
			got = string(text)
			return nil, err
		}))
		for _, contentType := range []string{"application/x-www-form-urlencoded", "application/json", ""} { // it isn't signed
			got = ""
			status, _, answer := answers(t, r, signed(t, p, c.body, append(c.header, "Content-Type", contentType)...))
			if status != 200 || got != c.want {
				t.Errorf("%s %q as %q: %d %s, got %s, want %s", c.preset, c.kind, contentType, status, answer, got, c.want)
			}
		}
	}
}

// Bodies decide what they are: a header that isn't signed changes neither type nor
// id.
func TestFormsAreToldByTheBody(t *testing.T) {
	v := sha256Verifier(t)
	count := &runs{}
	r := newReceiver(t, v, count.handle, hooks.IDFromJSON("MessageSid"), hooks.WithReplay(hooks.NewMemoryReplay(10)), hooks.TypeFromJSON("MessageStatus"))
	body := "MessageSid=SM1&MessageStatus=sent"
	count.post(t, r, signed(t, v, body, "Content-Type", "application/x-www-form-urlencoded"), 200, 1, "a form")
	count.post(t, r, signed(t, v, body), 200, 1, "without its Content-Type")
	count.post(t, r, signed(t, v, `{"MessageSid":"SM1"}`, "Content-Type", "application/x-www-form-urlencoded"), 200, 1, "JSON with the same id")
	count.post(t, r, signed(t, v, body+"&x=%zz"), 400, 1, "a form that can't be read has no id")
	count.post(t, r, signed(t, v, "a=1&a=2&MessageSid=SM2"), 200, 2, "a field twice")
}

func TestOnGivesBytesAsTheyCame(t *testing.T) {
	v := sha256Verifier(t)
	for _, body := range []string{`{ "a" : 1 }`, "no JSON", ""} {
		var got []byte
		r := newReceiver(t, v, nil, hooks.TypeFromHeader("X-Type"), hooks.On("raw", func(_ context.Context, b []byte) (any, error) { got = b; return nil, nil }))
		if status, _, _ := answers(t, r, signed(t, v, body, "X-Type", "raw")); status != 200 || string(got) != body {
			t.Errorf("%d %q, want %q", status, got, body)
		}
	}
}
