package hooks

import (
	"crypto/hmac"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// maxSignature bounds what is looked at in a signature header.
const maxSignature = 16 << 10

// maxTimestamp is how many digits a timestamp may have: more are no time, and
// could not be computed with exactly.
const maxTimestamp = 16

// A timestampScheme is t=<time>,v1=<hex of the HMAC-SHA256 of "<t>.<payload>">, with
// milliseconds.
type timestampScheme struct {
	keys   keyring
	config *config
}

// timestampForm is what a timestampScheme writes.
var timestampForm = form{time: "t=", comma: ",", prefix: "v1="}

func (s *timestampScheme) sign(payload []byte) (string, error) {
	t, err := UnixMilli.format(s.config.clock())
	if err != nil {
		return "", err
	}
	signature := s.keys.sign(&content{before: [4]string{t, "."}, body: payload}, hex.AppendEncode, timestampForm.begin(t))
	return string(signature), nil
}

func (s *timestampScheme) verify(payload []byte, signature string) error {
	t, pairs, err := timestampForm.read(signature, UnixMilli, s.config)
	if err != nil {
		return err
	}
	c := content{before: [4]string{t, "."}, body: payload}
	for _, key := range s.keys {
		if timestampForm.has(key, &c, pairs, true) {
			return nil
		}
	}
	return refuse(ReasonMismatch)
}

func (s *timestampScheme) signedTime(_ *Delivery, signature string) (string, bool) {
	return timestampForm.signedTime(signature)
}

// begin is what a form has before the signature.
func (f form) begin(timestamp string) []byte {
	if !f.timed() {
		return []byte(f.prefix)
	}
	return []byte(f.time + timestamp + f.comma + f.prefix)
}

// read returns the time of pairs, as it is signed, if it is near enough to now, and the pairs
// from the first signature on.
func (f form) read(header string, format TimeFormat, c *config) (t, pairs string, err error) {
	if header == "" {
		return "", "", refuse(ReasonMissing)
	}
	t, pairs, ok := f.parse(trimSpace(header))
	if !ok {
		return "", "", refuse(ReasonMalformed)
	}
	at, ok := format.parse(t)
	if !ok {
		return "", "", refuse(ReasonMalformed)
	}
	if !c.inTime(at) {
		return "", "", refuse(ReasonTimestamp)
	}
	return withoutZeros(t), pairs, nil
}

func (f form) signedTime(header string) (string, bool) {
	t, _, ok := f.parse(trimSpace(header))
	return withoutZeros(t), ok
}

// withoutZeros is a time as it is signed: the signature is of the number.
func withoutZeros(t string) string {
	for len(t) > 1 && t[0] == '0' {
		t = t[1:]
	}
	return t
}

// has reports whether any signature among pairs is key's MAC of c.
func (f form) has(key *mac, c *content, pairs string, inHex bool) bool {
	state, sum := key.sum(c)
	found := false
	for more := true; more; {
		var pair string
		pair, pairs, more = f.cutPair(pairs)
		if text, ok := strings.CutPrefix(pair, f.prefix); ok {
			found = equalDigest(sum, text, inHex) || found
		}
	}
	key.done(state)
	return found
}

// equalDigest reports in constant time whether a text is a digest.
func equalDigest(sum []byte, text string, inHex bool) bool {
	if inHex {
		return equalHex(sum, text)
	}
	var digest [maxDigest]byte
	return decodeBase64(digest[:len(sum)], text) && hmac.Equal(sum, digest[:len(sum)])
}

// parse reads a header of pairs, in any order, with pairs that it does not know: its one time,
// and its pairs from the first signature on. Anything else in the header is refused.
func (f form) parse(header string) (t, signatures string, ok bool) {
	if len(header) > maxSignature {
		return "", "", false
	}
	for rest, more := header, true; more; {
		var pair string
		from := rest
		pair, rest, more = f.cutPair(rest)
		switch {
		case strings.HasPrefix(pair, f.prefix):
			if signatures == "" {
				signatures = from
			}
		case strings.HasPrefix(pair, f.time):
			if ok {
				return "", "", false
			}
			t, ok = pair[len(f.time):], true
		case strings.IndexByte(pair, '=') <= 0 || pair[0] <= ' ': // no name, or one that begins elsewhere
			return "", "", false
		}
	}
	return t, signatures, ok
}

// cutPair cuts the first pair off: strings.Cut costs more for a single byte.
func (f form) cutPair(pairs string) (pair, rest string, more bool) {
	i := strings.IndexByte(pairs, f.comma[0])
	if i < 0 {
		return pairs, "", false
	}
	pair, rest = pairs[:i], pairs[i+1:]
	if len(f.comma) > 1 { // ", "
		rest = strings.TrimPrefix(rest, " ")
	}
	return pair, rest, true
}

// parseTimestamp reads a whole number without sign.
func parseTimestamp(t string) (n int64, ok bool) {
	if t == "" || len(t) > maxTimestamp {
		return 0, false
	}
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(t[i]-'0')
	}
	return n, true
}

// A TimeFormat is how a sender writes the time of a signature.
type TimeFormat int

// The formats.
const (
	UnixTime  TimeFormat = iota // 1700000000
	UnixMilli                   // 1700000000000
	RFC3339                     // 2023-11-14T22:13:20Z, with or without fractions
)

// parse reads a time.
func (f TimeFormat) parse(text string) (at time.Time, ok bool) {
	if f == RFC3339 {
		if len(text) > len(time.RFC3339Nano) {
			return at, false
		}
		at, err := time.Parse(time.RFC3339Nano, text)
		return at, err == nil
	}
	n, ok := parseTimestamp(text)
	if f == UnixMilli {
		return time.UnixMilli(n), ok
	}
	return time.Unix(n, 0), ok
}

// format writes a time, which is not before 1970.
func (f TimeFormat) format(now time.Time) (string, error) {
	n := now.Unix()
	switch {
	case n < 0 || now.Year() > 9999:
		return "", &WebhookSignError{Problem: "the current time is not between 1970 and 9999"}
	case f == RFC3339:
		return now.UTC().Format(time.RFC3339), nil
	case f == UnixMilli:
		n = now.UnixMilli()
	}
	return strconv.FormatInt(n, 10), nil
}
