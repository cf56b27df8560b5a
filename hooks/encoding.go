package hooks

import "encoding/base64"

var stdBase64 = base64.StdEncoding

// decodeBase64Leniently decodes as Node's Buffer.from(s, "base64") does: either
// alphabet, other characters ignored, everything from the first = on dropped,
// bits that make no whole byte dropped.
func decodeBase64Leniently(s string) []byte {
	out := make([]byte, 0, len(s)/4*3+3)
	var bits uint32
	n := 0
	for i := 0; i < len(s) && s[i] != '='; i++ {
		v := base64Digit(s[i])
		if v < 0 {
			continue
		}
		bits = bits<<6 | uint32(v)
		if n += 6; n >= 8 {
			n -= 8
			out = append(out, byte(bits>>n))
		}
	}
	return out
}

// base64Digit is the value of a digit of either alphabet, or -1.
func base64Digit(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case c >= '0' && c <= '9':
		return int(c-'0') + 52
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	}
	return -1
}

// decodeHex decodes the lowercase hex of a digest into dst and tells whether s
// is exactly that. Another case is refused: one bit turns a into A, and no sender
// writes it.
func decodeHex(dst []byte, s string) bool {
	if len(s) != 2*len(dst) {
		return false
	}
	for i := range dst {
		high, low := hexDigit(s[2*i]), hexDigit(s[2*i+1])
		if high < 0 || low < 0 {
			return false
		}
		dst[i] = byte(high<<4 | low)
	}
	return true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

const hexDigits = "0123456789abcdef"

func appendHex(dst, digest []byte) []byte {
	for _, b := range digest {
		dst = append(dst, hexDigits[b>>4], hexDigits[b&15])
	}
	return dst
}

// decodeBase64 decodes the standard base64 of a digest into dst and tells
// whether s is exactly that: with its padding, without spare bits. There is one
// text for every digest.
func decodeBase64(dst []byte, s string) bool {
	digits := (8*len(dst) + 5) / 6
	if len(s) != (len(dst)+2)/3*4 {
		return false
	}
	for i := range s {
		switch c := s[i]; {
		case i >= digits && c != '=', c == '-', c == '_':
			return false
		}
	}
	return decodeDigits(dst, s[:digits])
}

// decodeBase64Signature decodes the base64 of a digest as the base64 verifiers
// of @redwoodjs/api accept it: either alphabet, padding optional and the end of
// the text, white space around it. Unlike there, no other character is passed
// over and no spare bit is ignored, so that a change of one bit is always seen.
func decodeBase64Signature(dst []byte, s string) bool {
	s = trimSpace(s)
	for i := range s {
		if s[i] == '=' {
			s = s[:i]
			break
		}
	}
	return decodeDigits(dst, s)
}

// decodeDigits decodes base64 digits that fill dst exactly.
func decodeDigits(dst []byte, s string) bool {
	if len(s) != (8*len(dst)+5)/6 {
		return false
	}
	var bits uint32
	n, at := 0, 0
	for i := range s {
		v := base64Digit(s[i])
		if v < 0 {
			return false
		}
		bits = bits<<6 | uint32(v)
		if n += 6; n >= 8 {
			n -= 8
			dst[at] = byte(bits >> n)
			at++
			bits &= 1<<n - 1
		}
	}
	return bits == 0
}

// trimSpace trims ASCII white space. Header values come trimmed from HTTP, but
// not from everywhere else.
func trimSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
