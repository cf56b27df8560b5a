// Package redwood has the operations and options of the webhooks of @redwoodjs/api, for programs
// that come from there: signatures and claims are the same, byte for byte, and times are in
// milliseconds. The verifiers are those of package hooks, which has more of them, and options of
// its own. It also checks the settings: the name of a header that can't be one, and a negative
// tolerance of a timestampSchemeVerifier, are a *hooks.ConfigError here, where the original
// refuses each event. A timestamp is signed in whole milliseconds.
//
//	err := redwood.VerifyEvent("sha256Verifier", redwood.Verification{Event: event, Secrets: []string{secret}})
//
// https://docs.redwoodjs.com/docs/webhooks
package redwood

import (
	"encoding/json"
	"errors"
	"math"
	"time"

	"signalbox/hooks"
)

// Milliseconds are a time since 1970 or a duration, as JavaScript has them: NaN and
// infinities included.
type Milliseconds float64

// VerifyOptions are the options of @redwoodjs/api. The zero value is the default.
type VerifyOptions struct {
	// SignatureHeader is the header with the signature, in any case; empty means
	// RW-WEBHOOK-SIGNATURE.
	SignatureHeader string
	// SignatureTransformer gets the header's value and returns the signature to
	// verify. An error, or an empty signature, refuses the event. It is not called if
	// the header is absent.
	SignatureTransformer func(signature string) (string, error)
	// CurrentTimestampOverride replaces the current time in comparisons of timestamps,
	// and in timestamps that are signed. The exp and nbf of a JWT are always compared
	// with the real time.
	CurrentTimestampOverride *Milliseconds
	// EventTimestamp is the time of the event, if the sender sends it. VerifyEvent
	// refuses an event that is further than Tolerance from now; also one whose
	// timestamp is zero or not finite. Nil means no check.
	EventTimestamp *Milliseconds
	// Tolerance is the allowed distance; nil means five minutes, zero means none,
	// +Inf any distance. NaN is a hooks.ConfigError.
	Tolerance *Milliseconds
	// Issuer is the iss that a JWT must have; it is also set in tokens that are signed.
	// Empty means no check.
	Issuer string
	// Issuers, if not nil, are the iss of which a JWT must have one. Tokens can't be
	// signed with several.
	Issuers []string
}

// UnixMilliseconds is a time for [VerifyOptions].
func UnixMilliseconds(t time.Time) *Milliseconds {
	return new(Milliseconds(t.UnixMilli()))
}

// DurationMilliseconds is a duration for [VerifyOptions].
func DurationMilliseconds(d time.Duration) *Milliseconds {
	return new(Milliseconds(d) / Milliseconds(time.Millisecond))
}

// CreateVerifier makes the verifier that the other three operations use. Options
// beside o name the secrets.
//
//	v, err := redwood.CreateVerifier("sha256Verifier", redwood.VerifyOptions{}, hooks.WithSecrets(secret))
//
// It returns a *hooks.ConfigError as [hooks.NewVerifier] does.
func CreateVerifier(kind string, o VerifyOptions, options ...hooks.Option) (*Verifier, error) {
	v := &Verifier{options: o, tolerance: *DurationMilliseconds(5 * time.Minute)}
	if o.Tolerance != nil {
		v.tolerance = *o.Tolerance
	}
	if math.IsNaN(float64(v.tolerance)) {
		return nil, &hooks.ConfigError{Setting: "tolerance", Problem: "is not a number; want milliseconds"}
	}
	var err error
	if v.verifier, err = hooks.NewVerifier(kind, append(options, v.hooksOptions(kind)...)...); err != nil {
		return nil, err
	}
	return v, nil
}

// hooksOptions returns what of the options package hooks has an option for, and the kind heeds.
func (v *Verifier) hooksOptions(kind string) (options []hooks.Option) {
	o := &v.options
	options = append(options, hooks.WithExactSecrets())
	if o.SignatureHeader != "" {
		options = append(options, hooks.WithSignatureHeader(o.SignatureHeader))
	}
	switch {
	case kind == "timestampSchemeVerifier":
		options = append(options, hooks.WithTolerance(duration(v.tolerance)))
		if o.CurrentTimestampOverride != nil {
			now := date(*o.CurrentTimestampOverride)
			options = append(options, hooks.WithClock(func() time.Time { return now }))
		}
	case kind == "jwtVerifier" && o.Issuers != nil:
		options = append(options, hooks.WithIssuers(o.Issuers...))
	case kind == "jwtVerifier" && o.Issuer != "":
		options = append(options, hooks.WithIssuers(o.Issuer))
	}
	return options
}

// duration returns ms as a duration, [hooks.Forever] if it is longer than those reach.
func duration(ms Milliseconds) time.Duration {
	if ns := float64(ms) * 1e6; ns < float64(hooks.Forever) {
		return time.Duration(ns)
	}
	return hooks.Forever
}

// date returns a time as JavaScript's Date has it, in whole milliseconds. What a Date can't be,
// NaN and what is further than 8.64e15 from 1970, is a time that no signature has.
func date(ms Milliseconds) time.Time {
	if math.Abs(float64(ms)) <= 8.64e15 {
		return time.UnixMilli(int64(ms))
	}
	return time.UnixMilli(-1 << 62)
}

// A Verifier signs and verifies as one that createVerifier of @redwoodjs/api makes. It is safe for
// concurrent use.
type Verifier struct {
	verifier  *hooks.Verifier
	options   VerifyOptions
	tolerance Milliseconds
}

