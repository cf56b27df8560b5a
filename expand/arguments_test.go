package expand

import (
	"errors"
	"testing"

	"signalbox/dsl"
)

// Options that hold themselves, or one list many times, end in an error that names
// the bound.
func TestArgumentsAreBounded(t *testing.T) {
	for _, value := range []string{
		"a = []; a << a",
		"a = {}; a[:a] = a",
		"a = [1] * 50; 7.times { a = [a] * 50 }",
	} {
		for _, option := range []string{"a", "[a]", "{ b: a }"} {
			root := application(t, map[string]string{"config/routes.rb": head + value + "\nget \"x\", to: \"a#b\", y: " + option + "\nend"})
			_, err := Load(root, Options{})
			var limit *dsl.LimitError
			if !errors.As(err, &limit) || limit.Limit != "values within the arguments of `get`" {
				t.Errorf("%s, y: %s: got %v", value, option, err)
			}
		}
	}
}
