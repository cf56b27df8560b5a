package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnknownIsTold draws routes with values that only the application knows:
// each is told at its line, none is lost.
func TestUnknownIsTold(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"requirement", `get "a/:x", to: "a#b", x: /#{I18n.locales.join("|")}/`, `1: :x holds a value that is known to the application only: /#{I18n.locales.join("|")}/`},
		{"default", `get "a", to: "a#b", defaults: { x: Settings.a }`, "1: :x holds a value that is known to the application only: Settings.a"},
		{"in a list", `get "a", to: "a#b", defaults: { x: ["k", Settings.a] }`, "1: :x holds a value that is known to the application only: Settings.a"},
		{"condition", `get "a", to: "a#b", constraints: { host: "www.#{Settings.host}".downcase }`, `1: :host holds a value that is known to the application only: "www.#{Settings.host}".downcase`},
		{"path", `get "p/#{Settings.q}", to: "x#y"`, "1: the path /p/:Settings.q(.:format) holds a value that is known to the application only"},
		{"redirect", `get "m", to: redirect("/#{Foo.z}")`, "1: Foo.z is known to the application only"},
		{"file to load", `Settings.files.each { |f| load f }`, `1: which file ` + "`load`" + ` reads is known to the application only: Settings.files.each(0)`},
		{"text to run", `instance_eval(File.stat("x").text)`, "1: the text that `instance_eval` runs is known to the application only: File.stat(\"x\").text"},
		{"opaque targets are exact", "mount Sidekiq::Web => '/s'\nget 'a', to: Foo::App, constraints: Foo::Gate", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := load(t, "Rails.application.routes.draw do\n"+tt.src+"\nend\n")
			var got []string
			for _, d := range table.Diagnostics {
				got = append(got, strings.Replace(d.Pos.String(), "config/routes.rb:", "", 1)[:1]+": "+d.Summary)
			}
			want := strings.Replace(tt.want, "1: ", "2: ", 1)
			if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestLoadStaysInside refuses to read what lies outside the application.
func TestLoadStaysInside(t *testing.T) {
	for _, src := range []string{`load "../secret.rb"`, `require_relative "../../secret"`, `load "/etc/passwd"`, `load Rails.root.join("..", "secret.rb")`} {
		if _, err := Load(routesFile(t, src+"\nget 'a', to: 'a#b'\n"), Options{}); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
	_, err := Load(routesFile(t, `File.read("/etc/passwd")`), Options{})
	if err == nil || !strings.Contains(err.Error(), `no file "/etc/passwd" in the application`) {
		t.Errorf("got %v", err)
	}
}
