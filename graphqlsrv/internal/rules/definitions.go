package rules

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/language"
)

// The rules about operations, fragments and their names.

func (c *checker) executableDefinitions() {
	for _, d := range c.doc.Definitions {
		t, ok := d.(*language.TypeSystem)
		if !ok {
			continue
		}
		name := "schema"
		if t.Name != "" {
			name = `"` + t.Name + `"`
		}
		c.report(at(t.Position), "The %s definition is not executable.", name)
	}
}

func (c *checker) uniqueOperationNames(d *ast.OperationDefinition) {
	if d.Name != "" {
		c.unique(c.operationNames, "operation", d.Name, c.named(d))
	}
}

func (c *checker) uniqueFragmentNames(d *ast.FragmentDefinition) {
	c.unique(c.fragmentNames, "fragment", d.Name, c.named(d))
}

// unique reports a name that is known already; known learns of others.
func (c *checker) unique(known map[string]*ast.Position, what, name string, pos *ast.Position) {
	if first := known[name]; first != nil {
		c.report(at(first, pos), `There can be only one %s named "%s".`, what, name)
		return
	}
	known[name] = pos
}

func (c *checker) loneAnonymousOperation(d *ast.OperationDefinition) {
	if d.Name == "" && len(c.doc.Operations) > 1 {
		c.report(at(d.Position), "This anonymous operation must be the only defined operation.")
	}
}

func (c *checker) knownFragmentName(s *ast.FragmentSpread) {
	if c.fragment(s.Name) == nil {
		c.report(at(c.named(s)), `Unknown fragment "%s".`, s.Name)
	}
}

func (c *checker) noUnusedFragments() {
	used := map[string]bool{}
	for _, f := range c.referenced(c.doc.Operations...) {
		used[f.Name] = true
	}
	for _, f := range c.doc.Fragments {
		if !used[f.Name] {
			c.report(at(f.Position), `Fragment "%s" is never used.`, f.Name)
		}
	}
}

// spreads are those of a selection set and the sets below it, in graphql-js' order.
func (c *checker) spreads(set ast.SelectionSet) (list []*ast.FragmentSpread) {
	for stack := []ast.SelectionSet{set}; len(stack) > 0; {
		set, stack = stack[len(stack)-1], stack[:len(stack)-1]
		for _, s := range set {
			switch s := s.(type) {
			case *ast.FragmentSpread:
				list = append(list, s)
			case *ast.Field:
				stack = append(stack, s.SelectionSet)
			case *ast.InlineFragment:
				stack = append(stack, s.SelectionSet)
			}
		}
	}
	return list
}

// spreadsIn are those of a fragment, of which operations may ask again and again.
func (c *checker) spreadsIn(f *ast.FragmentDefinition) []*ast.FragmentSpread {
	list, known := c.inFragments[f]
	if !known {
		list = c.spreads(f.SelectionSet)
		c.inFragments[f] = list
	}
	return list
}

// referenced are the fragments that operations lead to.
func (c *checker) referenced(operations ...*ast.OperationDefinition) (list []*ast.FragmentDefinition) {
	var names []string
	seen := map[string]bool{}
	add := func(spreads []*ast.FragmentSpread) {
		for _, s := range spreads {
			if !seen[s.Name] {
				seen[s.Name] = true
				names = append(names, s.Name)
			}
		}
	}
	for _, d := range operations {
		add(c.spreads(d.SelectionSet))
	}
	c.spend(len(names))
	for i := 0; i < len(names); i++ {
		if f := c.fragment(names[i]); f != nil {
			list = append(list, f)
			spreads := c.spreadsIn(f)
			c.spend(len(spreads))
			add(spreads)
		}
	}
	return list
}

// cycles is the state of the search for fragments that contain themselves.
type cycles struct {
	visited map[string]bool
	path    []*ast.FragmentSpread
	index   map[string]int // of a fragment within path
}

