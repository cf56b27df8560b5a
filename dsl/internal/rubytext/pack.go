package rubytext

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// A PackItem is one part of the format of Array#pack and String#unpack: a letter and how
// often it counts.
type PackItem struct {
	Kind  byte
	Count int  // 1 without a number
	Given bool // a number was written
	Rest  bool // *
}

// AppendInt appends n as an item of the kinds C, c, n, N, v, V and U packs it.
func (d PackItem) AppendInt(out []byte, n int64) []byte {
	switch d.Kind {
	case 'n':
		return binary.BigEndian.AppendUint16(out, uint16(n))
	case 'N':
		return binary.BigEndian.AppendUint32(out, uint32(n))
	case 'v':
		return binary.LittleEndian.AppendUint16(out, uint16(n))
	case 'V':
		return binary.LittleEndian.AppendUint32(out, uint32(n))
	case 'U':
		return utf8.AppendRune(out, rune(n))
	}
	return append(out, byte(n))
}

// AppendText appends s as an item of the other kinds packs it.
func (d PackItem) AppendText(out []byte, s string) []byte {
	switch d.Kind {
	case 'm':
		return d.appendBase64(out, s)
	case 'H', 'h', 'B', 'b':
		return d.appendDigits(out, s)
	}
	return d.appendPadded(out, s)
}

// appendPadded packs a, A and Z.
func (d PackItem) appendPadded(out []byte, s string) []byte {
	pad := byte(0)
	if d.Kind == 'A' {
		pad = ' '
	}
	if d.Rest {
		d.Count = len(s)
		if d.Kind == 'Z' {
			d.Count++
		}
	}
	out = append(out, s[:min(len(s), d.Count)]...)
	for range d.Count - len(s) {
		out = append(out, pad)
	}
	return out
}

// appendDigits packs the hexadecimal digits of H and h, and the bits of B and b.
func (d PackItem) appendDigits(out []byte, s string) []byte {
	per := d.DigitsPerByte()
	count, missing := min(d.Count, len(s)), 0
	switch {
	case d.Rest:
		count = len(s)
	case per == 8:
		missing = (d.Count - count + 1) / 2 // bytes, as Ruby counts them
	default:
		missing = (d.Count+1)/2 - (count+1)/2
	}
	for i := 0; i < count; i += per {
		var b byte
		for j := range min(per, count-i) {
			v := s[i+j] & 1
			if per == 2 {
				v = s[i+j] & 15
				if s[i+j]|0x20 >= 'a' && s[i+j]|0x20 <= 'z' {
					v = (v + 9) & 15
				}
			}
			b |= v << d.shift(j)
		}
		out = append(out, b)
	}
	return append(out, make([]byte, missing)...)
}

// shift returns where in a byte digit i stands.
func (d PackItem) shift(i int) int {
	width := 8 / d.DigitsPerByte()
	if d.Kind == 'H' || d.Kind == 'B' {
		return 8 - width - i*width
	}
	return i * width
}

// appendBase64 packs m: lines of 45 bytes, or of the count; m0 makes one without an end.
func (d PackItem) appendBase64(out []byte, s string) []byte {
	if d.Given && d.Count == 0 {
		return base64.StdEncoding.AppendEncode(out, []byte(s))
	}
	per := 45
	if d.Given && d.Count > 2 {
		per = d.Count / 3 * 3
	}
	for line := range slices.Chunk([]byte(s), per) {
		out = append(base64.StdEncoding.AppendEncode(out, line), '\n')
	}
	return out
}

// IntSize returns how many bytes an integer of the kinds C, c, n, N, v and V takes.
func (d PackItem) IntSize() int {
	switch d.Kind {
	case 'n', 'v':
		return 2
	case 'N', 'V':
		return 4
	}
	return 1
}

// Int returns the integer that b, IntSize bytes, is unpacked to.
func (d PackItem) Int(b string) int64 {
	switch d.Kind {
	case 'c':
		return int64(int8(b[0]))
	case 'n':
		return int64(binary.BigEndian.Uint16([]byte(b)))
	case 'N':
		return int64(binary.BigEndian.Uint32([]byte(b)))
	case 'v':
		return int64(binary.LittleEndian.Uint16([]byte(b)))
	case 'V':
		return int64(binary.LittleEndian.Uint32([]byte(b)))
	}
	return int64(b[0])
}

// DigitsPerByte returns how many digits of the kinds H and h, or bits of B and b, a
// byte holds.
func (d PackItem) DigitsPerByte() int {
	if d.Kind == 'H' || d.Kind == 'h' {
		return 2
	}
	return 8
}

// Digits returns the Count first digits of s, which holds as many, as String#unpack
// does for H, h, B and b.
func (d PackItem) Digits(s string) string {
	per := d.DigitsPerByte()
	digits := make([]byte, d.Count)
	for i := range digits {
		digits[i] = "0123456789abcdef"[s[i/per]>>d.shift(i%per)&(1<<(8/per)-1)]
	}
	return string(digits)
}

// DecodeBase64 returns s as String#unpack("m") reads it: in groups of four digits of
// base 64, of which an = ends the one that it stands in. What is no digit is skipped.
func DecodeBase64(s string) string {
	out := make([]byte, 0, len(s)/4*3+3)
	var group [4]byte
	n := 0
	for i := range len(s) {
		if s[i] == '=' && n > 1 {
			break
		}
		v := base64Digit(s[i])
		if v > 63 {
			continue
		}
		group[n] = v
		if n++; n == 4 {
			out = append(out, group[0]<<2|group[1]>>4, group[1]<<4|group[2]>>2, group[2]<<6|group[3])
			n = 0
		}
	}
	if n > 1 {
		out = append(out, group[0]<<2|group[1]>>4)
	}
	if n > 2 {
		out = append(out, group[1]<<4|group[2]>>2)
	}
	return string(out)
}

func base64Digit(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c - 'A'
	case c >= 'a' && c <= 'z':
		return c - 'a' + 26
	case c >= '0' && c <= '9':
		return c - '0' + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return 64
}
