package hooks

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"
)

// A jwtScheme is a JSON Web Token, or a JSON Web Signature of a string.
type jwtScheme struct {
	config *config
	keys   []jwtKey
}

// A jwtKey is a secret with the algorithms that it may be used with. They depend
// on the key alone, so that a public key never verifies an HMAC.
type jwtKey struct {
	algorithms []string
	public     any    // []byte, *rsa.PublicKey or *ecdsa.PublicKey
	private    any    // nil if the PEM holds a public key
	name       string // of the kind of key, for errors
}

var (
	hmacAlgorithms = []string{"HS256", "HS384", "HS512"}
	rsaAlgorithms  = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}
	ecAlgorithms   = map[int]string{256: "ES256", 384: "ES384", 521: "ES512"}
)

func newJWTScheme(c *config, secrets []string) (scheme, error) {
	s := &jwtScheme{config: c}
	for _, secret := range secrets {
		key, err := newJWTKey(secret)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, key)
	}
	for i, key := range s.keys {
		switch {
		case c.method == "":
		case slices.Contains(key.algorithms, c.method):
			s.keys[i].algorithms = []string{c.method}
		default:
			return nil, &ConfigError{
				Setting: "algorithm",
				Problem: fmt.Sprintf("%s does not go with %s; want one of %s", c.method, key.name, strings.Join(key.algorithms, ", ")),
			}
		}
	}
	return s, nil
}

func newJWTKey(secret string) (jwtKey, error) {
	if !isPEM(secret) {
		if isPublicKey(secret) {
			return jwtKey{}, &ConfigError{Setting: "secret", Problem: "is a public key, with which everybody could sign as with a secret; want it in PEM, from -----BEGIN PUBLIC KEY-----"}
		}
		return jwtKey{hmacAlgorithms, []byte(secret), []byte(secret), "a secret"}, nil
	}
	block, _ := pem.Decode([]byte(strings.TrimSpace(secret)))
	if block == nil {
		return jwtKey{}, &ConfigError{Setting: "secret", Problem: "looks like PEM and is none"}
	}
	key, err := parseKey(block)
	if err != nil {
		return jwtKey{}, &ConfigError{Setting: "secret", Problem: "is PEM without a key that can be read", Err: err}
	}
	var private any
	if signer, ok := key.(crypto.Signer); ok {
		key, private = signer.Public(), key
	}
	switch key := key.(type) {
	case *rsa.PublicKey:
		return jwtKey{rsaAlgorithms, key, private, "an RSA key"}, nil
	case *ecdsa.PublicKey:
		if alg, ok := ecAlgorithms[key.Curve.Params().BitSize]; ok {
			return jwtKey{[]string{alg}, key, private, "a key on " + key.Curve.Params().Name}, nil
		}
	}
	return jwtKey{}, &ConfigError{Setting: "secret", Problem: "want a PEM key of RSA or of the curves P-256, P-384 or P-521"}
}

func parseKey(block *pem.Block) (any, error) {
	switch block.Type {
	case "PUBLIC KEY":
		return x509.ParsePKIXPublicKey(block.Bytes)
	case "RSA PUBLIC KEY":
		return x509.ParsePKCS1PublicKey(block.Bytes)
	case "CERTIFICATE":
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		return certificate.PublicKey, nil
	case "PRIVATE KEY":
		return x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		return x509.ParsePKCS1PrivateKey(block.Bytes)
	case "EC PRIVATE KEY":
		return x509.ParseECPrivateKey(block.Bytes)
	}
	return nil, fmt.Errorf("PEM of type %s", block.Type)
}

// maxToken bounds the tokens that are looked at.
const maxToken = 64 << 10

// A jws is a token in its compact form (RFC 7515).
type jws struct {
	signed    string // header and payload as they were signed
	algorithm string
	kid       string // of the key
	payload   []byte
	signature []byte
	isJWT     bool // the header says that the payload is JSON
}

