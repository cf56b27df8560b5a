package dsl

import (
	"strings"
	"testing"
)

// A condition whose parts stand in it many times is asked, and told, in a
// bounded number of steps: these never ended when each part was asked wherever
// it stands, or when their texts doubled.
func TestConditionsThatHoldThemselves(t *testing.T) {
	for _, step := range []string{
		`x = (x || S.b?(i)) ? (x || S.c?(i)) : S.d?(i)`,
		`x = (x || S.b?(i) || S.c?(i)) && !x`,
		`x, y = (x || y), (x && y)`,
	} {
		src := "x, y = S.a?, S.z?; 60.times { |i| " + step + " }\nget 1 if x"
		calls, err := record(t, Options{}, src)
		if err != nil {
			t.Errorf("%s: %v", step, err)
		}
		if got := strings.Join(calls, "|"); !strings.HasPrefix(got, "get 1 if ") || len(got) > 2*maxComposed {
			t.Errorf("%s: got %d bytes: %.100s", step, len(got), got)
		}
		if calls, err = record(t, Options{UnknownAs: "true"}, src); err != nil || len(calls) > 1 {
			t.Errorf("%s: with all true %v, %v", step, calls, err)
		}
	}
}
