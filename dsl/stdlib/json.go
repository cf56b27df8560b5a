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

var jsonFunctions = functions{"json_text": jsonText, "json_value": jsonValue}

// jsonText is json_text(value, html): the value as JSON; with html the way of
// ActiveSupport, which escapes what HTML may hold and writes null for what is no number.
func jsonText(c *dsl.Call) dsl.Value {
	w := &jsonWriter{c: c, html: c.Args[1] == dsl.True}
	w.value(c.Args[0], 0)
	return c.NewString(w.b.String())
}

type jsonWriter struct {
	c    *dsl.Call
	b    strings.Builder
	html bool
}

// maxJSONDepth is how deep a value may nest.
const maxJSONDepth = 200

func (w *jsonWriter) value(v dsl.Value, depth int) {
	w.c.Step()
	if depth > maxJSONDepth {
		panic(dsl.Fail(&dsl.LimitError{Limit: "nesting of a value as JSON", Max: maxJSONDepth, Pos: w.c.Pos}))
	}
	switch v := v.(type) {
	case dsl.Bool, dsl.Int:
		w.b.WriteString(w.c.ToS(v))
	case dsl.Float:
		w.float(float64(v))
	case *dsl.Array:
		w.b.WriteByte('[')
		for i, e := range v.Elems {
			if i > 0 {
				w.b.WriteByte(',')
			}
			w.value(e, depth+1)
		}
		w.b.WriteByte(']')
	case *dsl.Hash:
		w.b.WriteByte('{')
		for i := range v.Len() {
			key, e := v.At(i)
			if i > 0 {
				w.b.WriteByte(',')
			}
			w.text(key)
			w.b.WriteByte(':')
			w.value(e, depth+1)
		}
		w.b.WriteByte('}')
	case dsl.NilValue:
		w.b.WriteString("null")
	default:
		w.text(v)
	}
	w.c.TextSize(w.b.Len())
}

func (w *jsonWriter) float(f float64) {
	text := rubytext.FormatFloat(f)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		if !w.html {
			panic(w.c.Exception("JSON::GeneratorError", "%s not allowed in JSON", text))
		}
		text = "null"
	}
	w.b.WriteString(text)
}

// text writes the to_s of a value.
func (w *jsonWriter) text(v dsl.Value) {
	s := w.c.ToS(v)
	if !utf8.ValidString(s) {
		panic(w.c.Exception("JSON::GeneratorError", "source sequence is illegal/malformed utf-8"))
	}
	if w.html {
		text, _ := json.Marshal(s) // a string always has a form in JSON
		w.b.Write(text)
	} else {
		w.b.WriteString(rubytext.QuoteJSON(s))
	}
	w.c.Work(len(s))
}

// jsonValue is json_value(text, symbols): the value of a text; with symbols the keys
// become symbols.
func jsonValue(c *dsl.Call) dsl.Value {
	s := text(c, 0)
	v, err := rubyjson.Parse(s, rubyjson.Maker[dsl.Value](&jsonMaker{c: c, symbols: dsl.Truthy(c.Args[1])}))
	switch err {
	case rubyjson.ErrSyntax:
		panic(c.Exception("JSON::ParserError", "unexpected token in %s", rubytext.Quote(s)))
	case rubyjson.ErrDepth:
		panic(c.Exception("JSON::NestingError", "%s", err))
	}
	return dsl.Must(v, err)
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
	return m.c.NewString(s), nil
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
	a := m.c.NewArray()
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
			key = m.c.NewString(name)
		}
		m.c.Put(h, key, values[i])
	}
	m.c.Step()
	return h, nil
}
