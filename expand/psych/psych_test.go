package psych

import (
	"strings"
	"testing"

	"signalbox/dsl"
)

// What Psych alone could make, or what would be too much, is no value.
func TestLeftToRuby(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		bomb += strings.NewReplacer("N", string(rune('1'+i)), "P", string(rune('0'+i))).Replace("aN: &aN [*aP, *aP, *aP, *aP, *aP, *aP, *aP, *aP, *aP]\n")
	}
	for name, src := range map[string]string{
		"a date": "2024-01-31", "a time": "at: 2024-01-31 10:00:00", "base sixty": "- 1:30", "a tag of Ruby": "!ruby/object:Gem::Version {}",
		"a list in itself": "&a [*a]", "many aliases": bomb, "a merge of text": "<<: text", "broken": "a: [", "deep": strings.Repeat("[", 200) + strings.Repeat("]", 200),
		"large integer": "99999999999999999999",
	} {
		if v, err := Load("", []byte(src), false); err == nil {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{"a: 1", "- :b\n- \"c\"", "x: &x {y: z}\nw: {<<: *x}", "1_000", "~", "--- |\n text\n", "", "? [a]\n: b", ":\"q\""} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, src string, symbols bool) {
		v, err := Load("", []byte(src), symbols)
		if err == nil && (v == nil || dsl.UnknownIn(v) != nil) {
			t.Errorf("%q gives %v", src, v)
		}
	})
}
