package rules

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// overlapping is the rule that fields with one key can be merged. It follows
// graphql-js' OverlappingFieldsCanBeMergedRule, whose comments explain the
// algorithm: comparing sets of fields within and between selection sets, each
// pair of fragments once.
type overlapping struct {
	*checker
	work     int
	sets     map[setKey]*fieldSet
	compared map[[2]string]bool // pairs of fragments; the value tells that they were mutually exclusive
}

func newOverlapping(c *checker) *overlapping {
	return &overlapping{c, overlappingWork, map[setKey]*fieldSet{}, map[[2]string]bool{}}
}

// A setKey is a selection set as fields of a type: its first selection stands for it.
type setKey struct {
	first  ast.Selection
	parent *ast.Definition
}

// A fieldSet are the fields of a selection set by their keys, and the fragments
// that it spreads.
type fieldSet struct {
	keys      []string
	fields    map[string][]*foundField
	fragments []string
	spreads   map[string]bool // the same
	compared  map[string]bool // fragments; the value as in overlapping.compared
}

type foundField struct {
	parent     *ast.Definition
	node       *ast.Field
	definition *ast.FieldDefinition
}

type conflict struct {
	key     string
	reason  string
	fields1 []*ast.Position
	fields2 []*ast.Position
}

func (o *overlapping) spendWork(n int) {
	if o.work -= n; o.work < 0 {
		o.stop("Validation aborted.")
	}
}

// The bounds of what a message tells. graphql-js has the same.
const (
	maxConflictText  = 1000
	maxConflictNodes = 20
)

// check reports the conflicts within a selection set.
func (o *overlapping) check(set ast.SelectionSet, parent *ast.Definition) {
	if _, inline := set[0].(*ast.InlineFragment); len(set) == 1 && !inline {
		return
	}
	for _, c := range o.within(o.collectFields(set, parent)) {
		o.report(append(slices.Clone(c.fields1), c.fields2...),
			`Fields "%s" conflict because %s. Use different aliases on the fields to fetch both if this was intentional.`, language.Abbreviated(c.key), c.reason)
	}
}

func (o *overlapping) within(s *fieldSet) (conflicts []*conflict) {
	for _, key := range s.keys {
		list := s.fields[key]
		for i, a := range list {
			for _, b := range list[i+1:] {
				if c := o.conflict(false, key, a, b); c != nil {
					conflicts = append(conflicts, c)
				}
			}
		}
	}
	if len(s.keys) == 0 && len(s.fragments) < 2 {
		return conflicts
	}
	for i, name := range s.fragments {
		o.fieldsAndFragment(&conflicts, false, s, name)
		for _, other := range s.fragments[i+1:] {
			o.betweenFragments(&conflicts, false, name, other)
		}
	}
	return conflicts
}

func (o *overlapping) fieldsAndFragment(conflicts *[]*conflict, exclusive bool, s *fieldSet, name string) {
	o.spendWork(1)
	if len(s.keys) == 0 {
		return
	}
	if before, ok := s.compared[name]; ok && (!before || exclusive) {
		return
	}
	s.compared[name] = exclusive
	f := o.fragment(name)
	if f == nil {
		return
	}
	of := o.fragmentFields(f)
	if of == s {
		return
	}
	o.between(conflicts, exclusive, s, of)
	for _, inner := range of.fragments {
		o.fieldsAndFragment(conflicts, exclusive, s, inner)
	}
}

func (o *overlapping) betweenFragments(conflicts *[]*conflict, exclusive bool, a, b string) {
	o.spendWork(2)
	if a == b {
		return
	}
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		if before, ok := o.compared[pair]; ok && (!before || exclusive) {
			return
		}
	}
	o.compared[[2]string{a, b}] = exclusive
	f, g := o.fragment(a), o.fragment(b)
	if f == nil || g == nil {
		return
	}
	inA, inB := o.fragmentFields(f), o.fragmentFields(g)
	o.between(conflicts, exclusive, inA, inB)
	for _, inner := range inB.fragments {
		o.betweenFragments(conflicts, exclusive, a, inner)
	}
	for _, inner := range inA.fragments {
		o.betweenFragments(conflicts, exclusive, inner, b)
	}
}

// betweenSets finds the conflicts of two fields' selection sets.
func (o *overlapping) betweenSets(exclusive bool, a, b *fieldSet) (conflicts []*conflict) {
	o.between(&conflicts, exclusive, a, b)
	for _, name := range b.fragments {
		o.fieldsAndFragment(&conflicts, exclusive, a, name)
	}
	for _, name := range a.fragments {
		o.fieldsAndFragment(&conflicts, exclusive, b, name)
	}
	for _, name := range a.fragments {
		for _, other := range b.fragments {
			o.betweenFragments(&conflicts, exclusive, name, other)
		}
	}
	return conflicts
}

func (o *overlapping) between(conflicts *[]*conflict, exclusive bool, a, b *fieldSet) {
	for _, key := range a.keys {
		o.spendWork(1)
		for _, x := range a.fields[key] {
			for _, y := range b.fields[key] {
				if c := o.conflict(exclusive, key, x, y); c != nil {
					*conflicts = append(*conflicts, c)
				}
			}
		}
	}
}