func (c *checker) noFragmentCycles(d *ast.FragmentDefinition) {
	s := &c.cycles
	if s.visited == nil {
		s.visited, s.index = map[string]bool{}, map[string]int{}
	}
	if s.visited[d.Name] {
		return
	}
	s.visited[d.Name] = true
	spreads := c.spreadsIn(d)
	if len(spreads) == 0 {
		return
	}
	s.index[d.Name] = len(s.path)
	for _, spread := range spreads {
		s.path = append(s.path, spread)
		if start, ok := s.index[spread.Name]; ok {
			c.reportCycle(s.path[start:])
		} else if f := c.fragment(spread.Name); f != nil {
			c.noFragmentCycles(f)
		}
		s.path = s.path[:len(s.path)-1]
	}
	delete(s.index, d.Name)
}

func (c *checker) reportCycle(path []*ast.FragmentSpread) {
	var via []string
	var positions []*ast.Position
	for i, s := range path {
		positions = append(positions, s.Position)
		if i < len(path)-1 {
			via = append(via, `"`+s.Name+`"`)
		}
	}
	how := "."
	if len(via) > 0 {
		how = " via " + strings.Join(via, ", ") + "."
	}
	c.report(positions, `Cannot spread fragment "%s" within itself%s`, path[len(path)-1].Name, how)
}

// singleFieldSubscriptions lets a subscription have one field at its root.
func (c *checker) singleFieldSubscriptions(d *ast.OperationDefinition) {
	if d.Operation != ast.Subscription || c.schema.Subscription == nil {
		return
	}
	who := "Anonymous Subscription"
	if d.Name != "" {
		who = `Subscription "` + d.Name + `"`
	}
	fields := rootFields{by: map[string][]*ast.Field{}, visited: map[string]bool{}}
	c.collect(d.SelectionSet, &fields)
	if len(fields.keys) > 1 {
		var extra []*ast.Position
		for _, key := range fields.keys[1:] {
			for _, f := range fields.by[key] {
				extra = append(extra, f.Position)
			}
		}
		c.report(extra, "%s must select only one top level field.", who)
	}
	for _, key := range fields.keys {
		if list := fields.by[key]; strings.HasPrefix(list[0].Name, "__") {
			var positions []*ast.Position
			for _, f := range list {
				positions = append(positions, f.Position)
			}
			c.report(positions, "%s must not select an introspection top level field.", who)
		}
	}
}

// rootFields are the fields that an operation's root selects, by their keys.
type rootFields struct {
	keys    []string
	by      map[string][]*ast.Field
	visited map[string]bool
}

func (c *checker) collect(set ast.SelectionSet, fields *rootFields) {
	c.spend(len(set))
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if excluded(s.Directives) {
				continue
			}
			if fields.by[s.Alias] == nil {
				fields.keys = append(fields.keys, s.Alias)
			}
			fields.by[s.Alias] = append(fields.by[s.Alias], s)
		case *ast.InlineFragment:
			if !excluded(s.Directives) && c.applies(s.TypeCondition) {
				c.collect(s.SelectionSet, fields)
			}
		case *ast.FragmentSpread:
			if fields.visited[s.Name] || excluded(s.Directives) {
				continue
			}
			fields.visited[s.Name] = true
			if f := c.fragment(s.Name); f != nil && c.applies(f.TypeCondition) {
				c.collect(f.SelectionSet, fields)
			}
		}
	}
}

// applies tells whether a fragment applies to the type Subscription.
func (c *checker) applies(condition string) bool {
	d := c.schema.Types[condition]
	return condition == "" || composite(d) != nil && c.overlap(d, c.schema.Subscription)
}

// excluded reports whether @skip or @include say so in so many words.
func excluded(list ast.DirectiveList) bool {
	return says(list.ForName("skip"), "true") || says(list.ForName("include"), "false")
}

// says reports whether the last argument if of a directive is a literal.
func says(d *ast.Directive, literal string) (yes bool) {
	if d == nil {
		return false
	}
	for _, a := range d.Arguments {
		if a.Name == "if" {
			yes = a.Value.Kind == ast.BooleanValue && a.Value.Raw == literal
		}
	}
	return yes
}
