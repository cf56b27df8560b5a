package regex

import (
	"strings"
	"testing"
)

// asciiTexts are texts over a few characters, all short ones and some long.
func asciiTexts() []string {
	list := []string{""}
	for i := 0; len(list[i]) < 4; i++ {
		for _, c := range "abcA _" {
			list = append(list, list[i]+string(c))
		}
	}
	return append(list, "aaaaaaaaaa", "abababab", "cab a_b1", "bbb aaa", "ssfika", "aab.bba")
}

func checkAutomaton(t *testing.T, pattern string, o Options, texts []string) (made bool) {
	t.Helper()
	re, err := Compile(pattern, o)
	if err != nil {
		return false
	}
	a := re.Automaton()
	if a == nil {
		return false
	}
	whole, err := Compile(`\A(?:`+pattern+`)\z`, o)
	if err != nil {
		return false
	}
	for _, s := range texts {
		m, err := whole.Match(s, 0, nil)
		if err != nil {
			continue
		}
		if got := a.Match(s); got != (m != nil) {
			t.Errorf("%s on %q: the automaton says %v, the matcher %v", re.Inspect(), s, got, m != nil)
		}
	}
	return true
}

func TestAutomaton(t *testing.T) {
	texts, made := asciiTexts(), 0
	seen := map[string]bool{}
	for _, s := range samples(t) {
		if key := s.pattern + s.options.String(); s.err == "" && !seen[key] {
			seen[key] = true
			if checkAutomaton(t, s.pattern, s.options, texts) {
				made++
			}
		}
	}
	if made < len(seen)/2 {
		t.Errorf("only %d of %d patterns have an automaton", made, len(seen))
	}
	t.Logf("%d of %d patterns have an automaton", made, len(seen))
}

// The patterns of requirements that look around have automata.
func TestAutomatonLooksAround(t *testing.T) {
	texts := append(asciiTexts(), "admin", "adminx", "admin/x", "users", "group/sub.git", "group/sub", "a.git/b", "admin/sub", "a/admin/b", "a/admins/b", "x.atom", "x.atoms")
	for _, src := range []string{
		`(?!admin)\w+`,
		`(?!admin\b)\w+`,
		`(?!(?:admin|users)\z)\w+`,
		`(?=[a-z])[^/]+`,
		`[^/]+(?<!\.git)`,
		`[^/]+(?<!\.git|\.atom)`,
		`[^/]+(?<=a)`,
		`(?!admin)(?!users)[a-z]+(?<!s)`,
		`(?:(?!ab)[a-z])+`,
		`(?:a(?=b)|b(?!b))*`,
		`(?:a(?=b|ab)|b(?!b|aa))*`,
		`\w++-?\w*+`,
		`(?>a*)b`,
		`(?<!a)b(?!c)`,
		`(?!(?:admin|explore|help)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom)(?:/(?!(?:admin|tree|blob)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom))*`,
	} {
		if !checkAutomaton(t, src, 0, texts) {
			t.Errorf("%s has no automaton", src)
		}
	}
	for _, src := range []string{`(a)\1`, `(?~ab)`, `(?<n>a\g<n>?b)`, `(?>ab|a)b`, strings.Repeat("[ab]", 10_000)} {
		if a := MustCompile(src, 0).Automaton(); a != nil {
			t.Errorf("%.20s has an automaton", src)
		}
	}
}

func BenchmarkAutomaton(b *testing.B) {
	re := MustCompile(`(?!(?:admin|explore|help)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom)(?:/(?!(?:blob|tree)/)[a-z0-9_.][a-z0-9_.-]*(?<!\.git|\.atom))*`, 0)
	for b.Loop() {
		re.Automaton()
	}
}
