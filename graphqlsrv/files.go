package graphqlsrv

import (
	"errors"
	"strconv"
	"strings"

	"signalbox/graphqlsrv/internal/language"
)

// setFile puts a file in its place among the variables, which holds null:
// "file", "input.photo", "files.0". GraphQL multipart request specification.
func setFile(vars *orderedObject, at string, file any) error {
	var in any = vars
	for rest, more := at, true; more; {
		var name string
		name, rest, more = strings.Cut(rest, ".")
		place := placeOf(in, name)
		if place == nil || !more && *place != nil {
			return errors.New(language.Messagef("no null at %q for a file", at))
		}
		if !more {
			*place = file
		}
		in = *place
	}
	return nil
}

// placeOf is where a list or object holds the value of a name, nil for nowhere.
func placeOf(in any, name string) *any {
	switch in := in.(type) {
	case *orderedObject:
		if i := in.find(name); i >= 0 {
			return &in.members[i].value
		}
	case []any:
		if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(in) {
			return &in[n]
		}
	}
	return nil
}
