package graphqlsrv

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// An orderedObject is a JSON object that keeps the order of its names.
type orderedObject struct {
	names  []string
	values map[string]any
}

// entries gives the fields of a JSON object and their names, in order.
func entries(value any) (fields map[string]any, names []string, ok bool) {
	switch v := value.(type) {
	case map[string]any:
		return v, slices.Sorted(maps.Keys(v)), true
	case *orderedObject:
		return v.values, v.names, true
	}
	return nil, nil, false
}

// variables reads the variables of a request, with the files in their places.
// Numbers keep every digit. Of a name that is there twice the last counts. The
// objects are map[string]any, or *orderedObject.
func (r *Request) variables(ordered bool) (any, error) {
	given, err := decodeJSON(r.Variables, ordered)
	if err != nil {
		return nil, err
	}
	if given == nil {
		given = map[string]any{}
		if ordered {
			given = &orderedObject{values: map[string]any{}}
		}
	}
	if _, _, ok := entries(given); !ok {
		return nil, errors.New("they must be an object")
	}
	for at, file := range r.Files {
		if err := setFile(given, at, file); err != nil {
			return nil, err
		}
	}
	return given, nil
}

func decodeJSON(text []byte, ordered bool) (value any, err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if !ordered {
		err = d.Decode(&value)
		return value, err
	}
	return orderedValue(d, 0)
}

// maxJSONNesting is encoding/json's own bound, which its tokens lack.
const maxJSONNesting = 10_000

// orderedValue reads one value.
func orderedValue(d *json.Decoder, depth int) (any, error) {
	if depth > maxJSONNesting {
		return nil, fmt.Errorf("more than %d values within one another", maxJSONNesting)
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := orderedValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	case json.Delim('{'):
		o := &orderedObject{values: map[string]any{}}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := orderedValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			if _, twice := o.values[name.(string)]; !twice {
				o.names = append(o.names, name.(string))
			}
			o.values[name.(string)] = v
		}
		_, err := d.Token()
		return o, err
	}
	return t, nil
}
