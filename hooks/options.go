package hooks

import (
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// defaultSignatureHeader is where a [Verifier] looks for the signature unless
// [WithSignatureHeader] names another.
const defaultSignatureHeader = "RW-WEBHOOK-SIGNATURE"

// Forever is a tolerance that accepts every timestamp, and for [EndpointLimits].PauseAfter and
// PauseRetry a time that does not come.
const Forever time.Duration = math.MaxInt64

// An Option sets up a [Verifier] or a [Preset], or a [Receiver]. One that does not apply
// to what is made is a *ConfigError.
type Option struct {
	party    func(*config) // of a verifier or preset; nil if it is not for them
	receiver func(*Receiver)
}

// A config is what the options say.
type config struct {
	secrets     []string
	secretsSet  bool
	header      string
	prefix      *string // of signatures
	clock       func() time.Time
	tolerance   time.Duration
	timed       bool // tolerance was given
	issuers     []string
	issuersSet  bool
	bodyHash    bool
	method      string // of signing, for a JWT
	url         *url.URL
	verifyToken string // of the sender's challenge
	client      *http.Client
	logger      *slog.Logger
	exact       bool     // secrets are taken as they are
	used        []string // the options that not every kind has
	err         error
}

func newConfig(options []Option) (*config, error) {
	c := &config{clock: time.Now, logger: slog.Default(), tolerance: 5 * time.Minute}
	for i, o := range options {
		if o.party == nil {
			c.refuse("option", fmt.Sprintf("number %d is one of a receiver; give it to Handler", i+1))
			continue
		}
		o.party(c)
	}
	return c, c.err
}

func (c *config) refuse(setting, problem string) {
	if c.err == nil {
		c.err = &ConfigError{Setting: setting, Problem: problem}
	}
}

// only refuses options that do not apply.
func (c *config) only(what string, allowed ...string) error {
	for _, used := range c.used {
		if !slices.Contains(allowed, used) {
			return &ConfigError{Setting: used, Problem: "does not apply to " + what}
		}
	}
	return nil
}

// WithSecrets are the secrets to verify with: any of them may have signed, so
// that a secret can be replaced while the sender still uses the old one. The
// first one signs; all do for a [Preset] whose header has room for several signatures, as
// those of Standard Webhooks, Svix and Stripe, so that receivers with any of them accept it.
// Without this option the environment's WEBHOOK_SECRET is used.
// Where a sender publishes a public key, that is the secret.
func WithSecrets(secrets ...string) Option {
	return Option{party: func(c *config) { c.secrets, c.secretsSet = append(c.secrets, secrets...), true }}
}

// WithExactSecrets takes secrets as they are. Without this option a line break, a space or a byte
// order mark around one is a *ConfigError, for it mostly comes from a file and is no part of what the
// sender has.
func WithExactSecrets() Option { return Option{party: func(c *config) { c.exact = true }} }

// WithSignatureHeader is the header that a [Verifier] reads and sets, instead of
// RW-WEBHOOK-SIGNATURE.
func WithSignatureHeader(name string) Option {
	return Option{party: func(c *config) {
		if name != "" && !token(name) {
			c.refuse("signature header", fmt.Sprintf("%q is not the name of a header", name))
		}
		c.header, c.used = name, append(c.used, "signature header")
	}}
}

// WithSignaturePrefix is what comes before signatures, in those that are made and in
// those that are verified: "" for bare hex of a sha256Verifier, which has sha256=
// without this option, or "Bearer " for a token in the header Authorization.
//
//	v, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(secret),
//		hooks.WithSignatureHeader("X-Signature"), hooks.WithSignaturePrefix(""))
func WithSignaturePrefix(prefix string) Option {
	return Option{party: func(c *config) {
		if badHeader(http.Header{"Prefix": {prefix}}) != "" {
			c.refuse("signature prefix", "has characters that HTTP doesn't allow in a header")
		}
		c.prefix, c.used = &prefix, append(c.used, "signature prefix")
	}}
}

// WithTolerance is how far the time that a delivery was signed at may be from
// now, before or after, instead of the kind's own; [Forever] accepts every time.
// A negative tolerance is a *ConfigError.
func WithTolerance(d time.Duration) Option {
	return Option{party: func(c *config) {
		if d < 0 {
			c.refuse("tolerance", fmt.Sprintf("%v is negative; want a duration, or Forever", d))
		}
		c.tolerance, c.timed, c.used = d, true, append(c.used, "tolerance")
	}}
}

// WithClock is the source of the current time, for tests and recorded
// deliveries.
func WithClock(now func() time.Time) Option {
	return Option{party: func(c *config) {
		if now == nil {
			c.refuse("clock", "is nil")
			return
		}
		c.clock = now
	}}
}

// WithIssuers are the iss of which a JWT must have one. If there is just one, it
// is set in tokens that are signed.
func WithIssuers(issuers ...string) Option {
	return Option{party: func(c *config) {
		c.issuers, c.issuersSet, c.used = append(c.issuers, issuers...), true, append(c.used, "issuer")
	}}
}

// WithBodyHash refuses tokens that do not bind the payload: a JWT must have a
// sha256 claim, the payload's SHA-256 in lowercase hex, or carry the payload
// itself. Without this option the claim is checked where there is one.
func WithBodyHash() Option {
	return Option{party: func(c *config) { c.bodyHash, c.used = true, append(c.used, "body hash") }}
}

// WithAlgorithm is the algorithm that a JWT is signed with, instead of HS256:
// HS384 or HS512; with a private key in PEM RS256, RS384, RS512, PS256, PS384,
// PS512, ES256, ES384 or ES512. Verify accepts no other then; without it, any that
// goes with the key.
func WithAlgorithm(name string) Option {
	return Option{party: func(c *config) { c.method, c.used = name, append(c.used, "algorithm") }}
}

// WithURL is the public URL under which the sender knows the receiver, for the
// senders that sign it: Twilio, Square, HubSpot and Trello. It comes from configuration
// because no header that a request brings can be believed. The query is taken
// from the request, unless u has one; the path too, if u has none:
//
//	hooks.WithURL("https://example.com/webhooks/twilio")
//	hooks.WithURL("https://example.com") // for a handler that serves several paths
func WithURL(u string) Option {
	return Option{party: func(c *config) {
		c.used = append(c.used, "URL")
		parsed, err := url.Parse(u)
		if err != nil || parsed.Scheme == "" || parsed.Hostname() == "" || parsed.Fragment != "" {
			c.refuse("URL", "want an absolute one, as in https://example.com/webhooks")
			return
		}
		c.url = parsed
	}}
}

// WithVerifyToken is the token that was typed in beside the URL, for the preset meta: by it
// Meta's first request is known. Without this option that request is refused.
func WithVerifyToken(token string) Option {
	return Option{party: func(c *config) {
		if token == "" {
			c.refuse("verify token", "is empty: everybody would know it")
		}
		c.verifyToken, c.used = token, append(c.used, "verify token")
	}}
}

// WithHTTPClient is the client that fetches keys, for the senders that publish theirs: PayPal,
// Plaid, Pub/Sub and SNS. It is asked with a timeout of five seconds, and follows no redirects.
func WithHTTPClient(client *http.Client) Option {
	return Option{party: func(c *config) {
		if client == nil {
			c.refuse("HTTP client", "is nil")
		}
		c.client, c.used = client, append(c.used, "HTTP client")
	}}
}

// WithLogger is where a verifier or preset warns, and a receiver logs each delivery with its
// outcome, and panics with their stack, instead of slog.Default. Bodies, headers and signatures
// are never logged.
func WithLogger(logger *slog.Logger) Option {
	const setting, problem = "logger", "is nil"
	if logger == nil {
		return Option{func(c *config) { c.refuse(setting, problem) }, func(r *Receiver) { r.refuse(setting, problem) }}
	}
	return Option{func(c *config) { c.logger = logger }, func(r *Receiver) { r.logger = logger }}
}

// inTime reports whether a time is within the tolerance of now.
func (c *config) inTime(at time.Time) bool { return c.clock().Sub(at).Abs() <= c.tolerance }

// unixMilli returns the time of a number in JSON, in milliseconds since 1970. ok is false for one
// that is far from every clock's.
func unixMilli(ms float64) (at time.Time, ok bool) {
	return time.UnixMilli(int64(ms)), math.Abs(ms) < 1e16
}

// publicURL joins the configured URL with the target of a request, its path and
// query.
func (c *config) publicURL(target string) string {
	path, query, asked := strings.Cut(target, "?")
	u := *c.url
	text := u.Scheme + "://" + u.Host
	if u.User != nil {
		text = u.Scheme + "://" + u.User.String() + "@" + u.Host
	}
	if p := u.EscapedPath(); p != "" {
		path = p
	}
	text += path
	switch {
	case u.RawQuery != "":
		text += "?" + u.RawQuery
	case asked:
		text += "?" + query
	}
	return text
}
