package dsl

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
)

// A packItem is one part of the format of Array#pack and String#unpack: a letter and how
// often it counts.
type packItem struct {
	kind  byte
	count int  // 1 without a number
	given bool // a number was written
	rest  bool // *
}

// packKinds are the letters that are supported.
const packKinds = "aAZBbHhCcnNvVUmx"

// packFormat reads the format that is the first argument.
func packFormat(c *Call) ([]packItem, error) {
	format, err := toStr(c, c.arg(0))
	if err != nil {
		return nil, err
	}
	if err := c.Work(bytesPerStep * len(format)); err != nil {
		return nil, err
	}
	var list []packItem
	for i := 0; i < len(format); {
		d := packItem{kind: format[i], count: 1}
		i++
		if strings.IndexByte(" \t\n\r\f\v\x00", d.kind) >= 0 {
			continue
		}
		if strings.IndexByte(packKinds, d.kind) < 0 {
			return nil, c.Errorf("NotImplementedError", "%s: %s is not supported in %s", c.Name, rubytext.Quote(string(d.kind)), rubytext.Quote(format))
		}
		if i < len(format) && format[i] == '*' {
			d.rest = true
			i++
		}
		for start := i; i < len(format) && digitValue(format[i]) < 10; i++ {
			if start == i {
				d.given, d.count = true, 0
			}
			d.count = d.count*10 + digitValue(format[i])
			if err := c.t.stringSize(d.count); err != nil {
				return nil, err
			}
		}
		list = append(list, d)
	}
	return list, nil
}

// ---- Array#pack

// A packer is one call of Array#pack.
type packer struct {
	c    *Call
	left []Value
	out  []byte
}

func arrayPack(c *Call) (Value, error) {
	list, err := packFormat(c)
	if err != nil {
		return nil, err
	}
	p := &packer{c: c, left: c.Self.(*Array).Elems}
	for _, d := range list {
		if err := p.pack(d); err != nil {
			return nil, err
		}
		if err := c.t.stringSize(len(p.out)); err != nil {
			return nil, err
		}
	}
	c.t.scanned(len(p.out))
	return c.t.newString(string(p.out)), c.Step()
}

func (p *packer) next() (Value, error) {
	if len(p.left) == 0 {
		return nil, p.c.Errorf("ArgumentError", "too few arguments")
	}
	v := p.left[0]
	p.left = p.left[1:]
	return v, nil
}

func (p *packer) pack(d packItem) error {
	switch d.kind {
	case 'x':
		if !d.rest {
			p.out = append(p.out, make([]byte, d.count)...)
		}
		return nil
	case 'C', 'c', 'n', 'N', 'v', 'V', 'U':
		return p.numbers(d)
	}
	v, err := p.next()
	if err != nil {
		return err
	}
	if v == Nil && d.kind != 'm' {
		v = NewString("")
	}
	s, err := toStr(p.c, v)
	if err != nil {
		return err
	}
	switch d.kind {
	case 'm':
		p.out = append(p.out, base64Lines(s, d)...)
	case 'H', 'h', 'B', 'b':
		p.digits(s, d)
	default:
		p.text(s, d)
	}
	return nil
}

// numbers packs the integers of C, n, U and the like.
func (p *packer) numbers(d packItem) error {
	if d.rest {
		d.count = len(p.left)
	}
	p.c.t.looked(min(d.count, len(p.left)))
	for range d.count {
		v, err := p.next()
		if err != nil {
			return err
		}
		n, err := toInt(p.c, v)
		if err != nil {
			return err
		}
		switch d.kind {
		case 'n':
			p.out = binary.BigEndian.AppendUint16(p.out, uint16(n))
		case 'N':
			p.out = binary.BigEndian.AppendUint32(p.out, uint32(n))
		case 'v':
			p.out = binary.LittleEndian.AppendUint16(p.out, uint16(n))
		case 'V':
			p.out = binary.LittleEndian.AppendUint32(p.out, uint32(n))
		case 'U':
			if n < 0 || n > utf8.MaxRune {
				return p.c.Errorf("RangeError", "pack(U): value out of range")
			}
			p.out = utf8.AppendRune(p.out, rune(n))
		default:
			p.out = append(p.out, byte(n))
		}
	}
	return nil
}

// text packs a, A and Z.
func (p *packer) text(s string, d packItem) {
	pad := byte(0)
	if d.kind == 'A' {
		pad = ' '
	}
	if d.rest {
		d.count = len(s)
		if d.kind == 'Z' {
			d.count++
		}
	}
	p.out = append(p.out, s[:min(len(s), d.count)]...)
	for range d.count - len(s) {
		p.out = append(p.out, pad)
	}
}

// digits packs the hexadecimal digits of H and h, and the bits of B and b.
func (p *packer) digits(s string, d packItem) {
	width, high := 4, d.kind == 'H'
	if d.kind == 'B' || d.kind == 'b' {
		width, high = 1, d.kind == 'B'
	}
	if d.rest {
		d.count = len(s)
	}
	per := 8 / width
	for i := 0; i < d.count; i += per {
		var b byte
		for j := range min(per, d.count-i) {
			if i+j >= len(s) {
				break
			}
			v := s[i+j] & 1
			if width == 4 {
				v = s[i+j] & 15
				if s[i+j]|0x20 >= 'a' && s[i+j]|0x20 <= 'z' {
					v = (s[i+j]&7 + 9) & 15
				}
			}
			at := j * width
			if high {
				at = 8 - width - at
			}
			b |= v << at
		}
		p.out = append(p.out, b)
	}
}

