package stdlib

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/internal/rubyjson"
)

var jsonFunctions = map[string]dsl.Function{"json_text": jsonText, "json_value": jsonValue}

// jsonText is json_text(value, html): the value as JSON; with html the way of
// ActiveSupport, which escapes what HTML may hold and writes null for what is no number.
func jsonText(c *dsl.Call) (dsl.Value, error) {
	w := &jsonWriter{c: c, html: c.Args[1] == dsl.True}
	if err := w.value(c.Args[0], 0); err != nil {
		return nil, err
	}
	return str(w.b.String()), nil
}

type jsonWriter struct {
	c    *dsl.Call
	b    strings.Builder
	html bool
}

// maxJSONDepth is how deep a value may nest.
const maxJSONDepth = 200

func (w *jsonWriter) value(v dsl.Value, depth int) error {
	w.c.Step()
	if depth > maxJSONDepth {
		return &dsl.LimitError{Limit: "nesting of a value as JSON", Max: maxJSONDepth, Pos: w.c.Pos}
	}
	switch v := v.(type) {
	case dsl.Bool, dsl.Int:
		w.b.WriteString(w.c.ToS(v))
	case dsl.Float:
		return w.float(float64(v))
	case *dsl.Array:
		w.b.WriteByte('[')
		for i, e := range v.Elems {
			if i > 0 {
				w.b.WriteByte(',')
			}
			if err := w.value(e, depth+1); err != nil {
				return err
			}
		}
		w.b.WriteByte(']')
	case *dsl.Hash:
		w.b.WriteByte('{')
		for i := range v.Len() {
			key, e := v.At(i)
			if i > 0 {
				w.b.WriteByte(',')
			}
			if err := w.text(key); err != nil {
				return err
			}
			w.b.WriteByte(':')
			if err := w.value(e, depth+1); err != nil {
				return err
			}
		}
		w.b.WriteByte('}')
	default:
		if dsl.IsNil(v) {
			w.b.WriteString("null")
			return nil
		}
		if err := w.text(v); err != nil {
			return err
		}
	}
	w.c.TextSize(w.b.Len())
	return nil
}

func (w *jsonWriter) float(f float64) error {
	text := rubytext.FormatFloat(f)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		if !w.html {
			return w.c.Errorf("JSON::GeneratorError", "%s not allowed in JSON", text)
		}
		text = "null"
	}
	w.b.WriteString(text)
	return nil
}

// text writes the to_s of a value.
func (w *jsonWriter) text(v dsl.Value) error {
	s := w.c.ToS(v)
	if !utf8.ValidString(s) {
		return w.c.Errorf("JSON::GeneratorError", "source sequence is illegal/malformed utf-8")
	}
	if w.html {
		text, _ := json.Marshal(s) // a string always has a form in JSON
		w.b.Write(text)
	} else {
		w.b.WriteString(rubytext.QuoteJSON(s))
	}
	w.c.Work(len(s))
	return nil
}

// jsonValue is json_value(text, symbols): the value of a text; with symbols the keys
// become symbols.
func jsonValue(c *dsl.Call) (dsl.Value, error) {
	s, err := text(c, 0)
	if err != nil {
		return nil, err
	}
	v, err := rubyjson.Parse(s, rubyjson.Maker[dsl.Value](&jsonMaker{c: c, symbols: dsl.Truthy(c.Args[1])}))
	switch err {
	case rubyjson.ErrSyntax:
		return nil, c.Errorf("JSON::ParserError", "unexpected token in %s", rubytext.Quote(s))
	case rubyjson.ErrDepth:
		return nil, c.Errorf("JSON::NestingError", "%s", err)
	}
	return v, err
}

// A jsonMaker makes the values of a text.
type jsonMaker struct {
	c       *dsl.Call
	symbols bool // keys become symbols
}

func (m *jsonMaker) Null() dsl.Value { return dsl.Nil }

func (m *jsonMaker) Bool(b bool) dsl.Value { return dsl.Bool(b) }

func (m *jsonMaker) String(s string) (dsl.Value, error) {
	m.c.Step()
	return counted(m.c, s), nil
}

func (m *jsonMaker) Number(text string, isFloat bool) (dsl.Value, error) {
	m.c.Step()
	if !isFloat {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, m.c.Errorf("RangeError", "integer too large for signalbox (beyond 64 bits)")
		}
		return dsl.Int(n), nil
	}
	f, _ := strconv.ParseFloat(text, 64) // infinite beyond the largest, as in Ruby
	return dsl.Float(f), nil
}

func (m *jsonMaker) List(elems []dsl.Value) (dsl.Value, error) {
	a := dsl.NewArray()
	m.c.Thread.ChargeMemory(madeList)
	m.c.Push(a, elems...)
	m.c.Step()
	return a, nil
}

func (m *jsonMaker) Object(keys []string, values []dsl.Value) (dsl.Value, error) {
	h := m.c.Thread.NewHash(0)
	for i, name := range keys {
		key := dsl.Value(dsl.Symbol(name))
		if m.symbols {
			m.c.Thread.ChargeMemory(len(name))
		} else {
			key = counted(m.c, name)
		}
		m.c.Put(h, key, values[i])
	}
	m.c.Step()
	return h, nil
}