// conflict compares two fields with one key.
func (o *overlapping) conflict(exclusive bool, key string, a, b *foundField) *conflict {
	exclusive = exclusive || a.parent != b.parent && isObject(a.parent) && isObject(b.parent)
	o.spendWork(2)
	if !exclusive {
		reason := ""
		if a.node.Name != b.node.Name {
			reason = `"` + language.Abbreviated(a.node.Name) + `" and "` + language.Abbreviated(b.node.Name) + `" are different fields`
		} else if !o.sameArguments(a.node.Arguments, b.node.Arguments) {
			reason = "they have differing arguments"
		}
		if reason != "" {
			return &conflict{key, reason, at(a.node.Position), at(b.node.Position)}
		}
	}
	if a.definition != nil && b.definition != nil && o.typesConflict(a.definition.Type, b.definition.Type) {
		reason := `they return conflicting types "` + a.definition.Type.String() + `" and "` + b.definition.Type.String() + `"`
		return &conflict{key, reason, at(a.node.Position), at(b.node.Position)}
	}
	if a.node.SelectionSet == nil || b.node.SelectionSet == nil {
		return nil
	}
	below := o.betweenSets(exclusive, o.collectFields(a.node.SelectionSet, o.typeBelow(a)), o.collectFields(b.node.SelectionSet, o.typeBelow(b)))
	return joined(below, key, a.node, b.node)
}

func isObject(d *ast.Definition) bool { return d != nil && d.Kind == ast.Object }

func (o *overlapping) typeBelow(f *foundField) *ast.Definition {
	if f.definition == nil {
		return nil
	}
	return o.schema.Types[typeName(f.definition.Type)]
}

// joined makes one conflict of those of the fields below.
func joined(list []*conflict, key string, a, b *ast.Field) *conflict {
	if len(list) == 0 {
		return nil
	}
	var text strings.Builder
	c := &conflict{key: key, fields1: at(a.Position), fields2: at(b.Position)}
	for i, below := range list {
		if utf16Len(text.String()) <= maxConflictText {
			if i > 0 {
				text.WriteString(" and ")
			}
			text.WriteString(`subfields "` + language.Abbreviated(below.key) + `" conflict because ` + below.reason)
		}
		c.fields1 = appendNodes(c.fields1, below.fields1)
		c.fields2 = appendNodes(c.fields2, below.fields2)
	}
	c.reason = language.Abbreviated(text.String())
	return c
}

// appendNodes adds the last of some places while there is room.
func appendNodes(list, more []*ast.Position) []*ast.Position {
	room := maxConflictNodes - len(list)
	return append(list, more[max(len(more)-room, 0):]...)
}

func (o *overlapping) sameArguments(a, b ast.ArgumentList) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		o.spendWork(1)
		y := lastArgument(b, x.Name)
		if y == nil || !sameValue(x.Value, y.Value) {
			return false
		}
	}
	return true
}

func lastArgument(list ast.ArgumentList, name string) *ast.Argument {
	for _, a := range slices.Backward(list) {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// sameValue tells whether two literals are the same; the order of an object's
// fields doesn't matter.
func sameValue(a, b *ast.Value) bool {
	if a.Kind != b.Kind || a.Raw != b.Raw || len(a.Children) != len(b.Children) {
		return false
	}
	x, y := a.Children, b.Children
	if a.Kind == ast.ObjectValue {
		x, y = sortedFields(x), sortedFields(y)
	}
	for i := range x {
		if x[i].Name != y[i].Name || !sameValue(x[i].Value, y[i].Value) {
			return false
		}
	}
	return true
}

func sortedFields(list ast.ChildValueList) ast.ChildValueList {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *ast.ChildValue) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// typesConflict tells whether two types can't have one value in common. Composite
// types never conflict: their fields are compared.
func (o *overlapping) typesConflict(a, b *ast.Type) bool {
	switch {
	case a.NonNull != b.NonNull:
		return true
	case (a.Elem == nil) != (b.Elem == nil):
		return true
	case a.Elem != nil:
		return o.typesConflict(a.Elem, b.Elem)
	}
	x, y := o.schema.Types[a.NamedType], o.schema.Types[b.NamedType]
	return x != y && (x.IsLeafType() || y.IsLeafType())
}

func (o *overlapping) fragmentFields(f *ast.FragmentDefinition) *fieldSet {
	return o.collectFields(f.SelectionSet, o.schema.Types[f.TypeCondition])
}

func (o *overlapping) collectFields(set ast.SelectionSet, parent *ast.Definition) *fieldSet {
	key := setKey{set[0], parent}
	if s := o.sets[key]; s != nil {
		return s
	}
	s := &fieldSet{fields: map[string][]*foundField{}, compared: map[string]bool{}}
	o.collectInto(s, set, parent)
	o.sets[key] = s
	return s
}

func (o *overlapping) collectInto(into *fieldSet, set ast.SelectionSet, parent *ast.Definition) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			var d *ast.FieldDefinition
			if parent != nil && (parent.Kind == ast.Object || parent.Kind == ast.Interface) && !strings.HasPrefix(s.Name, "__") {
				d = parent.Fields.ForName(s.Name)
			}
			if into.fields[s.Alias] == nil {
				into.keys = append(into.keys, s.Alias)
			}
			into.fields[s.Alias] = append(into.fields[s.Alias], &foundField{parent, s, d})
		case *ast.FragmentSpread:
			if !into.spreads[s.Name] {
				if into.spreads == nil {
					into.spreads = map[string]bool{}
				}
				into.spreads[s.Name] = true
				into.fragments = append(into.fragments, s.Name)
			}
		case *ast.InlineFragment:
			inner := parent
			if s.TypeCondition != "" {
				inner = o.schema.Types[s.TypeCondition]
			}
			o.collectInto(into, s.SelectionSet, inner)
		}
	}
}
