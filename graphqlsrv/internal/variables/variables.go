// Package variables reads the variables of a request: JSON within bounds, whose objects keep the order
// of their names, as messages show them.
package variables

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"signalbox/graphqlsrv/internal/jsonread"
)

// Limits bound the variables; 0 turns a bound off.
type Limits struct {
	Depth  int // how many lists and objects may stand within one another
	Values int // how many values there may be
}

// A LimitError says which bound the variables exceed.
type LimitError string

func (e LimitError) Error() string { return string(e) }

// TooMany is the error of variables with more values than they may have.
func (l Limits) TooMany() error {
	return LimitError(fmt.Sprintf("Variables limit of %d values exceeded.", l.Values))
}

// An Object is a JSON object that keeps the order of its names.
type Object struct {
	Members []Member
	places  map[string]int // of the members by their names, where there are many
}

// A Member is a name of an object with its value.
type Member struct {
	Name  string
	Value any
}

// Len and Member are those of graphqljs.Object.
func (o Object) Len() int { return len(o.Members) }

// Member returns the member at a place.
func (o Object) Member(i int) (name string, value any) { return o.Members[i].Name, o.Members[i].Value }

// manyMembers is from how many members on they are found by a map.
const manyMembers = 16

// find returns the place of a member, -1 where there is none of the name.
func (o *Object) find(name string) int {
	if len(o.Members) < manyMembers {
		for i := range o.Members {
			if o.Members[i].Name == name {
				return i
			}
		}
		return -1
	}
	if o.places == nil {
		o.places = make(map[string]int, len(o.Members))
		for i, m := range o.Members {
			o.places[m.Name] = i
		}
	}
	if i, ok := o.places[name]; ok {
		return i
	}
	return -1
}

// Get returns the value of a name.
func (o *Object) Get(name string) (value any, ok bool) {
	if i := o.find(name); i >= 0 {
		return o.Members[i].Value, true
	}
	return nil, false
}

// Put puts a file in its place, which must hold null: "file", "input.photo", "files.0". It reports
// whether there is such a place. GraphQL multipart request specification.
func (o *Object) Put(at string, file any) bool {
	var in any = o
	for rest, more := at, true; more; {
		var name string
		name, rest, more = strings.Cut(rest, ".")
		place := placeOf(in, name)
		if place == nil || !more && *place != nil {
			return false
		}
		if !more {
			*place = file
		}
		in = *place
	}
	return true
}

// placeOf is where a list or object holds the value of a name, nil for nowhere.
func placeOf(in any, name string) *any {
	switch in := in.(type) {
	case *Object:
		if i := in.find(name); i >= 0 {
			return &in.Members[i].Value
		}
	case []any:
		if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(in) {
			return &in[n]
		}
	}
	return nil
}

// Plain turns json.Number within a value into int, or float64 where the number
// is none, and an [Object] into a map; a number that neither can hold exactly stays.
func Plain(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.Atoi(v.String()); err == nil {
			return n
		}
		if f, err := v.Float64(); err == nil && strings.ContainsAny(v.String(), ".eE") {
			return f + 0 // -0 becomes 0, as which graphql-js writes it
		}
		return v
	case *Object:
		object := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			object[m.Name] = Plain(m.Value)
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Plain(item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for k, item := range v {
			object[k] = Plain(item)
		}
		return object
	}
	return value
}

// Read reads the variables of a request; null and no text are none. Numbers keep every digit. What is
// beyond the limits is a [LimitError].
func Read(text []byte, limits Limits) (*Object, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return &Object{}, nil
	}
	value, err := Value(text, limits)
	if err != nil {
		return nil, err
	}
	switch v := value.(type) {
	case *Object:
		return v, nil
	case nil:
		return &Object{}, nil
	}
	return nil, errors.New("they must be an object")
}

// Value reads one value: nil, bool, string, json.Number, []any or *[Object].
func Value(text []byte, limits Limits) (any, error) {
	d := jsonread.Decoder(text)
	defer jsonread.Free(d)
	r := reader{decoder: d, limits: limits}
	return r.value(0)
}

// A reader reads JSON and counts its values.
type reader struct {
	decoder *jsontext.Decoder
	limits  Limits
	count   int
}

func (r *reader) value(depth int) (any, error) {
	t, err := r.decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	if r.count++; r.limits.Values > 0 && r.count > r.limits.Values {
		return nil, r.limits.TooMany()
	}
	switch t.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return t.Bool(), nil
	case '"':
		return t.String(), nil
	case '0':
		return json.Number(t.String()), nil
	}
	if r.limits.Depth > 0 && depth >= r.limits.Depth {
		return nil, LimitError(fmt.Sprintf("Variables depth limit of %d exceeded.", r.limits.Depth))
	}
	if t.Kind() == '[' {
		return r.list(depth + 1)
	}
	return r.object(depth + 1)
}

func (r *reader) list(depth int) (any, error) {
	list := []any{}
	for r.decoder.PeekKind() != ']' {
		v, err := r.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := r.decoder.ReadToken()
	return list, err
}

func (r *reader) object(depth int) (any, error) {
	o := &Object{}
	for r.decoder.PeekKind() != '}' {
		name, err := r.decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		m := Member{Name: name.String()}
		if m.Value, err = r.value(depth); err != nil {
			return nil, err
		}
		o.Members = append(o.Members, m)
	}
	_, err := r.decoder.ReadToken()
	return o, err
}
