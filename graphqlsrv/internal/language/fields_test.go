package language

import (
	"fmt"
	"iter"
	"maps"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

// TestFields visits each fragment once, and stops where it is told to.
func TestFields(t *testing.T) {
	doc, err := Parse(`{ a { b ...F } ... { c { d } } ...F ...F a } fragment F on Query { e { f ...G } } fragment G on Query { g ...F }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	set := doc.Operations[0].SelectionSet
	for _, f := range doc.Fragments { // as validation does
		for spread := range spreads(append(ast.SelectionSet{}, append(set, f.SelectionSet...)...)) {
			spread.Definition = doc.Fragments.ForName(spread.Name)
		}
	}
	names := func(fields iter.Seq[*ast.Field]) string {
		var all []string
		for f := range fields {
			if all = append(all, f.Name); len(all) == 9 {
				break
			}
		}
		return strings.Join(all, " ")
	}
	for want, fields := range map[string]iter.Seq[*ast.Field]{
		"a c e a":           Fields(set),
		"a b e f g c d a":   AllFields(set),
		"a c e a a c a":     Fields(set, set),
		"a b e f g c d a a": AllFields(set, set),
		"":                  Fields(),
	} {
		if got := names(fields); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestAbove finds the fields above others, through fragments, which it visits once each.
func TestAbove(t *testing.T) {
	var b strings.Builder
	b.WriteString("{ a { ...F0 } b { x } c { d { ... { x { y } } } } e { z } }")
	for i := range 60 {
		fmt.Fprintf(&b, " fragment F%d on T { l { ...F%d } r { ...F%[2]d } }", i, i+1)
	}
	b.WriteString(" fragment F60 on T { x }")
	doc, err := Parse(b.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range doc.Fragments {
		for spread := range spreads(f.SelectionSet) {
			spread.Definition = doc.Fragments.ForName(spread.Name)
		}
	}
	set := doc.Operations[0].SelectionSet
	for spread := range spreads(set) {
		spread.Definition = doc.Fragments.ForName(spread.Name)
	}
	got := map[string]int{}
	for f := range Above(set, map[string]bool{"x": true}) {
		got[f.Name]++
	}
	if want := map[string]int{"a": 1, "b": 1, "c": 1, "d": 1, "l": 60, "r": 60}; !maps.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	if got := Above(set, nil); got != nil {
		t.Errorf("above nothing: %v", got)
	}
}

func spreads(set ast.SelectionSet) iter.Seq[*ast.FragmentSpread] {
	return func(yield func(*ast.FragmentSpread) bool) {
		for _, s := range set {
			var inner ast.SelectionSet
			switch s := s.(type) {
			case *ast.Field:
				inner = s.SelectionSet
			case *ast.InlineFragment:
				inner = s.SelectionSet
			case *ast.FragmentSpread:
				if !yield(s) {
					return
				}
			}
			for x := range spreads(inner) {
				if !yield(x) {
					return
				}
			}
		}
	}
}
