package expand

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
)

// What routes ask of classes that stand in files of the application.
func TestClassesOfTheApplication(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string // rows
		told  string
	}{
		{
			"names within the module around", map[string]string{
				"config/routes.rb":          head + "Shop.all.each { |kind| get kind.path, to: \"shop#show\" }\nend",
				"app/models/shop.rb":        "module Shop\n  ALL = [Book, Deep::Map]\n  def self.all = ALL\nend",
				"app/models/shop/base.rb":   "module Shop\n  module Base\n    def path = defined?(self::PATH) ? self::PATH : name.demodulize.underscore\n  end\nend",
				"app/models/base.rb":        "module Base\n  def path = \"wrong\"\nend",
				"app/models/shop/book.rb":   "module Shop\n  module Book\n    extend Base\n  end\nend",
				"app/lib/shop/deep/map.rb":  "module Shop\n  module Deep\n    module Map\n      extend Base\n      PATH = \"maps\"\n    end\n  end\nend",
				"app/models/shop/deep/x.rb": "",
			}, "book GET /book(.:format) shop#show\nmaps GET /maps(.:format) shop#show", "",
		},
		{
			"a constant that a gem's superclass may have", map[string]string{
				"config/routes.rb":   head + "get Shop.old?, to: \"a#b\"\nend",
				"app/models/shop.rb": "class Shop < Gem::Base\n  def self.old? = defined?(self::OLD)\nend",
			}, "GET /:defined?Shop::OLD(.:format) a#b", "unknown path defined?(Shop::OLD), shown as a placeholder; set it to a string",
		},
		{
			"words that an unknown superclass has", map[string]string{
				"config/routes.rb": "require \"api\"\n" + head + "mount API => \"/api\"\nend",
				"lib/api.rb":       "class API < Grape::API\n  format :json\nend",
			}, "api /api API", "",
		},
		{
			"a block that an unknown class takes for its own", map[string]string{
				"config/routes.rb": head + "Sidekiq::Web.class_eval do\n  use Rack::Session, :x\n  set :a, 1\nend\nmount Sidekiq::Web => \"/jobs\"\nend",
			}, "sidekiq_web /jobs Sidekiq::Web", "",
		},
		{
			"paths of controllers", map[string]string{
				"config/routes.rb": head + "[Admin::PostsController, HTTPController].each { |c| get c.controller_name, controller: c.controller_path, action: :show }\n" +
					"get \"x\", to: \"#{Site.steps.first.to_param}#y\"\nend",
				"app/models/site.rb":                     "class Site\n  def self.steps = [StepController]\nend",
				"app/controllers/step_controller.rb":     "class StepController < ApplicationController\n  def self.to_param = controller_path.dasherize\nend",
				"config/initializers/inflections.rb":     "ActiveSupport::Inflector.inflections { |i| i.acronym \"HTTP\" }",
				"app/controllers/admin/controllers_x.rb": "",
			}, "posts GET /posts(.:format) admin/posts#show\nhttp GET /http(.:format) http#show\nx GET /x(.:format) step#y", "",
		},
		{
			"functions are no routing methods", map[string]string{
				"config/routes.rb": head + "constraints Host.new(URI(Site.url).host) do\n  get \"a\", to: \"a#b\"\nend\nend",
			}, "a GET /a(.:format) a#b", "",
		},
		{
			"files that are not there", map[string]string{
				"config/routes.rb": head + "YAML.load_file(\"config/none.yml\").each { |path| get path, to: \"a#b\" }\nend",
			}, "GET /:YAML.load_fileconfignone.yml.each0(.:format) a#b", "unknown path YAML.load_file(\"config/none.yml\").each(0), shown as a placeholder; set it to a string",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows, told := printed(t, application(t, tt.files), Options{})
			if diff := cmp.Diff(tt.want, rows); diff != "" {
				t.Error(diff)
			}
			if tt.told == "" && told != "" || !strings.Contains(told, tt.told) {
				t.Errorf("told %q, want %q", told, tt.told)
			}
		})
	}
}

