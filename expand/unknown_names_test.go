package expand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a change makes of a value may be any of its parts where only the application
// knows which: no row is certain then that may be another one.
func TestChangesByUnknownNames(t *testing.T) {
	const point = "P = Struct.new(:a, :b)\ns = P.new('x', 'y')\n"
	const class = "class C\nattr_reader :a, :b\ndef initialize(h) = h.each { |k, v| instance_variable_set(\"@#{k}\", v) }\nend\n"
	for _, tt := range []struct{ src, want string }{
		{point + `s[Settings.x] = 'z'` + "\nget s.a, to: 'a#b'", `/:Settings.x:a?z:x`},
		{point + `s[Settings.x] = 'z' if Settings.on?` + "\nget s.b, to: 'a#b'", `/:Settings.on??Settings.x:b?z:y:y`},
		{point + `s.public_send("#{Settings.x}=", 'z')` + "\nget s.a, to: 'a#b'", `/:xstays:Settings.x?x:Settings.x`},
		{"s = %w[a b]\ns.send(Settings.x)\ns.each { |k| get k, to: 'a#b' }", `/a if "a" stays: Settings.x; /b if "b" stays: Settings.x; /:ab.sendSettings.x.each0 if ["a", "b"].send(Settings.x)`},
		{"s = %w[a].freeze\ns.send(Settings.x)\ns.each { |k| get k, to: 'a#b' }", `/a`},
		{class + "get 'p', to: 'a#b' if C.new(Settings.h).b", `/p if (Settings.h.each ? (("@#{Settings.h.each(0)}" == "@b") ? Settings.h.each(1) : nil) : nil)`},
		{"s = Set['a']\ns.merge(Settings.x)\ns.each { |k| get k, to: 'a#b' }", `/a; /:Settings.x.each0 if Settings.x`},
		{"s = Set['a']\n(s | Settings.x).each { |k| get k, to: 'a#b' }\ns.each { |k| get k, to: 'a#b', as: nil }", `/a; /:Settings.x.each0 if Settings.x; /a`},
		{"s = Set['a']\ns.replace(Settings.x)\ns.each { |k| get k, to: 'a#b' }", `/:Settings.x.each0 if Settings.x`},
		{"s = %w[a]\ns.replace(Settings.x)\ns.each { |k| get k, to: 'a#b' }", `/:Settings.x.each0 if Settings.x`},
		{"s = {a: 1}\ns.replace(Settings.x)\nget 'p', to: 'a#b' if s.key?(:a)", `/p if {**Settings.x => Settings.x}.key?(:a)`},
		{"s = Set['a']\ns.add?(Settings.x)\ns.each { |k| get k, to: 'a#b' }", `/a; /:Settings.x`},
		{"s = Set['a']\nget 'p', to: 'a#b' if s.add?(Settings.x)", `/p if #<Set>.add?(Settings.x)`},
		{"get ActiveSupport::Inflector.pluralize(*(Settings.x ? ['post'] : ['user'])), to: 'a#b'", `/:Settings.x?posts:users`},
		{"get ActiveSupport::Inflector.singularize(Settings.x ? 'posts' : 'users'), to: 'a#b'", `/:Settings.x?post:user`},
		{"o = ActiveSupport::OrderedOptions.new\no.a = 1\no.merge!(Settings.x)\nget 'p', to: 'a#b' if o.a", `/p if {a: 1, **Settings.x => Settings.x}[:a]`},
		{"o = ActiveSupport::OrderedOptions.new\no.merge!(a: 'x')\nget o.a!, to: 'a#b'", `/x`},
		{"class ActiveSupport::OrderedOptions\ndef to_hash = ($seen = 'y') && { to: 'a#b' }\nend\no = ActiveSupport::OrderedOptions.new\nif Settings.x?\nget 'x', o\nelse\nget($seen || 'n', to: 'a#b')\nend", `/x if Settings.x?; /n if !Settings.x?`},
		{"get 'p', to: 'a#b' if ENV['SITE']", ``},
		{"ENV[Settings.x] = 'y'\nget 'p', to: 'a#b' if ENV['SITE']\nget 'q', to: 'a#b' if ENV.key?('SITE')", `/p if ENV["SITE"]; /q if {"RAILS_ENV" => ((Settings.x == "RAILS_ENV") ? "y" : "development"), Settings.x => "y"}.key?("SITE")`},
		{"ENV.update(Settings.x)\nget 'p', to: 'a#b' if ENV['SITE']\nget ENV.fetch('K', 'd'), to: 'a#b'", `/p if ENV["SITE"]; /:ENVK`},
		{"Settings.each { |k, v| ENV[k] ||= v }\nget 'p', to: 'a#b' if ENV['SITE']", `/p if ENV["SITE"]`},
	} {
		if diff := cmp.Diff(tt.want, rowsAndConditions(t, head+tt.src+"\nend\n")); diff != "" {
			t.Errorf("%s\n%s", tt.src, diff)
		}
	}
}

// A method whose name only the application knows is told where it is defined.
func TestDefinesUnknownName(t *testing.T) {
	table := load(t, head+"class C\ndef self.a = 'x'\nend\nC.define_singleton_method(Settings.n) { 'z' }\nC.define_method(Settings.n) { 'z' }\nget C.a, to: 'a#b'\nend\n")
	var told []string
	for _, d := range table.Diagnostics {
		told = append(told, d.Summary)
	}
	const summary = "unknown method definition Settings.n: what it adds or replaces is missing; set it"
	want := []string{summary, summary}
	if diff := cmp.Diff(want, told); diff != "" || len(table.Routes) != 1 {
		t.Errorf("%d routes\n%s", len(table.Routes), diff)
	}
}

// So is an alias, whichever of its names is unknown; what it calls is unknown too.
func TestAliasOfUnknownName(t *testing.T) {
	for _, alias := range []string{"alias_method :b, Settings.n", "alias_method Settings.n, :a", "def b = 'old'\nalias_method :b, Settings.n"} {
		table := load(t, head+"class C\ndef a = 'x'\n"+alias+"\nend\nget C.new.b, to: 'a#b'\nget C.new.a, to: 'a#b'\nend\n")
		if len(table.Routes) != 2 || len(table.Routes[0].Placeholders()) != 1 || len(table.Routes[1].Placeholders()) != 0 || len(table.Diagnostics) == 0 {
			t.Errorf("%s: %v\n%v", alias, table.Routes, table.Diagnostics)
		}
	}
}
