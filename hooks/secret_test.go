package hooks_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"signalbox/hooks"
)

// publicForms are a public key in the forms that it is written in.
func publicForms(t *testing.T, name string, key crypto.Signer) map[string]string {
	t.Helper()
	pkix1, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	block := string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pkix1}))
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "partner"}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]string{
		"PEM": block, "lower-case PEM": strings.ToLower(block), "PEM on one line": strings.ReplaceAll(block, "\n", `\n`), "PEM indented": "  " + block,
		"PEM in base64": base64.StdEncoding.EncodeToString([]byte(block)), "DER": string(pkix1), "DER in base64": base64.StdEncoding.EncodeToString(pkix1),
		"DER in base64url": base64.RawURLEncoding.EncodeToString(pkix1), "DER in hex": hex.EncodeToString(pkix1),
		"DER in lines of base64": strings.Join(strings.SplitAfter(strings.TrimSuffix(strings.SplitN(block, "\n", 2)[1], "-----END PUBLIC KEY-----\n"), "\n"), " "),
		"certificate":            string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})), "certificate in base64": base64.StdEncoding.EncodeToString(certificate),
	}
	if k, ok := key.Public().(*rsa.PublicKey); ok {
		n, e := base64.RawURLEncoding.EncodeToString(k.N.Bytes()), base64.RawURLEncoding.EncodeToString(big.NewInt(int64(k.E)).Bytes())
		forms["JWK"] = fmt.Sprintf(`{"kty":"RSA","n":%q,"e":%q}`, n, e)
		forms["JWKS"] = fmt.Sprintf(` {"keys":[{"kty":"RSA","n":%q,"e":%q}]}`, n, e)
		forms["JWK in base64"] = base64.StdEncoding.EncodeToString([]byte(forms["JWK"]))
		forms["PKCS #1"] = string(x509.MarshalPKCS1PublicKey(k))
		forms["PKCS #1 in base64"] = base64.StdEncoding.EncodeToString(x509.MarshalPKCS1PublicKey(k))
		forms["ssh"] = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 partner@example.com"
		forms["ssh in capitals"] = "SSH-RSA AAAAB3NzaC1yc2EAAAADAQABAAABgQC7"
		forms["ssh without its name"] = "AAAAB3NzaC1yc2EAAAADAQABAAABgQC7"
		forms["SSH2"] = "---- BEGIN SSH2 PUBLIC KEY ----\nAAAAB3NzaC1yc2E\n---- END SSH2 PUBLIC KEY ----"
		forms["PGP"] = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBF\n-----END PGP PUBLIC KEY BLOCK-----"
		forms["XML"] = "<RSAKeyValue><Modulus>AQAB</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>"
	}
	if _, ok := key.Public().(ed25519.PublicKey); ok {
		forms["ssh"] = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
	}
	named := map[string]string{}
	for form, text := range forms {
		named[name+", "+form] = text
	}
	return named
}

func TestPublicKeysAreNoSecrets(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for keyName, key := range map[string]crypto.Signer{"RSA": rsaKey, "EC": ecKey, "Ed25519": ed25519.NewKeyFromSeed(make([]byte, 32))} {
		for name, public := range publicForms(t, keyName, key) {
			makers := map[string]func(hooks.Option) error{}
			for _, kind := range hooks.Verifiers() {
				if kind != "skipVerifier" && (kind != "jwtVerifier" || !strings.Contains(public, "-----BEGIN ")) {
					makers[string(kind)] = func(o hooks.Option) error { _, err := hooks.NewVerifier(kind, o); return err }
				}
			}
			for _, preset := range hooks.Presets() {
				if preset != "sendgrid" {
					makers[preset] = func(o hooks.Option) error { _, err := hooks.NewPreset(preset, o); return err }
				}
			}
			for maker, make := range makers {
				var config *hooks.ConfigError
				if err := make(hooks.WithSecrets(public)); !errors.As(err, &config) || config.Setting != "secret" {
					t.Errorf("%s takes a public key (%s): %v", maker, name, err)
				}
			}
		}
	}
	// What only looks a bit like one.
	for _, secret := range []string{
		passport, base64Passport, "ssh-rsa", "{not JSON", `{"kty":"oct","k":"c2VjcmV0"}`, `{"kty":"RSA","n":"AQAB","d":"c2VjcmV0"}`, "MEUCIQ", "3045", "-----BEGIN", "public key",
		hex.EncodeToString([]byte("0123456789abcdef0123456789abcdef")), "a secret with spaces",
	} {
		if _, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(secret)); err != nil {
			t.Errorf("%q is refused: %v", secret, err)
		}
	}
}

