package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// The rules about fields, types and where fragments may stand.

func (c *checker) scalarLeafs(f *ast.Field) {
	if f.Definition == nil {
		return
	}
	t := f.Definition.Type
	if c.schema.Types[typeName(t)].IsLeafType() {
		if f.SelectionSet != nil {
			set := c.doc.Places[f].Set
			c.report(at(&set), `Field "%s" must not have a selection since type "%s" has no subfields.`, f.Name, t)
		}
	} else if f.SelectionSet == nil {
		c.report(at(f.Position), `Field "%s" of type "%s" must have a selection of subfields. Did you mean "%[1]s { ... }"?`, f.Name, t)
	}
}

func (c *checker) fieldsOnCorrectType(f *ast.Field) {
	parent := f.ObjectDefinition
	if parent == nil || f.Definition != nil {
		return
	}
	hint := ""
	if c.options.Suggest {
		hint = didYouMean("to use an inline fragment on ", c.typesWithField(parent, f.Name))
		if hint == "" && parent.Kind != ast.Union {
			hint = didYouMean("", suggestions(f.Name, fieldNames(parent)))
		}
	}
	c.report(at(f.Position), `Cannot query field "%s" on type "%s".%s`, f.Name, parent.Name, hint)
}

// fieldNames are the fields of a type but those of introspection.
func fieldNames(d *ast.Definition) (names []string) {
	for _, f := range d.Fields {
		if !strings.HasPrefix(f.Name, "__") {
			names = append(names, f.Name)
		}
	}
	return names
}

// typesWithField are the object types of an abstract type that have a field, and
// their interfaces, those first that are used most and stand above the others.
func (c *checker) typesWithField(d *ast.Definition, field string) []string {
	if !d.IsAbstractType() {
		return nil
	}
	uses := map[string]int{}
	var names []string // as they are met
	use := func(name string) {
		if uses[name]++; uses[name] == 1 {
			names = append(names, name)
		}
	}
	for _, p := range c.schema.GetPossibleTypes(d) {
		if p.Fields.ForName(field) == nil {
			continue
		}
		use(p.Name)
		for _, name := range p.Interfaces {
			if i := c.schema.Types[name]; i != nil && i.Fields.ForName(field) != nil {
				use(name)
			}
		}
	}
	sortAsV8(names, func(a, b string) int {
		switch {
		case uses[a] != uses[b]:
			return uses[b] - uses[a]
		case c.above(a, b):
			return -1
		case c.above(b, a):
			return 1
		}
		return natural(a, b)
	})
	return names
}

// sortAsV8 sorts as Array.prototype.sort of V8 does up to 64 items: the rule
// above is no order (B before Named before A before B), so that the way of
// sorting shows in graphql-js' messages.
func sortAsV8(names []string, compare func(a, b string) int) {
	run := 1
	for run < len(names) && compare(names[run], names[run-1]) >= 0 {
		run++
	}
	if run == 1 && len(names) > 1 {
		for run < len(names) && compare(names[run], names[run-1]) < 0 {
			run++
		}
		slices.Reverse(names[:run])
	}
	for ; run < len(names); run++ {
		left, right, pivot := 0, run, names[run]
		for left < right {
			if middle := (left + right) / 2; compare(pivot, names[middle]) < 0 {
				right = middle
			} else {
				left = middle + 1
			}
		}
		copy(names[left+1:run+1], names[left:run])
		names[left] = pivot
	}
}

// above tells whether a is an interface of b.
func (c *checker) above(a, b string) bool {
	return c.schema.Types[a].Kind == ast.Interface && slices.Contains(c.schema.Types[b].Interfaces, a)
}

// knownTypeName reports a type that neither the schema nor the document defines; in
// definitions of types GraphQL's own scalars are known, too.
func (c *checker) knownTypeName(name string, pos *ast.Position, definition bool) {
	if c.schema.Types[name] != nil || c.defined.types[name] || definition && Builtin(name) {
		return
	}
	hint := ""
	if c.options.Suggest {
		names := make([]string, 0, len(c.schema.Types))
		for n := range c.schema.Types {
			names = append(names, n)
		}
		names = slices.AppendSeq(names, maps.Keys(c.defined.types))
		hint = didYouMean("", suggestions(name, names))
	}
	c.report(at(pos), `Unknown type "%s".%s`, name, hint)
}

func (c *checker) fragmentOnComposite(fragment, condition string, pos *ast.Position) {
	d := c.schema.Types[condition]
	if d == nil || d.IsCompositeType() {
		return
	}
	if fragment != "" {
		fragment = ` "` + fragment + `"`
	}
	c.report(at(pos), `Fragment%s cannot condition on non composite type "%s".`, fragment, condition)
}

func (c *checker) possibleInline(f *ast.InlineFragment, inner, parent *ast.Definition) {
	if inner != nil && parent != nil && !c.overlap(inner, parent) {
		c.report(at(f.Position), `Fragment cannot be spread here as objects of type "%s" can never be of type "%s".`, parent.Name, inner.Name)
	}
}

func (c *checker) possibleSpread(s *ast.FragmentSpread, parent *ast.Definition) {
	f := c.fragment(s.Name)
	if f == nil || parent == nil {
		return
	}
	if inner := composite(c.schema.Types[f.TypeCondition]); inner != nil && !c.overlap(inner, parent) {
		c.report(at(s.Position), `Fragment "%s" cannot be spread here as objects of type "%s" can never be of type "%s".`, s.Name, parent.Name, inner.Name)
	}
}

// maxIntrospectionLists is the first depth of lists of types that is too much.
const maxIntrospectionLists = 3

// introspected is what the search for deep introspection knows of fragments: the
// deepest place they were found harmless at, and the least one where they are not.

type introspected struct {
	harmless, exceeded map[string]int
}

func (c *checker) maxIntrospectionDepth(f *ast.Field) {
	if f.Name != "__schema" && f.Name != "__type" {
		return
	}
	s := &c.introspected
	if s.harmless == nil {
		s.harmless, s.exceeded = map[string]int{}, map[string]int{}
	}
	if c.tooDeep(ast.SelectionSet{f}, map[string]int{}, 0) {
		c.report(at(f.Position), "Maximum introspection depth exceeded")
	}
}

func (c *checker) tooDeep(set ast.SelectionSet, visited map[string]int, depth int) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			below := depth
			switch s.Name {
			case "fields", "interfaces", "possibleTypes", "inputFields":
				below++
			}
			if below >= maxIntrospectionLists || c.tooDeep(s.SelectionSet, visited, below) {
				return true
			}
		case *ast.InlineFragment:
			if c.tooDeep(s.SelectionSet, visited, depth) {
				return true
			}
		case *ast.FragmentSpread:
			if c.fragmentTooDeep(s.Name, visited, depth) {
				return true
			}
		}
	}
	return false
}

func (c *checker) fragmentTooDeep(name string, visited map[string]int, depth int) bool {
	s := &c.introspected
	if least, ok := s.exceeded[name]; ok && least <= depth {
		return true
	}
	for _, seen := range []map[string]int{visited, s.harmless} {
		if deepest, ok := seen[name]; ok && deepest >= depth {
			return false
		}
	}
	f := c.fragment(name)
	if f == nil {
		return false
	}
	visited[name] = depth
	if c.tooDeep(f.SelectionSet, visited, depth) {
		s.exceeded[name] = depth
		return true
	}
	s.harmless[name] = depth
	return false
}
