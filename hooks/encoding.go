package hooks

import (
	"crypto/ed25519"
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

var (
	stdBase64    = base64.StdEncoding
	strictBase64 = stdBase64.Strict()
	rawBase64    = base64.RawStdEncoding.Strict()
	oneAlphabet  = strings.NewReplacer("-", "+", "_", "/")
)

// base64Digits are those of both alphabets.
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"

// decodeBase64Leniently decodes as Node's Buffer.from(s, "base64") does: either
// alphabet, other characters ignored, everything from the first = on dropped,
// bits that make no whole byte dropped.
func decodeBase64Leniently(s string) []byte {
	if out, err := stdBase64.DecodeString(s); err == nil {
		return out // as nearly everybody writes it
	}
	s, _, _ = strings.Cut(s, "=")
	s = oneAlphabet.Replace(strings.Map(func(c rune) rune {
		if strings.ContainsRune(base64Digits, c) {
			return c
		}
		return -1
	}, s))
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	out, _ := base64.RawStdEncoding.DecodeString(s)
	return out
}

// decodeHex decodes the lowercase hex of a digest into dst and reports whether s
// is exactly that. Another case is refused: one bit turns a into A, and no sender
// writes it.
func decodeHex(dst []byte, s string) bool {
	if len(s) != 2*len(dst) || strings.ToLower(s) != s {
		return false
	}
	_, err := hex.Decode(dst, []byte(s)) // not copied: the compiler sees that it is only read
	return err == nil
}

// equalHex reports whether text is sum in lowercase hex, in a time that depends on
// the length of text alone.
func equalHex(sum []byte, text string) bool {
	var own [2 * maxDigest]byte
	return hmac.Equal(own[:hex.Encode(own[:], sum)], []byte(text)) // not copied, either
}

// maxDecoded is the size of what base64 is decoded to: the longest signature,
// with room for digits where its padding should stand.
const maxDecoded = ed25519.SignatureSize + 2

// decodeBase64 decodes the standard base64 of a digest into dst, of at most 64
// bytes, and reports whether s is exactly that: with its padding, without spare
// bits. There is one text for every digest.
func decodeBase64(dst []byte, s string) bool { return decodeExactly(strictBase64, dst, s) }

// decodeText decodes standard base64 of any length, as strictly.
func decodeText(s string) ([]byte, bool) { return decodeStrictly(stdBase64, s) }

// decodeStrictly decodes base64 in the one way that there is to write it.
func decodeStrictly(e *base64.Encoding, s string) ([]byte, bool) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, false // the decoder would pass over them
	}
	b, err := e.Strict().DecodeString(s)
	return b, err == nil
}

func decodeExactly(e *base64.Encoding, dst []byte, s string) bool {
	if len(s) != e.EncodedLen(len(dst)) {
		return false // also keeps the decoder from passing over line breaks
	}
	var decoded [maxDecoded]byte
	n, err := e.Decode(decoded[:], []byte(s)) // not copied: the compiler sees that it is only read
	return err == nil && n == len(dst) && copy(dst, decoded[:n]) == n
}

// decodeBase64Signature decodes the base64 of a digest as the base64 verifiers
// of @redwoodjs/api accept it: either alphabet, padding optional and the end of
// the text, white space around it. Unlike there, no other character is passed
// over and no spare bit is ignored, so that a change of one bit is always seen.
func decodeBase64Signature(dst []byte, s string) bool {
	s = trimSpace(s)
	if decodeBase64(dst, s) {
		return true // as nearly all signatures are written
	}
	s, _, _ = strings.Cut(s, "=")
	return decodeExactly(rawBase64, dst, oneAlphabet.Replace(s))
}

// trimSpace trims ASCII white space. Header values come trimmed from HTTP, but
// not from everywhere else.
func trimSpace(s string) string { return strings.Trim(s, " \t\r\n") }
