package expand

import (
	"strings"
	"testing"
)

// The gem loads its files where the Gemfile names it for the environment; `-` is a
// variable that is not there.
func TestDotenv(t *testing.T) {
	const gem = "gem \"dotenv-rails\"\n"
	for _, tt := range []struct{ name, gemfile, lock, env, application, want string }{
		{"no gem", "gem \"rails\"\n", "", "development", "", "-"},
		{"the gem", gem, "", "development", "", "development"},
		{"another environment", gem, "", "production", "", "base"},
		{"without the local file in test", gem, "", "test", "", "test"},
		{"in a group", "group :development, :test do\n  " + gem + "end\n", "", "development", "", "development"},
		{"in another group", "group :development, :test do\n  " + gem + "end\n", "", "production", "", "-"},
		{"with an option", "gem \"dotenv-rails\", groups: [:production]\n", "", "development", "", "-"},
		{"not required", "gem \"dotenv-rails\", require: false\n", "", "development", "", "-"},
		{"dotenv itself", "gem \"dotenv\"\n", "dotenv (3.1.0)", "development", "", "development"},
		{"dotenv itself, before it knew Rails", "gem \"dotenv\"\n", "dotenv (2.7.6)", "development", "", "-"},
		{"dotenv itself, that loads at once", "gem \"dotenv\", require: \"dotenv/load\"\n", "dotenv (2.7.6)", "development", "", "development"},
		{"not locked", gem, "rails (8.1.0)", "development", "", "-"},
		{"what is there stays", gem, "", "development", "ENV[\"NAME\"] ||= \"own\"\n", "own"},
		{"before the configuration", gem, "", "development", "class A < Rails::Application\n  ENV[\"NAME\"] += \"!\"\nend\n", "development!"},
		{"by hand", "", "", "development", "Dotenv.load(\".env.production\", \".env\")\n", "base"},
		{"by hand, over what is there", gem, "", "development", "class A < Rails::Application\n  Dotenv.overload(Rails.root.join(\".env\").to_s)\nend\n", "base"},
		{"by hand, as Rails does", "", "", "development", "Dotenv::Railtie.load\n", "development"},
		{"a command", gem, "", "command", "", ":ENV[%22NAME%22]%20%7C%7C%20%22-%22"},
	} {
		files := map[string]string{
			"config/routes.rb": head + "get \"#{ENV[\"NAME\"] || \"-\"}\", to: \"a#b\", as: nil\nend", "config/application.rb": tt.application,
			".env": "NAME=base", ".env.development": "NAME=development", ".env.test": "NAME=test", ".env.test.local": "", ".env.local": "OTHER=local", ".env.command": "NAME=$(hostname)",
		}
		if tt.gemfile != "" {
			files["Gemfile"] = tt.gemfile
		}
		if tt.lock != "" {
			files["Gemfile.lock"] = "GEM\n  specs:\n    " + tt.lock + "\n"
		}
		rows, _ := printed(t, application(t, files), Options{RailsEnv: tt.env})
		if want := "GET /" + tt.want + "(.:format) a#b"; rows != want {
			t.Errorf("%s: got %s, want %s", tt.name, rows, want)
		}
	}
	root := application(t, map[string]string{
		"config/routes.rb": head + "get ENV[\"NAME\"], to: \"a#b\", as: nil\nend", "Gemfile": gem, ".env": "NAME=base", ".env.development.local": "NAME=first", ".env.local": "NAME=second",
	})
	if rows, told := printed(t, root, Options{}); rows != "GET /first(.:format) a#b" || told != "" {
		t.Error(rows, told)
	}
	if rows, _ := printed(t, root, Options{Env: map[string]string{"NAME": "given"}}); !strings.Contains(rows, "/given") {
		t.Error(rows)
	}
}
