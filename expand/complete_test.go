package expand

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"signalbox/expand/check"
)

// gated is an application whose constraints ask for its classes and files.
func gated(t *testing.T) string {
	return application(t, map[string]string{
		"config/routes.rb": head + "get :a, to: \"a#b\", constraints: ->(r) { Gate::OPEN && File.exist?(\"lib/gate.rb\") }\n" +
			"get :b, to: \"a#b\", constraints: Pass.new, defaults: {by: Pass.new}\nresources :c if Settings.c?\nend",
		"lib/gate.rb":           "class Gate\n  OPEN = 7\nend",
		"lib/name.rb":           "class Name\n  TEXT = \"gate\"\nend",
		"lib/pass.rb":           "class Pass\n  def matches?(_) = Plan.new.open?\n  def inspect = Name::TEXT\nend",
		"app/models/plan.rb":    "class Plan\n  def open? = Gate::OPEN == 7\n  def unused = Tier::ALL\nend",
		"app/models/tier.rb":    "class Tier\n  ALL = []\nend",
		"config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend",
	})
}

// Each folder and file is closed before Load returns, be it with a table or with an
// error.
func TestNothingStaysOpen(t *testing.T) {
	const descriptors = "/proc/self/fd"
	if _, err := os.ReadDir(descriptors); err != nil {
		t.Skip(err)
	}
	roots := []string{
		gated(t), application(t, map[string]string{"config/routes.rb": head + "get :a\nend"}), application(t, map[string]string{"lib/a.rb": ""}),
		"testdata/urls", filepath.Join(goldenDir, "rails/draw-files"), filepath.Join(goldenDir, "own/booted-engines"),
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes files that nobody holds
	count := func() int {
		list, err := os.ReadDir(descriptors)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for _, root := range roots {
		before := count()
		for range 20 {
			if table, err := Load(root, Options{Framework: true, Set: map[string]string{"Nothing.asks": "1"}}); err == nil {
				check.Findings(table)
			}
			_, _ = FindMissing(root, Options{})
		}
		if after := count(); after > before {
			t.Errorf("%s: %d files are open, %d were", root, after, before)
		}
	}
}

// Without requests, only what a list shows is read.
func TestNoRequests(t *testing.T) {
	root := gated(t)
	for _, tt := range []struct {
		options Options
		read    map[string]bool
	}{
		{Options{NoRequests: true}, map[string]bool{"lib/name.rb": true, "lib/gate.rb": false, "app/models/plan.rb": false}},
		{Options{}, map[string]bool{"lib/name.rb": true, "lib/gate.rb": true, "app/models/plan.rb": true, "app/models/tier.rb": false}},
	} {
		table, err := Load(root, tt.options)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range tt.read {
			if _, ok := table.Source(name); ok != want {
				t.Errorf("NoRequests: %v: %s was read: %v", tt.options.NoRequests, name, ok)
			}
		}
		if got := table.Reqs(table.Routes[1]); got != "a#b {by: gate}" {
			t.Error(got)
		}
	}
}
