package regex_test

import (
	"errors"
	"testing"

	"signalbox/internal/regex"
)

// A kept pattern costs what it cost the first time, is kept as long as somebody asks for it,
// and is none of other options.
func TestCache(t *testing.T) {
	var cache regex.Cache
	const source = `(?i)[a-z]+\d{1,20}`
	cost := func() (*regex.Regexp, int) {
		b := regex.NewBudget(1 << 20)
		re, err := cache.CompileWithin(source, 0, b)
		if err != nil {
			t.Fatal(err)
		}
		return re, 1<<20 - b.Left()
	}
	first, steps := cost()
	if again, same := cost(); again != first || same != steps || steps == 0 {
		t.Errorf("compiled again, or for %d steps instead of %d", same, steps)
	}
	if other, err := cache.CompileWithin(source, regex.Extended, regex.NewBudget(1<<20)); err != nil || other == first {
		t.Errorf("one pattern for two options, %v", err)
	}
	if _, err := cache.CompileWithin(source, 0, regex.NewBudget(steps-1)); !errors.Is(err, regex.ErrBudget) {
		t.Errorf("%v within less than it takes", err)
	}
	cache.Drop()
	if again, _ := cost(); again != first {
		t.Error("forgotten though it was used")
	}
	cache.Drop()
	cache.Drop()
	if again, _ := cost(); again == first {
		t.Error("kept though nobody used it")
	}
	for range 2 {
		if _, err := cache.CompileWithin("(", 0, regex.NewBudget(1<<20)); err == nil {
			t.Error("( is no pattern")
		}
	}
	if re, err := (*regex.Cache)(nil).CompileWithin("a", 0, regex.NewBudget(1<<20)); err != nil || re == nil {
		t.Error(err)
	}
}
