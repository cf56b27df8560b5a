package hooks

import (
	"fmt"
	"slices"
	"time"
)

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
	// Detail is more of it, in words of this side's alone: "want it in the header
	// X-Hub-Signature-256", "it is more than 5m0s before now", "exp is over"; or empty.
	Detail string
	Err    error // what refused it, where a library or a transformer did; not part of the message
}

// Error is the message of the JavaScript package, the reason and the detail. It holds nothing of
// the request.
func (e *WebhookVerificationError) Error() string {
	switch {
	case e.Reason == "":
		return verificationMessage
	case e.Detail != "":
		return verificationMessage + " (" + e.Reason + ": " + e.Detail + ")"
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

// refuseClaim refuses a JWT for one of its claims.
func refuseClaim(problem string) error {
	return &WebhookVerificationError{Reason: ReasonClaims, Detail: problem}
}

// refuseTime refuses a time of the sender's that is too far from now.
func (c *config) refuseTime(at time.Time) error {
	side := "before"
	if at.After(c.clock()) {
		side = "after"
	}
	return &WebhookVerificationError{Reason: ReasonTimestamp, Detail: fmt.Sprintf("it is more than %v %s now", c.tolerance, side)}
}

// inHeader names the header of a signature that is missing, or has another form.
func inHeader(name, form string, d *Delivery, err error) error {
	refused, ok := err.(*WebhookVerificationError)
	if !ok || refused.Detail != "" || name == "" {
		return err
	}
	where := "in the header " + name
	switch {
	case refused.Reason == ReasonMissing && len(slices.Concat(named(d.Header, name)...)) > 1:
		where = "want it once " + where
	case refused.Reason == ReasonMissing && d.header(name) == "":
		where = "want it " + where
	case refused.Reason == ReasonMalformed && form != "":
		where = "want " + form + " " + where
	default:
		return err
	}
	return &WebhookVerificationError{Reason: refused.Reason, Detail: where, Err: refused.Err}
}
