package expand

import (
	"strings"
	"testing"
)

func TestConfigurationInSoManyWords(t *testing.T) {
	files := map[string]string{
		"config/application.rb": "module Store\n  class Application < Rails::Application\n    locales = [:en, \"fr\"]\n    config.i18n.available_locales = locales\n    config.x.beta = true\n" +
			"    config.x.tier = \"free\"\n    config.hosts_by = { a: \"x\" }\n    config.open = 1 if Gem.x?\n    config.list = [1]\n    config.list << 2\n    config.sorted = [2, 1]\n    config.sorted.sort!\n    config.x.mode = \"a\" if Rails.env.development?\n" +
			"    if ENV[\"CI\"] && Rails.env.development?\n      config.x.mode = \"b\"\n    else\n      config.x.side = \"c\"\n    end\n    config.x.mode = \"d\" unless !Rails.env.production?\n    config.x.later = \"e\" if config.x.beta\n    config.site = config_for(:site)\n    config.x.deep = config_for(:site)[:nested].fetch(:deep)\n    config.tests = config_for(\"site\", env: \"test\")\n    config.erb = config_for(:erb)\n  end\nend",
		"config/environments/development.rb": "Rails.application.configure do\n  config.x.tier = \"dev\"\n  config.x.here = config_for(:site)\n  config.assume_ssl = true\nend",
		"config/initializers/a.rb":           "Rails.configuration.later = 5\nRails.application.config.after_initialize { |app| app.config.x.last = \"last\" }\nRails.application.config.x.last = \"first\"\nI18n.default_locale = :fr",
		"config/site.yml":                    "shared:\n  name: s\n  nested: { deep: 1 }\ndevelopment:\n  port: 80\ntest:\n  port: 81",
		"config/erb.yml":                     "development:\n  a: <%= Gem.x ? 1 : 2 %>\n  b: <%= 1 + 1 %>",
	}
	for _, tt := range []struct{ src, want, told string }{
		{"get \"x\", to: \"a#b\", locale: /#{I18n.available_locales.join(\"|\")}/, as: :x\nget \":locale\", to: \"a#b\", locale: /#{I18n.available_locales.join(\"|\")}/", "x GET /x(.:format) a#b\nGET /:locale(.:format) a#b {locale: /en|fr/}", ""},
		{"get I18n.default_locale, to: \"a#b\"", "fr GET /fr(.:format) a#b", ""},
		{"get \"b\", to: \"a#b\" if Rails.application.config.x.beta", "b GET /b(.:format) a#b", ""},
		{"get Rails.configuration.force_ssl.to_s, to: \"a#b\"", "false GET /false(.:format) a#b", ""},
		{"get Rails.configuration.assume_ssl.to_s, to: \"a#b\"", "true GET /true(.:format) a#b", ""},
		{"get Rails.configuration.x.tier, to: \"a#b\"", "dev GET /dev(.:format) a#b", ""},
		{"get Store::Application.config.hosts_by[:a], to: \"a#b\"", "x GET /x(.:format) a#b", ""},
		{"get \"l#{Rails.configuration.later}\", to: \"a#b\"", "l5 GET /l5(.:format) a#b", ""},
		{"get \"p#{Rails.application.config_for(:site).port}\", to: \"a#b\"", "p80 GET /p80(.:format) a#b", ""},
		{"get Rails.application.config_for(:site)[:name], to: \"a#b\"", "s GET /s(.:format) a#b", ""},
		{"get Rails.configuration.site.name + Rails.application.config.site[:nested][:deep].to_s, to: \"a#b\"", "s1 GET /s1(.:format) a#b", ""},
		{"get \"#{Rails.configuration.x.deep}#{Rails.configuration.tests.port}#{Rails.configuration.x.here[:port]}\", to: \"a#b\"", "GET /18180(.:format) a#b", ""},
		{"get \"n\", to: \"a#b\" unless Rails.configuration.site.none?", "n GET /n(.:format) a#b", ""},
		{"get Rails.configuration.x.mode, to: \"a#b\"", "a GET /a(.:format) a#b", ""},
		{"get ActiveStorage.routes_prefix + \"/x\", to: \"a#b\"", "rails_active_storage_x GET /rails/active_storage/x(.:format) a#b", ""},
		{"get Rails.configuration.x.side, to: \"a#b\"", "c GET /c(.:format) a#b", ""},
		{"get Rails.configuration.x.later, to: \"a#b\"", "e GET /e(.:format) a#b", ""},
		{"get Rails.configuration.open, to: \"a#b\"", "GET /:Rails.application.config.open(.:format) a#b", "unknown path Rails.application.config.open,"},
		{"get Rails.configuration.list.join(\"-\"), to: \"a#b\"", "GET /1-2(.:format) a#b", ""},
		{"get Rails.configuration.sorted.join(\"-\"), to: \"a#b\"", "GET /1-2(.:format) a#b", ""},
		{"get Rails.configuration.x.last, to: \"a#b\"", "last GET /last(.:format) a#b", ""},
		{"get Rails.application.config_for(:erb).b.to_s, to: \"a#b\"", "GET /2(.:format) a#b", ""},
		{"get \"x\", to: \"a#b\" if Rails.application.config_for(:erb).a == 1", "x GET /x(.:format) a#b", ""},
	} {
		t.Run(tt.src, func(t *testing.T) {
			files["config/routes.rb"] = head + tt.src + "\nend"
			got, told := printed(t, application(t, files), Options{})
			if got != tt.want || (tt.told == "") != (told == "") || !strings.Contains(told, tt.told) {
				t.Errorf("got  %s\nwant %s\ntold %s", got, tt.want, told)
			}
		})
	}
}

