package expand

import (
	"strings"
	"testing"

	"signalbox/expand/route"
)

// What stands behind a `return` that only the application decides on depends on its
// condition, up to the end of the file; Rails draws so for each of its answers.
func TestUndecidedReturns(t *testing.T) {
	const model = "class User < ApplicationRecord\n  devise :database_authenticatable\nend"
	const devise = `devise_for :users, only: :sessions`
	for name, tt := range map[string]struct {
		files map[string]string
		src   string
		want  string // paths with verbs, and what they depend on
	}{
		"a drawn file": {map[string]string{
			"config/routes/extra.rb": "get 'before', to: 'a#b'\nreturn if Settings.a?\nget 'in', to: 'a#b'\nreturn unless Settings.b?\nget 'end', to: 'a#b'",
		}, "draw(:extra)\nget 'after', to: 'a#b'", "GET /before; GET /in !Settings.a?; GET /end !Settings.a? && Settings.b?; GET /after"},
		"a block of a drawn file": {map[string]string{
			"config/routes/extra.rb": "scope('s') { return if Settings.a?\nget 'in', to: 'a#b' }\nget 'end', to: 'a#b'",
		}, "draw(:extra)\nget 'after', to: 'a#b'", "GET /s/in !Settings.a?; GET /end !Settings.a?; GET /after"},
		"require_relative": {map[string]string{
			"config/more.rb": "return if Settings.a?\nPLACE = 'x'",
		}, "require_relative 'more'\nget 'after', to: 'a#b'", "GET /after"},
		"load in a loop": {map[string]string{
			"config/more.rb": "return if Settings.a?\n$place = 'x'",
		}, "%w[p q].each { |n| load 'config/more.rb'\nget n, to: 'a#b' }", "GET /p; GET /q"},
		"inflections": {map[string]string{
			"config/initializers/a.rb": "return if Settings.a?\nActiveSupport::Inflector.inflections { |i| i.irregular 'octopus', 'octopi' }",
		}, "get 'x', to: 'a#b'", "GET /x"},
		"Devise.setup": {map[string]string{
			"app/models/user.rb": model, "config/initializers/devise.rb": "return if Settings.a?\nDevise.setup { |c| c.sign_out_via = :get }",
		}, devise, "GET /users/sign_in; POST /users/sign_in; DELETE /users/sign_out Settings.a?; GET /users/sign_out !Settings.a?"},
		"Devise.setup twice": {map[string]string{
			"app/models/user.rb": model, "config/initializers/devise.rb": "if Settings.a?\n  Devise.setup { |c| c.sign_out_via = :post }\n  return\nend\nDevise.setup { |c| c.sign_out_via = :get }",
		}, devise, "GET /users/sign_in; POST /users/sign_in; POST /users/sign_out Settings.a?; GET /users/sign_out !Settings.a?"},
		"a block of the start": {map[string]string{
			"config/initializers/a.rb": "return if Settings.a?\nRails.application.config.to_prepare { ENV['SITE'] = 'x' }",
		}, "get 'x', to: 'a#b' if ENV['SITE']", "GET /x !Settings.a?"},
		"the mapper": {map[string]string{
			"config/initializers/a.rb": "module Words\n  def word = get('one', to: 'a#b')\nend\nActionDispatch::Routing::Mapper.include(Words)\nreturn if Settings.a?\nmodule Words\n  def word = get('two', to: 'a#b')\nend",
		}, "word", "GET /one Settings.a?; GET /two !Settings.a?"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"config/routes.rb": head + tt.src + "\nend", "Gemfile.lock": "GEM\n  specs:\n    devise (5.0.3)\n"}
			for file, text := range tt.files {
				files[file] = text
			}
			table, err := Load(application(t, files), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, r := range table.Routes {
				row := r.Verb() + " " + strings.TrimSuffix(r.Path.String(), "(.:format)")
				var when []string
				for _, c := range r.Conditions {
					when = append(when, c.Text)
				}
				rows = append(rows, strings.TrimSpace(row+" "+strings.Join(when, " && ")))
			}
			if got := strings.Join(rows, "; "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Rows with a text of the configuration, which is given behind a `return` that only the
// application decides on, say so.
func TestUndecidedReturnsOfTheConfiguration(t *testing.T) {
	for name, tt := range map[string]struct{ code, path string }{
		"ENV":              {`ENV["PLACE"] = "x"; return if Settings.a?; ENV["PLACE"] = "y"`, `get ENV["PLACE"], to: "a#b"`},
		"ENV of a block":   {`Rails.application.config.to_prepare { ENV["PLACE"] = "x"; next if Settings.a?; ENV["PLACE"] = "y" }`, `get ENV["PLACE"], to: "a#b"`},
		"ENV of a module":  {"ENV[\"PLACE\"] = \"x\"\nreturn if Settings.a?\nmodule Shop\n  ENV[\"PLACE\"] = \"y\"\nend", `get ENV["PLACE"], to: "a#b"`},
		"config.x":         {`Rails.application.config.x.place = "x"; return if Settings.a?; Rails.application.config.x.place = "y"`, `get Rails.application.config.x.place, to: "a#b"`},
		"a case":           {"case Settings.a\nwhen 1\n  Rails.application.config.x.place = \"x\"\n  return\nend\nRails.application.config.x.place = \"y\"", `get Rails.application.config.x.place, to: "a#b"`},
		"mattr_accessor":   {`Shop.place = "x"; return if Settings.a?; Shop.place = "y"`, `get Shop.place, to: "a#b"`},
		"Shop.setup":       {`Shop.setup { |c| c.place = "x"; next if Settings.a?; c.place = "y" }`, `get Shop.place, to: "a#b"`},
		"a block's return": {`Shop.place = "x"; [1].each { return if Settings.a? }; Shop.place = "y"`, `get Shop.place, to: "a#b"`},
	} {
		_, told := printed(t, application(t, map[string]string{
			"app/models/shop.rb":       "module Shop\n  mattr_accessor :place\n  def self.setup\n    yield self\n  end\nend",
			"config/initializers/a.rb": tt.code, "config/routes.rb": head + tt.path + "\nend",
		}), Options{})
		if !strings.Contains(told, "unknown path ") {
			t.Errorf("%s: told %q", name, told)
		}
	}
}

// Names that a condition of an initializer decides on are told as a warning.
func TestUndecidedInflections(t *testing.T) {
	table, err := Load(application(t, map[string]string{
		"config/initializers/a.rb": "ActiveSupport::Inflector.inflections { |i| i.uncountable 'foos' if Settings.a? }",
		"config/routes.rb":         head + "resources :foos\nend",
	}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := table.Diagnostics; len(d) != 1 || d[0].Severity != route.Warning || !strings.HasPrefix(d[0].Summary, "unknown condition Settings.a? for inflections: ") {
		t.Errorf("told %v", d)
	}
}
