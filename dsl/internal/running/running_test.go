package running

import (
	"testing"

	"signalbox/grammar"
)

func TestBegin(t *testing.T) {
	unknown := func(v int) bool { return v >= 100 }
	draw, page := Code{Node: &grammar.Def{}}, Code{Node: &grammar.Def{}}
	for _, tt := range []struct {
		name  string
		calls []Activation[int]
		cycle int // of the last one
	}{
		{"unknown values", []Activation[int]{{Code: draw, Args: []int{100}}, {Code: draw, Args: []int{101}, Conds: 1}}, 1},
		{"another method between", []Activation[int]{{Code: draw, Args: []int{100}}, {Code: page, Args: []int{101}, Conds: 1}, {Code: draw, Args: []int{101}, Conds: 1}}, 2},
		{"no condition", []Activation[int]{{Code: draw, Args: []int{100}}, {Code: draw, Args: []int{101}}}, 0},
		{"a known value", []Activation[int]{{Code: draw, Args: []int{100, 3}}, {Code: draw, Args: []int{101, 2}, Conds: 1}}, 0},
		{"the same known value", []Activation[int]{{Code: draw, Args: []int{100, 3}}, {Code: draw, Args: []int{101, 3}, Conds: 1}}, 1},
		{"the first unknown value", []Activation[int]{{Code: draw, Args: []int{3}}, {Code: draw, Args: []int{101}, Conds: 1}}, 0},
		{"a block", []Activation[int]{{Code: draw, Args: []int{100}}, {Code: draw, Args: []int{101}, Told: true, Conds: 1}}, 0},
		{"no arguments", []Activation[int]{{Code: draw}, {Code: draw, Conds: 1}}, 0},
		{"other variables", []Activation[int]{{Code: Code{draw.Node, t}, Args: []int{100}}, {Code: Code{draw.Node, &draw}, Args: []int{101}, Conds: 1}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s Stack[int]
			var cycle []Activation[int]
			for _, a := range tt.calls {
				cycle = s.Begin(a, unknown)
			}
			if len(cycle) != tt.cycle {
				t.Errorf("a cycle of %d, want %d", len(cycle), tt.cycle)
			}
		})
	}
}

func TestBeginOfMany(t *testing.T) {
	var s Stack[int]
	code := Code{Node: &grammar.Def{}}
	for i := range maxNested {
		if s.Begin(Activation[int]{Code: code, Args: []int{i}, Conds: i}, func(int) bool { return false }) != nil {
			t.Fatalf("call %d is left out", i)
		}
	}
	again := Activation[int]{Code: code, Args: []int{-1}, Conds: maxNested}
	if got := s.Begin(again, func(int) bool { return false }); len(got) != maxNested {
		t.Errorf("a cycle of %d, want %d", len(got), maxNested)
	}
	s.End()
	if s.Begin(again, func(int) bool { return false }) != nil {
		t.Error("code that has ended still counts")
	}
}
