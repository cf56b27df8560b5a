package graphqlsrv

import (
	"fmt"
	"strconv"
	"strings"
)

// setFile puts a file in its place among the variables, which holds null:
// "file", "input.photo", "files.0". GraphQL multipart request specification.
func setFile(vars any, at string, file any) error {
	in := vars
	names := strings.Split(at, ".")
	for i, name := range names {
		last := i == len(names)-1
		if o, ok := in.(*orderedObject); ok {
			in = o.values
		}
		switch x := in.(type) {
		case map[string]any:
			v, ok := x[name]
			if !ok || last && v != nil {
				return fmt.Errorf("no null at %q for a file", at)
			}
			if last {
				x[name] = file
			}
			in = v
		case []any:
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(x) || last && x[n] != nil {
				return fmt.Errorf("no null at %q for a file", at)
			}
			if last {
				x[n] = file
			}
			in = x[n]
		default:
			return fmt.Errorf("no null at %q for a file", at)
		}
	}
	return nil
}
