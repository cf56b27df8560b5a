package expand

import (
	"fmt"
	"testing"
)

func TestTextThatChangesTheEnvironment(t *testing.T) {
	for text, want := range map[string]bool{
		`ENV["A"]`: false, `ENV.fetch("A") { 1 }`: false, `ENV.key?("A")`: false, `ENV.value?("a")`: false, `ENV.length`: false, `ENV.each_pair { |k, v| p k }`: false,
		`ENV.assoc("A")`: false, `ENV.invert`: false, `ENV.sort_by { |k, v| v }`: false, `# ENV["A"] = "a"`: false,
		`ENV["A"] = "a"`: true, `ENV["A"] ||= "a"`: true, `ENV.store("A", "a")`: true, `ENV.filter! { |k, v| v }`: true, `ENV.delete_if { |k, v| v }`: true,
		`ENV.tap { |env| env["A"] = "a" }`: true, `ENV.send(:[]=, "A", "a")`: true, `settings(ENV)`: true,
	} {
		if got := changesEnvironment([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Blocks run in the order of Rails' initializers: Application::Finisher.
func TestOrderOfStartHooks(t *testing.T) {
	const block = "    config.%s { ENV[\"PLACES\"] = \"%[1]s-#{ENV[\"PLACES\"]}\" }\n"
	hooks := ""
	for _, name := range []string{"after_initialize", "before_eager_load", "to_prepare", "before_initialize", "before_configuration"} {
		hooks += fmt.Sprintf(block, name)
	}
	rows, _ := printed(t, application(t, map[string]string{
		"config/application.rb":    "module Store\n  class Application < Rails::Application\n" + hooks + "  end\nend",
		"config/initializers/a.rb": "ENV[\"PLACES\"] = \"initializers-#{ENV[\"PLACES\"]}\"",
		"config/routes.rb":         head + "get ENV[\"PLACES\"], to: \"a#b\", as: nil\nend",
	}), Options{RailsEnv: "production"})
	if want := "GET /after_initialize-before_eager_load-to_prepare-initializers-before_initialize-before_configuration-(.:format) a#b"; rows != want {
		t.Errorf("got  %s\nwant %s", rows, want)
	}
}

// A class that autoloading finds changes ENV when a file of the start calls it.
func TestEnvironmentOfAutoloadedClasses(t *testing.T) {
	for name, tt := range map[string]struct{ class, code, path string }{
		"a class's method":   {"class Site::Setup\n  def self.call\n    ENV[\"PLACE\"] = \"x\"\n  end\nend", "Site::Setup.call", "/x"},
		"an object's method": {"class Site::Setup\n  def call\n    ENV[\"PLACE\"] ||= \"x\"\n  end\nend", "Rails.application.config.to_prepare { Site::Setup.new.call }", "/x"},
		"class << self":      {"class Site::Setup\n  class << self\n    def call(to) = ENV.store(\"PLACE\", to)\n  end\nend", "setup = Site::Setup\nsetup.call(\"x\")", "/x"},
		"unknown":            {"class Site::Setup\n  def self.call\n    ENV[\"PLACE\"] = Settings.place\n  end\nend", "Site::Setup.call", "/:Settings.place"},
		"not called":         {"class Site::Setup\n  def self.call\n    ENV[\"PLACE\"] = \"x\"\n  end\nend", "# Site::Setup.call", "/"},
		"options":            {"class Site::Setup\n  def self.call\n    Rails.application.routes.default_url_options[:place] = \"x\"\n  end\nend", "Site::Setup.call", "/x"},
	} {
		table, err := Load(application(t, map[string]string{
			"app/models/site/setup.rb": tt.class, "config/initializers/a.rb": tt.code,
			"config/routes.rb": head + "get \"/#{ENV[\"PLACE\"]}#{Rails.application.routes.default_url_options[:place]}\", to: \"a#b\", as: nil\nend",
		}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Routes[0].Path.String(); got != tt.path+"(.:format)" && got != tt.path {
			t.Errorf("%s: %s, want %s", name, got, tt.path)
		}
	}
}
