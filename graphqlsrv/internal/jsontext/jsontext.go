// Package jsontext appends strings and numbers as JSON has them, faster than encoding/json.
package jsontext

import (
	"math"
	"strconv"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// plainByte reports which bytes stand for themselves in a JSON string.
var plainByte = func() (t [256]bool) {
	for i := 0x20; i < utf8.RuneSelf; i++ {
		t[i] = i != '"' && i != '\\'
	}
	return t
}()

// Bytes in all eight places of a word.
const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// plainPrefix counts the bytes at the start of a string that stand for
// themselves; it looks at eight at a time.
func plainPrefix(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		control := w - eachByte*0x20
		quote := (w ^ eachByte*'"') - eachByte
		slash := (w ^ eachByte*'\\') - eachByte
		if (w|control|quote|slash)&highBits != 0 { // one of them isn't plain
			break
		}
	}
	for i < len(s) && plainByte[s[i]] {
		i++
	}
	return i
}

// AppendString appends a string in quotes. Bytes that are not UTF-8 become U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		n := plainPrefix(s)
		b = append(b, s[:n]...)
		if n == len(s) {
			return append(b, '"')
		}
		s = s[n:]
		if s[0] < utf8.RuneSelf {
			b = appendEscaped(b, s[0])
			s = s[1:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		b = utf8.AppendRune(b, r) // RuneError where it is no UTF-8
		s = s[n:]
	}
}

func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// AppendFloat appends a finite number as ECMAScript does: ECMA-262, Number::toString. bits is 32
// or 64, the size that f had.
func AppendFloat(b []byte, f float64, bits int) []byte {
	abs := math.Abs(f)
	if abs == 0 {
		return append(b, '0')
	}
	if abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, bits)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, bits)
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
