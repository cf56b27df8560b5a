package dsl

import (
	"encoding/json"
	"errors"
)

var errTrailingJSON = errors.New("more than one value")

// A jsonReader makes values of JSON tokens.
type jsonReader struct {
	c       *Call
	d       *json.Decoder
	symbols bool // keys become symbols
}

func (p *jsonReader) value(depth int) (Value, error) {
	if depth > maxInspectDepth {
		return nil, &LimitError{Limit: "nesting of JSON", Max: maxInspectDepth, Pos: p.c.Pos}
	}
	if err := p.c.Step(); err != nil {
		return nil, err
	}
	token, err := p.d.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '[' {
			return p.array(depth)
		}
		return p.object(depth)
	case string:
		return p.c.t.newString(v), nil
	case bool:
		return Bool(v), nil
	case json.Number:
		return p.number(v)
	}
	return Nil, nil
}

func (p *jsonReader) number(n json.Number) (Value, error) {
	if i, err := n.Int64(); err == nil {
		return Int(i), nil
	}
	f, err := n.Float64()
	return Float(f), err
}

func (p *jsonReader) array(depth int) (Value, error) {
	a := p.c.t.newArray()
	for p.d.More() {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if err := p.c.t.push(a, v); err != nil {
			return nil, err
		}
	}
	_, err := p.d.Token()
	return a, err
}

func (p *jsonReader) object(depth int) (Value, error) {
	h := p.c.t.newHash(4)
	for p.d.More() {
		token, err := p.d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := token.(string)
		if !ok {
			return nil, errors.New("a key must be a string")
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		var key Value
		if p.symbols {
			key = p.c.t.symbol(name)
		} else {
			key = p.c.t.newString(name)
		}
		if err := p.c.t.put(h, key, v); err != nil {
			return nil, err
		}
	}
	_, err := p.d.Token()
	return h, err
}
