package expand

import (
	"maps"
	"strings"
	"testing"

	"signalbox/expand/urls"
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
		"a hook":              {map[string]string{"config/application.rb": "module Shop\n  class Application < Rails::Application\n    config.before_initialize do\n      Rails.application.routes.default_url_options[:host] = \"early.example\"\n    end\n  end\nend"}, "http://early.example/en/posts/1", ""},
		"a class":             {map[string]string{"config/application.rb": "module Shop\n  class Application < Rails::Application\n    routes.default_url_options[:host] = \"app.example\"\n  end\nend"}, "http://app.example/en/posts/1", ""},
		"the routes file":     {map[string]string{"config/routes.rb": head + "default_url_options host: \"routes.example\"\nscope(\"(:locale)\") { resources :posts }\nend", "config/initializers/a.rb": "Rails.application.routes.default_url_options = { host: \"init.example\" }"}, "http://routes.example/en/posts/1", ""},
		"unknown":             {map[string]string{"config/initializers/a.rb": "Rails.application.routes.default_url_options[:host] = Settings.host"}, "", "Settings.host is unknown"},
		"a condition":         {map[string]string{"config/initializers/a.rb": "if Settings.live?\n  Rails.application.routes.default_url_options[:host] = \"live.example\"\nend"}, "", "Settings.live? is unknown"},
		"of mailers":          {map[string]string{"config/environments/development.rb": "Rails.application.configure do\n  config.action_mailer.default_url_options = { host: \"mail.example\" }\n  Rails.application.routes.default_url_options = config.action_mailer.default_url_options\nend"}, "http://mail.example/en/posts/1", ""},
		"an engine's":         {map[string]string{"config/initializers/a.rb": "Shop::Engine.routes.default_url_options[:host] = \"shop.example\""}, "", "Missing host"},
		"unless it is there":  {map[string]string{"config/initializers/a.rb": "Rails.application.routes.default_url_options[:host] ||= \"first.example\"\nRails.application.routes.default_url_options[:host] ||= \"second.example\""}, "http://first.example/en/posts/1", ""},
		"a case":              {map[string]string{"config/initializers/a.rb": "case Settings.x\nwhen 1 then Rails.application.routes.default_url_options = { host: \"one.example\" }\nend"}, "", "1 === Settings.x is unknown"},
		"unknown as a whole":  {map[string]string{"config/initializers/a.rb": "Rails.application.routes.default_url_options = Settings.url"}, "", "Settings.url is unknown"},
		"a text as key":       {map[string]string{"config/initializers/a.rb": "Rails.application.routes.default_url_options = { \"tab\" => 1, host: \"text.example\" }"}, "http://text.example/en/posts/1?tab=1", ""},
	} {
		files := map[string]string{"config/routes.rb": routes}
		maps.Copy(files, tt.files)
		table, err := Load(application(t, files), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := urls.New(table, nil).URL("post", "en", 1)
		if got != tt.url || (err == nil) != (tt.err == "") || err != nil && !strings.HasPrefix(err.Error(), tt.err) {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if _, err := urls.New(table, nil).Path("post", 1); (err == nil) != (table.DefaultURLOptions.Len() == 0) {
			t.Errorf("%s: %v with %d options", name, err, table.DefaultURLOptions.Len())
		}
	}
}

// The files are Ruby, however they say it. The host that Rails answers is x.example.
func TestURLOptionsInRuby(t *testing.T) {
	const options = "Rails.application.routes.default_url_options"
	for name, code := range map[string]string{
		"another name":      "o = @\no[:host] = \"x.example\"",
		"the routes":        "r = Rails.application.routes\nr.default_url_options[:host] = \"x.example\"",
		"a loop":            "[:a].each { @[:host] = \"x.example\" }",
		"a loop of pairs":   "{ host: \"x.example\" }.each { |k, v| @[k] = v }",
		"for":               "for h in [\"x.example\"] do @[:host] = h end",
		"while":             "i = 0\nwhile i < 1\n  @[:host] = \"x.example\"\n  i += 1\nend",
		"a ternary":         "Rails.env.development? ? @[:host] = \"x.example\" : nil",
		"of a ternary":      "@ = Rails.env.production? ? { host: \"no\" } : { host: \"x.example\" }",
		"and":               "Rails.env.development? && @[:host] = \"x.example\"",
		"then":              "{ host: \"x.example\" }.then { |h| @ = h }",
		"tap":               "Rails.application.tap { |a| a.routes.default_url_options[:host] = \"x.example\" }",
		"a case":            "case Rails.env\nwhen \"production\" then @[:host] = \"no\"\nwhen \"development\" then @[:host] = \"x.example\"\nend",
		"a pattern":         "case { env: Rails.env.to_s }\nin { env: \"development\" } then @[:host] = \"x.example\"\nend",
		"a method":          "def set_host(h)\n  @[:host] = h\nend\nset_host(\"x.example\")",
		"a method's value":  "def url_options = @\nurl_options[:host] = \"x.example\"",
		"a module":          "module Setup\n  def self.run\n    @[:host] = \"x.example\"\n  end\nend\nSetup.run",
		"an object":         "class Setup\n  def run\n    @[:host] = \"x.example\"\n  end\nend\nSetup.new.run",
		"a lambda":          "set = ->(h) { @[:host] = h }\nset.call(\"x.example\")",
		"send":              "Rails.application.routes.public_send(\"default_url_options=\", { host: \"x.example\" })",
		"a method object":   "[{ host: \"x.example\" }].each(&Rails.application.routes.method(:default_url_options=))",
		"store":             "@.store(:host, \"x.example\")",
		"delete":            "@ = { host: \"x.example\", port: 1 }\n@.delete(:port)",
		"append":            "@[:host] = +\"x.\"\n@[:host] << \"example\"",
		"several":           "@[:host], @[:protocol] = \"x.example\", \"http\"",
		"rescue":            "begin\n  @[:host] = Integer(\"x\")\nrescue ArgumentError\n  @[:host] = \"x.example\"\nend",
		"a file":            "@[:host] = YAML.load_file(Rails.root.join(\"config/hosts.yml\"))[\"host\"]",
		"a required file":   "require Rails.root.join(\"lib/setup\")",
		"a hook of mailers": "ActiveSupport.on_load(:action_mailer) do\n  self.default_url_options = { host: \"x.example\" }\n  @ = default_url_options\nend",
		"a part":            "Rails.application.configure do\n  config.action_mailer.tap { |m| m.default_url_options = { host: \"x.example\" } }\n  routes.default_url_options.merge!(config.action_mailer.default_url_options)\nend",
		"a key":             "Rails.application.config.action_mailer[:default_url_options] = { host: \"x.example\" }\n@ = Rails.application.config.action_mailer[:default_url_options]",
		"both sides alike":  "if Settings.a?\n  @[:host] = \"x.example\"\nelse\n  @[:host] = \"x.example\"\nend",
	} {
		table, err := Load(application(t, map[string]string{
			"config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend", "config/routes.rb": head + "get \"a\", to: \"a#b\", as: :a\nend",
			"config/initializers/a.rb": strings.ReplaceAll(code, "@", options), "config/hosts.yml": "host: x.example", "lib/setup.rb": options + "[:host] = \"x.example\"",
		}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := urls.New(table, nil).URL("a"); got != "http://x.example/a" || len(table.Diagnostics) > 0 {
			t.Errorf("%s: %q %v %v", name, got, err, table.Diagnostics)
		}
	}
}

// A statement that fails here, and may not in the application, leaves the options unknown that
// it may set.
func TestLostURLOptions(t *testing.T) {
	for code, want := range map[string]string{
		"Rails.application.routes.default_url_options[:host] = Integer(\"x\")":                                           "Rails.application.routes.default_url_options[:host] = Integer(\"x\")",
		"o = Rails.application.routes.default_url_options\no[:host] = Integer(\"x\")":                                    "o[:host] = Integer(\"x\")",
		"host = Integer(\"x\")\nRails.application.routes.default_url_options[:host] = host":                              "Integer(\"x\")",
		"Rails.application.routes.default_url_options.merge!(Settings.url)":                                              "**Settings.url",
		"Rails.application.routes.default_url_options[Settings.key] = \"a\"":                                             "Settings.key",
		"Rails.application.routes.default_url_options[:host] = Settings.a? ? \"a\" : \"b\"":                              "Settings.a?",
		"Settings.a? ? Rails.application.routes.default_url_options[:host] = \"a\" : 1":                                  "Settings.a?",
		"Rails.application.config.action_mailer.default_url_options = Integer(\"x\")\n# routes.default_url_options = {}": "",
	} {
		table, err := Load(application(t, map[string]string{"config/routes.rb": head + "get \"a\", to: \"a#b\", as: :a\nend", "config/initializers/a.rb": code}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = "Missing host"
		}
		if got, err := urls.New(table, nil).URL("a"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %q %v", code, got, err)
		}
	}
}

// Routes files see what the configuration says, though nothing else is asked for.
func TestURLOptionsInRoutes(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb":         head + "get Rails.application.routes.default_url_options[:host], to: \"a#b\"\ndraw :more\nend",
		"config/routes/more.rb":    "get Rails.application.default_url_options[:host] + \"/more\", to: \"a#b\" if Rails.application.routes.default_url_options[:more]",
		"config/initializers/a.rb": "Rails.application.routes.default_url_options = { host: \"x\" }\nRails.application.routes.default_url_options[:more] = true if Settings.more?",
	})
	for _, options := range []Options{{}, {NoRequests: true}} {
		table, err := Load(root, options)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(table.Routes); got != 2 || table.Routes[0].Path.String() != "/x(.:format)" || len(table.Routes[1].Conditions) != 1 {
			t.Errorf("%v: %d routes, %v", options.NoRequests, got, table.Routes)
		}
	}
}

// Options of controllers are those of helpers in controllers alone. What Rails answers:
// a controller with these default_url_options, and url_helpers.
func TestURLOptionsOfControllers(t *testing.T) {
	table, err := Load(application(t, map[string]string{
		"config/routes.rb":      head + "scope(\"(:locale)\") { resources :posts }\nget \"x/:a(/:b)\", to: \"x#y\", as: :pair\nend",
		"config/application.rb": "module Shop\n  class Application < Rails::Application\n    config.action_controller.default_url_options = { locale: \"de\" }\n  end\nend",
	}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	controller := urls.ForController(table, urls.Params{"host": "www.example.com"}, nil)
	for _, tt := range []struct {
		helpers *urls.Helpers
		name    string
		args    []any
		want    string
	}{
		{controller, "post", []any{1}, "/de/posts/1"},
		{controller, "post", []any{"en", 1}, "/en/posts/1"},
		{controller, "pair", []any{1}, "/x/1?locale=de"},
		{controller, "pair", []any{1, 2}, "/x/1/2?locale=de"},
		{urls.New(table, nil), "post", []any{1}, "/posts/1"},
		{urls.New(table, nil), "pair", []any{1}, "/x/1"},
	} {
		if got, err := tt.helpers.Path(tt.name, tt.args...); got != tt.want || err != nil {
			t.Errorf("%s %v: %q %v, want %q", tt.name, tt.args, got, err, tt.want)
		}
	}
	if got, err := controller.URL("post", 1); got != "http://www.example.com/de/posts/1" || err != nil {
		t.Error(got, err)
	}
}

// What only the application knows of the options is an error where it would be shown.
func TestUnknownURLOptions(t *testing.T) {
	for option, want := range map[string][2]string{
		"locale: Settings.x":         {"", ""},
		"trailing_slash: Settings.x": {"", ""},
		"protocol: Settings.x":       {"/about", ""},
		"host: Settings.x":           {"/about", ""},
		"tab: Settings.x":            {"", ""},
		"host: \"a.example\"":        {"/about", "http://a.example/about"},
	} {
		table, err := Load(application(t, map[string]string{
			"config/routes.rb":         head + "get \"(:locale)/about\", to: \"a#b\", as: :about\nend",
			"config/initializers/a.rb": "Rails.application.routes.default_url_options = { " + option + " }",
		}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		path, err1 := urls.New(table, nil).Path("about")
		url, err2 := urls.New(table, nil).URL("about")
		if path != want[0] || url != want[1] {
			t.Errorf("%s: %q %v, %q %v", option, path, err1, url, err2)
		}
		for _, err := range []error{err1, err2} {
			if err != nil && !strings.HasPrefix(err.Error(), "Settings.x is unknown") {
				t.Errorf("%s: %v", option, err)
			}
		}
	}
}

// What the run reads of the application stays, though it names the application's module.
func TestConstantsBesideURLOptions(t *testing.T) {
	table, err := Load(application(t, map[string]string{
		"config/application.rb":    "module Shop\n  class Application < Rails::Application\n    ENV[\"X\"] = \"1\"\n  end\n  HOST = config[\"host\"].freeze\n  PAGES = %w[a b].freeze\nend",
		"config/initializers/a.rb": "Rails.application.routes.default_url_options = { host: Shop::HOST }", "config/routes.rb": head + "Shop::PAGES.each { |page| get page, to: \"a#b\" }\nend",
	}), Options{})
	if err != nil || len(table.Routes) != 2 || table.Routes[1].Path.String() != "/b(.:format)" {
		t.Errorf("%v %v", table, err)
	}
}
