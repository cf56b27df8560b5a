package graphqlsrv

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"signalbox/graphqlsrv/internal/graphqljs"
	"signalbox/graphqlsrv/internal/jsonread"
)

// VariableLimits bound the variables of a request; 0 turns a bound off.
type VariableLimits struct {
	// Depth is how many lists and objects may stand within one another.
	Depth int
	// Values is how many values the variables may hold: lists, objects, the items and
	// fields of each, and the defaults of fields that are left out. Where the arguments
	// of a field name a variable several times, each counts, with all such fields of the
	// operation; then 256 bytes of a text, or of what a [Scalar] made, count as one value
	// more.
	Values int
}

// DefaultVariableLimits are those of a server without [WithVariableLimits].
var DefaultVariableLimits = VariableLimits{Depth: 100, Values: 20_000}

// WithVariableLimits replaces [DefaultVariableLimits].
func WithVariableLimits(l VariableLimits) Option { return func(c *config) { c.variables = l } }

func errTooDeep(l VariableLimits) error {
	return &Error{Message: fmt.Sprintf("Variables depth limit of %d exceeded.", l.Depth), Code: CodeBadUserInput}
}

func errTooMany(l VariableLimits) *Error {
	return &Error{Message: fmt.Sprintf("Variables limit of %d values exceeded.", l.Values), Code: CodeBadUserInput}
}

// An orderedObject is a JSON object that keeps the order of its names.
type orderedObject struct {
	members []jsonMember
	places  map[string]int // of the members by their names, where there are many
}

type jsonMember struct {
	name  string
	value any
}

// Len and Member are those of [graphqljs.Object].
func (o orderedObject) Len() int { return len(o.members) }

func (o orderedObject) Member(i int) (name string, value any) {
	return o.members[i].name, o.members[i].value
}

// inspect writes a value for a message as graphql-js does.
func inspect(v any) string { return graphqljs.Inspect(v) }

// manyMembers is from how many members on they are found by a map.
const manyMembers = 16

// find returns the place of a member, -1 where there is none of the name.
func (o *orderedObject) find(name string) int {
	if len(o.members) < manyMembers {
		for i := range o.members {
			if o.members[i].name == name {
				return i
			}
		}
		return -1
	}
	if o.places == nil {
		o.places = make(map[string]int, len(o.members))
		for i, m := range o.members {
			o.places[m.name] = i
		}
	}
	if i, ok := o.places[name]; ok {
		return i
	}
	return -1
}

func (o *orderedObject) get(name string) (value any, ok bool) {
	if i := o.find(name); i >= 0 {
		return o.members[i].value, true
	}
	return nil, false
}

// variables reads the variables of a request, without its files.
// Numbers keep every digit.
func (r *Request) variables(limits VariableLimits) (*orderedObject, error) {
	given := &orderedObject{}
	if len(bytes.TrimSpace(r.Variables)) > 0 {
		value, err := decodeJSON(r.Variables, limits)
		if err != nil {
			return nil, err
		}
		if o, ok := value.(*orderedObject); ok {
			given = o
		} else if value != nil {
			return nil, errors.New("they must be an object")
		}
	}
	return given, nil
}

// decodeJSON reads one value: nil, bool, string, json.Number, []any or
// *orderedObject.
func decodeJSON(text []byte, limits VariableLimits) (any, error) {
	d := jsonread.Decoder(text)
	defer jsonread.Free(d)
	r := variableReader{decoder: d, limits: limits}
	return r.value(0)
}

// A variableReader reads JSON and counts its values.
type variableReader struct {
	decoder *jsontext.Decoder
	limits  VariableLimits
	count   int
}

func (r *variableReader) value(depth int) (any, error) {
	t, err := r.decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	if r.count++; r.limits.Values > 0 && r.count > r.limits.Values {
		return nil, errTooMany(r.limits)
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
		return nil, errTooDeep(r.limits)
	}
	if t.Kind() == '[' {
		return r.list(depth + 1)
	}
	return r.object(depth + 1)
}

func (r *variableReader) list(depth int) (any, error) {
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

func (r *variableReader) object(depth int) (any, error) {
	o := &orderedObject{}
	for r.decoder.PeekKind() != '}' {
		name, err := r.decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		m := jsonMember{name: name.String()}
		if m.value, err = r.value(depth); err != nil {
			return nil, err
		}
		o.members = append(o.members, m)
	}
	_, err := r.decoder.ReadToken()
	return o, err
}
