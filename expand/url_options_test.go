package expand

import (
	"maps"
	"strings"
	"testing"
)

// The configuration's default_url_options of the routes count in Rails' order; those of
// mailers and other environments do not.
func TestURLOptionsOfConfiguration(t *testing.T) {
	routes := head + "scope(\"(:locale)\") { resources :posts }\nend"
	for name, tt := range map[string]struct {
		files map[string]string
		url   string
		err   string
	}{
		"none":                {nil, "", "Missing host to link to! Please provide the :host parameter, set default_url_options[:host], or set :only_path to true"},
		"the environment":     {map[string]string{"config/environments/development.rb": "host = \"dev.example\"\nRails.application.configure do\n  config.action_mailer.default_url_options = { host: \"mail.example\" }\n  routes.default_url_options[:host] = host\nend"}, "http://dev.example/en/posts/1", ""},
		"another environment": {map[string]string{"config/environments/production.rb": "Rails.application.routes.default_url_options[:host] = \"live.example\""}, "", "Missing host"},
		"the later one":       {map[string]string{"config/environments/development.rb": "Rails.application.default_url_options = { host: \"dev.example\" }", "config/initializers/a.rb": "Rails.application.config.after_initialize do\n  Rails.application.routes.default_url_options[:host] = \"later.example\"\nend"}, "http://later.example/en/posts/1", ""},
		"a class":             {map[string]string{"config/application.rb": "module Shop\n  class Application < Rails::Application\n    routes.default_url_options[:host] = \"app.example\"\n  end\nend"}, "http://app.example/en/posts/1", ""},
		"the routes file":     {map[string]string{"config/routes.rb": head + "default_url_options host: \"routes.example\"\nscope(\"(:locale)\") { resources :posts }\nend", "config/initializers/a.rb": "Rails.application.routes.default_url_options = { host: \"init.example\" }"}, "http://routes.example/en/posts/1", ""},
		"unknown":             {map[string]string{"config/initializers/a.rb": "Rails.application.routes.default_url_options[:host] = Settings.host"}, "", "Settings.host is known to the application only"},
		"a condition":         {map[string]string{"config/initializers/a.rb": "if Settings.live?\n  Rails.application.routes.default_url_options[:host] = \"live.example\"\nend"}, "", "Settings.live? is known to the application only"},
	} {
		files := map[string]string{"config/routes.rb": routes}
		maps.Copy(files, tt.files)
		table, err := Load(application(t, files), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.URL("post", "en", 1)
		if got != tt.url || (err == nil) != (tt.err == "") || err != nil && !strings.HasPrefix(err.Error(), tt.err) {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if _, err := table.Path("post", 1); (err == nil) != (table.DefaultURLOptions.Len() == 0) {
			t.Errorf("%s: %v with %d options", name, err, table.DefaultURLOptions.Len())
		}
	}
}
