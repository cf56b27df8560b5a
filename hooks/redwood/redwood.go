// Package redwood has the operations and options of the webhooks of @redwoodjs/api, for programs
// that come from there: signatures and claims are the same, byte for byte, and times are in
// milliseconds. The verifiers are those of package hooks, which has more of them, and options of
// its own.
//
//	err := redwood.VerifyEvent(hooks.Sha256Verifier, redwood.Verification{Event: event, Secrets: []string{secret}})
//
// https://docs.redwoodjs.com/docs/webhooks
package redwood

import (
	"time"

	"signalbox/hooks"
	"signalbox/hooks/internal/compat"
)

// VerifyOptions are what the four operations can be told: [VerifyEvent],
// [VerifySignature], [SignPayload] and [CreateVerifier]. The zero value is the
// default.
type VerifyOptions = compat.VerifyOptions

// Milliseconds are a time since 1970 or a duration, as [VerifyOptions] have them:
// JavaScript's number, NaN and infinities included.
type Milliseconds = compat.Milliseconds

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
//	v, err := redwood.CreateVerifier(hooks.Sha256Verifier, redwood.VerifyOptions{}, hooks.WithSecrets(secret))
//
// It returns a *hooks.ConfigError as [hooks.NewVerifier] does.
func CreateVerifier(kind hooks.Kind, o VerifyOptions, options ...hooks.Option) (*hooks.Verifier, error) {
	return hooks.NewVerifier(kind, append([]hooks.Option{compat.Option(o).(hooks.Option)}, options...)...)
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
//	err := redwood.VerifyEvent(hooks.Sha256Verifier, redwood.Verification{
//		Event: event, Secrets: []string{secret},
//		Options: redwood.VerifyOptions{SignatureHeader: "X-Partner-Signature"},
//	})
//
// It returns a *hooks.WebhookVerificationError for an event that is not authentic and
// a *hooks.ConfigError for a mistake of the caller.
func VerifyEvent(kind hooks.Kind, v Verification) error {
	verifier, err := v.verifier(kind)
	if err != nil {
		return err
	}
	return verifier.VerifyEvent(v.Event, v.Payload)
}

// VerifySignature verifies a signature of any payload. Of the options it heeds
// those of the verifier, and neither header, transformer nor EventTimestamp. Its
// errors are those of [VerifyEvent].
func VerifySignature(kind hooks.Kind, v Verification) error {
	verifier, err := v.verifier(kind)
	if err != nil {
		return err
	}
	return verifier.Verify(v.Payload, v.Signature)
}

func (v *Verification) verifier(kind hooks.Kind) (*hooks.Verifier, error) {
	return CreateVerifier(kind, v.Options, secretsOption(v.Secrets)...)
}

func secretsOption(secrets []string) []hooks.Option {
	if secrets == nil {
		return nil
	}
	return []hooks.Option{hooks.WithSecrets(secrets...)}
}

// SignPayload gives the signature of a payload, for a header whose name the
// sender chooses. Nil secrets mean the environment's WEBHOOK_SECRET. Of the
// options it heeds CurrentTimestampOverride and Issuer.
//
// It returns a *hooks.WebhookSignError for a payload that can't be signed and a
// *hooks.ConfigError for a mistake of the caller.
func SignPayload(kind hooks.Kind, payload []byte, secrets []string, o VerifyOptions) (string, error) {
	verifier, err := CreateVerifier(kind, o, secretsOption(secrets)...)
	if err != nil {
		return "", err
	}
	return verifier.Sign(payload)
}
