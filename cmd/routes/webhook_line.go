package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/url"
	"time"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

// A webhookLine is a line of JSON: of a verifier, or of a preset.
type webhookLine struct {
	Name json.RawMessage `json:"name"`
	Req  *webhookLine    `json:"req"` // the line itself, where it is recorded with its answer

	Op        string      `json:"op"` // sign, verify, verifyEvent
	Type      string      `json:"type"`
	Payload   scriptValue `json:"payload"`
	Secret    scriptValue `json:"secret"`
	Signature scriptValue `json:"signature"`
	Options   lineOptions `json:"options"`
	Event     lineEvent   `json:"event"`

	Preset  string                 `json:"preset"`
	Method  string                 `json:"method"`
	URL     string                 `json:"url"`
	Params  map[string]scriptValue `json:"params"` // of a form, a text or several each
	Body    scriptValue            `json:"body"`
	Headers map[string]scriptValue `json:"headers"`
	Now     scriptValue            `json:"now"` // seconds since 1970
}

// webhookLine answers one line. An error is a line that can't be read.
func (c *command) webhookLine(op string, text []byte) (map[string]any, error) {
	var line webhookLine
	if err := json.Unmarshal(text, &line); err != nil {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			return nil, err
		}
		config := &hooks.ConfigError{Setting: cmp.Or(wrong.Field, "line"), Problem: "has the wrong type"}
		return webhookAnswer(nil, config), nil
	}
	name := line.Name
	if line.Req != nil {
		line = *line.Req
	}
	if line.Op == "" {
		line.Op = op
	}
	var answer map[string]any
	if line.Preset != "" {
		answer = webhookAnswer(line.presetCall())
	} else {
		answer = webhookAnswer(c.verifierCall(&line))
	}
	if name != nil {
		answer["name"] = name
	}
	return answer, nil
}

// webhookAnswer is the answer in its JSON form.
func webhookAnswer(value any, err error) map[string]any {
	if err == nil {
		answer := map[string]any{"ok": true, "value": value}
		if signed, ok := value.(signedDelivery); ok {
			answer["value"], answer["headers"] = signed.signature, signed.headers
		}
		return answer
	}
	var (
		verification *hooks.WebhookVerificationError
		sign         *hooks.WebhookSignError
		class        = "ConfigError"
	)
	switch {
	case errors.As(err, &verification):
		class = "WebhookVerificationError"
	case errors.As(err, &sign):
		class = "WebhookSignError"
	}
	return map[string]any{"ok": false, "error": class, "message": err.Error()}
}

func writeAnswer(w io.Writer, answer map[string]any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(answer)
}

// verifierCall is one of the operations of a verifier.
func (c *command) verifierCall(line *webhookLine) (any, error) {
	options, err := line.Options.verifyOptions()
	if err != nil {
		return nil, err
	}
	secrets, err := line.Secret.secrets(c.getenv(hooks.SecretVariable))
	if err != nil {
		return nil, err
	}
	verifier, err := redwood.CreateVerifier(hooks.Kind(line.Type), options, hooks.WithSecrets(secrets...), silent)
	if err != nil {
		return nil, err
	}
	switch line.Op {
	case "sign":
		return line.sign(verifier)
	case "verify":
		payload, _, err := line.payload(verifier)
		if err != nil {
			return nil, &hooks.WebhookVerificationError{Reason: hooks.ReasonMismatch, Err: err}
		}
		return true, verifier.Verify(payload, line.Signature.textOrEmpty())
	case "verifyEvent":
		payload, _, err := line.payload(verifier)
		if err != nil {
			return nil, &hooks.WebhookVerificationError{Reason: hooks.ReasonMismatch, Err: err}
		}
		event, err := line.Event.event()
		if err != nil {
			return nil, err
		}
		return true, verifier.VerifyEvent(event, payload)
	}
	return nil, &hooks.ConfigError{Setting: "op", Problem: "want sign, verify or verifyEvent"}
}

func (line *webhookLine) sign(verifier *redwood.Verifier) (any, error) {
	payload, claims, err := line.payload(verifier)
	switch {
	case err != nil:
		return nil, &hooks.WebhookSignError{Problem: err.Error(), Err: err}
	case verifier.Kind() == hooks.JwtVerifier && (line.Payload.composite() || !line.Payload.present()):
		return verifier.SignClaims(claims)
	}
	return verifier.Sign(payload)
}

// errPayload is a payload that only JavaScript can sign.
var errPayload = errors.New("a payload is text; only a jwtVerifier signs objects")

// payload gives the payload's bytes, and the claims of a token if it is an object.
func (line *webhookLine) payload(verifier *redwood.Verifier) (payload []byte, claims json.RawMessage, err error) {
	if text, ok := line.Payload.text(); ok {
		return []byte(text), nil, nil
	}
	switch kind := verifier.Kind(); {
	case !line.Payload.present(), kind == hooks.SkipVerifier, kind == hooks.SecretKeyVerifier:
		return nil, nil, nil
	case kind == hooks.JwtVerifier:
		return line.Payload.raw, line.Payload.raw, nil
	}
	return nil, nil, errPayload
}

// presetCall signs or verifies a delivery of a preset.
func (line *webhookLine) presetCall() (any, error) {
	secrets, err := line.Secret.secrets("")
	if err != nil {
		return nil, err
	}
	options := []hooks.Option{hooks.WithSecrets(secrets...)}
	if line.Now.present() {
		seconds, ok := line.Now.number()
		if !ok {
			return nil, &hooks.ConfigError{Setting: "now", Problem: "want seconds since 1970"}
		}
		now := time.UnixMilli(int64(math.Round(seconds * 1000)))
		options = append(options, hooks.WithClock(func() time.Time { return now }))
	}
	preset, err := hooks.NewPreset(line.Preset, options...)
	if err != nil {
		return nil, err
	}
	if err := wantURL("url", preset, line.URL); err != nil {
		return nil, err
	}
	d, err := line.delivery()
	if err != nil {
		return nil, err
	}
	switch line.Op {
	case "verify", "verifyEvent":
		return true, preset.Authenticate(d)
	case "sign":
		return signDelivery(preset, d)
	}
	return nil, &hooks.ConfigError{Setting: "op", Problem: "want sign or verify"}
}

func (line *webhookLine) delivery() (*hooks.Delivery, error) {
	d := &hooks.Delivery{Method: line.Method, URL: line.URL, Header: http.Header{}}
	if line.Body.present() {
		body, ok := line.Body.text()
		if !ok {
			return nil, &hooks.ConfigError{Setting: "body", Problem: "want a text"}
		}
		d.Body = []byte(body)
	}
	form := url.Values{}
	for name, value := range line.Params {
		texts, ok := value.texts()
		if !ok {
			return nil, &hooks.ConfigError{Setting: "params", Problem: "want texts"}
		}
		form[name] = texts
	}
	if len(d.Body) == 0 && len(form) > 0 {
		d.Body = []byte(form.Encode())
	}
	for name, value := range line.Headers {
		texts, ok := value.texts()
		if !ok && value.present() {
			return nil, &hooks.ConfigError{Setting: "headers", Problem: "want texts"}
		}
		for _, text := range texts {
			d.Header.Add(name, text)
		}
	}
	return d, nil
}
