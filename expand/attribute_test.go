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
		{"under a rescue", attribute + "end\n", "begin\n  Shop.tier = \"x\"\nrescue StandardError\n  nil\nend", "", ""}, // which nothing requires
		{"in place, by a block", attribute + "end\n", `Shop.tier.tap { |t| t.replace("x") }`, "", "x"},
		{"in place, by a variable", attribute + "end\n", "tier = Shop.tier\ntier.replace(\"x\")", "", "x"},
		{"in place, by the constant of its default", "module Shop\n  FREE = +\"free\"\n  mattr_accessor :tier, default: FREE\nend\n", `Shop::FREE.replace("x")`, "", "x"},
		{"in place, by one with the same default", "module Shop\n  mattr_accessor :tier, :base, default: +\"free\"\nend\n", `Shop.base.replace("x")`, "", "x"},
		{"in place, by a constant", attribute + "end\n", "TIER = Shop.tier\nTIER << \"x\"", "", ""},
		{"in place, by a setting", attribute + "end\n", "Rails.application.config.x.tier = Shop.tier\nRails.configuration.x.tier << \"x\"", "", ""},
		{"by nothing, in a setting", attribute + "end\n", "Rails.application.config.x.tier = Shop.tier", "", "free"},
		{"by another name of the class", attribute + "end\n", `Store = Shop`, "", ""},
		{"by what gets the class", attribute + "end\n", `Setup.go(Shop)`, "class Setup\n  def self.go(x) = x.tier = \"x\"\nend\n", ""},
		{"by a text", attribute + "end\n", `Shop.class_eval "@@tier = 1"`, "", ""},
		{"by the class of a name", attribute + "end\n", `"shop".classify.constantize.tier = "x"`, "", "x"},
		{"by a hook of its own", attribute + "end\nActiveSupport.run_load_hooks(:shop, Shop)\n", `ActiveSupport.on_load(:shop) { self.tier = "x" }`, "", ""},
		{"by its file again", attribute + "end\n", `load Rails.root.join("lib/shop.rb").to_s`, "", ""},
		{"if it is there", attribute + "end\n", `Shop.tier = "x" if defined?(Shop)`, "", ""}, // which nothing requires
		{"by two files", attribute + "end\n", "", attribute + "end\n", ""},
		{"by a class variable", "module Shop\n  mattr_reader :tier\n  @@tier = \"x\"\nend\n", "", "", "x"},
		{"in front of its declaration", "module Shop\n  @@tier = \"x\"\n  mattr_accessor :tier\nend\n", "", "", "x"},
		{"by a block of Configurable", "class Shop\n  include ActiveSupport::Configurable\n  config_accessor :tier, default: \"free\"\nend\n", "Shop.configure { |c| c.tier = \"x\" }", "", "x"},
		{"to an object", attribute + "end\n", "Shop.tier = Name.new", "class Name\n  def to_s = \"x\"\nend\n", "x"},
		{"by the class above", "class Base\n  class_attribute :tier, default: \"free\"\nend\nclass Shop < Base\nend\n", `Base.tier = "x"`, "", "x"},
		{"by a class below", "class Shop\n  cattr_accessor :tier, default: \"free\"\nend\nclass Sub < Shop\nend\n", `Sub.tier = "x"`, "", "x"},
		{"by a class below that is Configurable", "class Shop\n  include ActiveSupport::Configurable\n  config_accessor :tier, default: \"free\"\nend\nclass Sub < Shop\nend\n", `Sub.tier = "x"`, "", ""},
		{"by a hook of a framework", attribute + "end\n", `ActiveSupport.on_load(:action_controller) { Shop.tier = "x" }`, "", ""},
		{"before an eager load", attribute + "end\n", `Rails.application.config.before_eager_load { Shop.tier = "x" }`, "", ""},
		{"by the code of a constant", attribute + "end\n", `SETUP = -> { Shop.tier = "x" }`, "", ""},
		{"of a module that extends itself", "module Shop\n  extend self\n  attr_accessor :tier\nend\n", `Shop.tier = "x"`, "", "x"},
		{"of a module that extends itself, in a method", "module Shop\n  extend self\n  attr_writer :tier\n  def tier = @tier || \"free\"\nend\n", `Shop.tier = "x"`, "", ""},
		{"of a module function", "module Shop\n  module_function\n\n  def tier = @tier || \"free\"\n  def tier=(name)\n    @tier = name\n  end\nend\n", `Shop.tier = "x"`, "", ""},
		{"of a module with accessors", "module Shop\n  extend Tiers\nend\n", `Shop.tier = "x"`, "module Tiers\n  attr_accessor :tier\nend\n", ""},
		{"of a module without a name", "module Shop\n  extend(Module.new { attr_accessor :tier })\nend\n", `Shop.tier = "x"`, "", "x"},
		{"by a class that delegates", "module Shop\n  class Plan\n    class_attribute :tier, default: \"free\"\n  end\n  class << self\n    delegate :tier, :tier=, to: \"Shop::Plan\"\n  end\nend\n", `Shop.tier = "x"`, "", "x"},
		{"by a class of another file that delegates", attribute + "end\n", `Store.tier = "x"`, "module Store\n  class << self\n    delegate :tier, :tier=, to: :Shop\n  end\nend\n", ""},
		{"in place, by a method that gets it", attribute + "end\n", "def add(tier) = tier.replace(\"x\")\nadd(Shop.tier)", "", "x"},
		{"in place, by an element of a list", attribute + "end\n", `[Shop.tier].each { |t| t.replace("x") }`, "", "x"},
		{"by a key of Configurable", "class Shop\n  include ActiveSupport::Configurable\n  config_accessor :tier, default: \"free\"\nend\n", `Shop.config[:tier] = "x"`, "", "x"},
		{"by a made key of Configurable", "class Shop\n  include ActiveSupport::Configurable\n  config_accessor :tier, default: \"free\"\nend\n", `{ tier: "x" }.each { |k, v| Shop.config[k] = v }`, "", "x"},
		{"by another name of its writer", attribute + "  class << self\n    alias_method :plan=, :tier=\n  end\nend\n", `Shop.plan = "x"`, "", "x"},
		{"in place, by a method of a module", attribute + "end\n", "module Change\n  def self.go(tier) = tier.replace(\"x\")\nend\nChange.go(Shop.tier)", "", "x"},
		{"by the writer of another module", attribute + "end\n", "module Store\n  def self.tier=(name)\n    Shop.tier = name\n  end\nend\nStore.tier = \"x\"", "", "x"},
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

