package regex

import "unicode/utf8"

// bytesAt is a set of what may stand at a place of a text: bytes, or the text's end.
type bytesAt struct {
	bits [4]uint64
	end  bool
}

// anything holds every byte and the end.
var anything = bytesAt{[4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, true}

func (b *bytesAt) has(c byte) bool { return b.bits[c>>6]>>(c&63)&1 != 0 }

// allows reports whether a match can go on at pos.
func (b *bytesAt) allows(text string, pos, end int) bool {
	if pos >= end {
		return b.end
	}
	c := text[pos]
	return b.bits[c>>6]>>(c&63)&1 != 0
}

func (b *bytesAt) add(c byte) { b.bits[c>>6] |= 1 << (c & 63) }

func (b *bytesAt) addRange(lo, hi byte) {
	for c := int(lo); c <= int(hi); c++ {
		b.add(byte(c))
	}
}

func (b bytesAt) or(o bytesAt) bytesAt {
	for i := range b.bits {
		b.bits[i] |= o.bits[i]
	}
	b.end = b.end || o.end
	return b
}

// meets reports whether some byte is in both.
func (b *bytesAt) meets(o *bytesAt) bool {
	return b.bits[0]&o.bits[0]|b.bits[1]&o.bits[1]|b.bits[2]&o.bits[2]|b.bits[3]&o.bits[3] != 0
}

// A class is a set of code points as the matcher asks for it.
type class struct {
	ascii [2]uint64
	high  set     // what is beyond ASCII
	lead  bytesAt // the first bytes of its members
}

func newClass(s set) *class {
	k := &class{}
	for i := 0; i < len(s); i += 2 {
		lo, hi := s[i], s[i+1]
		if lo < utf8.RuneSelf {
			for r := lo; r <= min(hi, utf8.RuneSelf-1); r++ {
				k.ascii[r>>6] |= 1 << (r & 63)
			}
			if hi < utf8.RuneSelf {
				continue
			}
			lo = utf8.RuneSelf
		}
		if k.high == nil {
			k.high = s[i:]
		}
		k.lead.addRange(leadByte(lo), leadByte(hi))
	}
	k.lead.bits[0], k.lead.bits[1] = k.ascii[0], k.ascii[1]
	return k
}

func leadByte(r rune) byte {
	var buf [utf8.UTFMax]byte
	utf8.EncodeRune(buf[:], r)
	return buf[0]
}

// at gives the length of the character at pos if it is in the class, else 0. There is a character at pos.
func (k *class) at(text string, pos int) int {
	c := text[pos]
	if c < utf8.RuneSelf {
		return int(k.ascii[c>>6] >> (c & 63) & 1)
	}
	return k.highAt(text, pos)
}

func (k *class) highAt(text string, pos int) int {
	if !k.lead.has(text[pos]) {
		return 0
	}
	r, n := utf8.DecodeRuneInString(text[pos:])
	if !k.high.has(r) {
		return 0
	}
	return n
}

func (b bytesAt) and(o bytesAt) bytesAt {
	for i := range b.bits {
		b.bits[i] &= o.bits[i]
	}
	b.end = b.end && o.end
	return b
}
