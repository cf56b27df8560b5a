package regex

import (
	"errors"
	"strings"
	"testing"
)

// A match holds no more memory than its budget lets it: beyond it ends, or goes on without a memo.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	const slack = 4 << 20 // what is made between two looks, and what a list has in reserve
	for _, c := range []struct {
		src, unit string
		spent     bool // within 1 MiB
	}{
		{`(?:a|b)*c`, "ab", false},
		{`((a)|(b))*c`, "ab", true},
		{`(?:(?:a{1,20}){1,20}){1,20}b`, "a", false},
		{`(?:(?=(?:a|b)+)[ab])+c`, "ab", true},
		{`(?:(?>a|ab))+c`, "a", true},
		{`(?:[ab]c?){900}d`, "ab", true},
		{`((?:(a)|(b)|(c)?)*)*d`, "ab", true},
		{`(?<p>a\g<p>?b)`, "a", true},
		{`(?~ab)c`, "a/", true},
		{`(?:(\w)\1?)*!`, "ab", true},
		{`\X+b`, "a-", true},
		{`(?=(a+))*b`, "a", false},
		{`.*.*x`, "a", false},
	} {
		re := MustCompile(c.src, 0)
		for _, most := range []int{1 << 20, 16 << 20, DefaultMemory} {
			s, err := re.Search(strings.Repeat(c.unit, 200_000/len(c.unit)))
			if err != nil {
				t.Fatal(err)
			}
			var b Budget
			b.Reset(1<<23, most)
			_, err = s.Next(0, &b)
			if held := s.machine.held(); held > most+most/2+slack {
				t.Errorf("%s holds %d bytes, its budget is %d: %v", re.Inspect(), held, most, err)
			}
			if most == 1<<20 && c.spent != (errors.Is(err, ErrBudget) && b.Left() > 0) {
				t.Errorf("%s within 1 MiB: %v, %d steps are left", re.Inspect(), err, b.Left())
			}
		}
	}
}
