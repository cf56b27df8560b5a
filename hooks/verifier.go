package hooks

import (
	"crypto"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// A Verifier verifies and signs payloads in one way, with the secrets that it was
// made with. It is safe for concurrent use; make one and keep it, for it holds
// the keyed state.
type Verifier struct {
	kind   string
	config *config
	scheme scheme
	prefix string // of signatures; the scheme's are bare
}

// The kinds, which [NewVerifier] describes. What they sign is the payload's raw bytes.
const (
	skipVerifier            = "skipVerifier"
	secretKeyVerifier       = "secretKeyVerifier"
	sha1Verifier            = "sha1Verifier"
	sha256Verifier          = "sha256Verifier"
	base64Sha1Verifier      = "base64Sha1Verifier"
	base64Sha256Verifier    = "base64Sha256Verifier"
	timestampSchemeVerifier = "timestampSchemeVerifier"
	jwtVerifier             = "jwtVerifier"
)

var kinds = []string{
	skipVerifier, secretKeyVerifier, sha1Verifier, sha256Verifier, base64Sha1Verifier, base64Sha256Verifier,
	timestampSchemeVerifier, jwtVerifier,
}

// Verifiers are the names of all kinds of verifiers.
func Verifiers() []string { return slices.Clone(kinds) }

// A scheme is how a kind signs. verify returns a *WebhookVerificationError, sign
// a *WebhookSignError.
type scheme interface {
	sign(payload []byte) (string, error)
	verify(payload []byte, signature string) error
}

// NewVerifier makes a verifier of one of the eight kinds of the JavaScript package
// @redwoodjs/api:
//
//	skipVerifier             accepts everything, and warns of that when it is made; it signs with ""
//	secretKeyVerifier        the header equals the secret; nothing binds it to the payload
//	sha1Verifier             sha1=<HMAC-SHA1 in lowercase hex>
//	sha256Verifier           sha256=<HMAC-SHA256 in lowercase hex>
//	base64Sha1Verifier       HMAC-SHA1 in base64, keyed with the base64-decoded secret
//	base64Sha256Verifier     HMAC-SHA256 in base64, keyed with the base64-decoded secret
//	timestampSchemeVerifier  t=<milliseconds>,v1=<HMAC-SHA256 of "<t>.<payload>" in lowercase hex>
//	jwtVerifier              a JSON Web Token: HS256, HS384, HS512 with a secret; RS, PS or ES with a key in PEM
//
// Where there is a prefix, [WithSignaturePrefix] changes it. Of a JWT exp, nbf, an expected issuer
// and a sha256 claim are checked.
//
//	v, err := hooks.NewVerifier("sha256Verifier",
//		hooks.WithSecrets(os.Getenv("PARTNER_SECRET")),
//		hooks.WithSignatureHeader("X-Partner-Signature"))
//
// It returns a *ConfigError for an unknown kind, a secret that is missing, empty
// or, for the base64 kinds, decodes to nothing, and for an option that does not
// apply to the kind.
func NewVerifier(kind string, options ...Option) (*Verifier, error) {
	c, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	s, err := newScheme(kind, c)
	if err != nil {
		return nil, err
	}
	if err := c.only(kind, ownOptions(kind)...); err != nil {
		return nil, err
	}
	v := &Verifier{kind, c, s, prefixes[kind]}
	if c.prefix != nil {
		v.prefix = *c.prefix
	}
	return v, nil
}

// ownOptions are the options that apply to a kind, beside those of every kind.
func ownOptions(kind string) []string {
	options := []string{"signature header", "signature prefix"}
	switch kind {
	case skipVerifier:
		return options[:1]
	case timestampSchemeVerifier:
		return append(options, "tolerance")
	case jwtVerifier:
		return append(options, "issuer", "body hash", "algorithm")
	}
	return options
}

func newScheme(kind string, c *config) (scheme, error) {
	if kind == skipVerifier {
		c.logger.Warn("hooks: skipVerifier accepts every webhook, signed or not")
		return skip{}, nil
	}
	if !slices.Contains(kinds, kind) {
		if presets[kind] != nil {
			return nil, &ConfigError{Setting: "verifier", Problem: fmt.Sprintf("%q is a preset: use NewPreset", kind)}
		}
		return nil, &ConfigError{Setting: "verifier", Problem: fmt.Sprintf("there is no kind %q; %s", kind, oneOf(kind, kinds))}
	}
	if kind == jwtVerifier {
		secrets, err := c.keys()
		if err != nil {
			return nil, err
		}
		return newJWTScheme(c, secrets)
	}
	secrets, err := c.sharedSecrets()
	switch {
	case err != nil:
		return nil, err
	case kind == secretKeyVerifier:
		return &secretKey{newTokens(secrets), secrets[0]}, nil
	}
	return newPayloadMAC(kind, c, secrets)
}

// prefixes are what comes before a kind's signatures unless an option says so.
var prefixes = map[string]string{sha1Verifier: "sha1=", sha256Verifier: "sha256="}

// usable returns the error of every operation of a verifier or preset that none of
// the constructors made: who forgot to look at their error has a nil one.
func usable(verifier any) error {
	made := true
	switch v := verifier.(type) {
	case *Verifier:
		made = v != nil && v.scheme != nil
	case *Preset:
		made = v != nil && v.scheme != nil
	}
	if made {
		return nil
	}
	return &ConfigError{Setting: "verifier", Problem: "is nil: its constructor returned an error"}
}

// Kind is the kind that the verifier was made with.
func (v *Verifier) Kind() string {
	if v == nil {
		return ""
	}
	return v.kind
}

// SignatureHeader is the header that the verifier reads and sets.
func (v *Verifier) SignatureHeader() string {
	if v == nil || v.config == nil || v.config.header == "" {
		return defaultSignatureHeader
	}
	return v.config.header
}

// Sign returns the signature of a payload, made with the first secret, for a header
// whose name the sender chooses. It returns a *WebhookSignError for a payload
// that can't be signed.
func (v *Verifier) Sign(payload []byte) (string, error) {
	if v == nil || v.scheme == nil {
		return "", usable(v)
	}
	return v.prefixed(v.scheme.sign(payload))
}

// prefixed is a signature as it is sent.
func (v *Verifier) prefixed(bare string, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return v.prefix + bare, nil
}

// bare is a signature without its prefix.
func (v *Verifier) bare(signature string) (string, error) {
	if v.prefix == "" {
		return signature, nil
	}
	bare, ok := strings.CutPrefix(signature, v.prefix)
	switch {
	case signature == "":
		return "", refuse(ReasonMissing)
	case !ok || bare == "":
		return "", refuse(ReasonMalformed)
	}
	return bare, nil
}

// SignClaims returns a JSON Web Token of claims, without a prefix: a value that encoding/json makes
// an object of. iat is added if there is none, and iss if the verifier has one
// issuer. It returns a *WebhookSignError for claims that can't be signed and for
// verifiers of another kind than jwtVerifier.
//
//	token, err := v.SignClaims(map[string]any{"sha256": fmt.Sprintf("%x", sha256.Sum256(body))})
func (v *Verifier) SignClaims(claims any) (string, error) {
	if v == nil || v.scheme == nil {
		return "", usable(v)
	}
	j, ok := v.scheme.(*jwtScheme)
	if !ok {
		return "", &WebhookSignError{Problem: "only a jwtVerifier signs claims"}
	}
	return j.signClaims(claims)
}

// Verify verifies a signature of a payload. It returns nil, or a
// *WebhookVerificationError. It allocates nothing if it succeeds, but for JWTs.
func (v *Verifier) Verify(payload []byte, signature string) error {
	if v == nil || v.scheme == nil {
		return usable(v)
	}
	bare, err := v.bare(signature)
	if err != nil {
		return err
	}
	return v.scheme.verify(payload, bare)
}

// Authenticate verifies a delivery: the header's value against the body. See [Authenticator].
func (v *Verifier) Authenticate(d *Delivery) error {
	if v == nil || v.scheme == nil {
		return usable(v)
	}
	signature, err := v.signatureOf(d.Header)
	if err == nil {
		err = v.scheme.verify(d.Body, signature)
	}
	return inHeader(v.SignatureHeader(), v.form(), d, err)
}

// form is what is in the header of a kind that is an HMAC.
func (v *Verifier) form() string {
	if s, ok := kindSchemes[v.kind]; ok {
		return v.prefix + s.form()
	}
	return ""
}

// signatureOf reads the bare signature. A verifier that wants none gets an empty one.
func (v *Verifier) signatureOf(header http.Header) (string, error) {
	signature, ok := headerValue(header, v.SignatureHeader())
	if v.kind == skipVerifier {
		return "", nil
	}
	if !ok || signature == "" {
		return "", refuse(ReasonMissing)
	}
	return v.bare(signature)
}

// SignDelivery signs the body and sets the signature's header. See [Signer]. A
// jwtVerifier with an issuer, or WithBodyHash, makes a token whose sha256 claim
// binds the body; one without makes the body the token's payload, as Sign does.
func (v *Verifier) SignDelivery(d *Delivery) error {
	if err := usable(v); err != nil {
		return err
	}
	signature, err := v.signBody(d.Body)
	if err != nil {
		return err
	}
	if v.kind != skipVerifier {
		d.set(v.SignatureHeader(), signature)
	}
	return nil
}

func (v *Verifier) signBody(body []byte) (string, error) {
	if v.kind == jwtVerifier && (v.config.issuersSet || v.config.bodyHash) {
		return v.prefixed(v.SignClaims(map[string]string{"sha256": bodyHash(body)}))
	}
	return v.Sign(body)
}

func (d *Delivery) set(name, value string) {
	if d.Header == nil {
		d.Header = http.Header{}
	}
	d.Header.Set(name, value)
}

// header is the value of a header; see headerValue.
func (d *Delivery) header(name string) string {
	value, _ := headerValue(d.Header, name)
	return value
}

// headerValue looks a header up without regard to the case of its name.
func headerValue(header http.Header, name string) (value string, ok bool) {
	values := header[name]
	if values == nil {
		values = header[http.CanonicalHeaderKey(name)]
	}
	if len(values) == 0 {
		values = slices.Concat(named(header, name)...)
	}
	return only(values)
}

// skip signs with nothing and accepts everything.
type skip struct{}

func (skip) sign([]byte) (string, error) { return "", nil }

func (skip) verify([]byte, string) error { return nil }

// secretKey sends the secret itself.
type secretKey struct {
	tokens *tokens
	first  string
}

func (s *secretKey) sign([]byte) (string, error) { return s.first, nil }

func (s *secretKey) verify(_ []byte, signature string) error {
	if signature == "" {
		return refuse(ReasonMissing)
	}
	if !s.tokens.match(signature) {
		return refuse(ReasonMismatch)
	}
	return nil
}

// kindSchemes are the kinds that are HMACs.
var kindSchemes = map[string]Scheme{
	sha1Verifier:            {Hash: crypto.SHA1},
	sha256Verifier:          {},
	base64Sha1Verifier:      {Form: "{base64}", Hash: crypto.SHA1},
	base64Sha256Verifier:    {Form: "{base64}"},
	timestampSchemeVerifier: {Form: "t={time},v1={hex}", Content: "{milliseconds}.{body}"},
}

// A payloadMAC is an HMAC of a payload alone.
type payloadMAC struct{ *headerMAC }

func newPayloadMAC(kind string, c *config, secrets []string) (scheme, error) {
	s := kindSchemes[kind]
	s.Header = defaultSignatureHeader // the verifier knows better
	m, err := s.mac()
	if err != nil {
		return nil, err
	}
	keys := rawKeys(secrets)
	if m.form.encoding == inBase64 {
		m.form.encoding = nodeBase64
		for i, secret := range secrets {
			if keys[i] = decodeBase64Leniently(secret); len(keys[i]) == 0 {
				return nil, &ConfigError{Setting: "secret", Problem: "is not base64: it decodes to an empty key"}
			}
		}
	}
	m.config, m.keys = c, newKeyring(m.hash, keys)
	return payloadMAC{m}, nil
}

func (p payloadMAC) sign(payload []byte) (string, error) {
	d := &Delivery{Body: payload}
	err := p.signWith(d, p.keys[:1]) // @redwoodjs/api reads one
	return d.header(p.header), err
}

func (p payloadMAC) verify(payload []byte, signature string) error {
	if signature == "" {
		return refuse(ReasonMissing)
	}
	d := Delivery{Body: payload} // which stays on the stack
	timestamp, signatures, err := p.read(&d, signature)
	if err != nil {
		return err
	}
	c, err := p.content.content(&d, timestamp, "")
	if err != nil || !p.form.match(p.keys, &c, signatures) {
		return p.mismatch(signature)
	}
	return nil
}
