package hooks

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
