package hooks

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// secretPrefixes begin the secrets and keys of Standard Webhooks, Svix and Stripe.
var secretPrefixes = []string{"whsec_", "whsk_", "whpk_"}

// keys returns the secrets and keys that were given: at least one, none blank, and
// none with a line break or a space around it unless WithExactSecrets takes those.
func (c *config) keys() ([]string, error) {
	secrets := c.secrets
	if !c.secretsSet {
		secret := os.Getenv("WEBHOOK_SECRET")
		if secret == "" {
			return nil, &ConfigError{Setting: "secret", Problem: "there is none: give WithSecrets, or set the environment's WEBHOOK_SECRET"}
		}
		secrets = []string{secret}
	}
	if len(secrets) == 0 {
		return nil, &ConfigError{Setting: "secret", Problem: "WithSecrets was given none"}
	}
	for i, s := range secrets {
		switch {
		case s == "":
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d is empty: an empty secret would accept forgeries", i+1)}
		case strings.TrimSpace(s) == "":
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d is blank: whoever guesses that could forge", i+1)}
		case c.exact:
		case strings.Contains(s, byteOrderMark):
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d has a byte order mark, as from a file: remove it with strings.Trim(secret, \"\\ufeff\")", i+1)}
		case len(s) > 1 && s[0] == s[len(s)-1] && (s[0] == '"' || s[0] == '\''):
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d has quotes around it, as from a file of settings: remove them; with WithExactSecrets they are a part of it", i+1)}
		case strings.TrimSpace(s) != s && !isPEM(s):
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d has a line break or a space around it, as from a file: remove it with strings.TrimSpace", i+1)}
		case slices.Contains(secretPrefixes, s):
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d is only the prefix %s, which everybody knows", i+1, s)}
		}
	}
	c.secrets = secrets
	return secrets, nil
}

// sharedSecrets are keys that nobody else may know: none is a public key.
func (c *config) sharedSecrets() ([]string, error) {
	secrets, err := c.keys()
	if err != nil {
		return nil, err
	}
	for i, s := range secrets {
		if isPublicKey(s) {
			return nil, &ConfigError{Setting: "secret", Problem: fmt.Sprintf("number %d is a public key, with which everybody could sign; want the secret that sender and receiver share", i+1)}
		}
	}
	return secrets, nil
}

func isPEM(text string) bool { return strings.Contains(text, "-----BEGIN ") }

// isPublicKey reports whether a secret is a public key or a certificate in one of
// the forms that they are written in: PEM in any case, OpenSSH, PGP, XML, JWK or
// DER, and these in base64 or hex.
func isPublicKey(secret string) bool {
	if isPublicText(secret) || isPublicDER([]byte(secret)) {
		return true
	}
	bare := strings.Join(strings.Fields(secret), "")
	bare, _ = strings.CutPrefix(bare, "whsec_")
	unpadded := strings.TrimRight(bare, "=")
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
	} {
		if decoded, err := decode(unpadded); err == nil && (isPublicText(string(decoded)) || isPublicDER(decoded)) {
			return true
		}
	}
	return false
}

// sshKeys begin the keys of OpenSSH, as text and in base64.
var sshKeys = []string{
	"ssh-rsa ", "ssh-dss ", "ssh-ed25519 ", "ecdsa-sha2-nistp", "sk-ssh-", "sk-ecdsa-",
	"aaaab3nzac1y", "aaaab3nzac1k", "aaaac3nzac1l", "aaaae2vjzhnhlxnoyti", "aaaagnnrlxnzac1l", "aaaainnrlwvjzhnhlxnoyti",
}

func isPublicText(text string) bool {
	lower := strings.ToLower(strings.TrimSpace(text))
	switch {
	case strings.Contains(lower, "-- begin ") || strings.Contains(lower, "--begin "): // PEM, PGP and SSH2
		return strings.Contains(lower, "public key") || strings.Contains(lower, "certificate")
	case strings.Contains(lower, "<rsakeyvalue>"):
		return !strings.Contains(lower, "<d>")
	case strings.HasPrefix(lower, "{"):
		return isPublicJWK(text)
	}
	for _, begin := range sshKeys {
		if strings.HasPrefix(lower, begin) {
			return true
		}
	}
	return false
}

// isPublicJWK reports whether text is a JSON Web Key, or a set of them, without
// private parts.
func isPublicJWK(text string) bool {
	type jwk struct {
		Type    string `json:"kty"`
		Private string `json:"d"`
	}
	var set struct {
		jwk
		Keys []jwk `json:"keys"`
	}
	if json.Unmarshal([]byte(text), &set) != nil {
		return false
	}
	for _, key := range append(set.Keys, set.jwk) {
		if key.Type != "" && !strings.EqualFold(key.Type, "oct") && key.Private == "" {
			return true
		}
	}
	return false
}

func isPublicDER(der []byte) bool {
	if len(der) == 0 || der[0] != 0x30 { // a sequence
		return false
	}
	_, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		_, err = x509.ParsePKCS1PublicKey(der)
	}
	if err != nil {
		_, err = x509.ParseCertificate(der)
	}
	return err == nil
}
