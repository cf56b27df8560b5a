package expand

import (
	"strings"
	"testing"

	"signalbox/expand/route"
)

// A file that matters to the table and is no text, or is too large, is told once,
// however often it is looked into.
func TestFilesThatCannotBeRead(t *testing.T) {
	const routes = head + "get Rails.configuration.x.a.to_s, to: \"a#b\", as: nil\nget Shop.tier, to: \"a#b\", as: nil\nend"
	for _, tt := range []struct{ name, content, want string }{
		{"config/application.rb", "x = 1\n\x00", "config/application.rb:2:1: the file can't be used (unexpected NUL byte: is this a text file?): what it says is missing; fix the file"},
		{"config/initializers/shop.rb", "# Shop.tier\nx = \"\xff\"", "config/initializers/shop.rb:2:6: the file can't be used (invalid multibyte char (UTF-8)): what it says is missing; fix the file"},
		{"config/environments/development.rb", strings.Repeat("# config.x.a Shop.tier\n", 100), "config/environments/development.rb can't be used (the file is too large: 2300 bytes, at most 2000 are read): what it says is missing; fix the file"},
	} {
		root := application(t, map[string]string{
			"config/routes.rb": routes, "lib/shop.rb": "module Shop\n  mattr_accessor :tier, default: \"a\"\nend", tt.name: tt.content,
		})
		table, err := Load(root, Options{MaxFileSize: 2000})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range table.Diagnostics {
			if d.Kind == route.FileNote && d.Severity == route.Warning {
				got = append(got, d.String())
			}
		}
		if len(got) != 1 || got[0] != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
