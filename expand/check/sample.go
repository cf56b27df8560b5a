package check

import (
	"cmp"
	"fmt"
	"strings"

	"signalbox/expand/route"
)

// Sample returns a value of the shape in YAML, on one line: what --set takes for an
// expression that wants it.
func (s *Shape) Sample() string { return s.SampleFor("", true) }

// SampleFor is [Shape.Sample] of which decisions are what yes says, texts are told
// apart by name.
func (s *Shape) SampleFor(name string, yes bool) string { return s.sampleAt(0, name, yes) }

// sampleAt is sample within so many lists and mappings. Deep ones have one element,
// as each of two would have two again.
func (s *Shape) sampleAt(depth int, name string, yes bool) string {
	switch {
	case s.Example != "":
		return sampleOf(s.Example, yes)
	case len(s.Like) > 0 && yes && s.Kind != route.ListShape:
		return s.Like[0]
	case s.Kind == route.ListShape:
		return s.sampleList(depth+1, name, yes)
	case s.Kind == route.MappingShape || len(s.Fields) > 0:
		return s.sampleMapping(depth+1, name, yes)
	}
	switch s.Kind {
	case route.WordShape:
		return "true"
	case route.ConcernShape, route.CodeShape:
		return "false"
	case route.RubyShape:
		return `""`
	case route.DecisionShape:
		return fmt.Sprint(yes)
	case route.NumberShape:
		return "2"
	case route.ClassShape:
		return "!ruby/class " + cmp.Or(strings.TrimSuffix("V"+name, "V"), "Some::App")
	case route.PatternShape:
		return "!ruby/regexp /" + cmp.Or(name, "a") + "|b/"
	}
	return cmp.Or(name, "text")
}

// sampleOf is the first of the examples; of a list of modules one, if not yes.
func sampleOf(example string, yes bool) string {
	example, _, _ = strings.Cut(example, ", or ")
	if yes || !strings.HasPrefix(example, "[") {
		return example
	}
	for _, module := range []string{"omniauthable", "github"} {
		if strings.Contains(example, module) {
			return "[" + module + "]"
		}
	}
	return "[trackable]"
}

func (s *Shape) sampleList(depth int, name string, yes bool) string {
	elem := s.Elem
	if elem == nil {
		elem = &Shape{}
	}
	if s.Key == nil && elem.Kind == route.CodeShape {
		return "[]"
	}
	one := func(which string) string {
		if i := strings.Index("xy", which); i < len(elem.Like) && len(elem.Fields) == 0 && yes {
			return elem.Like[i]
		}
		if s.Key == nil {
			return elem.sampleAt(depth, name+which, yes)
		}
		return "[" + s.Key.sampleAt(depth, name+which, yes) + ", " + elem.sampleAt(depth, name+which+"v", yes) + "]"
	}
	switch {
	case s.Key == nil && !yes && elem.Kind <= route.TextShape && len(elem.Fields) == 0:
		return "[" + name + "]"
	case depth > maxShape:
		return "[" + one("x") + "]"
	}
	return "[" + one("x") + ", " + one("y") + "]"
}

func (s *Shape) sampleMapping(depth int, name string, yes bool) string {
	if len(s.Fields) == 0 && s.Elem != nil {
		first := fmt.Sprintf("k%s: %s", name, s.Elem.sampleAt(depth, name+"x", yes))
		if depth > maxShape {
			return "{" + first + "}"
		}
		return fmt.Sprintf("{%s, j%s: %s}", first, name, s.Elem.sampleAt(depth, name+"y", yes))
	}
	parts := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		parts[i] = fmt.Sprintf("%q: %s", f.Name, f.Wants.sampleAt(depth, fmt.Sprintf("%s%c", name, 'a'+i%26), yes))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
