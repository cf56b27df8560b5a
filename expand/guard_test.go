package expand

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
)

// guardLines are the guards of each row that has some.
func guardLines(table *route.Table) (lines []string) {
	for _, r := range table.Routes {
		line := r.Path.String()
		for _, g := range append(table.MountGuards(), r.Guards...) {
			line += fmt.Sprintf(" | %s %s %s", g.Kind, g.Text, strings.TrimPrefix(g.Source(), "config/routes.rb:"))
		}
		lines = append(lines, line)
	}
	return lines
}

// Each guard has its kind, its source as it is written, and its place; the outermost goes
// first. Which ones are asked, Rails tells in testdata/golden/own/guards.
func TestGuards(t *testing.T) {
	for _, tt := range []struct{ name, routes, want string }{
		{"an object that no file defines", "constraints AdminOnly.new do\n  get :a, to: \"a#b\"\nend", "/a(.:format) | object AdminOnly.new 2:13"},
		{"an option", "get :a, to: \"a#b\", constraints: AdminOnly.new(User::ROLES)", "/a(.:format) | object AdminOnly.new(User::ROLES) 2:33"},
		{"a class", "class Tenant; def self.matches?(r) = true; end\nconstraints(Tenant) { get :a, to: \"a#b\" }", "/a(.:format) | object Tenant 3:13"},
		{"a lambda", "get :a, to: \"a#b\", constraints: ->(r) { r.host == \"x\" }", "/a(.:format) | lambda ->(r) { r.host == \"x\" } 2:33"},
		{"a lambda of several lines", "constraints lambda { |r|\n  r.ssl? # always\n} do\n get :a, to: \"a#b\"\nend", "/a(.:format) | lambda lambda { |r|\n  r.ssl? # always\n} 2:13"},
		{"a proc with do", "get :a, to: \"a#b\", constraints: (proc do |r| r.ssl? end)", "/a(.:format) | lambda (proc do |r| r.ssl? end) 2:33"},
		{"a method", "def ok?(r) = true\nget :a, to: \"a#b\", constraints: method(:ok?)", "/a(.:format) | lambda method(:ok?) 3:33"},
		{"conditions", "get \"a/:id\", to: \"a#b\", constraints: { id: /\\d/, subdomain: \"api\", :host => /x/ }", "/a/:id(.:format) | hash subdomain: \"api\" 2:50 | hash :host => /x/ 2:68"},
		{"an option that is a pattern", "scope host: /x/ do\n  get :a, to: \"a#b\"\nend", "/a(.:format) | hash host: /x/ 2:7"},
		{"sign-in", "authenticate :user do\n  get :a, to: \"a#b\"\nend", "/a(.:format) | sign_in authenticate :user 2:1"},
		{"sign-in with a check", "authenticated(:user, ->(u) { u.admin? }) { mount Jobs::Web => \"/jobs\" }", "/jobs | sign_in authenticated(:user, ->(u) { u.admin? }) 2:1"},
		{"nobody is signed in", "unauthenticated { root to: \"a#b\" }", "/ | sign_in unauthenticated 2:1"},
		{"nested ones", "constraints A.new do\n constraints(subdomain: \"x\") { authenticate(:u) { get :a, to: \"a#b\", constraints: { subdomain: \"y\" } } }\nend", "/a(.:format) | object A.new 2:13 | sign_in authenticate(:u) 3:32 | hash subdomain: \"y\" 3:85"},
		{"the innermost object alone is asked", "constraints A.new do\n get :a, to: \"a#b\", constraints: B.new\nend", "/a(.:format) | object B.new 3:34"},
		{"a controller class is not", "get :a, to: PostsController, constraints: A.new", "/a(.:format)"},
		{"an unknown value", "constraints Settings.gate do\n  get :a, to: \"a#b\"\nend", "/a(.:format) | unknown Settings.gate 2:13"},
		{"an unknown condition", "constraints subdomain: Settings.sub do\n  get :a, to: \"a#b\"\nend", "/a(.:format) | hash subdomain: Settings.sub 2:13"},
		{"unknown options", "scope(**Settings.more) { get :a, to: \"a#b\" }\nget :b, to: \"a#b\", **Settings.more\nresources :c, only: :index, **Settings.more", "/a(.:format) | unknown Settings.more 2:9\n/b(.:format) | unknown Settings.more 3:22\n/c(.:format) | unknown Settings.more 4:31"},
		{"an unknown argument that may be options", "resources :a, Settings.more, only: :new", "/a/new(.:format) | unknown Settings.more 2:15\n/:Settings.more/new(.:format) | unknown Settings.more 2:15"},
		{"what may be a path or options", "scope(Settings.more) { get :a, to: \"a#b\" }\nscope(Settings.path, as: :x) { get :b, to: \"a#b\" }\nscope(\"x\", Settings.more) { get :c, to: \"a#b\" }", "/:Settings.more/a(.:format) | unknown Settings.more 2:7\n/:Settings.path/b(.:format)\n/x/:Settings.more/c(.:format) | unknown Settings.more 4:12"},
		{"an unknown option that may be a pattern", "scope(subdomain: Settings.sub) { get :a, to: \"a#b\" }\nget :b, to: \"a#b\", ip: Settings.ip", "/a(.:format) | unknown Settings.sub 2:18\n/b(.:format) | unknown Settings.ip 3:24"},
		{"an unknown default", "defaults(host: Settings.host) { get :a, to: \"a#b\", defaults: { ip: Settings.ip } }", "/a(.:format)"},
		{"an unknown word", "api :v1, version: 2 do\n  get :a, to: \"a#b\"\nend", "/a(.:format) | unknown api :v1, version: 2 2:1"},
		{"a variable", "gate = AdminOnly.new(1)\nget :a, to: \"a#b\", constraints: gate", "/a(.:format) | object AdminOnly.new(1) 2:8"},
		{"an argument", "def guarded(gate, &b) = constraints(gate) { instance_exec(&b) }\nguarded(->(r) { r.ssl? }) { get :a, to: \"a#b\" }", "/a(.:format) | lambda ->(r) { r.ssl? } 3:9"},
		{"a hash in a variable", "on = { subdomain: \"api\" }\nconstraints(on) { get :a, to: \"a#b\" }", "/a(.:format) | hash subdomain: \"api\" 3:13"},
		{"a concern", "concern(:c) { get :a, to: \"a#b\", constraints: A.new }\nconstraints B.new do\n  resources :d, only: :index, concerns: :c\nend", "/d/:d_id/a(.:format) | object A.new 2:47\n/d(.:format) | object B.new 3:13"},
		{"a condition of the file", "constraints(A.new) { get :a, to: \"a#b\" } if Settings.a?", "/a(.:format) | object A.new 2:13"},
		{"a name that may be taken", "get :a, to: \"a#b\" if Settings.a?\nget :a, to: \"a#c\", constraints: A.new", "/a(.:format)\n/a(.:format) | object A.new 3:33\n/a(.:format) | object A.new 3:33"},
		{"none", "get \"a/:id\", to: \"a#b\", id: /\\d/, constraints: { id: /\\d/ }", "/a/:id(.:format)"},
	} {
		table := load(t, head+tt.routes+"\nend")
		if diff := cmp.Diff(tt.want, strings.Join(guardLines(table), "\n")); diff != "" {
			t.Errorf("%s\n%s", tt.name, diff)
		}
	}
}

