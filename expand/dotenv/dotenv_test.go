package dotenv

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What dotenv 3.2.0 makes of the file is written by its parser.
func TestDotenvParser(t *testing.T) {
	const file = `# comment
PLAIN=bar
SPACES = bar baz  
LEADING= bar
  INDENTED=bar
SINGLE='a $PLAIN #x'
DOUBLE="a $PLAIN #x" # comment
ESCAPED="escaped\"bar"
EMPTY=
EMPTY_AGAIN=""
VARIABLE=$PLAIN
BRACES=${PLAIN}bar
MISSING=a${NOBODY}b
OF_ENV=$GIVEN
GIVEN=other
AFTER=${GIVEN}
NOT=foo\$BAR
NOT_BRACES="foo\${BAR}"
YAML: 1
export EXPORTED=2
export EXPORTED
NEWLINE="bar\nbaz"
DOT.TED=x
INLINE=bar # this is
HASH=a#b
URL=https://a.example/#x
QUOTED_HASH="ba#r"
LINES="one
two"
SINGLE_LINES='one
it\'s two'
BACKSLASH=a\ b
DOLLAR="bar $ "
DOLLARS="bar\$ \$\$"
LAST=1
LAST=2
BARE
lol$wut
WITH_EQUALS=a=b
QUOTE_INSIDE=it's
TWO="a" b
TAB=	tab	x
`
	want := map[string]string{
		"PLAIN":        "bar",
		"SPACES":       "bar baz",
		"LEADING":      "bar",
		"INDENTED":     "bar",
		"SINGLE":       "a $PLAIN #x",
		"DOUBLE":       "a bar #x",
		"ESCAPED":      "escaped\"bar",
		"EMPTY":        "",
		"EMPTY_AGAIN":  "",
		"VARIABLE":     "bar",
		"BRACES":       "barbar",
		"MISSING":      "ab",
		"OF_ENV":       "given",
		"GIVEN":        "given",
		"AFTER":        "given",
		"NOT":          "foo$BAR",
		"NOT_BRACES":   "foo${BAR}",
		"YAML":         "1",
		"EXPORTED":     "2",
		"NEWLINE":      "bar\\nbaz",
		"DOT.TED":      "x",
		"INLINE":       "bar",
		"HASH":         "a",
		"URL":          "https://a.example/",
		"QUOTED_HASH":  "ba#r",
		"LINES":        "one\ntwo",
		"SINGLE_LINES": "one\nit\\'s two",
		"BACKSLASH":    "a b",
		"DOLLAR":       "bar $ ",
		"DOLLARS":      "bar$ $$",
		"LAST":         "2",
		"BARE":         "",
		"WITH_EQUALS":  "a=b",
		"QUOTE_INSIDE": "it's",
		"TWO":          "\"a\" b",
		"TAB":          "tab\tx",
	}
	got := map[string]string{}
	for _, v := range Parse(file, variables{"GIVEN": "given", "HOME": "/h"}, false) {
		got[v.Name] = v.Value
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

type variables map[string]string

func (v variables) Text(name string) (string, bool) {
	text, ok := v[name]
	return text, ok
}

// The first line of a variable gives it its place, and what a command prints is not known.
func TestParse(t *testing.T) {
	got := Parse("B=1\nA=$(hostname)\nB=2\nC=own", variables{"C": "theirs"}, true)
	want := []Variable{{"B", "2", false}, {"A", "$(hostname)", true}, {"C", "own", false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzParse parses any text: no panic, and each variable is there once.
func FuzzParse(f *testing.F) {
	f.Add("A=1\nexport B=\"$A\"\nC='x'")
	f.Fuzz(func(t *testing.T, src string) {
		seen := map[string]bool{}
		for _, v := range Parse(src, variables{}, false) {
			if seen[v.Name] {
				t.Errorf("%s is there twice", v.Name)
			}
			seen[v.Name] = true
		}
	})
}
