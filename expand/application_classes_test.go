package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
			}, "GET /:defined?Shop::OLD(.:format) a#b", "defined?(Shop::OLD) is known to the application only",
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
			"functions are no routing words", map[string]string{
				"config/routes.rb": head + "constraints Host.new(URI(Site.url).host) do\n  get \"a\", to: \"a#b\"\nend\nend",
			}, "a GET /a(.:format) a#b", "",
		},
		{
			"files that are not there", map[string]string{
				"config/routes.rb": head + "YAML.load_file(\"config/none.yml\").each { |path| get path, to: \"a#b\" }\nend",
			}, "GET /:YAML.load_fileconfignone.yml.each0(.:format) a#b", "YAML.load_file(\"config/none.yml\").each(0) is known to the application only",
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