func parseJWS(text string) (*jws, bool) {
	parts := strings.Split(text, ".")
	if len(text) > maxToken || len(parts) != 3 || parts[1] == "" { // jsonwebtoken signs an empty payload, and refuses it
		return nil, false
	}
	header, okHeader := decodeSegment(parts[0])
	payload, okPayload := decodeSegment(parts[1])
	signature, okSignature := decodeSegment(parts[2])
	if !okHeader || !okPayload || !okSignature || len(signature) == 0 {
		return nil, false
	}
	var h map[string]any // not a struct, whose members would match in any case
	if err := json.Unmarshal(header, &h); err != nil {
		return nil, false
	}
	if _, ok := h["crit"]; ok {
		return nil, false // what is critical and unknown must be refused: RFC 7515, 4.1.11
	}
	algorithm, _ := h["alg"].(string)
	kid, _ := h["kid"].(string)
	return &jws{text[:len(text)-len(parts[2])-1], algorithm, kid, payload, signature, h["typ"] == "JWT"}, true
}

// decodeSegment decodes base64url without padding and without spare bits.
func decodeSegment(s string) ([]byte, bool) {
	return decodeStrictly(base64.RawURLEncoding, s)
}

func (s *jwtScheme) verify(payload []byte, signature string) error {
	if signature == "" {
		return refuse(ReasonMissing)
	}
	t, ok := parseJWS(signature)
	if !ok {
		return refuse(ReasonMalformed)
	}
	if !s.authentic(t) {
		return refuse(ReasonMismatch)
	}
	return s.checkClaims(t, payload)
}

func (s *jwtScheme) authentic(t *jws) bool {
	for _, key := range s.keys {
		if !slices.Contains(key.algorithms, t.algorithm) {
			continue
		}
		if jwt.GetSigningMethod(t.algorithm).Verify(t.signed, t.signature, key.public) == nil {
			return true
		}
	}
	return false
}

// checkClaims checks the claims of an authentic token, as jsonwebtoken does. A
// payload that is no object has none.
func (s *jwtScheme) checkClaims(t *jws, body []byte) error {
	claims, ok := claimsOf(t)
	if !ok {
		return refuse(ReasonMalformed)
	}
	now := float64(s.config.clock().Unix())
	if exp, ok := claims["exp"]; ok {
		at, isNumber := claimedTime(exp)
		switch {
		case !isNumber:
			return refuseClaim("exp is no number")
		case now >= at:
			return refuseClaim("exp is over")
		}
	}
	if nbf, ok := claims["nbf"]; ok {
		at, isNumber := claimedTime(nbf)
		switch {
		case !isNumber:
			return refuseClaim("nbf is no number")
		case at > now:
			return refuseClaim("nbf is not yet")
		}
	}
	if s.config.issuersSet {
		if iss, isText := claims["iss"].(string); !isText || !slices.Contains(s.config.issuers, iss) {
			return refuseClaim("iss is none of " + strings.Join(s.config.issuers, ", "))
		}
	}
	return s.checkBody(t, claims, body)
}

// decoderDepth is how deep encoding/json goes.
const decoderDepth = 10_000

// claimsOf reads the claims of an authentic token, numbers as they are written:
// one that is too large for a float64 must not make the claims beside it unread.
// ok is false where claims may be that can't be read: in a JWT that is no JSON, or
// null, and in JSON that nests deeper than the decoder goes.
func claimsOf(t *jws) (claims map[string]any, ok bool) {
	if !json.Valid(t.payload) {
		tooDeep := bytes.Count(t.payload, []byte("{"))+bytes.Count(t.payload, []byte("[")) > decoderDepth
		return nil, !t.isJWT && !tooDeep
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(t.payload))
	d.UseNumber()
	if d.Decode(&value) != nil || value == nil && t.isJWT {
		return nil, false
	}
	claims, _ = value.(map[string]any)
	return claims, true
}

// claimedTime is a claim in seconds, as JavaScript reads it: what is too large is
// infinite.
func claimedTime(claim any) (seconds float64, isNumber bool) {
	number, ok := claim.(json.Number)
	if !ok {
		return 0, false
	}
	seconds, err := number.Float64()
	return seconds, err == nil || math.IsInf(seconds, 0)
}

