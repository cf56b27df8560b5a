package hooks_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"signalbox/hooks"
)

// flips calls f with every text that differs from text in one bit.
func flips(text string, f func(changed string, bit int)) {
	for bit := range 8 * len(text) {
		changed := []byte(text)
		changed[bit/8] ^= 1 << (bit % 8)
		f(string(changed), bit)
	}
}

// A party is a verifier with a signature that it accepts.
type party struct {
	kind    string
	secret  string
	payload string
	covers  bool // the signature covers the payload
	options []hooks.Option
}

const (
	passport = "MY_VOICE_IS_MY_PASSPORT_VERIFY_ME"
	// base64Passport has no spare bits: its length is a multiple of four digits.
	base64Passport = "TVlfVk9JQ0VfSVNfTVlfUEFTU1BPUlRf"
)

var parties = []party{
	{"secretKeyVerifier", passport, `{"a":1}`, false, nil},
	{"sha1Verifier", passport, `{"a":1}`, true, nil},
	{"sha256Verifier", passport, `{"a":1}`, true, nil},
	{"base64Sha1Verifier", base64Passport, `{"a":1}`, true, nil},
	{"base64Sha256Verifier", base64Passport, `{"a":1}`, true, nil},
	{"timestampSchemeVerifier", passport, `{"a":1}`, true, []hooks.Option{at(now)}},
	{"jwtVerifier", passport, `{"a":1}`, true, []hooks.Option{hooks.WithBodyHash()}},
}

// TestEveryBitCounts changes each bit of payload, signature and secret, for every
// verifier, and wants a refusal.
func TestEveryBitCounts(t *testing.T) {
	for _, p := range parties {
		t.Run(string(p.kind), func(t *testing.T) {
			v, err := hooks.NewVerifier(p.kind, append(p.options, hooks.WithSecrets(p.secret))...)
			if err != nil {
				t.Fatal(err)
			}
			signature, err := v.Sign([]byte(p.payload))
			if err != nil {
				t.Fatal(err)
			}
			if err := v.Verify([]byte(p.payload), signature); err != nil {
				t.Fatal(err)
			}
			flips(signature, func(changed string, bit int) {
				if v.Verify([]byte(p.payload), changed) == nil {
					t.Errorf("signature, bit %d: %q is accepted for %q", bit, changed, signature)
				}
			})
			flips(p.payload, func(changed string, bit int) {
				if p.covers && v.Verify([]byte(changed), signature) == nil {
					t.Errorf("payload, bit %d: %q is accepted", bit, changed)
				}
			})
			flips(p.secret, func(changed string, bit int) {
				other, err := hooks.NewVerifier(p.kind, append(p.options, hooks.WithSecrets(changed))...)
				if err == nil && other.Verify([]byte(p.payload), signature) == nil {
					t.Errorf("secret, bit %d: %q is accepted", bit, changed)
				}
			})
		})
	}
}

// TestEveryBitOfClaimsCounts is the same for a token of claims.
func TestEveryBitOfClaimsCounts(t *testing.T) {
	for _, algorithm := range []string{"HS256", "HS512"} {
		v, err := hooks.NewVerifier("jwtVerifier", hooks.WithSecrets(passport), hooks.WithAlgorithm(algorithm))
		if err != nil {
			t.Fatal(err)
		}
		payload := `{"a":1}`
		token, err := v.SignClaims(map[string]any{"sha256": hooks.BodyHash([]byte(payload))})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Verify([]byte(payload), token); err != nil {
			t.Fatal(err)
		}
		flips(token, func(changed string, bit int) {
			if v.Verify([]byte(payload), changed) == nil {
				t.Errorf("%s: token, bit %d is accepted", algorithm, bit)
			}
		})
		flips(payload, func(changed string, bit int) {
			if v.Verify([]byte(changed), token) == nil {
				t.Errorf("%s: payload, bit %d is accepted", algorithm, bit)
			}
		})
	}
}