// TestStateOfClasses sets what methods of a class answer with: they are unknown, or what the start
// sets, never what they are without it.
func TestStateOfClasses(t *testing.T) {
	for name, tt := range map[string]struct{ shop, initializer, unknown string }{
		"a delegation that is not run": {
			"module Shop\n  module Plan\n    mattr_accessor :tier, default: \"free\"\n  end\n  class << self\n    extend Forwardable\n    def_delegators :\"Shop::Plan\", :tier, :tier=\n  end\nend\n",
			`Shop.tier = "x"`, "Shop::Plan.tier",
		},
		"an element of a constant":           {"module Shop\n  PLAN = Struct.new(:tier).new(\"free\")\n  def self.tier = PLAN.tier\nend\n", `Shop::PLAN.tier = "x"`, "PLAN.tier"},
		"a constant that a method hands out": {"module Shop\n  PLAN = { tier: \"free\" }\n  def self.plan = PLAN\n  def self.tier = PLAN[:tier]\nend\n", `Shop.plan[:tier] = "x"`, "PLAN[:tier]"},
		"what a writer changes":              {"module Shop\n  PLAN = { tier: \"free\" }\n  def self.tier = PLAN[:tier]\n  def self.tier=(name)\n    PLAN.store(:tier, name)\n  end\nend\n", `Shop.tier = "x"`, "Shop.tier"},
	} {
		t.Run(name, func(t *testing.T) {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":            "get \"#{Shop.tier}/x\", to: \"a#b\"\n",
				"config/initializers/shop.rb": tt.initializer,
				"lib/shop.rb":                 tt.shop,
			})
			if got := table.Routes[0].Path.String(); got != "/:"+tt.unknown+"/x(.:format)" || len(table.Diagnostics) == 0 {
				t.Errorf("got %s, %v", got, table.Diagnostics)
			}
		})
	}
}

