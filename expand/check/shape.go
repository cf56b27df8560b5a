package check

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/expand/route"
)

// The values that are missing are told by their uses: each merges into a shape.

// A Shape is what value an expression wants.
type Shape struct {
	Kind route.ShapeKind
	// Elem is the shape of a list's elements or a mapping's values; nil if
	// nothing tells.
	Elem *Shape
	// Key is the shape of the first of the pairs that a list holds, of which Elem
	// tells the second; nil for other lists.
	Key *Shape
	// Fields are what is asked of an object: its methods, or a hash's keys.
	Fields []Field
	// Example is a value in YAML; empty for none.
	Example string
	// Like are literals that the value is compared with, as Ruby writes them.
	Like []string
	// Optional is set for a value that may be missing: nil, `~` in YAML.
	Optional bool

	// noSymbol tells text that is asked what symbols are not.
	noSymbol bool

	seen     uint16          // the kinds that merge was told, a bit for each
	fallback route.ShapeKind // what it is if nothing else tells
}

// A Field is a key of a mapping.
type Field struct {
	Name  string
	Wants *Shape
}

// String returns the value that is wanted: "true or false", "a list of text".
func (s *Shape) String() string {
	text := s.text(0)
	if s != nil && s.Example != "" && s.Kind == route.DecisionShape && len(s.Fields) == 0 {
		text = kindTexts[route.AnyShape] // that is true
	}
	if s != nil && s.Optional && s.Kind != route.DecisionShape {
		text += ", or ~ for none"
	}
	if s != nil && s.Example != "" {
		text += ", such as " + s.Example
	}
	return text
}

// Decides reports whether true or false will do.
func (s *Shape) Decides() bool {
	return s.Kind == route.DecisionShape && s.Example == "" && len(s.Fields) == 0
}

// nameLetters are what a key may hold that YAML reads without quotes.
const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// maxShape bounds the depth of shapes in texts.
const maxShape = 4

func (s *Shape) text(depth int) string {
	switch {
	case s == nil:
		return "value"
	case len(s.Fields) > 0 && s.Kind != route.ListShape:
		if depth >= maxShape {
			return "a mapping"
		}
		parts := make([]string, len(s.Fields))
		for i, f := range s.Fields {
			name := f.Name
			if strings.Trim(name, nameLetters) != "" {
				name = quoted(name)
			}
			parts[i] = fmt.Sprintf("%s: %s", name, f.Wants.text(depth+1))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case s.Key != nil:
		value := s.Elem.text(depth + 1)
		if s.Key.noSymbol {
			return "[[" + s.Key.text(depth+1) + ", " + value + "], ...]"
		}
		return "{name: " + value + ", ...}, or with keys that are no symbols [[" + s.Key.text(depth+1) + ", " + value + "], ...]"
	case s.Kind == route.ListShape && s.saw(route.TextShape):
		return "[a, list], or text"
	case s.Kind == route.PatternShape && s.saw(route.TextShape):
		return "text, or " + kindTexts[route.PatternShape]
	case s.Kind == route.ListShape && s.Elem != nil && s.Elem.Kind == route.CodeShape:
		return "[] if it draws no routes"
	case s.Kind == route.ListShape && s.Elem != nil && (s.Elem.Kind != route.AnyShape || len(s.Elem.Fields) > 0):
		return "a list of " + s.Elem.text(depth+1)
	case s.Kind == route.MappingShape && s.Elem != nil && (s.Elem.Kind != route.AnyShape || len(s.Elem.Fields) > 0):
		return "{name: " + s.Elem.text(depth+1) + ", ...}"
	}
	if len(s.Like) > 0 {
		return kindTexts[s.Kind] + ", as " + strings.Join(s.Like, " or ")
	}
	return kindTexts[s.Kind]
}

var kindTexts = [...]string{
	route.AnyShape:      "value",
	route.WordShape:     "true if it draws no routes, else define it in a file of words:",
	route.ConcernShape:  "false if it draws no routes, else the name of a method in a file of words:",
	route.CodeShape:     "false if it draws no routes",
	route.DecisionShape: "true or false",
	route.TextShape:     "text",
	route.NumberShape:   "a number",
	route.RubyShape:     `the Ruby that is run as text, "" for none`,
	route.PatternShape:  "a pattern, !ruby/regexp /a|b/",
	route.ClassShape:    "a constant, !ruby/class Some::Name",
	route.ListShape:     "[a, list]",
	route.MappingShape:  "{name: value, ...}",
}

// use notes what a value is used as; that may be a part of it, or made of it.
func (s *Shape) use(k route.ShapeKind) { s.Kind = max(s.Kind, k) }

// merge notes a use that only values of the kind have.
func (s *Shape) merge(k route.ShapeKind) {
	s.seen |= 1 << k
	s.use(k)
}

// saw tells whether a use told of that kind.
func (s *Shape) saw(k route.ShapeKind) bool { return s.seen&(1<<k) != 0 }

// join notes the uses of a shape of the same value.
func (s *Shape) join(other *Shape) {
	s.use(other.Kind)
	s.seen |= other.seen
	s.noSymbol = s.noSymbol || other.noSymbol
	s.fallback, s.Optional = max(s.fallback, other.fallback), s.Optional || other.Optional
	for _, f := range other.Fields {
		s.field(f.Name).join(f.Wants)
	}
	for _, like := range other.Like {
		if !slices.Contains(s.Like, like) {
			s.Like = append(s.Like, like)
		}
	}
	switch {
	case s.Elem == nil:
		s.Key, s.Elem = other.Key, other.Elem
	case other.Elem != nil && s.Key == nil && other.Key == nil:
		s.Elem.join(other.Elem)
	}
}

// madeInto notes what is made of an object: of text, its fields are.
func (s *Shape) madeInto(result *Shape) {
	if result.Kind != route.TextShape {
		return
	}
	for _, f := range s.Fields {
		if f.Wants.Kind == route.AnyShape && len(f.Wants.Fields) == 0 {
			f.Wants.use(route.TextShape)
		}
	}
}

// settle decides by the weak evidence where there is no other, here and below.
func (s *Shape) useFallback() {
	if s == nil {
		return
	}
	if s.Kind <= route.DecisionShape && len(s.Fields) == 0 {
		s.Kind = max(s.Kind, s.fallback)
	}
	s.Key.useFallback()
	s.Elem.useFallback()
	for _, f := range s.Fields {
		f.Wants.useFallback()
	}
}

// mapping notes that it is looked into by keys.
func (s *Shape) mapping() {
	s.merge(route.MappingShape)
	s.Key = nil
}

// pair turns a list into one of pairs.
func (s *Shape) pair() *Shape {
	if s.Kind == route.MappingShape {
		return s.elem()
	}
	s.Kind = route.ListShape
	if s.Key == nil {
		s.Key, s.Elem = s.elem(), &Shape{}
	}
	return s.Elem
}

func (s *Shape) elem() *Shape {
	if s.Elem == nil {
		s.Elem = &Shape{}
	}
	return s.Elem
}

func (s *Shape) field(name string) *Shape {
	for _, f := range s.Fields {
		if f.Name == name {
			return f.Wants
		}
	}
	s.Fields = append(s.Fields, Field{name, &Shape{}})
	return s.Fields[len(s.Fields)-1].Wants
}

func quoted(s string) string { return `"` + s + `"` }