// hooks returns the verifier of package hooks, whose methods refuse to work if it is nil.
func (v *Verifier) hooks() *hooks.Verifier {
	if v == nil {
		return nil
	}
	return v.verifier
}

// Kind returns the kind that the verifier was made with.
func (v *Verifier) Kind() string { return v.hooks().Kind() }

// Sign returns the signature of a payload: see [hooks.Verifier.Sign].
func (v *Verifier) Sign(payload []byte) (string, error) { return v.hooks().Sign(payload) }

// SignClaims returns a JSON Web Token of claims, written as JavaScript writes them: see
// [hooks.Verifier.SignClaims].
func (v *Verifier) SignClaims(claims any) (string, error) {
	raw, err := json.Marshal(claims)
	if err == nil {
		raw, err = scriptJSON(raw)
	}
	if err != nil {
		return "", &hooks.WebhookSignError{Problem: "the claims are not JSON", Err: err}
	}
	return v.hooks().SignClaims(json.RawMessage(raw))
}

// Verify verifies a signature of a payload: see [hooks.Verifier.Verify].
func (v *Verifier) Verify(payload []byte, signature string) error {
	return v.hooks().Verify(payload, signature)
}

// VerifyEvent verifies that an event is authentic, as the function [VerifyEvent] does.
func (v *Verifier) VerifyEvent(e hooks.Event, payload []byte) error {
	if len(payload) == 0 {
		payload = e.Payload()
	}
	signature, err := v.transform(e.Header(v.hooks().SignatureHeader()))
	if err != nil {
		return &hooks.WebhookVerificationError{Reason: hooks.ReasonMalformed, Err: err}
	}
	if err := v.Verify(payload, signature); err != nil {
		return err
	}
	if at := v.options.EventTimestamp; at != nil && !v.inTime(float64(*at)) {
		return &hooks.WebhookVerificationError{Reason: hooks.ReasonTimestamp}
	}
	return nil
}

// transform calls the transformer for a signature that is there. Its panic is an error: what it got
// was the sender's.
func (v *Verifier) transform(signature string) (out string, err error) {
	if signature == "" || v.Kind() == "skipVerifier" || v.Kind() == "" || v.options.SignatureTransformer == nil {
		return signature, nil
	}
	defer func() {
		if recover() != nil {
			out, err = "", errors.New("redwood: the signature transformer panicked")
		}
	}()
	return v.options.SignatureTransformer(signature)
}

// inTime reports whether a time in milliseconds is one, and within the tolerance of now.
func (v *Verifier) inTime(at float64) bool {
	now := float64(time.Now().UnixMilli())
	if v.options.CurrentTimestampOverride != nil {
		now = float64(*v.options.CurrentTimestampOverride)
	}
	return at != 0 && !math.IsInf(at, 0) && math.Abs(now-at) <= float64(v.tolerance)
}

// A Verification is what [VerifyEvent] and [VerifySignature] verify.
type Verification struct {
	Event     hooks.Event // VerifyEvent: what came
	Signature string      // VerifySignature: the signature, already transformed
	// Payload is what was signed. VerifyEvent takes the event's body if it is empty.
	Payload []byte
	// Secrets are as in [hooks.WithSecrets]; nil means the environment's WEBHOOK_SECRET.
	Secrets []string
	Options VerifyOptions
}

// VerifyEvent verifies that an event is authentic: the signature in its header
// belongs to its body, or to an explicit payload, and its timestamp, if the
// options have one, is near enough. For many events, make a [hooks.Verifier] once.
//
//	err := redwood.VerifyEvent("sha256Verifier", redwood.Verification{
//		Event: event, Secrets: []string{secret},
//		Options: redwood.VerifyOptions{SignatureHeader: "X-Partner-Signature"},
//	})
//
// It returns a *hooks.WebhookVerificationError for an event that is not authentic and
// a *hooks.ConfigError for a mistake of the caller.
func VerifyEvent(kind string, v Verification) error {
	verifier, err := v.verifier(kind)
	if err != nil {
		return err
	}
	return verifier.VerifyEvent(v.Event, v.Payload)
}

// VerifySignature verifies a signature of any payload. Of the options it heeds
// those of the verifier, and neither header, transformer nor EventTimestamp. Its
// errors are those of [VerifyEvent].
func VerifySignature(kind string, v Verification) error {
	verifier, err := v.verifier(kind)
	if err != nil {
		return err
	}
	return verifier.Verify(v.Payload, v.Signature)
}

func (v *Verification) verifier(kind string) (*Verifier, error) {
	return CreateVerifier(kind, v.Options, secretsOption(v.Secrets)...)
}

func secretsOption(secrets []string) []hooks.Option {
	if secrets == nil {
		return nil
	}
	return []hooks.Option{hooks.WithSecrets(secrets...)}
}

// SignPayload returns the signature of a payload, for a header whose name the
// sender chooses. Nil secrets mean the environment's WEBHOOK_SECRET. Of the
// options it heeds CurrentTimestampOverride and Issuer.
//
// It returns a *hooks.WebhookSignError for a payload that can't be signed and a
// *hooks.ConfigError for a mistake of the caller.
func SignPayload(kind string, payload []byte, secrets []string, o VerifyOptions) (string, error) {
	verifier, err := CreateVerifier(kind, o, secretsOption(secrets)...)
	if err != nil {
		return "", err
	}
	return verifier.Sign(payload)
}
