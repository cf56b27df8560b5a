package dsl

import (
	"testing"

	"signalbox/grammar"
)

// Lists that share others have far more ways through them than lists.
func TestSearchOfSharedLists(t *testing.T) {
	in := New(Options{})
	missing := in.NewThread().UnsetNil("HOST", grammar.Pos{})
	list := NewArray(missing)
	for range maxSearchDepth {
		outer := NewArray()
		for range 40 {
			outer.Elems = append(outer.Elems, list)
		}
		list = outer
	}
	s := search{vars: &in.unset}
	s.in(list, 0)
	if s.unset == 0 || s.values > 20_000 {
		t.Errorf("found %d, looked at %d values", s.unset, s.values)
	}
	var w unmarking
	if plain := w.of(list, 0); plain == Value(list) || in.UnsetIn(plain) != nil {
		t.Error("marks are left")
	}
	if n := len(w.made); n > maxSearchDepth+1 {
		t.Errorf("made %d lists", n)
	}
}