// base64Lines is m: lines of 45 bytes, or of the count; m0 makes one without an end.
func base64Lines(s string, d packItem) string {
	if d.given && d.count == 0 {
		return base64.StdEncoding.EncodeToString([]byte(s))
	}
	per := 45
	if d.given && d.count > 2 {
		per = d.count / 3 * 3
	}
	var out []byte
	for line := range slices.Chunk([]byte(s), per) {
		out = append(base64.StdEncoding.AppendEncode(out, line), '\n')
	}
	return string(out)
}

// ---- String#unpack

// An unpacker is one call of String#unpack.
type unpacker struct {
	c    *Call
	left string
	out  []Value
}

func stringUnpack(c *Call) (Value, error) {
	list, err := packFormat(c)
	if err != nil {
		return nil, err
	}
	u := &unpacker{c: c, left: selfString(c).s}
	for _, d := range list {
		if err := u.unpack(d); err != nil {
			return nil, err
		}
		if err := c.size(len(u.out)); err != nil {
			return nil, err
		}
	}
	c.t.looked(len(u.out))
	return c.t.newArray(u.out...), c.Step()
}

func stringUnpack1(c *Call) (Value, error) {
	v, err := stringUnpack(c)
	if a, ok := v.(*Array); ok && len(a.Elems) > 0 {
		return a.Elems[0], err
	}
	return Nil, err
}

func (u *unpacker) add(v Value) { u.out = append(u.out, v) }

// take takes the next bytes, at most n.
func (u *unpacker) take(n int) string {
	n = min(n, len(u.left))
	s := u.left[:n]
	u.left = u.left[n:]
	u.c.t.scanned(n)
	return s
}

func (u *unpacker) unpack(d packItem) error {
	if d.rest {
		d.count = len(u.left)
	}
	switch d.kind {
	case 'x':
		if d.count > len(u.left) {
			return u.c.Errorf("ArgumentError", "x outside of string")
		}
		u.take(d.count)
	case 'a':
		u.add(u.c.t.newString(u.take(d.count)))
	case 'A':
		u.add(u.c.t.newString(strings.TrimRight(u.take(d.count), " \x00")))
	case 'Z':
		s, _, ended := strings.Cut(u.left[:min(d.count, len(u.left))], "\x00")
		if d.rest && ended {
			u.left = u.left[len(s)+1:]
		} else {
			u.left = u.left[min(d.count, len(u.left)):]
		}
		u.add(u.c.t.newString(s))
	case 'H', 'h', 'B', 'b':
		u.digits(d)
	case 'U':
		return u.runes(d)
	case 'm':
		return u.base64(d)
	default:
		u.numbers(d)
	}
	return nil
}

// numbers unpacks C, n and the like; one that is missing is nil.
func (u *unpacker) numbers(d packItem) {
	size := map[byte]int{'C': 1, 'c': 1, 'n': 2, 'v': 2, 'N': 4, 'V': 4}[d.kind]
	if d.rest {
		d.count = len(u.left) / size
	}
	for range d.count {
		if len(u.left) < size {
			if u.c.size(len(u.out)) != nil {
				return
			}
			u.add(Nil)
			continue
		}
		b := []byte(u.take(size))
		switch d.kind {
		case 'c':
			u.add(Int(int8(b[0])))
		case 'n':
			u.add(Int(binary.BigEndian.Uint16(b)))
		case 'N':
			u.add(Int(binary.BigEndian.Uint32(b)))
		case 'v':
			u.add(Int(binary.LittleEndian.Uint16(b)))
		case 'V':
			u.add(Int(binary.LittleEndian.Uint32(b)))
		default:
			u.add(Int(b[0]))
		}
	}
}

func (u *unpacker) runes(d packItem) error {
	for range d.count {
		if u.left == "" {
			break
		}
		r, n := utf8.DecodeRuneInString(u.left)
		if r == utf8.RuneError && n == 1 {
			return u.c.Errorf("ArgumentError", "malformed UTF-8 character")
		}
		u.take(n)
		u.add(Int(r))
	}
	return nil
}

func (u *unpacker) digits(d packItem) {
	width, high := 4, d.kind == 'H'
	if d.kind == 'B' || d.kind == 'b' {
		width, high = 1, d.kind == 'B'
	}
	per := 8 / width
	if d.rest || d.count > per*len(u.left) {
		d.count = per * len(u.left)
	}
	s := u.take((d.count + per - 1) / per)
	digits := make([]byte, d.count)
	for i := range digits {
		at := i % per * width
		if high {
			at = 8 - width - at
		}
		digits[i] = "0123456789abcdef"[s[i/per]>>at&(1<<width-1)]
	}
	u.add(u.c.t.newString(string(digits)))
}

// base64 unpacks m, which skips what is none of its digits, and m0, which refuses it.
func (u *unpacker) base64(d packItem) error {
	s := u.take(len(u.left))
	if !d.given || d.count > 0 {
		u.add(u.c.t.newString(looseBase64(s)))
		return nil
	}
	text, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || strings.ContainsAny(s, "\r\n") {
		return u.c.Errorf("ArgumentError", "invalid base64")
	}
	u.add(u.c.t.newString(string(text)))
	return nil
}

// looseBase64 takes groups of four digits; an = ends the group that it stands in.
func looseBase64(s string) string {
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
