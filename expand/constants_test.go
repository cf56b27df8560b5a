package expand

import (
	"strings"
	"testing"
)

// A constant that is an object around unknown values is that object: what it knows, it says.
func TestConstantsAroundUnknownValues(t *testing.T) {
	root := application(t, map[string]string{
		"lib/conf.rb":           "class Conf\n  def self.run(keys) = OpenStruct.new(a: YAML.parse(keys.first).to_ruby, b: \"known\")\nend\n",
		"config/load.rb":        "require_relative \"../lib/conf\"\nmodule Shop; end\nShop::Config = Conf.run([\"X\"])\n",
		"config/application.rb": "require_relative \"load\"\nmodule Shop\n  class Application < Rails::Application; end\nend\n",
		"config/routes.rb":      "Rails.application.routes.draw do\n  get Shop::Config.b, to: \"a#b\"\n  get Shop::Config.a, to: \"a#b\"\nend\n",
	})
	rows, _ := printed(t, root, Options{})
	if !strings.Contains(rows, "/known") || !strings.Contains(rows, "/:YAML.parse") {
		t.Error(rows)
	}
}
