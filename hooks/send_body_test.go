package hooks_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"signalbox/hooks"
)

// What is not JSON is sent, and signed, as it is.
func TestSendOtherBodies(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	slack, err := hooks.NewPreset("slack", hooks.WithSecrets("secret"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		message     hooks.Message
		body, typed string
	}{
		{hooks.Message{Body: []byte("command=%2Fdeploy&text=now"), ContentType: form}, "command=%2Fdeploy&text=now", form},
		{hooks.Message{Body: []byte("a=1"), ContentType: form, Header: http.Header{"content-type": {form}}}, "a=1", form},
		{hooks.Message{Body: []byte("\xff\x00"), ContentType: "application/octet-stream"}, "\xff\x00", "application/octet-stream"},
		{hooks.Message{Body: []byte{}, ContentType: "text/plain; charset=utf-8"}, "", "text/plain; charset=utf-8"},
		{hooks.Message{Payload: 1, ContentType: "application/cloudevents+json"}, "1", "application/cloudevents+json"},
		{hooks.Message{Payload: 1, Header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}}, "1", "application/json"},
		{hooks.Message{Payload: json.RawMessage("null")}, "null", "application/json"},
	} {
		var body []byte
		var typed string
		s := newSender(t, hooks.SenderOptions{Transport: transport(func(r *http.Request) (*http.Response, error) {
			body, _ = io.ReadAll(r.Body)
			typed = strings.Join(r.Header.Values("Content-Type"), ", ")
			return response(200), slack.Authenticate(&hooks.Delivery{Header: r.Header, Body: body})
		})})
		e := endpoint()
		e.Signer = slack
		if _, err := s.Send(t.Context(), c.message, e); err != nil || string(body) != c.body || typed != c.typed {
			t.Errorf("%+v: sent %q as %q, %v", c.message, body, typed, err)
		}
	}
}

func TestSendRefusesPayloadsOfAnotherType(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	var order *struct{ ID int }
	for _, m := range []hooks.Message{
		{},
		{Payload: order},
		{Payload: map[string]int(nil)},
		{Payload: url.Values{"a": {"1"}}},
		{Payload: &url.Values{}},
		{Payload: strings.NewReader("{}")},
		{Payload: 1, Header: http.Header{"Content-Type": {form}}},
		{Payload: 1, Header: http.Header{"content-type": {"application/json", "text/plain"}}},
		{Payload: 1, Header: http.Header{"Content-Type": {"application/cloudevents+json"}}},
		{Payload: 1, ContentType: form},
		{Payload: 1, Type: "order\npaid"},
		{Payload: 1, Body: []byte("1"), ContentType: form},
		{Body: []byte("a=1")},
		{Body: []byte("a=1"), ContentType: "form"},
		{Body: []byte("a=1"), ContentType: "form data"},
		{Body: []byte("a=1"), ContentType: form, Header: http.Header{"Content-Type": {"text/plain"}}},
	} {
		_, err := newSender(t, hooks.SenderOptions{Transport: answer200}).Send(t.Context(), m, endpoint())
		if config := (*hooks.ConfigError)(nil); !errors.As(err, &config) {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

var answer200 = transport(func(*http.Request) (*http.Response, error) { return response(200), nil })
