package core

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
)

// packKinds are the letters that are supported.
const packKinds = "aAZBbHhCcnNvVUmx"

// packFormat reads the format that is the first argument.
func packFormat(c *dsl.Call) []rubytext.PackItem {
	format := c.Text(0)
	c.Work(32 * len(format))
	var list []rubytext.PackItem
	for i := 0; i < len(format); {
		d := rubytext.PackItem{Kind: format[i], Count: 1}
		i++
		if strings.IndexByte(" \t\n\r\f\v\x00", d.Kind) >= 0 {
			continue
		}
		if strings.IndexByte(packKinds, d.Kind) < 0 {
			panic(c.Exception("NotImplementedError", "%s: %s is not supported in %s", c.Name, rubytext.Quote(string(d.Kind)), rubytext.Quote(format)))
		}
		if i < len(format) && format[i] == '*' {
			d.Rest = true
			i++
		}
		for start := i; i < len(format) && isDigit(format[i]); i++ {
			if start == i {
				d.Given, d.Count = true, 0
			}
			d.Count = d.Count*10 + int(format[i]-'0')
			c.TextSize(d.Count)
		}
		list = append(list, d)
	}
	return list
}

// ---- Array#pack

// A packer is one call of Array#pack.
type packer struct {
	c    *dsl.Call
	left []dsl.Value
	out  []byte
}

func arrayPack(c *dsl.Call) dsl.Value {
	list := packFormat(c)
	p := &packer{c: c, left: c.Self.(*dsl.Array).Elems}
	for _, d := range list {
		p.pack(d)
		c.TextSize(len(p.out))
	}
	c.ChargeScan(len(p.out))
	c.Step()
	return c.NewString(string(p.out))
}

func (p *packer) next() dsl.Value {
	if len(p.left) == 0 {
		panic(p.c.Exception("ArgumentError", "too few arguments"))
	}
	v := p.left[0]
	p.left = p.left[1:]
	return v
}

func (p *packer) pack(d rubytext.PackItem) {
	switch d.Kind {
	case 'x':
		if !d.Rest {
			p.out = append(p.out, make([]byte, d.Count)...)
		}
		return
	case 'C', 'c', 'n', 'N', 'v', 'V', 'U':
		p.numbers(d)
		return
	}
	v := p.next()
	if v == dsl.Nil && d.Kind != 'm' {
		v = dsl.NewString("")
	}
	s := p.c.TextOf(v)
	p.out = d.AppendText(p.out, s)
}

// numbers packs the integers of C, n, U and the like.
func (p *packer) numbers(d rubytext.PackItem) {
	if d.Rest {
		d.Count = len(p.left)
	}
	p.c.ChargeReads(min(d.Count, len(p.left)))
	for range d.Count {
		v := p.next()
		n := wholeInt(p.c, v)
		if d.Kind == 'U' && (n < 0 || n > utf8.MaxRune) {
			panic(p.c.Exception("RangeError", "pack(U): value out of range"))
		}
		p.out = d.AppendInt(p.out, int64(n))
	}
}

// ---- String#unpack

// An unpacker is one call of String#unpack.
type unpacker struct {
	c    *dsl.Call
	left string
	out  []dsl.Value
}

func stringUnpack(c *dsl.Call) dsl.Value {
	list := packFormat(c)
	u := &unpacker{c: c, left: selfString(c).String()}
	for _, d := range list {
		u.unpack(d)
		c.Size(len(u.out))
	}
	c.ChargeReads(len(u.out))
	c.Step()
	return c.NewArray(u.out...)
}

func stringUnpack1(c *dsl.Call) dsl.Value {
	v := stringUnpack(c)
	if a, ok := v.(*dsl.Array); ok && len(a.Elems) > 0 {
		return a.Elems[0]
	}
	return dsl.Nil
}

func (u *unpacker) add(v dsl.Value) { u.out = append(u.out, v) }

// take takes the next bytes, at most n.
func (u *unpacker) take(n int) string {
	n = min(n, len(u.left))
	s := u.left[:n]
	u.left = u.left[n:]
	u.c.ChargeScan(n)
	return s
}

func (u *unpacker) unpack(d rubytext.PackItem) {
	if d.Rest {
		d.Count = len(u.left)
	}
	switch d.Kind {
	case 'x':
		if d.Count > len(u.left) {
			panic(u.c.Exception("ArgumentError", "x outside of string"))
		}
		u.take(d.Count)
	case 'a':
		u.add(u.c.NewString(u.take(d.Count)))
	case 'A':
		u.add(u.c.NewString(strings.TrimRight(u.take(d.Count), " \x00")))
	case 'Z':
		s, _, ended := strings.Cut(u.left[:min(d.Count, len(u.left))], "\x00")
		if d.Rest && ended {
			u.left = u.left[len(s)+1:]
		} else {
			u.left = u.left[min(d.Count, len(u.left)):]
		}
		u.add(u.c.NewString(s))
	case 'H', 'h', 'B', 'b':
		per := d.DigitsPerByte()
		if d.Rest || d.Count > per*len(u.left) {
			d.Count = per * len(u.left)
		}
		u.add(u.c.NewString(d.Digits(u.take((d.Count + per - 1) / per))))
	case 'U':
		u.runes(d)
		return
	case 'm':
		u.base64(d)
		return
	default:
		u.numbers(d)
	}
}

// numbers unpacks C, n and the like; one that is missing is nil.
func (u *unpacker) numbers(d rubytext.PackItem) {
	size := d.IntSize()
	if d.Rest {
		d.Count = len(u.left) / size
	}
	for range d.Count {
		if len(u.left) < size {
			u.c.Size(len(u.out))
			u.add(dsl.Nil)
			continue
		}
		u.add(dsl.Int(d.Int(u.take(size))))
	}
}

func (u *unpacker) runes(d rubytext.PackItem) {
	for range d.Count {
		if u.left == "" {
			break
		}
		r, n := utf8.DecodeRuneInString(u.left)
		if r == utf8.RuneError && n == 1 {
			panic(u.c.Exception("ArgumentError", "malformed UTF-8 character"))
		}
		u.take(n)
		u.add(dsl.Int(r))
	}
}

// base64 unpacks m, which skips what is none of its digits, and m0, which refuses it.
func (u *unpacker) base64(d rubytext.PackItem) {
	s := u.take(len(u.left))
	if !d.Given || d.Count > 0 {
		u.add(u.c.NewString(rubytext.DecodeBase64(s)))
		return
	}
	text, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || strings.ContainsAny(s, "\r\n") {
		panic(u.c.Exception("ArgumentError", "invalid base64"))
	}
	u.add(u.c.NewString(string(text)))
}
