package hooks

import (
	"crypto/subtle"
	"math"
	"strconv"
	"strings"
)

// maxSignature bounds what is looked at in a signature header.
const maxSignature = 16 << 10

// maxTimestamp is how many digits a timestamp may have: more are no time, and
// could not be computed with exactly.
const maxTimestamp = 16

// A timestampScheme is t=<time>,v1=<hex of the HMAC-SHA256 of "<t>.<payload>">.
type timestampScheme struct {
	keys   keyring
	config *config
	unit   float64 // of t, in milliseconds
}

func (s *timestampScheme) sign(payload []byte) (string, error) {
	t, err := formatTimestamp(s.config.now(), s.unit)
	if err != nil {
		return "", err
	}
	signature := s.keys.sign(&content{before: [5]string{t, "."}, body: payload}, appendHex, []byte("t="+t+",v1="))
	return string(signature), nil
}

// formatTimestamp writes a time in a unit. Milliseconds are written as
// JavaScript writes numbers.
func formatTimestamp(now, unit float64) (string, error) {
	if unit != 1 {
		now = math.Floor(now / unit)
	}
	if math.IsNaN(now) || now < 0 || now >= 1e16 {
		return "", &WebhookSignError{Problem: "the current time is no time since 1970"}
	}
	return strconv.FormatFloat(now, 'f', -1, 64), nil
}

func (s *timestampScheme) verify(payload []byte, signature string) error {
	if signature == "" {
		return refuse(ReasonMissing)
	}
	header := trimSpace(signature)
	t, ok := schemeTime(header)
	if !ok {
		return refuse(ReasonMalformed)
	}
	at, ok := parseTimestamp(t)
	if !ok {
		return refuse(ReasonMalformed)
	}
	if !s.config.inTime(at * s.unit) {
		return refuse(ReasonTimestamp)
	}
	for len(t) > 1 && t[0] == '0' {
		t = t[1:] // the signature is of the number
	}
	c := content{before: [5]string{t, "."}, body: payload}
	for _, key := range s.keys {
		if hasV1(key, &c, header) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

// hasV1 tells whether any v1 of a header is key's MAC of c.
func hasV1(key *mac, c *content, header string) bool {
	state, sum := key.sum(c)
	found := 0
	var digest [maxDigest]byte
	for rest, more := header, true; more; {
		var pair string
		pair, rest, more = strings.Cut(rest, ",")
		if digits, ok := strings.CutPrefix(pair, "v1="); ok && decodeHex(digest[:], digits) {
			found |= subtle.ConstantTimeCompare(sum, digest[:])
		}
	}
	key.done(state)
	return found == 1
}

// schemeTime finds the one t in a header of key=value pairs, in any order, with
// schemes that it does not know. Anything else in the header is refused.
func schemeTime(header string) (t string, ok bool) {
	if len(header) > maxSignature {
		return "", false
	}
	for rest, more := header, true; more; {
		var pair string
		pair, rest, more = strings.Cut(rest, ",")
		name, value, isPair := strings.Cut(pair, "=")
		switch {
		case !isPair || name == "":
			return "", false
		case name != "t":
		case ok:
			return "", false
		default:
			t, ok = value, true
		}
	}
	return t, ok
}

// parseTimestamp reads a whole number without sign.
func parseTimestamp(t string) (at float64, ok bool) {
	if t == "" || len(t) > maxTimestamp {
		return 0, false
	}
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' {
			return 0, false
		}
		at = at*10 + float64(t[i]-'0')
	}
	return at, true
}
