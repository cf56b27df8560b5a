package expand

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
)

// Words and classes of gems that are written in Ruby here: what their settings, their
// versions and the application's own definitions make of them.
func TestRubyGems(t *testing.T) {
	const initializer = "config/initializers/gems.rb"
	for name, tt := range map[string]struct {
		routes    string
		files     map[string]string
		want, not []string // of the table, as path if condition
		told      []string
	}{
		"a condition decides on the setting of a word": {
			routes: "apipie\nscope('x') { apipie as: :y }",
			files:  map[string]string{initializer: "Apipie.configure { |c| c.doc_base_url = Settings.docs? ? '/a' : '/b' }"},
			want: []string{
				"/a/apipie_checksum(.:format) if Settings.docs?", "/b/apipie_checksum(.:format) if !Settings.docs?",
				"/x/a/apipie_checksum(.:format) if Settings.docs?", "/x/b/apipie_checksum(.:format) if !Settings.docs?",
			},
		},
		"an unknown setting": {
			routes: "mount_avo",
			files:  map[string]string{initializer: "Avo.configure { |c| c.root_path = Settings.avo }"},
			want:   []string{"/avo"},
			told:   []string{"unknown value Avo.configuration.root_path: the table follows the default; set it"},
		},
		"kinds of works under conditions": {
			routes: "curation_concerns_basic_routes",
			files:  map[string]string{initializer: "Hyrax.config do |c|\n  c.register_curation_concern :book if Settings.books?\n  c.register_curation_concern Settings.more\nend"},
			want:   []string{"/concern/books/:id(.:format) if Settings.books?", "/concern/parent/:parent_id/books/:id(.:format) if Settings.books?"},
			told:   []string{"unknown kind of works Settings.more: its routes are missing; set the list"},
		},
		"a version that is not followed": {
			routes: "passwordless_for :users\nBlacklight.add_routes(self)",
			files:  map[string]string{"Gemfile.lock": "GEM\n  specs:\n    blacklight (4.9.0)\n    passwordless (0.3.0)\n"},
			told:   []string{"unknown routing method `passwordless_for`: its routes are missing; define it in a file listed under words:", "`Blacklight.add_routes(self)` may add routes that are missing here; set it to true if it adds none"},
		},
		"plugins": {
			routes: "mount_avo",
			files:  map[string]string{"Gemfile.lock": "GEM\n  specs:\n    avo (3.9.1)\n    avo-pro (3.9.1)\n    avo-kanban (3.9.1)\n    avo-menu (3.9.1)\n"},
			want:   []string{"/avo"},
			told:   []string{"`mount_avo` also mounts engines of plugins such as avo-kanban: their routes are missing; mount them in the routes file to list them"},
		},
		"the application's own word": {
			routes: "apipie",
			files: map[string]string{
				"Gemfile.lock": "GEM\n  specs:\n    rails (8.1.0)\n",
				initializer:    "class ActionDispatch::Routing::Mapper\n  def apipie = get('own', to: 'a#b')\nend",
			},
			want: []string{"/own(.:format)"},
			not:  []string{"/apipie"},
		},
		"the application's own class": {
			routes: "concern :s, Blacklight::Routes::Searchable.new\nresource(:c, only: []) { concerns :s }",
			files:  map[string]string{"lib/blacklight/routes/searchable.rb": "class Blacklight::Routes::Searchable\n  def call(mapper, _) = mapper.get('own')\nend"},
			want:   []string{"/c/own(.:format)"},
			not:    []string{"track"},
		},
		"what else a module has": {
			routes: "concern :s, Blacklight::Routes::Searchable.new\nget 'a', to: 'a#b' if Blacklight.on?\nmount Blacklight::Engine => '/'",
			want:   []string{"/a(.:format) if Blacklight.on?", "/"},
		},
		"options that are not followed": {
			routes: "wash_out :users, module: 'api'",
			told:   []string{"unknown routing method `wash_out`: its routes are missing; define it in a file listed under words:"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"config/routes.rb": "Rails.application.routes.draw do\n" + tt.routes + "\nend\n"}
			maps.Copy(files, tt.files)
			table, err := Load(application(t, files), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var rows, told []string
			for _, r := range table.Routes {
				row := r.Path.String()
				for _, c := range r.Conditions {
					row += " if " + c.Text
				}
				rows = append(rows, row)
			}
			all := strings.Join(rows, "\n") + "\n"
			for _, want := range tt.want {
				if !strings.Contains("\n"+all, "\n"+want+"\n") {
					t.Errorf("no row %s in\n%s", want, all)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(all, not) {
					t.Errorf("a row has %s:\n%s", not, all)
				}
			}
			for _, d := range table.Diagnostics {
				if d.Severity == route.Warning && !strings.Contains(d.Summary, "unused") {
					told = append(told, d.Summary)
				}
				if strings.Contains(d.Pos.String(), "(eval") {
					t.Errorf("a place that the user doesn't know: %s", d)
				}
			}
			if diff := cmp.Diff(tt.told, told); diff != "" {
				t.Errorf("told (-want +got)\n%s", diff)
			}
		})
	}
}

// A routes file that calls what only the files of gems call ends in no panic.
func TestSignalboxInRoutes(t *testing.T) {
	var calls strings.Builder
	source, err := os.ReadFile("bundle/functions.go")
	if err != nil {
		t.Fatal(err)
	}
	functions := regexp.MustCompile(`(?m)^\t\t"([\w?]+)": +\{`).FindAllSubmatch(source, -1)
	if len(functions) < 30 {
		t.Fatalf("%d functions", len(functions))
	}
	for _, m := range functions {
		name := string(m[1])
		for _, args := range []string{"", "1", "nil, nil", "User, {}", "'x', 5, 3", "Object, Class, {}"} {
			fmt.Fprintf(&calls, "(Signalbox.public_send(:%s, *[%s]) rescue nil)\n(Signalbox.public_send(:%s, *[%s], a: 1) { 1 } rescue nil)\n", name, args, name, args)
		}
	}
	for _, first := range []string{"", "use_doorkeeper\n"} { // which reads a gem's file
		table := loadFiles(t, map[string]string{"config/routes.rb": head + first + calls.String() + "get 'last', to: 'a#b'\nend"})
		if n := len(table.Routes); n == 0 || table.Routes[n-1].Name != "last" {
			t.Errorf("%d routes: %v", n, table.Diagnostics)
		}
	}
}

// An error within such a source stands where the application calls it.
func TestErrorOfRubyGem(t *testing.T) {
	_, err := Load(application(t, map[string]string{"config/routes.rb": "Rails.application.routes.draw do\n  passwordless_for :a\n  passwordless_for :a\nend\n"}), Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "config/routes.rb:3:3: ") {
		t.Errorf("error %v", err)
	}
}

// FuzzGems loads applications whose lock file, model, initializer, resources,
// administration and translations are anything: no panic, and an answer in time.
func FuzzGems(f *testing.F) {
	f.Add("GEM\n  specs:\n    devise (5.0.0.rc)\n    rails (7.1.3.4)\n", "class User\n  devise :confirmable, omniauth_providers: [:a] if x\nend", "Devise.setup { |c| c.omniauth :a, name: 5 }",
		"class PostResource < X\n  has_many :a, :b\nend", "ActiveAdmin.register Post, as: 5 do\n  member_action :x, method: [1]\nend", "fr:\n  routes: {a: b}")
	f.Add("", "class User < User\n  include User\n  devise(*[1, *2], {})\nend", "RouteTranslator.config { |c| c.host_locales = { 1 => 2 } }\nJSONAPI.configure { |c| c.route_format = 3 }", "", "ActiveAdmin.register", "a: [")
	f.Fuzz(func(t *testing.T, lock, model, initializer, resource, admin, locale string) {
		root := application(t, map[string]string{
			"config/routes.rb": head + `devise_for :users
  use_doorkeeper
  use_doorkeeper_openid_connect
  ActiveAdmin.routes(self)
  jsonapi_resources :posts
  localized { get "a/b", to: "c#d" }
  health_check_routes
  mount_devise_token_auth_for "User", at: "x", as: :token
end`,
			"Gemfile.lock": lock, "app/models/user.rb": model, "config/initializers/x.rb": initializer,
			"app/resources/post_resource.rb": resource, "app/admin/x.rb": admin, "config/locales/fr.yml": locale,
		})
		_, err := Load(root, Options{Framework: true})
		if e, ok := err.(*RouteError); ok && e.Class == internalError {
			t.Fatal(err)
		}
	})
}

// A gem whose file cannot be run has no words, however often they are asked for.
func TestGemThatFails(t *testing.T) {
	table := loadFiles(t, map[string]string{
		"config/routes.rb": "module Devise\n  Mapping = 1\nend\n" + head + "devise_for :users\ndevise_for :users, only: :sessions\nget 'last', to: 'a#b'\nend", // where the file opens a class
	})
	if n := len(table.Routes); n != 1 || len(table.Diagnostics) != 2 {
		t.Errorf("%d routes: %v", n, table.Diagnostics)
	}
}

// A route of the framework that a setting switches on depends on it, and has no place.
func TestFrameworkConditions(t *testing.T) {
	_, table := sheet(t, map[string]string{
		"config/routes.rb":                   head + "get \"a\", to: \"b#c\"\nend",
		"config/environments/development.rb": "Rails.application.configure { config.action_mailer.show_previews = Settings.previews }",
	}, Options{Framework: true, RailsEnv: "development"})
	r := table.Named("rails_mailers")
	if r == nil || len(r.Conditions) != 1 || r.Conditions[0].Text != "Settings.previews" || r.Source() != "" {
		t.Errorf("%+v", r)
	}
}

// Of settings of Rails the last that the start says counts, on each side of a condition;
// where that is unknown the table has the default.
func TestFrameworkSettings(t *testing.T) {
	for said, want := range map[string]string{
		"": "/rails/active_storage",
		"Rails.application.config.routes_prefix = \"/f\"": "/rails/active_storage",
		"PREFIX = \"/f\"":                        "/f",
		"PREFIX = \"/f\" if Settings.x?":         "/f if Settings.x?, /rails/active_storage if !Settings.x?",
		"PREFIX = Settings.x? ? \"/f\" : \"/g\"": "/f if Settings.x?, /g if !Settings.x?",
		"Rails.application.config.to_prepare { PREFIX = \"/f\" }\nPREFIX = \"/g\"": "/f",
		"PREFIX = \"/f\"\nPREFIX = Settings.prefix":                                "/rails/active_storage; 2: unknown value Rails.application.config.active_storage.routes_prefix: the table follows the default; set it",
		"PREFIX = nil.fetch": "/rails/active_storage; 1: unknown value Rails.application.config.active_storage.routes_prefix: the table follows the default; set it",
	} {
		said = strings.ReplaceAll(said, "PREFIX", "Rails.application.config.active_storage.routes_prefix")
		_, table := sheet(t, map[string]string{"config/routes.rb": head + "get \"a\", to: \"b#c\"\nend", "config/initializers/a.rb": said}, Options{Framework: true})
		var rows []string
		for _, r := range table.Routes {
			if strings.HasSuffix(r.Path.String(), "/direct_uploads(.:format)") {
				row := strings.TrimSuffix(r.Path.String(), "/direct_uploads(.:format)")
				for _, c := range r.Conditions {
					row += " if " + c.Text
				}
				rows = append(rows, row)
			}
		}
		got := strings.Join(rows, ", ")
		for _, d := range table.Diagnostics {
			if d.Kind == route.UnknownValue && strings.HasPrefix(d.Summary, "unknown value Rails") {
				got += fmt.Sprintf("; %d: %s", d.Pos.Line, d.Summary)
			}
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", said, got, want)
		}
	}
}
