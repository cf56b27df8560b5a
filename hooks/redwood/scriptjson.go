package redwood

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep JSON may nest.
const maxDepth = 1000

// scriptJSON writes JSON as JavaScript's JSON.stringify would after JSON.parse,
// so that tokens made here and there are the same: no white space, members in
// their order but whole numbers first, the last of equal names in the place of
// the first, numbers as ECMAScript writes them, and only what must be escaped in
// strings.
func scriptJSON(raw []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var b bytes.Buffer
	if err := writeScript(&b, d, 0); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("redwood: text behind the JSON value")
	}
	return b.Bytes(), nil
}

func writeScript(b *bytes.Buffer, d *json.Decoder, depth int) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	if depth > maxDepth {
		return fmt.Errorf("redwood: JSON nests deeper than %d", maxDepth)
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return writeScriptArray(b, d, depth)
		}
		return writeScriptObject(b, d, depth)
	case string:
		text, err := jsontext.AppendQuote(nil, t)
		b.Write(text)
		return err
	case json.Number:
		text, err := scriptNumber(t)
		b.WriteString(text)
		return err
	default: // bool, nil
		text, err := json.Marshal(t)
		b.Write(text)
		return err
	}
}

// scriptNumber writes a number as JSON.stringify does: one that is too large has
// become infinite, which JSON has not, and zero has no sign.
func scriptNumber(n json.Number) (string, error) {
	f, err := n.Float64()
	switch {
	case math.IsInf(f, 0):
		return "null", nil
	case err != nil:
		return "", err
	case f == 0:
		return "0", nil
	}
	text, err := json.Marshal(f)
	return string(text), err
}

func writeScriptArray(b *bytes.Buffer, d *json.Decoder, depth int) error {
	b.WriteByte('[')
	for i := 0; d.More(); i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeScript(b, d, depth+1); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	_, err := d.Token()
	return err
}

// A member is one of an object.
type member struct{ name, value string }

func writeScriptObject(b *bytes.Buffer, d *json.Decoder, depth int) error {
	var members []member
	place := map[string]int{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		var value bytes.Buffer
		if err := writeScript(&value, d, depth+1); err != nil {
			return err
		}
		if i, ok := place[name]; ok {
			members[i].value = value.String()
			continue
		}
		place[name] = len(members)
		members = append(members, member{name, value.String()})
	}
	b.WriteByte('{')
	for i, m := range scriptOrder(members) {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := jsontext.AppendQuote(nil, m.name)
		if err != nil {
			return err
		}
		b.Write(append(append(name, ':'), m.value...))
	}
	b.WriteByte('}')
	_, err := d.Token()
	return err
}

// arrayIndex reports whether a name is an array index to JavaScript, and which.
func arrayIndex(name string) (uint64, bool) {
	n, err := strconv.ParseUint(name, 10, 32)
	return n, err == nil && n < 1<<32-1 && strconv.FormatUint(n, 10) == name
}

// scriptOrder puts members in the order in which JavaScript enumerates them:
// array indexes first, by their number.
func scriptOrder(members []member) []member {
	var indexes, names []member
	for _, m := range members {
		if _, ok := arrayIndex(m.name); ok {
			indexes = append(indexes, m)
		} else {
			names = append(names, m)
		}
	}
	slices.SortFunc(indexes, func(a, b member) int {
		i, _ := arrayIndex(a.name)
		j, _ := arrayIndex(b.name)
		return cmp.Compare(i, j)
	})
	return append(indexes, names...)
}
