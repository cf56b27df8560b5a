// Package compat has the options of @redwoodjs/api, which package redwood tells package hooks: they
// say what options of Go don't, times that are no numbers for example.
package compat

// Milliseconds are a time since 1970 or a duration, as JavaScript has them: NaN and
// infinities included.
type Milliseconds float64

// VerifyOptions are what the operations of @redwoodjs/api can be told. The zero value is the
// default.
type VerifyOptions struct {
	// SignatureHeader is the header with the signature, in any case; empty means
	// hooks.DefaultSignatureHeader.
	SignatureHeader string
	// SignatureTransformer gets the header's value and returns the signature to
	// verify. An error, or an empty signature, refuses the event. It is not called if
	// the header is absent.
	SignatureTransformer func(signature string) (string, error)
	// CurrentTimestampOverride replaces the current time in comparisons of timestamps,
	// and in timestamps that are signed. The exp and nbf of a JWT are always compared
	// with the real time.
	CurrentTimestampOverride *Milliseconds
	// EventTimestamp is the time of the event, where the sender tells it. VerifyEvent
	// refuses an event that is further than Tolerance from now; also one whose
	// timestamp is zero or not finite. Nil means no check.
	EventTimestamp *Milliseconds
	// Tolerance is the allowed distance; nil means hooks.DefaultTolerance, zero means none,
	// +Inf any distance. NaN is a hooks.ConfigError.
	Tolerance *Milliseconds
	// Issuer is the iss that a JWT must have; it is also set in tokens that are signed.
	// Empty means no check.
	Issuer string
	// Issuers, if not nil, are the iss of which a JWT must have one. Tokens can't be
	// signed with several.
	Issuers []string
}

// Option makes a hooks.Option of them. Package hooks sets it.
var Option func(VerifyOptions) any
