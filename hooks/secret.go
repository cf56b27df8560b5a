package hooks

import (
	"crypto/x509"
	"encoding/base64"
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

// isPublicKey reports whether a secret is a public key or a certificate as they are copied: PEM in
// any case, a line of OpenSSH, or base64 of DER.
func isPublicKey(secret string) bool {
	lower := strings.ToLower(strings.TrimSpace(secret))
	switch {
	case strings.Contains(lower, "-begin ") || strings.Contains(lower, "- begin "):
		return strings.Contains(lower, "public key") || strings.Contains(lower, "certificate")
	case strings.HasPrefix(lower, "ssh-") || strings.HasPrefix(lower, "ecdsa-sha2-"):
		return strings.Contains(lower, " ")
	}
	der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(secret), ""))
	if err != nil {
		return false
	}
	if _, err = x509.ParsePKIXPublicKey(der); err != nil {
		_, err = x509.ParseCertificate(der)
	}
	return err == nil
}
