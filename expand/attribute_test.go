package expand

import (
	"cmp"
	"testing"
)

// TestAttributes sets attributes of classes of the application. Where the files do not decide
// on the value it is unknown, never the default.
func TestAttributes(t *testing.T) {
	const attribute = "module Shop\n  mattr_accessor :tier, default: \"free\"\n"
	for _, tt := range []struct{ name, shop, initializer, other, want string }{
		{"by a method of the class", attribute + "  def self.start! = self.tier = \"x\"\nend\n", "Shop.start!", "", ""},
		{"by a made name", attribute + "end\n", `{ tier: "x" }.each { |k, v| Shop.send("#{k}=", v) }`, "", ""},
		{"by names of a file", attribute + "end\n", `YAML.load_file("x.yml").each { |k, v| Shop.public_send(:"#{k}=", v) }`, "", ""},
		{"by a variable", attribute + "end\n", "shop = Shop\nshop.tier = \"x\"", "", "x"},
		{"by a block that something calls", attribute + "  def self.setup(&b) = b.call(self)\nend\n", `Shop.setup { |c| c.tier = "x" }`, "", "x"},
		{"by instance_eval", attribute + "end\n", `Shop.instance_eval { self.tier = "x" }`, "", "x"},
		{"by a module that it extends", attribute + "  extend Tiers\n  set_tier\nend\n", "", "module Tiers\n  def set_tier = self.tier = \"x\"\nend\n", "x"},
		{"by a loop", attribute + "  %w[a b].each { |x| self.tier = x }\nend\n", "", "", "b"},
		{"by another file of lib", attribute + "end\n", "", "Shop.tier = \"x\"\n", ""},
		{"under an unknown condition", attribute + "end\n", `Shop.tier = "x" if Flags.on?`, "", ""},
		{"under a rescue", attribute + "end\n", "begin\n  Shop.tier = \"x\"\nrescue StandardError\n  nil\nend", "", "x"},
		{"by two files", attribute + "end\n", "", attribute + "end\n", ""},
		{"by a class variable", "module Shop\n  mattr_reader :tier\n  @@tier = \"x\"\nend\n", "", "", "x"},
		{"in front of its declaration", "module Shop\n  @@tier = \"x\"\n  mattr_accessor :tier\nend\n", "", "", "x"},
		{"by a block of Configurable", "class Shop\n  include ActiveSupport::Configurable\n  config_accessor :tier, default: \"free\"\nend\n", "Shop.configure { |c| c.tier = \"x\" }", "", "x"},
		{"to an object", attribute + "end\n", "Shop.tier = Name.new", "class Name\n  def to_s = \"x\"\nend\n", "x"},
		{"to what another is set to", attribute + "  mattr_accessor :base\nend\n", "Shop.base = \"x\"\nShop.tier = Shop.base", "", "x"},
		{"where another is set", attribute + "  mattr_accessor :paid, default: false\nend\n", "Shop.paid = true\nShop.tier = \"x\" if Shop.paid", "", "x"},
		{"by the class above", "class Base\n  class_attribute :tier, default: \"free\"\nend\nclass Shop < Base\nend\n", `Base.tier = "x"`, "", "x"},
		{"by a class below", "class Shop\n  cattr_accessor :tier, default: \"free\"\nend\nclass Sub < Shop\nend\n", `Sub.tier = "x"`, "", "x"},
		{"by a class below that is Configurable", "class Shop\n  include ActiveSupport::Configurable\n  config_accessor :tier, default: \"free\"\nend\nclass Sub < Shop\nend\n", `Sub.tier = "x"`, "", ""},
		{"by a hook of a framework", attribute + "end\n", `ActiveSupport.on_load(:action_controller) { Shop.tier = "x" }`, "", ""},
		{"before an eager load", attribute + "end\n", `Rails.application.config.before_eager_load { Shop.tier = "x" }`, "", ""},
		{"by the code of a constant", attribute + "end\n", `SETUP = -> { Shop.tier = "x" }`, "", ""},
		{"to what is unknown", attribute + "end\n", "Shop.tier = Flags.tier", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":            "get \"#{Shop.tier}/x\", to: \"a#b\"\n",
				"config/initializers/shop.rb": tt.initializer,
				"lib/shop.rb":                 tt.shop,
				"lib/other.rb":                tt.other,
			})
			want := cmp.Or(tt.want, ":Shop.tier")
			if got := table.Routes[0].Path.String(); got != "/"+want+"/x(.:format)" {
				t.Errorf("got %s, want %s", got, want)
			}
			if told := len(table.Diagnostics) > 0; told != (tt.want == "") {
				t.Errorf("of the value is told: %t", told)
			}
		})
	}
}

// TestAttributeBehindInitialize sets an attribute where the routes may be drawn by then.
func TestAttributeBehindInitialize(t *testing.T) {
	table := loadFiles(t, map[string]string{
		"config/routes.rb":      "get \"#{Shop.tier}/x\", to: \"a#b\"\n",
		"config/environment.rb": "require_relative \"application\"\nRails.application.initialize!\nShop.tier = \"x\"\n",
		"lib/shop.rb":           "module Shop\n  mattr_accessor :tier, default: \"free\"\nend\n",
	})
	if got := table.Routes[0].Path.String(); got != "/:Shop.tier/x(.:format)" {
		t.Errorf("got %s", got)
	}
}