// checkBody holds a token to the body that came with it, as far as it has a claim for that.
func (s *jwtScheme) checkBody(t *jws, claims map[string]any, body []byte) error {
	claim, ok := claims["sha256"]
	switch {
	case ok:
		text, _ := claim.(string)
		if subtle.ConstantTimeCompare([]byte(text), []byte(bodyHash(body))) != 1 {
			return refuseClaim("sha256 is not that of the body")
		}
	case s.config.bodyHash && subtle.ConstantTimeCompare(t.payload, body) != 1:
		return refuseClaim("there is no sha256, and WithBodyHash wants one")
	}
	return nil
}

// bodyHash is the sha256 claim of a JWT that binds it to a payload: the
// payload's SHA-256 in lowercase hex.
func bodyHash(payload []byte) string {
	sum := sha256.Sum256(payload)
	return hex.EncodeToString(sum[:])
}

// sign makes a JWS of a string: its header has no typ, and it has no claims.
func (s *jwtScheme) sign(payload []byte) (string, error) {
	if len(s.config.issuers) > 0 {
		return "", &WebhookSignError{Problem: "a payload that is no object of claims can't carry the issuer; use SignClaims"}
	}
	return s.serialize(`{"alg":"`+s.algorithm()+`"}`, payload)
}

func (s *jwtScheme) algorithm() string {
	if s.config.method == "" {
		return "HS256"
	}
	return s.config.method
}

func (s *jwtScheme) serialize(header string, payload []byte) (string, error) {
	key, name := s.keys[0], s.algorithm()
	switch {
	case key.private == nil:
		return "", &WebhookSignError{Problem: "a public key can't sign"}
	case !slices.Contains(key.algorithms, name):
		return "", &WebhookSignError{Problem: fmt.Sprintf("%s does not sign with %s; choose WithAlgorithm", key.name, name)}
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(header)) + "." + base64.RawURLEncoding.EncodeToString(payload)
	signature, err := jwt.GetSigningMethod(name).Sign(text, key.private)
	if err != nil {
		return "", &WebhookSignError{Problem: "the key can't be used", Err: err}
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}

// signClaims makes a JWT, as jsonwebtoken does: iat behind the claims, then iss.
func (s *jwtScheme) signClaims(claims any) (string, error) {
	text, err := marshal(claims)
	if err != nil {
		return "", &WebhookSignError{Problem: "the claims are not JSON", Err: err}
	}
	var known map[string]json.RawMessage
	if err := json.Unmarshal(text, &known); err != nil || known == nil {
		return "", &WebhookSignError{Problem: "claims are an object"}
	}
	for _, name := range []string{"iat", "exp", "nbf"} {
		if v, ok := known[name]; ok && !isNumber(v) {
			return "", &WebhookSignError{Problem: "the claim " + name + " is a number of seconds"}
		}
	}
	if text, err = s.complete(text, known); err != nil {
		return "", err
	}
	return s.serialize(`{"alg":"`+s.algorithm()+`","typ":"JWT"}`, text)
}

// isNumber reports whether a value in JSON is a number.
func isNumber(raw json.RawMessage) bool {
	return len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9')
}

// complete adds the claims that the signer sets.
func (s *jwtScheme) complete(text []byte, known map[string]json.RawMessage) ([]byte, error) {
	add := func(name, value string) {
		text = bytes.TrimSuffix(text, []byte("}"))
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "%q:%s}", name, value)
	}
	if _, ok := known["iat"]; !ok {
		iat, err := inSeconds.format(s.config.clock())
		if err != nil {
			return nil, err
		}
		add("iat", iat)
	}
	if !s.config.issuersSet {
		return text, nil
	}
	if _, ok := known["iss"]; ok {
		return nil, &WebhookSignError{Problem: "the claims have an iss and the verifier an issuer; want one of them"}
	}
	if len(s.config.issuers) != 1 {
		return nil, &WebhookSignError{Problem: "a token has one issuer, the verifier not"}
	}
	iss, err := marshal(s.config.issuers[0])
	add("iss", string(iss))
	return text, err
}
