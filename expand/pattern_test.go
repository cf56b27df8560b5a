package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnknownPatterns matches values of which only the application knows all:
// each branch is drawn under its condition.
func TestUnknownPatterns(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{
			"whole value", "case Settings.mode\nin \"a\" then get \"a\", to: \"x#y\"\nelse get \"b\", to: \"x#y\"\nend",
			"/a if Settings.mode in \"a\"\n/b if !(Settings.mode in \"a\")",
		},
		{
			"part", "case { mode: Settings.mode, n: 1 }\nin { n: 2 } then get \"no\", to: \"x#y\"\nin { mode: \"full\", n: } then get \"a#{n}\", to: \"x#y\"\nin { n: } then get \"b#{n}\", to: \"x#y\"\nend",
			"/a1 if { mode: Settings.mode, n: 1 } in {mode: \"full\", n:}\n/b1 if !({ mode: Settings.mode, n: 1 } in {mode: \"full\", n:})",
		},
		{
			"guard", "case 5\nin Integer if Settings.on? then get \"a\", to: \"x#y\"\nin Integer then get \"b\", to: \"x#y\"\nend",
			"/a if Settings.on?\n/b if !Settings.on?",
		},
		{"modifier", "get \"a\", to: \"x#y\" if Settings.h in { a: 1 }", "/a if Settings.h in {a: 1}"},
		{"variable", "case [Settings.mode, 1]\nin [mode, 1] then get \"a\", to: \"x#y\" if mode == \"m\"\nend", "/a if Settings.mode == \"m\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range load(t, tt.src+"\n").Routes {
				row := strings.TrimSuffix(r.Path.String(), "(.:format)")
				for _, c := range r.Conditions {
					row += " if " + c.Text
				}
				got = append(got, row)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
