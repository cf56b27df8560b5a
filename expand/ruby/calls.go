package ruby

import (
	"strings"

	"signalbox/dsl"
)

// A Receiver is a function that answers calls: a [dsl.Receiver] without a type of its own.
type Receiver func(*dsl.Call) dsl.Value

// Call implements dsl.Receiver.
func (f Receiver) Call(c *dsl.Call) (dsl.Value, error) { return f(c), nil }

// CallText returns the source of a call without its receiver: `page("home", locale: :de)`.
func CallText(c *dsl.Call) string {
	if len(c.Args) == 0 && c.Keywords.Len() == 0 {
		return c.Name
	}
	var parts []string
	show := func(v dsl.Value) string {
		if u, ok := v.(*dsl.Unknown); ok {
			return u.Text()
		}
		if o, ok := v.(*dsl.Object); ok {
			if w, ok := o.Host.(dsl.Sourced); ok {
				return w.Source()
			}
		}
		shown, err := c.Thread.Inspect(v)
		if err != nil {
			return "..."
		}
		return shown
	}
	for _, a := range c.Args {
		parts = append(parts, show(a))
	}
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		if k, ok := key.(dsl.Symbol); ok {
			parts = append(parts, string(k)+": "+show(v))
		} else {
			parts = append(parts, show(key)+" => "+show(v))
		}
	}
	return c.Name + "(" + strings.Join(parts, ", ") + ")"
}

// UnknownCall returns the value of a call that only the application knows: what settle has for
// its source, with of as the receiver, or else an unknown value.
func UnknownCall(c *dsl.Call, of string, settle func(text string) (dsl.Value, bool)) dsl.Value {
	text := of + "." + CallText(c)
	if v, ok := settle(text); ok {
		return v
	}
	return dsl.NewUnknown(text, c.Pos)
}