// TestEveryBitOfDeliveriesCounts changes each bit of the body, of the headers that
// a preset signs with, and of the secret.
func TestEveryBitOfDeliveriesCounts(t *testing.T) {
	for name, s := range signers(t) {
		t.Run(name, func(t *testing.T) {
			kind, _, _ := strings.Cut(name, " ")
			check := newPreset(t, kind, s.verify[0])
			if err := check.Authenticate(s.delivery); err != nil {
				t.Fatal(err)
			}
			for header := range s.delivery.Header {
				flips(s.delivery.Header.Get(header), func(changed string, bit int) {
					d := *s.delivery
					d.Header = s.delivery.Header.Clone()
					d.Header[header] = []string{changed}
					if check.Authenticate(&d) == nil {
						t.Errorf("%s, bit %d: %q is accepted", header, bit, changed)
					}
				})
			}
			flips(string(s.delivery.Body), func(changed string, bit int) {
				d := *s.delivery
				d.Body = []byte(changed)
				if kind != "gitlab" && check.Authenticate(&d) == nil {
					t.Errorf("body, bit %d: %q is accepted", bit, changed)
				}
			})
			flips(s.verify[0], func(changed string, bit int) {
				other, err := hooks.NewPreset(kind, hooks.WithSecrets(changed), at(now))
				if err == nil && other.Authenticate(s.delivery) == nil {
					t.Errorf("secret, bit %d is accepted", bit)
				}
			})
		})
	}
}

func newPreset(t testing.TB, name string, secrets ...string) *hooks.Preset {
	t.Helper()
	p, err := hooks.NewPreset(name, hooks.WithSecrets(secrets...), at(now))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// FuzzVerify looks for panics, and for signatures that are accepted though nobody
// made them.
func FuzzVerify(f *testing.F) {
	var verifiers []*hooks.Verifier
	own := map[string]bool{passport: true, base64Passport: true}
	for _, p := range parties {
		v, err := hooks.NewVerifier(p.kind, append(p.options, hooks.WithSecrets(p.secret))...)
		if err != nil {
			f.Fatal(err)
		}
		signature, err := v.Sign([]byte(p.payload))
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(p.payload), signature, "1700000000", "msg_1", "a=1")
		own[signature] = true
		verifiers = append(verifiers, v)
	}
	type signedBy struct {
		preset *hooks.Preset
		header http.Header
	}
	var all []signedBy
	for name, s := range signers(f) {
		kind, _, _ := strings.Cut(name, " ")
		all = append(all, signedBy{newPreset(f, kind, s.verify...), s.delivery.Header})
		signature := s.delivery.Header.Get(s.preset.SignatureHeader())
		f.Add(s.delivery.Body, signature, "1700000000", s.delivery.Header.Get("webhook-id"), "a=1")
		own[signature] = true
	}
	for _, text := range []string{"t=1700000000000,v1=", "v1,", "sha256=", "a.b.c", "....", "=", "eyJhbGciOiJub25lIn0.e30."} {
		f.Add([]byte("{}"), text, "1700000000", "msg_1", "bodySHA256=00")
	}
	f.Fuzz(func(t *testing.T, payload []byte, signature, timestamp, id, query string) {
		for _, v := range verifiers {
			if v.Verify(payload, signature) == nil && !own[strings.TrimSpace(signature)] && !lenient(own, signature) {
				t.Errorf("%s accepts %q of %q", v.Kind(), signature, payload)
			}
		}
		for _, by := range all {
			p := by.preset
			d := &hooks.Delivery{URL: "https://example.com/in?" + query, Body: payload, Header: by.header.Clone()}
			for name := range d.Header {
				switch {
				case strings.HasSuffix(name, "Timestamp"):
					d.Header.Set(name, timestamp)
				case strings.HasSuffix(name, "Id"):
					d.Header.Set(name, id)
				}
			}
			d.Header.Set(p.SignatureHeader(), signature)
			if p.Authenticate(d) == nil && !lenient(own, signature) {
				t.Errorf("%s accepts %q of %q", p.Name(), signature, payload)
			}
			p.Type(d)
			p.ID(d)
			p.Handshake(d)
		}
	})
}