func TestSecretsThatCannotBeMeant(t *testing.T) {
	for _, secret := range []string{" ", "\t", "\n", "\u00a0", passport + "\n", passport + "\r\n", "\n" + passport, passport + "\n\n", " " + passport, passport + " ", passport + "\t", passport + "\u00a0", "\ufeff" + passport, passport + "\ufeff", "whsec_", "whsk_", "whpk_"} {
		for _, kind := range hooks.Verifiers() {
			if kind == "skipVerifier" {
				continue
			}
			var config *hooks.ConfigError
			_, err := hooks.NewVerifier(kind, hooks.WithSecrets(base64Passport, secret))
			if !errors.As(err, &config) || config.Setting != "secret" || strings.Contains(err.Error(), passport) {
				t.Errorf("%s takes the secret %q: %v", kind, secret, err)
			}
			t.Setenv("WEBHOOK_SECRET", secret)
			if _, err := hooks.NewVerifier(kind); err == nil {
				t.Errorf("%s takes the environment's secret %q", kind, secret)
			}
		}
		if _, err := hooks.NewPreset("github", hooks.WithSecrets(secret)); err == nil {
			t.Errorf("GitHub takes the secret %q", secret)
		}
	}
}

// An algorithm that is named is the only one: a token of another one isn't
// accepted, though its key would do.
func TestAlgorithmIsPinned(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, _ := x509.MarshalPKCS8PrivateKey(key)
	private := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	for secret, algorithms := range map[string][]string{passport: {"HS256", "HS384", "HS512"}, private: {"RS256", "RS512", "PS256"}} {
		free := verifier(t, "jwtVerifier", hooks.WithSecrets(secret))
		for _, signs := range algorithms {
			token, err := verifier(t, "jwtVerifier", hooks.WithSecrets(secret), hooks.WithAlgorithm(signs)).SignClaims(map[string]int{"n": 1})
			if err != nil {
				t.Fatal(err)
			}
			if err := free.Verify(nil, token); err != nil {
				t.Errorf("%s, any algorithm: %v", signs, err)
			}
			for _, accepts := range algorithms {
				err := verifier(t, "jwtVerifier", hooks.WithSecrets(secret), hooks.WithAlgorithm(accepts)).Verify(nil, token)
				if (err == nil) != (signs == accepts) {
					t.Errorf("%s where %s is wanted: %v", signs, accepts, err)
				}
			}
		}
	}
	if _, err := hooks.NewVerifier("jwtVerifier", hooks.WithSecrets(passport, private), hooks.WithAlgorithm("HS256")); err == nil {
		t.Error("an algorithm that one of the keys hasn't")
	}
}

// TestExactSecrets: what is around a secret is refused, or belongs to it.
func TestExactSecrets(t *testing.T) {
	for _, secret := range []string{"s3cret\n", " s3cret", "\ufeffs3cret"} {
		if _, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(secret)); err == nil {
			t.Errorf("%q is taken", secret)
		}
		exact := verifier(t, "sha256Verifier", hooks.WithSecrets(secret), hooks.WithExactSecrets())
		signature, err := exact.Sign([]byte("x"))
		if err != nil || exact.Verify([]byte("x"), signature) != nil || verifier(t, "sha256Verifier", hooks.WithSecrets("s3cret")).Verify([]byte("x"), signature) == nil {
			t.Errorf("%q is not taken as it is: %v", secret, err)
		}
	}
	for _, secret := range []string{"", " \n"} {
		if _, err := hooks.NewVerifier("sha256Verifier", hooks.WithSecrets(secret), hooks.WithExactSecrets()); err == nil {
			t.Errorf("%q is taken", secret)
		}
	}
}

func TestOtherKeysOfASender(t *testing.T) {
	for name, secret := range map[string]string{"stripe": "sk_live_51H", "github": "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "slack": "xoxb-17653672481", "shopify": "shpat_38a1"} {
		_, err := hooks.NewPreset(name, hooks.WithSecrets("right", secret))
		if want := fmt.Sprintf("number 2 begins with %s, as the API keys of %s do", secret[:strings.IndexAny(secret, "_-")+1], name); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := hooks.NewPreset("mux", hooks.WithSecrets("sk_live_51H")); err != nil {
		t.Errorf("another sender's secret: %v", err)
	}
}
