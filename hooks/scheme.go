package hooks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxSignature bounds what is looked at in a signature header.
const maxSignature = 16 << 10

// maxTimestamp is how many digits a timestamp may have: more are no time, and
// could not be computed with exactly.
const maxTimestamp = 16

// A form is what is in the header of a signature.
type form struct {
	prefix   string // of each signature: "sha256=", "v1="
	time     string // of pairs: "t="
	comma    string // between pairs, or the signatures of a list
	encoding encoding
}

// timed reports whether the header has the time, too.
func (f form) timed() bool { return f.time != "" }

// parseForm reads "sha256={hex}", "v1,{base64} v1,{base64}" and "t={time},v1={hex}".
func parseForm(text string) (form, error) {
	if text == "" {
		return form{}, nil
	}
	parts, err := cutParts(text, hexPart, base64Part, timePart)
	if err != nil {
		return form{}, err
	}
	signature := parts[len(parts)-1]
	if parts[0] == signature {
		parts = append(template{""}, parts...)
	}
	f := form{prefix: parts[0]}
	if signature == base64Part {
		f.encoding = inBase64
	}
	isSignature := signature == hexPart || signature == base64Part
	if len(parts) == 4 && (parts[1] == timePart || parts[1] == signature) {
		f.prefix = strings.TrimLeft(parts[2], ",; ")
		f.comma = strings.TrimSuffix(parts[2], f.prefix)
		if parts[1] == timePart {
			f.time = parts[0]
		}
		isSignature = isSignature && f.isList(parts[0])
	} else if len(parts) != 2 {
		isSignature = false
	}
	if !isSignature {
		return form{}, fmt.Errorf("the Form %q: want PREFIX{hex} or PREFIX{base64}, a list as in v1,{base64} v1,{base64}, or pairs as in t={time},v1={hex}, the time first", text)
	}
	return f, nil
}

// isList reports whether a form of several parts, of which this is the first, can be read.
func (f form) isList(first string) bool {
	switch {
	case !slices.Contains([]string{",", ";", " ", ", ", "; "}, f.comma):
		return false
	case f.timed():
		return isName(f.time) && isName(f.prefix) && f.time != f.prefix
	}
	return f.prefix == first && !strings.Contains(f.prefix, f.comma[:1])
}

// isName reports whether a text is a pair's name and its "=".
func isName(text string) bool {
	name, ok := strings.CutSuffix(text, "=")
	return ok && name != "" && !strings.ContainsAny(name, "=,; ")
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
func (f form) read(header string, format timeHeader, c *config) (t, pairs string, err error) {
	t, pairs, ok := f.parse(trimSpace(header))
	if !ok {
		return "", "", refuse(ReasonMalformed)
	}
	t = withoutZeros(t)
	return t, pairs, format.check(t, c)
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

// match reports whether a key's MAC of c is among the signatures of a header.
func (f form) match(keys keyring, c *content, signatures string) bool {
	for _, key := range keys {
		state, sum := key.sum(c)
		found := f.has(sum, signatures)
		key.done(state)
		if found {
			return true
		}
	}
	return false
}

func (f form) has(sum []byte, signatures string) bool {
	found := false
	for more := true; more; {
		var one string
		one, signatures, more = f.cut(signatures)
		if text, ok := strings.CutPrefix(one, f.prefix); ok {
			found = f.encoding.equal(sum, text) || found
		}
	}
	return found
}

// decode decodes the digest of a header that has just one.
func (f form) decode(digest []byte, signature string) bool {
	text, ok := strings.CutPrefix(signature, f.prefix)
	return ok && f.encoding.decode(digest, text)
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
		pair, rest, more = f.cut(rest)
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

// cut cuts the first pair off: strings.Cut costs more for a single byte.
func (f form) cut(pairs string) (pair, rest string, more bool) {
	if f.comma == "" {
		return pairs, "", false
	}
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

// A timeFormat is how a sender writes the time of a signature.
type timeFormat int

const (
	inSeconds      timeFormat = iota // 1700000000
	inMilliseconds                   // 1700000000000
	inRFC3339                        // 2023-11-14T22:13:20Z, with or without fractions
)

// name is what the format is called.
func (f timeFormat) name() string {
	return [...]string{inSeconds: "seconds since 1970", inMilliseconds: "milliseconds since 1970", inRFC3339: "RFC 3339"}[f]
}

// digits is how many digits a time of the present has, or 0 if it has other characters.
func (f timeFormat) digits() int {
	return [...]int{inSeconds: 10, inMilliseconds: 13, inRFC3339: 0}[f]
}

// parse reads a time.
func (f timeFormat) parse(text string) (at time.Time, ok bool) {
	if f == inRFC3339 {
		if len(text) > len(time.RFC3339Nano) {
			return at, false
		}
		at, err := time.Parse(time.RFC3339Nano, text)
		return at, err == nil
	}
	n, ok := parseTimestamp(text)
	if f == inMilliseconds {
		return time.UnixMilli(n), ok
	}
	return time.Unix(n, 0), ok
}

// format writes a time, which is not before 1970.
func (f timeFormat) format(now time.Time) (string, error) {
	n := now.Unix()
	switch {
	case n < 0 || now.Year() > 9999:
		return "", &WebhookSignError{Problem: "the current time is not between 1970 and 9999"}
	case f == inRFC3339:
		return now.UTC().Format(time.RFC3339), nil
	case f == inMilliseconds:
		n = now.UnixMilli()
	}
	return strconv.FormatInt(n, 10), nil
}