// TestObjectsOfModules reads variables that a module shares with objects, and what no variable
// of a class decides.
func TestObjectsOfModules(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"an object":           {"lib/shop.rb": "module Tiers\n  attr_reader :tier\n  def initialize = @tier = \"x\"\nend\nclass Plan\n  include Tiers\nend\nmodule Shop\n  def self.tier = Plan.new.tier\nend\n"},
		"a module of methods": {"lib/shop.rb": "module Shop\n  extend self\n  def tier = @tier ||= \"x\"\nend\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files["config/routes.rb"] = "get \"#{Shop.tier}/x\", to: \"a#b\"\n"
			if table := loadFiles(t, files); table.Routes[0].Path.String() != "/x/x(.:format)" || len(table.Diagnostics) > 0 {
				t.Errorf("got %s, %v", table.Routes[0].Path, table.Diagnostics)
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

// TestAttributeOfAnother sets an attribute to another that a file before set.
func TestAttributeOfAnother(t *testing.T) {
	table := loadFiles(t, map[string]string{
		"config/routes.rb":         "get \"#{Shop.tier}/x\", to: \"a#b\"\n",
		"config/initializers/a.rb": "Shop.base = \"x\"\n",
		"config/initializers/b.rb": "Shop.tier = Shop.base\n",
		"lib/shop.rb":              "module Shop\n  mattr_accessor :tier, :base, default: \"free\"\nend\n",
	})
	if got := table.Routes[0].Path.String(); got != "/x/x(.:format)" {
		t.Errorf("got %s", got)
	}
}

// TestAttributeOfRoutes sets an attribute where the routes are drawn.
func TestAttributeOfRoutes(t *testing.T) {
	for _, set := range []map[string]string{
		{"config/routes.rb": "Shop.tier = \"x\"\nget \"#{Shop.tier}/x\", to: \"a#b\"\n"},
		{"config/routes.rb": "draw :set\nget \"#{Shop.tier}/x\", to: \"a#b\"\n", "config/routes/set.rb": "Shop.tier = \"x\"\n"},
	} {
		set["lib/shop.rb"] = "module Shop\n  mattr_accessor :tier, default: \"free\"\nend\n"
		table := loadFiles(t, set)
		if got := table.Routes[0].Path.String(); got != "/:Shop.tier/x(.:format)" || len(table.Diagnostics) == 0 {
			t.Errorf("got %s, %v", got, table.Diagnostics)
		}
	}
}

// TestAttributeOfClassThatIsOpenedBefore requires a file with the class before its own.
func TestAttributeOfClassThatIsOpenedBefore(t *testing.T) {
	table := loadFiles(t, map[string]string{
		"config/routes.rb":      "get \"#{Shop.tier}/x\", to: \"a#b\"\n",
		"config/application.rb": "require_relative \"../lib/before\"\nrequire_relative \"../lib/shop\"\nmodule A\n  class Application < Rails::Application\n  end\nend\n",
		"lib/before.rb":         "module Shop\n  mattr_accessor :tier\n  self.tier = \"x\"\nend\n",
		"lib/shop.rb":           "module Shop\n  mattr_accessor :tier, default: \"free\"\nend\n", // which sets it again
	})
	if got := table.Routes[0].Path.String(); got != "/free/x(.:format)" {
		t.Errorf("got %s", got)
	}
}
