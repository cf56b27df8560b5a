package expand

import "testing"

// TestAttributesLeftUnknown sets attributes of classes in ways that no reading of
// the files decides: their values are unknown, never the default.
func TestAttributesLeftUnknown(t *testing.T) {
	const attribute = "module Shop\n  mattr_accessor :tier, default: \"free\"\n"
	for _, tt := range []struct{ name, shop, initializer, other string }{
		{"by a method of the class", attribute + "  def self.start! = self.tier = \"x\"\nend\n", "Shop.start!", ""},
		{"by a made name", attribute + "end\n", `{ tier: "x" }.each { |k, v| Shop.send("#{k}=", v) }`, ""},
		{"by names of a file", attribute + "end\n", `YAML.load_file("x.yml").each { |k, v| Shop.public_send(:"#{k}=", v) }`, ""},
		{"by a variable", attribute + "end\n", "shop = Shop\nshop.tier = \"x\"", ""},
		{"by a block that something calls", attribute + "  def self.setup(&b) = b.call(self)\nend\n", `Shop.setup { |c| c.tier = "x" }`, ""},
		{"by instance_eval", attribute + "end\n", `Shop.instance_eval { self.tier = "x" }`, ""},
		{"by a module that it extends", attribute + "  extend Tiers\n  set_tier\nend\n", "", "module Tiers\n  def set_tier = self.tier = \"x\"\nend\n"},
		{"by a loop", attribute + "  %w[a b].each { |x| self.tier = x }\nend\n", "", ""},
		{"by another file of lib", attribute + "end\n", "", "Shop.tier = \"x\"\n"},
		{"under an unknown condition", attribute + "end\n", `Shop.tier = "x" if Flags.on?`, ""},
		{"under a rescue", attribute + "end\n", "begin\n  Shop.tier = \"x\"\nrescue StandardError\n  nil\nend", ""},
		{"by two files", attribute + "end\n", "", attribute + "end\n"},
		{"to what is unknown", attribute + "end\n", "Shop.tier = Flags.tier", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":            "get \"#{Shop.tier}/x\", to: \"a#b\"\n",
				"config/initializers/shop.rb": tt.initializer,
				"lib/shop.rb":                 tt.shop,
				"lib/other.rb":                tt.other,
			})
			if got, want := table.Routes[0].Path.String(), "/:Shop.tier/x(.:format)"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if len(table.Diagnostics) == 0 {
				t.Error("nothing tells of the unknown value")
			}
		})
	}
}
