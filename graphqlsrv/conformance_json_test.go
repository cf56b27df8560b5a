package graphqlsrv_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// canonicalResponse is a response as text to compare: the data with the order of
// its keys, numbers by their value, and of errors the message, locations and path.
func canonicalResponse(t testing.TB, response []byte) string {
	t.Helper()
	var r struct {
		Errors []struct {
			Message   string
			Locations []struct{ Line, Column int }
			Path      []any
		}
		Data json.RawMessage
	}
	if err := json.Unmarshal(response, &r); err != nil {
		return fmt.Sprintf("no JSON: %v: %.300s", err, response)
	}
	var b strings.Builder
	for _, e := range r.Errors {
		fmt.Fprintf(&b, "error %s", e.Message)
		for _, l := range e.Locations {
			fmt.Fprintf(&b, " %d:%d", l.Line, l.Column)
		}
		if e.Path != nil {
			fmt.Fprintf(&b, " at %v", e.Path)
		}
		b.WriteByte('\n')
	}
	if r.Data != nil {
		b.WriteString("data ")
		d := json.NewDecoder(bytes.NewReader(r.Data))
		d.UseNumber()
		if err := writeOrdered(&b, d, ""); err != nil {
			return fmt.Sprintf("no JSON: %v: %.300s", err, response)
		}
	}
	return b.String()
}

// finite is a value with null for each infinite number and 0 for -0, as
// JSON.stringify has it.
func finite(value any) any {
	switch v := value.(type) {
	case float64:
		if math.IsInf(v, 0) {
			return nil
		}
		return v + 0
	case []any:
		for i := range v {
			v[i] = finite(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = finite(v[name])
		}
	}
	return value
}

// writeOrdered writes the next value of d with indentation; the keys of objects
// keep their order, as GraphQL wants it.
func writeOrdered(b *strings.Builder, d *json.Decoder, indent string) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case json.Delim:
		fmt.Fprintf(b, "%v\n", t)
		for object := t == '{'; d.More(); {
			b.WriteString(indent + "  ")
			if object {
				key, err := d.Token()
				if err != nil {
					return err
				}
				fmt.Fprintf(b, "%q: ", key)
			}
			if err := writeOrdered(b, d, indent+"  "); err != nil {
				return err
			}
		}
		end, err := d.Token()
		fmt.Fprintf(b, "%s%v\n", indent, end)
		return err
	case json.Number:
		f, err := t.Float64()
		fmt.Fprintf(b, "%v\n", f)
		return err
	case string:
		fmt.Fprintf(b, "%q\n", t)
	default:
		fmt.Fprintf(b, "%v\n", t)
	}
	return nil
}
