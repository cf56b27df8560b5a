package dsl

import (
	"encoding/json"
	"math"
	"strings"
)

// objectToJSON is ActiveSupport's to_json for the values that JSON knows;
// others give their to_s.
func objectToJSON(c *Call) (Value, error) {
	var b strings.Builder
	err := c.t.writeJSON(&b, c.Self, 0)
	return c.t.newString(b.String()), err
}

func (t *Thread) writeJSON(b *strings.Builder, v Value, depth int) error {
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
		return t.writeJSONFloat(b, v)
	case *Array:
		b.WriteByte('[')
		for i, e := range v.Elems {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := t.writeJSON(b, e, depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case *Hash:
		return t.writeJSONHash(b, v, depth)
	default:
		s, err := t.toS(v)
		if err != nil {
			return err
		}
		t.scanned(2 * len(s))
		writeJSONString(b, s)
	}
	return t.stringSize(b.Len())
}

func (t *Thread) writeJSONFloat(b *strings.Builder, f Float) error {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		b.WriteString("null")
		return nil
	}
	b.WriteString(formatFloat(float64(f)))
	return nil
}

func (t *Thread) writeJSONHash(b *strings.Builder, h *Hash, depth int) error {
	b.WriteByte('{')
	for i := range h.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := t.toS(h.keys[i])
		if err != nil {
			return err
		}
		t.scanned(2 * len(key))
		writeJSONString(b, key)
		b.WriteByte(':')
		if err := t.writeJSON(b, h.vals[i], depth+1); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// writeJSONString escapes as ActiveSupport does: <, > and & too.
func writeJSONString(b *strings.Builder, s string) {
	text, _ := json.Marshal(s) // a string always has a form in JSON
	b.Write(text)
}

// setupJSON makes JSON.parse and JSON.generate, and ActiveSupport's encoder.
func (in *Interp) setupJSON() {
	coder := &Class{name: "ActiveSupport::JSON", module: true}
	coder.singleton = &Class{super: in.classes.module, attached: coder, builtins: methodTable{
		"encode": fnKw(1, 2, jsonGenerate).is(converts),
		"decode": fnKw(1, 2, jsonParse).is(converts),
	}}
	in.DefineConst(coder.name, coder)
	in.builtinModule("JSON", nil, methodTable{
		"parse":    fnKw(1, 2, jsonParse).is(converts),
		"generate": fnKw(1, 2, jsonGenerate).is(converts),
		"dump":     fnKw(1, 2, jsonGenerate).is(converts),
	})
}

func jsonGenerate(c *Call) (Value, error) {
	var b strings.Builder
	err := c.t.writeJSON(&b, c.Args[0], 0)
	return c.t.newString(b.String()), err
}

// jsonParse is JSON.parse; the order of keys is kept.
func jsonParse(c *Call) (Value, error) {
	text, err := c.strArg(0)
	if err != nil {
		return nil, err
	}
	symbols, _ := c.Keywords.Sym("symbolize_names")
	c.t.scanned(len(text))
	p := &jsonReader{c: c, d: json.NewDecoder(strings.NewReader(text)), symbols: symbols != nil && c.truthy(symbols)}
	p.d.UseNumber()
	v, err := p.value(0)
	if err == nil && p.d.More() {
		err = errTrailingJSON
	}
	if _, limit := err.(*LimitError); err != nil && !limit {
		return nil, c.Errorf("JSON::ParserError", "unexpected token in %s", inspectString(text))
	}
	return v, err
}
