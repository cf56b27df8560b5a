package regex_test

import (
	"testing"

	"signalbox/internal/regex"
)

func TestWitness(t *testing.T) {
	const alphabet = "abc/.-0123456789"
	for _, test := range []struct {
		in, out []string
		text    string
		found   bool
	}{
		{[]string{`\d+`}, nil, "0", true},
		{[]string{`\w+`}, []string{`\d+`}, "a", true},
		{[]string{`\d+`}, []string{`\w+`}, "", false},
		{[]string{`/posts/[^/]+`}, nil, "", false}, // there is no p
		{[]string{`/a/[^/.]+`, `/[^/.]+/b`}, nil, "/a/b", true},
		{[]string{`/a/[^/.]+`, `/[^/.]+/b`}, []string{`/a/b`}, "", false},
		{[]string{`[ab]+`}, []string{`a+`, `b+`}, "ab", true},
		{[]string{`[ab]`}, []string{`a`, `b`}, "", false}, // only both together
		{[]string{`a*`}, nil, "", true},
		{[]string{`(?!b)\w`}, []string{`a`}, "c", true},
	} {
		steps := 10_000
		text, found, decided := regex.Witness(automata(t, test.in), automata(t, test.out), alphabet, &steps)
		if text != test.text || found != test.found || !decided {
			t.Errorf("in %q and outside of %q: %q, %t, %t; want %q, %t", test.in, test.out, text, found, decided, test.text, test.found)
		}
	}
}

func TestWitnessWithinItsBudget(t *testing.T) {
	in := automata(t, []string{`\d{9}`})
	few, enough := 8, 20
	if text, found, decided := regex.Witness(in, nil, "0", &few); found || decided {
		t.Errorf("with too few steps: %q, %t, %t", text, found, decided)
	}
	if text, found, decided := regex.Witness(in, nil, "0", &enough); text != "000000000" || !found || !decided {
		t.Errorf("with enough steps: %q, %t, %t", text, found, decided)
	}
	if enough != 11 {
		t.Errorf("%d steps are left, want 11", enough)
	}
}

func automata(t *testing.T, sources []string) []*regex.Automaton {
	t.Helper()
	var list []*regex.Automaton
	for _, source := range sources {
		re, err := regex.Compile(source, 0)
		if err != nil {
			t.Fatal(err)
		}
		a := re.Automaton()
		if a == nil {
			t.Fatalf("%s has no automaton", source)
		}
		list = append(list, a)
	}
	return list
}
