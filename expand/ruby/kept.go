package ruby

import (
	"slices"

	"signalbox/dsl"
)

// Kept returns a copy of a value as it is now, which stays when what the code did is undone.
func Kept(v dsl.Value) dsl.Value { return keptTo(v, 20) }

func keptTo(v dsl.Value, depth int) dsl.Value {
	if depth == 0 {
		return v
	}
	switch v := v.(type) {
	case *dsl.String:
		if dsl.UnknownIn(v) == nil {
			return v.Copy()
		}
	case *dsl.Array:
		list := *v
		list.Elems = slices.Clone(v.Elems)
		for i, e := range list.Elems {
			list.Elems[i] = keptTo(e, depth-1)
		}
		return &list
	case *dsl.Hash:
		own := v.Clone()
		for i := range v.Len() {
			key, e := v.At(i)
			own.Set(key, keptTo(e, depth-1))
		}
		return own
	}
	return v
}

// Symbols returns the symbol of a text, or those of the elements of a list; other values as
// they are.
func Symbols(v dsl.Value) dsl.Value {
	switch v := v.(type) {
	case *dsl.String:
		return dsl.Symbol(v.String())
	case *dsl.Array:
		out := dsl.NewArray()
		for _, e := range v.Elems {
			out.Elems = append(out.Elems, Symbols(e))
		}
		return out
	}
	return v
}