// The guards of a mount go before those of the engine's routes, unless the engine can be
// reached without.
func TestMountGuards(t *testing.T) {
	const engine = "module Blog; class Engine < ::Rails::Engine; end; end\nBlog::Engine.routes.draw { get :a, to: \"a#b\", constraints: B.new }\n"
	for mounts, want := range map[string]string{
		"constraints(A.new) { mount Blog::Engine => \"/x\" }":                                       "/a(.:format) | object A.new 4:13 | object B.new 2:60",
		"mount Blog::Engine => \"/y\", as: :y\nconstraints(A.new) { mount Blog::Engine => \"/x\" }": "/a(.:format) | object B.new 2:60",
		"authenticate(:u) { mount Blog::Engine => \"/x\" }\nget :z, to: \"a#b\", constraints: C":    "/a(.:format) | sign_in authenticate(:u) 4:1 | object B.new 2:60",
	} {
		table := load(t, engine+head+mounts+"\nend")
		inner := table.Engines()[0]
		if got := strings.Join(guardLines(inner), "\n"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", mounts, got, want)
		}
	}
}

// The text of each guard of the golden cases stands at its place.
func TestGuardsStandInTheFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	roots, _ := filepath.Glob(filepath.Join(goldenDir, "*", "*"))
	seen := 0
	for _, root := range append(roots, "..") {
		table, err := Load(root, Options{})
		if err != nil {
			continue
		}
		files := map[string][]string{}
		for _, r := range table.Routes {
			for _, g := range r.Guards {
				name := g.Pos.Filename
				if files[name] == nil {
					src, _ := os.ReadFile(filepath.Join(root, name))
					files[name] = strings.Split(string(src), "\n")
				}
				rest := ""
				if g.Pos.Line > 0 && g.Pos.Line <= len(files[name]) {
					rest = strings.Join(files[name][g.Pos.Line-1:], "\n")
					rest = string([]rune(rest)[min(g.Pos.Column-1, len([]rune(rest))):])
				}
				if g.Text == "RouteTranslator.config.host_locales" || strings.HasPrefix(rest, "conditions)") { // a gem's; of a variable
					continue
				}
				if seen++; !strings.HasPrefix(rest, g.Text) {
					t.Errorf("%s: %s %q does not stand at %s", root, r.Path, g.Text, g.Source())
				}
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d guards", seen)
	}
}

// Rows whose path, name or endpoint shows the source of an unknown value say so.
func TestPlaceholders(t *testing.T) {
	for routes, want := range map[string]string{
		`get "posts", to: "a#b"`:                                                  "",
		`scope(Settings.prefix) { resources :posts, only: :show }`:                "Settings.prefix",
		`get "a/#{Settings.at}/b", to: "a#b"`:                                     "Settings.at",
		`get "a", to: "a#b", as: Settings.name`:                                   "Settings.name",
		`scope(Settings.prefix, as: Settings.as) { get "posts", to: "a#b" }`:      "Settings.prefix Settings.as",
		`scope(module: Settings.mod) { get "a", to: "a#b" }`:                      "Settings.mod",
		`get "a", to: Settings.home`:                                              "Settings.home",
		`get "a", to: "#{Settings.controller}#index"`:                             "Settings.controller",
		`mount Settings.app => "/app"`:                                            "Settings.app",
		`mount Sidekiq::Web => "/app"`:                                            "",
		`get "a", to: redirect(Settings.target)`:                                  "Settings.target",
		`get "a", to: redirect("/#{Settings.part}/x")`:                            "Settings.part",
		`get "a/:id", to: "a#b", id: Settings.pattern`:                            "",
		`get "a", to: "a#b", constraints: Settings.gate`:                          "",
		`scope(Settings.prefix) { get "a", to: "a#b" }; get "free", to: "a#free"`: "Settings.prefix |",
	} {
		table := load(t, head+routes+"\nend")
		var rows []string
		for _, r := range table.Routes {
			rows = append(rows, strings.Join(r.Placeholders(), " "))
		}
		if got := strings.Join(rows, " |"); got != want {
			t.Errorf("%s: %q, want %q", routes, got, want)
		}
	}
}
