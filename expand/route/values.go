package route

import (
	"strings"
	"sync"

	"signalbox/dsl"
)

// Values are values of Ruby by their names. They print as Ruby shows them:
// {id: /\d+/, format: "json"}. Where a value of Ruby is asked for, they are their Hash.
type Values struct{ *dsl.Hash }

// printing is an interpreter that shows values of any table.
var printing = sync.OnceValue(func() *dsl.Interp { return dsl.New(dsl.Options{}) })

// String returns the values as Ruby shows a hash; of an object, for which code of the
// application would run, it is three dots.
func (v Values) String() string {
	parts := make([]string, v.Len())
	for i := range parts {
		key, value := v.At(i)
		if name, ok := key.(dsl.Symbol); ok {
			parts[i] = dsl.InspectSymbol(string(name))[1:] + ": " + shown(value)
		} else {
			parts[i] = shown(key) + " => " + shown(value)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func shown(v dsl.Value) string {
	text, ok, err := printing().InspectLiteral(v)
	if !ok || err != nil {
		return "..."
	}
	return text
}