// What Active Storage takes from the configuration.
func TestPrefixOfActiveStorage(t *testing.T) {
	for line, want := range map[string]string{
		"config.active_storage.routes_prefix = \"/files\"":       "GET /files(.:format) a#b",
		"config.active_storage.routes_prefix = Gem.prefix":       "GET /:ActiveStorage.routes_prefix(.:format) a#b",
		"config.active_storage.routes_prefix = \"/f\" if Gem.x?": "GET /:ActiveStorage.routes_prefix(.:format) a#b",
		"# config.active_storage.routes_prefix = \"/files\"":     "GET /rails/active_storage(.:format) a#b",
		"config.active_storage.routes_prefix = nil":              "GET /rails/active_storage(.:format) a#b",
	} {
		root := application(t, map[string]string{
			"config/application.rb": "module Store\n  class Application < Rails::Application\n    " + line + "\n  end\nend",
			"config/routes.rb":      head + "get ActiveStorage.routes_prefix, to: \"a#b\", as: nil\nend",
		})
		if rows, _ := printed(t, root, Options{}); rows != want {
			t.Errorf("%s: got %s, want %s", line, rows, want)
		}
	}
}

// A value that the application takes long to make is unknown; it leaves the
// others what they need.
func TestConfigurationThatTakesTooLong(t *testing.T) {
	root := application(t, map[string]string{
		"config/application.rb": "module Store\n  class Application < Rails::Application\n    config.x.plan = Plan.new(3).all\n    config.x.tier = Tier.names.join(\"-\")\n  end\nend",
		"app/models/tier.rb":    "class Tier\n  def self.names = (1..50).map { |i| i.to_s }.last(2)\nend",
		"app/models/plan.rb":    "class Plan\n  def initialize(n) = @n = n\n  def all\n    list = []\n    loop { list << @n.to_s; list.clear }\n    list\n  end\nend",
		"config/routes.rb":      head + "get Rails.configuration.x.plan, to: \"a#b\"\nget Rails.configuration.x.tier, to: \"a#c\"\nend",
	})
	rows, told := printed(t, root, Options{})
	if want := "GET /:Rails.application.config.x.plan(.:format) a#b\nGET /49-50(.:format) a#c"; rows != want {
		t.Errorf("got  %s\nwant %s", rows, want)
	}
	if !strings.Contains(told, "unknown path Rails.application.config.x.plan, shown as a placeholder; set it to a string") || strings.Contains(told, "x.tier") {
		t.Error(told)
	}
}
