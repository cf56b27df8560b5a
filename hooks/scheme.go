package hooks

import (
	"encoding/hex"
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
	signature := s.keys.sign(&content{before: [4]string{t, "."}, body: payload}, hex.AppendEncode, []byte("t="+t+",v1="))
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
	t, v1, ok := parseScheme(trimSpace(signature))
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
	t = withoutZeros(t)
	c := content{before: [4]string{t, "."}, body: payload}
	for _, key := range s.keys {
		if hasV1(key, &c, v1) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

// withoutZeros is a time as it is signed: the signature is of the number.
func withoutZeros(t string) string {
	for len(t) > 1 && t[0] == '0' {
		t = t[1:]
	}
	return t
}

func (s *timestampScheme) signedTime(_ *Delivery, signature string) (string, bool) {
	t, _, ok := parseScheme(trimSpace(signature))
	return withoutZeros(t), ok
}

// hasV1 tells whether any v1 among pairs is key's MAC of c.
func hasV1(key *mac, c *content, pairs string) bool {
	state, sum := key.sum(c)
	found := false
	for more := true; more; {
		var pair string
		pair, pairs, more = cutPair(pairs)
		if digits, ok := strings.CutPrefix(pair, "v1="); ok {
			found = equalHex(sum, digits) || found
		}
	}
	key.done(state)
	return found
}

// parseScheme reads a header of key=value pairs, in any order, with schemes that
// it does not know: its one t, and its pairs from the first v1 on. Anything else
// in the header is refused.
func parseScheme(header string) (t, v1 string, ok bool) {
	if len(header) > maxSignature {
		return "", "", false
	}
	for rest, more := header, true; more; {
		var pair string
		from := rest
		pair, rest, more = cutPair(rest)
		switch {
		case strings.HasPrefix(pair, "v1="):
			if v1 == "" {
				v1 = from
			}
		case strings.HasPrefix(pair, "t="):
			if ok {
				return "", "", false
			}
			t, ok = pair[len("t="):], true
		case strings.IndexByte(pair, '=') <= 0:
			return "", "", false
		}
	}
	return t, v1, ok
}

// cutPair is strings.Cut at a comma, which costs less for a single byte.
func cutPair(pairs string) (pair, rest string, more bool) {
	if i := strings.IndexByte(pairs, ','); i >= 0 {
		return pairs[:i], pairs[i+1:], true
	}
	return pairs, "", false
}

// parseTimestamp reads a whole number without sign.
func parseTimestamp(t string) (at float64, ok bool) {
	if t == "" || len(t) > maxTimestamp {
		return 0, false
	}
	var n uint64
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' {
			return 0, false
		}
		n = n*10 + uint64(t[i]-'0')
	}
	return float64(n), true
}
