package check

import (
	"strings"

	"signalbox/expand/route"
	"signalbox/grammar"
)

// What the methods of data tell about the value that they are called on.

// A dataMethod notes what a method tells about its receiver, and gives the shape
// of its result.
type dataMethod func(s *Shape, args []grammar.Expr) *Shape

var (
	comparing   = wordSet("== != === < > <= >= <=> =~ !~ eql? equal?")
	makesRegexp = wordSet("new compile union escape quote")
	dataMethods = map[string]dataMethod{}
	iterators   = map[string]func(s *Shape, which string) *Shape{}
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// result is a dataMethod whose receiver is of a kind, and whose result tells
// nothing about it.
func result(of, gives route.ShapeKind) dataMethod {
	return func(s *Shape, _ []grammar.Expr) *Shape {
		s.merge(of)
		return &Shape{Kind: gives}
	}
}

// same is a dataMethod whose result is like its receiver.
func same(of route.ShapeKind) dataMethod {
	return func(s *Shape, _ []grammar.Expr) *Shape {
		s.merge(of)
		return s
	}
}

// plain are the methods of data only without arguments: `select("name")` asks a
// database.
var plain = wordSet("sort_by select filter reject find_all map collect flat_map filter_map group_by partition index_by to_set " +
	"each each_with_index each_entry reverse_each first last sample min max keys each_key each_pair to_h to_hash symbolize_keys stringify_keys values each_value")

func elementOf(s *Shape, _ []grammar.Expr) *Shape {
	s.merge(route.ListShape)
	return s.elem()
}

func init() {
	for words, m := range map[string]dataMethod{
		"freeze dup itself clone": same(route.AnyShape),
		"to_s to_str to_sym":      same(route.TextShape),
		"nil? blank? present?":    optional,
		"downcase upcase capitalize swapcase start_with? end_with? starts_with? ends_with? match match?": result(route.TextShape, route.TextShape),
		`parameterize underscore dasherize camelize camelcase humanize titleize titlecase classify tableize safe_constantize
		 pluralize singularize constantize strip lstrip rstrip squish squeeze gsub sub tr delete_prefix delete_suffix chomp chop html_safe
		 intern chars lines upcase_first`: ofString,
		"split": result(route.TextShape, route.ListShape),
		"to_i":  result(route.NumberShape, route.NumberShape),
		"to_a compact uniq reverse flatten shuffle":                          same(route.ListShape),
		"sort_by select filter reject find_all":                              same(route.ListShape),
		"map collect flat_map filter_map group_by partition index_by to_set": result(route.ListShape, route.ListShape),
		"each_slice each_cons in_groups_of in_groups":                        result(route.ListShape, route.ListShape),
		"each each_with_index each_entry reverse_each":                       same(route.ListShape),
		"each_with_object inject reduce all? none? sum to_sentence":          result(route.ListShape, route.AnyShape),
		"any? size length count include? exclude? empty?":                    perhaps(route.ListShape),
		"first last sample": elementOf,
		"keys each_key": func(s *Shape, _ []grammar.Expr) *Shape {
			s.merge(route.MappingShape)
			s.elem()
			return &Shape{Kind: route.ListShape}
		},
		"each_pair to_h to_hash symbolize_keys stringify_keys with_indifferent_access deep_symbolize_keys": same(route.MappingShape),
	} {
		for w := range strings.FieldsSeq(words) {
			dataMethods[w] = m
		}
	}
	dataMethods["presence"] = func(s *Shape, _ []grammar.Expr) *Shape {
		s.Optional = true
		return s
	}
	dataMethods["join"] = func(s *Shape, _ []grammar.Expr) *Shape {
		elementOf(s, nil).merge(route.TextShape)
		return &Shape{Kind: route.TextShape}
	}
	dataMethods["values"] = func(s *Shape, _ []grammar.Expr) *Shape {
		s.merge(route.MappingShape)
		return &Shape{Kind: route.ListShape, Elem: s.elem()}
	}
	dataMethods["each_value"] = dataMethods["values"]
	dataMethods["+"] = func(s *Shape, args []grammar.Expr) *Shape {
		if len(args) == 1 {
			s.merge(literalKind(args[0]))
		}
		return s
	}
	for _, name := range []string{"times", "upto", "downto", "to_int"} {
		dataMethods[name] = result(route.NumberShape, route.AnyShape)
	}
	for _, name := range []string{"-", "|", "&", "concat"} {
		dataMethods[name] = same(route.ListShape)
	}
	dataMethods["is_a?"] = kindOf
	dataMethods["kind_of?"] = kindOf
	initIterators()
}

// optional is a dataMethod that asks whether there is a value.
func optional(s *Shape, _ []grammar.Expr) *Shape {
	s.Optional = true
	return &Shape{Kind: route.DecisionShape}
}

// ofString is a dataMethod that symbols don't have.
func ofString(s *Shape, _ []grammar.Expr) *Shape {
	s.merge(route.TextShape)
	s.noSymbol = true
	return &Shape{Kind: route.TextShape}
}

// perhaps is a dataMethod that others than values of the kind have as well.
func perhaps(k route.ShapeKind) dataMethod {
	return func(s *Shape, _ []grammar.Expr) *Shape {
		s.fallback = k
		return &Shape{}
	}
}

// kindOf is is_a?, whose argument tells the kind.
func kindOf(s *Shape, args []grammar.Expr) *Shape {
	if len(args) == 1 {
		s.merge(map[string]route.ShapeKind{"Array": route.ListShape, "Hash": route.MappingShape, "String": route.TextShape, "Symbol": route.TextShape, "Integer": route.NumberShape, "Regexp": route.PatternShape}[grammar.String(args[0])])
	}
	return &Shape{Kind: route.DecisionShape}
}

func initIterators() {
	elements := func(s *Shape, which string) *Shape {
		switch {
		case which == "1": // |key, value|
			return s.pair()
		case s.Key != nil:
			return s.Key
		case s.Kind == route.MappingShape:
			return &Shape{}
		}
		return elementOf(s, nil)
	}
	for w := range strings.FieldsSeq("each map collect flat_map filter_map select filter reject find detect any? all? none? sort_by group_by partition find_all") {
		iterators[w] = elements
	}
	for w := range strings.FieldsSeq("each_with_index each_with_object each_slice each_entry find_each index_by to_h") {
		iterators[w] = func(s *Shape, which string) *Shape {
			if which == "0" {
				return elementOf(s, nil)
			}
			return &Shape{}
		}
	}
	iterators["each_value"] = func(s *Shape, _ string) *Shape {
		s.merge(route.MappingShape)
		return s.elem()
	}
	iterators["each_key"] = func(s *Shape, _ string) *Shape {
		s.merge(route.MappingShape)
		s.elem()
		return &Shape{Kind: route.TextShape}
	}
	iterators["each_pair"] = func(s *Shape, which string) *Shape {
		s.merge(route.MappingShape)
		if which == "0" {
			return &Shape{Kind: route.TextShape}
		}
		return s.elem()
	}
	iterators["times"] = func(s *Shape, _ string) *Shape {
		s.merge(route.NumberShape)
		return &Shape{Kind: route.NumberShape}
	}
	iterators["inject"] = func(s *Shape, which string) *Shape {
		if which == "1" {
			return elementOf(s, nil)
		}
		return &Shape{}
	}
	iterators["reduce"] = iterators["inject"]
}
