package expand

import (
	"fmt"
	"slices"
	"strings"
)

// The values that are missing are told by their uses: each merges into a shape.

// A Shape tells what value an expression wants.
type Shape struct {
	Kind ShapeKind
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
	// Optional tells a value that may be missing: nil, `~` in YAML.
	Optional bool

	// noSymbol tells text that is asked what symbols are not.
	noSymbol bool

	seen uint16    // the kinds that merge was told, a bit for each
	weak ShapeKind // what it is if nothing else tells
}

// A Field is a key of a mapping.
type Field struct {
	Name  string
	Wants *Shape
}

// String tells the value that is wanted: "true or false", "a list of text".
func (s *Shape) String() string {
	text := s.text(0)
	if s != nil && s.Example != "" && s.Kind == DecisionShape && len(s.Fields) == 0 {
		text = kindTexts[AnyShape] // that is true
	}
	if s != nil && s.Optional && s.Kind != DecisionShape {
		text += ", or ~ for none"
	}
	if s != nil && s.Example != "" {
		text += ", such as " + s.Example
	}
	return text
}

// Decides tells that true or false will do.
func (s *Shape) Decides() bool {
	return s.Kind == DecisionShape && s.Example == "" && len(s.Fields) == 0
}

// nameLetters are what a key may hold that YAML reads without quotes.
const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// maxShape bounds the depth of shapes in texts.
const maxShape = 4

func (s *Shape) text(depth int) string {
	switch {
	case s == nil:
		return "value"
	case len(s.Fields) > 0 && s.Kind != ListShape:
		if depth >= maxShape {
			return "a mapping"
		}
		parts := make([]string, len(s.Fields))
		for i, f := range s.Fields {
			name := f.Name
			if strings.Trim(name, nameLetters) != "" {
				name = quote(name)
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
	case s.Kind == ListShape && s.saw(TextShape):
		return "[a, list], or text"
	case s.Kind == PatternShape && s.saw(TextShape):
		return "text, or " + kindTexts[PatternShape]
	case s.Kind == ListShape && s.Elem != nil && s.Elem.Kind == CodeShape:
		return "[] if it draws no routes"
	case s.Kind == ListShape && s.Elem != nil && (s.Elem.Kind != AnyShape || len(s.Elem.Fields) > 0):
		return "a list of " + s.Elem.text(depth+1)
	case s.Kind == MappingShape && s.Elem != nil && (s.Elem.Kind != AnyShape || len(s.Elem.Fields) > 0):
		return "{name: " + s.Elem.text(depth+1) + ", ...}"
	}
	if len(s.Like) > 0 {
		return kindTexts[s.Kind] + ", as " + strings.Join(s.Like, " or ")
	}
	return kindTexts[s.Kind]
}

var kindTexts = [...]string{
	AnyShape:      "value",
	WordShape:     "true if it draws no routes, else define it in a file of words:",
	ConcernShape:  "false if it draws no routes, else the name of a method in a file of words:",
	CodeShape:     "false if it draws no routes",
	DecisionShape: "true or false",
	TextShape:     "text",
	NumberShape:   "a number",
	RubyShape:     `the Ruby that is run as text, "" for none`,
	PatternShape:  "a pattern, !ruby/regexp /a|b/",
	ClassShape:    "a constant, !ruby/class Some::Name",
	ListShape:     "[a, list]",
	MappingShape:  "{name: value, ...}",
}

// use notes what a value is used as; that may be a part of it, or made of it.
func (s *Shape) use(k ShapeKind) { s.Kind = max(s.Kind, k) }

// merge notes a use that only values of the kind have.
func (s *Shape) merge(k ShapeKind) {
	s.seen |= 1 << k
	s.use(k)
}

// saw tells whether a use told of that kind.
func (s *Shape) saw(k ShapeKind) bool { return s.seen&(1<<k) != 0 }

// join notes the uses of a shape of the same value.
func (s *Shape) join(other *Shape) {
	s.use(other.Kind)
	s.seen |= other.seen
	s.noSymbol = s.noSymbol || other.noSymbol
	s.weak, s.Optional = max(s.weak, other.weak), s.Optional || other.Optional
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
	if result.Kind != TextShape {
		return
	}
	for _, f := range s.Fields {
		if f.Wants.Kind == AnyShape && len(f.Wants.Fields) == 0 {
			f.Wants.use(TextShape)
		}
	}
}

// settle decides by the weak evidence where there is no other, here and below.
func (s *Shape) settle() {
	if s == nil {
		return
	}
	if s.Kind <= DecisionShape && len(s.Fields) == 0 {
		s.Kind = max(s.Kind, s.weak)
	}
	s.Key.settle()
	s.Elem.settle()
	for _, f := range s.Fields {
		f.Wants.settle()
	}
}

// mapping notes that it is looked into by keys.
func (s *Shape) mapping() {
	s.merge(MappingShape)
	s.Key = nil
}

// pair turns a list into one of pairs.
func (s *Shape) pair() *Shape {
	if s.Kind == MappingShape {
		return s.elem()
	}
	s.Kind = ListShape
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
