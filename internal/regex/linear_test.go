package regex

import (
	"errors"
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

// To compile a pattern takes no more than its length and its program ask for.
func TestCompileWithin(t *testing.T) {
	for _, c := range []struct {
		src   string
		n     int
		steps int // at most
	}{
		{`a`, 1, 500},
		{`[a-z]+\p{L}`, 1, 2000},
		{`[a-z]+\p{L}`, 1000, 1_000_000},
		{`(?:a{1,10}){1,10}`, 1, 5000},
		{`(?i:ssssssss)`, 10, 150_000},
		{`(?<a>\g<b>{9})(?<b>\g<c>{9})(?<c>\g<d>{9})(?<d>x{9}y)`, 1, 2_000_000},
		{`\X`, 10, 60_000},
	} {
		src := strings.Repeat(c.src, c.n)
		b := NewBudget(1 << 40)
		_, err := CompileWithin(src, 0, b)
		if used := 1<<40 - b.Left(); err != nil || used > c.steps || used < len(src) {
			t.Errorf("%d times %s: %d steps, want at most %d: %v", c.n, c.src, used, c.steps, err)
		}
		few := NewBudget((1<<40 - b.Left()) / 2)
		if _, err := CompileWithin(src, 0, few); !errors.Is(err, ErrBudget) || few.Left() >= 0 {
			t.Errorf("%d times %s within half of its steps: %v, %d left", c.n, c.src, err, few.Left())
		}
	}
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

// Characters that a match goes through count, also where nothing comes of it.
func TestWhatIsReadCounts(t *testing.T) {
	for _, c := range []struct {
		src string
		min int
	}{
		{`a*?b`, 30_000},
		{`a{1,1000}?b`, 200_000},
		{`a{1000}b`, 200_000},
		{`a{1000,}b`, 200_000},
		{`(?<!a{1000})a(?=b)`, 200_000},
		{`(?<=x` + strings.Repeat("y", 1000) + `|` + strings.Repeat("a", 999) + `b)a`, 200_000},
		{`x?` + strings.Repeat("a", 1000) + `b`, 15_000},
		{`(a{500})\1b`, 200_000},
		{`(?i)(a{500})\1b`, 500_000},
	} {
		if n := steps(t, MustCompile(c.src, 0), strings.Repeat("a", 2000)); n < c.min {
			t.Errorf("%.30s takes %d steps, want at least %d", c.src, n, c.min)
		}
	}
}