// A limit that a class of the application runs into leaves its value to the
// application; the table goes on.
func TestLimitsOfTheApplication(t *testing.T) {
	const after = "get \"after\", to: \"a#b\"\nend"
	limits := dsl.Limits{Steps: 100_000, StringSize: 1000, Elements: 1000, Memory: 1 << 20, Depth: 500}
	for _, tt := range []struct{ name, class, told string }{
		{"depth", "def self.x = x", "Shop.x takes too much (call depth: stack level too deep) and ends at lib/shop.rb:2:"},
		{"depth of method_missing", "def self.method_missing(name) = instance.send(name)", "Shop.x takes too much (call depth: stack level too deep) and ends at lib/shop.rb:2:"},
		{"steps", "def self.x = loop { 1 }", "Shop.x takes too much (steps) and ends at lib/shop.rb:2:"},
		{"string size", "def self.x\n    text = \"x\"\n    loop { text += text }\n  end", "Shop.x takes too much (string size) and ends at lib/shop.rb:4:"},
		{"memory", "def self.x\n    loop { \"x\" * 900 }\n  end", "Shop.x takes too much (memory) and ends at lib/shop.rb:3:"},
		{"collection size", "def self.x = [1] * 2000", "Shop.x takes too much (collection size) and ends at lib/shop.rb:2:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows, told := printed(t, application(t, map[string]string{
				"config/routes.rb": head + "get Shop.x, to: \"a#b\"\n" + after,
				"lib/shop.rb":      "class Shop\n  " + tt.class + "\nend",
			}), Options{Limits: limits})
			if diff := cmp.Diff("GET /:Shop.x(.:format) a#b\nafter GET /after(.:format) a#b", rows); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(told, "config/routes.rb:2:10: "+tt.told) || !strings.Contains(told, "unknown path Shop.x, shown as a placeholder; set it to a string") {
				t.Errorf("told %q, want %q", told, tt.told)
			}
		})
	}
	t.Run("of the routes' own code", func(t *testing.T) {
		for _, routes := range []string{
			"class Shop\n  def self.x = x\nend\n" + head + "get Shop.x, to: \"a#b\"\n" + after,
			head + "Shop.each { loop { } }\n" + after,
		} {
			root := application(t, map[string]string{"config/routes.rb": routes, "lib/shop.rb": "class Shop\n  def self.each = yield\nend"})
			var limit *dsl.LimitError
			if _, err := Load(root, Options{Limits: limits}); !errors.As(err, &limit) || limit.Pos.Filename != "config/routes.rb" {
				t.Errorf("got %v, want the limit", err)
			}
		}
	})
	t.Run("of rules of inflection", func(t *testing.T) {
		for _, rule := range []string{`plural(/x/, "y")`, `irregular("x", "y")`, `acronym("AB")`} {
			root := application(t, map[string]string{
				"config/routes.rb": head + "ActiveSupport::Inflector.inflections { |i| 500.times { i." + rule + " } }\n" + after,
			})
			var limit *dsl.LimitError
			if _, err := Load(root, Options{Limits: limits}); !errors.As(err, &limit) || limit.Limit != "memory" {
				t.Errorf("%s: got %v, want the limit", rule, err)
			}
		}
	})
	t.Run("again and again", func(t *testing.T) {
		root := application(t, map[string]string{
			"config/routes.rb": head + "100.times { Shop.x }\n" + after,
			"lib/shop.rb":      "class Shop\n  def self.x = loop { 1 }\nend",
		})
		var limit *dsl.LimitError
		if _, err := Load(root, Options{Limits: limits}); !errors.As(err, &limit) || limit.Limit != "steps" {
			t.Errorf("got %v, want the limit", err)
		}
	})
}

// The one object of a class is unknown where the configuration may have changed
// it, by whatever method.
func TestSingletonThatTheConfigurationKnows(t *testing.T) {
	for initializer, want := range map[string]string{
		"":                            "GET /gold(.:format) a#b",
		"Shopping.load!":              "GET /gold(.:format) a#b",
		"Shop.instance.tier = \"x\"":  "GET /:Shop.instance.tier(.:format) a#b",
		"Shop.load!":                  "GET /:Shop.instance.tier(.:format) a#b",
		"::Shop.instance.upgrade(\n)": "GET /:Shop.instance.tier(.:format) a#b",
	} {
		rows, told := printed(t, application(t, map[string]string{
			"config/routes.rb":            head + "get Shop.instance.tier, to: \"a#b\", as: nil\nend",
			"lib/shop.rb":                 "class Shop\n  include Singleton\n  attr_accessor :tier\n  def initialize = @tier = \"gold\"\nend",
			"config/initializers/shop.rb": initializer,
		}), Options{})
		if rows != want || (told != "") != strings.Contains(want, ":Shop") {
			t.Errorf("%q: %s\n%s", initializer, rows, told)
		}
	}
}

// The application's class is that of config/application.rb, whichever file that
// reopens it comes first.
func TestApplicationThatIsReopened(t *testing.T) {
	files := map[string]string{
		"config/application.rb":    "CHECK = Address\nmodule Store\n  class Application < Rails::Application\n    PAGES = %w[a].freeze\n  end\nend",
		"app/models/address.rb":    "class Address < Base\nend",
		"lib/checks/base.rb":       "module Store\n  class Application\n    class Base\n    end\n  end\nend",
		"lib/store/application.rb": "module Store\n  class Application\n    VERSION = 1\n  end\nend",
		"config/routes.rb":         "Store::Application.routes.draw do\n  get \"a\", to: \"a#b\"\nend",
	}
	for _, first := range []string{"", "Base\n", "Store::Application::VERSION\n"} {
		files["config/routes.rb"] = first + "Store::Application.routes.draw do\n  get Store::Application::PAGES[0], to: \"a#b\"\nend"
		rows, told := printed(t, application(t, files), Options{})
		if want := "a GET /a(.:format) a#b"; strings.TrimSpace(rows) != want || told != "" {
			t.Errorf("after %q: %s\n%s", first, rows, told)
		}
	}
}
