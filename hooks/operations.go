package hooks

// CreateVerifier makes the verifier that the other three operations use. Options
// beside o name the secrets.
//
//	v, err := hooks.CreateVerifier(hooks.Sha256Verifier, hooks.VerifyOptions{}, hooks.WithSecrets(secret))
//
// It returns a *ConfigError as [NewVerifier] does.
func CreateVerifier(kind Kind, o VerifyOptions, options ...Option) (*Verifier, error) {
	return NewVerifier(kind, append([]Option{WithOptions(o)}, options...)...)
}

// A Verification is what [VerifyEvent] and [VerifySignature] verify.
type Verification struct {
	Event     Event  // VerifyEvent: what came
	Signature string // VerifySignature: the signature, already transformed
	// Payload is what was signed. VerifyEvent takes the event's body if it is empty.
	Payload []byte
	// Secrets are as in [WithSecrets]; nil means the environment's WEBHOOK_SECRET.
	Secrets []string
	Options VerifyOptions
}

// VerifyEvent verifies that an event is authentic: the signature in its header
// belongs to its body, or to an explicit payload, and its timestamp, if the
// options have one, is near enough. For many events, make a [Verifier] once.
//
//	err := hooks.VerifyEvent(hooks.Sha256Verifier, hooks.Verification{
//		Event: event, Secrets: []string{secret},
//		Options: hooks.VerifyOptions{SignatureHeader: "X-Partner-Signature"},
//	})
//
// It returns a *WebhookVerificationError for an event that is not authentic and
// a *ConfigError for a mistake of the caller.
func VerifyEvent(kind Kind, v Verification) error {
	verifier, err := v.verifier(kind)
	if err != nil {
		return err
	}
	return verifier.VerifyEvent(v.Event, v.Payload)
}

// VerifyEvent is [VerifyEvent] with a verifier that is there already. An empty
// payload means the event's body.
func (v *Verifier) VerifyEvent(e Event, payload []byte) error {
	if len(payload) == 0 {
		payload = e.Payload()
	}
	return v.authenticate(e.delivery().Header, payload)
}

// VerifySignature verifies a signature of any payload. Of the options it heeds
// those of the verifier, and neither header, transformer nor EventTimestamp. Its
// errors are those of [VerifyEvent].
func VerifySignature(kind Kind, v Verification) error {
	verifier, err := v.verifier(kind)
	if err != nil {
		return err
	}
	return verifier.Verify(v.Payload, v.Signature)
}

func (v *Verification) verifier(kind Kind) (*Verifier, error) {
	return CreateVerifier(kind, v.Options, secretsOption(v.Secrets)...)
}

func secretsOption(secrets []string) []Option {
	if secrets == nil {
		return nil
	}
	return []Option{WithSecrets(secrets...)}
}

// SignPayload gives the signature of a payload, for a header whose name the
// sender chooses. Nil secrets mean the environment's WEBHOOK_SECRET. Of the
// options it heeds CurrentTimestampOverride and Issuer.
//
// It returns a *WebhookSignError for a payload that can't be signed and a
// *ConfigError for a mistake of the caller.
func SignPayload(kind Kind, payload []byte, secrets []string, o VerifyOptions) (string, error) {
	verifier, err := CreateVerifier(kind, o, secretsOption(secrets)...)
	if err != nil {
		return "", err
	}
	return verifier.Sign(payload)
}
