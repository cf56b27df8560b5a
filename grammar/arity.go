package grammar

// A Shape sums up which arguments parameters take.
type Shape struct {
	Required, Optional    int // positional ones
	Leading               int // required ones before the first optional one or the rest
	Rest                  bool
	Keys, KeyRest, NoKeys bool
	RequiredKeys          []string
	ExcessComma           bool // |a,|
}

// Shape returns the shape of parameters; nil have none.
func (ps *Params) Shape() (s Shape) {
	if ps == nil {
		return s
	}
	s.ExcessComma = ps.ExcessComma
	for _, p := range ps.List {
		switch p.Kind {
		case Required, Destructured:
			if s.Required++; s.Optional == 0 && !s.Rest {
				s.Leading++
			}
		case Optional:
			s.Optional++
		case Rest:
			s.Rest = true
		case ForwardAll:
			s.Rest, s.KeyRest = true, true
		case RequiredKey:
			s.Keys, s.RequiredKeys = true, append(s.RequiredKeys, p.Name)
		case OptionalKey:
			s.Keys = true
		case KeyRest:
			s.KeyRest = true
		case NoKeys:
			s.NoKeys = true
		}
	}
	return s
}

// TakesKeys reports whether keywords are taken as such, not as a hash.
func (s Shape) TakesKeys() bool { return s.Keys || s.KeyRest }

// Arity counts parameters as Ruby's Proc#arity does: the number of required ones, -(n+1) when
// optional ones follow. strict counts them as a method and a lambda do.
func (ps *Params) Arity(strict bool) int {
	s := ps.Shape()
	required := s.Required + min(len(s.RequiredKeys), 1)
	exact := !s.Rest && s.Optional == 0 && s.TakesKeys() == (len(s.RequiredKeys) > 0) // keywords count as one
	if exact || !strict && !s.Rest {
		return required
	}
	return -required - 1
}

// Single reports whether a block has one plain parameter, which takes its first argument
// as it is.
func (ps *Params) Single() bool {
	return len(ps.List) == 1 && ps.List[0].Kind == Required && !ps.ExcessComma
}

// Divides reports whether a block divides a single argument among its parameters.
func (s Shape) Divides() bool {
	return s.Required+s.Optional > 1 || s.Rest && s.Required+s.Optional > 0 || s.ExcessComma
}

// HasKey reports whether there is a keyword parameter of some name.
func (ps *Params) HasKey(name string) bool {
	for _, p := range ps.List {
		if (p.Kind == RequiredKey || p.Kind == OptionalKey) && p.Name == name {
			return true
		}
	}
	return false
}

// The names of the variables that anonymous parameters bind.
const (
	AnonymousRest  = "*"
	AnonymousKeys  = "**"
	AnonymousBlock = "&"
)

// Variable returns the name of the variable that a parameter binds.
func (p *Param) Variable() string {
	if p.Name != "" {
		return p.Name
	}
	switch p.Kind {
	case Rest, ForwardAll:
		return AnonymousRest
	case KeyRest:
		return AnonymousKeys
	case BlockParam:
		return AnonymousBlock
	}
	return ""
}

// A Division says how many parts a list is divided into among targets, parameters or patterns,
// `a, (b, *c) = list`: those in front, a splat that takes what is in the middle, and those behind it.
type Division struct {
	Before, After int
	Splat         bool
}

// Division returns how parameters divide a list of arguments.
func (s Shape) Division() Division {
	return Division{Before: s.Leading + s.Optional, After: s.Required - s.Leading, Splat: s.Rest}
}

// Division returns how targets divide the list that is assigned.
func (x *MultiTarget) Division() (d Division) {
	for _, target := range x.List {
		_, splat := target.(*Splat)
		switch {
		case splat:
			d.Splat = true
		case d.Splat:
			d.After++
		default:
			d.Before++
		}
	}
	return d
}
