package hooks

import (
	"slices"
	"strings"
)

// A Kind names a verifier, as the JavaScript package @redwoodjs/api does.
type Kind string

// The eight verifiers. What they sign is the payload's raw bytes.
const (
	// SkipVerifier accepts everything: for senders that do not sign, for tests and
	// development. It signs with the empty string, needs no secret and logs a warning
	// when it is made.
	SkipVerifier Kind = "skipVerifier"
	// SecretKeyVerifier wants the header to equal the secret. Nothing binds it to the
	// payload.
	SecretKeyVerifier Kind = "secretKeyVerifier"
	// Sha1Verifier is HMAC-SHA1: sha1=<lowercase hex>, keyed with the secret's bytes.
	Sha1Verifier Kind = "sha1Verifier"
	// Sha256Verifier is HMAC-SHA256: sha256=<lowercase hex>, keyed with the secret's
	// bytes.
	Sha256Verifier Kind = "sha256Verifier"
	// Base64Sha1Verifier is HMAC-SHA1 in base64, keyed with the base64-decoded secret.
	Base64Sha1Verifier Kind = "base64Sha1Verifier"
	// Base64Sha256Verifier is HMAC-SHA256 in base64, keyed with the base64-decoded
	// secret.
	Base64Sha256Verifier Kind = "base64Sha256Verifier"
	// TimestampSchemeVerifier is t=<milliseconds>,v1=<lowercase hex>: HMAC-SHA256 of
	// "<t>.<payload>", refused when t is too far from now, before or after.
	TimestampSchemeVerifier Kind = "timestampSchemeVerifier"
	// JwtVerifier is a JSON Web Token: HS256, HS384 or HS512 with a secret; RS, PS or
	// ES with a PEM key. exp, nbf, an expected issuer and a sha256 claim are checked.
	JwtVerifier Kind = "jwtVerifier"
)

var kinds = []Kind{
	SkipVerifier, SecretKeyVerifier, Sha1Verifier, Sha256Verifier, Base64Sha1Verifier, Base64Sha256Verifier,
	TimestampSchemeVerifier, JwtVerifier,
}

// Kinds are the names of all verifiers.
func Kinds() []Kind { return slices.Clone(kinds) }

func kindList() string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}
