package hooks

// The reasons of a [WebhookVerificationError]: why a delivery was refused, in a word that
// metrics can count. They never hold anything that the sender wrote.
const (
	ReasonMissing    = "missing signature"                   // the header is absent or empty
	ReasonIncomplete = "missing time or id of the signature" // so is a header beside it that it covers
	ReasonMalformed  = "malformed signature"                 // the header has not the scheme's form
	ReasonMismatch   = "signature mismatch"                  // it was made with another key or for another payload
	ReasonTimestamp  = "timestamp out of tolerance"
	ReasonClaims     = "claims refused" // a JWT's exp, nbf, iss or sha256
)

// verificationMessage is what the JavaScript package @redwoodjs/api says.
const verificationMessage = "You don't have access to invoke this function."

// A WebhookVerificationError is a delivery that is not authentic. A receiver
// answers it with 401 and no body. Find it with errors.As:
//
//	var refused *hooks.WebhookVerificationError
//	if errors.As(err, &refused) { log(refused.Reason) }
type WebhookVerificationError struct {
	Reason string
	Where  string // the signature should be, for ReasonMissing: "the header X-Hub-Signature-256"
	Err    error  // what refused it, where a library or a transformer did; not part of the message
}

// Error is the message of the JavaScript package, the reason, and where the signature
// should be. It holds nothing of the request.
func (e *WebhookVerificationError) Error() string {
	switch {
	case e.Reason == "":
		return verificationMessage
	case e.Where != "":
		return verificationMessage + " (" + e.Reason + ": want it in " + e.Where + ")"
	}
	return verificationMessage + " (" + e.Reason + ")"
}

// Unwrap returns the cause, or nil.
func (e *WebhookVerificationError) Unwrap() error { return e.Err }

// A WebhookSignError is a payload that can't be signed, such as a JWT whose exp
// is no number.
type WebhookSignError struct {
	Problem string
	Err     error // the cause, or nil
}

// Error returns what can't be signed.
func (e *WebhookSignError) Error() string { return "Unable to sign payload: " + e.Problem }

// Unwrap returns the cause, or nil.
func (e *WebhookSignError) Unwrap() error { return e.Err }

// A ConfigError is a mistake of whoever sets up a verifier, receiver or sender,
// never of the other side: an empty secret, an unknown verifier, a tolerance
// that is no duration. It is found when the value is made.
type ConfigError struct {
	Setting string // what is wrong: "secret", "verifier", "tolerance"
	Problem string // in what way, and what to do
	Err     error  // the cause, or nil
}

// Error names the setting and what to do. It never holds a secret.
func (e *ConfigError) Error() string { return "hooks: " + e.Setting + ": " + e.Problem }

// Unwrap returns the cause, or nil.
func (e *ConfigError) Unwrap() error { return e.Err }

func refuse(reason string) error { return &WebhookVerificationError{Reason: reason} }

// inHeader names the header that a delivery lacks whose signature is missing.
func inHeader(name string, d *Delivery, err error) error {
	refused, ok := err.(*WebhookVerificationError)
	if !ok || refused.Reason != ReasonMissing || refused.Where != "" || name == "" || d.header(name) != "" {
		return err
	}
	return &WebhookVerificationError{Reason: ReasonMissing, Where: "the header " + name, Err: refused.Err}
}
