package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/check"
	"signalbox/expand/route"
)

// Symbols of one name are one value: each of the variables that it may be missing is told.
func TestUnsetVariablesOfOneSymbol(t *testing.T) {
	table := load(t, head+"  a = ENV[\"AAA\"].to_s.to_sym\n  b = ENV[\"BBB\"].to_s.to_sym\n  get \"x/#{a}\", to: \"a#b\"\nend\n")
	var got []string
	for _, d := range table.Diagnostics {
		if d.Kind == route.UnsetVariable {
			what, _, _ := strings.Cut(d.Summary, ": ")
			got = append(got, what)
		}
	}
	if diff := cmp.Diff([]string{`ENV["AAA"] is treated as unset`, `ENV["BBB"] is treated as unset`}, got); diff != "" {
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
	for _, v := range table.Unset {
		got = append(got, v.Name+" "+v.Places[0].String())
	}
	want := []string{
		"A_BETA config/application.rb:3:11", "A_HOST config/application.rb:10:24", "A_LATE config/application.rb:9:24", "A_ON lib/site.rb:7:21",
		"A_OTHER lib/site.rb:3:15", "A_PREFIX lib/site.rb:2:15", "A_TIER config/initializers/shop.rb:1:16",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, f := range check.Findings(table) {
		if f.Kind == "env" && f.Severity != route.Note {
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
			if d.Kind == route.UnsetVariable && d.Severity == route.Warning {
				what, _, _ := strings.Cut(d.Summary, ": ")
				told += what
			}
		}
		if told != `ENV["PLACE"] is treated as unset` {
			t.Errorf("%s: told %q", src, told)
		}
	}
}

// What is made of ENV, or of the nil of a variable that it lacks, remembers the variable
// through whatever methods: where its text would stand in a path, a warning says so.
func TestUnsetVariablesThroughMethods(t *testing.T) {
	const all = "ENV holds only the variables that you set"
	for src, want := range map[string]string{
		`[*ENV["X"]].join`: "", `ENV.to_h.symbolize_keys[:X]`: "", `ENV.to_h.transform_keys(&:to_sym)[:X]`: "", `ENV.to_h.with_indifferent_access[:X]`: "",
		`ENV["X"].to_s.split(",").first`: "", `[ENV["X"]].compact.join`: "", `ENV.slice("X").values.join`: "", `ENV.to_h.slice("X").values.first`: "",
		`ENV.values_at("X").first`: "", `ENV.to_h.values_at("X").join`: "", `ENV["X"].to_s.chars.last`: "", `ENV["X"].to_s[/a/]`: "", `{a: ENV["X"]}.compact.values.join`: "",
		`Array(ENV["X"]).map(&:upcase).reject(&:blank?).join("|")`: "", `(->((a, _)) { a }).(ENV["X"].to_s.split(","))`: "", `{**ENV.to_h}["X"]`: "", `{a: 1}.merge(ENV.to_h)["X"]`: "",
		`ENV.assoc("X")&.last`: all, `ENV.to_h.dig("X")`: "", `ENV.to_h.fetch("X", nil)`: "",
		`ENV.find { |k, _| k == "X" }`: all, `ENV.select { |k, _| k == "X" }.values.join`: all, `ENV.to_h.select { |k, _| k == "X" }.values.first`: all,
		`ENV.to_a.assoc("X")&.last`: all, `ENV.reject { |k, _| k != "X" }.first&.last`: all, `ENV.key("a")`: all, `ENV.keys.grep(/X/).join`: all,
	} {
		if want == "" {
			want = `ENV["X"] is treated as unset`
		}
		table := load(t, head+"  get \"x/#{"+src+"}\", to: \"a#b\"\nend\n")
		told := ""
		for _, d := range table.Diagnostics {
			if d.Kind == route.UnsetVariable && d.Severity == route.Warning {
				what, _, _ := strings.Cut(d.Summary, ": ")
				told += what
			}
		}
		if told != want {
			t.Errorf("%s: told %q", src, told)
		}
		check.MissingIn(table)
	}
}

// What the absence of a variable decides is noted, and nothing else.
func TestUnsetVariablesThatDecide(t *testing.T) {
	for src, want := range map[string]string{
		`case ENV["X"] when "a" then get "a", to: "a#b" end`:                            "X",
		"case ENV[\"X\"]\nin String then get \"a\", to: \"a#b\"\nelse nil\nend":         "X",
		`get "a", to: "a#b" if ENV.to_h.key?("X")`:                                      "X",
		`get "a", to: "a#b" if ENV.to_h.fetch("X", "a") == "a"`:                         "X",
		`ENV.each { |k, v| get v, to: "a#b" if k.start_with?("X_") }`:                   "",
		`get "a", to: "a#b" if ENV.any? { |k, _| k == "X" }`:                            "",
		`get "a", to: "a#b", **{path: ENV["X"]}.compact`:                                "X",
		`h = ENV.to_h; o = {x: ENV["Z"], y: "a"}; get o[:y], to: "a#b"`:                 "none",
		`ENV["Z"]; a = ENV.to_h["RAILS_ENV"]; get a, to: "a#b"`:                         "none",
		`list = [ENV["Z"]]; get "b", to: "a#b"; more = ["x"]; get more.last, to: "a#b"`: "none",
	} {
		table := load(t, head+"  "+src+"\nend\n")
		got := "none"
		for _, v := range table.Unset {
			got = v.Name
		}
		if got != want {
			t.Errorf("%s: %q is noted, want %q", src, got, want)
		}
	}
}
