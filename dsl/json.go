package dsl

import (
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"

	"signalbox/dsl/internal/rubytext"
	"signalbox/internal/rubyjson"
)

// A jsonForm is how a writer of JSON puts what they differ in.
type jsonForm struct {
	text func(*Thread, *strings.Builder, string) error
	odd  func(*Thread, Float) (string, error) // NaN and the infinite ones
}

var (
	// activeSupportJSON is that of to_json: what HTML may hold is escaped.
	activeSupportJSON = &jsonForm{
		text: func(t *Thread, b *strings.Builder, s string) error {
			if !utf8.ValidString(s) {
				return t.errorf("JSON::GeneratorError", "source sequence is illegal/malformed utf-8")
			}
			text, _ := json.Marshal(s) // a string always has a form in JSON
			b.Write(text)
			return nil
		},
		odd: func(*Thread, Float) (string, error) { return "null", nil },
	}
	// plainJSON is that of JSON.generate.
	plainJSON = &jsonForm{
		text: plainJSONText,
		odd: func(t *Thread, f Float) (string, error) {
			return "", t.errorf("JSON::GeneratorError", "%s not allowed in JSON", rubytext.FormatFloat(float64(f)))
		},
	}
)

func plainJSONText(t *Thread, b *strings.Builder, s string) error {
	if !utf8.ValidString(s) {
		return t.errorf("JSON::GeneratorError", "source sequence is illegal/malformed utf-8")
	}
	b.WriteString(rubytext.QuoteJSON(s))
	return nil
}

// objectToJSON is ActiveSupport's to_json for the values that JSON knows;
// others give their to_s.
func objectToJSON(c *Call) Value { return c.writtenJSON(c.Self, activeSupportJSON) }

func (t *Thread) writeJSON(b *strings.Builder, v Value, form *jsonForm, depth int) error {
	if err := t.step(); err != nil {
		return err
	}
	if depth > maxInspectDepth {
		return &LimitError{Limit: "nesting of a value as JSON", Max: maxInspectDepth, Pos: t.pos}
	}
	switch v := v.(type) {
	case nilValue:
		b.WriteString("null")
	case Bool, Int:
		s, err := t.toS(v)
		b.WriteString(s)
		return err
	case Float:
		text, err := rubytext.FormatFloat(float64(v)), error(nil)
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			text, err = form.odd(t, v)
		}
		b.WriteString(text)
		return err
	case *Array:
		b.WriteByte('[')
		for i, e := range v.Elems {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := t.writeJSON(b, e, form, depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case *Hash:
		return t.writeJSONHash(b, v, form, depth)
	default:
		if err := t.writeJSONText(b, v, form); err != nil {
			return err
		}
	}
	return t.stringSize(b.Len())
}

func (t *Thread) writeJSONHash(b *strings.Builder, h *Hash, form *jsonForm, depth int) error {
	b.WriteByte('{')
	for i := range h.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := t.writeJSONText(b, h.keys[i], form); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := t.writeJSON(b, h.vals[i], form, depth+1); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// writeJSONText writes the to_s of a value.
func (t *Thread) writeJSONText(b *strings.Builder, v Value, form *jsonForm) error {
	s, err := t.toS(v)
	if err != nil {
		return err
	}
	t.used.steps += len(s) / bytesPerStep
	return form.text(t, b, s)
}

// setupJSON makes JSON.parse and JSON.generate, and ActiveSupport's encoder.
func (in *Interp) setupJSON() {
	coder := &Class{name: "ActiveSupport::JSON", module: true}
	coder.singleton = &Class{super: in.classes.module, attached: coder, builtins: methodTable{
		"encode": fnKw(1, 2, jsonEncode).is(converts),
		"decode": fnKw(1, 2, jsonParse).is(converts),
	}}
	in.DefineConst(coder.name, coder)
	module := in.builtinModule("JSON", nil, methodTable{
		"parse":    fnKw(1, 2, jsonParse).is(converts),
		"generate": fnKw(0, 2, jsonGenerate).is(converts),
		"dump":     fnKw(0, 2, jsonGenerate).is(converts),
	})
	module.unknown = true
	for _, e := range [][2]string{{"JSONError", "StandardError"}, {"ParserError", "JSON::JSONError"}, {"NestingError", "JSON::ParserError"}, {"GeneratorError", "JSON::JSONError"}} {
		class := in.NewClass("JSON::"+e[0], in.errorClass(e[1]))
		in.DefineConst(class.name, class)
	}
}

// jsonGenerate is JSON.generate; a hash may come without braces.
func jsonGenerate(c *Call) Value {
	v := Value(c.Keywords)
	switch {
	case len(c.Args) > 0:
		v = c.Args[0]
	case c.Keywords == nil:
		panic(c.exception("ArgumentError", "wrong number of arguments (given 0, expected 1..2)"))
	}
	return c.writtenJSON(v, plainJSON)
}

// jsonEncode is ActiveSupport::JSON.encode.
func jsonEncode(c *Call) Value { return c.writtenJSON(c.Args[0], activeSupportJSON) }

func (c *Call) writtenJSON(v Value, form *jsonForm) Value {
	var b strings.Builder
	must(c.t.writeJSON(&b, v, form, 0))
	return c.t.newString(b.String())
}

// jsonParse is JSON.parse; the order of keys is kept.
func jsonParse(c *Call) Value {
	text := c.text(0)
	c.t.scanned(len(text))
	v, err := rubyjson.Parse(text, rubyjson.Maker[Value](&jsonMaker{c: c, symbols: c.flag("symbolize_names", false)}))
	switch err {
	case rubyjson.ErrSyntax:
		panic(c.exception("JSON::ParserError", "unexpected token in %s", rubytext.Quote(text)))
	case rubyjson.ErrDepth:
		panic(c.exception("JSON::NestingError", "%s", err))
	}
	must(err)
	return v
}
