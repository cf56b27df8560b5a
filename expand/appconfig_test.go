package expand

import (
	"strings"
	"testing"
)

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
	if !strings.Contains(told, "Rails.application.config.x.plan is known to the application only") || strings.Contains(told, "x.tier") {
		t.Error(told)
	}
}
