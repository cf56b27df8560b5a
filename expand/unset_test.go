package expand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Symbols of one name are one value: each of the variables that it may be missing is told.
func TestUnsetVariablesOfOneSymbol(t *testing.T) {
	table := load(t, head+"  a = ENV[\"AAA\"].to_s.to_sym\n  b = ENV[\"BBB\"].to_s.to_sym\n  get \"x/#{a}\", to: \"a#b\"\nend\n")
	var got []string
	for _, d := range table.Diagnostics {
		if d.Kind == UnsetVariable {
			got = append(got, d.Summary)
		}
	}
	if diff := cmp.Diff([]string{`ENV["AAA"] counts as unset`, `ENV["BBB"] counts as unset`}, got); diff != "" {
		t.Error(diff)
	}
}

// Of the variables that files ask for, those are told on which the table depends
// (A_...), and no others (Z_...).
func TestUnsetVariables(t *testing.T) {
	root := application(t, map[string]string{
		`config/application.rb`: `module App
  class Application < Rails::Application
    if ENV["A_BETA"]
      config.x.beta = true
    else
      config.x.beta = false
    end
    config.x.unused = true if ENV["Z_U"]
    config.x.late = ENV["A_LATE"].presence || "late"
    ENV["SITE"] ||= ENV["A_HOST"] || "host"
    config.hosts << ENV["Z_HOST"] if ENV["Z_HOST"]
  end
end
`,
		`config/initializers/shop.rb`: `Shop.tier = ENV["A_TIER"] || "gold"
Shop.more = "x" if ENV["Z_X"]
`,
		`config/routes.rb`: `Rails.application.routes.draw do
  get Site::PREFIX, to: "a#b"
  get Site.other, to: "a#b"
  get "beta", to: "a#b" if Rails.configuration.x.beta
  get "on", to: "a#b" if Site.on?
  get ENV["SITE"], to: "a#b"
  get Shop.tier, to: "a#b"
  get Rails.configuration.x.late, to: "a#b"
end
`,
		`lib/shop.rb`: `module Shop
  mattr_accessor :tier, default: "free"
  mattr_accessor :more, default: ENV["Z_MORE"] || "x"
end
`,
		`lib/site.rb`: `module Site
  PREFIX = ENV["A_PREFIX"] || "health"
  OTHER = ENV.fetch("A_OTHER", "other")
  UNUSED = ENV["Z_UNUSED"] || "x"
  def self.other = OTHER
  def self.unused = UNUSED
  def self.on? = ENV["A_ON"] == "1"
end
`,
	})
	table, err := Load(root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range table.Unset() {
		got = append(got, v.Name+" "+v.Places[0].String())
	}
	want := []string{
		"A_BETA config/application.rb:3:11", "A_HOST config/application.rb:10:24", "A_LATE config/application.rb:9:24", "A_ON lib/site.rb:7:21",
		"A_OTHER lib/site.rb:3:15", "A_PREFIX lib/site.rb:2:15", "A_TIER config/initializers/shop.rb:1:16",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, f := range table.Check() {
		if f.Kind == "env" && f.Severity != Note {
			t.Error(f)
		}
	}
}

// The text of a variable is missing in a path wherever a word takes one.
func TestUnsetVariablesOfPaths(t *testing.T) {
	for _, src := range []string{`mount App => "#{ENV["PLACE"]}/m"`, `mount App, at: "#{ENV["PLACE"]}/m"`, `get "#{ENV["PLACE"]}/m" => "a#b"`, `get "m" => "#{ENV["PLACE"]}a#b"`, `scope("#{ENV["PLACE"]}m") { get "x" => "a#b" }`} {
		table := load(t, head+"  "+src+"\nend\n")
		told := ""
		for _, d := range table.Diagnostics {
			if d.Kind == UnsetVariable && d.Severity == Warning {
				told += d.Summary
			}
		}
		if told != `ENV["PLACE"] counts as unset` {
			t.Errorf("%s: told %q", src, told)
		}
	}
}
