package dsl

import "strconv"

// A jsonMaker makes the values of JSON.parse.
type jsonMaker struct {
	c       *Call
	symbols bool // keys become symbols
}

func (m *jsonMaker) Null() Value { return Nil }

func (m *jsonMaker) Bool(b bool) Value { return Bool(b) }

func (m *jsonMaker) String(s string) (Value, error) { return m.c.t.newString(s), m.c.Step() }

func (m *jsonMaker) Number(text string, isFloat bool) (Value, error) {
	if !isFloat {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, tooLarge(m.c).err
		}
		return Int(n), m.c.Step()
	}
	f, _ := strconv.ParseFloat(text, 64) // infinite beyond the largest, as in Ruby
	return Float(f), m.c.Step()
}

func (m *jsonMaker) List(elems []Value) (Value, error) {
	a := m.c.t.newArray()
	for _, v := range elems {
		if err := m.c.t.push(a, v); err != nil {
			return nil, err
		}
	}
	return a, m.c.Step()
}

func (m *jsonMaker) Object(keys []string, values []Value) (Value, error) {
	h := m.c.t.newHash(4)
	for i, name := range keys {
		var key Value
		if m.symbols {
			key = m.c.t.symbol(name)
		} else {
			key = m.c.t.newString(name)
		}
		if err := m.c.t.put(h, key, values[i]); err != nil {
			return nil, err
		}
	}
	return h, m.c.Step()
}
