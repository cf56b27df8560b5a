package expand

import (
	"fmt"
	"strings"
)

// sample is a value of a shape in YAML; decisions are what yes says, texts are told
// apart by name.
func (s *Shape) sample(name string, yes bool) string {
	switch {
	case s.Example != "":
		return sampleOf(s.Example, yes)
	case len(s.Like) > 0 && yes && s.Kind != ListShape:
		return s.Like[0]
	case s.Kind == ListShape:
		return s.sampleList(name, yes)
	case s.Kind == MappingShape || len(s.Fields) > 0:
		return s.sampleMapping(name, yes)
	}
	switch s.Kind {
	case WordShape:
		return "true"
	case ConcernShape, CodeShape:
		return "false"
	case RubyShape:
		return `""`
	case DecisionShape:
		return fmt.Sprint(yes)
	case NumberShape:
		return "2"
	case ClassShape:
		return "!ruby/class V" + name
	case PatternShape:
		return "!ruby/regexp /" + name + "|b/"
	}
	return name
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

func (s *Shape) sampleList(name string, yes bool) string {
	if s.Key != nil {
		pair := func(n string) string {
			return "[" + s.Key.sample(name+n, yes) + ", " + s.Elem.sample(name+n+"v", yes) + "]"
		}
		return "[" + pair("x") + ", " + pair("y") + "]"
	}
	elem := s.Elem
	if elem == nil {
		elem = &Shape{}
	}
	if elem.Kind == CodeShape {
		return "[]"
	}
	if !yes && elem.Kind <= TextShape && len(elem.Fields) == 0 {
		return "[" + name + "]"
	}
	return "[" + elem.sample(name+"x", yes) + ", " + elem.sample(name+"y", yes) + "]"
}

func (s *Shape) sampleMapping(name string, yes bool) string {
	if len(s.Fields) == 0 && s.Elem != nil {
		return fmt.Sprintf("{k%s: %s, j%s: %s}", name, s.Elem.sample(name+"x", yes), name, s.Elem.sample(name+"y", yes))
	}
	parts := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		parts[i] = fmt.Sprintf("%q: %s", f.Name, f.Wants.sample(fmt.Sprintf("%s%c", name, 'a'+i%26), yes))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
