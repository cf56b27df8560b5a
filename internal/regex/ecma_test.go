package regex

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

func TestECMAScript(t *testing.T) {
	for _, test := range []struct{ ruby, pattern string }{
		{`\d+`, `^[0-9]+$`},
		{`\h{8}(-\h{4}){3}`, `^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}$`},
		{`en|de`, `^(?:en|de)$`},
		{`(?<year>\d{4})`, `^(?:[0-9]{4})$`},
		{`(?i)a`, `^[Aa]$`},
		{`.`, `^[^\n]$`},
		{`(?m:.+?)`, `^[\s\S]+$`},
		{`[^\/.?]+`, `^[^./?]+$`},
		{`a/\.`, `^a\/\.$`},
		{`(?:ab)?`, `^(?:ab)?$`},
		{`(a*)?b{2,}?`, `^(?:a*)?b{2,}$`},
		{`é|😀`, `^(?:\u{e9}|\u{1f600})$`},
		{`[a-c\-]`, `^[\-a-c]$`},
		{``, `^$`},
	} {
		if pattern, ok := ECMAScript(test.ruby, 0); pattern != test.pattern || !ok {
			t.Errorf("%s: %s, %t; want %s", test.ruby, pattern, ok, test.pattern)
		}
	}
	for _, ruby := range []string{`(?=a)b`, `(?<!a)b`, `(?>a)`, `a++`, `(a)\1`, `(?~a)`, `a\b`, `\Aa`, `[[:alpha:]]`, `(`, `a\Kb`} {
		if pattern, ok := ECMAScript(ruby, 0); ok {
			t.Errorf("%s has no counterpart, not %s", ruby, pattern)
		}
	}
}

// asNode tells of each pattern and text whether the whole text matches in Node.
const asNode = `const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(c => new RegExp(c.Pattern, "u").test(c.Text))));`

// TestECMAScriptInNode asks Node about all random patterns that have a counterpart.
func TestECMAScriptInNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node to ask")
	}
	type question struct{ Pattern, Text, ruby string }
	var questions []question
	var want []bool
	for _, s := range samples(t) {
		pattern, ok := ECMAScript(s.pattern, s.options)
		if !ok {
			continue
		}
		for _, text := range []string{s.text, "a", "ab", "ß", "a\nb", ""} {
			m, err := MustCompile(`\A(?:`+s.pattern+`)\z`, s.options).Match(text, 0, nil)
			if err != nil {
				continue // a budget, or a text that is no UTF-8
			}
			questions, want = append(questions, question{pattern, text, s.pattern}), append(want, m != nil)
		}
	}
	if len(questions) < 5000 {
		t.Errorf("%d questions, want 5000 or more", len(questions))
	}
	in, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", asNode)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []bool
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for i, q := range questions {
		if got[i] != want[i] {
			t.Errorf("/%s/ as %s on %q: %t in Node, %t in Ruby", q.ruby, q.Pattern, q.Text, got[i], want[i])
		}
	}
}
