package core

import (
	"encoding/base64"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

// What Array#pack and String#unpack, in Ruby, call.
func init() {
	dsl.Register(dsl.Type{Name: "Primitive", Functions: dsl.Methods{
		"text":          dsl.Fn(1, func(c *dsl.Call) dsl.Value { return c.NewString(c.Text(0)) }).With(trait.Opaque),
		"binary":        dsl.Fn(1, binaryText).With(trait.Opaque),
		"to_base64":     dsl.Fn(1, func(c *dsl.Call) dsl.Value { return newString(c, base64.StdEncoding.EncodeToString([]byte(c.Text(0)))) }).With(trait.Opaque),
		"base64":        dsl.Fn(1, func(c *dsl.Call) dsl.Value { return fromBase64(c, base64.RawStdEncoding) }).With(trait.Opaque),
		"strict_base64": dsl.Fn(1, func(c *dsl.Call) dsl.Value { return fromBase64(c, base64.StdEncoding.Strict()) }).With(trait.Opaque),
	}})
}

// binaryText is the text of some bytes.
func binaryText(c *dsl.Call) dsl.Value {
	list := c.List(0).Elems
	c.ChargeReads(len(list))
	text := make([]byte, len(list))
	for i, b := range list {
		text[i] = byte(b.(dsl.Int))
	}
	return newString(c, string(text))
}

func fromBase64(c *dsl.Call, of *base64.Encoding) dsl.Value {
	text, err := of.DecodeString(c.Text(0))
	if err != nil || strings.ContainsAny(c.Text(0), "\r\n") {
		panic(c.Exception("ArgumentError", "invalid base64"))
	}
	return newString(c, string(text))
}
