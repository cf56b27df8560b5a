package expand

import (
	"strings"
	"testing"
)

// What a program does without a file is in the table if the file may be missing,
// and alone if it is.
func TestRequireThatMayFail(t *testing.T) {
	const lock = "GEM\n  specs:\n    sidekiq (7.0.0)\n    rack-attack (6.0)\n"
	const there, missing, open = "there", "missing", "there missing"
	for _, tt := range []struct{ code, clause, want string }{
		{`require "sidekiq"`, "LoadError", there},
		{`require "sidekiq/web"`, "LoadError", there},
		{`require "rack/attack.rb"`, "LoadError", there},
		{`require "active_support/inflector"`, "LoadError", there},
		{`require "json/add/core"`, "LoadError", there},
		{`require "own"`, "LoadError", there},
		{`require_relative "../lib/own"`, "LoadError", there},
		{`require_relative "gone"`, "LoadError", missing},
		{`require Rails.root.join("lib/gone")`, "ScriptError", missing},
		{`require "sidekiq/cron/web"`, "LoadError", open},
		{`require "foreign"`, "NameError, LoadError", open},
		{`require "foreign"`, "Exception", open},
		{`require "foreign"`, "", there},
		{`require "foreign"`, "StandardError", there},
		{`require_relative "../../outside"`, "LoadError", open},
	} {
		root := application(t, map[string]string{
			"Gemfile.lock": lock, "lib/own.rb": "OWN = 1",
			"config/routes.rb": head + "begin\n" + tt.code + "\nget :there, to: \"a#b\"\nrescue " + tt.clause + "\nget :missing, to: \"a#b\"\nend\nend",
		})
		table, err := Load(root, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range table.Routes {
			got = append(got, r.Name)
			if marked := len(r.Conditions) > 0; marked != (tt.want == open) {
				t.Errorf("%s rescue %s: %s has the conditions %v", tt.code, tt.clause, r.Name, r.Conditions)
			}
		}
		if all := strings.Join(got, " "); all != tt.want {
			t.Errorf("%s rescue %s: got %s, want %s", tt.code, tt.clause, all, tt.want)
		}
	}
}

func TestRequireThatIsSettled(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb": head + "begin\nrequire \"foreign\"\nget :there, to: \"a#b\"\nrescue LoadError => e\nget e.message.split.last, to: \"a#b\"\nend\nend",
	})
	for value, want := range map[string]string{"true": "there GET /there(.:format) a#b", "false": "foreign GET /foreign(.:format) a#b"} {
		rows, told := printed(t, root, Options{Set: map[string]string{`require("foreign")`: value}})
		if rows != want || told != "" {
			t.Errorf("%s: got %s\n%s", value, rows, told)
		}
	}
}