// FuzzFetched is FuzzVerify for the presets that can't sign, with what is fetched as their keys.
func FuzzFetched(f *testing.F) {
	secrets := map[string]string{
		"mailgun": "key", "paypal": "8PT597110X687430LKGECATA", "plaid": "client:secret", "pubsub": "push@project.iam.gserviceaccount.com",
		"sns": "arn:aws:sns:us-east-1:123456789012:topic",
	}
	for _, name := range hooks.Presets() {
		if kind := strings.TrimSuffix(name, "-sandbox"); !slices.Contains(signing(), name) && secrets[kind] == "" {
			f.Errorf("%s is not fuzzed", name)
		}
	}
	const keys = `{"keys":[{"kty":"RSA","kid":"k1","alg":"RS256","n":"AQAB","e":"AQAB"}],"key":{"kty":"EC","crv":"P-256","kid":"k1","x":"AQ","y":"AQ"}}`
	for _, body := range []string{
		`{"signature":{"timestamp":"1700000000","token":"t","signature":"00"}}`, `{"webhook_code":"X"}`, `{"message":{"messageId":"1"}}`,
		`{"Type":"Notification","MessageId":"1","TopicArn":"arn:aws:sns:us-east-1:123456789012:topic","Message":"m","Timestamp":"2023-11-14T22:13:20Z","SignatureVersion":"2","Signature":"AAAA","SigningCertURL":"https://sns.us-east-1.amazonaws.com/a.pem"}`,
	} {
		for _, signature := range []string{"AAAA", "Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.AAAA", "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsxIn0.eyJpYXQiOjE3MDAwMDAwMDB9.AAAA"} {
			f.Add([]byte(body), signature, "2023-11-14T22:13:20Z", "https://api.paypal.com/v1/notifications/certs/a", keys)
		}
	}
	quiet := hooks.WithLogger(slog.New(slog.DiscardHandler))
	f.Fuzz(func(t *testing.T, body []byte, signature, timestamp, address, keys string) {
		fetch := &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(keys))}, nil
		})}
		for name, secret := range secrets {
			options := []hooks.Option{hooks.WithSecrets(secret), at(now), quiet}
			if name != "mailgun" {
				options = append(options, hooks.WithHTTPClient(fetch))
			}
			if name == "pubsub" {
				options = append(options, hooks.WithURL("https://example.com/in"))
			}
			p, err := hooks.NewPreset(name, options...)
			if err != nil {
				t.Fatal(err)
			}
			d := &hooks.Delivery{Method: "POST", URL: "/in", Body: body, Header: http.Header{}}
			for header, value := range map[string]string{
				p.SignatureHeader(): signature, "Paypal-Transmission-Id": "1", "Paypal-Transmission-Time": timestamp, "Paypal-Auth-Algo": "SHA256withRSA", "Paypal-Cert-Url": address,
			} {
				d.Header.Set(header, value)
			}
			if p.Authenticate(d) == nil {
				t.Errorf("%s accepts %q, %q", name, body, signature)
			}
			p.Type(d)
			p.ID(d)
			p.Handshake(d)
		}
	})
}

// lenient tells whether a signature is one of ours but for what the base64
// verifiers and lists of signatures allow around it.
func lenient(own map[string]bool, signature string) bool {
	for known := range own {
		bare := strings.TrimRight(known, "=")
		if bytes.Contains([]byte(strings.NewReplacer("-", "+", "_", "/").Replace(signature)), []byte(strings.NewReplacer("-", "+", "_", "/").Replace(bare))) {
			return true
		}
		if digits := strings.TrimPrefix(bare, "t=1700000000000,"); strings.Contains(signature, digits) {
			return true
		}
	}
	return false
}
