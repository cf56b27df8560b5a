package regex

import (
	"strings"
	"testing"
)

// steps counts the work of a search that finds nothing, or something at the end.
func steps(t *testing.T, re *Regexp, text string) int {
	t.Helper()
	const most = 1 << 28
	b := NewBudget(most)
	if _, err := re.Match(text, 0, b); err != nil {
		t.Fatalf("%s: %v", re.Inspect(), err)
	}
	return most - b.Left()
}

func TestLinear(t *testing.T) {
	for _, c := range []struct{ src, unit, end string }{
		{`(a|aa)+\d`, "a", ""},
		{`\A(a|aa)+\d\z`, "a", ""},
		{`(x+x+)+y`, "x", ""},
		{`(a*)*b`, "a", ""},
		{`(?:a*)*b`, "a", ""},
		{`(a*?)*b`, "a", ""},
		{`(?:a|b?)*c`, "ab", ""},
		{`((a|b?)*)*c`, "ab", ""},
		{`(?=((a+)+)+b)`, "a", ""},
		{`(?!q)(a+)+b`, "a", ""},
		{`\A(?!q)(a+)+b\z`, "a", ""},
		{`(?<!x)(?:a|b)*(?:a|b)*c`, "ab", ""},
		{`(?:a?){20}a{20}b`, "a", ""},
		{`(?:ab?){3,90}c`, "ab", ""},
		{`(?:(?:ab)?c?){30,60}d`, "abc", ""},
		{`(?>a*)b`, "a", ""},
		{`(?>(?:a|b)*)c`, "ab", ""},
		{`a*+b`, "a", ""},
		{`(?=.*x)ab`, "a", "x"},
		{`(?=.*?x)ab`, "a", "x"},
		{`(?=(?:a|b)*x)aa`, "ab", "x"},
		{`(?!.*x)a`, "a", "x"},
		{`(?=(.*)x)ab`, "a", "x"},
		{`(?<=(?:a|b)c)d`, "bc", ""},
		{`(?:(?=.*x)a)*b`, "a", "x"},
		{`(?:(?!.*x.)a)*b`, "a", "x"},
		{`(?:(?=(?:a|b)*x)[ab])*c`, "ab", "x"},
		{`(\w+\s?)*$`, "word ", "!"},
		{`^(([a-z])+.)+[A-Z]([a-z])+$`, "a", ""},
		{`(.*,){5}P`, "1,2,", ""},
		{`(?:.*?,){5}P`, "1,2,", ""},
		{`.*.*.*x`, "a", ""},
		{`.*?.*?.*?x`, "a", ""},
		{`\A(?:(?!admin|users)[a-z]+(?<!\.git)/?)*\z`, "abc/", "!"},
		{`\A(?!(?:explore|help)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom)(?:/(?!(?:blob|tree)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom))*\z`, "group/", ".git"},
		{`[^"]*+"`, "a", ""},
		{`\bfoo\b`, "xfoo ", ""},
	} {
		re := MustCompile(c.src, 0)
		n := 1000 / len(c.unit)
		few, many := steps(t, re, strings.Repeat(c.unit, n)+c.end), steps(t, re, strings.Repeat(c.unit, 4*n)+c.end)
		if many > 5*few+1000 {
			t.Errorf("%s takes %d steps for 1 kB, %d for 4", re.Inspect(), few, many)
		}
		t.Logf("%-40s %d steps a byte", re.Inspect(), many/(4*n*len(c.unit)))
	}
}
