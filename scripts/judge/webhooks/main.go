// Command webhooks answers what compare.mjs asks of the verifiers: JSON lines on standard input,
//
//	{"op": "sign", "type": "sha256Verifier", "payload": "...", "secret": "...", "options": {...}}
//
// or verify with a signature, or verifyEvent with an event. Each answer is {"ok": true, "value"} or
// {"ok": false, "error", "message"}.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"signalbox/hooks"
	"signalbox/hooks/redwood"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	err := answerLines(os.Stdin, out)
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answerLines answers each line, until one can't be read.
func answerLines(in io.Reader, out io.Writer) error {
	lines, answers := json.NewDecoder(in), json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for {
		var text json.RawMessage
		switch err := lines.Decode(&text); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		a, err := answerLine(text)
		if err != nil {
			return err
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
	}
}

// A line is a question.
type line struct {
	Req *line `json:"req"` // the line itself, where it is recorded with its answer

	Op        string      `json:"op"` // sign, verify, verifyEvent
	Type      string      `json:"type"`
	Payload   scriptValue `json:"payload"`
	Secret    scriptValue `json:"secret"`
	Signature scriptValue `json:"signature"`
	Options   lineOptions `json:"options"`
	Event     lineEvent   `json:"event"`
}

// An answer is what became of a line.
type answer struct {
	OK      bool   `json:"ok"`
	Value   any    `json:"value,omitempty"`
	Error   string `json:"error,omitempty"` // the class
	Message string `json:"message,omitempty"`
}

// answerLine answers one line. An error is a line that can't be read.
func answerLine(text []byte) (answer, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			return answer{}, err
		}
		return newAnswer(nil, &hooks.ConfigError{Setting: cmp.Or(wrong.Field, "line"), Problem: "has the wrong type"}), nil
	}
	if l.Req != nil {
		l = *l.Req
	}
	return newAnswer(l.call()), nil
}

func newAnswer(value any, err error) answer {
	var (
		verification *hooks.WebhookVerificationError
		sign         *hooks.WebhookSignError
	)
	switch {
	case err == nil:
		return answer{OK: true, Value: value}
	case errors.As(err, &verification):
		return answer{Error: "WebhookVerificationError", Message: err.Error()}
	case errors.As(err, &sign):
		return answer{Error: "WebhookSignError", Message: err.Error()}
	}
	return answer{Error: "ConfigError", Message: err.Error()}
}

// call does one of the operations of a verifier.
func (l *line) call() (any, error) {
	options, err := l.Options.verifyOptions()
	if err != nil {
		return nil, err
	}
	secrets, err := l.Secret.secrets(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		return nil, err
	}
	silent := hooks.WithLogger(slog.New(slog.DiscardHandler))
	verifier, err := redwood.CreateVerifier(l.Type, options, hooks.WithSecrets(secrets...), silent)
	if err != nil {
		return nil, err
	}
	if l.Op == "sign" {
		return l.sign(verifier)
	}
	payload, _, err := l.payload(verifier)
	if err != nil {
		return nil, &hooks.WebhookVerificationError{Reason: hooks.ReasonMismatch, Err: err}
	}
	switch l.Op {
	case "verify":
		return true, verifier.Verify(payload, l.Signature.textOrEmpty())
	case "verifyEvent":
		event, err := l.Event.event()
		if err != nil {
			return nil, err
		}
		return true, verifier.VerifyEvent(event, payload)
	}
	return nil, &hooks.ConfigError{Setting: "op", Problem: "want sign, verify or verifyEvent"}
}

func (l *line) sign(verifier *redwood.Verifier) (any, error) {
	payload, claims, err := l.payload(verifier)
	switch {
	case err != nil:
		return nil, &hooks.WebhookSignError{Problem: err.Error(), Err: err}
	case verifier.Kind() == "jwtVerifier" && (l.Payload.composite() || !l.Payload.present()):
		return verifier.SignClaims(claims)
	}
	return verifier.Sign(payload)
}

// errPayload is a payload that only JavaScript can sign.
var errPayload = errors.New("a payload is text; only a jwtVerifier signs objects")

// payload gives the payload's bytes, and the claims of a token if it is an object.
func (l *line) payload(verifier *redwood.Verifier) (payload []byte, claims json.RawMessage, err error) {
	if text, ok := l.Payload.text(); ok {
		return []byte(text), nil, nil
	}
	switch kind := verifier.Kind(); {
	case !l.Payload.present(), kind == "skipVerifier", kind == "secretKeyVerifier":
		return nil, nil, nil
	case kind == "jwtVerifier":
		return l.Payload.raw, l.Payload.raw, nil
	}
	return nil, nil, errPayload
}
